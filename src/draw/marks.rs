//! The marks of a lesson on pieces and spaces: a colour of their own, and a sign for boards without colours.

use std::fmt::Write;

use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role};

/// The sign after a marked text.
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

/// The colours of a mark in a picture: bright, with a dark edge, so that it shows on every ground and beside every
/// side.
const BRIGHT: &str = "#ffd400";
const EDGE: &str = "#222222";
/// How far a mark reaches beyond a counter.
const REACH: f64 = 5.0;

/// A frame behind a counter that a lesson points at.
pub(super) fn behind_counter(out: &mut String, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\" fill=\"{BRIGHT}\" stroke=\"{EDGE}\" stroke-width=\"1.2\"/>",
        x - width / 2.0 - REACH,
        y - height / 2.0 - REACH,
        width + 2.0 * REACH,
        height + 2.0 * REACH
    );
}

/// A bright line around a space that a lesson points at.
pub(super) fn around_space(out: &mut String, corners: &[(f64, f64)]) {
    let points = super::svg::points(corners);
    for (colour, width) in [(EDGE, 6.5), (BRIGHT, 4.5)] {
        let _ = writeln!(
            out,
            "<polygon points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"
        );
    }
}

/// A bright ring around a town that a lesson points at.
pub(super) fn around_town(out: &mut String, (x, y): (f64, f64), radius: f64) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{BRIGHT}\" stroke=\"{EDGE}\" stroke-width=\"1.2\"/>",
        radius + REACH + 3.0
    );
}
