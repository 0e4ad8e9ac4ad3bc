//! `why`: the last number or roll, the reasons against a command, the computation of a quantity.

use std::iter::once;

use indexmap::IndexSet;

use crate::draw::{Line, Role};
use crate::model::clause::Whose;
use crate::model::id::*;
use crate::model::offer::{Offer, Source, Window};
use crate::model::sequence::{Body, ScopeKind, Step};
use crate::play::log::{Entry, Event};
use crate::play::permission::{About, Refusal};
use crate::play::question::{Kind, Question};
use crate::play::sentence::{card_not_held, fold, offers_called, titles_of, wanted_words};
use crate::play::{Otherwise, Read, WhyNot, World};
use crate::source::{Span, plain_words};

use super::behind::happening_lines;
use super::forgiving;
use super::lines::said_of_end;
use super::meaning::{Meaning, ends_step, staged_meaning, step_words};
use super::story::{capital, cited, cited_behind, line_number};
use super::table::table;
use super::veils::as_seen_then;
use super::{Refused, Session, Standing};

/// At most this many actions are named for a thing of another kind than the one asked about.
const MOST_ACTIONS: usize = 4;

impl Session {
    /// The reasons why the last command was refused, or else the computation of the last roll or number.
    pub fn why(&self) -> Vec<Line> {
        if let Some(refused) = self.refused_now() {
            return self.why_not(&refused.said);
        }
        if let Some(problem) = &self.no_odds {
            return vec![Line::plain(format!("no rule refused the last `odds`: {problem}"))];
        }
        let log = self.play.log();
        if let Some(lines) = self.why_it_ended(&log) {
            return lines;
        }
        let last = log.iter().rposition(|entry| matches!(entry.event, Event::Rolled(..)));
        let last = last.or_else(|| log.iter().rposition(|entry| entry.event.is_computed()));
        match last {
            Some(at) => {
                let names = self.speakers(&log)[at];
                self.play.look(|run| {
                    let journal = &run.journal.entries;
                    as_seen_then(&run.world(), self.viewer(), &log[at], |world| {
                        happening_lines(&world.through(names), journal, &log, at)
                    })
                })
            }
            None => {
                vec![Line::plain("no roll or number to explain yet; `why not SENTENCE` shows what forbids a command")]
            }
        }
    }

    /// How the game ended, and what is behind the last line before its end.
    fn why_it_ended(&self, log: &[Entry]) -> Option<Vec<Line>> {
        let end = log.iter().rposition(|entry| matches!(entry.event, Event::Finished(_)))?;
        if !matches!(self.standing, Standing::Over(_)) {
            return None;
        }
        let told = said_of_end(log, end).filter(|told| log[*told].at == log[end].at).unwrap_or(end);
        let mut lines: Vec<Line> = self.ended().into_iter().take(1).collect();
        lines.extend(self.why_line(&line_number(log, &self.play.answers(), told), false)?);
        Some(lines)
    }

    /// The first reasons for the last refusal, with their sections.
    pub fn reasons(&self, most: usize) -> Vec<Line> {
        let Some(refusal) = self.refusal() else { return Vec::new() };
        let asked = self.shown_question();
        let open = asked.map_or_else(Vec::new, |(seat, question)| question.offers(seat));
        if let (Some((seat, _)), Some(offer)) = (asked, refusal.offer.filter(|offer| !open.contains(offer))) {
            // If an action belongs to another step, no other reason matters.
            let elsewhere = self.world(|world| where_offered(world, seat, offer, false));
            if let Some(line) = elsewhere {
                return vec![line.indented(2)];
            }
        }
        let reasons = &refusal.reasons[..refusal.reasons.len().min(most)];
        let mut lines: Vec<Line> =
            self.world(|world| reasons.iter().map(|reason| reason_line(world, reason, false)).collect());
        if !lines.is_empty() {
            lines.push(Line::of(Role::Dim, "  `why` shows the rules"));
        }
        lines
    }

    /// The reasons against a command of the side that decides. From now on, `why` is about this command.
    pub fn asked_why_not(&mut self, text: &str) -> Vec<Line> {
        self.no_odds = None;
        let whole = self.gone_on_with(text);
        let text = whole.as_deref().unwrap_or(text);
        self.refusal = self.shown_question().and_then(|(seat, question)| {
            let against = self.reasons_against(seat, text.to_owned());
            against.or_else(|| self.reasons_against_answer(seat, question, text))
        });
        self.why_not(text)
    }

