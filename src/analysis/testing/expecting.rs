//! Test expectations: what is offered, refused or asked, and which conditions are true.

use crate::model::id::*;
use crate::model::node::Node;
use crate::model::outcome::Outcome;
use crate::model::setup::Terms;
use crate::model::value::Value;
use crate::play::interrupting;
use crate::play::names::show_halves;
use crate::play::offers::OfferQuery;
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Read, World};
use crate::source::fold;

use super::{Checked, Failure, Runner, failure, faulty, is_settled};

impl Runner<'_> {
    /// Checks `offered SIDE: SENTENCE`, with its price and odds.
    pub(super) fn is_offered(&mut self, side: u16, words: &str, terms: &Terms) -> Checked<()> {
        let found = match self.offered(side, words, false)? {
            Ok(found) => found,
            Err(problem) => {
                let notes = self.notes_against(side, words, &problem);
                return Err(Failure { message: format!("not offered: {problem}"), span: self.line, notes });
            }
        };
        // A line that mentions an option of an open question also counts as mentioning the question.
        self.mentioned |= self.open_question().is_some();
        if terms.costs.is_empty() && terms.odds.is_none() {
            return Ok(());
        }
        let Answer::Act(offer, values) = &found.answer else {
            return failure("this is an answer, not an action: it has no price and no odds", self.line);
        };
        let read = |world: &World<'_>| Known::of(world, *offer, side, values);
        let known = match &found.state {
            Some(state) => self.play.look_at(state, read),
            None => self.at_now(read),
        };
        match known {
            Ok(known) => self.compare(&known, terms),
            Err(fault) => Err(faulty(&fault, self.line)),
        }
    }

    fn compare(&self, known: &Known, terms: &Terms) -> Checked<()> {
        let known = &known.with_walked(terms);
        let titled = |purse: PurseId| self.game.purses[purse.at()].title.as_str();
        let amount = |purse: PurseId, grains: i64| match self.game.purses[purse.at()].halves {
            true => show_halves(grains),
            false => grains.to_string(),
        };
        let all = known.costs.iter().map(|(purse, grains)| format!("{} {}", amount(*purse, *grains), titled(*purse)));
        let all = all.collect::<Vec<_>>().join(" and ");
        let all = if all.is_empty() { "nothing".to_owned() } else { all };
        let mut named: Vec<PurseId> = Vec::new();
        for (value, purse, span) in &terms.costs {
            let purse = match (purse, known.costs.as_slice()) {
                (Some(purse), _) => Some(*purse),
                (None, [(only, _)]) => Some(*only),
                (None, []) => None,
                (None, _) => {
                    return failure(format!("it costs {all}: name the purse, for example `costs 2 command`"), *span);
                }
            };
            let wanted = purse.is_some_and(|purse| self.game.purses[purse.at()].halves);
            let wanted = match value {
                Value::Half(grains) if wanted => Some(*grains),
                Value::Int(n) if wanted => Some(n * 2),
                Value::Int(n) => Some(*n),
                _ => None,
            };
            let paid = known.costs.iter().find(|(one, _)| Some(*one) == purse).map_or(0, |(_, grains)| *grains);
            if wanted != Some(paid) {
                return failure(format!("it costs {all}"), *span);
            }
            named.extend(purse);
        }
        if let (Some((.., span)), Some(_)) =
            (terms.costs.first(), known.costs.iter().find(|(purse, _)| !named.contains(purse)))
        {
            return failure(format!("it costs {all}"), *span);
        }
        match (terms.odds, known.odds) {
            (Some((.., span)), None) => failure("no dice are rolled for this", span),
            (Some((good, of, span)), Some((really, all))) => {
                let same = i128::from(good) * i128::from(all) == i128::from(really) * i128::from(of);
                let percent = (really * 100 + all / 2) / all.max(1);
                if same { Ok(()) } else { failure(format!("its odds are {really}/{all}, or {percent} %"), span) }
            }
            (None, _) => Ok(()),
        }
    }

    /// Checks `asked SIDE: QUESTION`: the side that decides now, and text in the question. Passes windows and minor
    /// questions that do not match.
    pub(super) fn is_asked(&mut self, side: u16, words: Option<&str>) -> Checked<()> {
        let mut first = None;
        loop {
            let Some(pending) = self.pending.clone() else {
                let message = first.unwrap_or_else(|| "no question is open".to_owned());
                return failure(message, self.line);
            };
            let question = &pending.question;
            let prompt = self.prompt(question);
            let said = words.is_none_or(|words| fold(&prompt).contains(&fold(words)));
            if question.seats.contains(&side) && said {
                self.mentioned = true;
                return Ok(());
            }
            let asked = self.asked(question);
            // The question that was open at the line is the one that its author has to know.
            first = first.or(Some(asked));
            if !self.pass_trifle()? {
                return failure(first.unwrap_or_default(), self.line);
            }
        }
    }

    /// Checks `ended SIDES LEVEL` and `ended drawn`.
    pub(super) fn has_ended(&mut self, wanted: &Outcome) -> Checked<()> {
        self.pass_windows()?;
        // A game whose sequence of play is over without a `finish` is drawn.
        let outcome = self.play.look(|run| run.state().outcome.clone());
        let Some(outcome) = outcome.or_else(|| self.over.then(Outcome::default)) else {
            let asked = self.open_question().map(|asked| format!(": {asked}")).unwrap_or_default();
            return failure(format!("the game has not ended{asked}"), self.line);
        };
        let fits = outcome.winners == wanted.winners && (wanted.level.is_none() || outcome.level == wanted.level);
        if fits {
            Ok(())
        } else {
            failure(format!("the game ended differently: {}", outcome.written(&self.game)), self.line)
        }
    }

    /// Checks `then E, E`.
    pub(super) fn holds(&self, nodes: &[(Node, u16)]) -> Checked<()> {
        let labels = self.labels();
        for (node, slots) in nodes {
            match self.at_now(|world| world.unmet(node, &mut world.locals(&labels, *slots))) {
                Ok(None) => {}
                Ok(Some(unmet)) => {
                    let mut notes = unmet.notes;
                    let text = self.game.sources.text(node.span);
                    if let Some(asked) = self.open_question() {
                        notes.push(format!("{asked}; answer it with {}", self.answer_line()));
                    }
                    return Err(Failure { message: format!("`{text}` does not hold"), span: node.span, notes });
                }
                Err(fault) => return Err(faulty(&fault, node.span)),
            }
        }
        Ok(())
    }

    /// The text of a question, with the names of places as the first side sees them.
    fn prompt(&self, question: &Question) -> String {
        if let Kind::Window { offers } = &question.kind {
            let open: Vec<OfferId> = offers.iter().map(|(_, offer)| *offer).collect();
            return self.at_now(|world| interrupting::question(world, &open));
        }
        self.play.look(|run| run.world().told(&question.prompt))
    }

    /// The open question in one line.
    pub(super) fn asked(&self, question: &Question) -> String {
        let titles = question.seats.iter().map(|seat| self.game.sides[*seat as usize].title.as_str());
        let titles = titles.collect::<Vec<_>>().join(" and ");
        let prompt = self.prompt(question);
        match &question.kind {
            Kind::Act { .. } => format!("{titles} may act: {prompt}"),
            _ if question.seats.len() > 1 => format!("{titles} are asked: {prompt}"),
            _ => format!("{titles} is asked: {prompt}"),
        }
    }

    /// The question that waits for an answer within an action.
    pub(super) fn open_question(&self) -> Option<String> {
        let pending = self.pending.as_ref().filter(|pending| !is_settled(&pending.question))?;
        Some(self.asked(&pending.question))
    }

    /// A test line that would answer the pending question.
    pub(super) fn answer_line(&self) -> String {
        let seat = self.pending.as_ref().and_then(|pending| pending.question.seats.first().copied()).unwrap_or(0);
        format!("`play {}: …`", self.game.sides[seat as usize].name)
    }
}

