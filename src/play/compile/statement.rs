//! Compiled statements: of pure functions, which only read, and of scripts, which also change the game, roll and ask.
//!
//! Both are compiled by the same code. They differ in the [`Host`] on which they run.

use std::cell::Cell;

use crate::model::api::Api;
use crate::model::clause::Base;
use crate::model::game::Game;
use crate::model::node::{Expr, Node, Operator};
use crate::model::value::Value;
use crate::source::Span;

use super::lower::{lower, lower_flag, lower_value};
use super::{Run, act};
use crate::play::host::run::{Act, Cx, Stop};
use crate::play::numbers::operator::is_between;
use crate::play::numbers::pure::measured;
use crate::play::store::effort::{LOOK, TURN};
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Read, World, fault};
use crate::play::viewer::place_names::Viewer;
use crate::play::watch::observer::Asked;

/// What statements run on: a world that is only read, or a play that can change.
pub(in crate::play) trait Host {
    /// The value of a pure expression.
    fn value(&self, run: &Run<Value>, locals: &mut Locals) -> Act<Value>;
    /// Whether a pure condition holds.
    fn test(&self, run: &Run<bool>, locals: &mut Locals) -> Act<bool>;
    /// The result of an operator.
    fn operate(&self, operator: Operator, a: Value, b: Value) -> Act<Value>;
    /// Spends effort.
    fn spend(&self, units: u64) -> Act<()>;
    /// Spends the effort of a look at the state. Free if all statements run within one look.
    fn spend_look(&self) -> Act<()>;
    /// The play, if it can change.
    fn play(&self) -> Option<&Cx<'_>>;
    /// Tells the observer that a statement begins; returns true if there is one.
    fn begins(&self, span: Span, locals: &Locals) -> bool;
    /// Tells the observer that it has ended.
    fn ends(&self);
}

impl Host for World<'_> {
    fn value(&self, run: &Run<Value>, locals: &mut Locals) -> Act<Value> {
        Ok(self.checked(|| run(self, locals))?)
    }

    fn test(&self, run: &Run<bool>, locals: &mut Locals) -> Act<bool> {
        Ok(self.checked(|| run(self, locals))?)
    }

    fn operate(&self, operator: Operator, a: Value, b: Value) -> Act<Value> {
        Ok(World::operate(self, operator, a, b)?)
    }

    fn spend(&self, units: u64) -> Act<()> {
        Ok(self.effort.spend(units)?)
    }

    fn spend_look(&self) -> Act<()> {
        Ok(())
    }

    fn play(&self) -> Option<&Cx<'_>> {
        None
    }

    fn begins(&self, span: Span, locals: &Locals) -> bool {
        World::begins(self, || Asked::statement(span), locals)
    }

    fn ends(&self) {
        World::ends(self, None);
    }
}

/// The result of a pure expression in the state of a play.
fn looked<T>(cx: &Cx<'_>, run: &Run<T>, locals: &mut Locals) -> Act<T> {
    cx.look_noting(|world| {
        let world = world.through(Viewer::Later);
        world.checked(|| run(&world, locals))
    })
}

impl Host for Cx<'_> {
    fn value(&self, run: &Run<Value>, locals: &mut Locals) -> Act<Value> {
        looked(self, run, locals)
    }

    fn test(&self, run: &Run<bool>, locals: &mut Locals) -> Act<bool> {
        looked(self, run, locals)
    }

    fn operate(&self, operator: Operator, a: Value, b: Value) -> Act<Value> {
        self.look(|world| world.through(Viewer::Later).operate(operator, a, b))
    }

    fn spend(&self, units: u64) -> Act<()> {
        Ok(self.run.borrow().effort.spend(units)?)
    }

    fn spend_look(&self) -> Act<()> {
        self.spend(LOOK)
    }

    fn play(&self) -> Option<&Cx<'_>> {
        Some(self)
    }

    fn begins(&self, span: Span, locals: &Locals) -> bool {
        Cx::begins(self, || Asked::statement(span), locals)
    }

    fn ends(&self) {
        Cx::ends(self, None);
    }
}

