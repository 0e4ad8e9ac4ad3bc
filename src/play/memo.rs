//! Results of derived words, kept while what they read stands (design, section 3: kept while the state stands).

use std::cell::{Cell, RefCell};

use crate::model::game::{Game, WordForm, column};
use crate::model::id::*;
use crate::model::value::Value;

/// Kept results. A cache: two runs with different memos behave the same.
#[derive(Debug)]
pub struct Memo {
    words: Vec<Entry>,
    quantities: Vec<Entry>,
    /// Which entries read each column: words first, then quantities.
    readers: Vec<Vec<u32>>,
}

#[derive(Debug)]
struct Entry {
    stale: Cell<bool>,
    kept: bool,
    table: RefCell<Table>,
}

#[derive(Debug)]
enum Table {
    /// Yes/no by member: known, and yes.
    Bits(Vec<u64>, Vec<u64>),
    /// Values by member.
    Values(Vec<Option<Value>>),
}

const NOT_KEPT: u128 = 1 << column::SCOPES | 1 << column::NEVER | 1 << column::PURSES;

impl Memo {
    /// An empty memo.
    pub fn new(game: &Game) -> Self {
        let mut readers = vec![Vec::new(); 128];
        let mut note = |at: usize, reads: u128| {
            for (column, list) in readers.iter_mut().enumerate() {
                if reads >> column & 1 == 1 {
                    list.push(at as u32);
                }
            }
        };
        let words = (game.words.iter().enumerate())
            .map(|(at, word)| {
                note(at, word.reads);
                let table = if word.form == WordForm::Is {
                    Table::Bits(Vec::new(), Vec::new())
                } else {
                    Table::Values(Vec::new())
                };
                Entry::new(word.params.len() <= 1 && word.reads & NOT_KEPT == 0, table)
            })
            .collect::<Vec<_>>();
        let quantities = (game.quantities.iter().enumerate())
            .map(|(at, quantity)| {
                note(words.len() + at, quantity.reads);
                let kept = quantity.params.len() == 1 && quantity.reads & NOT_KEPT == 0;
                Entry::new(kept, Table::Values(Vec::new()))
            })
            .collect();
        Memo { words, quantities, readers }
    }

    /// Something in this column has changed.
    pub fn touch(&self, column: u8) {
        let words = self.words.len();
        for at in &self.readers[column as usize] {
            let at = *at as usize;
            if at < words { self.words[at].stale.set(true) } else { self.quantities[at - words].stale.set(true) }
        }
    }

    /// Everything may have changed.
    pub fn forget_all(&self) {
        self.words.iter().chain(&self.quantities).for_each(|entry| entry.stale.set(true));
    }

    /// The kept result of a word for one thing.
    pub fn word(&self, word: WordId, index: u16) -> Option<Value> {
        self.words[word.at()].get(index)
    }

    /// Keeps a result.
    pub fn keep_word(&self, word: WordId, index: u16, value: &Value) {
        self.words[word.at()].keep(index, value);
    }

    /// The kept result of a quantity for one thing.
    pub fn quantity(&self, quantity: QuantityId, index: u16) -> Option<Value> {
        self.quantities[quantity.at()].get(index)
    }

    /// Keeps a result.
    pub fn keep_quantity(&self, quantity: QuantityId, index: u16, value: &Value) {
        self.quantities[quantity.at()].keep(index, value);
    }
}

impl Entry {
    fn new(kept: bool, table: Table) -> Self {
        Entry { stale: Cell::new(false), kept, table: RefCell::new(table) }
    }

    fn get(&self, index: u16) -> Option<Value> {
        if !self.kept {
            return None;
        }
        if self.stale.get() {
            match &mut *self.table.borrow_mut() {
                Table::Bits(known, _) => known.iter_mut().for_each(|word| *word = 0),
                Table::Values(values) => values.iter_mut().for_each(|value| *value = None),
            }
            self.stale.set(false);
            return None;
        }
        match &*self.table.borrow() {
            Table::Bits(known, yes) => {
                let (at, bit) = (index as usize / 64, index % 64);
                let known = known.get(at)? >> bit & 1;
                (known == 1).then(|| Value::Flag(yes[at] >> bit & 1 == 1))
            }
            Table::Values(values) => values.get(index as usize)?.clone(),
        }
    }

    fn keep(&self, index: u16, value: &Value) {
        if !self.kept || self.stale.get() {
            return;
        }
        match &mut *self.table.borrow_mut() {
            Table::Bits(known, yes) => {
                let (at, bit) = (index as usize / 64, 1u64 << (index % 64));
                if known.len() <= at {
                    known.resize(at + 1, 0);
                    yes.resize(at + 1, 0);
                }
                known[at] |= bit;
                yes[at] = if value.is_yes() { yes[at] | bit } else { yes[at] & !bit };
            }
            Table::Values(values) => {
                if values.len() <= index as usize {
                    values.resize(index as usize + 1, None);
                }
                values[index as usize] = Some(value.clone());
            }
        }
    }
}
