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
    let mut needed = ready(params, &guard.when);
    if let Some(About::Slot(slot)) = guard.phrase.as_ref().map(|phrase| phrase.about) {
        needed = needed.max(known_after(params, slot));
    }
    let slots: &[u16] = match &guard.bearer {
        Bearer::Var { slots, .. } => slots,
        Bearer::SideFlag { slot: Some(slot), .. } | Bearer::Kind { slot, .. } => std::slice::from_ref(slot),
        _ => &[],
    };
    for &slot in slots {
        needed = needed.max(known_after(params, slot));
    }
    for exception in &guard.exceptions {
        needed = needed.max(guard_ready(params, exception));
    }
    needed
}

/// How many parameters are open when this slot is filled; what is bound before all of them, or local, needs none.
fn known_after(params: &[OfferParam], slot: u16) -> u16 {
    params.iter().position(|param| param.slot == slot).map_or(0, |index| index as u16 + 1)
}