/// The terms that play shows with an offer.
struct Known {
    /// The price by purse, in the unit of each purse.
    costs: Vec<(PurseId, i64)>,
    /// What the ways among the choices take, by purse.
    walked: Vec<(PurseId, i64)>,
    /// The odds: the number of successful rolls out of all rolls.
    odds: Option<(u64, u64)>,
}

impl Known {
    fn of(world: &World<'_>, offer: OfferId, side: u16, values: &[Value]) -> Read<Known> {
        let query = OfferQuery::new(world, offer, side, false, None);
        let (mut costs, mut walked) = (Vec::new(), Vec::new());
        if let Some(locals) = query.check(values)? {
            for (purse, payments) in query.prices(&locals)? {
                let amount = world.game.purses[purse.at()].price(&payments);
                if amount != 0 {
                    costs.push((purse, amount));
                }
            }
            walked = query.walked(&locals);
        }
        let odds = query.odds(values)?.map(|odds| (odds.good, odds.all));
        Ok(Known { costs, walked, odds })
    }

    /// The same with the cost of ways, as far as a test asks about it: if it names the purse, or if nothing else is
    /// paid.
    fn with_walked(&self, terms: &Terms) -> Known {
        let mut costs = self.costs.clone();
        let named = |purse: PurseId| terms.costs.iter().any(|(_, one, _)| *one == Some(purse));
        let alone = costs.is_empty() && terms.costs.iter().all(|(_, purse, _)| purse.is_none());
        for (purse, amount) in self.walked.iter().copied().filter(|(purse, _)| alone || named(*purse)) {
            match costs.iter_mut().find(|(one, _)| *one == purse) {
                Some((_, paid)) => *paid += amount,
                None => costs.push((purse, amount)),
            }
        }
        Known { costs, walked: Vec::new(), odds: self.odds }
    }
}
