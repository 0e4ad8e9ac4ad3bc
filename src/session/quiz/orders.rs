//! Questions about commands: whether they are legal, which section forbids them, their costs, their odds.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use crate::analysis::bots::random_answer;
use crate::analysis::citing::named;
use crate::analysis::odds::Share;
use crate::draw::{Line, Role};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::offers::OfferQuery;
use crate::play::permission::Refusal;
use crate::play::question::Answer;
use crate::play::sentence::{self, act_sentence};
use crate::play::{Read, World};
use crate::source::{Span, plain_words};

use super::super::story::cited_behind;
use super::super::why::reason_line;
use super::{About, Form, Given, Item, Quiz, takes_part};

/// The number of commands drawn.
const MOST_COMMANDS: usize = 6;
/// The most values tried in place of one to make a command illegal.
const MOST_OTHERS: usize = 8;
/// The most choices of a question.
const MOST_CHOICES: usize = 4;

/// The kinds of items that allow or forbid something.
const RULES: [&str; 6] = ["action", "family", "card", "forbid", "walk", "step of a walk"];

/// The sections that an action, a card, a prohibition or a walk cites. The others describe pieces, places and turns: no
/// one learns a rule by finding them.
fn ruled(game: &Game) -> BTreeSet<SectionId> {
    let items = named(game).into_iter().filter(|item| RULES.contains(&item.kind));
    items.flat_map(|item| item.cites.iter().copied()).collect()
}

/// A command with its words.
#[derive(Clone)]
struct Command {
    offer: OfferId,
    values: Vec<Value>,
    words: String,
}

/// The purse that pays for a command and the amount, if a single purse pays.
fn price_of(world: &World<'_>, offer: OfferId, seat: u16, values: &[Value]) -> Read<Option<(PurseId, i64)>> {
    let query = OfferQuery::new(world, offer, seat, false, None);
    let Some(locals) = query.check(values)? else { return Ok(None) };
    Ok(match query.prices(&locals)?.as_slice() {
        [(purse, payments)] => {
            // Pieces that pay different amounts from their own purses have no common price.
            let bills = world.game.purses[purse.at()].bills(payments);
            let (_, amount) = bills.first().copied().unwrap_or_default();
            bills.iter().all(|(_, other)| *other == amount).then_some((*purse, amount))
        }
        _ => None,
    })
}

impl Quiz {
    /// Some legal commands of the side that decides, drawn at random.
    fn commands(&mut self) -> Option<(u16, Vec<Command>)> {
        let Quiz { session, random, .. } = self;
        let (seat, question) = session.question()?;
        let found = session.world(|world| {
            let mut found: Vec<Command> = Vec::new();
            for _ in 0..MOST_COMMANDS {
                let Ok(Some(Answer::Act(offer, values))) = random_answer(world, question, seat, random) else {
                    continue;
                };
                let words = world.told(&act_sentence(world, offer, &values, seat));
                if found.iter().all(|one| one.words != words) {
                    found.push(Command { offer, values, words });
                }
            }
            found
        });
        Some((seat, found))
    }

    /// An illegal command, with the reasons against it: a legal one with one of its values replaced.
    fn illegal(&mut self) -> Option<(u16, OfferId, String, Vec<Refusal>)> {
        let (seat, commands) = self.commands()?;
        let Command { offer, mut values, .. } = self.pick(&commands)?.clone();
        let places: Vec<usize> =
            (0..values.len()).filter(|at| matches!(values[*at], Value::Ref(_) | Value::Way(_))).collect();
        let at = *self.pick(&places)?;
        let domain = match &values[at] {
            Value::Ref(thing) => thing.domain,
            _ => Domain::Space,
        };
        let others: Vec<u16> = self.session.world(|world| {
            let seen = |index: &u16| match domain {
                Domain::Piece => takes_part(world, *index),
                _ => true,
            };
            world.all(domain).iter().filter(seen).collect()
        });
        let others = self.shuffled(others);
        let (_, question) = self.session.question()?;
        self.session.world(|world| {
            others.into_iter().take(MOST_OTHERS).find_map(|other| {
                values[at] = Value::Ref(Ref::new(domain, other));
                let words = world.told(&act_sentence(world, offer, &values, seat));
                if sentence::read(world, question, seat, &words).is_ok() {
                    return None;
                }
                let found = world.why_not_offer(offer, seat, &words).ok()?;
                let whole = found.unread.is_none() && found.left.is_none() && found.missing.is_none();
                let cited = found.reasons.iter().any(|reason| !reason.cites.is_empty());
                (whole && cited).then_some((seat, offer, words, found.reasons))
            })
        })
    }

