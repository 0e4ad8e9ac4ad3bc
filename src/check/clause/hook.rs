//! Hooks before and after scopes, verbs and changes of variables.

use crate::diagnostic::Diagnostic;
use crate::model::api::Api;
use crate::model::clause::{Bearer, Hook, Whose};
use crate::model::game::Param;
use crate::model::id::{Domain, HookId, ScopeId, ScriptId, VarId};
use crate::model::node::Expr;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, HookTime};

use super::super::builder::{Frame, GameBuilder};
use super::super::error;
use super::super::offer::{bound_params, members_of, of_its_type, plays_named, rename};
use super::super::script::{ScriptPlace, add_script, read_outside};
use super::super::sequence::scopes_around;
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

/// Reports a hook at a moment that never comes: no rule runs before or after the game, or around a shuffle.
fn never_runs(builder: &mut GameBuilder, hook: &ast::Hook, scope: ScopeId) {
    let builtin = &builder.game.builtin;
    let (why, help) = if scope == builtin.shuffle {
        ("no rule runs around a shuffle", "write the hook on `draw(side)`, or on the procedure that shuffles")
    } else if scope == builtin.game && hook.time == HookTime::Before {
        ("no rule runs before the game", "write `after setup` for what comes when the pieces stand")
    } else if scope == builtin.game {
        (
            "no rule runs after the game",
            "write it in a last step of the sequence, or before `finish(…)` where a rule ends the game",
        )
    } else {
        return;
    };
    builder.report(error::concerns_nothing(hook.what.path.span, why).help(help));
}

/// Reports `my` and `their` outside a card, and in one that belongs to no side once it is played.
fn owned(builder: &mut GameBuilder, bears: &Bearer, whose: ast::Whose, hook: &ast::Hook) {
    let game = &builder.game;
    let deck = match bears {
        Bearer::Card(def) => game.card_defs[usize::from(*def)].deck,
        Bearer::Deck(deck) => *deck,
        Bearer::OfDeck { .. } => return,
        _ => {
            let word = if whose == ast::Whose::My { "my" } else { "their" };
            let sign = if whose == ast::Whose::My { "==" } else { "!=" };
            let problem = Diagnostic::error("part-not-here", format!("`{word}` is a word for hooks of cards"))
                .at(hook.what.path.span, "this hook has no owner")
                .help(format!("leave `{word}` out, and name the side that acts: `when me {sign} SIDE`"));
            builder.report(problem);
            return;
        }
    };
    let Some(used) = game.decks[deck.at()].zones.get(2).copied() else { return };
    let of_one_side = |def: u16| game.cards.iter().any(|card| card.def == def && card.side.is_some());
    if game.each_side_has(used) || matches!(bears, Bearer::Card(def) if of_one_side(*def)) {
        return;
    }
    let (zone, deck) = (&game.zones[used.at()].name, &game.decks[deck.at()].name);
    let help = format!("write `{zone} open per side` in `deck {deck}`, so that each side has what it played");
    builder.report(error::concerns_nothing(hook.what.path.span, "no side owns the card when it is played").help(help));
}

/// Where a script itself calls `cancel()`.
pub(crate) fn cancel_in(builder: &GameBuilder, script: ScriptId) -> Option<Span> {
    let mut found = None;
    builder.game.scripts[script.at()].body.walk(&mut |node| {
        if matches!(node.expr, Expr::Api { api: Api::Cancel, .. }) {
            found = found.or(Some(node.span));
        }
    });
    found
}

/// Reports `cancel()` in a hook on what cannot be cancelled: what has happened, and a change of space.
fn cancels_nothing(builder: &mut GameBuilder, hook: &ast::Hook, script: ScriptId) {
    let Some(span) = cancel_in(builder, script) else { return };
    let help = match hook.time {
        HookTime::After => "write `before`: what has happened cannot be cancelled",
        HookTime::Before => "write `forbid`, or cancel the action in a hook before it",
    };
    let what = &hook.what.path.span;
    let problem = Diagnostic::error("part-not-here", "`cancel()` prevents nothing here").at(span, "without effect");
    builder.report(problem.also(*what, "cannot be cancelled").help(help));
}

/// The scopes that run with a step of the game's own sequence. Around anything else other scopes may run.
fn running_with(builder: &GameBuilder, scope: ScopeId) -> Option<Vec<ScopeId>> {
    let ScopeKind::Step(step) = builder.game.scopes[scope.at()].kind else { return None };
    let is_own = builder.game.steps[step.at()].sequence.is_none();
    is_own.then(|| scopes_around(builder, step))
}

