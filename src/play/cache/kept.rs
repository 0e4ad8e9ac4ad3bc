//! Results that are kept: what each is of, and which parts of the state it depends on.

use smallvec::SmallVec;

use crate::model::id::*;

/// Spaces next to each other, or found on a walk: few.
pub type Spaces = SmallVec<[u16; 8]>;

/// Parts of the state: columns, and things in them.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The columns.
    pub(in crate::play) columns: u128,
    /// The things in them, each by its bit.
    pub(in crate::play) things: u128,
}

impl Parts {
    /// Nothing.
    pub const NONE: Parts = Parts { columns: 0, things: 0 };

    /// These and others.
    #[inline]
    pub fn and(self, other: Parts) -> Parts {
        Parts { columns: self.columns | other.columns, things: self.things | other.things }
    }

    /// A column that has no things of its own.
    pub fn column(column: u8) -> Parts {
        Parts { columns: 1 << column, things: 0 }
    }

    /// These but for some columns.
    pub fn without(self, columns: u128) -> Parts {
        Parts { columns: self.columns & !columns, ..self }
    }
}

/// What a result is of.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// A derived word.
    Word(WordId),
    /// A quantity.
    Quantity(QuantityId),
    /// Whether an offer is open to the side that acts.
    Offer(OfferId),
    /// The condition of an invariant, by its place among them.
    Invariant(usize),
    /// The ways of a walk.
    Walk(WalkId),
    /// The least price of an offer with its first parameter; nothing: it cannot be completed.
    Choice(OfferId),
}

/// What looks at the state whenever play has settled.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) enum Watch {
    /// The rules of settled play.
    Rules,
    /// The invariants.
    Invariants,
}

/// How many kinds of results there are.
pub(in crate::play) const KINDS: usize = 6;

impl Of {
    /// Which kind of result, and its place among them.
    #[inline]
    pub(in crate::play) fn place(self) -> (usize, usize) {
        match self {
            Of::Word(id) => (0, id.at()),
            Of::Quantity(id) => (1, id.at()),
            Of::Offer(id) => (2, id.at()),
            Of::Choice(id) => (3, id.at()),
            Of::Invariant(at) => (4, at),
            Of::Walk(id) => (5, id.at()),
        }
    }
}

/// A result that held when so many changes had been made.
#[derive(Clone, Debug)]
pub(in crate::play) struct Kept<T> {
    /// The result; none once it holds no more.
    pub(in crate::play) value: Option<T>,
    /// What was looked at to find it.
    pub(in crate::play) parts: Parts,
    /// The clock of the cache when it was last known to hold.
    pub(in crate::play) at: u32,
}

impl<T> Kept<T> {
    /// No result.
    pub(in crate::play) const NOTHING: Kept<T> = Kept { value: None, parts: Parts::NONE, at: 0 };

    /// True if there is no result and never was one. A result that was found not to hold any more leaves the time of that.
    #[inline]
    pub(in crate::play) fn is_nothing(&self) -> bool {
        self.at == 0 && self.value.is_none()
    }
}

/// The bit of a thing among those that are told apart; nothing: a change of it changes everything in its column.
pub(in crate::play) fn bit_of(thing: Ref) -> u128 {
    match thing.domain {
        Domain::Piece => 1 << (thing.index % 64),
        Domain::Space => 1 << (64 + thing.index % 64),
        _ => 0,
    }
}
