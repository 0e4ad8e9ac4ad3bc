//! Hooks before and after scopes, verbs and changes of variables; what is shown and hidden; what is lifted.

use crate::model::clause::{Bearer, Hook, Whose};
use crate::model::game::{Param, Showing, Shown};
use crate::model::id::{Domain, HookId, OfferId, PermissionId, QuantityId, ScopeId, SectionId, VarId};
use crate::model::node::Node;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, ClauseKind, HookTime};

use super::clause::{
    Home, Labelled, LabelledOn, Placed, bearer, fits, guard, home_name, labels, permission_frame, quantity_frame,
    report_unhung, scopes_of_home,
};
use super::error;
use super::maker::{Frame, Maker};
use super::offer::{bound_params, members_of, rename};
use super::script::{ScriptPlace, add_script};
use super::state::bearer_name;

/// What a hook stands at.
enum Target {
    /// A scope.
    Scope(ScopeId),
    /// Changes of a variable.
    Var(VarId),
    /// Changes of the mode of a piece.
    Mode,
}

/// Hangs a hook on its scope, on those of all members of a family, or on a variable.
pub(crate) fn hang_hook(maker: &mut Maker, placed: Placed, hook: &ast::Hook, labelled: &mut Vec<Labelled>) {
    if let Some(then) = &hook.action.then {
        maker.report(error::not_yet("a hook that starts a sequence", then.span));
    }
    let Some(script) = &hook.action.script else { return };
    let targets = targets(maker, hook);
    let many = targets.len() > 1;
    let mut hung = targets.is_empty();
    let mut refused = None;
    for target in &targets {
        let params = match target {
            Target::Scope(scope) => {
                let known: Vec<String> =
                    maker.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()).collect();
                let names = hook.what.params.iter().flatten();
                let is_offer = matches!(maker.game.scopes[scope.at()].kind, ScopeKind::Offer(_));
                if many && is_offer && !names.clone().all(|name| known.contains(&plain(&name.text))) {
                    continue;
                }
                bound_params(maker, *scope, &hook.what)
            }
            Target::Var(var) => var_params(maker, *var, hook.what.params.as_deref()),
            Target::Mode => vec![bearer_param(maker, Domain::Piece, hook.what.params.as_deref())],
        };
        let mut frame = Frame::of(&params);
        frame.acts = match target {
            Target::Scope(scope) => scope_acts(maker, *scope),
            Target::Var(_) | Target::Mode => true,
        };
        if many && !fits(maker, placed, &frame) {
            continue;
        }
        let verb = matches!(target, Target::Scope(scope) if is_verb(maker, *scope)).then_some(1);
        let bears = match bearer(maker, placed, &frame, verb) {
            Ok(bearer) => bearer,
            Err(reason) => {
                refused = Some(reason);
                continue;
            }
        };
        // The script always gets the bearer behind the parameters, under the name of its kind.
        let mut script_params = params.clone();
        let mut bearer_slot = None;
        if let Some(name) = home_name(maker, placed.home) {
            let domain = match &bears {
                Bearer::Var { var, .. } => maker.game.vars[var.at()].subject,
                Bearer::SideFlag { .. } => Domain::Side,
                Bearer::Kind { .. } => Domain::Piece,
                Bearer::Card(_) => Domain::Card,
                Bearer::Always | Bearer::Game(_) => Domain::Game,
            };
            let mut param = Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) };
            if params.iter().any(|other| other.name == param.name) {
                param.name = String::new();
            }
            bearer_slot = Some(frame.push(&param));
            script_params.push(param);
        }
        let Some(mut guard) = guard(maker, placed, &mut frame, bears, !many) else {
            hung |= !many;
            continue;
        };
        guard.bearer_slot = guard.bearer_slot.or(bearer_slot);
        let name = hook.what.path.names.last().map_or("hook", |name| name.text.as_str());
        let place = ScriptPlace { name, scopes: scopes_of_home(maker, placed.home), acts: frame.acts, lifetime: None };
        let script = add_script(maker, place, script_params, script);
        let id = HookId(maker.game.hooks.len() as u16);
        let cites = maker.cites(&placed.clause.tail.cites);
        maker.game.hooks.push(Hook {
            whose: match hook.whose {
                Some(ast::Whose::My) => Whose::My,
                Some(ast::Whose::Their) => Whose::Their,
                Some(ast::Whose::Any) | None => Whose::Any,
            },
            first: hook.first,
            guard,
            locals: frame.needed,
            script,
            card: match placed.home {
                Home::Card(def) => Some(def),
                _ => None,
            },
            cites,
            span: placed.clause.span,
        });
        labelled.push(Labelled { on: LabelledOn::Hook(id), labels: labels(maker, placed) });
        let list = match (target, hook.time) {
            (Target::Scope(scope), HookTime::Before) => &mut maker.game.scopes[scope.at()].before,
            (Target::Scope(scope), HookTime::After) => &mut maker.game.scopes[scope.at()].after,
            (Target::Var(var), HookTime::Before) => &mut maker.game.vars[var.at()].before,
            (Target::Var(var), HookTime::After) => &mut maker.game.vars[var.at()].after,
            (Target::Mode, HookTime::Before) => &mut maker.game.before_mode,
            (Target::Mode, HookTime::After) => &mut maker.game.after_mode,
        };
        list.push(id);
        hung = true;
    }
    report_unhung(maker, placed, hung, refused, many);
}