    /// The command being entered, or the card whose uses are listed, continued with these words. None if they do not
    /// continue it.
    fn gone_on_with(&self, text: &str) -> Option<String> {
        let (seat, question) = self.shown_question()?;
        let begun = self.staged().filter(|_| !ends_step(question, text))?;
        let link = if self.staged.is_none() && !fold(text).starts_with("as ") { " as " } else { " " };
        let whole = format!("{begun}{link}{text}");
        let found = self.world(|world| world.why_not(seat, &whole)).ok()?;
        (found.offer.is_some() && found.unread.is_none() && found.left.is_none()).then_some(whole)
    }

    /// The reasons against a command, if it names an action.
    pub(super) fn reasons_against(&self, seat: u16, said: String) -> Option<Refused> {
        let found = self.world(|world| {
            let plainer = forgiving::plainer(world, seat, &said, |_| false);
            world.why_not(seat, plainer.as_deref().unwrap_or(&said))
        });
        let found = found.ok()?;
        found.offer.is_some().then(|| Refused { said, found, decisions: self.decisions() })
    }

    /// The reasons against an answer to a question of a rule. None if it is one, or if another question is asked.
    pub(super) fn reasons_against_answer(&self, seat: u16, question: &Question, text: &str) -> Option<Refused> {
        let (reasons, _) = self.world(|world| self.against_answer(world, seat, question, text))?;
        let found = WhyNot { reasons, ..WhyNot::default() };
        Some(Refused { said: text.to_owned(), found, decisions: self.decisions() })
    }

    /// The same, and the rule that asks.
    fn against_answer(
        &self,
        world: &World<'_>,
        seat: u16,
        question: &Question,
        text: &str,
    ) -> Option<(Vec<Refusal>, Option<Refusal>)> {
        let Standing::Asked(pending) = &self.standing else { return None };
        let is_order = matches!(question.kind, Kind::Act { .. } | Kind::Window { .. } | Kind::Pay { .. });
        let is_answer = || crate::play::sentence::read(world, question, seat, text).is_ok();
        let by = pending.by.as_ref();
        let asker = || world.asker(question, by.map(|(script, _)| *script));
        (!is_order && !is_answer()).then(|| (world.why_not_answer(question, by, seat, text), asker()))
    }

    /// The reasons against a command of the side that decides.
    pub fn why_not(&self, text: &str) -> Vec<Line> {
        let Some((seat, question)) = self.shown_question() else {
            let words = match self.standing() {
                super::Standing::Over(_) => "the game is over: no side decides".to_owned(),
                _ => self.why_not_asked(),
            };
            return vec![Line::plain(words)];
        };
        if ends_step(question, text) {
            return self.why_not_done(seat, question, text);
        }
        self.world(|world| {
            let offered = question.offers(seat);
            let respelt = super::meant::respelt(world, &offered, text);
            let typed = text;
            let text = respelt.as_deref().unwrap_or(text);
            let read = |text: &str| crate::play::sentence::read(world, question, seat, text);
            let is_legal = |text: &str| read(text).is_ok_and(|answer| question.allows(&answer));
            let plainer = forgiving::plainer(world, seat, text, is_legal);
            let text = plainer.as_deref().unwrap_or(text);
            let problem = match read(text) {
                // The command is legal, but these words do not give it.
                Ok(answer)
                    if question.allows(&answer)
                        && respelt.is_some()
                        && !self.understands_alone(world, question, seat, typed) =>
                {
                    return no_action(world, question, seat, typed);
                }
                Ok(answer) if question.allows(&answer) => {
                    let mut lines = vec![Line::of(Role::Good, "Legal now.")];
                    lines.extend(read_otherwise(world, seat, text, &WhyNot::default()));
                    return lines;
                }
                Ok(_) => String::new(),
                Err(problem) => problem,
            };
            let found = match world.why_not(seat, text) {
                Ok(found) => found,
                Err(fault) => {
                    // Rules of another step may read what only that step has.
                    let meant = world.offer_meant(seat, text).ok().flatten();
                    let elsewhere = meant.filter(|offer| !offered.contains(offer));
                    let line = elsewhere.and_then(|offer| where_offered(world, seat, offer, true));
                    let words = super::faults::words(world.game, self.on_pages(), &fault);
                    return vec![line.unwrap_or_else(|| Line::of(Role::Bad, words))];
                }
            };
            if found.offer.is_none() {
                return match self.against_answer(world, seat, question, text) {
                    Some((reasons, asker)) => {
                        let heading = Line::of(Role::Title, format!("`{text}` is not a possible answer:"));
                        let told = reasons.iter().chain(&asker).map(|reason| reason_line(world, reason, true));
                        once(heading).chain(told).collect()
                    }
                    None => no_action(world, question, seat, text),
                };
            }
            if found.reasons.is_empty()
                && found.offer.is_some_and(|offer| offered.contains(&offer))
                && !problem.is_empty()
            {
                let cites = found
                    .offer
                    .map_or_else(String::new, |offer| cited_behind(world, &world.game.offers[offer.at()].cites));
                return vec![Line::plain(problem).and(Role::Cite, cites)];
            }
            let elsewhere = found.offer.filter(|offer| !offered.contains(offer));
            let only_price = found.reasons.iter().all(|reason| reason.about == About::Price);
            let elsewhere = elsewhere.and_then(|offer| where_offered(world, seat, offer, only_price));
            let asks = !matches!(question.kind, Kind::Act { .. } | Kind::Window { .. });
            let elsewhere = elsewhere.or_else(|| asks.then(|| answer_first(world, question)));
            let mut lines: Vec<Line> = elsewhere.into_iter().collect();
            // If an action belongs to another step, what it costs here does not matter, nor that the sentence is not
            // complete.
            let mut found = found;
            let is_here = lines.is_empty();
            if !is_here {
                found.reasons.retain(|reason| reason.about != About::Price);
            }
            let names_nothing = found.unread.is_some() || found.left.is_some();
            if is_here || !found.reasons.is_empty() || names_nothing {
                lines.extend(refusal_lines(world, seat, &found));
            }
            // Other readings are about this step, too.
            if is_here || !found.reasons.is_empty() {
                lines.extend(read_otherwise(world, seat, text, &found));
            }
            lines
        })
    }

