//! Hooks before and after scopes, verbs and changes of variables.

use crate::model::clause::{Bearer, Hook, Whose};
use crate::model::game::Param;
use crate::model::id::{Domain, HookId, ScopeId, VarId};
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, HookTime};

use super::super::error;
use super::super::maker::{Frame, Maker};
use super::super::offer::{bound_params, members_of, plays_named, rename};
use super::super::script::{ScriptPlace, add_script};
use super::super::started::then_calls;
use super::super::state::bearer_name;
use super::guard::{bearer, bind_chosen, fits, guard};
use super::home::{Placed, home_name, scopes_of_home};
use super::{Labelled, LabelledOn, labels, report_unhung};

/// The target of a hook.
enum Target {
    /// A scope.
    Scope(ScopeId),
    /// Changes of a variable.
    Var(VarId),
    /// Changes of the mode of a piece.
    Mode,
    /// Changes of the side of a piece.
    Give,
}

/// Attaches a hook to its scope, to the scopes of all members of a family, or to a variable.
pub(super) fn hang_hook(maker: &mut Maker, placed: Placed, hook: &ast::Hook, labelled: &mut Vec<Labelled>) {
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
            Target::Give => {
                let ty = Type::One(Domain::Side, false);
                let old = Param { name: "old".to_owned(), noun: None, ty };
                vec![bearer_param(maker, Domain::Piece, hook.what.params.as_deref()), old]
            }
        };
        let mut frame = Frame::of(&params);
        frame.acts = match target {
            Target::Scope(scope) => scope_acts(maker, *scope),
            Target::Var(_) | Target::Mode | Target::Give => true,
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
        // The script always receives the bearer after the parameters, under the name of its kind.
        let mut script_params = params.clone();
        let mut bearer_slot = None;
        if let Some(name) = home_name(maker, placed.home) {
            let domain = match &bears {
                Bearer::Var { var, .. } => maker.game.vars[var.at()].subject,
                Bearer::SideFlag { .. } => Domain::Side,
                Bearer::Kind { .. } => Domain::Piece,
                Bearer::Card(_) | Bearer::Deck(_) | Bearer::OfDeck { .. } => Domain::Card,
                Bearer::Always | Bearer::Game(_) => Domain::Game,
            };
            // A parameter of this name is meant before the bearer.
            if !params.iter().any(|other| other.name == name) {
                let param = Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) };
                bearer_slot = Some(frame.push(&param));
                script_params.push(param);
            }
        }
        // So does it receive what was chosen for the card.
        let (chosen, chosen_params) =
            bind_chosen(maker, placed, &mut frame, hook.action.script.as_ref().map_or("", |script| &script.text));
        script_params.extend(chosen_params);
        let Some(mut guard) = guard(maker, placed, &mut frame, bears, !many) else {
            hung |= !many;
            continue;
        };
        guard.bearer_slot = guard.bearer_slot.or(bearer_slot);
        guard.chosen.extend(chosen);
        let name = hook.what.path.names.last().map_or("hook", |name| name.text.as_str());
        let place = ScriptPlace { name, scopes: scopes_of_home(maker, placed.home), acts: frame.acts, lifetime: None };
        let then = then_calls(maker, &mut frame, &hook.action.then);
        let script = hook.action.script.as_ref().map(|script| add_script(maker, place, script_params.clone(), script));
        let id = HookId(maker.game.hooks.len() as u16);
        let cites = placed.cites(maker);
        maker.game.hooks.push(Hook {
            whose: match hook.whose {
                Some(ast::Whose::My) => Whose::My,
                Some(ast::Whose::Their) => Whose::Their,
                Some(ast::Whose::Any) | None => Whose::Any,
            },
            first: hook.first,
            guard,
            locals: frame.needed,
            params: script_params,
            script,
            then,
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
            (Target::Give, HookTime::Before) => &mut maker.game.before_give,
            (Target::Give, HookTime::After) => &mut maker.game.after_give,
        };
        list.push(id);
        hung = true;
    }
    report_unhung(maker, placed, hung, refused, many);
}

fn targets(maker: &mut Maker, hook: &ast::Hook) -> Vec<Target> {
    let Some(name) = hook.what.path.names.last() else { return Vec::new() };
    let spelt = plain(&name.text);
    // A card with several plays has a scope for each; so has a name that plays of several cards share.
    let plays = maker.game.card_defs.iter().find(|def| def.name == spelt).map(|def| def.plays.clone());
    let scope = maker.scopes.get(&spelt).copied();
    let plays = plays.or_else(|| scope.is_none().then(|| plays_named(maker, &spelt))).unwrap_or_default();
    if !plays.is_empty() {
        return plays.iter().map(|play| Target::Scope(maker.game.offers[play.at()].scope)).collect();
    }
    if let Some(scope) = scope {
        return members_of(maker, scope).into_iter().map(Target::Scope).collect();
    }
    if spelt == "mode" && !maker.game.modes.is_empty() {
        return vec![Target::Mode];
    }
    if spelt == "give" {
        return vec![Target::Give];
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

/// The parameters of a change: the thing that changes, and the old value.
fn var_params(maker: &mut Maker, var: VarId, names: Option<&[ast::Name]>) -> Vec<Param> {
    let (subject, ty) = (maker.game.vars[var.at()].subject, maker.game.vars[var.at()].ty);
    vec![bearer_param(maker, subject, names), Param { name: "old".to_owned(), noun: None, ty }]
}

/// The thing that changes, under the name from the hook.
fn bearer_param(maker: &Maker, subject: Domain, names: Option<&[ast::Name]>) -> Param {
    let name = bearer_name(&maker.game, subject).unwrap_or("game");
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

/// True if a side acts in a scope.
fn scope_acts(maker: &Maker, scope: ScopeId) -> bool {
    match maker.game.scopes[scope.at()].kind {
        ScopeKind::Step(_) => maker.acting.contains(&scope),
        ScopeKind::Offer(_) | ScopeKind::Procedure(_) | ScopeKind::Sequence(_) => true,
        ScopeKind::Builtin => scope != maker.game.builtin.game && scope != maker.game.builtin.setup,
    }
}
