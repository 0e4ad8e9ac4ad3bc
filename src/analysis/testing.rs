//! Runs the `test` items of the language (language reference, 3.26): each twice, the second time from its journal.

use std::sync::Arc;

use crate::model::clause::Whose;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::offer::Window;
use crate::model::sequence::{Body, Repeat, ScopeKind};
use crate::model::set::BitSet;
use crate::model::setup::{Test, TestLine};
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::offers::Look;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Kind, Question};
use crate::play::run::Pending;
use crate::play::sentence::{self, fold};
use crate::play::state::{Frame, Phase};
use crate::play::{Beginning, Cx, Fault, MakeScripts, Play, Status, Stop, World};
use crate::source::Span;

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the test shows.
    pub title: String,
    /// The sections it cites.
    pub cites: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// What went wrong; nothing: it passed.
    pub failure: Option<Failure>,
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// In one line.
    pub message: String,
    /// The line of the test, or of the rule that is faulty.
    pub span: Span,
    /// Values and other help.
    pub notes: Vec<String>,
}

type Checked<T> = Result<T, Failure>;

fn failure<T>(message: impl Into<String>, span: Span) -> Checked<T> {
    Err(Failure { message: message.into(), span, notes: Vec::new() })
}

/// An oracle that never answers, not even at windows: the test's lines do.
struct Patient;

impl Oracle for Patient {
    fn answer(&mut self, _world: &World<'_>, _question: &Question) -> Reply {
        Reply::Wait
    }
}

