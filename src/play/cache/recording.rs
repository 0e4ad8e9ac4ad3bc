//! What a result reads while it is computed.

use crate::model::game::column;
use crate::model::id::*;
use crate::model::set::BitSet;

use super::entry::{Reads, bit_of};
use super::results::Cache;
use super::tracker::{Claim, ReadTracker};

impl Cache {
    /// Adds reads to the result that is being computed.
    #[inline]
    pub(in crate::play) fn add_reads(&self, reads: Reads) {
        self.reads.set(self.reads.get().and(reads));
    }

    /// Evaluates something under a claim ([`ReadTracker`]); also returns whether the claim holds, and what was read.
    pub(in crate::play) fn tracked<T>(&self, what: Claim, find: impl FnOnce() -> T) -> (T, Claim, Reads) {
        let outer = self.tracker.begin(what);
        let (found, reads) = self.reading(find);
        (found, self.tracker.end(outer), reads)
    }

    /// The tracker of reads.
    pub(in crate::play) fn tracker(&self) -> &ReadTracker {
        &self.tracker
    }

    /// Evaluates something; also returns what it read, which counts for the result around it, too.
    #[inline]
    pub(super) fn reading<T>(&self, find: impl FnOnce() -> T) -> (T, Reads) {
        let outer = self.reads.replace(Reads::NONE);
        let found = find();
        let reads = self.reads.get();
        self.reads.set(reads.and(outer));
        (found, reads)
    }

    /// Computes something; also returns true if it depends on the rulings.
    pub(in crate::play) fn depends_on_rulings<T>(&self, find: impl FnOnce() -> T) -> (T, bool) {
        let (found, reads) = self.reading(find);
        (found, reads.columns >> column::READINGS & 1 == 1)
    }

    /// Computes something; also returns true if play never changes it, because it depends on the rulings at most.
    pub(in crate::play) fn lasts<T>(&self, find: impl FnOnce() -> T) -> (T, bool) {
        let (found, reads) = self.reading(find);
        (found, reads.without(1 << column::READINGS).columns == 0)
    }

    /// Records a read of a thing in a column.
    #[inline]
    pub fn record(&self, column: u8, thing: Ref) {
        self.tracker.thing(column, thing);
        self.add_reads(Reads { columns: 1 << column, things: bit_of(thing) });
    }

    /// Records a read of several things in a column.
    #[inline]
    pub fn record_all(&self, column: u8, domain: Domain, set: &BitSet) {
        self.tracker.all(column, domain, set);
        let bits = set.words().iter().fold(0, |all, word| all | word);
        let things = match domain {
            Domain::Piece => u128::from(bits),
            Domain::Space => u128::from(bits) << 64,
            _ => 0,
        };
        self.add_reads(Reads { columns: 1 << column, things });
    }

    /// Records a read of all things in a column.
    pub fn record_column_of_all(&self, column: u8) {
        self.tracker.anything();
        self.add_reads(Reads { columns: 1 << column, things: u128::MAX });
    }

    /// Records a read of a column that is not divided into things.
    #[inline]
    pub fn record_column(&self, column: u8) {
        self.tracker.column(column);
        self.add_reads(Reads { columns: 1 << column, things: 0 });
    }

    /// Records a read of a piece's facing.
    #[inline]
    pub fn record_facing(&self, piece: Ref) {
        self.tracker.facing(piece);
        self.record(column::PIECES, piece);
    }

    /// Records a read of a printed fact, which never changes.
    #[inline]
    pub fn record_fact(&self, fact: FactId, of: Ref) {
        self.tracker.fact(fact, of);
    }

    /// Records a read of the rulings, which never change during a play.
    #[inline]
    pub fn record_rulings(&self) {
        self.add_reads(Reads::column(column::READINGS));
    }

    /// Records a read of a scope: whether and how it runs.
    #[inline]
    pub fn record_scope(&self, scope: ScopeId) {
        self.tracker.scope(scope);
        self.add_reads(Reads { columns: 1 << column::SCOPES, things: 0 });
    }

    /// Records a read of a piece's name, which never changes.
    #[inline]
    pub fn record_name(&self) {
        self.tracker.name();
    }

    /// Records a read of what a piece is, which does not change. `is_known`: its back shows as much.
    #[inline]
    pub(in crate::play) fn record_identity(&self, piece: u16, is_known: impl FnOnce() -> bool) {
        self.tracker.identity(piece, is_known);
    }

    /// Records a read of the roster of pieces.
    #[inline]
    pub fn record_roster(&self) {
        self.tracker.roster();
    }

    /// Evaluates a word without parameters, and records that the result depends on it.
    #[inline]
    pub fn within_word<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        self.tracker.word(word, find)
    }
}
