//! Explores one place of a search: which steps begin there, where they lead this walker, and which spaces it may enter.
//! Results that hold for all walkers of the group go into the movement graph.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;
use crate::model::walk::{Varied, Walk};

use super::search::{Checks, Search};
use super::step_cache::{Part, StepCache};
use crate::play::cache::graph::{DynamicStep, Edge, Steps, Variation};
use crate::play::cache::tracker::Claim;
use crate::play::store::columns::{encode, encode_as};
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::world::{Read, World};

impl Search<'_> {
    /// Where a step leads this walker, and its price; `None` if the step is not possible.
    pub(in crate::play) fn ask(&mut self, at: u32, dynamic: &DynamicStep) -> Read<Option<(u32, i64)>> {
        let (walk, checks) = (self.walk, self.checks);
        let step = &walk.steps[usize::from(dynamic.step)];
        let mut locals = std::mem::take(&mut self.locals);
        if let Some((slot, _)) = &step.each {
            set_local(&mut locals, *slot, dynamic.choice.clone());
        }
        set_local(&mut locals, walk.to, Value::Ref(Ref::space(dynamic.space)));
        let mut cache = std::mem::take(&mut self.cache);
        cache.set_here.clear();
        let varied = self.graph.borrow().varied(self.places[at as usize].vertex).clone();
        let from = self.space(at);
        let step = (from, dynamic.space);
        let end = self.stand(at).edge(walk, dynamic.step, step, &varied, (checks, true), &mut cache, &mut locals);
        (self.locals, self.cache) = (locals, cache);
        Ok(end?.map(|(price, varied)| (self.graph.borrow_mut().number(dynamic.space, &varied), price)))
    }

    /// Whether the walker may enter a space one step away.
    pub(in crate::play) fn enters(&mut self, at: u32, to: u16, steps: u32) -> Read<bool> {
        if let Some(free) = self.entered[usize::from(to)] {
            return Ok(free);
        }
        let world = self.world;
        let enter = world.game.verbs.enter;
        let walker = self.piece;
        let args = || [Value::Ref(Ref::piece(walker)), Value::Ref(Ref::space(to)), Value::Int(i64::from(steps))];
        if world.game.permissions[enter.at()].counts_steps {
            return self.stand(at).may(enter, &args());
        }
        // The walker is absent from the space it left; for other walkers it would be there.
        let shared = self.shared && to != self.home;
        let is_empty = world.index.at[usize::from(to)].is_empty();
        if shared {
            if let Some((free, reads)) = self.graph.borrow_mut().entry(world.cache, to, is_empty) {
                world.cache.add_reads(reads);
                self.entered[usize::from(to)] = Some(free);
                return Ok(free);
            }
        }
        let view = self.stand(at);
        let tracker = view.cache.tracker();
        let claim = if shared { Claim::Entry { walker, to } } else { Claim::Others(walker) };
        let ((free, read_set), answer, reads) = view.cache.tracked(claim, || {
            tracker.set_guests(&view.index.at[usize::from(to)]);
            (view.may(enter, &args()), tracker.read_set())
        });
        let free = free?;
        if let Claim::Entry { .. } = answer {
            let mut graph = self.graph.borrow_mut();
            graph.add_marks(&world, walker, &self.walk.own, &read_set);
            graph.set_entry(world.cache, to, is_empty, (free, reads));
        }
        if answer != Claim::Refuted {
            self.entered[usize::from(to)] = Some(free);
        }
        Ok(free)
    }

    /// The steps from a place, before the rules for entering spaces apply. Steps that depend only on the terrain are
    /// stored.
    pub(in crate::play) fn explore(&mut self, at: u32) -> Read<Rc<Steps>> {
        let world = self.world;
        if self.alone {
            let (mut locals, mut cache) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.cache));
            let explored = self.explore_with(at, None, &mut cache, &mut locals);
            (self.locals, self.cache) = (locals, cache);
            return Ok(Rc::new(explored?));
        }
        let varied = self.walk.varies.iter().filter_map(|varied| match varied {
            Varied::Var(var) => Some(var),
            Varied::Facing => None,
        });
        let known = varied.chain(&self.walk.own).fold(0u128, |all, var| all | 1 << world.game.vars[var.at()].column);
        let ground = Claim::Ground { walker: self.piece, known, facing: self.facing.is_some() };
        let mut locals = std::mem::take(&mut self.locals);
        let ((explored, read_set), answer, reads) = world.cache.tracked(ground, || {
            let explored = self.explore_with(at, Some(ground), &mut StepCache::default(), &mut locals);
            (explored, world.cache.tracker().read_set())
        });
        self.locals = locals;
        if explored.is_err() && self.split {
            // A condition that was left out here may be the one that prevents this fault.
            self.alone = true;
            return self.explore(at);
        }
        let steps = Rc::new(explored?);
        if let Claim::Ground { .. } = answer {
            let vertex = self.places[at as usize].vertex;
            let mut shared = self.graph.borrow_mut();
            shared.add_marks(&world, self.piece, &self.walk.own, &read_set);
            shared.set_steps(vertex, &steps, reads.without(1 << column::PIECES | known));
        } else {
            // Other places of this walk most likely depend on pieces too, so results are now stored for this walker
            // only.
            self.alone = true;
        }
        Ok(steps)
    }

    /// Evaluates the conditions left out when a place was explored: those on the further arguments of the walk. `to`:
    /// the space to which the step leads; `None` for conditions on the space where it begins.
    pub(in crate::play) fn lets(&mut self, at: u32, step: u8, to: Option<u16>) -> Read<bool> {
        let conditions = &self.walk.steps[usize::from(step)];
        if conditions.of_arguments(to.is_none()).next().is_none() {
            return Ok(true);
        }
        let from = self.space(at);
        let (mut locals, mut cache) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.cache));
        set_local(&mut locals, self.walk.to, Value::Ref(Ref::space(to.unwrap_or(from))));
        let view = self.stand(at);
        let mut holds = Ok(true);
        for (which, condition) in conditions.of_arguments(to.is_none()) {
            let which = which as u8;
            let part = if to.is_none() { Part::Here(which) } else { Part::When(which) };
            holds = cache.holds(&view, (step, part, from, to.unwrap_or(from)), || view.test(condition, &mut locals));
            if !matches!(holds, Ok(true)) {
                break;
            }
        }
        (self.locals, self.cache) = (locals, cache);
        holds
    }

    /// The steps from a place. With the claim `ground`, steps that hold for the whole group are kept apart from the
    /// others.
    fn explore_with(
        &mut self,
        at: u32,
        ground: Option<Claim>,
        cache: &mut StepCache,
        locals: &mut Locals,
    ) -> Read<Steps> {
        let (walk, checks) = (self.walk, self.checks);
        let complete = !self.split || ground.is_none();
        let (mut found, mut spoilt) = (Steps { complete, ..Steps::default() }, false);
        let space = self.space(at);
        let varied = self.graph.borrow().varied(self.places[at as usize].vertex).clone();
        let known = self.graph.clone();
        let view = self.stand(at);
        let depends = |view: &World<'_>| ground.is_some_and(|ground| view.cache.tracker().reset(ground));
        for (number, step) in walk.steps.iter().enumerate() {
            let number = number as u8;
            let is_closed = checks != Checks::Terrain && view.game.permissions[step.permission.at()].is_closed();
            if is_closed || !view.is_read(step.under) {
                continue;
            }
            set_local(locals, walk.to, Value::Ref(Ref::space(space)));
            let mut stands = true;
            for (which, when) in step.when_here.iter().enumerate().filter(|(_, when)| complete || !when.of_arguments) {
                let part = (number, Part::Here(which as u8), space, space);
                stands = stands && cache.holds(&view, part, || view.test(&when.node, locals))?;
            }
            // If this condition depends on the walker, so does everything found here.
            spoilt |= depends(&view);
            if !stands {
                continue;
            }
            // A step that makes a choice may depend on it.
            let mut none = StepCache::default();
            let cache = if step.each.is_some() { &mut none } else { &mut *cache };
            let choices = match &step.each {
                Some((_, set)) => {
                    let set = view.eval(set, locals)?;
                    set.in_order()
                }
                None => SmallVec::from_iter([Value::None]),
            };
            cache.set_here.clear();
            for choice in choices {
                if let Some((slot, _)) = &step.each {
                    set_local(locals, *slot, choice.clone());
                }
                let targets = match &step.to {
                    Some(to) => {
                        let find = || Ok(view.eval(to, locals)?.members().iter().map(|to| to.index).collect());
                        cache.spaces(&view, (number, Part::Spaces, space, space), find)?
                    }
                    None => SmallVec::from_slice(&[space]),
                };
                spoilt |= depends(&view);
                for to in targets {
                    set_local(locals, walk.to, Value::Ref(Ref::space(to)));
                    let end = view.edge(walk, number, (space, to), &varied, (checks, complete), cache, locals)?;
                    if depends(&view) {
                        // Only this step depends on the walker.
                        found.dynamic.push(DynamicStep { step: number, space: to, choice: choice.clone() });
                    } else if let Some((price, varied)) = end {
                        let vertex = known.borrow_mut().number(to, &varied);
                        found.fixed.push(Edge { to: vertex, space: to, step: number, price });
                    }
                }
            }
        }
        if spoilt {
            view.cache.tracker().refute();
        }
        Ok(found)
    }
}

