//! Entries of the API table whose results are plain numbers, things or sets.

use crate::model::api::Api;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use super::get::code;
use super::lower::{lower, lower_value};
use super::{At, Code, Run};
use crate::play::store::world::World;

/// The compiled form of an entry; `None` if it needs boxed values.
pub(super) fn plain(game: &Game, api: Api, args: &[Node], at: At) -> Option<Code> {
    match args {
        [] => of_nothing(game, api),
        [of] => of_one(game, api, of, at),
        [of, other] if has_two(api) => of_two(game, api, of, other, at),
        _ => None,
    }
}

/// Entries without arguments.
fn of_nothing(game: &Game, api: Api) -> Option<Code> {
    let (domain, all) = match api {
        Api::Nothing => (Domain::Piece, BitSet::new()),
        Api::Directions => (Domain::Direction, BitSet::first_n(game.board.sides())),
        Api::Axes => (Domain::Direction, BitSet::first_n(game.board.sides() / 2)),
        _ => return None,
    };
    Some(Code::set(domain, move |_, _| all.clone()))
}

/// The number of members of a row before the first that is not in a set: `row.leading(set).count`.
fn count_leading(game: &Game, row: &Node, within: &Node) -> Code {
    let (row, within) = (lower_value(game, row), lower(game, within).into_bits());
    Code::Number(Box::new(move |world, locals| {
        let row = row(world, locals);
        let within = within(world, locals);
        Some(match &row {
            Value::Row(_, row) => row.iter().take_while(|index| within.has(**index)).count() as i64,
            // Sets without an order of their own use the order of declaration.
            other => other.bits().iter().take_while(|index| within.has(*index)).count() as i64,
        })
    }))
}

/// True if an entry with two arguments may do without boxed values.
fn has_two(api: Api) -> bool {
    matches!(
        api,
        Api::Has
            | Api::At
            | Api::Of
            | Api::OfKind
            | Api::Room
            | Api::Distance
            | Api::Opposite
            | Api::Toward
            | Api::Ray
            | Api::Min
            | Api::Max
            | Api::Either
    )
}

