//! All changes of the state, with their hooks and log lines.

use smallvec::SmallVec;

use crate::model::game::{Shown, Var};
use crate::model::id::*;
use crate::model::node::Expr;
use crate::model::outcome::Outcome;
use crate::model::types::Type;
use crate::model::value::{MOST_HELD, Value};

use super::run::{Act, Cx, Run, Stop};
use crate::play::answers::log::{Entry, Event};
use crate::play::store::columns::can_hold;
use crate::play::store::effort::CALL;
use crate::play::store::live::ROOM;
use crate::play::store::state::{Frame, NO_SLOT, NOWHERE, PieceState};
use crate::play::store::world::{Fault, Read};
use crate::play::watch::observer::Asked;

impl Run {
    /// Adds an event to the log, if the log is kept.
    pub fn note(&mut self, event: impl FnOnce(&Run) -> Event) {
        self.effort.happened(1);
        if !self.log.kept {
            return;
        }
        let event = event(self);
        let frame = self.state().stack.last();
        let scope = frame.map(|frame| &self.game.scopes[frame.scope.at()]);
        let cites = scope.map(|scope| scope.cites_under(&self.game.readings).into()).unwrap_or_default();
        let acting = self.state().action_of(&self.game);
        let (depth, sealed, hook) = (self.state().stack.len() as u16, self.sealed, self.log.hook);
        let now = self.world().face_down_for_each();
        let before = self.log.entries.last().map(|entry| entry.face_down.clone());
        let face_down = before.filter(|before| **before == *now).unwrap_or_else(|| now.into());
        let (at, is_private) = (self.journal.used, self.is_private(&event));
        self.log.entries.push(Entry { depth, event, cites, at, sealed, acting, hook, is_private, face_down });
    }

    /// True if the rules may hide an event from a side: the change of a variable, or what an action does unseen.
    fn is_private(&self, event: &Event) -> bool {
        let mut hidden = self.game.showings.iter().filter(|showing| !showing.show).map(|showing| showing.what);
        match event {
            Event::Changed(var, ..) if hidden.clone().any(|what| what == Shown::Var(*var)) => true,
            Event::Scope(..)
            | Event::Changed(..)
            | Event::Set(..)
            | Event::Counted(..)
            | Event::LookedUp(..)
            | Event::Rolled(..)
            | Event::Paid(..)
            | Event::Tried(..)
            | Event::Lot(..) => hidden.any(|what| {
                let mut running = self.state().stack.iter().filter_map(|frame| frame.offer);
                running.any(|offer| self.game.is_shown_as(offer, what))
            }),
            _ => false,
        }
    }

    /// Logs a number or a look-up, unless the same was logged since the last roll or scope.
    pub fn note_computed(&mut self, event: Event) {
        let recent = self.log.entries.iter().rev().take_while(|entry| entry.event.is_computed());
        if !recent.into_iter().any(|entry| entry.event == event) {
            self.note(|_| event);
        }
    }

    /// Writes a variable without hooks: at the beginning and end of its lifetime, and in set-ups.
    pub fn write_quietly(&mut self, var: VarId, index: u16, value: &Value) {
        self.live.write(var, index, value);
    }

    /// Resets the variables that live in a scope to their defaults.
    pub fn reset_vars(&mut self, scope: ScopeId) -> Act<()> {
        for at in 0..self.game.scopes[scope.at()].vars.len() {
            self.reset_var(self.game.scopes[scope.at()].vars[at])?;
        }
        Ok(())
    }

