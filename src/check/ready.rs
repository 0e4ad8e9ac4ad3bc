//! From when on a guard can be asked: how many parameters must be known.

use crate::model::clause::{About, Bearer, Guard};
use crate::model::node::{Expr, Node};
use crate::model::offer::OfferParam;

/// How many of the parameters must be known before these expressions have all they read.
pub(crate) fn ready<'n>(params: &[OfferParam], nodes: impl IntoIterator<Item = &'n Node>) -> u16 {
    let mut needed = 0;
    for node in nodes {
        node.walk(&mut |node| {
            if let Expr::Local(slot) = node.expr {
                needed = needed.max(known_after(params, slot));
            }
        });
    }
    needed
}

/// The same for a guard with its bearer and phrase.
pub(crate) fn guard_ready(params: &[OfferParam], guard: &Guard) -> u16 {
    let mut needed = 0;
    each_slot(guard, &mut |slot| needed = needed.max(known_after(params, slot)));
    needed
}

/// Whether a guard reads one of these slots.
pub(crate) fn asks_for(guard: &Guard, slots: &[u16]) -> bool {
    let mut asks = false;
    each_slot(guard, &mut |slot| asks |= slots.contains(&slot));
    asks
}

/// Calls `see` with every slot that a guard reads, its exceptions included.
fn each_slot(guard: &Guard, see: &mut dyn FnMut(u16)) {
    if let Some(when) = &guard.when {
        when.walk(&mut |node| {
            if let Expr::Local(slot) = node.expr {
                see(slot);
            }
        });
    }
    if let Some(About::Slot(slot)) = guard.phrase.as_ref().map(|phrase| phrase.about) {
        see(slot);
    }
    match &guard.bearer {
        Bearer::Var { slots, .. } => slots.iter().for_each(|slot| see(*slot)),
        Bearer::SideFlag { slot: Some(slot), .. } | Bearer::Kind { slot, .. } => see(*slot),
        _ => {}
    }
    for exception in &guard.exceptions {
        each_slot(exception, see);
    }
}

/// How many parameters are open when this slot is filled; what is bound before all of them, or local, needs none.
fn known_after(params: &[OfferParam], slot: u16) -> u16 {
    params.iter().position(|param| param.slot == slot).map_or(0, |index| index as u16 + 1)
}
