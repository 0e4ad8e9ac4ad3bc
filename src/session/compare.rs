//! `compare RULING`: the options, prices and results that would differ here under other rulings.
//!
//! The position is loaded into the rules under the other reading, and the same questions are put to both. Each
//! half of the comparison is shown as the deciding side sees it.

mod pair;

use std::mem::discriminant;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::analysis::bots::Bots;
use crate::analysis::odds::Found;
use crate::check::under_readings;
use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::journal::Journal;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{act_sentence, fold};
use crate::play::{Beginning, Fault, Play, Status, native};
use crate::source::plain_words;

use super::desk::Seats;
use super::lookup::{no_ruling, reading_name};
use super::odds::told::short;
use super::story::cited_behind;
use super::view::as_seen;
use super::{NoOdds, Session};
use pair::{Pair, answers, line, section};

/// A reading of a ruling that is not in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherReading {
    /// The ruling.
    pub ruling: RulingId,
    /// The index of the reading among those of the ruling.
    pub reading: u16,
}

/// The differences that another reading makes here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The differences. Empty if there is none.
    pub lines: Vec<Line>,
    /// The number of commands whose outcomes were compared.
    pub counted: usize,
    /// The number of commands possible under both whose outcomes were not compared.
    pub uncounted: usize,
    /// True if there were too many choices to examine them all.
    pub cut: bool,
    /// True if no command begins as those that are to be compared.
    pub names_none: bool,
}

impl Session {
    /// The readings to compare with those in force, and the beginning of the commands to compare. The text is `RULING
    /// [COMMAND]`; an empty text means all.
    ///
    /// # Errors
    /// An unknown ruling, or no other reading to compare.
    pub fn other_readings(&self, text: &str) -> Result<(Vec<OtherReading>, String), String> {
        if self.shown_question().is_none() {
            return Err(self.why_not_asked());
        }
        let game = &self.game;
        let (name, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let at = game.rulings.iter().position(|ruling| fold(&ruling.name) == fold(name));
        if at.is_none() && (!name.is_empty() || game.rulings.is_empty()) {
            return Err(no_ruling(game, name));
        }
        let mut others = Vec::new();
        for (place, ruling) in game.rulings.iter().enumerate().filter(|(place, _)| at.is_none_or(|at| at == *place)) {
            let in_force = game.readings.get(place).copied();
            for reading in (0..ruling.values.len() as u16).filter(|reading| Some(*reading) != in_force) {
                others.push(OtherReading { ruling: RulingId(place as u16), reading });
            }
        }
        Ok((others, rest.trim().to_owned()))
    }

    /// Compares this question with what it would be under other readings. `only`: the beginning of the commands to
    /// compare.
    pub fn comparison<'s>(&'s self, only: &str, at_most: CountedAtMost) -> Comparison<'s> {
        Comparison { session: self, only: fold(only), at_most, in_force: IndexMap::new() }
    }

    /// A play of another compilation of this game in the same position.
    fn stood_under(&self, game: &Arc<Game>) -> Result<(Play, Status), Box<Fault>> {
        // A different seed, so that no future roll is revealed.
        let mut play = Play::new(game, &Beginning::of_game(game), !self.opening.seed, true, native::make)?;
        let (layout, state, journal) = self.play.look(|run| {
            let journal = &run.journal;
            let entries = journal.entries.get(journal.used..).unwrap_or_default().to_vec();
            let (silent, silent_before) = (journal.silent, journal.silent_before);
            (
                run.live.layout().clone(),
                run.state().clone(),
                Journal { entries, used: 0, silent, silent_before, kept: true },
            )
        });
        play.adjust(|run| {
            run.live.set_layout(layout);
            run.restore(state);
            run.journal = journal;
        });
        let desk = self.desk.borrow().clone();
        let bots = Bots::new(game, desk.players.clone(), self.opening.seed)?;
        play.set_oracle(Box::new(Seats::new(Rc::new(std::cell::RefCell::new(desk)), bots)));
        let status = play.go();
        Ok((play, status))
    }
}

/// How much of each comparison is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedAtMost {
    /// The most commands whose results are counted.
    pub commands: usize,
    /// The most outcomes of such a command.
    pub outcomes: u64,
}

/// A comparison of one question under several readings. What the commands lead to under the readings in force is counted
/// once for all of them.
pub struct Comparison<'s> {
    session: &'s Session,
    only: String,
    at_most: CountedAtMost,
    in_force: IndexMap<(OfferId, Vec<Value>), Option<Rc<Found>>>,
}

