//! `refused`: a sentence must be understood to its end, and a rule must forbid it.

use crate::model::id::*;
use crate::play::permission::Refusal;
use crate::play::question::Kind;
use crate::play::run::Pending;
use crate::play::sentence;
use crate::play::{Read, WhyNot, World};

use super::{Checked, Failure, Runner, failure, faulty, is_settled};

/// What was found against a sentence.
#[derive(Default)]
struct Case {
    /// The rules against it, where it was understood.
    reasons: Vec<Refusal>,
    /// Why it was not.
    wording: Option<String>,
}

impl Runner<'_> {
    /// `refused SIDE: SENTENCE because @…`: understood to its end, and refused by a rule.
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
        let note = |reason: &crate::play::permission::Refusal| {
            let mut numbers: Vec<&str> = Vec::new();
            for cite in &reason.cites {
                let number = self.game.section(*cite).number.as_str();
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            let numbers = numbers.iter().map(|number| format!(" @{number}")).collect::<String>();
            format!("reason: {}{numbers}", reason.text)
        };
        let notes = reasons.iter().map(note).collect();
        let message = format!("refused, but not because of {}", missing.join(" and "));
        Err(Failure { message, span: self.line, notes })
    }

    /// The reasons against a sentence: at least one rule. A sentence that cannot be understood to its end, or that is
    /// refused for its wording alone, is a mistake of the test.
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
                format!("nothing that can be done begins like `{words}`")
            }
            None => {
                notes.push("say all that is needed here; then a rule must stand against it".to_owned());
                format!("no rule refuses this, only its wording: {problem}")
            }
        };
        Err(Failure { message, span: self.line, notes })
    }

    /// The reasons against an action between two others.
    fn against_action(&self, case: &mut Case, side: u16, words: &str, problem: &str) -> Checked<()> {
        if let Some(pending) = self.pending.as_ref().filter(|pending| pending.question.seats.contains(&side)) {
            if self.at_now(|world| sentence::is_understood(world, &pending.question, side, words)) {
                // To pass where something must be done is refused by the step itself.
                case.reasons.push(self.refused_here(pending, problem));
            }
        }
        for id in self.meant(words) {
            let why = |world: &World<'_>| world.why_not_offer(id, side, words);
            if let Some(state) = self.standing(id, side) {
                self.judge(case, self.play.look_at(state, why), Vec::new(), problem)?;
            } else if let (true, Some(pending)) = (self.test.begins.is_some(), &self.pending) {
                self.judge(case, self.at_now(why), self.closed(pending, id, side), problem)?;
            } else if let Ok(openings) = self.openings(id, side) {
                for opening in openings {
                    let found = self.play.look_at(&self.with_stack(&opening.frames), why);
                    self.judge(case, found, opening.against, problem)?;
                }
            } else {
                let offer = &self.game.offers[id.at()];
                let text = format!("{} answers something, and that does not happen now", offer.title);
                let reason = Refusal::new(text, offer.cites.clone(), offer.span);
                self.judge(case, self.at_now(why), vec![reason], problem)?;
            }
        }
        Ok(())
    }

    /// The reasons against an answer to an open question.
    fn against_answer(&self, case: &mut Case, pending: &Pending, side: u16, words: &str, problem: &str) -> Checked<()> {
        if !pending.question.seats.contains(&side) {
            // It is another side's question: a rule must forbid it even so.
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
            // A question of a script: a sentence that means an action is refused by the reasons against the action.
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

    /// Takes down why an offer is refused, if the sentence could be understood to its end.
    fn judge(&self, case: &mut Case, found: Read<WhyNot>, more: Vec<Refusal>, problem: &str) -> Checked<()> {
        let found = found.map_err(|fault| faulty(&fault, self.line))?;
        let wording = match (found.unread, found.left) {
            (Some(rest), _) => format!("`{rest}` names nothing that could be meant here"),
            (None, Some(rest)) => format!("`{rest}` is too much, or cannot stand there: {problem}"),
            (None, None) => {
                case.reasons.extend(found.reasons);
                case.reasons.extend(more);
                return Ok(());
            }
        };
        case.wording.get_or_insert(wording);
        Ok(())
    }

    /// The reasons against an offer that is not open now.
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
        let text = format!("{} is not among what may be done now", self.game.offers[id.at()].title);
        vec![self.refused_here(pending, &text)]
    }

    /// A refusal by the open question: its sections are those of the running scope.
    fn refused_here(&self, pending: &Pending, problem: &str) -> Refusal {
        let mut cites = Vec::new();
        for frame in pending.state.stack.iter().rev() {
            if let Some(step) = frame.step {
                cites.extend(&self.game.steps[step.at()].cites);
            }
            if let Some(offer) = frame.offer {
                cites.extend(&self.game.offers[offer.at()].cites);
            }
            cites.extend(&self.game.scopes[frame.scope.at()].cites);
        }
        Refusal::new(problem.to_owned(), cites, self.line)
    }
}
