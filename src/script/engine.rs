//! The engine of one play: Rhai with all limits, the game's words, and the compiled scripts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use rhai::packages::{
    ArithmeticPackage, BasicFnPackage, BasicIteratorPackage, BasicStringPackage, LogicPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, FuncRegistration, Module, Scope, Shared};

use crate::model::game::Game;
use crate::model::id::ScriptId;
use crate::model::value::Value;
use crate::play::{Act, Fault, NO_SIDE_ACTS, Run, Scripts, Stop};

use super::bare::Bare;
use super::call::{self, Function};
use super::host::Host;
use super::method::Method;
use super::operator;
use super::order::{self, ordered, ordered_expression};
use super::property::{Property, bad};
use super::register::register;
use super::restrict::restrict;
use super::said::Said;
use super::source::{function_name, function_text, span};
use super::value::{Family, Item, Looked, Printed, Readings, to_dynamic, to_value};

/// Rhai's limit on nested calls, closures included. It is higher than the kernel's limit on nested scripts.
const MOST_CALLS: usize = 256;

/// The scripts of a game, compiled. All plays of the game in one thread share them.
struct Compiled {
    ast: AST,
    said: Said,
}

thread_local! {
    /// The compiled scripts of the games that this thread plays. Those of a game that is gone go with the next game.
    static COMPILED: RefCell<Vec<(Weak<Game>, Rc<Compiled>)>> = const { RefCell::new(Vec::new()) };
}

impl Compiled {
    /// The scripts of a game, compiled at the first call.
    fn of(game: &Arc<Game>) -> Result<Rc<Compiled>, Box<Fault>> {
        let is_meant = |(one, _): &&(Weak<Game>, Rc<Compiled>)| std::ptr::eq(one.as_ptr(), Arc::as_ptr(game));
        let known = COMPILED.with_borrow(|all| all.iter().find(is_meant).map(|(_, compiled)| compiled.clone()));
        if let Some(compiled) = known {
            return Ok(compiled);
        }
        let compiled = Rc::new(Compiled::new(game)?);
        COMPILED.with_borrow_mut(|all| {
            all.retain(|(game, _)| game.strong_count() > 0);
            all.push((Arc::downgrade(game), compiled.clone()));
        });
        Ok(compiled)
    }

    fn new(game: &Game) -> Result<Compiled, Box<Fault>> {
        let rhai = restricted();
        let (mut ast, mut said) = (AST::empty(), Said::default());
        for (at, script) in game.scripts.iter().enumerate() {
            let id = ScriptId(at as u16);
            let unread = |why: String, at| Box::new(Fault::new(format!("this script cannot be read: {why}")).at(at));
            let ordered = ordered(script, &mut said).map_err(|why| unread(why, script.span))?;
            let compiled = rhai
                .compile(function_text(game, id, script, &ordered))
                .map_err(|error| unread(error.to_string(), span(game, id, error.position()).unwrap_or(script.span)))?;
            ast.combine(compiled);
        }
        Ok(Compiled { ast, said })
    }
}

/// Runs the scripts of one play.
pub struct Engine {
    rhai: rhai::Engine,
    compiled: Rc<Compiled>,
    host: Rc<Host>,
    names: Vec<String>,
    /// Compiled expressions by their text.
    expressions: HashMap<String, AST>,
}

