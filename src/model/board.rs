//! Boards: grids, hexes and networks with boxes, links and regions, as data.

use std::collections::BTreeMap;

use crate::source::Span;

use super::id::*;
use super::node::Node;
use super::set::BitSet;
use super::value::Value;

/// The board of a game.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Every space, boxes last.
    pub spaces: Vec<Space>,
    /// The grids.
    pub grids: Vec<Grid>,
    /// The kinds of boxes that each side has, with the space of each side.
    pub boxes: Vec<SideBox>,
    /// The regions.
    pub regions: Vec<Region>,
    /// The `///` comments of boxes and regions, by name.
    pub docs: BTreeMap<String, String>,
    /// The links.
    pub links: Vec<Link>,
    /// The single links between two spaces: those of the first link in written order, then those of the next.
    pub edges: Vec<Edge>,
    /// The edges at each space, in the order of `edges`.
    pub edges_at: Vec<Vec<u16>>,
    /// The numbered slots.
    pub slots: Option<SlotRule>,
    /// The slots with names.
    pub named_slots: Option<NamedSlots>,
    /// The directions, clockwise from twelve o'clock: first those that point at sides, then those that point at
    /// corners.
    pub directions: Vec<Direction>,
    /// The next space in each direction: `[direction][space]`.
    pub toward: Vec<Vec<Option<u16>>>,
    /// The hexes by axial coordinates.
    pub by_axial: rustc_hash::FxHashMap<(i32, i32), u16>,
    /// The printed terrain: flags of spaces that are set at the start.
    pub terrain: Vec<(VarId, u16)>,
    /// The neighbours of each space.
    pub neighbours: Vec<BitSet>,
    /// The same as `neighbours`, as rows for fast access to a single space.
    pub beside: Vec<std::sync::Arc<[u16]>>,
    /// The number of steps between spaces.
    pub distances: Distances,
    /// The spaces with each value of each list, by printed column, row or fact. Indexed by position in
    /// [`super::game::Game::lists`], then by value.
    pub of_lists: Vec<Vec<BitSet>>,
    /// The spaces in a direction from a space, by direction, then by space. Computed on first use.
    pub(crate) rays: Vec<Vec<std::sync::OnceLock<std::sync::Arc<[u16]>>>>,
}

/// The number of steps between two spaces through neighbours. On a hex map it is calculated from the coordinates;
/// elsewhere it is computed for each space on first use and cached.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// For each space the number of steps to every other, or `u16::MAX` if there is no path. Empty on a board of hexes
    /// only.
    rows: Vec<std::sync::OnceLock<Box<[u16]>>>,
}

impl Distances {
    /// The distances for a board of `spaces` spaces, not all of them hexes.
    pub fn over_neighbours(spaces: usize) -> Self {
        Distances { rows: vec![std::sync::OnceLock::new(); spaces] }
    }
}

/// The number of steps between two hexes, given their axial coordinates.
pub fn between_hexes((aq, ar): (i32, i32), (bq, br): (i32, i32)) -> u32 {
    let (dq, dr) = (aq.abs_diff(bq), ar.abs_diff(br));
    (dq + dr + (aq - bq + ar - br).unsigned_abs()) / 2
}

impl Board {
    /// The number of steps between two spaces. None if there is no path.
    pub fn distance(&self, a: u16, b: u16) -> Option<u16> {
        let steps = match self.distances.rows.get(usize::from(a)) {
            Some(row) => *row.get_or_init(|| self.flood(a)).get(usize::from(b))?,
            None => {
                let axial = |space: u16| self.spaces.get(usize::from(space)).map(|space| space.axial);
                match (axial(a)?, axial(b)?) {
                    (Some(one), Some(other)) => u16::try_from(between_hexes(one, other)).ok()?,
                    // At least one is a box beside the map.
                    _ if a == b => 0,
                    _ => return None,
                }
            }
        };
        (steps != u16::MAX).then_some(steps)
    }

    /// The number of steps from one space to every other.
    fn flood(&self, from: u16) -> Box<[u16]> {
        let mut row = vec![u16::MAX; self.spaces.len()];
        let (mut edge, mut steps) = (vec![from], 0);
        while !edge.is_empty() {
            edge.retain(|&space| match row.get_mut(usize::from(space)) {
                Some(slot) if *slot == u16::MAX => {
                    *slot = steps;
                    true
                }
                _ => false,
            });
            let near = |&space: &u16| self.beside.get(usize::from(space)).map_or(&[][..], |near| near.as_ref());
            edge = edge.iter().flat_map(near).copied().collect();
            steps += 1;
        }
        row.into()
    }

    /// The spaces in a direction from a space, nearest first, without the space itself.
    pub fn ray(&self, space: u16, direction: u16) -> std::sync::Arc<[u16]> {
        let (direction, space) = (usize::from(direction), usize::from(space));
        let find = || {
            let next = |space: &u16| self.toward.get(direction)?.get(usize::from(*space)).copied().flatten();
            // On a closed ring of spaces the iteration would never end.
            std::iter::successors(next(&(space as u16)), next).take(self.spaces.len()).collect()
        };
        match self.rays.get(direction).and_then(|rays| rays.get(space)) {
            Some(ray) => ray.get_or_init(find).clone(),
            None => find(),
        }
    }

