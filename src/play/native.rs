//! Scripts run from the typed tree instead of by Rhai: the same door, the same questions, many times faster.
//!
//! Rhai is the reference, and runs what people play and test. Series of games, counting and bots that look ahead use this one.
//! A test plays whole games with both engines and holds every state of the one against the other.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::value::Value;

use super::api::{self, Limits, Target};
use super::effort::{TURN, owner_at};
use super::eval::{is_between, set_local};
use super::eyes::Eyes;
use super::pure::measured;
use super::run::{Act, Cx, Run, Scripts, Stop};
use super::world::{Fault, Locals};

/// The engine.
pub struct Native {
    game: Arc<Game>,
    run: Rc<RefCell<Run>>,
}

/// An engine for a play.
///
/// # Errors
/// None; the signature is that of every maker of engines.
pub fn make(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Box<dyn Scripts>, Box<Fault>> {
    Ok(Box::new(Native { game: game.clone(), run: run.clone() }))
}

/// Why statements stopped before their end.
enum Escape {
    Stop(Stop),
    Return(Value),
    Break,
    Continue,
}

impl From<Stop> for Escape {
    fn from(stop: Stop) -> Self {
        Escape::Stop(stop)
    }
}

type Step<T> = Result<T, Escape>;

impl Scripts for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value> {
        let item = &self.game.scripts[script.at()];
        let mut locals: Locals = args.iter().cloned().collect();
        locals.resize((item.locals as usize).max(args.len()), Value::None);
        let cx = Cx { game: &self.game, run: &self.run, scripts: self };
        match exec(&cx, &item.body, &mut locals) {
            Ok(value) | Err(Escape::Return(value)) => Ok(value),
            Err(Escape::Stop(Stop::Fault(fault))) => Err(Stop::Fault(Box::new(fault.at(item.span)))),
            Err(Escape::Stop(stop)) => Err(stop),
            Err(Escape::Break | Escape::Continue) => Ok(Value::None),
        }
    }
}

/// Gives a fault the place of the node in which it showed.
fn place<T>(node: &Node, result: Act<T>) -> Step<T> {
    result.map_err(|stop| {
        Escape::Stop(match stop {
            Stop::Fault(fault) if fault.span.is_none() => Stop::Fault(Box::new(fault.at(node.span))),
            other => other,
        })
    })
}

/// The same for what may run other scripts: if it showed elsewhere, this is a call on the way there.
fn through<T>(cx: &Cx<'_>, node: &Node, result: Act<T>) -> Step<T> {
    result.map_err(|stop| {
        Escape::Stop(match stop {
            Stop::Fault(mut fault) => {
                match fault.span {
                    None => fault.span = Some(node.span),
                    Some(span) if !node.span.has_part(span) => {
                        fault.called(cx.game.sources.place(node.span), owner_at(cx.game, node.span));
                    }
                    Some(_) => {}
                }
                Stop::Fault(fault)
            }
            other => other,
        })
    })
}

