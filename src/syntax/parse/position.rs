//! Positions.

use super::context::{Context, Node};
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

/// One line of a position.
pub(super) fn line(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::PositionLine> {
    if node.as_rule() != Rule::position_line {
        return None;
    }
    let doc = ctx.doc(&node);
    let span = ctx.span(&node);
    let inner = node.into_inner().next()?;
    let cites = ctx.cites(inner.clone());
    let kind = match inner.as_rule() {
        Rule::position_block => {
            let side = ctx.first_name(inner.clone())?;
            ast::PositionKind::Block(ast::PositionBlock { side, lines: lines(ctx, inner) })
        }
        _ => pair(ctx, inner),
    };
    Some(ast::PositionLine { doc, kind, cites, span })
}

/// All position lines directly below a node.
pub(super) fn lines(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<ast::PositionLine> {
    node.into_inner().filter_map(|inner| line(ctx, inner)).collect()
}

fn pair(ctx: &mut Context<'_>, node: Node<'_>) -> ast::PositionKind {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::position_left => left = entries(ctx, inner),
            Rule::position_right => right = entries(ctx, inner),
            _ => {}
        }
    }
    ast::PositionKind::Line { left, right }
}

fn entries(ctx: &mut Context<'_>, node: Node<'_>) -> Vec<ast::Entry> {
    node.into_inner().filter(|inner| inner.as_rule() == Rule::entry).map(|inner| entry(ctx, inner)).collect()
}

fn entry(ctx: &mut Context<'_>, node: Node<'_>) -> ast::Entry {
    let span = ctx.span(&node);
    let (mut label, mut things) = (None, Vec::new());
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::entry_label => label = ctx.first_name(inner),
            Rule::thing => {
                let span = ctx.span(&inner);
                let words = ctx.words(inner.clone());
                let count = inner.into_inner().find(|inner| inner.as_rule() == Rule::times).and_then(|times| ctx.first_number(times));
                things.push(ast::Thing { words, count, span });
            }
            _ => {}
        }
    }
    ast::Entry { label, things, span }
}
