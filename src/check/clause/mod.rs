//! Clauses: collected in written order, then hung on what they concern. A clause on a family of offers is made once for
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

/// Something that bears labels and that `except` may lift.
#[derive(Clone, Debug)]
pub(crate) struct Labelled {
    /// Where it hangs.
    on: LabelledOn,
    /// Its labels: its own, and that of the thing in which it stands.
    labels: Vec<String>,
}

/// Where something with a label hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelledOn {
    /// A modifier by its place.
    Modifier(QuantityId, usize),
    /// A forbid by its place.
    Forbid(PermissionId, usize),
    /// A hook.
    Hook(HookId),
    /// A step.
    Step(StepId),
}

/// Hangs all clauses but `except` on what they concern; what bears labels is returned.
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

/// Its own label, and that of the thing in which it stands.
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

/// A clause that concerns nothing: what is missing is said once.
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

/// Modifiers by stage, then in written order; hooks marked `first` before the others.
pub(crate) fn sort(maker: &mut Maker) {
    for quantity in &mut maker.game.quantities {
        quantity.modifiers.sort_by_key(|modifier| modifier.stage);
    }
    for permission in &mut maker.game.permissions {
        // Only verbs of the door have a third parameter that counts the steps.
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