    /// The question whether this command is legal.
    pub(super) fn legal(&mut self) -> Option<Item> {
        let [illegal, legal] = self.legal;
        // Where few commands are illegal, `yes` must not become the answer to every question.
        if self.random.below(5) < 2 && legal <= illegal {
            let (seat, commands) = self.commands()?;
            let command = self.pick(&commands)?.clone();
            let cites = self.session.game.offers[command.offer.at()].cites.clone();
            let because = self
                .session
                .world(|world| vec![Line::of(Role::Good, "It is legal.").and(Role::Cite, cited_behind(world, &cites))]);
            let about = About::Legal(command.words.clone());
            return Some(self.item(
                self.may(seat, &command.words),
                Form::YesNo,
                Given::Yes(true),
                because,
                cites,
                about,
            ));
        }
        let (seat, _, words, reasons) = self.illegal()?;
        let because = self.against(&reasons);
        let cites = reasons.iter().flat_map(|reason| reason.cites.iter().copied()).collect();
        Some(self.item(self.may(seat, &words), Form::YesNo, Given::Yes(false), because, cites, About::Legal(words)))
    }

    fn may(&self, seat: u16, words: &str) -> String {
        let title = &self.session.game.sides[usize::from(seat)].title;
        format!("{title} to move: is `{}` legal now?", plain_words(words))
    }

    fn against(&self, reasons: &[Refusal]) -> Vec<Line> {
        self.session.world(|world| reasons.iter().map(|reason| reason_line(world, reason, true)).collect())
    }

    /// An illegal command with the reasons against it, and the one section for which a prohibition forbids it.
    fn forbidden(&mut self, ruled: &BTreeSet<SectionId>) -> Option<(String, Vec<Refusal>, SectionId)> {
        let (_, offer, words, reasons) = self.illegal()?;
        let game = self.session.game.clone();
        // Of what an order lacks, only a prohibition says which section it is, and only one that cites no other.
        let spans: HashSet<Span> =
            game.permissions.iter().flat_map(|permission| &permission.forbids).map(|forbid| forbid.span).collect();
        // Where something else is in the way as well, the section is not what one learns.
        if reasons.iter().any(|reason| !spans.contains(&reason.span)) {
            return None;
        }
        let alone = reasons.iter().filter_map(|reason| match reason.cites.as_slice() {
            [cite] => Some(*cite),
            _ => None,
        });
        // The section that describes the action itself would be too easy.
        let own = &game.offers[offer.at()].cites;
        let far: Vec<SectionId> = alone.filter(|cite| !own.contains(cite) && ruled.contains(cite)).collect();
        let right = *self.pick(&far)?;
        Some((words, reasons, right))
    }

