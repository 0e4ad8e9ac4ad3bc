//! Lessons: tests with explanations. A lesson has the lines of a test, and those defined here.

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
    /// The pieces that its expressions name as the board does, with their source spans.
    pub pieces: Vec<(String, Span)>,
}

/// A text or expression, with the number of slots it needs. The first slots hold the labels of the test.
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
    /// The text it types.
    pub words: String,
    /// Its source span.
    pub span: Span,
}

/// A line allowed only in lessons.
#[derive(Clone, Debug)]
pub enum Learn {
    /// A text.
    Say(Words),
    /// The pieces, places or words the board marks, as written.
    Show(Vec<(String, Span)>),
    /// A task for the learner.
    Task(Task),
    /// A question for the learner.
    Ask(Ask),
    /// Free play by the learner.
    Free(Free),
}

/// A task, done by any one of several commands.
#[derive(Clone, Debug)]
pub struct Task {
    /// The accepted commands. The lesson continues in the same way after each.
    pub wanted: Vec<Command>,
    /// The anticipated wrong answers.
    pub wrongs: Vec<Wrong>,
    /// Hints, the vaguest first.
    pub hints: Vec<Words>,
}

/// An anticipated wrong answer.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The command the learner types, or its beginning.
    pub words: String,
    /// The sections of the rules that forbid it. Empty if it is legal.
    pub because: Vec<SectionId>,
    /// The response to it.
    pub say: Words,
    /// Its source span.
    pub span: Span,
}

/// A question whose answer is computed from the rules.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The question.
    pub question: Words,
    /// The expression whose value is the answer.
    pub of: Words,
    /// True if the question is about the modifiers of a quantity, not its value.
    pub modifiers: bool,
    /// True if it is asked before the next task and answered by the result of that task.
    pub later: bool,
    /// The answer the author expects.
    pub answer: Option<Words>,
    /// Hints, the vaguest first.
    pub hints: Vec<Words>,
}

/// Free play against a bot, judged at the end.
#[derive(Clone, Debug)]
pub struct Free {
    /// The number of the learner's decisions.
    pub decisions: usize,
    /// The learner's side.
    pub side: u16,
    /// The player of all other sides.
    pub rival: Rival,
    /// The goal to be reached at the end, with its text. None if it could not be parsed.
    pub goal: Option<(Words, Words)>,
    /// The text shown if the goal is not reached.
    pub lost: Option<Words>,
    /// The texts shown afterwards, whether or not the goal is reached.
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
