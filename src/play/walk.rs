//! Walks: everything that a piece can do by repeating steps, searched cheapest first (language reference, 3.17).
//!
//! What the ground decides is known for all walkers that are printed alike (`roads.rs`). Whatever else must be asked is
//! asked with the walker really standing there, with the values that vary, on a scratch state: so every word, quantity,
//! reason against and line of sight works on the way.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::{Amount, Value};
use crate::model::walk::{Varied, Walk, WalkStep};
use crate::model::way::{Branch, End, Leg, Way, Ways};

use super::eval::set_local;
use super::memo::Of;
use super::probe::Probe;
use super::roads::{Road, RoadEnd, Roads, RoadsKey, Scratch, Variation};
use super::run::{Act, Cx, Stop};
use super::state::{NOWHERE, Spent, decode, encode, encode_as};
use super::world::{Fault, Locals, Read, World, fault};

/// More places (with all that varies) than this are too many for one walk.
const MOST_PLACES: usize = 50_000;
/// No place.
const NONE: u32 = u32::MAX;

/// What a search heeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heed {
    /// Everything: what it finds may be done.
    All,
    /// Everything but what the walker has to spend.
    Law,
    /// Only where steps lead and what they cost, not what stands against them.
    Ground,
}

/// A place that the search has come to, at some cost.
pub(super) struct Place {
    /// Its number among the crossings.
    crossing: u32,
    pub(super) cost: i64,
    pub(super) steps: u32,
    /// The place before it.
    pub(super) before: u32,
    /// Which step of the walk leads here from there.
    pub(super) step: u8,
}

/// A search that goes on as long as somebody wants more ends.
pub(super) struct Search<'w> {
    world: World<'w>,
    pub(super) walk: &'w Walk,
    heed: Heed,
    pub(super) piece: u16,
    /// Where it stands before it walks.
    home: u16,
    /// What is known of the ground.
    roads: Rc<RefCell<Roads>>,
    /// Whether it is known for others as well.
    shared: bool,
    scratch: Option<Box<Scratch>>,
    pub(super) places: Vec<Place>,
    /// The cheapest place at each crossing.
    known: Vec<u32>,
    /// Places to be looked at, the cheapest first: cost, steps, number.
    open: BinaryHeap<Reverse<u128>>,
    locals: Locals,
    /// Whether spaces may be entered, where that does not depend on the walker's state.
    entered: Vec<Option<bool>>,
    /// What the walker may spend, by what varies.
    gives: Vec<Option<Option<i64>>>,
    /// What it had spent before.
    spent_before: i64,
    /// The ends that have been told, where all that end alike are one.
    told: Vec<bool>,
    /// Where the facing stands among what varies.
    facing: Option<usize>,
}

