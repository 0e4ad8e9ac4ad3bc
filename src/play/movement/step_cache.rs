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
        let known = |found: &Found| if let Found::Holds(holds) = found { Some(*holds) } else { None };
        self.look(view, at, find, known, |holds| Found::Holds(*holds))
    }

    /// Where a step leads.
    pub(in crate::play) fn spaces(
        &mut self,
        view: &World<'_>,
        at: At,
        find: impl FnOnce() -> Read<Targets>,
    ) -> Read<Targets> {
        let known = |found: &Found| if let Found::Spaces(spaces) = found { Some(spaces.clone()) } else { None };
        self.look(view, at, find, known, |spaces| Found::Spaces(spaces.clone()))
    }

    /// The price of a step; `None` if it has none and is not possible.
    pub(in crate::play) fn price(
        &mut self,
        view: &World<'_>,
        at: At,
        find: impl FnOnce() -> Read<Option<i64>>,
    ) -> Read<Option<i64>> {
        let known = |found: &Found| if let Found::Price(price) = found { Some(*price) } else { None };
        self.look(view, at, find, known, |price| Found::Price(*price))
    }

    /// Stores what a step sets, until the next step.
    pub(in crate::play) fn keep_set(&mut self, at: usize, value: i32) {
        if self.asks.is_some() {
            self.set_here.resize(self.set_here.len().max(at + 1), None);
            self.set_here[at] = Some(value);
        }
    }

    /// Evaluates a part, unless its result is known and the same each time the search comes to these spaces.
    fn look<T>(
        &mut self,
        view: &World<'_>,
        at: At,
        find: impl FnOnce() -> Read<T>,
        known: impl FnOnce(&Found) -> Option<T>,
        keep: impl FnOnce(&T) -> Found,
    ) -> Read<T> {
        if let Some(known) = self.known.get(&at).and_then(known) {
            return Ok(known);
        }
        let (step, part, ..) = at;
        let Some(asks) = self.asks.filter(|_| !self.varying.contains(&(step, part))) else { return find() };
        let (found, answer, _) = view.cache.tracked(asks, find);
        if answer == Claim::Refuted {
            self.varying.push((step, part));
            return found;
        }
        let found = found?;
        self.known.insert(at, keep(&found));
        Ok(found)
    }
}
