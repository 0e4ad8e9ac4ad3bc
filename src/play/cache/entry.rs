//! Cache entries: what a result belongs to, its value, and the reads it depends on.

use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;

/// A few spaces: neighbours, or the ends of a walk.
pub type Spaces = SmallVec<[u16; 8]>;

/// The part of the state that a result read: columns, and the things in them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reads {
    /// One bit for each column.
    pub(in crate::play) columns: u128,
    /// One bit for each thing; see [`bit_of`].
    pub(in crate::play) things: u128,
}

impl Reads {
    /// No reads.
    pub const NONE: Reads = Reads { columns: 0, things: 0 };

    /// The union of both.
    #[inline]
    pub fn and(self, other: Reads) -> Reads {
        Reads { columns: self.columns | other.columns, things: self.things | other.things }
    }

    /// A read of a column that is not divided into things.
    pub fn column(column: u8) -> Reads {
        Reads { columns: 1 << column, things: 0 }
    }

    /// True if both read something of the same column and thing. Purses are not divided into things.
    pub(super) fn meet(self, other: Reads) -> bool {
        let columns = self.columns & other.columns;
        columns & 1 << column::PURSES != 0 || columns != 0 && self.things & other.things != 0
    }

    /// These reads without some columns.
    pub fn without(self, columns: u128) -> Reads {
        Reads { columns: self.columns & !columns, ..self }
    }
}

/// What a cached result belongs to.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// A derived word.
    Word(WordId),
    /// A quantity.
    Quantity(QuantityId),
    /// Whether an offer is open to the acting side.
    Offer(OfferId),
    /// The condition of an invariant, by its index.
    Invariant(usize),
    /// The ways of a walk.
    Walk(WalkId),
    /// The spaces that a piece reaches across a link.
    Reach,
}

/// A check that runs each time play settles.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) enum Watcher {
    /// The rules of settled play.
    Rules,
    /// The invariants.
    Invariants,
}

/// The number of kinds of items.
pub(in crate::play) const KINDS: usize = 6;

impl Item {
    /// The kind of the item, and its index among items of that kind.
    #[inline]
    pub(in crate::play) fn place(self) -> (usize, usize) {
        match self {
            Item::Word(id) => (0, id.at()),
            Item::Quantity(id) => (1, id.at()),
            Item::Offer(id) => (2, id.at()),
            Item::Invariant(at) => (3, at),
            Item::Walk(id) => (4, id.at()),
            Item::Reach => (5, 0),
        }
    }
}

/// A cached result.
#[derive(Clone, Debug)]
pub(in crate::play) struct Cached<T> {
    /// The value; `None` once it is out of date.
    pub(in crate::play) value: Option<T>,
    /// What was read to find the value.
    pub(in crate::play) reads: Reads,
    /// The time at which the value was last known to be up to date.
    pub(in crate::play) at: u32,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Cached { value: None, reads: Reads::NONE, at: 0 }
    }
}

impl<T> Cached<T> {
    /// True if nothing was ever stored here. An entry that went out of date keeps its time.
    #[inline]
    pub(in crate::play) fn is_vacant(&self) -> bool {
        self.at == 0 && self.value.is_none()
    }
}

/// The bit that stands for a thing. Things without a bit share the whole column.
pub(in crate::play) fn bit_of(thing: Ref) -> u128 {
    match thing.domain {
        Domain::Piece => 1 << (thing.index % 64),
        Domain::Space => 1 << (64 + thing.index % 64),
        _ => 0,
    }
}
