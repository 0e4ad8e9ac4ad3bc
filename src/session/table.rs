//! Rows of columns, set one below the other.

use crate::draw::{Line, Role};

/// Rows whose columns stand below each other, moved in by so many blanks; two blanks between columns.
pub(super) fn table(rows: Vec<Vec<Line>>, indent: usize) -> Vec<Line> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(Line::width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let lines = rows.into_iter().map(|row| {
        let mut line = Line::plain(" ".repeat(indent));
        let last = row.len().saturating_sub(1);
        for (at, cell) in row.into_iter().enumerate() {
            if at < last && widths[at] > 0 {
                line.append(cell.padded(widths[at] + 2));
            } else {
                line.append(cell);
            }
        }
        line
    });
    lines.map(|line| if line.text().is_empty() { Line::of(Role::Plain, "") } else { line }).collect()
}