    /// Resets a variable to its default for everything that has it.
    pub fn reset_var(&mut self, var: VarId) -> Act<()> {
        let item = &self.game.vars[var.at()];
        let members = match item.subject {
            Domain::Piece => self.state().pieces.len(),
            other => self.game.count(other),
        };
        let constant = match item.default.as_ref().map(|node| &node.expr) {
            None => &Value::None,
            Some(Expr::Const(value)) => value,
            Some(_) => {
                let world = self.world();
                let values = (0..members as u16).map(|index| world.default_of(var, Ref::new(item.subject, index)));
                let values = values.collect::<Read<Vec<Value>>>()?;
                (0..).zip(&values).for_each(|(index, value)| self.write_quietly(var, index, value));
                return Ok(());
            }
        };
        let (state, layout) = (self.state(), self.live.layout());
        let unlike = match constant {
            // Most variables that end with a scope are flags, and few of those are set.
            Value::None | Value::Flag(false) if item.ty == Type::Flag => state.flagged(layout, var),
            value => state.unlike(layout, var, item.ty, members, value),
        };
        if !unlike.is_empty() {
            let constant = constant.clone();
            unlike.iter().for_each(|index| self.write_quietly(var, index, &constant));
        }
        Ok(())
    }

    /// Forgets what was spent from the purses of a scope.
    pub fn reset_purses(&mut self, scope: ScopeId) {
        let purses = &self.game.scopes[scope.at()].purses;
        if purses.is_empty() || self.state().spent.is_empty() {
            return;
        }
        let purses = purses.clone();
        self.live.spent().retain(|spent| !purses.contains(&spent.purse));
    }

    /// Adds a piece, out of play.
    ///
    /// # Errors
    /// When there are more pieces than a state can hold.
    pub fn new_piece(&mut self, kind: u16, side: u16) -> Act<u16> {
        let item = &self.game.kinds[usize::from(kind)];
        if item.is_family {
            let text = format!("`{}` is a family of kinds: no counter is this and nothing more", item.name);
            return Err(Stop::fault(text));
        }
        if !self.live.has_room() {
            return Err(Stop::fault(format!(
                "too many pieces are created at once: an action or a step may create {ROOM}, a game any number"
            )));
        }
        let index = self.live.add_piece(kind, side as u8);
        self.begin_anew(index, |var| var.default.is_some())?;
        Ok(index)
    }

    /// Gives variables of a piece their first values.
    pub(in crate::play) fn begin_anew(&mut self, piece: u16, which: impl Fn(&Var) -> bool) -> Read<()> {
        let game = self.game.clone();
        for (var, _) in game.vars_of(Domain::Piece).filter(|(_, var)| which(var)) {
            let value = self.world().default_of(var, Ref::piece(piece))?;
            self.write_quietly(var, piece, &value);
        }
        Ok(())
    }

    /// Moves a piece to a space without hooks.
    pub fn put_quietly(&mut self, piece: u16, space: u16) {
        self.live.put_piece(piece, space);
        self.take_first_slot(piece);
    }

    /// Gives a piece the first free slot, if it needs one.
    pub(in crate::play) fn settle_slot(&mut self, piece: u16) -> Result<(), Box<Fault>> {
        let PieceState { space, side, slot, .. } = self.state().pieces[piece as usize];
        if space == NOWHERE || slot != NO_SLOT || !self.world().takes_slot(piece, space)? {
            return Ok(());
        }
        if let Some(free) = self.world().open_slots(space, u16::from(side)).first() {
            self.live.set_slot(piece, free as u8);
        }
        Ok(())
    }

    /// Moves a piece that entered a space to the first of its named slots.
    pub(in crate::play) fn take_first_slot(&mut self, piece: u16) {
        if let Some(named) = &self.game.board.named_slots {
            let (var, slot) = (named.var, named.on_entering(self.state().pieces[usize::from(piece)].space));
            self.write_quietly(var, piece, &slot);
        }
    }
}

