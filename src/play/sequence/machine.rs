//! The sequence of play, one small step at a time, on a stack of plain data (design, idea 3).

use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::sequence::{Body, Phase, Repeat, Step};
use crate::model::value::Value;

use super::happen::sides_from;
use crate::play::answers::log::Event;
use crate::play::host::run::{Act, Cx, MOST_IDLE, Run, Stop};
use crate::play::store::locals::Locals;
use crate::play::store::state::Frame;
use crate::play::store::world::Fault;
use crate::play::viewer::place_names::Viewer;
use crate::play::watch::observer::Asked;
use crate::source::plain_words;

impl Run {
    /// Logs that a step, or a turn of it, has begun.
    pub(in crate::play) fn note_step(&mut self, id: StepId) {
        if !self.log.kept {
            return;
        }
        let title = |run: &Run| {
            let step = &run.game.steps[id.at()];
            let Some(frame) = run.state().stack.last() else { return step.title.clone() };
            match frame.params.first() {
                Some(thing) => format!("{}: {}", step.title, run.world().through(Viewer::Later).show(thing)),
                None if matches!(step.repeat, Repeat::Count { .. }) => step.turn(&run.game, frame.count),
                None => step.title.clone(),
            }
        };
        self.note(|run| Event::Step(id, title(run)));
    }
}

