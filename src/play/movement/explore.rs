//! What can be done from a place that a search for ways has come to: which steps there are, where they lead this walker,
//! and which spaces let it in. What holds for all walkers that are alike is kept in `graph.rs`.

use std::rc::Rc;

use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;
use crate::model::walk::{Varied, Walk};

use super::search::{Heed, Search};
use super::step_cache::{Part, StepCache};
use crate::play::cache::dependency::Dependency;
use crate::play::cache::graph::{Asked, Edge, Steps, Variation};
use crate::play::store::columns::{encode, encode_as};
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::world::{Read, World};

impl Search<'_> {
    /// Where a step leads this walker, and for which price, if it can be made.
    pub(in crate::play) fn ask(&mut self, at: u32, asked: &Asked) -> Read<Option<(u32, i64)>> {
        let (walk, heed) = (self.walk, self.heed);
        let step = &walk.steps[usize::from(asked.step)];
        let mut locals = std::mem::take(&mut self.locals);
        if let Some((slot, _)) = &step.each {
            set_local(&mut locals, *slot, asked.choice.clone());
        }
        set_local(&mut locals, walk.to, Value::Ref(Ref::space(asked.space)));
        let mut cache = std::mem::take(&mut self.cache);
        cache.set_here.clear();
        let varied = self.graph.borrow().varied(self.places[at as usize].crossing).clone();
        let from = self.space(at);
        let step = (from, asked.space);
        let end = self.stand(at).edge(walk, asked.step, step, &varied, (heed, true), &mut cache, &mut locals);
        (self.locals, self.cache) = (locals, cache);
        Ok(end?.map(|(price, varied)| (self.graph.borrow_mut().number(asked.space, &varied), price)))
    }

    /// Whether the walker, one step away, may enter a space.
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
        // Where the walker comes from it does not meet itself, as others would.
        let shared = self.shared && to != self.home;
        if shared {
            if let Some((free, parts)) = self.graph.borrow_mut().verdict(world.cache, to) {
                world.cache.note(parts);
                self.entered[usize::from(to)] = Some(free);
                return Ok(free);
            }
        }
        let view = self.stand(at);
        let tracker = view.cache.tracker();
        let question =
            view.cache.track(if shared { Dependency::Entry { walker, to } } else { Dependency::Others(walker) });
        tracker.let_in(&view.index.at[usize::from(to)]);
        let free = view.may(enter, &args());
        let looked = tracker.looked();
        let (answer, parts) = view.cache.tracked(question);
        let free = free?;
        if let Dependency::Entry { .. } = answer {
            let mut graph = self.graph.borrow_mut();
            graph.heed(&world, walker, &self.walk.own, &looked);
            graph.learn_verdict(world.cache, to, free, parts);
        }
        if answer != Dependency::Tainted {
            self.entered[usize::from(to)] = Some(free);
        }
        Ok(free)
    }

    /// The steps from a place, whoever stands where they lead. What the ground alone decides is kept.
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
        let ground = Dependency::Ground { walker: self.piece, known, facing: self.facing.is_some() };
        let question = world.cache.track(ground);
        let mut locals = std::mem::take(&mut self.locals);
        let explored = self.explore_with(at, Some(ground), &mut StepCache::default(), &mut locals);
        self.locals = locals;
        let looked = world.cache.tracker().looked();
        let (answer, parts) = world.cache.tracked(question);
        if explored.is_err() && self.split {
            // A condition that is left out here may be what keeps the others from this fault.
            self.alone = true;
            return self.explore(at);
        }
        let steps = Rc::new(explored?);
        if let Dependency::Ground { .. } = answer {
            let crossing = self.places[at as usize].crossing;
            let mut shared = self.graph.borrow_mut();
            shared.heed(&world, self.piece, &self.walk.own, &looked);
            shared.learn(crossing, &steps, parts.without(1 << column::PIECES | known));
        } else {
            // More places of this walk depend on others, most likely: what is the same for this walker is kept instead.
            self.alone = true;
        }
        Ok(steps)
    }

    /// Whether the conditions hold that were left out when a place was explored: those that mention arguments of the walk after
    /// the walker. `to`: the space to which the step leads; none: the conditions on the place where it begins.
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

    /// The steps from a place, told apart by whether they hold for all such walkers, if that is asked with `ground`.
    fn explore_with(
        &mut self,
        at: u32,
        ground: Option<Dependency>,
        cache: &mut StepCache,
        locals: &mut Locals,
    ) -> Read<Steps> {
        let (walk, heed) = (self.walk, self.heed);
        let whole = !self.split || ground.is_none();
        let (mut found, mut spoilt) = (Steps { whole, ..Steps::default() }, false);
        let space = self.space(at);
        let varied = self.graph.borrow().varied(self.places[at as usize].crossing).clone();
        let known = self.graph.clone();
        let view = self.stand(at);
        let depends = |view: &World<'_>| ground.is_some_and(|ground| view.cache.tracker().reset(ground));
        for (number, step) in walk.steps.iter().enumerate() {
            let number = number as u8;
            if !view.is_read(step.under) {
                continue;
            }
            set_local(locals, walk.to, Value::Ref(Ref::space(space)));
            let mut stands = true;
            for (which, when) in step.when_here.iter().enumerate().filter(|(_, when)| whole || !when.of_arguments) {
                let part = (number, Part::Here(which as u8), space, space);
                stands = stands && cache.holds(&view, part, || view.test(&when.node, locals))?;
            }
            // What says whether there is such a step here must hold for all walkers, or nothing that is found here does.
            spoilt |= depends(&view);
            if !stands {
                continue;
            }
            // What a step says may depend on its choice.
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
                    let end = view.edge(walk, number, (space, to), &varied, (heed, whole), cache, locals)?;
                    if depends(&view) {
                        // What this step looked at does not hold for others; the other steps may.
                        found.asked.push(Asked { step: number, space: to, choice: choice.clone() });
                    } else if let Some((price, varied)) = end {
                        let crossing = known.borrow_mut().number(to, &varied);
                        found.known.push(Edge { to: crossing, space: to, step: number, price });
                    }
                }
            }
        }
        if spoilt {
            view.cache.tracker().spoil();
        }
        Ok(found)
    }
}

impl World<'_> {
    /// What a step between two spaces, the second one in the slots, costs, and what varies after it; nothing if it cannot
    /// be made. `whole`: with the conditions that mention arguments after the walker.
    #[allow(clippy::too_many_arguments, reason = "a step, where it is made, and what is known of it")]
    fn edge(
        &self,
        walk: &Walk,
        number: u8,
        (from, to): (u16, u16),
        varied: &Variation,
        (heed, whole): (Heed, bool),
        cache: &mut StepCache,
        locals: &mut Locals,
    ) -> Read<Option<(i64, Variation)>> {
        let step = &walk.steps[usize::from(number)];
        let mut none = StepCache::default();
        let cache = if step.each.is_some() { &mut none } else { cache };
        for (which, when) in step.when.iter().enumerate().filter(|(_, when)| whole || !when.of_arguments) {
            let part = (number, Part::When(which as u8), from, to);
            if !cache.holds(self, part, || self.test(&when.node, locals))? {
                return Ok(None);
            }
        }
        if heed != Heed::Ground {
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
                    // No cost, no step.
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
