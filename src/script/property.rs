//! Words after a dot, read and assigned.

use std::cell::OnceCell;

use rhai::Dynamic;

use crate::model::api::{Api, Form, TABLE, Wants};
use crate::model::game::Game;
use crate::model::id::{Domain, FactId, ScopeId};
use crate::model::node::{Operator, Target, Term};
use crate::model::reading::{self, Reading};
use crate::model::value::Value;
use crate::play::api;
use crate::play::operator::nothing;
use crate::play::{Act, Cx, Stop};

use super::value::{Family, Item, Looked, Printed, Readings, Resting, to_dynamic, to_value, to_value_in};

/// The meanings of one word, by the expression before the dot.
pub(super) struct Property {
    name: String,
    /// Its meanings after one thing, resolved on first use: a session reads few of a game's words.
    one: OnceCell<Vec<(Domain, Reading)>>,
    /// Its meanings after a set.
    many: OnceCell<Vec<(Domain, Reading)>>,
    facts: Vec<(Domain, FactId)>,
    values: Vec<Value>,
}

impl Property {
    /// The meanings of the word in this game.
    pub(super) fn new(game: &Game, name: &str, values: Vec<Value>) -> Self {
        let facts = game.facts.iter().enumerate().filter(|(_, fact)| fact.name == name);
        Property {
            name: name.to_owned(),
            one: OnceCell::new(),
            many: OnceCell::new(),
            facts: facts.map(|(at, fact)| (fact.subject, FactId(at as u16))).collect(),
            values,
        }
    }

    /// The meanings of the word after one thing, by its domain.
    fn one(&self, game: &Game) -> &[(Domain, Reading)] {
        self.one.get_or_init(|| readings(game, &self.name, false))
    }

    /// The meanings of the word after a set, by the domain of its members.
    fn many(&self, game: &Game) -> &[(Domain, Reading)] {
        self.many.get_or_init(|| readings(game, &self.name, true))
    }

    /// `of.name`.
    pub(super) fn get(&self, cx: &Cx<'_>, of: &Dynamic) -> Act<Dynamic> {
        if let Some(item) = of.read_lock::<Item>() {
            return self.of_item(cx, &item.0);
        }
        if of.is_unit() {
            return self.of_nothing(cx).map(to_dynamic);
        }
        if let Some(printed) = of.read_lock::<Printed>() {
            let thing = printed.0;
            return match self.facts.iter().find(|(subject, _)| *subject == thing.domain) {
                Some((_, fact)) => api::printed(cx, *fact, &Value::Ref(thing)).map(to_dynamic),
                None => bad(format!("`{}` is not printed there", self.name)),
            };
        }
        if let Some(looked) = of.read_lock::<Looked>() {
            let columns = cx.game.tables.get(looked.0.at()).map(|table| table.gives.as_slice()).unwrap_or_default();
            return match columns.iter().position(|column| *column == self.name) {
                Some(column) => Ok(to_dynamic(api::result(cx.game, looked.0, &looked.1, column as u16))),
                None => bad(format!("this table has no result `{}`", self.name)),
            };
        }
        if let Some(family) = of.read_lock::<Family>() {
            return self.of_family(cx, family.0);
        }
        if let Some(scope) = of.read_lock::<Resting>() {
            return self.of_resting(cx, scope.0).map(to_dynamic);
        }
        if let Some(readings) = of.read_lock::<Readings>() {
            let known =
                |value: &&Value| matches!(value, Value::Ref(thing) if find(self.one(cx.game), thing.domain).is_some());
            let value = match (readings.values.iter().find(known), readings.resting) {
                (None, Some(scope)) => return self.of_resting(cx, scope).map(to_dynamic),
                (found, _) => found.or(readings.values.first()).cloned().unwrap_or(Value::None),
            };
            return self.of_item(cx, &value);
        }
        self.of_item(cx, &to_value(of))
    }

