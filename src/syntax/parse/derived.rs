//! Builders for definitions, quantities, rolls, permissions, rulings, procedures, `whenever` and invariants.

use super::atom::{child, children, has, inner};
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
    let head = Head::of(ctx, &node, &[Has::Title], &[(Rule::k_shown, 3, "`shown`")]);
    let (mut base, mut base_at, mut base_cites) = (None, None, Vec::new());
    for line in children(&node, Rule::base_line) {
        let part = ctx.span(&line);
        if let Some(earlier) = base_at.replace(part) {
            ctx.report(twice("base", part, earlier));
        }
        base_cites = ctx.cites(&line);
        base = ctx.first_expr(&line);
    }
    Some(ast::Quantity {
        name: head.name?,
        params: head.params,
        purse: ctx.names(&node).into_iter().nth(1),
        title: head.title,
        shown: children(&node, Rule::k_shown).last().map(|shown| ctx.span(&shown)),
        cites: head.cites,
        base,
        base_cites,
        locals: ctx.all(&node, Rule::local, local),
        clauses: ctx.all(&node, Rule::clause, clause::clause),
    })
}

fn local(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Local> {
    Some(ast::Local {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        value: ctx.first_expr(&node)?,
        cites: ctx.cites(&node),
    })
}

pub(super) fn roll(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Roll> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut dice, mut keep, mut behind) = (None, None, Vec::new());
    for inner in inner(&node) {
        match inner.as_rule() {
            Rule::dice_literal => dice = ctx.first_dice(&node),
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
    let head = Head::of(ctx, &node, &[], &[]);
    let locals = ctx.all(&node, Rule::local, local);
    let clauses = ctx.all(&node, Rule::clause, clause::clause);
    Some(ast::May { name: head.name?, params: head.params, cites: head.cites, locals, clauses })
}

pub(super) fn ruling(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Ruling> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let values = ctx.all(&node, Rule::ruling_value, ruling_value);
    Some(ast::Ruling { name: head.name?, title: head.title, cites: head.cites, values })
}

fn ruling_value(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::RulingValue> {
    Some(ast::RulingValue {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        text: ctx.first_text(&node)?,
        default: has(&node, Rule::k_default),
    })
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
    Some((Head::of(ctx, &node, allowed, &[]), ctx.first_script(&node)?))
}

pub(super) fn whenever(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Whenever> {
    let under = children(&node, Rule::under_part).last();
    Some(ast::Whenever {
        when: ctx.first_expr(&node)?,
        under: under.and_then(|under| clause::under(ctx, under)),
        cites: ctx.cites(&node),
        script: child(&node, Rule::do_script).and_then(|script| ctx.first_script(&script))?,
    })
}

pub(super) fn invariant(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Invariant> {
    Some(ast::Invariant { name: ctx.first_name(&node)?, cites: ctx.cites(&node), value: ctx.first_expr(&node)? })
}
