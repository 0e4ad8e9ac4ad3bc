//! Puzzles, with every name resolved.

use crate::source::Span;

use super::id::StepId;
use super::node::Node;
use super::setup::Test;

/// What ends a puzzle, if the decisions do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The end of the innermost step in which it begins.
    Innermost,
    /// The end of a step in which it begins.
    Step(StepId),
    /// The end of a step of a side, now or later.
    Later(StepId, u16),
    /// The end of the game.
    Game,
}

/// A puzzle: a position, a goal, and a line that reaches it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name.
    pub name: String,
    /// The title shown to players.
    pub title: String,
    /// Its position, and the step in which it begins. The test's title has the puzzle's name, and it has no lines.
    pub test: Test,
    /// What must be reached, with the number of slots needed. None if it could not be read.
    pub goal: Option<(Node, u16)>,
    /// True if the best chance of it is asked for.
    pub best: bool,
    /// True if it must hold when the puzzle ends. Else it is reached as soon as it holds.
    pub held: bool,
    /// The faces that dice show in turn, over and over. Empty: chance decides.
    pub dice: Vec<i64>,
    /// The most decisions.
    pub within: Option<u32>,
    /// What ends the puzzle.
    pub until: Until,
    /// The side that solves it.
    pub solver: u16,
    /// The commands of the solution, each with its place.
    pub solution: Vec<(String, Span)>,
    /// True if no decision of the solution may be replaced by another.
    pub only: bool,
    /// The hint.
    pub hint: Option<String>,
    /// The place of its name.
    pub span: Span,
}
