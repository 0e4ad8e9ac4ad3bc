//! Records the numbers and look-ups a script asks for, its questions about dice, and the rulings it depends on.

use std::cell::{Cell, RefCell};

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::store::dice::Questions;

/// Something computed that a script asks for by itself, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A quantity.
    Number(QuantityId, Vec<Value>),
    /// A look-up in a table.
    LookUp(TableId, Vec<Value>),
}

/// The numbers and look-ups a script asked for and its questions about dice, if they are recorded, and the rulings it
/// depends on.
#[derive(Debug, Default)]
pub struct Trace {
    on: Cell<bool>,
    asked: RefCell<Vec<Wanted>>,
    /// One bit for each ruling; beyond 128 rulings some share a bit.
    met: Cell<u128>,
    /// The questions about dice.
    pub dice: Questions,
}

impl Trace {
    /// True if numbers and look-ups are recorded.
    #[inline]
    pub(in crate::play) fn is_on(&self) -> bool {
        self.on.get()
    }

    /// Starts recording.
    pub fn begin(&self) {
        self.on.set(true);
    }

    /// Stops recording, and returns what was asked for, each once.
    pub fn end(&self) -> Vec<Wanted> {
        self.on.set(false);
        self.asked.take()
    }

    /// The result depends on a reading of this ruling.
    #[inline]
    pub(in crate::play) fn meet(&self, ruling: RulingId) {
        self.met.set(self.met.get() | 1 << (ruling.at() % 128));
    }

    /// The rulings it may depend on.
    pub(in crate::play) fn rulings(&self, count: usize) -> impl Iterator<Item = RulingId> + use<> {
        let met = self.met.get();
        (0..count as u16).map(RulingId).filter(move |ruling| met >> (ruling.at() % 128) & 1 == 1)
    }

    pub(in crate::play) fn ask(&self, wanted: Wanted) {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&wanted) {
            asked.push(wanted);
        }
    }
}