/// Why statements stopped early.
pub(in crate::play) enum Escape {
    /// A fault, a question without an answer yet, or the end of the game.
    Stop(Stop),
    /// `return`.
    Return(Value),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

impl From<Stop> for Escape {
    fn from(stop: Stop) -> Self {
        Escape::Stop(stop)
    }
}

/// The result of a statement.
pub(super) type Step<T> = Result<T, Escape>;

/// A compiled statement.
pub(in crate::play) type Do = Box<dyn Fn(&dyn Host, &mut Locals) -> Step<Value> + Send + Sync>;

/// A compiled condition of a statement.
type Test = Box<dyn Fn(&dyn Host, &mut Locals) -> Step<bool> + Send + Sync>;

/// The state of the compiler for one item.
pub(super) struct Lowering<'g> {
    pub(super) game: &'g Game,
    /// The next unused slot.
    next: Cell<u16>,
}

impl<'g> Lowering<'g> {
    /// For an item with this many slots.
    pub(super) fn new(game: &'g Game, slots: u16) -> Self {
        Lowering { game, next: Cell::new(slots) }
    }

    pub(super) fn new_slot(&self) -> u16 {
        self.next.replace(self.next.get().saturating_add(1))
    }
}

/// Gives a fault its place.
pub(super) fn place<T>(span: Span, result: Act<T>) -> Step<T> {
    result.map_err(|stop| Escape::Stop(stop.at(span)))
}

/// A fault in a statement.
pub(super) fn failed<T>(span: Span, message: &str) -> Step<T> {
    Err(Escape::Stop(Stop::fault(message).at(span)))
}

/// The compiled form of a part: a pure value, or statements.
pub(super) fn part(to: &Lowering<'_>, node: &Node) -> Do {
    if !node.plain {
        return statement(to, node);
    }
    let span = node.span;
    // These do not look at the state. They spend the same effort, so that both engines reach a limit at the same point.
    match &node.expr {
        Expr::Local(slot) => {
            let slot = usize::from(*slot);
            return Box::new(move |host, locals| {
                place(span, host.spend_look())?;
                Ok(locals.get(slot).cloned().unwrap_or(Value::None))
            });
        }
        Expr::Const(value) => {
            let value = value.clone();
            return Box::new(move |host, _| {
                place(span, host.spend_look())?;
                Ok(value.clone())
            });
        }
        _ => {}
    }
    let run = lower_value(to.game, node);
    Box::new(move |host, locals| place(span, host.value(&run, locals)))
}

pub(super) fn parts(to: &Lowering<'_>, nodes: &[Node]) -> Vec<Do> {
    nodes.iter().map(|node| part(to, node)).collect()
}

/// The compiled form of a condition.
fn test(to: &Lowering<'_>, node: &Node) -> Test {
    if !node.plain {
        let run = statement(to, node);
        return Box::new(move |host, locals| Ok(run(host, locals)?.is_yes()));
    }
    let (run, span) = (lower_flag(to.game, node), node.span);
    Box::new(move |host, locals| place(span, host.test(&run, locals)))
}

/// Runs a loop body once. Returns false if the loop ends.
fn turn(host: &dyn Host, span: Span, body: &Do, locals: &mut Locals) -> Step<bool> {
    place(span, host.spend(TURN))?;
    match body(host, locals) {
        Ok(_) | Err(Escape::Continue) => Ok(true),
        Err(Escape::Break) => Ok(false),
        Err(other) => Err(other),
    }
}

