//! Runs the `test` items of the language (language reference, 3.26): each twice, the second time from its journal.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::catalog::{Catalog, GameEntry};
use crate::diagnostic::Diagnostic;
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
use crate::play::question::{Answer, Kind, Question};
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

/// Runs the tests of a catalogue whose title holds `filter`, and tells of each.
///
/// # Errors
/// The diagnostics of a game that does not compile.
pub fn run_tests(
    catalog: &Catalog,
    filter: &str,
    make: MakeScripts,
    tell: &mut dyn FnMut(&str, &Verdict),
) -> Result<(), Vec<Diagnostic>> {
    for entry in &catalog.games {
        let names = entry.scenarios.iter().map(|one| Some(one.name.as_str()));
        for scenario in std::iter::once(None).chain(names) {
            let compiled = catalog.compile(entry, scenario, &[]);
            let Some(game) = compiled.game else { return Err(compiled.diagnostics) };
            let own = game.tests.iter().filter(|test| test.scenario.as_deref() == scenario);
            for test in own.filter(|test| test.title.contains(filter)) {
                tell(&entry.name, &run_reading(catalog, entry, &game, test, make)?);
            }
        }
    }
    Ok(())
}

/// Runs one test under the readings that it asks for: another reading of a ruling is another game.
///
/// # Errors
/// The diagnostics, if the game does not compile with those readings.
pub fn run_reading(
    catalog: &Catalog,
    entry: &GameEntry,
    game: &Arc<Game>,
    test: &Test,
    make: MakeScripts,
) -> Result<Verdict, Vec<Diagnostic>> {
    if test.readings.is_empty() {
        return Ok(run_test(game, test, make));
    }
    let name = |(ruling, value): &(RulingId, u16)| {
        let ruling = &game.rulings[ruling.at()];
        let value = ruling.values.get(*value as usize).map(|value| value.0.clone());
        (ruling.name.clone(), value.unwrap_or_default())
    };
    let readings: Vec<(String, String)> = test.readings.iter().map(name).collect();
    let other = catalog.compile(entry, test.scenario.as_deref(), &readings);
    let Some(other_game) = other.game else { return Err(other.diagnostics) };
    let same = other_game.tests.iter().find(|one| one.span == test.span);
    Ok(run_test(&other_game, same.unwrap_or(test), make))
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

/// Something that happens outside the sequence of play; it is run again with each answer.
type Action = Box<dyn Fn(&Cx<'_>) -> Result<(), Stop>>;

/// What goes on when a question has been answered.
enum Going {
    /// Nothing runs.
    Idle,
    /// The set-up of a scenario.
    SetUp,
    /// The sequence of play.
    Sequence,
    /// Something outside it.
    Once(Action),
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
    /// What is left of it for this line.
    left: VecDeque<Entry>,
    line: Span,
}

impl<'t> Runner<'t> {
    fn new(game: &Arc<Game>, test: &'t Test, make: MakeScripts, given: Option<Vec<Vec<Entry>>>) -> Checked<Runner<'t>> {
        let mut positions = Vec::new();
        if test.scenario.is_some() {
            positions.push(game.setup.position.clone());
        }
        positions.push(test.position.clone());
        let beginning = Beginning { positions, in_sequence: test.scenario.is_some() };
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
            left: VecDeque::new(),
            line: test.span,
        };
        runner.play.set_oracle(Box::new(Patient));
        if test.scenario.is_some() {
            runner.going = Going::SetUp;
            runner.take_line();
            runner.resume()?;
            if runner.given.is_none() {
                let entries = runner.play.look(|run| run.journal.entries.clone());
                runner.used.push(entries);
            }
        } else {
            runner.once(Box::new(|cx| cx.settle()))?;
            let steps = test.position.steps.clone();
            let game = game.clone();
            runner.play.adjust(|run| {
                for (step, count) in steps {
                    let mut frame = Frame::new(game.steps[step.at()].scope, None, Phase::Inline);
                    frame.count = count;
                    run.state.stack.push(frame);
                }
                run.touch_scopes();
            });
        }
        Ok(runner)
    }

    fn run(&mut self) -> Checked<()> {
        let test = self.test;
        for line in &test.lines {
            let before = self.play.look(|run| run.journal.entries.len());
            self.take_line();
            self.one(line)?;
            if self.given.is_none() {
                let entries = self.play.look(|run| run.journal.entries[before..].to_vec());
                self.used.push(entries);
            }
        }
        self.pass_windows()?;
        let (dice, cards) = self.play.look(|run| (run.forced_dice.len(), run.forced_cards.len()));
        if self.given.is_none() && dice + cards > 0 {
            return failure(
                format!("{dice} groups of dice and {cards} cards were laid ready but never used"),
                test.span,
            );
        }
        Ok(())
    }

    /// Takes what the next line put into the journal; what chance gave before its first answer is ready at once.
    fn take_line(&mut self) {
        let Some(given) = &mut self.given else { return };
        if given.is_empty() {
            return;
        }
        self.left.extend(given.remove(0));
        self.feed_chance();
    }

    fn feed_chance(&mut self) {
        while self.left.front().is_some_and(|entry| !matches!(entry, Entry::Answer { .. })) {
            self.play.feed(self.left.pop_front());
        }
    }

    /// Answers the pending question; the second time with what the journal says.
    fn answer(&mut self, side: u16, question: &Question, answer: Answer) {
        if self.given.is_none() {
            return self.play.answer(side, question, answer);
        }
        if let Some(entry) = self.left.pop_front() {
            self.play.feed([entry]);
            self.feed_chance();
        }
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
                match self.offered(*side, words)? {
                    Ok(()) => Ok(()),
                    Err(problem) => failure(format!("not offered: {problem}"), *span),
                }
            }
            TestLine::Refused(side, words, cite, span) => {
                self.line = *span;
                if self.offered(*side, words)?.is_ok() {
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

    fn once(&mut self, action: Action) -> Checked<()> {
        self.going = Going::Once(action);
        self.resume()
    }

    /// Goes on until a question waits or nothing is left to do.
    fn resume(&mut self) -> Checked<()> {
        self.pending = None;
        let status = match &self.going {
            Going::Idle => return Ok(()),
            Going::Sequence => self.play.go(),
            Going::SetUp => match self.play.go_while(|run| run.state.stack.len() > 1 || run.state.unsettled) {
                Some(status) => status,
                None => {
                    self.play.adjust(|run| {
                        run.state.stack.clear();
                        run.memo.forget_all();
                    });
                    self.going = Going::Idle;
                    return Ok(());
                }
            },
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

    /// Lets windows pass in silence that the test says nothing about, and answers what is seldom worth a line: which
    /// of several ways to pay, which of several slots. Both are answered with the first.
    fn pass_windows(&mut self) -> Checked<()> {
        while self.pass_trifle()? {}
        Ok(())
    }

    /// One such question; `false`: there is none.
    fn pass_trifle(&mut self) -> Checked<bool> {
        let Some(pending) = &self.pending else { return Ok(false) };
        let question = pending.question.clone();
        let seat = question.seats.first().copied().unwrap_or(0);
        match &question.kind {
            Kind::Window { .. } => self.play.stay_silent(),
            Kind::Pay { .. } => self.answer(seat, &question, Answer::Way(0)),
            Kind::One { of, optional: false } if matches!(of.first(), Some(Value::Int(_))) => {
                self.answer(seat, &question, Answer::One(of[0].clone()));
            }
            _ => return Ok(false),
        }
        self.resume()?;
        Ok(true)
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
                if self.open_for(side, words)? {
                    return Ok(());
                }
                continue;
            };
            let reading = self.reading(&pending, side, words);
            let problem = match reading {
                Ok(answer) => {
                    self.answer(side, &pending.question, answer);
                    return self.resume();
                }
                Err(problem) => problem,
            };
            if self.pass_trifle()? {
                continue;
            }
            // Between two actions the sentence may open other scopes than those in which play stands.
            if !opened && is_settled(&pending.question) && !self.meant(words).is_empty() {
                opened = true;
                if self.open_for(side, words)? {
                    return Ok(());
                }
                continue;
            }
            return failure(problem, self.line);
        }
    }

    /// What a sentence answers to the pending question.
    fn reading(&self, pending: &Pending, side: u16, words: &str) -> Result<Answer, String> {
        if pending.question.seats.contains(&side) {
            return self.play.look_at(&pending.state, |world| sentence::read(world, &pending.question, side, words));
        }
        let who = pending.question.seats.first().map(|seat| self.game.sides[*seat as usize].title.clone());
        Err(format!("{} is asked: {}", who.unwrap_or_default(), pending.question.prompt))
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

    /// Opens the scopes that the sentence's offer needs, with that side acting, and goes on to its question; `true`:
    /// the offer was carried out at once, since it needs no scope.
    fn open_for(&mut self, side: u16, words: &str) -> Checked<bool> {
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
        let frames = self.frames_for(id, side)?;
        self.play.adjust(|run| {
            run.state.stack = frames;
            run.memo.forget_all();
        });
        self.going = Going::Sequence;
        self.resume()?;
        Ok(false)
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

    fn offered(&mut self, side: u16, words: &str) -> Checked<Result<(), String>> {
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
        let mut problem = problem.unwrap_or_else(|| "nothing that can be done begins like that".to_owned());
        for id in self.meant(words) {
            match self.try_open(id, side, words) {
                Ok(()) => return Ok(Ok(())),
                Err(text) => problem = text,
            }
        }
        Ok(Err(problem))
    }

    fn why_not(&self, side: u16, words: &str) -> Checked<Vec<crate::play::permission::Refusal>> {
        let mut reasons = Vec::new();
        let mut state = self.play.look(|run| run.state.clone());
        for id in self.meant(words) {
            if let Ok(frames) = self.frames_for(id, side) {
                state.stack = frames;
            }
            let found = self.play.look_at(&state, |world| world.why_not(side, words));
            reasons.extend(found.map_err(|fault| faulty(&fault, self.line))?.reasons);
        }
        Ok(reasons)
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

/// Whether a question is asked between two actions, and not in the middle of something.
fn is_settled(question: &Question) -> bool {
    matches!(question.kind, Kind::Act { free: false, .. })
}

fn act_question(id: OfferId, side: u16) -> Question {
    let kind = Kind::Act { offers: vec![id], pass: None, free: false, bound: None };
    Question { seats: vec![side], prompt: String::new(), kind }
}

fn faulty(fault: &Fault, otherwise: Span) -> Failure {
    Failure { message: fault.message.clone(), span: fault.span.unwrap_or(otherwise), notes: fault.notes.clone() }
}
