//! Conditions that compare one column with a single value, or test where pieces stand. They run over a whole
//! set in one pass.

use crate::model::api::Api;
use crate::model::game::{Game, ListOrigin};
use crate::model::id::*;
use crate::model::node::{Comparison, Expr, Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;

use super::lower::lower;
use super::mask::{Mask, is_member, mentions};
use super::{Code, Run};
use crate::play::store::state::NOWHERE;

/// The compiled form of `member.word == value` and similar conditions on the member in a slot; `None` if the condition
/// must be evaluated for each member.
pub(super) fn compared(
    game: &Game,
    comparison: Comparison,
    of: &Node,
    with: &Node,
    slot: u16,
    domain: Domain,
) -> Option<Mask> {
    if mentions(with, slot) {
        return None;
    }
    if let Some(grid) = where_it_stands(of, slot).filter(|_| domain == Domain::Piece) {
        let wanted = cell_of(game, Type::One(Domain::Space, true), with, comparison)?;
        return Some(stands(grid, comparison, wanted));
    }
    let Expr::Get { term, of, negated: false } = &of.expr else { return None };
    if !is_member(of, slot) {
        return None;
    }
    match (*term, &with.expr) {
        (Term::Line(list), Expr::Const(Value::None)) if domain == Domain::Space => terrain(game, list, comparison),
        (Term::Var(var), _) if game.vars[var.at()].subject == domain => {
            let wanted = cell_of(game, game.vars[var.at()].ty, with, comparison)?;
            Some(cells(var, domain, comparison, wanted))
        }
        _ => None,
    }
}

/// Recognises a node that gives the space of the member in a slot: in one grid, or in all. `None` for any other node.
fn where_it_stands(node: &Node, slot: u16) -> Option<Option<GridId>> {
    match &node.expr {
        Expr::Get { term: Term::Grid(grid), of, negated: false } if is_member(of, slot) => Some(Some(*grid)),
        Expr::Api { api: Api::SpaceOf, args } if matches!(args.as_slice(), [of] if is_member(of, slot)) => Some(None),
        _ => None,
    }
}

/// The pieces of a set whose space compares so; a space outside the grid counts as `none`.
fn stands(grid: Option<GridId>, comparison: Comparison, wanted: Run<Option<i64>>) -> Mask {
    Box::new(move |world, locals, set| {
        if set.is_empty() {
            return set;
        }
        let of_grid = grid.map(|grid| &world.game.board.grids[grid.at()].spaces);
        let counts = |space: u16| space != NOWHERE && of_grid.is_none_or(|spaces| spaces.has(space));
        let pieces = world.piece_states(&set);
        let wanted = wanted(world, locals);
        let is_wanted = |space: u16| comparison.holds(counts(space).then_some(i64::from(space)), wanted);
        pieces.filter(|(_, piece)| is_wanted(piece.space)).map(|(index, _)| index).collect()
    })
}

/// The spaces of a set with any terrain, or without. `None` for a list other than the terrains.
fn terrain(game: &Game, list: ListId, comparison: Comparison) -> Option<Mask> {
    let is_none = match comparison {
        Comparison::Equal => true,
        Comparison::Unequal => false,
        _ => return None,
    };
    (game.lists[list.at()].origin == ListOrigin::Terrains).then(|| -> Mask {
        Box::new(move |world, _, set| {
            let mut bare = set.clone();
            for terrain in &world.game.terrains {
                bare = bare.minus(&world.flagged(*terrain, Domain::Space, &set));
            }
            if is_none { bare } else { set.minus(&bare) }
        })
    })
}

/// The cell value that a variable of this type is compared with; `None` if the value has no such cell.
fn cell_of(game: &Game, ty: Type, with: &Node, comparison: Comparison) -> Option<Run<Option<i64>>> {
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
    match (ty, lower(game, with).typed()) {
        (Type::Int(_) | Type::One(..), _) if matches!(with.expr, Expr::Const(Value::None)) => {
            is_equality.then(|| -> Run<Option<i64>> { Box::new(|_, _| None) })
        }
        (Type::Int(_), Code::Number(number)) => Some(number),
        (Type::One(of, _), Code::Thing(thing)) if of != Domain::Number && is_equality => {
            // No cell is negative, so a thing of another domain differs from all.
            Some(Box::new(move |world, locals| {
                thing(world, locals).map(|thing| if thing.domain == of { i64::from(thing.index) } else { -1 })
            }))
        }
        _ => None,
    }
}

fn cells(var: VarId, domain: Domain, comparison: Comparison, wanted: Run<Option<i64>>) -> Mask {
    Box::new(move |world, locals, set| {
        if set.is_empty() {
            return set;
        }
        let cells = world.cells(var, domain, &set);
        let wanted = wanted(world, locals);
        cells.filter(|(_, cell)| comparison.holds(cell.map(i64::from), wanted)).map(|(index, _)| index).collect()
    })
}
