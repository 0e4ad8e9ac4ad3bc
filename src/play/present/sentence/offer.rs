//! An offer as a sentence: its title, then the values of its parameters, written and read.

use std::cmp::Reverse;

use crate::diagnostic::words::one_of_quoted;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::answers::question::Answer;
use crate::play::options::offers::OfferQuery;
use crate::play::store::world::{Fault, Read, World};
use crate::source::plain_words;

use super::misread::{Misread, as_typed, filled_in, is_empty_set, no_name, own_words, too_early};
use super::spelling::{
    begins_with, behind, card_not_held, fold, leads_to, longest, name_apart, names_of_offer, no_such, offers_called,
    spellings, word_of,
};
use super::times;

/// An offer with its values as a sentence. Values without a choice are left out.
pub fn act_sentence(world: &World<'_>, offer: OfferId, values: &[Value], seat: u16) -> String {
    let title = &world.game.offers[offer.at()].title;
    sentence_of(world, title, offer, values, seat)
}

/// An action that is one of `offers` as a sentence: the name stands for the title if another of them has that title.
pub(super) fn told_apart(
    world: &World<'_>,
    offers: Vec<OfferId>,
    offer: OfferId,
    values: &[Value],
    seat: u16,
) -> String {
    let item = &world.game.offers[offer.at()];
    let title = item.shares_title.then(|| fold(&item.title));
    let has_it = |other: OfferId| {
        other != offer && names_of_offer(world.game, &world.game.offers[other.at()]).any(|name| Some(name) == title)
    };
    match title.is_some() && offers.into_iter().any(has_it) {
        true => sentence_of(world, &name_apart(world.game, item), offer, values, seat),
        false => act_sentence(world, offer, values, seat),
    }
}

fn sentence_of(world: &World<'_>, title: &str, offer: OfferId, values: &[Value], seat: u16) -> String {
    let item = &world.game.offers[offer.at()];
    let mut text = title.to_owned();
    let mut first = true;
    for (param, value) in item.params.iter().zip(values) {
        if matches!(param.source, Source::Equals(_)) || value.is_none() {
            continue;
        }
        let words = word_of(world, value, seat);
        if words.is_empty() {
            continue;
        }
        if !first {
            text.push(' ');
            text.push_str(&param.name);
        }
        first = false;
        text.push(' ');
        text.push_str(&words);
    }
    text
}

/// The titles of offers in a list, with the uses of a card joined: `March, Truce as event/resources`.
pub fn titles_of(game: &Game, offers: &[OfferId]) -> String {
    let mut told = String::new();
    let mut last = None;
    for id in offers {
        let offer = &game.offers[id.at()];
        let card = offer.card.map(|(card, _)| card);
        let begin = card.map(|card| format!("{} as ", game.card_defs[usize::from(card)].title));
        let of_card = begin.and_then(|begin| offer.title.strip_prefix(begin.as_str()));
        match of_card.filter(|_| last == card) {
            Some(another) => told.extend(["/", another]),
            None => told.extend([if told.is_empty() { "" } else { ", " }, offer.title.as_str()]),
        }
        last = of_card.and(card);
    }
    told
}

/// Reads a sentence about one offer.
///
/// # Errors
/// What is wrong with it.
pub fn read_offer(world: &World<'_>, offer: OfferId, seat: u16, text: &str) -> Result<Answer, Misread> {
    read_act(world, &[offer], seat, false, None, text)
}

