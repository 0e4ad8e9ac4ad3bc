//! Kinds and families of pieces, their notation and modes, and unique pieces.

use crate::source::Span;

use super::super::id::*;
use super::super::set::BitSet;
use super::super::setup::SetupPiece;
use super::super::value::Value;
use crate::syntax::ast::Word;

/// A kind or family of pieces.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// A one-line description.
    pub doc: Option<String>,
    /// The family it belongs to.
    pub family: Option<u16>,
    /// True if other kinds belong to it.
    pub is_family: bool,
    /// This kind and every kind that belongs to it.
    pub members: BitSet,
    /// Its modes. Pieces are set up in the first.
    pub modes: Vec<u16>,
    /// How its values are entered and printed.
    pub notation: Option<Notation>,
    /// The values of all facts of pieces, by position of the [`FactId`] in [`super::Game::facts`]. Omitted values are
    /// absent.
    pub facts: Vec<Value>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// A notation such as `{ability}-{cohesion}{steadfast?*}`.
#[derive(Clone, Debug)]
pub struct Notation {
    /// Its parts in order.
    pub parts: Vec<NotationPart>,
    /// True if all its facts and their types are known. Otherwise an error has been reported.
    pub is_whole: bool,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum NotationPart {
    /// Literal text.
    Literal(String),
    /// The value of a fact.
    Fact(FactId),
    /// A mark shown while a flag fact is set.
    Mark(FactId, String),
}

/// A mode of a kind.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// Its `///` comment.
    pub doc: Option<String>,
    /// The first mode of the same name. Modes of different kinds with the same name are one word.
    pub alike: u16,
    /// Facts that replace the kind's in this mode.
    pub facts: Vec<(FactId, Value)>,
}

/// A unique piece, with a name of its own.
#[derive(Clone, Debug)]
pub struct Unique {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its owner, if it has one.
    pub side: Option<u16>,
    /// True if it begins in a box and so always exists.
    pub always: bool,
    /// Its initial set-up in its box.
    pub begins: Option<SetupPiece>,
    /// Its printed words: kind, facts and values as written.
    pub words: Vec<Word>,
}
