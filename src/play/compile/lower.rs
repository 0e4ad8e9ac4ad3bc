//! Lowers the typed tree to closures.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::outcome::Outcome;
use crate::model::value::Value;

use super::combine::{self, coalesce, compare, negative, operate};
use super::{At, Code, NO_SIDE_ACTS, Run, call, get, statement};
use crate::play::movement::ground;
use crate::play::numbers::operator::{self, array};
use crate::play::store::locals::set_local;

/// The compiled form of a node.
pub(super) fn lower(game: &Game, node: &Node) -> Code {
    let at = At::new(node);
    match &node.expr {
        Expr::Const(value) => constant(value),
        Expr::Local(slot) => Code::Local(usize::from(*slot), node.ty),
        Expr::ScopeParam(scope, place) => {
            let (scope, place) = (*scope, usize::from(*place));
            Code::Value(Box::new(move |world, _| {
                let frame = world.frame_of(scope);
                frame.and_then(|frame| frame.params.get(place)).cloned().unwrap_or(Value::None)
            }))
        }
        Expr::ScopeNumber(scope) => {
            let scope = *scope;
            Code::Number(Box::new(move |world, _| world.frame(scope).map(|frame| frame.count)))
        }
        Expr::ScopeTurn(scope, list) => {
            let (scope, list) = (*scope, *list);
            Code::Thing(Box::new(move |world, _| world.game.turn_in(list, world.frame(scope)?.count)))
        }
        Expr::ScopeSide(scope) => {
            let scope = *scope;
            Code::Thing(Box::new(move |world, _| world.frame(scope).and_then(|frame| frame.side).map(Ref::side)))
        }
        Expr::Running(scope) => {
            let scope = *scope;
            Code::Value(Box::new(move |world, _| world.frame(scope).map_or(Value::None, |_| Value::Scope(scope))))
        }
        Expr::Me => Code::Thing(Box::new(move |world, _| match world.me() {
            Some(side) => Some(Ref::side(side)),
            None => world.failed(NO_SIDE_ACTS, at),
        })),
        Expr::Winner => {
            Code::Thing(Box::new(|world, _| world.state.outcome.as_ref().and_then(Outcome::winner).map(Ref::side)))
        }
        Expr::Unique(unique) => {
            let unique = usize::from(*unique);
            Code::Thing(Box::new(move |world, _| world.bearer(unique)))
        }
        Expr::All(domain) => {
            let domain = *domain;
            Code::Set(domain, Box::new(move |world, _| world.all(domain)))
        }
        Expr::Members(noun) => {
            let noun = *noun;
            let domain = game.nouns[noun.at()].domain;
            Code::Set(domain, Box::new(move |world, _| world.caught(world.of_noun(noun, world.all(domain)), at)))
        }
        Expr::Usual(old) => lower(game, old),
        Expr::Get { term, of, negated } => get::get(game, node, *term, of, *negated),
        Expr::Printed { fact, of } => {
            let (fact, of) = (*fact, lower_value(game, of));
            Code::Value(Box::new(move |world, locals| world.caught(world.printed(fact, &of(world, locals)), at)))
        }
        Expr::Filter { term, of, negated } => get::filter(game, node, *term, of, *negated),
        Expr::Select { term, of, value } => get::select(game, *term, of, value, at),
        Expr::Gather { term, of } => {
            let (term, of) = (*term, lower_value(game, of));
            Code::Value(Box::new(move |world, locals| world.caught(world.gather(term, &of(world, locals)), at)))
        }
        Expr::Word { word, args, negated } => call::word(game, node, *word, args, *negated),
        Expr::Quantity { quantity, args } => call::quantity(game, node, *quantity, args),
        Expr::May { permission, args } => {
            let permission = *permission;
            Code::Flag(call::with_values(game, args, move |world, args| world.caught(world.may(permission, args), at)))
        }
        Expr::Table { table, args, column } => {
            let (table, column) = (*table, *column);
            Code::Value(call::with_values(game, args, move |world, args| {
                world.caught(world.table(table, args, column), at)
            }))
        }
        Expr::Result { table, of, column } => {
            let (table, of, column) = (*table, lower_value(game, of), *column);
            Code::Value(Box::new(move |world, locals| {
                let results = of(world, locals);
                ground::result(&world.game.tables[table.at()], &results, column)
            }))
        }
        Expr::Linked { link, args } => {
            let link = *link;
            Code::Flag(call::with_values(game, args, move |world, args| world.caught(world.linked(link, args), at)))
        }
        Expr::Call { function, args } => call::function(game, *function, args, at),
        Expr::Walk { walk, args } => {
            let walk = *walk;
            Code::Value(call::with_values(game, args, move |world, args| world.caught(world.ways_of(walk, args), at)))
        }
        Expr::Api { api, args } => call::api(game, node, *api, args),
        Expr::Arc { arc, of, facing } => {
            let (arc, of, facing) = (*arc, lower_value(game, of), lower_value(game, facing));
            Code::Value(Box::new(move |world, locals| match (of(world, locals), facing(world, locals)) {
                (Value::Ref(space), Value::Ref(facing)) => world.arc(arc, space.index, facing.index),
                _ => world.failed("an arc needs a space and a direction", at),
            }))
        }
        Expr::Not(a) => {
            let a = lower_flag(game, a);
            Code::Flag(Box::new(move |world, locals| !a(world, locals)))
        }
        Expr::And(a, b) => {
            let (a, b) = (lower_flag(game, a), lower_flag(game, b));
            Code::Flag(Box::new(move |world, locals| a(world, locals) && b(world, locals)))
        }
        Expr::Or(a, b) => {
            let (a, b) = (lower_flag(game, a), lower_flag(game, b));
            Code::Flag(Box::new(move |world, locals| a(world, locals) || b(world, locals)))
        }
        Expr::If(condition, yes, no) => combine::branch(lower_flag(game, condition), lower(game, yes), lower(game, no)),
        Expr::Coalesce(a, b) => coalesce(lower(game, a), lower(game, b)),
        Expr::Safe { of, slot, rest } => {
            let (of, slot, rest) = (lower_value(game, of), *slot, lower_value(game, rest));
            Code::Value(Box::new(move |world, locals| match of(world, locals) {
                Value::None => Value::None,
                value => {
                    set_local(locals, slot, value);
                    rest(world, locals)
                }
            }))
        }
        Expr::Compare(comparison, a, b) => compare(*comparison, lower(game, a).typed(), lower(game, b).typed(), at),
        Expr::Operate(operator, a, b) => operate(*operator, lower(game, a), lower(game, b), at),
        Expr::Negative(a) => negative(lower(game, a), at),
        Expr::In { item, set, negated } => combine::within(lower(game, item), lower(game, set), *negated),
        Expr::Array(items) => {
            Code::Value(call::with_values(game, items, move |world, items| world.caught(array(items), at)))
        }
        Expr::Range { from, to, inclusive } => {
            combine::range(lower_value(game, from), lower_value(game, to), *inclusive, at)
        }
        Expr::Index(of, index) => combine::index(lower_value(game, of), lower_value(game, index), at),
        Expr::Sure(value, domain) => {
            let (value, domain) = (lower_value(game, value), *domain);
            Code::Value(Box::new(move |world, locals| {
                let value = value(world, locals);
                match value.misfit(domain) {
                    Some(problem) => world.failed(problem, at),
                    None => value,
                }
            }))
        }
        Expr::SharePart(share, on) => {
            let (share, on) = (lower_value(game, share), *on);
            Code::Value(Box::new(move |world, locals| match share(world, locals) {
                Value::Share(share) if on => Value::Ref(share.on),
                Value::Share(share) => Value::Int(share.count),
                other => world.failed(format!("{} is not part of a split", other.describe()), at),
            }))
        }
        Expr::Text(parts) => text(game, parts, at),
        Expr::Map(_) | Expr::Closure { .. } | Expr::Measure(_) => Code::Value(Box::new(|_, _| Value::None)),
        Expr::Block(items) if matches!(items.as_slice(), [only] if !only.has_statements()) => lower(game, &items[0]),
        Expr::Block(_)
        | Expr::Switch { .. }
        | Expr::Let(..)
        | Expr::Assign { .. }
        | Expr::AssignIndex { .. }
        | Expr::For { .. }
        | Expr::While(..)
        | Expr::Return(_)
        | Expr::Break
        | Expr::Continue
        | Expr::Set { .. }
        | Expr::SetOwn { .. }
        | Expr::Happen { .. } => {
            let run = statement::lower_statements(game, node);
            Code::Value(Box::new(move |world, locals| world.caught(run(world, locals), at)))
        }
        Expr::Error => failing("this expression has an error", at),
    }
}