/// The compiled form of a statement.
pub(super) fn statement(to: &Lowering<'_>, node: &Node) -> Do {
    let span = node.span;
    match &node.expr {
        Expr::Block(items) => {
            let items: Vec<(Span, Do)> = items.iter().map(|item| (item.span, part(to, item))).collect();
            Box::new(move |host, locals| {
                let mut last = Value::None;
                for (span, item) in &items {
                    let on = host.begins(*span, locals);
                    let done = item(host, locals);
                    if on {
                        host.ends();
                    }
                    last = done?;
                }
                Ok(last)
            })
        }
        Expr::Let(slot, value) => {
            let (slot, value) = (*slot, part(to, value));
            Box::new(move |host, locals| {
                let value = value(host, locals)?;
                set_local(locals, slot, value);
                Ok(Value::None)
            })
        }
        Expr::Assign { slot, operator, value } => {
            let (slot, operator, value) = (*slot, *operator, part(to, value));
            Box::new(move |host, locals| {
                let mut value = value(host, locals)?;
                if let Some(operator) = operator {
                    let old = locals.get(usize::from(slot)).cloned().unwrap_or(Value::None);
                    value = place(span, host.operate(operator, old, value))?;
                }
                set_local(locals, slot, value);
                Ok(Value::None)
            })
        }
        Expr::AssignIndex { slot, index, operator, value } => {
            let (slot, operator, index, value) = (*slot, *operator, part(to, index), part(to, value));
            Box::new(move |host, locals| {
                let value = value(host, locals)?;
                let index = index(host, locals)?;
                let (Some(Value::Tally(domain, rows)), Value::Ref(thing)) = (locals.get(usize::from(slot)), &index)
                else {
                    return failed(span, "only a tally is counted by its members");
                };
                let (domain, mut rows) = (*domain, rows.to_vec());
                if let Some(row) = rows.iter_mut().find(|row| row.0 == thing.index) {
                    let new = match operator {
                        Some(operator) => place(span, host.operate(operator, Value::Int(row.1), value))?,
                        None => value,
                    };
                    row.1 = new.int().unwrap_or(row.1);
                }
                set_local(locals, slot, Value::Tally(domain, rows.into()));
                Ok(Value::None)
            })
        }
        Expr::If(condition, yes, no) => {
            let (condition, yes, no) = (test(to, condition), part(to, yes), part(to, no));
            Box::new(move |host, locals| if condition(host, locals)? { yes(host, locals) } else { no(host, locals) })
        }
        Expr::And(a, b) => {
            let (a, b) = (test(to, a), test(to, b));
            Box::new(move |host, locals| Ok(Value::Flag(a(host, locals)? && b(host, locals)?)))
        }
        Expr::Or(a, b) => {
            let (a, b) = (test(to, a), test(to, b));
            Box::new(move |host, locals| Ok(Value::Flag(a(host, locals)? || b(host, locals)?)))
        }
        Expr::Coalesce(a, b) => {
            let (a, b) = (part(to, a), part(to, b));
            Box::new(move |host, locals| match a(host, locals)? {
                Value::None => b(host, locals),
                value => Ok(value),
            })
        }
        Expr::Safe { of, slot, rest } => {
            let (of, slot, rest) = (part(to, of), *slot, part(to, rest));
            Box::new(move |host, locals| match of(host, locals)? {
                Value::None => Ok(Value::None),
                value => {
                    set_local(locals, slot, value);
                    rest(host, locals)
                }
            })
        }
        Expr::Switch { on, cases, otherwise } => switch(to, on, cases, otherwise),
        Expr::For { slot, set, body } => each(to, span, *slot, set, body),
        Expr::While(condition, body) => {
            let (condition, body) = (test(to, condition), part(to, body));
            Box::new(move |host, locals| {
                while condition(host, locals)? && turn(host, span, &body, locals)? {}
                Ok(Value::None)
            })
        }
        Expr::Return(value) => {
            let value = value.as_ref().map(|value| part(to, value));
            Box::new(move |host, locals| {
                Err(Escape::Return(match &value {
                    Some(value) => value(host, locals)?,
                    None => Value::None,
                }))
            })
        }
        Expr::Break => Box::new(|_, _| Err(Escape::Break)),
        Expr::Continue => Box::new(|_, _| Err(Escape::Continue)),
        Expr::Set { target, of, operator, value } => act::set(to, node, *target, *operator, of, value),
        Expr::SetOwn { scope, at, operator, value } => act::set_own(to, node, *scope, *at, *operator, value),
        Expr::Happen { scope, args } => act::happen(to, node, *scope, args),
        Expr::Quantity { quantity, args } if matches!(to.game.quantities[quantity.at()].base, Base::Dice(_)) => {
            act::quantity(to, node, *quantity, args)
        }
        Expr::Api { api: Api::Split, args } => act::split(to, node, args),
        Expr::Api { api: Api::Fill, args } => act::fill(to, node, args),
        Expr::Api { api: Api::Secretly, args } => act::secretly(to, node, args),
        Expr::Api { api, args } if !measured(*api) && !node.plain => act::call(to, node, *api, args),
        Expr::Api { api, args }
            if matches!(args.get(1), Some(Node { expr: Expr::Closure { .. }, plain: false, .. })) =>
        {
            act::measure(to, node, *api, args)
        }
        _ if node.plain => part(to, node),
        _ => combined(to, node),
    }
}