    /// The question which section forbids this command.
    pub(super) fn forbids(&mut self) -> Option<Item> {
        let game = self.session.game.clone();
        let ruled = ruled(&game);
        let (words, reasons, right) = (0..MOST_COMMANDS).find_map(|_| self.forbidden(&ruled))?;
        let cites: Vec<SectionId> = reasons.iter().flat_map(|reason| reason.cites.iter().copied()).collect();
        let titled = |cite: SectionId| {
            let section = game.section(cite);
            format!("§{} {}", section.number, section.title)
        };
        let others: Vec<SectionId> = ruled.into_iter().filter(|cite| !cites.contains(cite)).collect();
        let chapter = |cite: SectionId| game.section(cite).number.split('.').next().unwrap_or_default().to_owned();
        let mut others = self.shuffled(others);
        // Sections of the same chapter are harder to tell apart.
        others.sort_by_key(|cite| chapter(*cite) != chapter(right));
        others.truncate(MOST_CHOICES - 1);
        if others.len() < 2 {
            return None;
        }
        others.push(right);
        let choices = self.shuffled(others);
        let at = choices.iter().position(|one| *one == right)?;
        let choices = choices.into_iter().map(titled).collect();
        let text = format!("Which section forbids `{}`?", plain_words(&words));
        let because = self.against(&reasons);
        Some(self.item(text, Form::Choice(choices), Given::Choice(at), because, cites, About::Forbids(words)))
    }

    /// The question what this command costs.
    pub(super) fn price(&mut self) -> Option<Item> {
        let (seat, commands) = self.commands()?;
        let priced: Vec<(Command, PurseId, i64)> = self.session.world(|world| {
            let price = |command: &Command| {
                let (purse, amount) = price_of(world, command.offer, seat, &command.values).ok()??;
                Some((command.clone(), purse, amount))
            };
            commands.iter().filter_map(price).collect()
        });
        let (command, purse, amount) = self.pick(&priced)?.clone();
        // A price common to all commands makes no question.
        if priced.iter().all(|(_, _, other)| *other == amount) {
            return None;
        }
        let reads = |world: &World<'_>, values: &[Value]| Some(price_of(world, command.offer, seat, values));
        if !self.is_known(0, &command.values, reads) {
            return None;
        }
        let game = self.session.game.clone();
        let item = &game.purses[purse.at()];
        let text = format!("How many {} does `{}` cost?", item.title, plain_words(&command.words));
        let offer = &game.offers[command.offer.at()];
        let price = self.told_number(item.halves, amount);
        let because = self.session.world(|world| {
            let words = format!("{} {price} {}", offer.title, item.title);
            vec![Line::plain(words).and(Role::Cite, cited_behind(world, &offer.cites))]
        });
        let form = Form::Number { halves: item.halves };
        Some(self.item(text, form, Given::Number(amount), because, offer.cites.clone(), About::Price(command.words)))
    }

    /// The question what the odds of this command are.
    pub(super) fn odds(&mut self) -> Option<Item> {
        let (seat, commands) = self.commands()?;
        let commands: Rc<[Command]> =
            commands.into_iter().filter(|one| self.session.game.offers[one.offer.at()].chance.is_some()).collect();
        let command = self.pick(&commands)?.clone();
        let odds = self.session.world(|world| {
            OfferQuery::new(world, command.offer, seat, false, None).odds(&command.values).ok().flatten()
        })?;
        if odds.good == 0 || odds.good == odds.all {
            return None;
        }
        let reads = |world: &World<'_>, values: &[Value]| {
            let odds = OfferQuery::new(world, command.offer, seat, false, None).odds(values);
            Some(odds.map(|odds| odds.map(|odds| (odds.good, odds.all))))
        };
        if !self.is_known(0, &command.values, reads) {
            return None;
        }
        let share = Share::of(u128::from(odds.good), u128::from(odds.all));
        let offer = &self.session.game.offers[command.offer.at()];
        let cites = offer.cites.clone();
        let text = format!("How likely is `{}` to succeed? Answer with a fraction.", plain_words(&command.words));
        let because = self.session.world(|world| {
            let told = format!("{} of {} throws: {share}", odds.good, odds.all);
            vec![Line::plain(told).and(Role::Cite, cited_behind(world, &cites))]
        });
        Some(self.item(text, Form::Fraction, Given::Fraction(share), because, cites, About::Odds(command.words)))
    }
}