    /// Why the words that end a step, `done`, are not possible, or what they do.
    fn why_not_done(&self, seat: u16, question: &Question, text: &str) -> Vec<Line> {
        self.world(|world| {
            if let Some(staged) = &self.staged {
                return match staged_meaning(world, question, seat, staged, &self.numbering, self.on_pages(), text) {
                    Meaning::Nothing(problem) => vec![Line::plain(problem)],
                    _ => vec![Line::of(Role::Good, "Legal now.")],
                };
            }
            let step = step_words(world);
            match &question.kind {
                Kind::Act { pass: Some(_), .. } => vec![Line::of(Role::Good, format!("Legal now: it ends {step}."))],
                Kind::Window { .. } | Kind::One { optional: true, .. } | Kind::Several { least: 0, .. } => {
                    vec![Line::of(Role::Good, "Legal now.")]
                }
                Kind::Act { pass: None, .. } => {
                    let inner = world.state.stack.iter().rev().find_map(|frame| frame.step);
                    let cites =
                        inner.map_or_else(String::new, |step| cited_behind(world, &world.game.steps[step.at()].cites));
                    let words = format!("you must choose an action: {step} lasts while one is possible");
                    vec![Line::plain(words).and(Role::Cite, cites)]
                }
                _ => vec![answer_first(world, question)],
            }
        })
    }

    /// True if a text begins with the name of any action of the game.
    pub fn names_any_action(&self, text: &str) -> bool {
        let all = (0..self.game.offers.len() as u16).map(OfferId);
        !offers_called(&self.game, all, &fold(text)).is_empty()
    }

    /// The computation of a quantity, given its title or name and then its subjects. None if no quantity has this name.
    pub fn why_quantity(&self, text: &str) -> Option<Vec<Line>> {
        let viewer = self.viewer();
        let explained =
            |text: &str| self.world(|world| super::numbers::explain_to(world, viewer, self.on_pages(), &fold(text)));
        // Rules write `Duke.points`, players `points Duke`.
        explained(text).or_else(|| text.split_once('.').and_then(|(thing, word)| explained(&format!("{word} {thing}"))))
    }
}

/// Says that no action is possible before a question is answered.
fn answer_first(world: &World<'_>, question: &Question) -> Line {
    let asked = plain_words(&world.told(&question.prompt));
    Line::plain(format!("a question must be answered first: {asked}"))
}

