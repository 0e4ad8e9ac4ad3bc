//! Positions by hand: an arbiter's lines change the position between two actions. They are recorded in the journal, so
//! `back` undoes them and a saved game replays them.

mod owner;
mod reading;
mod words;

use crate::model::id::{Domain, Ref};
use crate::model::setup::Drawn;
use crate::play::Fault;
use crate::play::arbiter::Edit;
use crate::play::journal::Entry;
use crate::source::{Span, fold};

use super::{Said, Session, Standing};

/// The effects of an arbiter's line.
#[derive(Debug, Default)]
pub(super) struct Ruled {
    /// The changes to the position.
    edits: Vec<Edit>,
    /// The cards that a side draws next.
    top: Vec<(Option<u16>, u16)>,
}

/// Cards put on top of draw piles, and random members of sets, before an entry of the journal.
#[derive(Clone, Debug)]
pub(super) struct Stacked {
    at: usize,
    cards: Vec<(Option<u16>, u16)>,
    lots: Vec<Ref>,
    /// True if the cards lie above those laid before, as cards put on a pile by hand do.
    above: bool,
}

impl Session {
    /// True if a line of the arbiter tells where cards lie: what is on a draw pile, or by the numbers of cards left from
    /// which hand or pile a card came.
    pub fn tells_of_cards(&self, text: &str) -> bool {
        let is_zone = |word: &str| self.game.zones.iter().any(|zone| fold(&zone.name) == fold(word));
        let mut words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        reading::verb_of(text.trim()).0 == "deck" || words.any(is_zone)
    }

    /// Changes the position by hand, completely or not at all. No hook runs, but the rules that apply whenever play has
    /// settled do, and every invariant must hold.
    pub fn arbitrate(&mut self, text: &str) -> Said {
        self.refusal = None;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.opening.strict {
            return Said::Refused("this game is strict: the position cannot be changed by hand".to_owned());
        }
        if text.is_empty() {
            let usage = "usage: `arbiter LINE`, for example `arbiter put KT1 at PLACE`; `help arbiter` shows more";
            return Said::Refused(usage.to_owned());
        }
        if let Standing::Over(_) | Standing::Faulty(_) = self.standing {
            return Said::Refused("the game is over: `back` undoes the last decision first".to_owned());
        }
        if !self.play.is_between() {
            let help = "an action is under way: answer its question first, or undo it with `back`";
            return Said::Refused(help.to_owned());
        }
        let text = match self.with_owner(&text) {
            Ok(text) => text,
            Err(problem) => return Said::Refused(problem),
        };
        if let Err(problem) = self.ruled(&text) {
            return Said::Refused(problem);
        }
        let said = self.attempt(|session| {
            session.undone.clear();
            session.forget_later_dice();
            session.play.order(text);
        });
        match said {
            Said::Faulty(fault) => Said::Refused(self.impossible(&fault)),
            said => said,
        }
    }

    /// True for a line that can be read as a change of the position by hand.
    pub(super) fn is_by_hand(&self, text: &str) -> bool {
        !self.opening.strict && self.ruled(text).is_ok()
    }

    /// The step that a line `at STEP of SIDE` began, if play passed through it without a question.
    pub fn went_past(&self, text: &str) -> Option<String> {
        let edits = self.ruled(text).ok()?.edits;
        let begun = edits.iter().find_map(|edit| match edit {
            Edit::Begin(step, side) => Some((*step, *side)),
            _ => None,
        });
        let (step, side) = begun?;
        // It may run again for another side.
        let runs = self.play.look(|run| {
            let state = run.state();
            state.stack.iter().any(|frame| frame.step == Some(step)) && (side.is_none() || state.me() == side)
        });
        let asks = matches!(self.standing, Standing::Asked(_));
        let title = &self.game.steps[step.at()].title;
        let side = side.map_or_else(String::new, |side| format!(" of {}", self.game.sides[usize::from(side)].title));
        (asks && !runs).then(|| format!("{title}{side}"))
    }

