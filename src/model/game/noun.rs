//! Nouns, and the closed lists that some of them count in.

use super::super::id::*;
use super::super::node::Term;
use super::super::value::Value;

/// A noun.
#[derive(Clone, Debug)]
pub struct Noun {
    /// The name of one.
    pub singular: String,
    /// The name of many.
    pub plural: Option<String>,
    /// What it counts in.
    pub domain: Domain,
    /// What its members must be besides.
    pub filter: NounFilter,
}

/// What narrows a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NounFilter {
    /// No filter: every member of the domain.
    All,
    /// Pieces of a kind or family.
    Kind(u16),
    /// Spaces of a grid.
    Grid(GridId),
    /// Spaces of a region.
    Region(RegionId),
    /// Those for which a word says yes.
    Term(Term, bool),
    /// A whole number.
    Int,
    /// Yes or no.
    Flag,
    /// A text.
    Text,
    /// Dice.
    Dice,
}

/// A closed list.
#[derive(Clone, Debug)]
pub struct List {
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<Member>,
    /// Where it comes from.
    pub origin: ListOrigin,
}

/// Where a list comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrigin {
    /// A `names` item.
    Names,
    /// The columns of a grid.
    Columns(GridId),
    /// The rows of a grid.
    Rows(GridId),
    /// Levels of victory.
    Outcomes,
    /// Terrains; the members are in the order of their flags.
    Terrains,
    /// Weathers.
    Weathers,
}

/// A member of a list.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its short code.
    pub code: Option<String>,
    /// Values of the list's facts, by position in [`super::Game::facts`].
    pub facts: Vec<Value>,
}
