//! Opens a step by hand: builds the stack on which it runs, and says what prevents it.

use smallvec::smallvec;

use crate::model::id::*;
use crate::model::sequence::{Body, Phase, Repeat};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::happen::sides_from;
use crate::play::host::run::Run;
use crate::play::numbers::permission::Refusal;
use crate::play::store::state::Frame;
use crate::play::store::world::{Read, World};

/// Opens steps in a position.
#[derive(Clone, Copy)]
pub struct Opener<'r> {
    /// The position.
    pub run: &'r Run,
    /// How many times counted steps have begun. A step that is not listed begins for the first time.
    pub counts: &'r [(StepId, i64)],
}

impl Opener<'_> {
    /// Reads the position with other scopes running.
    fn with<T>(&self, frames: &[Frame], read: impl FnOnce(&World<'_>) -> T) -> T {
        let mut state = self.run.state().clone();
        state.stack = frames.to_vec();
        self.run.effort.aside(|| self.run.world().in_state(&state, read))
    }

    /// The stack on which a step runs. Everything before `phase` is skipped silently.
    pub fn frames_for(&self, target: StepId, acting: Option<u16>, phase: Phase) -> Vec<Frame> {
        let game = &self.run.game;
        let mut path = vec![target];
        while let Some(parent) = path.last().and_then(|step| game.steps[step.at()].parent) {
            path.push(parent);
        }
        path.reverse();
        let mut frames = vec![Frame::new(game.builtin.game, None, Phase::Children)];
        for (depth, step) in path.iter().enumerate() {
            let item = &game.steps[step.at()];
            let siblings = match depth.checked_sub(1).map(|up| &game.steps[path[up].at()].body) {
                Some(Body::Steps(children)) => children,
                _ => &game.sequence,
            };
            let place = siblings.iter().position(|one| one == step).unwrap_or(0);
            if let Some(outer) = frames.last_mut() {
                outer.cursor = place as u16 + 1;
            }
            let mut frame = Frame::new(item.scope, None, Phase::Children);
            frame.step = Some(*step);
            let given = self.counts.iter().find(|(given, _)| given == step);
            frame.count = match (&item.repeat, given) {
                (_, Some((_, count))) => *count,
                (Repeat::Count { from, .. }, None) => *from,
                _ => 1,
            };
            if let (Repeat::Sides { .. } | Repeat::Alternate { .. }, Some(acting)) = (&item.repeat, acting) {
                frame.side = Some(acting);
                frame.params = smallvec![Value::Ref(Ref::side(acting))];
                frame.locals = vec![Value::Ref(Ref::side(acting))];
                frame.done = BitSet::single(acting);
            }
            if depth + 1 == path.len() {
                frame.phase = phase;
                let scope = &game.scopes[item.scope.at()];
                // Events before and after it do not happen.
                frame.cursor = match phase {
                    Phase::Before => scope.before.len() as u16,
                    Phase::After => scope.after.len() as u16,
                    _ => 0,
                };
                if frame.side.is_none() && !frames.iter().any(|outer| outer.side.is_some()) {
                    frame.side = acting;
                }
            }
            frames.push(frame);
        }
        frames
    }

    /// Why a step of a named sequence cannot be opened: its arguments are unknown.
    pub fn not_begun(&self, step: StepId) -> Option<Refusal> {
        let game = &self.run.game;
        let item = &game.steps[step.at()];
        let name = &game.scopes[game.sequences[item.sequence?.at()].scope.at()].name;
        let text = format!("{} is a step of the sequence `{name}`, which something must start first", item.title);
        Some(Refusal::new(text, item.cites.clone(), item.span))
    }

    /// Why the steps of a stack cannot run, or do not belong to that side.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn against(&self, frames: &[Frame], acting: Option<u16>) -> Read<Vec<Refusal>> {
        let game = &self.run.game;
        let mut reasons = Vec::new();
        for (depth, frame) in frames.iter().enumerate() {
            let Some(id) = frame.step else { continue };
            let step = &game.steps[id.at()];
            if step.when.is_none() && step.exceptions.is_empty() && step.under.is_none() && step.by.is_none() {
                continue;
            }
            let mut partial = frames[..depth].to_vec();
            let mut entering = Frame::new(frame.scope, None, Phase::Enter);
            entering.step = Some(id);
            partial.push(entering);
            let (rests, actor) =
                self.with(&partial, |world| Read::Ok((world.why_step_rests(id)?, world.step_actor(id)?)))?;
            reasons.extend(rests);
            if let Some(actor) = actor.filter(|actor| acting.is_some_and(|acting| *actor != acting)) {
                let text = format!("in {} it is {} who acts", step.title, game.sides[usize::from(actor)].title);
                reasons.push(Refusal::new(text, step.cites.clone(), step.span));
            }
        }
        Ok(reasons)
    }

    /// The stack with which a step begins as in a game, including the events before it; or why it cannot begin.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn begin(&self, step: StepId, side: Option<u16>) -> Read<Result<Vec<Frame>, Refusal>> {
        let game = &self.run.game;
        // A step that runs once for each member begins with the first. A step inside it has no known member.
        let repeats = |step: StepId| matches!(game.steps[step.at()].repeat, Repeat::Members { .. });
        // A step of all sides begins with its question.
        let together = matches!(game.steps[step.at()].repeat, Repeat::AllSides);
        let phase = if repeats(step) || together { Phase::Enter } else { Phase::Before };
        let mut frames = self.frames_for(step, side, phase);
        let outer = frames.iter().rev().skip(1).find_map(|frame| frame.step.filter(|step| repeats(*step)));
        if let Some(outer) = outer {
            let item = &game.steps[outer.at()];
            let name = &game.scopes[item.scope.at()].name;
            let text = format!("`{name}` runs once for each member: begin at `{name}`");
            return Ok(Err(Refusal::new(text, item.cites.clone(), item.span)));
        }
        if let Some(reason) = self.not_begun(step) {
            return Ok(Err(reason));
        }
        if let Some(reason) = self.against(&frames, side)?.into_iter().next() {
            return Ok(Err(reason));
        }
        self.take_turns(&mut frames)?;
        let actor = self.with(&frames, |world| world.step_actor(step))?;
        if let Some(frame) = frames.last_mut() {
            frame.side = actor.or(frame.side);
            // This step begins as in a game, with the events before it.
            frame.cursor = 0;
            if phase == Phase::Enter {
                frame.count = 0;
            }
        }
        Ok(Ok(frames))
    }

    /// In a step that sides take in turn, marks the sides before the acting side as done.
    fn take_turns(&self, frames: &mut [Frame]) -> Read<()> {
        let game = &self.run.game;
        for depth in 0..frames.len() {
            let Some(id) = frames[depth].step else { continue };
            let (Repeat::Sides { from } | Repeat::Alternate { from, .. }) = &game.steps[id.at()].repeat else {
                continue;
            };
            let first = match from {
                None => None,
                Some(from) => {
                    let slots = game.steps[id.at()].locals;
                    let first = self.with(&frames[..=depth], |world| world.eval_in_step(from, slots))?;
                    first.as_ref().map(|side| side.index)
                }
            };
            let order: Vec<u16> = sides_from(&self.run.world(), first).collect();
            let frame = &mut frames[depth];
            frame.locals = first.map(|side| Value::Ref(Ref::side(side))).into_iter().collect();
            for side in order {
                frame.done.insert(side);
                if Some(side) == frame.side {
                    break;
                }
            }
            if let Repeat::Sides { .. } = &game.steps[id.at()].repeat {
                frame.count = frame.done.count() as i64;
            }
        }
        Ok(())
    }
}