impl Cx<'_> {
    /// Runs hooks with these arguments; returns true if one of them cancelled.
    pub fn hooks(&self, hooks: &[HookId], args: &[Value]) -> Act<bool> {
        for id in hooks {
            let cards = self.run.borrow().world().cards_that_bear(&self.game.hooks[id.at()].guard);
            let cards: SmallVec<[Option<u16>; 4]> =
                cards.map_or_else(|| SmallVec::from_iter([None]), |cards| cards.into_iter().map(Some).collect());
            for card in cards {
                if self.hook(*id, args, card)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Runs a hook if it applies; a hook of a card, for this card. Returns true if it cancelled.
    fn hook(&self, id: HookId, args: &[Value], card: Option<u16>) -> Act<bool> {
        let hook = &self.game.hooks[id.at()];
        let on = self.begins(|| Asked::hook(hook), args);
        let around = self.run.borrow_mut().log.hook.replace(id);
        let ran = self.hook_unseen(id, args, card);
        self.run.borrow_mut().log.hook = around;
        if on {
            self.ends(ran.as_ref().ok().map(|ran| Value::Flag(*ran)));
        }
        let cancelled = || {
            let run = self.run.borrow();
            match run.cancels.last() {
                Some((depth, cancelled)) if *depth == run.state().stack.len() => *cancelled,
                _ => run.state().stack.last().is_some_and(|frame| frame.cancelled),
            }
        };
        let is_cancelled = ran? && cancelled();
        if is_cancelled {
            self.run.borrow_mut().cancelled_by = Some(id);
        }
        Ok(is_cancelled)
    }

    /// Runs the hooks before a change; returns true if one of them cancelled it. `cancel()` then concerns the change,
    /// and not the scope in which it happens.
    pub(in crate::play) fn hooks_before_change(&self, hooks: &[HookId], args: &[Value]) -> Act<bool> {
        let depth = self.run.borrow().state().stack.len();
        self.run.borrow_mut().cancels.push((depth, false));
        let ran = self.hooks(hooks, args);
        self.run.borrow_mut().cancels.pop();
        ran
    }

    /// Runs a hook if it applies; returns true if it ran.
    fn hook_unseen(&self, id: HookId, args: &[Value], card: Option<u16>) -> Act<bool> {
        let hook = &self.game.hooks[id.at()];
        let (applies, locals) = {
            let run = self.run.borrow();
            let world = run.world();
            let mut locals = world.locals(args, hook.locals.max(hook.guard.bearer_slot.map_or(0, |slot| slot + 1)));
            let mut applies = match card {
                None => world.holds(&hook.guard, &mut locals)?,
                // An earlier hook may have ended the effect of the card.
                Some(card) => {
                    world.cards_that_bear(&hook.guard).is_some_and(|cards| cards.contains(&card))
                        && world.holds_of(&hook.guard, &mut locals, card)?
                }
            };
            if let (true, Some(card), true) = (applies, card, hook.whose != crate::model::clause::Whose::Any) {
                // In a card, `my` and `their` refer to its owner.
                let mine = world.side_of(Ref::card(card)) == world.me();
                applies = mine == (hook.whose == crate::model::clause::Whose::My);
            }
            (applies, locals)
        };
        if !applies {
            return Ok(false);
        }
        self.run.borrow().observer.note(&hook.cites);
        self.run.borrow().observer.meetings.ran(id);
        if let Some(script) = hook.script {
            let count = self.game.scripts[script.at()].params.len();
            self.call(script, &locals[..count.min(locals.len())])?;
        }
        self.start_after(&hook.then, &locals)?;
        Ok(true)
    }

    /// Writes a variable or flag. Writing the same value does nothing: no log line, no hooks.
    pub fn write(&self, var: VarId, of: Ref, value: Value) -> Act<()> {
        let item = &self.game.vars[var.at()];
        self.run.borrow().effort.spend(CALL)?;
        let old = self.run.borrow().world().var(var, of);
        let value = match (&value, item.ty) {
            (Value::None, Type::Flag) => Value::Flag(false),
            _ => value,
        };
        if old == value {
            return Ok(());
        }
        if let Some(problem) = item.ty.domain().and_then(|domain| value.misfit(domain)) {
            return Err(Stop::fault(problem));
        }
        let lives = |scope: &ScopeId| self.run.borrow().world().frame(*scope).is_some();
        // A test may run a procedure outside the sequence.
        let is_step = |frame: &Frame| {
            matches!(self.game.scopes[frame.scope.at()].kind, crate::model::sequence::ScopeKind::Step(_))
        };
        let in_sequence = self.run.borrow().state().stack.iter().any(is_step);
        if in_sequence && !item.during.is_empty() && !item.during.iter().any(lives) {
            let scopes: Vec<&str> =
                item.during.iter().map(|scope| self.game.scopes[scope.at()].name.as_str()).collect();
            let text = format!("`{}` exists only during {}, but is changed outside it", item.name, scopes.join(" or "));
            return Err(Stop::fault(text));
        }
        can_hold(&item.name, item.ty, item.range, &value)?;
        if let Value::Int(n) | Value::Half(n) = &value {
            if !value.can_be_held() {
                let text = format!("`{}` would become {n}; a variable holds at most {MOST_HELD}", item.name);
                return Err(Stop::fault(text));
            }
        }
        let bearer = Value::Ref(of);
        if !item.before.is_empty() {
            self.run.borrow_mut().old.push(old.clone());
            let cancelled = self.hooks_before_change(&item.before, &[bearer.clone(), old.clone()]);
            self.run.borrow_mut().old.pop();
            let cancelled = cancelled?;
            if cancelled {
                return Ok(());
            }
        }
        {
            let mut run = self.run.borrow_mut();
            run.world().fits_slot(var, of.index, &value)?;
            if !run.live.write(var, of.index, &value) {
                return Ok(());
            }
            run.observer.note(&item.cites);
            run.live.set_unsettled(true);
            let event_old = old.clone();
            run.note(|_| Event::Changed(var, of, event_old, value));
        }
        if !item.after.is_empty() {
            self.run.borrow_mut().old.push(old.clone());
            self.hooks(&item.after, &[bearer, old])?;
            self.run.borrow_mut().old.pop();
        }
        Ok(())
    }

    /// Moves a piece to a space, with the hooks for leaving and entering.
    pub fn place(&self, piece: u16, space: u16) -> Act<()> {
        self.step_into(piece, space, Value::None)
    }

    /// The same as a step of a way. `steps`: how many have been taken with this one; hooks on `enter` read it.
    pub(super) fn step_into(&self, piece: u16, space: u16, steps: Value) -> Act<()> {
        let from = self.run.borrow().state().pieces[piece as usize].space;
        if from == space {
            return Ok(());
        }
        let builtin = self.game.builtin;
        let unit = Value::Ref(Ref::piece(piece));
        let spot = |space: u16| if space == NOWHERE { Value::None } else { Value::Ref(Ref::space(space)) };
        let leaving = [unit.clone(), spot(from)];
        let placed = [unit.clone(), spot(space)];
        let entering = [unit, spot(space), steps];
        let scope = |id: ScopeId| &self.game.scopes[id.at()];
        self.hooks(&scope(builtin.leave).before, &leaving)?;
        if space != NOWHERE {
            self.hooks(&scope(builtin.place).before, &placed)?;
            self.hooks(&scope(builtin.enter).before, &entering)?;
        }
        {
            let mut run = self.run.borrow_mut();
            run.put_quietly(piece, space);
            run.live.set_unsettled(true);
            let place = |space: u16| (space != NOWHERE).then_some(space);
            run.note(|_| Event::Moved(piece, place(from), place(space)));
        }
        self.hooks(&scope(builtin.leave).after, &leaving)?;
        if space != NOWHERE {
            self.hooks(&scope(builtin.place).after, &placed)?;
            self.hooks(&scope(builtin.enter).after, &entering)?;
        }
        Ok(())
    }

    /// Moves a piece to a slot of its space, or out of all slots.
    pub fn set_slot(&self, piece: u16, slot: &Value) -> Act<()> {
        let slot = match slot {
            Value::Int(n) => u8::try_from(*n).unwrap_or(NO_SLOT),
            Value::None => NO_SLOT,
            other => {
                return Err(Stop::fault(format!("a slot must be a number, found {}", other.describe())));
            }
        };
        let mut run = self.run.borrow_mut();
        let state = run.state().pieces[piece as usize];
        if state.slot == slot {
            return Ok(());
        }
        if slot != NO_SLOT && state.space != NOWHERE {
            let (space, side) = (state.space, u16::from(state.side));
            if !run.world().open_slots(space, side).has(u16::from(slot)) {
                let text = format!("slot {slot} of {} is not free", run.world().space_title(space, None));
                return Err(Stop::fault(text));
            }
        }
        run.live.set_slot(piece, slot);
        run.live.set_unsettled(true);
        Ok(())
    }

    /// Sets the mode of a piece.
    pub fn set_mode(&self, piece: u16, mode: &Value) -> Act<()> {
        let run = self.run.borrow();
        let kind = &self.game.kinds[run.state().pieces[piece as usize].kind as usize];
        let modes = &self.game.modes;
        let at = match mode {
            Value::Ref(Ref { domain: Domain::Mode, index }) => {
                // Modes of different kinds may share a name.
                kind.modes.iter().position(|one| modes[*one as usize].alike == modes[*index as usize].alike)
            }
            _ => None,
        };
        let Some(at) = at else {
            return Err(Stop::fault("this kind of piece does not have that mode"));
        };
        if usize::from(run.state().pieces[piece as usize].mode) == at {
            return Ok(());
        }
        drop(run);
        let bearer = [Value::Ref(Ref::piece(piece))];
        if self.hooks_before_change(&self.game.before_mode, &bearer)? {
            return Ok(());
        }
        let mut run = self.run.borrow_mut();
        run.live.set_mode(piece, at as u8);
        run.live.set_unsettled(true);
        let mode = kind.modes[at];
        run.note(|_| Event::Turned(piece, mode));
        drop(run);
        self.hooks(&self.game.after_mode, &bearer)?;
        Ok(())
    }

    /// Flips a piece to the next mode of its kind; after the last comes the first.
    pub fn flip(&self, piece: u16) -> Act<()> {
        let mode = {
            let run = self.run.borrow();
            let state = run.state().pieces[piece as usize];
            let modes = &self.game.kinds[state.kind as usize].modes;
            match modes.get((usize::from(state.mode) + 1) % modes.len().max(1)) {
                Some(mode) => *mode,
                None => return Err(Stop::fault("this kind of piece has no modes")),
            }
        };
        self.set_mode(piece, &Value::Ref(Ref::new(Domain::Mode, mode)))
    }

    /// Sets the facing of a piece.
    pub fn set_facing(&self, piece: u16, facing: &Value) -> Act<()> {
        let known = self.game.facing.as_ref().map(|facing| facing.directions.as_slice()).unwrap_or_default();
        let at = match facing {
            Value::Ref(Ref { domain: Domain::Direction, index }) if known.contains(index) => *index,
            _ => return Err(Stop::fault("pieces cannot face that direction")),
        };
        let mut run = self.run.borrow_mut();
        if u16::from(run.state().pieces[piece as usize].facing) == at {
            return Ok(());
        }
        run.live.set_facing(piece, at as u8);
        run.live.set_unsettled(true);
        run.note(|_| Event::Faced(piece, at));
        Ok(())
    }

    /// Ends the game at once.
    pub fn finish(&self, outcome: Outcome) -> Stop {
        let mut run = self.run.borrow_mut();
        run.note(|_| Event::Finished(outcome.clone()));
        run.live.set_outcome(Some(outcome));
        Stop::Finished
    }
}
