//! `except` clauses, applied to every clause or step with their label.

use crate::model::clause::Guard;
use crate::model::game::Exception;
use crate::model::id::{PermissionId, QuantityId, SectionId, StepId};
use crate::source::plain;
use crate::syntax::ast::{Amount, ClauseKind};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::offer::members;
use super::super::ready::guard_ready;
use super::super::sequence::scopes_around;
use super::forbid::{offer_params, permission_frame, place_of_verb};
use super::guard::{Refused, bearer, fits, guard};
use super::home::{Home, Placed};
use super::modify::quantity_frame;
use super::{Labelled, LabelledOn, report_unhung};

/// Applies `except` clauses, after everything with a label is in place.
pub(crate) fn lift(builder: &mut GameBuilder, placed: &[Placed], mut labelled: Vec<Labelled>) {
    for index in 0..builder.game.steps.len() {
        let labels = vec![builder.game.steps[index].name.clone()];
        labelled.push(Labelled { on: LabelledOn::Step(StepId(index as u16)), labels });
    }
    for one in placed {
        if let ClauseKind::Modify(modify) = &one.clause.kind
            && let Amount::Exactly { over: Some(over), .. } = &modify.amount
            && !labelled.iter().any(|other| other.labels.contains(&plain(&over.text)))
        {
            let names = all_labels(&labelled);
            builder.report(error::unknown_label(over, &names));
        }
        let ClauseKind::Except(except) = &one.clause.kind else { continue };
        let cites = one.cites(builder);
        let label = except.label.names.last().map(|name| plain(&name.text)).unwrap_or_default();
        let but = except.but.as_ref().and_then(|path| path.names.last()).map(|name| plain(&name.text));
        if let (Some(but), Some(path)) = (&but, &except.but) {
            if !labelled.iter().any(|other| other.labels.contains(but)) {
                let names = all_labels(&labelled);
                builder.report(error::unknown_label((but, path.span), &names));
            }
        }
        let own = concerned(builder, *one);
        let meant: Vec<LabelledOn> = labelled
            .iter()
            .filter(|other| own.as_ref().is_none_or(|own| own.contains(&other.on)))
            .filter(|other| {
                other.labels.contains(&label) && !but.as_ref().is_some_and(|but| other.labels.contains(but))
            })
            .map(|other| other.on)
            .collect();
        let elsewhere = labelled.iter().any(|other| other.labels.contains(&label));
        if meant.is_empty() && own.is_some() && elsewhere {
            let what = "the clause with this label applies to other things than this item";
            builder.report(error::concerns_nothing(except.label.span, what));
            continue;
        }
        if meant.is_empty() {
            let names = all_labels(&labelled);
            builder.report(error::unknown_label((&except.label.text(), except.label.span), &names));
            continue;
        }
        let alone = meant.len() == 1;
        let mut hung = false;
        let mut refused = None;
        for on in meant {
            match lift_one(builder, *one, on, &cites, alone) {
                Ok(lifted) => hung |= lifted,
                Err(reason) => refused = Some(reason),
            }
        }
        if hung {
            builder.game.exceptions.push(Exception { from: label, span: one.clause.span, cites: cites.clone() });
        }
        if !hung && !alone {
            report_unhung(builder, *one, false, refused, true);
        } else {
            report_unhung(builder, *one, hung || refused.is_none(), refused, false);
        }
    }
}

