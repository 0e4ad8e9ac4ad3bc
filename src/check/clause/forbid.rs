//! Forbids: the permissions a `forbid` names, with their parameters.

use crate::diagnostic::Diagnostic;
use crate::model::clause::{Bearer, Forbid};
use crate::model::game::Param;
use crate::model::id::{OfferId, PermissionId};
use crate::model::offer::OfferParam;
use crate::model::sequence::ScopeKind;
use crate::model::walk::Walk;
use crate::source::plain;
use crate::syntax::ast;

use super::super::builder::{Frame, GameBuilder};
use super::super::env::Local;
use super::super::error;
use super::super::offer::{in_other_order, members, of_its_type, offers_named, rename};
use super::super::ready::{guard_ready, ready};
use super::guard::{bearer, fits, guard};
use super::home::{Home, Placed};
use super::{Labelled, LabelledOn, labels, report_unhung};
use crate::model::names::named;

/// The permissions that a `forbid` names.
fn forbidden(
    builder: &mut GameBuilder,
    placed: Placed,
    forbid: &ast::Forbid,
) -> Vec<(PermissionId, Option<Vec<ast::Name>>, bool)> {
    if forbid.what.is_empty() {
        return match placed.home {
            Home::May(id) => vec![(id, None, false)],
            Home::Walk(walk) => vec![(builder.game.walks[walk.at()].permission, None, false)],
            Home::Offer(offer) => permissions(builder, offer).into_iter().map(|(id, many)| (id, None, many)).collect(),
            _ => {
                builder.report(error::unknown_verb(("", placed.clause.keyword.after()), error::NO_NAMES));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for what in &forbid.what {
        let Some(name) = what.path.names.last() else { continue };
        // Inside a walk, its steps are called by their own names.
        let path = match placed.home {
            Home::Walk(walk) => format!("{}.{}", builder.game.walks[walk.at()].name, plain(&name.text)),
            _ => what.path.names.iter().map(|name| plain(&name.text)).collect::<Vec<_>>().join("."),
        };
        if let Some(at) = builder.game.permissions.iter().position(|one| path.contains('.') && one.name == path) {
            found.push((PermissionId(at as u16), what.params.clone(), false));
            continue;
        }
        let offers = offers_named(builder, &name.text);
        let many = offers.len() > 1;
        if !offers.is_empty() {
            for offer in offers {
                found.extend(
                    permissions(builder, offer)
                        .into_iter()
                        .map(|(id, family)| (id, what.params.clone(), family || many)),
                );
            }
        } else if let Some(permission) = named(&builder.game.permissions, &name.text) {
            found.push((permission, what.params.clone(), false));
        } else if let Some(problem) = of_a_scope(builder, &what.path) {
            builder.report(problem);
        } else {
            let names = builder.game.permissions.iter().map(|permission| permission.name.as_str());
            let problem = error::unknown_verb((&what.path.text(), what.path.span), names);
            let has_step = |walk: &&Walk| walk.steps.iter().any(|step| step.name == plain(&name.text));
            let walk = builder.game.walks.iter().find(has_step);
            let inside = walk.map(|walk| format!("write `{}.{}`: it is a step of that walk", walk.name, name.text));
            builder.report(problem.help_if(inside));
        }
    }
    found
}

/// What is wrong with a step or sequence that should be forbidden.
fn of_a_scope(builder: &GameBuilder, path: &ast::ScopePath) -> Option<Diagnostic> {
    let name = path.text();
    let of_step = format!("forbid its actions with `during {name}`, or skip it with `when CONDITION` in its line");
    let (what, help) = match builder.game.scopes[builder.scopes.get(&plain(&name))?.at()].kind {
        ScopeKind::Step(_) => ("a step", of_step.as_str()),
        ScopeKind::Sequence(_) => ("a sequence", "forbid the action that begins it, or give its `then` a `when`"),
        ScopeKind::Procedure(_) => {
            ("a procedure", "forbid the action that calls it, or let an `if` in the script decide")
        }
        ScopeKind::Offer(_) | ScopeKind::Builtin => return None,
    };
    Some(error::unfit(&format!("{what} cannot be forbidden: `{name}`"), path.span).help(help))
}

/// The permission of an offer, or those of all members of a family, each with true if it belongs to a family.
fn permissions(builder: &GameBuilder, offer: OfferId) -> Vec<(PermissionId, bool)> {
    let offers = &builder.game.offers;
    let family = offers[offer.at()].is_family;
    members(builder, offer).into_iter().map(|member| (offers[member.at()].permission, family)).collect()
}

/// Names the parameters of a permission: by position, or by name for an offer. False if an offer lacks one of the
/// names.
fn name_params(builder: &mut GameBuilder, permission: PermissionId, names: &[ast::Name], frame: &mut Frame) -> bool {
    if builder.game.offers.iter().any(|offer| offer.permission == permission) {
        return names.iter().all(|name| frame.slot(&plain(&name.text)).is_some());
    }
    let slot = &builder.game.permissions[permission.at()];
    let declared: Vec<String> = slot.params.iter().map(|param| param.name.clone()).collect();
    let what = slot.name.clone();
    if let Some(span) = in_other_order(names, &declared) {
        builder.report(error::names_in_other_order(&what, &declared, span));
        return true;
    }
    for (place, name) in names.iter().enumerate() {
        let Some(local) = frame.locals.get_mut(place) else {
            builder.report(error::too_many_names(&what, declared.len(), name.span));
            return true;
        };
        let mut param = Param::from(&*local);
        of_its_type(builder, &param, name, (&what, &declared));
        rename(builder, &mut param, &plain(&name.text));
        *local = Local::from(&param);
    }
    true
}

/// Attaches a `forbid` to all permissions that it names.
pub(super) fn hang_forbid(
    builder: &mut GameBuilder,
    placed: Placed,
    forbid: &ast::Forbid,
    labelled: &mut Vec<Labelled>,
) {
    let targets = forbidden(builder, placed, forbid);
    let mut refused = None;
    let mut hung = false;
    for (permission, names, one_of_many) in &targets {
        let mut frame = permission_frame(builder, *permission);
        let named = names.as_ref().is_none_or(|names| name_params(builder, *permission, names, &mut frame));
        if !named && !one_of_many {
            let (names, known) = (
                names.clone().unwrap_or_default(),
                frame.locals.iter().map(|local| local.name.clone()).collect::<Vec<_>>(),
            );
            for name in names.iter().filter(|name| frame.slot(&plain(&name.text)).is_none()) {
                builder.report(error::unknown("parameter of this offer", name, &known));
            }
            hung = true;
            continue;
        }
        if *one_of_many && (!named || !fits(builder, placed, &frame)) {
            continue;
        }
        let verb = place_of_verb(builder, *permission);
        match bearer(builder, placed, &frame, verb) {
            Ok(bearer) => hung |= hang_reason(builder, placed, *permission, &mut frame, bearer, !one_of_many, labelled),
            Err(reason) => refused = Some(reason),
        }
    }
    report_unhung(builder, placed, hung || targets.is_empty(), refused, targets.iter().any(|(_, _, many)| *many));
}

fn hang_reason(
    builder: &mut GameBuilder,
    placed: Placed,
    permission: PermissionId,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
    labelled: &mut Vec<Labelled>,
) -> bool {
    let Some(guard) = guard(builder, placed, frame, bearer, report) else { return report };
    let reason = placed.clause.tail.because.as_ref().map(|because| builder.text(frame, because));
    let cites = placed.cites(builder);
    let labels = labels(builder, placed);
    let params = offer_params(builder, permission);
    let mut known = guard_ready(params, &guard);
    if let Some(reason) = &reason {
        known = known.max(ready(params, [reason]));
    }
    let slot = &mut builder.game.permissions[permission.at()];
    slot.locals = slot.locals.max(frame.needed);
    labelled.push(Labelled { on: LabelledOn::Forbid(permission, slot.forbids.len()), labels: labels.clone() });
    slot.forbids.push(Forbid {
        guard,
        label: labels.into_iter().next(),
        reason,
        ready: known,
        cites,
        span: placed.clause.span,
    });
    true
}

/// Parameters and inner names of a permission.
pub(super) fn permission_frame(builder: &GameBuilder, permission: PermissionId) -> Frame {
    Frame::known_or(builder.permission_frames.get(&permission), &builder.game.permissions[permission.at()].params)
}

/// The parameters of the offer with this permission; empty for other permissions.
pub(super) fn offer_params<'m>(builder: &'m GameBuilder, permission: PermissionId) -> &'m [OfferParam] {
    builder.game.offers.iter().find(|offer| offer.permission == permission).map_or(&[][..], |offer| &offer.params)
}

/// The slot of the space entered, left, passed or otherwise used, if the permission is a built-in verb with one.
pub(super) fn place_of_verb(builder: &GameBuilder, permission: PermissionId) -> Option<u16> {
    builder.game.verbs.all().contains(&permission).then_some(1)
}