/// Reads a sentence about one of several offers.
pub(super) fn read_act(
    world: &World<'_>,
    offers: &[OfferId],
    seat: u16,
    free: bool,
    bound: Option<Ref>,
    text: &str,
) -> Result<Answer, Misread> {
    let said = fold(text);
    let called = offers_called(world.game, offers.iter().copied(), &said);
    let Some(&(_, length)) = called.first() else {
        let titles = titles_of(world.game, offers);
        let all = (0..world.game.offers.len() as u16).map(OfferId);
        let known = offers_called(world.game, all, &said);
        // If a card has the name of an action, the action takes precedence.
        let length = known.first().map_or(0, |(_, length)| *length);
        let longest =
            || known.iter().take_while(|(_, other)| *other == length).map(|(id, _)| &world.game.offers[id.at()]);
        let action = longest().find(|offer| offer.card.is_none());
        let text = match (action, card_not_held(world, seat, &said), longest().next()) {
            (Some(offer), ..) | (None, None, Some(offer)) => {
                format!("{} is not possible now; you can: {titles}", offer.title)
            }
            (None, Some(card), _) => format!("{card} is not in your hand; you can: {titles}"),
            (None, None, None) => format!("no action has that name; you can: {titles}"),
        };
        return Err(Misread::new(text, usize::MAX));
    };
    let rest = said[length..].trim();
    let mut problem = None;
    let mut meant: Vec<(OfferId, Vec<Value>)> = Vec::new();
    let called: Vec<OfferId> = called.iter().filter(|(_, other)| *other == length).map(|(id, _)| *id).collect();
    for id in &called {
        let query = OfferQuery::new(world, *id, seat, free, bound);
        let mut values = Vec::new();
        if reads_plainly(&query, rest, &mut values).unwrap_or(false) {
            meant.push((*id, values));
            continue;
        }
        values.clear();
        match read_params(&query, rest, &mut values) {
            Ok(()) => meant.push((*id, values)),
            Err(other) => problem = Some(Misread::further(problem, other)),
        }
    }
    let either: Vec<OfferId> = if rest.is_empty() { called } else { meant.iter().map(|(id, _)| *id).collect() };
    if let [_, _, ..] = either.as_slice() {
        let names: Vec<String> = either.iter().map(|id| name_apart(world.game, &world.game.offers[id.at()])).collect();
        let text = format!("several actions have this name; begin with {}", one_of_quoted(&names));
        return Err(Misread::new(text, 0));
    }
    if let Some((id, values)) = meant.pop() {
        return Ok(Answer::Act(id, values));
    }
    let mut problem = problem.unwrap_or_else(|| Misread::new("not possible now", rest.len()));
    problem.text = as_typed(&problem.text, text);
    Err(problem)
}

