//! Calls: derived words, quantities, and entries of the API table.

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;

use super::super::effort::TURN;
use super::super::eval::set_local;
use super::super::pure::{Measure, measured};
use super::super::world::{Fault, Locals, World};
use super::lower::{lower, lower_flag, lower_value};
use super::{At, Code, Run};

/// Evaluates arguments and hands them on. Few arguments take no room of their own. If an argument fails, the default.
pub(super) fn with_values<T: Default + 'static>(
    nodes: &[Node],
    then: impl Fn(&World<'_>, &[Value]) -> T + Send + Sync + 'static,
) -> Run<T> {
    let mut runs: Vec<Run<Value>> = nodes.iter().map(lower_value).collect();
    let then = move |world: &World<'_>, args: &[Value]| {
        if world.effort.has_failed() { T::default() } else { then(world, args) }
    };
    match (runs.pop(), runs.pop(), runs.pop(), runs.is_empty()) {
        (None, ..) => Box::new(move |world, _| then(world, &[])),
        (Some(a), None, ..) => Box::new(move |world, locals| then(world, &[a(world, locals)])),
        (Some(b), Some(a), None, _) => Box::new(move |world, locals| {
            let a = a(world, locals);
            then(world, &[a, b(world, locals)])
        }),
        (Some(c), Some(b), Some(a), true) => Box::new(move |world, locals| {
            let a = a(world, locals);
            let b = b(world, locals);
            then(world, &[a, b, c(world, locals)])
        }),
        (Some(c), Some(b), Some(a), false) => {
            runs.extend([a, b, c]);
            Box::new(move |world, locals| {
                let mut values = Locals::with_capacity(runs.len());
                for run in &runs {
                    values.push(run(world, locals));
                }
                then(world, &values)
            })
        }
    }
}

/// A derived word with its arguments.
pub(super) fn word(node: &Node, word: WordId, args: &[Node], negated: bool) -> Code {
    let at = At::new(node);
    if negated {
        return Code::Flag(with_values(args, move |world, args| {
            !world.caught(world.word_with(word, args), at).is_yes()
        }));
    }
    Code::Value(with_values(args, move |world, args| world.caught(world.word_with(word, args), at)))
}

/// A quantity with its arguments.
pub(super) fn quantity(node: &Node, quantity: QuantityId, args: &[Node]) -> Code {
    let at = At::new(node);
    Code::Value(with_values(args, move |world, args| world.caught(world.quantity_value(quantity, args), at)))
}

/// An entry of the API table.
pub(super) fn api(node: &Node, api: Api, args: &[Node]) -> Code {
    let at = At::new(node);
    if measured(api) {
        return over_members(api, args, at);
    }
    if let [of] = args {
        if let Some(code) = of_one(api, of, at) {
            return code;
        }
    }
    if let (Api::At, [of, spaces]) = (api, args) {
        let (of, spaces) = (lower(of).into_bits(), lower(spaces).into_bits());
        return Code::Set(
            Domain::Piece,
            Box::new(move |world, locals| {
                let of = of(world, locals);
                let spaces = spaces(world, locals);
                bits(world.standing_at(&of, &spaces))
            }),
        );
    }
    Code::Value(with_values(args, move |world, args| world.caught(world.pure(api, args), at)))
}

fn bits(value: Value) -> crate::model::set::BitSet {
    match value {
        Value::Set(_, set) => set,
        other => other.bits(),
    }
}

