//! Puzzles.

use super::{ExprText, Name, Sentence, Test, Text};
use crate::source::Span;

/// `puzzle NAME TITLE for SCENARIO { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Its name.
    pub name: Name,
    /// The position, the step in which it begins, the rulings and the dice, as a test has them.
    pub test: Test,
    /// What must be reached.
    pub goal: Option<Goal>,
    /// `within 2`: the most decisions, with the line's place.
    pub within: Option<(u32, Span)>,
    /// `until orders`, `until melee of English`: the step whose end ends the puzzle, and the side that has it.
    pub until: Option<(Name, Option<Name>)>,
    /// The solution: each side with its command.
    pub solution: Vec<(Name, Sentence)>,
    /// `only`: no decision of the solution may be replaced by another.
    pub only: Option<Span>,
    /// The hint.
    pub hint: Option<Text>,
    /// A second `goal`, `within`, `until`, `solution` or `hint`.
    pub again: Vec<(&'static str, Span)>,
}

/// `goal E say "…"`, `hold E`, `best chance of E`
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What must hold.
    pub expr: ExprText,
    /// True if the best chance of it is asked for.
    pub best: bool,
    /// True if it must hold in the end.
    pub held: bool,
    /// The goal in words, if the author wrote them.
    pub say: Option<Text>,
}
