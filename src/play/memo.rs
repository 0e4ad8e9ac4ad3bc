//! Kept results of derived words, quantities, permissions, offers and rules of settled play, forgotten when a column
//! of the state that they read changes (design, section 3: kept while the state stands).
//!
//! A cache and nothing else: a play with a memo and one without behave the same, and a test holds them to it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::game::{Game, WordForm, column};
use crate::model::id::*;
use crate::model::value::Value;

use super::pay::Source;

/// Kept results.
#[derive(Debug)]
pub struct Memo {
    /// Columns that have changed since entries were last forgotten.
    changed: Cell<u128>,
    entries: Vec<Entry>,
    /// Where the entries of each kind of thing begin.
    begins: [usize; 6],
    /// Spaces by what a side calls them.
    places: RefCell<FxHashMap<(u16, Box<str>), Rc<[u16]>>>,
    on: bool,
}

/// What a result is of.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// A derived word.
    Word(WordId),
    /// A quantity.
    Quantity(QuantityId),
    /// A permission.
    Permission(PermissionId),
    /// Whether an offer is open to the side that acts.
    Offer(OfferId),
    /// What a purse could give, by side.
    Purse(PurseId),
    /// Whether a rule of settled play is known to apply to nothing.
    Whenever(usize),
    /// Whether an invariant is known to hold.
    Invariant(usize),
}

/// The answer to a question for a kept result.
#[derive(Debug)]
pub enum Found {
    /// It is known.
    Known(Value),
    /// It is not: what is found is to be kept under this key.
    New(Key),
    /// It cannot be kept.
    Never,
}

/// Under what a result is kept.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// For the one thing that it is about.
    Index(u16),
    /// For several, and for who acts.
    Packed(u128),
}

#[derive(Debug)]
struct Entry {
    reads: u128,
    kept: bool,
    /// Whether the result depends on who acts.
    personal: bool,
    /// Whether something is kept that a change must forget.
    filled: Cell<bool>,
    table: RefCell<Table>,
}

#[derive(Debug)]
enum Table {
    /// Yes/no by member: known, and yes.
    Bits(Vec<u64>, Vec<u64>),
    /// Values by member.
    Values(Vec<Option<Value>>),
    /// Values by what they are about.
    Packed(FxHashMap<u128, Value>),
    /// What purses could give, by side.
    Sources(Vec<Option<Rc<[Source]>>>),
    /// Something is known.
    Yes(bool),
}

impl Memo {
    /// An empty memo.
    pub fn new(game: &Game) -> Self {
        let mut entries = Vec::new();
        let mut begins = [0; 6];
        for word in &game.words {
            let bits = || Table::Bits(Vec::new(), Vec::new());
            let values = || Table::Values(Vec::new());
            entries.push(Entry::new(
                word.reads,
                word.params.len(),
                if word.form == WordForm::Is { bits } else { values },
            ));
        }
        begins[0] = entries.len();
        entries.extend(game.quantities.iter().map(|item| {
            let values: fn() -> Table = || Table::Values(Vec::new());
            Entry::new(item.reads, item.params.len(), values)
        }));
        begins[1] = entries.len();
        entries.extend(game.permissions.iter().map(|item| Entry::with(item.reads, packed())));
        begins[2] = entries.len();
        entries.extend(game.offers.iter().map(|item| Entry::with(item.reads, packed())));
        begins[3] = entries.len();
        entries.extend(game.purses.iter().map(|item| Entry::with(item.reads, Table::Sources(Vec::new()))));
        begins[4] = entries.len();
        entries.extend(game.whenevers.iter().map(|item| Entry::with(item.reads, Table::Yes(false))));
        begins[5] = entries.len();
        entries.extend(game.invariants.iter().map(|item| Entry::with(item.reads, Table::Yes(false))));
        Memo { changed: Cell::new(0), entries, begins, places: RefCell::default(), on: true }
    }

    /// Keeps nothing from now on, for those who want to know whether keeping makes a difference.
    pub fn off(&mut self) {
        self.on = false;
    }

