//! What is the same for all walkers that are printed alike and in the same mode: where the steps of a walk lead from each
//! place and what they cost, as far as the ground decides it, and which spaces let such walkers in.
//!
//! Places are numbered as they are found: a space with the values of what varies. A search then works with numbers only.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;

use super::kept::{Kept, Parts};
use super::results::Cache;
use crate::play::store::index::Index;
use crate::play::store::state::State;
use crate::play::store::world::World;

/// Values of what varies, in the order of the walk, as they stand in cells of a state.
pub(in crate::play) type Variation = SmallVec<[i32; 4]>;

/// More crossings than this are too many to keep.
const MOST_CROSSINGS: usize = 1 << 15;

/// So many variations are looked at one after the other.
const HANDFUL: usize = 16;

/// For whom a movement graph is the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphKey {
    /// The walk.
    pub walk: WalkId,
    /// What is printed on the walker.
    pub class: u16,
    /// Its own name, if it has one.
    pub unique: Option<u16>,
    /// Its side, which may not be the one it began with.
    pub side: u8,
    /// Which of its modes shows.
    pub mode: u8,
    /// Who acts.
    pub me: Option<u16>,
    /// What else the walk is asked with.
    pub other: Option<Ref>,
    /// What its rules read of the walker, but for what varies.
    pub own: SmallVec<[i32; 8]>,
}

/// The steps from a place.
#[derive(Debug, Default)]
pub(in crate::play) struct Steps {
    /// Those that are the same for all such walkers.
    pub(in crate::play) known: Vec<Edge>,
    /// Those that depend on the walker or on others.
    pub(in crate::play) asked: Vec<Asked>,
}

/// A step to a place, for a price.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Edge {
    /// The number of the place.
    pub(in crate::play) to: u32,
    /// Its space.
    pub(in crate::play) space: u16,
    /// Which step of the walk.
    pub(in crate::play) step: u8,
    /// What it costs.
    pub(in crate::play) price: i64,
}

/// A step that must be asked each time.
#[derive(Debug)]
pub(in crate::play) struct Asked {
    /// Which step of the walk.
    pub(in crate::play) step: u8,
    /// The space to which it leads.
    pub(in crate::play) space: u16,
    /// The choice of the step.
    pub(in crate::play) choice: Value,
}

/// A space with the values of what varies.
#[derive(Debug)]
pub(in crate::play) struct Crossing {
    pub(in crate::play) space: u16,
    /// The number of the values.
    pub(in crate::play) variation: u16,
    /// The steps from here, if they are known for all such walkers.
    pub(in crate::play) steps: Option<Rc<Steps>>,
}

/// A state in which a walker is imagined to stand elsewhere.
#[derive(Debug)]
pub struct Scratch {
    pub(in crate::play) state: State,
    pub(in crate::play) index: Index,
    /// The place at which it stands.
    pub(in crate::play) at: u32,
}

/// What is known for one class of walkers.
#[derive(Debug)]
pub struct MovementGraph {
    crossings: Vec<Crossing>,
    numbers: FxHashMap<(u16, u16), u32>,
    variations: Vec<Variation>,
    /// Where those stand that are not among the first.
    others: FxHashMap<Variation, usize>,
    /// Whether a space lets them in, as long as the same pieces stand there.
    verdicts: Vec<Kept<bool>>,
    /// How often the pieces had changed when that was found.
    rosters: u32,
    /// What was looked at to find all this.
    ground: Kept<()>,
    /// The scopes that were looked at, with how they ran.
    scopes: Vec<(ScopeId, u64)>,
}

impl Default for MovementGraph {
    fn default() -> Self {
        MovementGraph {
            crossings: Vec::new(),
            numbers: FxHashMap::default(),
            variations: Vec::new(),
            others: FxHashMap::default(),
            verdicts: Vec::new(),
            rosters: 0,
            ground: Kept::NOTHING,
            scopes: Vec::new(),
        }
    }
}

impl MovementGraph {
    /// One of which nothing is known yet, among pieces that have changed so often.
    pub(in crate::play) fn begun(cache: &Cache, rosters: u32) -> Self {
        MovementGraph { ground: cache.known((), Parts::NONE), rosters, ..MovementGraph::default() }
    }