fn targets(maker: &mut Maker, hook: &ast::Hook) -> Vec<Target> {
    let Some(name) = hook.what.path.names.last() else { return Vec::new() };
    let spelt = plain(&name.text);
    if let Some(&scope) = maker.scopes.get(&spelt) {
        let members = members_of(maker, scope);
        // A card of several plays has a scope for each.
        let plays =
            maker.game.card_defs.iter().find(|def| def.name == spelt).map_or(Vec::new(), |def| def.plays.clone());
        let scopes = if plays.len() > 1 {
            plays.iter().map(|play| maker.game.offers[play.at()].scope).collect()
        } else {
            members
        };
        return scopes.into_iter().map(Target::Scope).collect();
    }
    if spelt == "mode" && !maker.game.modes.is_empty() {
        return vec![Target::Mode];
    }
    let vars: Vec<Target> = (0..maker.game.vars.len())
        .filter(|&index| maker.game.vars[index].name == spelt)
        .map(|index| Target::Var(VarId(index as u16)))
        .take(1)
        .collect();
    if vars.is_empty() {
        let mut names: Vec<String> = maker.scopes.keys().cloned().collect();
        names.extend(maker.game.vars.iter().map(|var| var.name.clone()));
        maker.report(error::unknown_verb(
            &hook.what.path.text(),
            hook.what.path.span,
            names.iter().map(String::as_str),
        ));
    }
    vars
}

/// The parameters of a change: what changes, and what the value was before.
fn var_params(maker: &mut Maker, var: VarId, names: Option<&[ast::Name]>) -> Vec<Param> {
    let (subject, ty) = (maker.game.vars[var.at()].subject, maker.game.vars[var.at()].ty);
    vec![bearer_param(maker, subject, names), Param { name: "old".to_owned(), noun: None, ty }]
}

/// What changes, under the name that the hook gives it.
fn bearer_param(maker: &Maker, subject: Domain, names: Option<&[ast::Name]>) -> Param {
    let name = bearer_name(subject).unwrap_or("game");
    let mut bearer = Param { name: name.to_owned(), noun: None, ty: Type::One(subject, false) };
    if let Some(name) = names.and_then(<[ast::Name]>::first) {
        rename(maker, &mut bearer, &plain(&name.text));
    }
    bearer
}

fn is_verb(maker: &Maker, scope: ScopeId) -> bool {
    let builtin = maker.game.builtin;
    [builtin.place, builtin.enter, builtin.leave].contains(&scope)
}

/// Whether a side acts in a scope.
fn scope_acts(maker: &Maker, scope: ScopeId) -> bool {
    match maker.game.scopes[scope.at()].kind {
        ScopeKind::Step(_) => maker.acting.contains(&scope),
        ScopeKind::Offer(_) | ScopeKind::Procedure(_) => true,
        ScopeKind::Builtin => scope != maker.game.builtin.game && scope != maker.game.builtin.setup,
    }
}

