//! Tables with several results: columns of results, cells in parts, rows written in words.

use crate::diagnostic::{Diagnostic, words};
use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, Name, TableKind, TableRow, Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::cells;

/// The names of the results; none for a table with a single one in each cell.
pub(super) fn names(builder: &mut GameBuilder, item: &ast::Table) -> Vec<String> {
    let names: &[Name] = match &item.kind {
        TableKind::Gives(names) => {
            if let Some(part) = item.cell.first() {
                builder.report(
                    error::unfit("the results of this table have names already", part.span)
                        .help("leave the line `cell` out; it is for tables with `columns`"),
                );
            }
            names
        }
        TableKind::Columns(_) => &item.cell,
    };
    for (at, name) in names.iter().enumerate() {
        if let Some(earlier) = names.iter().take(at).find(|one| same_name(&one.text, &name.text)) {
            builder.report(error::member_twice(name, earlier.span, name.text == earlier.text));
        }
    }
    names.iter().map(|name| plain(&name.text)).collect()
}

/// The words of each row. A cell in parts, and a row of results, has one for each result; `printed` are the columns.
pub(super) fn rows(builder: &mut GameBuilder, item: &ast::Table, gives: &[String], printed: usize) -> Vec<Vec<Word>> {
    if let TableKind::Gives(names) = &item.kind {
        let flags = flags(item, names);
        return item.rows.iter().map(|row| results(builder, row, names, &flags)).collect();
    }
    let mut rows = Vec::new();
    for row in &item.rows {
        check_length(builder, row, printed);
        rows.push(row.cells.iter().flat_map(|cell| parts(builder, cell, gives)).collect());
    }
    rows
}

fn check_length(builder: &mut GameBuilder, row: &TableRow, printed: usize) {
    if row.cells.len() == printed {
        return;
    }
    let headline = format!("{} in a row of {printed}", words::count(row.cells.len(), "cell"));
    builder.report(Diagnostic::error("rows-overlap", headline).at(row.span, format!("{printed} belong here")).help(
        match row.cells.len() < printed {
            true => "write `-` for an empty cell",
            false => "a row has a cell for each heading of the columns",
        },
    ));
}

/// A word for each part of a cell. An empty cell is empty in all its parts.
fn parts(builder: &mut GameBuilder, cell: &Word, gives: &[String]) -> Vec<Word> {
    if gives.is_empty() {
        return vec![cell.clone()];
    }
    if cells::is_absent(cell) {
        return vec![cell.clone(); gives.len()];
    }
    let parts = cell.slashed();
    if parts.len() != gives.len() {
        let wanted = format!("{}, as `{}`", words::count(gives.len(), "part"), gives.join("/"));
        builder.report(error::wrong_value(cell, &wanted).help("write `-` for an empty part"));
        return vec![empty(cell.span); gives.len()];
    }
    parts
}

/// A result that a row written in words does not mention.
fn empty(span: Span) -> Word {
    Word { text: "-".to_owned(), span, kind: WordKind::Notation }
}

fn yes_or_no(yes: bool, span: Span) -> Word {
    Word { text: if yes { "yes" } else { "no" }.to_owned(), span, kind: WordKind::Ident }
}

fn place(names: &[Name], cell: &Word) -> Option<usize> {
    names.iter().position(|name| same_name(&name.text, &cell.text))
}

/// A row written in words begins with the name of a result: `5..6 falls attacker 2 defender 0`.
fn in_words(row: &TableRow, names: &[Name]) -> bool {
    row.cells.first().is_some_and(|cell| place(names, cell).is_some())
}

/// The results that a row in words names, each with the value behind it.
fn named<'r>(row: &'r TableRow, names: &[Name]) -> Vec<(&'r Word, Option<&'r Word>)> {
    let mut found = Vec::new();
    let mut cells = row.cells.iter().peekable();
    while let Some(cell) = cells.next() {
        let value = match place(names, cell) {
            Some(_) => cells.next_if(|next| place(names, next).is_none()),
            None => None,
        };
        found.push((cell, value));
    }
    found
}

/// Which results are flags: rows in words name these alone at least as often as with a value.
fn flags(item: &ast::Table, names: &[Name]) -> Vec<bool> {
    let mut counts = vec![(0, 0); names.len()];
    for row in item.rows.iter().filter(|row| in_words(row, names)) {
        for (name, value) in named(row, names) {
            if let Some((alone, valued)) = place(names, name).and_then(|at| counts.get_mut(at)) {
                *(if value.is_none() { alone } else { valued }) += 1;
            }
        }
    }
    counts.into_iter().map(|(alone, valued)| alone > 0 && alone >= valued).collect()
}

/// A word for each result of a row.
fn results(builder: &mut GameBuilder, row: &TableRow, names: &[Name], flags: &[bool]) -> Vec<Word> {
    if !in_words(row, names) {
        check_length(builder, row, names.len());
        return row.cells.clone();
    }
    let unsaid = |flag: &bool| if *flag { yes_or_no(false, row.span) } else { empty(row.span) };
    let mut results: Vec<Word> = flags.iter().map(unsaid).collect();
    let mut seen: Vec<usize> = Vec::new();
    let mut lost = false;
    let all: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    for (name, value) in named(row, names) {
        let Some(at) = place(names, name) else {
            // The value behind an unknown name is not reported again.
            if !std::mem::replace(&mut lost, true) {
                builder.report(error::unknown("result of the table", name, &all));
            }
            continue;
        };
        lost = false;
        if seen.contains(&at) {
            builder.report(
                error::unfit(&format!("`{}` is given twice", name.text), name.span).help("keep one of the two"),
            );
        }
        seen.push(at);
        results[at] = match (value, flags[at]) {
            (None, true) => yes_or_no(true, name.span),
            (Some(value), false) => value.clone(),
            (Some(value), true) => {
                lost = true;
                builder.report(error::unknown("result of the table", value, &all));
                yes_or_no(true, name.span)
            }
            (None, false) => {
                builder.report(
                    error::unfit(&format!("`{}` has no value here", name.text), name.span)
                        .help(format!("write its value after it, as in other rows, or leave `{}` out", name.text)),
                );
                empty(name.span)
            }
        };
    }
    results
}
