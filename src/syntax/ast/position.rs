//! Positions: one notation for scenarios, tests, `put` and `export`. Types tell later which side of a colon is which.

use super::{Cite, Name, Word};
use crate::source::Span;

/// One line of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLine {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// What it says.
    pub kind: PositionKind,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a position says.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionKind {
    /// `left rear: CB 1/2-3, MA 2-3*`, `Knights A: 1909, 2109 + Bohun`, `rash: French KT`, `hand: Terror`
    Line {
        /// What stands before the colon, between commas. A side may be its first word.
        left: Vec<Entry>,
        /// What stands behind it.
        right: Vec<Entry>,
    },
    /// `first { … }`
    Block(PositionBlock),
    /// `weather Rain`, `round 3`; in the block of a side `points 4`: words without a colon.
    Setting(Vec<Word>),
}

/// `SIDE { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct PositionBlock {
    /// The side.
    pub side: Name,
    /// Its lines, read from its edge.
    pub lines: Vec<PositionLine>,
}

/// What stands between two commas: things, or places with companions behind `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// `bow = …`: the name by which a test calls the piece.
    pub label: Option<Name>,
    /// The things joined by `+`; never empty.
    pub things: Vec<Thing>,
    /// Where it stands, label included.
    pub span: Span,
}

/// `Clifford Longbowmen Ranged SSE x2`
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Its words; never empty.
    pub words: Vec<Word>,
    /// `x N`
    pub count: Option<u32>,
    /// Where it stands.
    pub span: Span,
}
