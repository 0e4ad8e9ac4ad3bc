//! The ways that a search for a walk has found (language reference, 3.17). Most are only looked at, few are gone: so all
//! ways of one search share what it has found, and a way is a number in it.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::id::*;
use super::value::Amount;

/// What a search has found.
#[derive(Debug)]
pub struct Ways {
    /// Which walk.
    pub walk: WalkId,
    /// Who walks.
    pub piece: u16,
    /// Where ways end.
    pub ends: Vec<End>,
    /// The steps of all ways: earlier steps come first.
    pub tree: Vec<Branch>,
}

/// Where a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct End {
    /// Its last step, in the tree.
    pub at: u32,
    /// The space.
    pub space: u16,
    /// What tells ways to the same space apart: the facing in which they end.
    pub facing: Option<u16>,
    /// What the way costs: the price of the end, if the walk has one, else of all steps.
    pub cost: Amount,
}

/// A step in a tree, with the number of the one before it.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The step before; none at the beginning of the walk, where the leg has no meaning.
    pub before: Option<u32>,
    /// The step.
    pub leg: Leg,
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leg {
    /// Which step of the walk.
    pub step: u8,
    /// Where it leads; a step on the spot leads to the space where it began.
    pub to: u16,
    /// What it costs, in the grain of the purse.
    pub cost: i64,
    /// The values, after the step, of what varies, in the form of state cells.
    pub varied: SmallVec<[i32; 4]>,
}

/// One way of a walk: where it ends, what it costs, and how it goes there. Two ways are equal if all that is.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Alone", into = "Alone")]
pub struct Way {
    found: Arc<Ways>,
    at: u32,
}

/// A way without the others that were found with it.
#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Alone {
    walk: WalkId,
    piece: u16,
    space: u16,
    facing: Option<u16>,
    cost: Amount,
    legs: Vec<Leg>,
}

impl Ways {
    /// Each of them.
    pub fn each(self: Arc<Self>) -> impl Iterator<Item = Way> {
        (0..self.ends.len() as u32).map(move |at| Way { found: self.clone(), at })
    }
}

impl Way {
    fn end(&self) -> &End {
        &self.found.ends[self.at as usize]
    }

    /// Which walk.
    pub fn walk(&self) -> WalkId {
        self.found.walk
    }

    /// Who walks.
    pub fn piece(&self) -> u16 {
        self.found.piece
    }

    /// Where it ends.
    pub fn space(&self) -> u16 {
        self.end().space
    }

    /// The facing in which it ends, if that varies.
    pub fn facing(&self) -> Option<u16> {
        self.end().facing
    }

    /// What it costs.
    pub fn cost(&self) -> Amount {
        self.end().cost
    }

    /// The steps, first to last.
    pub fn legs(&self) -> SmallVec<[&Leg; 16]> {
        let tree = &self.found.tree;
        let mut legs = SmallVec::new();
        let mut here = tree.get(self.end().at as usize);
        while let Some(Branch { before: Some(before), leg }) = here {
            legs.push(leg);
            here = tree.get(*before as usize);
        }
        legs.reverse();
        legs
    }

    fn alone(&self) -> Alone {
        Alone {
            walk: self.walk(),
            piece: self.piece(),
            space: self.space(),
            facing: self.facing(),
            cost: self.cost(),
            legs: self.legs().into_iter().cloned().collect(),
        }
    }
}

impl From<Way> for Alone {
    fn from(way: Way) -> Self {
        way.alone()
    }
}

impl From<Alone> for Way {
    fn from(alone: Alone) -> Self {
        let Alone { walk, piece, space, facing, cost, legs } = alone;
        let start = Leg { step: 0, to: space, cost: 0, varied: SmallVec::new() };
        let at = legs.len() as u32;
        let befores = std::iter::once(None).chain((0..at).map(Some));
        let tree =
            befores.zip(std::iter::once(start).chain(legs)).map(|(before, leg)| Branch { before, leg }).collect();
        Way { found: Arc::new(Ways { walk, piece, ends: vec![End { at, space, facing, cost }], tree }), at: 0 }
    }
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.alone().fmt(f)
    }
}

impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.found, &other.found) && self.at == other.at || self.alone() == other.alone()
    }
}

impl Eq for Way {}

impl Hash for Way {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.alone().hash(state);
    }
}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        self.alone().cmp(&other.alone())
    }
}
