//! The builder for walks.

use crate::syntax::ast;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::atom::{child, children, has};
use crate::syntax::parse::clause;
use crate::syntax::parse::context::{Context, Node};
use crate::syntax::parse::head::{CITATION, CITES, Head, Order};

/// `walk NAME(PARAMS) … { steps }`
pub(in crate::syntax::parse) fn walk(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Walk> {
    let own = [(Rule::walk_pays, 2, "`pays`"), (Rule::k_least, 3, "`least`")];
    let mut head = Head::of(ctx, &node, &[], &own);
    let pays = children(&node, Rule::walk_pays).last();
    let mut every = Vec::new();
    for sets in children(&node, Rule::walk_every) {
        every.extend(child(&sets, Rule::step_sets).map(|sets| step_sets(ctx, &sets)).unwrap_or_default());
        head.cites.extend(ctx.cites(&sets));
    }
    Some(ast::Walk {
        name: head.name?,
        params: head.params,
        pays: pays.and_then(|pays| ctx.first_name(&pays)),
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
    let span = ctx.span(&node);
    let (mut when, mut pays, mut cites) = (None, None, Vec::new());
    let mut order = Order::default();
    for inner in node.into_inner() {
        let part = ctx.span(&inner);
        match inner.as_rule() {
            Rule::when_part => {
                order.see(1, "`when`", part);
                when = ctx.first_expr(&inner);
            }
            Rule::step_pays => {
                order.see(2, "`pays`", part);
                pays = ctx.first_expr(&inner);
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
    let name = ctx.first_name(&node)?;
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
                step.each = ctx.first_name(&inner).zip(ctx.first_expr(&inner));
            }
            Rule::step_to => {
                order.see(2, "`to`", part);
                step.to = ctx.first_expr(&inner);
            }
            Rule::when_part => {
                order.see(3, "`when`", part);
                step.when = ctx.first_expr(&inner);
            }
            Rule::step_pays => {
                order.see(4, "`pays`", part);
                step.pays = ctx.first_expr(&inner);
            }
            Rule::step_sets => {
                order.see(5, "`sets`", part);
                step.sets = step_sets(ctx, &inner);
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

fn step_sets(ctx: &Context<'_>, node: &Node<'_>) -> Vec<ast::WalkSets> {
    let sets = children(node, Rule::step_set);
    sets.filter_map(|set| Some(ast::WalkSets { name: ctx.first_name(&set)?, value: ctx.first_expr(&set)? })).collect()
}
