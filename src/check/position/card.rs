//! Cards of a position: their zone, their owner, and whether there are enough of them.

use crate::model::card::{CardDef, Lasts};
use crate::model::id::{Domain, OfferId};
use crate::model::setup::{Given, Position, SetupCard, SetupForce};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{Entry, Word};

use super::super::builder::GameBuilder;
use super::super::deck::{card_named, card_of};
use super::super::error;

/// The maximum number of cards of one name that a line puts into a zone.
const MOST_CARDS: u32 = 200;

/// True if a zone of any deck has this name.
pub(super) fn is_zone(builder: &GameBuilder, name: &str) -> bool {
    let spelt = plain(name);
    builder.game.zones.iter().any(|zone| zone.name == spelt)
}

/// Reads the cards in a zone, by name.
pub(super) fn read_cards(
    builder: &mut GameBuilder,
    zone: &Word,
    entries: &[Entry],
    side: Option<u16>,
    into: &mut Position,
) {
    for entry in entries {
        if let Some(label) = &entry.label {
            builder.report(error::too_much(label, "a card needs no label; use its name"));
        }
        for thing in &entry.things {
            let words: Vec<&str> = thing.words.iter().map(|word| word.text.as_str()).collect();
            let name = words.join(" ");
            // `hand: none` is an empty hand.
            if name == "none" && entries.len() == 1 && entry.things.len() == 1 && entry.label.is_none() {
                continue;
            }
            let Some(card) = card_of(builder, (&name, thing.span)) else { continue };
            let deck = builder.game.card_defs[card as usize].deck;
            let spelt = plain(&zone.text);
            let zones = &builder.game.decks[deck.at()].zones;
            let Some(found) = zones.iter().copied().find(|zone| builder.game.zones[zone.at()].name == spelt) else {
                let title = builder.game.decks[deck.at()].title.clone();
                let zones: Vec<&str> = zones.iter().map(|zone| builder.game.zones[zone.at()].name.as_str()).collect();
                let zones = zones.join("`, `");
                let problem =
                    error::wrong_value((&name, thing.span), &format!("a card that can lie in `{}`", zone.text))
                        .help(format!("it belongs to {title}, whose zones are `{zones}`"));
                builder.report(problem);
                continue;
            };
            if side.is_none() && builder.game.each_side_has(found) {
                let first = builder.game.sides.first().map(|side| side.name.clone()).unwrap_or_default();
                let problem = error::wrong_value((&name, thing.span), "a card whose side is known").help(format!(
                    "each side has its own `{0}`: write `{first} {}: …`, or put it into `{first} {{ … }}`",
                    zone.text
                ));
                builder.report(problem);
                continue;
            }
            for _ in 0..builder.counted(thing.count, MOST_CARDS, "cards", thing.span) {
                into.cards.push(SetupCard { zone: found, side, card, span: thing.span });
            }
        }
    }
}

/// Reads the cards in force, by name, each with what was chosen for it: `in force: Oath bonus 2`.
pub(super) fn read_in_force(builder: &mut GameBuilder, entries: &[Entry], side: Option<u16>, into: &mut Position) {
    for thing in entries.iter().flat_map(|entry| &entry.things) {
        // The longest beginning that is a card's name; the rest are names of parameters with their values.
        let named = (1..=thing.words.len()).rev().find_map(|count| {
            let name: Vec<&str> = thing.words[..count].iter().map(|word| word.text.as_str()).collect();
            Some((card_named(builder, &name.join(" "))?, &thing.words[count..]))
        });
        let Some((card, rest)) = named else {
            let name = builder.sources.text(thing.span).to_owned();
            card_of(builder, (&name, thing.span));
            continue;
        };
        let def = builder.game.card_defs[card as usize].clone();
        if def.lasts == Lasts::Resolving {
            let problem = error::wrong_value((&def.title, thing.span), "a card that lasts")
                .help(format!("write `lasts for good` or another lifetime in `card {}`", def.name));
            builder.report(problem);
            continue;
        }
        let chosen = read_chosen(builder, &def, rest, thing.span);
        for _ in 0..builder.counted(thing.count, MOST_CARDS, "cards", thing.span) {
            into.in_force.push(SetupForce { side, card, chosen: chosen.clone(), span: thing.span });
        }
    }
}

