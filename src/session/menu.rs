//! The legal answers as a numbered list.

use std::hash::{DefaultHasher, Hash, Hasher};

use indexmap::IndexSet;
use serde::Serialize;

use crate::draw::{Role, badge_titles};
use crate::model::clause::Base;
use crate::model::id::*;
use crate::model::node::{Comparison, Expr};
use crate::model::offer::{Offer, Source};
use crate::model::value::Value;
use crate::model::way::Way;
use crate::play::balance::amount_words;
use crate::play::fill;
use crate::play::interrupting;
use crate::play::odds::Odds;
use crate::play::offers::OfferQuery;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence;
use crate::play::unseen::Unseen;
use crate::play::{Read, World};
use crate::source::plain_words;

use super::hints;
use super::meaning::{CARRY_OUT, is_as_opened};
use super::numbering::{Numbering, in_order, places_in_list};
use super::resources;
use super::story::capital;
use super::{Session, Staged, View, uses};

/// The most ways to fill up to a total that are listed in full.
const MOST_FILLINGS: usize = 9;

/// A numbered list of the legal answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The seat that decides.
    pub seat: u16,
    /// The question.
    pub heading: String,
    /// The choices.
    pub items: Vec<Item>,
    /// How they form an answer.
    pub takes: Takes,
    /// The text for passing, if passing is allowed.
    pub pass: Option<String>,
    /// The opportunities that passing gives up, if known.
    pub given_up: Option<String>,
    /// How to answer, if a number alone is not enough, or the points available.
    pub advice: Option<String>,
    /// The answer given by an empty line. None means that an empty line shows the list again.
    pub enter: Option<String>,
}

/// How the choices of a menu form an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// It is one of them.
    #[default]
    One,
    /// It is a set of them.
    Several {
        /// The fewest.
        least: usize,
        /// The most that may be tried.
        most: usize,
    },
    /// It gives each of them a part of this number, in their order.
    Parts(i64),
    /// It names them, each with a count.
    Names,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text to type: a number, or the value if the values are numbers.
    pub key: String,
    /// Its text.
    pub text: String,
    /// A less important note.
    pub note: String,
    /// Its heading in a long list: the cost of a path. Empty if it has none.
    pub group: String,
    /// The role of the text: a piece has the colour of its side.
    pub role: Role,
    pub(super) choice: Choice,
}

impl Item {
    /// An item in plain text, without a note.
    pub(super) fn plain(key: impl ToString, text: impl Into<String>, choice: Choice) -> Self {
        let (key, text, note, group) = (key.to_string(), text.into(), String::new(), String::new());
        Item { key, text, note, group, role: Role::Plain, choice }
    }

    /// True for all members of a set at once.
    pub fn is_whole_set(&self) -> bool {
        matches!(self.choice, Choice::Value(Value::Set(..)))
    }

    /// True for an action or a card to play.
    pub fn is_action(&self) -> bool {
        matches!(self.choice, Choice::Offer(_) | Choice::Card(_))
    }
}

/// The meaning of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// An offer to open.
    Offer(OfferId),
    /// A card whose uses are listed next.
    Card(u16),
    /// A value of a parameter, or a member of a set.
    Value(Value),
    /// A complete answer.
    Answer(Answer),
}

impl Session {
    /// The legal answers now. Empty if no question is open.
    pub fn menu(&self) -> Menu {
        let Some((seat, question)) = self.shown_question() else { return Menu::default() };
        let is_price = self.is_price_of_order();
        let unseen = self.unseen_from() < usize::MAX;
        self.world(|world| match &self.staged {
            Some(staged) => {
                let mut menu = staged_menu(world, question, seat, staged, &self.numbering);
                if is_as_opened(world, question, seat, staged) {
                    menu.pass = None;
                }
                menu
            }
            None if self.card.is_some() => uses::uses_menu(world, question, seat, self.card.unwrap_or_default()),
            None => {
                let mut menu = question_menu(world, question, seat, &self.numbering);
                if is_price {
                    menu.pass = Some("cancel".to_owned());
                }
                if unseen {
                    let advice = menu.advice.take().into_iter().chain(["secret until all have answered".to_owned()]);
                    menu.advice = Some(advice.collect::<Vec<_>>().join("; "));
                }
                menu
            }
        })
    }

