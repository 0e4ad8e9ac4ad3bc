//! Runs the `test` items of the language (language reference, 12), each twice: the second time from its journal.

mod expecting;
mod learning;
mod opening;
mod refusing;
mod saying;
mod standing;
mod suite;

pub use standing::{Stood, stand, stand_before};
pub use suite::{Each, Ran, run_one, run_reading, run_tests, run_tests_by, under_readings};

use std::collections::VecDeque;
use std::sync::Arc;

use crate::analysis::puzzle::prove;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::words::all_of;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::puzzle::Puzzle;
use crate::model::sequence::Phase;
use crate::model::setup::{Test, TestLine};
use crate::model::value::Value;
use crate::play::journal::Entry;
use crate::play::meeting::Met;
use crate::play::observer::Observe;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::run::Pending;
use crate::play::state::Frame;
use crate::play::{Beginning, Cx, Fault, MakeScripts, Play, Run, Status, Stop, World};
use crate::source::Span;

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Its title.
    pub title: String,
    /// The sections it cites.
    pub cites: Vec<String>,
    /// The word for it: test, lesson or puzzle.
    pub word: &'static str,
    /// Its source span.
    pub span: Span,
    /// The failure. None if the test passed.
    pub failure: Option<Failure>,
    /// The summary of the proof, for a puzzle.
    pub told: Option<String>,
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The message, in one line.
    pub message: String,
    /// The line of the test, or of the faulty rule.
    pub span: Span,
    /// Values and other help.
    pub notes: Vec<String>,
}

type Checked<T> = Result<T, Failure>;

fn failure<T>(message: impl Into<String>, span: Span) -> Checked<T> {
    Err(Failure { message: message.into(), span, notes: Vec::new() })
}

/// An oracle that never answers, not even at windows. The lines of the test provide the answers.
pub(crate) struct Patient;

impl Oracle for Patient {
    fn answer(&mut self, _world: &World<'_>, _question: &Question) -> Reply {
        Reply::Wait
    }
}

/// Steps that stand open with these counts, without anything to do in them.
pub(crate) fn frames_of(game: &Game, counts: &[(StepId, i64)]) -> impl Iterator<Item = Frame> {
    counts.iter().map(|(step, count)| {
        let mut frame = Frame::new(game.steps[step.at()].scope, None, Phase::Inline);
        frame.count = *count;
        frame
    })
}

impl Verdict {
    fn of(game: &Game, test: &Test, word: &'static str, failure: Option<Failure>, told: Option<String>) -> Verdict {
        let cites = test.cites.iter().map(|cite| game.section(*cite).number.clone()).collect();
        Verdict { title: test.title.clone(), cites, word, span: test.span, failure, told }
    }
}

/// Runs one test of a game.
pub fn run_test(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Verdict {
    Verdict::of(game, test, test.word(), run_twice(game, test, make).err(), None)
}

/// Proves one puzzle of a game. The solution is played on the engine that `make` makes.
pub fn run_puzzle(game: &Arc<Game>, puzzle: &Puzzle, make: MakeScripts) -> Verdict {
    let (failure, told) = match prove(game, puzzle, make) {
        Ok(proof) => (None, Some(proof.told())),
        Err(failure) => (Some(failure), None),
    };
    Verdict::of(game, &puzzle.test, "puzzle", failure, told)
}

/// Runs one test of a game, only once.
///
/// # Errors
/// If it fails.
pub fn run_once(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Result<(), Failure> {
    begun(game, test, make)?.run()
}

/// Runs one test of a game once, with its set-up, under an observer.
///
/// # Errors
/// If it fails.
pub fn run_observed(
    game: &Arc<Game>,
    test: &Test,
    make: MakeScripts,
    who: impl Observe + 'static,
) -> Result<(), Failure> {
    readable(game, test)?;
    let mut runner = Runner::seated(game, test, make, None)?;
    runner.play.adjust(|run| run.observe(who));
    runner.set_up()?;
    runner.run()
}

/// A run of a test at its first line.
fn begun<'t>(game: &Arc<Game>, test: &'t Test, make: MakeScripts) -> Checked<Runner<'t>> {
    readable(game, test)?;
    Runner::new(game, test, make, None)
}

