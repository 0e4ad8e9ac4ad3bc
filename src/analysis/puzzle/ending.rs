//! The end of a puzzle, and its result.

use crate::model::id::StepId;
use crate::model::puzzle::Until;
use crate::play::Run;
use crate::play::question::Answer;
use crate::play::state::Frame;

use super::Stopped;
use super::search::{First, Met, NEVER, Node, Search, greatest};
use super::tape::Turn;
use crate::analysis::odds::Share;

/// True if these scopes are within the step of a side whose end ends the puzzle.
pub(super) fn is_within(stack: &[Frame], until: Until) -> bool {
    let Until::Later(step, side) = until else { return false };
    let mut acting = None;
    stack.iter().any(|frame| {
        acting = frame.side.or(acting);
        is_step(frame, step) && acting == Some(side)
    })
}

fn is_step(frame: &Frame, step: StepId) -> bool {
    frame.step == Some(step)
}

impl Search<'_> {
    /// The result of the puzzle at a settled point. None if it continues.
    pub(super) fn comes_to(&self, node: &mut Node) -> Result<Option<Met>, Stopped> {
        if !self.puzzle.held && self.play.look(|run| self.holds(run))? {
            return Ok(Some(Met::Reached));
        }
        if !self.play.look(|run| self.is_over(run, node)) {
            return Ok(None);
        }
        let holds = self.puzzle.held && self.play.look(|run| self.holds(run))?;
        Ok(Some(if holds { Met::Reached } else { Met::Over }))
    }

    /// True if the puzzle has ended at this settled point.
    fn is_over(&self, run: &Run, node: &mut Node) -> bool {
        let stack = &run.state().stack;
        if let Until::Later(..) = self.puzzle.until {
            let within = is_within(stack, self.puzzle.until);
            let left = node.entered && !within;
            node.entered |= within;
            return left || node.ends.is_some_and(|depth| stack.len() <= depth);
        }
        let same =
            |(now, then): (&Frame, &Frame)| now.scope == then.scope && now.count == then.count && now.side == then.side;
        let lasts = stack.len() >= self.around.len() && stack.iter().zip(&self.around).all(same);
        !lasts || node.ends.is_some_and(|depth| stack.len() <= depth)
    }

    /// Uses up one of the solver's decisions. The last one ends the puzzle, unless the goal must hold later.
    pub(super) fn spend(&self, node: &mut Node) {
        node.left = node.left.saturating_sub(u32::from(node.left != u32::MAX));
        node.ends = (node.left == 0 && !self.puzzle.held).then_some(node.state.stack.len());
    }

    /// True if a solver without decisions is not forced to act: he may pass, or the puzzle ends here.
    pub(super) fn may_rest(&mut self, at: &Node) -> Result<bool, Stopped> {
        if !self.puzzle.held {
            return Ok(true);
        }
        let (met, _) = self.once(at, &First::Go, &[])?;
        Ok(!matches!(met, Met::Turn(_, turn) if !turn.answers.contains(&Answer::Pass)))
    }

    /// The value of a decision of a solver who has none left: he passes, or plays the best action if he must act.
    pub(super) fn stands_by(&mut self, at: &Node, turn: &Turn) -> Result<Share, Stopped> {
        if turn.answers.contains(&Answer::Pass) {
            return self.explore(at, &First::Pass, &[]);
        }
        let mut values = vec![NEVER];
        for answer in &turn.answers {
            if let Answer::Act(offer, values_of) = answer {
                values.push(self.explore(at, &First::Act(*offer, values_of), &[])?);
            }
        }
        Ok(greatest(&values))
    }
}
