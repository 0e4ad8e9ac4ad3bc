//! Builders for musters: the lines of what an army may buy.

use super::atom::child;
use super::clause;
use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::syntax::ast::{self, MusterLineKind};
use crate::syntax::grammar::Rule;

pub(super) fn muster(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Muster {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let lines = ctx.all(&node, Rule::muster_line, |ctx, inner| line(ctx, inner.into_inner().next()?));
    ast::Muster { title: head.title, cites: head.cites, lines, span: ctx.span(&node) }
}

fn line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::MusterLine> {
    let span = ctx.span(&node);
    let cites = ctx.cites(&node);
    let mut names = ctx.names(&node).into_iter();
    let kind = match node.as_rule() {
        Rule::muster_total => MusterLineKind::Total(names.next()?, names.next()?),
        Rule::muster_most => MusterLineKind::AtMost(ctx.first_number(&node)?, names.next()?),
        Rule::muster_roles => MusterLineKind::Roles(names.collect()),
        Rule::muster_suggest => MusterLineKind::Suggest(names.next()?, ctx.first_text(&node), ctx.first_expr(&node)?),
        Rule::muster_warn => MusterLineKind::Warn(ctx.first_expr(&node)?, ctx.first_text(&node)?),
        Rule::muster_weather => MusterLineKind::Weather(lot(ctx, child(&node, Rule::lot)?)?),
        Rule::muster_terrain => terrain(ctx, &node)?,
        Rule::muster_deploy => match child(&node, Rule::at_part) {
            Some(places) => MusterLineKind::Berth(names.next()?, ctx.names(&places)),
            None => MusterLineKind::Deploy(names.collect()),
        },
        _ => return None,
    };
    Some(ast::MusterLine { kind, cites, span })
}

fn terrain(ctx: &mut Context<'_>, node: &Node<'_>) -> Option<MusterLineKind> {
    Some(MusterLineKind::Terrain {
        dice: ctx.first_dice(node)?,
        less: child(node, Rule::less).and_then(|less| ctx.first_number(&less)).unwrap_or(0),
        phrase: child(node, Rule::for_part).and_then(|phrase| clause::phrase_of(ctx, phrase)),
        places: ctx.names_in(node, Rule::at_part),
        but: ctx.names_in(node, Rule::but_list),
    })
}

fn lot(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Lot> {
    Some(ast::Lot { dice: ctx.first_dice(&node)?, rows: ctx.all(&node, Rule::lot_row, row) })
}

fn row(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::LotRow> {
    let (low, high) = match child(&node, Rule::range) {
        Some(range) => {
            let range = ctx.range(&range)?;
            (range.low.unwrap_or(i64::MIN), range.high.unwrap_or(i64::MAX))
        }
        None => {
            let number = i64::from(ctx.first_number(&node)?);
            (number, number)
        }
    };
    let brings = match child(&node, Rule::lot) {
        Some(inner) => ast::LotBrings::Lot(lot(ctx, inner)?),
        None => ast::LotBrings::Name(ctx.first_name(&node)?),
    };
    Some(ast::LotRow { low, high, brings, span: ctx.span(&node) })
}
