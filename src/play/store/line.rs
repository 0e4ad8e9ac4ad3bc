//! Lines between two spaces: a row of gates, in whole numbers and the same on every machine (language reference, 3.14).
//!
//! Each space is a polygon whose corners have whole coordinates. The sign of the cross product of the line and a corner
//! tells on which side of the line the corner lies. With corners on both sides the line passes through the space; with
//! two corners on the line it runs along an edge; with one it only touches the space.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::store::world::World;

/// Corners of a hex around its centre, in axial coordinates times three.
const HEX: [Offset; 6] = [(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)];
/// Corners of a square around its centre, in coordinates times two.
const SQUARE: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// A place relative to the beginning of a line.
pub(in crate::play) type Offset = (i64, i64);
/// One space, or the two between which a line runs.
pub(in crate::play) type Gate = SmallVec<[Offset; 2]>;

/// How a line meets a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    /// It passes through it.
    Through,
    /// It runs along one of its sides.
    Along,
    /// It touches it at a corner, or not at all.
    No,
}

fn meeting(delta: Offset, centre: Offset, corners: &[Offset], scale: i64) -> Meeting {
    let (mut left, mut right, mut on) = (0, 0, 0);
    for corner in corners {
        let (x, y) = (centre.0 * scale + corner.0, centre.1 * scale + corner.1);
        match (delta.0 * y - delta.1 * x).signum() {
            1 => left += 1,
            -1 => right += 1,
            _ => on += 1,
        }
    }
    if left > 0 && right > 0 {
        Meeting::Through
    } else if on == 2 {
        Meeting::Along
    } else {
        Meeting::No
    }
}

/// The spaces that a line of this offset meets, relative to its beginning, nearest first. Each gate has one or two.
pub(in crate::play) fn gates(delta: Offset, hexes: bool) -> Vec<Gate> {
    let steps = |(x, y): Offset| {
        if hexes { (x.abs() + y.abs() + (x + y).abs()) / 2 } else { x.abs().max(y.abs()) }
    };
    // The distance of a centre along the line.
    let along = |(x, y): Offset| {
        if hexes { 2 * (x * delta.0 + y * delta.1) + x * delta.1 + y * delta.0 } else { x * delta.0 + y * delta.1 }
    };
    let length = steps(delta);
    let (corners, scale): (&[Offset], i64) = if hexes { (&HEX, 3) } else { (&SQUARE, 2) };
    let mut met: Vec<(i64, Meeting, Offset)> = Vec::new();
    let reach = |d: i64| (d.min(0) - 1)..=(d.max(0) + 1);
    for x in reach(delta.0) {
        for y in reach(delta.1) {
            let here = (x, y);
            let rest = (delta.0 - x, delta.1 - y);
            if here == (0, 0) || rest == (0, 0) || steps(here) > length || steps(rest) > length {
                continue;
            }
            let meeting = meeting(delta, here, corners, scale);
            let at = along(here);
            if meeting != Meeting::No && at > 0 && at < along(delta) {
                met.push((at, meeting, here));
            }
        }
    }
    met.sort_by_key(|(at, _, here)| (*at, *here));
    let mut gates: Vec<(i64, Meeting, Gate)> = Vec::new();
    for (at, meeting, here) in met {
        match gates.last_mut() {
            Some((last, Meeting::Along, pair)) if meeting == Meeting::Along && *last == at => pair.push(here),
            _ => gates.push((at, meeting, SmallVec::from_iter([here]))),
        }
    }
    // A line along the edge of the map cannot be blocked.
    gates
        .into_iter()
        .filter(|(_, meeting, gate)| *meeting == Meeting::Through || gate.len() == 2)
        .map(|one| one.2)
        .collect()
}

impl World<'_> {
    /// The gates between two spaces of one map or grid; `None` for other spaces.
    pub fn line_between(&self, a: u16, b: u16) -> Value {
        let board = &self.game.board;
        let (from, to) = (&board.spaces[a as usize], &board.spaces[b as usize]);
        let found: Option<Vec<Value>> = match (from.axial, to.axial, from.cell, to.cell) {
            (Some((x, y)), Some((u, v)), ..) => {
                let delta = (i64::from(u - x), i64::from(v - y));
                let find = |(dx, dy): Offset| board.by_axial.get(&(x + dx as i32, y + dy as i32)).copied();
                Some(rows(&self.cache.gates(delta, true), find))
            }
            (_, _, Some((grid, x, y)), Some((other, u, v))) if grid == other => {
                let delta = (i64::from(u) - i64::from(x), i64::from(v) - i64::from(y));
                let find = |(dx, dy): Offset| {
                    let cell = (grid, u16::try_from(i64::from(x) + dx).ok()?, u16::try_from(i64::from(y) + dy).ok()?);
                    board.spaces.iter().position(|space| space.cell == Some(cell)).map(|at| at as u16)
                };
                Some(rows(&self.cache.gates(delta, false), find))
            }
            _ => None,
        };
        Value::Array(found.unwrap_or_default().into())
    }
}

/// The spaces of gates. A gate with a place off the map is always open.
fn rows(gates: &[Gate], find: impl Fn(Offset) -> Option<u16>) -> Vec<Value> {
    let spaces = |gate: &Gate| -> Option<BitSet> { gate.iter().map(|at| find(*at)).collect() };
    gates.iter().filter_map(spaces).map(|set| Value::Set(Domain::Space, set)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_between_two_hexes_is_one_gate_of_two() {
        // Two hexes with two common neighbours see each other along the edge between those.
        let found = gates((1, 1), true);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].as_slice(), [(0, 1), (1, 0)]);
    }

    #[test]
    fn a_straight_row_of_hexes_is_a_row_of_gates() {
        assert_eq!(gates((3, 0), true), [Gate::from_slice(&[(1, 0)]), Gate::from_slice(&[(2, 0)])]);
        assert!(gates((1, 0), true).is_empty());
    }

    #[test]
    fn lines_are_the_same_both_ways() {
        for x in -9i64..=9 {
            for y in -9i64..=9 {
                for hexes in [true, false] {
                    let sets = |found: Vec<Gate>, back: bool| {
                        let turn = |(u, v): Offset| if back { (x + u, y + v) } else { (u, v) };
                        let mut sets: Vec<Vec<Offset>> = found
                            .iter()
                            .map(|gate| {
                                let mut gate: Vec<_> = gate.iter().map(|at| turn(*at)).collect();
                                gate.sort_unstable();
                                gate
                            })
                            .collect();
                        sets.sort();
                        sets
                    };
                    assert_eq!(sets(gates((x, y), hexes), false), sets(gates((-x, -y), hexes), true), "{x} {y}");
                    assert!(gates((x, y), hexes).iter().all(|gate| gate.len() <= 2));
                }
            }
        }
    }

    #[test]
    fn diagonals_of_squares_pass_corners_freely() {
        assert_eq!(gates((2, 2), false), [Gate::from_slice(&[(1, 1)])]);
        assert_eq!(gates((2, 0), false), [Gate::from_slice(&[(1, 0)])]);
    }
}
