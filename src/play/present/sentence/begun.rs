//! The beginning of a command: an offer, and the parameters named so far.

use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::answers::question::{Kind, Question};
use crate::play::options::offers::OfferQuery;
use crate::play::store::world::World;

use super::offer::{members_named, members_of, names_another};
use super::spelling::{behind, fold, longest, offers_called};

/// The part of a command that has been understood.
pub struct Walk {
    /// The values named, in order.
    pub values: Vec<Value>,
    /// The rest of the text, folded.
    pub rest: String,
    /// The members of a set named so far, if it stopped inside the set.
    pub picked: Vec<u16>,
}

/// The offer with which a text begins, and the values it names. `None` if the text contains more than that, or begins
/// no legal command.
pub fn begun(world: &World<'_>, question: &Question, seat: u16, text: &str) -> Option<(OfferId, Vec<Value>)> {
    let (free, bound) = match &question.kind {
        Kind::Act { free, bound, .. } => (*free, *bound),
        _ => (false, None),
    };
    let (offer, rest) = offer_named(world, &question.offers(seat), &fold(text))?;
    let query = OfferQuery::new(world, offer, seat, free, bound);
    let walk = walk(&query, &rest, true);
    // Each member may be possible, but all together too expensive.
    let is_open = walk.rest.is_empty() && query.open_with(&walk.values).unwrap_or(false);
    is_open.then_some((offer, walk.values))
}

/// The offer with the longest title or name at the beginning of a folded text, and the rest of the text. `None` if
/// several have that name.
pub fn offer_named(world: &World<'_>, offers: &[OfferId], said: &str) -> Option<(OfferId, String)> {
    match offers_called(world.game, offers.iter().copied(), said).as_slice() {
        [(_, first), (_, second), ..] if first == second => None,
        [(id, length), ..] => Some((*id, said[*length..].trim().to_owned())),
        [] => None,
    }
}

/// Reads all parameters that are named. `whole`: the last word is complete, not still being typed.
pub fn walk(query: &OfferQuery<'_>, said: &str, whole: bool) -> Walk {
    let mut walk = Walk { values: Vec::new(), rest: said.to_owned(), picked: Vec::new() };
    while walk.values.len() < query.offer.params.len() && !walk.rest.is_empty() {
        let at = walk.values.len();
        let param = &query.offer.params[at];
        let Ok(open) = query.open(&walk.values) else { return walk };
        let rest = match behind(&walk.rest, &fold(&param.name)) {
            Some(rest) => rest.to_owned(),
            None => walk.rest.clone(),
        };
        if let Source::Several(_) = param.source {
            if !take_members(query, &open, &rest, whole, &mut walk) {
                return walk;
            }
            continue;
        }
        let twin = || twin(query, &walk.values, &open, &rest).filter(|_| whole);
        match longest(&query.world, &open, &rest, query.side, whole).or_else(twin) {
            Some((value, length)) => {
                walk.values.push(value);
                walk.rest = rest[length..].trim_start().to_owned();
            }
            // A value without a choice may be omitted.
            None if open.len() == 1 && !names_another(query, &walk.values, &rest, &open).unwrap_or(true) => {
                walk.values.extend(open);
            }
            None => return walk,
        }
    }
    walk
}

/// The twin of a value with a name at the beginning of the text, or the value if the twin cannot be chosen itself.
fn twin(query: &OfferQuery<'_>, values: &[Value], open: &[Value], rest: &str) -> Option<(Value, usize)> {
    let twins = query.stood_for(values, open).ok()?;
    let named = twins.into_iter().filter_map(|(value, at)| {
        let (value, length) = longest(&query.world, &[value], rest, query.side, true)?;
        Some((value, at, length))
    });
    let (own, at, length) = named.max_by_key(|(.., length)| *length)?;
    let with: Vec<Value> = values.iter().cloned().chain([own.clone()]).collect();
    let is_open = own.domain() == Some(Domain::Piece) && query.open_with(&with).unwrap_or(false);
    Some((if is_open { own } else { open.get(at)?.clone() }, length))
}

/// Reads the named members of a set. `false` if none is named or more may follow.
fn take_members(query: &OfferQuery<'_>, open: &[Value], said: &str, whole: bool, walk: &mut Walk) -> bool {
    let all = members_of(open).map_or(Vec::new(), |(_, members)| members);
    let Some(domain) = all.first().and_then(Value::domain) else {
        walk.values.extend(open.first().cloned());
        return !open.is_empty();
    };
    let (picked, rest) = match behind(said, "all").filter(|_| whole) {
        Some(rest) => (all.iter().filter_map(Value::as_ref).map(|thing| thing.index).collect(), rest),
        None => members_named(&query.world, &all, said, query.side, whole),
    };
    if picked.is_empty() || !whole {
        // A computed value is not typed.
        let mut later = query.offer.params.iter().skip(walk.values.len() + 1);
        let next = later.find(|param| !matches!(param.source, Source::Equals(_)));
        let goes_on = next.is_some_and(|param| behind(rest, &fold(&param.name)).is_some());
        if picked.is_empty() || !goes_on {
            walk.rest = rest.to_owned();
            walk.picked = picked;
            return false;
        }
    }
    walk.values.push(Value::set(domain, picked));
    walk.rest = rest.to_owned();
    true
}
