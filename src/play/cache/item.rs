//! Where kept results stand: in a row by the one thing that they are about, or under everything that they are about.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;

use super::kept::{Kept, Parts};
use super::results::Cache;

/// More results than this of one word are too many to keep.
const MOST_KEPT: usize = 1 << 13;

/// The results of one word, quantity, offer, walk or invariant.
#[derive(Debug)]
pub(in crate::play) struct ItemCache {
    /// Whether results can be kept at all.
    pub(in crate::play) open: bool,
    /// What every result depends on, though looking at it is not noted: which pieces there are, and in which mode.
    pub(in crate::play) always: Parts,
    /// How many there are who may ask and be told different things: every side and nobody, or all are one.
    askers: u16,
    /// Of which domain the things are by which results stand in a row.
    domain: Cell<Option<Domain>>,
    /// What was found since this state was put in place.
    recent: RefCell<Results>,
    /// What held in the home state when it was put in place; see [`Cache::come_home`].
    home: RefCell<Results>,
}

/// Results of one item by their keys.
#[derive(Debug, Default)]
struct Results {
    /// About one thing or about nothing, by the place of the thing and who asks.
    row: Vec<Kept<Value>>,
    /// About anything else.
    packed: FxHashMap<u128, Kept<Value>>,
}

impl Results {
    /// What is kept under a key, whether or not it still holds.
    #[inline]
    fn get_mut(&mut self, key: Key) -> Option<&mut Kept<Value>> {
        match key {
            Key::Row(at) => self.row.get_mut(at as usize).filter(|kept| !kept.is_nothing()),
            Key::Packed(key) => self.packed.get_mut(&key),
        }
    }

    fn put(&mut self, key: Key, kept: Kept<Value>) {
        match key {
            Key::Row(at) => put(&mut self.row, at as usize, kept),
            Key::Packed(key) => {
                if self.packed.len() >= MOST_KEPT {
                    self.packed.clear();
                }
                self.packed.insert(key, kept);
            }
        }
    }

    fn clear(&mut self) {
        self.row.clear();
        self.packed.clear();
    }
}

/// Under what a result is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The place in the row.
    Row(u32),
    /// What it is about and who asks, packed.
    Packed(u128),
}

impl ItemCache {
    /// An empty cache for results that read these columns, in a game with so many sides.
    pub(in crate::play) fn new(reads: u128, sides: usize) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        ItemCache {
            open: reads & 1 << column::NEVER == 0,
            always: if reads >> column::ROSTER & 1 == 1 { Parts::column(column::ROSTER) } else { Parts::NONE },
            askers: if personal { sides as u16 + 1 } else { 1 },
            domain: Cell::new(None),
            recent: RefCell::default(),
            home: RefCell::default(),
        }
    }

    /// The key for these arguments, asked by this side; nothing: such a result is not kept.
    #[inline]
    pub(in crate::play) fn key(&self, me: impl FnOnce() -> Option<u16>, args: &[Value]) -> Option<Key> {
        let me = if self.askers == 1 { None } else { me() };
        match args {
            [] => Some(self.in_row(0, me)),
            [Value::Ref(thing)] if self.is_of(thing.domain) => Some(self.in_row(thing.index, me)),
            args => pack(me, args).map(Key::Packed),
        }
    }

    #[inline]
    fn in_row(&self, index: u16, me: Option<u16>) -> Key {
        Key::Row(u32::from(index) * u32::from(self.askers) + me.map_or(0, |side| u32::from(side) + 1))
    }

    /// Whether things of this domain stand in the row: those of the first that was asked for.
    #[inline]
    fn is_of(&self, domain: Domain) -> bool {
        match self.domain.get() {
            Some(known) => known == domain,
            None => {
                self.domain.set(Some(domain));
                true
            }
        }
    }

    /// The result under this key, if it still holds, with what was looked at to find it.
    #[inline]
    pub(in crate::play) fn get(&self, key: Key, cache: &Cache) -> Option<(Value, Parts)> {
        let mut recent = self.recent.borrow_mut();
        match recent.get_mut(key) {
            Some(kept) => Some((cache.still(kept)?.clone(), kept.parts)),
            None if cache.is_from_home() => {
                let found = cache.still_at_home(self.home.borrow_mut().get_mut(key)?)?;
                let result = (found.value.clone()?, found.parts);
                recent.put(key, found);
                Some(result)
            }
            None => None,
        }
    }

    /// Keeps a result.
    pub(in crate::play) fn put(&self, key: Key, kept: Kept<Value>, cache: &Cache) {
        let mut recent = self.recent.borrow_mut();
        // What is found anew, because something has changed, does not hold at home.
        if cache.is_from_home() && recent.get_mut(key).is_none() && cache.is_as_at_home(kept.parts) {
            self.home.borrow_mut().put(key, kept.clone());
        }
        recent.put(key, kept);
    }

    /// Nothing is known any more but what holds in the home state.
    pub(in crate::play) fn clear(&self) {
        self.recent.borrow_mut().clear();
    }

    /// What was known of the home state is forgotten.
    pub(in crate::play) fn clear_home(&self) {
        self.home.borrow_mut().clear();
    }
}

/// Puts a result into a row that grows as it must.
pub(in crate::play) fn put<T: Clone>(row: &mut Vec<Kept<T>>, index: usize, kept: Kept<T>) {
    if row.len() <= index {
        row.resize(index + 1, Kept::NOTHING);
    }
    row[index] = kept;
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