impl World<'_> {
    /// The ways of a walk, the cheapest first: of several that end alike, one.
    ///
    /// # Errors
    /// When a rule is faulty, or the walk has no end.
    pub fn ways_of(&self, walk: WalkId, args: &[Value]) -> Read<Value> {
        if self.brief.replace(false) {
            return self.search(walk, args, true);
        }
        self.kept(Of::Walk(walk), args, || self.search(walk, args, false))
    }

    /// What a piece has spent from a purse of its own.
    pub(super) fn spent_by(&self, purse: Option<PurseId>, piece: u16) -> i64 {
        let Some(purse) = purse else { return 0 };
        self.memo.see_column(column::PURSES);
        let owner = Some(Ref::piece(piece));
        let spent = self.state.spent.iter().filter(|one| one.purse == purse && one.giver == owner);
        spent.map(|one| i64::from(one.amount)).sum()
    }

    /// For whom what is found of the ground holds; nothing if for nobody else. Where pieces stand in slots, or the walk
    /// is asked with a piece or with more than one thing, the ground alone decides too little.
    fn roads_key(&self, id: WalkId, piece: u16, args: &[Value]) -> Option<RoadsKey> {
        let walk = &self.game.walks[id.at()];
        let other = match args.get(1) {
            None => None,
            Some(Value::Ref(thing)) if thing.domain != Domain::Piece => Some(*thing),
            Some(_) => return None,
        };
        let shares_columns = self.game.vars.len() > 128 - usize::from(column::FIRST_VAR);
        if args.len() > 2 || self.game.board.slots.is_some() || walk.reads & 1 << column::NEVER != 0 || shares_columns {
            return None;
        }
        Some(RoadsKey {
            walk: id,
            class: *self.layout.classes.get(usize::from(piece))?,
            unique: self.layout.uniques.get(usize::from(piece)).copied().flatten(),
            mode: self.state.pieces[usize::from(piece)].mode,
            me: self.me(),
            other,
        })
    }

    /// The ways that a search finds: all, or the first.
    fn search(&self, id: WalkId, args: &[Value], brief: bool) -> Read<Value> {
        let Some(mut search) = self.begin_search(id, args, Heed::All)? else {
            return Ok(Value::Array(Arc::from([])));
        };
        let mut ends: Vec<End> = Vec::new();
        self.memo.imagine(|| {
            search.run(&mut |end| {
                ends.push(end);
                brief
            })
        })?;
        let walk = search.walk;
        if walk.price.is_some() {
            // Where ends have prices of their own they are not found cheapest first, nor told once.
            ends.sort_by_key(|end| end.cost);
            let mut told = FxHashSet::default();
            ends.retain(|end| told.insert((end.space, end.facing)));
        }
        if walk.least {
            let least = ends.first().map(|end| end.cost);
            ends.retain(|end| Some(end.cost) == least);
        }
        search.go_home();
        let ways = Arc::new(Ways { walk: id, piece: search.piece, ends, tree: search.tree() });
        Ok(Value::Array(ways.each().map(Value::Way).collect()))
    }

    /// A search from where the walker stands; nothing if it is off the board.
    pub(super) fn begin_search(&self, id: WalkId, args: &[Value], heed: Heed) -> Read<Option<Search<'_>>> {
        let walk = &self.game.walks[id.at()];
        let Some(Value::Ref(Ref { domain: Domain::Piece, index: piece })) = args.first() else {
            return fault("a walk needs the piece that walks");
        };
        let piece = *piece;
        self.memo.see(column::PIECES, Ref::piece(piece));
        let home = self.state.pieces[piece as usize].space;
        if home == NOWHERE {
            return Ok(None);
        }
        let varied: Variation = walk
            .varies
            .iter()
            .map(|varied| match varied {
                Varied::Facing => i32::from(self.state.pieces[piece as usize].facing),
                Varied::Var(var) => encode(&self.var(*var, Ref::piece(piece))),
            })
            .collect();
        let key = self.roads_key(id, piece, args).filter(|_| heed != Heed::Ground);
        let roads = key.map_or_else(Rc::default, |key| self.memo.roads(key));
        let (crossing, known) = {
            let mut roads = roads.borrow_mut();
            roads.freshen(self);
            (roads.number(home, &varied), roads.len())
        };
        let facing = walk.varies.iter().position(|varied| *varied == Varied::Facing);
        let spaces = self.game.board.spaces.len();
        let kinds = if facing.is_some() { spaces * self.game.board.directions.len() } else { spaces };
        let mut search = Search {
            world: *self,
            walk,
            heed,
            piece,
            home,
            roads,
            shared: key.is_some(),
            scratch: None,
            places: Vec::with_capacity(64),
            known: vec![NONE; known],
            open: BinaryHeap::with_capacity(64),
            locals: self.locals(args, walk.locals),
            entered: vec![None; spaces],
            gives: Vec::new(),
            spent_before: self.spent_by(walk.purse, piece),
            told: vec![false; kinds],
            facing,
        };
        search.come(crossing, 0, 0, NONE, 0);
        Ok(Some(search))
    }
}

