//! Which numbers a script asks for, what of dice, and which rulings are met: taken down while somebody wants to know.

use std::cell::{Cell, RefCell};

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::store::dice::Questions;

/// Which numbers a script has asked for and what of dice, while somebody wants to know, and which rulings were met.
#[derive(Debug, Default)]
pub struct Trace {
    on: Cell<bool>,
    asked: RefCell<Vec<(QuantityId, Vec<Value>)>>,
    /// By ruling; beyond 128 of them several share a bit.
    met: Cell<u128>,
    /// What is asked of dice.
    pub dice: Questions,
}

impl Trace {
    /// Whether numbers are taken down.
    #[inline]
    pub(in crate::play) fn is_on(&self) -> bool {
        self.on.get()
    }

    /// Begins to take down.
    pub fn begin(&self) {
        self.on.set(true);
    }

    /// Ends it, and gives what was asked for, each once.
    pub fn end(&self) -> Vec<(QuantityId, Vec<Value>)> {
        self.on.set(false);
        self.asked.take()
    }

    /// Something belongs to a reading of this ruling.
    #[inline]
    pub(in crate::play) fn meet(&self, ruling: RulingId) {
        self.met.set(self.met.get() | 1 << (ruling.at() % 128));
    }

    /// The rulings that have been met, all that may have been.
    pub(in crate::play) fn rulings(&self, count: usize) -> impl Iterator<Item = RulingId> + use<> {
        let met = self.met.get();
        (0..count as u16).map(RulingId).filter(move |ruling| met >> (ruling.at() % 128) & 1 == 1)
    }

    pub(in crate::play) fn ask(&self, quantity: QuantityId, args: &[Value]) {
        let mut asked = self.asked.borrow_mut();
        if !asked.iter().any(|(one, with)| *one == quantity && with == args) {
            asked.push((quantity, args.to_vec()));
        }
    }
}
