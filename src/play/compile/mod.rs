//! Compiled expressions: each node of the typed tree becomes a closure when it is first evaluated.
//!
//! The checker knows the types, so most closures return plain numbers, flags, things or sets instead of [`Value`]s. A
//! fault is stored and read when the whole expression has run, so closures do not return a `Result`.

mod act;
mod builtin;
mod call;
mod column;
mod combine;
mod get;
mod lower;
mod mask;
pub mod native;
mod statement;

use crate::model::game::{Game, Script};
use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;

use crate::play::host::run::{Act, Cx, Stop};
use crate::play::store::locals::Locals;
use crate::play::store::world::{Fault, Read, World, fault};

/// The fault of a rule that asks who is acting where no side is.
pub const NO_SIDE_ACTS: &str = "no side is acting here, so `me`, `my`, `mine` and `theirs` have no meaning";

/// A closure over a world and the slots of an item.
type Run<T> = Box<dyn Fn(&World<'_>, &mut Locals) -> T + Send + Sync>;

/// A compiled expression, by the type of its result.
pub(super) enum Code {
    /// A condition; never absent.
    Flag(Run<bool>),
    /// A whole number or `none`.
    Number(Run<Option<i64>>),
    /// A thing or `none`.
    Thing(Run<Option<Ref>>),
    /// An unordered set.
    Set(Domain, Run<BitSet>),
    /// The content of a slot, with the type known to the checker.
    Local(usize, Type),
    /// Any value.
    Value(Run<Value>),
}

/// Where a fault is reported.
#[derive(Clone, Copy)]
struct At {
    span: Span,
    /// True if the node calls rules written elsewhere, so that faults in them name this call.
    calls: bool,
}

impl At {
    fn new(node: &Node) -> Self {
        At { span: node.span, calls: calls(node) }
    }
}

/// True if evaluating a node runs rules written elsewhere.
fn calls(node: &Node) -> bool {
    match &node.expr {
        Expr::Call { .. } | Expr::Word { .. } | Expr::Quantity { .. } | Expr::May { .. } | Expr::Walk { .. } => true,
        Expr::Get { term, .. } | Expr::Filter { term, .. } | Expr::Select { term, .. } | Expr::Gather { term, .. } => {
            matches!(term, Term::Word(_) | Term::Quantity(_))
        }
        _ => false,
    }
}

/// Runs a script. It is compiled on its first run.
///
/// # Errors
/// Whatever stopped it.
pub(super) fn run(script: &Script, cx: &Cx<'_>, locals: &mut Locals) -> Act<Value> {
    let compiled = script.compiled.get_or_init(|| act::script(cx.game, &script.body, script.locals));
    let compiled = compiled.ok_or_else(|| Stop::fault("compiled by another kernel"))?;
    statement::finished(compiled(cx, locals))
}

impl Code {
    /// An unordered set.
    fn set(domain: Domain, find: impl Fn(&World<'_>, &mut Locals) -> BitSet + Send + Sync + 'static) -> Code {
        Code::Set(domain, Box::new(find))
    }

    /// The result as a value.
    #[inline]
    fn value(&self, world: &World<'_>, locals: &mut Locals) -> Value {
        match self {
            Code::Flag(run) => Value::Flag(run(world, locals)),
            Code::Number(run) => run(world, locals).map_or(Value::None, Value::Int),
            Code::Thing(run) => run(world, locals).map_or(Value::None, Value::Ref),
            Code::Set(domain, run) => Value::Set(*domain, run(world, locals)),
            Code::Local(slot, _) => locals.get(*slot).cloned().unwrap_or(Value::None),
            Code::Value(run) => run(world, locals),
        }
    }

    /// True if the result is `yes`.
    #[inline]
    fn flag(&self, world: &World<'_>, locals: &mut Locals) -> bool {
        match self {
            Code::Flag(run) => run(world, locals),
            other => other.value(world, locals).is_yes(),
        }
    }

    /// Turns a slot whose type is a thing into plain form.
    fn typed(self) -> Code {
        match self {
            Code::Local(slot, Type::One(domain, _)) if domain != Domain::Number => {
                Code::Thing(Box::new(move |_, locals| locals.get(slot).and_then(Value::as_ref)))
            }
            other => other,
        }
    }

    fn into_value(self) -> Run<Value> {
        match self {
            Code::Value(run) => run,
            Code::Flag(run) => Box::new(move |world, locals| Value::Flag(run(world, locals))),
            Code::Number(run) => Box::new(move |world, locals| run(world, locals).map_or(Value::None, Value::Int)),
            Code::Thing(run) => Box::new(move |world, locals| run(world, locals).map_or(Value::None, Value::Ref)),
            Code::Set(domain, run) => Box::new(move |world, locals| Value::Set(domain, run(world, locals))),
            Code::Local(slot, _) => Box::new(move |_, locals| locals.get(slot).cloned().unwrap_or(Value::None)),
        }
    }

    fn into_flag(self) -> Run<bool> {
        match self {
            Code::Flag(run) => run,
            Code::Local(slot, _) => Box::new(move |_, locals| locals.get(slot).is_some_and(Value::is_yes)),
            other => {
                let run = other.into_value();
                Box::new(move |world, locals| run(world, locals).is_yes())
            }
        }
    }

    fn into_bits(self) -> Run<BitSet> {
        match self {
            Code::Set(_, run) => run,
            Code::Local(slot, _) => Box::new(move |_, locals| locals.get(slot).map_or_else(BitSet::new, Value::bits)),
            Code::Thing(run) => Box::new(move |world, locals| {
                run(world, locals).map_or_else(BitSet::new, |thing| BitSet::single(thing.index))
            }),
            other => {
                let run = other.into_value();
                Box::new(move |world, locals| run(world, locals).bits())
            }
        }
    }

    /// A single thing.
    fn into_thing(self, at: At) -> Run<Option<Ref>> {
        match self {
            Code::Thing(run) => run,
            Code::Local(slot, _) => Box::new(move |world, locals| world.only_thing(locals.get(slot)?, at)),
            other => {
                let run = other.into_value();
                Box::new(move |world, locals| world.only_thing(&run(world, locals), at))
            }
        }
    }
}

/// The compiled form of a node.
#[inline]
fn code_of<'n>(game: &Game, node: &'n Node) -> Read<&'n Code> {
    match node.compiled.get_or_init(|| lower::lower(game, node)) {
        Some(code) => Ok(code),
        None => fault("this node was compiled by another kernel"),
    }
}

