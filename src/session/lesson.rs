//! A lesson in progress: its texts, its tasks and questions, and the judgement of the learner's commands.
//!
//! A lesson is a test, so its position and its other lines are those of a test. The session plays it to the next task
//! or question and holds back every command other than those of the task, so the learner cannot leave the course of the
//! lesson.

mod ahead;
mod answers;
mod course;
mod judge;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::testing::under_readings;
use crate::draw::{self, Line};
use crate::model::game::Game;
use crate::model::id::{Domain, Ref};
use crate::model::lesson::{Ask, Free, Learn, Lesson, Task, Words};
use crate::model::node::Expr;
use crate::model::setup::{Test, TestLine};
use crate::model::value::Value;
use crate::play::learn::{Marks, Modifier, same_members};
use crate::play::place_names::Viewer;
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Fault, MakeScripts, World, sentence};

use super::menu::look_at;
use super::{Opening, Said, Session, Standing, Start};

pub use ahead::Lead;

/// The input for which a lesson waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A command of the game.
    Command,
    /// The answer to a question.
    Answer,
    /// Free play.
    Play,
    /// None: free play has ended, and its goal is not reached.
    PlayedOut,
    /// None: [`Session::lesson_goes_on`] continues it.
    Told,
    /// None: the lesson is over.
    Over,
    /// None: the lesson does not fit the rules.
    Broken,
}

/// The learner's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of wrong commands and answers.
    pub wrong: usize,
    /// The number of hints.
    pub hints: usize,
    /// The number of steps done by the program.
    pub skipped: usize,
}

/// An act of the learner, for the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A task or question began.
    Asked(String),
    /// The learner tried this, and it was wrong, with this reply.
    Tried(String, String),
    /// The learner typed this, and it does not count: an answer that was not understood, or in free play a command that
    /// was refused, with this reply.
    Refused(String, String),
    /// The learner made this decision in free play, which is judged at its end.
    Played(String),
    /// The learner expects this to happen.
    Expected(String),
    /// What had been predicted has come, or something else. It belongs to an earlier question.
    Foretold(String),
    /// The learner entered or answered correctly.
    Right(String),
    /// The learner took a hint.
    Hint(usize),
    /// The learner had `why` show the answer.
    Shown(String),
    /// The learner left the step to the program.
    Skipped(String),
    /// The lesson is over.
    Over(Tally),
}

/// The commands accepted by a task. Other commands are held back.
#[derive(Clone, Debug, Default)]
pub(super) struct Gate {
    /// In the game's own spelling.
    wanted: Vec<String>,
    /// The last command that was held back.
    held: Option<(String, Question, u16)>,
}

/// The most lines that a lesson shows about a word.
const MOST_HELP: usize = 4;

/// A lesson in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Learning {
    /// The index of the lesson in the game.
    lesson: usize,
    /// The next line of its test, or the waiting line.
    at: usize,
    waiting: Option<Waiting>,
    /// The task or question in words.
    task: String,
    /// The last text before it: the task, if a question comes after it.
    said: String,
    /// The marks on the board.
    marks: Marks,
    gate: Option<Gate>,
    /// True after an event that may answer the questions in `later`.
    happened: bool,
    /// The questions about coming events, by line, with the learner's answers.
    later: Vec<(usize, String)>,
    /// The modifiers to choose from.
    choices: Vec<Modifier>,
    /// The number of hints given for the current task.
    hints: usize,
    /// The number of wrong attempts at it.
    tries: usize,
    /// The number of decisions made in free play.
    played: usize,
    /// True if the goal of free play was already reached at its beginning.
    held: bool,
    tally: Tally,
    deeds: Vec<Deed>,
    broken: Option<String>,
}

/// The lesson with this name. Case does not matter.
pub fn lesson_named<'g>(game: &'g Game, name: &str) -> Option<&'g Lesson> {
    let wanted = sentence::fold(name);
    game.lessons.iter().find(|lesson| sentence::fold(&lesson.name) == wanted)
}

impl Session {
    /// A lesson from its beginning. [`Session::lesson_goes_on`] then shows its first lines.
    ///
    /// # Errors
    /// The error in the lesson or the rules.
    pub fn learn(game: &Arc<Game>, name: &str, make: MakeScripts) -> Result<Session, Box<Fault>> {
        let fault = |text: String| Box::new(Fault::new(text).of_the_table());
        let at = game.lessons.iter().position(|lesson| lesson.name == name);
        let at = at.ok_or_else(|| fault(format!("no lesson named `{name}`")))?;
        let test = &game.tests[game.lessons[at].test];
        if let Some(mistake) = test.mistakes.iter().find(|one| one.is_error()) {
            return Err(fault(format!("this lesson has errors: {}", mistake.headline)));
        }
        let mut opening = Opening::bench(game, Start::Test(test.title.clone()));
        opening.seed = super::DEFAULT_SEED;
        let mut session = Session::waiting(game, opening, make)?;
        session.lesson = Some(Box::new(Learning { lesson: at, ..Learning::default() }));
        session.begin_test();
        session.given = session.journal_length();
        if let (Standing::Idle, Some(_)) = (&session.standing, test.begins) {
            return Err(fault(format!("{}: the step where the lesson begins does not run", test.title)));
        }
        Ok(session)
    }

