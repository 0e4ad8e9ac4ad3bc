//! The entries of the API table that roll, ask or change something. Pure entries are passed on to `play::pure`.

use std::sync::Arc;

use crate::model::api::{Api, Effect, Wants};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::outcome::Outcome;
use crate::model::sequence::ScopeKind;
use crate::model::value::{Share, Value};
use crate::play::answers::fill as filling;
use crate::play::answers::log::Event;
use crate::play::answers::question::{Answer, Kind, Portion};
use crate::play::host::follow::as_way;
use crate::play::host::run::Cx;
use crate::play::host::run::{Act, Stop};
use crate::play::numbers::pure::{self, int, measured};
use crate::play::options::balance::amount_words;
use crate::play::store::effort::{CALL, CHOICE};
use crate::play::store::source::Payment;
use crate::play::store::state::NOWHERE;
use crate::play::store::world::Fault;

use super::bad;

/// A closure of a script.
pub type Callback<'c> = &'c mut dyn FnMut(Value) -> Act<Value>;

/// The limits of a split: the entries `first`, `least` and `most` of the map in a script.
#[derive(Default)]
pub struct Limits<'c> {
    /// The members served first.
    pub first: Option<Value>,
    /// The least that these get before others get anything.
    pub least: Option<i64>,
    /// The most that each can take.
    pub most: Option<Callback<'c>>,
}

/// A set's entry with a closure of a script, which may read the state and change it.
pub fn measure(cx: &Cx<'_>, api: Api, of: &Value, closure: Callback<'_>) -> Act<Value> {
    let effort = cx.run.borrow().effort.clone();
    pure::measure(&effort, api, of, closure)
}

/// A set's entry with a word of a script.
pub fn measure_by(cx: &Cx<'_>, api: Api, of: &Value, word: Term) -> Act<Value> {
    cx.look_noting(|world| world.measure(api, of, word))
}

/// Splits a number over a set, within limits.
pub fn split(cx: &Cx<'_>, side: &Value, prompt: &str, number: i64, over: &Value, limits: Limits<'_>) -> Act<Value> {
    let Some(side) = side.as_ref() else { return bad("no side to ask") };
    let items = over.members();
    if number <= 0 || items.is_empty() {
        return Ok(Value::Shares(Arc::from([])));
    }
    cx.run.borrow().effort.spend(CHOICE * items.len() as u64)?;
    let mut most = limits.most;
    let mut rows: Vec<(Ref, i64)> = Vec::with_capacity(items.len());
    for item in &items {
        let limit = match &mut most {
            Some(most) => most(Value::Ref(*item))?.int().unwrap_or(number),
            None => number,
        };
        rows.push((*item, limit.clamp(0, number)));
    }
    let room = rows.iter().fold(0i64, |sum, (_, most)| sum.saturating_add(*most));
    let number = number.min(room);
    if number == 0 {
        return Ok(Value::Shares(Arc::from([])));
    }
    let first = limits.first.as_ref().and_then(Value::as_ref).filter(|first| items.contains(first));
    let first = first.map(|first| (first, limits.least.unwrap_or(0)));
    let forced = match rows.as_slice() {
        [_] => Some(vec![number]),
        _ if number == room => Some(rows.iter().map(|(_, most)| *most).collect()),
        _ => match first {
            Some((first, least)) if least >= number => {
                Some(rows.iter().map(|(one, _)| if *one == first { number } else { 0 }).collect())
            }
            _ => None,
        },
    };
    let parts = match forced {
        Some(parts) => parts,
        None => parts_asked(cx, side, prompt, Kind::Split { number, over: rows.clone(), first })?,
    };
    Ok(shares(rows.iter().map(|(on, _)| *on), parts))
}

/// How many each member of a split gets, chosen by a side.
fn parts_asked(cx: &Cx<'_>, side: Ref, prompt: &str, kind: Kind) -> Act<Vec<i64>> {
    Ok(if let Answer::Split(parts) = cx.ask(side.index, prompt, kind)? { parts } else { Vec::new() })
}

/// The shares of those that get any.
fn shares(over: impl Iterator<Item = Ref>, parts: Vec<i64>) -> Value {
    let shares = over.zip(parts).map(|(on, count)| Share { on, count });
    Value::Shares(shares.filter(|share| share.count > 0).collect())
}