impl<'w> Search<'w> {
    /// The space of a place.
    pub(super) fn space(&self, at: u32) -> u16 {
        self.roads.borrow().crossing(self.places[at as usize].crossing).space
    }

    /// A place has been reached at some cost; it is looked at in its turn, unless it is known at no greater cost.
    fn come(&mut self, crossing: u32, cost: i64, steps: u32, before: u32, step: u8) {
        let next = self.places.len() as u32;
        if self.known.len() <= crossing as usize {
            self.known.resize(crossing as usize + 1, NONE);
        }
        let known = &mut self.known[crossing as usize];
        if self.places.get(*known as usize).is_some_and(|place| place.cost <= cost) {
            return;
        }
        *known = next;
        self.places.push(Place { crossing, cost, steps, before, step });
        self.open.push(Reverse((cost.max(0) as u128) << 64 | u128::from(steps) << 32 | u128::from(next)));
    }

    /// The place at which `found` had enough, if it had.
    pub(super) fn run(&mut self, found: &mut dyn FnMut(End) -> bool) -> Read<Option<u32>> {
        while let Some(Reverse(next)) = self.open.pop() {
            let at = next as u32;
            let Place { crossing, cost, steps, .. } = self.places[at as usize];
            if self.known[crossing as usize] != at {
                // A cheaper way has been found since.
                continue;
            }
            if self.places.len() > MOST_PLACES {
                let text = format!("the walk `{}` comes to more than {MOST_PLACES} places", self.walk.name);
                return Err(Box::new(Fault::new(text).at(self.walk.span)));
            }
            if let Some(purse) = self.walk.purse {
                // What has been spent on the way stands in the scratch state.
                if steps > 0 && self.heed == Heed::All && !self.can_pay(purse, at, cost)? {
                    continue;
                }
            }
            if let Some(end) = self.end(at)? {
                if found(end) {
                    return Ok(Some(at));
                }
            }
            if steps > 0 && !self.verb(self.world.game.verbs.pass, at)? {
                continue;
            }
            self.spread(at)?;
        }
        Ok(None)
    }

