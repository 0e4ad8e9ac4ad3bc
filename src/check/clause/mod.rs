//! Clauses: collected in written order, then attached to their targets. A clause on a family of offers is copied to
//! each member, with that member's parameters.

mod except;
mod forbid;
mod guard;
mod home;
mod hook;
mod modify;
mod show;

pub(crate) use except::lift;
pub(crate) use guard::guard_of_replacement;
pub(crate) use home::collect;

use crate::model::id::{HookId, PermissionId, QuantityId, StepId};
use crate::source::plain;
use crate::syntax::ast::ClauseKind;

use super::error;
use super::maker::Maker;
use super::ready::asks_for;

use guard::Refused;
use home::{Home, Placed};

/// A clause or step with labels, which `except` may lift.
#[derive(Clone, Debug)]
pub(crate) struct Labelled {
    /// Its target.
    on: LabelledOn,
    /// Its labels: its own, and that of its item.
    labels: Vec<String>,
}

/// The place of a labelled clause or step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelledOn {
    /// A modifier, by index.
    Modifier(QuantityId, usize),
    /// A forbid, by index.
    Forbid(PermissionId, usize),
    /// A hook.
    Hook(HookId),
    /// A step.
    Step(StepId),
}

/// Attaches all clauses except `except` to their targets; returns those with labels.
pub(crate) fn hang(maker: &mut Maker, placed: &[Placed]) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    for one in placed {
        match &one.clause.kind {
            ClauseKind::Modify(modify) => modify::hang_modify(maker, *one, modify, &mut labelled),
            ClauseKind::Forbid(forbid) => forbid::hang_forbid(maker, *one, forbid, &mut labelled),
            ClauseKind::Hook(hook) => hook::hang_hook(maker, *one, hook, &mut labelled),
            ClauseKind::Show(show) => show::hang_show(maker, *one, show, true),
            ClauseKind::Hide(show) => show::hang_show(maker, *one, show, false),
            ClauseKind::Except(_) => {}
        }
    }
    labelled
}

/// A clause's own label, and that of its item.
fn labels(maker: &Maker, placed: Placed) -> Vec<String> {
    let own = placed.clause.tail.label.as_ref().map(|label| plain(&label.text));
    let game = &maker.game;
    let home = match placed.home {
        Home::Var(var) => Some(game.vars[var.at()].name.clone()),
        Home::Kind(kind) => Some(game.kinds[kind as usize].name.clone()),
        Home::Card(def) => Some(game.card_defs[def as usize].name.clone()),
        Home::Top | Home::Deck(_) | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => None,
    };
    own.into_iter().chain(home).collect()
}

/// Reports a clause without a target, with what is missing.
fn report_unhung(maker: &mut Maker, placed: Placed, hung: bool, refused: Option<Refused>, one_of_many: bool) {
    if hung {
        return;
    }
    match refused {
        Some((span, label)) => maker.report(error::concerns_nothing(span, label)),
        None if one_of_many => {
            let why = "no member of the family has all parameters that it names";
            maker.report(error::concerns_nothing(placed.clause.span, why));
        }
        None => {}
    }
}

/// Sorts modifiers by stage, then by written order; hooks marked `first` come before the others.
pub(crate) fn sort(maker: &mut Maker) {
    for quantity in &mut maker.game.quantities {
        quantity.modifiers.sort_by_key(|modifier| modifier.stage);
    }
    for permission in &mut maker.game.permissions {
        // Only built-in verbs have a third parameter, which counts the steps.
        permission.counts_steps = permission.forbids.iter().any(|forbid| asks_for(&forbid.guard, &[2]));
        let lets: Vec<u16> = permission.lets.iter().map(|(slot, _)| *slot).collect();
        let first = permission.forbids.iter().position(|forbid| asks_for(&forbid.guard, &lets));
        permission.lets_from = first.unwrap_or(permission.forbids.len());
    }
    let first: Vec<bool> = maker.game.hooks.iter().map(|hook| hook.first).collect();
    let by_rank = |hooks: &mut Vec<HookId>| hooks.sort_by_key(|hook| !first[hook.at()]);
    for scope in &mut maker.game.scopes {
        by_rank(&mut scope.before);
        by_rank(&mut scope.after);
    }
    for var in &mut maker.game.vars {
        by_rank(&mut var.before);
        by_rank(&mut var.after);
    }
}
