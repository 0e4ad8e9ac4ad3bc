//! The lines below a picture: the pieces of stacks whose counters overlap, tracks, and the meaning of signs.

use std::fmt::Write;

use crate::play::World;

use super::board::Frame;
use super::svg::text;
use super::text::{Line, Role};
use super::{boxes, glyph, tracks};

/// The size of letters, the width of a letter and the height of a line.
const SIZE: f64 = 10.0;
const LETTER: f64 = 6.1;
const HIGH: f64 = 15.0;
/// The least number of columns.
const LEAST: usize = 60;

/// The lines below a picture.
pub(super) struct Foot {
    lines: Vec<Line>,
}

impl Foot {
    /// The lines for a picture of this width. `spaces` are drawn, `stacked` those in which counters cover each other.
    /// `signs`: the spaces show signs of their ground.
    pub(super) fn new(
        world: &World<'_>,
        frame: &Frame,
        spaces: &[u16],
        stacked: &[u16],
        signs: bool,
        width: f64,
    ) -> Foot {
        let columns = ((width / LETTER) as usize).max(LEAST);
        let frame = Frame { width: columns, ..frame.clone() };
        let mut lines: Vec<Line> = Vec::new();
        for space in stacked {
            let mut line = Line::of(Role::Title, format!("{}: ", boxes::space_name(world, *space, &frame)));
            let here = world.index.at[usize::from(*space)].iter();
            for (at, item) in glyph::items(world, here, &frame).into_iter().enumerate() {
                line.push(Role::Plain, if at > 0 { ", " } else { "" });
                line.append(item);
            }
            lines.push(line);
        }
        lines.extend(tracks::draw(world, &frame));
        let mut key = if signs { glyph::ground_key(world, spaces) } else { Vec::new() };
        key.extend(glyph::legend(world).map(|legend| legend.text()));
        if !key.is_empty() {
            lines.push(Line::of(Role::Dim, key.join("; ")));
        }
        Foot { lines: lines.into_iter().flat_map(|line| line.wrapped(columns, 4)).collect() }
    }

    /// The width and height of the lines.
    pub(super) fn size(&self) -> (f64, f64) {
        let wide = self.lines.iter().map(Line::width).max().unwrap_or(0);
        (wide as f64 * LETTER, self.lines.len() as f64 * HIGH)
    }

    /// Draws the lines from this point downwards.
    pub(super) fn draw(&self, out: &mut String, (left, top): (f64, f64)) {
        if self.lines.is_empty() {
            return;
        }
        let _ = writeln!(out, "<g font-family=\"monospace\" xml:space=\"preserve\">");
        for (at, line) in self.lines.iter().enumerate() {
            let middle = top + (at as f64 + 0.5) * HIGH;
            text(out, (left, middle), SIZE, "start", "#333333", &line.text().replace('_', " "));
        }
        out.push_str("</g>\n");
    }
}
