//! Which rules meet at one moment: taken down while somebody wants to know whether their order matters.
//!
//! Two readings of one word, or two modifiers of one number, that hold at once are tried in both orders on the spot. Hooks,
//! scripts and rules of settled play change the state, so only the fact that they ran is noted. The caller then runs the
//! moment again in both orders.

use std::cell::{Cell, RefCell};

use crate::model::clause::{How, Modifier};
use crate::model::game::Replacement;
use crate::model::id::{HookId, QuantityId};
use crate::model::node::{Expr, Node};
use crate::model::value::Value;
use crate::source::Span;

use super::locals::Locals;
use super::quantity::NoLedger;
use super::world::{Read, World};

/// Two rules of one thing that held at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The one that came first or won.
    pub first: Span,
    /// The other one.
    pub second: Span,
    /// What their order did.
    pub order: Order,
}

/// What the order of two rules did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing.
    Same,
    /// The results in the written order and in the other one.
    Matters(String, String),
    /// They change the state: the moment must be run again to know.
    Unknown,
}

/// The rules that met since somebody asked for them.
#[derive(Debug, Default)]
pub struct Meetings {
    on: Cell<bool>,
    hooks: RefCell<Vec<HookId>>,
    met: RefCell<Vec<Met>>,
}

impl Meetings {
    /// True if somebody wants to know.
    #[inline]
    pub(super) fn wanted(&self) -> bool {
        self.on.get()
    }

    /// Begins to take down.
    pub(super) fn begin(&self) {
        self.on.set(true);
    }

    /// A hook runs.
    #[inline]
    pub(super) fn ran(&self, hook: HookId) {
        if self.on.get() {
            self.hooks.borrow_mut().push(hook);
        }
    }

    pub(super) fn note(&self, met: Met) {
        let mut known = self.met.borrow_mut();
        if !known.contains(&met) {
            known.push(met);
        }
    }

    /// The hooks that ran, in order, and the rules that met since this was last asked.
    pub fn take(&self) -> (Vec<HookId>, Vec<Met>) {
        (self.hooks.take(), self.met.take())
    }

    /// What `f` asks is not taken down: it is asked only to compare.
    pub(super) fn aside<T>(&self, f: impl FnOnce() -> T) -> T {
        let before = self.on.replace(false);
        let found = f();
        self.on.set(before);
        found
    }
}

/// True if two modifiers of one stage give the same in both orders, or say which of them wins.
pub fn commute(one: &Modifier, other: &Modifier) -> bool {
    match (&one.how, &other.how) {
        (How::By(_), How::By(_))
        | (How::Doubled, How::Doubled)
        | (How::AtLeast(_), How::AtLeast(_))
        | (How::AtMost(_), How::AtMost(_))
        | (How::NeverBelow(_), How::NeverBelow(_)) => true,
        (How::Halved(one), How::Halved(other)) => one == other,
        (How::Exactly(_, over), How::Exactly(_, under)) => {
            over.is_some() && *over == other.label || under.is_some() && *under == one.label
        }
        _ => false,
    }
}

/// Lets `usual` in an expression mean another one.
fn put_usual(node: &mut Node, usual: &Node) {
    if let Expr::Usual(old) = &mut node.expr {
        **old = usual.clone();
        return;
    }
    node.children_mut(&mut |child| put_usual(child, usual));
}

impl World<'_> {
    /// Notes which readings of a word or function hold beside each other, and whether their values differ.
    ///
    /// In the other order the earlier text stands on the later one, and finds its value where it says `usual`.
    #[cold]
    pub(super) fn meet_readings(&self, readings: &[Replacement], usual: &Node, locals: &Locals) -> Read<()> {
        let meetings = &self.observer.meetings;
        let mut won: Option<(&Replacement, Read<Value>)> = None;
        for reading in readings {
            let mut locals = locals.clone();
            if !meetings.aside(|| self.holds(&reading.guard, &mut locals))? {
                continue;
            }
            let mut body = reading.body.clone();
            if let Some((first, _)) = &won {
                let mut below = first.body.clone();
                put_usual(&mut below, usual);
                put_usual(&mut body, &below);
            }
            let value = meetings.aside(|| self.deeper(|world| world.eval(&body, &mut locals)));
            match &won {
                None => won = Some((reading, value)),
                Some((first, wins)) => {
                    let told = |value: &Read<Value>| value.as_ref().map_or("a mistake".to_owned(), |it| self.show(it));
                    let order = match (wins, &value) {
                        (Ok(one), Ok(other)) if one == other => Order::Same,
                        _ => Order::Matters(told(wins), told(&value)),
                    };
                    meetings.note(Met { first: first.body.span, second: reading.body.span, order });
                }
            }
        }
        Ok(())
    }

    /// Notes which modifiers of a number hold beside each other, and whether the number hangs on their order.
    #[cold]
    pub(super) fn meet_modifiers(
        &self,
        quantity: QuantityId,
        args: &[Value],
        order: &[u16],
        found: &Read<Option<i64>>,
    ) -> Read<()> {
        let item = &self.game.quantities[quantity.at()];
        let meetings = &self.observer.meetings;
        let modifier = |at: usize| &item.modifiers[usize::from(order[at])];
        let mut locals = None;
        for first in 0..order.len() {
            for second in first + 1..order.len() {
                let (one, other) = (modifier(first), modifier(second));
                if one.stage != other.stage || commute(one, other) {
                    continue;
                }
                if locals.is_none() {
                    let mut fresh = self.locals(args, item.locals);
                    for (slot, node) in &item.lets {
                        let value = meetings.aside(|| self.eval(node, &mut fresh))?;
                        super::locals::set_local(&mut fresh, *slot, value);
                    }
                    locals = Some(fresh);
                }
                let Some(locals) = &locals else { continue };
                let holds = |guard| meetings.aside(|| self.holds(guard, &mut locals.clone()));
                if !holds(&one.guard)? || !holds(&other.guard)? {
                    continue;
                }
                let mut swapped = order.to_vec();
                swapped.swap(first, second);
                let swapped = meetings.aside(|| self.compute_in(quantity, args, &mut NoLedger, &swapped));
                let told = |number: &Read<Option<i64>>| match number {
                    Ok(Some(number)) => self.show_number(quantity, *number),
                    Ok(None) => "none".to_owned(),
                    Err(fault) => fault.message.clone(),
                };
                let order = match (found, &swapped) {
                    (Ok(one), Ok(other)) if one == other => Order::Same,
                    _ => Order::Matters(told(found), told(&swapped)),
                };
                meetings.note(Met { first: one.span, second: other.span, order });
            }
        }
        Ok(())
    }
}
