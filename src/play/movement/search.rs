//! The search for all ways of a walk, cheapest first.
//!
//! Results that depend only on the terrain come from the movement graph of the walker's group (`graph.rs`). Everything
//! else is evaluated on a scratch state in which the walker stands at the place in question, with the varied values it
//! has there. So words, quantities, permissions and lines of sight work on the way as anywhere else.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::{Amount, Value};
use crate::model::walk::{Varied, Walk};
use crate::model::way::{Branch, End, Leg};

use super::step_cache::StepCache;
use super::via::Via;
use crate::play::cache::entry::{Reads, bit_of};
use crate::play::cache::graph::{MovementGraph, Scratch, Variation};
use crate::play::cache::tracker::Claim;
use crate::play::store::columns::{decode, encode};
use crate::play::store::effort::PLACE;
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::state::{NOWHERE, Spent};
use crate::play::store::world::{Fault, Read, World, fault};

/// A walk may reach this many places, counting variations.
const MOST_PLACES: usize = 10_000;
/// No place.
const NONE: u32 = u32::MAX;

/// What a search checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) enum Checks {
    /// Everything: the ways it finds are legal.
    All,
    /// Everything except what the walker can pay.
    Rules,
    /// Only where steps lead and what they cost.
    Terrain,
}

/// A place that the search has reached.
pub(in crate::play) struct Place {
    /// The number of its vertex.
    pub(in crate::play) vertex: u32,
    pub(in crate::play) cost: i64,
    pub(in crate::play) steps: u32,
    /// The place before it.
    pub(in crate::play) before: u32,
    /// The step that led here.
    pub(in crate::play) step: u8,
    /// The spaces worth passing that were passed, one bit each.
    pub(in crate::play) passed: u64,
    /// Another place at the same vertex, by a way that passed other spaces.
    also: u32,
}

/// A search in progress. It reports each end to its caller, who may stop it.
pub(in crate::play) struct Search<'w> {
    pub(in crate::play) world: World<'w>,
    pub(in crate::play) walk: &'w Walk,
    pub(in crate::play) checks: Checks,
    pub(in crate::play) piece: u16,
    /// The space in which the walker stands.
    pub(in crate::play) home: u16,
    /// The movement graph.
    pub(in crate::play) graph: Rc<RefCell<MovementGraph>>,
    /// True if other walkers use the same graph.
    pub(in crate::play) shared: bool,
    /// True if results from here on are stored for this walker only.
    pub(in crate::play) alone: bool,
    /// True if the graph holds for all further arguments of the walk; conditions on these are evaluated separately.
    pub(in crate::play) split: bool,
    /// Results for the steps of this walker.
    pub(in crate::play) cache: StepCache,
    /// The spaces worth passing on purpose.
    pub(in crate::play) via: Via,
    scratch: Option<Box<Scratch>>,
    /// The columns in which the scratch state may differ from the cached one; `None` inside another search.
    moved: Option<u128>,
    pub(in crate::play) places: Vec<Place>,
    /// The cheapest place at each vertex; if some spaces are worth passing, the last of several.
    known: Vec<u32>,
    /// How many places at the same vertex were compared.
    compared: Cell<u64>,
    /// Places to visit, cheapest first: cost, steps, number.
    open: BinaryHeap<Reverse<u128>>,
    pub(in crate::play) locals: Locals,
    /// Whether each space may be entered, if that does not depend on the walker's state.
    pub(in crate::play) entered: Vec<Option<bool>>,
    /// What the walker can spend, by variation.
    gives: Vec<Option<Option<i64>>>,
    /// What it had spent before.
    spent_before: i64,
    /// The ends that were reported. Equal ends are reported once.
    told: Vec<bool>,
    /// The index of the facing among the varied variables.
    pub(in crate::play) facing: Option<usize>,
    /// Which prohibitions there are on leaving, staying in and passing spaces.
    barred: Barred,
}

/// The verbs that must be checked.
#[derive(Clone, Copy)]
struct Barred {
    leave: bool,
    stay: bool,
    pass: bool,
}