    /// A number that differs from question to question, and for each part of a command that has been entered. It is the
    /// same for all seats.
    pub fn question_mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let question = self.question().map(|(seat, question)| format!("{seat} {question:?}"));
        (self.choices(), self.journal_length(), question, format!("{:?}", self.staged), self.card).hash(&mut hasher);
        hasher.finish()
    }

    /// The offer being entered, as a command so far, or the card whose uses are listed.
    pub fn staged(&self) -> Option<String> {
        let (seat, _) = self.shown_question()?;
        let Some(staged) = &self.staged else {
            return self.card.map(|card| self.game.card_defs[usize::from(card)].title.clone());
        };
        let begun = self.world(|world| sentence::act_sentence(world, staged.offer, &staged.values, seat));
        Some(plain_words(&begun))
    }
}

/// The query of an offer in the context of a question.
pub(super) fn look_at<'a>(world: &World<'a>, question: &Question, seat: u16, offer: OfferId) -> OfferQuery<'a> {
    match &question.kind {
        Kind::Act { free, bound, .. } => OfferQuery::new(world, offer, seat, *free, *bound),
        _ => OfferQuery::new(world, offer, seat, false, None),
    }
}

pub(super) fn question_menu(world: &World<'_>, question: &Question, seat: u16, numbering: &Numbering) -> Menu {
    let heading = capital(&world.told(&question.prompt));
    let mut menu = Menu { seat, heading, ..Menu::default() };
    match &question.kind {
        Kind::Act { pass, free, .. } => {
            menu.pass = pass.clone();
            let left = resources::pieces_left(world, question, seat).map(resources::pieces);
            let points = (!free).then(|| resources::points_left(world, question, seat)).flatten();
            // In a step that must be finished, the list itself shows the number left.
            let to_act = left.as_ref().filter(|_| pass.is_none()).map(|left| format!("{left} to act"));
            let advice: Vec<String> = to_act.into_iter().chain(points).collect();
            menu.advice = (!advice.is_empty()).then(|| advice.join("; "));
            menu.given_up = left.filter(|_| pass.is_some()).map(|left| format!("{left} could still act"));
            menu.items = offer_items(world, question, seat, numbering);
        }
        Kind::Window { .. } => {
            menu.heading = interrupting::question(world, &question.offers(seat));
            menu.pass = Some("no".to_owned());
            menu.items = offer_items(world, question, seat, numbering);
        }
        Kind::One { of, optional, .. } => {
            menu.pass = optional.then(|| "none".to_owned());
            menu.items = value_items(world, of, seat, &places_in_list(of));
        }
        Kind::Several { of, least, most } => {
            let values: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            menu.items = value_items(world, &values, seat, &in_order(values.len(), 1));
            menu.pass = (*least == 0).then(|| "none".to_owned());
            menu.takes = Takes::Several { least: usize::from(*least), most: usize::from(*most) };
            menu.advice = Some(hints::several(of.len(), *least, *most));
        }
        Kind::Split { number, over, first } => {
            for (thing, most) in over {
                let mut note = if most < number { format!("at most {most}") } else { String::new() };
                if let Some((_, least)) = first.filter(|(first, _)| first == thing) {
                    note = format!("first, at least {}", least.min(*number));
                }
                // It has no number: a part is typed as a count and a name.
                menu.items.push(item(world, "·".to_owned(), &Value::Ref(*thing), seat, note));
            }
            menu.takes = Takes::Parts(*number);
            menu.advice = hints::split(world, question, seat);
        }
        Kind::Fill { total, over } => {
            let (ways, all) = fill::ways(over, *total, MOST_FILLINGS);
            // Where the pieces are matters if they are not all in one place.
            let spaces: IndexSet<Option<u16>> = over.iter().map(|portion| world.space_of(portion.on)).collect();
            let place = |thing: Ref| {
                let seen = spaces.len() > 1 && thing.domain == Domain::Piece && !world.is_face_down(thing.index);
                let space = world.space_of(thing).filter(|_| seen)?;
                Some(plain_words(&world.space_title(space, Some(seat))))
            };
            if all {
                // A few ways are listed in full, to be chosen by number.
                for (at, parts) in ways.into_iter().enumerate() {
                    let taken = over.iter().zip(&parts).filter(|(_, part)| **part > 0);
                    let note = taken.filter_map(|(portion, _)| {
                        let counts = (portion.weight > 1).then(|| format!("counts {}", portion.weight));
                        let about: Vec<String> = place(portion.on).into_iter().chain(counts).collect();
                        let name = plain_words(&world.name(portion.on));
                        (!about.is_empty()).then(|| format!("{name} {}", about.join(" ")))
                    });
                    let note = note.collect::<Vec<_>>().join(", ");
                    let answer = Answer::Split(parts);
                    let text = plain_words(&sentence::write(world, question, seat, &answer));
                    menu.items.push(Item { note, ..Item::plain(at + 1, text, Choice::Answer(answer)) });
                }
            } else {
                for portion in over.iter() {
                    let often = if portion.times == 1 { "once".to_owned() } else { format!("{} times", portion.times) };
                    let note = format!("{} each time, at most {often}", portion.weight);
                    let note = place(portion.on).into_iter().chain([note]).collect::<Vec<_>>().join(", ");
                    menu.items.push(item(world, "·".to_owned(), &Value::Ref(portion.on), seat, note));
                }
                menu.takes = Takes::Names;
            }
            menu.advice = Some(hints::fill(world, question, seat));
        }
        Kind::Number { from, to } => menu.advice = Some(format!("{from} to {to}")),
        Kind::YesNo => {
            for (key, text, yes) in [("y", "yes", true), ("n", "no", false)] {
                menu.items.push(Item::plain(key, text, Choice::Answer(Answer::Yes(yes))));
            }
        }
        Kind::Pay { ways } => {
            for (at, way) in ways.iter().enumerate() {
                let text = plain_words(&sentence::way_title(world, way, seat));
                let plain = Item::plain(at + 1, text, Choice::Answer(Answer::Way(at as u16)));
                menu.items.push(Item { note: world.way_note(way).unwrap_or_default(), ..plain });
            }
        }
    }
    menu
}

