//! `why QUANTITY`: how a quantity is computed. A subject not named is found if only one fits.

use indexmap::IndexSet;

use crate::draw::{Line, Role};
use crate::model::clause::Base;
use crate::model::game::{Game, Param};
use crate::model::id::*;
use crate::model::offer::Source;
use crate::model::value::Value;
use crate::play::World;
use crate::play::offers::OfferQuery;
use crate::play::sentence::{behind, fold, spellings};
use crate::play::side_at;
use crate::source::plain_words;

use super::View;
use super::behind::ledger_lines;
use super::event::quantity_words;

/// The most possible subjects named.
const MOST_NAMED: usize = 5;
/// The most subjects tried if none is named.
const MOST_TRIED: usize = 300;

/// The explanation of a number, unless it depends on cards or face-down pieces that the viewer may not see.
pub(super) fn explain_to(world: &World<'_>, viewer: Option<u16>, on_pages: bool, said: &str) -> Option<Vec<Line>> {
    let seat = viewer.and_then(side_at).unwrap_or(0);
    let explain = |world: &World<'_>| explain(world, seat, on_pages, said);
    let (_, id) = quantity_named(world, seat, said)?;
    let view = View::new(*world, viewer);
    match view.number_known(id, |world| Some(Ok(explain(world)))) {
        Some(Ok(lines)) => lines,
        _ => {
            let title = plain_words(&world.game.quantities[id.at()].title);
            let hidden = super::ask::hidden_words(world, &view.unseen());
            Some(vec![Line::plain(format!("{title} depends on {hidden}"))])
        }
    }
}

fn explain(world: &World<'_>, seat: u16, on_pages: bool, said: &str) -> Option<Vec<Line>> {
    let (length, id) = quantity_named(world, seat, said)?;
    let item = &world.game.quantities[id.at()];
    let (mut args, rest) = subjects_named(world, seat, id, &said[length..]);
    if !rest.is_empty() {
        // A face-down piece gives the same answer as a missing piece.
        let title = plain_words(&item.title);
        let mut lines = vec![Line::plain(format!("{title} has no value for `{}`", said[length..].trim()))];
        if !item.params.is_empty() {
            lines.extend(wanted(world, id, &vec![None; item.params.len()]));
        }
        return Some(lines);
    }
    let missing = args.iter().filter(|arg| arg.is_none()).count();
    if missing > 0 {
        match only_fit(world, id, &args) {
            Some(whole) => args = whole.into_iter().map(Some).collect(),
            None => return Some(wanted(world, id, &args)),
        }
    }
    let mut args: Vec<Value> = args.into_iter().flatten().collect();
    // What modifies a roll is shown for its lowest result.
    let lowest = match &item.base {
        Base::Dice(dice) => Some(dice.bounds().0),
        Base::Node(_) | Base::Fact(_) => None,
    };
    args.extend(lowest.map(Value::Int));
    Some(match world.explain(id, &args) {
        Ok((_, ledger)) if world.hides_any_value(&ledger.secrets) => {
            vec![Line::plain(format!("{} depends on something hidden from you", quantity_words(world, id, &args)))]
        }
        Ok((number, ledger)) => {
            let mut lines = ledger_lines(world, id, &args, number, &ledger);
            lines
                .extend(lowest.map(|low| Line::of(Role::Dim, format!("for a roll of {low}; `odds` counts all rolls"))));
            lines
        }
        Err(fault) => vec![Line::of(Role::Bad, super::faults::words(world.game, on_pages, &fault))],
    })
}

/// The quantity with the longest title or name at the beginning of a text, and its length. Of several with that title
/// or name, the one whose subjects follow.
fn quantity_named(world: &World<'_>, seat: u16, said: &str) -> Option<(usize, QuantityId)> {
    let mut named: Vec<(usize, QuantityId)> = Vec::new();
    for (at, item) in world.game.quantities.iter().enumerate() {
        for name in [fold(&item.title), fold(&item.name)] {
            if behind(said, &name).is_some() {
                named.push((name.len(), QuantityId(at as u16)));
            }
        }
    }
    let longest = named.iter().map(|(length, _)| *length).max()?;
    named.retain(|(length, _)| *length == longest);
    let is_whole =
        |(length, id): &&(usize, QuantityId)| subjects_named(world, seat, *id, &said[*length..]).1.is_empty();
    named.iter().find(is_whole).or(named.first()).copied()
}

/// The values a text names for the parameters of a quantity, in order, and what is left of the text.
fn subjects_named<'t>(world: &World<'_>, seat: u16, id: QuantityId, text: &'t str) -> (Vec<Option<Value>>, &'t str) {
    // `why strength of Boars`, as the help has it.
    let mut rest = text.trim();
    rest = rest.strip_prefix("of ").unwrap_or(rest);
    let params = world.game.quantities[id.at()].params.iter();
    let priced = offer_priced(world.game, id).map(|offer| OfferQuery::new(world, offer, seat, false, None));
    let mut values: Vec<Option<Value>> = Vec::new();
    for param in params {
        // As in the command: `cost of advance KT1 to centre middle`.
        let after_name = behind(rest, &fold(&param.name)).unwrap_or(rest);
        let value = match following(priced.as_ref(), &values) {
            Some(value) => Some(value),
            None => subject_named(world, seat, param, after_name).map(|(value, length)| {
                rest = after_name[length..].trim();
                value
            }),
        };
        values.push(value);
    }
    (values, rest)
}