/// The answer if a text names no action: suggestions, or the actions of this step.
fn no_action(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Vec<Line> {
    if let Some(found) = super::meant::suggestion(world, question, seat, text) {
        return found.lines().map(Line::plain).collect();
    }
    if let Some(card) = card_not_held(world, seat, &fold(text)) {
        return vec![Line::plain(format!("{card} is not in your hand"))];
    }
    let titles = titles_of(world.game, &question.offers(seat));
    let now = if titles.is_empty() { titles } else { format!("; you can: {titles}") };
    vec![Line::plain(format!("no action is named `{text}`{now}"))]
}

/// The reasons of a refusal, each with its sections and its place in the rules.
fn refusal_lines(world: &World<'_>, side: u16, refusal: &WhyNot) -> Vec<Line> {
    let Some(offer) = refusal.offer else { return Vec::new() };
    let item = &world.game.offers[offer.at()];
    if refusal.reasons.is_empty() {
        let words = match (&refusal.unread, &refusal.missing) {
            (Some(word), _) => match &refusal.wanted {
                Some(param) => format!("no {} is named `{word}`", wanted_words(param)),
                None => format!("{} takes no `{word}`", item.title),
            },
            (None, Some(param)) => {
                format!("So far no rule forbids {}. Which {}?", item.title, plain_words(param))
            }
            (None, None) => match &refusal.left {
                Some(left) => format!("{}: unexpected `{left}`", item.title),
                None => "no rule forbids it".to_owned(),
            },
        };
        return vec![Line::plain(words)];
    }
    let mut lines = vec![Line::of(Role::Title, format!("{} is not possible:", item.title))];
    lines.extend(refusal.reasons.iter().map(|reason| reason_line(world, reason, true)));
    lines.extend(refusal.misfit.and_then(|thing| actions_for(world, side, thing)));
    lines
}

/// The actions of a side whose first choice is a thing of this kind, if there are few: `actions for AY1: Haul`.
fn actions_for(world: &World<'_>, side: u16, thing: Ref) -> Option<Line> {
    let fits = |offer: &Offer| -> Read<bool> {
        let first = offer.params.iter().find(|param| !matches!(param.source, Source::Equals(_)));
        let (Some(noun), None) = (first.and_then(|param| param.noun), offer.card) else { return Ok(false) };
        let is_theirs = offer.whose.as_ref().map_or(Ok(true), |whose| world.phrase_fits(whose, Ref::side(side)))?;
        Ok(is_theirs && world.is_noun(noun, thing)?)
    };
    let fit = world.game.offers.iter().filter(|offer| fits(offer).unwrap_or(false));
    let titles: IndexSet<&str> = fit.map(|offer| offer.title.as_str()).collect();
    if titles.is_empty() || titles.len() > MOST_ACTIONS {
        return None;
    }
    let titles: Vec<&str> = titles.into_iter().collect();
    Some(Line::plain(format!("  actions for {}: {}", world.title(thing), titles.join(", "))))
}

/// The reasons against a command under other readings of rulings: if none applies now, those that would apply;
/// otherwise those that would remain.
fn read_otherwise(world: &World<'_>, seat: u16, text: &str, now: &WhyNot) -> Vec<Line> {
    let told = |found: &WhyNot, choices: bool| -> Vec<(String, Span)> {
        let reasons = found.reasons.iter().filter(|reason| choices || reason.about != About::Choices);
        reasons.map(|reason| (reason.text.clone(), reason.span)).collect()
    };
    let other = |world: &World<'_>| {
        let found = world.why_not(seat, text)?;
        let rules = told(&found, false);
        let is_read = found.unread.is_none() && found.left.is_none();
        // What could be chosen instead is told only where no rule gives a reason.
        Ok((is_read || !found.reasons.is_empty()).then(|| if rules.is_empty() { told(&found, true) } else { rules }))
    };
    let mut others = world.otherwise(other).unwrap_or_default();
    let (is_legal, rules) = (now.reasons.is_empty(), told(now, false));
    let tells = |found: &Vec<_>| is_legal || found.is_empty() || rules.iter().any(|reason| !found.contains(reason));
    others.retain(|other| other.found.as_ref().is_some_and(tells));
    other_readings(world, &others, |reasons| {
        let texts: Vec<&str> = reasons.iter().flatten().map(|(text, _)| text.as_str()).collect();
        if texts.is_empty() { "no rule forbids it".to_owned() } else { plain_words(&texts.join("; ")) }
    })
}

/// The readings under which the result would differ, each with that result.
pub(super) fn other_readings<T>(world: &World<'_>, others: &[Otherwise<T>], show: impl Fn(&T) -> String) -> Vec<Line> {
    let row = |other: &Otherwise<T>| {
        let ruling = world.game.rulings.get(other.ruling.at())?;
        let (reading, _) = ruling.values.get(usize::from(other.reading))?;
        Some(vec![
            Line::of(Role::Key, format!("{}: {reading}", ruling.name)),
            Line::of(Role::Cite, cited(world, &ruling.cites).unwrap_or_default()),
            Line::plain(show(&other.found)),
        ])
    };
    let rows: Vec<Vec<Line>> = others.iter().filter_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::of(Role::Dim, "  Under other rulings:")];
    lines.extend(table(rows, 4));
    lines
}

