//! Tables, typed as printed: every row and column once, no gaps, cells of one type.

mod axis;
mod cells;
mod extend;
mod results;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::words;
use crate::model::game::{Axis, Label, Table};
use crate::model::id::TableId;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, TableKind, Word};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::list::report_twins;
use crate::model::names::Symbol;

/// Declares all tables with their cells, which contain only constants.
pub(crate) fn declare_tables(builder: &mut GameBuilder, items: &Gathered) {
    for (entry, item) in items.each(|kind| if let ItemKind::Table(it) = kind { Some(it) } else { None }) {
        let extended = extend::extended(builder, item, &items.extensions);
        let item = extended.as_ref();
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let id = TableId(builder.game.tables.len() as u16);
        builder.symbol(&name, Symbol::Table(id));
        let across: &[ast::Axis] = if let TableKind::Columns(of) = &item.kind { of } else { &[] };
        report_twins(builder, std::iter::once(&item.rows_axis).chain(across).map(|axis| &axis.name));
        let mut axes = vec![axis::axis(builder, &item.rows_axis)];
        axes[0].labels = item.rows.iter().map(|row| axis::labels(builder, &row.label, axes[0].ty)).collect();
        let row_spans: Vec<Span> = item.rows.iter().map(|row| row.label.span).collect();
        axis::check_lines(builder, &axes[0], &row_spans, &item.name);
        let mut shifts = vec![item.rows_axis.shifted_by.as_ref()];
        // The printed column for each combination of the column axes; `None` if it is not printed.
        let (columns, printed) = match &item.kind {
            TableKind::Gives(names) => ((0..names.len()).map(Some).collect(), names.len()),
            TableKind::Columns(of) => {
                shifts.extend(of.iter().map(|axis| axis.shifted_by.as_ref()));
                columns(builder, item, of, &mut axes)
            }
        };
        let more = axis::shift(builder, &mut axes, &shifts);
        let gives = results::names(builder, item);
        // The cells of each row; in a table with several results a cell has a word for each.
        let several = gives.len().max(1);
        let rows = results::rows(builder, item, &gives, printed);
        let (step, count) = match item.kind {
            TableKind::Gives(_) => (1, printed),
            TableKind::Columns(_) => (several, printed * several),
        };
        let gaps = columns.contains(&None);
        let unnamed = if gives.is_empty() { cells::in_parts(rows.iter().flatten()) } else { None };
        if let Some((cell, parts)) = unnamed {
            builder.report(error::unnamed_parts(cell, parts));
        }
        let types: Vec<_> = (0..several)
            .map(|result| {
                let of_result = rows.iter().flat_map(|row| row.iter().skip(result).step_by(several));
                let ty = if unnamed.is_some() { Type::Any } else { cells::cell_type(builder, of_result) };
                if gaps { ty.optional() } else { ty }
            })
            .collect();
        let mut values = Vec::with_capacity(columns.len() * step * rows.len());
        for row in &rows {
            let read: Vec<Value> = row
                .iter()
                .take(count)
                .enumerate()
                .map(|(at, cell)| cells::read_cell(builder, cell, types[at % several]))
                .collect();
            for at in &columns {
                let cell = at.and_then(|at| read.get(at * step..(at + 1) * step));
                match cell {
                    Some(cell) => values.extend_from_slice(cell),
                    None => values.extend(std::iter::repeat_n(Value::None, step)),
                }
            }
        }
        if rows.is_empty() {
            builder.report(
                Diagnostic::error("rows-overlap", format!("the table `{}` has no lines", item.name.text))
                    .at(item.name.span, "only headings follow")
                    .help("write below the headings a line for each row: its label, then a value for each column"),
            );
        }
        for (at, axis) in axes.iter().enumerate() {
            axis::check_coverage(builder, axis, if at == 0 { "line" } else { "column" }, &item.name);
        }
        let title = builder.titled(item.title.as_ref(), &item.name);
        builder.game.tables.push(Table {
            name,
            title,
            axes,
            more,
            gives,
            cells: values,
            types,
            cites,
            doc: entry.doc.cloned(),
            span: entry.span,
        });
    }
    extend::report_unknown(builder, &items.extensions);
}

/// The axes of the headings, the printed column for each combination of them, and the number of printed columns.
fn columns(
    builder: &mut GameBuilder,
    item: &ast::Table,
    of: &[ast::Axis],
    axes: &mut Vec<Axis>,
) -> (Vec<Option<usize>>, usize) {
    if let ([_, lower], [first, second]) = (of, item.headings.as_slice()) {
        let mut above = axis::axis(builder, &of[0]);
        above.labels = first.iter().map(|word| axis::labels(builder, word, above.ty)).collect();
        let spans: Vec<Span> = first.iter().map(|word| word.span).collect();
        axis::check_lines(builder, &above, &spans, &item.name);
        let mut below = axis::axis(builder, lower);
        if let Some(by) = &lower.shifted_by {
            builder.report(
                super::error::unfit("the lower of two lines of headings cannot be shifted", by.span)
                    .help("shift the rows, or the upper line"),
            );
        }
        let printed: Vec<Vec<Label>> = second.iter().map(|word| axis::labels(builder, word, below.ty)).collect();
        let groups = axis::spanned(builder, first, second);
        for group in 0..first.len() {
            let of_group = || (0..second.len()).filter(|at| groups[*at] == group);
            let part = Axis { labels: of_group().map(|at| printed[at].clone()).collect(), ..below.clone() };
            let spans: Vec<Span> = of_group().map(|at| second[at].span).collect();
            axis::check_lines(builder, &part, &spans, &item.name);
        }
        below.labels = axis::finest(&printed);
        let column_of = |group: usize, line: &[Label]| {
            (0..second.len()).find(|at| {
                let covers = |label: &Label| line.iter().all(|one| axis::within(one, label));
                groups[*at] == group && printed[*at].iter().any(covers)
            })
        };
        let places = (0..first.len()).flat_map(|group| below.labels.iter().map(move |line| column_of(group, line)));
        let columns = places.collect();
        axes.push(above);
        axes.push(below);
        return (columns, second.len());
    }
    let Some(only) = of.first() else { return (Vec::new(), 0) };
    let mut made = axis::axis(builder, only);
    let headings: &[Word] = item.headings.first().map_or(&[], Vec::as_slice);
    made.labels = headings.iter().map(|word| axis::labels(builder, word, made.ty)).collect();
    let spans: Vec<Span> = headings.iter().map(|word| word.span).collect();
    axis::check_lines(builder, &made, &spans, &item.name);
    if of.len() > 1 || item.headings.len() != 1 {
        let headline = format!("{} of headings for {}", item.headings.len(), words::count(of.len(), "column axis"));
        builder.report(
            Diagnostic::error("rows-overlap", headline)
                .at(item.name.span, "one line of headings for each, two at most"),
        );
    }
    let printed = made.labels.len();
    axes.push(made);
    ((0..printed).map(Some).collect(), printed)
}
