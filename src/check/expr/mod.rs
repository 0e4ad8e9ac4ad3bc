//! Expressions and scripts: from Rhai's syntax tree to the typed tree of the model.
//!
//! What comes out is complete even if something is wrong: a mistake leaves [`Expr::Error`] of type [`Type::Any`], about
//! which nothing more is said.

mod api;
mod assign;
mod bare;
mod call;
mod chain;
mod fit;
mod guard;
mod literal;
mod mistake;
mod operator;
mod parse;
mod place;
mod statement;
mod switch;
mod value;

#[cfg(test)]
pub(crate) mod tests;

use rhai::{AST, Stmt};

pub use parse::{explain_parse_error, restrict};
pub use place::token_length;

use crate::diagnostic::Diagnostic;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::{ExprText, ScriptText, Text, TextPart};

use super::env::Env;
use guard::Guards;
use parse::Form;
use place::Places;

/// Checks one expression. With an expected type, names with several readings are read so, and another type is reported.
pub fn check_expression(env: &mut Env, text: &ExprText, expected: Option<Type>) -> Node {
    if let Some(amount) = fraction(&text.text) {
        return Node::new(Expr::Const(Value::Half(amount)), Type::Half(false), text.span);
    }
    let places = Places::new(&text.text, text.span);
    let ast = match parse::read(&text.text, Form::Expression, &places) {
        Ok(ast) => ast,
        Err(diagnostic) => return failed(env, diagnostic, text.span),
    };
    let [Stmt::Expr(expression)] = ast.statements() else {
        return failed(env, mistake::no_expression(text.span), text.span);
    };
    let bound = env.locals.len();
    let mut checker = Checker::new(env, &places, &ast);
    let node = match expected {
        Some(wanted) => checker.typed(expression, wanted),
        None => checker.value(expression, None),
    };
    env.unbind(bound);
    Node { span: text.span, ..node }
}

/// Twice the number, where the whole text is a fraction: scripts know none.
fn fraction(text: &str) -> Option<i64> {
    let text = text.trim();
    let is_fraction =
        text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '½' || sign == '-') && text.contains(['½', '.']);
    if is_fraction { super::value::halves(text) } else { None }
}

/// Checks the statements of a script. The type of the node is what the script returns.
pub fn check_script(env: &mut Env, text: &ScriptText) -> Node {
    let places = Places::new(&text.text, text.span);
    let ast = match parse::read(&text.text, Form::Script, &places) {
        Ok(ast) => ast,
        Err(diagnostic) => return failed(env, diagnostic, text.span),
    };
    let bound = env.locals.len();
    let mut checker = Checker::new(env, &places, &ast);
    let node = checker.script(ast.statements());
    env.unbind(bound);
    // A single statement keeps its own place: what goes wrong in play is shown there.
    if matches!(node.expr, Expr::Block(_)) { Node { span: text.span, ..node } } else { node }
}

/// Checks a string with expressions in braces: titles, reasons, templates.
pub fn check_text(env: &mut Env, text: &Text) -> Node {
    let parts = text.parts().into_iter().map(|part| match part {
        TextPart::Letters(letters) => Node::new(Expr::Const(Value::text(&letters)), Type::Text, text.span),
        TextPart::Braces(expression) => check_expression(env, &expression, None),
    });
    let parts: Vec<Node> = parts.collect();
    Node::new(Expr::Text(parts), Type::Text, text.span)
}

/// Reports the declared parameters that nothing has read so far.
pub fn warn_unused(env: &mut Env) {
    let unused: Vec<(String, Span)> = env
        .locals
        .iter()
        .filter(|local| !local.used)
        .filter_map(|local| Some((local.name.clone(), local.declared?)))
        .collect();
    for (name, span) in unused {
        env.report(mistake::unused(&name, span));
    }
}

fn failed(env: &mut Env, diagnostic: Diagnostic, span: Span) -> Node {
    env.report(diagnostic);
    Node::new(Expr::Error, Type::Any, span)
}

/// What is known while one text is walked.
struct Checker<'c, 'a> {
    env: &'c mut Env<'a>,
    places: &'c Places<'c>,
    ast: &'c AST,
    guards: Guards,
    returns: Vec<Type>,
}

impl<'c, 'a> Checker<'c, 'a> {
    fn new(env: &'c mut Env<'a>, places: &'c Places<'c>, ast: &'c AST) -> Self {
        let guards = Guards::of(ast);
        Checker { env, places, ast, guards, returns: Vec::new() }
    }

    /// The value of an expression that must be of a type.
    fn typed(&mut self, expression: &rhai::Expr, wanted: Type) -> Node {
        let node = self.value(expression, Some(wanted));
        self.wanted(node, wanted)
    }

    /// Reports a value of another type than the place wants.
    fn wanted(&mut self, node: Node, wanted: Type) -> Node {
        if fit::fits(wanted, node.ty) {
            return node;
        }
        let game = self.env.game;
        let diagnostic = match (wanted, node.ty) {
            (Type::Flag, Type::Set(_) | Type::EmptySet) => mistake::set_as_condition(node.span),
            _ => mistake::wrong_type(&fit::name(game, wanted), &fit::name(game, node.ty), node.span),
        };
        self.env.report(diagnostic);
        Node::new(Expr::Error, Type::Any, node.span)
    }

    /// A mistake: reported once, then silent.
    fn mistaken(&mut self, diagnostic: Diagnostic, span: Span) -> Node {
        self.env.report(diagnostic);
        Node::new(Expr::Error, Type::Any, span)
    }
}