impl World<'_> {
    /// A search from the walker's space; `None` if it is off the board.
    pub(in crate::play) fn begin_search(&self, id: WalkId, args: &[Value], checks: Checks) -> Read<Option<Search<'_>>> {
        let walk = &self.game.walks[id.at()];
        let Some(Value::Ref(Ref { domain: Domain::Piece, index: piece })) = args.first() else {
            return fault("a walk needs a piece");
        };
        let piece = *piece;
        let home = self.piece_state(piece).space;
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
        // Inside another walk the walker is elsewhere, so the graph is not used.
        let key = self.graph_key(id, piece, args).filter(|_| checks != Checks::Terrain && !self.cache.is_suspended());
        let shared = key.is_some();
        let graph = key.map_or_else(Rc::default, |key| self.cache.graph(key, self, piece));
        let (vertex, known) = {
            let mut graph = graph.borrow_mut();
            (graph.number(home, &varied), graph.len())
        };
        let facing = walk.varies.iter().position(|varied| *varied == Varied::Facing);
        let spaces = self.game.board.spaces.len();
        let kinds = if facing.is_some() { spaces * self.game.board.directions.len() } else { spaces };
        let verbs = self.game.verbs;
        let barred = |verb: PermissionId| checks != Checks::Terrain && !self.active_forbids(verb).is_empty();
        let free_entry = !barred(verbs.enter);
        let barred = Barred { leave: barred(verbs.leave), stay: barred(verbs.stay), pass: barred(verbs.pass) };
        let locals = self.locals(args, walk.locals);
        let via = if walk.via.is_empty() { Via::default() } else { self.via_of(walk, &locals, home)? };
        let columns = walk.varies.iter().filter_map(|varied| match varied {
            Varied::Var(var) => Some(1 << self.game.vars[var.at()].column),
            Varied::Facing => None,
        });
        let varied = columns.fold(0, |all, one: u128| all | one);
        let fixed = Claim::Fixed { walker: piece, varied, facing: facing.is_some() };
        let mut search = Search {
            world: *self,
            walk,
            checks,
            piece,
            home,
            graph,
            shared,
            alone: !shared,
            split: shared && self.splits(walk),
            cache: StepCache::new(self.cache.is_on().then_some(fixed)),
            via,
            scratch: self.cache.scratch(),
            moved: (!self.cache.is_suspended()).then_some(varied | 1 << column::PIECES | 1 << column::PURSES),
            places: Vec::with_capacity(64),
            known: vec![NONE; known],
            compared: Cell::new(0),
            open: BinaryHeap::with_capacity(64),
            locals,
            entered: vec![free_entry.then_some(true); spaces],
            gives: Vec::new(),
            spent_before: self.spent_by(walk.purse, piece),
            told: vec![false; kinds],
            facing,
            barred,
        };
        search.come(vertex, 0, 0, NONE, 0);
        Ok(Some(search))
    }
}

impl<'w> Search<'w> {
    /// The space of a place.
    pub(in crate::play) fn space(&self, at: u32) -> u16 {
        self.graph.borrow().vertex(self.places[at as usize].vertex).space
    }

    /// Adds a place reached at some cost, unless it is known at the same or a lower cost.
    fn come(&mut self, vertex: u32, cost: i64, steps: u32, before: u32, step: u8) {
        let next = self.places.len() as u32;
        let passed = match self.places.get(before as usize) {
            Some(before) => self.via.after(before.passed, self.graph.borrow().vertex(vertex).space),
            None => 0,
        };
        if self.is_known(vertex, cost, passed) {
            return;
        }
        if self.known.len() <= vertex as usize {
            self.known.resize(vertex as usize + 1, NONE);
        }
        if self.checks == Checks::All && !self.gives.is_empty() {
            // A place the walker cannot afford is not visited, if its means are known.
            let variation = self.graph.borrow().vertex(vertex).variation;
            if let Some(Some(gives)) = self.gives.get(usize::from(variation)) {
                if gives.is_none_or(|gives| gives - self.spent_before < cost) {
                    return;
                }
            }
        }
        let known = std::mem::replace(&mut self.known[vertex as usize], next);
        let also = if self.via.is_empty() { NONE } else { known };
        self.places.push(Place { vertex, cost, steps, before, step, passed, also });
        self.open.push(Reverse((cost.max(0) as u128) << 64 | u128::from(steps) << 32 | u128::from(next)));
    }

    /// The place at which `found` stopped the search, if it did.
    pub(in crate::play) fn run(&mut self, found: &mut dyn FnMut(End) -> bool) -> Read<Option<u32>> {
        while let Some(Reverse(next)) = self.open.pop() {
            let at = next as u32;
            let Place { cost, steps, .. } = self.places[at as usize];
            self.world
                .effort
                .spend(PLACE + self.compared.take())
                .map_err(|fault| Box::new(fault.at(self.walk.span)))?;
            if self.is_outdone(at) {
                // A cheaper way was found since.
                continue;
            }
            if self.places.len() > MOST_PLACES {
                let (name, place) = (&self.walk.name, self.world.game.sources.place(self.walk.span));
                let text = format!(
                    "walk `{name}` ({place}) found more than 10,000 ways; limit its {}",
                    if self.via.is_empty() { "`varies`" } else { "`varies` or `via`" }
                );
                return Err(Box::new(Fault::new(text).at(self.walk.span)));
            }
            if let Some(purse) = self.walk.purse {
                // The scratch state contains what was spent on the way.
                if steps > 0 && self.checks == Checks::All && !self.can_pay(purse, at, cost)? {
                    continue;
                }
            }
            if let Some(end) = self.end(at)? {
                if found(end) {
                    return Ok(Some(at));
                }
            }
            if steps > 0 && self.barred.pass && !self.verb(self.world.game.verbs.pass, at)? {
                continue;
            }
            self.spread(at)?;
        }
        Ok(None)
    }

