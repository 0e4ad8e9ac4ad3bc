//! A board as an SVG picture: ground, shades, contours, links and counters. All text of a game is escaped.

use std::fmt::Write;

use crate::model::board::Board;
use crate::model::id::Ref;
use crate::model::set::BitSet;
use crate::play::World;
use crate::play::label::Labels;
use crate::source::plain_words;

use super::board::{Area, Frame};
use super::boxes::space_name;
use super::chart::Chart;
use super::counters::shade;
use super::foot::Foot;
use super::hexes::{Map, sides_of};
use super::paint::{ground_colour, ink_colour, letters_on, levels, mix, side_colour};
use super::spots::{Spot, spots};
use super::text::Line;
use super::{atlas, edges, glyph, ground, marks, spots};

/// The colour of contour lines.
const CONTOUR: &str = "#8a5a2b";
/// The visible part of a lower counter in a stack.
const STEP: f64 = 4.0;
/// The maximum number of counters drawn for a stack. A number stands for the rest.
const MOST_STACKED: usize = 3;
/// The width of a letter of the title, and the height of its lines.
const TITLE: (f64, f64) = (8.5, 19.0);
/// The least room for the title. A longer one takes several lines.
const LEAST_TITLE: f64 = 420.0;
/// The width of a letter in parts of its size, in a wide font.
const WIDE: f64 = 0.6;

/// The board, or the part of it selected by the frame, as SVG.
pub fn svg(world: &World<'_>, frame: &Frame) -> String {
    let towns = atlas::towns(world).unwrap_or_default();
    let chart = Chart::new(&towns, frame);
    let map = Map::of(world);
    let wanted = |space: u16| match &frame.area {
        Area::These(spaces) => spaces.contains(&space),
        Area::Follow(_) | Area::All => true,
    };
    let spots: Vec<Spot> = spots(world, map.as_ref(), frame).into_iter().filter(|spot| wanted(spot.space)).collect();
    let (left, top, right, bottom) = chart.as_ref().map_or_else(|| spots::bounds(&spots), Chart::bounds);
    let (game, scenario) = (&world.game.title, &world.game.scenario_title);
    let title = if game == scenario { game.clone() } else { format!("{game}: {scenario}") };
    let foot = match &chart {
        Some(chart) => {
            let spaces = chart.spaces();
            Foot::new(world, frame, &spaces, &chart.stacked(world), true, right - left)
        }
        None => {
            let spaces: Vec<u16> = spots.iter().map(|spot| spot.space).collect();
            let covers = |spot: &&Spot| spot.is_hex && world.index.at[usize::from(spot.space)].count() > 1;
            let stacked: Vec<u16> = spots.iter().filter(covers).map(|spot| spot.space).collect();
            Foot::new(world, frame, &spaces, &stacked, map.is_some(), right - left)
        }
    };
    // Even a small part of a map needs room for the title and the lines below it.
    let (wide, high) = foot.size();
    let room = (right - left).max(wide);
    let most = room.max(LEAST_TITLE);
    let title = Line::plain(title).wrapped((most / TITLE.0) as usize, 0);
    let title: Vec<String> = title.iter().map(Line::text).collect();
    let length = |line: &String| (line.chars().count() as f64 * TITLE.0).min(most);
    let longest = title.iter().map(length).fold(0.0, f64::max);
    let head = 36.0 + title.len().saturating_sub(1) as f64 * TITLE.1;
    let (width, height) = (room.max(longest) + 20.0, bottom - top + head + 10.0 + high);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"{:.1} {:.1} {width:.1} {height:.1}\" font-family=\"sans-serif\">",
        left - 10.0,
        top - head
    );
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"6\" fill=\"#fbfaf4\"/>",
        left - 10.0,
        top - head
    );
    for (above, line) in title.iter().rev().enumerate() {
        // A word that is longer than a line is set in smaller type.
        let size = 15.0 * (most / TITLE.0 / line.chars().count().max(1) as f64).min(1.0);
        text(&mut out, (left, top - 17.0 - above as f64 * TITLE.1), size, "start", "#333333", line);
    }
    sides(world, &mut out, (left + width - 20.0, top - 17.0), left + title.last().map_or(0.0, length));
    if let Some(chart) = &chart {
        chart.draw(world, &world.labels(), frame, &mut out);
        foot.draw(&mut out, (left, bottom + 4.0));
        out.push_str("</svg>\n");
        return out;
    }
    // Links between places are drawn under the boxes. On a map they are drawn on the ground.
    if map.is_none() {
        links(world, &mut out, &spots, false);
    }
    let levels = levels(world);
    for spot in spots.iter().filter(|spot| !is_blank(world, spot)) {
        let colour = ground_colour(world, &levels, spot.space);
        tagged_space(world, &mut out, spot.space, frame, |out| ground(out, world, spot, &colour, frame));
    }
    contours(world, &mut out, &spots);
    if map.is_some() {
        links(world, &mut out, &spots, true);
    }
    for spot in spots.iter().filter(|spot| marks::has_space(frame, spot.space)) {
        marks::around_space(&mut out, &spot.corners());
    }
    let labels = world.labels();
    for spot in &spots {
        counters(world, &labels, &mut out, spot, frame);
    }
    foot.draw(&mut out, (left, bottom + 4.0));
    out.push_str("</svg>\n");
    out
}

