//! Hex maps: their geometry, and the choice of picture: a window, the whole map in small, or one hex.

use std::collections::HashMap;

use crate::model::board::Edge;
use crate::model::drawing::LinkSign;
use crate::play::World;

use super::board::{Area, Frame};
use super::overview;
use super::text::Line;
use super::window::{self, Window};
use super::{boxes, counters, edges};

/// A hex map.
pub(super) struct Map {
    /// The spaces by column and row.
    pub hexes: HashMap<(i32, i32), u16>,
    /// The whole map.
    pub all: Window,
    /// True if columns are straight and their hexes shifted up and down (flat tops).
    pub flat: bool,
    /// True if odd columns (of flat hexes), or odd rows, are shifted.
    pub odd_shifted: bool,
}

impl Map {
    /// The map of a board, if it has hexes.
    pub(super) fn of(world: &World<'_>) -> Option<Map> {
        let spaces = &world.game.board.spaces;
        let hexes: HashMap<(i32, i32), u16> =
            spaces.iter().enumerate().filter_map(|(at, space)| Some((space.hex?, at as u16))).collect();
        let all = Window::around(hexes.keys().copied())?;
        let (flat, odd_shifted) = lie(world);
        Some(Map { hexes, all, flat, odd_shifted })
    }

    /// The column and row of a space.
    pub(super) fn place(&self, world: &World<'_>, space: u16) -> Option<(i32, i32)> {
        world.game.board.spaces.get(space as usize)?.hex
    }

    /// True if a column of flat hexes, or a row of pointed ones, is shifted.
    pub(super) fn is_shifted(&self, line: i32) -> bool {
        (line.rem_euclid(2) == 1) == self.odd_shifted
    }

    /// The hexes of a part of the map, row by row.
    pub(super) fn within(&self, window: Window) -> Vec<(u16, i32, i32)> {
        let rows = window.top..=window.bottom;
        let all = rows.flat_map(|row| (window.left..=window.right).map(move |column| (column, row)));
        all.filter_map(|(column, row)| Some((*self.hexes.get(&(column, row))?, column, row))).collect()
    }
}

/// The layout of the hexes, read from their neighbours: true if their tops are flat, and true if odd lines are shifted.
/// Hexes with flat tops have a neighbour due north. If a hex is shifted down, its north-east neighbour has the same row
/// number. If a row is shifted right, its north-east neighbour has another column number.
fn lie(world: &World<'_>) -> (bool, bool) {
    let board = &world.game.board;
    let toward = |half_hours: u8| {
        let at = board.directions.iter().position(|one| one.half_hours == half_hours)?;
        board.toward.get(at)
    };
    let flat = toward(0).is_some_and(|next| next.iter().any(Option::is_some));
    let aslant = toward(if flat { 4 } else { 2 });
    let found = board.spaces.iter().enumerate().find_map(|(at, space)| {
        let (column, row) = space.hex?;
        let next = (*aslant?.get(at)?)?;
        let (other_column, other_row) = board.spaces[next as usize].hex?;
        let odd = (if flat { column } else { row }).rem_euclid(2) == 1;
        let is_shifted = if flat { other_row == row } else { other_column != column };
        Some(odd == is_shifted)
    });
    (flat, found.unwrap_or(true))
}

/// The hex sides that a link crosses or runs along, each given from both hexes: the hex, and the direction in half
/// hours.
pub(super) fn sides_of(world: &World<'_>, sign: &LinkSign) -> Vec<(u16, u8)> {
    let board = &world.game.board;
    let toward = |from: u16, to: u16| {
        let at = board.toward.iter().position(|next| next.get(usize::from(from)) == Some(&Some(to)))?;
        Some((from, board.directions[at].half_hours))
    };
    let edges = edges::drawn(world).filter(|edge| edge.link == sign.link);
    let mut found: Vec<(u16, u8)> =
        edges.flat_map(|Edge { ends: [a, b], .. }| [toward(*a, *b), toward(*b, *a)]).flatten().collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The part of the map selected by the frame.
pub(super) fn draw(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let Some(map) = Map::of(world) else { return Vec::new() };
    if frame.area == Area::All {
        let mut lines = overview::draw(world, &map, frame);
        lines.extend(counters::key(world, &map, map.all, frame, true));
        return lines;
    }
    let width = counters::width(world);
    let window = window::choose(world, &map, frame, width);
    let mut lines = counters::draw(world, &map, window, width, frame);
    lines.extend(counters::stacks(world, &map, window, width, frame));
    match &frame.area {
        // A place that the player names is shown in full.
        Area::These(spaces) if spaces.len() == 1 => {
            lines.extend(spaces.iter().flat_map(|space| boxes::details(world, *space, frame)));
        }
        _ => lines.extend(counters::long_badges(world, &map, window, frame)),
    }
    lines.extend(counters::key(world, &map, window, frame, false));
    lines
}
