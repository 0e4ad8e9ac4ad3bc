//! Tries rules that apply at the same moment in both orders: readings of a word, modifiers of a number.

use crate::model::game::Replacement;
use crate::model::id::QuantityId;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;

use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};
use crate::play::watch::meeting::{Met, Order, commute};

/// Replaces `usual` in an expression.
fn put_usual(node: &mut Node, usual: &Node) {
    if let Expr::Usual(old) = &mut node.expr {
        **old = usual.clone();
        return;
    }
    node.children_mut(&mut |child| put_usual(child, usual));
}

/// Whether the results of both orders differ.
fn order_of<T: PartialEq>(one: &Read<T>, other: &Read<T>, told: impl Fn(&Read<T>) -> String) -> Order {
    match (one, other) {
        (Ok(a), Ok(b)) if a == b => Order::Same,
        // A fault in both orders is reported as such.
        (Err(a), Err(b)) if a.message == b.message => Order::Same,
        _ => Order::Matters(told(one), told(other)),
    }
}

impl World<'_> {
    /// Notes which readings of a word or function apply together, and whether their results differ.
    ///
    /// In the other order the earlier text builds on the later one, whose value it finds as `usual`.
    #[cold]
    pub(in crate::play) fn meet_readings(&self, readings: &[Replacement], usual: &Node, locals: &Locals) -> Read<()> {
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
                    let order = order_of(wins, &value, told);
                    meetings.note(Met { first: first.body.span, second: reading.body.span, order });
                }
            }
        }
        Ok(())
    }

    /// Notes which modifiers of a number apply together, and whether their order matters.
    #[cold]
    pub(in crate::play) fn meet_modifiers(
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
                    meetings.aside(|| self.set_lets(&item.lets, &mut fresh))?;
                    locals = Some(fresh);
                }
                let Some(locals) = &locals else { continue };
                let holds = |guard| meetings.aside(|| self.holds(guard, &mut locals.clone()));
                if !holds(&one.guard)? || !holds(&other.guard)? {
                    continue;
                }
                let mut swapped = order.to_vec();
                swapped.swap(first, second);
                let swapped = meetings.aside(|| self.compute_in(quantity, args, None, &swapped));
                let told = |number: &Read<Option<i64>>| match number {
                    Ok(Some(number)) => self.show_number(quantity, *number),
                    Ok(None) => "none".to_owned(),
                    Err(fault) => fault.message.clone(),
                };
                meetings.note(Met { first: one.span, second: other.span, order: order_of(found, &swapped, told) });
            }
        }
        Ok(())
    }
}