/// Creates the script engine for a play.
///
/// # Errors
/// If a script cannot be parsed. The checker reports this first.
pub fn make(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Box<dyn Scripts>, Box<Fault>> {
    Ok(Box::new(Engine::new(game, run)?))
}

impl Engine {
    /// Creates the engine.
    ///
    /// # Errors
    /// If a script cannot be parsed.
    pub fn new(game: &Arc<Game>, run: &Rc<RefCell<Run>>) -> Result<Self, Box<Fault>> {
        let compiled = Compiled::of(game)?;
        let host = Host::new(game, run);
        let mut rhai = bounded(&host);
        equip(&mut rhai, &host, &compiled.said);
        let names = (0..game.scripts.len()).map(|at| function_name(ScriptId(at as u16))).collect();
        Ok(Engine { rhai, compiled, host, names, expressions: HashMap::new() })
    }

    /// Evaluates a pure expression with these names bound. This is the reference for native evaluation.
    ///
    /// # Errors
    /// A fault in the expression.
    pub fn evaluate(&mut self, text: &str, bound: &[(&str, Value)]) -> Act<Value> {
        if !self.expressions.contains_key(text) {
            let fail = |message: String| Stop::fault(message);
            let mut said = Said::default();
            let bound = bound.iter().map(|(name, _)| (*name).to_owned()).collect();
            let ordered = ordered_expression(text, bound, &mut said).map_err(fail)?;
            // Compiled as a script, because `?.` is rewritten with statements.
            let compiled = self.rhai.compile(format!("({ordered})")).map_err(|error| fail(error.to_string()))?;
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
        match self.rhai.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &self.compiled.ast, name, args) {
            Ok(result) => Ok(to_value(&result)),
            Err(error) => Err(self.host.reason(&error, script)),
        }
    }
}

/// [`restricted`] Rhai, which spends the effort of a play.
fn bounded(host: &Rc<Host>) -> rhai::Engine {
    let mut rhai = restricted();
    let spending = host.clone();
    // A script rewritten for Rhai has about twice the operations its author wrote, so only every second one counts.
    rhai.on_progress(move |count| match spending.effort.spend(count % 2) {
        Ok(()) => None,
        Err(fault) => {
            spending.stopped.replace(Some(Stop::Fault(fault)));
            Some(Dynamic::UNIT)
        }
    });
    rhai
}

/// Rhai with every limit set and everything forbidden to rules removed.
fn restricted() -> rhai::Engine {
    let mut rhai = rhai::Engine::new_raw();
    restrict(&mut rhai);
    rhai.set_max_call_levels(MOST_CALLS);
    ArithmeticPackage::new().register_into_engine(&mut rhai);
    LogicPackage::new().register_into_engine(&mut rhai);
    BasicFnPackage::new().register_into_engine(&mut rhai);
    BasicIteratorPackage::new().register_into_engine(&mut rhai);
    BasicStringPackage::new().register_into_engine(&mut rhai);
    rhai
}

/// Registers the words used in the scripts, and no others.
fn equip(rhai: &mut rhai::Engine, host: &Rc<Host>, said: &Said) {
    let game = host.game.clone();
    let bare = Rc::new(Bare::new(&game));
    let mut module = Module::new();
    let named = |before: &str, name: &str| FuncRegistration::new(format!("{before}{name}"));
    for name in &said.names {
        let (bare, name) = (bare.clone(), name.clone());
        register(&mut module, host, named(order::NAME, &name), 0, move |call, _| {
            match bare.resolve(call.cx, &name)? {
                Some(value) => Ok(value),
                None if ["me", "my", "mine", "theirs"].contains(&name.as_str()) => bad(NO_SIDE_ACTS),
                None => bad(format!("no name `{name}` here")),
            }
        });
    }
    for (name, domain) in &said.values {
        let bare = bare.clone();
        let full = order::value_name(name, *domain);
        let (name, domain) = (name.clone(), *domain);
        register(&mut module, host, FuncRegistration::new(full), 0, move |call, _| match bare.value(&name, domain) {
            Some(value) => Ok(value),
            None => bare.resolve(call.cx, &name)?.map_or_else(|| bad(format!("no name `{name}` here")), Ok),
        });
    }
    for name in &said.properties {
        let property = Property::new(&game, name, bare.values(name));
        register(&mut module, host, FuncRegistration::new_getter(name), 1, move |call, args| match args {
            [of] => property.get(call.cx, of),
            _ => Ok(Dynamic::UNIT),
        });
    }
    for name in &said.assigned {
        let property = Property::new(&game, name, bare.values(name));
        register(&mut module, host, named(order::SET, name), 3, move |call, args| match args {
            [sign, value, of] => {
                let operator =
                    sign.read_lock::<rhai::ImmutableString>().and_then(|sign| operator::of_assignment(&sign));
                property.set(call.cx, operator, of, value).map(|()| Dynamic::UNIT)
            }
            _ => Ok(Dynamic::UNIT),
        });
    }
    for (name, args) in &said.methods {
        let method = Method::new(name, *args);
        register(&mut module, host, named(order::METHOD, name), args + 2, move |call, args| match args {
            [_, args @ ..] => method.call(call, args),
            [] => Ok(Dynamic::UNIT),
        });
    }
    for (name, args) in &said.calls {
        let (function, name) = (Function::new(&game, name, *args), name.clone());
        register(&mut module, host, named(order::FUNCTION, &name), args + 1, move |call, args| {
            match (&function, args) {
                (Some(function), [_, args @ ..]) => function.call(call, args),
                _ => call::unknown(&name),
            }
        });
    }
    register(&mut module, host, FuncRegistration::new(order::IN), 3, |_, args| match args {
        [_, item, set] => operator::is_in(set, item),
        _ => Ok(Dynamic::UNIT),
    });
    register(&mut module, host, FuncRegistration::new(order::INDEX), 3, |_, args| match args {
        [_, of, index] => operator::member(of, index),
        _ => Ok(Dynamic::UNIT),
    });
    register(&mut module, host, FuncRegistration::new(order::NONE), 1, |_, args| {
        Ok(args.first().is_none_or(|value| to_value(value).is_none()).into())
    });
    operator::register_all(&mut module, host);
    module.set_iter(std::any::TypeId::of::<Item>(), |value: Dynamic| {
        Box::new(to_value(&value).in_order().into_iter().map(to_dynamic))
    });
    rhai.register_type_with_name::<Item>("thing");
    rhai.register_type_with_name::<Printed>("printed");
    rhai.register_type_with_name::<Family>("list");
    rhai.register_type_with_name::<Looked>("result");
    rhai.register_type_with_name::<Readings>("name");
    rhai.register_global_module(Shared::new(module));
}
