//! What came of an action: how the position differs from the one before it.

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::state::{self, Layout, NOWHERE, PieceState, State};

/// Where a piece is, whose it is, and its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Its space. None if it is out of play.
    pub space: Option<u16>,
    /// Its side.
    pub side: u16,
    /// Its mode, by place in its kind's list.
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
    /// A piece moved, changed sides or turned to another mode.
    Piece(u16, Spot, Spot),
    /// A piece came into being: which, of which kind, where.
    New(u16, u16, Spot),
    /// A variable or flag has another value.
    Var(VarId, Ref, Value, Value),
}

impl Change {
    /// What it concerns: two changes of one thing have the same mark.
    pub fn mark(&self) -> (Ref, Option<VarId>) {
        match self {
            Change::Piece(piece, ..) | Change::New(piece, ..) => (Ref::piece(*piece), None),
            Change::Var(var, of, ..) => (*of, Some(*var)),
        }
    }
}

/// All that came of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// The differences. Quiet variables, slots, facings and cards are left out.
    pub changes: Vec<Change>,
    /// How the game ended: the winner and the level of victory. None if it goes on.
    pub ended: Option<(Option<u16>, Option<u16>)>,
    /// The value of the expression that was asked for. Then nothing else is known.
    pub value: Option<Value>,
}

/// The position before an action, for comparing.
pub(super) struct Before {
    state: State,
    /// The variable of each cell, and how many cells before it are its own.
    cells: Vec<(u16, u16)>,
    words: Vec<(u16, u16)>,
    /// What cells of pieces hold by default: whatever is far from it is harm.
    usual: Vec<Option<i32>>,
}

impl Before {
    pub(super) fn new(world: &World<'_>, state: &State) -> Before {
        let (game, layout) = (world.game, world.layout);
        let mut before = Before {
            state: state.clone(),
            cells: vec![(0, 0); layout.cells],
            words: vec![(0, 0); layout.words],
            usual: vec![None; layout.cells],
        };
        for (at, var) in game.vars.iter().enumerate() {
            let (offset, members) = (layout.offset[at] as usize, usize::from(layout.members[at]));
            if var.ty == Type::Flag {
                for word in 0..members.div_ceil(64).max(1) {
                    before.words[offset + word] = (at as u16, word as u16);
                }
                continue;
            }
            for member in 0..members {
                before.cells[offset + member] = (at as u16, member as u16);
                let harms =
                    var.subject == Domain::Piece && !var.quiet && matches!(var.ty, Type::Int(_) | Type::Half(_));
                if harms && member < state.pieces.len() {
                    let bearer = [Value::Ref(Ref::piece(member as u16))];
                    let value = var.default.as_ref().map(|node| world.eval_alone(node, &bearer, var.locals));
                    before.usual[offset + member] = value.and_then(Result::ok).map(|it| state::encode_as(&it, var.ty));
                }
            }
        }
        before
    }

    /// How a later position differs.
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
        if now.cells != self.state.cells {
            for (at, (new, old)) in now.cells.iter().zip(&self.state.cells).enumerate() {
                let (var, member) = self.cells[at];
                let item = &game.vars[usize::from(var)];
                if new != old && !item.quiet {
                    let of = Ref::new(item.subject, member);
                    let value = |cell: i32| state::decode(cell, item.ty);
                    changes.push(Change::Var(VarId(var), of, value(*old), value(*new)));
                }
            }
        }
        for (at, (new, old)) in now.flags.iter().zip(&self.state.flags).enumerate() {
            let (var, word) = self.words[at];
            let item = &game.vars[usize::from(var)];
            let mut left = if item.quiet { 0 } else { new ^ old };
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let member = word * 64 + bit as u16;
                if member < layout.members[usize::from(var)] {
                    let is_up = new >> bit & 1 == 1;
                    let of = Ref::new(item.subject, member);
                    changes.push(Change::Var(VarId(var), of, Value::Flag(!is_up), Value::Flag(is_up)));
                }
            }
        }
        Outcome { changes, ended: now.outcome.map(|end| (end.winner, end.level)), value: None }
    }

    /// What a position is worth to each side, without knowledge of the game: a victory, then its own pieces on the
    /// map, then in boxes, then how little has been laid on them; all of that less what the others have.
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
        for (at, usual) in self.usual.iter().enumerate() {
            let (Some(usual), Some(cell)) = (usual, now.cells.get(at)) else { continue };
            let piece = now.pieces.get(usize::from(self.cells[at].1)).filter(|_| layout.cells > at);
            if let Some(own) = piece.and_then(|piece| own.get_mut(usize::from(piece.side))) {
                *own -= i64::from(cell.abs_diff(*usual)).min(PIECE);
            }
        }
        let all: i64 = own.iter().sum();
        let winner = now.outcome.and_then(|end| end.winner).map(usize::from);
        (0..sides)
            .map(|side| {
                let end = match winner {
                    Some(winner) if winner == side => VICTORY,
                    Some(_) => -VICTORY,
                    None => 0,
                };
                end + 2 * own[side] - all
            })
            .collect()
    }
}