impl Comparison<'_> {
    /// The differences under another reading. `keep_going` returns false to stop.
    ///
    /// # Errors
    /// A fault in the rules, or `keep_going` returned false.
    pub fn with(&mut self, other: OtherReading, keep_going: &mut dyn FnMut() -> bool) -> Result<Compared, NoOdds> {
        let session = self.session;
        let game = Arc::new(under_readings(&session.game, &[(other.ruling, other.reading)]));
        let Some((seat, question)) = session.shown_question() else {
            return Err(NoOdds::Refused(session.why_not_asked()));
        };
        let in_force = session.game.readings[other.ruling.at()];
        let names =
            [in_force, other.reading].map(|reading| reading_name(&session.game.rulings[other.ruling.at()], reading));
        let (play, status) = session.stood_under(&game).map_err(NoOdds::Faulty)?;
        let mut compared = Compared::default();
        let asked = match status {
            Status::Asked(pending) => pending.question,
            Status::Over(_) => {
                compared.lines.push(line(format!("under {}: the game would be over before this question", names[1])));
                return Ok(compared);
            }
            // Answers and dice since the last decision no longer fit.
            Status::Faulty(fault) => {
                let words = super::faults::words(&session.game, session.on_pages(), &fault);
                let text = format!("under {}: play would not reach this question: {words}", names[1]);
                compared.lines.push(line(text));
                return Ok(compared);
            }
        };
        let viewer = session.viewer();
        let mut pair_common = Vec::new();
        session
            .world(|here| {
                play.look_asked(|world| {
                    as_seen(world, viewer, |there| {
                        let is_same = asked.seats == question.seats
                            && here.told(&asked.prompt) == here.told(&question.prompt)
                            && discriminant(&asked.kind) == discriminant(&question.kind);
                        if !is_same {
                            let prompt = plain_words(&there.told(&asked.prompt));
                            compared
                                .lines
                                .push(line(format!("under {}: another question is asked: {prompt}", names[1])));
                            return Ok(());
                        }
                        if !matches!(question.kind, Kind::Act { .. } | Kind::Window { .. }) {
                            compared.lines = answers(here, there, question, &asked, seat, names);
                            return Ok(());
                        }
                        let mut pair = Pair::new([here, there], [question, &asked], seat, &self.only, &mut *keep_going);
                        pair.offers()?;
                        compared.cut = pair.cut;
                        compared.names_none = !pair.named.get() && !pair.cut;
                        compared.lines = pair.told(names);
                        pair_common = pair.common;
                        Ok(())
                    })
                })
            })
            .map_err(NoOdds::Faulty)?;
        if !keep_going() {
            return Err(NoOdds::Stopped);
        }
        self.compare_outcomes(&play, [question, &asked], pair_common, names, &mut compared, keep_going)?;
        Ok(compared)
    }

    /// Adds the commands whose results differ.
    fn compare_outcomes(
        &mut self,
        play: &Play,
        questions: [&Question; 2],
        common: Vec<(OfferId, Vec<Value>)>,
        names: [&str; 2],
        compared: &mut Compared,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), NoOdds> {
        let session = self.session;
        let Some((seat, _)) = session.question() else { return Ok(()) };
        let all = common.len();
        let mut rows = Vec::new();
        for command in taken_in_turn(common).into_iter().take(self.at_most.commands) {
            let here = match self.in_force.get(&command) {
                Some(known) => known.clone(),
                None => {
                    let found = self.count(&session.play, seat, questions[0], &command, keep_going)?.map(Rc::new);
                    self.in_force.insert(command.clone(), found.clone());
                    found
                }
            };
            let Some(here) = here else { continue };
            let Some(there) = self.count(play, seat, questions[1], &command, keep_going)? else { continue };
            compared.counted += 1;
            let outcomes = |found: &Found| -> Vec<_> { found.cases.iter().map(|case| case.outcomes.clone()).collect() };
            if outcomes(&here) != outcomes(&there) {
                session.world(|world| {
                    let command = plain_words(&act_sentence(world, command.0, &command.1, seat));
                    let cell = |name: &str, found: &Found| format!("{name}: {}", short(world, found));
                    rows.push(vec![Line::of(Role::Key, command), line(cell(names[0], &here))]);
                    rows.push(vec![Line::new(), line(cell(names[1], &there))]);
                });
            }
        }
        compared.uncounted = all - compared.counted;
        section(&mut compared.lines, "Commands with other results", rows, 2);
        Ok(())
    }

    /// What a command leads to. None if there are too many outcomes, or the rules do not allow counting.
    fn count(
        &self,
        play: &Play,
        seat: u16,
        question: &Question,
        (offer, values): &(OfferId, Vec<Value>),
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Found>, NoOdds> {
        let mut stopped = false;
        let answer = Answer::Act(*offer, values.clone());
        let found = self.session.comes_of(play, seat, question, answer, self.at_most.outcomes, &mut |went| {
            stopped = !keep_going();
            went.exact && !stopped
        });
        match found {
            Ok(found) => Ok(Some(found)),
            Err(_) if stopped => Err(NoOdds::Stopped),
            Err(_) => Ok(None),
        }
    }
}

/// The commands interleaved: one of each action, then a second of each, and so on, so a cut affects all alike.
fn taken_in_turn(common: Vec<(OfferId, Vec<Value>)>) -> Vec<(OfferId, Vec<Value>)> {
    let mut taken: IndexMap<OfferId, usize> = IndexMap::new();
    let mut ranked: Vec<(usize, (OfferId, Vec<Value>))> = Vec::new();
    for command in common {
        let rank = taken.entry(command.0).or_default();
        ranked.push((*rank, command));
        *rank += 1;
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, command)| command).collect()
}

impl OtherReading {
    /// Its name: `hill_charge: point`.
    pub fn name(self, session: &Session) -> String {
        let ruling = &session.game.rulings[self.ruling.at()];
        format!("{}: {}", ruling.name, reading_name(ruling, self.reading))
    }

    /// The heading of its differences: its name, its words and its sections.
    pub fn heading(self, session: &Session) -> Line {
        session.world(|world| {
            let ruling = &world.game.rulings[self.ruling.at()];
            let text = ruling.values.get(usize::from(self.reading)).map_or("", |(_, text)| text.as_str());
            Line::of(Role::Title, self.name(session))
                .and(Role::Plain, format!("  {text}"))
                .and(Role::Cite, cited_behind(world, &ruling.cites))
        })
    }
}
