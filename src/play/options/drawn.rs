//! Random answers, uniform over all legal ones: for sides played by chance, and for bots.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::offers::OfferQuery;
use crate::play::answers::fill;
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::world::{Read, World};

/// A random number below its argument; 0 if the argument is 0 or less.
pub type Draw<'d> = dyn FnMut(usize) -> usize + 'd;

/// A random legal answer; `None` if there is none.
///
/// # Errors
/// When the rules are faulty.
pub fn answer(world: &World<'_>, question: &Question, seat: u16, draw: &mut Draw<'_>) -> Read<Option<Answer>> {
    Ok(Some(match &question.kind {
        Kind::Act { offers, pass, free, bound } => {
            let choices = offers.len() + usize::from(pass.is_some());
            match offers.get(draw(choices)) {
                Some(offer) => return random_act(world, *offer, seat, *free, *bound, draw),
                None => Answer::Pass,
            }
        }
        Kind::Window { .. } => {
            let own = question.offers(seat);
            let Some(offer) = own.get(draw(own.len())) else { return Ok(None) };
            return random_act(world, *offer, seat, false, None, draw);
        }
        Kind::One { of, optional, .. } => match of.get(draw(of.len() + usize::from(*optional))) {
            Some(value) => Answer::One(value.clone()),
            None => Answer::Pass,
        },
        Kind::Several { of, least, most } => {
            let count = usize::from(*least) + draw(usize::from(*most - *least) + 1);
            let mut left = of.clone();
            let mut picked = Vec::with_capacity(count);
            for _ in 0..count.min(of.len()) {
                picked.push(left.swap_remove(draw(left.len())));
            }
            picked.sort_unstable();
            Answer::Several(picked)
        }
        Kind::Split { number, over, first } => {
            let Some(parts) = random_parts(*number, over, *first, draw) else { return Ok(None) };
            Answer::Split(parts)
        }
        Kind::Fill { total, over } => {
            let Some(parts) = fill::drawn(over, *total, draw) else { return Ok(None) };
            Answer::Split(parts)
        }
        Kind::Number { from, to } => Answer::Number(random_number(*from, *to, draw)),
        Kind::YesNo => Answer::Yes(draw(2) == 1),
        Kind::Pay { ways } => Answer::Way(draw(ways.len()) as u16),
    }))
}

fn random_number(from: i64, to: i64, draw: &mut Draw<'_>) -> i64 {
    let numbers = if to > from { to.abs_diff(from).saturating_add(1) } else { 1 };
    from.saturating_add_unsigned(draw(usize::try_from(numbers).unwrap_or(usize::MAX)) as u64)
}

/// Up to this amount is dealt one by one; larger amounts are dealt in large parts first.
const DEALT: i64 = 1_000;

/// A number split at random within the limits of each member; `None` if they cannot take it.
fn random_parts(number: i64, over: &[(Ref, i64)], first: Option<(Ref, i64)>, draw: &mut Draw<'_>) -> Option<Vec<i64>> {
    let mut parts = vec![0i64; over.len()];
    let mut left = number;
    if let Some((first, least)) = first {
        if let Some(at) = over.iter().position(|(one, _)| *one == first) {
            parts[at] = least.min(left).min(over[at].1);
            left -= parts[at];
        }
    }
    while left > 0 {
        let open: Vec<usize> = (0..over.len()).filter(|at| parts[*at] < over[*at].1).collect();
        let at = *open.get(draw(open.len()))?;
        let part = if left > DEALT { 1 + draw((left / 2) as usize) as i64 } else { 1 };
        let part = part.min(over[at].1 - parts[at]);
        parts[at] += part;
        left -= part;
    }
    Some(parts)
}

fn random_act(
    world: &World<'_>,
    offer: OfferId,
    seat: u16,
    free: bool,
    bound: Option<Ref>,
    draw: &mut Draw<'_>,
) -> Read<Option<Answer>> {
    let drawn = random_choices(&OfferQuery::new(world, offer, seat, free, bound), false, draw)?;
    Ok(drawn.map(|(_, values)| Answer::Act(offer, values)))
}

