//! The sentences of a test: which question each answers, and what is passed over before it.

use crate::model::id::*;
use crate::play::learn::{Trifle, trifle};
use crate::play::question::Answer;
use crate::play::run::Pending;
use crate::play::sentence;

use super::{Checked, Failure, Runner, failure, is_settled};

impl Runner<'_> {
    /// Passes windows the test does not mention, and answers minor questions (which of several ways to pay, which of
    /// several slots) with the first option.
    pub(super) fn pass_windows(&mut self) -> Checked<()> {
        while self.pass_trifle()? {}
        Ok(())
    }

    /// Answers one such question. Returns `false` if there is none.
    pub(super) fn pass_trifle(&mut self) -> Checked<bool> {
        let Some(pending) = &self.pending else { return Ok(false) };
        let question = pending.question.clone();
        let seat = question.seats.first().copied().unwrap_or(0);
        match trifle(&question) {
            Some(Trifle::Silence) => self.play.stay_silent(),
            Some(Trifle::Answer(answer)) => self.answer(seat, &question, answer)?,
            None => return Ok(false),
        }
        self.resume()?;
        Ok(true)
    }

    pub(super) fn say(&mut self, side: u16, words: &str) -> Checked<()> {
        if let Some((pending, answer)) = self.come_to(side, words)? {
            self.answer(side, &pending.question, answer)?;
            return self.resume();
        }
        Ok(())
    }

    /// Plays on to the question that a command answers, opening the scopes it needs. Returns the question and the
    /// answer, or none if the command needed no scope and was carried out at once.
    pub(super) fn come_to(&mut self, side: u16, words: &str) -> Checked<Option<(Box<Pending>, Answer)>> {
        let mut opened = false;
        loop {
            let Some(pending) = self.pending.clone() else {
                if self.over {
                    return failure("the game is over: no decision is left", self.line);
                }
                if opened || self.test.stays() {
                    return failure(format!("no question is open for `{words}`"), self.line);
                }
                opened = true;
                if self.open_for(side, words)? {
                    return Ok(None);
                }
                continue;
            };
            let reading = self.reading(&pending, side, words);
            let problem = match reading {
                Ok(answer) => return Ok(Some((pending, answer))),
                Err(problem) => problem,
            };
            if self.pass_trifle()? {
                continue;
            }
            // Between two actions, the command may open scopes other than those already open.
            let elsewhere = |id: &OfferId| self.standing(*id, side).is_none();
            let stays = self.test.stays();
            if !opened && !stays && is_settled(&pending.question) && self.meant(words).iter().any(elsewhere) {
                opened = true;
                if self.open_for(side, words)? {
                    return Ok(None);
                }
                continue;
            }
            return Err(self.closed_to(side, words, problem));
        }
    }

    /// The failure of a rejected command, with the reasons against it.
    pub(super) fn closed_to(&self, side: u16, words: &str, problem: String) -> Failure {
        let passed = self
            .pending
            .as_ref()
            .is_some_and(|pending| is_settled(&pending.question) && !pending.question.seats.contains(&side));
        let mut notes = self.notes_against(side, words, &problem);
        if let (Some(step), Some(pending)) = (&self.past, &self.pending) {
            let asked = self.asked(&pending.question);
            let message = format!("no decision arises in {step}, and play has gone on to the next one: {asked}");
            if problem != asked && !notes.iter().any(|note| note.contains(&problem)) {
                notes.insert(0, problem);
            }
            return Failure { message, span: self.line, notes };
        }
        // A question for another side does not explain why this command is illegal.
        let message = if passed && !notes.is_empty() { format!("`{words}` is not possible") } else { problem };
        Failure { message, span: self.line, notes }
    }

    /// The answer of a command to the pending question.
    pub(super) fn reading(&self, pending: &Pending, side: u16, words: &str) -> Result<Answer, String> {
        if pending.question.seats.contains(&side) {
            return self.play.look_at(&pending.state, |world| sentence::read(world, &pending.question, side, words));
        }
        Err(self.asked(&pending.question))
    }
}