    /// The game under the readings that a lesson requires. None if it requires none.
    pub fn lesson_game(game: &Game, name: &str) -> Option<Arc<Game>> {
        let test = lesson_named(game, name).and_then(|lesson| game.tests.get(lesson.test))?;
        under_readings(game, test)
    }

    /// A session that puts every question to persons, even without a choice, as in a test.
    fn waiting(game: &Arc<Game>, opening: Opening, make: MakeScripts) -> Result<Session, Box<Fault>> {
        let mut session = Session::set_up(game, opening, make, Vec::new())?;
        {
            let mut desk = session.desk.borrow_mut();
            (desk.patient, desk.stops) = (true, true);
        }
        session.go_on();
        match &session.standing {
            Standing::Faulty(fault) => Err(fault.clone()),
            _ => Ok(session),
        }
    }

    /// The input for which the lesson waits. None outside a lesson.
    pub fn learns(&self) -> Option<Waiting> {
        let learning = self.lesson.as_ref()?;
        Some(learning.waiting.unwrap_or(Waiting::Told))
    }

    /// True unless a lesson waits for something else than a command of the game.
    pub fn takes_commands(&self) -> bool {
        self.learns().is_none_or(|waiting| matches!(waiting, Waiting::Command | Waiting::Play))
    }

    /// The lesson in progress, with its title.
    pub fn lesson(&self) -> Option<(&Lesson, &str)> {
        let lesson = self.game.lessons.get(self.lesson.as_ref()?.lesson)?;
        Some((lesson, self.game.tests[lesson.test].title.as_str()))
    }

    /// The number of the current task or question, and the total.
    pub fn lesson_place(&self) -> (usize, usize) {
        let Some((learning, test)) = self.lesson.as_ref().zip(self.lesson_test()) else { return (0, 0) };
        let counts = |line: &&TestLine| {
            let TestLine::Learn(learn, _) = line else { return false };
            !matches!(**learn, Learn::Say(_) | Learn::Show(_))
        };
        let all = test.lines.iter().filter(counts).count();
        let now = test.lines.iter().take(learning.at + 1).filter(counts).count();
        (now, all)
    }

    /// The learner's results so far.
    pub fn tally(&self) -> Tally {
        self.lesson.as_ref().map(|learning| learning.tally).unwrap_or_default()
    }

    /// The learner's acts since the last call.
    pub fn lesson_deeds(&mut self) -> Vec<Deed> {
        self.lesson.as_mut().map(|learning| std::mem::take(&mut learning.deeds)).unwrap_or_default()
    }

    /// The marks of the lesson on the board.
    pub fn lesson_marks(&self) -> Option<&Marks> {
        self.lesson.as_ref().map(|learning| &learning.marks)
    }

    /// The learner's side.
    pub(super) fn lesson_side(&self) -> Option<u16> {
        self.lesson_test().map(Test::learner)
    }

    /// The side whose view a lesson shows: the side of the current task, or else the learner's.
    pub(super) fn lesson_viewer(&self) -> Option<u16> {
        let of_task = self.lesson_line(|learn| match learn {
            Learn::Task(task) => task.wanted.first().map(|command| command.side),
            _ => None,
        });
        of_task.or_else(|| self.lesson_side())
    }

    /// The spaces that a lesson marks, and the spaces of marked pieces.
    pub(super) fn marked_spaces(&self) -> Vec<u16> {
        let Some(marks) = self.lesson_marks() else { return Vec::new() };
        self.play.look_asked(|world| {
            let of_pieces = marks.pieces.iter().filter_map(|piece| world.space_of(Ref::piece(piece)));
            marks.spaces.iter().chain(of_pieces).collect()
        })
    }

    /// The current task or question, in one line.
    pub fn lesson_task(&self) -> Option<&str> {
        let learning = self.lesson.as_ref()?;
        learning.waiting.map(|_| learning.task.as_str()).filter(|task| !task.is_empty())
    }

    /// The learner's side.
    fn learner(&self) -> u16 {
        self.lesson_test().map_or(0, Test::learner)
    }

    fn lesson_test(&self) -> Option<&Test> {
        let lesson = self.game.lessons.get(self.lesson.as_ref()?.lesson)?;
        self.game.tests.get(lesson.test)
    }

    /// The current line of the lesson.
    fn lesson_line<T>(&self, of: impl FnOnce(&Learn) -> Option<T>) -> Option<T> {
        let line = self.lesson_test()?.lines.get(self.lesson.as_ref()?.at)?;
        if let TestLine::Learn(learn, _) = line { of(learn) } else { None }
    }

    fn waiting_task(&self) -> Option<Task> {
        self.lesson_line(|learn| if let Learn::Task(task) = learn { Some(task.clone()) } else { None })
    }