/// `show hand to side.foe`: the bearer is the first local. `hide piece from piece.side.foe`: the piece is. `hide order
/// from side.foe`: whoever acts.
pub(crate) fn hang_show(maker: &mut Maker, placed: Placed, show: &ast::Show, shows: bool) {
    let spelt = show.thing.names.last().map(|name| plain(&name.text)).unwrap_or_default();
    if show.thing.names.len() == 1 && spelt == "piece" {
        return hang_telling(maker, placed, show, shows, Shown::Piece);
    }
    let offer = maker.game.offers.iter().position(|offer| offer.name == spelt && offer.card.is_none());
    if let Some(offer) = offer {
        return hang_telling(maker, placed, show, shows, Shown::Offer(OfferId(offer as u16)));
    }
    let zone = maker.game.zones.iter().position(|zone| zone.name == spelt);
    let Some(zone) = zone else {
        let known = maker.game.facts.iter().any(|fact| fact.name == spelt)
            || maker.game.vars.iter().any(|var| var.name == spelt);
        if known {
            maker.report(error::not_yet("showing or hiding a fact or variable", show.thing.span));
        } else {
            let zones = maker.game.zones.iter().map(|zone| zone.name.clone());
            let offers = maker.game.offers.iter().filter(|offer| offer.card.is_none()).map(|offer| offer.name.clone());
            let names: Vec<String> = zones.chain(["piece".to_owned()]).chain(offers).collect();
            let names = names.iter().map(String::as_str);
            maker.report(error::unknown("zone, piece or action", &show.thing.text(), show.thing.span, names));
        }
        return;
    };
    // Whoever bears the clause is local 0; where nobody does, it is the side whose zone it is.
    let name = home_name(maker, placed.home).unwrap_or("side");
    let domain = match placed.home {
        Home::Var(var) => maker.game.vars[var.at()].subject,
        Home::Kind(_) => Domain::Piece,
        Home::Card(_) | Home::Deck(_) => Domain::Card,
        _ => Domain::Side,
    };
    let mut frame = Frame::of(&[Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }]);
    let Ok(bears) = bearer(maker, placed, &frame, None) else { return };
    let Some(mut guard) = guard(maker, placed, &mut frame, bears, true) else { return };
    guard.bearer_slot = Some(0);
    let to = seats(maker, &mut frame, show);
    let what = Shown::Zone(crate::model::id::ZoneId(zone as u16));
    maker.game.showings.push(Showing { what, show: shows, to, guard, words: None, locals: frame.needed });
}

/// What pieces are, or what is decided: the piece, or the side that decides, is the first local, whatever bears the
/// clause.
fn hang_telling(maker: &mut Maker, placed: Placed, show: &ast::Show, shows: bool, what: Shown) {
    let (name, domain) = if what == Shown::Piece { ("piece", Domain::Piece) } else { ("side", Domain::Side) };
    let mut frame = Frame::of(&[Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }]);
    let bears = match bearer(maker, placed, &frame, None) {
        Ok(bears) => bears,
        Err(refused) => return report_unhung(maker, placed, false, Some(refused), false),
    };
    let Some(guard) = guard(maker, placed, &mut frame, bears, true) else { return };
    let to = seats(maker, &mut frame, show);
    let words = placed.clause.tail.because.as_ref().map(|because| maker.text(&mut frame, because));
    maker.game.showings.push(Showing { what, show: shows, to, guard, words, locals: frame.needed });
}

/// To whom something is shown, or from whom it is hidden: sides.
fn seats(maker: &mut Maker, frame: &mut Frame, show: &ast::Show) -> Node {
    let seats = maker.expression(frame, &show.seats, None);
    if !matches!(seats.ty, Type::Any | Type::EmptySet) && seats.ty.domain() != Some(Domain::Side) {
        maker.report(error::wrong_value(show.seats.text.trim(), show.seats.span, "a side or several"));
    }
    seats
}

/// `except` clauses, when everything that bears a label hangs in its place.
pub(crate) fn lift(maker: &mut Maker, placed: &[Placed], mut labelled: Vec<Labelled>) {
    for index in 0..maker.game.steps.len() {
        let labels = vec![maker.game.steps[index].name.clone()];
        labelled.push(Labelled { on: LabelledOn::Step(crate::model::id::StepId(index as u16)), labels });
    }
    for one in placed {
        let ClauseKind::Except(except) = &one.clause.kind else { continue };
        let cites = maker.cites(&one.clause.tail.cites);
        let label = except.label.names.last().map(|name| plain(&name.text)).unwrap_or_default();
        let but = except.but.as_ref().and_then(|path| path.names.last()).map(|name| plain(&name.text));
        if let (Some(but), Some(path)) = (&but, &except.but) {
            if !labelled.iter().any(|other| other.labels.contains(but)) {
                let names = all_labels(&labelled);
                maker.report(error::unknown_label(but, path.span, names.iter().map(String::as_str)));
            }
        }
        let meant: Vec<LabelledOn> = labelled
            .iter()
            .filter(|other| {
                other.labels.contains(&label) && !but.as_ref().is_some_and(|but| other.labels.contains(but))
            })
            .map(|other| other.on)
            .collect();
        if meant.is_empty() {
            let names = all_labels(&labelled);
            maker.report(error::unknown_label(
                &except.label.text(),
                except.label.span,
                names.iter().map(String::as_str),
            ));
            continue;
        }
        let alone = meant.len() == 1;
        let mut hung = false;
        let mut refused = None;
        for on in meant {
            match lift_one(maker, *one, on, &cites, alone) {
                Ok(lifted) => hung |= lifted,
                Err(reason) => refused = Some(reason),
            }
        }
        if !hung && !alone {
            report_phrase_of(maker, *one, refused);
        } else {
            report_unhung(maker, *one, hung || refused.is_none(), refused, false);
        }
    }
}

