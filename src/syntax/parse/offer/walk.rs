//! The builder for walks.

use crate::syntax::ast;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::atom::{child, children, has, inner, last};
use crate::syntax::parse::clause;
use crate::syntax::parse::context::{Context, Node};
use crate::syntax::parse::head::{CITES, Head, Order};

/// `walk NAME(PARAMS) … { steps }`
pub(in crate::syntax::parse) fn walk(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Walk> {
    let own = [(Rule::walk_pays, 2, "`pays`"), (Rule::k_least, 3, "`least`")];
    let mut head = Head::of(ctx, &node, &[], &own);
    let mut every = Vec::new();
    for sets in children(&node, Rule::walk_every) {
        every.extend(child(&sets, Rule::step_sets).map(|sets| step_sets(ctx, &sets)).unwrap_or_default());
        head.cites.extend(ctx.cites(&sets));
    }
    Some(ast::Walk {
        name: head.name?,
        params: head.params,
        pays: ctx.name_in(&node, Rule::walk_pays),
        least: has(&node, Rule::k_least),
        cites: head.cites,
        varies: children(&node, Rule::walk_varies).flat_map(|varies| ctx.names(&varies)).collect(),
        every,
        steps: ctx.all(&node, Rule::walk_step, walk_step),
        via: ctx.all(&node, Rule::walk_via, |ctx, via| {
            Some(ast::WalkVia { spaces: ctx.first_expr(&via)?, cites: ctx.cites(&via) })
        }),
        end: ctx.all(&node, Rule::walk_end, |ctx, end| Some(walk_end(ctx, end))).pop(),
        clauses: ctx.all(&node, Rule::clause, clause::clause),
    })
}

fn walk_end(ctx: &mut Context<'_>, node: Node<'_>) -> ast::WalkEnd {
    let parts = [(Rule::when_part, 1, "`when`"), (Rule::step_pays, 2, "`pays`"), CITES];
    let span = ctx.span(&node);
    Order::of(ctx, inner(&node), &parts).check(ctx, span);
    let (when, pays) = (ctx.expr_in(&node, Rule::when_part), ctx.expr_in(&node, Rule::step_pays));
    ast::WalkEnd { when, pays, cites: ctx.cites(&node), span }
}

fn walk_step(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::WalkStep> {
    let parts = [
        (Rule::step_each, 1, "`each`"),
        (Rule::step_to, 2, "`to`"),
        (Rule::when_part, 3, "`when`"),
        (Rule::step_pays, 4, "`pays`"),
        (Rule::step_sets, 5, "`sets`"),
        (Rule::under_part, 6, "`under`"),
        CITES,
    ];
    let span = ctx.span(&node);
    Order::of(ctx, inner(&node), &parts).check(ctx, span);
    Some(ast::WalkStep {
        doc: ctx.doc(&node),
        name: ctx.first_name(&node)?,
        each: ctx.name_in(&node, Rule::step_each).zip(ctx.expr_in(&node, Rule::step_each)),
        to: ctx.expr_in(&node, Rule::step_to),
        when: ctx.expr_in(&node, Rule::when_part),
        pays: ctx.expr_in(&node, Rule::step_pays),
        sets: last(&node, Rule::step_sets).map(|sets| step_sets(ctx, &sets)).unwrap_or_default(),
        under: last(&node, Rule::under_part).and_then(|part| clause::under(ctx, part)),
        cites: ctx.cites(&node),
        span,
    })
}

fn step_sets(ctx: &Context<'_>, node: &Node<'_>) -> Vec<ast::WalkSets> {
    let sets = children(node, Rule::step_set);
    sets.filter_map(|set| Some(ast::WalkSets { name: ctx.first_name(&set)?, value: ctx.first_expr(&set)? })).collect()
}