fn exec(cx: &Cx<'_>, node: &Node, locals: &mut Locals) -> Step<Value> {
    if node.plain {
        return place(node, cx.look_noting(|world| world.through(Eyes::Later).eval(node, locals)));
    }
    Ok(match &node.expr {
        Expr::Block(items) => {
            let mut last = Value::None;
            for item in items {
                last = exec(cx, item, locals)?;
            }
            last
        }
        Expr::Let(slot, value) => {
            let value = exec(cx, value, locals)?;
            set_local(locals, *slot, value);
            Value::None
        }
        Expr::Assign { slot, operator, value } => {
            let value = exec(cx, value, locals)?;
            let old = locals.get(*slot as usize).cloned().unwrap_or(Value::None);
            let value = combine(cx, node, *operator, old, value)?;
            set_local(locals, *slot, value);
            Value::None
        }
        Expr::AssignIndex { slot, index, operator, value } => {
            let value = exec(cx, value, locals)?;
            let index = exec(cx, index, locals)?;
            let (Some(Value::Tally(domain, rows)), Value::Ref(thing)) = (locals.get(*slot as usize), &index) else {
                return place(node, fault("only a tally is counted by its members"));
            };
            let (domain, mut rows) = (*domain, rows.to_vec());
            if let Some(row) = rows.iter_mut().find(|row| row.0 == thing.index) {
                row.1 = combine(cx, node, *operator, Value::Int(row.1), value)?.int().unwrap_or(row.1);
            }
            set_local(locals, *slot, Value::Tally(domain, rows.into()));
            Value::None
        }
        // An assignment finds its value first, then what it is given to.
        Expr::SetVar { var, of, negated, operator, value } => {
            let value = exec(cx, value, locals)?;
            let of = exec(cx, of, locals)?;
            through(cx, node, api::set(cx, Target::Var(*var, *negated), *operator, &of, &value))?;
            Value::None
        }
        Expr::SetSlot { of, value } => {
            let value = exec(cx, value, locals)?;
            let of = exec(cx, of, locals)?;
            through(cx, node, api::set(cx, Target::Slot, None, &of, &value))?;
            Value::None
        }
        Expr::SetMode { of, value } => {
            let value = exec(cx, value, locals)?;
            let of = exec(cx, of, locals)?;
            through(cx, node, api::set(cx, Target::Mode, None, &of, &value))?;
            Value::None
        }
        Expr::SetFacing { of, value } => {
            let value = exec(cx, value, locals)?;
            let of = exec(cx, of, locals)?;
            through(cx, node, api::set(cx, Target::Facing, None, &of, &value))?;
            Value::None
        }
        Expr::Happen { scope, args } => {
            let args = values(cx, args, locals)?;
            through(cx, node, cx.happen(*scope, &args))?
        }
        Expr::Quantity { quantity, args }
            if matches!(cx.game.quantities[quantity.at()].base, crate::model::clause::Base::Dice(_)) =>
        {
            let args = values(cx, args, locals)?;
            through(cx, node, api::quantity(cx, *quantity, &args))?
        }
        Expr::Api { api: Api::Split, args } => split(cx, node, args, locals)?,
        Expr::Api { api, args } if !measured(*api) => {
            let args = values(cx, args, locals)?;
            through(cx, node, api::call(cx, *api, &args))?
        }
        Expr::Api { api, args }
            if matches!(args.get(1), Some(Node { expr: Expr::Closure { .. }, plain: false, .. })) =>
        {
            measure(cx, node, *api, args, locals)?
        }
        Expr::If(condition, yes, no) => {
            let branch = if exec(cx, condition, locals)?.is_yes() { yes } else { no };
            exec(cx, branch, locals)?
        }
        Expr::And(a, b) => Value::Flag(exec(cx, a, locals)?.is_yes() && exec(cx, b, locals)?.is_yes()),
        Expr::Or(a, b) => Value::Flag(exec(cx, a, locals)?.is_yes() || exec(cx, b, locals)?.is_yes()),
        Expr::Switch { on, cases, otherwise } => {
            let on = exec(cx, on, locals)?;
            for (labels, body) in cases {
                for label in labels {
                    let fits = match &label.expr {
                        Expr::Range { from, to, inclusive } => {
                            let from = exec(cx, from, locals)?;
                            is_between(&from, &exec(cx, to, locals)?, *inclusive, &on)
                        }
                        _ => exec(cx, label, locals)? == on,
                    };
                    if fits {
                        return exec(cx, body, locals);
                    }
                }
            }
            exec(cx, otherwise, locals)?
        }
        Expr::Coalesce(a, b) => match exec(cx, a, locals)? {
            Value::None => exec(cx, b, locals)?,
            value => value,
        },
        Expr::Safe { of, slot, rest } => match exec(cx, of, locals)? {
            Value::None => Value::None,
            value => {
                set_local(locals, *slot, value);
                exec(cx, rest, locals)?
            }
        },
        Expr::For { slot, set, body } => {
            if let Expr::Range { from, to, inclusive } = &set.expr {
                let (from, to) = (exec(cx, from, locals)?, exec(cx, to, locals)?);
                let (Value::Int(from), Value::Int(to)) = (from, to) else {
                    return place(node, fault("a range needs a number at each end"));
                };
                let numbers = if *inclusive { from..to.saturating_add(1) } else { from..to };
                for number in numbers {
                    turn(cx, node)?;
                    set_local(locals, *slot, Value::Int(number));
                    match exec(cx, body, locals) {
                        Ok(_) | Err(Escape::Continue) => {}
                        Err(Escape::Break) => break,
                        Err(other) => return Err(other),
                    }
                }
                return Ok(Value::None);
            }
            let set = exec(cx, set, locals)?;
            let items = place(node, cx.look(|world| Ok(world.in_order(&set))))?;
            for item in items {
                turn(cx, node)?;
                set_local(locals, *slot, item);
                match exec(cx, body, locals) {
                    Ok(_) | Err(Escape::Continue) => {}
                    Err(Escape::Break) => break,
                    Err(other) => return Err(other),
                }
            }
            Value::None
        }
        Expr::While(condition, body) => {
            while exec(cx, condition, locals)?.is_yes() {
                turn(cx, node)?;
                match exec(cx, body, locals) {
                    Ok(_) | Err(Escape::Continue) => {}
                    Err(Escape::Break) => break,
                    Err(other) => return Err(other),
                }
            }
            Value::None
        }
        Expr::Return(value) => {
            let value = match value {
                Some(value) => exec(cx, value, locals)?,
                None => Value::None,
            };
            return Err(Escape::Return(value));
        }
        Expr::Break => return Err(Escape::Break),
        Expr::Continue => return Err(Escape::Continue),
        // Anything else only combines the values of its parts. They are found from left to right: what stands before a
        // part that changes something is found before that.
        _ => {
            let mut parts = node.clone();
            let (mut count, mut changing) = (0usize, 0usize);
            parts.children(&mut |child| {
                count += 1;
                changing = if child.plain { changing } else { count };
            });
            let mut result: Step<()> = Ok(());
            parts.children_mut(&mut |child| {
                let due = changing > 0;
                changing = changing.saturating_sub(1);
                if !due || result.is_err() || matches!(child.expr, Expr::Closure { .. } | Expr::Measure(_)) {
                    return;
                }
                match exec(cx, child, locals) {
                    Ok(value) => *child = Node::new(Expr::Const(value), child.ty, child.span),
                    Err(escape) => result = Err(escape),
                }
            });
            result?;
            place(node, cx.look_noting(|world| world.through(Eyes::Later).eval(&parts, locals)))?
        }
    })
}

