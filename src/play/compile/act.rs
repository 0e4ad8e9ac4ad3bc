//! Compiled parts of scripts that change the game, roll dice, ask players, or run other scripts.

use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Target, Term};
use crate::model::value::Value;
use crate::source::Span;

use super::lower::unwritten;
use super::statement::{Do, Escape, Host, Lowering, Step, failed, finished, part, parts, place, statement};
use crate::play::host::api::{self, Limits};
use crate::play::host::run::{Act, Cx, Stop};
use crate::play::store::effort::owner_at;
use crate::play::store::locals::{Locals, set_local};

/// The play that a script changes.
fn play<'h>(host: &'h dyn Host, span: Span) -> Step<&'h Cx<'h>> {
    match host.play() {
        Some(play) => Ok(play),
        None => failed(span, "a derived word or function may not change the game"),
    }
}

/// Gives a fault its place. If it happened in a script that this part runs, adds the call.
fn through<T>(game: &Game, span: Span, result: Act<T>) -> Step<T> {
    result.map_err(|stop| {
        Escape::Stop(match stop {
            Stop::Fault(mut fault) => {
                match fault.span {
                    None => fault.span = Some(span),
                    Some(inner) if !span.has_part(inner) => {
                        fault.called(game.sources.place(span), owner_at(game, span));
                    }
                    Some(_) => {}
                }
                Stop::Fault(fault)
            }
            other => other,
        })
    })
}

/// Appends the values of these parts to `args`. Returning a list would cost more than most values.
fn gather(parts: &[Do], host: &dyn Host, locals: &mut Locals, args: &mut Locals) -> Step<()> {
    for part in parts {
        args.push(part(host, locals)?);
    }
    Ok(())
}