/// Fails if the test has errors in its text.
fn readable(game: &Game, test: &Test) -> Checked<()> {
    match test.mistakes.split_first() {
        Some((first, others)) => Err(misspelt(game, first, others, test.span)),
        None => Ok(()),
    }
}

/// The rules that met in a test, up to its failure if it fails.
pub fn met_in(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Vec<Met> {
    let Ok(mut runner) = Runner::new(game, test, make, None) else { return Vec::new() };
    runner.play.adjust(Run::begin_meetings);
    // Meetings before a failure still count.
    let _ = runner.run();
    runner.play.look(|run| run.observer.meetings.take().1)
}

fn run_twice(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Checked<()> {
    let mut first = begun(game, test, make)?;
    first.run()?;
    let journal = std::mem::take(&mut first.used);
    let digest = first.play.digest();
    let mut second = Runner::new(game, test, make, Some(journal.into()))?;
    second.run()?;
    if second.play.digest() != digest {
        return failure("replayed from its journal, the test ends in another position", test.span);
    }
    learning::other_ways(game, test, make)
}

/// The failure of a test with errors in its text. Such a test is not run.
fn misspelt(game: &Game, first: &Diagnostic, others: &[Diagnostic], test: Span) -> Failure {
    let label = first.primary.iter().map(|label| label.text.clone()).filter(|text| !text.is_empty());
    let help = first.help.iter().map(|help| format!("help: {help}"));
    let more = others.iter().filter(|other| other.headline != first.headline).map(|other| {
        let line = other.span().map_or(0, |span| game.sources.line_column(span).0);
        format!("also in line {line}: {}", other.headline)
    });
    Failure {
        message: first.headline.clone(),
        span: first.span().unwrap_or(test),
        notes: label.chain(first.notes.iter().cloned()).chain(help).chain(more).collect(),
    }
}

/// An action outside the sequence of play, rerun with each answer.
type Action = Box<dyn Fn(&Cx<'_>) -> Result<(), Stop>>;

/// The play that continues after a question is answered.
enum Going {
    /// No step runs.
    Idle,
    /// The set-up of a scenario.
    SetUp,
    /// The sequence of play.
    Sequence,
    /// An action outside it, and whether the sequence continues afterwards.
    Once(Action, bool),
}

struct Runner<'t> {
    game: Arc<Game>,
    test: &'t Test,
    play: Play,
    going: Going,
    pending: Option<Box<Pending>>,
    over: bool,
    /// True if the step in which the test begins has not been opened yet.
    waits: bool,
    /// True if a line of the test mentions the pending question.
    mentioned: bool,
    /// The step in which the test begins, if no decision arose in it. None as soon as a question is answered.
    past: Option<String>,
    /// The journal entries of each continuation of play, beginning with the answer.
    used: Vec<Vec<Entry>>,
    /// On the second run, the journal entries for each continuation of play.
    given: Option<VecDeque<Vec<Entry>>>,
    line: Span,
    /// The path through a lesson, and the questions it has deferred.
    lesson: learning::Path<'t>,
    make: MakeScripts,
}

impl<'t> Runner<'t> {
    fn new(
        game: &Arc<Game>,
        test: &'t Test,
        make: MakeScripts,
        given: Option<VecDeque<Vec<Entry>>>,
    ) -> Checked<Runner<'t>> {
        let mut runner = Runner::seated(game, test, make, given)?;
        runner.set_up()?;
        Ok(runner)
    }

    /// A run before its set-up.
    fn seated(
        game: &Arc<Game>,
        test: &'t Test,
        make: MakeScripts,
        given: Option<VecDeque<Vec<Entry>>>,
    ) -> Checked<Runner<'t>> {
        let beginning = Beginning::of_test(game, test);
        let play = Play::new(game, &beginning, 1, true, make).map_err(|fault| faulty(&fault, test.span))?;
        let mut runner = Runner {
            game: game.clone(),
            test,
            play,
            going: if beginning.in_sequence { Going::SetUp } else { Going::Idle },
            pending: None,
            over: false,
            waits: test.begins.is_some() || test.position.under_way.is_some(),
            mentioned: false,
            past: None,
            used: Vec::new(),
            given,
            line: test.span,
            lesson: learning::Path::default(),
            make,
        };
        runner.play.set_oracle(Box::new(Patient));
        Ok(runner)
    }

    fn set_up(&mut self) -> Checked<()> {
        if self.test.position.under_way.is_some() {
            // Play continues exactly from the given scopes.
            self.going = Going::Idle;
            return Ok(());
        }
        if matches!(self.going, Going::SetUp) {
            if self.test.is_lesson && !self.waits {
                self.going = Going::Sequence;
            }
            return self.resume();
        }
        self.once(Box::new(|cx| cx.settle()))?;
        let (game, test) = (self.game.clone(), self.test);
        self.play.adjust(|run| {
            run.live.stack().extend(frames_of(&game, &test.position.steps));
        });
        Ok(())
    }

    fn run(&mut self) -> Checked<()> {
        let test = self.test;
        self.run_lines()?;
        self.pass_windows()?;
        if let (Some(asked), false) = (self.open_question(), self.mentioned) {
            return Err(Failure {
                message: format!("the {} ends with an open question: {asked}", test.word()),
                span: test.span,
                notes: vec![format!("answer it with {}", self.answer_line())],
            });
        }
        let (dice, cards) = self.play.look(|run| (run.forced_dice.len(), run.forced_cards.len()));
        let lots = self.play.look(|run| run.forced_lots.len());
        if self.given.is_none() && dice + cards + lots > 0 {
            let some = |n: usize, one: &str, more: &str| match n {
                0 => None,
                1 => Some(format!("1 {one}")),
                n => Some(format!("{n} {more}")),
            };
            let lots = some(lots, "random draw", "random draws");
            let left = [some(dice, "group of dice", "groups of dice"), some(cards, "card", "cards"), lots];
            let left = all_of(&left.into_iter().flatten().collect::<Vec<_>>());
            let span = self.supplied(test.span.end).unwrap_or(test.span);
            let message = format!("{left} supplied but never used");
            let above = "in a lesson, set dice and cards above the command that rolls or draws".to_owned();
            return Err(Failure { message, span, notes: test.is_lesson.then_some(above).into_iter().collect() });
        }
        Ok(())
    }

    fn run_lines(&mut self) -> Checked<()> {
        let test = self.test;
        for line in &test.lines {
            if !matches!(line, TestLine::Dice(..) | TestLine::Draw(..)) {
                self.begin_step()?;
            }
            if test.is_lesson { self.lesson_line(line)? } else { self.one(line)? }
        }
        self.begin_step()
    }

    /// The last line before this position in the text that supplies dice or cards.
    fn supplied(&self, before: u32) -> Option<Span> {
        self.test.lines.iter().rev().find_map(|line| match line {
            TestLine::Dice(_, span) | TestLine::Draw(_, span) if span.start < before => Some(*span),
            _ => None,
        })
    }

    /// True if a script may run while this question is open: between two actions, and not while simultaneous orders are
    /// being given.
    fn may_run(&self, pending: &Pending) -> bool {
        let answered = self.play.look(|run| run.journal.entries.len());
        is_settled(&pending.question) && pending.unseen.is_none_or(|from| answered <= from)
    }

    /// Answers the pending question. On the second run the journal answers it as soon as play continues.
    fn answer(&mut self, side: u16, question: &Question, answer: Answer) -> Checked<()> {
        self.past = None;
        let Some(given) = &self.given else {
            self.play.answer(side, question, answer);
            return Ok(());
        };
        match given.front().and_then(|entries| entries.first()) {
            Some(Entry::Answer { .. }) => Ok(()),
            _ => failure("replayed from its journal, the test reaches another question", self.line),
        }
    }

    fn one(&mut self, line: &'t TestLine) -> Checked<()> {
        let replayed = self.given.is_some();
        self.line = line.span(&self.game);
        match line {
            TestLine::Dice(groups, _) => {
                if !replayed {
                    self.play.adjust(|run| run.forced_dice.extend(groups.iter().cloned()));
                }
                Ok(())
            }
            TestLine::Draw(drawn, span) => {
                if !replayed {
                    let laid = self.play.adjust(|run| run.force_draws(drawn, *span));
                    laid.map_err(|fault| faulty(&fault, *span))?;
                }
                Ok(())
            }
            TestLine::Play(side, words, _) => {
                self.say(*side, words)?;
                self.predicted()
            }
            TestLine::Do(script) => {
                let script = *script;
                self.pass_windows()?;
                if let Some(pending) = self.pending.as_ref().filter(|pending| !self.may_run(pending)) {
                    let message = format!("a script cannot run while {}", self.asked(&pending.question));
                    let notes = vec![format!("answer first, with {}", self.answer_line())];
                    return Err(Failure { message, span: self.line, notes });
                }
                // A script may run between two actions. Play then continues from the same point.
                let between = self.pending.is_some();
                let labels = self.labels();
                let action: Action = Box::new(move |cx| {
                    cx.call(script, &labels)?;
                    cx.settle()?;
                    cx.watch()
                });
                self.going = Going::Once(action, between);
                self.resume()
            }
            TestLine::Offered(side, words, terms, _) => self.is_offered(*side, words, terms),
            TestLine::Refused(side, words, cites, _) => self.is_refused(*side, words, cites),
            TestLine::Asked(side, words, _) => self.is_asked(*side, words.as_deref()),
            TestLine::Ended(outcome, _) => self.has_ended(outcome),
            TestLine::Then(nodes, _) => {
                self.pass_windows()?;
                self.holds(nodes)
            }
            TestLine::Learn(learn, _) => self.learn(learn),
        }
    }

    /// The labelled pieces, which are the first slots of scripts and expressions.
    fn labels(&self) -> Vec<Value> {
        self.at_now(|world| world.label_values(self.test))
    }

    /// Reads the position at the pending question, or the settled one.
    fn at_now<T>(&self, read: impl FnOnce(&World<'_>) -> T) -> T {
        match &self.pending {
            Some(pending) => self.play.look_at(&pending.state, read),
            None => self.play.look(|run| read(&run.world())),
        }
    }

    fn once(&mut self, action: Action) -> Checked<()> {
        self.going = Going::Once(action, false);
        self.resume()
    }

    /// Plays until a question waits or the game is over. The journal entries are kept for the second run, which stops
    /// at the same points and receives its entries one stop at a time. If it received them earlier, a chance result
    /// could answer an earlier window or question.
    fn resume(&mut self) -> Checked<()> {
        if let Some(entries) = self.given.as_mut().and_then(VecDeque::pop_front) {
            self.play.feed(entries);
        }
        self.go_on()?;
        if self.given.is_none() {
            let known: usize = self.used.iter().map(Vec::len).sum();
            self.used.push(self.play.look(|run| run.journal.entries[known..].to_vec()));
        }
        Ok(())
    }

    fn go_on(&mut self) -> Checked<()> {
        self.pending = None;
        self.mentioned = false;
        let status = match &self.going {
            Going::Idle => return Ok(()),
            Going::Sequence => self.play.go(),
            Going::SetUp => match self.play.go_while(|run| run.state().stack.len() > 1 || run.state().unsettled) {
                Some(status) => status,
                None => {
                    self.play.adjust(|run| {
                        run.live.stack().clear();
                    });
                    self.going = Going::Idle;
                    return Ok(());
                }
            },
            Going::Once(action, between) => match self.play.once(action) {
                Ok(()) if *between => {
                    self.going = Going::Sequence;
                    self.play.go()
                }
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
            Status::Faulty(fault) => return Err(self.fault(&fault)),
        }
        Ok(())
    }

    /// The failure of a test by a fault: at the rule, unless a line of the test is to blame. That is the position that
    /// a rule forbids, or the dice and cards that do not fit.
    fn fault(&self, fault: &Fault) -> Failure {
        let mut failure = faulty(fault, self.line);
        let is_begun = self.test.lines.iter().any(|line| line.span(&self.game) == self.line);
        let blamed = match fault.space {
            _ if fault.table => self.supplied(self.line.end),
            Some(space) if !is_begun => {
                let lines = Beginning::of_test(&self.game, self.test).lines_about(space);
                lines.into_iter().rev().find(|span| self.test.span.covers(*span))
            }
            _ => None,
        };
        if let Some(blamed) = blamed.filter(|_| failure.span != self.line) {
            failure.notes.push(format!("the rule stands in {}", self.game.sources.place(failure.span)));
            failure.span = blamed;
        }
        failure
    }
}

/// True if a question is open between two actions, not during one.
fn is_settled(question: &Question) -> bool {
    matches!(question.kind, Kind::Act { free: false, .. })
}

fn faulty(fault: &Fault, otherwise: Span) -> Failure {
    Failure { message: fault.message.clone(), span: fault.span.unwrap_or(otherwise), notes: fault.notes.clone() }
}
