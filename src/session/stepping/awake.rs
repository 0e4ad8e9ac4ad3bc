//! Which part of a course that is run again is looked at: from its first answer on, up to the next question.

use crate::play::observer::{Asked, sort};

/// Whether an observer looks at what it sees.
#[derive(Debug)]
pub(super) struct Awake {
    /// The number of entries of the journal used before the decision.
    from: usize,
    /// How many are used when the last answer has been given.
    to: usize,
    begun: bool,
    decided: bool,
    /// How much is under way.
    depth: usize,
    /// True while it is found what the next question offers.
    next: bool,
}

impl Awake {
    pub(super) fn new(from: usize, to: usize) -> Self {
        Awake { from, to, begun: false, decided: false, depth: 0, next: false }
    }

    /// An observer that looks at everything.
    pub(super) fn at_once() -> Self {
        Awake { begun: true, ..Awake::new(0, usize::MAX) }
    }

    /// So many entries are used. True if that is where it begins.
    pub(super) fn answered(&mut self, used: usize) -> bool {
        let begins = !self.begun && used > self.from;
        self.begun |= begins;
        self.decided |= used >= self.to;
        begins
    }

    /// Something begins. True if it is looked at.
    pub(super) fn begins(&mut self, asked: &Asked<'_>) -> bool {
        self.next |= self.decided && self.depth == 0 && asked.sort == sort::CHOICE;
        self.depth += 1;
        self.begun && !self.next
    }

    /// What began last has ended.
    pub(super) fn ends(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.next &= self.depth > 0;
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }
}