/// The weight of a member, and how often it may be chosen; `None`: once.
pub type Gauge<'c> = &'c mut dyn FnMut(Value) -> Act<(Value, Value)>;

/// A choice of members whose weights add up as close to a number as possible without exceeding it.
pub fn fill(cx: &Cx<'_>, side: &Value, prompt: &str, over: &Value, number: i64, gauge: Gauge<'_>) -> Act<Value> {
    let Some(side) = side.as_ref() else { return bad("no side to ask") };
    let items = over.members();
    cx.run.borrow().effort.spend(CHOICE * items.len() as u64)?;
    let mut portions: Vec<Portion> = Vec::with_capacity(items.len());
    for item in &items {
        let (weight, times) = gauge(Value::Ref(*item))?;
        let (weight, times) = (weight.int().unwrap_or(1), times.int().unwrap_or(1));
        // A member without weight could be chosen without end; one that is too heavy cannot be chosen.
        if weight > 0 && weight <= number && times > 0 {
            let times = times.min(number / weight);
            portions.push(filling::portion(*item, weight, times, portions.len() as u16));
        }
    }
    cx.look(|world| {
        for at in 0..portions.len() {
            let own = portions[at];
            let like = |first: &usize| {
                let other = portions[*first];
                let same = usize::from(other.like) == *first && (other.weight, other.times) == (own.weight, own.times);
                same && world.are_twins(&Value::Ref(own.on), &Value::Ref(other.on))
            };
            if let Some(first) = (0..at).find(like) {
                portions[at].like = first as u16;
            }
        }
        Ok(())
    })?;
    let total = filling::best(&portions, number)?;
    if total == 0 {
        return Ok(Value::Shares(Arc::from([])));
    }
    let (ways, all) = filling::ways(&portions, total, 2);
    let parts = match ways.as_slice() {
        [only] if all => only.clone(),
        _ => parts_asked(cx, side, prompt, Kind::Fill { total, over: portions.clone() })?,
    };
    Ok(shares(portions.iter().map(|portion| portion.on), parts))
}

fn thing(args: &[Value], at: usize) -> Act<Ref> {
    match args.get(at) {
        Some(Value::Ref(thing)) => Ok(*thing),
        Some(Value::None) | None => bad("expected a value, found `none`"),
        Some(other) => bad(format!("expected one thing, found {}", other.describe())),
    }
}

/// The text of an argument; empty if it is no text.
pub fn text(args: &[Value], at: usize) -> String {
    match args.get(at) {
        Some(Value::Text(text)) => text.to_string(),
        _ => String::new(),
    }
}

/// A number in a range, chosen by a side. The second argument is the prompt.
fn number_asked(cx: &Cx<'_>, side: u16, args: &[Value], from: i64, to: i64) -> Act<i64> {
    let answer = cx.ask(side, text(args, 1), Kind::Number { from, to })?;
    Ok(if let Answer::Number(n) = answer { n } else { from })
}

/// Does something to each thing of the first argument.
fn to_each(args: &[Value], mut act: impl FnMut(u16) -> Act<()>) -> Act<Value> {
    args.first().map(Value::members).unwrap_or_default().iter().try_for_each(|thing| act(thing.index))?;
    Ok(Value::None)
}

