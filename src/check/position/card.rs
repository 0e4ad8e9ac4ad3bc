//! Cards of a position: their zone, their owner, and whether there are enough of them.

use crate::model::setup::{Position, SetupCard};
use crate::source::plain;
use crate::syntax::ast::{Entry, Word};

use super::super::deck::card_named;
use super::super::error;
use super::super::maker::Maker;

/// The maximum number of cards of one name that a line puts into a zone.
const MOST_CARDS: u32 = 200;

/// True if a zone of any deck has this name.
pub(super) fn is_zone(maker: &Maker, name: &str) -> bool {
    let spelt = plain(name);
    maker.game.zones.iter().any(|zone| zone.name == spelt)
}

/// Reads the cards in a zone, by name.
pub(super) fn read_cards(maker: &mut Maker, zone: &Word, entries: &[Entry], side: Option<u16>, into: &mut Position) {
    for entry in entries {
        if let Some(label) = &entry.label {
            maker.report(error::too_much(&label.text, label.span, "a card needs no label; use its name"));
        }
        for thing in &entry.things {
            let words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
            let name = words.join(" ");
            let Some(card) = card_named(maker, &name) else {
                let names: Vec<String> = maker.game.card_defs.iter().map(|def| def.name.clone()).collect();
                maker.report(error::unknown("card", &name, thing.span, names.iter().map(String::as_str)));
                continue;
            };
            let deck = maker.game.card_defs[card as usize].deck;
            let spelt = plain(&zone.text);
            let zones = &maker.game.decks[deck.at()].zones;
            let Some(found) = zones.iter().copied().find(|zone| maker.game.zones[zone.at()].name == spelt) else {
                let title = maker.game.decks[deck.at()].title.clone();
                let zones: Vec<&str> = zones.iter().map(|zone| maker.game.zones[zone.at()].name.as_str()).collect();
                let zones = zones.join("`, `");
                let problem = error::wrong_value(&name, thing.span, &format!("a card that can lie in `{}`", zone.text))
                    .help(format!("it belongs to {title}, whose zones are `{zones}`"));
                maker.report(problem);
                continue;
            };
            if side.is_none() && maker.game.decks[deck.at()].per_side {
                let first = maker.game.sides.first().map(|side| side.name.clone()).unwrap_or_default();
                let problem = error::wrong_value(&name, thing.span, "a card whose side is known").help(format!(
                    "each side has this deck: write `{first} {}: …`, or put it into `{first} {{ … }}`",
                    zone.text
                ));
                maker.report(problem);
                continue;
            }
            for _ in 0..maker.counted(thing.count, MOST_CARDS, "cards", thing.span) {
                into.cards.push(SetupCard { zone: found, side, card, span: thing.span });
            }
        }
    }
}

/// Reports more cards of a name than there are.
pub(crate) fn check_cards(maker: &mut Maker, position: &Position) {
    let mut seen: Vec<(Option<u16>, u16, usize)> = Vec::new();
    for SetupCard { side, card, span, .. } in &position.cards {
        let at = seen.iter().position(|one| (one.0, one.1) == (*side, *card)).unwrap_or_else(|| {
            seen.push((*side, *card, 0));
            seen.len() - 1
        });
        seen[at].2 += 1;
        let own = |one: &&crate::model::card::Card| {
            one.def == *card && (side.is_none() || one.side.is_none() || one.side == *side)
        };
        let there = maker.game.cards.iter().filter(own).count();
        if seen[at].2 == there + 1 {
            let title = maker.game.card_defs[*card as usize].title.clone();
            maker.report(error::too_much(&title, *span, &format!("the deck has only {there} of these cards")));
        }
    }
}
