//! Lessons: tests that talk. The lines of a lesson are those of its test, and these.

use crate::source::Span;

use super::id::SectionId;
use super::node::Node;

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its name, as typed.
    pub name: String,
    /// Its documentation.
    pub doc: Option<String>,
    /// Its test, by position in [`super::game::Game::tests`].
    pub test: usize,
    /// The pieces that its expressions name as the board does, each with its place in the source.
    pub pieces: Vec<(String, Span)>,
}

/// A text or an expression, with the number of slots it needs. The first slots are the labels of the test.
#[derive(Clone, Debug)]
pub struct Words {
    /// The typed tree.
    pub node: Node,
    /// The number of slots.
    pub slots: u16,
}

/// A command of a side.
#[derive(Clone, Debug)]
pub struct Command {
    /// The side.
    pub side: u16,
    /// What it types.
    pub words: String,
    /// Its place in the source.
    pub span: Span,
}

/// A line that only a lesson has.
#[derive(Clone, Debug)]
pub enum Learn {
    /// A text.
    Say(Words),
    /// What the board marks: pieces, places or words, as written.
    Show(Vec<(String, Span)>),
    /// What the learner must find.
    Task(Task),
    /// What the learner must answer.
    Ask(Ask),
    /// What the learner plays alone.
    Free(Free),
}

/// A task: one of these commands is wanted.
#[derive(Clone, Debug)]
pub struct Task {
    /// The commands, any of which will do. The lesson goes on in the same way after each.
    pub wanted: Vec<Command>,
    /// The wrong turns foreseen.
    pub wrongs: Vec<Wrong>,
    /// Hints, the vaguest first.
    pub hints: Vec<Words>,
}

/// A wrong turn.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What the learner types, or its beginning.
    pub words: String,
    /// The sections of the rules against it. Empty if it is legal.
    pub because: Vec<SectionId>,
    /// The answer to it.
    pub say: Words,
    /// Its place in the source.
    pub span: Span,
}

/// A question with one answer: that of the rules.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The question.
    pub question: Words,
    /// What is asked.
    pub of: Words,
    /// True if the modifiers of a quantity are asked for, not its value.
    pub modifiers: bool,
    /// True if it is asked before the next task and answered by what comes of it.
    pub later: bool,
    /// The answer as the author knows it.
    pub answer: Option<Words>,
    /// Hints, the vaguest first.
    pub hints: Vec<Words>,
}

/// Free play against a bot, judged in the end.
#[derive(Clone, Debug)]
pub struct Free {
    /// The number of the learner's decisions.
    pub decisions: usize,
    /// The learner's side.
    pub side: u16,
    /// The player of all other sides.
    pub rival: Rival,
    /// What must hold in the end, and the words for it. None while it has not been read.
    pub goal: Option<(Words, Words)>,
    /// The words if it does not hold.
    pub lost: Option<Words>,
    /// What is said after it, reached or not.
    pub closing: Vec<Words>,
    /// Hints, the vaguest first.
    pub hints: Vec<Words>,
}

/// A bot that a learner plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// It chooses at random.
    Random,
    /// It looks one action ahead.
    Greedy,
}
