//! Words behind a dot: properties of one thing, and filters of a set.

use crate::model::game::{Game, WordForm};
use crate::model::id::*;
use crate::model::node::{Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;

use super::call::domain_of;
use super::lower::{lower, lower_thing, lower_value};
use super::{At, Code, Run};
use crate::play::store::world::World;

const OF_NONE: &str = "this is `none`: use `?.`, or give a default with `??`";

/// A word of one thing.
pub(super) fn get(game: &Game, node: &Node, term: Term, of: &Node, negated: bool) -> Code {
    let at = At::new(node);
    let domain = of.ty.domain();
    let of = lower_thing(game, of, at);
    if negated || node.ty == Type::Flag {
        return Code::Flag(question(game, term, domain, of, negated, at));
    }
    match term {
        Term::Fact(fact) => match game.facts[fact.at()].ty {
            Type::Int(_) => code(Code::Number, of, at, move |world, thing| world.fact(fact, thing).int()),
            Type::One(domain, _) if domain != Domain::Number => {
                code(Code::Thing, of, at, move |world, thing| world.fact(fact, thing).as_ref())
            }
            _ => code(Code::Value, of, at, move |world, thing| world.fact(fact, thing).clone()),
        },
        Term::Var(var) => match game.vars[var.at()].ty {
            Type::Int(_) => code(Code::Number, of, at, move |world, thing| world.cell(var, thing).map(i64::from)),
            Type::One(domain, _) if domain != Domain::Number => code(Code::Thing, of, at, move |world, thing| {
                world.cell(var, thing).map(|cell| Ref::new(domain, cell as u16))
            }),
            _ => code(Code::Value, of, at, move |world, thing| world.var(var, thing)),
        },
        Term::Word(word) => match (game.words[word.at()].form, game.words[word.at()].body.ty) {
            (WordForm::The, Type::One(domain, _)) if domain != Domain::Number => {
                code(Code::Thing, of, at, move |world, thing| world.caught(world.word(word, thing), at).as_ref())
            }
            _ => match domain_of(game, word) {
                Some(domain) => {
                    let set = move |world: &World<'_>, thing| world.set_with(word, &[Value::Ref(thing)]);
                    Code::Set(domain, read(of, at, move |world, thing| world.caught(set(world, thing), at)))
                }
                None => code(Code::Value, of, at, move |world, thing| world.caught(world.word(word, thing), at)),
            },
        },
        Term::Quantity(quantity) if !game.quantities[quantity.at()].halves => {
            code(Code::Number, of, at, move |world, thing| {
                world.caught(world.number(quantity, &[Value::Ref(thing)]), at)
            })
        }
        Term::Purse(purse) if !game.purses[purse.at()].halves => {
            code(Code::Number, of, at, move |world, thing| world.caught(world.left_of(purse, thing.index), at))
        }
        Term::Grid(grid) => code(Code::Thing, of, at, move |world, thing| {
            let space = world.space_of(thing)?;
            world.game.board.grids[grid.at()].spaces.has(space).then(|| Ref::space(space))
        }),
        Term::Box(name) => code(Code::Thing, of, at, move |world, thing| {
            let spaces = &world.game.board.boxes[usize::from(name)].spaces;
            spaces.get(usize::from(thing.index)).map(|space| Ref::space(*space))
        }),
        Term::Facing => {
            code(Code::Thing, of, at, move |world, thing| world.caught(world.get(term, thing), at).as_ref())
        }
        Term::Line(list) => code(Code::Thing, of, at, move |world, thing| world.line_of(list, thing)),
        Term::Zone(zone) => Code::Set(Domain::Card, read(of, at, move |world, side| world.zone(zone, side.index))),
        term => code(Code::Value, of, at, move |world, thing| world.caught(world.get(term, thing), at)),
    }
}

/// A yes/no word of one thing. For `none` the word is false and its opposite true.
fn question(game: &Game, term: Term, domain: Option<Domain>, of: Run<Option<Ref>>, negated: bool, at: At) -> Run<bool> {
    match term {
        Term::Kind(kind) => flag(of, negated, move |world, thing| match thing.domain {
            Domain::Kind => world.game.is_of(thing.index, kind),
            _ => world.is_of_kind(thing.index, kind),
        }),
        Term::Region(region) => flag(of, negated, move |world, thing| {
            world.space_of(thing).is_some_and(|space| world.game.board.regions[region.at()].spaces.has(space))
        }),
        Term::Noun(noun) => flag(of, negated, move |world, thing| world.caught(world.is_noun(noun, thing), at)),
        Term::Var(var) if game.vars[var.at()].ty == Type::Flag => {
            flag(of, negated, move |world, thing| world.flag(var, thing))
        }
        Term::Var(var) => flag(of, negated, move |world, thing| world.var(var, thing).is_yes()),
        Term::Fact(fact) => flag(of, negated, move |world, thing| world.fact(fact, thing).is_yes()),
        Term::Word(word) => match domain.and_then(|domain| game.words[word.at()].names_flag(game, domain)) {
            Some((var, opposite)) => flag(of, negated, move |world, thing| {
                world.observer.note_word(&world.game.words[word.at()]);
                world.flag(var, thing) != opposite
            }),
            None => {
                let is = super::call::is(game, word, at);
                flag(of, negated, move |world, thing| is(world, &[Value::Ref(thing)]))
            }
        },
        term => flag(of, negated, move |world, thing| world.caught(world.get(term, thing), at).is_yes()),
    }
}

/// Something read from a thing, which must not be `none`.
fn read<T: Default + 'static>(
    of: Run<Option<Ref>>,
    at: At,
    read: impl Fn(&World<'_>, Ref) -> T + Send + Sync + 'static,
) -> Run<T> {
    Box::new(move |world, locals| match of(world, locals) {
        Some(thing) => read(world, thing),
        None => world.failed(OF_NONE, at),
    })
}

/// The same, as the code of its type.
pub(super) fn code<T: Default + 'static>(
    form: fn(Run<T>) -> Code,
    of: Run<Option<Ref>>,
    at: At,
    find: impl Fn(&World<'_>, Ref) -> T + Send + Sync + 'static,
) -> Code {
    form(read(of, at, find))
}

fn flag(
    of: Run<Option<Ref>>,
    negated: bool,
    read: impl Fn(&World<'_>, Ref) -> bool + Send + Sync + 'static,
) -> Run<bool> {
    Box::new(move |world, locals| match of(world, locals) {
        Some(thing) => read(world, thing) != negated,
        None => negated,
    })
}

/// The members of a set for which a word holds.
pub(super) fn filter(game: &Game, node: &Node, term: Term, of: &Node, negated: bool) -> Code {
    let at = At::new(node);
    match lower(game, of) {
        Code::Set(domain, of) => Code::set(domain, move |world, locals| {
            let set = of(world, locals);
            world.caught(world.filter(term, negated, domain, set), at)
        }),
        of => {
            let of = of.into_value();
            Code::Value(Box::new(move |world, locals| {
                let set = of(world, locals);
                world.caught(world.filter_value(term, negated, &set), at)
            }))
        }
    }
}

/// The members of a set whose word has a given value.
pub(super) fn select(game: &Game, term: Term, of: &Node, value: &Node, at: At) -> Code {
    let value = lower_value(game, value);
    match lower(game, of) {
        Code::Set(domain, of) => Code::set(domain, move |world, locals| {
            let set = of(world, locals);
            let value = value(world, locals);
            world.caught(world.select(term, domain, &set, &value), at)
        }),
        of => {
            let of = of.into_value();
            Code::Value(Box::new(move |world, locals| {
                let set = of(world, locals);
                let value = value(world, locals);
                world.caught(world.select_value(term, &set, &value), at)
            }))
        }
    }
}
