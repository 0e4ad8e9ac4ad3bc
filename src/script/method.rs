//! Methods `a.f(b)` of the API, and selection by the value of a word.

use rhai::Dynamic;

use crate::model::api::{Api, Wants};
use crate::model::id::{Domain, ScopeId};
use crate::model::node::Term;
use crate::model::reading;
use crate::model::value::Value;
use crate::play::api::{self, Limits};
use crate::play::{Act, Stop};

use super::host::Call;
use super::property::{asked_of_nothing, bad, is_empty, method_entries};
use super::value::{Resting, to_dynamic, to_value, to_value_in};

/// The possible meanings of a method with this name and number of arguments.
pub(super) struct Method {
    name: String,
    entries: Vec<Api>,
}

impl Method {
    pub(super) fn new(name: &str, args: usize) -> Self {
        Method { name: name.to_owned(), entries: method_entries(name, args) }
    }

    /// Calls `args[0].name(args[1], …)`.
    pub(super) fn call(&self, call: &Call<'_>, args: &[&mut Dynamic]) -> Act<Dynamic> {
        let Some((receiver, args)) = args.split_first() else { return bad("a method without a receiver") };
        let of = to_value(receiver);
        let resting = receiver.read_lock::<Resting>().map(|scope| scope.0);
        let sequence = if let Value::Scope(scope) = &of { Some(*scope) } else { resting };
        if let Some(scope) = sequence
            && let Some(value) = self.of_sequence(call, scope, args)?
        {
            return Ok(to_dynamic(value));
        }
        if of.is_none() {
            // Each entry decides what to do with `none`; most report a fault.
            return match self.entries.first() {
                Some(entry) => self.entry(call, *entry, of, args).map(to_dynamic),
                None => bad(asked_of_nothing(&self.name)),
            };
        }
        if let Some(entry) = self
            .entries
            .iter()
            .copied()
            .find(|entry| takes(*entry, &of) && !reading::is_named_slot(call.cx.game, *entry))
        {
            return self.entry(call, entry, of, args).map(to_dynamic);
        }
        if let (Some(domain), [value]) = (of.domain(), args)
            && let Some((term, false)) = reading::term(call.cx.game, domain, &self.name)
        {
            let wanted = reading::term_type(call.cx.game, term).domain();
            return api::select(call.cx, term, &of, &to_value_in(value, wanted)).map(to_dynamic);
        }
        if let (Value::Ref(space), [facing], Some(arc)) = (&of, args, call.cx.game.arc_named(&self.name))
            && let Value::Ref(facing) = to_value_in(facing, Some(Domain::Direction))
        {
            let (space, facing) = (space.index, facing.index);
            return call.cx.look(|world| Ok(world.arc(arc, space, facing))).map(to_dynamic);
        }
        bad(format!("{} has no word `{}` with arguments", of.describe(), self.name))
    }

    /// A word of a sequence.
    fn of_sequence(&self, call: &Call<'_>, scope: ScopeId, args: &[&mut Dynamic]) -> Act<Option<Value>> {
        let game = call.cx.game;
        let words = game.scopes.get(scope.at()).map(|scope| scope.words.as_slice()).unwrap_or_default();
        let mut words = words.iter().filter_map(|word| game.words.get(word.at()));
        let is_it = |name: &str, opposite: Option<&str>| name == self.name || opposite == Some(self.name.as_str());
        let Some(word) = words.find(|word| is_it(&word.name, word.opposite.as_deref())) else { return Ok(None) };
        let wanted = word.params.iter().map(|param| param.ty.domain());
        let mut values: Vec<Value> = args.iter().zip(wanted).map(|(arg, wanted)| to_value_in(arg, wanted)).collect();
        values.resize(word.params.len(), Value::None);
        api::sequence_word(call.cx, scope, &self.name, &values)
    }

    fn entry(&self, call: &Call<'_>, entry: Api, of: Value, args: &[&mut Dynamic]) -> Act<Value> {
        let cx = call.cx;
        match (entry, args) {
            (Api::Split, [prompt, number, over, limits @ ..]) => {
                let (prompt, number, over) = (to_value(prompt), to_value(number), to_value(over));
                split(call, &of, &prompt, &number, &over, limits.first().map(|limits| &**limits))
            }
            (Api::Fill, [prompt, over, number, gauges @ ..]) => {
                let gauges: Vec<&Dynamic> = gauges.iter().map(|gauge| &**gauge).collect();
                fill(call, &of, [to_value(prompt), to_value(over), to_value(number)], &gauges)
            }
            (Api::Secretly, [name, closure]) => {
                let name = to_value(name);
                let Value::Text(word) = &name else { return bad("`secretly` needs the name of a variable") };
                let Term::Var(var) = word_of(call, &of, word)? else {
                    return bad(format!("`{word}` is no variable of a side"));
                };
                let mut ask = |side: Value| call.closure(closure, side);
                api::secretly(cx, &of, var, &mut ask)?;
                Ok(Value::None)
            }
            (_, [measure]) if crate::play::pure::measured(entry) => {
                if let Value::Text(word) = to_value(measure) {
                    return api::measure_by(cx, entry, &of, word_of(call, &of, &word)?);
                }
                let mut ask = |value: Value| call.closure(measure, value);
                api::measure(cx, entry, &of, &mut ask)
            }
            _ => {
                let mut values = vec![of];
                for (arg, wants) in args.iter().zip(entry.entry().wants.iter().skip(1)) {
                    let wanted = wants.domain().or_else(|| like(*wants, values.first()));
                    values.push(to_value_in(arg, wanted));
                }
                api::call(cx, entry, &values)
            }
        }
    }
}