fn switch(to: &Lowering<'_>, on: &Node, cases: &[(Vec<Node>, Node)], otherwise: &Node) -> Do {
    /// A value, or a range.
    enum Label {
        Value(Do),
        Range(Do, Do, bool),
    }
    let label = |node: &Node| match &node.expr {
        Expr::Range { from, to: end, inclusive } => Label::Range(part(to, from), part(to, end), *inclusive),
        _ => Label::Value(part(to, node)),
    };
    let on = part(to, on);
    let cases: Vec<(Vec<Label>, Do)> =
        cases.iter().map(|(labels, body)| (labels.iter().map(label).collect(), part(to, body))).collect();
    let otherwise = part(to, otherwise);
    Box::new(move |host, locals| {
        let on = on(host, locals)?;
        for (labels, body) in &cases {
            for label in labels {
                let fits = match label {
                    Label::Value(value) => value(host, locals)? == on,
                    Label::Range(from, end, inclusive) => {
                        let from = from(host, locals)?;
                        is_between(&from, &end(host, locals)?, *inclusive, &on)
                    }
                };
                if fits {
                    return body(host, locals);
                }
            }
        }
        otherwise(host, locals)
    })
}

/// A loop over numbers or over the members of a set.
fn each(to: &Lowering<'_>, span: Span, slot: u16, set: &Node, body: &Node) -> Do {
    let body = part(to, body);
    if let Expr::Range { from, to: end, inclusive } = &set.expr {
        let (from, end, inclusive) = (part(to, from), part(to, end), *inclusive);
        return Box::new(move |host, locals| {
            let (Value::Int(from), Value::Int(end)) = (from(host, locals)?, end(host, locals)?) else {
                return failed(span, "a range needs a number at each end");
            };
            // The greatest number has none after it.
            let numbers = if inclusive { from..=end } else { from..=end.saturating_sub(1) };
            if !inclusive && end == i64::MIN {
                return Ok(Value::None);
            }
            for number in numbers {
                set_local(locals, slot, Value::Int(number));
                if !turn(host, span, &body, locals)? {
                    break;
                }
            }
            Ok(Value::None)
        });
    }
    let set = part(to, set);
    Box::new(move |host, locals| {
        for item in set(host, locals)?.in_order() {
            set_local(locals, slot, item);
            if !turn(host, span, &body, locals)? {
                break;
            }
        }
        Ok(Value::None)
    })
}

/// An expression some of whose parts have effects.
///
/// Parts are evaluated from left to right, and a part before an effect sees the state before it. So all parts up to the
/// last one with effects are stored in slots of their own, and the rest is computed from these.
fn combined(to: &Lowering<'_>, node: &Node) -> Do {
    let mut rest = node.clone();
    let (mut count, mut due) = (0usize, 0usize);
    rest.children(&mut |child| {
        count += 1;
        due = if child.plain { due } else { count };
    });
    let mut before: Vec<(u16, Do)> = Vec::new();
    rest.children_mut(&mut |child| {
        let is_due = due > 0;
        due = due.saturating_sub(1);
        if is_due && !matches!(child.expr, Expr::Closure { .. } | Expr::Measure(_)) {
            let slot = to.new_slot();
            before.push((slot, part(to, child)));
            *child = Node::new(Expr::Local(slot), child.ty, child.span);
        }
    });
    let (run, span) = (lower(to.game, &rest).into_value(), node.span);
    Box::new(move |host, locals| {
        for (slot, part) in &before {
            let value = part(host, locals)?;
            set_local(locals, *slot, value);
        }
        place(span, host.value(&run, locals))
    })
}

/// The result of statements that ended or returned.
pub(in crate::play) fn finished(result: Step<Value>) -> Act<Value> {
    match result {
        Ok(value) | Err(Escape::Return(value)) => Ok(value),
        Err(Escape::Stop(stop)) => Err(stop),
        Err(Escape::Break | Escape::Continue) => Ok(Value::None),
    }
}

/// Statements of a pure function, as an expression.
pub(super) fn lower_statements(game: &Game, node: &Node) -> impl Fn(&World<'_>, &mut Locals) -> Read<Value> + use<> {
    let run = statement(&Lowering::new(game, slots_of(node)), node);
    move |world, locals| match finished(run(world, locals)) {
        Ok(value) => Ok(value),
        Err(Stop::Fault(fault)) => Err(fault),
        Err(Stop::Ask | Stop::Finished) => fault("a word or function may not ask"),
    }
}

/// The number of slots that a tree uses.
fn slots_of(node: &Node) -> u16 {
    let mut slots = 0;
    node.walk(&mut |node| {
        let slot = match &node.expr {
            Expr::Local(slot)
            | Expr::Let(slot, _)
            | Expr::Assign { slot, .. }
            | Expr::AssignIndex { slot, .. }
            | Expr::For { slot, .. }
            | Expr::Closure { slot, .. }
            | Expr::Safe { slot, .. } => slot.saturating_add(1),
            _ => 0,
        };
        slots = slots.max(slot);
    });
    slots
}
