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
pub(crate) use hook::{cancel_in, scope_acts};

use crate::model::id::{Domain, HookId, PermissionId, QuantityId, StepId};
use crate::source::plain;
use crate::syntax::ast::ClauseKind;

use super::builder::GameBuilder;
use super::ready::asks_for;
use super::{error, phrase};

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
pub(crate) fn hang(builder: &mut GameBuilder, placed: &[Placed]) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    for one in placed {
        match &one.clause.kind {
            ClauseKind::Modify(modify) => modify::hang_modify(builder, *one, modify, &mut labelled),
            ClauseKind::Forbid(forbid) => forbid::hang_forbid(builder, *one, forbid, &mut labelled),
            ClauseKind::Hook(hook) => hook::hang_hook(builder, *one, hook, &mut labelled),
            ClauseKind::Show(show) => show::hang_show(builder, *one, show, true),
            ClauseKind::Hide(show) => show::hang_show(builder, *one, show, false),
            ClauseKind::Except(_) => {}
        }
    }
    labelled
}

/// A clause's own label, and that of its item.
fn labels(builder: &GameBuilder, placed: Placed) -> Vec<String> {
    let own = placed.clause.tail.label.as_ref().map(|label| plain(&label.text));
    let game = &builder.game;
    let home = match placed.home {
        Home::Var(var) => Some(game.vars[var.at()].name.clone()),
        Home::Kind(kind) => Some(game.kinds[kind as usize].name.clone()),
        Home::Card(def) => Some(game.card_defs[def as usize].name.clone()),
        Home::Top | Home::Deck(_) | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => None,
    };
    own.into_iter().chain(home).collect()
}

/// Reports a clause without a target, with what is missing.
fn report_unhung(builder: &mut GameBuilder, placed: Placed, hung: bool, refused: Option<Refused>, one_of_many: bool) {
    if hung {
        return;
    }
    match refused {
        Some((span, label)) => {
            let name = builder.sources.text(span);
            let is_place = phrase::question(builder, name, Domain::Space).is_some();
            let who = placed.clause.tail.phrase.as_ref().map_or("for …", |of| builder.sources.text(of.span));
            let who = who.strip_prefix("for").unwrap_or(who).trim();
            let help = is_place.then(|| format!("`on` names the things that are there: `for {who} on {name}`"));
            builder.report(error::concerns_nothing(span, label).help_if(help));
        }
        None if one_of_many => {
            let why = "no member of the family has all parameters that it names";
            builder.report(error::concerns_nothing(placed.clause.span, why));
        }
        None => {}
    }
}

/// Sorts modifiers by stage, then by written order; hooks marked `first` come before the others.
pub(crate) fn sort(builder: &mut GameBuilder) {
    for quantity in &mut builder.game.quantities {
        quantity.modifiers.sort_by_key(|modifier| modifier.stage);
    }
    for permission in &mut builder.game.permissions {
        // Only built-in verbs have a third parameter, which counts the steps.
        permission.counts_steps = permission.forbids.iter().any(|forbid| asks_for(&forbid.guard, &[2]));
        let lets: Vec<u16> = permission.lets.iter().map(|(slot, _)| *slot).collect();
        let first = permission.forbids.iter().position(|forbid| asks_for(&forbid.guard, &lets));
        permission.lets_from = first.unwrap_or(permission.forbids.len());
    }
    let first: Vec<bool> = builder.game.hooks.iter().map(|hook| hook.first).collect();
    let by_rank = |hooks: &mut Vec<HookId>| hooks.sort_by_key(|hook| !first[hook.at()]);
    for scope in &mut builder.game.scopes {
        by_rank(&mut scope.before);
        by_rank(&mut scope.after);
    }
    for var in &mut builder.game.vars {
        by_rank(&mut var.before);
        by_rank(&mut var.after);
    }
}