/// True if an entry accepts this receiver.
fn takes(entry: Api, of: &Value) -> bool {
    let wants = entry.entry().wants.first();
    match of {
        Value::Ref(thing) => reading::receives(entry, thing.domain, false),
        // The domain of an empty set may be unknown.
        _ if is_empty(of) => matches!(wants, Some(Wants::Set | Wants::Some(_) | Wants::Ways | Wants::Line)),
        Value::Set(domain, _) | Value::Row(domain, _) => reading::receives(entry, *domain, true),
        Value::Dice(_) => wants == Some(&Wants::Dice),
        Value::Tally(..) => wants == Some(&Wants::Tally),
        Value::Shares(_) => wants == Some(&Wants::Set),
        Value::Array(_) => matches!(wants, Some(Wants::Set | Wants::Ways | Wants::Line)),
        Value::Way(_) => wants == Some(&Wants::Way),
        Value::None
        | Value::Flag(_)
        | Value::Int(_)
        | Value::Half(_)
        | Value::Text(_)
        | Value::Share(_)
        | Value::Scope(_) => false,
    }
}

fn like(wants: Wants, receiver: Option<&Value>) -> Option<Domain> {
    matches!(wants, Wants::Like | Wants::Spot | Wants::Member).then(|| receiver.and_then(Value::domain)).flatten()
}

/// The word named by a text, as a measure of the members.
fn word_of(call: &Call<'_>, of: &Value, word: &str) -> Act<Term> {
    let domain = of.domain().or_else(|| of.members().first().map(|thing| thing.domain));
    let found = domain.and_then(|domain| reading::term(call.cx.game, domain, word));
    // For an empty set any word of this name will do, because no member is measured.
    let any = || call.cx.game.terms.iter().find(|((name, _), _)| is_empty(of) && name == word).map(|(_, term)| *term);
    match found.or_else(any) {
        Some((term, _)) => Ok(term),
        None => bad(format!("{} has no word `{word}`", of.describe())),
    }
}

fn split(
    call: &Call<'_>,
    side: &Value,
    prompt: &Value,
    number: &Value,
    over: &Value,
    limits: Option<&Dynamic>,
) -> Act<Value> {
    let Value::Text(prompt) = prompt else { return bad("a split needs a text that players read") };
    let Value::Int(number) = number else { return bad(format!("a number is split, not {}", number.describe())) };
    let map = limits.and_then(|limits| limits.read_lock::<rhai::Map>());
    let limit = |name: &str| map.as_ref().and_then(|map| map.get(name).cloned());
    let first = limit("first").map(|first| to_value(&first)).filter(|first| !first.is_none());
    let least = limit("least").and_then(|least| to_value(&least).int());
    let most = limit("most").filter(|most| !most.is_unit());
    let measured: Option<Term> = match most.as_ref().map(to_value) {
        Some(Value::Text(word)) => Some(word_of(call, over, &word)?),
        _ => None,
    };
    let mut ask = |value: Value| -> Result<Value, Stop> {
        match (&measured, &most) {
            (Some(term), _) => api::get(call.cx, *term, false, &value),
            (None, Some(most)) if most.is_int() => Ok(to_value(most)),
            (None, Some(most)) => call.closure(most, value),
            (None, None) => Ok(Value::None),
        }
    };
    let most: Option<api::Callback<'_>> = if most.is_some() { Some(&mut ask) } else { None };
    api::split(call.cx, side, prompt, *number, over, Limits { first, least, most })
}

/// A number for a member of a set, given by a quoted word or a closure.
fn about(call: &Call<'_>, gauge: Option<&Dynamic>, over: &Value, item: &Value) -> Act<Value> {
    match gauge {
        None => Ok(Value::None),
        Some(gauge) => match to_value(gauge) {
            Value::Text(word) => api::get(call.cx, word_of(call, over, &word)?, false, item),
            _ => call.closure(gauge, item.clone()),
        },
    }
}

fn fill(call: &Call<'_>, side: &Value, [prompt, over, number]: [Value; 3], gauges: &[&Dynamic]) -> Act<Value> {
    let Value::Text(prompt) = prompt else { return bad("a choice needs a text that players read") };
    let Value::Int(number) = number else { return bad(format!("expected a number, not {}", number.describe())) };
    let mut gauge = |item: Value| -> Act<(Value, Value)> {
        let weight = about(call, gauges.first().copied(), &over, &item)?;
        Ok((weight, about(call, gauges.get(1).copied(), &over, &item)?))
    };
    api::fill(call.cx, side, &prompt, &over, number, &mut gauge)
}