/// The text with the special characters of SVG and HTML escaped. Control characters other than line ends become blanks.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            control if control.is_control() && control != '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// The size at which a text fits into a width: this one, or a smaller one.
fn fitting(said: &str, size: f64, room: f64) -> f64 {
    let wide = said.chars().count().max(1) as f64 * WIDE;
    size.min(room / wide)
}

/// The corners of a polygon, as SVG writes them.
pub(super) fn points(corners: &[(f64, f64)]) -> String {
    corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

pub(super) fn text(out: &mut String, (x, y): (f64, f64), size: f64, anchor: &str, colour: &str, said: &str) {
    // The middle of a line of capitals is about a third of its size above its foot.
    let foot = y + size * 0.35;
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{foot:.1}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
        escaped(said)
    );
}

pub(super) fn line(out: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let _ = writeln!(
        out,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"/>",
        from.0, from.1, to.0, to.1
    );
}

/// Draws the sides with their colours, from the right edge leftwards up to the title.
fn sides(world: &World<'_>, out: &mut String, (mut right, y): (f64, f64), least: f64) {
    for (at, side) in world.game.sides.iter().enumerate().rev() {
        let width = side.title.chars().count() as f64 * 7.0;
        if right - width - 16.0 < least {
            return;
        }
        text(out, (right, y), 12.0, "end", "#333333", &side.title);
        right -= width + 16.0;
        let colour = side_colour(world, at as u16);
        let _ = writeln!(
            out,
            "<rect x=\"{right:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{colour}\" stroke=\"#555555\" stroke-width=\"0.6\"/>",
            y - 6.0
        );
        right -= 14.0;
    }
}

/// True for a part of a grid that the game leaves blank.
fn is_blank(world: &World<'_>, spot: &Spot) -> bool {
    let is_empty = world.index.at[usize::from(spot.space)].is_empty();
    !spot.is_hex && is_empty && ground::sign(world, spot.space).is_some_and(|sign| sign.trim().is_empty())
}

/// Draws a space without pieces: its colour, its name, its terrain.
fn ground(out: &mut String, world: &World<'_>, spot: &Spot, colour: &str, frame: &Frame) {
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"#a9a98c\" stroke-width=\"0.9\"/>",
        points(&spot.corners())
    );
    let name = space_name(world, spot.space, frame);
    if !spot.is_hex {
        let y = spot.y - spot.half_height() + 11.0;
        let room = spot.width - 2.0 * spots::MARGIN;
        let size = fitting(&name, 10.0, room);
        text(out, (spot.x - spot.width / 2.0 + spots::MARGIN, y), size, "start", "#5b5b4c", &name);
        let lies = ground::words(world, spot.space).join(", ");
        // A long list goes below the name in a narrow space.
        let beside = (name.chars().count() + lies.chars().count() + 1) as f64 * WIDE * 10.0 < room;
        let y = if beside { y } else { spot.y + spot.half_height() - 7.0 };
        let size = fitting(&lies, 9.0, room);
        text(out, (spot.x + spot.width / 2.0 - spots::MARGIN, y), size, "end", "#41513a", &lies);
        if world.game.drawing.space.is_some() && world.index.at[usize::from(spot.space)].is_empty() {
            let sign = ground::sign(world, spot.space).unwrap_or_default();
            text(out, (spot.x, spot.y), 12.0, "middle", "#77776a", &sign);
        }
        return;
    }
    text(out, (spot.x, spot.y - spot.half_height() + 6.0), 7.0, "middle", "#77776a", &name);
    let sign = ground::sign(world, spot.space).unwrap_or_default();
    if !sign.is_empty() {
        text(out, (spot.x, spot.y + spot.half_height() - 6.0), 8.0, "middle", "#55604a", &sign);
    }
}

