//! Builders for definitions, quantities, rolls, permissions, rulings, procedures, `whenever` and invariants.

use super::clause;
use super::context::{Context, Node, twice};
use super::head::{Has, Head};
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn definition(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Definition> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut keyword, mut opposite, mut value, mut behind) = (None, None, None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::k_is => keyword = Some(ast::WordKeyword::Is),
            Rule::k_the => keyword = Some(ast::WordKeyword::The),
            Rule::k_set => keyword = Some(ast::WordKeyword::Set),
            Rule::name if head.name.is_some() => opposite = Some(ctx.name(&inner)),
            Rule::expr => value = Some(ctx.expr(&inner)),
            Rule::cite if value.is_some() => behind.push(ctx.cite(&inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[]);
    head.cites.extend(behind);
    Some(ast::Definition {
        doc,
        keyword: keyword?,
        name: head.name?,
        opposite,
        params: head.params,
        cites: head.cites,
        value: value?,
        span,
    })
}

pub(super) fn quantity(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Quantity> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut purse, mut shown, mut base, mut base_at, mut base_cites) = (None, None, None, None, Vec::new());
    let (mut locals, mut clauses) = (Vec::new(), Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::name if head.name.is_some() => purse = Some(ctx.name(&inner)),
            Rule::k_shown => {
                let part = ctx.span(&inner);
                head.see(3, "`shown`", part);
                shown = Some(part);
            }
            Rule::base_line => {
                let part = ctx.span(&inner);
                if let Some(earlier) = base_at.replace(part) {
                    ctx.report(twice("base", part, earlier));
                }
                base_cites = ctx.cites(inner.clone());
                base = ctx.first_expr(inner);
            }
            Rule::local => locals.extend(local(ctx, inner)),
            Rule::clause => clauses.extend(clause::clause(ctx, inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Quantity {
        name: head.name?,
        params: head.params,
        purse,
        title: head.title,
        shown,
        cites: head.cites,
        base,
        base_cites,
        locals,
        clauses,
    })
}

fn local(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Local> {
    let doc = ctx.doc(&node);
    Some(ast::Local {
        doc,
        name: ctx.first_name(node.clone())?,
        value: ctx.first_expr(node.clone())?,
        cites: ctx.cites(node),
    })
}

pub(super) fn roll(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Roll> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut dice, mut keep, mut behind) = (None, None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::dice_literal => dice = ctx.dice(&inner),
            Rule::k_highest => keep = Some((ast::Keep::Highest, ctx.span(&inner))),
            Rule::k_lowest => keep = Some((ast::Keep::Lowest, ctx.span(&inner))),
            Rule::cite if dice.is_some() => behind.push(ctx.cite(&inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    head.cites.extend(behind);
    let dice = match keep {
        Some((keep, span)) => dice.map(|dice: ast::Dice| ast::Dice { keep, span: dice.span.to(span), ..dice }),
        None => dice,
    };
    Some(ast::Roll { name: head.name?, params: head.params, title: head.title, cites: head.cites, dice: dice? })
}

pub(super) fn may(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::May> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut locals, mut clauses) = (Vec::new(), Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::local => locals.extend(local(ctx, inner)),
            Rule::clause => clauses.extend(clause::clause(ctx, inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[]);
    Some(ast::May { name: head.name?, params: head.params, cites: head.cites, locals, clauses })
}

pub(super) fn ruling(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Ruling> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut values = Vec::new();
    for inner in node.into_inner() {
        if !head.take(ctx, &inner) && inner.as_rule() == Rule::ruling_value {
            values.extend(ruling_value(ctx, inner));
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Ruling { name: head.name?, title: head.title, cites: head.cites, values })
}

fn ruling_value(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::RulingValue> {
    let doc = ctx.doc(&node);
    let default = node.clone().into_inner().any(|inner| inner.as_rule() == Rule::k_default);
    Some(ast::RulingValue { doc, name: ctx.first_name(node.clone())?, text: ctx.first_text(node)?, default })
}

pub(super) fn procedure(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Procedure> {
    let (head, script) = head_and_script(ctx, node, &[Has::Title])?;
    Some(ast::Procedure { name: head.name?, params: head.params, title: head.title, cites: head.cites, script })
}

pub(super) fn function(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Function> {
    let (head, script) = head_and_script(ctx, node, &[])?;
    Some(ast::Function { name: head.name?, params: head.params, cites: head.cites, script })
}

fn head_and_script(ctx: &mut Context<'_>, node: Node<'_>, allowed: &[Has]) -> Option<(Head, ast::ScriptText)> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    for inner in node.clone().into_inner() {
        head.take(ctx, &inner);
    }
    head.finish(ctx, span, allowed);
    let script = ctx.first_script(node)?;
    Some((head, script))
}

pub(super) fn whenever(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Whenever> {
    let cites = ctx.cites(node.clone());
    let when = ctx.first_expr(node.clone());
    let (mut under, mut script) = (None, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::under_part => under = clause::under(ctx, inner),
            Rule::do_script => script = ctx.first_script(inner),
            _ => {}
        }
    }
    Some(ast::Whenever { when: when?, under, cites, script: script? })
}

pub(super) fn invariant(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Invariant> {
    Some(ast::Invariant {
        name: ctx.first_name(node.clone())?,
        cites: ctx.cites(node.clone()),
        value: ctx.first_expr(node)?,
    })
}
