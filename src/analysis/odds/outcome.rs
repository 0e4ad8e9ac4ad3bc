//! The result of an action: the differences between the positions before and after it.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::outcome::Outcome as Ended;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::state::{Layout, NOWHERE, PieceState, State};

/// The space, side and mode of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Its space. None if it is out of play.
    pub space: Option<u16>,
    /// Its side.
    pub side: u16,
    /// Its mode, by index in its kind's list.
    pub mode: u8,
}

impl Spot {
    fn of(piece: &PieceState) -> Spot {
        let space = (piece.space != NOWHERE).then_some(piece.space);
        Spot { space, side: u16::from(piece.side), mode: piece.mode }
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// A piece moved, changed sides or changed mode.
    Piece(u16, Spot, Spot),
    /// A piece was created: its index, kind and spot.
    New(u16, u16, Spot),
    /// The value of a variable or flag changed.
    Var(VarId, Ref, Value, Value),
}

impl Change {
    /// The subject of the change. Changes of the same thing have the same mark.
    pub fn mark(&self) -> (Ref, Option<VarId>) {
        match self {
            Change::Piece(piece, ..) | Change::New(piece, ..) => (Ref::piece(*piece), None),
            Change::Var(var, of, ..) => (*of, Some(*var)),
        }
    }
}

/// All results of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// The differences. Quiet variables, slots, facings and cards are left out.
    pub changes: Vec<Change>,
    /// The end of the game. None if the game continues.
    pub ended: Option<Ended>,
    /// The value of the requested expression. If set, nothing else is recorded.
    pub value: Option<Value>,
}

/// The position before an action, for comparison.
pub(super) struct Before {
    state: State,
    /// The default of each numeric variable of each piece. The further a piece is from it, the more it is damaged.
    usual: Vec<(VarId, u16, Option<i64>)>,
}

impl Before {
    pub(super) fn new(world: &World<'_>, state: &State) -> Before {
        let mut usual = Vec::new();
        for (id, var) in world.game.vars_of(Domain::Piece) {
            if var.quiet || !matches!(var.ty, Type::Int(_) | Type::Half(_)) || var.default.is_none() {
                continue;
            }
            for piece in 0..state.pieces.len() as u16 {
                if let Ok(value) = world.default_of(id, Ref::piece(piece)) {
                    usual.push((id, piece, value.grains(matches!(var.ty, Type::Half(_)))));
                }
            }
        }
        Before { state: state.clone(), usual }
    }

    /// The differences of a later position.
    pub(super) fn outcome(&self, game: &Game, layout: &Layout, now: &State) -> Outcome {
        let mut changes = Vec::new();
        for (at, piece) in now.pieces.iter().enumerate() {
            let to = Spot::of(piece);
            match self.state.pieces.get(at).map(Spot::of) {
                Some(from) if from != to => changes.push(Change::Piece(at as u16, from, to)),
                Some(_) => {}
                None => changes.push(Change::New(at as u16, piece.kind, to)),
            }
        }
        for (var, index) in self.state.variables_unlike(now, game, layout) {
            let item = &game.vars[var.at()];
            if !item.quiet {
                let value = |state: &State| state.var(game, layout, var, index);
                changes.push(Change::Var(var, Ref::new(item.subject, index), value(&self.state), value(now)));
            }
        }
        Outcome { changes, ended: now.outcome.clone(), value: None }
    }

    /// The worth of a position to each side, using no knowledge of the game: victory first, then its own pieces on the
    /// map, then in boxes, then the least damage to them; minus the worth of the others' pieces.
    pub(super) fn worth(&self, game: &Game, layout: &Layout, now: &State) -> Vec<i64> {
        const VICTORY: i64 = 1_000_000_000;
        const PIECE: i64 = 10_000;
        let sides = game.sides.len();
        let mut own = vec![0i64; sides];
        for piece in &now.pieces {
            let value = match game.board.spaces.get(usize::from(piece.space)) {
                Some(space) if space.is_box => 1,
                Some(_) => 3,
                None => 0,
            };
            if let Some(own) = own.get_mut(usize::from(piece.side)) {
                *own += value * PIECE;
            }
        }
        for (var, index, usual) in &self.usual {
            let harm = match (now.cell(layout, *var, *index), usual) {
                (Some(cell), Some(usual)) => (i64::from(cell) - usual).abs().min(PIECE),
                (None, None) => 0,
                _ => PIECE,
            };
            let piece = now.pieces.get(usize::from(*index));
            if let Some(own) = piece.and_then(|piece| own.get_mut(usize::from(piece.side))) {
                *own -= harm;
            }
        }
        let all: i64 = own.iter().sum();
        (0..sides)
            .map(|side| {
                let end = now.outcome.as_ref().map_or(0, |end| end.worth(side as u16, VICTORY));
                end + 2 * own[side] - all
            })
            .collect()
    }
}
