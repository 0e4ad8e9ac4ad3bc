//! Moves a piece along a way, step by step.

use crate::model::id::*;
use crate::model::value::Value;
use crate::model::walk::Varied;
use crate::model::way::Way;

use super::run::{Act, Cx, Stop};
use crate::play::movement::search::spending;
use crate::play::store::columns::{decode, encode_as};

impl Cx<'_> {
    /// Whether this variable is the named slot and has the value that entering the space gives.
    fn enters_slot(&self, var: VarId, space: u16, value: i32) -> bool {
        let named = self.game.board.named_slots.as_ref().filter(|named| named.var == var);
        named.is_some_and(|named| encode_as(&named.on_entering(space), self.game.vars[var.at()].ty) == value)
    }

    /// Moves a piece along a way step by step and spends the cost. Pieces of its company join where it meets them, as
    /// far as they may enter.
    ///
    /// # Errors
    /// When a hook is faulty, asks, or ends the game.
    pub fn follow(&self, piece: u16, way: &Way, company: &[u16]) -> Act<()> {
        let walk = &self.game.walks[way.walk().at()];
        let legs = way.legs();
        if let Some(purse) = walk.purse {
            let amount: i64 = legs.iter().map(|leg| leg.cost).sum();
            if amount > 0 {
                let side = self.run.borrow().state().pieces[piece as usize].side;
                self.spend_one(spending(purse, side, piece, amount))?;
            }
        }
        let mut waiting: Vec<u16> = company.to_vec();
        let mut along: Vec<u16> = Vec::new();
        for (count, leg) in (1i64..).zip(legs) {
            let from = self.run.borrow().state().pieces[piece as usize].space;
            waiting.retain(|other| {
                let met = self.run.borrow().state().pieces[*other as usize].space == from;
                along.extend(met.then_some(*other));
                !met
            });
            if leg.to != from {
                self.step_into(piece, leg.to, Value::Int(count))?;
                if self.run.borrow().state().pieces[piece as usize].space != leg.to {
                    // A hook has moved the walker elsewhere: the way ends.
                    return Ok(());
                }
            }
            for (what, value) in walk.varies.iter().zip(&leg.varied) {
                match what {
                    Varied::Facing => self.set_facing(piece, &Value::Ref(Ref::direction(*value as u16)))?,
                    // A piece that entered stands in the first slot, unless a hook changed that.
                    Varied::Var(var) if leg.to != from && self.enters_slot(*var, leg.to, *value) => {}
                    Varied::Var(var) => {
                        self.write(*var, Ref::piece(piece), decode(*value, self.game.vars[var.at()].ty))?;
                    }
                }
            }
            if leg.to == from {
                continue;
            }
            let mut still = Vec::with_capacity(along.len());
            for other in along {
                let args = [Value::Ref(Ref::piece(other)), Value::Ref(Ref::space(leg.to)), Value::Int(count)];
                let stands = self.run.borrow().state().pieces[other as usize].space == from;
                if stands && self.look(|world| world.may(world.game.verbs.enter, &args))? {
                    self.step_into(other, leg.to, Value::Int(count))?;
                    still.push(other);
                }
            }
            along = still;
        }
        Ok(())
    }
}

/// The way in a value.
///
/// # Errors
/// When it is none.
pub fn as_way(value: &Value) -> Act<Way> {
    match value {
        Value::Way(way) => Ok(way.clone()),
        other => Err(Stop::fault(format!("`follow` needs a way, found {}", other.describe()))),
    }
}
