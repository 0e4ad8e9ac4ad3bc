//! What has changed in the state, by column and thing, and when.

use std::cell::{Cell, RefCell};

use crate::model::game::column;

use super::kept::{Kept, Parts, Watch};

/// A result that was not asked for during so many changes of a column is not worth the check.
const MOST_CHANGES: usize = 64;

/// What changed in a column at once.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: u32,
    things: u128,
}

/// The changes since another state was put in place, and the clock by which they are told apart.
#[derive(Debug)]
pub(super) struct Changes {
    /// By column, when which things changed. It has room for those columns in which something has.
    by_column: RefCell<Vec<Vec<Change>>>,
    /// By column, when anything changed last.
    latest: [Cell<u32>; 128],
    /// How often something changed after something was looked at.
    clock: Cell<u32>,
    /// Whether anything has been looked at since the last change: the next change is another one.
    looked: Cell<bool>,
    /// The columns in which anything has changed since rules of settled play were looked at, and since invariants were.
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
    /// The time, for a result that is found now.
    #[inline]
    pub(super) fn now(&self) -> u32 {
        self.looked.set(true);
        self.clock.get()
    }

    /// Records that these things have changed in a column. True if the clock has reached its last value: then the cache
    /// must be emptied.
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
                changes.push(Change { at, things });
            }
        }
        false
    }

    /// The columns that have changed since this was looked over last.
    pub(super) fn touched(&self, by: Watch) -> u128 {
        let touched = self.touched[by as usize].get();
        // Who acts follows from the scopes that run.
        if touched >> column::SCOPES & 1 == 1 { touched | 1 << column::ACTING } else { touched }
    }

    /// From now on what has changed until here counts as looked at.
    pub(super) fn looked_over(&self, by: Watch) {
        // Results of what can never be kept may always be other ones.
        self.touched[by as usize].set(1 << column::NEVER);
    }

    /// A kept result, if nothing has changed that was looked at to find it.
    #[inline]
    pub(super) fn still<'k, T>(&self, kept: &'k mut Kept<T>) -> Option<&'k T> {
        let now = self.now();
        if kept.at != now && kept.value.is_some() {
            if self.have_been(kept.parts, kept.at) {
                kept.value = None;
            }
            kept.at = now;
        }
        kept.value.as_ref()
    }

    /// Whether any of these parts has changed since.
    pub(super) fn have_been(&self, parts: Parts, since: u32) -> bool {
        let mut columns = parts.columns;
        while columns != 0 {
            let column = columns.trailing_zeros() as usize;
            columns &= columns - 1;
            if self.latest[column].get() <= since {
                continue;
            }
            let changes = self.by_column.borrow();
            let recent = changes[column].iter().rev().take_while(|change| change.at > since);
            for (count, change) in recent.enumerate() {
                if change.things == u128::MAX || change.things & parts.things != 0 || count > MOST_CHANGES {
                    return true;
                }
            }
        }
        false
    }

    /// Another state stands here: anything may be otherwise, and the clock begins anew.
    pub(super) fn begin_anew(&self) {
        self.touched.iter().for_each(|touched| touched.set(u128::MAX));
        self.by_column.borrow_mut().iter_mut().for_each(Vec::clear);
        self.latest.iter().for_each(|at| at.set(0));
        self.clock.set(0);
        // What is known of this state from before was looked at: the next change is later than that.
        self.looked.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_change_of_a_state_is_later_than_what_is_known_of_it() {
        let changes = Changes::default();
        changes.begin_anew();
        let parts = Parts { columns: 1 << column::PIECES, things: 1 };
        assert!(!changes.have_been(parts, 0));
        changes.add(column::PIECES, 2);
        assert!(!changes.have_been(parts, 0));
        changes.add(column::PIECES, 1);
        assert!(changes.have_been(parts, 0));
    }
}
