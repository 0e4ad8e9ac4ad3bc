//! Named sequences: how they start, run and end, and the variables of their runs.
//!
//! Starting a sequence only queues it. When the current small step has ended, queued sequences go on the stack so that
//! the first runs first, each to its end. Then the step that started them continues.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::node::Operator;
use crate::model::sequence::{Phase, ScopeKind, Then};
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::answers::log::Event;
use crate::play::host::run::{Act, Cx, MOST_SEQUENCES, Run, Stop};
use crate::play::store::columns::can_hold;
use crate::play::store::effort::CALL;
use crate::play::store::locals::Locals;
use crate::play::store::state::Frame;
use crate::play::store::world::{Read, World, fault};

/// A queued sequence. It stands on the stack as a scope of the game, so that it does not count as running. Its slots
/// hold the sequence, the side that starts it, and the arguments.
pub(in crate::play) fn waiting(game: ScopeId, sequence: ScopeId, side: Option<u16>, args: Locals) -> Frame {
    let mut frame = Frame::new(game, None, Phase::Enter);
    frame.locals = vec![Value::Scope(sequence), Value::optional(Domain::Side, side)];
    frame.locals.extend(args);
    frame
}

impl Run {
    /// Puts queued sequences on the stack, the first one on top.
    pub fn open_started(&mut self) {
        if self.started.is_empty() {
            return;
        }
        while let Some(frame) = self.started.pop() {
            self.live.stack().push(frame);
        }
    }
}

impl World<'_> {
    /// The arguments of a sequence to start; `None` if its condition does not hold.
    fn starting(&self, then: &Then, locals: &[Value]) -> Read<Option<Locals>> {
        let mut locals = self.locals(locals, then.locals);
        if !self.meets(then.when.as_ref(), &mut locals)? {
            return Ok(None);
        }
        let params = &self.game.scopes[then.scope.at()].params;
        let mut args = self.values(&then.args, &mut locals)?;
        for (arg, param) in args.iter_mut().zip(params) {
            *arg = fitted(param.ty, std::mem::take(arg));
            if arg.is_none() && !param.ty.is_optional() && param.ty != Type::Any {
                let sequence = &self.game.scopes[then.scope.at()].name;
                return fault(format!("`{}` of `{sequence}` would be `none`", param.name));
            }
        }
        Ok(Some(args))
    }
}

/// A value in the form that a variable of this type stores.
fn fitted(ty: Type, value: Value) -> Value {
    match (ty, value) {
        (Type::Flag, value) => Value::Flag(value.is_yes()),
        (Type::Half(_), Value::Int(n)) => Value::Half(n.saturating_mul(2)),
        (Type::Set(domain), value) if value.domain().is_none_or(|own| own == domain) => {
            Value::Set(domain, value.bits())
        }
        (Type::Set(domain), _) => Value::set(domain, []),
        (_, value) => value,
    }
}

