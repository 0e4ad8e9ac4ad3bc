//! Decks with their zones, cards with their plays.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::words::{count, one_of_quoted};
use crate::model::card::{Card, CardDef, Deck, Lasts, Seen, Zone};
use crate::model::game::Game;
use crate::model::id::{DeckId, Domain, Ref, ZoneId};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, Name, Written};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::offer::{OfferHead, PendingOffer, declare_play, play_title};
use super::state::{complete, scope_named};
use super::value;
use crate::model::names::named;

/// The maximum number of copies of one card.
const MOST_COPIES: u32 = 200;
/// The maximum number of ends of a scope that a card lasts.
const MOST_ENDS: u32 = 200;

/// Declares decks and zones by name, because nouns, types and words refer to them.
pub(crate) fn declare_decks(builder: &mut GameBuilder, items: &Gathered) {
    for (entry, item) in items.each(|kind| if let ItemKind::Deck(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        builder.cites(&item.cites);
        let id = DeckId(builder.game.decks.len() as u16);
        if item.zones.len() < 2 {
            builder.report(
                Diagnostic::error("deck-zones", format!("the deck `{}` needs at least two zones", item.name.text))
                    .at(item.name.span, "drawn from, drawn into, put after use"),
            );
        }
        let mut zones = Vec::new();
        for (place, zone) in item.zones.iter().enumerate() {
            let spelt = zone_name(builder, &zone.name);
            let zone_id = ZoneId(builder.game.zones.len() as u16);
            let seen = match zone.seen.as_ref().map(|seen| seen.text.as_str()) {
                Some("hidden") => Seen::Hidden,
                Some("owner") => Seen::Owner,
                Some("open") => Seen::Open,
                Some(other) => {
                    let span = zone.seen.as_ref().map_or(zone.name.span, |seen| seen.span);
                    builder.report(error::unknown("way to see a zone", (other, span), ["hidden", "owner", "open"]));
                    Seen::Hidden
                }
                None if place == 0 => Seen::Hidden,
                None if place == 1 => Seen::Owner,
                None => Seen::Open,
            };
            builder.constant(&spelt, Value::Ref(Ref::new(Domain::Zone, zone_id.0)), Type::One(Domain::Zone, false));
            let own = zone.per_side || seen == Seen::Owner;
            if own && !item.per_side && place == 0 {
                builder.report(own_pile(&zone.name.text, &item.name.text, zone.name.span));
            }
            // The number of the first spot is known when all zones are counted.
            let spots = (own && !item.per_side).then_some(0);
            builder.game.zones.push(Zone { name: spelt, doc: zone.doc.clone(), deck: id, seen, spots });
            zones.push(zone_id);
        }
        let empty = item
            .empty
            .as_ref()
            .and_then(|rule| Some((zone_of(builder, &zones, &rule.from)?, zone_of(builder, &zones, &rule.into)?)));
        let title = builder.titled(item.title.as_ref(), &item.name);
        builder.game.decks.push(Deck {
            name,
            title,
            per_side: item.per_side,
            zones,
            empty,
            at_random: item.at_random,
            span: entry.span,
        });
    }
    number_spots(&mut builder.game);
}

/// Numbers the spots of zones that each side has for itself in a shared deck, behind all zones.
fn number_spots(game: &mut Game) {
    let (first, sides) = (game.zones.len(), game.sides.len());
    for (at, zone) in game.zones.iter_mut().enumerate().filter(|(_, zone)| zone.spots.is_some()) {
        zone.spots = Some((first + game.spots.len()) as u16);
        game.spots.extend((0..sides as u16).map(|side| (ZoneId(at as u16), side)));
    }
}

/// The name of a zone. Rules name zones without their decks, so no two decks have one of the same name.
fn zone_name(builder: &mut GameBuilder, name: &Name) -> String {
    let spelt = plain(&name.text);
    let other = builder.game.zones.iter().any(|zone| zone.name == spelt);
    match builder.declared.get(&spelt).copied().filter(|_| other) {
        Some(earlier) => {
            let problem = Diagnostic::error("declared-twice", format!("two zones are named `{}`", name.text));
            let problem = problem.at(name.span, "declared again").also(earlier, "declared here");
            builder.report(problem.help(format!("rules name a zone without its deck: rename one `{}`", name.text)));
            spelt
        }
        None => builder.declare(name),
    }
}

/// The draw pile of a deck that all sides share cannot be one side's.
fn own_pile(zone: &str, deck: &str, span: Span) -> Diagnostic {
    Diagnostic::error("deck-zones", format!("all sides draw from `{zone}`, so no side owns it"))
        .at(span, "the draw pile of a shared deck")
        .help(format!("write `{zone} hidden`, or `deck {deck} per side` for a deck of each side"))
}

fn zone_of(builder: &mut GameBuilder, zones: &[ZoneId], name: &Name) -> Option<ZoneId> {
    let spelt = plain(&name.text);
    let found = zones.iter().copied().find(|zone| builder.game.zones[zone.at()].name == spelt);
    if found.is_none() {
        let names = zones.iter().map(|zone| builder.game.zones[zone.at()].name.as_str());
        builder.report(error::unknown("zone of this deck", name, names));
    }
    found
}

/// Declares the printed cards with their plays, then the cards themselves: one for each copy, and a set for each side
/// of a `per side` deck.
pub(crate) fn declare_cards<'a>(builder: &mut GameBuilder, items: &Gathered<'a>, offers: &mut Vec<PendingOffer<'a>>) {
    let decks: Vec<&'a ast::Deck> =
        items.each(|kind| if let ItemKind::Deck(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    let mut undecked = Vec::new();
    for (entry, item) in items.each(|kind| if let ItemKind::Card(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let deck = match &item.deck {
            Some(deck) => builder.known("deck", deck, |game| &game.decks),
            // It counts as a card of the first deck, so that a missing `of` brings no further errors.
            None => {
                undecked.extend((builder.game.decks.len() != 1).then_some(&item.name));
                (!builder.game.decks.is_empty()).then_some(DeckId(0))
            }
        };
        let Some(deck) = deck else { continue };
        let id = builder.game.card_defs.len() as u16;
        let shown = builder.titled(item.title.as_ref(), &item.name);
        builder.game.card_defs.push(CardDef {
            name: name.clone(),
            title: shown.clone(),
            doc: entry.doc.cloned(),
            deck,
            facts: Vec::new(),
            plays: Vec::new(),
            lasts: Lasts::Resolving,
            lasts_words: None,
            cites,
            span: entry.span,
        });
        let common = decks.get(deck.at()).copied();
        let shared = common.map_or(&[][..], |deck| &deck.plays);
        let deck_cites = common.map_or(&item.cites, |deck| &deck.cites);
        let several = item.plays.len() + shared.len() > 1;
        let own = item.plays.iter().map(|play| (play, false));
        for (play, of_deck) in own.chain(shared.iter().map(|play| (play, true))) {
            let named = play.name.as_ref().filter(|_| several).map(|play| format!("{name}_{}", plain(&play.text)));
            let head = OfferHead {
                name: named.unwrap_or_else(|| name.clone()),
                title: play_title(&shown, play, several),
                doc: play.doc.clone().or_else(|| entry.doc.cloned()),
                cites: [&play.cites, if of_deck { deck_cites } else { &item.cites }, &item.cites]
                    .into_iter()
                    .find(|cites| !cites.is_empty())
                    .map_or(&[], Vec::as_slice),
                card: Some(id),
                play: play.name.as_ref().map(|name| plain(&name.text)),
                of_deck,
            };
            let offer =
                declare_play(builder, head, play, item.phrase.as_ref(), common.and_then(|deck| deck.pays.as_ref()));
            builder.game.card_defs[id as usize].plays.push(offer.id);
            offers.push(offer);
        }
        let side = item.phrase.as_ref().and_then(|phrase| only_side(builder, phrase));
        let first = builder.game.cards.len();
        let copies = builder.counted(item.copies, MOST_COPIES, "copies of a card", item.copies_at);
        // A mod may take a card out of the game with `replace card`.
        if copies == 0 && !entry.replaces {
            builder.report(error::no_copies(&item.name, item.copies_at));
        }
        let owners: Vec<Option<u16>> = match (builder.game.decks[deck.at()].per_side, side) {
            (true, Some(side)) => vec![Some(side)],
            (true, None) => (0..builder.game.sides.len() as u16).map(Some).collect(),
            (false, side) => vec![side.filter(|_| !builder.game.deck_is_held(deck))],
        };
        for side in owners {
            for _ in 0..copies {
                builder.game.cards.push(Card { def: id, side });
            }
        }
        let copies: Vec<u16> = (first as u16..builder.game.cards.len() as u16).collect();
        let (value, ty) = match copies.as_slice() {
            [only] => (Value::Ref(Ref::card(*only)), Type::One(Domain::Card, false)),
            _ => (Value::set(Domain::Card, copies), Type::Set(Domain::Card)),
        };
        builder.constant(&name, value, ty);
    }
    let problem = no_deck(&builder.game.decks, &undecked);
    builder.diagnostics.extend(problem);
}

/// Cards without `of`, in a game that has no deck or several: one error, whatever their number.
fn no_deck(decks: &[Deck], undecked: &[&Name]) -> Option<Diagnostic> {
    let (first, others) = undecked.split_first()?;
    let headline = match others {
        [] => format!("the card `{}` names no deck", first.text),
        others => format!("{} name no deck: `{}` and others", count(others.len() + 1, "card"), first.text),
    };
    let problem = Diagnostic::error("unknown-word", headline).at(first.span, "no deck after its name");
    let names: Vec<&str> = decks.iter().map(|deck| deck.name.as_str()).collect();
    Some(match decks {
        [one, second, ..] => problem
            .also(second.span, format!("cards need not name `{}` while it is the only deck", one.name))
            .help(format!("write `of` and its deck: {}", one_of_quoted(&names))),
        _ => problem.help("declare one: `deck NAME { zones pile hidden, hand owner }`"),
    })
}

/// `for French`: the only side that owns the card.
fn only_side(builder: &GameBuilder, phrase: &ast::Phrase) -> Option<u16> {
    let mut words = phrase.groups.iter().flat_map(|group| &group.words);
    match (words.next(), words.next()) {
        (Some(ast::PhraseWord::Word { not: false, name }), None) => super::subject::side_named(builder, &name.text),
        _ => None,
    }
}

/// The printed card with this name or title.
pub(crate) fn card_named(builder: &GameBuilder, name: &str) -> Option<u16> {
    let spelt = plain(name);
    builder.game.card_defs.iter().position(|def| def.name == spelt || def.title == name).map(|index| index as u16)
}

/// The printed card with this name or title. Reports a name that no card has.
pub(crate) fn card_of<'t>(builder: &mut GameBuilder, written: impl Into<Written<'t>>) -> Option<u16> {
    let written = written.into();
    let found = card_named(builder, written.text);
    if found.is_none() {
        let defs = &builder.game.card_defs;
        let names = defs.iter().map(|def| def.title.as_str()).chain(defs.iter().map(|def| def.name.as_str()));
        builder.report(error::unknown("card", written, names));
    }
    found
}

/// Fills in the facts of cards and how long they last.
pub(crate) fn fill_cards(builder: &mut GameBuilder, items: &Gathered) {
    let decks: Vec<&ast::Deck> =
        items.each(|kind| if let ItemKind::Deck(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    for (_, item) in items.each(|kind| if let ItemKind::Card(it) = kind { Some(it) } else { None }) {
        let Some(index) = named(&builder.game.card_defs, &item.name.text).map(usize::from) else { continue };
        let mut facts = vec![None; builder.game.facts.len()];
        value::read_facts(builder, Domain::Card, &item.body.facts, &mut facts);
        let facts = complete(builder, Domain::Card, facts, &|_| item.name.text.clone(), item.name.span);
        let deck = builder.game.card_defs[index].deck;
        let of_deck = decks.get(deck.at()).and_then(|deck| deck.lasts.as_ref());
        let lasts = read_lasts(builder, item.lasts.as_ref().or(of_deck));
        let lasts_words = match item.lasts.as_ref().or(of_deck) {
            Some(ast::Lasts::ForGood(Some(words))) => {
                if words.has_braces() {
                    builder.report(error::title_with_braces(words.span));
                }
                Some(words.plain())
            }
            _ => None,
        };
        let def = &mut builder.game.card_defs[index];
        def.facts = facts;
        def.lasts = lasts;
        def.lasts_words = lasts_words;
    }
}

/// How long the text of a card lasts after it was played.
fn read_lasts(builder: &mut GameBuilder, lasts: Option<&ast::Lasts>) -> Lasts {
    match lasts {
        None => Lasts::Resolving,
        Some(ast::Lasts::ForGood(_)) => Lasts::Good,
        Some(ast::Lasts::During(path)) => match scope_named(builder, path) {
            // The whole game is for good.
            Some(scope) if scope == builder.game.builtin.game => Lasts::Good,
            Some(scope) => Lasts::During(scope),
            None => Lasts::Resolving,
        },
        Some(ast::Lasts::Until { scope: path, side, times }) => {
            let scope = scope_named(builder, path);
            let named = side.as_ref().and_then(|side| super::subject::side_named(builder, &side.text));
            if let (Some(side), None, Some(_)) = (side, named, scope) {
                let names = builder.game.sides.iter().map(|side| side.name.as_str());
                builder.report(error::unknown("side", side, names));
            }
            if let (Some(side), Some(_), Some(scope)) = (side, named, scope) {
                let item = &builder.game.scopes[scope.at()];
                if matches!(item.kind, ScopeKind::Step(_)) && !builder.acting.contains(&scope) {
                    let why = format!("no side acts in `{}`, so it never ends for one", item.name);
                    let problem = error::unfit(&why, side.span);
                    builder.report(problem.help(format!("leave out `of {}`, or name a step of that side", side.text)));
                }
            }
            let times = match times {
                Some((0, span)) => {
                    builder.report(error::wrong_value(("x0", *span), "a number from 1").help("write `x2` or more"));
                    1
                }
                Some((times, span)) => builder.counted(Some(*times), MOST_ENDS, "ends of a scope", *span),
                None => 1,
            };
            scope.map_or(Lasts::Resolving, |scope| Lasts::Until { scope, side: named, times: times as u16 })
        }
    }
}
