//! The builder for tables: the number of column axes decides how many lines are headings.

use super::atom::{children, has};
use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn table(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Table> {
    let span = ctx.span(&node);
    let mut head = Head::default();
    let (mut rows_axis, mut kind, mut cell) = (None, None, Vec::new());
    let mut lines: Vec<(Vec<ast::Word>, Span)> = Vec::new();
    for inner in node.into_inner() {
        match inner.as_rule() {
            Rule::axis => rows_axis = axis(ctx, inner),
            Rule::table_columns => {
                kind = Some(ast::TableKind::Columns(ctx.all(&inner, Rule::axis, axis)));
            }
            Rule::table_gives => kind = Some(ast::TableKind::Gives(ctx.names(&inner))),
            Rule::table_cell_names => cell = ctx.names(&inner),
            Rule::table_row => {
                let span = ctx.span(&inner);
                lines.push((ctx.words(&inner), span));
            }
            Rule::cite if kind.is_some() => head.cites.push(ctx.cite(&inner)),
            _ => {
                head.take(ctx, &inner);
            }
        }
    }
    head.finish(ctx, span, &[Has::Title]);
    let (rows_axis, kind, name) = (rows_axis?, kind?, head.name?);
    let wanted = match &kind {
        ast::TableKind::Columns(axes) => axes.len(),
        ast::TableKind::Gives(_) => 0,
    };
    if lines.len() < wanted {
        ctx.report(
            Diagnostic::error("missing-part", "expected one more line of headings")
                .at(name.span, format!("{wanted} needed, one for each column axis, and then the rows")),
        );
        return None;
    }
    let rows = lines.split_off(wanted).into_iter().filter_map(|(words, span)| {
        let mut words = words.into_iter();
        Some(ast::TableRow { label: words.next()?, cells: words.collect(), span })
    });
    Some(ast::Table {
        name,
        title: head.title,
        cites: head.cites,
        rows_axis,
        kind,
        rows: rows.collect(),
        headings: lines.into_iter().map(|(words, _)| words).collect(),
        cell,
    })
}

/// `extend table NAME { … }`
pub(super) fn extend(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::TableExtension> {
    Some(ast::TableExtension {
        name: ctx.first_name(&node)?,
        cites: ctx.cites(&node),
        lines: children(&node, Rule::table_row).map(|row| ctx.words(&row)).collect(),
        span: ctx.span(&node),
    })
}

fn axis(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Axis> {
    Some(ast::Axis {
        name: ctx.first_name(&node)?,
        ty: ctx.first_type(&node),
        clamped: has(&node, Rule::k_clamped),
        shifted_by: ctx.name_in(&node, Rule::shifted_by),
    })
}