/// Everything with a label that belongs to the item whose body contains the clause; the clause affects only these.
/// `None` outside such a body.
fn concerned(builder: &GameBuilder, placed: Placed) -> Option<Vec<LabelledOn>> {
    let game = &builder.game;
    let of_permission = |id: PermissionId| {
        let count = game.permissions[id.at()].forbids.len();
        (0..count).map(move |at| LabelledOn::Forbid(id, at))
    };
    let of_quantity = |id: QuantityId| {
        let count = game.quantities[id.at()].modifiers.len();
        (0..count).map(move |at| LabelledOn::Modifier(id, at))
    };
    match placed.home {
        Home::Offer(offer) => {
            let mut all = Vec::new();
            for member in members(builder, offer) {
                let offer = &game.offers[member.at()];
                all.extend(of_permission(offer.permission));
                all.extend(offer.pays.iter().flat_map(|pays| of_quantity(pays.cost)));
                let scope = &game.scopes[offer.scope.at()];
                all.extend(scope.before.iter().chain(&scope.after).map(|hook| LabelledOn::Hook(*hook)));
            }
            Some(all)
        }
        Home::Quantity(id) => Some(of_quantity(id).collect()),
        Home::May(id) => Some(of_permission(id).collect()),
        Home::Top | Home::Var(_) | Home::Kind(_) | Home::Card(_) | Home::Deck(_) | Home::Walk(_) => None,
    }
}

fn all_labels(labelled: &[Labelled]) -> Vec<String> {
    let mut names: Vec<String> = labelled.iter().flat_map(|other| other.labels.iter().cloned()).collect();
    names.sort();
    names.dedup();
    names
}

fn lift_one(
    builder: &mut GameBuilder,
    placed: Placed,
    on: LabelledOn,
    cites: &[SectionId],
    report: bool,
) -> Result<bool, Refused> {
    let mut frame = match on {
        LabelledOn::Modifier(quantity, _) => quantity_frame(builder, quantity),
        LabelledOn::Forbid(permission, _) => permission_frame(builder, permission),
        LabelledOn::Hook(hook) => Frame::of(&builder.game.hooks[hook.at()].params),
        LabelledOn::Step(step) => {
            let scope = builder.game.steps[step.at()].scope;
            let mut frame = Frame::of(&builder.game.scopes[scope.at()].params);
            frame.acts = builder.acting.contains(&scope);
            frame.scopes = scopes_around(builder, step);
            frame
        }
    };
    if !report && !fits(builder, placed, &frame) {
        return Ok(false);
    }
    let verb = match on {
        LabelledOn::Forbid(permission, _) => place_of_verb(builder, permission),
        _ => None,
    };
    let bears = bearer(builder, placed, &frame, verb)?;
    let Some(mut guard) = guard(builder, placed, &mut frame, bears, report) else { return Ok(report) };
    guard.cites = cites.to_vec();
    match on {
        LabelledOn::Modifier(quantity, place) => add_to_quantity(builder, quantity, place, guard, frame.needed),
        LabelledOn::Forbid(permission, place) => add_to_permission(builder, permission, place, guard, frame.needed),
        LabelledOn::Hook(hook) => {
            let hook = &mut builder.game.hooks[hook.at()];
            hook.guard.exceptions.push(guard);
            hook.locals = hook.locals.max(frame.needed);
        }
        LabelledOn::Step(step) => {
            let step = &mut builder.game.steps[step.at()];
            step.exceptions.push(guard);
            step.locals = step.locals.max(frame.needed);
        }
    }
    Ok(true)
}

fn add_to_quantity(builder: &mut GameBuilder, quantity: QuantityId, place: usize, guard: Guard, needed: u16) {
    let quantity = &mut builder.game.quantities[quantity.at()];
    quantity.locals = quantity.locals.max(needed);
    if let Some(modifier) = quantity.modifiers.get_mut(place) {
        modifier.guard.exceptions.push(guard);
    }
}

fn add_to_permission(builder: &mut GameBuilder, permission: PermissionId, place: usize, guard: Guard, needed: u16) {
    let ready = guard_ready(offer_params(builder, permission), &guard);
    let permission = &mut builder.game.permissions[permission.at()];
    permission.locals = permission.locals.max(needed);
    if let Some(forbid) = permission.forbids.get_mut(place) {
        forbid.guard.exceptions.push(guard);
        forbid.ready = forbid.ready.max(ready);
    }
}
