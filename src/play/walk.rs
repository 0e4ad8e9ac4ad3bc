//! Walks: everything that a piece can do by repeating steps, searched cheapest first (language reference, 3.17).
//!
//! While it is searched, the walker really stands at each place, with the values that vary, on a scratch state: so every
//! word, quantity, reason against and line of sight works on the way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::node::Node;
use crate::model::value::{Amount, Leg, Value, Way};
use crate::model::walk::{Varied, Walk, WalkStep};

use super::eval::set_local;
use super::index::Index;
use super::memo::{Of, Probe};
use super::run::{Act, Cx, Stop};
use super::state::{NOWHERE, Spent, State, decode, encode, encode_as};
use super::world::{Fault, Locals, Read, World, fault};

/// More places (with all that varies) than this are too many for one walk.
const MOST_PLACES: usize = 50_000;

/// Values of what varies, in the order of the walk, as they stand in cells of a state.
type Variation = SmallVec<[i32; 4]>;

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

/// A place that the search has come to.
pub(super) struct Place {
    pub(super) space: u16,
    pub(super) varied: Variation,
    pub(super) cost: i64,
    pub(super) steps: u32,
    /// The place before it, with the number of the step that leads here, and its price.
    pub(super) from: Option<(usize, u8, i64)>,
}

/// A search that goes on as long as somebody wants more ends.
pub(super) struct Search<'w> {
    world: World<'w>,
    id: WalkId,
    pub(super) walk: &'w Walk,
    heed: Heed,
    pub(super) piece: u16,
    state: State,
    index: Index,
    pub(super) places: Vec<Place>,
    known: FxHashMap<(u16, Variation), usize>,
    open: BinaryHeap<Reverse<(i64, u32, usize)>>,
    locals: Locals,
    /// Spaces that may be entered or not, whatever the walker does.
    entered: FxHashMap<u16, bool>,
    /// What the walker may spend, by what varies.
    gives: FxHashMap<Variation, Option<i64>>,
    /// What it had spent before.
    spent_before: i64,
    /// The ends that have been told, where all that end alike are one.
    told: FxHashSet<(u16, Option<u16>)>,
    /// What is the same in all keys of prices, if prices can be kept.
    key: Option<u128>,
}

impl World<'_> {
    /// The ways of a walk, the cheapest first: of several that end alike, one.
    ///
    /// # Errors
    /// When a rule is faulty, or the walk has no end.
    pub fn ways_of(&self, walk: WalkId, args: &[Value]) -> Read<Value> {
        if self.brief.replace(false) {
            let mut first = None;
            self.search(walk, args, &mut |way| {
                first = Some(way);
                true
            })?;
            return Ok(Value::Array(first.into_iter().map(|way| Value::Way(Arc::new(way))).collect()));
        }
        self.kept(Of::Walk(walk), args, || {
            let mut ways: Vec<Way> = Vec::new();
            self.search(walk, args, &mut |way| {
                ways.push(way);
                false
            })?;
            let item = &self.game.walks[walk.at()];
            if item.price.is_some() {
                ways.sort_by_key(|way| way.cost.grains);
            }
            if item.least {
                let least = ways.first().map(|way| way.cost);
                ways.retain(|way| Some(way.cost) == least);
            }
            let mut told: Vec<Way> = Vec::with_capacity(ways.len());
            for way in ways {
                if !told.iter().any(|other| other.space == way.space && other.facing == way.facing) {
                    told.push(way);
                }
            }
            Ok(Value::Array(told.into_iter().map(|way| Value::Way(Arc::new(way))).collect()))
        })
    }

    /// What a piece has spent from a purse of its own.
    pub(super) fn spent_by(&self, purse: Option<PurseId>, piece: u16) -> i64 {
        let Some(purse) = purse else { return 0 };
        self.memo.see_column(column::PURSES);
        let owner = Some(Ref::piece(piece));
        let spent = self.state.spent.iter().filter(|one| one.purse == purse && one.giver == owner);
        spent.map(|one| i64::from(one.amount)).sum()
    }

    /// What the prices of one walk of one piece have in common: the walk, what is printed on the piece, its mode, and
    /// what else the walk is asked with. Where pieces stand in slots, or there is more, prices are not kept.
    fn price_key(&self, id: WalkId, piece: u16, args: &[Value]) -> Option<u128> {
        let class = *self.layout.classes.get(piece as usize)?;
        let other = match args.get(1) {
            None => 0,
            Some(Value::Ref(thing)) => u128::from(thing.index) + 1,
            Some(_) => return None,
        };
        if args.len() > 2 || self.game.board.slots.is_some() {
            return None;
        }
        let mode = self.state.pieces[piece as usize].mode;
        Some(u128::from(id.0) << 112 | u128::from(class) << 96 | u128::from(mode) << 88 | other << 64)
    }

    /// Calls `found` with each end, the cheapest way first, until it says that it is enough.
    fn search(&self, id: WalkId, args: &[Value], found: &mut dyn FnMut(Way) -> bool) -> Read<()> {
        match self.begin_search(id, args, Heed::All)? {
            Some(mut search) => self.memo.imagine(|| search.run(found)).map(|_| ()),
            None => Ok(()),
        }
    }

    /// A search from where the walker stands; nothing if it is off the board.
    pub(super) fn begin_search(&self, id: WalkId, args: &[Value], heed: Heed) -> Read<Option<Search<'_>>> {
        let walk = &self.game.walks[id.at()];
        let Some(Value::Ref(Ref { domain: Domain::Piece, index: piece })) = args.first() else {
            return fault("a walk needs the piece that walks");
        };
        let piece = *piece;
        self.memo.see(column::PIECES, Ref::piece(piece));
        let space = self.state.pieces[piece as usize].space;
        if space == NOWHERE {
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
        let mut search = Search {
            world: *self,
            id,
            walk,
            heed,
            piece,
            state: self.state.clone(),
            index: self.index.clone(),
            places: Vec::new(),
            known: FxHashMap::default(),
            open: BinaryHeap::new(),
            locals: self.locals(args, walk.locals),
            entered: FxHashMap::default(),
            gives: FxHashMap::default(),
            spent_before: self.spent_by(walk.purse, piece),
            told: FxHashSet::default(),
            key: self.price_key(id, piece, args),
        };
        search.come(space, varied, 0, 0, None);
        Ok(Some(search))
    }
}