fn report_phrase_of(maker: &mut Maker, placed: Placed, refused: Option<(crate::source::Span, String)>) {
    report_unhung(maker, placed, false, refused, true);
}

fn all_labels(labelled: &[Labelled]) -> Vec<String> {
    let mut names: Vec<String> = labelled.iter().flat_map(|other| other.labels.iter().cloned()).collect();
    names.sort();
    names.dedup();
    names
}

type Refused = (crate::source::Span, String);

fn lift_one(
    maker: &mut Maker,
    placed: Placed,
    on: LabelledOn,
    cites: &[SectionId],
    report: bool,
) -> Result<bool, Refused> {
    let mut frame = match on {
        LabelledOn::Modifier(quantity, _) => quantity_frame(maker, quantity),
        LabelledOn::Forbid(permission, _) => permission_frame(maker, permission),
        LabelledOn::Hook(hook) => Frame::of(&maker.game.scripts[maker.game.hooks[hook.at()].script.at()].params),
        LabelledOn::Step(step) => {
            let scope = maker.game.steps[step.at()].scope;
            let mut frame = Frame::of(&maker.game.scopes[scope.at()].params);
            frame.acts = maker.acting.contains(&scope);
            frame.scopes = super::sequence::scopes_around(maker, step);
            frame
        }
    };
    if !report && !fits(maker, placed, &frame) {
        return Ok(false);
    }
    let verb = match on {
        LabelledOn::Forbid(permission, _) => verb_place(maker, permission),
        _ => None,
    };
    let bears = bearer(maker, placed, &frame, verb)?;
    let Some(mut guard) = guard(maker, placed, &mut frame, bears, report) else { return Ok(report) };
    guard.cites = cites.to_vec();
    match on {
        LabelledOn::Modifier(quantity, place) => add_to_quantity(maker, quantity, place, guard, frame.needed),
        LabelledOn::Forbid(permission, place) => add_to_permission(maker, permission, place, guard, frame.needed),
        LabelledOn::Hook(hook) => {
            let hook = &mut maker.game.hooks[hook.at()];
            hook.guard.exceptions.push(guard);
            hook.locals = hook.locals.max(frame.needed);
        }
        LabelledOn::Step(step) => {
            let step = &mut maker.game.steps[step.at()];
            step.exceptions.push(guard);
            step.locals = step.locals.max(frame.needed);
        }
    }
    Ok(true)
}

fn verb_place(maker: &Maker, permission: PermissionId) -> Option<u16> {
    let verbs = maker.game.verbs;
    [verbs.enter, verbs.leave, verbs.pass, verbs.stay, verbs.place].contains(&permission).then_some(1)
}

fn add_to_quantity(
    maker: &mut Maker,
    quantity: QuantityId,
    place: usize,
    guard: crate::model::clause::Guard,
    needed: u16,
) {
    let quantity = &mut maker.game.quantities[quantity.at()];
    quantity.locals = quantity.locals.max(needed);
    if let Some(modifier) = quantity.modifiers.get_mut(place) {
        modifier.guard.exceptions.push(guard);
    }
}

fn add_to_permission(
    maker: &mut Maker,
    permission: PermissionId,
    place: usize,
    guard: crate::model::clause::Guard,
    needed: u16,
) {
    let params =
        maker.game.offers.iter().find(|offer| offer.permission == permission).map_or(&[][..], |offer| &offer.params);
    let ready = super::ready::guard_ready(params, &guard);
    let permission = &mut maker.game.permissions[permission.at()];
    permission.locals = permission.locals.max(needed);
    if let Some(forbid) = permission.forbids.get_mut(place) {
        forbid.guard.exceptions.push(guard);
        forbid.ready = forbid.ready.max(ready);
    }
}
