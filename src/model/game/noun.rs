//! Nouns and closed lists.

use super::super::id::*;
use super::super::node::Term;
use super::super::value::Value;

/// A noun.
#[derive(Clone, Debug)]
pub struct Noun {
    /// The singular.
    pub singular: String,
    /// The plural.
    pub plural: Option<String>,
    /// The domain of its members.
    pub domain: Domain,
    /// The further condition on its members.
    pub filter: NounFilter,
}

/// The condition that limits a noun to some members of its domain.
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
    /// Things for which a word is true, or false if the flag is set.
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
    /// Its origin.
    pub origin: ListOrigin,
}

/// The origin of a list.
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
    /// Terrains. The members are in the order of their flags.
    Terrains,
    /// Weathers.
    Weathers,
}

/// A member of a list.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its short code.
    pub code: Option<String>,
    /// A one-line description.
    pub doc: Option<String>,
    /// The values of the list's facts, by position in [`super::Game::facts`].
    pub facts: Vec<Value>,
}
