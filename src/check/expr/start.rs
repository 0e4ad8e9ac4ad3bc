//! What belongs to named sequences in expressions: their words and variables, and the calls after `then`.

use crate::diagnostic::nearest;
use crate::model::game::Param;
use crate::model::id::ScopeId;
use crate::model::node::{Expr, Node, Operator, Term};
use crate::model::reading;
use crate::model::types::Type;
use crate::source::Span;
use crate::syntax::ast::ExprText;
use crate::syntax::ast::expr::{Call, Expr as Syntax, ExprKind};

use super::super::env::Env;
use super::{Checker, fit, guard, mistake};
use crate::model::names::Symbol;

/// Checks the call of a sequence after `then`: the scope of the sequence and its arguments.
pub(crate) fn check_start(env: &mut Env, text: &ExprText) -> Option<(ScopeId, Vec<Node>)> {
    let syntax = match text.tree() {
        Ok(syntax) => syntax,
        Err(diagnostic) => {
            env.report(diagnostic.clone());
            return None;
        }
    };
    let bound = env.frame.locals.len();
    let mut asked = Vec::new();
    syntax.walk(&mut |part| asked.extend(guard::asked(part)));
    let mut checker = Checker::new(env, &text.text, text.span, asked);
    let found = checker.start(syntax);
    env.frame.unbind(bound);
    found
}

impl Checker<'_, '_> {
    fn start(&mut self, syntax: &Syntax) -> Option<(ScopeId, Vec<Node>)> {
        let (name, args, at): (&str, &[Syntax], Span) = match &syntax.kind {
            ExprKind::Call(call) => (&call.name.text, &call.args, call.name.span),
            ExprKind::Name(name) => (name, &[], syntax.span),
            _ => {
                self.env.report(mistake::no_sequence(self.slice(syntax.span), syntax.span));
                return None;
            }
        };
        let Some(scope) = self.sequence_named(name) else {
            self.arguments_of_unknown(args);
            let sequences = self.env.game.sequences.iter().filter_map(|one| self.env.game.scopes.get(one.scope.at()));
            let near = nearest(name, sequences.map(|scope| scope.name.as_str()));
            let known = self.is_known(name) || self.can_be_called(name);
            self.env.report(mistake::unknown_sequence(name, near, known, at));
            return None;
        };
        let params: Vec<Param> = self.env.game.scopes.get(scope.at())?.params.clone();
        let types: Vec<Type> = params.iter().map(|param| param.ty).collect();
        let args = self.arguments(name, &types, args, at);
        for (arg, param) in args.iter().zip(&params) {
            if arg.ty == Type::None && !param.ty.is_optional() && param.ty != Type::Any {
                let wanted = fit::name(self.env.game, param.ty);
                let help = format!("declare the parameter as `{}?`", param.name);
                self.env.report(mistake::wrong_type(&wanted, "`none`", arg.span).help(help));
            }
        }
        Some((scope, args))
    }

    /// The sequence of this name.
    pub(super) fn sequence_named(&self, name: &str) -> Option<ScopeId> {
        self.env.names.get(name).iter().find_map(|symbol| match symbol {
            Symbol::Scope(scope) => {
                self.env.game.scopes.get(scope.at()).filter(|one| one.is_sequence()).map(|_| *scope)
            }
            _ => None,
        })
    }

    /// The variable of a run that a bare name was meant to be: `march.at` for `at`.
    pub(super) fn own_of(&self, name: &str) -> Option<String> {
        let around = self.env.frame.scopes.iter().rev().filter_map(|scope| self.env.game.scopes.get(scope.at()));
        let has = |scope: &&crate::model::sequence::Scope| scope.own.iter().any(|own| own.name == name);
        around.into_iter().find(has).map(|scope| format!("{}.{name}", scope.name))
    }

    /// `march.army`, `battle.ranks(side)`: a word of a sequence.
    pub(super) fn sequence_word(
        &mut self,
        scope: ScopeId,
        name: &str,
        args: &[Syntax],
        at: Span,
        span: Span,
    ) -> Option<Node> {
        let game = self.env.game;
        let words = &game.scopes.get(scope.at())?.words;
        let is_it = |word: &&crate::model::id::WordId| {
            game.words.get(word.at()).is_some_and(|word| word.name == name || word.opposite.as_deref() == Some(name))
        };
        let word = *words.iter().find(is_it)?;
        let declared = game.words.get(word.at())?;
        self.ask_running(scope, name, at);
        let types: Vec<Type> = declared.params.iter().map(|param| param.ty).collect();
        let args = self.arguments(name, &types, args, at);
        let negated = declared.name != name;
        Some(Node::new(Expr::Word { word, args, negated }, reading::term_type(game, Term::Word(word)), span))
    }

    /// `battle.ranks(side)` at the beginning of a chain.
    pub(super) fn qualified_call(&mut self, name: &str, call: &Call, span: Span) -> Option<Node> {
        let scope = self.sequence_named(name)?;
        self.sequence_word(scope, &call.name.text, &call.args, call.name.span, span)
    }

    /// Reports what belongs to a sequence where it certainly does not run.
    pub(super) fn ask_running(&mut self, scope: ScopeId, name: &str, at: Span) {
        let Some(declared) = self.env.game.scopes.get(scope.at()).filter(|scope| scope.is_sequence()) else { return };
        if self.env.frame.lifetime.as_ref().is_some_and(|running| !running.contains(&scope)) {
            let sequence = declared.name.clone();
            self.env.report(mistake::sequence_rests(&sequence, name, at));
        }
    }

    /// `march.at = to`: a variable of a run.
    pub(super) fn assign_own(
        &mut self,
        scope: ScopeId,
        name: &str,
        operator: Option<Operator>,
        value: &Syntax,
        at: Span,
    ) -> Node {
        let Some(declared) = self.env.game.scopes.get(scope.at()) else { return Node::new(Expr::Error, Type::Any, at) };
        let member = declared.member(name).and_then(|(at, ty)| Some((at, ty, declared.own_at(at)?.range)));
        let Some((place, ty, range)) = member else {
            let sequence = declared.name.clone();
            let own: Vec<String> = declared.own.iter().map(|own| own.name.clone()).collect();
            let diagnostic = if declared.params.iter().any(|param| param.name == name) {
                let help = declared
                    .is_sequence()
                    .then(|| format!("declare a variable in the sequence: `var NAME: TYPE = {sequence}.{name}`"));
                mistake::not_assignable(name, "a parameter", help, at)
            } else if matches!(name, "number" | "side") {
                mistake::not_assignable(name, "counted by the sequence of play", None, at)
            } else {
                let words = declared.words.iter().filter_map(|word| self.env.game.words.get(word.at()));
                if words.into_iter().any(|word| word.name == name) {
                    mistake::not_assignable(name, "derived", None, at)
                } else {
                    let near = nearest(name, own.iter().map(String::as_str));
                    mistake::unknown_word(name, &format!("`{sequence}`"), near, at)
                }
            };
            self.value(value, None);
            return self.mistaken(diagnostic, at);
        };
        if self.env.frame.pure {
            self.env.report(mistake::impure(name, "is changed", at));
        }
        self.ask_running(scope, name, at);
        self.ask_operator(operator, ty, at);
        let value = self.typed(value, ty);
        self.ask_held(&value, ty, name, range.filter(|_| operator.is_none()));
        let span = at.to(value.span);
        Node::new(Expr::SetOwn { scope, at: place, operator, value: Box::new(value) }, Type::Nothing, span)
    }
}
