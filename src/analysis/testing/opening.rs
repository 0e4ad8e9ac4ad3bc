//! The steps that a line of a test needs: the offer its command means, and the scopes in which it is available.

use crate::model::clause::Whose;
use crate::model::id::*;
use crate::model::offer::Window;
use crate::model::sequence::{Body, Phase, ScopeKind};
use crate::play::offers::OfferQuery;
use crate::play::opening::Opener;
use crate::play::permission::Refusal;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{self, Misread, fold, offers_called};
use crate::play::state::{Frame, State};
use crate::play::{Fault, Stop, World};

use super::{Checked, Failure, Going, Runner, failure, faulty, is_settled};

/// The answer of a command.
pub(super) struct Found {
    /// The answer.
    pub(super) answer: Answer,
    /// The state in which the answer is valid. None means the current state.
    pub(super) state: Option<State>,
}

/// A step in which an offer is available.
pub(super) struct Opening {
    /// The stack of scopes.
    pub(super) frames: Vec<Frame>,
    /// The reasons why it cannot run. Empty if it runs.
    pub(super) against: Vec<Refusal>,
}

impl Runner<'_> {
    /// The offers a command may mean, the longest name first.
    pub(super) fn meant(&self, words: &str) -> Vec<OfferId> {
        let offers = (0..self.game.offers.len()).map(|at| OfferId(at as u16));
        let real = offers.filter(|id| !self.game.offers[id.at()].is_family);
        offers_called(&self.game, real, &fold(words)).into_iter().map(|(id, _)| id).collect()
    }

    /// Opens the scopes that the command's offer needs, with that side acting, and continues to its question. Returns
    /// `true` if the offer needs no scope and was carried out at once.
    pub(super) fn open_for(&mut self, side: u16, words: &str) -> Checked<bool> {
        let meant = self.meant(words);
        if meant.is_empty() && self.play.look(|run| run.state().stack.is_empty()) {
            // The command means no offer. It answers the sequence of play, from the first step on.
            let builtin = self.game.builtin.game;
            self.play.adjust(|run| {
                run.live.stack().push(Frame::new(builtin, None, Phase::Children));
            });
            self.going = Going::Sequence;
            self.resume()?;
            return Ok(false);
        }
        if meant.is_empty() {
            return failure(format!("no action begins like `{words}`"), self.line);
        }
        // The first offer of this name that is legal once its scopes are open.
        let closed: Vec<OfferId> = meant.iter().copied().filter(|id| self.standing(*id, side).is_none()).collect();
        let mut chosen = None;
        let mut further = None;
        for id in &closed {
            match self.try_open(*id, side, words) {
                Ok(found) => {
                    chosen = Some((*id, found.state));
                    break;
                }
                Err(misread) => further = Some(Misread::further(further, misread)),
            }
        }
        // No answer is possible yet. The event the offer waits for may have to happen first.
        let waiting = |id: &&OfferId| matches!(self.game.offers[id.at()].window, Window::After(..));
        let runs = |id: &&OfferId| {
            let listed = self.game.offers[id.at()].window != Window::AnyTime;
            listed && self.openings(**id, side).is_ok_and(|all| all[0].against.is_empty())
        };
        let unread = closed.iter().find(waiting).or_else(|| closed.iter().find(runs));
        let chosen = chosen.or(unread.map(|id| (*id, None)));
        let Some((id, opened)) = chosen else {
            let problem = further.map_or_else(|| "it is not offered here".to_owned(), |misread| misread.text);
            return failure(format!("not offered: {problem}"), self.line);
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
                let locals = cx.look(|world| OfferQuery::new(world, id, side, false, None).check(&values))?;
                match locals {
                    Some(locals) => cx.take(id, &locals, side, false, true)?,
                    None => return Err(Stop::fault("this is not offered")),
                }
                cx.settle()?;
                cx.watch()
            }))?;
            return Ok(true);
        }
        let frames = match opened {
            Some(state) => state.stack,
            None => {
                let mut frames = self.openings(id, side)?.swap_remove(0).frames;
                if let (Window::After(..), Some(frame)) = (self.game.offers[id.at()].window, frames.last_mut()) {
                    frame.phase = Phase::Before;
                    frame.cursor = 0;
                }
                frames
            }
        };
        self.play.adjust(|run| {
            *run.live.stack() = frames;
        });
        self.going = Going::Sequence;
        self.resume()?;
        Ok(false)
    }

    /// The answer of a command once the scopes of an offer are open, and the state with these scopes.
    fn try_open(&self, id: OfferId, side: u16, words: &str) -> Result<Found, Misread> {
        let read = |world: &World<'_>| sentence::read_offer(world, id, side, words);
        if self.game.offers[id.at()].window == Window::AnyTime {
            return Ok(Found { answer: self.at_now(read)?, state: None });
        }
        let lost = |text: String| Misread { text, left: usize::MAX };
        if let Some(state) = self.standing(id, side) {
            return Ok(Found { answer: self.play.look_at(state, read)?, state: Some(state.clone()) });
        }
        let mut further = None;
        for opening in self.openings(id, side).map_err(|failure| lost(failure.message))? {
            if let Some(against) = opening.against.first() {
                further = Some(Misread::further(further, lost(against.text.clone())));
                continue;
            }
            let state = self.with_stack(&opening.frames);
            match self.play.look_at(&state, read) {
                Ok(answer) => return Ok(Found { answer, state: Some(state) }),
                Err(misread) => further = Some(Misread::further(further, misread)),
            }
        }
        Err(further.unwrap_or_else(|| lost("no step offers this".to_owned())))
    }

    /// The current state with other scopes open.
    pub(super) fn with_stack(&self, frames: &[Frame]) -> State {
        let mut state = self.play.look(|run| run.state().clone());
        state.stack = frames.to_vec();
        state
    }

    /// The current state, if the offer is available in it with that side acting. The step is then not restarted,
    /// because earlier actions in it count.
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

    /// True if an offer is listed in a step.
    fn lists(&self, step: StepId, id: OfferId) -> bool {
        matches!(&self.game.steps[step.at()].body, Body::Actions { offers, .. } if offers.contains(&id))
    }

    /// The acting side when `side` has the offer.
    fn acting(&self, whose: Whose, side: u16) -> u16 {
        match whose {
            Whose::Their => (side + 1) % self.game.sides.len().max(1) as u16,
            Whose::My | Whose::Any => side,
        }
    }

    /// The answer of a command now, or the problem with it. Windows it does not answer are passed, except, with `stay`,
    /// those with an offer it names.
    pub(super) fn offered(&mut self, side: u16, words: &str, stay: bool) -> Checked<Result<Found, String>> {
        // Minor questions come first, because offers are looked up in settled play.
        let mut problem = None;
        loop {
            let Some(pending) = self.pending.clone() else { break };
            match self.reading(&pending, side, words) {
                Ok(answer) => return Ok(Ok(Found { answer, state: Some(pending.state.clone()) })),
                Err(text) => problem = Some(text),
            }
            let is_about = |(seat, id): &(u16, OfferId)| *seat == side && self.meant(words).contains(id);
            let stays = match &pending.question.kind {
                Kind::Window { offers } => stay && offers.iter().any(is_about),
                _ => false,
            };
            if stays || !self.pass_trifle()? {
                if stays || !is_settled(&pending.question) || self.test.stays() {
                    return Ok(Err(problem.unwrap_or_default()));
                }
                break;
            }
        }
        let mut further = None;
        for id in self.meant(words) {
            match self.try_open(id, side, words) {
                Ok(found) => return Ok(Ok(found)),
                Err(misread) => further = Some(Misread::further(further, misread)),
            }
        }
        let nothing = || "no action begins like that".to_owned();
        Ok(Err(further.map(|misread| misread.text).or(problem).unwrap_or_else(nothing)))
    }

    /// The steps in which an offer is available, each with its stack and the reasons why it cannot run now.
    pub(super) fn openings(&self, id: OfferId, side: u16) -> Checked<Vec<Opening>> {
        let game = &self.game;
        let (targets, whose, phase): (Vec<usize>, _, _) = match game.offers[id.at()].window {
            Window::Listed | Window::AnyTime => {
                let listed = (0..game.steps.len()).filter(|step| self.lists(StepId(*step as u16), id));
                (listed.collect(), Whose::My, Phase::Act)
            }
            Window::During(whose, scope) => (self.acting_steps(scope), whose, Phase::Act),
            Window::Before(whose, scope) => (self.step_of(scope).into_iter().collect(), whose, Phase::Before),
            Window::After(whose, scope) => (self.step_of(scope).into_iter().collect(), whose, Phase::After),
        };
        if targets.is_empty() {
            let title = fold(&game.offers[id.at()].title);
            let lacking = self.play.look(|run| sentence::card_not_held(&run.world(), side, &title));
            if let Some(card) = lacking {
                return failure(format!("{card} is not in the hand of {}", game.side_title(side)), self.line);
            }
            return failure("play what triggers this offer first: it is a reaction", self.line);
        }
        let acting = self.acting(whose, side);
        let mut openings = Vec::new();
        for target in targets {
            let step = StepId(target as u16);
            let opening = self.opener(|opener| {
                let frames = opener.frames_for(step, Some(acting), phase);
                let against = match opener.not_begun(step) {
                    Some(reason) => vec![reason],
                    None => opener.against(&frames, Some(acting))?,
                };
                Ok(Opening { frames, against })
            });
            openings.push(opening.map_err(|fault: Box<Fault>| faulty(&fault, self.line))?);
        }
        // Steps that can run come first.
        openings.sort_by_key(|opening| !opening.against.is_empty());
        Ok(openings)
    }

    /// Opens steps in the current position.
    fn opener<T>(&self, open: impl FnOnce(&Opener<'_>) -> T) -> T {
        self.play.look(|run| open(&Opener { run, counts: &self.test.position.steps }))
    }

    /// Opens the step in which the test begins, once no other step runs.
    pub(super) fn begin_step(&mut self) -> Checked<()> {
        if !self.waits || self.pending.is_some() || self.over {
            return Ok(());
        }
        self.waits = false;
        let Some((step, side, span)) = self.test.begins else {
            // The scopes in progress continue.
            self.going = Going::Sequence;
            return self.resume();
        };
        self.line = span;
        let begun = self.opener(|opener| opener.begin(step, side)).map_err(|fault| faulty(&fault, span))?;
        let frames = match begun {
            Ok(frames) => frames,
            Err(reason) => {
                let sources = &self.game.sources;
                let rule = sources.text(reason.span).lines().next().unwrap_or_default();
                let notes = vec![format!("{}: {rule}", sources.place(reason.span))];
                return Err(Failure { message: reason.text, span, notes });
            }
        };
        let turn = |frames: &[Frame]| frames.first().map(|frame| (frame.step, frame.count));
        let before = turn(&frames);
        self.play.adjust(|run| {
            *run.live.stack() = frames;
        });
        self.going = Going::Sequence;
        self.resume()?;
        // Where a step of actions offers nothing, play goes on, and the test would be one of another turn.
        let acts = matches!(self.game.steps[step.at()].body, Body::Actions { .. });
        let Some(pending) = self.pending.as_ref().filter(|_| acts) else { return Ok(()) };
        if turn(&pending.state.stack) != before {
            let (title, asked) = (&self.game.steps[step.at()].title, self.asked(&pending.question));
            return failure(
                format!("{title} offers nothing here, and play has gone on to another turn: {asked}"),
                span,
            );
        }
        // The step may run again for another side.
        let stack = &pending.state.stack;
        let me = stack.iter().rev().find_map(|frame| frame.side);
        if !stack.iter().any(|frame| frame.step == Some(step)) || side.is_some() && me != side {
            let whose = side.map_or_else(String::new, |side| format!(" of {}", self.game.side_title(side)));
            self.past = Some(format!("{}{whose}", self.game.steps[step.at()].title));
        }
        Ok(())
    }

    fn step_of(&self, scope: ScopeId) -> Option<usize> {
        match self.game.scopes[scope.at()].kind {
            ScopeKind::Step(step) => Some(step.at()),
            _ => None,
        }
    }

    /// The steps with offers inside a step, including the step.
    fn acting_steps(&self, scope: ScopeId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut waiting: Vec<usize> = self.step_of(scope).into_iter().collect();
        while let Some(at) = waiting.pop() {
            match &self.game.steps[at].body {
                Body::Actions { .. } => found.push(at),
                Body::Steps(children) => waiting.extend(children.iter().rev().map(|child| child.at())),
                Body::Nothing | Body::Do(_) => {}
            }
        }
        found
    }
}

fn act_question(id: OfferId, side: u16) -> Question {
    let kind = Kind::Act { offers: vec![id], pass: None, free: false, bound: None };
    Question { seats: vec![side], prompt: String::new(), kind }
}
