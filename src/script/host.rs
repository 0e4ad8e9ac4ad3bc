//! The data native functions share: the game, the play, and how a stop passes through Rhai.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, EvalAltResult, NativeCallContext, Position};

use crate::model::game::Game;
use crate::model::id::ScriptId;
use crate::model::value::Value;
use crate::play::effort::Effort;
use crate::play::{Act, Cx, Run, Scripts, Stop};

use super::error;
use super::source::function_name;
use super::value::{to_dynamic, to_value};

/// The data native functions share.
pub(super) struct Host {
    pub(super) game: Arc<Game>,
    pub(super) run: Rc<RefCell<Run>>,
    /// The stop raised by the innermost native function while Rhai unwinds.
    pub(super) stopped: RefCell<Option<Stop>>,
    /// The position of the stop in the innermost script, which Rhai loses on leaving a function.
    place: Cell<Position>,
    /// The remaining effort allowed to rules, which Rhai's operations also use up.
    pub(super) effort: Rc<Effort>,
}

impl Host {
    pub(super) fn new(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Rc<Host> {
        Rc::new(Host {
            game: game.clone(),
            run: run.clone(),
            stopped: RefCell::new(None),
            place: Cell::new(Position::NONE),
            effort: run.borrow().effort.clone(),
        })
    }

    /// Terminates Rhai with an error that scripts cannot catch, and stores the reason.
    pub(super) fn stop(&self, stop: Stop, position: Position) -> Box<EvalAltResult> {
        self.stopped.replace(Some(stop));
        self.stand(position);
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position))
    }

    /// Records a position, unless a more exact one in the same script is known (in a closure).
    fn stand(&self, position: Position) {
        if self.place.get().is_none() {
            self.place.set(position);
        }
    }

    /// The reason why a script ended early.
    pub(super) fn reason(&self, error: &EvalAltResult, script: ScriptId) -> Stop {
        let stop = self.stopped.take().unwrap_or_else(|| Stop::Fault(Box::new(error::fault(error))));
        self.stand(error::innermost(error));
        let place = self.place.replace(Position::NONE);
        match stop {
            Stop::Fault(fault) => Stop::Fault(error::placed(&self.game, fault, place, script)),
            stop @ (Stop::Ask | Stop::Finished) => stop,
        }
    }
}

/// Runs scripts from a native function, so that Rhai's limits apply to both together.
pub(super) struct Inside<'c> {
    pub(super) host: &'c Host,
    pub(super) context: &'c NativeCallContext<'c>,
}

impl Scripts for Inside<'_> {
    fn name(&self) -> &'static str {
        "Rhai"
    }

    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value> {
        let mut values: Vec<Dynamic> = args.iter().cloned().map(to_dynamic).collect();
        let mut args: Vec<&mut Dynamic> = values.iter_mut().collect();
        match self.context.call_fn_raw(function_name(script), false, false, &mut args) {
            Ok(result) => Ok(to_value(&result)),
            Err(error) => Err(self.host.reason(&error, script)),
        }
    }
}

/// A call of a native function.
pub(super) struct Call<'c> {
    /// The context of evaluation.
    pub(super) cx: &'c Cx<'c>,
    /// The Rhai context, for calling closures.
    pub(super) context: &'c NativeCallContext<'c>,
    pub(super) host: &'c Host,
}

impl Call<'_> {
    /// Calls a closure of the script with one value.
    pub(super) fn closure(&self, closure: &Dynamic, value: Value) -> Act<Value> {
        let Some(pointer) = closure.read_lock::<rhai::FnPtr>() else {
            return Err(Stop::fault("expected a closure"));
        };
        let mut args = [to_dynamic(value)];
        match pointer.call_raw(self.context, None, &mut args) {
            Ok(result) => Ok(to_value(&result)),
            // The enclosing script, which knows the file, completes the position of the error.
            Err(error) => {
                self.host.stand(error::innermost(&error));
                Err(self.host.stopped.take().unwrap_or_else(|| Stop::Fault(Box::new(error::fault(&error)))))
            }
        }
    }
}
