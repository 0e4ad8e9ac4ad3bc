//! Rows and columns that mods add to tables.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, words};
use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, TableExtension, TableKind, TableRow, Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::kind::kind_named;

/// A table with what extensions add to it.
pub(super) fn extended<'t>(
    builder: &mut GameBuilder,
    item: &'t ast::Table,
    all: &[&TableExtension],
) -> Cow<'t, ast::Table> {
    let mut table = Cow::Borrowed(item);
    // Where each cell is given; what a new line has from its family may still be given.
    let mut given: FxHashMap<(usize, usize), Span> = FxHashMap::default();
    let mut holes = Holes::default();
    for (at, row) in item.rows.iter().enumerate() {
        given.extend(row.cells.iter().enumerate().map(|(column, cell)| ((at, column), cell.span)));
    }
    for extension in all.iter().filter(|one| same_name(&one.name.text, &item.name.text)) {
        let table = table.to_mut();
        table.cites.extend(extension.cites.iter().cloned());
        match (&table.kind, table.headings.len()) {
            (TableKind::Gives(_), _) => table.rows.extend(extension.lines.iter().filter_map(|line| row(line))),
            (TableKind::Columns(_), 1) => add(builder, table, extension, &mut given, &mut holes),
            (TableKind::Columns(_), _) => builder.report(
                error::unfit("a table with two lines of headings cannot be extended", extension.name.span)
                    .help(format!("write `replace table {}` with all of it", item.name.text)),
            ),
        }
    }
    holes.report(builder, &table);
    table
}

