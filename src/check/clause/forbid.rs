//! Forbids: the permissions a `forbid` names, with their parameters.

use crate::model::clause::{Bearer, Forbid};
use crate::model::game::Param;
use crate::model::id::{OfferId, PermissionId};
use crate::model::offer::OfferParam;
use crate::source::plain;
use crate::syntax::ast;

use super::super::env::Local;
use super::super::error;
use super::super::maker::{Frame, Maker};
use super::super::offer::{members, offers_named, rename};
use super::super::quantity::permission_named;
use super::super::ready::{guard_ready, ready};
use super::guard::{bearer, fits, guard};
use super::home::{Home, Placed};
use super::{Labelled, LabelledOn, labels, report_unhung};

/// The permissions that a `forbid` names.
fn forbidden(
    maker: &mut Maker,
    placed: Placed,
    forbid: &ast::Forbid,
) -> Vec<(PermissionId, Option<Vec<ast::Name>>, bool)> {
    if forbid.what.is_empty() {
        return match placed.home {
            Home::May(id) => vec![(id, None, false)],
            Home::Walk(walk) => vec![(maker.game.walks[walk.at()].permission, None, false)],
            Home::Offer(offer) => permissions(maker, offer).into_iter().map(|(id, many)| (id, None, many)).collect(),
            _ => {
                maker.report(error::unknown_verb("", placed.clause.keyword.after(), []));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for what in &forbid.what {
        let Some(name) = what.path.names.last() else { continue };
        // Inside a walk, its steps are called by their own names.
        let path = match placed.home {
            Home::Walk(walk) => format!("{}.{}", maker.game.walks[walk.at()].name, plain(&name.text)),
            _ => what.path.names.iter().map(|name| plain(&name.text)).collect::<Vec<_>>().join("."),
        };
        if let Some(at) = maker.game.permissions.iter().position(|one| path.contains('.') && one.name == path) {
            found.push((PermissionId(at as u16), what.params.clone(), false));
            continue;
        }
        let offers = offers_named(maker, &name.text);
        let many = offers.len() > 1;
        if !offers.is_empty() {
            for offer in offers {
                found.extend(
                    permissions(maker, offer).into_iter().map(|(id, family)| (id, what.params.clone(), family || many)),
                );
            }
        } else if let Some(permission) = permission_named(maker, &name.text) {
            found.push((permission, what.params.clone(), false));
        } else {
            let names: Vec<String> = maker.game.permissions.iter().map(|permission| permission.name.clone()).collect();
            maker.report(error::unknown_verb(&what.path.text(), what.path.span, names.iter().map(String::as_str)));
        }
    }
    found
}

/// The permission of an offer, or those of all members of a family, each with true if it belongs to a family.
fn permissions(maker: &Maker, offer: OfferId) -> Vec<(PermissionId, bool)> {
    let offers = &maker.game.offers;
    let family = offers[offer.at()].is_family;
    members(maker, offer).into_iter().map(|member| (offers[member.at()].permission, family)).collect()
}

/// Names the parameters of a permission: by position, or by name for an offer. False if an offer lacks one of the
/// names.
fn name_params(maker: &mut Maker, permission: PermissionId, names: &[ast::Name], frame: &mut Frame) -> bool {
    if maker.game.offers.iter().any(|offer| offer.permission == permission) {
        return names.iter().all(|name| frame.slot(&plain(&name.text)).is_some());
    }
    for (place, name) in names.iter().enumerate() {
        let Some(local) = frame.locals.get_mut(place) else {
            let count = maker.game.permissions[permission.at()].params.len();
            let problem = error::too_many_names(&maker.game.permissions[permission.at()].name, count, name.span);
            maker.report(problem);
            return true;
        };
        let mut param = Param::from(&*local);
        rename(maker, &mut param, &plain(&name.text));
        *local = Local::from(&param);
    }
    true
}

/// Attaches a `forbid` to all permissions that it names.
pub(super) fn hang_forbid(maker: &mut Maker, placed: Placed, forbid: &ast::Forbid, labelled: &mut Vec<Labelled>) {
    let targets = forbidden(maker, placed, forbid);
    let mut refused = None;
    let mut hung = false;
    for (permission, names, one_of_many) in &targets {
        let mut frame = permission_frame(maker, *permission);
        let named = names.as_ref().is_none_or(|names| name_params(maker, *permission, names, &mut frame));
        if !named && !one_of_many {
            let (names, known) = (
                names.clone().unwrap_or_default(),
                frame.locals.iter().map(|local| local.name.clone()).collect::<Vec<_>>(),
            );
            for name in names.iter().filter(|name| frame.slot(&plain(&name.text)).is_none()) {
                maker.report(error::unknown(
                    "parameter of this offer",
                    &name.text,
                    name.span,
                    known.iter().map(String::as_str),
                ));
            }
            hung = true;
            continue;
        }
        if *one_of_many && (!named || !fits(maker, placed, &frame)) {
            continue;
        }
        let verb = place_of_verb(maker, *permission);
        match bearer(maker, placed, &frame, verb) {
            Ok(bearer) => hung |= hang_reason(maker, placed, *permission, &mut frame, bearer, !one_of_many, labelled),
            Err(reason) => refused = Some(reason),
        }
    }
    report_unhung(maker, placed, hung || targets.is_empty(), refused, targets.iter().any(|(_, _, many)| *many));
}

fn hang_reason(
    maker: &mut Maker,
    placed: Placed,
    permission: PermissionId,
    frame: &mut Frame,
    bearer: Bearer,
    report: bool,
    labelled: &mut Vec<Labelled>,
) -> bool {
    let Some(guard) = guard(maker, placed, frame, bearer, report) else { return report };
    let reason = placed.clause.tail.because.as_ref().map(|because| maker.text(frame, because));
    let cites = placed.cites(maker);
    let labels = labels(maker, placed);
    let params = offer_params(maker, permission);
    let mut known = guard_ready(params, &guard);
    if let Some(reason) = &reason {
        known = known.max(ready(params, [reason]));
    }
    let slot = &mut maker.game.permissions[permission.at()];
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
pub(super) fn permission_frame(maker: &Maker, permission: PermissionId) -> Frame {
    Frame::known_or(maker.permission_frames.get(&permission), &maker.game.permissions[permission.at()].params)
}

/// The parameters of the offer with this permission; empty for other permissions.
pub(super) fn offer_params<'m>(maker: &'m Maker, permission: PermissionId) -> &'m [OfferParam] {
    maker.game.offers.iter().find(|offer| offer.permission == permission).map_or(&[][..], |offer| &offer.params)
}

/// The slot of the space entered, left, passed or otherwise used, if the permission is a built-in verb with one.
pub(super) fn place_of_verb(maker: &Maker, permission: PermissionId) -> Option<u16> {
    let verbs = maker.game.verbs;
    [verbs.enter, verbs.leave, verbs.pass, verbs.stay, verbs.place].contains(&permission).then_some(1)
}