    /// The world with the walker at a place.
    pub(in crate::play) fn stand(&mut self, at: u32) -> World<'_> {
        let (world, piece) = (self.world, usize::from(self.piece));
        let scratch = self.scratch.get_or_insert_with(|| {
            Box::new(Scratch { state: world.state.clone(), index: world.index.clone(), at: NONE })
        });
        if scratch.at != at {
            let place = &self.places[at as usize];
            let graph = self.graph.borrow();
            let space = graph.vertex(place.vertex).space;
            let from = std::mem::replace(&mut scratch.state.pieces[piece].space, space);
            scratch.index.moved(self.piece, from, space);
            for (what, value) in self.walk.varies.iter().zip(graph.varied(place.vertex)) {
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
        if let Some(columns) = self.moved {
            let here = scratch.state.pieces[piece].space;
            let places = [self.home, here].into_iter().filter(|space| *space != NOWHERE).map(Ref::space);
            let things = places.chain([Ref::piece(self.piece)]).fold(0, |all, thing| all | bit_of(thing));
            world.cache.differ(Reads { columns, things });
        }
        World { state: &scratch.state, index: &scratch.index, ..world }
    }

    /// Puts the walker back in its space, so that the next search can use the scratch state.
    pub(super) fn go_home(&mut self) {
        if self.scratch.as_ref().is_some_and(|scratch| scratch.at != NONE) {
            self.stand(0);
        }
        if let Some(mut scratch) = self.scratch.take() {
            scratch.state.spent.truncate(self.world.state.spent.len());
            scratch.at = NONE;
            self.world.cache.store_scratch(scratch);
        }
    }

    /// True if the walker can pay this much at a place. That rarely depends on the place.
    fn can_pay(&mut self, purse: PurseId, at: u32, cost: i64) -> Read<bool> {
        let variation = usize::from(self.graph.borrow().vertex(self.places[at as usize].vertex).variation);
        let gives = match self.gives.get(variation).copied().flatten() {
            Some(gives) => gives,
            None => {
                let piece = self.piece;
                // With the original values of what varies, the starting space serves as well as any.
                let as_at_home = variation == usize::from(self.graph.borrow().vertex(self.places[0].vertex).variation);
                let view = if as_at_home { self.world } else { self.stand(at) };
                let (gives, answer, _) = view.cache.tracked(Claim::Elsewhere(piece), || view.gives_to(purse, piece));
                let mut gives = gives?;
                if answer == Claim::Refuted {
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

    /// Whether this verb allows the walker to be at a place.
    fn verb(&mut self, verb: PermissionId, at: u32) -> Read<bool> {
        let unit = Value::Ref(Ref::piece(self.piece));
        let steps = i64::from(self.places[at as usize].steps);
        let space = self.space(at);
        let view = self.stand(at);
        let args = [unit, Value::Ref(Ref::space(space)), Value::Int(steps)];
        let asked = if verb == view.game.verbs.leave { 2 } else { 3 };
        view.may(verb, &args[..asked])
    }

    /// The way that ends here, if it may end here.
    fn end(&mut self, at: u32) -> Read<Option<End>> {
        if self.barred.stay && self.places[at as usize].steps > 0 && !self.verb(self.world.game.verbs.stay, at)? {
            return Ok(None);
        }
        let (space, facing) = (self.space(at), self.facing_at(at));
        let kind = self.kind_of(space, facing);
        if self.walk.price.is_none() && self.via.is_empty() && self.told[kind] {
            // A cheaper way has the same end.
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
        let passed = self.places[at as usize].passed;
        Ok(Some(End { at, space, cost: Amount { grains: cost, halves: self.walk.halves }, facing, passed }))
    }

    /// The facing of the walker at a place, if it varies.
    pub(in crate::play) fn facing_at(&self, at: u32) -> Option<u16> {
        let vertex = self.places[at as usize].vertex;
        self.facing.map(|facing| self.graph.borrow().varied(vertex)[facing] as u16)
    }

    /// A number shared by all equal ends.
    fn kind_of(&self, space: u16, facing: Option<u16>) -> usize {
        let spaces = self.entered.len();
        facing.map_or(0, |facing| usize::from(facing) * spaces) + usize::from(space)
    }

    /// The cost of ending here; `None` if a way may not end here.
    fn priced_end(&mut self, at: u32, locals: &mut Locals) -> Read<Option<i64>> {
        let (walk, checks, cost) = (self.walk, self.checks, self.places[at as usize].cost);
        let view = self.stand(at);
        if !view.meets(walk.end.as_ref().filter(|_| checks != Checks::Terrain), locals)? {
            return Ok(None);
        }
        match &walk.price {
            Some(price) => Ok(view.eval(price, locals)?.grains(walk.halves)),
            None => Ok(Some(cost)),
        }
    }

    /// Visits all places one step from here.
    fn spread(&mut self, at: u32) -> Read<()> {
        if self.barred.leave && !self.verb(self.world.game.verbs.leave, at)? {
            return Ok(());
        }
        let Place { vertex, cost, steps, passed, .. } = self.places[at as usize];
        let (here, ways, reads) = {
            let graph = self.graph.borrow();
            let vertex = graph.vertex(vertex);
            (vertex.space, vertex.steps.clone(), graph.reads())
        };
        let ways = match ways {
            Some(ways) => {
                self.world.cache.add_reads(reads);
                ways
            }
            None => self.explore(at)?,
        };
        // Which steps may begin here, for conditions that were left out when the place was explored.
        let mut begins: SmallVec<[Option<bool>; 8]> =
            SmallVec::from_elem(ways.complete.then_some(true), self.walk.steps.len());
        let mut may_begin = |search: &mut Self, step: u8| -> Read<bool> {
            let known = &mut begins[usize::from(step)];
            if known.is_none() {
                *known = Some(search.lets(at, step, None)?);
            }
            Ok(*known == Some(true))
        };
        for edge in &ways.fixed {
            let cost = cost.saturating_add(edge.price);
            let passed = self.via.after(passed, edge.space);
            if !self.is_known(edge.to, cost, passed)
                && may_begin(self, edge.step)?
                && (ways.complete || self.lets(at, edge.step, Some(edge.space))?)
                && (edge.space == here || self.enters(at, edge.space, steps + 1)?)
            {
                self.come(edge.to, cost, steps + 1, at, edge.step);
            }
        }
        for step in &ways.dynamic {
            self.world.effort.spend(PLACE)?;
            if may_begin(self, step.step)? && (step.space == here || self.enters(at, step.space, steps + 1)?) {
                if let Some((to, price)) = self.ask(at, step)? {
                    self.come(to, cost.saturating_add(price), steps + 1, at, step.step);
                }
            }
        }
        Ok(())
    }

    /// True if the vertex is known at the same or a lower cost, by a way that passed all these spaces.
    #[inline]
    fn is_known(&self, vertex: u32, cost: i64, passed: u64) -> bool {
        let known = self.known.get(vertex as usize).copied().unwrap_or(NONE);
        self.any_at(known, |_, place| place.cost <= cost && place.passed & passed == passed)
    }

    /// True if another way to the same vertex is better.
    fn is_outdone(&self, at: u32) -> bool {
        let Place { vertex, cost, passed, .. } = self.places[at as usize];
        self.any_at(self.known[vertex as usize], |other, place| {
            other != at && place.cost <= cost && place.passed & passed == passed
        })
    }

    /// True if this holds for a place at a vertex, starting with this one.
    #[inline]
    fn any_at(&self, mut at: u32, holds: impl Fn(u32, &Place) -> bool) -> bool {
        while let Some(place) = self.places.get(at as usize) {
            if holds(at, place) {
                return true;
            }
            at = place.also;
            if at != NONE {
                self.compared.set(self.compared.get() + 1);
            }
        }
        false
    }

    /// The tree of all ways found.
    pub(super) fn tree(&self) -> Vec<Branch> {
        let graph = self.graph.borrow();
        let branch = |place: &Place| {
            let before = self.places.get(place.before as usize);
            let leg = Leg {
                step: place.step,
                to: graph.vertex(place.vertex).space,
                cost: place.cost - before.map_or(0, |before| before.cost),
                varied: graph.varied(place.vertex).clone(),
            };
            Branch { before: before.map(|_| place.before), leg }
        };
        self.places.iter().map(branch).collect()
    }
}

/// What a piece has spent from its own purse.
pub(in crate::play) fn spending(purse: PurseId, side: u8, piece: u16, amount: i64) -> Spent {
    let owner = Some(Ref::piece(piece));
    let amount = i32::try_from(amount).unwrap_or(i32::MAX);
    Spent { purse, side: u16::from(side), source: 0, giver: owner, payee: owner, amount }
}
