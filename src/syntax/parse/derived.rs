//! Builders for definitions, quantities, rolls, permissions, rulings, procedures, `whenever` and invariants.

use super::atom::{child, children, has, inner, last};
use super::clause;
use super::context::{Context, Node, twice};
use super::head::{Has, Head};
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn definition(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Definition> {
    let head = Head::of(ctx, &node, &[], &[]);
    let keyword = match inner(&node).next()?.as_rule() {
        Rule::k_is => ast::WordKeyword::Is,
        Rule::k_the => ast::WordKeyword::The,
        _ => ast::WordKeyword::Set,
    };
    Some(ast::Definition {
        doc: ctx.doc(&node),
        keyword,
        name: head.name?,
        opposite: ctx.names(&node).into_iter().nth(1),
        params: head.params,
        cites: head.cites,
        value: ctx.first_expr(&node)?,
        span: ctx.span(&node),
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
        shown: last(&node, Rule::k_shown).map(|shown| ctx.span(&shown)),
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
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let highest = child(&node, Rule::k_highest).map(|keep| (ast::Keep::Highest, keep));
    let keep = highest.or_else(|| child(&node, Rule::k_lowest).map(|keep| (ast::Keep::Lowest, keep)));
    let mut dice = ctx.first_dice(&node)?;
    if let Some((keep, at)) = keep {
        dice = ast::Dice { keep, span: dice.span.to(ctx.span(&at)), ..dice };
    }
    Some(ast::Roll { name: head.name?, params: head.params, title: head.title, cites: head.cites, dice })
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
    let under = last(&node, Rule::under_part);
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
