//! Log entries as lines of text, for those who may read them.

use crate::draw::{Line, Role};
use crate::model::game::{Shown, Var};
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::journal::Entry as Answered;
use crate::play::log::{Entry, Event};
use crate::play::question::Answer;
use crate::play::secret::Secret;
use crate::play::sentence;
use crate::play::state::Spent;
use crate::source::plain_words;

use super::View;
use super::going::Moves;
use super::report::declined;
use super::story::{Telling, cited_behind};

/// What chance drew from a set: a card only by name if the seat sees it.
pub(super) fn lot_words(view: &View<'_>, prompt: &str, thing: Ref) -> String {
    let world = view.world();
    let hidden = thing.domain == Domain::Card && !view.sees_card(thing.index);
    let name = if hidden { "a card".to_owned() } else { world.title(thing) };
    format!("{}: {name}", world.told(prompt))
}

/// An event as a line. None if it is not worth a line or not visible.
pub(super) fn event_line(view: &View<'_>, journal: &[Answered], entry: &Entry, telling: Telling) -> Option<Line> {
    let world = view.world();
    let side = |seat: u16| (Role::side(world.game, seat), world.game.sides[seat as usize].title.clone());
    Some(match &entry.event {
        Event::Decision(seat, text, asked) => {
            let (role, name) = side(*seat);
            let mut line = Line::of(role, name)
                .and(Role::Plain, format!(": {}", hidden_decision(view, journal, entry, *seat, text)));
            let offer = offer_of(journal, entry).filter(|_| unseen_decision(view, journal, entry, *seat).is_none());
            if let Some(offer) = offer.filter(|_| telling.cites) {
                line.push(Role::Cite, cited_behind(world, &world.game.offers[offer.at()].cites));
            }
            if let Some(asked) = asked {
                let asked = plain_words(&world.told(asked));
                line.push(Role::Dim, format!("  ({})", asked.trim_end_matches(['.', ':'])));
            }
            line
        }
        Event::Moved(..) => Moves::begun(world, entry, 0, 0, 0)?.told(world),
        // Only moves of face-down pieces are shown.
        Event::Turned(piece, _) | Event::Faced(piece, _) | Event::Given(piece, _) if world.is_face_down(*piece) => {
            return None;
        }
        Event::Changed(_, of, ..) if world.has_face_down(&Value::Ref(*of)) => return None,
        Event::Changed(var, of, ..) if world.hides_var(*var, *of) => return None,
        Event::Paid(seat, purse, _) if hides_payment(world, *seat, *purse) => return None,
        Event::Counted(_, args, ..) if args.iter().any(|value| world.has_face_down(value)) => return None,
        Event::Counted(_, _, _, ledger) if world.hides_any(&ledger.secrets) => return None,
        Event::Turned(piece, mode) => {
            let owner = u16::from(world.state.pieces.get(*piece as usize)?.side);
            let mode = plain_words(&world.game.modes[*mode as usize].name);
            Line::of(Role::side(world.game, owner), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(": {mode}"))
        }
        Event::Given(piece, side) => {
            let side_title = world.title(Ref::side(*side));
            Line::of(Role::side(world.game, *side), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(" now belongs to {side_title}"))
        }
        Event::Faced(piece, direction) => {
            let owner = u16::from(world.state.pieces.get(*piece as usize)?.side);
            let direction = world.title(Ref::direction(*direction));
            Line::of(Role::side(world.game, owner), world.name(Ref::piece(*piece)))
                .and(Role::Plain, format!(" faces {direction}"))
        }
        Event::Changed(var, of, old, new) => changed_line(world, *var, *of, old, new)?,
        Event::Set(_, _, _, new) if !telling.details || world.has_face_down(new) => return None,
        Event::Set(scope, at, _, new) => {
            let scope = &world.game.scopes[scope.at()];
            let own = plain_words(&scope.own_at(*at)?.name);
            let line = Line::plain(format!("{}: {own} ", plain_words(&scope.name)));
            line.and(Role::Number, plain_words(&world.show(new)))
        }
        Event::Rolled(scope, faces) => {
            let mut line = Line::plain("dice");
            // A scope with its own line shows their purpose.
            if let Some(scope) = scope.filter(|scope| world.game.scopes[scope.at()].title.is_none()) {
                line.push(Role::Plain, format!(" for {}", plain_words(&world.game.scopes[scope.at()].name)));
            }
            let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
            line.and(Role::Plain, ": ").and(Role::Number, faces.join(" "))
        }
        Event::Paid(seat, purse, way) => {
            let (role, name) = side(*seat);
            let title = plain_words(&world.game.purses[purse.at()].title);
            Line::of(role, name).and(Role::Plain, format!(" pays {title}: {}", paid_with(view, way, *seat, false)))
        }
        Event::Cancelled(seat, offer, _) if view.unseen_act(*offer, *seat, &[]).is_some() => return None,
        Event::Cancelled(_, offer, _) => {
            Line::plain(format!("{} is cancelled", plain_words(&world.game.offers[offer.at()].title)))
        }
        Event::Declined(_, offer, by) if view.unseen_act(*offer, *by, &[]).is_some() => return None,
        Event::Declined(seat, ..) => Line::plain(declined(world, *seat)),
        Event::Lapsed(seat, offer, text) => {
            let (role, name) = side(*seat);
            let order = view.unseen_act(*offer, *seat, &[]).unwrap_or_else(|| plain_words(&world.told(text)));
            Line::of(role, name).and(Role::Plain, format!(": {order} is no longer possible"))
        }
        Event::Tried(name, number, hit) => Line::plain(tried_words(world, name, number, *hit)),
        Event::Drawn(seat, cards) => {
            let (what, (role, name)) = (drawn_words(view, *seat, cards), side(*seat));
            match view.is_draw_of_side(cards) {
                true => Line::of(role, name).and(Role::Plain, format!(" draws {what}")),
                false => Line::plain(format!("drawn: {what}")),
            }
        }
        Event::Card(card, spot) => {
            // A seat that saw where the card went still knows it after it has moved on.
            let zone = world.game.zone_at(*spot);
            let is_seen = view.sees_zone(zone, world.game.owner_of(*card, *spot));
            let name = if is_seen { world.title(Ref::card(*card)) } else { "a card".to_owned() };
            let text = format!("{name} to {}", plain_words(&world.game.zones[zone.at()].name));
            // Of a shared deck it matters whose hand it is.
            match world.game.holder(*spot) {
                Some(owner) => {
                    let (role, name) = side(owner);
                    Line::of(role, name).and(Role::Plain, format!(": {text}"))
                }
                None => Line::plain(text),
            }
        }
        Event::InForce(card, how_long) => Line::plain(force_words(world, *card, how_long.as_deref())),
        Event::Lot(prompt, thing) => Line::plain(lot_words(view, prompt, *thing)),
        Event::Arbitrated(text) => by_hand(text),
        Event::Said(text) => Line::plain(world.told(text)),
        Event::Counted(quantity, args, number, _) => {
            let number = number.map_or_else(|| "none".to_owned(), |n| world.show(&world.as_value(*quantity, Some(n))));
            Line::of(Role::Dim, format!("{}: ", quantity_words(world, *quantity, args))).and(Role::Number, number)
        }
        Event::Finished(outcome) => outcome_line(world, outcome),
        // `why` shows it.
        Event::LookedUp(..) => return None,
        Event::Scope(..) | Event::Step(..) | Event::Revealed(_) => return None,
    })
}