fn offer_items(world: &World<'_>, question: &Question, seat: u16, numbering: &Numbering) -> Vec<Item> {
    let offers = &question.offers(seat);
    let is_free = matches!(question.kind, Kind::Act { free: true, .. });
    let interrupting = matches!(question.kind, Kind::Window { .. }).then_some(seat);
    let numbers = numbering.of_offers(world, offers, interrupting);
    let mut numbered: Vec<(usize, &OfferId)> = numbers.into_iter().zip(offers).collect();
    numbered.sort_unstable_by_key(|(number, _)| *number);
    // Only the first use of a card is listed, for the card as a whole.
    let first = |offer: OfferId, card: u16| uses::uses(world, offers, card).first() == Some(&offer);
    let items = numbered.into_iter().filter_map(|(number, id)| {
        let offer = &world.game.offers[id.at()];
        let card = uses::shared_card(world, offers, *id);
        let (text, note, choice) = match card {
            Some(card) if !first(*id, card) => return None,
            Some(card) => {
                let def = &world.game.card_defs[usize::from(card)];
                (
                    def.title.clone(),
                    noted(super::view::card_note(world, card, seat), def.doc.as_deref()),
                    Choice::Card(card),
                )
            }
            None => (offer.title.clone(), offer_note(world, offer, seat, is_free), Choice::Offer(*id)),
        };
        Some(Item { note, ..Item::plain(number, text, choice) })
    });
    items.collect()
}

