//! Checks `refused`: a command must be complete, and a rule must forbid it.

use crate::model::id::*;
use crate::play::permission::Refusal;
use crate::play::question::Kind;
use crate::play::run::Pending;
use crate::play::sentence;
use crate::play::{Read, WhyNot, World};

use super::{Checked, Failure, Runner, failure, faulty, is_settled};

/// The case against a command.
#[derive(Default)]
struct Case {
    /// The rules against it, if it was understood.
    reasons: Vec<Refusal>,
    /// The problem with its wording, if it was not understood.
    wording: Option<String>,
}

impl Runner<'_> {
    /// Checks `refused SIDE: SENTENCE because @…`: the command is complete, and a rule refuses it.
    pub(super) fn is_refused(&mut self, side: u16, words: &str, cites: &[SectionId]) -> Checked<()> {
        let problem = match self.offered(side, words, true)? {
            Ok(_) => return failure("this is offered", self.line),
            Err(problem) => problem,
        };
        let reasons = self.why_not(side, words, &problem)?;
        self.mentioned |= self.open_question().is_some();
        let sections: Vec<SectionId> = reasons.iter().flat_map(|reason| reason.cites.iter().copied()).collect();
        let missing: Vec<&str> = cites
            .iter()
            .filter(|cite| !sections.contains(cite))
            .map(|cite| self.game.section(*cite).number.as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let notes = reasons.iter().map(|reason| self.reason(reason)).collect();
        let message = format!("refused, but not because of {}", missing.join(" and "));
        Err(Failure { message, span: self.line, notes })
    }

    /// A reason with its sections.
    pub(super) fn reason(&self, reason: &Refusal) -> String {
        let mut numbers: Vec<&str> = Vec::new();
        for cite in &reason.cites {
            let number = self.game.section(*cite).number.as_str();
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let numbers = numbers.iter().map(|number| format!(" @{number}")).collect::<String>();
        format!("reason: {}{numbers}", reason.text)
    }

    /// The reasons against a command as notes, except one that only repeats the problem. Empty if only the wording of
    /// the command is wrong.
    pub(super) fn notes_against(&self, side: u16, words: &str, problem: &str) -> Vec<String> {
        let reasons = self.why_not(side, words, problem).unwrap_or_default();
        let says_more = |reason: &&Refusal| reason.text != problem || !reason.cites.is_empty();
        reasons.iter().filter(says_more).map(|reason| self.reason(reason)).collect()
    }

    /// The reasons against a command: at least one rule. If the command is incomplete or refused for its wording alone,
    /// the test is in error.
    pub(super) fn why_not(&self, side: u16, words: &str, problem: &str) -> Checked<Vec<Refusal>> {
        let mut case = Case::default();
        let open = self.pending.as_ref().filter(|pending| !is_settled(&pending.question));
        match open {
            Some(pending) => self.against_answer(&mut case, pending, side, words, problem)?,
            None => self.against_action(&mut case, side, words, problem)?,
        }
        if !case.reasons.is_empty() {
            return Ok(case.reasons);
        }
        let mut notes: Vec<String> = open.map(|pending| self.asked(&pending.question)).into_iter().collect();
        let message = match case.wording {
            Some(wording) => wording,
            None if open.is_none() && self.meant(words).is_empty() => {
                format!("no action begins like `{words}`")
            }
            None => {
                notes.push("write the whole command; a rule must forbid it".to_owned());
                format!("no rule refuses this, only its wording: {problem}")
            }
        };
        Err(Failure { message, span: self.line, notes })
    }

    /// Collects the reasons against a command between two actions.
    fn against_action(&self, case: &mut Case, side: u16, words: &str, problem: &str) -> Checked<()> {
        if let Some(pending) = self.pending.as_ref().filter(|pending| pending.question.seats.contains(&side)) {
            if self.at_now(|world| sentence::is_understood(world, &pending.question, side, words)) {
                // The step itself refuses a pass if an action is required.
                case.reasons.push(self.refused_here(pending, problem));
            }
        }
        for id in self.meant(words) {
            let why = |world: &World<'_>| world.why_not_offer(id, side, words);
            if let Some(state) = self.standing(id, side) {
                self.judge(case, self.play.look_at(state, why), Vec::new(), problem)?;
            } else if let (true, Some(pending)) = (self.test.stays(), &self.pending) {
                self.judge(case, self.at_now(why), self.closed(pending, id, side), problem)?;
            } else if let Ok(openings) = self.openings(id, side) {
                for opening in openings {
                    let found = self.play.look_at(&self.with_stack(&opening.frames), why);
                    self.judge(case, found, opening.against, problem)?;
                }
            } else {
                let offer = &self.game.offers[id.at()];
                let text = format!("{} is a reaction, and nothing triggers it now", offer.title);
                let reason = Refusal::new(text, offer.cites.clone(), offer.span);
                // One whose window binds something gives this reason itself.
                let against = if offer.bound.is_empty() { vec![reason] } else { Vec::new() };
                self.judge(case, self.at_now(why), against, problem)?;
            }
        }
        Ok(())
    }

    /// Collects the reasons against an answer to an open question.
    fn against_answer(&self, case: &mut Case, pending: &Pending, side: u16, words: &str, problem: &str) -> Checked<()> {
        if !pending.question.seats.contains(&side) {
            // The question is for another side, but a rule must still forbid the command.
            case.wording = Some(problem.to_owned());
            return self.against_action(case, side, words, problem);
        }
        if self.at_now(|world| sentence::is_understood(world, &pending.question, side, words)) {
            case.reasons.push(self.refused_here(pending, problem));
            return Ok(());
        }
        let open: Vec<OfferId> = match &pending.question.kind {
            Kind::Act { offers, .. } => offers.clone(),
            Kind::Window { offers } => offers.iter().map(|(_, id)| *id).collect(),
            // At a question of a script, a command that means an action is refused for the reasons against the action.
            _ if !self.meant(words).is_empty() => {
                case.wording = Some(problem.to_owned());
                return self.against_action(case, side, words, problem);
            }
            _ => return Ok(()),
        };
        for id in self.meant(words) {
            let found = self.at_now(|world| world.why_not_offer(id, side, words));
            let closed = if open.contains(&id) { Vec::new() } else { self.closed(pending, id, side) };
            self.judge(case, found, closed, problem)?;
        }
        Ok(())
    }

    /// Adds the reasons against an offer, if the command was complete.
    fn judge(&self, case: &mut Case, found: Read<WhyNot>, more: Vec<Refusal>, problem: &str) -> Checked<()> {
        let found = found.map_err(|fault| faulty(&fault, self.line))?;
        let wording = match (found.unread, found.left) {
            (Some(rest), _) => format!("no choice here is named `{rest}`"),
            (None, Some(rest)) if problem.contains(&format!("`{rest}`")) => problem.to_owned(),
            (None, Some(rest)) => format!("unexpected `{rest}`: {problem}"),
            (None, None) => {
                case.reasons.extend(found.reasons);
                case.reasons.extend(more);
                return Ok(());
            }
        };
        case.wording.get_or_insert(wording);
        Ok(())
    }

    /// The reasons why an offer is not open now.
    fn closed(&self, pending: &Pending, id: OfferId, side: u16) -> Vec<Refusal> {
        if !pending.question.seats.contains(&side) {
            return vec![self.refused_here(pending, &self.asked(&pending.question))];
        }
        let open = match &pending.question.kind {
            Kind::Act { offers, .. } => offers.contains(&id),
            _ => false,
        };
        if open {
            return Vec::new();
        }
        let text = format!("{} is not possible now", self.game.offers[id.at()].title);
        vec![self.refused_here(pending, &text)]
    }

    /// A refusal by the open question. Its sections are those of the running scope.
    fn refused_here(&self, pending: &Pending, problem: &str) -> Refusal {
        let mut cites = Vec::new();
        for frame in pending.state.stack.iter().rev() {
            if let Some(step) = frame.step {
                cites.extend(&self.game.steps[step.at()].cites);
            }
            if let Some(offer) = frame.offer {
                cites.extend(&self.game.offers[offer.at()].cites);
            }
            cites.extend(self.game.scopes[frame.scope.at()].cites_under(&self.game.readings));
        }
        Refusal::new(problem.to_owned(), cites, self.line)
    }
}
