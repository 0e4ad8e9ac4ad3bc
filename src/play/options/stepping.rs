//! Questions about a step before it runs: whether it does, who acts, and why not.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::node::Node;
use crate::model::sequence::Repeat;
use crate::model::value::Value;

use crate::play::numbers::permission::Refusal;
use crate::play::store::locals::Locals;
use crate::play::store::state::Frame;
use crate::play::store::world::{Read, World};

impl World<'_> {
    /// The things of the enclosing steps, outermost first, for a step's expressions.
    pub(in crate::play) fn step_locals(&self, slots: u16) -> Locals {
        let scopes = &self.game.scopes;
        let is_sequence = |frame: &Frame| scopes[frame.scope.at()].is_sequence();
        // Steps outside a named sequence do not see its things.
        let first = self.state.stack.iter().rposition(is_sequence).unwrap_or(0);
        let mut names: SmallVec<[&str; 8]> = SmallVec::new();
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for frame in &self.state.stack[first..] {
            if frame.step.is_none() && !is_sequence(frame) {
                continue;
            }
            for (at, param) in scopes[frame.scope.at()].params.iter().enumerate() {
                // The inner of two equal names takes precedence.
                if let Some(outer) = names.iter().position(|name| *name == param.name) {
                    names.remove(outer);
                    values.remove(outer);
                }
                names.push(&param.name);
                values.push(frame.params.get(at).cloned().unwrap_or(Value::None));
            }
        }
        self.locals(&values, slots)
    }

    /// The value of an expression of a step.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub(in crate::play) fn eval_in_step(&self, node: &Node, slots: u16) -> Read<Value> {
        self.eval(node, &mut self.step_locals(slots))
    }

    /// Whether a step runs, given that its frame is the innermost.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn step_runs(&self, id: StepId) -> Read<bool> {
        let step = &self.game.steps[id.at()];
        if !self.is_read(step.under) {
            return Ok(false);
        }
        if step.when.is_none() && step.exceptions.is_empty() {
            return Ok(true);
        }
        let mut locals = self.step_locals(step.locals);
        if !self.meets(step.when.as_ref(), &mut locals)? {
            return Ok(false);
        }
        for exception in &step.exceptions {
            if self.lifts(exception, &mut locals)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Who acts in a step, given that its frame is the innermost; `None` if the step does not say, or if its member is
    /// not known yet.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn step_actor(&self, id: StepId) -> Read<Option<u16>> {
        let step = &self.game.steps[id.at()];
        let Some(by) = &step.by else { return Ok(None) };
        let begun = self.state.stack.last().is_some_and(|frame| !frame.params.is_empty());
        if matches!(step.repeat, Repeat::Members { .. }) && !begun {
            return Ok(None);
        }
        Ok(self.eval_in_step(by, step.locals)?.as_ref().map(|side| side.index))
    }

    /// Why a step does not run, given that its frame is the innermost; `None` if it does.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn why_step_rests(&self, id: StepId) -> Read<Vec<Refusal>> {
        if self.step_runs(id)? {
            return Ok(Vec::new());
        }
        let step = &self.game.steps[id.at()];
        let rests = |why: &str| {
            let text = match why {
                "" => format!("{} does not happen now", step.title),
                why => format!("{} does not happen now: {why}", step.title),
            };
            Refusal::new(text, step.cites.clone(), step.span)
        };
        let mut locals = self.step_locals(step.locals);
        let Some(when) = &step.when else { return Ok(vec![rests("")]) };
        if self.test(when, &mut locals)? {
            return Ok(vec![rests("")]);
        }
        let mut reasons = Vec::new();
        for refusal in self.fails(when, &mut locals) {
            let mut own = rests(&refusal.text);
            own.cites.extend(refusal.cites);
            own.readings = refusal.readings;
            own.span = refusal.span;
            reasons.push(own);
        }
        if reasons.is_empty() {
            reasons.push(rests(""));
        }
        Ok(reasons)
    }
}
