//! Sets of things as bits. Scripts work on sets instead of loops.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// The number of words a set holds without allocation.
const SMALL: usize = 2;

/// A set of indices of one domain. Up to 128 members need no allocation.
///
/// Invariant: a large set has more words than a small one can hold, and no trailing zero words. Equal sets therefore
/// have one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub struct BitSet(Words);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    Small([u64; SMALL]),
    Large(Box<[u64]>),
}

use Words::{Large, Small};

impl Default for BitSet {
    fn default() -> Self {
        BitSet::new()
    }
}

impl BitSet {
    /// The empty set.
    #[inline]
    pub const fn new() -> Self {
        BitSet(Small([0; SMALL]))
    }

    /// The set of one member.
    #[inline]
    pub fn single(index: u16) -> Self {
        let mut set = BitSet::new();
        set.insert(index);
        set
    }

    /// The set `0..count`.
    pub fn first_n(count: usize) -> Self {
        if count <= 64 * SMALL {
            let word = |at: usize| match count.saturating_sub(64 * at) {
                left @ 0..64 => (1 << left) - 1,
                _ => u64::MAX,
            };
            return BitSet(Small(std::array::from_fn(word)));
        }
        let mut words = vec![u64::MAX; count / 64];
        if !count.is_multiple_of(64) {
            words.push((1u64 << (count % 64)) - 1);
        }
        BitSet::from_words(&words)
    }

    /// The set whose bits are these words, lowest first.
    pub fn from_words(words: &[u64]) -> Self {
        let length = words.iter().rposition(|word| *word != 0).map_or(0, |at| at + 1);
        if length > SMALL {
            return BitSet(Large(words[..length].into()));
        }
        let mut small = [0; SMALL];
        small[..length].copy_from_slice(&words[..length]);
        BitSet(Small(small))
    }

    /// The bits, lowest word first. A small set may have zero words at the end.
    #[inline]
    fn raw(&self) -> &[u64] {
        match &self.0 {
            Small(words) => words,
            Large(words) => words,
        }
    }

    /// The bits, lowest word first, without zero words at the end.
    pub fn words(&self) -> &[u64] {
        let words = self.raw();
        let length = words.iter().rposition(|word| *word != 0).map_or(0, |at| at + 1);
        &words[..length]
    }

    /// True if `index` is a member.
    #[inline]
    pub fn has(&self, index: u16) -> bool {
        self.raw().get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, index: u16) {
        let (at, bit) = (index as usize / 64, 1u64 << (index % 64));
        match &mut self.0 {
            Small(words) if at < SMALL => words[at] |= bit,
            _ => self.insert_large(at, bit),
        }
    }

    #[cold]
    fn insert_large(&mut self, at: usize, bit: u64) {
        match &mut self.0 {
            Large(words) if at < words.len() => words[at] |= bit,
            _ => {
                let mut words = self.raw().to_vec();
                words.resize(at + 1, 0);
                words[at] |= bit;
                self.0 = Large(words.into());
            }
        }
    }

    /// Removes a member.
    #[inline]
    pub fn remove(&mut self, index: u16) {
        let (at, bit) = (index as usize / 64, 1u64 << (index % 64));
        match &mut self.0 {
            Small(words) if at < SMALL => words[at] &= !bit,
            Large(words) if at < words.len() => {
                words[at] &= !bit;
                if words.last() == Some(&0) {
                    *self = BitSet::from_words(self.raw());
                }
            }
            _ => {}
        }
    }

    /// True if it has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.raw().iter().all(|word| *word == 0)
    }

    /// The number of members.
    #[inline]
    pub fn count(&self) -> usize {
        self.raw().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in order.
    #[inline]
    pub fn iter(&self) -> Members<'_> {
        let words = self.raw();
        Members { words, at: 0, rest: words[0] }
    }

    /// The first member in order.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// Combines both sets word by word. Missing words count as zero.
    #[inline]
    fn zip(&self, other: &BitSet, combine: impl Fn(u64, u64) -> u64) -> BitSet {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => BitSet(Small([combine(a[0], b[0]), combine(a[1], b[1])])),
            _ => {
                let (a, b) = (self.raw(), other.raw());
                let word = |words: &[u64], at: usize| words.get(at).copied().unwrap_or(0);
                let words: Vec<u64> = (0..a.len().max(b.len())).map(|at| combine(word(a, at), word(b, at))).collect();
                BitSet::from_words(&words)
            }
        }
    }

    /// The members of either set.
    #[inline]
    pub fn union(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a | b)
    }

    /// Adds all members of `other`.
    #[inline]
    pub fn extend(&mut self, other: &BitSet) {
        match (&mut self.0, &other.0) {
            (Small(a), Small(b)) => {
                a[0] |= b[0];
                a[1] |= b[1];
            }
            _ => *self = self.union(other),
        }
    }

    /// The members of both sets.
    #[inline]
    pub fn intersection(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a & b)
    }

    /// The members of this set that are not in the other.
    #[inline]
    pub fn minus(&self, other: &BitSet) -> BitSet {
        self.zip(other, |a, b| a & !b)
    }

    /// True if the two sets intersect.
    pub fn meets(&self, other: &BitSet) -> bool {
        self.raw().iter().zip(other.raw()).any(|(a, b)| a & b != 0)
    }

    /// True if this is a subset of the other set.
    pub fn within(&self, other: &BitSet) -> bool {
        self.raw().iter().enumerate().all(|(at, word)| word & !other.raw().get(at).copied().unwrap_or(0) == 0)
    }
}

/// The members of a set, in order.
#[derive(Clone, Debug)]
pub struct Members<'s> {
    words: &'s [u64],
    at: usize,
    rest: u64,
}

impl Iterator for Members<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let bit = self.rest.trailing_zeros();
        self.rest &= self.rest - 1;
        Some((self.at * 64) as u16 + bit as u16)
    }
}

impl Hash for BitSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Each word is hashed separately, which leaves the byte order to the hasher.
        let words = self.words();
        hasher.write_usize(words.len());
        words.iter().for_each(|word| hasher.write_u64(*word));
    }
}

impl PartialOrd for BitSet {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BitSet {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.words().cmp(other.words())
    }
}

impl From<Vec<u64>> for BitSet {
    fn from(words: Vec<u64>) -> Self {
        BitSet::from_words(&words)
    }
}

impl From<BitSet> for Vec<u64> {
    fn from(set: BitSet) -> Self {
        set.words().to_vec()
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
    fn sets_with_equal_members_are_equal() {
        let mut a = BitSet::from_iter([1, 130]);
        a.remove(130);
        assert_eq!(a, BitSet::single(1));
        assert_eq!(BitSet::first_n(64).count(), 64);
        assert_eq!(BitSet::first_n(65).minus(&BitSet::first_n(64)), BitSet::single(64));
        let large = BitSet::from_iter([3, 200]);
        assert_eq!(large.intersection(&BitSet::first_n(128)), BitSet::single(3));
        assert_eq!(BitSet::single(3).union(&BitSet::single(200)), large);
        assert_eq!(large.minus(&BitSet::single(200)), BitSet::single(3));
        assert_eq!((large.iter().collect::<Vec<_>>(), large.count()), (vec![3, 200], 2));
        assert!(
            BitSet::single(3).within(&large) && !large.within(&BitSet::single(3)) && large.meets(&BitSet::single(3))
        );
    }
}
