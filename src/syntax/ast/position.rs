//! Positions: one notation for scenarios, tests, `put` and `export`. Types decide later which side of a colon is which.

use super::{Cite, Name, Word};
use crate::source::Span;

/// One line of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLine {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The kind of line.
    pub kind: PositionKind,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionKind {
    /// `left rear: CB 1/2-3, MA 2-3*`, `Knights A: 1909, 2109 + Bohun`, `rash: French KT`, `hand: Terror`
    Line {
        /// The entries before the colon. The first word may be a side.
        left: Vec<Entry>,
        /// The entries after the colon.
        right: Vec<Entry>,
    },
    /// `first { … }`
    Block(PositionBlock),
    /// `under way { … }`
    UnderWay(Vec<PositionLine>),
    /// `weather Rain`, `round 3`, or in the block of a side `points 4`: words without a colon.
    Setting(Vec<Word>),
}

/// `SIDE { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct PositionBlock {
    /// The side.
    pub side: Name,
    /// Its lines, read from the side's edge.
    pub lines: Vec<PositionLine>,
}

/// One entry of a comma-separated list: things, or places with companions after `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// `bow = …`: the name of the piece in a test.
    pub label: Option<Name>,
    /// The things joined by `+`; never empty.
    pub things: Vec<Thing>,
    /// The span, including the label.
    pub span: Span,
}

/// `Clifford Longbowmen Ranged SSE x2`
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Its words; never empty.
    pub words: Vec<Word>,
    /// `x N`
    pub count: Option<u32>,
    /// The span.
    pub span: Span,
}

impl Entry {
    /// The words of these entries, if they are one thing alone, without label and count.
    pub fn only_words(entries: &[Entry]) -> Option<&[Word]> {
        let [Entry { things, label: None, .. }] = entries else { return None };
        let [Thing { words, count: None, .. }] = things.as_slice() else { return None };
        Some(words)
    }
}