fn failing(message: &'static str, at: At) -> Code {
    Code::Value(Box::new(move |world, _| world.failed(message, at)))
}

fn constant(value: &Value) -> Code {
    match value {
        Value::Flag(yes) => {
            let yes = *yes;
            Code::Flag(Box::new(move |_, _| yes))
        }
        Value::Int(n) => {
            let n = Some(*n);
            Code::Number(Box::new(move |_, _| n))
        }
        Value::Ref(thing) => {
            let thing = Some(*thing);
            Code::Thing(Box::new(move |_, _| thing))
        }
        Value::Set(domain, set) => {
            let set = set.clone();
            Code::Set(*domain, Box::new(move |_, _| set.clone()))
        }
        other => {
            let value = other.clone();
            Code::Value(Box::new(move |_, _| value.clone()))
        }
    }
}

pub(super) fn lower_value(game: &Game, node: &Node) -> Run<Value> {
    lower(game, node).into_value()
}

pub(super) fn lower_flag(game: &Game, node: &Node) -> Run<bool> {
    lower(game, node).into_flag()
}

/// A single thing, for its properties.
pub(super) fn lower_thing(game: &Game, node: &Node, at: At) -> Run<Option<Ref>> {
    lower(game, node).into_thing(at)
}

/// Evaluates the parts of a text without building it; yields `none`.
pub(super) fn unwritten(game: &Game, parts: &[Node]) -> Run<Value> {
    let parts: Vec<Run<Value>> = parts.iter().map(|part| lower_value(game, part)).collect();
    Box::new(move |world, locals| {
        for part in &parts {
            part(world, locals);
            if world.effort.has_failed() {
                break;
            }
        }
        Value::None
    })
}

fn text(game: &Game, parts: &[Node], at: At) -> Code {
    let parts: Vec<Run<Value>> = parts.iter().map(|part| lower_value(game, part)).collect();
    Code::Value(Box::new(move |world, locals| {
        let mut text = String::new();
        for part in &parts {
            text.push_str(&world.part_of_text(|world| part(world, locals)));
            if let Err(fault) = world.effort.spend(text.len() as u64 / 16) {
                return world.fail(fault, at);
            }
        }
        world.caught(operator::text(&text), at)
    }))
}