/// What was chosen when a card was played: names of parameters of one of its plays, each with its value.
fn read_chosen(builder: &mut GameBuilder, def: &CardDef, words: &[Word], span: Span) -> Option<(OfferId, Vec<Given>)> {
    let first = words.first()?;
    let scope = |builder: &GameBuilder, play: OfferId| builder.game.offers[play.at()].scope;
    let own: Vec<OfferId> = def.plays.iter().copied().filter(|play| !builder.game.offers[play.at()].of_deck).collect();
    let names = |builder: &GameBuilder, play: OfferId| -> Vec<String> {
        builder.game.scopes[scope(builder, play).at()].params.iter().map(|param| param.name.clone()).collect()
    };
    // `by PLAY`, or the play that has a parameter of this name.
    let (play, words) = match (first.text.as_str(), words.get(1)) {
        ("by", Some(word)) => {
            let named = own.iter().copied().find(|play| plain(&builder.game.offer_key(*play)) == plain(&word.text));
            if named.is_none() {
                let keys: Vec<String> = own.iter().map(|play| builder.game.offer_key(*play)).collect();
                let problem = error::unknown("play of this card", word, &keys);
                builder.report(problem);
                return None;
            }
            (named, &words[2..])
        }
        _ => (own.iter().copied().find(|play| names(builder, *play).contains(&plain(&first.text))), words),
    };
    let Some(play) = play else {
        let known: Vec<String> = own.iter().flat_map(|play| names(builder, *play)).collect();
        builder.report(error::unknown("choice for this card", first, &known));
        return None;
    };
    let params = builder.game.scopes[scope(builder, play).at()].params.clone();
    let mut values = vec![Given::Value(Value::None); params.len()];
    for pair in words.chunks(2) {
        let Some(at) = params.iter().position(|param| param.name == plain(&pair[0].text)) else {
            let known = params.iter().map(|param| param.name.as_str());
            builder.report(error::unknown("choice for this card", &pair[0], known));
            continue;
        };
        match pair.get(1) {
            Some(word) => {
                values[at] = match params[at].ty {
                    Type::One(Domain::Piece, _) if word.text != "none" => Given::Piece(plain(&word.text)),
                    Type::Set(Domain::Piece) if word.text != "none" => {
                        Given::Pieces(word.slashed().iter().map(|part| plain(&part.text)).collect())
                    }
                    ty => Given::Value(super::super::value::read_value(builder, word, ty, None)?),
                }
            }
            None => builder.report(error::needs((&pair[0].text, span), "a value")),
        }
    }
    Some((play, values))
}

/// Reports more cards of a name than there are.
pub(crate) fn check_cards(builder: &mut GameBuilder, position: &Position) {
    let lying = position.cards.iter().map(|one| (one.side, one.card, one.span)).collect::<Vec<_>>();
    let in_force = position.in_force.iter().map(|one| (one.side, one.card, one.span)).collect::<Vec<_>>();
    count_cards(builder, &lying);
    count_cards(builder, &in_force);
}

fn count_cards(builder: &mut GameBuilder, cards: &[(Option<u16>, u16, Span)]) {
    let mut seen: Vec<(Option<u16>, u16, usize)> = Vec::new();
    for (side, card, span) in cards {
        let at = seen.iter().position(|one| (one.0, one.1) == (*side, *card)).unwrap_or_else(|| {
            seen.push((*side, *card, 0));
            seen.len() - 1
        });
        seen[at].2 += 1;
        let own = |one: &&crate::model::card::Card| {
            one.def == *card && (side.is_none() || one.side.is_none() || one.side == *side)
        };
        let there = builder.game.cards.iter().filter(own).count();
        if seen[at].2 == there + 1 {
            let title = builder.game.card_defs[*card as usize].title.clone();
            builder.report(error::cards_lacking(&title, there, *span));
        }
    }
}