/// The cells of new rows and columns that neither an extension nor the line of a family gives: each row and column.
#[derive(Default)]
struct Holes {
    cells: FxHashSet<(usize, usize)>,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Holes {
    /// Reports the holes, one warning for each new row or column. A hole in both counts as one of the row.
    fn report(&self, builder: &mut GameBuilder, table: &ast::Table) {
        let Some(headings) = table.headings.first().filter(|_| !self.cells.is_empty()) else { return };
        let told = |at: &Word| format!("`{}`", at.text);
        let mut found: Vec<(&Word, &str, &str, Vec<String>)> = Vec::new();
        for at in &self.rows {
            let Some(row) = table.rows.get(*at) else { continue };
            let lacking = headings.iter().enumerate().filter(|(column, _)| self.cells.contains(&(*at, *column)));
            found.push((&row.label, "row", "columns", lacking.map(|(_, head)| told(head)).collect()));
        }
        for at in &self.columns {
            let Some(head) = headings.get(*at) else { continue };
            let lacking = table
                .rows
                .iter()
                .enumerate()
                .filter(|(row, _)| self.cells.contains(&(*row, *at)) && !self.rows.contains(row));
            found.push((head, "column", "rows", lacking.map(|(_, row)| told(&row.label)).collect()));
        }
        for (label, line, across, lacking) in found.into_iter().filter(|(.., lacking)| !lacking.is_empty()) {
            let headline = format!(
                "the {line} `{}` of `{}` lacks {}",
                label.text,
                table.name.text,
                words::count(lacking.len(), "cell")
            );
            let shown = lacking.get(..lacking.len().min(LISTED)).unwrap_or_default();
            let more = if lacking.len() > LISTED { ", …" } else { "" };
            builder.report(
                Diagnostic::warning("cells-lacking", headline)
                    .at(label.span, format!("no cell for the {across} {}{more}", shown.join(", ")))
                    .help(match line {
                        "row" => {
                            format!("write `{}` under each of these headings; `-` stands for no number", label.text)
                        }
                        _ => format!(
                            "write another `extend table {}` with the heading `{}` alone, and these rows; `-` stands \
                             for no number",
                            table.name.text, label.text
                        ),
                    }),
            );
        }
    }
}

/// The most lines that a warning names.
const LISTED: usize = 6;

/// Reports extensions of tables that the game does not have.
pub(super) fn report_unknown(builder: &mut GameBuilder, all: &[&TableExtension]) {
    for extension in all {
        builder.known("table", &extension.name, |game| &game.tables);
    }
}

fn row(line: &[Word]) -> Option<TableRow> {
    let (label, cells) = line.split_first()?;
    let span = line.last().map_or(label.span, |last| label.span.to(last.span));
    Some(TableRow { label: label.clone(), cells: cells.to_vec(), span })
}

/// The line with this label. A label that shares only a part of its line is reported, because the cells would count for
/// the rest, too.
fn line_of(builder: &mut GameBuilder, table: &ast::Name, labels: &[&Word], label: &Word) -> Result<Option<usize>, ()> {
    let has = |parts: &[Word], one: &Word| parts.iter().any(|part| same_name(&part.text, &one.text));
    let parts = label.slashed();
    let shares = |line: &&Word| line.slashed().iter().any(|one| has(&parts, one));
    let Some(at) = labels.iter().position(shares) else { return Ok(None) };
    let line = labels[at].slashed();
    if line.len() == parts.len() && line.iter().all(|one| has(&parts, one)) {
        return Ok(Some(at));
    }
    let text = format!("`{}` shares a line of `{}` with others", label.text, table.text);
    builder.report(
        error::unfit(&text, label.span).also(labels[at].span, "this line").help(format!(
            "write `{}` for all of them, or `replace table {}` to part them",
            labels[at].text, table.text
        )),
    );
    Err(())
}

/// The line of the nearest family of a kind: what a new kind has unless the extension says otherwise.
fn family_line(builder: &GameBuilder, labels: &[&Word], label: &Word) -> Option<usize> {
    let kind = kind_named(builder, &label.text)?;
    let up = |kind: &u16| builder.game.kinds[usize::from(*kind)].family;
    std::iter::successors(up(&kind), up).find_map(|family| {
        let name = &builder.game.kinds[usize::from(family)].name;
        labels.iter().position(|one| one.slashed().iter().any(|part| plain(&part.text) == *name))
    })
}

/// Adds a block of cells with headings of its own to a table with one line of headings.
fn add(
    builder: &mut GameBuilder,
    table: &mut ast::Table,
    extension: &TableExtension,
    given: &mut FxHashMap<(usize, usize), Span>,
    holes: &mut Holes,
) {
    let Some((heads, lines)) = extension.lines.split_first() else { return };
    let empty = |at: &Word| Word { text: "-".to_owned(), span: at.span, kind: WordKind::Notation };
    let mut columns = Vec::with_capacity(heads.len());
    for head in heads {
        let labels: Vec<&Word> = table.headings[0].iter().collect();
        let Ok(known) = line_of(builder, &table.name, &labels, head) else { return };
        if let Some(known) = known {
            columns.push(known);
            continue;
        }
        let family = family_line(builder, &labels, head);
        let new = labels.len();
        for (at, row) in table.rows.iter_mut().enumerate() {
            let of_family = family.filter(|column| !holes.cells.contains(&(at, *column)));
            let cell = of_family.and_then(|column| row.cells.get(column)).cloned();
            if cell.is_none() {
                holes.cells.insert((at, new));
            }
            row.cells.push(cell.unwrap_or_else(|| empty(head)));
        }
        holes.columns.push(new);
        columns.push(new);
        table.headings[0].push(head.clone());
    }
    for line in lines.iter().filter_map(|line| row(line)) {
        if line.cells.len() != heads.len() {
            let headline = format!("{} in a row of {}", words::count(line.cells.len(), "cell"), heads.len());
            builder.report(
                Diagnostic::error("rows-overlap", headline)
                    .at(line.span, format!("{} belong here", heads.len()))
                    .help("an extension begins with a line of headings for its own cells"),
            );
            continue;
        }
        let labels: Vec<&Word> = table.rows.iter().map(|row| &row.label).collect();
        let at = match line_of(builder, &table.name, &labels, &line.label) {
            Err(()) => continue,
            Ok(Some(known)) => known,
            Ok(None) => {
                let family = family_line(builder, &labels, &line.label);
                let new = table.rows.len();
                let width = table.headings[0].len();
                let cells = match family.and_then(|at| table.rows.get(at)) {
                    Some(row) => row.cells.clone(),
                    None => vec![empty(&line.label); width],
                };
                // A hole in the line of the family is one here, too.
                let is_hole = |column: &usize| family.is_none_or(|at| holes.cells.contains(&(at, *column)));
                let lacking: Vec<usize> = (0..width).filter(is_hole).collect();
                holes.cells.extend(lacking.into_iter().map(|column| (new, column)));
                holes.rows.push(new);
                table.rows.push(TableRow { cells, ..line.clone() });
                new
            }
        };
        for (column, cell) in columns.iter().zip(&line.cells) {
            let Some(place) = table.rows.get_mut(at).and_then(|row| row.cells.get_mut(*column)) else { continue };
            if let Some(earlier) = given.insert((at, *column), cell.span) {
                let headline = format!("`{}` has this cell already", table.name.text);
                builder.report(
                    Diagnostic::error("rows-overlap", headline)
                        .at(cell.span, "given again")
                        .also(earlier, "given here")
                        .help(format!("write `replace table {}` to change what it says", table.name.text)),
                );
            }
            holes.cells.remove(&(at, *column));
            *place = cell.clone();
        }
    }
}
