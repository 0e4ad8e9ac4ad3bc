//! The builder for purses.

use crate::syntax::ast;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::atom::{child, has, last};
use crate::syntax::parse::clause;
use crate::syntax::parse::context::{Context, Node};
use crate::syntax::parse::head::{Has, Head};

/// `purse NAME … { sources }`
pub(in crate::syntax::parse) fn purse(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Purse> {
    let own = [(Rule::purse_of, 2, "`of`"), (Rule::in_halves, 3, "`in halves`")];
    let head = Head::of(ctx, &node, &[Has::Title], &own);
    let of = last(&node, Rule::purse_of);
    Some(ast::Purse {
        name: head.name?,
        title: head.title,
        of: of.map(|of| if has(&of, Rule::k_piece) { ast::PurseOf::Piece } else { ast::PurseOf::Side }),
        halves: has(&node, Rule::in_halves),
        during: head.during,
        cites: head.cites,
        sources: ctx.all(&node, Rule::purse_source, source),
        either: ctx.all(&node, Rule::purse_either, |ctx, either| {
            let mut sources = ctx.names(&either);
            Some(ast::PurseEither { per: sources.pop()?, sources })
        }),
        over: last(&node, Rule::purse_over).map(|over| {
            let under = last(&over, Rule::under_part);
            ast::PurseOver {
                when: ctx.expr_in(&over, Rule::when_part),
                under: under.and_then(|under| clause::under(ctx, under)),
                cites: ctx.cites(&over),
                span: ctx.span(&over),
            }
        }),
    })
}

fn source(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::PurseSource> {
    let whole = child(&node, Rule::source_whole);
    Some(ast::PurseSource {
        doc: ctx.doc(&node),
        name: ctx.name_in(&node, Rule::source_name),
        each: ctx.expr_in(&node, Rule::source_each),
        gives: ctx.expr_in(&node, Rule::source_gives)?,
        whole: whole.is_some(),
        freely: whole.is_some_and(|whole| has(&whole, Rule::k_freely)),
        share: child(&node, Rule::source_share).and_then(|share| source_share(ctx, &share.into_inner().next()?)),
        from: ctx.name_in(&node, Rule::source_from),
        when: ctx.expr_in(&node, Rule::when_part),
        cites: ctx.cites(&node),
        span: ctx.span(&node),
    })
}

fn source_share(ctx: &Context<'_>, node: &Node<'_>) -> Option<ast::SourceShare> {
    let set = ctx.first_expr(node)?;
    Some(match node.as_rule() {
        Rule::share_each => ast::SourceShare::ToEachOf(set),
        _ => ast::SourceShare::Among { set, at_most: ctx.expr_in(node, Rule::share_at_most) },
    })
}