/// The price of an offer, unless a rule lets it be taken free, and its first line of documentation.
fn offer_note(world: &World<'_>, offer: &Offer, seat: u16, is_free: bool) -> String {
    let card = offer.card.map(|(def, _)| &world.game.card_defs[def as usize]);
    let doc = offer.doc.as_deref().or(card.and_then(|card| card.doc.as_deref()));
    let price = match offer.card {
        Some((def, _)) => super::view::card_note(world, def, seat),
        None if is_free => String::new(),
        None => price_words(world, offer).unwrap_or_default(),
    };
    noted(price, doc)
}

/// A price or printed values, and the first line of a documentation.
fn noted(values: String, doc: Option<&str>) -> String {
    let doc = doc.and_then(|doc| doc.lines().next()).map(str::trim).unwrap_or_default();
    if values.is_empty() { doc.to_owned() } else { format!("({values}) {doc}").trim_end().to_owned() }
}

/// The cost of an offer, if known before any choice: `1 command point`, `2 points or more`.
fn price_words(world: &World<'_>, offer: &Offer) -> Option<String> {
    let pays = offer.pays.first()?;
    let cost = &world.game.quantities[pays.cost.at()];
    let purse = &world.game.purses[pays.purse.at()];
    let least = cost.least.filter(|least| *least > 0 && !purse.halves)?;
    let is_fixed = matches!(&cost.base, Base::Node(node) if matches!(node.expr, Expr::Const(_)));
    let more = if is_fixed && cost.modifiers.is_empty() { "" } else { " or more" };
    Some(format!("{}{more}", amount_words(least, purse)))
}

/// Values as items with these numbers. A number is its own key.
fn value_items(world: &World<'_>, values: &[Value], seat: u16, numbers: &[usize]) -> Vec<Item> {
    values
        .iter()
        .zip(numbers)
        .map(|(value, number)| item(world, key_of(value, *number), value, seat, value_note(world, value, seat)))
        .collect()
}

/// The text to type for a value with this number.
pub(super) fn key_of(value: &Value, number: usize) -> String {
    if let Value::Int(n) = value { n.to_string() } else { number.to_string() }
}

fn item(world: &World<'_>, key: String, value: &Value, seat: u16, note: String) -> Item {
    // A card is shown by its title. Its name is accepted as well.
    let card = value.as_ref().filter(|thing| thing.domain == Domain::Card);
    let words = card.map_or_else(|| sentence::word_of(world, value, seat), |card| world.title(card));
    let text = plain_words(&words);
    let owner = value.as_ref().filter(|thing| thing.domain == Domain::Piece).and_then(|thing| world.side_of(thing));
    let role = owner.map_or(Role::Plain, |side| Role::side(world.game, side));
    let group = match value {
        Value::Way(way) => cost_words(world, way).unwrap_or_default(),
        _ => String::new(),
    };
    Item { key, text, note, group, role, choice: Choice::Value(value.clone()) }
}

/// The cost of a way. None if ways of its walk have no cost.
fn cost_words(world: &World<'_>, way: &Way) -> Option<String> {
    world.game.walks[way.walk().at()].has_cost().then(|| format!("cost {}", world.show(&way.cost().value())))
}

/// Removes the cost of a path from its item, since it would reveal hidden information.
fn without_cost(item: &mut Item) {
    let cost = std::mem::take(&mut item.group);
    if let Some(names) = item.note.strip_prefix(&cost) {
        item.note = names.trim_start().to_owned();
    }
}

/// The end and the cost of a way.
fn cost_of_way(value: &Value) -> Option<(u16, Option<u16>, Value)> {
    match value {
        Value::Way(way) => Some((way.space(), way.facing(), way.cost().value())),
        _ => None,
    }
}