    fn entry(&self, of: Of) -> &Entry {
        let [quantities, permissions, offers, purses, whenevers, invariants] = self.begins;
        let at = match of {
            Of::Word(id) => id.at(),
            Of::Quantity(id) => quantities + id.at(),
            Of::Permission(id) => permissions + id.at(),
            Of::Offer(id) => offers + id.at(),
            Of::Purse(id) => purses + id.at(),
            Of::Whenever(at) => whenevers + at,
            Of::Invariant(at) => invariants + at,
        };
        &self.entries[at]
    }

    /// Something in this column has changed.
    #[inline]
    pub fn touch(&self, column: u8) {
        self.changed.set(self.changed.get() | 1 << column);
    }

    /// Everything may have changed.
    pub fn forget_all(&self) {
        self.changed.set(u128::MAX);
    }

    /// Forgets what reads a column that has changed.
    #[inline]
    fn refresh(&self) {
        let changed = self.changed.get();
        if changed != 0 {
            self.changed.set(0);
            for entry in &self.entries {
                if entry.reads & changed != 0 && entry.filled.get() {
                    entry.clear();
                }
            }
            if changed == u128::MAX {
                // Another state of another play may stand here now.
                self.entries.iter().for_each(Entry::clear);
            }
        }
    }

    /// The kept result for these arguments, asked by this side.
    pub fn find(&self, of: Of, me: impl FnOnce() -> Option<u16>, args: &[Value]) -> Found {
        let entry = self.entry(of);
        if !entry.kept || !self.on {
            return Found::Never;
        }
        self.refresh();
        match (&*entry.table.borrow(), args) {
            (Table::Bits(known, yes), [Value::Ref(thing)]) => {
                let (at, bit) = (thing.index as usize / 64, thing.index % 64);
                match known.get(at) {
                    Some(known) if known >> bit & 1 == 1 => Found::Known(Value::Flag(yes[at] >> bit & 1 == 1)),
                    _ => Found::New(Key::Index(thing.index)),
                }
            }
            (Table::Values(values), [Value::Ref(thing)]) => match values.get(thing.index as usize) {
                Some(Some(value)) => Found::Known(value.clone()),
                _ => Found::New(Key::Index(thing.index)),
            },
            (Table::Packed(values), args) => {
                let me = if entry.personal { me() } else { None };
                match pack(me, args) {
                    Some(key) => match values.get(&key) {
                        Some(value) => Found::Known(value.clone()),
                        None => Found::New(Key::Packed(key)),
                    },
                    None => Found::Never,
                }
            }
            _ => Found::Never,
        }
    }

    /// Keeps a result that was not known. Between this and the question nothing may have changed.
    pub fn keep(&self, of: Of, key: Key, value: &Value) {
        let entry = self.entry(of);
        entry.filled.set(true);
        match (&mut *entry.table.borrow_mut(), key) {
            (Table::Bits(known, yes), Key::Index(index)) => {
                let (at, bit) = (index as usize / 64, 1u64 << (index % 64));
                if known.len() <= at {
                    known.resize(at + 1, 0);
                    yes.resize(at + 1, 0);
                }
                known[at] |= bit;
                yes[at] = if value.is_yes() { yes[at] | bit } else { yes[at] & !bit };
            }
            (Table::Values(values), Key::Index(index)) => {
                if values.len() <= index as usize {
                    values.resize(index as usize + 1, None);
                }
                values[index as usize] = Some(value.clone());
            }
            (Table::Packed(values), Key::Packed(key)) => {
                values.insert(key, value.clone());
            }
            _ => {}
        }
    }

    /// Whether this is known to hold since nothing that it reads has changed.
    pub fn holds(&self, of: Of) -> bool {
        self.refresh();
        self.on && matches!(*self.entry(of).table.borrow(), Table::Yes(true))
    }

    /// From now on this holds, until something that it reads changes.
    pub fn note(&self, of: Of) {
        let entry = self.entry(of);
        if entry.kept && self.on {
            self.refresh();
            entry.filled.set(true);
            entry.table.replace(Table::Yes(true));
        }
    }

    /// What a purse of a side could give.
    pub(super) fn sources(&self, purse: PurseId, side: u16) -> Option<Rc<[Source]>> {
        self.refresh();
        match &*self.entry(Of::Purse(purse)).table.borrow() {
            Table::Sources(sources) if self.on => sources.get(side as usize)?.clone(),
            _ => None,
        }
    }

