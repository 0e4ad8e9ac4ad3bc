//! What has changed in the state: which column, which things, and when.

use std::cell::{Cell, RefCell};

use crate::model::game::column;

use super::entry::{Cached, Reads, Watcher};

/// A result that was last used this many changes of a column ago is dropped without comparing them.
const MOST_CHANGES: usize = 64;

/// The things that changed in a column at one moment.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: u32,
    things: u128,
}

/// All changes since the state was last replaced, with the clock that orders them.
#[derive(Debug)]
pub(super) struct Changes {
    /// The changes of each column, oldest first. Columns that never changed may have no entry.
    by_column: RefCell<Vec<Vec<Change>>>,
    /// When each column last changed.
    latest: [Cell<u32>; 128],
    /// Counts changes that follow a read.
    clock: Cell<u32>,
    /// True if anything was read since the last change, so that the next change advances the clock.
    looked: Cell<bool>,
    /// The columns that changed since the rules of settled play last ran, and since invariants were last checked.
    touched: [Cell<u128>; 2],
}

impl Default for Changes {
    fn default() -> Self {
        Changes {
            by_column: RefCell::default(),
            latest: std::array::from_fn(|_| Cell::new(0)),
            clock: Cell::new(0),
            looked: Cell::new(false),
            touched: [Cell::new(u128::MAX), Cell::new(u128::MAX)],
        }
    }
}

impl Changes {
    /// The current time, to stamp a result with.
    #[inline]
    pub(super) fn now(&self) -> u32 {
        self.looked.set(true);
        self.clock.get()
    }

    /// Records a change of these things in a column. Returns true if the clock has run out and the cache must be
    /// cleared.
    pub(super) fn add(&self, column: u8, things: u128) -> bool {
        if self.clock.get() == u32::MAX {
            return true;
        }
        if self.looked.replace(false) {
            self.clock.set(self.clock.get() + 1);
        }
        let at = self.clock.get();
        self.touched.iter().for_each(|touched| touched.set(touched.get() | 1 << column));
        let mut by_column = self.by_column.borrow_mut();
        if by_column.len() <= usize::from(column) {
            by_column.resize(usize::from(column) + 1, Vec::new());
        }
        let changes = &mut by_column[usize::from(column)];
        match changes.last_mut() {
            Some(last) if last.at == at => last.things |= things,
            _ => {
                self.latest[usize::from(column)].set(at);
                // Older ones are never compared, so a long game needs no more room.
                if changes.len() == 4 * MOST_CHANGES {
                    changes.drain(..2 * MOST_CHANGES);
                }
                changes.push(Change { at, things });
            }
        }
        false
    }

    /// The columns that changed since this watcher last checked.
    pub(super) fn changed_columns(&self, by: Watcher) -> u128 {
        let touched = self.touched[by as usize].get();
        // The running scopes decide who acts.
        if touched >> column::SCOPES & 1 == 1 { touched | 1 << column::ACTING } else { touched }
    }

    /// Marks all changes so far as checked by this watcher.
    pub(super) fn mark_checked(&self, by: Watcher) {
        // Results that are never cached count as always changed.
        self.touched[by as usize].set(1 << column::NEVER);
    }

    /// The cached value, if nothing it read has changed.
    #[inline]
    pub(super) fn valid<'k, T>(&self, kept: &'k mut Cached<T>) -> Option<&'k T> {
        let now = self.now();
        if kept.at != now && kept.value.is_some() {
            if self.any_since(kept.reads, kept.at) {
                kept.value = None;
            }
            kept.at = now;
        }
        kept.value.as_ref()
    }

    /// True if anything in these reads changed after `since`.
    pub(super) fn any_since(&self, reads: Reads, since: u32) -> bool {
        let mut columns = reads.columns;
        while columns != 0 {
            let column = columns.trailing_zeros() as usize;
            columns &= columns - 1;
            if self.latest[column].get() <= since {
                continue;
            }
            let changes = self.by_column.borrow();
            let recent = changes[column].iter().rev().take_while(|change| change.at > since);
            for (count, change) in recent.enumerate() {
                if change.things == u128::MAX || change.things & reads.things != 0 || count > MOST_CHANGES {
                    return true;
                }
            }
        }
        false
    }

    /// Forgets all changes, because another state takes the place of this one.
    pub(super) fn reset(&self) {
        self.touched.iter().for_each(|touched| touched.set(u128::MAX));
        self.by_column.borrow_mut().iter_mut().for_each(Vec::clear);
        self.latest.iter().for_each(|at| at.set(0));
        self.clock.set(0);
        // Results found earlier may hold in this state: its first change must be later than they are.
        self.looked.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_change_of_a_state_is_later_than_what_is_known_of_it() {
        let changes = Changes::default();
        changes.reset();
        let reads = Reads { columns: 1 << column::PIECES, things: 1 };
        assert!(!changes.any_since(reads, 0));
        changes.add(column::PIECES, 2);
        assert!(!changes.any_since(reads, 0));
        changes.add(column::PIECES, 1);
        assert!(changes.any_since(reads, 0));
    }

    #[test]
    fn the_changes_of_a_long_game_need_little_room() {
        let changes = Changes::default();
        let other = Reads { columns: 1 << column::PIECES, things: 1 };
        for _ in 0..10_000 {
            changes.now();
            changes.add(column::PIECES, 2);
        }
        assert!(changes.by_column.borrow()[usize::from(column::PIECES)].len() <= 4 * MOST_CHANGES);
        let now = changes.now();
        assert!(changes.any_since(other, 0), "a result of long ago is dropped, though nothing it read has changed");
        assert!(!changes.any_since(other, now - 10));
        changes.add(column::PIECES, 1);
        assert!(changes.any_since(other, now - 10));
    }
}
