//! A stretch of play as a `test` item: the position before it, the decisions and results of chance, and the result.
//! Every test is run as written and compared with the game, so it passes and shows the same.

mod alike;
mod edges;
mod position;
mod rows;
mod seen;
mod trial;
mod under_way;

use std::sync::Arc;

use crate::play::journal::Entry;
use crate::play::state::{Layout, State};

use super::Session;
use trial::{Begins, Trial};

/// The most decisions that a test repeats.
const MOST_STEPS: usize = 60;
/// The most positions from which a test may begin.
const MOST_TRIED: usize = 12;

/// A position as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsTest {
    /// The text of the item.
    pub text: String,
    /// The number of decisions in it.
    pub steps: usize,
    /// The reason why it lacks the decisions since its step began, if it does.
    pub without: Option<String>,
}

/// The position from which a test begins.
struct Base {
    state: State,
    layout: Arc<Layout>,
    /// The number of journal entries before it.
    used: usize,
    /// The number of windows passed in silence since the last entry.
    silent: u32,
}

impl Session {
    /// This position as a `test` item, with the decisions since it was set up by hand, or since its step began.
    ///
    /// # Errors
    /// The part of the position that the notation cannot express.
    pub fn as_test(&self, title: &str) -> Result<AsTest, String> {
        let (bases, entries) = self.bases();
        let sets_up = |base: &Base| base.state.stack.iter().any(|frame| frame.scope == self.game.builtin.setup);
        let mut first: Option<String> = None;
        for base in &bases {
            let begins = if sets_up(base) { Begins::SetUp } else { self.step_of(base) };
            match self.trial(base, &entries[base.used..], title, begins) {
                Ok(found) => return Ok(AsTest { without: first, ..found }),
                Err(problem) => first = first.or(Some(problem)),
            }
        }
        // No test can start at the beginning of a step: this one begins in the middle.
        let mut last = None;
        for base in bases.iter().rev().filter(|base| !sets_up(base)) {
            match self.trial(base, &entries[base.used..], title, Begins::UnderWay) {
                Ok(found) => return Ok(AsTest { without: first, ..found }),
                Err(problem) => last = last.or(Some(problem)),
            }
        }
        Err(last.or(first).unwrap_or_else(|| "there is no position yet".to_owned()))
    }

    /// All decisions of this game as a `test` item that begins in a position.
    ///
    /// # Errors
    /// The part of the position that the notation cannot express.
    pub(super) fn test_from(&self, state: State, layout: Arc<Layout>, title: &str) -> Result<String, String> {
        let entries = self.play.look(|run| run.journal.entries.clone());
        let base = Base { state, layout, used: 0, silent: 0 };
        let begun = self.trial(&base, &entries, title, self.step_of(&base));
        let found = begun.or_else(|first| self.trial(&base, &entries, title, Begins::UnderWay).map_err(|_| first))?;
        Ok(found.text)
    }

    /// The innermost step of the sequence of play, at which a test can begin; outside all steps, only the position.
    fn step_of(&self, base: &Base) -> Begins {
        let step = base.state.stack.iter().rev().find_map(|frame| {
            let id = frame.step.filter(|id| self.game.steps[id.at()].sequence.is_none())?;
            Some(Begins::Step(id, base.state.me()))
        });
        step.unwrap_or(Begins::Nowhere)
    }

    /// The positions from which a test may begin, the earliest first, and the journal.
    fn bases(&self) -> (Vec<Base>, Vec<Entry>) {
        let entries = self.play.look(|run| run.journal.entries.clone());
        let by_hand = entries.iter().rposition(|entry| matches!(entry, Entry::Arbiter { .. })).map_or(0, |at| at + 1);
        let now = self.play.look(|run| Base {
            state: run.state().clone(),
            layout: run.live.layout().clone(),
            used: run.journal.used,
            silent: run.journal.silent,
        });
        let mut bases: Vec<Base> = Vec::new();
        self.play.kept(|state, layout, used, silent| {
            let steps = entries[used.min(entries.len())..].iter().filter(|entry| entry.is_answer()).count();
            // Without a change by hand, the running step is repeated.
            let same = by_hand > 0 || state.running_steps(&self.game) == now.state.running_steps(&self.game);
            if used >= by_hand && steps <= MOST_STEPS && same {
                bases.push(Base { state: state.clone(), layout: layout.clone(), used, silent });
            }
        });
        if bases.len() > MOST_TRIED {
            // The first one, and the last ones.
            let last = bases.split_off(bases.len() + 1 - MOST_TRIED);
            bases.truncate(1);
            bases.extend(last);
        }
        if bases.last().is_none_or(|base| base.used < now.used) {
            bases.push(now);
        }
        (bases, entries)
    }

    /// A test that begins in this position, if it reproduces the decisions.
    fn trial(&self, base: &Base, entries: &[Entry], title: &str, begins: Begins) -> Result<AsTest, String> {
        // A first run finds the pieces that change; they get labels in the second.
        let mut trial = Trial::begin(self, base, entries, &[], begins)?;
        trial.repeat(entries)?;
        trial.agrees(self)?;
        let labels = trial.changed();
        if !labels.is_empty() {
            trial = Trial::begin(self, base, entries, &labels, begins)?;
            trial.repeat(entries)?;
            trial.agrees(self)?;
        }
        trial.see();
        Ok(AsTest { text: trial.text(title), steps: trial.steps, without: None })
    }
}