/// The cards that a side draws, or their number if the viewer does not see them.
pub(super) fn drawn_words(view: &View<'_>, seat: u16, cards: &[u16]) -> String {
    if !view.sees_drawn(seat, cards) {
        return counted(cards.len(), "card");
    }
    sentence::counted(cards.iter().map(|def| view.world().game.card_defs[usize::from(*def)].title.clone()))
}

/// What was tried, with the number that it needs: `no hit (needs 5)`.
pub(super) fn tried_words(world: &World<'_>, name: &str, number: &str, hit: bool) -> String {
    format!("{}{} (needs {})", if hit { "" } else { "no " }, plain_words(name), world.told(number))
}

/// True if a payment would reveal the value of a hidden variable.
pub(super) fn hides_payment(world: &World<'_>, seat: u16, purse: PurseId) -> bool {
    world.game.purses[purse.at()].var.is_some_and(|var| world.hides_var(var, Ref::side(seat)))
}

/// A card that comes into force for this duration, or ceases to be in force.
pub(super) fn force_words(world: &World<'_>, card: u16, how_long: Option<&str>) -> String {
    let (game, name) = (world.game, world.title(Ref::card(card)));
    let Some(how_long) = how_long else {
        // A card of which several sides have copies is named with its side: here no player's act says whose it is.
        let item = &game.cards[usize::from(card)];
        let is_of_several = game.cards.iter().any(|other| other.def == item.def && other.side != item.side);
        let whose = item.side.filter(|_| is_of_several).map(|side| format!(" of {}", game.side_title(side)));
        return format!("{name}{} is no longer in force", whose.unwrap_or_default());
    };
    format!("{name} is in force {how_long}")
}

