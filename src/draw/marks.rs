//! What a lesson points at: in a colour of its own, and with a sign for boards without colours.

use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role};

/// The sign behind what is marked.
pub(super) const SIGN: &str = "◄";

/// True if a lesson points at a piece.
pub(super) fn has_piece(frame: &Frame, piece: u16) -> bool {
    frame.marks.pieces.has(piece)
}

/// True if a lesson points at a space.
pub(super) fn has_space(frame: &Frame, space: u16) -> bool {
    frame.marks.spaces.has(space)
}

/// True if a lesson points at a space or at a piece in it.
pub(super) fn has_any(world: &World<'_>, frame: &Frame, space: u16) -> bool {
    has_space(frame, space) || world.index.at[usize::from(space)].meets(&frame.marks.pieces)
}

/// A text, marked if `yes`.
pub(super) fn marked(line: Line, yes: bool) -> Line {
    if !yes {
        return line;
    }
    let text: String = line.0.into_iter().map(|span| span.text).collect();
    Line::of(Role::Marked, format!("{}{SIGN}", text.trim_end()))
}
