//! The ways found by a search for a walk (language reference, 3.17). Most ways are only examined and few are taken. All
//! ways of one search therefore share its results, and a way is an index into them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::id::*;
use super::value::Amount;

/// The results of a search.
#[derive(Debug)]
pub struct Ways {
    /// The walk.
    pub walk: WalkId,
    /// The piece that walks.
    pub piece: u16,
    /// The spaces that the walk names as worth passing, in the order of the board.
    pub via: Vec<u16>,
    /// The ends of ways.
    pub ends: Vec<End>,
    /// The steps of all ways. Earlier steps come first.
    pub tree: Vec<Branch>,
}

/// The end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct End {
    /// Its last step, as an index into the tree.
    pub at: u32,
    /// The space.
    pub space: u16,
    /// The facing at the end, if it varies. It distinguishes ways to the same space.
    pub facing: Option<u16>,
    /// The cost of the way: the price of the end if the walk has one, otherwise the sum of the steps.
    pub cost: Amount,
    /// Which of the spaces worth passing the way has come to, a bit for each.
    pub passed: u64,
}

/// A step in a tree, with the index of the previous step.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The previous step. None at the beginning of the walk, where `leg` has no meaning.
    pub before: Option<u32>,
    /// The step.
    pub leg: Leg,
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leg {
    /// The index of the step in the walk.
    pub step: u8,
    /// The space it leads to. A step that stays in place leads to its own space.
    pub to: u16,
    /// Its cost, in the unit of the purse.
    pub cost: i64,
    /// The values of the varying properties after the step, as state cells.
    pub varied: SmallVec<[i32; 4]>,
}

/// One way of a walk: its end, its cost, and its steps. Two ways are equal if all of these are.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Alone", into = "Alone")]
pub struct Way {
    found: Arc<Ways>,
    at: u32,
}

/// A way separated from the other results of its search.
#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Alone {
    walk: WalkId,
    piece: u16,
    space: u16,
    facing: Option<u16>,
    cost: Amount,
    legs: Vec<Leg>,
    /// The spaces worth passing that it passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    via: Vec<u16>,
}

impl Ways {
    /// Each of the ways.
    pub fn each(self: Arc<Self>) -> impl Iterator<Item = Way> {
        (0..self.ends.len() as u32).map(move |at| Way { found: self.clone(), at })
    }
}

impl Way {
    fn end(&self) -> &End {
        &self.found.ends[self.at as usize]
    }

    /// The walk.
    pub fn walk(&self) -> WalkId {
        self.found.walk
    }

    /// The piece that walks.
    pub fn piece(&self) -> u16 {
        self.found.piece
    }

    /// The space where it ends.
    pub fn space(&self) -> u16 {
        self.end().space
    }

    /// The facing at the end, if it varies.
    pub fn facing(&self) -> Option<u16> {
        self.end().facing
    }

    /// The cost.
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

    /// The spaces on the way that the walk names as worth passing, in order. Where it ends
    /// it does not pass.
    pub fn via(&self) -> SmallVec<[u16; 4]> {
        let mut passed = SmallVec::new();
        if self.end().passed == 0 {
            return passed;
        }
        for leg in self.legs() {
            if leg.to != self.space() && self.found.via.contains(&leg.to) && !passed.contains(&leg.to) {
                passed.push(leg.to);
            }
        }
        passed
    }

    fn alone(&self) -> Alone {
        Alone {
            walk: self.walk(),
            piece: self.piece(),
            space: self.space(),
            facing: self.facing(),
            cost: self.cost(),
            legs: self.legs().into_iter().cloned().collect(),
            via: self.via().to_vec(),
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
        let Alone { walk, piece, space, facing, cost, legs, via } = alone;
        let start = Leg { step: 0, to: space, cost: 0, varied: SmallVec::new() };
        let at = legs.len() as u32;
        let befores = std::iter::once(None).chain((0..at).map(Some));
        let tree =
            befores.zip(std::iter::once(start).chain(legs)).map(|(before, leg)| Branch { before, leg }).collect();
        let passed = if via.is_empty() { 0 } else { u64::MAX };
        let ends = vec![End { at, space, facing, cost, passed }];
        Way { found: Arc::new(Ways { walk, piece, via, ends, tree }), at: 0 }
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