/// Draws lines between neighbours of different shade.
fn contours(world: &World<'_>, out: &mut String, spots: &[Spot]) {
    let board = &world.game.board;
    let drawn: BitSet = spots.iter().map(|spot| spot.space).collect();
    for spot in spots.iter().filter(|spot| spot.is_hex) {
        for (at, direction) in board.directions.iter().enumerate() {
            let Some(to) = board.toward.get(at).and_then(|next| next[spot.space as usize]) else { continue };
            // Each side is drawn from only one of its two hexes.
            if to < spot.space && drawn.has(to) || shade(world, to) == shade(world, spot.space) {
                continue;
            }
            if let Some((from, to)) = spot.side(direction.half_hours) {
                line(out, from, to, CONTOUR, 1.6);
            }
        }
    }
}

/// Draws links: along the sides of hexes, or from middle to middle.
fn links(world: &World<'_>, out: &mut String, spots: &[Spot], on_hexes: bool) {
    let spot = |space: u16| spots.iter().find(|spot| spot.space == space);
    for sign in &world.game.drawing.links {
        let colour = sign.ink.map_or("#6b6b6b", ink_colour);
        if on_hexes {
            for (space, half_hours) in sides_of(world, sign) {
                let Some(spot) = spot(space) else { continue };
                let Some((from, to)) = spot.side(half_hours) else { continue };
                if sign.along {
                    line(out, from, to, colour, 4.0);
                } else {
                    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                    line(out, (spot.x, spot.y), middle, colour, 3.0);
                }
            }
        } else if is_network(&world.game.board) {
            for edge in edges::drawn(world).filter(|edge| edge.link == sign.link) {
                if let [Some(a), Some(b)] = edge.ends.map(spot) {
                    line(out, (a.x, a.y), (b.x, b.y), colour, 1.5);
                }
            }
        }
    }
}

fn is_network(board: &Board) -> bool {
    board.spaces.iter().any(|space| space.cell.is_none() && space.hex.is_none() && !space.is_box)
}

/// Draws the pieces of a space: stacked on hexes, elsewhere side by side.
fn counters(world: &World<'_>, labels: &Labels, out: &mut String, spot: &Spot, frame: &Frame) {
    let mut here = world.in_sight(&world.index.at[spot.space as usize]);
    if spot.is_hex {
        // Marked counters are drawn on top.
        here.sort_by_key(|piece| !marks::has_piece(frame, *piece));
    }
    if spot.is_hex {
        let shown = here.len().min(MOST_STACKED);
        for (depth, piece) in here.iter().take(MOST_STACKED).enumerate().rev() {
            let off = depth as f64 * STEP - (shown - 1) as f64 * STEP / 2.0;
            let at = (spot.x + off, spot.y + 2.0 - off);
            if marks::has_piece(frame, *piece) {
                marks::behind_counter(out, at, spots::COUNTER);
            }
            tagged_counter(world, labels, out, *piece, (at, spots::COUNTER), frame);
        }
        if here.len() > MOST_STACKED {
            let more = format!("+{}", here.len() - MOST_STACKED);
            text(out, (spot.x + 15.0, spot.y + 15.0), 8.0, "middle", "#aa0000", &more);
        }
        return;
    }
    let (wide, high) = (spots::CARD.0 + spots::GAP, spots::CARD.1 + spots::GAP);
    let columns = ((spot.width - 2.0 * spots::MARGIN + spots::GAP) / wide).floor().max(1.0) as usize;
    for (at, piece) in here.iter().enumerate() {
        let x = spot.x - spot.width / 2.0 + spots::MARGIN + spots::CARD.0 / 2.0 + (at % columns) as f64 * wide;
        let y = spot.y - spot.half_height() + spots::HEAD + spots::CARD.1 / 2.0 + (at / columns) as f64 * high;
        if marks::has_piece(frame, *piece) {
            marks::behind_counter(out, (x, y), spots::CARD);
        }
        tagged_counter(world, labels, out, *piece, ((x, y), spots::CARD), frame);
    }
}

