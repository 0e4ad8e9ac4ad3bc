//! The builder for purses.

use crate::syntax::ast;
use crate::syntax::grammar::Rule;
use crate::syntax::parse::clause;
use crate::syntax::parse::context::{Context, Node};
use crate::syntax::parse::head::{Has, Head};

/// `purse NAME … { sources }`
pub(in crate::syntax::parse) fn purse(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Purse> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut of, mut halves, mut sources, mut either, mut over) = (None, false, Vec::new(), Vec::new(), None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::purse_of => {
                head.see(2, "`of`", ctx.span(&inner));
                let piece = inner.into_inner().any(|word| word.as_rule() == Rule::k_piece);
                of = Some(if piece { ast::PurseOf::Piece } else { ast::PurseOf::Side });
            }
            Rule::in_halves => {
                head.see(3, "`in halves`", ctx.span(&inner));
                halves = true;
            }
            Rule::purse_source => sources.extend(source(ctx, inner)),
            Rule::purse_either => {
                let mut names = ctx.names(inner);
                either.extend(names.pop().map(|per| ast::PurseEither { sources: names, per }));
            }
            Rule::purse_over => {
                let (span, cites) = (ctx.span(&inner), ctx.cites(inner.clone()));
                let (mut when, mut under) = (None, None);
                for part in inner.into_inner() {
                    match part.as_rule() {
                        Rule::when_part => when = ctx.first_expr(part),
                        Rule::under_part => under = clause::under(ctx, part),
                        _ => {}
                    }
                }
                over = Some(ast::PurseOver { when, under, cites, span });
            }
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    Some(ast::Purse {
        name: head.name?,
        title: head.title,
        of,
        halves,
        during: head.during,
        cites: head.cites,
        sources,
        either,
        over,
    })
}

fn source(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::PurseSource> {
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let cites = ctx.cites(node.clone());
    let (mut name, mut each, mut gives, mut whole, mut freely, mut share, mut from, mut when) =
        (None, None, None, false, false, None, None, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::source_name => name = ctx.first_name(inner),
            Rule::source_each => each = ctx.first_expr(inner),
            Rule::source_gives => gives = ctx.first_expr(inner),
            Rule::source_whole => {
                whole = true;
                freely = inner.into_inner().any(|word| word.as_rule() == Rule::k_freely);
            }
            Rule::source_share => share = inner.into_inner().next().and_then(|inner| source_share(ctx, inner)),
            Rule::source_from => from = ctx.first_name(inner),
            Rule::when_part => when = ctx.first_expr(inner),
            _ => {}
        }
    }
    Some(ast::PurseSource { doc, name, each, gives: gives?, whole, freely, share, from, when, cites, span })
}

fn source_share(ctx: &Context<'_>, node: Node<'_>) -> Option<ast::SourceShare> {
    let set = ctx.first_expr(node.clone())?;
    if node.as_rule() == Rule::share_each {
        return Some(ast::SourceShare::ToEachOf(set));
    }
    let at_most =
        node.into_inner().find(|inner| inner.as_rule() == Rule::share_at_most).and_then(|inner| ctx.first_expr(inner));
    Some(ast::SourceShare::Among { set, at_most })
}