/// Entries of one argument that need no value.
fn of_one(api: Api, of: &Node, at: At) -> Option<Code> {
    Some(match (api, lower(of)) {
        (Api::Any, Code::Set(_, of)) => Code::Flag(Box::new(move |world, locals| !of(world, locals).is_empty())),
        (Api::Empty, Code::Set(_, of)) => Code::Flag(Box::new(move |world, locals| of(world, locals).is_empty())),
        (Api::Count, Code::Set(_, of)) => {
            Code::Number(Box::new(move |world, locals| Some(of(world, locals).count() as i64)))
        }
        (Api::First, Code::Set(domain, of)) if domain != Domain::Number => {
            Code::Thing(Box::new(move |world, locals| {
                of(world, locals).iter().next().map(|index| Ref::new(domain, index))
            }))
        }
        (Api::Any, of) => measured_size(of, |size| size > 0),
        (Api::Empty, of) => measured_size(of, |size| size == 0),
        (Api::SideOf | Api::OwnerOf, Code::Thing(of)) => {
            Code::Thing(Box::new(move |world, locals| match of(world, locals) {
                Some(thing) => world.side_of(thing).map(Ref::side),
                None => world.failed("this is `none`: use `?.`, or give a default with `??`", at),
            }))
        }
        (Api::SpaceOf, Code::Thing(of)) => Code::Thing(Box::new(move |world, locals| match of(world, locals) {
            Some(thing) => world.space_of(thing).map(Ref::space),
            None => world.failed("this is `none`: use `?.`, or give a default with `??`", at),
        })),
        (Api::PiecesOf, of) => {
            let of = of.into_value();
            Code::Set(
                Domain::Piece,
                Box::new(move |world, locals| {
                    let of = of(world, locals);
                    bits(world.pieces_of(&of))
                }),
            )
        }
        (Api::Foes, of) => {
            let of = of.into_bits();
            Code::Set(
                Domain::Side,
                Box::new(move |world, locals| {
                    let of = of(world, locals);
                    world.all(Domain::Side).minus(&of)
                }),
            )
        }
        _ => return None,
    })
}

fn measured_size(of: Code, test: fn(usize) -> bool) -> Code {
    let of = of.into_value();
    Code::Flag(Box::new(move |world, locals| {
        let of = of(world, locals);
        test(world.size(&of))
    }))
}

/// An entry that asks the members of a set: a word in quotes, or a closure.
fn over_members(api: Api, args: &[Node], at: At) -> Code {
    let [of, measure] = args else {
        return Code::Value(Box::new(move |world, _| world.failed("expected a set and a condition", at)));
    };
    match (&measure.expr, lower(of)) {
        (Expr::Measure(term), of) => {
            let (term, of) = (*term, of.into_value());
            Code::Value(Box::new(move |world, locals| {
                let of = of(world, locals);
                world.caught(world.measure(api, &of, Measure::<Box<Fault>>::Term(term)), at)
            }))
        }
        (Expr::Closure { slot, body }, Code::Set(domain, of)) if domain != Domain::Number => {
            let slot = *slot;
            match api {
                Api::SomeOf | Api::AllOf => {
                    let (wanted, body) = (api == Api::SomeOf, lower_flag(body));
                    Code::Flag(Box::new(move |world, locals| {
                        for index in of(world, locals).iter() {
                            if let Err(fault) = world.effort.spend(TURN) {
                                return world.fail(fault, at);
                            }
                            set_local(locals, slot, Value::Ref(Ref::new(domain, index)));
                            if body(world, locals) == wanted || world.effort.has_failed() {
                                return wanted;
                            }
                        }
                        !wanted
                    }))
                }
                Api::Where => {
                    let body = lower_flag(body);
                    Code::Set(
                        domain,
                        Box::new(move |world, locals| {
                            let mut kept = crate::model::set::BitSet::new();
                            for index in of(world, locals).iter() {
                                if let Err(fault) = world.effort.spend(TURN) {
                                    return world.fail(fault, at);
                                }
                                set_local(locals, slot, Value::Ref(Ref::new(domain, index)));
                                if body(world, locals) {
                                    kept.insert(index);
                                }
                                if world.effort.has_failed() {
                                    return kept;
                                }
                            }
                            kept
                        }),
                    )
                }
                _ => asked(api, Code::Set(domain, of).into_value(), slot, lower_value(body), at),
            }
        }
        (Expr::Closure { slot, body }, of) => asked(api, of.into_value(), *slot, lower_value(body), at),
        _ => Code::Value(Box::new(move |world, _| world.failed("expected a word in quotes or a closure", at))),
    }
}

fn asked(api: Api, of: Run<Value>, slot: u16, body: Run<Value>, at: At) -> Code {
    Code::Value(Box::new(move |world, locals| {
        let of = of(world, locals);
        let mut test = |item: Value| {
            set_local(locals, slot, item);
            let value = body(world, locals);
            world.checked(value)
        };
        world.caught(world.measure(api, &of, Measure::Closure(&mut test)), at)
    }))
}