    fn waiting_ask(&self) -> Option<Ask> {
        self.lesson_line(|learn| if let Learn::Ask(ask) = learn { Some(ask.clone()) } else { None })
    }

    fn waiting_free(&self) -> Option<Free> {
        self.lesson_line(|learn| if let Learn::Free(free) = learn { Some(free.clone()) } else { None })
    }

    /// Evaluates an expression or text of the lesson in the current position.
    fn lesson_reads<T>(
        &self,
        of: &Words,
        read: impl FnOnce(&World<'_>, &mut crate::play::locals::Locals) -> crate::play::Read<T>,
    ) -> Result<T, String> {
        let Some(test) = self.lesson_test() else { return Err("no lesson".to_owned()) };
        self.reads_with_labels(test, of, read)
    }

    /// Evaluates an expression or text in which the labels of this position may stand.
    fn reads_with_labels<T>(
        &self,
        test: &Test,
        of: &Words,
        read: impl FnOnce(&World<'_>, &mut crate::play::locals::Locals) -> crate::play::Read<T>,
    ) -> Result<T, String> {
        // Places have the names that the learner or solver uses.
        let seat = self.puzzle().map_or_else(|| test.learner(), |puzzle| puzzle.solver);
        let found = self.play.look_asked(|world| {
            let world = world.through(Viewer::Of(Some(seat)));
            let labels = world.label_values(test);
            read(&world, &mut world.locals(&labels, of.slots))
        });
        found.map_err(|fault| fault.message)
    }

    /// A text of the lesson, with the values in its braces.
    fn lesson_text(&self, text: &Words) -> String {
        self.lesson_test().map_or_else(String::new, |test| self.text_with_labels(test, text))
    }

    /// A text with the values in its braces, among them the labels of this position.
    pub(super) fn text_with_labels(&self, test: &Test, text: &Words) -> String {
        let shown = self.reads_with_labels(test, text, |world, locals| {
            let Expr::Text(parts) = &text.node.expr else {
                let value = world.eval(&text.node, locals)?;
                return Ok(world.told(&world.show(&value)));
            };
            let mut said = String::new();
            for part in parts {
                let value = world.eval(part, locals)?;
                said.push_str(&world.show(&value));
                if let Value::Ref(Ref { domain: Domain::Piece, index }) = value {
                    said.push_str(&draw::numbers_on(world, index));
                }
            }
            Ok(world.told(&said))
        });
        shown.unwrap_or_else(|problem| format!("({problem})"))
    }

    fn learning(&mut self, change: impl FnOnce(&mut Learning)) {
        if let Some(learning) = &mut self.lesson {
            change(learning);
        }
    }

    /// Holds back a command that is not one of those of the task.
    pub(super) fn held_back(&mut self, seat: u16, question: &Question, answer: &Answer) -> Option<Said> {
        self.lesson.as_ref()?.gate.as_ref()?;
        let words = self.play.look_asked(|world| sentence::write(world, question, seat, answer));
        let plain = self.play.look_asked(|world| plain_words_of(world, question, seat, answer));
        let listed = matches!(answer, Answer::Several(_));
        let gate = self.lesson.as_ref()?.gate.as_ref()?;
        let is_meant = |wanted: &String| {
            let read = |world: &World<'_>| {
                let read = sentence::read(world, question, seat, wanted).ok()?;
                Some(plain_words_of(world, question, seat, &read))
            };
            *wanted == words
                || listed && same_members(wanted, &words)
                || self.play.look_asked(read).is_some_and(|wanted| wanted == plain)
        };
        if gate.wanted.iter().any(is_meant) {
            return None;
        }
        let gate = self.lesson.as_mut()?.gate.as_mut()?;
        gate.held = Some((words, question.clone(), seat));
        self.staged = None;
        self.card = None;
        self.open_only_offer();
        Some(Said::Held)
    }

    /// The game's descriptions of marked words that have no place on the board.
    fn words_shown(&self, marks: &Marks) -> Vec<Line> {
        let each: BTreeSet<&str> = marks.words.iter().map(String::as_str).collect();
        let help = each.iter().filter_map(|word| self.help(word));
        help.flat_map(|lines| lines.into_iter().take(MOST_HELP)).map(|line| line.indented(2)).collect()
    }
}

/// An answer as a command, with the first of its twins for each thing: a learner may name any of them.
fn plain_words_of(world: &World<'_>, question: &Question, seat: u16, answer: &Answer) -> String {
    let plain = match answer {
        Answer::Act(offer, values) => {
            let first = look_at(world, question, seat, *offer).first_twins(values);
            Answer::Act(*offer, first.unwrap_or_else(|_| values.clone()))
        }
        Answer::One(value) => match &question.kind {
            Kind::One { of, .. } if !of.contains(value) => {
                let first = world.twin_among(value, of).and_then(|at| of.get(at));
                Answer::One(first.unwrap_or(value).clone())
            }
            _ => answer.clone(),
        },
        other => world.plainest(question, other.clone()),
    };
    sentence::write(world, question, seat, &plain)
}
