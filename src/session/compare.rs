//! `compare RULING`: the options, prices and results that would differ here under other rulings.
//!
//! The position is loaded into the rules under the other reading, and the same questions are put to both. Each
//! half of the comparison is shown as the deciding side sees it.

use std::cell::Cell;
use std::collections::VecDeque;
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
use crate::play::balance::amount_words;
use crate::play::journal::Journal;
use crate::play::locals::Locals;
use crate::play::offers::OfferQuery;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence::{act_sentence, fold};
use crate::play::{Beginning, Fault, Play, Read, Status, World, native};
use crate::source::plain_words;

use super::desk::Seats;
use super::lookup::{no_ruling, reading_name};
use super::menu::{look_at, question_menu};
use super::odds::told::short;
use super::story::cited_behind;
use super::table::table;
use super::view::as_seen;
use super::why::reason_line;
use super::{NoOdds, Session};

/// The most choices examined.
const MOST_CHOICES: usize = 4_000;
/// The most partial commands of one action examined before any complete command.
const MOST_BROAD: usize = 200;
/// The most differences shown of each kind.
const MOST_ROWS: usize = 10;
/// At most this many first choices of an action that only one reading allows have a row each.
const MOST_APART: usize = 5;

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
                        let mut pair = Pair {
                            worlds: [here, there],
                            questions: [question, &asked],
                            seat,
                            only: self.only.clone(),
                            named: Cell::new(false),
                            left: 0,
                            cut: false,
                            one_sided: Vec::new(),
                            prices: Vec::new(),
                            common: Vec::new(),
                            keep_going: &mut *keep_going,
                        };
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

/// A command, complete or partial, that is possible under one reading only.
struct OneSided {
    /// True if it is possible under the reading in force.
    here: bool,
    sentence: String,
    reason: Option<Line>,
}

/// Both halves of a comparison: first the reading in force, then the other.
struct Pair<'x, 'a, 'b> {
    worlds: [&'x World<'a>; 2],
    questions: [&'b Question; 2],
    seat: u16,
    only: String,
    /// True if a command begins so.
    named: Cell<bool>,
    /// The number of choices that may still be examined.
    left: usize,
    /// True if some were not examined.
    cut: bool,
    one_sided: Vec<OneSided>,
    /// Commands with their two prices.
    prices: Vec<(String, [String; 2])>,
    /// Commands that are possible under both.
    common: Vec<(OfferId, Vec<Value>)>,
    keep_going: &'b mut dyn FnMut() -> bool,
}

impl<'x> Pair<'x, '_, '_> {
    fn offers(&mut self) -> Read<()> {
        let [here, there] = self.questions.map(|question| question.offers(self.seat));
        let mut all = here;
        all.extend(there.into_iter().filter(|offer| !all.contains(offer)).collect::<Vec<_>>());
        all.retain(|offer| self.is_wanted(&self.sentence(0, *offer, &[])));
        // Each offer has its share, so that none uses up the limit.
        let share = MOST_CHOICES / all.len().max(1);
        for offer in all {
            self.left = MOST_BROAD;
            self.broadly(offer)?;
            self.left = share;
            self.walk(offer, &mut Vec::new())?;
            self.cut |= self.left == 0;
        }
        Ok(())
    }

