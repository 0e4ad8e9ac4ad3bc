//! Kept results of derived words, quantities, permissions, walks, offers and rules of settled play.
//!
//! A result stays known until something that it has read changes: the column of the state, as the rules say
//! (`reads`), and in it one of the things that were looked at when it was found. Things are told apart by 128 bits, so
//! on large boards a result may be forgotten too early, never too late.
//!
//! A cache and nothing else: a play with a memo and one without behave the same, and a test holds them to it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::pay::Source;

/// More results than this of one word are too many to keep.
const MOST_KEPT: usize = 1 << 13;
/// More changes than this are not remembered.
const MOST_REMEMBERED: usize = 1 << 16;
/// A result that was not asked for during so many changes is not worth the check.
const MOST_CHANGES: usize = 256;

/// Kept results.
#[derive(Debug)]
pub struct Memo {
    changes: RefCell<Vec<Change>>,
    /// From here on changes have not been looked at yet, and those of one column go together.
    fresh: Cell<usize>,
    /// What has been looked at since the innermost result that is not known yet was asked for.
    seen: Cell<u128>,
    entries: Vec<Entry>,
    /// Where the entries of each kind of thing begin.
    begins: [usize; 7],
    /// Spaces by what a side calls them.
    places: RefCell<Places>,
    on: bool,
}

/// Spaces by whose name for them it is.
type Places = FxHashMap<(u16, Box<str>), Rc<[u16]>>;

/// A change of the state.
#[derive(Clone, Copy, Debug)]
struct Change {
    columns: u128,
    things: u128,
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
    /// The condition of a rule of settled play, by its place among them.
    Whenever(usize),
    /// The condition of an invariant, by its place among them.
    Invariant(usize),
    /// Where a piece can come over a link.
    Reach,
}

/// The answer to a question for a kept result.
#[derive(Debug)]
pub enum Found {
    /// It is known.
    Known(Value),
    /// It is not: what is found is to be kept with this.
    New(Begun),
    /// It cannot be kept.
    Never,
}

/// A result that is being found.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    key: Key,
    /// What had been looked at before, for the result that needs this one.
    outer: u128,
}

#[derive(Clone, Copy, Debug)]
enum Key {
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
    /// Whether anything is kept.
    filled: Cell<bool>,
    table: RefCell<Table>,
}

#[derive(Debug)]
enum Table {
    /// By the index of the one thing.
    Values(Vec<Kept<Value>>),
    /// By everything that it is about.
    Packed(FxHashMap<u128, Kept<Value>>),
    /// What a purse could give, by side.
    Sources(Vec<Kept<Rc<[Source]>>>),
}

/// A result that held when so many changes had been made.
#[derive(Clone, Debug)]
struct Kept<T> {
    value: Option<T>,
    things: u128,
    at: usize,
}

impl<T> Kept<T> {
    const NOTHING: Kept<T> = Kept { value: None, things: 0, at: 0 };

    /// The value, if nothing has changed that it read.
    fn still(&mut self, changes: &[Change], reads: u128) -> Option<&T> {
        if self.value.is_some() && self.at < changes.len() {
            let since = changes.get(self.at..).unwrap_or_default();
            let hit = |change: &Change| {
                change.columns & reads != 0 && (change.things == u128::MAX || change.things & self.things != 0)
            };
            if since.len() > MOST_CHANGES || since.iter().any(hit) {
                self.value = None;
            }
            self.at = changes.len();
        }
        self.value.as_ref()
    }
}

/// The bit of a thing among those that are told apart; nothing: a change of it changes everything in its column.
fn bit_of(thing: Ref) -> u128 {
    match thing.domain {
        Domain::Piece => 1 << (thing.index % 64),
        Domain::Space => 1 << (64 + thing.index % 64),
        _ => 0,
    }
}

