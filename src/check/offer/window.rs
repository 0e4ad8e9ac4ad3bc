//! Windows of offers: when an offer is made besides listed steps, what the window binds, and to whom it is made.

use crate::diagnostic::Diagnostic;
use crate::model::clause::Whose;
use crate::model::game::Param;
use crate::model::id::{Domain, OfferId, ScopeId};
use crate::model::offer::Window;
use crate::model::reading::noun_type;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::{Span, plain, plain_words};
use crate::syntax::ast::{self, HookTime, WindowKind};

use super::super::builder::GameBuilder;
use super::super::clause::scope_acts;
use super::super::error;
use super::super::expr::fit;
use super::super::noun::noun_named;
use super::super::phrase::about_me;
use super::super::state::scope_named;
use super::PendingOffer;
use super::named::members_of;

/// The offer whose scope this one's window is around.
pub(super) fn around_offer(builder: &GameBuilder, offer: &PendingOffer) -> Option<OfferId> {
    let WindowKind::Around { what, .. } = &offer.window?.kind else { return None };
    let scope = builder.scopes.get(&plain(&what.path.names.last()?.text))?;
    match builder.game.scopes[scope.at()].kind {
        ScopeKind::Offer(other) if other != offer.id => Some(other),
        _ => None,
    }
}

/// The window of an offer, and what it binds: all parameters of the scope, under the names given to them.
pub(super) fn read_window(
    builder: &mut GameBuilder,
    window: Option<&ast::Window>,
    own: &[&str],
) -> (Window, Vec<Param>) {
    let whose = |whose: Option<ast::Whose>, otherwise: Whose| match whose {
        Some(ast::Whose::My) => Whose::My,
        Some(ast::Whose::Their) => Whose::Their,
        Some(ast::Whose::Any) => Whose::Any,
        None => otherwise,
    };
    let Some(window) = window else { return (Window::Listed, Vec::new()) };
    match &window.kind {
        WindowKind::AnyTime => (Window::AnyTime, Vec::new()),
        WindowKind::During { whose: of, scope } => match scope_named(builder, scope) {
            Some(found) => (Window::During(whose(*of, Whose::My), found), Vec::new()),
            None => (Window::Listed, Vec::new()),
        },
        WindowKind::Around { time, whose: of, what } => {
            let of = whose(*of, Whose::Any);
            let Some(scope) = scope_named(builder, &what.path) else {
                return (Window::Before(of, builder.game.builtin.game), unknown_params(what));
            };
            let at = if *time == HookTime::Before { Window::Before(of, scope) } else { Window::After(of, scope) };
            let mut params = bound_params(builder, scope, what);
            let named: Vec<String> = what.params.iter().flatten().map(|name| plain(&name.text)).collect();
            for param in &mut params {
                // A parameter that the window does not name gives way to one of the offer's own with the same name.
                if own.contains(&param.name.as_str()) && !named.contains(&param.name) {
                    param.name = String::new();
                }
            }
            (at, params)
        }
    }
}

/// The names a window gives to the parameters of an unknown scope, so that their uses are not reported again.
fn unknown_params(what: &ast::What) -> Vec<Param> {
    let names = what.params.iter().flatten();
    names.map(|name| Param::new(plain(&name.text), Type::Any)).collect()
}

/// The parameters of a scope under the names from a hook or window: those of an offer matched by name, others by
/// position.
pub(crate) fn bound_params(builder: &mut GameBuilder, scope: ScopeId, what: &ast::What) -> Vec<Param> {
    let mut params = builder.game.scopes[scope.at()].params.clone();
    let Some(names) = &what.params else { return params };
    let by_name = matches!(builder.game.scopes[scope.at()].kind, ScopeKind::Offer(_));
    let declared: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
    if !by_name && let Some(span) = in_other_order(names, &declared) {
        builder.report(error::names_in_other_order(&what.path.text(), &declared, span));
        return params;
    }
    for (place, name) in names.iter().enumerate() {
        let spelt = plain(&name.text);
        if by_name {
            if !params.iter().any(|param| param.name == spelt) {
                let known = params.iter().map(|param| param.name.as_str());
                let unknown = error::unknown("parameter of this scope", name, known);
                // Only these names are possible, whatever the name means elsewhere.
                builder.report(Diagnostic { seeks: None, ..unknown });
            }
        } else if let Some(param) = params.get_mut(place) {
            of_its_type(builder, param, name, (&what.path.text(), &declared));
            rename(builder, param, &spelt);
        } else {
            builder.report(error::too_many_names(&what.path.text(), params.len(), name.span));
        }
    }
    params
}

/// Where names by position are those of the parameters in another order.
pub(crate) fn in_other_order(names: &[ast::Name], declared: &[String]) -> Option<Span> {
    let places: Option<Vec<usize>> =
        names.iter().map(|name| declared.iter().position(|one| *one == plain(&name.text))).collect();
    let (first, last) = (names.first()?, names.last()?);
    let swapped = places?.iter().enumerate().any(|(at, place)| at != *place);
    swapped.then_some(Span { end: last.span.end, ..first.span })
}