/// Draws the values of an offer; also returns its slots. `None` if it cannot be completed.
pub(in crate::play) fn random_choices(
    query: &OfferQuery<'_>,
    lazily: bool,
    draw: &mut Draw<'_>,
) -> Read<Option<(Locals, Vec<Value>)>> {
    let Some(mut locals) = query.begin()? else { return Ok(None) };
    let mut values = Vec::with_capacity(query.offer.params.len());
    Ok(random_values(query, &mut locals, &mut values, lazily, draw)?.then_some((locals, values)))
}

/// Draws values one parameter after the other. A value that cannot be completed is put aside and another drawn, so that
/// all values that can be completed are equally likely. `lazily`: a value is tested only once it is drawn.
fn random_values(
    query: &OfferQuery<'_>,
    locals: &mut Locals,
    values: &mut Vec<Value>,
    lazily: bool,
    draw: &mut Draw<'_>,
) -> Read<bool> {
    let at = values.len();
    if lazily && !query.affordable(locals, at)? {
        return Ok(false);
    }
    if at == query.offer.params.len() {
        return query.payable(locals);
    }
    let param = &query.offer.params[at];
    if let Source::Several(_) = param.source {
        return random_set(query, locals, values, lazily, draw);
    }
    // A parameter that does not apply is `none` without further tests.
    let nothing = if lazily { query.without(locals, at)? } else { None };
    let is_asked = lazily && nothing.is_none();
    let mut items = match nothing {
        Some(nothing) => SmallVec::from_iter([nothing]),
        None if lazily => query.world.unlike(query.members(locals, at)?),
        None => query.world.unlike(query.candidates(locals, at)?),
    };
    while !items.is_empty() {
        let value = items.swap_remove(draw(items.len()));
        if is_asked && !query.may_be(locals, at, &value)? {
            continue;
        }
        set_local(locals, param.slot, value.clone());
        values.push(value);
        if random_values(query, locals, values, lazily, draw)? {
            return Ok(true);
        }
        values.truncate(at);
    }
    Ok(false)
}

/// Draws a set of members, then the remaining parameters.
fn random_set(
    query: &OfferQuery<'_>,
    locals: &mut Locals,
    values: &mut Vec<Value>,
    lazily: bool,
    draw: &mut Draw<'_>,
) -> Read<bool> {
    const TRIES: usize = 6;
    let at = values.len();
    let param = &query.offer.params[at];
    let items = query.candidates(locals, at)?;
    if let [nothing @ Value::Set(..)] = items.as_slice() {
        // A parameter that does not apply is the empty set.
        set_local(locals, param.slot, nothing.clone());
        values.push(nothing.clone());
        return random_values(query, locals, values, lazily, draw);
    }
    let members: Vec<Ref> = items.iter().filter_map(Value::as_ref).collect();
    let domain = members.first().map(|member| member.domain).or(param.ty.domain());
    let Some(domain) = domain.filter(|_| param.none_too || !members.is_empty()) else { return Ok(false) };
    for _ in 0..TRIES {
        let mut set: BitSet = members.iter().filter(|_| draw(2) == 1).map(|member| member.index).collect();
        if set.is_empty() && !param.none_too {
            set.insert(members[draw(members.len())].index);
        }
        let value = Value::Set(domain, set);
        set_local(locals, param.slot, value.clone());
        values.push(value);
        if query.open_with(values)? && random_values(query, locals, values, lazily, draw)? {
            return Ok(true);
        }
        values.truncate(at);
    }
    let open = query.open(values)?;
    if open.is_empty() {
        return Ok(false);
    }
    let value = open[draw(open.len())].clone();
    set_local(locals, param.slot, value.clone());
    values.push(value);
    random_values(query, locals, values, lazily, draw)
}