/// One turn of a loop.
fn turn(cx: &Cx<'_>, node: &Node) -> Step<()> {
    let spent = cx.run.borrow().effort.spend(TURN);
    place(node, spent.map_err(Stop::Fault))
}

fn values(cx: &Cx<'_>, nodes: &[Node], locals: &mut Locals) -> Step<Vec<Value>> {
    nodes.iter().map(|node| exec(cx, node, locals)).collect()
}

fn combine(cx: &Cx<'_>, node: &Node, operator: Option<Operator>, old: Value, value: Value) -> Step<Value> {
    match operator {
        None => Ok(value),
        Some(operator) => place(node, cx.look(|world| world.through(Eyes::Later).operate(operator, old, value))),
    }
}

fn fault<T>(message: &str) -> Act<T> {
    Err(Stop::Fault(Box::new(Fault::new(message))))
}

/// A set's entry with a closure that does more than compute.
fn measure(cx: &Cx<'_>, node: &Node, api: Api, args: &[Node], locals: &mut Locals) -> Step<Value> {
    let [of, Node { expr: Expr::Closure { slot, body }, .. }, ..] = args else {
        return place(node, fault("expected a closure"));
    };
    let of = exec(cx, of, locals)?;
    let mut ask = |item: Value| -> Act<Value> {
        set_local(locals, *slot, item);
        match exec(cx, body, locals) {
            Ok(value) | Err(Escape::Return(value)) => Ok(value),
            Err(Escape::Stop(stop)) => Err(stop),
            Err(Escape::Break | Escape::Continue) => {
                fault("`break` and `continue` cannot leave a loop from inside a closure")
            }
        }
    };
    place(node, api::measure(cx, api, &of, None, Some(&mut ask)))
}

/// A split with its limits: the closure of `most` is computed here.
fn split(cx: &Cx<'_>, node: &Node, args: &[Node], locals: &mut Locals) -> Step<Value> {
    let (plain, limits) = args.split_at(args.len().min(4));
    let args = values(cx, plain, locals)?;
    let prompt = match args.get(1) {
        Some(Value::Text(text)) => text.to_string(),
        _ => String::new(),
    };
    let number = args.get(2).and_then(Value::int).unwrap_or(0);
    let over = args.get(3).cloned().unwrap_or(Value::None);
    let mut bounds = Limits::default();
    let mut closure: Option<(u16, &Node)> = None;
    let (mut word, mut limit): (Option<Term>, Option<i64>) = (None, None);
    if let Some(Node { expr: Expr::Map(entries), .. }) = limits.first() {
        for (name, value) in entries {
            match (name.as_str(), &value.expr) {
                ("most", Expr::Closure { slot, body }) => closure = Some((*slot, body)),
                ("most", Expr::Measure(term)) => word = Some(*term),
                ("most", _) => limit = exec(cx, value, locals)?.int(),
                ("first", _) => bounds.first = Some(exec(cx, value, locals)?),
                ("least", _) => bounds.least = exec(cx, value, locals)?.int(),
                _ => {}
            }
        }
    }
    let limited = closure.is_some() || word.is_some() || limit.is_some();
    let mut most = |item: Value| -> Act<Value> {
        match (closure, word) {
            (Some((slot, body)), _) => {
                set_local(locals, slot, item);
                cx.look(|world| world.through(Eyes::Later).eval(body, locals))
            }
            (None, Some(term)) => api::get(cx, term, false, &item),
            (None, None) => Ok(limit.map_or(Value::None, Value::Int)),
        }
    };
    if limited {
        bounds.most = Some(&mut most);
    }
    place(node, api::split(cx, args.first().unwrap_or(&Value::None), &prompt, number, &over, bounds))
}