    /// The world with the walker at a place.
    pub(super) fn stand(&mut self, at: u32) -> World<'_> {
        let (world, piece) = (self.world, usize::from(self.piece));
        let scratch = self.scratch.get_or_insert_with(|| {
            let again = world.memo.scratch().map(|scratch| Box::new(Scratch { at: NONE, ..*scratch }));
            again.unwrap_or_else(|| {
                Box::new(Scratch { state: world.state.clone(), index: world.index.clone(), at: NONE })
            })
        });
        if scratch.at != at {
            let place = &self.places[at as usize];
            let roads = self.roads.borrow();
            let space = roads.crossing(place.crossing).space;
            let from = std::mem::replace(&mut scratch.state.pieces[piece].space, space);
            scratch.index.moved(self.piece, from, space);
            for (what, value) in self.walk.varies.iter().zip(roads.varied(place.crossing)) {
                match what {
                    Varied::Facing => scratch.state.pieces[piece].facing = *value as u8,
                    Varied::Var(var) => {
                        let ty = world.game.vars[var.at()].ty;
                        scratch.state.write(world.layout, *var, ty, self.piece, &decode(*value, ty));
                    }
                }
            }
            if let Some(purse) = self.walk.purse {
                scratch.state.spent.truncate(world.state.spent.len());
                scratch.state.spent.push(spending(purse, world.state.pieces[piece].side, self.piece, place.cost));
            }
            scratch.at = at;
        }
        World { state: &scratch.state, index: &scratch.index, ..world }
    }

    /// Puts the walker back where it stands, so that the next search can use what this one has made.
    fn go_home(&mut self) {
        if self.scratch.is_some() {
            self.stand(0);
        }
        if let Some(mut scratch) = self.scratch.take() {
            scratch.state.spent.truncate(self.world.state.spent.len());
            self.world.memo.keep_scratch(scratch);
        }
    }

    /// Whether the walker has so much to spend at a place. What it may spend mostly does not depend on the place.
    fn can_pay(&mut self, purse: PurseId, at: u32, cost: i64) -> Read<bool> {
        let variation = usize::from(self.roads.borrow().crossing(self.places[at as usize].crossing).variation);
        let gives = match self.gives.get(variation).copied().flatten() {
            Some(gives) => gives,
            None => {
                let piece = self.piece;
                // With what varies as it was at home, home is as good a place to ask as any.
                let as_at_home =
                    variation == usize::from(self.roads.borrow().crossing(self.places[0].crossing).variation);
                let view = if as_at_home { self.world } else { self.stand(at) };
                let question = view.memo.probe(Probe::Elsewhere(piece));
                let gives = view.gives_to(purse, piece);
                let (answer, _) = view.memo.probed(question);
                let mut gives = gives?;
                if answer == Probe::Tainted {
                    if as_at_home {
                        gives = self.stand(at).gives_to(purse, piece)?;
                    }
                } else {
                    if self.gives.len() <= variation {
                        self.gives.resize(variation + 1, None);
                    }
                    self.gives[variation] = Some(gives);
                }
                gives
            }
        };
        Ok(gives.is_some_and(|gives| gives - self.spent_before >= cost))
    }

    /// Whether a verb of the door lets the walker be at this place.
    fn verb(&mut self, verb: PermissionId, at: u32) -> Read<bool> {
        if self.heed == Heed::Ground || self.world.live.forbids(verb).is_empty() {
            return Ok(true);
        }
        let unit = Value::Ref(Ref::piece(self.piece));
        let steps = i64::from(self.places[at as usize].steps);
        let space = self.space(at);
        let view = self.stand(at);
        let args = [unit, Value::Ref(Ref::space(space)), Value::Int(steps)];
        let asked = if verb == view.game.verbs.leave { 2 } else { 3 };
        view.may(verb, &args[..asked])
    }

    /// The way that ends here, if one may end here.
    fn end(&mut self, at: u32) -> Read<Option<End>> {
        if self.places[at as usize].steps > 0 && !self.verb(self.world.game.verbs.stay, at)? {
            return Ok(None);
        }
        let (space, facing) = {
            let roads = self.roads.borrow();
            let crossing = self.places[at as usize].crossing;
            let facing = self.facing.map(|facing| roads.varied(crossing)[facing] as u16);
            (roads.crossing(crossing).space, facing)
        };
        let kind = self.kind_of(space, facing);
        if self.walk.price.is_none() && self.told[kind] {
            // A cheaper way ends alike.
            return Ok(None);
        }
        let cost = if self.walk.end.is_none() && self.walk.price.is_none() {
            self.places[at as usize].cost
        } else {
            let mut locals = std::mem::take(&mut self.locals);
            set_local(&mut locals, self.walk.to, Value::Ref(Ref::space(space)));
            let ends = self.priced_end(at, &mut locals);
            self.locals = locals;
            match ends? {
                Some(cost) => cost,
                None => return Ok(None),
            }
        };
        self.told[kind] = true;
        Ok(Some(End { at, space, cost: Amount { grains: cost, halves: self.walk.halves }, facing }))
    }

    /// A number for all ends that are alike.
    fn kind_of(&self, space: u16, facing: Option<u16>) -> usize {
        let spaces = self.entered.len();
        facing.map_or(0, |facing| usize::from(facing) * spaces) + usize::from(space)
    }

    /// What an end costs here; nothing if one may not end here.
    fn priced_end(&mut self, at: u32, locals: &mut Locals) -> Read<Option<i64>> {
        let (walk, heed, cost) = (self.walk, self.heed, self.places[at as usize].cost);
        let view = self.stand(at);
        if let Some(end) = walk.end.as_ref().filter(|_| heed != Heed::Ground) {
            if !view.test(end, locals)? {
                return Ok(None);
            }
        }
        match &walk.price {
            Some(price) => Ok(view.eval(price, locals)?.grains(walk.halves)),
            None => Ok(Some(cost)),
        }
    }

    /// All places one step from here.
    fn spread(&mut self, at: u32) -> Read<()> {
        if !self.verb(self.world.game.verbs.leave, at)? {
            return Ok(());
        }
        let Place { crossing, cost, steps, .. } = self.places[at as usize];
        let (here, roads, ground) = {
            let roads = self.roads.borrow();
            let crossing = roads.crossing(crossing);
            (crossing.space, crossing.roads.clone(), roads.ground())
        };
        let roads = match roads {
            Some(roads) => {
                self.world.memo.note(ground);
                roads
            }
            None => self.explore(at)?,
        };
        for road in roads.iter() {
            if road.space != here && !self.enters(at, road.space, steps + 1)? {
                continue;
            }
            let end = match &road.end {
                RoadEnd::Known(to, price) => Some((*to, *price)),
                RoadEnd::Asked(choice) => self.ask(at, road, choice)?,
            };
            if let Some((to, price)) = end {
                self.come(to, cost.saturating_add(price), steps + 1, at, road.step);
            }
        }
        Ok(())
    }

    /// Where a road ends for this walker, and for which price, if it ends anywhere.
    fn ask(&mut self, at: u32, road: &Road, choice: &Value) -> Read<Option<(u32, i64)>> {
        let (walk, heed) = (self.walk, self.heed);
        let step = &walk.steps[usize::from(road.step)];
        let mut locals = std::mem::take(&mut self.locals);
        if let Some((slot, _)) = &step.each {
            set_local(&mut locals, *slot, choice.clone());
        }
        set_local(&mut locals, walk.to, Value::Ref(Ref::space(road.space)));
        let varied = self.roads.borrow().varied(self.places[at as usize].crossing).clone();
        let end = self.stand(at).road(walk, step, &varied, heed, &mut locals);
        self.locals = locals;
        Ok(end?.map(|(price, varied)| (self.roads.borrow_mut().number(road.space, &varied), price)))
    }

    /// Whether the walker, one step away, may enter a space.
    fn enters(&mut self, at: u32, to: u16, steps: u32) -> Read<bool> {
        let world = self.world;
        let enter = world.game.verbs.enter;
        if self.heed == Heed::Ground || world.live.forbids(enter).is_empty() {
            return Ok(true);
        }
        if let Some(free) = self.entered[usize::from(to)] {
            return Ok(free);
        }
        let args = [Value::Ref(Ref::piece(self.piece)), Value::Ref(Ref::space(to)), Value::Int(i64::from(steps))];
        if world.game.permissions[enter.at()].counts_steps {
            return self.stand(at).may(enter, &args);
        }
        // Where the walker comes from it does not meet itself, as others would.
        let shared = self.shared && to != self.home;
        if shared {
            if let Some((free, parts)) = self.roads.borrow_mut().verdict(world.memo, to) {
                world.memo.note(parts);
                self.entered[usize::from(to)] = Some(free);
                return Ok(free);
            }
        }
        let walker = self.piece;
        let view = self.stand(at);
        let looked_at = view.memo.looked_at();
        let question = view.memo.probe(if shared { Probe::Entry { walker, to } } else { Probe::Others(walker) });
        looked_at.let_in(&view.index.at[usize::from(to)]);
        let free = view.may(enter, &args);
        let scopes = looked_at.scopes();
        let (answer, parts) = view.memo.probed(question);
        let free = free?;
        if let Probe::Entry { .. } = answer {
            let mut roads = self.roads.borrow_mut();
            roads.heed_scopes(&world, &scopes);
            roads.learn_verdict(world.memo, to, free, parts);
        }
        if answer != Probe::Tainted {
            self.entered[usize::from(to)] = Some(free);
        }
        Ok(free)
    }

    /// The steps from a place, whoever stands where they lead. What the ground alone decides is kept.
    fn explore(&mut self, at: u32) -> Read<Rc<[Road]>> {
        let world = self.world;
        let varied = self.walk.varies.iter().filter_map(|varied| match varied {
            Varied::Var(var) => Some(1u128 << world.game.vars[var.at()].column),
            Varied::Facing => None,
        });
        let varied = varied.fold(0, |all, one| all | one);
        let ground = Probe::Ground { walker: self.piece, varied, facing: self.facing.is_some() };
        let question = world.memo.probe(ground);
        let mut locals = std::mem::take(&mut self.locals);
        let mut roads = Vec::new();
        let explored = self.explore_with(at, ground, &mut locals, &mut roads);
        self.locals = locals;
        let scopes = world.memo.looked_at().scopes();
        let (answer, parts) = world.memo.probed(question);
        explored?;
        let roads: Rc<[Road]> = roads.into();
        if let (Probe::Ground { .. }, true) = (answer, self.shared) {
            let crossing = self.places[at as usize].crossing;
            let mut known = self.roads.borrow_mut();
            known.heed_scopes(&world, &scopes);
            known.learn(crossing, &roads, parts.without(1 << column::PIECES | varied));
        }
        Ok(roads)
    }

    fn explore_with(&mut self, at: u32, ground: Probe, locals: &mut Locals, roads: &mut Vec<Road>) -> Read<()> {
        let (walk, heed, shared) = (self.walk, self.heed, self.shared);
        let space = self.space(at);
        let varied = self.roads.borrow().varied(self.places[at as usize].crossing).clone();
        let known = self.roads.clone();
        let view = self.stand(at);
        for (number, step) in walk.steps.iter().enumerate() {
            if step.under.is_some_and(|(ruling, value)| view.game.readings[ruling.at()] != value) {
                continue;
            }
            set_local(locals, walk.to, Value::Ref(Ref::space(space)));
            let mut stands = true;
            for when in &step.when_here {
                stands = stands && view.test(when, locals)?;
            }
            if !stands {
                continue;
            }
            let choices = match &step.each {
                Some((_, set)) => {
                    let set = view.eval(set, locals)?;
                    view.in_order(&set)
                }
                None => SmallVec::from_iter([Value::None]),
            };
            for choice in choices {
                if let Some((slot, _)) = &step.each {
                    set_local(locals, *slot, choice.clone());
                }
                let targets: SmallVec<[u16; 8]> = match &step.to {
                    Some(to) => view.eval(to, locals)?.members().iter().map(|to| to.index).collect(),
                    None => SmallVec::from_slice(&[space]),
                };
                for to in targets {
                    set_local(locals, walk.to, Value::Ref(Ref::space(to)));
                    let end = view.road(walk, step, &varied, heed, locals)?;
                    let end = if shared && view.memo.looked_at().reset(ground) {
                        // What this step looked at does not hold for others; the other steps may.
                        Some(RoadEnd::Asked(choice.clone()))
                    } else {
                        end.map(|(price, varied)| RoadEnd::Known(known.borrow_mut().number(to, &varied), price))
                    };
                    roads.extend(end.map(|end| Road { step: number as u8, space: to, end }));
                }
            }
        }
        Ok(())
    }

    /// The tree of all ways that have been found.
    fn tree(&self) -> Vec<Branch> {
        let roads = self.roads.borrow();
        let branch = |place: &Place| {
            let before = self.places.get(place.before as usize);
            let leg = Leg {
                step: place.step,
                to: roads.crossing(place.crossing).space,
                cost: place.cost - before.map_or(0, |before| before.cost),
                varied: roads.varied(place.crossing).clone(),
            };
            Branch { before: before.map(|_| place.before), leg }
        };
        self.places.iter().map(branch).collect()
    }
}

