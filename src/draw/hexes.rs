//! Maps of hexes: staggered rows or columns of signs, and a list of who stands where.

use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role};
use super::{boxes, glyph};

/// How hexes lie.
struct Lie {
    /// Whether columns are straight and their hexes shifted up and down (flat tops).
    flat: bool,
    /// Whether odd columns (of flat hexes), or odd rows, are shifted.
    odd_shifted: bool,
}

/// A map of hexes.
pub(super) fn draw(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let hexes: Vec<(u16, i32, i32)> = (board.spaces.iter().enumerate())
        .filter_map(|(at, space)| space.hex.map(|(column, row)| (at as u16, column, row)))
        .collect();
    let range = |values: &mut dyn Iterator<Item = i32>| {
        values.fold(None, |range: Option<(i32, i32)>, n| match range {
            Some((low, high)) => Some((low.min(n), high.max(n))),
            None => Some((n, n)),
        })
    };
    let columns = range(&mut hexes.iter().map(|(_, column, _)| *column));
    let rows = range(&mut hexes.iter().map(|(_, _, row)| *row));
    let (Some((left, right)), Some((top, bottom))) = (columns, rows) else { return Vec::new() };
    let at = |column: i32, row: i32| hexes.iter().find(|hex| hex.1 == column && hex.2 == row).map(|hex| hex.0);
    let lie = lie(world, &hexes);
    let mut lines = Vec::new();
    for row in top..=bottom {
        // Flat hexes take two lines: the columns that are shifted stand on the second.
        for half in 0..=i32::from(lie.flat) {
            let mut line = Line::of(Role::Dim, if half == 0 { format!("{row:>3} ") } else { "    ".to_owned() });
            if !lie.flat && shifted(row, lie.odd_shifted) {
                line.push(Role::Plain, " ");
            }
            for column in left..=right {
                let here = !lie.flat || i32::from(shifted(column, lie.odd_shifted)) == half;
                let sign = match at(column, row).filter(|_| here) {
                    Some(space) => sign(world, space, frame),
                    None => Line::new(),
                };
                line.append(sign.padded(2));
            }
            lines.push(line.cut(frame.width));
        }
    }
    let mut foot = Line::of(Role::Dim, "    ");
    for column in left..=right {
        let text = if column % 5 == 0 || right - left < 10 { format!("{column}") } else { String::new() };
        foot.push(Role::Dim, format!("{text:<2}").chars().take(2).collect::<String>());
    }
    lines.push(foot.cut(frame.width));
    for (space, ..) in &hexes {
        if let Some(here) = boxes::pieces(world, *space) {
            let mut line = Line::of(Role::Title, format!("{} ", world.space_title(*space, frame.names)));
            line.append(here);
            lines.push(line);
        }
    }
    lines
}

fn sign(world: &World<'_>, space: u16, frame: &Frame) -> Line {
    match world.index.at[space as usize].first() {
        Some(piece) => glyph::letter(world, piece, frame),
        None => glyph::bare_space(world, space),
    }
}

fn shifted(n: i32, odd: bool) -> bool {
    (n.rem_euclid(2) == 1) == odd
}

/// How the hexes lie, read from their neighbours: flat ones have a neighbour due north. The neighbour to the north-east
/// of a hex that is shifted down bears the same row number, as does that of a row shifted to the right.
fn lie(world: &World<'_>, hexes: &[(u16, i32, i32)]) -> Lie {
    let board = &world.game.board;
    let toward = |half_hours: u8| {
        let at = board.directions.iter().position(|one| one.half_hours == half_hours)?;
        board.toward.get(at)
    };
    let flat = toward(0).is_some_and(|next| next.iter().any(Option::is_some));
    let place = |space: u16| board.spaces[space as usize].hex;
    let aslant = toward(if flat { 4 } else { 2 });
    let found = hexes.iter().find_map(|(space, column, row)| {
        let next = *aslant?.get(*space as usize)?;
        let (other_column, other_row) = place(next?)?;
        let odd = (if flat { column } else { row }).rem_euclid(2) == 1;
        let is_shifted = if flat { other_row == *row } else { other_column != *column };
        Some(odd == is_shifted)
    });
    Lie { flat, odd_shifted: found.unwrap_or(true) }
}