/// A set found from another.
fn from_bits(domain: Domain, of: Code, find: impl Fn(&World<'_>, BitSet) -> BitSet + Send + Sync + 'static) -> Code {
    let of = of.into_bits();
    Code::set(domain, move |world, locals| find(world, of(world, locals)))
}

/// A set found from a thing; empty for `none`.
fn from_thing(
    domain: Domain,
    of: Run<Option<Ref>>,
    find: impl Fn(&World<'_>, Ref) -> BitSet + Send + Sync + 'static,
) -> Code {
    Code::set(domain, move |world, locals| of(world, locals).map_or_else(BitSet::new, |of| find(world, of)))
}

/// A set found from two others.
fn from_both(
    domain: Domain,
    of: Code,
    other: Code,
    find: impl Fn(&World<'_>, &BitSet, &BitSet) -> BitSet + Send + Sync + 'static,
) -> Code {
    let (of, other) = (of.into_bits(), other.into_bits());
    Code::set(domain, move |world, locals| {
        let of = of(world, locals);
        find(world, &of, &other(world, locals))
    })
}

/// Entries with one argument.
fn of_one(game: &Game, api: Api, of: &Node, at: At) -> Option<Code> {
    if let (Api::Count, Expr::Api { api: Api::Leading, args }) = (api, &of.expr) {
        if let [row, within] = args.as_slice() {
            return Some(count_leading(game, row, within));
        }
    }
    let domain = of.ty.domain();
    Some(match (api, lower(game, of).typed()) {
        (Api::Foe, Code::Thing(of)) if game.sides.len() == 2 => {
            code(Code::Thing, of, at, |_, side| Some(Ref::side(1 - side.index)))
        }
        (Api::Stack, Code::Thing(of)) => from_thing(Domain::Piece, of, |world, piece| world.stacked_with(piece)),
        (Api::OppositeWay, Code::Thing(of)) => {
            let (board, half) = (&game.board, (game.board.sides() / 2) as i64);
            let opposite: Vec<u16> = (0..board.directions.len() as u16).map(|way| board.turned(way, half)).collect();
            code(Code::Thing, of, at, move |_, way| opposite.get(usize::from(way.index)).copied().map(Ref::direction))
        }
        (Api::Beside, of) => from_bits(Domain::Space, of, |world, of| world.beside(&of)),
        (Api::Column | Api::RowOf, Code::Thing(of)) => code(Code::Number, of, at, move |world, space| {
            let (column, row) = world.column_and_row(space.index)?;
            Some(i64::from(if api == Api::Column { column } else { row }))
        }),
        (Api::Any, Code::Set(_, of)) => Code::Flag(Box::new(move |world, locals| !of(world, locals).is_empty())),
        (Api::Empty, Code::Set(_, of)) => Code::Flag(Box::new(move |world, locals| of(world, locals).is_empty())),
        (Api::Count, Code::Set(_, of)) => {
            Code::Number(Box::new(move |world, locals| Some(of(world, locals).count() as i64)))
        }
        (Api::First, Code::Set(domain, of)) if domain != Domain::Number => {
            Code::Thing(Box::new(move |world, locals| of(world, locals).first().map(|index| Ref::new(domain, index))))
        }
        (Api::Only, Code::Set(domain, of)) if domain != Domain::Number => {
            Code::Thing(Box::new(move |world, locals| {
                let of = of(world, locals);
                let mut members = of.iter();
                let first = members.next().map(|index| Ref::new(domain, index));
                first.filter(|_| members.next().is_none())
            }))
        }
        (Api::Any, of) => measured_size(of, |size| size > 0),
        (Api::Empty, of) => measured_size(of, |size| size == 0),
        (Api::SideOf | Api::OwnerOf, Code::Thing(of)) => {
            code(Code::Thing, of, at, |world, of| world.side_of(of).map(Ref::side))
        }
        (Api::SpaceOf, Code::Thing(of)) => code(Code::Thing, of, at, |world, of| world.space_of(of).map(Ref::space)),
        (Api::KindOf, Code::Thing(of)) => {
            code(Code::Thing, of, at, |world, of| Some(Ref::kind(world.kind_of(of.index))))
        }
        (Api::InPlay, Code::Thing(of)) => {
            Code::Flag(Box::new(move |world, locals| of(world, locals).is_some_and(|of| world.space_of(of).is_some())))
        }
        (Api::OnMap, Code::Thing(of)) => Code::Flag(Box::new(move |world, locals| {
            let space = of(world, locals).and_then(|of| world.space_of(of));
            space.is_some_and(|space| !world.game.board.spaces[usize::from(space)].is_box)
        })),
        (Api::Boxed, Code::Thing(of)) => Code::Flag(Box::new(move |world, locals| {
            of(world, locals).is_some_and(|of| world.game.board.spaces[usize::from(of.index)].is_box)
        })),
        (Api::SpacesOf, Code::Thing(of)) => from_thing(Domain::Space, of, |world, of| world.spaces_of_one(of)),
        (Api::PiecesOf, Code::Thing(of)) => from_thing(Domain::Piece, of, |world, of| world.pieces_of_one(of)),
        (Api::PiecesOf, of) if domain == Some(Domain::Space) => {
            from_bits(Domain::Piece, of, |world, spaces| world.standing_at(&world.index.present, &spaces))
        }
        (Api::PiecesOf, of) => {
            let of = of.into_value();
            Code::set(Domain::Piece, move |world, locals| {
                let of = of(world, locals);
                world.pieces_of(&of)
            })
        }
        (Api::Foes, of) => from_bits(Domain::Side, of, |world, of| world.all(Domain::Side).minus(&of)),
        _ => return None,
    })
}

/// Entries with two arguments.
fn of_two(game: &Game, api: Api, of: &Node, other: &Node, at: At) -> Option<Code> {
    let domain = of.ty.domain();
    Some(match (api, lower(game, of).typed(), lower(game, other).typed()) {
        (Api::Has, Code::Set(domain, set), Code::Thing(item)) => Code::Flag(Box::new(move |world, locals| {
            let set = set(world, locals);
            item(world, locals).is_some_and(|item| item.domain == domain && set.has(item.index))
        })),
        (Api::At, of, spaces) => {
            from_both(Domain::Piece, of, spaces, |world, of, spaces| world.standing_at(of, spaces))
        }
        (Api::Of, of, sides) if domain == Some(Domain::Piece) => {
            from_both(Domain::Piece, of, sides, |world, of, sides| of.intersection(&world.index.of_sides(sides)))
        }
        (Api::OfKind, of, kinds) => from_both(Domain::Piece, of, kinds, |world, of, kinds| world.of_kinds(kinds, of)),
        (Api::Room, Code::Thing(space), Code::Thing(side)) => Code::Number(Box::new(move |world, locals| {
            let (space, side) = (space(world, locals), side(world, locals));
            Some(space.zip(side).map_or(0, |(space, side)| world.room(space.index, side.index)))
        })),
        (Api::Distance, Code::Thing(a), Code::Thing(b)) => Code::Number(Box::new(move |world, locals| {
            let (a, b) = (a(world, locals), b(world, locals));
            let a = a.and_then(|a| world.space_of(a));
            let b = b.and_then(|b| world.space_of(b));
            let distance = a.zip(b).and_then(|(a, b)| world.distance(a, b));
            Some(distance.unwrap_or(i64::from(u16::MAX)))
        })),
        (Api::Opposite, pieces, Code::Thing(piece)) => {
            let pieces = pieces.into_bits();
            Code::Thing(Box::new(move |world, locals| {
                let pieces = pieces(world, locals);
                let piece = piece(world, locals)?;
                world.opposite(&pieces, piece.index).map(Ref::piece)
            }))
        }
        (Api::Toward, Code::Thing(space), Code::Thing(way)) => Code::Thing(Box::new(move |world, locals| {
            let (space, way) = (space(world, locals), way(world, locals));
            let (space, way) = space.zip(way)?;
            world.game.board.toward[usize::from(way.index)][usize::from(space.index)].map(Ref::space)
        })),
        (Api::Ray, Code::Thing(space), Code::Thing(way)) => {
            Code::Value(Box::new(move |world, locals| match (space(world, locals), way(world, locals)) {
                (Some(space), Some(way)) => Value::Row(Domain::Space, world.game.board.ray(space.index, way.index)),
                _ => Value::Set(Domain::Space, BitSet::new()),
            }))
        }
        (Api::Min | Api::Max, Code::Number(a), Code::Number(b)) => {
            Code::Number(Box::new(move |world, locals| match (a(world, locals), b(world, locals)) {
                (Some(a), Some(b)) => Some(if api == Api::Min { a.min(b) } else { a.max(b) }),
                _ => world.failed("expected a number, found `none`", at),
            }))
        }
        (Api::Either, of, other) if domain.is_some_and(|domain| is_set(domain, &[of_type(&of), of_type(&other)])) => {
            from_both(domain?, of, other, |_, of, other| of.union(other))
        }
        _ => return None,
    })
}

/// The domain of a set, if it is known when compiling.
fn of_type(code: &Code) -> Option<Domain> {
    match code {
        Code::Set(domain, _) | Code::Local(_, Type::Set(domain)) => Some(*domain),
        _ => None,
    }
}

fn is_set(domain: Domain, types: &[Option<Domain>]) -> bool {
    domain != Domain::Number && types.iter().all(|one| *one == Some(domain))
}

fn measured_size(of: Code, test: fn(usize) -> bool) -> Code {
    let of = of.into_value();
    Code::Flag(Box::new(move |world, locals| {
        let of = of(world, locals);
        test(world.size(&of))
    }))
}
