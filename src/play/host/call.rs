//! Runs scripts within the effort budget, and reports to the observer.

use crate::model::id::ScriptId;
use crate::model::value::Value;

use super::run::{Act, Cx, Run, Stop};
use crate::play::store::effort::{CALL, MOST_CALLS};
use crate::play::watch::observer::Asked;

impl Cx<'_> {
    /// Runs a script. All scripts run through this function.
    ///
    /// # Errors
    /// Whatever stopped it, or that scripts run too deep inside each other.
    pub fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value> {
        let effort = self.run.borrow().effort.clone();
        effort.spend(CALL).map_err(|fault| Stop::Fault(fault).at(self.game.scripts[script.at()].span))?;
        let calls = effort.calls.get();
        if calls == MOST_CALLS {
            let text =
                format!("scripts run more than {MOST_CALLS} deep inside each other: they call each other endlessly");
            return Err(Stop::fault(text).at(self.game.scripts[script.at()].span));
        }
        effort.calls.set(calls + 1);
        let result = self.scripts.call(script, args);
        effort.calls.set(calls);
        if let Err(Stop::Ask) = &result
            && let Some(pending) = &mut self.run.borrow_mut().pending
        {
            // The innermost script ends first.
            pending.by.get_or_insert_with(|| (script, args.to_vec()));
        }
        result
    }
}

impl Run {
    /// Begins a step of the sequence. The budget is refilled if a player has decided something since the last step.
    pub(in crate::play) fn begin_effort(&mut self) {
        if self.effort.decided.get() != self.decisions {
            self.effort.refill();
            self.effort.decided.set(self.decisions);
        }
    }
}

impl Cx<'_> {
    /// Reports to the observer that something begins. Returns true if there is an observer; then call [`Cx::ends`] too.
    #[inline]
    pub(in crate::play) fn begins<'r>(&self, asked: impl FnOnce() -> Asked<'r>, with: &[Value]) -> bool {
        let run = self.run.borrow();
        run.observer.is_on() && run.world().begins(asked, with)
    }

    /// Reports to the observer that the last thing begun has ended.
    pub(in crate::play) fn ends(&self, answer: Option<Value>) {
        self.run.borrow().world().ends(answer);
    }

    /// Runs something, and reports its beginning and end to the observer.
    #[inline]
    pub(in crate::play) fn observed<'r, T>(
        &self,
        asked: impl FnOnce() -> Asked<'r>,
        with: &[Value],
        told: impl FnOnce(&T) -> Option<Value>,
        act: impl FnOnce() -> Act<T>,
    ) -> Act<T> {
        let on = self.begins(asked, with);
        let done = act();
        if on {
            self.ends(done.as_ref().ok().and_then(told));
        }
        done
    }
}
