//! The cache of one search: conditions, targets, prices and permissions of steps that depend neither on the varied
//! variables nor on what was spent. They are evaluated once for a space that is reached with several variations.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::play::cache::tracker::Claim;
use crate::play::store::world::{Read, World};

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::play) enum Part {
    /// The spaces it leads to.
    Spaces,
    /// A condition on the space where it begins.
    Here(u8),
    /// A condition on the space where it leads.
    When(u8),
    /// Whether the walk, or this step of it, is allowed.
    May(bool),
    /// Its price.
    Price,
}

/// A part of a step: the index of the step, and the spaces where it begins and leads.
pub(in crate::play) type At = (u8, Part, u16, u16);

/// The spaces that a step leads to.
pub(in crate::play) type Targets = SmallVec<[u16; 8]>;

/// The cached result of a part.
#[derive(Clone, Debug)]
enum Found {
    Holds(bool),
    Spaces(Targets),
    Price(Option<i64>),
}

/// The cache of one search.
#[derive(Debug, Default)]
pub(in crate::play) struct StepCache {
    /// The claim that each part must meet to be cached. `None`: nothing is cached.
    asks: Option<Claim>,
    known: FxHashMap<At, Found>,
    /// Parts that depend on varied variables somewhere; they are evaluated each time.
    varying: Vec<(u8, Part)>,
    /// What the current step sets, if that does not depend on where it leads. Valid while one place is explored.
    pub(in crate::play) set_here: SmallVec<[Option<i32>; 4]>,
}

impl StepCache {
    /// A cache for parts that meet this claim; without a claim it stores nothing.
    pub(in crate::play) fn new(asks: Option<Claim>) -> Self {
        StepCache { asks, ..StepCache::default() }
    }

    /// Whether a condition or permission holds.
    pub(in crate::play) fn holds(&mut self, view: &World<'_>, at: At, find: impl FnOnce() -> Read<bool>) -> Read<bool> {
        if let Some(Found::Holds(holds)) = self.known.get(&at) {
            return Ok(*holds);
        }
        let (found, fixed) = self.look(view, at, find)?;
        if fixed {
            self.known.insert(at, Found::Holds(found));
        }
        Ok(found)
    }

    /// Where a step leads.
    pub(in crate::play) fn spaces(
        &mut self,
        view: &World<'_>,
        at: At,
        find: impl FnOnce() -> Read<Targets>,
    ) -> Read<Targets> {
        if let Some(Found::Spaces(spaces)) = self.known.get(&at) {
            return Ok(spaces.clone());
        }
        let (found, fixed) = self.look(view, at, find)?;
        if fixed {
            self.known.insert(at, Found::Spaces(found.clone()));
        }
        Ok(found)
    }

    /// The price of a step; `None` if it has none and is not possible.
    pub(in crate::play) fn price(
        &mut self,
        view: &World<'_>,
        at: At,
        find: impl FnOnce() -> Read<Option<i64>>,
    ) -> Read<Option<i64>> {
        if let Some(Found::Price(price)) = self.known.get(&at) {
            return Ok(*price);
        }
        let (found, fixed) = self.look(view, at, find)?;
        if fixed {
            self.known.insert(at, Found::Price(found));
        }
        Ok(found)
    }

    /// Stores what a step sets, until the next step.
    pub(in crate::play) fn keep_set(&mut self, at: usize, value: i32) {
        if self.asks.is_some() {
            self.set_here.resize(self.set_here.len().max(at + 1), None);
            self.set_here[at] = Some(value);
        }
    }

    /// Evaluates a part; also returns true if the result is the same each time the search comes to these spaces.
    fn look<T>(&mut self, view: &World<'_>, at: At, find: impl FnOnce() -> Read<T>) -> Read<(T, bool)> {
        let (step, part, ..) = at;
        let Some(asks) = self.asks.filter(|_| !self.varying.contains(&(step, part))) else {
            return Ok((find()?, false));
        };
        let (found, answer, _) = view.cache.tracked(asks, find);
        let fixed = answer != Claim::Refuted;
        if !fixed {
            self.varying.push((step, part));
        }
        Ok((found?, fixed))
    }
}
