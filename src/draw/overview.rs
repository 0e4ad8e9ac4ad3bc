//! A whole hex map in small: one sign for each hex.

use crate::play::World;

use super::board::Frame;
use super::counters::digits;
use super::hexes::Map;
use super::text::{Line, Role, columns};
use super::window::MARGIN;
use super::{glyph, ground};

/// The signs of the sides, with or without colours.
const SIGNS: [&str; 4] = ["▲", "▽", "◆", "○"];

/// The sign of a side's pieces.
pub(super) fn sign(side: u16) -> &'static str {
    SIGNS[side as usize % SIGNS.len()]
}

/// The map, hex by hex: its piece, else its terrain. Every fifth column is numbered.
pub(super) fn draw(world: &World<'_>, map: &Map, frame: &Frame) -> Vec<Line> {
    let wide = map.all.columns().max(1) as usize;
    let room = frame.width.saturating_sub(MARGIN);
    let pitch = if wide * 2 <= room { 2 } else { 1 };
    let padding = digits(world, map);
    let mut head = String::new();
    for column in map.all.left..=map.all.right {
        if column % 5 == 0 || column == map.all.left {
            let at = (column - map.all.left) as usize * pitch;
            let blanks = at.saturating_sub(columns(&head));
            if at >= columns(&head) {
                head.push_str(&" ".repeat(blanks));
                head.push_str(&format!("{column:0padding$}"));
            }
        }
    }
    let mut lines = vec![Line::of(Role::Dim, head).indented(MARGIN).cut(frame.width)];
    for row in map.all.top..=map.all.bottom {
        let mut line = Line::of(Role::Dim, format!("{row:0padding$} ")).padded(MARGIN);
        for column in map.all.left..=map.all.right {
            let hex = match map.hexes.get(&(column, row)) {
                Some(space) => match world.in_sight(&world.index.at[*space as usize]).first().copied() {
                    Some(piece) => {
                        let side = glyph::side_of(world, piece);
                        Line::of(Role::side(world.game, side), sign(side))
                    }
                    None => {
                        Line::of(Role::Dim, ground::sign(world, *space).unwrap_or_else(|| "·".to_owned())).cut(pitch)
                    }
                },
                None => Line::new(),
            };
            line.append(hex.padded(pitch));
        }
        lines.push(line.cut(frame.width));
    }
    lines
}