impl World<'_> {
    /// What a step to the space in the slots costs, and what varies after it; nothing if it cannot be made.
    fn road(
        &self,
        walk: &Walk,
        step: &WalkStep,
        varied: &Variation,
        heed: Heed,
        locals: &mut Locals,
    ) -> Read<Option<(i64, Variation)>> {
        for when in &step.when {
            if !self.test(when, locals)? {
                return Ok(None);
            }
        }
        let args = &locals[..usize::from(walk.to) + 1];
        if heed != Heed::Ground && !(self.may(walk.permission, args)? && self.may(step.permission, args)?) {
            return Ok(None);
        }
        let price = match &step.pays {
            Some(pays) => match self.eval(pays, locals)?.grains(walk.halves) {
                Some(price) => price.max(0),
                // No cost, no step.
                None => return Ok(None),
            },
            None => 0,
        };
        let mut varied = varied.clone();
        for (place, value) in &step.sets {
            let value = self.eval(value, locals)?;
            varied[*place] = match walk.varies[*place] {
                Varied::Facing => encode(&value),
                Varied::Var(var) => encode_as(&value, self.game.vars[var.at()].ty),
            };
        }
        Ok(Some((price, varied)))
    }
}

/// What a piece spends of its own purse.
fn spending(purse: PurseId, side: u8, piece: u16, amount: i64) -> Spent {
    let owner = Some(Ref::piece(piece));
    let amount = i32::try_from(amount).unwrap_or(i32::MAX);
    Spent { purse, side: u16::from(side), source: 0, giver: owner, payee: owner, amount }
}