/// Draws a space, which carries its name if the frame asks for names.
pub(super) fn tagged_space(
    world: &World<'_>,
    out: &mut String,
    space: u16,
    frame: &Frame,
    draw: impl FnOnce(&mut String),
) {
    tagged(out, frame, "space", || space_name(world, space, frame), draw);
}

/// Draws a counter in a place and a size; it carries its name if the frame asks for names.
pub(super) fn tagged_counter(
    world: &World<'_>,
    labels: &Labels,
    out: &mut String,
    piece: u16,
    (place, size): ((f64, f64), (f64, f64)),
    frame: &Frame,
) {
    let name = || plain_words(&world.name(Ref::piece(piece)));
    tagged(out, frame, "piece", name, |out| counter(world, labels, out, piece, place, size));
}

fn tagged(out: &mut String, frame: &Frame, tag: &str, name: impl FnOnce() -> String, draw: impl FnOnce(&mut String)) {
    if !frame.tagged {
        return draw(out);
    }
    let _ = writeln!(out, "<g data-{tag}=\"{}\">", escaped(&name()));
    draw(out);
    out.push_str("</g>\n");
}

/// Draws a counter: its label, badges and, if there is room, the printed numbers below, and a wedge at the edge it
/// faces.
fn counter(world: &World<'_>, labels: &Labels, out: &mut String, piece: u16, (x, y): (f64, f64), size: (f64, f64)) {
    let colour = side_colour(world, glyph::side_of(world, piece));
    let (width, height) = size;
    let on_card = size == spots::CARD;
    let (fill, ink, warn) = if on_card {
        (
            colour.to_owned(),
            letters_on(colour).to_owned(),
            if letters_on(colour) == "#ffffff" { "#ffe9a8" } else { "#5b2b00" },
        )
    } else {
        (mix(colour, "#ffffff", 0.78), mix(colour, "#000000", 0.5), "#aa0000")
    };
    let edge = if on_card { mix(colour, "#000000", 0.35) } else { colour.to_owned() };
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{:.0}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\"/>",
        x - width / 2.0,
        y - height / 2.0,
        if on_card { 3.0 } else { 2.0 }
    );
    if let Some(half_hours) = glyph::points_to(world, piece) {
        let angle = f64::from(half_hours) * std::f64::consts::PI / 12.0;
        let (along, up) = (angle.sin(), -angle.cos());
        // Where the edge of the counter is in this direction.
        let edge = (width / 2.0 / along.abs().max(0.01)).min(height / 2.0 / up.abs().max(0.01));
        let [foot, tip] = [edge + 2.5, edge + 8.5].map(|far| (x + along * far, y + up * far));
        let (wide, high) = (-up * 4.0, along * 4.0);
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{}\"/>",
            points(&[tip, (foot.0 + wide, foot.1 + high), (foot.0 - wide, foot.1 - high)]),
            mix(colour, "#000000", 0.35)
        );
    }
    let label = glyph::label(world, labels, piece);
    let mut below = glyph::badges(world, piece);
    if on_card {
        let marks = glyph::flags(world, piece);
        let printed = world.notation(piece).filter(|printed| *printed != label);
        let numbers = if world.is_face_down(piece) { String::new() } else { glyph::counters(world, piece) };
        let parts = [printed.unwrap_or_default(), marks, numbers, below];
        below = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    }
    let letters = |text: &str| text.chars().count().max(1) as f64;
    // A long label is set in smaller type to stay on its counter.
    let (most, small) = if on_card { (13.0, 11.0) } else { (9.0, 6.5) };
    let letter_size = (width * 1.5 / letters(&label)).clamp(4.0, most);
    let up = if below.is_empty() { 0.0 } else { height * if on_card { 0.2 } else { 0.17 } };
    text(out, (x, y - up), letter_size, "middle", &ink, &label);
    if !below.is_empty() {
        let small = (width * 1.6 / letters(&below)).clamp(4.0, small);
        text(out, (x, y + height * 0.27), small, "middle", warn, &below);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_game_are_escaped() {
        assert_eq!(escaped("<b a=\"1\">&'\u{7}"), "&lt;b a=&quot;1&quot;&gt;&amp;&apos; ");
    }
}