/// An effect that takes the values of these arguments.
fn acting(
    to: &Lowering<'_>,
    node: &Node,
    args: &[Node],
    run: impl Fn(&Cx<'_>, &[Value]) -> Act<Value> + Send + Sync + 'static,
) -> Do {
    let (args, span) = (parts(to, args), node.span);
    Box::new(move |host, locals| {
        let mut given = Locals::new();
        gather(&args, host, locals, &mut given)?;
        let cx = play(host, span)?;
        through(cx.game, span, run(cx, &given))
    })
}

/// An entry of the API table.
pub(super) fn call(to: &Lowering<'_>, node: &Node, api: Api, args: &[Node]) -> Do {
    let call = acting(to, node, args, move |cx, args| api::call(cx, api, args));
    let (Api::Say, [Node { expr: Expr::Text(parts), plain: true, span, .. }]) = (api, args) else { return call };
    // A play without a log does not need the text. Its parts are still evaluated, so that mistakes in them are
    // reported.
    let (parts, span) = (unwritten(to.game, parts), *span);
    Box::new(move |host, locals| match host.play() {
        Some(cx) if !cx.run.borrow().log.kept => place(span, host.value(&parts, locals)),
        _ => call(host, locals),
    })
}

/// A procedure, or an offer carried out by a script.
pub(super) fn happen(to: &Lowering<'_>, node: &Node, scope: ScopeId, args: &[Node]) -> Do {
    acting(to, node, args, move |cx, args| cx.happen(scope, args))
}

/// A quantity whose base is a roll.
pub(super) fn quantity(to: &Lowering<'_>, node: &Node, quantity: QuantityId, args: &[Node]) -> Do {
    acting(to, node, args, move |cx, args| api::quantity(cx, quantity, args))
}

/// An assignment. The value is evaluated before its target.
pub(super) fn set(
    to: &Lowering<'_>,
    node: &Node,
    target: Target,
    operator: Option<Operator>,
    of: &Node,
    value: &Node,
) -> Do {
    let (of, value, span) = (part(to, of), part(to, value), node.span);
    Box::new(move |host, locals| {
        let value = value(host, locals)?;
        let of = of(host, locals)?;
        let cx = play(host, span)?;
        through(cx.game, span, api::set(cx, target, operator, &of, &value))?;
        Ok(Value::None)
    })
}

/// An assignment to a variable of a run.
pub(super) fn set_own(
    to: &Lowering<'_>,
    node: &Node,
    scope: ScopeId,
    at: u16,
    operator: Option<Operator>,
    value: &Node,
) -> Do {
    let (value, span) = (part(to, value), node.span);
    Box::new(move |host, locals| {
        let value = value(host, locals)?;
        let cx = play(host, span)?;
        through(cx.game, span, cx.write_own(scope, at, operator, value))?;
        Ok(Value::None)
    })
}

/// A set's entry with a closure that has effects.
pub(super) fn measure(to: &Lowering<'_>, node: &Node, api: Api, args: &[Node]) -> Do {
    let span = node.span;
    let [of, Node { expr: Expr::Closure { slot, body }, .. }, ..] = args else {
        return Box::new(move |_, _| failed(span, "expected a closure"));
    };
    let (of, slot, body) = (part(to, of), *slot, part(to, body));
    Box::new(move |host, locals| {
        let of = of(host, locals)?;
        let cx = play(host, span)?;
        let mut ask = |item: Value| -> Act<Value> {
            set_local(locals, slot, item);
            match body(host, locals) {
                Err(Escape::Break | Escape::Continue) => {
                    finished(failed(span, "`break` and `continue` cannot leave a loop from inside a closure"))
                }
                result => finished(result),
            }
        };
        place(span, api::measure(cx, api, &of, &mut ask))
    })
}

/// A question to several sides: the variable for the answers, and the closure that asks.
pub(super) fn secretly(to: &Lowering<'_>, node: &Node, args: &[Node]) -> Do {
    let span = node.span;
    let [sides, Node { expr: Expr::Measure(Term::Var(var)), .. }, Node { expr: Expr::Closure { slot, body }, .. }] =
        args
    else {
        return Box::new(move |_, _| failed(span, "expected a variable and a closure"));
    };
    let (sides, var, slot, body) = (part(to, sides), *var, *slot, part(to, body));
    Box::new(move |host, locals| {
        let sides = sides(host, locals)?;
        let cx = play(host, span)?;
        let mut ask = |side: Value| {
            set_local(locals, slot, side);
            finished(body(host, locals))
        };
        place(span, api::secretly(cx, &sides, var, &mut ask))?;
        Ok(Value::None)
    })
}

/// A limit of a split.
enum Limit {
    /// The members served first.
    First(Do),
    /// The least that each of these gets.
    Least(Do),
    /// The most for each, as a number.
    Most(Do),
    /// The most for each, as a word or closure.
    MostOf(Each),
}

/// The limits of a split, as written.
fn limits(to: &Lowering<'_>, map: Option<&Node>) -> Vec<Limit> {
    let Some(Node { expr: Expr::Map(entries), .. }) = map else { return Vec::new() };
    let limit = |(name, value): &(_, Node)| -> Option<Limit> {
        let name: &String = name;
        Some(match (name.as_str(), &value.expr) {
            ("most", Expr::Closure { .. } | Expr::Measure(_)) => Limit::MostOf(Each::new(to, Some(value))),
            ("most", _) => Limit::Most(part(to, value)),
            ("first", _) => Limit::First(part(to, value)),
            ("least", _) => Limit::Least(part(to, value)),
            _ => return None,
        })
    };
    entries.iter().filter_map(limit).collect()
}

/// A split with its limits.
pub(super) fn split(to: &Lowering<'_>, node: &Node, args: &[Node]) -> Do {
    let span = node.span;
    let (plain, map) = args.split_at(args.len().min(4));
    let (plain, limits) = (parts(to, plain), limits(to, map.first()));
    Box::new(move |host, locals| {
        let mut args = Locals::new();
        gather(&plain, host, locals, &mut args)?;
        let number = args.get(2).and_then(Value::int).unwrap_or(0);
        let over = args.get(3).cloned().unwrap_or(Value::None);
        let (mut bounds, mut most, mut of_each) = (Limits::default(), None, None);
        for limit in &limits {
            match limit {
                Limit::First(first) => bounds.first = Some(first(host, locals)?),
                Limit::Least(least) => bounds.least = least(host, locals)?.int(),
                Limit::Most(number) => most = number(host, locals)?.int(),
                Limit::MostOf(each) => of_each = Some(each),
            }
        }
        let cx = play(host, span)?;
        let is_limited = most.is_some() || of_each.is_some();
        let mut most = |item: Value| match of_each {
            Some(each) => each.of(host, cx, locals, &item),
            None => Ok(most.map_or(Value::None, Value::Int)),
        };
        if is_limited {
            bounds.most = Some(&mut most);
        }
        place(span, api::split(cx, args.first().unwrap_or(&Value::None), &api::text(&args, 1), number, &over, bounds))
    })
}

/// A number for each member of a set, as written.
enum Each {
    /// A word of the member.
    Word(Term),
    /// A closure.
    Closure(u16, Do),
    /// Not given.
    Unsaid,
}

impl Each {
    fn new(to: &Lowering<'_>, node: Option<&Node>) -> Each {
        match node.map(|node| &node.expr) {
            Some(Expr::Closure { slot, body }) => Each::Closure(*slot, part(to, body)),
            Some(Expr::Measure(term)) => Each::Word(*term),
            _ => Each::Unsaid,
        }
    }

    fn of(&self, host: &dyn Host, cx: &Cx<'_>, locals: &mut Locals, item: &Value) -> Act<Value> {
        match self {
            Each::Closure(slot, body) => {
                set_local(locals, *slot, item.clone());
                finished(body(host, locals))
            }
            Each::Word(term) => api::get(cx, *term, false, item),
            Each::Unsaid => Ok(Value::None),
        }
    }
}

/// A choice of members until a total is reached.
pub(super) fn fill(to: &Lowering<'_>, node: &Node, args: &[Node]) -> Do {
    let span = node.span;
    let (plain, gauges) = args.split_at(args.len().min(4));
    let (weight, times) = (Each::new(to, gauges.first()), Each::new(to, gauges.get(1)));
    let plain = parts(to, plain);
    Box::new(move |host, locals| {
        let mut args = Locals::new();
        gather(&plain, host, locals, &mut args)?;
        let over = args.get(2).cloned().unwrap_or(Value::None);
        let number = args.get(3).and_then(Value::int).unwrap_or(0);
        let cx = play(host, span)?;
        let mut gauge = |item: Value| -> Act<(Value, Value)> {
            Ok((weight.of(host, cx, locals, &item)?, times.of(host, cx, locals, &item)?))
        };
        place(
            span,
            api::fill(cx, args.first().unwrap_or(&Value::None), &api::text(&args, 1), &over, number, &mut gauge),
        )
    })
}

/// The compiled body of a script with this many slots.
pub(in crate::play) fn script(game: &Game, body: &Node, slots: u16) -> Do {
    let to = Lowering::new(game, slots);
    if body.plain { part(&to, body) } else { statement(&to, body) }
}
