//! The engine of one play: Rhai with all limits, the game's words and the compiled scripts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::packages::{
    ArithmeticPackage, BasicFnPackage, BasicIteratorPackage, BasicStringPackage, LogicPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, FuncRegistration, Module, Scope, Shared};

use crate::model::game::Game;
use crate::model::id::ScriptId;
use crate::model::value::Value;
use crate::play::{Act, Fault, Run, Scripts, Stop};

use super::bare::Bare;
use super::call::{self, Function};
use super::host::Host;
use super::method::Method;
use super::operator;
use super::order::{self, ordered};
use super::property::Property;
use super::register::{register, register_changing};
use super::restrict::restrict;
use super::said::Said;
use super::source::{function_name, function_text, span};
use super::value::{Each, Family, Item, Looked, Printed, Readings, members, to_dynamic, to_value};

/// How deep Rhai may nest calls, closures included: more than the kernel lets scripts run inside each other.
const MOST_CALLS: usize = 256;

/// Runs the scripts of one play.
pub struct Engine {
    rhai: rhai::Engine,
    ast: AST,
    host: Rc<Host>,
    names: Vec<String>,
    /// Expressions that were evaluated, compiled.
    expressions: HashMap<String, AST>,
}

/// Makes the script engine for a play.
///
/// # Errors
/// When a script cannot be read; the checker finds that before.
pub fn make(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Box<dyn Scripts>, Box<Fault>> {
    Ok(Box::new(Engine::new(game, run)?))
}

impl Engine {
    /// The engine with all scripts of the game compiled.
    ///
    /// # Errors
    /// When a script cannot be read.
    pub fn new(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Self, Box<Fault>> {
        let host = Host::new(game, run);
        let mut rhai = bounded(&host);
        let (mut ast, mut said) = (AST::empty(), Said::default());
        for (at, script) in game.scripts.iter().enumerate() {
            let id = ScriptId(at as u16);
            let ordered = ordered(script);
            let unread = |why: String, at| Box::new(Fault::new(format!("this script cannot be read: {why}")).at(at));
            said.script(script, &ordered.text).map_err(|why| unread(why, script.span))?;
            let compiled = rhai
                .compile(function_text(game, id, script, &ordered))
                .map_err(|error| unread(error.to_string(), span(game, id, error.position()).unwrap_or(script.span)))?;
            ast.combine(compiled);
        }
        equip(&mut rhai, &host, &said);
        let names = (0..game.scripts.len()).map(|at| function_name(ScriptId(at as u16))).collect();
        Ok(Engine { rhai, ast, host, names, expressions: HashMap::new() })
    }

    /// Evaluates a pure expression with these names bound: the reference of native evaluation.
    ///
    /// # Errors
    /// What the expression does wrong.
    pub fn evaluate(&mut self, text: &str, bound: &[(&str, Value)]) -> Act<Value> {
        if !self.expressions.contains_key(text) {
            let fail = |message: String| Stop::Fault(Box::new(Fault::new(message)));
            let compiled = self.rhai.compile_expression(text).map_err(|error| fail(error.to_string()))?;
            let mut said = Said::default();
            said.expression(text).map_err(fail)?;
            equip(&mut self.rhai, &self.host, &said);
            self.expressions.insert(text.to_owned(), compiled);
        }
        let Some(ast) = self.expressions.get(text) else { return Ok(Value::None) };
        let mut scope = Scope::new();
        for (name, value) in bound {
            scope.push(*name, to_dynamic(value.clone()));
        }
        match self.rhai.eval_ast_with_scope::<Dynamic>(&mut scope, ast) {
            Ok(result) => Ok(to_value(&result)),
            Err(error) => Err(self.host.reason(&error, ScriptId(u16::MAX))),
        }
    }
}

impl Scripts for Engine {
    fn name(&self) -> &'static str {
        "Rhai"
    }

    fn call(&self, script: ScriptId, args: &[Value]) -> Act<Value> {
        let name = self.names.get(script.at()).map_or("", String::as_str);
        let args: Vec<Dynamic> = args.iter().cloned().map(to_dynamic).collect();
        let options = CallFnOptions::new().eval_ast(false);
        match self.rhai.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &self.ast, name, args) {
            Ok(result) => Ok(to_value(&result)),
            Err(error) => Err(self.host.reason(&error, script)),
        }
    }
}