/// Something about values, unless it depends on what face-down pieces are.
fn known_about<T: PartialEq>(
    world: &World<'_>,
    unseen: &Unseen,
    values: &[Value],
    tell: impl Fn(&World<'_>, &[Value]) -> Option<Read<T>>,
) -> Option<Read<T>> {
    if unseen.has_pieces() { super::ask::known_of(world, unseen, values, tell) } else { tell(world, values) }
}

/// A note on a value: a piece's printed values and place, or a card's text.
fn value_note(world: &World<'_>, value: &Value, seat: u16) -> String {
    if let Value::Way(way) = value {
        let here = &world.index.at[way.space() as usize];
        let others = world.in_sight(here).into_iter().filter(|piece| *piece != way.piece());
        let names = others.map(|piece| world.name(Ref::piece(piece)));
        return cost_words(world, way).into_iter().chain(names).collect::<Vec<_>>().join("  ");
    }
    let Some(thing) = value.as_ref() else { return String::new() };
    match thing.domain {
        // A face-down piece has no note, because its name includes its place.
        Domain::Piece if world.is_face_down(thing.index) => String::new(),
        Domain::Piece => {
            let place = world.space_of(thing).map(|space| plain_words(&world.space_title(space, Some(seat))));
            // A name drawn on a piece does not show its kind.
            let named = world.unique(thing.index).is_some() || world.label_name(thing.index).is_some();
            let kind =
                named.then(|| world.game.kinds[world.state.pieces[thing.index as usize].kind as usize].title.clone());
            let words: Vec<String> = [kind, world.notation(thing.index), place].into_iter().flatten().collect();
            let badges = badge_titles(world, thing.index);
            std::iter::once(words.join(" "))
                .chain(badges)
                .filter(|words| !words.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        }
        Domain::Card => View::new(*world, Some(seat)).card_note(thing.index),
        Domain::Space => {
            let here = &world.index.at[thing.index as usize];
            let names = world.in_sight(here).into_iter().map(|piece| world.name(Ref::piece(piece)));
            names.collect::<Vec<_>>().join(" ")
        }
        Domain::List(list) => {
            let member = &world.game.lists[list as usize].members[thing.index as usize];
            if member.title == member.name { String::new() } else { member.title.clone() }
        }
        _ => String::new(),
    }
}

/// The numbers of the values of the parameter being chosen.
pub(super) fn staged_numbers(world: &World<'_>, staged: &Staged, open: &[Value], numbering: &Numbering) -> Vec<usize> {
    numbering.of_values(world, staged.offer, &staged.values, open)
}

/// The number of options before the members of a set: one for all members, if choosing all gives nothing up.
pub(super) fn options_before(query: &OfferQuery<'_>, open: &[Value]) -> usize {
    let all = members(&query.world, open).len();
    let whole = all > 1 && open.iter().any(|value| value.members().len() == all);
    usize::from(whole && query.offer.pays.is_empty() && query.offer.card.is_none())
}

fn staged_menu(world: &World<'_>, question: &Question, seat: u16, staged: &Staged, numbering: &Numbering) -> Menu {
    let query = look_at(world, question, seat, staged.offer);
    let open = query.open(&staged.values).unwrap_or_default();
    let sentence = plain_words(&sentence::act_sentence(world, staged.offer, &staged.values, seat));
    let Some(param) = query.offer.params.get(staged.values.len()) else {
        let answer = Answer::Act(staged.offer, staged.values.clone());
        let carry_out = Item::plain(CARRY_OUT, "carry it out", Choice::Answer(answer));
        return Menu {
            seat,
            heading: format!("{sentence}?"),
            items: vec![carry_out],
            pass: Some("cancel".to_owned()),
            ..Menu::default()
        };
    };
    let wanted = plain_words(&param.name);
    let is_first = sentence == plain_words(&query.offer.title);
    let is_set = matches!(param.source, Source::Several(_));
    let heading = match (is_first, is_set) {
        (true, _) => format!("{sentence}: which {wanted}?"),
        (false, true) => format!("{sentence}: {wanted}?"),
        (false, false) => format!("{sentence} {wanted} …"),
    };
    let mut menu = Menu { seat, heading, ..Menu::default() };
    if let Some(doc) = &param.doc {
        menu.heading.push_str(&format!(" ({})", doc.trim()));
    }
    if is_set {
        let all = members(world, &open);
        let before = options_before(&query, &open);
        menu.items = value_items(world, &all, seat, &in_order(all.len(), before + 1));
        if before > 0 {
            let bits = all.iter().filter_map(Value::as_ref).map(|thing| thing.index).collect();
            let domain = all.first().and_then(Value::domain).unwrap_or(Domain::Piece);
            let note = format!("all {} (or just press Enter)", all.len());
            let whole = Item::plain(1, "all", Choice::Value(Value::Set(domain, bits)));
            menu.items.insert(0, Item { note, ..whole });
            menu.enter = Some("all".to_owned());
        }
        menu.takes = Takes::Several { least: usize::from(!param.none_too), most: all.len() };
        menu.advice = Some(hints::set(world, &open, param.none_too, before));
    } else {
        let numbers = staged_numbers(world, staged, &open, numbering);
        menu.items = value_items(world, &open, seat, &numbers);
        let unseen = View::new(*world, Some(seat)).unseen();
        let costs = |world: &World<'_>, values: &[Value]| {
            let query = look_at(world, question, seat, staged.offer);
            query.telling(|query| query.open(values).map(|open| open.iter().map(cost_of_way).collect::<Vec<_>>()))
        };
        if known_about(world, &unseen, &staged.values, costs).is_none() {
            menu.items.iter_mut().for_each(without_cost);
        }
        if query.offer.chance.is_some() {
            let odds = |world: &World<'_>, values: &[Value]| {
                look_at(world, question, seat, staged.offer).telling(|query| query.odds_once_known(values))
            };
            for (item, value) in menu.items.iter_mut().zip(&open) {
                let values: Vec<Value> = staged.values.iter().chain([value]).cloned().collect();
                if let Some(Ok(Some(odds))) = known_about(world, &unseen, &values, odds) {
                    let gap = if item.note.is_empty() { "" } else { "  " };
                    item.note.push_str(&format!("{gap}{}", odds_words(&odds)));
                }
            }
        }
    }
    if let Some(only) = without_choice(&query, staged, seat) {
        menu.advice = Some(match menu.advice {
            Some(advice) => format!("{only}; {advice}"),
            None => only,
        });
    }
    if menu.items.iter().all(|item| item.key != "0") {
        menu.pass = Some("cancel".to_owned());
    }
    menu
}