    fn of_item(&self, cx: &Cx<'_>, value: &Value) -> Act<Dynamic> {
        let read = match value {
            Value::Ref(thing) => find(self.one(cx.game), thing.domain),
            Value::Set(domain, _) | Value::Row(domain, _) => match find(self.many(cx.game), *domain) {
                // The domain of an empty set may be unknown.
                None if is_empty(value) => {
                    let Some((domain, read)) = self.many(cx.game).first() else { return Ok(to_dynamic(value.clone())) };
                    return self.read(cx, *read, &nothing(*domain)).map(to_dynamic);
                }
                read => read,
            },
            Value::Scope(scope) => return self.of_scope(cx, *scope).map(to_dynamic),
            Value::Share(share) => match self.name.as_str() {
                "on" => return Ok(to_dynamic(Value::Ref(share.on))),
                "count" => return Ok(share.count.into()),
                _ => None,
            },
            Value::None => return self.of_nothing(cx).map(to_dynamic),
            Value::Dice(_) => entry(&self.name, |wants| *wants == Wants::Dice),
            Value::Tally(..) => entry(&self.name, |wants| *wants == Wants::Tally),
            Value::Way(_) => entry(&self.name, |wants| *wants == Wants::Way),
            Value::Array(items) => {
                let of_ways = matches!(items.first(), Some(Value::Way(_)));
                let read = entry(&self.name, |wants| *wants == Wants::Ways && of_ways);
                read.or_else(|| entry(&self.name, |wants| matches!(wants, Wants::Set | Wants::Ways)))
            }
            Value::Shares(_) => entry(&self.name, |wants| *wants == Wants::Set),
            Value::Flag(_) | Value::Int(_) | Value::Half(_) | Value::Text(_) => None,
        };
        match read {
            Some(Reading::Printed) => match value {
                Value::Ref(thing) => Ok(Dynamic::from(Printed(*thing))),
                _ => bad("one thing is needed before `printed`"),
            },
            Some(read) => self.read(cx, read, value).map(to_dynamic),
            None => bad(format!("{} has no word `{}`", value.describe(), self.name)),
        }
    }

    fn of_scope(&self, cx: &Cx<'_>, scope: ScopeId) -> Act<Value> {
        let own = cx.game.scopes.get(scope.at()).and_then(|item| item.member(&self.name));
        match own {
            None => match api::sequence_word(cx, scope, &self.name, &[])? {
                Some(value) => Ok(value),
                None => api::scope_property(cx, scope, &self.name),
            },
            Some(_) => api::scope_property(cx, scope, &self.name),
        }
    }

    /// The value of a word of a scope that is not running.
    fn of_resting(&self, cx: &Cx<'_>, scope: ScopeId) -> Act<Value> {
        Ok(api::sequence_word(cx, scope, &self.name, &[])?.unwrap_or(Value::None))
    }

    fn read(&self, cx: &Cx<'_>, read: Reading, value: &Value) -> Act<Value> {
        match read {
            Reading::Term { term, negated } => api::get(cx, term, negated, value),
            Reading::OfSet { word, negated } => api::word(cx, word, negated, std::slice::from_ref(value)),
            Reading::Api(entry) => api::call(cx, entry, std::slice::from_ref(value)),
            Reading::Gather { api: entry, noun } => {
                let all = api::call(cx, entry, std::slice::from_ref(value))?;
                api::get(cx, Term::Noun(noun), false, &all)
            }
            Reading::Printed => bad("a fact is needed after `printed`"),
        }
    }

    /// The value of the word for `none`: a yes/no word is false, an API entry decides for itself, and anything else is
    /// a fault.
    fn of_nothing(&self, cx: &Cx<'_>) -> Act<Value> {
        for (_, read) in self.one(cx.game) {
            match read {
                Reading::Term { term, negated } if api::is_question(cx.game, *term) => {
                    return api::get(cx, *term, *negated, &Value::None);
                }
                Reading::Api(entry) => return api::call(cx, *entry, &[Value::None]),
                Reading::Term { .. } | Reading::OfSet { .. } | Reading::Gather { .. } | Reading::Printed => {}
            }
        }
        bad(asked_of_nothing(&self.name))
    }

    fn of_family(&self, cx: &Cx<'_>, domain: Domain) -> Act<Dynamic> {
        if self.name == "all" {
            let all = crate::model::set::BitSet::first_n(cx.game.count(domain));
            return Ok(to_dynamic(Value::Set(domain, all)));
        }
        match self.values.iter().find(|value| value.domain() == Some(domain)) {
            Some(value) => Ok(to_dynamic(value.clone())),
            None => bad(format!("this list has no value `{}`", self.name)),
        }
    }