/// Rhai with every limit set and without anything that rules must not do.
fn bounded(host: &Rc<Host>) -> rhai::Engine {
    let mut rhai = rhai::Engine::new_raw();
    restrict(&mut rhai);
    rhai.set_max_call_levels(MOST_CALLS);
    let spending = host.clone();
    rhai.on_progress(move |_| match spending.effort.spend(1) {
        Ok(()) => None,
        Err(fault) => {
            spending.stopped.replace(Some(Stop::Fault(fault)));
            Some(Dynamic::UNIT)
        }
    });
    ArithmeticPackage::new().register_into_engine(&mut rhai);
    LogicPackage::new().register_into_engine(&mut rhai);
    BasicFnPackage::new().register_into_engine(&mut rhai);
    BasicIteratorPackage::new().register_into_engine(&mut rhai);
    BasicStringPackage::new().register_into_engine(&mut rhai);
    // As everywhere, yes and no are words.
    rhai.register_fn(rhai::FUNC_TO_STRING, |yes: bool| if yes { "yes" } else { "no" });
    rhai
}

/// Registers what the scripts say: only words that stand in them.
fn equip(rhai: &mut rhai::Engine, host: &Rc<Host>, said: &Said) {
    let game = host.game.clone();
    let bare = Rc::new(Bare::new(&game));
    let mut module = Module::new();
    for name in &said.properties {
        let property = Rc::new(Property::new(&game, name, bare.values(name)));
        if property.is_state() {
            let property = property.clone();
            register_changing(&mut module, host, FuncRegistration::new(format!("set${name}")), 2, move |call, args| {
                match args {
                    [of, value] => property.set(call.cx, of, value).map(|()| Dynamic::UNIT),
                    _ => Ok(Dynamic::UNIT),
                }
            });
        }
        register(&mut module, host, FuncRegistration::new_getter(name), 1, move |call, args| match args {
            [of] => property.get(call.cx, of),
            _ => Ok(Dynamic::UNIT),
        });
    }
    for (name, args) in &said.methods {
        let method = Method::new(name, *args);
        register(&mut module, host, FuncRegistration::new(name.as_str()), args + 1, move |call, args| {
            method.call(call, args)
        });
    }
    for (name, args) in &said.calls {
        if take_ordered(&mut module, host, name, *args) {
            continue;
        }
        // A method may have the same name and number of arguments, its receiver counted.
        let method = args.checked_sub(1).filter(|before| said.methods.contains(&(name.clone(), *before)));
        let method = method.map(|before| Method::new(name, before));
        let function = Function::new(&game, name, *args);
        let name = name.clone();
        register(&mut module, host, FuncRegistration::new(name.as_str()), *args, move |call, args| {
            match (&function, &method) {
                (Some(function), _) => function.call(call, args),
                (None, Some(method)) => method.call(call, args),
                (None, None) => call::unknown(&name),
            }
        });
    }
    operator::register_all(&mut module, host);
    module.set_iter(std::any::TypeId::of::<Item>(), |value: Dynamic| {
        Box::new(members(&to_value(&value)).into_iter().map(to_dynamic))
    });
    rhai.register_type_with_name::<Item>("thing");
    rhai.register_type_with_name::<Printed>("printed");
    rhai.register_type_with_name::<Family>("list");
    rhai.register_type_with_name::<Looked>("result");
    rhai.register_type_with_name::<Each>("numbers");
    rhai.register_type_with_name::<Readings>("name");
    rhai.register_global_module(Shared::new(module));
    let host = host.clone();
    #[expect(deprecated, reason = "marked so for being volatile, not for going away")]
    rhai.on_var(move |name, index, context| {
        if index > 0 || context.scope().contains(name) {
            return Ok(None);
        }
        host.reading(|cx| bare.resolve(cx, name)).map_err(|stop| host.stop(stop, rhai::Position::NONE))
    });
}

/// Registers a call that was written so that its arguments are found from left to right; the first one means nothing.
fn take_ordered(module: &mut Module, host: &Rc<Host>, name: &str, args: usize) -> bool {
    let registration = FuncRegistration::new(name);
    if let Some(name) = name.strip_prefix(order::METHOD) {
        let method = Method::new(name, args.saturating_sub(2));
        register(module, host, registration, args, move |call, args| match args {
            [_, args @ ..] => method.call(call, args),
            [] => Ok(Dynamic::UNIT),
        });
    } else if let Some(name) = name.strip_prefix(order::FUNCTION) {
        let (function, name) = (Function::new(&host.game, name, args.saturating_sub(1)), name.to_owned());
        register(module, host, registration, args, move |call, args| match (&function, args) {
            (Some(function), [_, args @ ..]) => function.call(call, args),
            _ => call::unknown(&name),
        });
    } else if name == order::IN {
        register(module, host, registration, args, move |call, args| match args {
            [_, item, set] => operator::is_in(call, set, item),
            _ => Ok(Dynamic::UNIT),
        });
    } else {
        return false;
    }
    true
}
