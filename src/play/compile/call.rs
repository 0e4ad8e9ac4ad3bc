//! Calls: derived words, quantities, and entries of the API table.

use crate::model::api::Api;
use crate::model::game::{Game, WordForm};
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use super::lower::{lower, lower_flag, lower_value};
use super::{At, Code, Run, builtin, code_of};
use crate::play::numbers::pure::{self, measured};
use crate::play::store::effort::TURN;
use crate::play::store::locals::Locals;
use crate::play::store::locals::{fill, set_local};
use crate::play::store::world::World;

/// Evaluates arguments and passes them on. Up to three arguments need no allocation. If an argument fails, the result
/// is the default.
pub(super) fn with_values<T: Default + 'static>(
    game: &Game,
    nodes: &[Node],
    then: impl Fn(&World<'_>, &[Value]) -> T + Send + Sync + 'static,
) -> Run<T> {
    let mut runs: Vec<Run<Value>> = nodes.iter().map(|node| lower_value(game, node)).collect();
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

/// A function of arguments.
type Asked<T> = Box<dyn Fn(&World<'_>, &[Value]) -> T + Send + Sync>;

/// Whether a yes/no word holds. A cheap word without other readings is compiled in place.
pub(super) fn is(game: &Game, word: WordId, at: At) -> Asked<bool> {
    let item = &game.words[word.at()];
    let optional = item.params.iter().any(|param| param.ty.is_optional());
    if !item.light || optional || !item.replacements.is_empty() {
        return Box::new(move |world, args| world.caught(world.is(word, args), at));
    }
    let (body, slots) = (lower_flag(game, &item.body), item.locals);
    Box::new(move |world, args| {
        if world.observer.is_on() {
            return world.caught(world.is(word, args), at);
        }
        if args.iter().any(Value::is_none) {
            return false;
        }
        let mut locals = Locals::new();
        fill(&mut locals, args, slots);
        let found = world.deeper(|world| world.checked(|| body(world, &mut locals)));
        world.caught(found, at)
    })
}

/// A derived word with its arguments.
pub(super) fn word(game: &Game, node: &Node, word: WordId, args: &[Node], negated: bool) -> Code {
    let code = asked_word(game, node, word, args, negated);
    if !args.is_empty() {
        return code;
    }
    // A cached result that depends on a word without parameters depends on the word itself, not on what the word reads.
    match code {
        Code::Flag(run) => Code::Flag(Box::new(move |world, locals| world.word_alone(word, || run(world, locals)))),
        Code::Thing(run) => Code::Thing(Box::new(move |world, locals| world.word_alone(word, || run(world, locals)))),
        Code::Set(domain, run) => {
            Code::Set(domain, Box::new(move |world, locals| world.word_alone(word, || run(world, locals))))
        }
        other => {
            let run = other.into_value();
            Code::Value(Box::new(move |world, locals| world.word_alone(word, || run(world, locals))))
        }
    }
}

fn asked_word(game: &Game, node: &Node, word: WordId, args: &[Node], negated: bool) -> Code {
    let at = At::new(node);
    let item = &game.words[word.at()];
    match (item.form, item.body.ty) {
        (WordForm::Is, _) => {
            let is = is(game, word, at);
            Code::Flag(with_values(game, args, move |world, args| is(world, args) != negated))
        }
        (WordForm::The, Type::One(domain, _)) if domain != Domain::Number => {
            Code::Thing(with_values(game, args, move |world, args| {
                world.caught(world.word_with(word, args), at).as_ref()
            }))
        }
        (WordForm::Set, _) => match domain_of(game, word) {
            Some(domain) => Code::Set(
                domain,
                with_values(game, args, move |world, args| world.caught(world.set_with(word, args), at)),
            ),
            None => {
                Code::Value(with_values(game, args, move |world, args| world.caught(world.word_with(word, args), at)))
            }
        },
        _ => Code::Value(with_values(game, args, move |world, args| world.caught(world.word_with(word, args), at))),
    }
}

/// The domain of a word that yields a set, if all its readings yield unordered sets of one domain.
pub(super) fn domain_of(game: &Game, word: WordId) -> Option<Domain> {
    let item = &game.words[word.at()];
    let readings = std::iter::once(&item.body).chain(item.replacements.iter().map(|other| &other.body));
    let mut domains = readings.map(|body| match code_of(game, body) {
        Ok(Code::Set(domain, _)) => Some(*domain),
        _ => None,
    });
    let first = domains.next()??;
    (item.form == WordForm::Set && domains.all(|domain| domain == Some(first))).then_some(first)
}

/// A function with its arguments; a plain number or thing if all its readings yield one.
pub(super) fn function(game: &Game, function: FunctionId, args: &[Node], at: At) -> Code {
    let item = &game.functions[function.at()];
    let readings = || std::iter::once(&item.body).chain(item.replacements.iter().map(|other| &other.body));
    let call = move |world: &World<'_>, args: &[Value]| world.caught(world.call(function, args), at);
    if readings().all(|body| matches!(body.ty, Type::Int(_))) {
        return Code::Number(with_values(game, args, move |world, args| call(world, args).int()));
    }
    match item.body.ty {
        Type::One(domain, _)
            if domain != Domain::Number && readings().all(|body| body.ty.present() == Type::One(domain, false)) =>
        {
            Code::Thing(with_values(game, args, move |world, args| call(world, args).as_ref()))
        }
        _ => Code::Value(with_values(game, args, call)),
    }
}

/// A quantity with its arguments.
pub(super) fn quantity(game: &Game, node: &Node, quantity: QuantityId, args: &[Node]) -> Code {
    let at = At::new(node);
    if game.quantities[quantity.at()].halves {
        return Code::Value(with_values(game, args, move |world, args| {
            world.caught(world.quantity_value(quantity, args), at)
        }));
    }
    Code::Number(with_values(game, args, move |world, args| world.caught(world.number(quantity, args), at)))
}

/// An entry of the API table.
pub(super) fn api(game: &Game, node: &Node, api: Api, args: &[Node]) -> Code {
    let at = At::new(node);
    if measured(api) {
        return over_members(game, api, args, at);
    }
    builtin::plain(game, api, args, at).unwrap_or_else(|| {
        Code::Value(with_values(game, args, move |world, args| world.caught(world.pure(api, args), at)))
    })
}

/// An entry that evaluates a word in quotes, or a closure, for each member of a set.
fn over_members(game: &Game, api: Api, args: &[Node], at: At) -> Code {
    let [of, measure] = args else {
        return Code::Value(Box::new(move |world, _| world.failed("expected a set and a condition", at)));
    };
    match (&measure.expr, lower(game, of)) {
        (Expr::Measure(term), of) => {
            let (term, of) = (*term, of.into_value());
            Code::Value(Box::new(move |world, locals| {
                let of = of(world, locals);
                world.caught(world.measure(api, &of, term), at)
            }))
        }
        (Expr::Closure { slot, body }, Code::Set(domain, of)) if domain != Domain::Number => {
            let slot = *slot;
            match api {
                Api::SomeOf | Api::AllOf => {
                    let (wanted, body) = (api == Api::SomeOf, lower_flag(game, body));
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
                    let body = lower_flag(game, body);
                    Code::set(domain, move |world, locals| {
                        let mut kept = BitSet::new();
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
                    })
                }
                _ => asked(api, Code::Set(domain, of).into_value(), slot, lower_value(game, body), at),
            }
        }
        (Expr::Closure { slot, body }, of) => asked(api, of.into_value(), *slot, lower_value(game, body), at),
        _ => Code::Value(Box::new(move |world, _| world.failed("expected a word in quotes or a closure", at))),
    }
}

fn asked(api: Api, of: Run<Value>, slot: u16, body: Run<Value>, at: At) -> Code {
    Code::Value(Box::new(move |world, locals| {
        let of = of(world, locals);
        let mut test = |item: Value| {
            set_local(locals, slot, item);
            world.checked(|| body(world, locals))
        };
        world.caught(pure::measure(world.effort, api, &of, &mut test), at)
    }))
}
