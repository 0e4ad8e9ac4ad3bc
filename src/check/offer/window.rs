//! Windows of offers: when an offer is made besides listed steps, what the window binds, and to whom it is made.

use crate::model::clause::Whose;
use crate::model::game::Param;
use crate::model::id::{OfferId, ScopeId};
use crate::model::offer::Window;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, HookTime, WindowKind};

use super::super::builder::GameBuilder;
use super::super::error;
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
    names.map(|name| Param { name: plain(&name.text), noun: None, ty: Type::Any }).collect()
}

/// The parameters of a scope under the names from a hook or window: those of an offer matched by name, others by
/// position.
pub(crate) fn bound_params(builder: &mut GameBuilder, scope: ScopeId, what: &ast::What) -> Vec<Param> {
    let mut params = builder.game.scopes[scope.at()].params.clone();
    let Some(names) = &what.params else { return params };
    let by_name = matches!(builder.game.scopes[scope.at()].kind, ScopeKind::Offer(_));
    for (place, name) in names.iter().enumerate() {
        let spelt = plain(&name.text);
        if by_name {
            if !params.iter().any(|param| param.name == spelt) {
                let known = params.iter().map(|param| param.name.as_str());
                builder.report(error::unknown("parameter of this scope", &name.text, name.span, known));
            }
        } else if let Some(param) = params.get_mut(place) {
            rename(builder, param, &spelt);
        } else {
            builder.report(error::too_many_names(&what.path.text(), params.len(), name.span));
        }
    }
    params
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

/// Fills in the phrases of offers, and the scopes that have windows.
pub(crate) fn fill_windows(builder: &mut GameBuilder, pending: &[PendingOffer]) {
    for offer in pending {
        if let Some(phrase) = offer.phrase {
            let whose = about_me(builder, phrase);
            builder.game.offers[offer.id.at()].whose = whose;
        }
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
