//! How rules read several dice: through these questions only, which can be recorded.

use std::cell::{Cell, RefCell};

use crate::model::clause::DiceRead;

/// A question about several dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceAsked {
    /// Their sum, the highest or the lowest; 0 if there are none.
    Read(DiceRead),
    /// How many show exactly this number.
    Count(i64),
    /// How many show this number or less.
    AtMost(i64),
    /// How many show this number or more.
    AtLeast(i64),
    /// All faces, because a text shows them.
    Shown,
}

impl DiceAsked {
    /// The answer for these faces; for [`DiceAsked::Shown`], the number of dice.
    pub fn of(self, faces: &[i8]) -> i64 {
        let all = faces.iter().map(|face| i64::from(*face));
        match self {
            DiceAsked::Read(DiceRead::Sum) => all.sum(),
            DiceAsked::Read(DiceRead::Highest) => all.max().unwrap_or(0),
            DiceAsked::Read(DiceRead::Lowest) => all.min().unwrap_or(0),
            DiceAsked::Count(n) => all.filter(|face| *face == n).count() as i64,
            DiceAsked::AtMost(n) => all.filter(|face| *face <= n).count() as i64,
            DiceAsked::AtLeast(n) => all.filter(|face| *face >= n).count() as i64,
            DiceAsked::Shown => faces.len() as i64,
        }
    }

    /// Whether two throws give the same answer.
    fn is_alike(self, one: &[i8], other: &[i8]) -> bool {
        if self == DiceAsked::Shown { one == other } else { self.of(one) == self.of(other) }
    }
}

/// The distinct questions asked, recorded while odds are counted.
#[derive(Debug, Default)]
pub struct Questions {
    on: Cell<bool>,
    asked: RefCell<Vec<DiceAsked>>,
}

impl Questions {
    /// Starts recording.
    pub fn begin(&self) {
        self.on.set(true);
    }

    /// Answers a question about these faces, and records it.
    pub(in crate::play) fn put(&self, asked: DiceAsked, faces: &[i8]) -> i64 {
        if self.on.get() {
            let mut all = self.asked.borrow_mut();
            if !all.contains(&asked) {
                all.push(asked);
            }
        }
        asked.of(faces)
    }

    /// Whether all recorded questions have the same answers for two throws.
    pub fn are_alike(&self, one: &[i8], other: &[i8]) -> bool {
        self.asked.borrow().iter().all(|asked| asked.is_alike(one, other))
    }
}
