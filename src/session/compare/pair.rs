//! The options and prices at one question under two readings, side by side.

use std::cell::Cell;
use std::collections::VecDeque;

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::balance::amount_words;
use crate::play::locals::Locals;
use crate::play::offers::OfferQuery;
use crate::play::question::Question;
use crate::play::sentence::{act_sentence, fold};
use crate::play::{Read, World};
use crate::session::menu::{look_at, question_menu};
use crate::session::table::table;
use crate::session::why::reason_line;
use crate::source::plain_words;

/// The most choices examined.
const MOST_CHOICES: usize = 4_000;
/// The most partial commands of one action examined before any complete command.
const MOST_BROAD: usize = 200;
/// The most differences shown of each kind.
const MOST_ROWS: usize = 10;
/// At most this many first choices of an action that only one reading allows have a row each.
const MOST_APART: usize = 5;

/// A command, complete or partial, that is possible under one reading only.
struct OneSided {
    /// True if it is possible under the reading in force.
    here: bool,
    sentence: String,
    reason: Option<Line>,
}

/// Both halves of a comparison: first the reading in force, then the other.
pub(super) struct Pair<'x, 'a, 'b> {
    worlds: [&'x World<'a>; 2],
    questions: [&'b Question; 2],
    seat: u16,
    only: String,
    /// True if a command begins so.
    pub(super) named: Cell<bool>,
    /// The number of choices that may still be examined.
    left: usize,
    /// True if some were not examined.
    pub(super) cut: bool,
    one_sided: Vec<OneSided>,
    /// Commands with their two prices.
    prices: Vec<(String, [String; 2])>,
    /// Commands that are possible under both.
    pub(super) common: Vec<(OfferId, Vec<Value>)>,
    keep_going: &'b mut dyn FnMut() -> bool,
}

impl<'x, 'a, 'b> Pair<'x, 'a, 'b> {
    /// Both worlds, each with its question. `only`: the beginning of the commands to compare, folded.
    pub(super) fn new(
        worlds: [&'x World<'a>; 2],
        questions: [&'b Question; 2],
        seat: u16,
        only: &str,
        keep_going: &'b mut dyn FnMut() -> bool,
    ) -> Self {
        Pair {
            worlds,
            questions,
            seat,
            only: only.to_owned(),
            named: Cell::new(false),
            left: 0,
            cut: false,
            one_sided: Vec::new(),
            prices: Vec::new(),
            common: Vec::new(),
            keep_going,
        }
    }

    pub(super) fn offers(&mut self) -> Read<()> {
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

    pub(super) fn told(&self, names: [&str; 2]) -> Vec<Line> {
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
pub(super) fn answers(
    here: &World<'_>,
    there: &World<'_>,
    question: &Question,
    asked: &Question,
    seat: u16,
    names: [&str; 2],
) -> Vec<Line> {
    let texts = |world: &World<'_>, question: &Question| -> Vec<String> {
        let menu = question_menu(world, question, seat, &crate::session::numbering::Numbering::default());
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
pub(super) fn section(lines: &mut Vec<Line>, heading: &str, mut rows: Vec<Vec<Line>>, each: usize) {
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

pub(super) fn line(text: impl Into<String>) -> Line {
    Line::plain(text.into())
}
