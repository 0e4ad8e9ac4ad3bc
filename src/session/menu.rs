//! What may be answered now, as a numbered list.

use crate::model::id::*;
use crate::model::node::Comparison;
use crate::model::offer::{Offer, Source};
use crate::model::value::Value;
use crate::play::World;
use crate::play::odds::Odds;
use crate::play::offers::Look;
use crate::play::question::{Answer, Kind, Question};
use crate::play::sentence;

use super::hints;
use super::story::plain_words;
use super::{Session, Staged};

/// A numbered list of what may be answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Who is asked.
    pub seat: u16,
    /// What is asked.
    pub heading: String,
    /// The choices.
    pub items: Vec<Item>,
    /// What passing is called here, if one may pass.
    pub pass: Option<String>,
    /// How to answer, where a number alone is not enough.
    pub advice: Option<String>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What to type: a number, or the value where values are numbers themselves.
    pub key: String,
    /// What it is.
    pub text: String,
    /// More about it, of less weight.
    pub note: String,
    /// The side whose thing it is.
    pub side: Option<u16>,
    pub(super) choice: Choice,
}

/// What an item stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// An offer, to be opened.
    Offer(OfferId),
    /// A value of a parameter, or a member of a set.
    Value(Value),
    /// A whole answer.
    Answer(Answer),
}

impl Session {
    /// What may be answered now; empty if nothing is asked.
    pub fn menu(&self) -> Menu {
        let Some((seat, question)) = self.question() else { return Menu::default() };
        self.world(|world| match &self.staged {
            Some(staged) => {
                let mut menu = staged_menu(world, question, seat, staged);
                if self.is_as_opened(world, question, seat, staged) {
                    menu.pass = None;
                }
                menu
            }
            None => question_menu(world, question, seat),
        })
    }

    /// The offer that is being put together, as a sentence so far.
    pub fn staged(&self) -> Option<String> {
        let staged = self.staged.as_ref()?;
        let seat = self.question()?.0;
        let begun = self.world(|world| sentence::act_sentence(world, staged.offer, &staged.values, seat));
        Some(plain_words(&begun))
    }
}

/// The offers of a question that are open to a seat.
pub(super) fn offers_of(question: &Question, seat: u16) -> Vec<OfferId> {
    match &question.kind {
        Kind::Act { offers, .. } => offers.clone(),
        Kind::Window { offers } => offers.iter().filter(|(one, _)| *one == seat).map(|(_, offer)| *offer).collect(),
        _ => Vec::new(),
    }
}

/// A look at an offer as a question makes it.
pub(super) fn look_at<'a>(world: &World<'a>, question: &Question, seat: u16, offer: OfferId) -> Look<'a> {
    match &question.kind {
        Kind::Act { free, bound, .. } => Look::new(world, offer, seat, *free, *bound),
        _ => Look::new(world, offer, seat, false, None),
    }
}

pub(super) fn question_menu(world: &World<'_>, question: &Question, seat: u16) -> Menu {
    let heading = world.told(&question.prompt).replace('_', " ");
    let mut menu = Menu { seat, heading, ..Menu::default() };
    match &question.kind {
        Kind::Act { pass, .. } => {
            menu.pass = pass.clone();
            menu.items = offer_items(world, &offers_of(question, seat));
        }
        Kind::Window { .. } => {
            menu.heading = "Step in?".to_owned();
            menu.pass = Some("pass".to_owned());
            menu.items = offer_items(world, &offers_of(question, seat));
        }
        Kind::One { of, optional } => {
            menu.pass = optional.then(|| "none".to_owned());
            menu.items = value_items(world, of, seat);
        }
        Kind::Several { of, least, most } => {
            let values: Vec<Value> = of.iter().map(|thing| Value::Ref(*thing)).collect();
            menu.items = value_items(world, &values, seat);
            menu.pass = (*least == 0).then(|| "none".to_owned());
            menu.advice = Some(hints::several(of.len(), *least, *most));
        }
        Kind::Split { number, over, first } => {
            for (at, (thing, most)) in over.iter().enumerate() {
                let mut note = if most < number { format!("at most {most}") } else { String::new() };
                if let Some((_, least)) = first.filter(|(first, _)| first == thing) {
                    note = format!("first of all, at least {}", least.min(*number));
                }
                let value = Value::Ref(*thing);
                menu.items.push(item(world, at + 1, &value, seat, note));
            }
            menu.advice = hints::split(world, question, seat);
        }
        Kind::Number { from, to } => menu.advice = Some(format!("a number from {from} to {to}")),
        Kind::YesNo => {
            for (key, text, yes) in [("y", "yes", true), ("n", "no", false)] {
                menu.items.push(Item {
                    key: key.to_owned(),
                    text: text.to_owned(),
                    note: String::new(),
                    side: None,
                    choice: Choice::Answer(Answer::Yes(yes)),
                });
            }
        }
        Kind::Pay { ways } => {
            for (at, way) in ways.iter().enumerate() {
                menu.items.push(Item {
                    key: (at + 1).to_string(),
                    text: plain_words(&sentence::way_title(world, way, seat)),
                    note: String::new(),
                    side: None,
                    choice: Choice::Answer(Answer::Way(at as u16)),
                });
            }
        }
    }
    menu
}

