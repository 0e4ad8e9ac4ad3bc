//! The spaces that a walk names as worth passing on purpose (language reference, 7.4).
//!
//! Without such spaces, a search knows one cheapest way to each place. With them, it keeps a dearer way until another
//! way that costs no more has passed at least the same spaces. Each space worth passing has a bit.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::walk::Walk;
use crate::model::way::End;

use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World, fault};

/// One search can have this many such spaces.
const MOST: usize = 64;

/// The spaces worth passing for one walker, and their bits.
#[derive(Debug, Default)]
pub(in crate::play) struct Via {
    /// The spaces, in the order of the board.
    pub(in crate::play) spaces: Vec<u16>,
}

impl Via {
    /// True if there are none, so that the cheapest way to each place is enough.
    #[inline]
    pub(in crate::play) fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// The passed spaces after a way that passed these enters a space.
    #[inline]
    pub(in crate::play) fn after(&self, passed: u64, space: u16) -> u64 {
        if self.spaces.is_empty() {
            return 0;
        }
        self.spaces.binary_search(&space).map_or(passed, |at| passed | 1 << at)
    }

    /// The bits of these spaces; `None` if one of them is not worth passing.
    pub(in crate::play) fn all_of(&self, spaces: &[u16]) -> Option<u64> {
        spaces.iter().try_fold(0, |all, space| Some(all | 1 << self.spaces.binary_search(space).ok()?))
    }
}

impl World<'_> {
    /// The spaces that a walk names as worth passing, without the walker's own.
    pub(in crate::play) fn via_of(&self, walk: &Walk, locals: &Locals, home: u16) -> Read<Via> {
        let mut spaces: Vec<u16> = Vec::new();
        for node in &walk.via {
            let set = self.eval(node, &mut locals.clone())?;
            spaces.extend(set.members().iter().filter(|one| one.domain == Domain::Space).map(|one| one.index));
        }
        spaces.retain(|space| *space != home);
        spaces.sort_unstable();
        spaces.dedup();
        if spaces.len() > MOST {
            let (name, many) = (&walk.name, spaces.len());
            let text = format!("`via` of walk `{name}` names {many} spaces; {MOST} are the most");
            return fault(text).map_err(|fault| Box::new(fault.at(walk.span)));
        }
        Ok(Via { spaces })
    }
}

/// Drops each end for which another way costs no more and passes at least the same spaces. Ends are sorted by cost.
pub(in crate::play) fn without_outdone(ends: &mut Vec<End>) {
    let mut kept: Vec<bool> = vec![true; ends.len()];
    let mut alike: FxHashMap<(u16, Option<u16>), SmallVec<[usize; 4]>> = FxHashMap::default();
    for (at, end) in ends.iter().enumerate() {
        let others = alike.entry((end.space, end.facing)).or_default();
        if others.iter().any(|other| ends[*other].passed & end.passed == end.passed) {
            kept[at] = false;
            continue;
        }
        others.retain(|other| {
            let outdone = ends[*other].cost == end.cost && ends[*other].passed & end.passed == ends[*other].passed;
            kept[*other] = !outdone;
            !outdone
        });
        others.push(at);
    }
    let mut kept = kept.into_iter();
    ends.retain(|_| kept.next().unwrap_or(true));
}