    /// `of.name = value`, `of.name += value`.
    pub(super) fn set(&self, cx: &Cx<'_>, operator: Option<Operator>, of: &Dynamic, value: &Dynamic) -> Act<()> {
        if let Some(scope) = of.read_lock::<Resting>() {
            return self.set_own(cx, scope.0, operator, value);
        }
        let of = to_value(of);
        if let Value::Scope(scope) = &of {
            return self.set_own(cx, *scope, operator, value);
        }
        let is_nobody = of.is_none() || is_empty(&of);
        let is_state = |read: &Reading| matches!(read, Reading::Term { term: Term::Var(_), .. });
        // The domain of an empty set may be unknown, and `none` has no domain. The result or fault is the same for all.
        let read = match of.domain().map(|domain| find(self.one(cx.game), domain)) {
            None | Some(None) if is_nobody => self.one(cx.game).iter().map(|(_, read)| *read).find(is_state),
            read => read.flatten(),
        };
        let may_be_piece = is_nobody || of.domain() == Some(Domain::Piece);
        let target = match (read, self.name.as_str()) {
            (Some(Reading::Term { term: Term::Var(var), negated }), _) => Target::Var(var, negated),
            (_, "slot") if may_be_piece => Target::Slot,
            (_, "mode") if may_be_piece => Target::Mode,
            (_, "facing") if may_be_piece => Target::Facing,
            _ => return bad(format!("`{}` cannot be changed", self.name)),
        };
        let wanted = match target {
            Target::Var(var, _) => cx.game.vars.get(var.at()).and_then(|var| var.ty.domain()),
            Target::Slot | Target::Mode | Target::Facing => None,
        };
        api::set(cx, target, operator, &of, &to_value_in(value, wanted))
    }
}

/// True if this is a set without members.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Set(_, set) => set.is_empty(),
        Value::Row(_, row) => row.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

impl Property {
    /// `march.at = value`, `march.gone += 1`.
    fn set_own(&self, cx: &Cx<'_>, scope: ScopeId, operator: Option<Operator>, value: &Dynamic) -> Act<()> {
        let item = cx.game.scopes.get(scope.at());
        let own = item.and_then(|item| item.member(&self.name).filter(|(at, _)| item.own_at(*at).is_some()));
        match own {
            Some((at, ty)) => cx.write_own(scope, at, operator, to_value_in(value, ty.domain())),
            None => bad(format!("`{}` cannot be changed", self.name)),
        }
    }
}

fn readings(game: &Game, name: &str, many: bool) -> Vec<(Domain, Reading)> {
    let reading = |domain| Some((domain, reading::property(game, domain, many, name)?));
    domains(game).into_iter().filter_map(reading).collect()
}

fn find(readings: &[(Domain, Reading)], domain: Domain) -> Option<Reading> {
    readings.iter().find(|(of, _)| *of == domain).map(|(_, read)| *read)
}

/// The property of this name whose receiver is neither a thing nor a set of things.
fn entry(name: &str, receiver: impl Fn(&Wants) -> bool) -> Option<Reading> {
    let found = TABLE
        .iter()
        .find(|entry| entry.form == Form::Property && entry.name == name && entry.wants.first().is_some_and(&receiver));
    found.map(|entry| Reading::Api(entry.api))
}

/// Every domain whose members have words.
fn domains(game: &Game) -> Vec<Domain> {
    let mut domains = vec![
        Domain::Game,
        Domain::Side,
        Domain::Kind,
        Domain::Mode,
        Domain::Piece,
        Domain::Space,
        Domain::Card,
        Domain::Direction,
        Domain::Number,
        Domain::Link,
        Domain::Edge,
        Domain::Zone,
        Domain::Purse,
        Domain::Offer,
        Domain::Step,
    ];
    domains.extend((0..game.lists.len()).map(|list| Domain::List(list as u16)));
    domains
}

/// The method entries of this name for this number of arguments.
pub(super) fn method_entries(name: &str, args: usize) -> Vec<Api> {
    let fits = |wants: usize, optional: usize| (wants - optional..=wants).contains(&(args + 1));
    let entries = TABLE.iter().filter(|entry| {
        entry.form == Form::Method && entry.name == name && fits(entry.wants.len(), entry.optional as usize)
    });
    entries.map(|entry| entry.api).collect()
}

/// The message for a word read from `none`.
pub(super) fn asked_of_nothing(name: &str) -> String {
    format!("`.{name}` of `none`: use `?.{name}`, or give a default with `??`")
}

/// A fault.
pub(super) fn bad<T>(message: impl Into<String>) -> Act<T> {
    Err(Stop::fault(message))
}
