//! The places of a board and its tracks, one line each, for showing only what has changed.

use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role};
use super::{glyph, tracks};

/// One line for every place that is not a hex, and for every track. The number and order of lines never change during a
/// game.
pub fn places(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let omitted = &world.game.drawing.omitted;
    let own = board.spaces.iter().enumerate().filter(|(at, space)| space.hex.is_none() && !omitted.has(*at as u16));
    let mut lines: Vec<Line> = own.map(|(at, _)| place(world, at as u16, frame)).collect();
    lines.extend(tracks::draw(world, &Frame { width: usize::MAX, ..frame.clone() }));
    lines
}

fn place(world: &World<'_>, space: u16, frame: &Frame) -> Line {
    let title = super::boxes::space_name(world, space, frame);
    let mut line = Line::of(Role::Title, format!("{title}: "));
    let items = glyph::items(world, world.index.at[space as usize].iter(), frame);
    if items.is_empty() {
        line.push(Role::Dim, "empty");
    }
    line.listing(items)
}
