//! The values of expressions.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use super::id::{Domain, Ref, ScopeId};
use super::set::BitSet;
use super::way::Way;

/// The faces of one roll, lowest first. The dice of a roll have no order (design, section 3).
pub type Faces = SmallVec<[i8; 12]>;

/// A part of a split: a number assigned to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share {
    /// The thing the part is assigned to.
    pub on: Ref,
    /// The amount.
    pub count: i64,
}

/// A value of the language. Absence is a value: [`Value::None`].
#[derive(Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// `none`.
    #[default]
    None,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
    /// One thing.
    Ref(Ref),
    /// A set of things of one domain, in order of declaration.
    Set(Domain, BitSet),
    /// A row of things of one domain, in its own order, for example a ray or a path.
    Row(Domain, Arc<[u16]>),
    /// Rolled dice.
    Dice(Faces),
    /// The parts of a split.
    Shares(Arc<[Share]>),
    /// One part of a split.
    Share(Share),
    /// A count for each member of a set.
    Tally(Domain, Arc<[(u16, i64)]>),
    /// An array of values.
    Array(Arc<[Value]>),
    /// A running scope, whose parameters can be read.
    Scope(ScopeId),
    /// A way found by a walk.
    Way(Way),
    // New variants go last, because state hashes depend on this order.
    /// An amount counted in halves. For example, 3 means one and a half.
    Half(i64),
}

impl Clone for Value {
    /// Nearly all values are plain and are copied inline.
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Value::None => Value::None,
            Value::Flag(yes) => Value::Flag(*yes),
            Value::Int(n) => Value::Int(*n),
            Value::Half(n) => Value::Half(*n),
            Value::Ref(thing) => Value::Ref(*thing),
            Value::Scope(scope) => Value::Scope(*scope),
            other => other.clone_shared(),
        }
    }
}

/// An amount of points, possibly counted in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Amount {
    /// The number, or twice the number if counted in halves.
    pub grains: i64,
    /// True if `grains` is twice the number.
    pub halves: bool,
}

impl Amount {
    /// The amount as a value of the language.
    pub fn value(self) -> Value {
        if self.halves { Value::Half(self.grains) } else { Value::Int(self.grains) }
    }
}

/// `3`, or counted in halves `½`, `1½`, `2`.
impl fmt::Display for Amount {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.halves {
            return write!(to, "{}", self.grains);
        }
        let (sign, size) = (if self.grains < 0 { "-" } else { "" }, self.grains.unsigned_abs());
        match (size / 2, size % 2) {
            (0, 1) => write!(to, "{sign}½"),
            (whole, 0) => write!(to, "{sign}{whole}"),
            (whole, _) => write!(to, "{sign}{whole}½"),
        }
    }
}

/// The largest number that a variable holds, and the most halves of an amount.
pub const MOST_HELD: i64 = i32::MAX as i64;

impl Value {
    /// A copy of a value that is not plain.
    fn clone_shared(&self) -> Value {
        match self {
            Value::Text(text) => Value::Text(text.clone()),
            Value::Set(domain, set) => Value::Set(*domain, set.clone()),
            Value::Row(domain, row) => Value::Row(*domain, row.clone()),
            Value::Dice(faces) => Value::Dice(faces.clone()),
            Value::Shares(shares) => Value::Shares(shares.clone()),
            Value::Share(share) => Value::Share(*share),
            Value::Tally(domain, rows) => Value::Tally(*domain, rows.clone()),
            Value::Array(items) => Value::Array(items.clone()),
            Value::Way(way) => Value::Way(way.clone()),
            Value::None | Value::Flag(_) | Value::Int(_) | Value::Half(_) | Value::Ref(_) | Value::Scope(_) => {
                self.clone()
            }
        }
    }

    /// The members in the value's own order. For a single thing or number, the value itself.
    pub fn in_order(&self) -> SmallVec<[Value; 8]> {
        match self {
            Value::Array(items) => items.iter().cloned().collect(),
            Value::Set(domain, set) => set.iter().map(|index| Value::member(*domain, index)).collect(),
            Value::Row(domain, row) => row.iter().map(|index| Value::member(*domain, *index)).collect(),
            Value::Shares(shares) => shares.iter().map(|share| Value::Share(*share)).collect(),
            Value::None => SmallVec::new(),
            Value::Dice(faces) => faces.iter().map(|face| Value::Int(i64::from(*face))).collect(),
            other => smallvec![other.clone()],
        }
    }

    /// A set of `domain`.
    pub fn set(domain: Domain, members: impl IntoIterator<Item = u16>) -> Self {
        Value::Set(domain, members.into_iter().collect())
    }

    /// One thing, or `none`.
    pub fn optional(domain: Domain, index: Option<u16>) -> Self {
        index.map_or(Value::None, |index| Value::member(domain, index))
    }

    /// A member of a set as a value: a thing, or a plain number for sets of numbers.
    pub fn member(domain: Domain, index: u16) -> Self {
        match domain {
            Domain::Number => Value::Int(i64::from(index)),
            _ => Value::Ref(Ref::new(domain, index)),
        }
    }

    /// A text.
    pub fn text(text: &str) -> Self {
        Value::Text(Arc::from(text))
    }

    /// True for `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }

    /// True if this is `yes`. `none` counts as `no`.
    pub fn is_yes(&self) -> bool {
        matches!(self, Value::Flag(true))
    }

    /// The number, if it is one.
    pub fn int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// True if a variable can hold it: a number or amount may be too large.
    pub fn can_be_held(&self) -> bool {
        match self {
            Value::Int(n) | Value::Half(n) => (-MOST_HELD..=MOST_HELD).contains(n),
            _ => true,
        }
    }

