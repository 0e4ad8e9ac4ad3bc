//! Puzzles, with every name resolved.

use crate::source::Span;

use super::id::StepId;
use super::lesson::Words;
use super::node::Node;
use super::setup::Test;

/// The event that ends a puzzle, if the limit on decisions does not.
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
    /// Its position and the step in which it begins. The test has the puzzle's name as its title, and no lines.
    pub test: Test,
    /// The goal, with the number of slots needed. None if it could not be parsed.
    pub goal: Option<(Node, u16)>,
    /// The goal in words. The labels of the position may stand in its braces.
    pub told: Option<Words>,
    /// True if the puzzle asks for the best chance of reaching it.
    pub best: bool,
    /// True if the goal must be true when the puzzle ends. Otherwise it is reached as soon as it is true.
    pub held: bool,
    /// The die faces to use in turn, repeated cyclically. Empty means real chance.
    pub dice: Vec<i64>,
    /// The maximum number of decisions.
    pub within: Option<u32>,
    /// The event that ends the puzzle.
    pub until: Until,
    /// The side that solves it.
    pub solver: u16,
    /// The commands of the solution, with their spans.
    pub solution: Vec<(String, Span)>,
    /// True if no other decision may replace one of the solution.
    pub only: bool,
    /// The hint. The labels of the position may stand in its braces.
    pub hint: Option<Words>,
    /// The span of its name.
    pub span: Span,
}