    /// The reason why a position is not allowed.
    fn impossible(&self, fault: &Fault) -> String {
        if fault.table {
            return fault.message.clone();
        }
        let place = fault.span.map(|span| format!(" ({})", self.game.sources.place(span))).unwrap_or_default();
        format!("the rules do not allow this position: {}{place}", fault.message)
    }

    /// Carries out the next arbiter's line in the journal. `line` is its line number in a file.
    pub(super) fn carry_out(&mut self, text: &str, line: Option<u32>) -> Result<(), Box<Fault>> {
        let named = |problem: String| match line {
            Some(_) => format!("`{text}`: {problem}"),
            None => problem,
        };
        let quoting = |fault: Fault| Box::new(if line.is_some() { fault.quoting() } else { fault });
        let ruled = self.ruled(text).map_err(|problem| quoting(Fault::new(named(problem)).of_the_table()))?;
        let (at, told) = self.play.look(|run| (run.journal.used + 1, run.log.entries.len()));
        self.play.arbitrate(&ruled.edits).map_err(|mut fault| {
            fault.message = named(fault.message);
            quoting(*fault)
        })?;
        // Its log lines are news; later lines already shown remain shown.
        if told < self.told.len() {
            let added = self.play.log_length().saturating_sub(told);
            self.told.splice(told..told, std::iter::repeat_n(0, added));
        }
        self.stacked.retain(|stacked| stacked.at != at);
        if !ruled.top.is_empty() {
            self.stacked.push(Stacked { at, cards: ruled.top, lots: Vec::new(), above: true });
        }
        self.stack_again();
        Ok(())
    }

    /// Restores what is laid for chance and not yet drawn.
    pub(super) fn stack_again(&mut self) {
        let stacked = &self.stacked;
        self.play.adjust(|run| {
            let mut ready: Vec<(Option<u16>, u16)> = Vec::new();
            let mut lots: Vec<Ref> = Vec::new();
            for at in 0..=run.journal.entries.len() {
                for laid in stacked.iter().filter(|stacked| stacked.at == at) {
                    let from = if laid.above { 0 } else { ready.len() };
                    ready.splice(from..from, laid.cards.iter().copied());
                    lots.extend(&laid.lots);
                }
                let drawn: Vec<u16> = match run.journal.entries.get(at) {
                    Some(Entry::Cards(drawn)) => drawn.clone(),
                    Some(Entry::Lot(thing)) if thing.domain == Domain::Card => {
                        vec![run.game.cards[usize::from(thing.index)].def]
                    }
                    Some(Entry::Lot(thing)) => {
                        if let Some(place) = lots.iter().position(|other| other == thing) {
                            lots.remove(place);
                        }
                        Vec::new()
                    }
                    _ => Vec::new(),
                };
                for def in drawn {
                    if let Some(place) = ready.iter().position(|(_, other)| *other == def) {
                        ready.remove(place);
                    }
                }
            }
            (run.forced_cards, run.forced_lots) = (ready.into(), lots.into());
        });
    }

    /// Sets what is drawn next, without a note, for lessons.
    ///
    /// # Errors
    /// When a label belongs to no piece.
    pub(super) fn stack_quietly(&mut self, drawn: &[Drawn], span: Span) -> Result<(), String> {
        let at = self.journal_length();
        let (cards, lots) = self.play.adjust(|run| {
            (run.forced_cards, run.forced_lots) = Default::default();
            run.force_draws(drawn, span).map_err(|fault| fault.message)?;
            Ok::<_, String>((run.forced_cards.iter().copied().collect(), run.forced_lots.iter().copied().collect()))
        })?;
        self.stacked.push(Stacked { at, cards, lots, above: false });
        self.stack_again();
        Ok(())
    }

    /// The default side of a line that names none: the acting side, or else the first.
    fn side_meant(&self) -> u16 {
        self.question().map(|(seat, _)| seat).or_else(|| self.play.look(|run| run.state().me())).unwrap_or(0)
    }
}