impl World<'_> {
    /// The price of a step between two spaces, and the varied variables after it; `None` if the step is not possible.
    /// The second space is in the slots already. `complete`: evaluate conditions on further arguments too.
    #[allow(clippy::too_many_arguments, reason = "a step, where it is made, and what is known of it")]
    fn edge(
        &self,
        walk: &Walk,
        number: u8,
        (from, to): (u16, u16),
        varied: &Variation,
        (checks, complete): (Checks, bool),
        cache: &mut StepCache,
        locals: &mut Locals,
    ) -> Read<Option<(i64, Variation)>> {
        let step = &walk.steps[usize::from(number)];
        let mut none = StepCache::default();
        let cache = if step.each.is_some() { &mut none } else { cache };
        for (which, when) in step.when.iter().enumerate().filter(|(_, when)| complete || !when.of_arguments) {
            let part = (number, Part::When(which as u8), from, to);
            if !cache.holds(self, part, || self.test(&when.node, locals))? {
                return Ok(None);
            }
        }
        if checks != Checks::Terrain {
            let args = &locals[..usize::from(walk.to) + 1];
            for (permission, own) in [(walk.permission, false), (step.permission, true)] {
                if !cache.holds(self, (number, Part::May(own), from, to), || self.may(permission, args))? {
                    return Ok(None);
                }
            }
        }
        let price = match &step.pays {
            Some(pays) => {
                let find = || Ok(self.eval(pays, locals)?.grains(walk.halves));
                match cache.price(self, (number, Part::Price, from, to), find)? {
                    Some(price) => price.max(0),
                    // A step without a price is not possible.
                    None => return Ok(None),
                }
            }
            None => 0,
        };
        let mut varied = varied.clone();
        if let (Some(named), [Value::Ref(walker), .., Value::Ref(to)]) =
            (&self.game.board.named_slots, &locals[..usize::from(walk.to) + 1])
        {
            let slot = walk.varies.iter().position(|what| *what == Varied::Var(named.var));
            if let Some(place) = slot.filter(|_| self.state.pieces[usize::from(walker.index)].space != to.index) {
                varied[place] = encode_as(&named.on_entering(to.index), self.game.vars[named.var.at()].ty);
            }
        }
        for (at, change) in step.sets.iter().enumerate() {
            varied[change.of] = match cache.set_here.get(at).copied().flatten() {
                Some(value) => value,
                None => {
                    let value = self.eval(&change.value, locals)?;
                    let value = match walk.varies[change.of] {
                        Varied::Facing => encode(&value),
                        Varied::Var(var) => encode_as(&value, self.game.vars[var.at()].ty),
                    };
                    if change.here {
                        cache.keep_set(at, value);
                    }
                    value
                }
            };
        }
        Ok(Some((price, varied)))
    }
}
