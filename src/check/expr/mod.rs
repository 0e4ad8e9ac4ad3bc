//! Expressions and scripts: from the syntax tree to the typed tree of the model.
//!
//! The result is complete even after errors: an error leaves [`Expr::Error`] of type [`Type::Any`], which causes no
//! further ones.

mod api;
mod assign;
mod bare;
mod call;
mod chain;
pub(super) mod fit;
mod guard;
mod literal;
mod mistake;
mod operator;
mod secret;
mod start;
mod statement;
mod switch;
mod unread;
mod value;

#[cfg(test)]
pub(crate) mod tests;

use crate::diagnostic::Diagnostic;
use crate::model::id::Domain;
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::expr::{Expr as Syntax, ExprKind};
use crate::syntax::ast::{ExprText, ScriptText, Text, TextPart};

use super::builder::GameBuilder;
use super::env::{Env, Local};
use guard::Guards;
pub(super) use mistake::is_open_type;
pub(crate) use start::check_start;
pub(crate) use unread::unread;

/// Checks one expression. The expected type, if given, chooses between readings of names; any other type is reported.
pub fn check_expression(env: &mut Env, text: &ExprText, expected: Option<Type>) -> Node {
    let syntax = match text.tree() {
        Ok(syntax) => syntax,
        Err(diagnostic) => return failed(env, diagnostic.clone(), text.span),
    };
    // Only a whole expression can be a fraction: scripts count in whole numbers.
    if let ExprKind::Amount(amount) = &syntax.kind
        && let Some(amount) = super::value::halves(amount)
    {
        return Node::new(Expr::Const(Value::Half(amount)), Type::Half(false), text.span);
    }
    let bound = env.frame.locals.len();
    let mut asked = Vec::new();
    syntax.walk(&mut |part| asked.extend(guard::asked(part)));
    let mut checker = Checker::new(env, &text.text, text.span, asked);
    let node = match expected {
        Some(wanted) => checker.typed(syntax, wanted),
        None => checker.value(syntax, None),
    };
    if let Some(Type::Int(_) | Type::Half(_)) = expected
        && let Some((at, end)) = statement::value_missing(syntax)
    {
        env.report(mistake::path_without_value("number", end, at));
    }
    env.frame.unbind(bound);
    Node { span: text.span, ..node }
}

/// Checks the value with which a variable begins. What a script could not assign to the variable is reported here too.
pub fn check_default(env: &mut Env, text: &ExprText, ty: Type, name: &str, range: Option<(i64, i64)>) -> Node {
    let node = check_expression(env, text, Some(ty));
    if matches!(ty, Type::Int(_)) && is_fraction(&node) {
        env.report(super::error::whole_only(name, text).help("write a whole number"));
    }
    Checker::new(env, &text.text, text.span, Vec::new()).ask_held(&node, ty, name, range);
    node
}

/// Warns of a set to choose from that is a range of two numbers, if it leaves out its end.
pub(super) fn warn_of_range(builder: &mut GameBuilder, set: &ExprText) {
    if let Some(problem) = set.tree().ok().and_then(mistake::range_ends_before) {
        builder.report(problem);
    }
}

/// True if an amount is not a whole number: where numbers are whole, play would cut it off.
pub(super) fn is_fraction(node: &Node) -> bool {
    matches!(node.expr, Expr::Const(Value::Half(twice)) if twice % 2 != 0)
}

/// Checks the statements of a script. The type of the node is what the script returns.
pub fn check_script(env: &mut Env, text: &ScriptText) -> Node {
    let block = match text.tree() {
        Ok(block) => block,
        Err(diagnostic) => return failed(env, diagnostic.clone(), text.span),
    };
    let bound = env.frame.locals.len();
    let mut asked = Vec::new();
    block.walk(&mut |part| asked.extend(guard::asked(part)));
    let mut checker = Checker::new(env, &text.text, text.span, asked);
    let node = checker.script(block);
    env.frame.unbind(bound);
    // A single statement keeps its own span, so that errors during play point to it.
    if matches!(node.expr, Expr::Block(_)) { Node { span: text.span, ..node } } else { node }
}

/// Checks a string with expressions in braces: titles, reasons, templates.
pub fn check_text(env: &mut Env, text: &Text) -> Node {
    if text.raw.contains("${") {
        env.report(mistake::dollar_in_text(text.span));
    }
    let parts = text.parts().iter().map(|part| match part {
        TextPart::Letters(letters) => Node::new(Expr::Const(Value::text(letters)), Type::Text, text.span),
        TextPart::Braces(expression) => check_expression(env, expression, None),
    });
    let parts: Vec<Node> = parts.collect();
    Node::new(Expr::Text(parts), Type::Text, text.span)
}

fn failed(env: &mut Env, diagnostic: Diagnostic, span: Span) -> Node {
    env.report(diagnostic);
    Node::new(Expr::Error, Type::Any, span)
}

