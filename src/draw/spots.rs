//! Where the spaces of a board lie in a picture.

use crate::play::World;

use super::board::{Frame, layout};
use super::hexes::Map;
use crate::model::id::GridId;

/// From the middle of a hex to a corner.
const RADIUS: f64 = 26.0;
/// How large a counter on a hex is.
pub(super) const COUNTER: (f64, f64) = (27.0, 22.0);
/// How large a space of a grid or network is at least.
const LEAST: (f64, f64) = (92.0, 46.0);
/// How many counters are drawn side by side in a space of a grid or network.
const ABREAST: usize = 4;

/// A space in a picture.
pub(super) struct Spot {
    /// The space.
    pub space: u16,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// From edge to edge.
    pub width: f64,
    /// From edge to edge.
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

    /// Its corners, clockwise; of a hex from the first behind twelve o'clock.
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

    /// The point at a corner's distance in a direction.
    fn corner(&self, half_hours: f64) -> (f64, f64) {
        let angle = half_hours * std::f64::consts::PI / 12.0;
        (self.x + RADIUS * angle.sin(), self.y - RADIUS * angle.cos())
    }

    /// The two ends of the side in a direction; none towards a corner.
    pub(super) fn side(&self, half_hours: u8) -> Option<((f64, f64), (f64, f64))> {
        let is_side = half_hours % 4 == if self.flat { 0 } else { 2 };
        let at = f64::from(half_hours);
        (self.is_hex && is_side).then(|| (self.corner(at - 2.0), self.corner(at + 2.0)))
    }
}

/// The edges of all spots: left, top, right, bottom.
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

/// The spaces of a board: hexes where they lie, grids as they are read, networks row by row; below them every box in
/// that hold pieces.
pub(super) fn spots(world: &World<'_>, map: Option<&Map>, frame: &Frame) -> Vec<Spot> {
    let board = &world.game.board;
    let mut spots = match map {
        Some(map) => hexes(map),
        None => Vec::new(),
    };
    for grid in 0..board.grids.len() {
        let top = below(&spots);
        let layout = layout(world, GridId(grid as u16), frame);
        let cells: Vec<u16> = layout.rows.iter().flatten().flatten().copied().collect();
        let (width, height) = room(world, &cells);
        for (row, line) in layout.rows.iter().enumerate() {
            for (column, space) in line.iter().enumerate() {
                let (x, y) = ((column as f64 + 0.5) * width, top + (row as f64 + 0.5) * height);
                spots.extend(space.map(|space| plain(space, (x, y), (width, height))));
            }
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
        // Space between them lets lines be seen.
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

/// Where the next part of the board begins.
fn below(spots: &[Spot]) -> f64 {
    if spots.is_empty() { 0.0 } else { bounds(spots).3 + 14.0 }
}

/// How large spaces must be for the fullest of them.
fn room(world: &World<'_>, spaces: &[u16]) -> (f64, f64) {
    let most = spaces.iter().map(|space| world.index.at[*space as usize].count()).max().unwrap_or(0);
    let rows = most.div_ceil(ABREAST).max(1) as f64;
    let width = if most > 2 { 8.0 + ABREAST as f64 * 41.0 } else { LEAST.0 };
    (width, (rows * 21.0 + 30.0).max(LEAST.1))
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