    /// Evaluates something with a fresh budget: the whole comparison may cost more than one question, but no single
    /// evaluation may.
    fn eased<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.worlds[0].effort.aside(|| self.worlds[1].effort.aside(ask))
    }

    fn look(&self, side: usize, offer: OfferId) -> OfferQuery<'_> {
        look_at(self.worlds[side], self.questions[side], self.seat, offer)
    }

    /// Compares the continuations of partial commands, the shortest first. Even with too many commands, this finds what
    /// only one reading allows any piece.
    fn broadly(&mut self, offer: OfferId) -> Read<()> {
        let params = self.look(0, offer).offer.params.len();
        let mut open = VecDeque::from([Vec::new()]);
        while let Some(mut known) = open.pop_front().filter(|known| known.len() < params) {
            let Some(common) = self.further(offer, &mut known)? else { continue };
            open.extend(common.into_iter().map(|value| [known.as_slice(), &[value]].concat()));
        }
        Ok(())
    }

    /// Compares the continuations of a partial command, down to complete commands.
    fn walk(&mut self, offer: OfferId, known: &mut Vec<Value>) -> Read<()> {
        if known.len() == self.look(0, offer).offer.params.len() {
            if self.goes_on(offer, known) {
                self.whole(offer, known, [0, 1].map(|side| self.holds(side, offer)))?;
            }
            return Ok(());
        }
        for value in self.further(offer, known)?.into_iter().flatten() {
            known.push(value);
            self.walk(offer, known)?;
            known.pop();
        }
        Ok(())
    }

    /// True if this partial command is to be examined.
    fn goes_on(&mut self, offer: OfferId, known: &[Value]) -> bool {
        if self.left == 0 || !(self.keep_going)() {
            return false;
        }
        self.left -= 1;
        self.is_wanted(&self.sentence(0, offer, known))
    }

    /// True if a question includes an offer. Otherwise the offer is not an option, even if its own conditions hold.
    fn holds(&self, side: usize, offer: OfferId) -> bool {
        self.questions[side].offers(self.seat).contains(&offer)
    }

    /// The continuations possible under both readings. Those possible under one alone are recorded. None if none was
    /// examined.
    fn further(&mut self, offer: OfferId, known: &mut Vec<Value>) -> Read<Option<Vec<Value>>> {
        if !self.goes_on(offer, known) {
            return Ok(None);
        }
        let open = |side: usize| match self.holds(side, offer) {
            true => self.eased(|| self.look(side, offer).open(known)),
            false => Ok(Vec::new()),
        };
        let (mut here, there) = (open(0)?, open(1)?);
        let is_apart = known.is_empty() && here.len().max(there.len()) <= MOST_APART;
        if here.is_empty() != there.is_empty() && !is_apart {
            // One row for all, with the reason against the first: what forbids other choices may hold under both.
            let first = here.first().or(there.first());
            self.one_sided(!here.is_empty(), offer, known, first)?;
            return Ok(None);
        }
        for (side, own, others) in [(0, &here, &there), (1, &there, &here)] {
            for value in own.iter().filter(|value| meant_by(value, others).is_none()) {
                known.push(value.clone());
                self.one_sided(side == 0, offer, known, None)?;
                known.pop();
            }
        }
        for (value, other) in here.iter().filter_map(|value| Some((value, meant_by(value, &there)?))) {
            let (Value::Way(one), Value::Way(other)) = (value, other) else { continue };
            if one.cost() != other.cost() && self.worlds[0].veil(self.seat).is_none() {
                known.push(value.clone());
                let sentence = self.sentence(0, offer, known);
                known.pop();
                let words = [one, other].map(|way| self.worlds[0].show(&way.cost().value()));
                if self.is_wanted(&sentence) && !self.prices.iter().any(|(told, _)| *told == sentence) {
                    self.prices.push((sentence, words));
                }
            }
        }
        here.retain(|value| there.contains(value));
        Ok(Some(here))
    }

    /// Compares a complete command.
    fn whole(&mut self, offer: OfferId, values: &[Value], holds: [bool; 2]) -> Read<()> {
        let sentence = self.sentence(0, offer, values);
        if !self.is_wanted(&sentence) {
            return Ok(());
        }
        let check = |side: usize| match holds[side] {
            true => self.eased(|| self.look(side, offer).check(values)),
            false => Ok(None),
        };
        let (here, there) = (check(0)?, check(1)?);
        match (here, there) {
            (Some(here), Some(there)) => {
                let looks = [self.look(0, offer), self.look(1, offer)];
                if !looks[0].free {
                    let price = |side: usize, locals: &Locals| -> Read<Vec<(PurseId, i64)>> {
                        let prices = looks[side].prices(locals)?;
                        let purses = &self.worlds[side].game.purses;
                        let named = prices.iter().map(|(purse, paid)| (*purse, purses[purse.at()].price(paid)));
                        Ok(named.collect())
                    };
                    let prices = [price(0, &here)?, price(1, &there)?];
                    if prices[0] != prices[1] {
                        let words = prices.map(|prices| {
                            let purses = &self.worlds[0].game.purses;
                            let one = |(purse, amount): &(PurseId, i64)| amount_words(*amount, &purses[purse.at()]);
                            prices.iter().map(one).collect::<Vec<_>>().join(", ")
                        });
                        self.prices.push((sentence, words));
                    }
                }
                self.common.push((offer, values.to_vec()));
            }
            (None, None) => {}
            (here, _) => self.one_sided(here.is_some(), offer, values, None)?,
        }
        Ok(())
    }

    fn sentence(&self, side: usize, offer: OfferId, values: &[Value]) -> String {
        plain_words(&act_sentence(self.worlds[side], offer, values, self.seat))
    }

    fn is_wanted(&self, sentence: &str) -> bool {
        let said = fold(sentence);
        let is_named = said.starts_with(&self.only);
        self.named.set(self.named.get() || is_named);
        is_named || self.only.starts_with(&said)
    }

    /// Records a command possible under one reading only, with the first reason against it under the other, or against
    /// it with this next choice.
    fn one_sided(&mut self, here: bool, offer: OfferId, values: &[Value], next: Option<&Value>) -> Read<()> {
        let (side, other) = if here { (0, 1) } else { (1, 0) };
        let sentence = self.sentence(side, offer, values);
        if !self.is_wanted(&sentence) || self.one_sided.iter().any(|one| one.sentence == sentence && one.here == here) {
            return Ok(());
        }
        // Reasons are computed only for the rows shown.
        let shown = self.one_sided.iter().filter(|one| one.here == here).count() < MOST_ROWS;
        let reason = if shown {
            let values: Vec<Value> = values.iter().chain(next).cloned().collect();
            let typed = act_sentence(self.worlds[side], offer, &values, self.seat);
            let against = self.eased(|| self.worlds[other].why_not(self.seat, &typed))?;
            against.reasons.first().map(|reason| reason_line(self.worlds[other], reason, true))
        } else {
            None
        };
        self.one_sided.push(OneSided { here, sentence, reason });
        Ok(())
    }

    fn told(&self, names: [&str; 2]) -> Vec<Line> {
        let mut lines = Vec::new();
        // If both readings allow it in the same words, a player sees no difference.
        let both =
            |one: &&OneSided| self.one_sided.iter().any(|two| two.here != one.here && two.sentence == one.sentence);
        for (here, name) in [(true, names[0]), (false, names[1])] {
            let rows = self.one_sided.iter().filter(|one| one.here == here && !both(one)).map(|one| {
                let reason = one.reason.clone().unwrap_or_else(|| line("  not an option under the other ruling"));
                vec![Line::of(Role::Key, one.sentence.as_str()), reason]
            });
            section(&mut lines, &format!("Legal only under {name}"), rows.collect(), 1);
        }
        let rows = self.prices.iter().map(|(sentence, prices)| {
            let cell = |at: usize| line(format!("{}: {}", names[at], prices[at]));
            vec![Line::of(Role::Key, sentence.as_str()), cell(0), cell(1)]
        });
        section(&mut lines, "The price differs", rows.collect(), 1);
        lines
    }
}

