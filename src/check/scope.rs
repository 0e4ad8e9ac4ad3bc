//! Scopes: the named stretches of play, with those built into every game.

use crate::model::game::{Builtin, Param};
use crate::model::id::{Domain, ScopeId};
use crate::model::sequence::{Scope, ScopeKind};
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::Text;

use super::builder::{Frame, GameBuilder};
use super::noun::noun_named;
use crate::model::names::Symbol;

/// A scope without hooks, windows and state.
pub(crate) fn new_scope(name: &str, params: Vec<Param>, kind: ScopeKind, span: Span) -> Scope {
    Scope { name: name.to_owned(), locals: params.len() as u16, params, kind, span, ..Scope::default() }
}

/// Adds a scope under its name.
pub(crate) fn add_scope(builder: &mut GameBuilder, scope: Scope) -> ScopeId {
    let id = ScopeId(builder.game.scopes.len() as u16);
    builder.scopes.entry(scope.name.clone()).or_insert(id);
    builder.game.scopes.push(scope);
    id
}

/// Declares the scopes of every game: the whole game, set-up, cards, and the built-in verbs that hooks may name.
pub(crate) fn declare_builtin(builder: &mut GameBuilder) {
    let piece = param(builder, "unit", Type::One(Domain::Piece, false));
    let to = param(builder, "to", Type::One(Domain::Space, false));
    let from = param(builder, "from", Type::One(Domain::Space, true));
    let steps = param(builder, "steps", Type::Int(true));
    let card = param(builder, "card", Type::One(Domain::Card, false));
    let side = param(builder, "side", Type::One(Domain::Side, false));
    let mut add = |name: &str, params: Vec<Param>| {
        let id = add_scope(builder, new_scope(name, params, ScopeKind::Builtin, Span::default()));
        builder.symbol(name, Symbol::Scope(id));
        id
    };
    let builtin = Builtin {
        game: add("game", Vec::new()),
        setup: add("setup", Vec::new()),
        resolve: add("resolve", vec![card]),
        draw: add("draw", vec![side.clone()]),
        shuffle: add("shuffle", vec![side]),
        place: add("place", vec![piece.clone(), to.clone()]),
        enter: add("enter", vec![piece.clone(), to, steps]),
        leave: add("leave", vec![piece, from]),
    };
    builder.game.builtin = builtin;
}

/// A parameter of a built-in scope; its type is fixed, whatever nouns the game declares.
pub(crate) fn param(builder: &GameBuilder, name: &str, ty: Type) -> Param {
    let noun = noun_named(builder, name)
        .map(|(noun, _)| noun)
        .filter(|noun| builder.game.nouns[noun.at()].domain == ty.domain().unwrap_or(Domain::Number));
    // A noun narrower than the verb would be wrong: `unit` may be a leader here.
    let narrow = noun.is_some_and(|noun| builder.game.nouns[noun.at()].filter != crate::model::game::NounFilter::All);
    Param { name: name.to_owned(), noun: noun.filter(|_| !narrow), ty }
}

/// Fills in the title of a scope, whose parameters it may name.
pub(crate) fn fill_title(builder: &mut GameBuilder, scope: ScopeId, title: &Text) {
    let mut frame = Frame::of(&builder.game.scopes[scope.at()].params.clone());
    let node = builder.text(&mut frame, title);
    let slot = &mut builder.game.scopes[scope.at()];
    slot.title = Some(node);
    slot.locals = frame.needed;
}
