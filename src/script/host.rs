//! What native functions share: the game, the play, and how a stop finds its way out of Rhai.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, EvalAltResult, Module, NativeCallContext, Position, RhaiFunc, Shared};

use crate::model::game::Game;
use crate::model::id::ScriptId;
use crate::model::value::Value;
use crate::play::effort::Effort;
use crate::play::{Act, Cx, Fault, Run, Scripts, Stop};

use super::error;
use super::source::function_name;
use super::value::{is_too_long, to_dynamic, to_value};

/// What native functions share.
pub(super) struct Host {
    pub(super) game: Arc<Game>,
    pub(super) run: Rc<RefCell<Run>>,
    /// What stopped the innermost native function, while Rhai unwinds.
    pub(super) stopped: RefCell<Option<Stop>>,
    /// Where in the innermost script it was stopped: Rhai forgets that as it leaves a function.
    place: Cell<Position>,
    /// What rules may still do, which Rhai's operations spend as all else does.
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

    /// Lets Rhai end without a chance for the script to catch it, and keeps the reason.
    pub(super) fn stop(&self, stop: Stop, position: Position) -> Box<EvalAltResult> {
        self.stopped.replace(Some(stop));
        self.stand(position);
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position))
    }

    /// Notes a place, unless a more exact one in the same script is known: that of a closure.
    fn stand(&self, position: Position) {
        if self.place.get().is_none() {
            self.place.set(position);
        }
    }

    /// Why a script ended early.
    pub(super) fn reason(&self, error: &EvalAltResult, script: ScriptId) -> Stop {
        let stop = self.stopped.take().unwrap_or_else(|| Stop::Fault(Box::new(error::fault(error))));
        self.stand(error::innermost(error));
        let place = self.place.replace(Position::NONE);
        match stop {
            Stop::Fault(fault) => Stop::Fault(error::placed(&self.game, fault, place, script)),
            stop @ (Stop::Ask | Stop::Finished) => stop,
        }
    }

    /// What everything that happens needs, where nothing can happen: names and words are only read.
    pub(super) fn reading<T>(&self, read: impl FnOnce(&Cx<'_>) -> T) -> T {
        read(&Cx { game: &self.game, run: &self.run, scripts: &NoScripts })
    }
}

/// Runs scripts from within a native function, so that Rhai's limits hold for both together.
struct Inside<'c> {
    host: &'c Host,
    context: &'c NativeCallContext<'c>,
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

struct NoScripts;

impl Scripts for NoScripts {
    fn name(&self) -> &'static str {
        "none"
    }

    fn call(&self, _: ScriptId, _: &[Value]) -> Act<Value> {
        Err(Stop::Fault(Box::new(Fault::new("a name may not change the game while it is read"))))
    }
}

/// A call of a native function.
pub(super) struct Call<'c> {
    /// What everything that happens needs.
    pub(super) cx: &'c Cx<'c>,
    /// Rhai's side, for calling closures back.
    context: &'c NativeCallContext<'c>,
    host: &'c Host,
}

impl Call<'_> {
    /// Calls a closure of the script with one value.
    pub(super) fn closure(&self, closure: &Dynamic, value: Value) -> Act<Value> {
        let Some(pointer) = closure.read_lock::<rhai::FnPtr>() else {
            return Err(Stop::Fault(Box::new(Fault::new("expected a closure"))));
        };
        let mut args = [to_dynamic(value)];
        match pointer.call_raw(self.context, None, &mut args) {
            Ok(result) => Ok(to_value(&result)),
            // A closure belongs to the script in which it stands, which will say which file this is.
            Err(error) => {
                self.host.stand(error::innermost(&error));
                Err(self.host.stopped.take().unwrap_or_else(|| Stop::Fault(Box::new(error::fault(&error)))))
            }
        }
    }
}

/// Registers a native function for arguments of any type.
///
/// It is given copies: were it given the middle of a chain itself, Rhai would afterwards assign that anew, and what a
/// chain only reads would be written.
pub(super) fn register(
    module: &mut Module,
    host: &Rc<Host>,
    registration: rhai::FuncRegistration,
    params: usize,
    body: impl Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
) {
    let func = native(host, body);
    let function = RhaiFunc::Pure { func, has_context: true, is_pure: true, is_volatile: true };
    let any = vec![std::any::TypeId::of::<Dynamic>(); params];
    registration.in_global_namespace().set_into_module_raw(module, any, function);
}

/// Registers a native function that changes its first argument: an assignment.
///
/// It is called *pure* in Rhai's sense, so that it may act on values that the script cannot change itself, like `me`.
pub(super) fn register_changing(
    module: &mut Module,
    host: &Rc<Host>,
    registration: rhai::FuncRegistration,
    params: usize,
    body: impl Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
) {
    let func = native(host, body);
    let function = RhaiFunc::Method { func, has_context: true, is_pure: true, is_volatile: true };
    let any = vec![std::any::TypeId::of::<Dynamic>(); params];
    registration.in_global_namespace().set_into_module_raw(module, any, function);
}

/// Rhai's type of native functions that take anything.
type NativeFn = dyn Fn(Option<NativeCallContext<'_>>, &mut [&mut Dynamic]) -> Result<Dynamic, Box<EvalAltResult>>;

/// A native function as Rhai calls it: what stops it is kept, and ends the script.
fn native(
    host: &Rc<Host>,
    body: impl Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
) -> Shared<NativeFn> {
    let host = host.clone();
    let function = move |context: Option<NativeCallContext<'_>>, args: &mut [&mut Dynamic]| {
        let Some(context) = context else {
            return Err(Box::new(EvalAltResult::ErrorSystem("no context".to_owned(), "native".into())));
        };
        if args.iter().any(|arg| is_too_long(arg)) {
            let fault = Fault::new("this range has more than 1024 numbers");
            return Err(host.stop(Stop::Fault(Box::new(fault)), context.call_position()));
        }
        let inside = Inside { host: &host, context: &context };
        let cx = Cx { game: &host.game, run: &host.run, scripts: &inside };
        let call = Call { cx: &cx, context: &context, host: &host };
        body(&call, args).map_err(|stop| host.stop(stop, context.call_position()))
    };
    Shared::new(function)
}
