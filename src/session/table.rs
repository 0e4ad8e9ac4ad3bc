//! Rows of columns, set one below the other.

use crate::draw::Line;

/// How wide a table is at most.
const WIDTH: usize = 80;
/// The last column keeps at least so much; otherwise its lines begin further left.
const LEAST: usize = 24;

/// Rows with aligned columns, indented by a number of blanks; two blanks between columns. What is too long in
/// the last column goes on below itself.
pub(super) fn table(rows: Vec<Vec<Line>>, indent: usize) -> Vec<Line> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(Line::width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let last: usize = widths.iter().rev().skip(1).filter(|width| **width > 0).map(|width| width + 2).sum();
    let hang = (indent + last).min(WIDTH - LEAST);
    let lines = rows.into_iter().flat_map(|row| {
        let mut line = Line::plain(" ".repeat(indent));
        let last = row.len().saturating_sub(1);
        for (at, cell) in row.into_iter().enumerate() {
            if at < last && widths[at] > 0 {
                line.append(cell.padded(widths[at] + 2));
            } else {
                line.append(cell);
            }
        }
        line.wrapped(WIDTH, hang)
    });
    lines.collect()
}
