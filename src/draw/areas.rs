//! Boards of a few large areas: boxes with the pieces of both sides face to face, each in its slot.

use crate::model::id::*;
use crate::play::World;
use crate::play::state::NO_SLOT;

use super::board::{Frame, Layout, layout};
use super::text::{Line, Role, columns};
use super::{glyph, ground, marks};

/// A grid of areas.
pub(super) fn draw(world: &World<'_>, grid: GridId, frame: &Frame) -> Vec<Line> {
    let layout = layout(world, grid, frame);
    let columns = layout.column_names.len().max(1);
    let inner = (frame.width.saturating_sub(columns + 1) / columns).max(6);
    let mut head = Line::plain(" ");
    for name in &layout.column_names {
        head.append(Line::of(Role::Title, name.as_str()).cut(inner).centred(inner).and(Role::Plain, " "));
    }
    let mut lines = vec![head];
    let last = layout.rows.len().saturating_sub(1);
    for (at, (name, spaces)) in layout.row_names.iter().zip(&layout.rows).enumerate() {
        let fits = ground_fits(world, name, spaces, inner);
        lines.push(border(world, (name, at == 0), spaces, inner, fits, frame));
        if !fits {
            lines.push(ground_row(world, spaces, inner));
        }
        lines.extend(row(world, spaces, inner, &layout, frame));
        if at == last {
            lines.push(closing(columns, inner));
        }
    }
    lines
}

fn ground_of(world: &World<'_>, space: Option<u16>) -> String {
    space.map(|space| ground::words(world, space)).unwrap_or_default().join(", ")
}

/// True if the names of the terrain in a row fit into the line above it, beside the row's name.
fn ground_fits(world: &World<'_>, name: &str, spaces: &[Option<u16>], inner: usize) -> bool {
    spaces.iter().enumerate().all(|(at, space)| {
        let ground = columns(&ground_of(world, *space));
        let named = if at == 0 { columns(name) + 4 } else { 0 };
        ground == 0 || named + ground + 2 <= inner
    })
}

/// The terrain of the areas of a row, as a line.
fn ground_row(world: &World<'_>, spaces: &[Option<u16>], inner: usize) -> Line {
    let mut line = Line::of(Role::Dim, "│");
    for space in spaces {
        line.append(Line::plain(format!(" {}", ground_of(world, *space))).cut(inner).padded(inner));
        line.push(Role::Dim, "│");
    }
    line
}

/// The line above a row: its name, and the terrain of each area if it is shown here.
fn border(
    world: &World<'_>,
    (name, first): (&str, bool),
    spaces: &[Option<u16>],
    inner: usize,
    ground: bool,
    frame: &Frame,
) -> Line {
    let (left, middle, right) = if first { ("┌", "┬", "┐") } else { ("├", "┼", "┤") };
    let mut line = Line::of(Role::Dim, left);
    for (at, space) in spaces.iter().enumerate() {
        let mut part = Line::new();
        if at == 0 {
            part = part.and(Role::Dim, "─ ").and(Role::Title, name).and(Role::Dim, " ");
        }
        let part = part.cut(inner);
        let room = inner - part.width();
        let ground = if ground { ground_of(world, *space) } else { String::new() };
        let tail = if ground.is_empty() { String::new() } else { format!(" {ground} ") };
        let tail = Line::of(Role::Plain, tail).cut(room);
        line.append(part);
        let fill = room - tail.width();
        match space.is_some_and(|space| marks::has_space(frame, space)) {
            // Below its name an area begins, so its upper edge marks it.
            true => line.push(Role::Marked, format!("{}{}", "═".repeat(fill.saturating_sub(1)), marks::SIGN)),
            false => line.push(Role::Dim, "─".repeat(fill)),
        }
        line.append(tail);
        line.push(Role::Dim, if at + 1 == spaces.len() { right } else { middle });
    }
    line
}

fn closing(columns: usize, inner: usize) -> Line {
    let parts = vec!["─".repeat(inner); columns];
    Line::of(Role::Dim, format!("└{}┘", parts.join("┴")))
}

/// The content of one area, from the top: first the far side's other pieces, printed values and names, then the near
/// side's names, printed values and other pieces. Lines that no area of a row needs are omitted.
fn row(world: &World<'_>, spaces: &[Option<u16>], inner: usize, layout: &Layout, frame: &Frame) -> Vec<Line> {
    let near = frame.bottom;
    let far: Vec<u16> = (0..world.game.sides.len() as u16).filter(|side| *side != near).collect();
    let mut columns: Vec<Vec<Vec<Line>>> = Vec::new();
    for space in spaces {
        let mut bands = Vec::new();
        for side in &far {
            let mut part = block(world, *space, *side, inner, layout, frame);
            part.reverse();
            bands.extend(part);
        }
        bands.extend(block(world, *space, near, inner, layout, frame));
        columns.push(bands);
    }
    let bands = columns.first().map_or(0, Vec::len);
    let mut lines = Vec::new();
    for band in 0..bands {
        let height = columns.iter().map(|column| column[band].len()).max().unwrap_or(0);
        for at in 0..height {
            let mut line = Line::of(Role::Dim, "│");
            for column in &columns {
                let cell = column[band].get(at).cloned().unwrap_or_default();
                line.append(cell.cut(inner).padded(inner));
                line.push(Role::Dim, "│");
            }
            lines.push(line);
        }
    }
    if lines.is_empty() {
        let blank = " ".repeat(inner);
        lines.push(Line::of(Role::Dim, format!("│{}", format!("{blank}│").repeat(spaces.len()))));
    }
    lines
}

