//! The steps that a line of a test needs: which offer its sentence means, and in which scopes that is asked for.

use crate::model::clause::Whose;
use crate::model::id::*;
use crate::model::offer::Window;
use crate::model::sequence::{Body, Repeat, ScopeKind};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::offers::Look;
use crate::play::permission::Refusal;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, Misread, fold};
use crate::play::state::{Frame, Phase, State};
use crate::play::{Fault, Stop, World};

use super::{Checked, Going, Runner, failure, faulty, is_settled};

impl Runner<'_> {
    /// Offers that a sentence may mean, with the longest name first.
    pub(super) fn meant(&self, words: &str) -> Vec<OfferId> {
        let said = fold(words);
        let mut found: Vec<(usize, OfferId)> = Vec::new();
        for (at, offer) in self.game.offers.iter().enumerate() {
            for name in [fold(&offer.title), fold(&offer.name)] {
                let begins = said == name || said.strip_prefix(&name).is_some_and(|rest| rest.starts_with(' '));
                if begins && !offer.is_family {
                    found.push((name.len(), OfferId(at as u16)));
                }
            }
        }
        found.sort_by_key(|(length, id)| (std::cmp::Reverse(*length), id.0));
        let mut ids: Vec<OfferId> = found.into_iter().map(|(_, id)| id).collect();
        ids.dedup();
        ids
    }

    /// Opens the scopes that the sentence's offer needs, with that side acting, and goes on to its question; `true`:
    /// the offer was carried out at once, since it needs no scope.
    pub(super) fn open_for(&mut self, side: u16, words: &str) -> Checked<bool> {
        let meant = self.meant(words);
        if meant.is_empty() && self.play.look(|run| run.state.stack.is_empty()) {
            // No offer, so it answers the sequence of play, from its first step on.
            let builtin = self.game.builtin.game;
            self.play.adjust(|run| {
                run.state.stack.push(Frame::new(builtin, None, Phase::Children));
                run.touch_scopes();
            });
            self.going = Going::Sequence;
            self.resume()?;
            return Ok(false);
        }
        if meant.is_empty() {
            return failure(format!("nothing that can be done begins like `{words}`"), self.line);
        }
        // Which of the offers of this name is open once its scopes are? The first that is.
        let mut chosen = None;
        let closed: Vec<OfferId> = meant.iter().copied().filter(|id| self.standing(*id, side).is_none()).collect();
        for id in &closed {
            if self.try_open(*id, side, words).is_ok() {
                chosen = Some(*id);
                break;
            }
        }
        let Some(id) = chosen.or(closed.first().copied()) else {
            return failure(format!("`{words}` is not offered"), self.line);
        };
        if self.game.offers[id.at()].window == Window::AnyTime {
            let question = act_question(id, side);
            let answer = self.at_now(|world| sentence::read(world, &question, side, words));
            let values = match answer {
                Ok(Answer::Act(_, values)) => values,
                Ok(_) => Vec::new(),
                Err(problem) => return failure(problem, self.line),
            };
            self.once(Box::new(move |cx| {
                let locals = cx.look(|world| Look::new(world, id, side, false, None).check(&values))?;
                match locals {
                    Some(locals) => cx.take(id, &locals, side, false, true)?,
                    None => return Err(Stop::Fault(Box::new(Fault::new("this is not offered")))),
                }
                cx.settle()?;
                cx.watch()
            }))?;
            return Ok(true);
        }
        let mut frames = self.frames_for(id, side)?;
        if let (None, Window::After(..), Some(frame)) = (chosen, self.game.offers[id.at()].window, frames.last_mut()) {
            // Nothing can be answered yet: what the offer waits for has to happen first.
            frame.phase = Phase::Before;
            frame.cursor = 0;
        }
        self.play.adjust(|run| {
            run.state.stack = frames;
            run.memo.forget_all();
        });
        self.going = Going::Sequence;
        self.resume()?;
        Ok(false)
    }

    /// Whether a sentence can be said once the scopes of an offer are open.
    fn try_open(&self, id: OfferId, side: u16, words: &str) -> Result<(), Misread> {
        let read = |world: &World<'_>| sentence::read_offer(world, id, side, words).map(|_| ());
        if self.game.offers[id.at()].window == Window::AnyTime {
            return self.at_now(read);
        }
        match self.state_for(id, side) {
            Ok(state) => self.play.look_at(&state, read),
            Err(failure) => Err(Misread { text: failure.message, left: usize::MAX }),
        }
    }

    /// The state in which an offer is asked for.
    fn state_for(&self, id: OfferId, side: u16) -> Checked<State> {
        if let Some(state) = self.standing(id, side) {
            return Ok(state.clone());
        }
        let frames = self.frames_for(id, side)?;
        let mut state = self.play.look(|run| run.state.clone());
        state.stack = frames;
        Ok(state)
    }

    /// The state in which play stands where an offer is made, with that side acting: no step is begun anew then, for
    /// what has been done in it counts.
    pub(super) fn standing(&self, id: OfferId, side: u16) -> Option<&State> {
        let pending = self.pending.as_ref().filter(|pending| is_settled(&pending.question))?;
        let stack = &pending.state.stack;
        let frame = stack.last().filter(|frame| frame.phase == Phase::Act)?;
        let (open, whose) = match self.game.offers[id.at()].window {
            Window::Listed => (self.lists(frame.step?, id), Whose::My),
            Window::During(whose, scope) => (stack.iter().any(|frame| frame.scope == scope), whose),
            Window::AnyTime | Window::Before(..) | Window::After(..) => return None,
        };
        let me = stack.iter().rev().find_map(|frame| frame.side);
        (open && me == Some(self.acting(whose, side))).then_some(&pending.state)
    }

    /// Whether an offer is listed in a step.
    fn lists(&self, step: StepId, id: OfferId) -> bool {
        matches!(&self.game.steps[step.at()].body, Body::Actions { offers, .. } if offers.contains(&id))
    }

    /// Who acts where a side has an offer.
    fn acting(&self, whose: Whose, side: u16) -> u16 {
        match whose {
            Whose::Their => (side + 1) % self.game.sides.len().max(1) as u16,
            Whose::My | Whose::Any => side,
        }
    }

    pub(super) fn offered(&mut self, side: u16, words: &str) -> Checked<Result<(), String>> {
        // Trifles first: what is offered is asked of settled play.
        let mut problem = None;
        loop {
            let Some(pending) = self.pending.clone() else { break };
            match self.reading(&pending, side, words) {
                Ok(_) => return Ok(Ok(())),
                Err(text) => problem = Some(text),
            }
            if !self.pass_trifle()? {
                if !is_settled(&pending.question) {
                    return Ok(Err(problem.unwrap_or_default()));
                }
                break;
            }
        }
        let mut further = None;
        for id in self.meant(words) {
            match self.try_open(id, side, words) {
                Ok(()) => return Ok(Ok(())),
                Err(misread) => further = Some(Misread::further(further, misread)),
            }
        }
        let nothing = || "nothing that can be done begins like that".to_owned();
        Ok(Err(further.map(|misread| misread.text).or(problem).unwrap_or_else(nothing)))
    }

    /// What stands against a sentence. One that nobody could understand is a mistake of the test.
    pub(super) fn why_not(&self, side: u16, words: &str) -> Checked<Vec<Refusal>> {
        let mut reasons = Vec::new();
        let mut unread = None;
        let mut understood = match &self.pending {
            Some(pending) => self.at_now(|world| sentence::is_understood(world, &pending.question, side, words)),
            None => false,
        };
        for id in self.meant(words) {
            let why = |world: &World<'_>| world.why_not_offer(id, side, words);
            let found = match self.state_for(id, side) {
                Ok(state) => self.play.look_at(&state, why),
                Err(_) => self.at_now(why),
            };
            let found = found.map_err(|fault| faulty(&fault, self.line))?;
            understood |= found.unread.is_none();
            unread = unread.or(found.unread);
            reasons.extend(found.reasons);
        }
        if understood {
            return Ok(reasons);
        }
        match unread {
            Some(rest) => failure(format!("`{rest}` names nothing that could be meant here"), self.line),
            None => failure(format!("nothing that can be done begins like `{words}`"), self.line),
        }
    }

    /// The stack on which an offer is asked for.
    fn frames_for(&self, id: OfferId, side: u16) -> Checked<Vec<Frame>> {
        let game = &self.game;
        let listed = |step: usize| self.lists(StepId(step as u16), id);
        let (target, whose, phase) = match game.offers[id.at()].window {
            Window::Listed | Window::AnyTime => ((0..game.steps.len()).find(|at| listed(*at)), Whose::My, Phase::Act),
            Window::During(whose, scope) => (self.acting_step(scope), whose, Phase::Act),
            Window::Before(whose, scope) => (self.step_of(scope), whose, Phase::Before),
            Window::After(whose, scope) => (self.step_of(scope), whose, Phase::After),
        };
        let Some(target) = target else {
            return failure("what this offer waits for must be played first: it answers something", self.line);
        };
        let acting = self.acting(whose, side);
        let mut path = vec![StepId(target as u16)];
        while let Some(parent) = path.last().and_then(|step| game.steps[step.at()].parent) {
            path.push(parent);
        }
        path.reverse();
        let mut frames = vec![Frame::new(game.builtin.game, None, Phase::Children)];
        for (depth, step) in path.iter().enumerate() {
            let item = &game.steps[step.at()];
            let siblings = match depth.checked_sub(1).map(|up| &game.steps[path[up].at()].body) {
                Some(Body::Steps(children)) => children,
                _ => &game.sequence,
            };
            let place = siblings.iter().position(|one| one == step).unwrap_or(0);
            if let Some(outer) = frames.last_mut() {
                outer.cursor = place as u16 + 1;
            }
            let mut frame = Frame::new(item.scope, None, Phase::Children);
            frame.step = Some(*step);
            let given = self.test.position.steps.iter().find(|(given, _)| given == step);
            frame.count = match (&item.repeat, given) {
                (_, Some((_, count))) => *count,
                (Repeat::Count { from, .. }, None) => *from,
                _ => 1,
            };
            if let Repeat::Sides { .. } = item.repeat {
                frame.side = Some(acting);
                frame.params = smallvec::smallvec![Value::Ref(Ref::side(acting))];
                frame.locals = vec![Value::Ref(Ref::side(acting))];
                frame.done = BitSet::single(acting);
            }
            if depth + 1 == path.len() {
                frame.phase = phase;
                let scope = &game.scopes[item.scope.at()];
                // What stands before or after it is not run: the scope is opened silently.
                frame.cursor = match phase {
                    Phase::Before => scope.before.len() as u16,
                    Phase::After => scope.after.len() as u16,
                    _ => 0,
                };
                if frame.side.is_none() && !frames.iter().any(|outer| outer.side.is_some()) {
                    frame.side = Some(acting);
                }
            }
            frames.push(frame);
        }
        Ok(frames)
    }

    fn step_of(&self, scope: ScopeId) -> Option<usize> {
        match self.game.scopes[scope.at()].kind {
            ScopeKind::Step(step) => Some(step.at()),
            _ => None,
        }
    }

    /// The first step with offers in a step, itself included.
    fn acting_step(&self, scope: ScopeId) -> Option<usize> {
        let step = self.step_of(scope)?;
        let mut waiting = vec![step];
        while let Some(at) = waiting.pop() {
            match &self.game.steps[at].body {
                Body::Actions { .. } => return Some(at),
                Body::Steps(children) => waiting.extend(children.iter().rev().map(|child| child.at())),
                Body::Nothing | Body::Do(_) => {}
            }
        }
        None
    }
}

fn act_question(id: OfferId, side: u16) -> Question {
    let kind = Kind::Act { offers: vec![id], pass: None, free: false, bound: None };
    Question { seats: vec![side], prompt: String::new(), kind }
}
