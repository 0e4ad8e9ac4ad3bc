//! The part of a replayed course that an observer records: from its first answer to the next question.

use crate::play::observer::{Asked, sort};

/// Whether an observer records what it sees.
#[derive(Debug)]
pub(super) struct Awake {
    /// The number of entries of the journal used before the decision.
    from: usize,
    /// The number of entries used once the last answer has been given.
    to: usize,
    begun: bool,
    decided: bool,
    /// The number of rules and statements under way.
    depth: usize,
    /// True while the options of the next question are evaluated.
    next: bool,
}

impl Awake {
    pub(super) fn new(from: usize, to: usize) -> Self {
        Awake { from, to, begun: false, decided: false, depth: 0, next: false }
    }

    /// An observer that records everything.
    pub(super) fn at_once() -> Self {
        Awake { begun: true, ..Awake::new(0, usize::MAX) }
    }

    /// Notes that `used` entries have been used. Returns true if recording begins here.
    pub(super) fn answered(&mut self, used: usize) -> bool {
        let begins = !self.begun && used > self.from;
        self.begun |= begins;
        self.decided |= used >= self.to;
        begins
    }

    /// Notes that a rule or statement begins. Returns true if it is to be recorded.
    pub(super) fn begins(&mut self, asked: &Asked<'_>) -> bool {
        self.next |= self.decided && self.depth == 0 && asked.sort == sort::CHOICE;
        self.depth += 1;
        self.begun && !self.next
    }

    /// Notes that the innermost rule or statement has ended.
    pub(super) fn ends(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.next &= self.depth > 0;
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }
}
