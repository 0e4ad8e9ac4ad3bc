//! The names of the game under construction: what a bare word in an expression may mean.
//!
//! A word may have several readings (a kind and a value of a list spelled alike); the expected type or the form of the
//! call decides. Words behind a dot stand in [`Game::terms`](crate::model::game::Game::terms), not here.

use indexmap::IndexMap;

use crate::model::id::{
    FunctionId, LinkId, ListId, NounId, OfferId, PermissionId, QuantityId, RegionId, ScopeId, TableId, VarId, WalkId,
    WordId,
};
use crate::model::types::Type;
use crate::model::value::Value;

/// One reading of a bare name.
#[derive(Clone, Debug)]
pub enum Symbol {
    /// A constant: a side, space, kind, unique piece, card, value of a list, direction, link, zone, purse, step.
    Value(Value, Type),
    /// A noun; the plural is the set of its members.
    Noun {
        /// The noun.
        noun: NounId,
        /// Whether this is the name of many.
        plural: bool,
    },
    /// A derived word with no parameter or with two or more.
    Word {
        /// The word.
        word: WordId,
        /// Whether this is the name of its opposite.
        negated: bool,
    },
    /// A quantity or roll, called with its arguments.
    Quantity(QuantityId),
    /// A permission, under its name with `may_` in front.
    Permission(PermissionId),
    /// A table, called with its axes.
    Table(TableId),
    /// A pure function.
    Function(FunctionId),
    /// A procedure.
    Procedure(ScopeId),
    /// An offer: called free, or named as an argument.
    Offer(OfferId, ScopeId),
    /// A step, sequence, procedure, offer or built-in scope, read as `X.name`.
    Scope(ScopeId),
    /// A link, asked of two spaces; as an argument it is a [`Symbol::Value`] besides.
    Link(LinkId),
    /// A closed list: `class.Schiltrom`, `class.all`.
    List(ListId),
    /// A flag named alone: for terrains the set of their spaces, for weathers whether it holds.
    Flag(VarId),
    /// A region: the set of its spaces.
    Region(RegionId),
    /// A walk, called with the piece that walks: its ways.
    Walk(WalkId),
}

/// Every bare name of the game, with all its readings in order of declaration.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The readings by plain name.
    pub symbols: IndexMap<String, Vec<Symbol>>,
}

impl Names {
    /// No names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a reading of a name.
    pub fn add(&mut self, name: impl Into<String>, symbol: Symbol) {
        self.symbols.entry(name.into()).or_default().push(symbol);
    }

    /// All readings of a name; empty if there is none.
    pub fn get(&self, name: &str) -> &[Symbol] {
        self.symbols.get(name).map_or(&[], Vec::as_slice)
    }
}
