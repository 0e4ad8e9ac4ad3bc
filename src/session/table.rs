//! Tables with aligned columns.

use crate::draw::Line;

/// The maximum width of a table.
pub(super) const WIDTH: usize = 80;
/// The minimum width of the last column. In a narrower one, continued lines begin further left.
const LEAST: usize = 24;

/// Rows with aligned columns, indented by a number of spaces, with two spaces between columns. Text too long for the
/// last column continues below.
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
