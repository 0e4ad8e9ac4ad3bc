//! Words behind a dot: of one thing, and as filters of a set.

use crate::model::id::*;
use crate::model::node::{Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;

use super::super::state::State;
use super::super::world::World;
use super::lower::{lower, lower_thing};
use super::{At, Code, Run};

const OF_NONE: &str = "this is `none`: use `?.`, or give a default with `??`";

/// A word of one thing.
pub(super) fn get(node: &Node, term: Term, of: &Node, negated: bool) -> Code {
    let at = At::new(node);
    let of = lower_thing(of, at);
    if negated || node.ty == Type::Flag {
        // A yes/no word of none is no; its opposite is yes.
        return match term {
            Term::Kind(kind) => flag(of, negated, move |world, thing| match thing.domain {
                Domain::Kind => world.game.is_of(thing.index, kind),
                _ => world.index.of_kind[usize::from(kind)].has(thing.index),
            }),
            Term::Region(region) => flag(of, negated, move |world, thing| {
                world.space_of(thing).is_some_and(|space| world.game.board.regions[region.at()].spaces.has(space))
            }),
            Term::Noun(noun) => flag(of, negated, move |world, thing| world.caught(world.is_noun(noun, thing), at)),
            Term::Var(var) => flag(of, negated, move |world, thing| flag_of(world, var, thing)),
            Term::Fact(fact) => flag(of, negated, move |world, thing| world.fact(fact, thing).is_yes()),
            term => flag(of, negated, move |world, thing| world.caught(world.get(term, thing), at).is_yes()),
        };
    }
    match term {
        Term::Grid(grid) => thing(of, at, move |world, thing| {
            let space = world.space_of(thing)?;
            world.game.board.grids[grid.at()].spaces.has(space).then(|| Ref::space(space))
        }),
        Term::Box(name) => thing(of, at, move |world, thing| {
            let spaces = &world.game.board.boxes[usize::from(name)].spaces;
            spaces.get(usize::from(thing.index)).map(|space| Ref::space(*space))
        }),
        Term::Facing => thing(of, at, move |world, thing| world.caught(world.get(term, thing), at).as_ref()),
        Term::Line(list) => thing(of, at, move |world, thing| world.line_of(list, thing).as_ref()),
        Term::Zone(zone) => {
            let of = present(of, at);
            Code::Set(
                Domain::Card,
                Box::new(move |world, locals| match of(world, locals) {
                    Some(side) => world.zone(zone, side.index),
                    None => Default::default(),
                }),
            )
        }
        term => {
            let of = present(of, at);
            Code::Value(Box::new(move |world, locals| match of(world, locals) {
                Some(thing) => world.caught(world.get(term, thing), at),
                None => Value::None,
            }))
        }
    }
}

/// A thing that may not be none.
fn present(of: Run<Option<Ref>>, at: At) -> Run<Option<Ref>> {
    Box::new(move |world, locals| {
        let thing = of(world, locals);
        if thing.is_none() {
            return world.failed(OF_NONE, at);
        }
        thing
    })
}

fn thing(of: Run<Option<Ref>>, at: At, read: impl Fn(&World<'_>, Ref) -> Option<Ref> + Send + Sync + 'static) -> Code {
    Code::Thing(Box::new(move |world, locals| match of(world, locals) {
        Some(thing) => read(world, thing),
        None => world.failed(OF_NONE, at),
    }))
}

fn flag(of: Run<Option<Ref>>, negated: bool, read: impl Fn(&World<'_>, Ref) -> bool + Send + Sync + 'static) -> Code {
    Code::Flag(Box::new(move |world, locals| match of(world, locals) {
        Some(thing) => read(world, thing) != negated,
        None => negated,
    }))
}

/// Whether a flag is up, or another variable says yes.
fn flag_of(world: &World<'_>, var: VarId, thing: Ref) -> bool {
    let item = &world.game.vars[var.at()];
    if item.ty != Type::Flag {
        return world.var(var, thing).is_yes();
    }
    world.memo.see(item.column, thing);
    State::flag(world.state, world.layout, var, thing.index)
}

/// Members of a set for which a word holds.
pub(super) fn filter(node: &Node, term: Term, of: &Node, negated: bool) -> Code {
    let at = At::new(node);
    match lower(of) {
        Code::Set(domain, of) => Code::Set(
            domain,
            Box::new(move |world, locals| {
                let set = of(world, locals);
                world.caught(world.filter(term, negated, domain, set), at)
            }),
        ),
        of => {
            let of = of.into_value();
            Code::Value(Box::new(move |world, locals| {
                let set = of(world, locals);
                match &set {
                    Value::None => Value::None,
                    Value::Row(domain, row) => {
                        let kept = world.caught(world.filter(term, negated, *domain, set.bits()), at);
                        Value::Row(*domain, row.iter().copied().filter(|index| kept.has(*index)).collect())
                    }
                    _ => match world.as_set(&set) {
                        Some((domain, set)) => {
                            Value::Set(domain, world.caught(world.filter(term, negated, domain, set), at))
                        }
                        None => world.failed(format!("a filter of {}", set.describe()), at),
                    },
                }
            }))
        }
    }
}
