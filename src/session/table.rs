//! Tables with aligned columns.

use crate::draw::Line;

/// The width of a table on a wide screen.
pub(super) const WIDTH: usize = 80;

/// Rows with aligned columns, indented by a number of spaces, with two spaces between columns. Text too long for the
/// last column continues below it.
pub(super) fn table(rows: Vec<Vec<Line>>, indent: usize) -> Vec<Line> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(Line::width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let last_column: usize = widths.iter().rev().skip(1).filter(|width| **width > 0).map(|width| width + 2).sum();
    let lines = rows.into_iter().map(|row| {
        let mut line = Line::plain(" ".repeat(indent));
        let end = row.len().saturating_sub(1);
        for (at, cell) in row.into_iter().enumerate() {
            if at < end && widths[at] > 0 {
                line.append(cell.padded(widths[at] + 2));
            } else {
                line.append(cell);
            }
        }
        line.hanging(indent + last_column)
    });
    lines.collect()
}

/// The same in as many blocks as a screen of this width needs: columns that do not fit on a line begin a new block,
/// with the first column repeated.
pub(super) fn blocks(rows: &[Vec<Line>], indent: usize, wide: usize) -> Vec<Line> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(Line::width).max().unwrap_or(0) + 2;
    let mut found = Vec::new();
    let mut from = 1;
    while from < columns {
        let mut to = from + 1;
        while to < columns && indent + (0..=to).filter(|at| *at == 0 || *at >= from).map(width).sum::<usize>() <= wide {
            to += 1;
        }
        let part = |row: &Vec<Line>| -> Vec<Line> {
            row.first().into_iter().chain(row.get(from..to.min(row.len())).unwrap_or_default()).cloned().collect()
        };
        found.extend(table(rows.iter().map(part).collect(), indent));
        from = to;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_room_are_a_block_of_their_own() {
        let row = |cells: &[&str]| cells.iter().map(|cell| Line::plain(*cell)).collect::<Vec<_>>();
        let wide = "a heading of thirty columns ..";
        let lines = blocks(&[row(&["", wide, wide, wide]), row(&["Red", "1", "2", "3"])], 0, WIDTH);
        let lines: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[1].starts_with("Red  1") && lines[1].ends_with('2') && lines[3] == "Red  3", "{lines:?}");
    }

    #[test]
    fn a_long_last_word_continues_farther_left() {
        let path = "rules/bretagne/12-resources-of-the-duchy.ori:17";
        let rows = vec![vec![Line::plain("9"), Line::plain("most are mercenaries of a side"), Line::plain(path)]];
        let lines = table(rows, 2).into_iter().flat_map(|line| line.wrapped(WIDTH, 4));
        let lines: Vec<String> = lines.map(|line| line.text()).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
        assert!(lines[1].ends_with(path) && lines[1].starts_with("    "), "{lines:?}");
    }
}