/// Reports a name that is a noun of another type than the parameter in its place.
pub(crate) fn of_its_type(builder: &mut GameBuilder, param: &Param, name: &ast::Name, of: (&str, &[String])) {
    let Some((noun, plural)) = noun_named(builder, &plain(&name.text)) else { return };
    let domain = builder.game.nouns[noun.at()].domain;
    if param.ty != Type::Any && param.ty.domain().unwrap_or(Domain::Number) != domain {
        let meant = fit::name(&builder.game, noun_type(&builder.game, noun, plural));
        let wanted = fit::name(&builder.game, param.ty);
        builder.report(error::name_of_another_type(name, &meant, &wanted, of));
    }
}

/// Renames a parameter; a noun with the new name may narrow its type.
pub(crate) fn rename(builder: &GameBuilder, param: &mut Param, name: &str) {
    param.name = name.to_owned();
    if let Some((noun, false)) = noun_named(builder, name) {
        if Some(builder.game.nouns[noun.at()].domain) == param.ty.domain() || param.ty == Type::Any {
            param.noun = Some(noun);
        }
    }
}

/// Reports a window that never opens: around what only hooks see, and one of `my` or `their` where no side acts.
fn opens(builder: &mut GameBuilder, offer: &PendingOffer) {
    let Some(WindowKind::Around { what, time, .. }) = offer.window.map(|window| &window.kind) else { return };
    let item = &builder.game.offers[offer.id.at()];
    let (Window::Before(whose, scope) | Window::After(whose, scope)) = item.window else { return };
    let builtin = &builder.game.builtin;
    // It stands also for an unknown scope, which has been reported.
    if scope == builtin.game && what.path.text() != "game" {
        return;
    }
    let only_hooks = [builtin.enter, builtin.leave, builtin.place, builtin.draw, builtin.shuffle];
    let title = plain_words(&item.name);
    if scope == builtin.game {
        let problem = Diagnostic::error("part-not-here", "`game` opens no window");
        let problem = problem.at(what.path.span, format!("`{title}` could never be chosen"));
        builder.report(problem.help("write the window of a step or action: `during my STEP`, `after any ACTION`"));
    } else if only_hooks.contains(&scope) {
        let time = if *time == HookTime::Before { "before" } else { "after" };
        let params: Vec<&str> = match &what.params {
            Some(names) => names.iter().map(|name| name.text.as_str()).collect(),
            None => builder.game.scopes[scope.at()].params.iter().map(|one| one.name.as_str()).collect(),
        };
        let hook = format!("{time} {}({})", what.path.text(), params.join(", "));
        let help = match item.card {
            Some(_) => "write the window of the step or action in which it happens".to_owned(),
            None => format!("let a hook ask: `{hook} do {{ SIDE.act([{}]); }}`", item.name),
        };
        let problem = Diagnostic::error("part-not-here", format!("`{}` opens no window", what.path.text()));
        builder.report(problem.at(what.path.span, format!("`{title}` could never be chosen")).help(help));
    } else if whose != Whose::Any && !scope_acts(builder, scope) {
        let problem = Diagnostic::error("no-acting-side", format!("no side acts in `{}`", what.path.text()));
        let help = format!("write `any {0}`, or `{0}` alone", what.path.text());
        builder.report(problem.at(what.path.span, format!("`{title}` could never be chosen")).help(help));
    }
}

/// Fills in the phrases of offers, and the scopes that have windows.
pub(crate) fn fill_windows(builder: &mut GameBuilder, pending: &[PendingOffer]) {
    for offer in pending {
        if let Some(phrase) = offer.phrase {
            let whose = about_me(builder, phrase);
            builder.game.offers[offer.id.at()].whose = whose;
        }
        opens(builder, offer);
        match builder.game.offers[offer.id.at()].window {
            Window::Before(_, scope) => {
                for scope in members_of(builder, scope) {
                    builder.game.scopes[scope.at()].windows_before.push(offer.id);
                }
            }
            Window::After(_, scope) => {
                for scope in members_of(builder, scope) {
                    builder.game.scopes[scope.at()].windows_after.push(offer.id);
                }
            }
            Window::AnyTime => builder.game.any_time.push(offer.id),
            Window::During(_, scope) => builder.game.scopes[scope.at()].windows_during.push(offer.id),
            Window::Listed => {}
        }
    }
    let game = &mut builder.game;
    for step in game.steps.iter().filter(|step| step.interruptible) {
        game.scopes[step.scope.at()].windows_before.extend_from_slice(&game.any_time);
    }
    for scope in &mut builder.game.scopes {
        scope.windows_during.sort();
    }
}
