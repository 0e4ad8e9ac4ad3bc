//! What a named sequence has besides its steps: variables of its runs, words, and the places that start it.

use crate::model::id::{ScopeId, WordId};
use crate::model::node::Node;
use crate::model::sequence::{Own, Then};
use crate::model::types::Type;
use crate::source::plain;
use crate::syntax::ast::{self, ItemKind, StateKind, ThenCall};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::expr::check_start;
use super::gather::Gathered;
use super::{reserved, state};
use crate::model::names::Symbol;

/// Declares the variables of each run of a sequence.
pub(crate) fn declare_own(builder: &mut GameBuilder, scope: ScopeId, item: &ast::Sequence) {
    for declared in item.state.iter().filter(|state| state.subject.is_none()) {
        let (ty, range) = state::type_of(builder, &declared.kind);
        let cites = builder.cites(&declared.cites);
        if let StateKind::Flag { opposite: Some(opposite), .. } = &declared.kind {
            let why = "a flag of a sequence has no opposite: write `!`";
            builder.report(error::unfit(why, opposite.span));
        }
        for name in declared.kind.names() {
            let spelt = reserved::spell(builder, name);
            let earlier = item.params.iter().map(|param| &param.name).find(|param| plain(&param.text) == spelt);
            let own = builder.game.scopes[scope.at()].own.iter().find(|own| own.name == spelt);
            if let Some(earlier) = earlier.map(|param| param.span).or(own.map(|own| own.span)) {
                builder.report(error::member_twice(name, earlier, true));
                continue;
            }
            builder.game.scopes[scope.at()].own.push(Own {
                name: spelt,
                ty,
                range,
                default: None,
                locals: 0,
                cites: cites.clone(),
                span: name.span,
            });
        }
    }
}

/// Fills in the values that the variables of a run begin with. Each sees the parameters and the variables before it.
pub(crate) fn fill_own(builder: &mut GameBuilder, scope: ScopeId, item: &ast::Sequence) {
    for declared in item.state.iter().filter(|state| state.subject.is_none()) {
        for name in declared.kind.names() {
            let spelt = plain(&name.text);
            let own = &builder.game.scopes[scope.at()].own;
            let Some(at) = own.iter().position(|own| own.name == spelt) else { continue };
            let (ty, range) = (own[at].ty, own[at].range);
            let mut frame = Frame { pure: true, acts: true, scopes: vec![scope], ..Frame::default() };
            let default = match &declared.default {
                Some(text) => Some(builder.default(&mut frame, text, (&name.text, ty, range))),
                None => {
                    if state::needs_value(ty) || ty == Type::Dice {
                        builder.report(error::begins_with_nothing(&name.text, ty, declared.span));
                    }
                    state::zero(ty, range, declared.span)
                }
            };
            let own = &mut builder.game.scopes[scope.at()].own[at];
            own.default = default;
            own.locals = frame.needed;
        }
    }
}

/// Gives the words of sequences a bare name where it is free.
pub(crate) fn name_words(builder: &mut GameBuilder, items: &Gathered) {
    let mut written: Vec<String> = Vec::new();
    for (_, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        for word in &item.definitions {
            written.extend(std::iter::once(&word.name).chain(&word.opposite).map(|name| plain(&name.text)));
        }
    }
    for index in 0..builder.game.words.len() {
        let word = &builder.game.words[index];
        if word.of.is_none() {
            continue;
        }
        let names: Vec<String> = std::iter::once(&word.name).chain(&word.opposite).cloned().collect();
        let once = |name: &String| written.iter().filter(|other| *other == name).count() == 1;
        let free = |name: &String| {
            builder.names.get(name).is_empty()
                && !builder.declared.contains_key(name)
                && !crate::model::api::TABLE.iter().any(|entry| entry.name == name.as_str())
        };
        if !names.iter().all(|name| once(name) && free(name)) {
            continue;
        }
        builder.game.words[index].bare = true;
        for (at, name) in names.iter().enumerate() {
            let word = WordId(index as u16);
            builder.symbol(name, Symbol::Word { word, negated: at > 0 });
        }
    }
}

/// The sequences that start when what is written before them has ended.
pub(crate) fn then_calls(builder: &mut GameBuilder, frame: &mut Frame, calls: &[ThenCall]) -> Vec<Then> {
    let mut found = Vec::with_capacity(calls.len());
    for call in calls {
        let outer = std::mem::replace(&mut frame.pure, true);
        let started = builder.start(frame, &call.call);
        let when = call.when.as_ref().map(|when| builder.expression(frame, when, Some(Type::Flag)));
        frame.pure = outer;
        let cites = builder.cites(&call.cites);
        if let Some((scope, args)) = started {
            found.push(Then { scope, args, when, locals: frame.needed, cites, span: call.call.span });
        }
    }
    found
}

impl GameBuilder<'_> {
    /// The call of a sequence.
    fn start(&mut self, frame: &mut Frame, text: &ast::ExprText) -> Option<(ScopeId, Vec<Node>)> {
        self.within(frame, |env| check_start(env, text))
    }
}
