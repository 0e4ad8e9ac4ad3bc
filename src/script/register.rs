//! Native functions, registered with Rhai for arguments of any type.

use std::rc::Rc;

use rhai::plugin::PluginFunc;
use rhai::{Dynamic, EvalAltResult, FuncRegistration, Module, NativeCallContext};

use crate::play::{Act, Cx, Fault, Stop};

use super::host::{Call, Host, Inside};
use super::value::is_too_long;

/// A native function with arguments of any type.
struct Native<F> {
    host: Rc<Host>,
    body: F,
    /// True if it changes its first argument.
    changes: bool,
}

/// Registers a native function for arguments of any type.
///
/// The function receives copies. If it received part of a chain by reference, Rhai would then try to assign to that
/// part.
pub(super) fn register(
    module: &mut Module,
    host: &Rc<Host>,
    registration: FuncRegistration,
    params: usize,
    body: impl Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
) {
    add(module, registration, params, Native { host: host.clone(), body, changes: false });
}

/// Registers a native function that changes its first argument: an assignment.
///
/// It is marked *pure* in Rhai's sense, so that it may act on values that the script cannot assign, like `me`.
pub(super) fn register_changing(
    module: &mut Module,
    host: &Rc<Host>,
    registration: FuncRegistration,
    params: usize,
    body: impl Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
) {
    add(module, registration, params, Native { host: host.clone(), body, changes: true });
}

fn add<F>(module: &mut Module, registration: FuncRegistration, params: usize, native: Native<F>)
where
    F: Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
{
    let any = vec![std::any::TypeId::of::<Dynamic>(); params];
    registration.in_global_namespace().set_into_module_raw(module, any, native.into());
}

impl<F> PluginFunc for Native<F>
where
    F: Fn(&Call<'_>, &mut [&mut Dynamic]) -> Act<Dynamic> + 'static,
{
    /// Runs the function. If it is stopped, stores the reason and ends the script.
    fn call(
        &self,
        context: Option<NativeCallContext<'_>>,
        args: &mut [&mut Dynamic],
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let host = &self.host;
        let Some(context) = context else {
            return Err(Box::new(EvalAltResult::ErrorSystem("no context".to_owned(), "native".into())));
        };
        if args.iter().any(|arg| is_too_long(arg)) {
            let fault = Fault::new("this range has more than 1024 numbers");
            return Err(host.stop(Stop::Fault(Box::new(fault)), context.call_position()));
        }
        let inside = Inside { host, context: &context };
        let cx = Cx { game: &host.game, run: &host.run, scripts: &inside };
        let call = Call { cx: &cx, context: &context, host };
        (self.body)(&call, args).map_err(|stop| host.stop(stop, context.call_position()))
    }

    fn is_method_call(&self) -> bool {
        self.changes
    }

    fn has_context(&self) -> bool {
        true
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn is_volatile(&self) -> bool {
        true
    }
}