    /// The number in the unit of a purse: twice the number if the purse counts in halves.
    pub fn grains(&self, halves: bool) -> Option<i64> {
        match self {
            Value::Int(n) => n.checked_mul(if halves { 2 } else { 1 }),
            Value::Half(n) => Some(if halves { *n } else { n.div_euclid(2) }),
            _ => None,
        }
    }

    /// Twice the number, for a whole number or an amount in halves.
    pub fn twice(&self) -> Option<i64> {
        self.grains(true)
    }

    /// The thing, if it is one.
    pub fn as_ref(&self) -> Option<Ref> {
        match self {
            Value::Ref(r) => Some(*r),
            _ => None,
        }
    }

    /// The members of a thing, or of a set, row or array of things. `none` has no members.
    pub fn members(&self) -> SmallVec<[Ref; 8]> {
        match self {
            Value::Ref(r) => SmallVec::from_slice(&[*r]),
            Value::Set(domain, set) => set.iter().map(|index| Ref::new(*domain, index)).collect(),
            Value::Row(domain, row) => row.iter().map(|index| Ref::new(*domain, *index)).collect(),
            Value::Shares(shares) => shares.iter().map(|share| share.on).collect(),
            Value::Array(items) => items.iter().filter_map(Value::as_ref).collect(),
            _ => SmallVec::new(),
        }
    }

    /// The members of a thing, or of a collection of things of one domain, as bits. Anything else has none.
    pub fn bits(&self) -> BitSet {
        match self {
            Value::Ref(r) => BitSet::single(r.index),
            Value::Set(_, set) => set.clone(),
            Value::None => BitSet::new(),
            other => other.as_set().map(|(_, set)| set).unwrap_or_default(),
        }
    }

    /// A thing or number, or a collection of things of one domain, as a set with its domain. An empty array is a set
    /// of pieces: the empty set fits every domain.
    pub fn as_set(&self) -> Option<(Domain, BitSet)> {
        match self {
            Value::Ref(r) => Some((r.domain, BitSet::single(r.index))),
            Value::Set(domain, set) => Some((*domain, set.clone())),
            Value::Row(domain, row) => Some((*domain, row.iter().copied().collect())),
            Value::Shares(shares) => {
                Some((shares.first()?.on.domain, shares.iter().map(|share| share.on.index).collect()))
            }
            Value::Tally(domain, rows) => Some((*domain, rows.iter().map(|row| row.0).collect())),
            Value::Int(n) => Some((Domain::Number, BitSet::single(u16::try_from(*n).ok()?))),
            Value::Array(items) => {
                let things = items.iter().filter(|item| !item.is_none());
                let members: Vec<(Domain, u16)> = things.map(Value::member_of).collect::<Option<_>>()?;
                let domain = members.first().map_or(Domain::Piece, |first| first.0);
                let set = members.iter().map(|member| (member.0 == domain).then_some(member.1));
                Some((domain, set.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// The domain and number of one member of a set.
    fn member_of(&self) -> Option<(Domain, u16)> {
        match self {
            Value::Ref(r) => Some((r.domain, r.index)),
            Value::Int(n) => Some((Domain::Number, u16::try_from(*n).ok()?)),
            _ => None,
        }
    }

    /// The domain of a thing, set or row.
    pub fn domain(&self) -> Option<Domain> {
        match self {
            Value::Ref(r) => Some(r.domain),
            Value::Set(domain, _) | Value::Row(domain, _) | Value::Tally(domain, _) => Some(*domain),
            _ => None,
        }
    }

    /// Why this cannot stand where a thing or set of `wanted` is needed. An empty set may have any domain; `none` in
    /// an array adds nothing.
    pub fn misfit(&self, wanted: Domain) -> Option<String> {
        if let Value::Array(items) = self {
            let fits = |item: &&Value| item.is_none() || item.member_of().is_some_and(|(domain, _)| domain == wanted);
            let found = items.iter().find(|item| !fits(item))?;
            return Some(format!("expected {}, found {}", domain_word(wanted), found.describe()));
        }
        let is_empty = match self {
            Value::Set(_, set) => set.is_empty(),
            Value::Row(_, row) => row.is_empty(),
            _ => false,
        };
        let found = self.domain().filter(|found| *found != wanted && !is_empty)?;
        Some(format!("expected {}, found {}", domain_word(wanted), domain_word(found)))
    }

    /// The kind of value, in words for messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Value::None => "`none`",
            Value::Flag(_) => "a condition",
            Value::Int(_) => "a number",
            Value::Half(_) => "an amount",
            Value::Text(_) => "a text",
            Value::Ref(r) => domain_word(r.domain),
            Value::Set(..) | Value::Row(..) => "a set",
            Value::Dice(_) => "dice",
            Value::Shares(_) => "parts",
            Value::Share(_) => "a part",
            Value::Tally(..) => "a tally",
            Value::Array(_) => "an array",
            Value::Scope(_) => "a scope",
            Value::Way(_) => "a way",
        }
    }
}

/// The name of a domain for messages.
pub fn domain_word(domain: Domain) -> &'static str {
    match domain {
        Domain::Game => "the game",
        Domain::Side => "a side",
        Domain::Kind => "a kind",
        Domain::Mode => "a mode",
        Domain::Piece => "a piece",
        Domain::Space => "a space",
        Domain::Card => "a card",
        Domain::Direction => "a direction",
        Domain::Number => "a number",
        Domain::Link => "a link",
        Domain::Edge => "an edge",
        Domain::Zone => "a zone",
        Domain::Purse => "a purse",
        Domain::Offer => "an offer",
        Domain::Step => "a step",
        Domain::List(_) => "a value of a list",
    }
}
