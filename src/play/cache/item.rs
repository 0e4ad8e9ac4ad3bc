//! The cached results of one item: in a row by their one argument, or in a map by all arguments.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;

use super::entry::{Cached, Reads};
use super::results::Cache;

/// With more results than this the map is cleared.
const MOST_KEPT: usize = 1 << 13;

/// The cached results of one word, quantity, offer, walk or invariant.
#[derive(Debug)]
pub(in crate::play) struct ItemCache {
    /// False if results are never cached.
    pub(in crate::play) open: bool,
    /// Reads that every result has but that are not recorded: the roster of pieces and their modes.
    pub(in crate::play) always: Reads,
    /// How many askers may get different results: all sides and no side, or one for all.
    askers: u16,
    /// The domain of the argument by which the row is indexed.
    domain: Cell<Option<Domain>>,
    /// Results found since the state was last replaced.
    recent: RefCell<Results>,
    /// Results that held in the base state when it was set; see [`Cache::set_base`].
    base: RefCell<Results>,
}

/// Results by key.
#[derive(Debug, Default)]
struct Results {
    /// Results with one argument or none, by argument and asker.
    row: Vec<Cached<Value>>,
    /// All other results.
    packed: FxHashMap<u128, Cached<Value>>,
}

impl Results {
    /// The entry under a key, up to date or not.
    #[inline]
    fn get_mut(&mut self, key: Key) -> Option<&mut Cached<Value>> {
        match key {
            Key::Row(at) => self.row.get_mut(at as usize).filter(|kept| !kept.is_vacant()),
            Key::Packed(key) => self.packed.get_mut(&key),
        }
    }

    fn put(&mut self, key: Key, kept: Cached<Value>) {
        match key {
            Key::Row(at) => {
                let at = at as usize;
                self.row.resize(self.row.len().max(at + 1), Cached::default());
                self.row[at] = kept;
            }
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

/// The key of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// An index into the row.
    Row(u32),
    /// Arguments and asker, packed into a number.
    Packed(u128),
}

impl ItemCache {
    /// An empty cache for results that read these columns, in a game with this many sides.
    pub(in crate::play) fn new(reads: u128, sides: usize) -> Self {
        let personal = reads & (1 << column::ACTING | 1 << column::SCOPES) != 0;
        ItemCache {
            open: reads & 1 << column::NEVER == 0,
            always: if reads >> column::ROSTER & 1 == 1 { Reads::column(column::ROSTER) } else { Reads::NONE },
            askers: if personal { sides as u16 + 1 } else { 1 },
            domain: Cell::new(None),
            recent: RefCell::default(),
            base: RefCell::default(),
        }
    }

    /// The key for these arguments and this asker; `None` if the result cannot be cached.
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

    /// True if the row is indexed by things of this domain. The first argument decides.
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

    /// The result under this key, if it is up to date, and what was read to find it.
    #[inline]
    pub(in crate::play) fn get(&self, key: Key, cache: &Cache) -> Option<(Value, Reads)> {
        let mut recent = self.recent.borrow_mut();
        match recent.get_mut(key) {
            Some(kept) => Some((cache.valid(kept)?.clone(), kept.reads)),
            None if cache.starts_at_base() => {
                let found = cache.valid_at_base(self.base.borrow_mut().get_mut(key)?)?;
                let result = (found.value.clone()?, found.reads);
                recent.put(key, found);
                Some(result)
            }
            None => None,
        }
    }

    /// Stores a result.
    pub(in crate::play) fn put(&self, key: Key, kept: Cached<Value>, cache: &Cache) {
        let mut recent = self.recent.borrow_mut();
        // A result that replaces an outdated one does not hold in the base state.
        if cache.starts_at_base() && recent.get_mut(key).is_none() && cache.unchanged_since_base(kept.reads) {
            self.base.borrow_mut().put(key, kept.clone());
        }
        recent.put(key, kept);
    }

    /// Forgets all results except those of the base state.
    pub(in crate::play) fn clear(&self) {
        self.recent.borrow_mut().clear();
    }

    /// Forgets the results of the base state.
    pub(in crate::play) fn clear_base(&self) {
        self.base.borrow_mut().clear();
    }
}

/// The arguments as one number; `None` if they do not fit.
fn pack(me: Option<u16>, args: &[Value]) -> Option<u128> {
    // Each argument takes 24 bits; the acting side takes the lowest 8.
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
        Domain::Edge => 18,
        Domain::List(list) => u8::try_from(list).ok()?.checked_add(19)?,
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