/// Attaches a hook to its scope, to the scopes of all members of a family, or to a variable.
pub(super) fn hang_hook(builder: &mut GameBuilder, placed: Placed, hook: &ast::Hook, labelled: &mut Vec<Labelled>) {
    let targets = targets(builder, hook);
    for target in &targets {
        if let Target::Scope(scope) = target {
            never_runs(builder, hook, *scope);
        }
    }
    let many = targets.len() > 1;
    let mut hung = targets.is_empty();
    let mut refused = None;
    for target in &targets {
        let params = match target {
            Target::Scope(scope) => {
                let known: Vec<String> =
                    builder.game.scopes[scope.at()].params.iter().map(|param| param.name.clone()).collect();
                let names = hook.what.params.iter().flatten();
                let is_offer = matches!(builder.game.scopes[scope.at()].kind, ScopeKind::Offer(_));
                if many && is_offer && !names.clone().all(|name| known.contains(&plain(&name.text))) {
                    continue;
                }
                bound_params(builder, *scope, &hook.what)
            }
            Target::Var(var) => var_params(builder, *var, &hook.what),
            Target::Mode => vec![bearer_param(builder, Domain::Piece, &hook.what)],
            Target::Give => {
                let ty = Type::One(Domain::Side, false);
                let old = Param::new("old", ty);
                vec![bearer_param(builder, Domain::Piece, &hook.what), old]
            }
        };
        let mut frame = Frame::of(&params);
        frame.acts = match target {
            Target::Scope(scope) => scope_acts(builder, *scope),
            Target::Var(_) | Target::Mode | Target::Give => true,
        };
        if many && !fits(builder, placed, &frame) {
            continue;
        }
        let verb = matches!(target, Target::Scope(scope) if is_verb(builder, *scope)).then_some(1);
        let bears = match bearer(builder, placed, &frame, verb) {
            Ok(bearer) => bearer,
            Err(reason) => {
                refused = Some(reason);
                continue;
            }
        };
        if let Some(whose @ (ast::Whose::My | ast::Whose::Their)) = hook.whose {
            owned(builder, &bears, whose, hook);
        }
        // The script always receives the bearer after the parameters, under the name of its kind.
        let mut script_params = params.clone();
        let mut bearer_slot = None;
        if let Some(name) = home_name(builder, placed.home) {
            let domain = match &bears {
                Bearer::Var { var, .. } => builder.game.vars[var.at()].subject,
                Bearer::SideFlag { .. } => Domain::Side,
                Bearer::Kind { .. } => Domain::Piece,
                Bearer::Card(_) | Bearer::Deck(_) | Bearer::OfDeck { .. } => Domain::Card,
                Bearer::Always | Bearer::Game(_) => Domain::Game,
            };
            // A parameter of this name is meant before the bearer.
            if !params.iter().any(|other| other.name == name) {
                let param = Param::new(name, Type::One(domain, false));
                bearer_slot = Some(frame.push(&param));
                script_params.push(param);
            }
        }
        // So does it receive what was chosen for the card.
        let (chosen, chosen_params) =
            bind_chosen(builder, placed, &mut frame, hook.action.script.as_ref().map_or("", |script| &script.text));
        script_params.extend(chosen_params);
        let Some(mut guard) = guard(builder, placed, &mut frame, bears, !many) else {
            hung |= !many;
            continue;
        };
        guard.bearer_slot = guard.bearer_slot.or(bearer_slot);
        guard.chosen.extend(chosen);
        let lifetime = match target {
            Target::Scope(scope) => running_with(builder, *scope),
            Target::Var(_) | Target::Mode | Target::Give => None,
        };
        if let (Some(running), Some(when)) = (&lifetime, &guard.when) {
            read_outside(builder, when, running);
        }
        let place = ScriptPlace { scopes: scopes_of_home(builder, placed.home), acts: frame.acts, lifetime };
        let then = then_calls(builder, &mut frame, &hook.action.then);
        let script =
            hook.action.script.as_ref().map(|script| add_script(builder, place, script_params.clone(), script));
        let may_cancel = hook.time == HookTime::Before && verb.is_none();
        if let Some(script) = script.filter(|_| !may_cancel) {
            cancels_nothing(builder, hook, script);
        }
        let id = HookId(builder.game.hooks.len() as u16);
        let cites = placed.cites(builder);
        builder.game.hooks.push(Hook {
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
        labelled.push(Labelled { on: LabelledOn::Hook(id), labels: labels(builder, placed) });
        let list = match (target, hook.time) {
            (Target::Scope(scope), HookTime::Before) => &mut builder.game.scopes[scope.at()].before,
            (Target::Scope(scope), HookTime::After) => &mut builder.game.scopes[scope.at()].after,
            (Target::Var(var), HookTime::Before) => &mut builder.game.vars[var.at()].before,
            (Target::Var(var), HookTime::After) => &mut builder.game.vars[var.at()].after,
            (Target::Mode, HookTime::Before) => &mut builder.game.before_mode,
            (Target::Mode, HookTime::After) => &mut builder.game.after_mode,
            (Target::Give, HookTime::Before) => &mut builder.game.before_give,
            (Target::Give, HookTime::After) => &mut builder.game.after_give,
        };
        list.push(id);
        hung = true;
    }
    report_unhung(builder, placed, hung, refused, many);
}

fn targets(builder: &mut GameBuilder, hook: &ast::Hook) -> Vec<Target> {
    let Some(name) = hook.what.path.names.last() else { return Vec::new() };
    let spelt = plain(&name.text);
    // A card with several plays has a scope for each; so has a name that plays of several cards share.
    let plays = builder.game.card_defs.iter().find(|def| def.name == spelt).map(|def| def.plays.clone());
    let scope = builder.scopes.get(&spelt).copied();
    let plays = plays.or_else(|| scope.is_none().then(|| plays_named(builder, &spelt))).unwrap_or_default();
    if !plays.is_empty() {
        return plays.iter().map(|play| Target::Scope(builder.game.offers[play.at()].scope)).collect();
    }
    if let Some(scope) = scope {
        return members_of(builder, scope).into_iter().map(Target::Scope).collect();
    }
    if spelt == "mode" && !builder.game.modes.is_empty() {
        return vec![Target::Mode];
    }
    if spelt == "give" {
        return vec![Target::Give];
    }
    let vars: Vec<Target> = (0..builder.game.vars.len())
        .filter(|&index| builder.game.vars[index].name == spelt)
        .map(|index| Target::Var(VarId(index as u16)))
        .take(1)
        .collect();
    let is_walk = builder.game.walks.iter().any(|walk| walk.name == spelt);
    if is_walk {
        let help = "name the action whose choice is such a way, or the steps: `after enter(UNIT, SPACE) …`";
        let problem = error::unfit(&format!("nothing happens before or after a walk: `{spelt}`"), hook.what.path.span);
        builder.report(problem.help(help));
    } else if vars.is_empty() {
        let mut names: Vec<String> = builder.scopes.keys().cloned().collect();
        names.extend(builder.game.vars.iter().map(|var| var.name.clone()));
        builder.report(error::unknown_verb((&hook.what.path.text(), hook.what.path.span), &names));
    }
    vars
}

/// The parameters of a change: the thing that changes, and the old value.
fn var_params(builder: &mut GameBuilder, var: VarId, what: &ast::What) -> Vec<Param> {
    let (subject, ty) = (builder.game.vars[var.at()].subject, builder.game.vars[var.at()].ty);
    vec![bearer_param(builder, subject, what), Param::new("old", ty)]
}

/// The thing that changes, under the name from the hook.
fn bearer_param(builder: &mut GameBuilder, subject: Domain, what: &ast::What) -> Param {
    let own = bearer_name(&builder.game, subject).unwrap_or("game").to_owned();
    let mut bearer = Param::new(own.clone(), Type::One(subject, false));
    if let Some(name) = what.params.iter().flatten().next() {
        of_its_type(builder, &bearer, name, (&what.path.text(), &[own]));
        rename(builder, &mut bearer, &plain(&name.text));
    }
    bearer
}

fn is_verb(builder: &GameBuilder, scope: ScopeId) -> bool {
    let builtin = builder.game.builtin;
    [builtin.place, builtin.enter, builtin.leave].contains(&scope)
}

/// True if a side acts in a scope.
pub(crate) fn scope_acts(builder: &GameBuilder, scope: ScopeId) -> bool {
    match builder.game.scopes[scope.at()].kind {
        ScopeKind::Step(_) => builder.acting.contains(&scope),
        ScopeKind::Offer(_) | ScopeKind::Procedure(_) | ScopeKind::Sequence(_) => true,
        ScopeKind::Builtin => scope != builder.game.builtin.game && scope != builder.game.builtin.setup,
    }
}
