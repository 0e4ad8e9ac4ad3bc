//! The cache of one search for ways: conditions, goals, prices and permissions of steps that look neither at what varies
//! on the way nor at what has been spent. A space that is reached with several variations is asked once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::play::cache::dependency::Dependency;
use crate::play::store::world::{Read, World};

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::play) enum Part {
    /// The spaces it leads to.
    Spaces,
    /// One of the conditions on the place where it begins.
    Here(u8),
    /// One of the conditions on where it leads.
    When(u8),
    /// Whether nothing speaks against the walk, or against this step of it.
    May(bool),
    /// What it costs.
    Price,
}

/// A part of a step, by the number of the step and the spaces where it begins and leads.
pub(in crate::play) type At = (u8, Part, u16, u16);

/// The spaces that a step leads to.
pub(in crate::play) type Targets = SmallVec<[u16; 8]>;

/// What was found of a part.
#[derive(Clone, Debug)]
enum Found {
    Holds(bool),
    Spaces(Targets),
    Price(Option<i64>),
}

/// The cache of one search.
#[derive(Debug, Default)]
pub(in crate::play) struct StepCache {
    /// What is asked of each part: whether it looks at what varies. None if nothing is kept.
    asks: Option<Dependency>,
    known: FxHashMap<At, Found>,
    /// The parts that looked at what varies somewhere: they are no longer asked about.
    varying: Vec<(u8, Part)>,
    /// While the steps from one place are found: what the step at hand sets, as far as that does not depend on where it leads.
    pub(in crate::play) set_here: SmallVec<[Option<i32>; 4]>,
}

impl StepCache {
    /// A cache for a search with this question about its parts; one that keeps nothing without.
    pub(in crate::play) fn new(asks: Option<Dependency>) -> Self {
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

    /// What a step costs; nothing if it has no cost, and cannot be made.
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

    /// What a step sets is known from now on, until the next step is looked at; a cache that keeps nothing forgets it.
    pub(in crate::play) fn keep_set(&mut self, at: usize, value: i32) {
        if self.asks.is_some() {
            self.set_here.resize(self.set_here.len().max(at + 1), None);
            self.set_here[at] = Some(value);
        }
    }

    /// What is found, and whether it is the same each time that the search comes to these spaces.
    fn look<T>(&mut self, view: &World<'_>, at: At, find: impl FnOnce() -> Read<T>) -> Read<(T, bool)> {
        let (step, part, ..) = at;
        let Some(asks) = self.asks.filter(|_| !self.varying.contains(&(step, part))) else {
            return Ok((find()?, false));
        };
        let question = view.cache.track(asks);
        let found = find();
        let (answer, _) = view.cache.tracked(question);
        let fixed = answer != Dependency::Tainted;
        if !fixed {
            self.varying.push((step, part));
        }
        Ok((found?, fixed))
    }
}