/// A quantity with its arguments: `dice (KT1, MA2, 3)`.
pub(super) fn quantity_words(world: &World<'_>, quantity: QuantityId, args: &[Value]) -> String {
    let item = &world.game.quantities[quantity.at()];
    let words: Vec<String> = (args.iter())
        .filter(|value| !value.is_none() && !matches!(value, Value::Set(_, set) if set.is_empty()))
        .map(|value| match value {
            Value::Ref(thing) if thing.domain == Domain::Piece => world.name(*thing),
            other => plain_words(&world.show(other)),
        })
        .collect();
    let title = plain_words(&item.title);
    if words.is_empty() { title } else { format!("{title} ({})", words.join(", ")) }
}

/// The payment. With `cards` only the cards given up. Cards the viewer does not see are counted.
pub(super) fn paid_with(view: &View<'_>, way: &[Spent], seat: u16, cards: bool) -> String {
    let world = view.world();
    let is_card = |one: &Spent| one.giver.is_some_and(|giver| giver.domain == Domain::Card);
    let seen = |one: &Spent| one.giver.is_none_or(|giver| giver.domain != Domain::Card || view.sees_card(giver.index));
    let shown: Vec<Spent> = way.iter().filter(|one| seen(one) && (!cards || is_card(one))).copied().collect();
    let unseen = way.iter().filter(|one| one.amount > 0 && !seen(one)).count();
    let mut words: Vec<String> = Vec::new();
    // What was left over has no words.
    words.extend(Some(plain_words(&sentence::way_title(world, &shown, seat))).filter(|title| !title.is_empty()));
    if unseen > 0 {
        words.push(counted(unseen, "card"));
    }
    words.join(", ")
}

/// The result of a game as a line.
pub(super) fn outcome_line(world: &World<'_>, outcome: &Outcome) -> Line {
    let level = world.game.level_of(outcome.level).map(|level| level.title.clone());
    let mut line = match (outcome.winner(), world.game.side_titles(&outcome.winners)) {
        (Some(side), Some(title)) => Line::of(Role::side(world.game, side), title)
            .and(Role::Good, if level.is_some() { " victory" } else { " wins" }),
        (None, Some(titles)) => {
            let shared = if level.is_some() { "share the victory" } else { "win together" };
            Line::of(Role::Good, format!("{titles} {shared}"))
        }
        (_, None) => Line::of(Role::Good, "the game is drawn"),
    };
    if let Some(level) = level {
        line.push(Role::Good, format!(" ({level})"));
    }
    line
}

/// The offer chosen in a decision.
pub(super) fn offer_of(journal: &[Answered], entry: &Entry) -> Option<OfferId> {
    match journal.get(entry.at.checked_sub(1)?)? {
        Answered::Answer { answer: Answer::Act(offer, _), .. } => Some(*offer),
        _ => None,
    }
}

/// True if an entry is a decision hidden from the viewer.
pub(super) fn is_unseen(view: &View<'_>, journal: &[Answered], entry: &Entry) -> bool {
    let Event::Decision(seat, ..) = entry.event else { return false };
    unseen_decision(view, journal, entry, seat).is_some()
}

/// The text shown instead of a decision that the viewer does not see.
pub(super) fn unseen_decision(view: &View<'_>, journal: &[Answered], entry: &Entry, seat: u16) -> Option<String> {
    match journal.get(entry.at.checked_sub(1)?)? {
        Answered::Answer { answer: Answer::Act(offer, chosen), .. } => view.unseen_act(*offer, seat, chosen),
        _ => None,
    }
}

