//! Boards: grids, hexes and networks with boxes, links and regions, as data.

use crate::source::Span;

use super::id::*;
use super::node::Node;
use super::set::BitSet;

/// The board of a game.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Every space, boxes last.
    pub spaces: Vec<Space>,
    /// Grids.
    pub grids: Vec<Grid>,
    /// Kinds of boxes that each side has, with the space of each side.
    pub boxes: Vec<SideBox>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Links.
    pub links: Vec<Link>,
    /// Numbered slots.
    pub slots: Option<SlotRule>,
    /// The directions, clockwise from twelve o'clock; those that point at corners come after those of sides.
    pub directions: Vec<Direction>,
    /// The next space in each direction: `[direction][space]`.
    pub toward: Vec<Vec<Option<u16>>>,
    /// The hexes by their coordinates along two axes.
    pub by_axial: rustc_hash::FxHashMap<(i32, i32), u16>,
    /// The terrain that is printed on it: flags of spaces that are up from the beginning.
    pub terrain: Vec<(VarId, u16)>,
    /// Neighbours of each space.
    pub neighbours: Vec<BitSet>,
    /// The same as rows, for those who look at one space only.
    pub beside: Vec<std::sync::Arc<[u16]>>,
    /// Steps between spaces over neighbours.
    pub distances: Distances,
}

/// How many steps over neighbours lie between two spaces. On a map of hexes that is counted from their coordinates; elsewhere it
/// is computed for a space at its first use, and cached.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// For each space the steps to every other, `u16::MAX` where there is no way; empty where hexes are the whole ground.
    rows: Vec<std::sync::OnceLock<Box<[u16]>>>,
}

impl Distances {
    /// Those of a board with that many spaces that are not all hexes.
    pub fn over_neighbours(spaces: usize) -> Self {
        Distances { rows: vec![std::sync::OnceLock::new(); spaces] }
    }
}

/// Steps between two hexes by their axial coordinates.
pub fn between_hexes((aq, ar): (i32, i32), (bq, br): (i32, i32)) -> u32 {
    let (dq, dr) = (aq.abs_diff(bq), ar.abs_diff(br));
    (dq + dr + (aq - bq + ar - br).unsigned_abs()) / 2
}

impl Board {
    /// Steps between two spaces over neighbours; none where no way exists.
    pub fn distance(&self, a: u16, b: u16) -> Option<u16> {
        let steps = match self.distances.rows.get(usize::from(a)) {
            Some(row) => *row.get_or_init(|| self.flood(a)).get(usize::from(b))?,
            None => {
                let axial = |space: u16| self.spaces.get(usize::from(space)).map(|space| space.axial);
                match (axial(a)?, axial(b)?) {
                    (Some(one), Some(other)) => u16::try_from(between_hexes(one, other)).ok()?,
                    // A box beside the map.
                    _ if a == b => 0,
                    _ => return None,
                }
            }
        };
        (steps != u16::MAX).then_some(steps)
    }

    /// The steps from one space to every other.
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

    /// How many directions point at sides of spaces; those that point at corners come after them.
    pub fn sides(&self) -> usize {
        self.directions.iter().take_while(|direction| !direction.corner).count()
    }

    /// The direction that many steps further clockwise, among its own sort.
    pub fn turned(&self, direction: u16, n: i64) -> u16 {
        let sides = self.sides();
        let at = usize::from(direction);
        let (first, count) = if at < sides { (0, sides) } else { (sides, self.directions.len() - sides) };
        let place = (at - first) as i64;
        (first as i64 + (place + n.rem_euclid(count.max(1) as i64)).rem_euclid(count.max(1) as i64)) as u16
    }
}

/// A space.
#[derive(Clone, Debug)]
pub struct Space {
    /// Its plain name.
    pub name: String,
    /// What players read, as the first side sees it.
    pub title: String,
    /// What players read, as each side sees it.
    pub titles: Vec<String>,
    /// Where it lies in a grid: column and row.
    pub cell: Option<(GridId, u16, u16)>,
    /// Where it lies on a map of hexes: column and row as numbered.
    pub hex: Option<(i32, i32)>,
    /// Where it lies on a map of hexes: coordinates along two of its axes, in which all steps are alike.
    pub axial: Option<(i32, i32)>,
    /// Which box of which side it is.
    pub side_box: Option<(u16, u16)>,
    /// True if it is a box.
    pub is_box: bool,
    /// Where it is declared.
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
    /// The side that reads it from the other edge.
    pub turned: Option<u16>,
    /// Its spaces.
    pub spaces: BitSet,
}

/// A box that each side has.
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
    /// Its spaces, where it lists them or could be computed at once.
    pub spaces: BitSet,
}

/// A direction.
#[derive(Clone, Debug)]
pub struct Direction {
    /// Its name: `N`, `NE`.
    pub name: String,
    /// Its place on a clock, in twelfths from twelve o'clock, times two.
    pub half_hours: u8,
    /// True if it points at a corner, and so to no space.
    pub corner: bool,
}

/// How pieces face: towards a side or a corner of their space, with arcs by the hours of the clock.
#[derive(Clone, Debug)]
pub struct Facing {
    /// True if they point at corners.
    pub corner: bool,
    /// Which pieces have a facing: a word of pieces.
    pub of: super::node::Term,
    /// The arcs.
    pub arcs: Vec<Arc>,
    /// The directions in which pieces may face, by place in [`Board::directions`].
    pub directions: Vec<u16>,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// An arc: some of the spaces around a piece.
#[derive(Clone, Debug)]
pub struct Arc {
    /// Its name: `front`.
    pub name: String,
    /// The spaces, by direction of facing and space: `[direction][space]`; empty for directions in which no piece faces.
    pub spaces: Vec<Vec<std::sync::Arc<[u16]>>>,
}

/// Numbered slots.
#[derive(Clone, Debug)]
pub struct SlotRule {
    /// How many each side has in a space.
    pub count: u8,
    /// Whom they are for: a word of pieces.
    pub of: super::node::Term,
    /// The spaces that have them.
    pub spaces: BitSet,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// A link: roads, rivers, ways home.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// One step away as each side sees it: `[side][space]`, in written order. Links that no side sees otherwise are
    /// the same for all.
    pub steps: Vec<Vec<Vec<u16>>>,
    /// Conditions of single steps: from, to, what must hold (`from` is local 0, `to` local 1), slots.
    pub conditions: Vec<Condition>,
    /// True if the conditions depend on readings of rulings only, not on the state.
    pub constant: bool,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// A condition of a link.
#[derive(Clone, Debug)]
pub struct Condition {
    /// From where; `None`: from anywhere.
    pub pairs: Vec<(u16, u16)>,
    /// What must hold.
    pub when: Node,
    /// Slots needed.
    pub locals: u16,
}
