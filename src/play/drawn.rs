//! Answers drawn evenly from all that is legal: for sides that chance plays, and for bots.

use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::eval::set_local;
use super::offers::Look;
use super::question::{Answer, Kind, Question};
use super::world::{Locals, World};

/// Gives a number below its argument, each as likely as the next; 0 below 0.
pub type Draw<'d> = dyn FnMut(usize) -> usize + 'd;

/// An answer drawn evenly from all that is legal; nothing if there is none.
pub fn answer(world: &World<'_>, question: &Question, seat: u16, draw: &mut Draw<'_>) -> Option<Answer> {
    Some(match &question.kind {
        Kind::Act { offers, pass, free, bound } => {
            let choices = offers.len() + usize::from(pass.is_some());
            match offers.get(draw(choices)) {
                Some(offer) => random_act(world, *offer, seat, *free, *bound, draw)?,
                None => Answer::Pass,
            }
        }
        Kind::Window { offers } => {
            let own: Vec<OfferId> = offers.iter().filter(|(one, _)| *one == seat).map(|(_, offer)| *offer).collect();
            random_act(world, *own.get(draw(own.len()))?, seat, false, None, draw)?
        }
        Kind::One { of, optional } => match of.get(draw(of.len() + usize::from(*optional))) {
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
            let mut parts = vec![0i64; over.len()];
            let mut left = *number;
            if let Some((first, least)) = first {
                if let Some(at) = over.iter().position(|(one, _)| one == first) {
                    parts[at] = (*least).min(left).min(over[at].1);
                    left -= parts[at];
                }
            }
            while left > 0 {
                let open: Vec<usize> = (0..over.len()).filter(|at| parts[*at] < over[*at].1).collect();
                let at = *open.get(draw(open.len()))?;
                parts[at] += 1;
                left -= 1;
            }
            Answer::Split(parts)
        }
        Kind::Number { from, to } => Answer::Number(from + draw((to - from + 1).max(1) as usize) as i64),
        Kind::YesNo => Answer::Yes(draw(2) == 1),
        Kind::Pay { ways } => Answer::Way(draw(ways.len()) as u16),
    })
}

fn random_act(
    world: &World<'_>,
    offer: OfferId,
    seat: u16,
    free: bool,
    bound: Option<Ref>,
    draw: &mut Draw<'_>,
) -> Option<Answer> {
    let look = Look::new(world, offer, seat, free, bound);
    let mut locals = look.begin().ok()??;
    let mut values = Vec::with_capacity(look.offer.params.len());
    random_values(&look, &mut locals, &mut values, draw).then_some(Answer::Act(offer, values))
}

/// Draws values one parameter after the other; a draw that cannot be completed is put away and another one made, so
/// that among the values of a parameter that can be completed each is as likely as the next.
fn random_values(look: &Look<'_>, locals: &mut Locals, values: &mut Vec<Value>, draw: &mut Draw<'_>) -> bool {
    let at = values.len();
    if at == look.offer.params.len() {
        return look.payable(locals).unwrap_or(false);
    }
    let param = &look.offer.params[at];
    let Ok(items) = look.candidates(locals, at) else { return false };
    let mut items = look.world.unlike(items);
    if let Source::Several(_) = param.source {
        return random_set(look, locals, values, draw, &items);
    }
    while !items.is_empty() {
        let value = items.swap_remove(draw(items.len()));
        set_local(locals, param.slot, value.clone());
        values.push(value);
        if random_values(look, locals, values, draw) {
            return true;
        }
        values.truncate(at);
    }
    false
}

fn random_set(
    look: &Look<'_>,
    locals: &mut Locals,
    values: &mut Vec<Value>,
    draw: &mut Draw<'_>,
    items: &[Value],
) -> bool {
    const TRIES: usize = 6;
    let at = values.len();
    let param = &look.offer.params[at];
    if let [Value::Set(domain, set)] = items {
        // A parameter that is not asked for: the empty set.
        let value = Value::Set(*domain, set.clone());
        set_local(locals, param.slot, value.clone());
        values.push(value);
        return random_values(look, locals, values, draw);
    }
    let members: Vec<Ref> = items.iter().filter_map(Value::as_ref).collect();
    let domain = members.first().map(|member| member.domain).or(param.ty.domain());
    let Some(domain) = domain.filter(|_| param.none_too || !members.is_empty()) else { return false };
    for _ in 0..TRIES {
        let mut set: BitSet = members.iter().filter(|_| draw(2) == 1).map(|member| member.index).collect();
        if set.is_empty() && !param.none_too {
            set.insert(members[draw(members.len())].index);
        }
        values.push(Value::Set(domain, set));
        let legal = look.open_with(values).unwrap_or(false);
        if legal {
            if let Some(value) = values.last() {
                set_local(locals, param.slot, value.clone());
            }
            if random_values(look, locals, values, draw) {
                return true;
            }
        }
        values.truncate(at);
    }
    let Ok(open) = look.open(values) else { return false };
    if open.is_empty() {
        return false;
    }
    let value = open[draw(open.len())].clone();
    set_local(locals, param.slot, value.clone());
    values.push(value);
    random_values(look, locals, values, draw) || {
        values.truncate(at);
        false
    }
}
