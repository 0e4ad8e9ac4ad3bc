//! A card that can be used in several ways is one option. It opens into its uses.

use crate::model::id::*;
use crate::play::World;
use crate::play::question::Question;
use crate::play::sentence::fold;

use super::complete::{Candidate, push};
use super::menu::{Choice, Item, Menu};
use super::view::card_note;

/// The offers that are plays of one card definition.
pub(super) fn uses(world: &World<'_>, offers: &[OfferId], card: u16) -> Vec<OfferId> {
    let of_card = |offer: &OfferId| world.game.offers[offer.at()].card.is_some_and(|(def, _)| def == card);
    offers.iter().copied().filter(of_card).collect()
}

/// The card that an offer shares with other offers of the same list.
pub(super) fn shared_card(world: &World<'_>, offers: &[OfferId], offer: OfferId) -> Option<u16> {
    let (card, _) = world.game.offers[offer.at()].card?;
    (uses(world, offers, card).len() > 1).then_some(card)
}

/// The card with several uses here that a text names.
pub(super) fn card_named(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<u16> {
    let (said, offers) = (fold(text), question.offers(seat));
    let is_named = |card: &u16| {
        let def = &world.game.card_defs[usize::from(*card)];
        fold(&def.title) == said || fold(&def.name) == said
    };
    offers.iter().find_map(|offer| shared_card(world, &offers, *offer).filter(is_named))
}

/// A use of a card in the words of its menu: `event`, `activation`.
fn title_of_use(world: &World<'_>, offer: OfferId, card: u16) -> String {
    let title = &world.game.offers[offer.at()].title;
    let of_card = format!("{} as ", world.game.card_defs[usize::from(card)].title);
    title.strip_prefix(&of_card).unwrap_or(title).to_owned()
}

/// The uses of a card as a numbered list.
pub(super) fn uses_menu(world: &World<'_>, question: &Question, seat: u16, card: u16) -> Menu {
    let def = &world.game.card_defs[usize::from(card)];
    let note = card_note(world, card, seat);
    let values = if note.is_empty() { String::new() } else { format!(" ({note})") };
    let item = |(at, offer): (usize, OfferId)| {
        let own = world.game.offers[offer.at()].doc.as_deref().or(def.doc.as_deref());
        let note = own.and_then(|doc| doc.lines().next()).unwrap_or_default().trim().to_owned();
        Item { note, ..Item::plain(at + 1, title_of_use(world, offer, card), Choice::Offer(offer)) }
    };
    Menu {
        seat,
        heading: format!("{}{values}: which use?", def.title),
        items: uses(world, &question.offers(seat), card).into_iter().enumerate().map(item).collect(),
        pass: Some("cancel".to_owned()),
        ..Menu::default()
    }
}

/// The uses of a card that continue a line.
pub(super) fn use_words(world: &World<'_>, question: &Question, seat: u16, card: u16, line: &str) -> Vec<Candidate> {
    let said = fold(line);
    let mut found = Vec::new();
    for item in uses_menu(world, question, seat, card).items {
        if fold(&item.text).starts_with(&said) {
            push(&mut found, item.text.clone(), item.text);
        }
    }
    found
}

/// The use of a card that a text names by its number or its own words.
pub(super) fn use_named(world: &World<'_>, question: &Question, seat: u16, card: u16, text: &str) -> Option<OfferId> {
    let said = fold(text);
    let said = said.strip_prefix("as ").unwrap_or(&said);
    let items = uses_menu(world, question, seat, card).items;
    items.into_iter().find(|item| item.key == said || fold(&item.text) == said).and_then(|item| match item.choice {
        Choice::Offer(offer) => Some(offer),
        _ => None,
    })
}
