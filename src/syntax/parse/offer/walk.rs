//! The builder for walks.

use crate::syntax::ast;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::clause;
use crate::syntax::parse::context::{Context, Node};
use crate::syntax::parse::head::{CITATION, CITES, Head, Order};

/// `walk NAME(PARAMS) … { steps }`
pub(in crate::syntax::parse) fn walk(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Walk> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut pays, mut least, mut varies, mut steps, mut via, mut end) =
        (None, false, Vec::new(), Vec::new(), Vec::new(), None);
    let mut every = Vec::new();
    let mut clauses = Vec::new();
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::walk_pays => {
                head.see(2, "`pays`", ctx.span(&inner));
                pays = ctx.first_name(inner);
            }
            Rule::k_least => {
                head.see(3, "`least`", ctx.span(&inner));
                least = true;
            }
            Rule::walk_varies => varies.extend(ctx.names(inner)),
            Rule::walk_every => {
                for part in inner.into_inner() {
                    match part.as_rule() {
                        Rule::step_sets => every.extend(step_sets(ctx, part)),
                        Rule::cite => head.cites.push(ctx.cite(&part)),
                        _ => {}
                    }
                }
            }
            Rule::walk_step => steps.extend(walk_step(ctx, inner)),
            Rule::walk_via => {
                let cites = ctx.cites(inner.clone());
                via.extend(ctx.first_expr(inner).map(|spaces| ast::WalkVia { spaces, cites }));
            }
            Rule::walk_end => end = Some(walk_end(ctx, inner)),
            Rule::clause => clauses.extend(clause::clause(ctx, inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[]);
    Some(ast::Walk {
        name: head.name?,
        params: head.params,
        pays,
        least,
        cites: head.cites,
        varies,
        every,
        steps,
        via,
        end,
        clauses,
    })
}

fn walk_end(ctx: &mut Context<'_>, node: Node<'_>) -> ast::WalkEnd {
    let span = ctx.span(&node);
    let (mut when, mut pays, mut cites) = (None, None, Vec::new());
    let mut order = Order::default();
    for inner in node.into_inner() {
        let part = ctx.span(&inner);
        match inner.as_rule() {
            Rule::when_part => {
                order.see(1, "`when`", part);
                when = ctx.first_expr(inner);
            }
            Rule::step_pays => {
                order.see(2, "`pays`", part);
                pays = ctx.first_expr(inner);
            }
            Rule::cite => {
                order.see(CITES, CITATION, part);
                cites.push(ctx.cite(&inner));
            }
            _ => {}
        }
    }
    order.check(ctx, span);
    ast::WalkEnd { when, pays, cites, span }
}

fn walk_step(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::WalkStep> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let name = ctx.first_name(node.clone())?;
    let mut step = ast::WalkStep {
        doc,
        name,
        each: None,
        to: None,
        when: None,
        pays: None,
        sets: Vec::new(),
        under: None,
        cites: Vec::new(),
        span,
    };
    let mut order = Order::default();
    for inner in node.into_inner() {
        let part = ctx.span(&inner);
        match inner.as_rule() {
            Rule::step_each => {
                order.see(1, "`each`", part);
                step.each = ctx.first_name(inner.clone()).zip(ctx.first_expr(inner));
            }
            Rule::step_to => {
                order.see(2, "`to`", part);
                step.to = ctx.first_expr(inner);
            }
            Rule::when_part => {
                order.see(3, "`when`", part);
                step.when = ctx.first_expr(inner);
            }
            Rule::step_pays => {
                order.see(4, "`pays`", part);
                step.pays = ctx.first_expr(inner);
            }
            Rule::step_sets => {
                order.see(5, "`sets`", part);
                step.sets = step_sets(ctx, inner);
            }
            Rule::under_part => {
                order.see(6, "`under`", part);
                step.under = clause::under(ctx, inner);
            }
            Rule::cite => {
                order.see(CITES, CITATION, part);
                step.cites.push(ctx.cite(&inner));
            }
            _ => {}
        }
    }
    order.check(ctx, span);
    Some(step)
}

fn step_sets(ctx: &Context<'_>, node: Node<'_>) -> Vec<ast::WalkSets> {
    let sets = node.into_inner().filter(|inner| inner.as_rule() == Rule::step_set);
    sets.filter_map(|inner| step_set(ctx, inner)).collect()
}

fn step_set(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::WalkSets> {
    Some(ast::WalkSets { name: ctx.first_name(node.clone())?, value: ctx.first_expr(node)? })
}