/// The narrowest slot, in columns. A narrower slot has no room for a readable name, and the pieces are listed in order.
const LEAST_SLOT: usize = 6;

/// A side's pieces in an area, from the front: names in their slots, printed values, numbers, then pieces without
/// slots.
fn block(
    world: &World<'_>,
    space: Option<u16>,
    side: u16,
    inner: usize,
    layout: &Layout,
    frame: &Frame,
) -> Vec<Vec<Line>> {
    let mut names = Vec::new();
    let mut values = Vec::new();
    let mut counters = Vec::new();
    let mut others = Vec::new();
    if let Some(space) = space {
        let here = world.index.at[space as usize].intersection(&world.index.of_side[side as usize]);
        let slots =
            world.game.board.slots.as_ref().filter(|slots| slots.spaces.has(space)).map_or(0, |slots| slots.count);
        // A face-down piece is drawn outside the slots, because its slot would reveal its kind.
        let in_slot = |piece: &u16| world.state.pieces[*piece as usize].slot != NO_SLOT && !world.is_face_down(*piece);
        let is_wide = inner.saturating_sub(1) / usize::from(slots).max(1) >= LEAST_SLOT;
        let slotted: Vec<u16> = here.iter().filter(|piece| slots > 0 && is_wide && in_slot(piece)).collect();
        if !slotted.is_empty() {
            let order = order_of_slots(world, &slotted, slots, layout.turned);
            let name = |piece: u16| marks::marked(glyph::name(world, piece), marks::has_piece(frame, piece));
            let printed = |piece: u16| glyph::printed(world, piece);
            let numbers = |piece: u16| Line::of(Role::Bad, glyph::counters(world, piece));
            let widths = slot_widths(&order, inner, &[&name, &printed, &numbers]);
            names.push(in_slots(&order, &widths, &name));
            values.extend(Some(in_slots(&order, &widths, &printed)).filter(|line| line.text().trim() != ""));
            counters.extend(Some(in_slots(&order, &widths, &numbers)).filter(|line| line.text().trim() != ""));
        }
        let free = here.iter().filter(|piece| !slotted.contains(piece));
        others = listing(glyph::items(world, free, frame), inner);
    }
    vec![names, values, counters, others]
}

/// The piece in each slot, as they are drawn from the left.
fn order_of_slots(world: &World<'_>, pieces: &[u16], slots: u8, turned: bool) -> Vec<Option<u16>> {
    let in_slot = |slot: u8| pieces.iter().copied().find(|piece| world.state.pieces[usize::from(*piece)].slot == slot);
    (1..=slots).map(|at| in_slot(if turned { slots + 1 - at } else { at })).collect()
}

/// The width of each slot, with the space behind it: the same for all, but a long text takes room from slots that have
/// some left.
fn slot_widths(order: &[Option<u16>], inner: usize, texts: &[&dyn Fn(u16) -> Line]) -> Vec<usize> {
    let even = (inner.saturating_sub(1) / order.len().max(1)).max(2);
    let longest = |piece: u16| texts.iter().map(|text| text(piece).width()).max().unwrap_or(0) + 1;
    let needed: Vec<usize> = order.iter().map(|piece| piece.map_or(2, longest)).collect();
    let mut widths = vec![even; order.len()];
    while let Some(lacks) = (0..widths.len()).find(|at| widths[*at] < needed[*at]) {
        let spare = |at: &usize| widths[*at].saturating_sub(needed[*at]);
        let Some(gives) = (0..widths.len()).max_by_key(spare).filter(|at| spare(at) > 0) else { break };
        widths[lacks] += 1;
        widths[gives] -= 1;
    }
    widths
}

/// The texts, each in the slot of its piece.
fn in_slots(order: &[Option<u16>], widths: &[usize], text: &dyn Fn(u16) -> Line) -> Line {
    let mut line = Line::plain(" ");
    for (piece, width) in order.iter().zip(widths) {
        line.append(piece.map(text).unwrap_or_default().cut(width - 1).padded(*width));
    }
    line
}

/// The pieces in order, as many on each line as fit.
fn listing(items: Vec<Line>, inner: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + item.width() <= inner => {
                line.push(Role::Plain, "  ");
                line.append(item);
            }
            _ => lines.push(item.indented(1)),
        }
    }
    lines
}
