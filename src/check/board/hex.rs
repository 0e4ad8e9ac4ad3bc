//! Hex maps: numbered spaces; their sides and corners are the hours of a clock.

use crate::model::board::{Direction, Space};
use crate::syntax::ast::{self, HexesTop, LowLines};

use super::super::builder::GameBuilder;
use super::super::error;

/// The names of the twelve hours.
pub(crate) const HOURS: [&str; 12] = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"];

/// Declares the hexes of a map, row by row, and the six directions of their sides.
pub(crate) fn declare_hexes(builder: &mut GameBuilder, hexes: &ast::Hexes) {
    builder.cites(&hexes.cites);
    let pattern = hexes.numbered.as_ref().map_or("CCRR", |name| name.text.as_str());
    let digits = |letter: char| pattern.chars().filter(|&sign| sign == letter).count();
    let (column_digits, row_digits) = (digits('C'), digits('R'));
    if column_digits == 0 || row_digits == 0 || column_digits + row_digits != pattern.chars().count() {
        let span = hexes.numbered.as_ref().map_or(hexes.size_span, |name| name.span);
        builder.report(error::board_shape(
            "hexes are numbered by `C` for columns and `R` for rows",
            span,
            "such as `CCRR`",
        ));
    }
    builder.hexes = Some((hexes.top, hexes.low.unwrap_or(LowLines::Even)));
    let count = usize::try_from(u64::from(hexes.columns) * u64::from(hexes.rows)).unwrap_or(usize::MAX);
    if !super::have_room(builder, count, hexes.size_span) {
        return;
    }
    let rows_first = pattern.starts_with('R');
    for row in 1..=hexes.rows as i32 {
        for column in 1..=hexes.columns as i32 {
            let (column_text, row_text) = (format!("{column:0column_digits$}"), format!("{row:0row_digits$}"));
            let name = if rows_first { row_text + column_text.as_str() } else { column_text + row_text.as_str() };
            builder.game.board.spaces.push(Space {
                titles: vec![name.clone(); builder.game.sides.len()],
                title: name.clone(),
                name: crate::source::plain(&name),
                hex: Some((column, row)),
                axial: Some(axial((column, row), hexes.top, hexes.low.unwrap_or(LowLines::Even))),
                span: hexes.span,
                ..Space::default()
            });
        }
    }
    let first = match hexes.top {
        HexesTop::Flat => 0,
        HexesTop::Pointed => 1,
    };
    let direction =
        |hour: usize, corner: bool| Direction { name: HOURS[hour].to_owned(), half_hours: hour as u8 * 2, corner };
    let sides = (0..6).map(|side| direction(first + side * 2, false));
    // There is a corner between each two sides.
    let corners = (0..6).map(|side| direction((first + 1 + side * 2) % 12, true));
    let mut corners: Vec<Direction> = corners.collect();
    corners.sort_by_key(|corner| corner.half_hours);
    builder.game.board.directions = sides.chain(corners).collect();
}

/// The number of the hex beyond one side of another; `hour` is the side's hour.
pub(crate) fn beyond((column, row): (i32, i32), hour: u8, top: HexesTop, low: LowLines) -> (i32, i32) {
    let lies_low = |line: i32| (line % 2 == 0) == (low == LowLines::Even);
    match top {
        HexesTop::Flat => {
            let down = i32::from(lies_low(column));
            match hour {
                0 => (column, row - 1),
                2 => (column + 1, row - 1 + down),
                4 => (column + 1, row + down),
                6 => (column, row + 1),
                8 => (column - 1, row + down),
                _ => (column - 1, row - 1 + down),
            }
        }
        HexesTop::Pointed => {
            let right = i32::from(lies_low(row));
            match hour {
                1 => (column + right, row - 1),
                3 => (column + 1, row),
                5 => (column + right, row + 1),
                7 => (column - 1 + right, row + 1),
                9 => (column - 1, row),
                _ => (column - 1 + right, row - 1),
            }
        }
    }
}

/// The axial coordinates of a hex, from its number.
pub(crate) fn axial((column, row): (i32, i32), top: HexesTop, low: LowLines) -> (i32, i32) {
    let lies_low = |line: i32| i32::from((line % 2 == 0) == (low == LowLines::Even));
    match top {
        HexesTop::Flat => {
            // Twice the height of the hex's centre: each row of hexes is two half hexes high.
            let height = 2 * row + lies_low(column);
            (column, (height - column).div_euclid(2))
        }
        HexesTop::Pointed => {
            let width = 2 * column + lies_low(row);
            (row, (width - row).div_euclid(2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::board::between_hexes;

    #[test]
    fn distance_counts_the_steps_between_hexes() {
        for top in [HexesTop::Flat, HexesTop::Pointed] {
            for low in [LowLines::Even, LowLines::Odd] {
                let distance = |a, b| between_hexes(axial(a, top, low), axial(b, top, low));
                for start in [(5, 5), (6, 5), (6, 6), (5, 6)] {
                    let hours = if top == HexesTop::Flat { [0, 2, 4, 6, 8, 10] } else { [1, 3, 5, 7, 9, 11] };
                    for (index, &hour) in hours.iter().enumerate() {
                        let one = beyond(start, hour, top, low);
                        let straight = beyond(one, hour, top, low);
                        let bent = beyond(one, hours[(index + 1) % 6], top, low);
                        let back = beyond(one, hours[(index + 3) % 6], top, low);
                        assert_eq!(distance(start, one), 1);
                        assert_eq!(distance(start, straight), 2);
                        assert_eq!(distance(start, bent), 2);
                        assert_eq!(back, start);
                    }
                }
            }
        }
    }
}
