//! The rows of tables: cells that one or more blanks separate.

use std::collections::BTreeMap;
use std::ops::Range;

use super::columns::{BLANKS, GAP, width};
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
    let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let full = || rows.iter().filter(|row| row.cells.len() == columns);
    let is_one = |places: Vec<usize>| places.windows(2).all(|two| two[0] == two[1]);
    let ends = |row: &Row<'_>, at: usize| row.stood[at] + width(row.cells[at]);
    let heads = rows.iter().take_while(|row| row.cells.len() != columns).count();
    let (above, below) = rows.split_at(heads.saturating_sub(1));
    // A line of headings has no cell over the first column.
    let headings = || below.iter().filter(|row| row.cells.len() + 1 == columns);
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
    let groups = groups(above, below, columns);
    let Some(groups) = groups.filter(|_| !is_even && rows.iter().flat_map(|row| &row.cells).all(is_plain)) else {
        return rows.iter().map(|row| shifted(row, base, least)).collect();
    };
    let mut places: BTreeMap<usize, (usize, bool)> = BTreeMap::new();
    let mut begins: Vec<usize> = Vec::new();
    let (mut start, mut free) = (base, base);
    for at in 0..columns {
        let cells = full().map(|row| row.cells[at]);
        let heads = headings().filter_map(|row| Some(row.cells[at.checked_sub(1)?]));
        let is_right = cells.clone().all(is_number);
        let wide = cells.chain(heads).map(width).max().unwrap_or_default();
        if let Some((heading, _)) = groups.iter().find(|(_, first)| *first == at) {
            start = start.max(free);
            begins.push(start);
            free = start + width(heading) + GAP;
        }
        places.insert(at, (start + if is_right { wide } else { 0 }, is_right));
        start += wide + GAP;
    }
    let placed = |row: &Row<'_>| {
        let skipped = columns - row.cells.len();
        let places = places.values().skip(skipped);
        let starts = row
            .cells
            .iter()
            .zip(places)
            .map(|(cell, (place, is_right))| if *is_right { place.saturating_sub(width(cell)) } else { *place });
        written(row, starts)
    };
    let has_place = |row: &Row<'_>| row.cells.len() == columns || row.cells.len() + 1 == columns;
    let of_above = above.iter().map(|row| written(row, begins.iter().copied()));
    let of_below = below.iter().map(|row| if has_place(row) { placed(row) } else { shifted(row, base, least) });
    of_above.chain(of_below).collect()
}

/// The headings of the upper line, each with the first column that it covers: its place gives it its meaning. None if
/// the lines of headings cannot be understood.
fn groups<'t>(above: &[Row<'t>], below: &[Row<'t>], columns: usize) -> Option<Vec<(&'t str, usize)>> {
    let [upper] = above else { return above.is_empty().then(Vec::new) };
    let lower = below.first().filter(|row| row.cells.len() + 1 == columns)?;
    // Wide signs stand elsewhere for the eye than for the rules.
    let is_narrow = |row: &Row<'_>| row.cells.iter().all(|cell| width(cell) == cell.chars().count());
    if !is_narrow(upper) || !is_narrow(lower) {
        return None;
    }
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for (at, (heading, begin)) in upper.cells.iter().zip(&upper.stood).enumerate() {
        let first = if at == 0 { 0 } else { lower.stood.partition_point(|column| column < begin) };
        // A heading over no column of its own is a mistake.
        let is_own = first < lower.cells.len() && groups.last().is_none_or(|(_, before)| *before < first + 1);
        groups.push((heading, is_own.then_some(first + 1)?));
    }
    Some(groups)
}

/// A row as it stood, moved with its table.
fn shifted(row: &Row<'_>, base: usize, least: usize) -> Laid {
    written(row, row.stood.iter().map(|stood| base + stood - least))
}

/// A row with its cells at these places.
fn written(row: &Row<'_>, starts: impl Iterator<Item = usize>) -> Laid {
    let mut line = String::new();
    for (cell, start) in row.cells.iter().zip(starts) {
        line.extend(std::iter::repeat_n(' ', start.saturating_sub(width(&line))));
        line.push_str(cell);
    }
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