impl Cx<'_> {
    /// Goes a way step by step through the door, with company as far as it may enter; what it costs is spent.
    ///
    /// # Errors
    /// When a hook is faulty, asks, or ends the game.
    pub fn follow(&self, piece: u16, way: &Way, company: &[u16]) -> Act<()> {
        let walk = &self.game.walks[way.walk().at()];
        let legs = way.legs();
        if let Some(purse) = walk.purse {
            let amount: i64 = legs.iter().map(|leg| leg.cost).sum();
            if amount > 0 {
                let side = self.run.borrow().state.pieces[piece as usize].side;
                self.spend_one(spending(purse, side, piece, amount))?;
            }
        }
        let mut along: Vec<u16> = company.to_vec();
        for (count, leg) in (1i64..).zip(legs) {
            let from = self.run.borrow().state.pieces[piece as usize].space;
            if leg.to != from {
                self.place(piece, leg.to)?;
                if self.run.borrow().state.pieces[piece as usize].space != leg.to {
                    // A hook has put the walker elsewhere: the way ends.
                    return Ok(());
                }
            }
            for (what, value) in walk.varies.iter().zip(&leg.varied) {
                match what {
                    Varied::Facing => self.set_facing(piece, &Value::Ref(Ref::direction(*value as u16)))?,
                    Varied::Var(var) => {
                        self.write(*var, Ref::piece(piece), decode(*value, self.game.vars[var.at()].ty))?;
                    }
                }
            }
            if leg.to == from {
                continue;
            }
            let mut still = Vec::with_capacity(along.len());
            for other in along {
                let args = [Value::Ref(Ref::piece(other)), Value::Ref(Ref::space(leg.to)), Value::Int(count)];
                let stands = self.run.borrow().state.pieces[other as usize].space == from;
                if stands && self.look(|world| world.may(world.game.verbs.enter, &args))? {
                    self.place(other, leg.to)?;
                    still.push(other);
                }
            }
            along = still;
        }
        Ok(())
    }
}

/// The way in a value.
///
/// # Errors
/// When it is none.
pub fn as_way(value: &Value) -> Act<Way> {
    match value {
        Value::Way(way) => Ok(way.clone()),
        other => Err(Stop::Fault(Box::new(Fault::new(format!("a way is followed, not {}", other.describe()))))),
    }
}