impl Memo {
    /// An empty memo.
    pub fn new(game: &Game) -> Self {
        let mut entries = Vec::new();
        let mut begins = [0; 7];
        entries.extend(game.words.iter().map(|word| Entry::new(word.reads, word.params.len())));
        begins[0] = entries.len();
        entries.extend(game.quantities.iter().map(|item| Entry::new(item.reads, item.params.len())));
        begins[1] = entries.len();
        entries.extend(game.permissions.iter().map(|item| Entry::with(item.reads, packed())));
        begins[2] = entries.len();
        entries.extend(game.offers.iter().map(|item| Entry::with(item.reads, packed())));
        begins[3] = entries.len();
        entries.extend(game.purses.iter().map(|item| Entry::with(item.reads, Table::Sources(Vec::new()))));
        begins[4] = entries.len();
        entries.extend(game.whenevers.iter().map(|rule| Entry::new(rule.reads, usize::from(rule.each.is_some()))));
        begins[5] = entries.len();
        entries.extend(game.invariants.iter().map(|rule| Entry::new(rule.reads, usize::from(rule.each.is_some()))));
        begins[6] = entries.len();
        entries.push(Entry::with(game.walk_reads, packed()));
        Memo {
            changes: RefCell::default(),
            fresh: Cell::new(0),
            seen: Cell::new(0),
            entries,
            begins,
            places: RefCell::default(),
            on: true,
        }
    }

    /// Keeps nothing from now on, for those who want to know whether keeping makes a difference.
    pub fn off(&mut self) {
        self.on = false;
    }

    fn entry(&self, of: Of) -> &Entry {
        let [quantities, permissions, offers, purses, whenevers, invariants, reach] = self.begins;
        let at = match of {
            Of::Word(id) => id.at(),
            Of::Quantity(id) => quantities + id.at(),
            Of::Permission(id) => permissions + id.at(),
            Of::Offer(id) => offers + id.at(),
            Of::Purse(id) => purses + id.at(),
            Of::Whenever(at) => whenevers + at,
            Of::Invariant(at) => invariants + at,
            Of::Reach => reach,
        };
        &self.entries[at]
    }

    /// Anything in this column may have changed.
    pub fn touch(&self, column: u8) {
        self.change(1 << column, u128::MAX);
    }

    /// Something about these things has changed in this column.
    pub fn touch_things(&self, column: u8, things: &[Ref]) {
        let bits = things.iter().fold(0, |all, thing| all | bit_of(*thing));
        self.change(1 << column, if bits == 0 { u128::MAX } else { bits });
    }

    fn change(&self, columns: u128, things: u128) {
        let mut changes = self.changes.borrow_mut();
        let fresh = self.fresh.get();
        match changes[fresh..].iter_mut().find(|change| change.columns == columns) {
            Some(change) => change.things |= things,
            None => changes.push(Change { columns, things }),
        }
        if changes.len() > MOST_REMEMBERED {
            drop(changes);
            self.forget_all();
        }
    }

    /// Everything may have changed: another state stands here.
    pub fn forget_all(&self) {
        self.changes.borrow_mut().clear();
        self.fresh.set(0);
        self.entries.iter().for_each(Entry::clear);
    }

    /// Whoever finds something now looks at this thing.
    #[inline]
    pub fn see(&self, thing: Ref) {
        self.seen.set(self.seen.get() | bit_of(thing));
    }

    /// Whoever finds something now looks at all of these.
    pub fn see_all(&self, domain: Domain, set: &BitSet) {
        let bits = set.words().iter().fold(0, |all, word| all | word);
        let bits = match domain {
            Domain::Piece => u128::from(bits),
            Domain::Space => u128::from(bits) << 64,
            _ => 0,
        };
        self.seen.set(self.seen.get() | bits);
    }

