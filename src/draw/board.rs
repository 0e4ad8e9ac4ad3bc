//! A whole board: its main ground as a picture, smaller grids and boxes as lists.

use crate::model::id::*;
use crate::play::World;

use super::text::Line;
use super::{areas, boxes, cells, glyph, hexes, network};

/// How a board is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// By whose names places are called; none: the first side's.
    pub names: Option<u16>,
    /// Whose edge is at the bottom.
    pub bottom: u16,
    /// How many columns there are.
    pub width: usize,
    /// Whether sides are told apart by colours.
    pub colours: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Frame { names: None, bottom: 0, width: 80, colours: false }
    }
}

/// The board as lines that fit the frame's width.
pub fn board(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let main = (0..board.grids.len()).max_by_key(|at| (board.grids[*at].spaces.count(), usize::MAX - at));
    let mut lines = Vec::new();
    if let Some(main) = main {
        let grid = GridId(main as u16);
        if is_small(world, grid) {
            lines.extend(cells::draw(world, grid, frame));
        } else {
            lines.extend(areas::draw(world, grid, frame));
        }
    } else if board.spaces.iter().any(|space| space.hex.is_some()) {
        lines.extend(hexes::draw(world, frame));
    } else {
        lines.extend(network::draw(world, frame));
    }
    let lists = boxes::draw(world, main.map(|at| GridId(at as u16)), frame);
    if !lists.is_empty() {
        lines.push(Line::new());
        lines.extend(lists);
    }
    if let Some(legend) = glyph::legend(world) {
        lines.push(Line::new());
        lines.push(legend);
    }
    lines.into_iter().flat_map(|line| line.wrapped(frame.width, 4)).collect()
}

/// Whether a grid is drawn with a sign for each space: many columns, and nowhere a crowd.
fn is_small(world: &World<'_>, grid: GridId) -> bool {
    let spaces = &world.game.board.grids[grid.at()].spaces;
    let slots = world.game.board.slots.as_ref().is_some_and(|slots| slots.spaces.meets(spaces));
    let columns = world.game.lists[world.game.board.grids[grid.at()].columns.at()].members.len();
    let crowded = || spaces.iter().any(|space| world.index.at[space as usize].count() > 1);
    !slots && (columns >= 6 || !crowded())
}

/// A grid laid out for the frame: spaces by row from the top, with the names of rows and columns as they are read.
pub(super) struct Layout {
    /// The spaces, row by row from the top.
    pub rows: Vec<Vec<Option<u16>>>,
    /// The names of the rows, from the top.
    pub row_names: Vec<String>,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// Whether the grid is shown from the edge of the side that reads it turned.
    pub turned: bool,
}

/// Lays a grid out: the bottom side's edge below, names as the reading side says them.
pub(super) fn layout(world: &World<'_>, grid: GridId, frame: &Frame) -> Layout {
    let board = &world.game.board;
    let item = &board.grids[grid.at()];
    let names = |list: ListId| -> Vec<String> {
        world.game.lists[list.at()].members.iter().map(|member| member.title.replace('_', " ")).collect()
    };
    let (mut column_names, mut row_names) = (names(item.columns), names(item.rows));
    let (columns, rows) = (column_names.len(), row_names.len());
    let mut cells = vec![vec![None; columns]; rows];
    for space in item.spaces.iter() {
        if let Some((_, column, row)) = board.spaces[space as usize].cell {
            // Row 0 is nearest to the first side.
            let line = rows.checked_sub(1 + row as usize);
            if let Some(cell) = line.and_then(|line| cells.get_mut(line)).and_then(|line| line.get_mut(column as usize))
            {
                *cell = Some(space);
            }
        }
    }
    let turned = item.turned == Some(frame.bottom);
    if turned {
        cells.reverse();
        cells.iter_mut().for_each(|line| line.reverse());
    }
    // Names run from the reader's own edge, wherever it is drawn.
    let reads_turned = item.turned.is_some() && item.turned == frame.names;
    if reads_turned == turned {
        row_names.reverse();
    } else {
        column_names.reverse();
    }
    Layout { rows: cells, row_names, column_names, turned }
}