/// A seat's decision, without the names of cards the viewer does not see and of pieces face down for the viewer. If the
/// viewer does not see the decision at all, the text shown instead.
pub(super) fn hidden_decision(view: &View<'_>, journal: &[Answered], entry: &Entry, seat: u16, text: &str) -> String {
    let world = view.world();
    if let Some(words) = unseen_decision(view, journal, entry, seat) {
        return words;
    }
    let stored = entry.sealed.map(|var| Secret { what: Shown::Var(var), of: Ref::side(seat) });
    if let Some(words) = stored.and_then(|secret| world.hidden_words(&secret)) {
        return words.to_owned();
    }
    let answer = entry.at.checked_sub(1).and_then(|at| journal.get(at));
    let Some(Answered::Answer { answer, .. }) = answer else { return plain_words(&world.told(text)) };
    let things: Vec<Ref> = match answer {
        Answer::Several(things) => things.clone(),
        Answer::One(Value::Ref(thing)) => vec![*thing],
        Answer::Way(_) => return payment_words(view, seat, &plain_words(&world.told(text))),
        _ => return plain_words(&world.told(text)),
    };
    let cards = things.iter().filter(|thing| thing.domain == Domain::Card);
    let unseen = |card: &Ref| !view.sees_choices(seat) && !view.sees_card(card.index);
    if cards.clone().any(unseen) {
        counted(cards.count(), "card")
    } else if cards.count() == things.len() && !things.is_empty() {
        // The stored text is that of a saved game, which names cards as rules do.
        sentence::counted(things.iter().map(|thing| plain_words(&world.title(*thing))))
    } else {
        plain_words(&world.told(text))
    }
}

/// What a side paid with, as its decision names it; cards that the viewer does not see are only counted.
fn payment_words(view: &View<'_>, seat: u16, text: &str) -> String {
    let world = view.world();
    let unseen = |name: &str| {
        let mut cards = (0..world.game.cards.len() as u16).filter(|card| !view.sees_card(*card));
        !view.sees_choices(seat) && cards.any(|card| plain_words(&world.name(Ref::card(card))) == name)
    };
    let (mut words, mut hidden) = (Vec::new(), 0);
    for part in text.split(", ") {
        let (name, count) = match part.rsplit_once(" x") {
            Some((name, count)) => (name, count.parse().unwrap_or(1)),
            None => (part, 1),
        };
        if unseen(name) {
            hidden += count;
        } else {
            words.push(part.to_owned());
        }
    }
    if hidden > 0 {
        words.push(counted(hidden, "card"));
    }
    sentence::counted(words)
}

pub(super) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// A change of a variable as a line.
fn changed_line(world: &World<'_>, var: VarId, of: Ref, old: &Value, new: &Value) -> Option<Line> {
    let item = &world.game.vars[var.at()];
    let title = plain_words(&item.title);
    let line = match of.domain {
        Domain::Game => Line::new(),
        Domain::Side => Line::of(Role::side(world.game, of.index), format!("{}: ", world.title(of))),
        Domain::Piece => {
            let side = u16::from(world.state.pieces.get(of.index as usize)?.side);
            Line::of(Role::side(world.game, side), format!("{}: ", world.name(of)))
        }
        _ => Line::plain(format!("{}: ", plain_words(&world.title(of)))),
    };
    if item.ty == Type::Flag {
        return Some(line.and(Role::Plain, flag_word(item, new)));
    }
    let mut line = line.and(Role::Plain, format!("{title} ")).and(Role::Number, plain_words(&world.show(new)));
    if let (Value::Int(old), Value::Int(_)) = (old, new) {
        line.push(Role::Dim, format!(" (was {old})"));
    }
    Some(line)
}

/// The description of a bearer by a flag: its title, its opposite, or `no longer …`.
pub(super) fn flag_word(item: &Var, up: &Value) -> String {
    let title = plain_words(&item.title);
    match (up.is_yes(), &item.opposite) {
        (true, _) => title,
        (false, Some(opposite)) => plain_words(opposite),
        (false, None) => format!("no longer {title}"),
    }
}

/// A change of the position by hand.
pub(super) fn by_hand(text: &str) -> Line {
    Line::of(Role::Dim, "Arbiter: ").and(Role::Plain, text)
}
