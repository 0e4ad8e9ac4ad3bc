//! The number of parameters that must be known before a guard can be evaluated.

use crate::model::clause::{About, Bearer, Guard};
use crate::model::node::{Expr, Node};
use crate::model::offer::OfferParam;

/// The number of parameters that these expressions need.
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

/// The number of parameters that a guard needs, with its bearer and phrase.
pub(crate) fn guard_ready(params: &[OfferParam], guard: &Guard) -> u16 {
    let mut needed = 0;
    each_slot(guard, &mut |slot| needed = needed.max(known_after(params, slot)));
    needed
}

/// True if a guard reads one of these slots.
pub(crate) fn asks_for(guard: &Guard, slots: &[u16]) -> bool {
    let mut asks = false;
    each_slot(guard, &mut |slot| asks |= slots.contains(&slot));
    asks
}

/// Calls `see` for every slot that a guard reads, including its exceptions.
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
        Bearer::SideFlag { slot: Some(slot), .. } | Bearer::Kind { slot, .. } | Bearer::OfDeck { slot, .. } => {
            see(*slot);
        }
        _ => {}
    }
    for exception in &guard.exceptions {
        each_slot(exception, see);
    }
}

/// The number of parameters known once this slot is filled; 0 for a slot bound before the parameters, or a local.
fn known_after(params: &[OfferParam], slot: u16) -> u16 {
    params.iter().position(|param| param.slot == slot).map_or(0, |index| index as u16 + 1)
}