impl Cx<'_> {
    /// Queues those of these sequences whose conditions hold. Returns true if there is any.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn start_after(&self, then: &[Then], locals: &[Value]) -> Act<bool> {
        let mut any = false;
        for one in then {
            let args = self.look(|world| world.starting(one, locals).map_err(|fault| Box::new(fault.at(one.span))))?;
            let Some(args) = args else { continue };
            let mut run = self.run.borrow_mut();
            run.effort.spend(CALL)?;
            run.observer.note(&one.cites);
            let frame = waiting(self.game.builtin.game, one.scope, run.state().me(), args);
            run.started.push(frame);
            any = true;
        }
        Ok(any)
    }

    /// Leaves the current offer on the stack: what follows it happens when the sequences that it started have ended.
    pub(in crate::play) fn wait_for_started(&self) -> Act<()> {
        let mut run = self.run.borrow_mut();
        run.nesting = run.nesting.saturating_sub(1);
        run.live.go_to(Phase::After);
        Ok(())
    }

    /// The next small step of a frame that is not a step: the game, a sequence, or an offer that waits for sequences.
    pub(in crate::play) fn outside_steps(&self, phase: Phase) -> Act<()> {
        let scope = self.run.borrow().state().stack.last().map_or(self.game.builtin.game, |frame| frame.scope);
        let kind = self.game.scopes[scope.at()].kind;
        match (phase, kind) {
            (Phase::Enter, ScopeKind::Builtin) => self.begin_sequence(),
            (Phase::Before, ScopeKind::Sequence(_)) => self.before(scope, Phase::Children, || self.end_waited(scope)),
            (Phase::Children, ScopeKind::Sequence(id)) => self.child(&self.game.sequences[id.at()].steps),
            (Phase::Children, ScopeKind::Builtin) => self.child(&self.game.sequence),
            (Phase::After, _) => self.after(scope, || self.end_waited(scope)),
            _ => self.leave(),
        }
    }

    /// Begins the queued sequence on top of the stack.
    fn begin_sequence(&self) -> Act<()> {
        let mut run = self.run.borrow_mut();
        let Some(waiting) = run.live.stack().pop() else { return Ok(()) };
        let mut values = waiting.locals.into_iter();
        let (Some(Value::Scope(scope)), side) = (values.next(), values.next()) else { return Ok(()) };
        let item = &self.game.scopes[scope.at()];
        let running = |frame: &&Frame| self.game.scopes[frame.scope.at()].is_sequence();
        if run.state().stack.iter().filter(running).count() >= MOST_SEQUENCES {
            let text =
                format!("more than {MOST_SEQUENCES} sequences inside each other: they start each other endlessly");
            return Err(Stop::fault(text).at(item.span));
        }
        let side = side.as_ref().and_then(Value::as_ref).map(|side| side.index);
        let mut frame = Frame::new(scope, side, Phase::Before);
        frame.params = values.collect();
        run.live.stack().push(frame);
        run.reset_vars(scope)?;
        for own in &item.own {
            // Each default sees the variables before it.
            let value = match &own.default {
                Some(node) => run.world().eval_alone(node, &[], own.locals)?,
                None => Value::None,
            };
            let value = fitted(own.ty, value);
            can_hold(&own.name, own.ty, own.range, &value).map_err(|fault| Box::new(fault.at(own.span)))?;
            if let Some(frame) = run.live.frame() {
                frame.params.push(value);
            }
        }
        run.observer.note(&item.cites);
        if run.log.kept {
            let title = match run.state().stack.last() {
                Some(frame) => run.world().kept_text(|world| sequence_title(world, frame))?,
                None => String::new(),
            };
            run.note(|_| Event::Scope(scope, title));
        }
        Ok(())
    }

    /// Ends the innermost scope and all that lives in it.
    fn end_waited(&self, scope: ScopeId) -> Act<()> {
        self.run.borrow_mut().close_scope(scope)
    }

    /// Writes a variable of the innermost run of a sequence.
    ///
    /// # Errors
    /// When the sequence does not run, or the value is out of range.
    pub fn write_own(&self, scope: ScopeId, at: u16, operator: Option<Operator>, value: Value) -> Act<()> {
        let item = &self.game.scopes[scope.at()];
        let Some(own) = item.own_at(at) else { return Ok(()) };
        let failed = |text: String| Err(Stop::fault(text));
        self.run.borrow().effort.spend(CALL)?;
        let Some(old) = self.run.borrow().state().frame(scope).map(|frame| frame.params.get(usize::from(at)).cloned())
        else {
            return failed(format!("`{}` does not run, so its `{}` cannot be changed", item.name, own.name));
        };
        let old = old.unwrap_or(Value::None);
        let value = match operator {
            Some(operator) => self.look(|world| world.operate(operator, old.clone(), value))?,
            None => value,
        };
        let value = fitted(own.ty, value);
        if value == old {
            return Ok(());
        }
        can_hold(&own.name, own.ty, own.range, &value)?;
        let mut run = self.run.borrow_mut();
        if let Some(frame) = run.live.stack().iter_mut().rev().find(|frame| frame.scope == scope) {
            if let Some(slot) = frame.params.get_mut(usize::from(at)) {
                *slot = value.clone();
            }
        }
        run.observer.note(&own.cites);
        run.live.set_unsettled(true);
        run.note(|_| Event::Set(scope, at, old, value));
        Ok(())
    }
}

/// The title of a run of a sequence, with its parameters.
///
/// # Errors
/// When the title is faulty.
pub fn sequence_title(world: &World<'_>, frame: &Frame) -> Read<String> {
    let item = &world.game.scopes[frame.scope.at()];
    let params: SmallVec<[Value; 4]> = frame.params.iter().take(item.params.len()).cloned().collect();
    match (&item.title, item.kind) {
        (Some(title), _) => Ok(world.show(&world.eval_alone(title, &params, item.locals)?)),
        (None, ScopeKind::Sequence(id)) => Ok(world.game.sequences[id.at()].title.clone()),
        (None, _) => Ok(item.name.clone()),
    }
}
