//! The rows of tables: cells that one or more blanks separate.

use std::collections::BTreeMap;
use std::ops::Range;

use super::columns::{BLANKS, GAP, most_common, width};
use crate::syntax::Line;

/// A line of a table.
struct Row<'t> {
    /// The number of the line in the file.
    number: usize,
    cells: Vec<&'t str>,
    /// Where each cell stood, in columns.
    stood: Vec<usize>,
    /// The comment at its end.
    comment: &'t str,
}

/// A line of a table as it will be written: its number, its indentation, and its text.
pub(super) type Laid = (usize, usize, String);

/// The lines of one table, which begin at `base`. A table whose columns stand under each other keeps its form; in
/// another one, numbers are put under each other by their ends, and everything else by its beginning.
pub(super) fn laid_out(text: &str, lines: &[(usize, &Line)], texts: &[Range<usize>], base: usize) -> Vec<Laid> {
    let rows: Vec<Row<'_>> = lines.iter().map(|(number, line)| row(text, *number, line, texts)).collect();
    let counts: Vec<usize> = rows.iter().map(|row| row.cells.len()).collect();
    let (columns, _) = most_common(&counts);
    let full = || rows.iter().filter(|row| row.cells.len() == columns);
    let is_one = |places: Vec<usize>| places.windows(2).all(|two| two[0] == two[1]);
    let ends = |row: &Row<'_>, at: usize| row.stood[at] + width(row.cells[at]);
    // A line of headings has no cell over the first column.
    let headings = || rows.iter().filter(|row| row.cells.len() + 1 == columns);
    let is_even = (0..columns).all(|at| {
        let starts = is_one(full().map(|row| row.stood[at]).collect());
        let ends_together = is_one(full().map(|row| ends(row, at)).collect());
        let is_over = |heading: &Row<'_>| {
            let Some(over) = at.checked_sub(1) else { return true };
            full().any(|row| row.stood[at] == heading.stood[over] || ends(row, at) == ends(heading, over))
        };
        (starts || ends_together) && headings().all(is_over)
    });
    // A cell with a comment in it is more than one word.
    let is_plain = |cell: &&str| !cell.contains([';']) && !cell.contains("/*") && !cell.contains("*/");
    let least = rows.iter().filter_map(|row| row.stood.first()).min().copied().unwrap_or_default();
    if is_even || !rows.iter().flat_map(|row| &row.cells).all(|cell| is_plain(&&**cell)) {
        return rows.iter().map(|row| shifted(row, base, least)).collect();
    }
    let mut places: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
    let mut start = base;
    for at in 0..columns {
        let cells = full().map(|row| row.cells[at]);
        let heads = headings().filter_map(|row| Some(row.cells[at.checked_sub(1)?]));
        let is_right = cells.clone().all(is_number);
        let wide = cells.chain(heads).map(width).max().unwrap_or_default();
        places.insert(at, (start + if is_right { wide } else { 0 }, is_right));
        start += wide + GAP;
    }
    let placed = |row: &Row<'_>| {
        let skipped = columns - row.cells.len();
        let mut line = String::new();
        for (cell, (place, is_right)) in row.cells.iter().zip(places.values().skip(skipped)) {
            let start = if *is_right { place.saturating_sub(width(cell)) } else { *place };
            line.extend(std::iter::repeat_n(' ', start.saturating_sub(width(&line))));
            line.push_str(cell);
        }
        split(row, &line)
    };
    let has_place = |row: &Row<'_>| row.cells.len() == columns || row.cells.len() + 1 == columns;
    rows.iter().map(|row| if has_place(row) { placed(row) } else { shifted(row, base, least) }).collect()
}

/// A row as it stood, moved with its table.
fn shifted(row: &Row<'_>, base: usize, least: usize) -> Laid {
    let mut line = String::new();
    for (cell, stood) in row.cells.iter().zip(&row.stood) {
        line.extend(std::iter::repeat_n(' ', (base + stood - least).saturating_sub(width(&line))));
        line.push_str(cell);
    }
    split(row, &line)
}

fn split(row: &Row<'_>, line: &str) -> Laid {
    let text = line.trim_start_matches(' ');
    let comment = if row.comment.is_empty() { String::new() } else { format!("  {}", row.comment) };
    (row.number, line.len() - text.len(), format!("{text}{comment}"))
}

/// `+1`, `-`, `½`, `2..4`: what is compared digit by digit.
fn is_number(cell: &str) -> bool {
    cell.chars().all(|sign| sign.is_numeric() || "+-–./*".contains(sign))
}

fn row<'t>(text: &'t str, number: usize, line: &Line, texts: &[Range<usize>]) -> Row<'t> {
    let own = text.get(line.range.clone()).unwrap_or_default();
    let code = own.get(..line.code - line.range.start).unwrap_or_default();
    let comment = own.get(code.len()..).unwrap_or_default().trim_matches(BLANKS);
    let (mut cells, mut stood) = (Vec::new(), Vec::new());
    let mut rest = code.trim_start_matches(BLANKS);
    while !rest.is_empty() {
        let at = code.len() - rest.len();
        let inside = &texts[texts.partition_point(|text| text.end <= line.range.start + at)..];
        // Blanks in a quoted cell do not end it.
        let ends = rest.match_indices(BLANKS).map(|(blank, _)| blank).find(|blank| {
            let blank = line.range.start + at + blank;
            !inside.iter().take_while(|text| text.start < blank).any(|text| blank < text.end)
        });
        let end = ends.unwrap_or(rest.len());
        stood.push(width(&code[..at]));
        cells.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(BLANKS);
    }
    Row { number, cells, stood, comment }
}