/// What the words for a value mean among other values. For a path it is the cheapest that ends there and passes the
/// spaces named: it may pass more spaces worth naming, and cost another price.
fn meant_by<'v>(value: &Value, among: &'v [Value]) -> Option<&'v Value> {
    let Value::Way(way) = value else { return among.iter().find(|other| *other == value) };
    let via = way.via();
    let fits = |other: &&Value| match other {
        Value::Way(other) if (way.space(), way.facing()) == (other.space(), other.facing()) => {
            let passed = other.via();
            via.iter().all(|space| passed.contains(space))
        }
        _ => false,
    };
    let price = |other: &&Value| match other {
        Value::Way(other) => Some(other.cost()),
        _ => None,
    };
    among.iter().filter(fits).min_by_key(price)
}

/// The answers to a question within an action that are possible under one reading only.
fn answers(
    here: &World<'_>,
    there: &World<'_>,
    question: &Question,
    asked: &Question,
    seat: u16,
    names: [&str; 2],
) -> Vec<Line> {
    let texts = |world: &World<'_>, question: &Question| -> Vec<String> {
        let menu = question_menu(world, question, seat, &super::numbering::Numbering::default());
        let items = menu.items.into_iter().map(|item| format!("{} {}", item.text, item.note).trim().to_owned());
        items.chain(menu.advice).chain(menu.pass).collect()
    };
    let (one, two) = (texts(here, question), texts(there, asked));
    let mut lines = Vec::new();
    for (name, own, others) in [(names[0], &one, &two), (names[1], &two, &one)] {
        let rows =
            own.iter().filter(|text| !others.contains(text)).map(|text| vec![Line::of(Role::Key, text.as_str())]);
        section(&mut lines, &format!("Only under {name}"), rows.collect(), 1);
    }
    lines
}

/// Adds a heading and its rows, `each` rows for one difference. Adds nothing if there are no rows.
fn section(lines: &mut Vec<Line>, heading: &str, mut rows: Vec<Vec<Line>>, each: usize) {
    if rows.is_empty() {
        return;
    }
    let more = (rows.len() / each).saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS * each);
    lines.push(Line::of(Role::Title, format!("  {heading}")));
    lines.extend(table(rows, 4));
    if more > 0 {
        lines.push(Line::of(
            Role::Dim,
            format!("    … and {more} more; name a command to see it: `compare RULING COMMAND`"),
        ));
    }
}

fn line(text: impl Into<String>) -> Line {
    Line::plain(text.into())
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