/// The state of checking one text.
struct Checker<'c, 'a> {
    env: &'c mut Env<'a>,
    text: &'c str,
    /// The span of the text.
    whole: Span,
    guards: Guards,
    /// What the script or closure that is being checked returns, and where.
    returns: Vec<(Type, Span)>,
}

impl<'c, 'a> Checker<'c, 'a> {
    fn new(env: &'c mut Env<'a>, text: &'c str, whole: Span, asked: Vec<String>) -> Self {
        Checker { env, text, whole, guards: Guards::new(asked), returns: Vec::new() }
    }

    /// The text at a span.
    fn slice(&self, span: Span) -> &'c str {
        let start = span.range().start.saturating_sub(self.whole.range().start);
        self.text.get(start..start + span.len()).unwrap_or_default()
    }

    /// The value of an expression that must have a type.
    fn typed(&mut self, expression: &Syntax, wanted: Type) -> Node {
        let node = self.value(expression, Some(wanted));
        self.wanted(node, wanted)
    }

    /// The node, with a check in play if its type does not tell the domain: only values tell what is in an array. Of an
    /// array that is written out, the items are checked here too.
    fn sure(&mut self, node: Node, domain: Domain) -> Node {
        if !matches!(node.ty, Type::Any | Type::Array) || matches!(node.expr, Expr::Error) {
            return node;
        }
        let member = Type::One(domain, true);
        if let Expr::Array(items) = &node.expr
            && let Some(item) = items.iter().find(|item| !fit::fits(member, item.ty))
        {
            return self.wanted(item.clone(), member);
        }
        let span = node.span;
        Node::new(Expr::Sure(Box::new(node), domain), Type::Any, span)
    }

    /// Reports a value of the wrong type.
    fn wanted(&mut self, node: Node, wanted: Type) -> Node {
        if fit::fits(wanted, node.ty) {
            return match wanted.domain() {
                Some(domain) => self.sure(node, domain),
                None => node,
            };
        }
        let game = self.env.game;
        let diagnostic = match (wanted, node.ty) {
            (Type::Flag, Type::Set(_) | Type::EmptySet) => mistake::set_as_condition(node.span),
            _ => mistake::wrong_type(&fit::name(game, wanted), &fit::name(game, node.ty), node.span),
        };
        let diagnostic = self.with_advice(diagnostic, wanted, &node);
        self.env.report(diagnostic);
        Node::new(Expr::Error, Type::Any, node.span)
    }

    /// The error with the correction for a common confusion: a number for a hex, dice for their sum, a chain of
    /// comparisons.
    fn with_advice(&self, diagnostic: Diagnostic, wanted: Type, node: &Node) -> Diagnostic {
        let written = self.slice(node.span);
        let of_space = matches!(wanted, Type::One(Domain::Space, _) | Type::Set(Domain::Space));
        match (wanted, node.ty, &node.expr) {
            (Type::One(Domain::Piece, _) | Type::Set(Domain::Piece), Type::One(Domain::Kind, _), Expr::Const(_)) => {
                diagnostic.help(format!(
                    "no parameter is named `{written}` here, so this is the kind; its pieces are `pieces.kind({written})`"
                ))
            }
            (_, Type::Int(_), Expr::Const(_)) if of_space => diagnostic.help(format!("write `hex(\"{written}\")`")),
            (_, Type::Text, Expr::Const(_)) if of_space => {
                diagnostic.help(format!("write `SIDE.space({written})`, or the name of the space without quotes"))
            }
            (Type::One(..) | Type::Set(_), Type::Text, Expr::Const(_)) if is_a_name(written) => {
                diagnostic.help(format!("write it without quotes: `{}`", plain(written.trim_matches('"'))))
            }
            (_, Type::Way(_), _) if of_space => {
                let is_piece = |local: &&Local| local.ty == Type::One(Domain::Piece, false) && !local.name.is_empty();
                let piece = self.env.frame.locals.iter().find(is_piece).map_or("PIECE", |piece| piece.name.as_str());
                diagnostic.help(format!(
                    "write `{written}.space` for the space at its end, or `{piece}.follow({written})` to go the way"
                ))
            }
            (Type::Int(_), Type::Dice, _) => diagnostic.help("write `.sum`, `.highest` or `.at_most(n)` after it"),
            (Type::Int(true), Type::Flag, _) => diagnostic
                .help("a number that may be missing; write a condition after `when`, or `forbid when` its opposite"),
            (Type::Int(_), Type::Flag, Expr::Compare(..)) => {
                diagnostic.help("compare twice: write `a < b && b < c` for `a < b < c`")
            }
            _ => diagnostic,
        }
    }

    /// Reports an error once, and returns a node that causes no further ones.
    fn mistaken(&mut self, diagnostic: Diagnostic, span: Span) -> Node {
        self.env.report(diagnostic);
        Node::new(Expr::Error, Type::Any, span)
    }
}

/// True if a text in quotes could be a name without them.
fn is_a_name(quoted: &str) -> bool {
    let text = quoted.trim_matches('"');
    let is_letter = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | ' ' | '-' | '\'');
    text.starts_with(char::is_alphabetic) && text.chars().all(is_letter)
}