impl Cx<'_> {
    /// Does the next small step of the sequence of play. Between two of them play is settled.
    ///
    /// # Errors
    /// [`Stop::Finished`] when the game is over, [`Stop::Ask`] when a question is pending.
    pub fn advance(&self) -> Act<()> {
        self.small_thing()?;
        if self.run.borrow().has_to_watch() {
            self.watch()?;
        }
        self.run.borrow_mut().open_started();
        Ok(())
    }

    fn small_thing(&self) -> Act<()> {
        let unsettled = {
            let mut run = self.run.borrow_mut();
            if run.state().outcome.is_some() {
                return Err(Stop::Finished);
            }
            run.started.clear();
            run.begin_effort();
            run.idle += 1;
            if run.idle > MOST_IDLE {
                let text = "the sequence of play goes round without anybody deciding anything";
                // Endless repetition takes place in the outermost step of the innermost sequence.
                let is_sequence = |frame: &Frame| self.game.scopes[frame.scope.at()].is_sequence();
                let from = run.state().stack.iter().rposition(is_sequence).unwrap_or(0);
                let step = run.state().stack[from..].iter().find_map(|frame| frame.step);
                let step = step.or(self.game.sequence.first().copied());
                let mut fault = Fault::new(text);
                fault.span = step.map(|step| self.step(step).span);
                return Err(Stop::Fault(Box::new(fault)));
            }
            run.state().unsettled
        };
        if unsettled {
            return self.settle();
        }
        let (phase, step) = {
            let run = self.run.borrow();
            match run.state().stack.last() {
                Some(frame) => (frame.phase, frame.step),
                // The last step of the sequence has ended without a winner.
                None => {
                    drop(run);
                    return Err(self.finish(Outcome::default()));
                }
            }
        };
        match (phase, step) {
            (Phase::Body, None) => self.set_up(),
            (phase, None) => self.outside_steps(phase),
            (Phase::Enter, Some(step)) => self.enter(step),
            (Phase::Turn, Some(step)) => self.turn(step),
            (Phase::Before, Some(step)) => self.before(self.step(step).scope, Phase::Body, || self.end_turn(step)),
            (Phase::Body, Some(step)) => self.body(step),
            (Phase::Children, Some(step)) => match &self.game.steps[step.at()].body {
                Body::Steps(children) => self.child(children),
                _ => self.to(Phase::After),
            },
            (Phase::Act, Some(step)) => self.offers(step),
            (Phase::After, Some(step)) => self.after(self.step(step).scope, || self.end_turn(step)),
            (Phase::Inline, Some(_)) => self.leave(),
        }
    }

    pub(super) fn step(&self, step: StepId) -> &Step {
        &self.game.steps[step.at()]
    }

    /// Moves the innermost frame to another phase.
    pub(in crate::play) fn to(&self, phase: Phase) -> Act<()> {
        self.run.borrow_mut().live.go_to(phase);
        Ok(())
    }

    /// Ends the innermost frame, in which nothing lives.
    pub(super) fn leave(&self) -> Act<()> {
        self.run.borrow_mut().live.stack().pop();
        Ok(())
    }

    /// Begins the next of these steps. After the last, goes on to what follows them.
    pub(in crate::play) fn child(&self, children: &[StepId]) -> Act<()> {
        let mut run = self.run.borrow_mut();
        if let Some(target) = run.skip_to.take() {
            if let Some(at) = children.iter().position(|child| *child == target) {
                run.live.at_cursor(|frame| frame.cursor = at as u16);
            } else if run.state().stack.len() > 1 {
                // The target is elsewhere: this step ends, and the search continues outside it.
                run.skip_to = Some(target);
                run.live.at_cursor(|frame| frame.cursor = children.len() as u16);
            }
        }
        let Some(frame) = run.state().stack.last() else { return Ok(()) };
        match children.get(usize::from(frame.cursor)) {
            Some(child) => {
                let mut inner = Frame::new(self.step(*child).scope, None, Phase::Enter);
                inner.step = Some(*child);
                run.live.at_cursor(|frame| frame.cursor += 1);
                run.live.stack().push(inner);
            }
            None if frame.step.is_none() && !self.game.scopes[frame.scope.at()].is_sequence() => {
                run.live.stack().pop();
            }
            None => run.live.go_to(Phase::After),
        }
        Ok(())
    }

    /// Decides whether the step runs, and how often.
    fn enter(&self, id: StepId) -> Act<()> {
        let step = self.step(id);
        if !self.look(|world| world.step_runs(id))? {
            return self.leave();
        }
        if let Repeat::Count { from, .. } = &step.repeat {
            if let Some(frame) = self.run.borrow_mut().live.frame() {
                frame.count = from - 1;
            }
        }
        if let Repeat::Sides { from: Some(from) } | Repeat::Alternate { from: Some(from), .. } = &step.repeat {
            // The first side is determined when the step begins.
            let first = self.look(|world| world.eval_in_step(from, step.locals))?;
            if let (Some(first), Some(frame)) = (first.as_ref(), self.run.borrow_mut().live.frame()) {
                frame.locals = vec![Value::Ref(first)];
            }
        }
        self.to(Phase::Turn)
    }

    /// Begins the next turn of a step, if there is one.
    fn turn(&self, id: StepId) -> Act<()> {
        let step = self.step(id);
        let mut count = self.run.borrow().state().stack.last().map_or(0, |frame| frame.count);
        let mut side = None;
        let mut thing = None;
        let goes_on = match &step.repeat {
            Repeat::Once => count == 0,
            Repeat::AllSides => {
                if self.all_to_be_asked() {
                    return self.to(Phase::Act);
                }
                side = self.next_revealed();
                side.is_some()
            }
            Repeat::Count { from, to, until } => {
                let until = until.as_ref().filter(|_| count >= *from);
                self.look(|world| {
                    let mut locals = world.step_locals(step.locals);
                    if until.is_some() && world.meets(until, &mut locals)? {
                        return Ok(false);
                    }
                    match to {
                        Some(to) => Ok(world.eval(to, &mut locals)?.int().is_some_and(|to| count < to)),
                        None => Ok(true),
                    }
                })?
            }
            Repeat::Sides { .. } => {
                side = self.next_side()?;
                side.is_some()
            }
            Repeat::Alternate { times, .. } => {
                let begun = count > 0;
                side = self.next_side()?.filter(|_| begun);
                if side.is_some() {
                    // This side has not had its turn in this round.
                    count -= 1;
                } else {
                    let times = self.look(|world| world.eval_in_step(times, step.locals))?.int().unwrap_or(0);
                    if let Some(frame) = self.run.borrow_mut().live.frame() {
                        frame.done = Default::default();
                    }
                    side = if count < times { self.next_side()? } else { None };
                }
                side.is_some()
            }
            Repeat::Members { of, any_order } => {
                let mut left = self.look(|world| {
                    let value = world.eval_in_step(of, step.locals)?;
                    let done = world.state.stack.last().map(|frame| frame.done.clone()).unwrap_or_default();
                    let mut members = value.in_order();
                    members.retain(|item| item.as_ref().is_none_or(|thing| !done.has(thing.index)));
                    Ok(members.into_vec())
                })?;
                if left.len() > 1 && *any_order {
                    let owner = self.look(|world| {
                        let thing = left.first().and_then(Value::as_ref);
                        Ok(thing.and_then(|thing| world.side_of(thing)).or(world.me()).unwrap_or(0))
                    })?;
                    let noun = self.game.scopes[step.scope.at()].params.first().map_or("one", |param| &param.name);
                    let prompt = format!("{}: which {} is next?", step.title, plain_words(noun));
                    let next = self.choose(owner, &prompt, left, false)?;
                    left = vec![next];
                }
                thing = left.into_iter().next();
                // Of a set of sides, each acts in its turn.
                side = thing
                    .as_ref()
                    .and_then(Value::as_ref)
                    .filter(|one| one.domain == Domain::Side)
                    .map(|one| one.index);
                thing.is_some()
            }
        };
        let thing = thing.or(side.map(|side| Value::Ref(Ref::side(side))));
        self.run.borrow_mut().live.unsettle_by_scope();
        if !goes_on {
            return self.leave();
        }
        self.run.borrow().observer.note(&step.cites);
        if self.begins(|| Asked::step(step), &[]) {
            self.ends(None);
        }
        {
            let mut run = self.run.borrow_mut();
            let counted = |frame: &Frame| {
                frame.step.is_some_and(|step| matches!(self.game.steps[step.at()].repeat, Repeat::Count { .. }))
            };
            if run.state().stack.last().is_some_and(counted)
                && run.state().stack.iter().filter(|one| counted(one)).count() == 1
            {
                run.turns += 1;
            }
            if let Some(frame) = run.live.frame() {
                frame.count = count + 1;
                frame.cancelled = false;
                frame.used.clear();
                if side.is_some() {
                    frame.side = side;
                }
                if let Some(thing) = thing {
                    if let Some(thing) = thing.as_ref() {
                        frame.done.insert(thing.index);
                    }
                    frame.params = smallvec::smallvec![thing];
                }
                frame.phase = Phase::Before;
                frame.cursor = 0;
            }
        }
        if let Some(by) = &step.by {
            let who = self.look(|world| world.eval_in_step(by, step.locals))?;
            if let (Some(who), Some(frame)) = (who.as_ref(), self.run.borrow_mut().live.frame()) {
                frame.side = Some(who.index);
            }
        }
        let mut run = self.run.borrow_mut();
        run.reset_vars(step.scope)?;
        run.note_step(id);
        Ok(())
    }

    /// The next side that has not had its turn.
    fn next_side(&self) -> Act<Option<u16>> {
        self.look(|world| {
            let Some(frame) = world.state.stack.last() else { return Ok(None) };
            let first = frame.locals.first().and_then(Value::as_ref).map(|side| side.index);
            let played = |side: &u16| !world.game.sides[*side as usize].by_chance;
            Ok(sides_from(world, first).filter(played).find(|side| !frame.done.has(*side)))
        })
    }

    /// The parameters of the innermost frame.
    pub(in crate::play) fn params(&self) -> Vec<Value> {
        let run = self.run.borrow();
        let Some(frame) = run.state().stack.last() else { return Vec::new() };
        // The variables of a run follow the parameters of its sequence.
        let count = self.game.scopes[frame.scope.at()].params.len();
        frame.params.iter().take(count).cloned().collect()
    }

    /// The parameters of an offer's own scope, from the slots of the innermost frame.
    fn chosen_for(&self, scope: ScopeId) -> Vec<Value> {
        let run = self.run.borrow();
        let count = self.game.scopes[scope.at()].params.len();
        run.state().stack.last().map_or(Vec::new(), |frame| frame.locals.iter().take(count).cloned().collect())
    }

    /// True if the innermost frame was cancelled.
    pub(in crate::play) fn is_cancelled(&self) -> bool {
        self.run.borrow().state().stack.last().is_some_and(|frame| frame.cancelled)
    }

    /// Runs the next hook or the windows before a scope; after the last, goes on to another phase. `end`: what happens
    /// if the scope is cancelled.
    pub(super) fn before(&self, scope: ScopeId, then: Phase, end: impl FnOnce() -> Act<()>) -> Act<()> {
        if self.is_cancelled() {
            // Cancelled by an offer that waited for the sequences it started.
            return end();
        }
        let scope = &self.game.scopes[scope.at()];
        let cursor = self.run.borrow().state().stack.last().map_or(0, |frame| frame.cursor as usize);
        if let Some(hook) = scope.before.get(cursor) {
            self.bump();
            return if self.hooks(&[*hook], &self.params())? { end() } else { Ok(()) };
        }
        if self.windows_open(&scope.windows_before)? {
            return if self.is_cancelled() { end() } else { Ok(()) };
        }
        self.to(then)
    }

    /// Runs the next hook or the windows after a scope: a step, a sequence, or an offer that waited for sequences. `end`:
    /// what follows the last.
    pub(super) fn after(&self, scope: ScopeId, end: impl FnOnce() -> Act<()>) -> Act<()> {
        let (cursor, offer) = {
            let run = self.run.borrow();
            let frame = run.state().stack.last();
            (frame.map_or(0, |frame| usize::from(frame.cursor)), frame.and_then(|frame| frame.offer))
        };
        // An offer may have its own scope inside that of its card.
        let own = offer.map(|offer| self.game.offers[offer.at()].scope).filter(|own| *own != scope);
        let around = own.into_iter().chain([scope]).map(|id| (id, &self.game.scopes[id.at()]));
        let mut hooks = around.clone().flat_map(|(id, item)| item.after.iter().map(move |hook| (id, hook)));
        if let Some((id, hook)) = hooks.nth(cursor) {
            self.bump();
            let params = if id == scope { self.params() } else { self.chosen_for(id) };
            self.hooks(&[*hook], &params)?;
            return Ok(());
        }
        for (_, item) in around {
            if self.windows_open(&item.windows_after)? {
                return Ok(());
            }
        }
        end()
    }

    fn bump(&self) {
        self.run.borrow_mut().live.at_cursor(|frame| frame.cursor += 1);
    }

    fn body(&self, id: StepId) -> Act<()> {
        match &self.step(id).body {
            Body::Nothing => {
                self.to(Phase::After)?;
                self.then(id)
            }
            Body::Steps(_) => self.to(Phase::Children),
            Body::Actions { .. } => self.to(Phase::Act),
            Body::Do(script) => {
                let args = self.look(|world| Ok(world.step_locals(0)))?;
                self.to(Phase::After)?;
                self.run.borrow_mut().live.set_unsettled(true);
                self.call(*script, &args)?;
                self.then(id)
            }
        }
    }

    /// Starts the sequences that follow a step, once play has settled.
    fn then(&self, id: StepId) -> Act<()> {
        let step = self.step(id);
        if step.then.is_empty() {
            return Ok(());
        }
        self.settle()?;
        self.run.borrow_mut().live.set_unsettled(true);
        self.start_after(&step.then, &Locals::new())?;
        Ok(())
    }

    /// What lives in the step ends with each turn.
    fn end_turn(&self, id: StepId) -> Act<()> {
        let scope = self.step(id).scope;
        let mut run = self.run.borrow_mut();
        run.scope_ends();
        run.reset_vars(scope)?;
        run.reset_purses(scope);
        run.live.go_to(Phase::Turn);
        Ok(())
    }
}