/// The offer and values of a sentence that names every value in order, if it is legal. Other options are not listed.
/// `offers`: those that may be open. `None` if the sentence must be read against all choices.
///
/// # Errors
/// When a rule is faulty.
pub fn read_plainly(
    world: &World<'_>,
    offers: &[OfferId],
    seat: u16,
    text: &str,
) -> Read<Option<(OfferId, Vec<Value>)>> {
    let said = fold(text);
    for (id, length) in offers_called(world.game, offers.iter().copied(), &said) {
        let query = OfferQuery::new(world, id, seat, false, None);
        let mut values = Vec::new();
        if reads_plainly(&query, said[length..].trim(), &mut values)? {
            return Ok(Some((id, values)));
        }
        if query.is_open()? {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Reads the values of the parameters from `rest` on, and backtracks to shorter readings of a name.
pub(super) fn read_params(query: &OfferQuery<'_>, rest: &str, values: &mut Vec<Value>) -> Result<(), Misread> {
    let at = values.len();
    let faulty = |fault: Box<Fault>| Misread::new(fault.message, rest.len());
    if at == query.offer.params.len() {
        return if rest.is_empty() {
            let open = query.check(values).map_err(faulty)?.is_some();
            let closed = || Misread::new("not legal: forbidden or unaffordable", 0);
            if open { Ok(()) } else { Err(closed()) }
        } else {
            // The filled-in values are the only ones possible.
            let whole = plain_words(&act_sentence(&query.world, query.id, values, query.side));
            Err(Misread::new(format!("unexpected `{rest}`: the command is complete as `{whole}`"), rest.len()))
        };
    }
    let param = &query.offer.params[at];
    let mut open = query.open(values).map_err(faulty)?;
    let after_name = behind(rest, &fold(&param.name)).unwrap_or(rest);
    if let Source::Several(_) = param.source {
        if let Some(single) = read_several(query, rest, &open, values)? {
            return Ok(single);
        }
        if open.len() == 1 {
            values.push(open.remove(0));
            let only = values[at].clone();
            return read_params(query, rest, values)
                .map_err(|misread| filled_in(query, at, rest, &[only], values, misread));
        }
        let members = members_of(&open).map_or(Vec::new(), |(_, members)| members);
        let text = too_early(query, values, after_name, &members).unwrap_or_else(|| {
            let said = own_words(query, at, after_name);
            no_such(&query.world, &query.offer.title, &param.name, said, &members, query.side)
        });
        return Err(Misread::new(text, rest.len()));
    }
    // A thing may have the name of the parameter, so the sentence is read with and without that name.
    let texts: &[&str] = if after_name == rest { &[rest] } else { &[after_name, rest] };
    let readings = readings(&query.world, &open, texts, query.side);
    // Then twins of these values, by their own names.
    let mut twins: Vec<(Reading<'_>, Option<Value>)> = Vec::new();
    for (value, index) in query.stood_for(values, &open).map_err(faulty)? {
        for text in texts {
            let lengths = begun(&query.world, &value, text, query.side);
            twins.extend(lengths.into_iter().map(|length| ((length, index, *text), Some(value.clone()))));
        }
    }
    twins.retain(|(twin, _)| !readings.contains(twin));
    twins.sort_by_key(|((length, index, _), _)| (Reverse(*length), *index));
    // If the sentence says what the way passes, other ways are excluded.
    let (are_ways, own) = (open.iter().any(|value| matches!(value, Value::Way(_))), own_words(query, at, after_name));
    let by_way = are_ways && own.contains(" via ");
    if are_ways
        && !by_way
        && let Some(misplaced) = misplaced_via(query, at, own, &after_name[own.len()..])
    {
        return Err(misplaced);
    }
    let is_by_way = |(length, _, text): &(usize, usize, &str)| text[..*length].contains(" via ");
    let no_such_way = by_way && !readings.iter().any(is_by_way);
    let mut problem = None;
    for ((length, index, text), twin) in readings.into_iter().map(|reading| (reading, None)).chain(twins) {
        let rest = text[length..].trim_start();
        // A named piece acts itself, although only the first of its twins is listed. Cards have no names of their own.
        if let Some(own) = twin.as_ref().filter(|twin| twin.domain() == Some(Domain::Piece)) {
            values.push(own.clone());
            if query.open_with(values).map_err(faulty)? {
                match read_params(query, rest, values) {
                    Ok(()) => return Ok(()),
                    Err(other) => problem = Some(Misread::further(problem, other)),
                }
                values.truncate(at);
                continue;
            }
            values.truncate(at);
        }
        let rest = match &twin {
            Some(twin) => exchanged(&query.world, rest, [&open[index], twin], query.side),
            None => rest.to_owned(),
        };
        values.push(open[index].clone());
        match read_params(query, &rest, values) {
            Ok(()) => return Ok(()),
            Err(other) => problem = Some(Misread::further(problem, other)),
        }
        values.truncate(at);
    }
    if open.len() == 1 && !names_another(query, values, rest, &open).map_err(faulty)? {
        values.push(open.remove(0));
        let result = read_params(query, rest, values);
        if result.is_ok() || problem.is_none() {
            // An unknown name is taken for the first omitted value.
            return result.map_err(|misread| match values.get(at) {
                Some(only) if values.len() < query.offer.params.len() => {
                    no_name(query, at, after_name, only).unwrap_or(misread)
                }
                Some(only) => filled_in(query, at, rest, std::slice::from_ref(only), values, misread),
                None => misread,
            });
        }
        values.truncate(at);
    }
    Err(problem.filter(|_| !no_such_way).unwrap_or_else(|| {
        if open.is_empty() {
            return Misread::new(format!("`{}` has no legal choice", param.name), rest.len() + 1);
        }
        let text = too_early(query, values, after_name, &open)
            .or_else(|| query.named_by_nothing(after_name, &param.name, &open))
            .unwrap_or_else(|| {
                let said = own_words(query, at, after_name);
                no_such(&query.world, &query.offer.title, &param.name, said, &open, query.side)
            });
        Misread::new(text, after_name.len())
    }))
}

/// The message for `via` behind a later part of the sentence than the place of a way: `2013 facing SSE via 2011`.
/// `own`: the words for the place; `later`: what follows them.
fn misplaced_via(query: &OfferQuery<'_>, at: usize, own: &str, later: &str) -> Option<Misread> {
    let via = &later[later.find(" via ")? + 1..];
    let is_of_another =
        query.offer.params.iter().skip(at + 1).any(|param| matches!(param.ty, Type::Way(_) | Type::Ways));
    let text = || format!("`{via}` belongs directly after `{own}`");
    (!own.is_empty() && !is_of_another).then(|| Misread::new(text(), via.len()))
}

/// True if a text begins with a value of the next parameter that is not among `open`. Then the parameter was not left
/// out: the value cannot be chosen.
pub(super) fn names_another(query: &OfferQuery<'_>, values: &[Value], rest: &str, open: &[Value]) -> Read<bool> {
    let mut later = query.offer.params.iter().skip(values.len() + 1);
    if later.any(|param| begins_with(rest, &fold(&param.name))) {
        return Ok(false);
    }
    let candidates = query.next_candidates(values)?;
    Ok(candidates.iter().any(|value| !open.contains(value) && !begun(&query.world, value, rest, query.side).is_empty()))
}

/// The rest of a sentence that named a piece by its twin. What it says of either holds for the other.
fn exchanged(world: &World<'_>, rest: &str, twins: [&Value; 2], seat: u16) -> String {
    let [one, other] = twins.map(|twin| fold(&word_of(world, twin, seat)));
    let exchange = |word| match word {
        _ if word == one => other.as_str(),
        _ if word == other => one.as_str(),
        _ => word,
    };
    rest.split(' ').map(exchange).collect::<Vec<_>>().join(" ")
}

/// A name at the beginning of a text: its length, the index of its value, the text.
type Reading<'t> = (usize, usize, &'t str);

/// The values whose name is at the beginning of one of these texts, longest first.
fn readings<'t>(world: &World<'_>, of: &[Value], texts: &[&'t str], seat: u16) -> Vec<Reading<'t>> {
    let mut readings: Vec<Reading<'_>> = Vec::new();
    for text in texts {
        for (index, value) in of.iter().enumerate() {
            let lengths = begun(world, value, text, seat);
            readings.extend(lengths.into_iter().map(|length| (length, index, *text)));
        }
    }
    readings.sort_by_key(|(length, index, _)| (Reverse(*length), *index));
    readings
}

/// The lengths of the names of a value at the beginning of a text.
fn begun(world: &World<'_>, value: &Value, text: &str, seat: u16) -> Vec<usize> {
    // There may be hundreds of ways with many names each, which all begin with the space.
    if matches!(value, Value::Way(_)) && !leads_to(world, value, text, seat) {
        return Vec::new();
    }
    let names = spellings(world, value, seat);
    names.iter().filter(|name| begins_with(text, name)).map(String::len).collect()
}

/// Reads a sentence that names every value in order, as sentences in journals do. Checks only what it names. Returns
/// false if something is omitted, illegal or ambiguous; [`read_params`] then reads it against all choices.
fn reads_plainly(query: &OfferQuery<'_>, rest: &str, values: &mut Vec<Value>) -> Read<bool> {
    let (world, at) = (&query.world, values.len());
    if world.observer.is_on() {
        // An observer must see every evaluation.
        return Ok(false);
    }
    let Some(param) = query.offer.params.get(at) else {
        return Ok(rest.is_empty() && query.check(values)?.is_some());
    };
    let after_name = behind(rest, &fold(&param.name)).unwrap_or(rest);
    let candidates = query.next_candidates(values)?;
    if let Source::Several(_) = param.source {
        let is_nothing = matches!(candidates.as_slice(), [Value::Set(..)]);
        let domain = param.ty.domain().unwrap_or(Domain::Piece);
        let (domain, members) = members_of(&candidates).unwrap_or((domain, Vec::new()));
        let (picked, rest) = members_or_none(query, &members, after_name);
        if picked.is_empty() && !param.none_too && !is_nothing {
            return Ok(false);
        }
        values.push(Value::Set(domain, picked));
        return reads_plainly(query, rest, values);
    }
    let is_only = candidates.len() == 1;
    let mut choices = world.unlike(candidates.clone());
    // Pieces that are not listed, as their twins are, have names of their own.
    let is_twin = |value: &Value| value.domain() == Some(Domain::Piece) && !choices.contains(value);
    let twins: Vec<Value> = candidates.into_iter().filter(is_twin).collect();
    choices.extend(twins);
    let texts: &[&str] = if after_name == rest { &[rest] } else { &[after_name, rest] };
    for (length, index, text) in readings(world, &choices, texts, query.side) {
        values.push(choices[index].clone());
        if reads_plainly(query, text[length..].trim_start(), values)? {
            return Ok(true);
        }
        values.truncate(at + 1);
        if query.open_with(values)? {
            return Ok(false);
        }
        values.truncate(at);
    }
    match choices.into_iter().next() {
        Some(only) if is_only => {
            values.push(only);
            reads_plainly(query, rest, values)
        }
        _ => Ok(false),
    }
}

/// Reads the members of a set parameter, separated by commas.
fn read_several(
    query: &OfferQuery<'_>,
    text: &str,
    open: &[Value],
    values: &mut Vec<Value>,
) -> Result<Option<()>, Misread> {
    let Some((domain, all)) = members_of(open) else { return Ok(None) };
    let at = values.len();
    let after_name = behind(text, &fold(&query.offer.params[at].name)).unwrap_or(text);
    let (picked, rest) = members_or_none(query, &all, after_name);
    let is_left_out = picked.is_empty() && rest.len() == after_name.len();
    if picked.is_empty() && !open.iter().any(is_empty_set) {
        return Ok(None);
    }
    let left: Vec<Value> =
        all.into_iter().filter(|one| one.as_ref().is_some_and(|thing| !picked.has(thing.index))).collect();
    values.push(Value::Set(domain, picked));
    read_params(query, rest, values).map(Some).map_err(|misread| {
        if is_left_out {
            return filled_in(query, at, text, &left, values, misread);
        }
        let param = &query.offer.params[at];
        let stranger = stranger(query, at, domain, rest).filter(|_| misread.left == rest.len());
        match stranger {
            Some(word) => Misread::new(
                no_such(&query.world, &query.offer.title, &param.name, word, &left, query.side),
                rest.len(),
            ),
            None => misread,
        }
    })
}

/// The same; `none` names no members.
fn members_or_none<'t>(query: &OfferQuery<'_>, all: &[Value], text: &'t str) -> (BitSet, &'t str) {
    let (picked, rest) = members_named(&query.world, all, text, query.side, true);
    let rest = if picked.is_empty() { behind(text, "none").unwrap_or(text) } else { rest };
    (picked.into_iter().collect(), rest)
}

/// The members that a text names in order, and the rest of the text. `whole`: the last word is complete, not still
/// being typed.
pub(super) fn members_named<'t>(
    world: &World<'_>,
    all: &[Value],
    text: &'t str,
    seat: u16,
    whole: bool,
) -> (Vec<u16>, &'t str) {
    let (mut left, mut rest, mut picked) = (all.to_vec(), text, Vec::new());
    while let Some((value, length)) = longest(world, &left, rest, seat, whole) {
        let name = &rest[..length];
        let mut pick = |left: &mut Vec<Value>, value: Value| {
            picked.extend(value.as_ref().map(|thing| thing.index));
            left.retain(|one| *one != value);
        };
        pick(&mut left, value);
        rest = rest[length..].trim_start();
        // `rally x2` names two of them.
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        let alike = |left: &[Value]| {
            left.iter().filter(|one| spellings(world, one, seat).iter().any(|own| own == name)).count()
        };
        if let Some(count) = times(word).filter(|count| alike(&left) + 1 >= *count) {
            for _ in 1..count {
                if let Some((value, _)) = longest(world, &left, name, seat, whole) {
                    pick(&mut left, value);
                }
            }
            rest = behind.trim_start();
        }
    }
    (picked, rest)
}

/// The name behind the members of a set, if it is that of a piece and no later choice is of pieces: it was meant as one
/// more member.
fn stranger<'t>(query: &OfferQuery<'_>, at: usize, domain: Domain, rest: &'t str) -> Option<&'t str> {
    let mut typed = query.offer.params.iter().skip(at + 1).filter(|param| !matches!(param.source, Source::Equals(_)));
    let later = typed.any(|param| param.ty.domain() == Some(domain));
    if domain != Domain::Piece || later {
        return None;
    }
    let named = query.named(&query.offer.params[at], &[], rest, &BitSet::new()).ok()?;
    named.map(|(_, length)| &rest[..length])
}

/// All members of these sets, and their domain.
pub(super) fn members_of(open: &[Value]) -> Option<(Domain, Vec<Value>)> {
    let domain = open.iter().find_map(Value::domain)?;
    let mut members = BitSet::new();
    open.iter().for_each(|value| members.extend(&value.bits()));
    Some((domain, members.iter().map(|index| Value::member(domain, index)).collect()))
}