    /// The kept result for these arguments, asked by this side. What is looked at from now on belongs to it, if it is
    /// not known.
    pub fn find(&self, of: Of, me: impl FnOnce() -> Option<u16>, args: &[Value]) -> Found {
        let entry = self.entry(of);
        if !entry.kept || !self.on {
            return Found::Never;
        }
        let changes = self.changes.borrow();
        self.fresh.set(changes.len());
        let (key, kept) = match (&mut *entry.table.borrow_mut(), args) {
            (Table::Values(values), [Value::Ref(thing)]) => {
                let kept = values.get_mut(thing.index as usize);
                let kept = kept.and_then(|kept| Some((kept.still(&changes, entry.reads)?.clone(), kept.things)));
                (Key::Index(thing.index), kept)
            }
            (Table::Packed(values), args) => {
                let me = if entry.personal { me() } else { None };
                let Some(key) = pack(me, args) else { return Found::Never };
                let kept = values.get_mut(&key);
                let kept = kept.and_then(|kept| Some((kept.still(&changes, entry.reads)?.clone(), kept.things)));
                (Key::Packed(key), kept)
            }
            _ => return Found::Never,
        };
        match kept {
            Some((value, things)) => {
                self.seen.set(self.seen.get() | things);
                Found::Known(value)
            }
            None => Found::New(Begun { key, outer: self.seen.replace(0) }),
        }
    }

    /// Keeps a result that was not known. Between this and the question nothing may have changed.
    pub fn keep(&self, of: Of, begun: Begun, value: &Value) {
        let things = self.seen.get();
        self.seen.set(things | begun.outer);
        let at = self.changes.borrow().len();
        let entry = self.entry(of);
        entry.filled.set(true);
        let kept = Kept { value: Some(value.clone()), things, at };
        match (&mut *entry.table.borrow_mut(), begun.key) {
            (Table::Values(values), Key::Index(index)) => put(values, index, kept),
            (Table::Packed(values), Key::Packed(key)) => {
                if values.len() >= MOST_KEPT {
                    values.clear();
                }
                values.insert(key, kept);
            }
            _ => {}
        }
    }

    /// What a purse of a side could give.
    pub(super) fn sources(&self, purse: PurseId, side: u16) -> Result<Rc<[Source]>, Begun> {
        let entry = self.entry(Of::Purse(purse));
        let changes = self.changes.borrow();
        self.fresh.set(changes.len());
        if let (Table::Sources(sources), true) = (&mut *entry.table.borrow_mut(), self.on) {
            if let Some(kept) = sources.get_mut(side as usize) {
                if let Some(value) = kept.still(&changes, entry.reads).cloned() {
                    self.seen.set(self.seen.get() | kept.things);
                    return Ok(value);
                }
            }
        }
        Err(Begun { key: Key::Index(side), outer: self.seen.replace(0) })
    }

    /// Keeps what a purse of a side could give.
    pub(super) fn keep_sources(&self, purse: PurseId, begun: Begun, found: &Rc<[Source]>) {
        let things = self.seen.get();
        self.seen.set(things | begun.outer);
        let at = self.changes.borrow().len();
        let entry = self.entry(Of::Purse(purse));
        if let (Table::Sources(sources), Key::Index(side), true) =
            (&mut *entry.table.borrow_mut(), begun.key, entry.kept)
        {
            entry.filled.set(true);
            put(sources, side, Kept { value: Some(found.clone()), things, at });
        }
    }

    /// The spaces that a side calls so; names never change.
    pub fn places(&self, side: u16, words: &str, find: impl FnOnce() -> Vec<u16>) -> Rc<[u16]> {
        let mut places = self.places.borrow_mut();
        let key = (side, Box::from(words));
        places.entry(key).or_insert_with(|| find().into()).clone()
    }
}

fn put<T: Clone>(row: &mut Vec<Kept<T>>, index: u16, kept: Kept<T>) {
    if row.len() <= index as usize {
        row.resize(index as usize + 1, Kept::NOTHING);
    }
    row[index as usize] = kept;
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
    fn new(reads: u128, params: usize) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        Entry::with(reads, if params == 1 && !personal { Table::Values(Vec::new()) } else { packed() })
    }

    fn with(reads: u128, table: Table) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        let kept = reads & 1 << column::NEVER == 0;
        Entry { reads, kept, personal, filled: Cell::new(false), table: RefCell::new(table) }
    }

    fn clear(&self) {
        if self.filled.replace(false) {
            match &mut *self.table.borrow_mut() {
                Table::Values(values) => values.clear(),
                Table::Packed(values) => values.clear(),
                Table::Sources(sources) => sources.clear(),
            }
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
