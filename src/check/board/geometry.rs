//! Geometry of the ground: the next space in each direction, neighbours, distances.

use rustc_hash::FxHashMap;

use crate::model::board::{Board, Distances};
use crate::model::game::Game;
use crate::model::id::{Domain, GridId};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::super::builder::GameBuilder;
use super::hex;

/// Fills in `toward` and `neighbours`; distances follow when the links are known.
pub(crate) fn connect(builder: &mut GameBuilder) {
    let hexes = builder.hexes;
    let board = &mut builder.game.board;
    let cells: FxHashMap<(GridId, i32, i32), u16> = board
        .spaces
        .iter()
        .enumerate()
        .filter_map(|(index, space)| {
            space.cell.map(|(grid, column, row)| ((grid, i32::from(column), i32::from(row)), index as u16))
        })
        .collect();
    let numbers: FxHashMap<(i32, i32), u16> =
        board.spaces.iter().enumerate().filter_map(|(index, space)| Some((space.hex?, index as u16))).collect();
    let next = |board: &Board, space: usize, half_hours: u8| -> Option<u16> {
        if let Some((grid, column, row)) = board.spaces[space].cell {
            let (right, up) = offset(half_hours)?;
            return cells.get(&(grid, i32::from(column) + right, i32::from(row) + up)).copied();
        }
        let (top, low) = hexes?;
        numbers.get(&hex::beyond(board.spaces[space].hex?, half_hours / 2, top, low)).copied()
    };
    board.by_axial = board.spaces.iter().zip(0u16..).filter_map(|(space, index)| Some((space.axial?, index))).collect();
    board.toward = board
        .directions
        .iter()
        .map(|direction| {
            let step = |space| if direction.corner { None } else { next(board, space, direction.half_hours) };
            (0..board.spaces.len()).map(step).collect()
        })
        .collect();
    board.neighbours = (0..board.spaces.len())
        .map(|space| {
            let on_grid = board.spaces[space].cell.is_some();
            let mut set = BitSet::new();
            for (direction, toward) in board.directions.iter().zip(&board.toward) {
                // Cells of a grid are neighbours if they share a side.
                if !on_grid || direction.half_hours % 6 == 0 {
                    toward[space].into_iter().for_each(|to| set.insert(to));
                }
            }
            set
        })
        .collect();
}

/// A step on a grid: columns to the right, rows up.
fn offset(half_hours: u8) -> Option<(i32, i32)> {
    Some(match half_hours {
        0 => (0, 1),
        3 => (1, 1),
        6 => (1, 0),
        9 => (1, -1),
        12 => (0, -1),
        15 => (-1, -1),
        18 => (-1, 0),
        21 => (-1, 1),
        _ => return None,
    })
}

/// Makes linked spaces of a network neighbours, then prepares distances.
pub(crate) fn measure(builder: &mut GameBuilder) {
    let hexes = builder.hexes;
    let board = &mut builder.game.board;
    let is_ground = |space: &crate::model::board::Space| space.cell.is_some() || space.hex.is_some() || space.is_box;
    for space in 0..board.spaces.len() {
        if !is_ground(&board.spaces[space]) {
            for link in &board.links {
                for side in &link.steps {
                    for &to in side.get(space).map_or(&[][..], Vec::as_slice) {
                        board.neighbours[space].insert(to);
                        board.neighbours[to as usize].insert(space as u16);
                    }
                }
            }
        }
    }
    board.beside = board.neighbours.iter().map(|near| near.iter().collect()).collect();
    // Boxes beside a hex map have no neighbours.
    let only_hexes = hexes.is_some() && board.spaces.iter().all(|space| space.hex.is_some() || space.is_box);
    board.distances = if only_hexes { Distances::default() } else { Distances::over_neighbours(board.spaces.len()) };
}

/// Fills in the spaces of the values of lists, by column, row or printed fact.
pub(crate) fn fill_lists(game: &mut Game) {
    let mut of_lists: Vec<Vec<BitSet>> =
        game.lists.iter().map(|list| vec![BitSet::new(); list.members.len()]).collect();
    let mut belongs = |list: usize, value: u16, space: usize| {
        if let Some(spaces) = of_lists.get_mut(list).and_then(|values| values.get_mut(usize::from(value))) {
            spaces.insert(space as u16);
        }
    };
    for (at, space) in game.board.spaces.iter().enumerate() {
        if let Some((grid, column, row)) = space.cell {
            let grid = &game.board.grids[grid.at()];
            belongs(grid.columns.at(), column, at);
            belongs(grid.rows.at(), row, at);
        }
        for (list, fact) in (0..game.lists.len() as u16)
            .flat_map(|list| game.facts_of_list(Domain::Space, list).map(move |fact| (list, fact)))
        {
            let value = game.space_facts.get(at).and_then(|facts| facts.get(fact.at()));
            if let Some(Value::Ref(thing)) = value {
                belongs(usize::from(list), thing.index, at);
            }
        }
    }
    game.board.of_lists = of_lists;
    game.board.rays = vec![vec![Default::default(); game.board.spaces.len()]; game.board.directions.len()];
}
