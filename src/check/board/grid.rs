//! Grids of cells or areas, with named rows and columns that a side may read from the opposite edge.

use crate::model::board::{Direction, Grid, Space};
use crate::model::game::{ListOrigin, Member};
use crate::model::id::{GridId, ListId};
use crate::model::set::BitSet;
use crate::source::plain;
use crate::syntax::ast::{self, GridList};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::list::add_list;
use super::super::reserved::list_name;
use super::super::subject::side_of;

/// The maximum number of columns or rows of a grid.
const MOST_LINES: u32 = 255;

/// The eight directions of a grid, clockwise; ahead of the first side is twelve o'clock.
const DIRECTIONS: [(&str, u8); 8] =
    [("N", 0), ("NE", 3), ("E", 6), ("SE", 9), ("S", 12), ("SW", 15), ("W", 18), ("NW", 21)];

/// Declares a grid: its spaces, row by row from the first side's edge, and the lists of its columns and rows.
pub(crate) fn declare_grid(builder: &mut GameBuilder, grid: &ast::Grid) {
    let id = GridId(builder.game.board.grids.len() as u16);
    builder.cites(&grid.cites);
    let name = builder.declare(&grid.name);
    let columns = line(
        builder,
        grid,
        grid.column_list.as_ref(),
        grid.columns,
        ListOrigin::Columns(id),
        &format!("{name}_column"),
    );
    let rows = line(builder, grid, grid.row_list.as_ref(), grid.rows, ListOrigin::Rows(id), &format!("{name}_row"));
    let turned = grid.turned_for.as_ref().and_then(|side| side_of(builder, side));
    let width = builder.game.lists[columns.at()].members.len();
    let mut height = builder.game.lists[rows.at()].members.len();
    if !super::have_room(builder, width * height, grid.size_span) {
        height = 0;
    }
    let mut spaces = BitSet::new();
    for row in 0..height {
        for column in 0..width {
            let title = cell_title(builder, columns, rows, column, row);
            let titles: Vec<String> = (0..builder.game.sides.len())
                .map(|side| {
                    if turned == Some(side as u16) {
                        cell_title(builder, columns, rows, width - 1 - column, height - 1 - row)
                    } else {
                        title.clone()
                    }
                })
                .collect();
            spaces.insert(builder.game.board.spaces.len() as u16);
            builder.game.board.spaces.push(Space {
                name: plain(&title),
                title: titles.first().cloned().unwrap_or(title),
                titles,
                cell: Some((id, column as u16, row as u16)),
                span: grid.name.span,
                ..Space::default()
            });
        }
    }
    builder.game.board.grids.push(Grid { name, columns, rows, turned, spaces });
    if builder.game.board.directions.is_empty() {
        builder.game.board.directions = DIRECTIONS
            .iter()
            .map(|&(name, half_hours)| Direction { name: name.to_owned(), half_hours, corner: false })
            .collect();
    }
}

/// `left rear`, but `a1`: a numbered row is written directly after its column.
fn cell_title(builder: &GameBuilder, columns: ListId, rows: ListId, column: usize, row: usize) -> String {
    let column = &builder.game.lists[columns.at()].members[column].title;
    let row = &builder.game.lists[rows.at()].members[row].title;
    if row.starts_with(|sign: char| sign.is_ascii_digit()) {
        format!("{column}{row}")
    } else {
        format!("{column} {row}")
    }
}

/// The list of the columns or rows; unnamed ones are numbered.
fn line(
    builder: &mut GameBuilder,
    grid: &ast::Grid,
    list: Option<&GridList>,
    count: u32,
    origin: ListOrigin,
    otherwise: &str,
) -> ListId {
    let count = builder.counted(Some(count), MOST_LINES, "lines of a grid", grid.size_span).max(1) as usize;
    let member = |title: String| Member { name: plain(&title), title, code: None, doc: None, facts: Vec::new() };
    let Some(list) = list else {
        let members = (1..=count).map(|number| member(number.to_string())).collect();
        return add_list(builder, otherwise, members, origin);
    };
    if list.names.len() != count {
        let what = format!("{} names for {count}", list.names.len());
        let problem = error::board_shape(
            format!("the grid `{}` has {what} of its lines", grid.name.text),
            list.span,
            "these names",
        )
        .also(grid.size_span, "the size");
        builder.report(problem);
    }
    let name = match &list.list {
        Some(name) => list_name(builder, name),
        None => otherwise.to_owned(),
    };
    let members = list.names.iter().map(|word| member(word.text.clone())).collect();
    add_list(builder, &name, members, origin)
}
