//! Small boards: one sign for each cell, with names along two edges.

use crate::model::id::*;
use crate::play::World;

use super::board::{Frame, layout};
use super::text::{Line, Role, columns};
use super::{glyph, ground, marks};

/// A grid with a sign for each space.
pub(super) fn draw(world: &World<'_>, grid: GridId, frame: &Frame) -> Vec<Line> {
    let layout = layout(world, grid, frame);
    let margin = layout.row_names.iter().map(|name| columns(name)).max().unwrap_or(0) + 1;
    let widest = layout.column_names.iter().map(|name| columns(name)).max().unwrap_or(1);
    let columns = layout.column_names.len().max(1);
    // Wide names are cut to keep the board in one piece.
    let width = (widest + 1).clamp(2, (frame.width.saturating_sub(margin) / columns).max(2));
    let mut lines = Vec::new();
    for (name, cells) in layout.row_names.iter().zip(&layout.rows) {
        let mut line = Line::of(Role::Dim, format!("{name:>margin$} ", margin = margin - 1));
        for cell in cells {
            let sign = match cell {
                Some(space) => match world.in_sight(&world.index.at[*space as usize]).first().copied() {
                    Some(piece) => glyph::letter(world, piece, frame),
                    None => ground::bare(world, *space),
                },
                None => Line::new(),
            };
            let is_marked = cell.is_some_and(|space| marks::has_any(world, frame, space));
            line.append(marks::marked(sign, is_marked).padded(width));
        }
        lines.push(line);
    }
    let mut foot = Line::plain(" ".repeat(margin));
    for name in &layout.column_names {
        foot.append(Line::of(Role::Dim, name.as_str()).cut(width - 1).padded(width));
    }
    lines.push(foot);
    let spaces: Vec<u16> = layout.rows.iter().flatten().filter_map(|space| *space).collect();
    lines.extend(glyph::signs_of_sides(world, &spaces, frame).map(|line| line.indented(margin)));
    lines
}