    /// Keeps what a purse of a side could give.
    pub(super) fn keep_sources(&self, purse: PurseId, side: u16, found: &Rc<[Source]>) {
        let entry = self.entry(Of::Purse(purse));
        if !entry.kept {
            return;
        }
        entry.filled.set(true);
        if let Table::Sources(sources) = &mut *entry.table.borrow_mut() {
            if sources.len() <= side as usize {
                sources.resize(side as usize + 1, None);
            }
            sources[side as usize] = Some(found.clone());
        }
    }

    /// The spaces that a side calls so; names never change.
    pub fn places(&self, side: u16, words: &str, find: impl FnOnce() -> Vec<u16>) -> Rc<[u16]> {
        let mut places = self.places.borrow_mut();
        let key = (side, Box::from(words));
        places.entry(key).or_insert_with(|| find().into()).clone()
    }
}

fn packed() -> Table {
    Table::Packed(FxHashMap::default())
}

/// Arguments as a number; `None`: they do not fit.
fn pack(me: Option<u16>, args: &[Value]) -> Option<u128> {
    // Every argument takes 24 bits, who acts takes the lowest 8.
    if args.len() > 5 {
        return None;
    }
    let mut key = match me {
        Some(side) if side < 255 => u128::from(side) + 1,
        Some(_) => return None,
        None => 0,
    };
    for (at, arg) in args.iter().enumerate() {
        let (code, index) = match arg {
            Value::None => (1, 0),
            Value::Flag(yes) => (2, u16::from(*yes)),
            Value::Int(n) => (3, u16::try_from(*n).ok()?),
            Value::Ref(thing) => (domain_code(thing.domain)?, thing.index),
            _ => return None,
        };
        key |= (u128::from(code) << 16 | u128::from(index)) << (8 + 24 * at);
    }
    Some(key)
}

fn domain_code(domain: Domain) -> Option<u8> {
    Some(match domain {
        Domain::Game => 4,
        Domain::Side => 5,
        Domain::Kind => 6,
        Domain::Mode => 7,
        Domain::Piece => 8,
        Domain::Space => 9,
        Domain::Card => 10,
        Domain::Direction => 11,
        Domain::Number => 12,
        Domain::Link => 13,
        Domain::Zone => 14,
        Domain::Purse => 15,
        Domain::Offer => 16,
        Domain::Step => 17,
        Domain::List(list) => u8::try_from(list).ok()?.checked_add(18)?,
    })
}

impl Entry {
    /// An entry of something with so many parameters: with one, results stand in a row by its index.
    fn new(reads: u128, params: usize, by_member: fn() -> Table) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        Entry::with(reads, if params == 1 && !personal { by_member() } else { packed() })
    }

    fn with(reads: u128, table: Table) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        let kept = reads & 1 << column::NEVER == 0;
        Entry { reads, kept, personal, filled: Cell::new(false), table: RefCell::new(table) }
    }

    fn clear(&self) {
        self.filled.set(false);
        match &mut *self.table.borrow_mut() {
            Table::Bits(known, _) => known.iter_mut().for_each(|word| *word = 0),
            Table::Values(values) => values.iter_mut().for_each(|value| *value = None),
            Table::Packed(values) => values.clear(),
            Table::Sources(sources) => sources.clear(),
            Table::Yes(yes) => *yes = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_arguments_never_share_a_key() {
        let list = |n| Value::Ref(Ref::new(Domain::List(n), 1));
        let args = [
            vec![],
            vec![Value::None],
            vec![Value::Flag(false)],
            vec![Value::Int(0)],
            vec![Value::Ref(Ref::side(0))],
            vec![Value::Ref(Ref::piece(0))],
            vec![list(0)],
            vec![list(1)],
            vec![Value::None, Value::None],
        ];
        for (at, one) in args.iter().enumerate() {
            assert!(pack(None, one) != pack(Some(0), one), "who acts is part of it: {one:?}");
            for other in &args[at + 1..] {
                assert_ne!(pack(None, one), pack(None, other), "{one:?} and {other:?}");
            }
        }
        assert_eq!(pack(None, &[Value::Int(-1)]), None);
        assert_eq!(pack(None, &[list(250)]), None);
    }
}
