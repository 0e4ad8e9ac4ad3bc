//! Runs decisions again on a copy, with an observer. The play itself does not change.
//!
//! A play is deterministic given a settled point and its answers. So a decision can be run again whenever another
//! moment of it is wanted, without half-done states.

use std::cell::RefCell;
use std::rc::Rc;

use super::playing::{Play, Status};
use crate::play::answers::journal::{Entry, Journal};
use crate::play::compile::native;
use crate::play::host::run::{Cx, Pending, Run, Stop};
use crate::play::store::effort::Effort;
use crate::play::store::state::State;
use crate::play::store::world::{Fault, World};
use crate::play::watch::observer::Observe;

/// The decisions from one question on, with the results of chance.
#[derive(Clone, Debug)]
pub struct Course {
    /// The index of its first journal entry.
    pub at: usize,
    /// The answers, dice, cards and lots, in order.
    pub entries: Vec<Entry>,
    /// The number of windows passed in silence after the last entry.
    pub silent: u32,
}

/// The result of running a course.
#[derive(Debug)]
pub struct Rehearsed {
    /// The status at the end.
    pub status: Status,
    /// The digest of the last settled state; see [`Play::digest`].
    pub digest: u64,
}

impl Play {
    /// The course from this journal entry on.
    pub fn course(&self, at: usize) -> Course {
        self.look(|run| Course {
            at,
            entries: run.journal.entries.get(at..).unwrap_or_default().to_vec(),
            silent: run.journal.silent_before,
        })
    }

    /// Runs a course on a copy, with an observer. It begins at the current or an earlier position.
    ///
    /// # Errors
    /// When the play never stood there.
    pub fn rehearse(&self, course: &Course, who: impl Observe + 'static) -> Result<Rehearsed, Box<Fault>> {
        let Some(run) = self.copy(course) else {
            return Err(Box::new(Fault::new("internal error: a decision cannot be run again")));
        };
        run.observer.begin(Box::new(who));
        let run = Rc::new(RefCell::new(run));
        let scripts = native::make(self.game(), &run)?;
        let cx = Cx { game: self.game(), run: &run, scripts: &*scripts };
        loop {
            let settled = run.borrow().state().digest();
            let Err(stop) = cx.advance() else { continue };
            let digest = if matches!(stop, Stop::Finished) { run.borrow().state().digest() } else { settled };
            return Ok(Rehearsed { status: Status::of(&run.borrow(), stop), digest });
        }
    }

    /// A copy at the last settled point before a course, with the answers to be used.
    fn copy(&self, course: &Course) -> Option<Run> {
        let before = self.settled_before(course.at)?;
        let now = self.run.borrow();
        let mut entries = now.journal.entries.get(..course.at)?.to_vec();
        entries.extend(course.entries.iter().cloned());
        let state = before.state.clone();
        let effort = Effort::default();
        effort.reset(before.effort);
        let mut run = Run {
            journal: Journal {
                entries,
                used: before.used,
                silent: before.silent,
                silent_before: course.silent,
                kept: true,
            },
            row_of_dice: now.row_of_dice.clone(),
            decisions: before.decisions,
            turns: before.turns,
            effort: Rc::new(effort),
            // Invariants test the rules; no rule reads them.
            watchful: false,
            ..Run::standing(&now.game, before.layout.clone(), state.clone(), now.seed)
        };
        run.restore(state);
        Some(run)
    }

    /// Reads the state of the pending question like [`Play::look_asked`], with an observer.
    pub fn observe_asked<T>(&mut self, who: impl Observe + 'static, read: impl FnOnce(&World<'_>) -> T) -> T {
        self.run.borrow_mut().observe(who);
        let found = self.look_asked(read);
        self.run.borrow().observer.end();
        found
    }

    /// Shows another moment of the decision in place of the pending question, until play goes on.
    pub fn imagine(&mut self, state: State) {
        let mut run = self.run.borrow_mut();
        if let Some(pending) = run.pending.take() {
            run.pending = Some(Pending { state, ..pending });
        }
    }
}
