//! The position of a test just before one of its lines, for queries about it.

use std::sync::Arc;

use crate::model::game::Game;
use crate::model::setup::{Test, TestLine};
use crate::play::question::{Answer, Question};
use crate::play::{MakeScripts, Play};

use super::{Failure, Runner};

/// A play at the question that a line of a test answers.
pub struct Stood {
    /// The play.
    pub play: Play,
    /// The question.
    pub question: Question,
    /// The side of the line.
    pub side: u16,
    /// The answer of the line.
    pub answer: Answer,
}

/// The play of a test that has only a position and a step, at its first question.
///
/// # Errors
/// If the position is faulty, or no question is open there.
pub fn stand(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Result<(Play, Question), Failure> {
    let mut runner = super::begun(game, test, make)?;
    runner.begin_step()?;
    match runner.pending.take() {
        Some(pending) => Ok((runner.play, pending.question)),
        None => super::failure("no side has a decision there", test.begins.map_or(test.span, |(.., span)| span)),
    }
}

/// The play of a test at the question that the line with this index answers. None if the line answers no question.
///
/// # Errors
/// If a line before it fails, or the line does not answer a question.
pub fn stand_before(game: &Arc<Game>, test: &Test, line: usize, make: MakeScripts) -> Result<Option<Stood>, Failure> {
    let Some(TestLine::Play(side, words, span)) = test.lines.get(line) else { return Ok(None) };
    let mut runner = Runner::new(game, test, make, None)?;
    for earlier in &test.lines[..line] {
        if !matches!(earlier, TestLine::Dice(..) | TestLine::Draw(..)) {
            runner.begin_step()?;
        }
        runner.one(earlier)?;
    }
    runner.begin_step()?;
    runner.line = *span;
    let Some((pending, answer)) = runner.come_to(*side, words)? else { return Ok(None) };
    Ok(Some(Stood { play: runner.play, question: pending.question, side: *side, answer }))
}