/// The offer whose price a quantity is. The quantity has the parameters of the offer, in order.
fn offer_priced(game: &Game, id: QuantityId) -> Option<OfferId> {
    let at = game.offers.iter().position(|offer| offer.pays.iter().any(|one| one.cost == id))?;
    Some(OfferId(at as u16))
}

/// The next value, if it follows from those before it.
fn following(priced: Option<&OfferQuery<'_>>, values: &[Option<Value>]) -> Option<Value> {
    let values: Vec<Value> = values.iter().cloned().collect::<Option<_>>()?;
    priced?.following(&values).ok().flatten()
}

/// The value a text names for a parameter, and the length of its name.
fn subject_named(world: &World<'_>, seat: u16, param: &Param, rest: &str) -> Option<(Value, usize)> {
    let Some(domain) = param.ty.domain() else {
        let word = rest.split(' ').next()?;
        return word.parse::<i64>().ok().map(|number| (Value::Int(number), word.len()));
    };
    let mut found: Option<(Value, usize)> = None;
    for index in world.all(domain).iter() {
        let value = Value::member(domain, index);
        if world.has_face_down(&value) {
            continue;
        }
        for name in spellings(world, &value, seat) {
            if behind(rest, &name).is_some() && found.as_ref().is_none_or(|(_, length)| name.len() > *length) {
                found = Some((value.clone(), name.len()));
            }
        }
    }
    found
}

/// The possible values of a parameter, in order. Empty for a number.
fn subjects(world: &World<'_>, param: &Param) -> Vec<Value> {
    let Some(domain) = param.ty.domain() else { return Vec::new() };
    let all = world.all(domain);
    let values = all.iter().map(|index| Value::member(domain, index));
    values.filter(|value| !world.has_face_down(value)).collect()
}

/// True if a quantity has a number for these subjects.
fn fits(world: &World<'_>, id: QuantityId, args: &[Value]) -> bool {
    // Even the existence of a number may be hidden.
    world.telling(|world| world.number(id, args)).is_none_or(|found| found.is_ok_and(|number| number.is_some()))
}

/// All subjects, if for each one not named exactly one value gives the quantity a number.
fn only_fit(world: &World<'_>, id: QuantityId, args: &[Option<Value>]) -> Option<Vec<Value>> {
    let params = &world.game.quantities[id.at()].params;
    let mut choices: Vec<Vec<Value>> = Vec::new();
    for (param, arg) in params.iter().zip(args) {
        let choice = match arg {
            Some(value) => vec![value.clone()],
            None => subjects(world, param),
        };
        choices.push(choice);
    }
    let tries = choices.iter().try_fold(1_usize, |tries, choice| tries.checked_mul(choice.len()))?;
    if tries == 0 || tries > MOST_TRIED {
        return None;
    }
    let mut found = None;
    for number in 0..tries {
        let mut left = number;
        let whole: Vec<Value> = (choices.iter())
            .map(|choice| {
                let value = choice[left % choice.len()].clone();
                left /= choice.len();
                value
            })
            .collect();
        if fits(world, id, &whole) && found.replace(whole).is_some() {
            return None;
        }
    }
    found
}

/// The message for missing subjects, with some possible ones and the way to type them.
fn wanted(world: &World<'_>, id: QuantityId, args: &[Option<Value>]) -> Vec<Line> {
    let item = &world.game.quantities[id.at()];
    let title = plain_words(&item.title);
    // What follows from other values is not typed.
    let priced = offer_priced(world.game, id).map(|offer| &world.game.offers[offer.at()]);
    let follows = |at: usize| {
        let own = priced.and_then(|offer| offer.params.get(at));
        own.is_some_and(|own| matches!(own.source, Source::Equals(_)))
    };
    let all = item.params.iter().zip(args).enumerate();
    let wanted: Vec<_> = all.filter(|(at, _)| !follows(*at)).map(|(_, wanted)| wanted).collect();
    let names: Vec<String> = (wanted.iter())
        .map(|(param, arg)| match arg {
            Some(value) => called(world, value),
            None => plain_words(&param.name).to_uppercase(),
        })
        .collect();
    let mut lines = vec![Line::plain(format!("usage: `why {title} {}`", names.join(" ")))];
    for (param, _) in wanted.iter().filter(|(_, arg)| arg.is_none()) {
        let name = plain_words(&param.name).to_uppercase();
        let mut row = Line::of(Role::Key, format!("  {name}"));
        if param.ty.domain().is_none() {
            row.push(Role::Plain, ": a number");
        } else {
            let all: IndexSet<String> = subjects(world, param).iter().map(|value| called(world, value)).collect();
            let more = all.len().saturating_sub(MOST_NAMED);
            let some: Vec<String> = all.into_iter().take(MOST_NAMED).collect();
            let more = if more > 0 { format!(" or {more} more") } else { String::new() };
            row.push(
                Role::Plain,
                match some.is_empty() {
                    true => ": none now".to_owned(),
                    false => format!(": {}{more}", some.join(", ")),
                },
            );
        }
        lines.push(row);
    }
    lines
}

/// The name of a subject in commands.
fn called(world: &World<'_>, value: &Value) -> String {
    match value {
        Value::Ref(thing) if thing.domain == Domain::Piece => world.name(*thing),
        other => plain_words(&world.show(other)),
    }
}