/// A reason with its sections, and if `placed` with its place in the rules.
pub(super) fn reason_line(world: &World<'_>, reason: &Refusal, placed: bool) -> Line {
    let mut line =
        Line::plain(format!("  {}", plain_words(&reason.text))).and(Role::Cite, cited_behind(world, &reason.cites));
    if !reason.readings.is_empty() {
        line.push(Role::Dim, format!("  {}", by_rulings(world, &reason.readings)));
    }
    if placed { line.and(Role::Dim, format!("  {}", place(world, reason.span))) } else { line }
}

/// `(ruling draws: fifty_moves)`: the readings that affected the result. Empty if none did.
pub(super) fn by_rulings(world: &World<'_>, readings: &[(RulingId, u16)]) -> String {
    let named = readings.iter().filter_map(|(ruling, value)| {
        let ruling = world.game.rulings.get(ruling.at())?;
        Some(format!("{}: {}", ruling.name, ruling.values.get(usize::from(*value))?.0))
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() { String::new() } else { format!("(ruling {})", named.join(", ")) }
}

/// `rules/chess/03-moves.ori:14`.
pub(super) fn place(world: &World<'_>, span: Span) -> String {
    let (line, _) = world.game.sources.line_column(span);
    format!("{}:{line}", world.game.sources.name_of(span.source))
}

/// True if a step lists an offer.
pub(super) fn lists(world: &World<'_>, step: &Step, offer: OfferId) -> bool {
    match &step.body {
        Body::Actions { offers, .. } => {
            let family = world.game.offers[offer.at()].family;
            offers.contains(&offer) || offers.iter().any(|one| family == Some(*one))
        }
        _ => false,
    }
}

/// The titles of the steps that list an offer.
pub(super) fn steps_of(world: &World<'_>, offer: OfferId) -> Vec<String> {
    let steps = world.game.steps.iter().filter(|step| lists(world, step, offer));
    steps.map(|step| capital(&step.title)).collect::<IndexSet<_>>().into_iter().collect()
}

/// True if a step that lists an offer runs now.
pub(super) fn runs_now(world: &World<'_>, offer: OfferId) -> bool {
    let runs = |step: StepId| lists(world, &world.game.steps[step.at()], offer);
    world.state.stack.iter().filter_map(|frame| frame.step).any(runs)
}

/// The steps in which an offer is available, in words, unless the side may be asked about it now.
fn where_offered(world: &World<'_>, seat: u16, offer: OfferId, alone: bool) -> Option<Line> {
    let step = world.state.stack.iter().rev().find_map(|frame| frame.step);
    if runs_now(world, offer) || step.is_some_and(|step| world.offers_of(step, seat).contains(&offer)) {
        return None;
    }
    let steps = steps_of(world, offer);
    let title = &world.game.offers[offer.at()].title;
    match (steps.is_empty(), alone) {
        (false, _) => Some(Line::plain(format!("Not in this step: {title} is possible in {}.", steps.join(", ")))),
        (true, true) => Some(Line::plain(match window_words(world, offer) {
            Some(when) => format!("Not now: {title} is possible {when}."),
            None => format!("{title} is not possible now."),
        })),
        (true, false) => None,
    }
}

/// When an offer with a window of its own is possible.
fn window_words(world: &World<'_>, offer: OfferId) -> Option<String> {
    let (time, whose, scope) = match world.game.offers[offer.at()].window {
        Window::AnyTime => {
            return Some("whenever a step asks for an action; `stops on` asks you at all other points too".to_owned());
        }
        Window::Before(whose, scope) => ("just before", whose, scope),
        Window::After(whose, scope) => ("just after", whose, scope),
        Window::During(whose, scope) => ("during", whose, scope),
        Window::Listed => return None,
    };
    let whose = match whose {
        Whose::My => "your own ",
        Whose::Their => "another side's ",
        Whose::Any => "",
    };
    let item = &world.game.scopes[scope.at()];
    let what = match item.kind {
        _ if scope == world.game.builtin.resolve => "card".to_owned(),
        ScopeKind::Step(step) => world.game.steps[step.at()].title.clone(),
        ScopeKind::Offer(offer) => world.game.offers[offer.at()].title.clone(),
        _ => plain_words(&item.name),
    };
    Some(format!("{time} {whose}{what}"))
}
