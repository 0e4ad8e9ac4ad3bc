//! The positions of a board's spaces in a picture.

use crate::play::World;

use super::board::{Frame, layout};
use super::hexes::Map;
use crate::model::id::GridId;

/// The distance from the middle of a hex to a corner.
const RADIUS: f64 = 26.0;
/// The size of a counter on a hex.
pub(super) const COUNTER: (f64, f64) = (27.0, 22.0);
/// The size of a counter on a grid or network, with room for a label and the printed numbers below it.
pub(super) const CARD: (f64, f64) = (50.0, 30.0);
/// The gap between two counters.
pub(super) const GAP: f64 = 4.0;
/// The height above the counters of an area, for its name.
pub(super) const HEAD: f64 = 20.0;
/// The margin of an area.
pub(super) const MARGIN: f64 = 7.0;
/// The most counters side by side in a space of a grid or network.
const ABREAST: usize = 4;

/// A space in a picture.
pub(super) struct Spot {
    /// The space.
    pub space: u16,
    /// The x coordinate of its middle.
    pub x: f64,
    /// The y coordinate of its middle.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// True if it is a hex.
    pub is_hex: bool,
    /// True if a hex has a flat top.
    pub flat: bool,
}

impl Spot {
    /// Half of its height.
    pub(super) fn half_height(&self) -> f64 {
        self.height / 2.0
    }

    /// Its corners, clockwise. A hex starts with the first corner after twelve o'clock.
    pub(super) fn corners(&self) -> Vec<(f64, f64)> {
        if !self.is_hex {
            let (w, h) = (self.width / 2.0, self.height / 2.0);
            return vec![
                (self.x - w, self.y - h),
                (self.x + w, self.y - h),
                (self.x + w, self.y + h),
                (self.x - w, self.y + h),
            ];
        }
        let first = if self.flat { 2.0 } else { 0.0 };
        (0..6).map(|at| self.corner(first + f64::from(at) * 4.0)).collect()
    }

    /// The point in this direction at the distance of a corner.
    fn corner(&self, half_hours: f64) -> (f64, f64) {
        let angle = half_hours * std::f64::consts::PI / 12.0;
        (self.x + RADIUS * angle.sin(), self.y - RADIUS * angle.cos())
    }

    /// The two ends of the side in this direction. None towards a corner.
    pub(super) fn side(&self, half_hours: u8) -> Option<((f64, f64), (f64, f64))> {
        let is_side = half_hours % 4 == if self.flat { 0 } else { 2 };
        let at = f64::from(half_hours);
        (self.is_hex && is_side).then(|| (self.corner(at - 2.0), self.corner(at + 2.0)))
    }
}

/// The bounds of all spots: left, top, right, bottom.
pub(super) fn bounds(spots: &[Spot]) -> (f64, f64, f64, f64) {
    spots.iter().fold((0.0, 0.0, 1.0, 1.0), |(left, top, right, bottom): (f64, f64, f64, f64), spot| {
        let (w, h) = (spot.width / 2.0, spot.height / 2.0);
        let begun = right - left > 1.0;
        if begun {
            (left.min(spot.x - w), top.min(spot.y - h), right.max(spot.x + w), bottom.max(spot.y + h))
        } else {
            (spot.x - w, spot.y - h, spot.x + w, spot.y + h)
        }
    })
}

/// The spaces of a board: hexes in place, then grids in reading order, then all others in rows. Boxes without pieces
/// are omitted, as are empty grids other than the main one.
pub(super) fn spots(world: &World<'_>, map: Option<&Map>, frame: &Frame) -> Vec<Spot> {
    let board = &world.game.board;
    let mut spots = match map {
        Some(map) => hexes(map),
        None => Vec::new(),
    };
    for grid in 0..board.grids.len() {
        let layout = layout(world, GridId(grid as u16), frame);
        let cells: Vec<u16> = layout.rows.iter().flatten().flatten().copied().collect();
        // Only the main grid is drawn when empty.
        if grid > 0 && cells.iter().all(|space| world.index.at[usize::from(*space)].is_empty()) {
            continue;
        }
        let width = room(world, &cells).0;
        let mut top = below(&spots);
        for line in &layout.rows {
            let height = room(world, &line.iter().flatten().copied().collect::<Vec<u16>>()).1;
            for (column, space) in line.iter().enumerate() {
                let x = (column as f64 + 0.5) * width;
                spots.extend(space.map(|space| plain(space, (x, top + height / 2.0), (width, height))));
            }
            top += height;
        }
    }
    let is_listed = |at: &usize| {
        let space = &board.spaces[*at];
        space.cell.is_none() && space.hex.is_none() && (!space.is_box || !world.index.at[*at].is_empty())
    };
    let listed: Vec<u16> = (0..board.spaces.len()).filter(is_listed).map(|at| at as u16).collect();
    if !listed.is_empty() {
        let top = below(&spots);
        let (width, height) = room(world, &listed);
        let columns = (listed.len() as f64).sqrt().ceil().clamp(1.0, 8.0) as usize;
        // The gaps leave room for the lines between spaces.
        let gap = if listed.iter().any(|space| !board.spaces[*space as usize].is_box) { 26.0 } else { 6.0 };
        for (at, space) in listed.iter().enumerate() {
            let x = ((at % columns) as f64 + 0.5) * (width + gap);
            let y = top + ((at / columns) as f64 + 0.5) * (height + gap);
            spots.push(plain(*space, (x, y), (width, height)));
        }
    }
    spots
}

fn plain(space: u16, (x, y): (f64, f64), (width, height): (f64, f64)) -> Spot {
    Spot { space, x, y, width, height, is_hex: false, flat: false }
}

/// The y coordinate at which the next part of the board begins.
fn below(spots: &[Spot]) -> f64 {
    if spots.is_empty() { 0.0 } else { bounds(spots).3 + 14.0 }
}

/// The width and height needed by the fullest of these spaces.
fn room(world: &World<'_>, spaces: &[u16]) -> (f64, f64) {
    let most = spaces.iter().map(|space| world.index.at[usize::from(*space)].count()).max().unwrap_or(0);
    let rows = most.div_ceil(ABREAST) as f64;
    let abreast = if most > 2 { ABREAST } else { 2 } as f64;
    let width = 2.0 * MARGIN + abreast * (CARD.0 + GAP) - GAP;
    (width, HEAD + rows * (CARD.1 + GAP) + MARGIN + if rows > 0.0 { 0.0 } else { 9.0 })
}

fn hexes(map: &Map) -> Vec<Spot> {
    let long = RADIUS * 3.0_f64.sqrt();
    let spot = |space: u16, column: i32, row: i32| {
        let (column, row) = (f64::from(column), f64::from(row));
        let half = |line: f64| if map.is_shifted(line as i32) { 0.5 } else { 0.0 };
        let (x, y, width, height) = if map.flat {
            (column * RADIUS * 1.5, (row + half(column)) * long, RADIUS * 2.0, long)
        } else {
            ((column + half(row)) * long, row * RADIUS * 1.5, long, RADIUS * 2.0)
        };
        Spot { space, x, y, width, height, is_hex: true, flat: map.flat }
    };
    map.within(map.all).into_iter().map(|(space, column, row)| spot(space, column, row)).collect()
}
