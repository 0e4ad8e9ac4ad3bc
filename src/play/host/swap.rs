//! Counters that replace each other, and pieces that change sides.

use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;

use super::run::{Act, Cx, Run};
use crate::play::answers::log::Event;
use crate::play::store::state::{NO_SLOT, NOWHERE};

impl Run {
    /// A counter of the same kind that belongs to a side and lies in its starting box; one with the same printed facts
    /// if possible.
    fn counter_like(&self, piece: u16, side: u16) -> Option<u16> {
        let old = self.state().pieces.get(usize::from(piece))?;
        let printed = |piece: u16| self.live.layout().printed.get(usize::from(piece));
        let lies = |other: &u16| {
            let one = &self.state().pieces[usize::from(*other)];
            let named = self.live.layout().uniques.get(usize::from(*other)).is_some_and(Option::is_some);
            let home = self.live.layout().home(*other);
            !named && *other != piece && one.kind == old.kind && home != NOWHERE && one.space == home
        };
        let index = self.live.index();
        let kind = index.of_kind[usize::from(old.kind)].intersection(&index.of_side[usize::from(side)]);
        let ready: Vec<u16> = kind.iter().filter(lies).collect();
        ready.iter().find(|other| printed(**other) == printed(piece)).or(ready.first()).copied()
    }
}

impl Cx<'_> {
    /// The piece variables that describe the piece itself, not its relation to another piece.
    fn states_of_pieces(&self) -> impl Iterator<Item = VarId> + '_ {
        let own = self.game.vars_of(Domain::Piece).filter(|(_, var)| !matches!(var.ty, Type::One(Domain::Piece, _)));
        own.map(|(var, _)| var)
    }

    /// Replaces a piece by a counter of the same kind of a side. The counter comes from its starting box and takes over
    /// mode, slot, facing and variables; the piece returns to its own box. Returns the counter, or `None` if there is
    /// none left.
    ///
    /// # Errors
    /// When a rule that watches these changes is faulty.
    pub fn exchange(&self, piece: u16, side: u16) -> Act<Option<u16>> {
        let (old, new) = {
            let run = self.run.borrow();
            (run.state().pieces[usize::from(piece)], run.counter_like(piece, side))
        };
        let values: Vec<(VarId, Value)> = self
            .look(|world| Ok(self.states_of_pieces().map(|var| (var, world.var(var, Ref::piece(piece)))).collect()))?;
        self.put_back(piece)?;
        let Some(new) = new else { return Ok(None) };
        let modes = &self.game.kinds[usize::from(old.kind)].modes;
        if let Some(mode) = modes.get(usize::from(old.mode)) {
            self.set_mode(new, &Value::Ref(Ref::new(Domain::Mode, *mode)))?;
        }
        self.place(new, old.space)?;
        if old.slot != NO_SLOT {
            self.take_slot(new, old.slot)?;
        }
        if self.game.facing.is_some() {
            self.set_facing(new, &Value::Ref(Ref::direction(u16::from(old.facing))))?;
        }
        for (var, value) in values {
            // A hook may have moved it to a space without such a slot.
            if self.look(|world| Ok(world.fits_slot(var, new, &value).is_err()))? {
                continue;
            }
            self.write(var, Ref::piece(new), value)?;
        }
        Ok(Some(new))
    }

    /// Takes the slot of the replaced counter, or the first free one.
    fn take_slot(&self, piece: u16, slot: u8) -> Act<()> {
        let free = {
            let run = self.run.borrow();
            let one = run.state().pieces[usize::from(piece)];
            let open = run.world().open_slots(one.space, u16::from(one.side));
            if open.has(u16::from(slot)) { Some(u16::from(slot)) } else { open.first() }
        };
        self.set_slot(piece, &free.map_or(Value::None, |slot| Value::Int(i64::from(slot))))
    }

    /// Returns a counter to its starting box, or out of play, in its original condition.
    fn put_back(&self, piece: u16) -> Act<()> {
        let home = self.run.borrow().live.layout().home(piece);
        self.place(piece, home)?;
        let kind = usize::from(self.run.borrow().state().pieces[usize::from(piece)].kind);
        if let Some(first) = self.game.kinds[kind].modes.first() {
            self.set_mode(piece, &Value::Ref(Ref::new(Domain::Mode, *first)))?;
        }
        for (var, _) in self.game.vars_of(Domain::Piece) {
            if self.game.board.named_slots.as_ref().is_some_and(|named| named.var == var) {
                // The box sets its slot.
                continue;
            }
            let value = self.look(|world| world.default_of(var, Ref::piece(piece)))?;
            self.write(var, Ref::piece(piece), value)?;
        }
        Ok(())
    }

    /// Gives a piece to another side. In a space with slots it takes a free slot of that side, if there is one.
    ///
    /// # Errors
    /// When a rule that watches this is faulty.
    pub fn give(&self, piece: u16, side: u16) -> Act<()> {
        let from = self.run.borrow().state().pieces[usize::from(piece)].side;
        if u16::from(from) == side {
            return Ok(());
        }
        let args = [Value::Ref(Ref::piece(piece)), Value::Ref(Ref::side(u16::from(from)))];
        if self.hooks_before_change(&self.game.before_give, &args)? {
            return Ok(());
        }
        {
            let mut run = self.run.borrow_mut();
            run.live.give_piece(piece, side as u8);
            run.settle_slot(piece)?;
            run.live.set_unsettled(true);
            run.note(|_| Event::Given(piece, side));
        }
        self.hooks(&self.game.after_give, &args)?;
        Ok(())
    }
}