/// Calls an entry of the API table.
pub fn call(cx: &Cx<'_>, api: Api, args: &[Value]) -> Act<Value> {
    if measured(api) {
        return bad(format!("`{}` needs a word in quotes, or a closure", api.entry().name));
    }
    cx.run.borrow().effort.spend(CALL)?;
    let misfit = |(wants, arg): (&Wants, &Value)| arg.misfit(wants.domain()?);
    if let Some(problem) = api.entry().wants.iter().zip(args).find_map(misfit) {
        return bad(problem);
    }
    if api.entry().effect == Effect::Pure {
        return cx.look(|world| world.pure(api, args));
    }
    Ok(match api {
        Api::RollOne => Value::Int(cx.roll(1)?.first().map_or(0, |face| i64::from(*face))),
        Api::Roll => Value::Dice(cx.roll(int(args, 0)?)?),
        Api::Random => {
            let Some((domain, set)) = args.get(1).and_then(Value::as_set) else {
                return bad("`random` needs a set");
            };
            cx.draw_lot(&text(args, 0), &set, domain)?
        }
        Api::Draw => {
            let side = thing(args, 0)?.index;
            let count = int(args, 1)?;
            let scope = cx.game.builtin.draw;
            let params = [args[0].clone()];
            let around = &cx.game.scopes[scope.at()];
            cx.hooks(&around.before, &params)?;
            let drawn = cx.draw(side, count, args.get(2).and_then(Value::as_ref).map(|zone| ZoneId(zone.index)))?;
            cx.hooks(&around.after, &params)?;
            drawn
        }
        Api::Discard => to_each(args, |card| cx.discard(card))?,
        Api::Move => {
            let zone = ZoneId(thing(args, 1)?.index);
            let to = args.get(2).and_then(Value::as_ref).map(|side| side.index);
            to_each(args, |card| {
                let mut run = cx.run.borrow_mut();
                run.move_card(card, zone, to)?;
                run.live.set_unsettled(true);
                Ok(())
            })?
        }
        Api::Enforce => to_each(args, |card| cx.enforce(card))?,
        Api::Lapse => to_each(args, |card| {
            cx.run.borrow_mut().lapse(card);
            Ok(())
        })?,
        Api::Shuffle => {
            let (side, from, into) = (thing(args, 0)?.index, thing(args, 1)?.index, thing(args, 2)?.index);
            let mut run = cx.run.borrow_mut();
            for card in run.world().zone(ZoneId(from), side).iter() {
                run.move_card(card, ZoneId(into), Some(side))?;
            }
            run.live.set_unsettled(true);
            Value::None
        }
        Api::Choose | Api::MayChoose => {
            let side = thing(args, 0)?.index;
            let items = args.get(2).map(Value::in_order).unwrap_or_default();
            let optional = api == Api::MayChoose;
            if items.is_empty() && !optional {
                let mut fault = Fault::new(format!("no option to choose from: {}", text(args, 1)));
                fault.notes.push("test first whether there is any, or use `may_choose`, which gives `none`".to_owned());
                return Err(Stop::Fault(Box::new(fault)));
            }
            // Only slots are sets of numbers.
            let slots = matches!(args.get(2), Some(Value::Set(Domain::Number, _)));
            cx.choose_of(side, &text(args, 1), items.into_vec(), optional, slots)?
        }
        Api::Pick => {
            let side = thing(args, 0)?.index;
            let (domain, of) = match args.get(2).and_then(Value::as_set) {
                Some((domain, set)) => (domain, set.iter().map(|index| Ref::new(domain, index)).collect::<Vec<_>>()),
                None => (Domain::Piece, Vec::new()),
            };
            let count = of.len() as i64;
            let (least, most) = (int(args, 3)?.clamp(0, count), int(args, 4)?.clamp(0, count));
            let picked = if most == 0 {
                Vec::new()
            } else if least == count {
                of
            } else {
                let kind = Kind::Several { of, least: least as u16, most: most as u16 };
                if let Answer::Several(picked) = cx.ask(side, text(args, 1), kind)? { picked } else { Vec::new() }
            };
            Value::set(domain, picked.into_iter().map(|one| one.index))
        }
        Api::Split => {
            split(cx, &args[0], &text(args, 1), int(args, 2)?, args.get(3).unwrap_or(&Value::None), Limits::default())?
        }
        Api::Number => {
            let (side, from, to) = (thing(args, 0)?.index, int(args, 2)?, int(args, 3)?);
            if from >= to {
                return Ok(Value::Int(from));
            }
            Value::Int(number_asked(cx, side, args, from, to)?)
        }
        Api::Yes => {
            let side = thing(args, 0)?.index;
            Value::Flag(cx.ask(side, text(args, 1), Kind::YesNo)? == Answer::Yes(true))
        }
        Api::Act => {
            let side = thing(args, 0)?.index;
            // An offer that is being carried out has the name of its scope.
            let offer = |value: &Value| match value {
                Value::Ref(offer) => Some(OfferId(offer.index)),
                Value::Scope(scope) => match cx.game.scopes[scope.at()].kind {
                    ScopeKind::Offer(offer) => Some(offer),
                    ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Procedure(_) | ScopeKind::Sequence(_) => None,
                },
                _ => None,
            };
            let offers: Vec<OfferId> = match args.get(1) {
                Some(Value::Array(items)) => items.iter().filter_map(offer).collect(),
                Some(other) => other.members().into_iter().map(|offer| OfferId(offer.index)).collect(),
                None => Vec::new(),
            };
            Value::Flag(cx.act(side, &offers, args.get(2).and_then(Value::as_ref))?)
        }
        Api::MayPay => {
            let (side, purse, amount) = (thing(args, 0)?.index, PurseId(thing(args, 1)?.index), int(args, 3)?);
            let payee = args.get(2).and_then(Value::as_ref);
            if !cx.look(|world| world.can_pay(Payment::new(purse, side, payee), amount))? {
                return Ok(Value::Flag(false));
            }
            let prompt = match (args.get(4), payee) {
                (Some(_), _) => text(args, 4),
                (None, payee) => {
                    let who = match payee {
                        Some(payee) => cx.look(|world| Ok(format!(" for {}", world.title(payee))))?,
                        None => String::new(),
                    };
                    format!("Spend {}{who}?", amount_words(amount, &cx.game.purses[purse.at()]))
                }
            };
            let agrees = cx.ask(side, prompt, Kind::YesNo)? == Answer::Yes(true);
            Value::Flag(agrees && cx.pay(Payment::new(purse, side, payee), amount)?)
        }
        Api::Spend => {
            let (side, purse) = (thing(args, 0)?.index, PurseId(thing(args, 2)?.index));
            let most = cx.look(|world| world.most_payable(purse, side))?;
            if most <= 0 {
                return Ok(Value::Int(0));
            }
            let amount = number_asked(cx, side, args, 0, most)?;
            cx.pay(Payment::new(purse, side, None), amount)?;
            Value::Int(amount)
        }
        Api::Place => {
            let to = thing(args, 1)?.index;
            to_each(args, |piece| cx.place(piece, to))?
        }
        Api::Follow => {
            let piece = thing(args, 0)?.index;
            let way = as_way(args.get(1).unwrap_or(&Value::None))?;
            let company: Vec<u16> =
                args.get(2).map(Value::members).unwrap_or_default().iter().map(|other| other.index).collect();
            cx.follow(piece, &way, &company)?;
            Value::None
        }
        Api::Flip => to_each(args, |piece| cx.flip(piece))?,
        Api::Remove => to_each(args, |piece| cx.place(piece, NOWHERE))?,
        Api::Put => {
            let (kind, side, space) = (thing(args, 0)?.index, thing(args, 1)?.index, thing(args, 2)?.index);
            if let Some(fact) = cx.game.lacks_a_fact(kind) {
                let (kind, fact) = (&cx.game.kinds[usize::from(kind)].name, &cx.game.facts[fact.at()].name);
                return Err(Stop::fault(format!("a piece of kind `{kind}` has no `{fact}`: give it in the kind")));
            }
            let piece = cx.run.borrow_mut().new_piece(kind, side)?;
            cx.place(piece, space)?;
            Value::Ref(Ref::piece(piece))
        }
        Api::Exchange => {
            let (piece, side) = (thing(args, 0)?.index, thing(args, 1)?.index);
            Value::optional(Domain::Piece, cx.exchange(piece, side)?)
        }
        Api::Give => {
            let side = thing(args, 1)?.index;
            to_each(args, |piece| cx.give(piece, side))?
        }
        Api::Cancel => {
            // A hook before a change cancels the change, a response the scope that it precedes.
            let mut run = cx.run.borrow_mut();
            let depth = run.state().stack.len();
            if let Some((_, cancelled)) = run.cancels.last_mut().filter(|(at, _)| *at == depth) {
                *cancelled = true;
                return Ok(Value::None);
            }
            let responding = run.state().stack.last().is_some_and(|frame| frame.offer.is_some());
            let at = if responding { depth.checked_sub(2) } else { depth.checked_sub(1) };
            if let Some(frame) = at.and_then(|at| run.live.stack().get_mut(at)) {
                frame.cancelled = true;
            }
            Value::None
        }
        Api::SkipTo => {
            cx.run.borrow_mut().skip_to = Some(StepId(thing(args, 0)?.index));
            Value::None
        }
        Api::Finish => {
            let winners = args.first().map(Value::bits).unwrap_or_default();
            let level = args.get(1).and_then(Value::as_ref).map(|level| level.index);
            return Err(cx.finish(Outcome { winners: winners.iter().collect(), level }));
        }
        Api::Say => {
            let said = text(args, 0);
            cx.run.borrow_mut().note(|_| Event::Said(said));
            Value::None
        }
        other => return bad(format!("`{}` cannot be used here", other.entry().name)),
    })
}
