//! Builders for musters: the lines of what an army may buy.

use super::clause;
use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::source::Span;
use crate::syntax::ast::{self, MusterLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn muster(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Muster {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let mut lines = Vec::new();
    for inner in node.into_inner() {
        if !head.take(ctx, &inner) && inner.as_rule() == Rule::muster_line {
            lines.extend(inner.into_inner().next().and_then(|inner| line(ctx, inner)));
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    ast::Muster { title: head.title, cites: head.cites, lines, span }
}

fn line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::MusterLine> {
    let span = ctx.span(&node);
    let cites = ctx.cites(node.clone());
    let mut names = ctx.names(node.clone()).into_iter();
    let kind = match node.as_rule() {
        Rule::muster_total => MusterLineKind::Total(names.next()?, names.next()?),
        Rule::muster_most => MusterLineKind::AtMost(ctx.first_number(node)?, names.next()?),
        Rule::muster_roles => MusterLineKind::Roles(names.collect()),
        Rule::muster_suggest => {
            MusterLineKind::Suggest(names.next()?, ctx.first_text(node.clone()), ctx.first_expr(node)?)
        }
        Rule::muster_warn => MusterLineKind::Warn(ctx.first_expr(node.clone())?, ctx.first_text(node)?),
        Rule::muster_weather => {
            let found = node.into_inner().find(|inner| inner.as_rule() == Rule::lot)?;
            MusterLineKind::Weather(lot(ctx, found)?)
        }
        Rule::muster_terrain => terrain(ctx, node)?,
        Rule::muster_deploy => match node.into_inner().find(|inner| inner.as_rule() == Rule::at_part) {
            Some(places) => MusterLineKind::Berth(names.next()?, ctx.names(places)),
            None => MusterLineKind::Deploy(names.collect()),
        },
        _ => return None,
    };
    Some(ast::MusterLine { kind, cites, span })
}

fn terrain(ctx: &mut Context<'_>, node: Node<'_>) -> Option<MusterLineKind> {
    let (mut dice, mut less, mut phrase, mut places, mut but) = (None, 0, None, Vec::new(), Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::dice_literal => dice = ctx.dice(&inner),
            Rule::less => less = ctx.first_number(inner).unwrap_or(0),
            Rule::for_part => phrase = clause::phrase_of(ctx, inner),
            Rule::at_part => places = ctx.names(inner),
            Rule::but_list => but = ctx.names(inner),
            _ => {}
        }
    }
    Some(MusterLineKind::Terrain { dice: dice?, less, phrase, places, but })
}

fn lot(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Lot> {
    let mut dice = None;
    let mut rows = Vec::new();
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::dice_literal => dice = ctx.dice(&inner),
            Rule::lot_row => rows.extend(row(ctx, inner)),
            _ => {}
        }
    }
    Some(ast::Lot { dice: dice?, rows })
}

fn row(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::LotRow> {
    let span: Span = ctx.span(&node);
    let (mut low, mut high, mut brings) = (i64::MIN, i64::MAX, None);
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::number => {
                low = i64::from(ctx.number(&inner));
                high = low;
            }
            Rule::range => {
                let range = ctx.range(&inner)?;
                low = range.low.unwrap_or(low);
                high = range.high.unwrap_or(high);
            }
            Rule::lot => brings = lot(ctx, inner).map(ast::LotBrings::Lot),
            Rule::name => brings = Some(ast::LotBrings::Name(ctx.name(&inner))),
            _ => {}
        }
    }
    Some(ast::LotRow { low, high, brings: brings?, span })
}