/// The value set without a choice just before the current parameter: `left middle is the only area`.
fn without_choice(query: &OfferQuery<'_>, staged: &Staged, seat: u16) -> Option<String> {
    let mut parts = Vec::new();
    for (at, value) in staged.values.iter().enumerate().rev() {
        let param = query.offer.params.get(at)?;
        if matches!(param.source, Source::Equals(_)) || value.is_none() {
            continue;
        }
        // Of several that look the same only the first is among the choices.
        let is_alone = !has_twin(&query.world, value);
        if !is_alone || query.open(&staged.values[..at]).map_or(0, |open| open.len()) != 1 {
            break;
        }
        let name = plain_words(&sentence::word_of(&query.world, value, seat));
        parts.push(format!("{name} is the only {}", sentence::wanted_words(&param.name)));
    }
    parts.reverse();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Whether another piece on the board could stand for this one.
fn has_twin(world: &World<'_>, value: &Value) -> bool {
    let other = |piece: u16| Value::Ref(Ref::piece(piece));
    world.index.all.iter().map(other).any(|other| other != *value && world.are_twins(value, &other))
}

/// Odds in words: `7 or less, 58 %`.
fn odds_words(odds: &Odds) -> String {
    let number = odds.number;
    let wanted = match odds.comparison {
        Comparison::AtMost => format!("{number} or less"),
        Comparison::AtLeast => format!("{number} or more"),
        Comparison::Less => format!("less than {number}"),
        Comparison::Greater => format!("more than {number}"),
        Comparison::Equal | Comparison::Unequal => number.to_string(),
    };
    format!("{wanted}, {} %", odds.percent())
}

/// The members of all open sets, each once, in order.
pub(super) fn members(world: &World<'_>, open: &[Value]) -> Vec<Value> {
    let mut bits = crate::model::set::BitSet::new();
    let mut domain = None;
    for value in open {
        domain = domain.or(value.domain());
        bits.extend(&value.bits());
    }
    let Some(domain) = domain else { return Vec::new() };
    world.in_view(bits.iter().map(|index| Value::member(domain, index)).collect(), false)
}
