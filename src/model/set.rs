//! Sets of things as bits: what scripts work on instead of loops.

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// A set of indices of one domain. Up to 128 members need no allocation.
///
/// Invariant: no trailing zero words, so that equal sets compare and hash equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BitSet(SmallVec<[u64; 2]>);

impl BitSet {
    /// The empty set.
    pub fn new() -> Self {
        BitSet(SmallVec::new())
    }

    /// The set of one member.
    pub fn single(index: u16) -> Self {
        let mut set = BitSet::new();
        set.insert(index);
        set
    }

    /// The set `0..count`.
    pub fn first_n(count: usize) -> Self {
        let mut words: SmallVec<[u64; 2]> = smallvec![u64::MAX; count / 64];
        if !count.is_multiple_of(64) {
            words.push((1u64 << (count % 64)) - 1);
        }
        BitSet(words)
    }

    /// The set whose bits are these words, lowest first.
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = BitSet(SmallVec::from_slice(words));
        set.trim();
        set
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Whether `index` is a member.
    #[inline]
    pub fn has(&self, index: u16) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds a member.
    pub fn insert(&mut self, index: u16) {
        let at = index as usize / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (index % 64);
    }

    /// Takes a member out.
    pub fn remove(&mut self, index: u16) {
        if let Some(word) = self.0.get_mut(index as usize / 64) {
            *word &= !(1 << (index % 64));
            self.trim();
        }
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many members.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some((at * 64) as u16 + bit as u16)
            })
        })
    }

    /// The first member in order.
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// The last member in order.
    pub fn last(&self) -> Option<u16> {
        let word = *self.0.last()?;
        Some(((self.0.len() - 1) * 64) as u16 + (63 - word.leading_zeros()) as u16)
    }

    /// Members of either.
    pub fn union(&self, other: &BitSet) -> BitSet {
        let (long, short) = if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut result = long.clone();
        for (into, from) in result.0.iter_mut().zip(&short.0) {
            *into |= from;
        }
        result
    }

    /// Adds all members of `other`.
    pub fn extend(&mut self, other: &BitSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (into, from) in self.0.iter_mut().zip(&other.0) {
            *into |= from;
        }
    }

    /// Members of both.
    pub fn intersection(&self, other: &BitSet) -> BitSet {
        let mut result = BitSet(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect());
        result.trim();
        result
    }

    /// Members of this one that are not in the other.
    pub fn minus(&self, other: &BitSet) -> BitSet {
        let mut result = self.clone();
        for (into, from) in result.0.iter_mut().zip(&other.0) {
            *into &= !from;
        }
        result.trim();
        result
    }

    /// Whether the two share a member.
    pub fn meets(&self, other: &BitSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every member of this one is in the other.
    pub fn within(&self, other: &BitSet) -> bool {
        self.0.iter().enumerate().all(|(at, word)| word & !other.0.get(at).copied().unwrap_or(0) == 0)
    }

    /// The bits, lowest word first.
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}

impl FromIterator<u16> for BitSet {
    fn from_iter<I: IntoIterator<Item = u16>>(iter: I) -> Self {
        let mut set = BitSet::new();
        for index in iter {
            set.insert(index);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn sets_that_hold_the_same_compare_equal() {
        let mut a = BitSet::from_iter([1, 130]);
        a.remove(130);
        assert_eq!(a, BitSet::single(1));
        assert_eq!(a.last(), Some(1));
        assert_eq!(BitSet::first_n(64).count(), 64);
        assert_eq!(BitSet::first_n(65).minus(&BitSet::first_n(64)), BitSet::single(64));
    }
}
