//! What pieces are: kinds and families, how they are typed, their modes, and pieces that have a name of their own.

use crate::source::Span;

use super::super::id::*;
use super::super::set::BitSet;
use super::super::value::Value;

/// A kind or family of pieces.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// The family it is of.
    pub family: Option<u16>,
    /// True if other kinds are of it.
    pub is_family: bool,
    /// This kind and everything that is of it.
    pub members: BitSet,
    /// Its modes, the first is set up.
    pub modes: Vec<u16>,
    /// How its values are typed and printed.
    pub notation: Option<Notation>,
    /// Values of all facts of pieces, by [`FactId`] position in [`super::Game::facts`]; absent where not given.
    pub facts: Vec<Value>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// A notation such as `{ability}-{cohesion}{steadfast?*}`.
#[derive(Clone, Debug)]
pub struct Notation {
    /// Its parts in order.
    pub parts: Vec<NotationPart>,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum NotationPart {
    /// Literal text.
    Literal(String),
    /// The value of a fact.
    Fact(FactId),
    /// A mark shown while a flag fact is up.
    Mark(FactId, String),
}

/// A mode of a kind.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// The first mode of the same name: modes of different kinds that are called alike are one word.
    pub alike: u16,
    /// Facts that hold in this mode instead of the kind's.
    pub facts: Vec<(FactId, Value)>,
}

/// A piece that has a name of its own.
#[derive(Clone, Debug)]
pub struct Unique {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its owner, if it has one.
    pub side: Option<u16>,
    /// Where it is declared.
    pub span: Span,
}