impl World<'_> {
    /// The value of a pure expression.
    ///
    /// # Errors
    /// When a rule is faulty.
    #[inline]
    pub fn eval(&self, node: &Node, locals: &mut Locals) -> Read<Value> {
        match &node.expr {
            Expr::Local(slot) => Ok(locals.get(*slot as usize).cloned().unwrap_or(Value::None)),
            Expr::Const(value) => Ok(value.clone()),
            _ => {
                let code = code_of(self.game, node)?;
                self.checked(|| code.value(self, locals))
            }
        }
    }

    /// Whether a pure condition holds. `none` counts as no.
    ///
    /// # Errors
    /// When a rule is faulty.
    #[inline]
    pub fn test(&self, node: &Node, locals: &mut Locals) -> Read<bool> {
        let code = code_of(self.game, node)?;
        self.checked(|| code.flag(self, locals))
    }

    /// Whether a condition holds. One that is not written always does.
    pub(super) fn meets(&self, when: Option<&Node>, locals: &mut Locals) -> Read<bool> {
        when.map_or(Ok(true), |when| self.test(when, locals))
    }

    /// The result of a part, or the fault that the part caused. Earlier faults belong to the expression around it.
    #[inline]
    fn checked<T>(&self, part: impl FnOnce() -> T) -> Read<T> {
        let failed_before = self.effort.has_failed();
        let found = part();
        if self.effort.has_failed() && !failed_before { Err(self.effort.take_fault()) } else { Ok(found) }
    }

    /// The result of something that may fail. A fault is stored, and the default returned.
    #[inline]
    fn caught<T: Default>(&self, found: Read<T>, at: At) -> T {
        match found {
            Ok(found) => found,
            Err(fault) => self.fail(fault, at),
        }
    }

    /// The thing that a value is; `none` for `none`. Other values have no properties.
    #[inline]
    fn only_thing(&self, value: &Value, at: At) -> Option<Ref> {
        match value {
            Value::Ref(thing) => Some(*thing),
            Value::None => None,
            other => self.without_property(other, at),
        }
    }

    #[cold]
    fn without_property(&self, value: &Value, at: At) -> Option<Ref> {
        self.failed(format!("{} has no such property", value.describe()), at)
    }

    /// Stores a fault with its place; a fault from elsewhere gets this call added. Only the first fault counts.
    #[cold]
    fn fail<T: Default>(&self, mut fault: Box<Fault>, at: At) -> T {
        match fault.span {
            None => fault.span = Some(at.span),
            Some(span) if at.calls && !at.span.has_part(span) => {
                fault.called(self.game.sources.place(at.span), None);
            }
            Some(_) => {}
        }
        self.effort.keep_fault(fault);
        T::default()
    }

    /// The same, for a message.
    #[cold]
    fn failed<T: Default>(&self, message: impl Into<String>, at: At) -> T {
        self.fail(Box::new(Fault::new(message)), at)
    }
}