impl<'w> Search<'w> {
    /// The scratch state, for reading.
    pub(super) fn view(&self) -> World<'_> {
        World { state: &self.state, index: &self.index, ..self.world }
    }

    /// A place has been reached at some cost; it is looked at in its turn, unless it is known at no greater cost.
    fn come(&mut self, space: u16, varied: Variation, cost: i64, steps: u32, from: Option<(usize, u8, i64)>) {
        let next = self.places.len();
        match self.known.get_mut(&(space, varied.clone())) {
            Some(at) if self.places[*at].cost <= cost => return,
            Some(at) => *at = next,
            None => {
                self.known.insert((space, varied.clone()), next);
            }
        }
        self.places.push(Place { space, varied, cost, steps, from });
        self.open.push(Reverse((cost, steps, next)));
    }

    /// The place at which `found` had enough, if it had.
    pub(super) fn run(&mut self, found: &mut dyn FnMut(Way) -> bool) -> Read<Option<usize>> {
        while let Some(Reverse((_, _, at))) = self.open.pop() {
            let place = &self.places[at];
            let (space, varied, cost, steps) = (place.space, place.varied.clone(), place.cost, place.steps);
            if self.known.get(&(space, varied.clone())) != Some(&at) {
                // A cheaper way has been found since.
                continue;
            }
            if self.places.len() > MOST_PLACES {
                let text = format!("the walk `{}` comes to more than {MOST_PLACES} places", self.walk.name);
                return Err(Box::new(Fault::new(text).at(self.walk.span)));
            }
            self.stand(space, &varied, cost);
            if let Some(purse) = self.walk.purse {
                // What has been spent on the way stands in the scratch state.
                if steps > 0 && self.heed == Heed::All && !self.can_pay(purse, &varied, cost)? {
                    continue;
                }
            }
            if let Some(way) = self.end(at)? {
                if found(way) {
                    return Ok(Some(at));
                }
            }
            if steps > 0 && !self.verb(self.world.game.verbs.pass, space, steps)? {
                continue;
            }
            self.spread(at)?;
        }
        Ok(None)
    }

    /// Puts the walker into a place.
    pub(super) fn stand(&mut self, space: u16, varied: &Variation, cost: i64) {
        let piece = self.piece;
        let from = std::mem::replace(&mut self.state.pieces[piece as usize].space, space);
        self.index.moved(piece, from, space);
        let game = self.world.game;
        for (what, value) in self.walk.varies.iter().zip(varied) {
            match what {
                Varied::Facing => self.state.pieces[piece as usize].facing = *value as u8,
                Varied::Var(var) => {
                    let ty = game.vars[var.at()].ty;
                    self.state.write(self.world.layout, *var, ty, piece, &decode(*value, ty));
                }
            }
        }
        if let Some(purse) = self.walk.purse {
            self.state.spent.truncate(self.world.state.spent.len());
            self.state.spent.push(spending(purse, self.world.state.pieces[piece as usize].side, piece, cost));
        }
    }

    /// Whether the walker, as it stands, has so much to spend. What it may spend mostly does not depend on the place.
    fn can_pay(&mut self, purse: PurseId, varied: &Variation, cost: i64) -> Read<bool> {
        let gives = match self.gives.get(varied) {
            Some(gives) => *gives,
            None => {
                let view = self.view();
                view.memo.probe(Probe::Elsewhere(self.piece));
                let gives = view.gives_to(purse, self.piece);
                let clean = view.memo.probed();
                let gives = gives?;
                if clean {
                    self.gives.insert(varied.clone(), gives);
                }
                gives
            }
        };
        Ok(gives.is_some_and(|gives| gives - self.spent_before >= cost))
    }

    /// Whether a verb of the door lets the walker be here.
    fn verb(&self, verb: PermissionId, to: u16, steps: u32) -> Read<bool> {
        if self.heed == Heed::Ground {
            return Ok(true);
        }
        let unit = Value::Ref(Ref::piece(self.piece));
        self.view().may(verb, &[unit, Value::Ref(Ref::space(to)), Value::Int(i64::from(steps))])
    }

    /// The way that ends here, if one may end here.
    fn end(&mut self, at: usize) -> Read<Option<Way>> {
        let (space, steps) = (self.places[at].space, self.places[at].steps);
        if steps > 0 && !self.verb(self.world.game.verbs.stay, space, steps)? {
            return Ok(None);
        }
        let facing = self.walk.varies.iter().position(|varied| *varied == Varied::Facing);
        let facing = facing.map(|facing| self.places[at].varied[facing] as u16);
        if self.walk.price.is_none() && self.told.contains(&(space, facing)) {
            // A cheaper way ends alike.
            return Ok(None);
        }
        if self.walk.end.is_some() || self.walk.price.is_some() {
            set_local(&mut self.locals, self.walk.to, Value::Ref(Ref::space(space)));
        }
        let mut locals = std::mem::take(&mut self.locals);
        let ends = self.priced_end(at, &mut locals);
        self.locals = locals;
        let Some(grains) = ends? else { return Ok(None) };
        self.told.insert((space, facing));
        let mut legs = Vec::with_capacity(steps as usize);
        let mut here = at;
        while let Some((before, step, cost)) = self.places[here].from {
            let place = &self.places[here];
            let varied = self.walk.varies.iter().zip(&place.varied).map(|(what, value)| match what {
                Varied::Facing => Value::Ref(Ref::direction(*value as u16)),
                Varied::Var(var) => decode(*value, self.world.game.vars[var.at()].ty),
            });
            legs.push(Leg { step, to: place.space, cost, varied: varied.collect() });
            here = before;
        }
        legs.reverse();
        let cost = Amount { grains, halves: self.walk.halves };
        Ok(Some(Way { walk: self.id, piece: self.piece, space, cost, legs: legs.into(), facing }))
    }

    /// What an end costs here; nothing if one may not end here.
    fn priced_end(&self, at: usize, locals: &mut Locals) -> Read<Option<i64>> {
        if let Some(end) = self.walk.end.as_ref().filter(|_| self.heed != Heed::Ground) {
            if !self.view().test(end, locals)? {
                return Ok(None);
            }
        }
        match &self.walk.price {
            Some(price) => Ok(self.view().eval(price, locals)?.grains(self.walk.halves)),
            None => Ok(Some(self.places[at].cost)),
        }
    }

    /// All places one step from here.
    fn spread(&mut self, at: usize) -> Read<()> {
        let space = self.places[at].space;
        let unit = Value::Ref(Ref::piece(self.piece));
        let leave = self.world.game.verbs.leave;
        if self.heed != Heed::Ground && !self.view().may(leave, &[unit, Value::Ref(Ref::space(space))])? {
            return Ok(());
        }
        let mut locals = std::mem::take(&mut self.locals);
        let spread = self.spread_with(at, &mut locals);
        self.locals = locals;
        spread
    }

    fn spread_with(&mut self, at: usize, locals: &mut Locals) -> Read<()> {
        let walk = self.walk;
        let space = self.places[at].space;
        for (number, step) in walk.steps.iter().enumerate() {
            if step.under.is_some_and(|(ruling, value)| self.world.game.readings[ruling.at()] != value) {
                continue;
            }
            set_local(locals, walk.to, Value::Ref(Ref::space(space)));
            let mut stands = true;
            for when in &step.when_here {
                stands = stands && self.view().test(when, locals)?;
            }
            if !stands {
                continue;
            }
            let choices = match &step.each {
                Some((_, set)) => {
                    let set = self.view().eval(set, locals)?;
                    self.view().in_order(&set)
                }
                None => SmallVec::from_iter([Value::None]),
            };
            for choice in choices {
                if let Some((slot, _)) = &step.each {
                    set_local(locals, *slot, choice);
                }
                let targets: SmallVec<[u16; 8]> = match &step.to {
                    Some(to) => self.view().eval(to, locals)?.members().iter().map(|to| to.index).collect(),
                    None => SmallVec::from_slice(&[space]),
                };
                for to in targets {
                    set_local(locals, walk.to, Value::Ref(Ref::space(to)));
                    self.step(at, number as u8, step, to, locals)?;
                }
            }
        }
        Ok(())
    }

    /// One step to one space, if it is allowed.
    fn step(&mut self, at: usize, number: u8, step: &WalkStep, to: u16, locals: &mut Locals) -> Read<()> {
        let walk = self.walk;
        let steps = self.places[at].steps + 1;
        let moves = to != self.places[at].space;
        let mut learnt = None;
        let (price, varied) = {
            let view = self.view();
            for when in &step.when {
                if !view.test(when, locals)? {
                    return Ok(());
                }
            }
            if moves && self.heed != Heed::Ground {
                let args =
                    [Value::Ref(Ref::piece(self.piece)), Value::Ref(Ref::space(to)), Value::Int(i64::from(steps))];
                let enter = view.game.verbs.enter;
                let free = match self.entered.get(&to) {
                    Some(free) => *free,
                    None if view.game.permissions[enter.at()].counts_steps => view.may(enter, &args)?,
                    None => {
                        view.memo.probe(Probe::Others(self.piece));
                        let free = view.may(enter, &args);
                        if view.memo.probed() {
                            if let Ok(free) = &free {
                                learnt = Some(*free);
                            }
                        }
                        free?
                    }
                };
                if !free {
                    self.entered.extend(learnt.map(|free| (to, free)));
                    return Ok(());
                }
            }
            let args = &locals[..usize::from(walk.to) + 1];
            let heeds = self.heed != Heed::Ground;
            if heeds && !(view.may(walk.permission, args)? && view.may(step.permission, args)?) {
                return Ok(());
            }
            let price = match &step.pays {
                Some(pays) => match self.price(&view, pays, at, number, step, to, locals)? {
                    Some(price) => price.max(0),
                    // No cost, no step.
                    None => return Ok(()),
                },
                None => 0,
            };
            let mut varied = self.places[at].varied.clone();
            for (place, value) in &step.sets {
                let value = view.eval(value, locals)?;
                varied[*place] = match walk.varies[*place] {
                    Varied::Facing => encode(&value),
                    Varied::Var(var) => encode_as(&value, view.game.vars[var.at()].ty),
                };
            }
            (price, varied)
        };
        self.entered.extend(learnt.map(|free| (to, free)));
        let cost = self.places[at].cost.saturating_add(price);
        self.come(to, varied, cost, steps, Some((at, number, price)));
        Ok(())
    }
}