fn offer_items(world: &World<'_>, offers: &[OfferId]) -> Vec<Item> {
    let items = offers.iter().enumerate().map(|(at, id)| {
        let offer = &world.game.offers[id.at()];
        Item {
            key: (at + 1).to_string(),
            text: offer.title.clone(),
            note: offer_note(world, offer),
            side: None,
            choice: Choice::Offer(*id),
        }
    });
    items.collect()
}

/// What must be chosen for an offer, and its first line of documentation.
fn offer_note(world: &World<'_>, offer: &Offer) -> String {
    let chosen = |param: &&crate::model::offer::OfferParam| !matches!(param.source, Source::Equals(_));
    let names: Vec<String> = offer.params.iter().filter(chosen).map(|param| param.name.replace('_', " ")).collect();
    let card = offer.card.map(|(def, _)| &world.game.card_defs[def as usize]);
    let doc = offer.doc.as_deref().or(card.and_then(|card| card.doc.as_deref()));
    let doc = doc.and_then(|doc| doc.lines().next()).map(str::trim).unwrap_or_default();
    match (names.is_empty(), doc.is_empty()) {
        (true, _) => doc.to_owned(),
        (false, true) => names.join(", "),
        (false, false) => format!("{}: {doc}", names.join(", ")),
    }
}

/// Values as items; numbers are their own keys.
fn value_items(world: &World<'_>, values: &[Value], seat: u16) -> Vec<Item> {
    values
        .iter()
        .enumerate()
        .map(|(at, value)| item(world, at + 1, value, seat, value_note(world, value, seat)))
        .collect()
}

fn item(world: &World<'_>, number: usize, value: &Value, seat: u16, note: String) -> Item {
    let text = plain_words(&sentence::word_of(world, value, seat));
    let key = if let Value::Int(n) = value { n.to_string() } else { number.to_string() };
    let side = value.as_ref().filter(|thing| thing.domain == Domain::Piece).and_then(|thing| world.side_of(thing));
    Item { key, text, note, side, choice: Choice::Value(value.clone()) }
}

/// More about a value: what is printed on a piece and where it stands, what a card says.
fn value_note(world: &World<'_>, value: &Value, seat: u16) -> String {
    if let Value::Way(way) = value {
        let here = &world.index.at[way.space() as usize];
        let names = here.iter().filter(|piece| *piece != way.piece()).map(|piece| world.name(Ref::piece(piece)));
        let cost = format!("cost {}", world.show(&way.cost().value()));
        return std::iter::once(cost).chain(names).collect::<Vec<_>>().join("  ");
    }
    let Some(thing) = value.as_ref() else { return String::new() };
    match thing.domain {
        // Of what lies face down there is no more to say than its name, place included.
        Domain::Piece if world.is_face_down(thing.index) => String::new(),
        Domain::Piece => {
            let place = world.space_of(thing).map(|space| plain_words(&world.space_title(space, Some(seat))));
            // A name that is drawn on a piece does not say of what kind it is.
            let named = world.unique(thing.index).is_some() || world.label_name(thing.index).is_some();
            let kind =
                named.then(|| world.game.kinds[world.state.pieces[thing.index as usize].kind as usize].title.clone());
            [kind, world.notation(thing.index), place].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Domain::Card => super::view::card_note(world, world.game.cards[thing.index as usize].def),
        Domain::Space => {
            let here = &world.index.at[thing.index as usize];
            here.iter().map(|piece| world.name(Ref::piece(piece))).collect::<Vec<_>>().join(" ")
        }
        Domain::List(list) => {
            let member = &world.game.lists[list as usize].members[thing.index as usize];
            if member.title == member.name { String::new() } else { member.title.clone() }
        }
        _ => String::new(),
    }
}

fn staged_menu(world: &World<'_>, question: &Question, seat: u16, staged: &Staged) -> Menu {
    let look = look_at(world, question, seat, staged.offer);
    let open = look.open(&staged.values).unwrap_or_default();
    let Some(param) = look.offer.params.get(staged.values.len()) else { return Menu::default() };
    let sentence = plain_words(&sentence::act_sentence(world, staged.offer, &staged.values, seat));
    let mut menu = Menu { seat, heading: format!("{sentence}: {}", param.name.replace('_', " ")), ..Menu::default() };
    if let Some(doc) = &param.doc {
        menu.heading.push_str(&format!(" ({})", doc.trim()));
    }
    if let Source::Several(_) = param.source {
        menu.items = value_items(world, &members(&open), seat);
        menu.advice = Some(hints::set(&open, param.none_too));
    } else {
        menu.items = value_items(world, &open, seat);
        if look.offer.chance.is_some() {
            for (item, value) in menu.items.iter_mut().zip(&open) {
                let values: Vec<Value> = staged.values.iter().chain([value]).cloned().collect();
                if let Ok(Some(odds)) = look.odds_once_known(&values) {
                    let gap = if item.note.is_empty() { "" } else { "  " };
                    item.note.push_str(&format!("{gap}{}", odds_words(&odds)));
                }
            }
        }
    }
    if menu.items.iter().all(|item| item.key != "0") {
        menu.pass = Some("cancel".to_owned());
    }
    menu
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

/// The members of all sets that are open, each once, in order.
pub(super) fn members(open: &[Value]) -> Vec<Value> {
    let mut bits = crate::model::set::BitSet::new();
    let mut domain = None;
    for value in open {
        domain = domain.or(value.domain());
        bits.extend(&value.bits());
    }
    let Some(domain) = domain else { return Vec::new() };
    bits.iter().map(|index| Value::member(domain, index)).collect()
}