    /// Whether nothing has changed that was looked at to find it, and there is room for more.
    pub(in crate::play) fn holds(&mut self, cache: &Cache) -> bool {
        cache.still(&mut self.ground).is_some() && self.crossings.len() < MOST_CROSSINGS
    }

    /// Whether the scopes that were looked at run now as they did then.
    pub(in crate::play) fn is_of_now(&self, world: &World<'_>) -> bool {
        self.scopes.iter().all(|(scope, mark)| world.scope_mark(*scope) == *mark)
    }

    /// Whether it holds in a state that differs from this one in these columns. The clock begins anew with that.
    pub(in crate::play) fn outlasts(&mut self, cache: &Cache, unlike: u128) -> bool {
        let outlasts = self.holds(cache) && self.ground.parts.columns & unlike == 0;
        self.ground.at = 0;
        self.verdicts.clear();
        outlasts
    }

    /// Forgets which spaces let walkers in, if the pieces have changed since that was found.
    pub(in crate::play) fn heed_roster(&mut self, rosters: u32) {
        if self.rosters != rosters {
            self.verdicts.clear();
            self.rosters = rosters;
        }
    }

    /// The number of a place.
    pub(in crate::play) fn number(&mut self, space: u16, varied: &Variation) -> u32 {
        // Most walks have a handful of variations, for which a look at each is fastest.
        let first = self.variations.iter().take(HANDFUL).position(|one| one == varied);
        let variation = match first.or_else(|| self.others.get(varied).copied()) {
            Some(at) => at,
            None => {
                let at = self.variations.len();
                self.variations.push(varied.clone());
                if at >= HANDFUL {
                    self.others.insert(varied.clone(), at);
                }
                at
            }
        } as u16;
        let next = self.crossings.len() as u32;
        let number = *self.numbers.entry((space, variation)).or_insert(next);
        if number == next {
            self.crossings.push(Crossing { space, variation, steps: None });
        }
        number
    }

    /// A place.
    pub(in crate::play) fn crossing(&self, number: u32) -> &Crossing {
        &self.crossings[number as usize]
    }

    /// The values of what varies at a place.
    pub(in crate::play) fn varied(&self, number: u32) -> &Variation {
        &self.variations[usize::from(self.crossings[number as usize].variation)]
    }

    /// How many places there are.
    pub(in crate::play) fn len(&self) -> usize {
        self.crossings.len()
    }

    /// What has been looked at to find the edges.
    pub(in crate::play) fn ground(&self) -> Parts {
        self.with_scopes(self.ground.parts)
    }

    /// Whether scopes still run as they did is known apart; whoever uses what was found depends on them.
    fn with_scopes(&self, parts: Parts) -> Parts {
        if self.scopes.is_empty() { parts } else { parts.and(Parts::column(column::SCOPES)) }
    }

    /// The steps from a place are known for all such walkers.
    pub(in crate::play) fn learn(&mut self, number: u32, steps: &Rc<Steps>, parts: Parts) {
        self.crossings[number as usize].steps = Some(steps.clone());
        self.ground.parts = self.ground.parts.and(parts.without(1 << column::SCOPES));
    }

    /// These scopes have been looked at.
    pub(in crate::play) fn heed_scopes(&mut self, world: &World<'_>, scopes: &[ScopeId]) {
        for scope in scopes {
            if !self.scopes.iter().any(|(known, _)| known == scope) {
                self.scopes.push((*scope, world.scope_mark(*scope)));
            }
        }
    }

    /// Whether a space lets such walkers in, if it is known, with what was looked at to find it.
    pub(in crate::play) fn verdict(&mut self, cache: &Cache, space: u16) -> Option<(bool, Parts)> {
        let kept = self.verdicts.get_mut(usize::from(space))?;
        let free = *cache.still(kept)?;
        let parts = kept.parts;
        Some((free, self.with_scopes(parts)))
    }

    /// It is known whether a space lets such walkers in.
    pub(in crate::play) fn learn_verdict(&mut self, cache: &Cache, space: u16, free: bool, parts: Parts) {
        let at = usize::from(space);
        if self.verdicts.len() <= at {
            self.verdicts.resize(at + 1, Kept::NOTHING);
        }
        self.verdicts[at] = cache.known(free, parts.without(1 << column::SCOPES));
    }
}