/// Runs one test of a game.
pub fn run_test(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Verdict {
    let cites = test.cites.iter().map(|cite| game.section(*cite).number.clone()).collect();
    let failure = run_twice(game, test, make).err();
    Verdict { title: test.title.clone(), cites, span: test.span, failure }
}

fn run_twice(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Checked<()> {
    let mut first = Runner::new(game, test, make, None)?;
    first.run()?;
    let journal = std::mem::take(&mut first.used);
    let digest = first.play.digest();
    let mut second = Runner::new(game, test, make, Some(journal))?;
    second.run()?;
    if second.play.digest() != digest {
        return failure("run again from its journal, the test ends in another position", test.span);
    }
    Ok(())
}

/// What goes on when a question has been answered.
enum Going {
    /// Nothing runs.
    Idle,
    /// The sequence of play.
    Sequence,
    /// Something outside it.
    Once(Box<dyn Fn(&Cx<'_>) -> Result<(), Stop>>),
}

struct Runner<'t> {
    game: Arc<Game>,
    test: &'t Test,
    play: Play,
    going: Going,
    pending: Option<Box<Pending>>,
    over: bool,
    /// What each line put into the journal.
    used: Vec<Vec<Entry>>,
    /// What each line shall take from the journal, when the test is run again.
    given: Option<Vec<Vec<Entry>>>,
    line: Span,
}

impl<'t> Runner<'t> {
    fn new(game: &Arc<Game>, test: &'t Test, make: MakeScripts, given: Option<Vec<Vec<Entry>>>) -> Checked<Runner<'t>> {
        let mut positions = Vec::new();
        if test.scenario.is_some() {
            positions.push(game.setup.position.clone());
        }
        positions.push(test.position.clone());
        let beginning = Beginning { positions, in_sequence: false };
        let play = Play::new(game, &beginning, 1, true, make).map_err(|fault| faulty(&fault, test.span))?;
        let mut runner = Runner {
            game: game.clone(),
            test,
            play,
            going: Going::Idle,
            pending: None,
            over: false,
            used: Vec::new(),
            given,
            line: test.span,
        };
        runner.play.set_oracle(Box::new(Patient));
        runner.once(Box::new(|cx| cx.settle()))?;
        Ok(runner)
    }

    fn run(&mut self) -> Checked<()> {
        let test = self.test;
        for line in &test.lines {
            let before = self.play.look(|run| run.journal.entries.len());
            if let Some(given) = &mut self.given {
                if !given.is_empty() {
                    let entries = given.remove(0);
                    self.play.feed(entries);
                }
            }
            self.one(line)?;
            if self.given.is_none() {
                let entries = self.play.look(|run| run.journal.entries[before..].to_vec());
                self.used.push(entries);
            }
        }
        self.pass_windows()?;
        let (dice, cards) = self.play.look(|run| (run.forced_dice.len(), run.forced_cards.len()));
        if self.given.is_none() && dice + cards > 0 {
            return failure(format!("{dice} groups of dice and {cards} cards were laid ready but never used"), test.span);
        }
        Ok(())
    }

    fn one(&mut self, line: &TestLine) -> Checked<()> {
        let replayed = self.given.is_some();
        match line {
            TestLine::Dice(groups, span) => {
                self.line = *span;
                if !replayed {
                    self.play.adjust(|run| run.forced_dice.extend(groups.iter().cloned()));
                }
                Ok(())
            }
            TestLine::Draw(cards, span) => {
                self.line = *span;
                if !replayed {
                    self.play.adjust(|run| run.forced_cards.extend(cards.iter().copied()));
                }
                Ok(())
            }
            TestLine::Play(side, words, span) => {
                self.line = *span;
                self.say(*side, words)
            }
            TestLine::Do(script) => {
                let script = *script;
                self.line = self.game.scripts[script.at()].span;
                self.pass_windows()?;
                if self.pending.is_some() {
                    return failure("a question is pending: answer it with `play` first", self.line);
                }
                let labels = self.labels();
                self.once(Box::new(move |cx| {
                    cx.scripts.call(script, &labels)?;
                    cx.settle()?;
                    cx.watch()
                }))
            }
            TestLine::Offered(side, words, span) => {
                self.line = *span;
                self.offered(*side, words).map_or_else(
                    |problem| failure(format!("not offered: {problem}"), *span),
                    |()| Ok(()),
                )
            }
            TestLine::Refused(side, words, cite, span) => {
                self.line = *span;
                if self.offered(*side, words).is_ok() {
                    return failure("this is offered", *span);
                }
                let Some(cite) = cite else { return Ok(()) };
                let reasons = self.why_not(*side, words)?;
                let sections: Vec<SectionId> = reasons.iter().flat_map(|reason| reason.cites.iter().copied()).collect();
                if sections.contains(cite) {
                    return Ok(());
                }
                let mut notes: Vec<String> = reasons.iter().map(|reason| format!("reason: {}", reason.text)).collect();
                if notes.is_empty() {
                    notes.push("no reason was found: the sentence names something that does not exist here".to_owned());
                }
                let number = &self.game.section(*cite).number;
                Err(Failure { message: format!("refused, but not because of {number}"), span: *span, notes })
            }
            TestLine::Then(nodes, span) => {
                self.line = *span;
                self.pass_windows()?;
                let labels = self.labels();
                for (node, slots) in nodes {
                    let held: crate::play::Read<(bool, Vec<String>)> = self.at_now(|world| {
                        let mut locals = world.locals(&labels, *slots);
                        let yes = world.eval(node, &mut locals)?.is_yes();
                        let mut notes = Vec::new();
                        if !yes {
                            if let crate::model::node::Expr::Compare(_, a, b) = &node.expr {
                                for side in [a, b] {
                                    let text = world.game.sources.text(side.span).to_owned();
                                    let value = world.eval(side, &mut locals)?;
                                    if !matches!(side.expr, crate::model::node::Expr::Const(_)) {
                                        notes.push(format!("`{text}` is {}", world.show(&value)));
                                    }
                                }
                            }
                        }
                        Ok((yes, notes))
                    });
                    match held {
                        Ok((true, _)) => {}
                        Ok((false, notes)) => {
                            let text = self.game.sources.text(node.span);
                            return Err(Failure { message: format!("`{text}` does not hold"), span: node.span, notes });
                        }
                        Err(fault) => return Err(faulty(&fault, node.span)),
                    }
                }
                Ok(())
            }
        }
    }

    /// The labelled pieces, as the first slots of scripts and expressions.
    fn labels(&self) -> Vec<Value> {
        let at = |name: &str| {
            self.play.look(|run| run.layout.labels.iter().find(|(label, _)| label == name).map(|(_, piece)| *piece))
        };
        self.test.labels.iter().map(|(name, _)| Value::optional(Domain::Piece, at(name))).collect()
    }

    /// Reads the position that a question shows, or the settled one.
    fn at_now<T>(&self, read: impl FnOnce(&World<'_>) -> T) -> T {
        match &self.pending {
            Some(pending) => self.play.look_at(&pending.state, read),
            None => self.play.look(|run| read(&run.world())),
        }
    }

    fn once(&mut self, action: Box<dyn Fn(&Cx<'_>) -> Result<(), Stop>>) -> Checked<()> {
        self.going = Going::Once(action);
        self.resume()
    }

    /// Goes on until a question waits or nothing is left to do.
    fn resume(&mut self) -> Checked<()> {
        self.pending = None;
        let status = match &self.going {
            Going::Idle => return Ok(()),
            Going::Sequence => self.play.go(),
            Going::Once(action) => match self.play.once(action) {
                Ok(()) => {
                    self.going = Going::Idle;
                    return Ok(());
                }
                Err(status) => status,
            },
        };
        match status {
            Status::Asked(pending) => self.pending = Some(pending),
            Status::Over(_) => {
                self.over = true;
                self.going = Going::Idle;
            }
            Status::Faulty(fault) => return Err(faulty(&fault, self.line)),
        }
        Ok(())
    }

    /// Lets windows pass in silence that the test says nothing about.
    fn pass_windows(&mut self) -> Checked<()> {
        while self.pending.as_ref().is_some_and(|pending| matches!(pending.question.kind, Kind::Window { .. })) {
            self.play.stay_silent();
            self.resume()?;
        }
        Ok(())
    }

    fn say(&mut self, side: u16, words: &str) -> Checked<()> {
        let mut opened = false;
        loop {
            let Some(pending) = self.pending.clone() else {
                if self.over {
                    return failure("the game is over", self.line);
                }
                if opened {
                    return failure(format!("`{words}` is not offered"), self.line);
                }
                opened = true;
                self.open_for(side, words)?;
                if self.pending.is_none() && matches!(self.going, Going::Idle) {
                    // Carried out outside the sequence.
                    return Ok(());
                }
                if self.given.is_some() && self.pending.is_none() {
                    return Ok(());
                }
                continue;
            };
            let window = matches!(pending.question.kind, Kind::Window { .. });
            let reading = if pending.question.seats.contains(&side) {
                self.play.look_at(&pending.state, |world| sentence::read(world, &pending.question, side, words))
            } else {
                let who = pending.question.seats.first().map(|seat| self.game.sides[*seat as usize].title.clone());
                Err(format!("{} is asked: {}", who.unwrap_or_default(), pending.question.prompt))
            };
            match reading {
                Ok(answer) => {
                    if self.given.is_none() {
                        self.play.answer(side, &pending.question, answer);
                    }
                    return self.resume();
                }
                Err(_) if window => {
                    self.play.stay_silent();
                    self.resume()?;
                }
                Err(problem) => return failure(problem, self.line),
            }
        }
    }

    /// Offers that a sentence may mean, with the longest name first.
    fn meant(&self, words: &str) -> Vec<OfferId> {
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

    /// Opens the scopes that the sentence's offer needs, with that side acting, and goes on to its question.
    fn open_for(&mut self, side: u16, words: &str) -> Checked<()> {
        let meant = self.meant(words);
        if meant.is_empty() {
            return failure(format!("nothing that can be done begins like `{words}`"), self.line);
        }
        // Which of the offers of this name is open once its scopes are? The first that is.
        let mut chosen = None;
        for id in &meant {
            if self.try_open(*id, side, words).is_ok() {
                chosen = Some(*id);
                break;
            }
        }
        let id = chosen.unwrap_or(meant[0]);
        if self.game.offers[id.at()].window == Window::AnyTime {
            let question = act_question(id, side);
            let answer = self.at_now(|world| sentence::read(world, &question, side, words));
            let values = match answer {
                Ok(crate::play::question::Answer::Act(_, values)) => values,
                Ok(_) => Vec::new(),
                Err(problem) => return failure(problem, self.line),
            };
            return self.once(Box::new(move |cx| {
                let locals = cx.look(|world| Look::new(world, id, side, false, None).check(&values))?;
                match locals {
                    Some(locals) => cx.take(id, &locals, side, false, true)?,
                    None => return Err(Stop::Fault(Box::new(Fault::new("this is not offered")))),
                }
                cx.settle()?;
                cx.watch()
            }));
        }
        let frames = self.frames_for(id, side)?;
        self.play.adjust(|run| {
            run.state.stack = frames;
            run.memo.forget_all();
        });
        self.going = Going::Sequence;
        self.resume()
    }

    /// Whether a sentence can be said once the scopes of an offer are open.
    fn try_open(&self, id: OfferId, side: u16, words: &str) -> Result<(), String> {
        let question = act_question(id, side);
        if self.game.offers[id.at()].window == Window::AnyTime {
            return self.at_now(|world| sentence::read(world, &question, side, words).map(|_| ()));
        }
        let frames = self.frames_for(id, side).map_err(|failure| failure.message)?;
        let mut state = self.play.look(|run| run.state.clone());
        state.stack = frames;
        self.play.look_at(&state, |world| sentence::read(world, &question, side, words).map(|_| ()))
    }

    fn offered(&self, side: u16, words: &str) -> Result<(), String> {
        if let Some(pending) = &self.pending {
            if !pending.question.seats.contains(&side) {
                return Err("another side is asked".to_owned());
            }
            return self
                .play
                .look_at(&pending.state, |world| sentence::read(world, &pending.question, side, words).map(|_| ()));
        }
        let mut problem = "nothing that can be done begins like that".to_owned();
        for id in self.meant(words) {
            match self.try_open(id, side, words) {
                Ok(()) => return Ok(()),
                Err(text) => problem = text,
            }
        }
        Err(problem)
    }

    fn why_not(&self, side: u16, words: &str) -> Checked<Vec<crate::play::permission::Refusal>> {
        let state = match (&self.pending, self.meant(words).first()) {
            (Some(pending), _) => pending.state.clone(),
            (None, Some(id)) => {
                let mut state = self.play.look(|run| run.state.clone());
                if let Ok(frames) = self.frames_for(*id, side) {
                    state.stack = frames;
                }
                state
            }
            (None, None) => return Ok(Vec::new()),
        };
        let reasons = self.play.look_at(&state, |world| world.why_not(side, words));
        reasons.map(|found| found.reasons).map_err(|fault| faulty(&fault, self.line))
    }

    /// The stack on which an offer is asked for.
    fn frames_for(&self, id: OfferId, side: u16) -> Checked<Vec<Frame>> {
        let game = &self.game;
        let listed = |step: usize| match &game.steps[step].body {
            Body::Actions { offers, .. } => offers.contains(&id),
            _ => false,
        };
        let (target, whose, phase) = match game.offers[id.at()].window {
            Window::Listed | Window::AnyTime => ((0..game.steps.len()).find(|at| listed(*at)), Whose::My, Phase::Act),
            Window::During(whose, scope) => (self.acting_step(scope), whose, Phase::Act),
            Window::Before(whose, scope) => (self.step_of(scope), whose, Phase::Before),
            Window::After(whose, scope) => (self.step_of(scope), whose, Phase::After),
        };
        let Some(target) = target else {
            return failure("what this offer waits for must be played first: it answers something", self.line);
        };
        let acting = match whose {
            Whose::Their => (side + 1) % game.sides.len().max(1) as u16,
            Whose::My | Whose::Any => side,
        };
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
            frame.count = match &item.repeat {
                Repeat::Count { from, .. } => *from,
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

fn faulty(fault: &Fault, otherwise: Span) -> Failure {
    Failure { message: fault.message.clone(), span: fault.span.unwrap_or(otherwise), notes: fault.notes.clone() }
}
