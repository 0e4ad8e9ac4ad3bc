//! The part of a map to show: the window follows the open decision, or else the densest part of the board.

use crate::play::World;

use super::board::{Area, Frame};
use super::hexes::Map;

/// The columns that the row numbers take at both edges.
pub(super) const MARGIN: usize = 4;
/// The lines that column numbers and the text below the map take.
const BELOW: usize = 8;
/// The minimum number of columns and rows of a window, if there is room.
const LEAST: (i32, i32) = (5, 5);
/// The step, in columns and rows, by which a window moves. It keeps the window from jumping at every decision.
const STRIDE: i32 = 4;

/// A part of a map: columns and rows, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Window {
    /// The smallest window that contains all of these.
    pub(super) fn around(places: impl Iterator<Item = (i32, i32)>) -> Option<Window> {
        places.fold(None, |window: Option<Window>, (column, row)| {
            let window = window.unwrap_or(Window { left: column, top: row, right: column, bottom: row });
            Some(Window {
                left: window.left.min(column),
                top: window.top.min(row),
                right: window.right.max(column),
                bottom: window.bottom.max(row),
            })
        })
    }

    /// True if a hex lies in it.
    pub(super) fn has(self, (column, row): (i32, i32)) -> bool {
        (self.left..=self.right).contains(&column) && (self.top..=self.bottom).contains(&row)
    }

    /// The number of columns.
    pub(super) fn columns(self) -> i32 {
        self.right - self.left + 1
    }

    /// The number of rows.
    pub(super) fn rows(self) -> i32 {
        self.bottom - self.top + 1
    }
}

/// The window for a frame, for hexes of a given width.
pub(super) fn choose(world: &World<'_>, map: &Map, frame: &Frame, width: usize) -> Window {
    let room = frame.width.saturating_sub(2 * MARGIN + 2);
    // Rows of pointed hexes are shifted by half a hex.
    let columns = if map.flat { room / (width + 1) } else { (room * 2 / (width + 1)).saturating_sub(1) / 2 };
    let columns = i32::try_from(columns.max(1)).unwrap_or(i32::MAX).min(map.all.columns());
    let rows = (frame.height.saturating_sub(BELOW) / 2).max(4);
    let rows = i32::try_from(rows).unwrap_or(i32::MAX).min(map.all.rows());
    let places =
        |spaces: &[u16]| -> Vec<(i32, i32)> { spaces.iter().filter_map(|space| map.place(world, *space)).collect() };
    match &frame.area {
        Area::These(spaces) => {
            let places = places(spaces);
            match Window::around(places.iter().copied()) {
                // A small area is shown with its surroundings. A single place gets all the room there is.
                Some(wanted) => {
                    let alone = wanted.columns() == 1 && wanted.rows() == 1;
                    let least = if alone { (columns, rows) } else { LEAST };
                    let wide = wanted.columns().max(least.0).min(columns);
                    let high = wanted.rows().max(least.1).min(rows);
                    // An area that is too large is shown from its upper left corner.
                    let left = wanted.left - (wide - wanted.columns()).max(0) / 2;
                    let top = wanted.top - (high - wanted.rows()).max(0) / 2;
                    fit(map, (left, top), wide, high)
                }
                None => follow(map, &standing(world, map), columns, rows),
            }
        }
        Area::Follow(spaces) => {
            let wanted = places(spaces);
            let wanted = if wanted.is_empty() { standing(world, map) } else { wanted };
            follow(map, &wanted, columns, rows)
        }
        Area::All => map.all,
    }
}

/// The positions of all pieces, one entry for each piece.
fn standing(world: &World<'_>, map: &Map) -> Vec<(i32, i32)> {
    let pieces = world.state.pieces.iter();
    pieces.filter_map(|piece| map.place(world, piece.space)).collect()
}

/// The window with the most of these places. Among equals, the one with them nearest its middle.
fn follow(map: &Map, wanted: &[(i32, i32)], columns: i32, rows: i32) -> Window {
    let middle =
        |values: Vec<i32>| values.iter().map(|value| i64::from(*value)).sum::<i64>() / values.len().max(1) as i64;
    let stride = |n: i32| n.div_euclid(STRIDE) * STRIDE;
    let mut best: Option<(usize, i64, Window)> = None;
    let mut tried = Vec::new();
    for (column, row) in wanted {
        let corner = (stride(column - columns / 2 + STRIDE / 2), stride(row - rows / 2 + STRIDE / 2));
        // A place near the left or upper edge is only reached by a window that begins there.
        for corner in [corner, (stride(*column - 1), stride(*row - 1))] {
            if tried.contains(&corner) {
                continue;
            }
            tried.push(corner);
            let window = fit(map, corner, columns, rows);
            let held: Vec<(i32, i32)> = wanted.iter().copied().filter(|place| window.has(*place)).collect();
            let off = (middle(held.iter().map(|place| place.0).collect()) - i64::from(window.left + columns / 2)).abs()
                + (middle(held.iter().map(|place| place.1).collect()) - i64::from(window.top + rows / 2)).abs();
            if best.is_none_or(|(count, least, _)| held.len() > count || held.len() == count && off < least) {
                best = Some((held.len(), off, window));
            }
        }
    }
    match best {
        Some((_, _, window)) => window,
        None => fit(map, (map.all.left, map.all.top), columns, rows),
    }
}

/// A window of this size, pushed back onto the map.
fn fit(map: &Map, (left, top): (i32, i32), columns: i32, rows: i32) -> Window {
    let left = left.min(map.all.right - columns + 1).max(map.all.left);
    let top = top.min(map.all.bottom - rows + 1).max(map.all.top);
    Window { left, top, right: left + columns - 1, bottom: top + rows - 1 }
}
