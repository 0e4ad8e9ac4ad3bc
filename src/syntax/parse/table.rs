//! The builder for tables: the number of column axes decides how many lines are headings.

use super::atom::{child, children, has};
use super::context::{Context, Node};
use super::head::{Has, Head};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) fn table(ctx: &mut Context<'_>, node: Node<'_>) -> Option<ast::Table> {
    let head = Head::of(ctx, &node, &[Has::Title], &[]);
    let rows_axis = child(&node, Rule::axis).and_then(|rows| axis(ctx, rows));
    let kind = match child(&node, Rule::table_columns) {
        Some(columns) => ast::TableKind::Columns(ctx.all(&columns, Rule::axis, axis)),
        None => ast::TableKind::Gives(ctx.names_in(&node, Rule::table_gives)),
    };
    let lines = children(&node, Rule::table_row).map(|row| (ctx.words(&row), ctx.span(&row)));
    let mut lines: Vec<(Vec<ast::Word>, Span)> = lines.collect();
    let (rows_axis, name) = (rows_axis?, head.name?);
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
        cell: ctx.names_in(&node, Rule::table_cell_names),
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