    /// The edge between two spaces: that of this link, or of the first link that joins them.
    pub fn edge(&self, a: u16, b: u16, link: Option<LinkId>) -> Option<u16> {
        let here = self.edges_at.get(usize::from(a))?;
        here.iter().copied().find(|at| {
            let edge = &self.edges[usize::from(*at)];
            edge.beyond(a) == Some(b) && link.is_none_or(|link| edge.link == link)
        })
    }

    /// The number of directions that point at sides of spaces. Those that point at corners come after them.
    pub fn sides(&self) -> usize {
        self.directions.iter().take_while(|direction| !direction.corner).count()
    }

    /// The direction `n` steps further clockwise, among those of its own kind (side or corner).
    pub fn turned(&self, direction: u16, n: i64) -> u16 {
        let sides = self.sides();
        let at = usize::from(direction);
        let (first, count) = if at < sides { (0, sides) } else { (sides, self.directions.len() - sides) };
        let place = (at - first) as i64;
        (first as i64 + (place + n.rem_euclid(count.max(1) as i64)).rem_euclid(count.max(1) as i64)) as u16
    }
}

/// A space.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// Its plain name.
    pub name: String,
    /// The title as seen by the first side.
    pub title: String,
    /// The title as seen by each side.
    pub titles: Vec<String>,
    /// Its position in a grid: column and row.
    pub cell: Option<(GridId, u16, u16)>,
    /// Its position on a hex map: column and row as numbered.
    pub hex: Option<(i32, i32)>,
    /// Its axial coordinates on a hex map, in which a step in a given direction is always the same offset.
    pub axial: Option<(i32, i32)>,
    /// Its box kind and side, if it is a side's box.
    pub side_box: Option<(u16, u16)>,
    /// True if it is a box.
    pub is_box: bool,
    /// Its source span.
    pub span: Span,
}

/// A grid of cells or areas.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its name, the noun of its spaces.
    pub name: String,
    /// The list of its columns.
    pub columns: ListId,
    /// The list of its rows.
    pub rows: ListId,
    /// The side that sees it rotated, from the opposite edge.
    pub turned: Option<u16>,
    /// Its spaces.
    pub spaces: BitSet,
}

/// A kind of box that each side has.
#[derive(Clone, Debug)]
pub struct SideBox {
    /// Its name: `reserve`.
    pub name: String,
    /// The space of each side.
    pub spaces: Vec<u16>,
}

/// A region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its spaces, if listed or computed during compilation.
    pub spaces: BitSet,
}

/// A direction.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Its name: `N`, `NE`.
    pub name: String,
    /// Its angle in half hours on a clock face, clockwise from twelve o'clock.
    pub half_hours: u8,
    /// True if it points at a corner, where there is no adjacent space.
    pub corner: bool,
}

/// Facing: whether pieces face a side or a corner of their space. Arcs are given in hours of the clock.
#[derive(Clone, Debug)]
pub struct Facing {
    /// The word that is true for pieces with a facing.
    pub of: super::node::Term,
    /// The arcs.
    pub arcs: Vec<Arc>,
    /// The directions pieces may face, by position in [`Board::directions`].
    pub directions: Vec<u16>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// An arc: some of the spaces around a piece.
#[derive(Clone, Debug)]
pub struct Arc {
    /// Its name: `front`.
    pub name: String,
    /// The spaces as `[direction][space]`. Empty for a direction that no piece may face.
    pub spaces: Vec<Vec<std::sync::Arc<[u16]>>>,
}

/// Numbered slots.
#[derive(Clone, Debug)]
pub struct SlotRule {
    /// The number of slots each side has in a space.
    pub count: u8,
    /// The word that is true for pieces that use slots.
    pub of: super::node::Term,
    /// The spaces that have them.
    pub spaces: BitSet,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// Slots with names, each holding any number of pieces.
#[derive(Clone, Debug)]
pub struct NamedSlots {
    /// The variable of pieces that holds their slot.
    pub var: VarId,
    /// The slot of a piece that has just entered a space.
    pub first: Value,
    /// The spaces that have them.
    pub spaces: BitSet,
}

impl NamedSlots {
    /// The slot of a piece that has just entered a space.
    pub fn on_entering(&self, space: u16) -> Value {
        if self.spaces.has(space) { self.first.clone() } else { Value::None }
    }
}

/// A link, such as a road, a river or a line of retreat.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The values of its facts, by position in [`super::game::Game::facts`].
    pub facts: Vec<Value>,
    /// The spaces one step away, in written order: `[side][space]`. The same for all sides unless the link differs by
    /// side.
    pub steps: Vec<Vec<Vec<u16>>>,
    /// The conditions on single steps. Local 0 is `from`, local 1 is `to`, local 2 is their `edge`.
    pub conditions: Vec<Condition>,
    /// The state columns that the conditions read.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// An edge: a link between two spaces, whichever way it may be crossed.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The link it is part of.
    pub link: LinkId,
    /// The spaces it joins, in written order.
    pub ends: [u16; 2],
    /// The values of its facts, by position in [`super::game::Game::facts`].
    pub facts: Vec<Value>,
}

impl Edge {
    /// The other end; `None` if this space is not one of its ends.
    pub fn beyond(&self, space: u16) -> Option<u16> {
        match self.ends {
            [a, b] if a == space => Some(b),
            [a, b] if b == space => Some(a),
            _ => None,
        }
    }
}

/// A condition of a link.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The steps it applies to: from, to, and their edge.
    pub steps: Vec<(u16, u16, u16)>,
    /// The condition.
    pub when: Node,
    /// The number of slots needed.
    pub locals: u16,
}
