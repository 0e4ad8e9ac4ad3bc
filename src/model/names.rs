//! The names of the game under construction: the meanings of a bare word in an expression.
//!
//! A name may have several readings (for example a kind and a list value), which the expected type or the form of the
//! call resolves. Names after a dot are in [`Game::terms`](crate::model::game::Game::terms).

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::source::spelling;

use super::id::{
    DeckId, FunctionId, LinkId, ListId, NounId, OfferId, PermissionId, PurseId, QuantityId, RegionId, ScopeId, StepId,
    TableId, VarId, WalkId, WordId, ZoneId,
};
use super::types::Type;
use super::value::Value;

/// A thing of the game that the rules call by a plain name.
pub trait Named {
    /// Its index among its like.
    type Id: From<u16>;
    /// The name.
    fn name(&self) -> &str;
}

macro_rules! named {
    ($($thing:path => $id:ty),* $(,)?) => { $(
        impl Named for $thing {
            type Id = $id;
            fn name(&self) -> &str { &self.name }
        }
    )* };
}

named! {
    super::board::Link => LinkId,
    super::board::Region => RegionId,
    super::card::CardDef => u16,
    super::card::Deck => DeckId,
    super::card::Purse => PurseId,
    super::card::PurseSource => u16,
    super::card::Zone => ZoneId,
    super::clause::Permission => PermissionId,
    super::clause::Quantity => QuantityId,
    super::game::Function => FunctionId,
    super::game::Kind => u16,
    super::game::List => ListId,
    super::game::Table => TableId,
    super::game::Word => WordId,
    super::offer::Offer => OfferId,
    super::sequence::Step => StepId,
    super::walk::Walk => WalkId,
}

/// The first of these with a name, however it is spelt.
pub fn named<T: Named>(all: &[T], name: &str) -> Option<T::Id> {
    let spelt = spelling(name);
    all.iter().position(|one| one.name() == spelt).map(|at| T::Id::from(at as u16))
}

/// One reading of a bare name.
#[derive(Clone, Debug)]
pub enum Symbol {
    /// A constant: a side, space, kind, unique piece, card, list value, direction, link, zone, purse or step.
    Value(Value, Type),
    /// A noun; the plural is the set of its members.
    Noun {
        /// The noun.
        noun: NounId,
        /// True if this is the plural.
        plural: bool,
    },
    /// A derived word with no parameters or with two or more.
    Word {
        /// The word.
        word: WordId,
        /// True if this is the opposite.
        negated: bool,
    },
    /// A quantity or roll, called with its arguments.
    Quantity(QuantityId),
    /// A permission, named with the prefix `may_`.
    Permission(PermissionId),
    /// A table, called with its axes.
    Table(TableId),
    /// A pure function.
    Function(FunctionId),
    /// A procedure.
    Procedure(ScopeId),
    /// An offer, called without payment or named as an argument.
    Offer(OfferId, ScopeId),
    /// A step, sequence, procedure, offer or built-in scope, read as `X.name`.
    Scope(ScopeId),
    /// A link between two spaces. As an argument it is also a [`Symbol::Value`].
    Link(LinkId),
    /// A closed list: `class.Schiltrom`, `class.all`.
    List(ListId),
    /// A bare flag name: for terrains the set of their spaces, for weathers whether the weather applies.
    Flag(VarId),
    /// A region: the set of its spaces.
    Region(RegionId),
    /// A walk, called with the walking piece. Returns its ways.
    Walk(WalkId),
    /// A unique piece, by position in [`Game::uniques`](crate::model::game::Game::uniques).
    Unique(u16),
}

/// Every bare name of the game, with all its readings in order of declaration.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The readings by plain name.
    pub symbols: IndexMap<String, Vec<Symbol>, FxBuildHasher>,
}

impl Names {
    /// An empty name table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a reading of a name.
    pub fn add(&mut self, name: impl Into<String>, symbol: Symbol) {
        self.symbols.entry(name.into()).or_default().push(symbol);
    }

    /// All readings of a name. Empty if there are none.
    pub fn get(&self, name: &str) -> &[Symbol] {
        self.symbols.get(name).map_or(&[], Vec::as_slice)
    }
}