impl Search<'_> {
    /// The price of a step. Where it depends on nothing but the ground and who walks, it is kept from search to search.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step")]
    fn price(
        &self,
        view: &World<'_>,
        pays: &Node,
        at: usize,
        number: u8,
        step: &WalkStep,
        to: u16,
        locals: &mut Locals,
    ) -> Read<Option<i64>> {
        let choice = match step.each.as_ref().map(|(slot, _)| &locals[usize::from(*slot)]) {
            None => Some(0),
            Some(Value::Ref(thing)) => Some(u128::from(thing.index) + 1),
            Some(_) => None,
        };
        let key = self.key.zip(choice).map(|(key, choice)| {
            let from = self.places[at].space;
            key | u128::from(number) << 48 | choice << 32 | u128::from(from) << 16 | u128::from(to)
        });
        let Some(key) = key else { return Ok(view.eval(pays, locals)?.grains(self.walk.halves)) };
        if let Some(price) = view.memo.price(key) {
            return Ok(price);
        }
        view.memo.probe(Probe::Ground(self.piece));
        let price = view.eval(pays, locals).map(|price| price.grains(self.walk.halves));
        if view.memo.probed() {
            if let Ok(price) = &price {
                view.memo.keep_price(key, *price);
            }
        }
        price
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
        let walk = &self.game.walks[way.walk.at()];
        if let Some(purse) = walk.purse {
            let amount: i64 = way.legs.iter().map(|leg| leg.cost).sum();
            if amount > 0 {
                let side = self.run.borrow().state.pieces[piece as usize].side;
                self.spend_one(spending(purse, side, piece, amount))?;
            }
        }
        let mut along: Vec<u16> = company.to_vec();
        for (count, leg) in (1i64..).zip(way.legs.iter()) {
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
                    Varied::Facing => self.set_facing(piece, value)?,
                    Varied::Var(var) => self.write(*var, Ref::piece(piece), value.clone())?,
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
pub fn as_way(value: &Value) -> Act<Arc<Way>> {
    match value {
        Value::Way(way) => Ok(way.clone()),
        other => Err(Stop::Fault(Box::new(Fault::new(format!("a way is followed, not {}", other.describe()))))),
    }
}
