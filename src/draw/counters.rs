//! A window of a hex map: outlines, terrain, links, and counters with label, arrow and badges.
//!
//! A flat hex is two lines high and shares its slanting sides with its neighbours: `/Mo2↙ \` above `\W___2/`. A pointed
//! hex is drawn as a brick.

use indexmap::IndexMap;

use crate::model::drawing::LinkSign;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::play::label::Labels;
use crate::source::plain_words;

use super::board::{Area, Frame};
use super::hexes::{Map, sides_of};
use super::text::{Line, Role, columns, more_map};
use super::window::{MARGIN, Window};
use super::{glyph, ground, marks, overview};

/// The smallest and largest inner width of a hex, in characters.
const WIDTHS: (usize, usize) = (4, 9);
/// The maximum number of stacks listed below the map.
const MOST_STACKS: usize = 12;
/// The maximum number of shortened names explained.
const MOST_NAMES: usize = 8;
/// The meaning of `*` in a hex.
const CHOICES: &str = "your choices, or moved last";
/// The meaning of `+1` in a hex.
const MORE: &str = "more pieces in the hex, listed below";

/// A grid of characters with roles, by line and column.
struct Canvas {
    lines: Vec<Vec<(char, Role)>>,
}

impl Canvas {
    fn put(&mut self, x: usize, y: usize, sign: char, role: Role) {
        if let Some(cell) = self.lines.get_mut(y).and_then(|line| line.get_mut(x)) {
            *cell = (sign, role);
        }
    }

    fn write(&mut self, x: usize, y: usize, text: &str, role: Role, most: usize) {
        for (at, sign) in text.chars().take(most).enumerate() {
            self.put(x + at, y, sign, role);
        }
    }

    fn is_fill(&self, x: usize, y: usize) -> bool {
        self.lines.get(y).and_then(|line| line.get(x)).is_some_and(|(sign, _)| matches!(sign, ' ' | '_'))
    }

    fn into_lines(self) -> Vec<Line> {
        let line = |row: Vec<(char, Role)>| {
            let mut line = Line::new();
            row.into_iter().for_each(|(sign, role)| line.push(role, sign.to_string()));
            line
        };
        self.lines.into_iter().map(line).collect()
    }
}

/// The text of a counter in the colour of its side.
fn counter(world: &World<'_>, labels: &Labels, piece: u16, frame: &Frame) -> Line {
    let side = glyph::side_of(world, piece);
    let text = glyph::counter(world, labels, piece, frame.colours);
    let role = if marks::has_piece(frame, piece) { Role::Marked } else { Role::side(world.game, side) };
    Line::of(role, text)
}

/// The most badges that fit after the longest label in a hex.
const MOST_BADGES: usize = 1;

/// The inner width of hexes: the longest label, an arrow and badges. Play does not change it, so a map keeps its scale.
pub(super) fn width(world: &World<'_>) -> usize {
    let labels = world.labels();
    let drawing = &world.game.drawing;
    let marks = usize::from(!drawing.arrows.is_empty()) + drawing.badges.len().min(MOST_BADGES);
    let pieces = 0..world.state.pieces.len() as u16;
    let longest = pieces.map(|piece| columns(&glyph::label(world, &labels, piece))).max().unwrap_or(0);
    (longest + marks).clamp(WIDTHS.0, WIDTHS.1)
}

/// The number of digits to which column and row numbers are padded, as in the names of the hexes.
pub(super) fn digits(world: &World<'_>, map: &Map) -> usize {
    let first = map.hexes.values().next().map(|space| columns(&world.game.board.spaces[*space as usize].title));
    first.map_or(1, |length| (length / 2).max(1))
}

/// The window as lines, with column and row numbers at its edges.
pub(super) fn draw(world: &World<'_>, map: &Map, window: Window, width: usize, frame: &Frame) -> Vec<Line> {
    let pitch = width + 1;
    let columns = window.columns().max(0) as usize * pitch + 1 + if map.flat { 0 } else { pitch / 2 };
    let rows = window.rows().max(0) as usize * 2 + 1 + usize::from(map.flat);
    let mut canvas = Canvas { lines: vec![vec![(' ', Role::Dim); columns]; rows] };
    let at = |column: i32, row: i32| corner(map, window, pitch, column, row);
    let hexes = map.within(window);
    for (_, column, row) in &hexes {
        let (x, y) = at(*column, *row);
        outline(&mut canvas, map.flat, x, y, width);
    }
    for sign in &world.game.drawing.links {
        for (space, half_hours) in sides_of(world, sign) {
            if let Some((column, row)) = map.place(world, space).filter(|place| window.has(*place)) {
                link(&mut canvas, map.flat, at(column, row), width, half_hours, sign);
            }
        }
    }
    let labels = world.labels();
    let usual = usual_shade(world, map);
    for (space, column, row) in &hexes {
        let (x, y) = at(*column, *row);
        fill(world, &labels, &mut canvas, *space, (x + 1, y, width), usual.as_ref(), frame);
        if marks::has_any(world, frame, *space) {
            mark(&mut canvas, (x + 1, y, width), '◄', Role::Marked);
        } else if is_marked(frame, *space) {
            mark(&mut canvas, (x + 1, y, width), '*', Role::Key);
        }
    }
    numbered(canvas, world, map, window, pitch, frame)
}

/// The upper left corner of a hex on the canvas.
fn corner(map: &Map, window: Window, pitch: usize, column: i32, row: i32) -> (usize, usize) {
    let (x, y) = ((column - window.left) as usize * pitch, (row - window.top) as usize * 2 + 1);
    if map.flat {
        (x, y + usize::from(map.is_shifted(column)))
    } else {
        (x + if map.is_shifted(row) { pitch / 2 } else { 0 }, y)
    }
}

fn outline(canvas: &mut Canvas, flat: bool, x: usize, y: usize, width: usize) {
    let sides = if flat { ['/', '\\', '\\', '/'] } else { ['|', '|', '|', '|'] };
    canvas.put(x, y, sides[0], Role::Dim);
    canvas.put(x + width + 1, y, sides[1], Role::Dim);
    canvas.put(x, y + 1, sides[2], Role::Dim);
    canvas.put(x + width + 1, y + 1, sides[3], Role::Dim);
    for at in 1..=width {
        canvas.put(x + at, y + 1, '_', Role::Dim);
        if canvas.is_fill(x + at, y - 1) {
            canvas.put(x + at, y - 1, '_', Role::Dim);
        }
    }
}

/// Draws a link along or across one side of a hex. A link across sides also runs through the middle of its hexes.
fn link(canvas: &mut Canvas, flat: bool, (x, y): (usize, usize), width: usize, half_hours: u8, sign: &LinkSign) {
    let role = sign.ink.map_or(Role::Plain, Role::Ink);
    let letter = sign.sign.chars().next().unwrap_or('=');
    let half = width.div_ceil(2);
    let end = x + width + 1;
    // A slanting or upright side has one cell, a level side several.
    let cells: Vec<(usize, usize)> = match (flat, half_hours) {
        (true, 0) => (1..=width).map(|at| (x + at, y - 1)).collect(),
        (true, 4) => vec![(end, y)],
        (true, 8) => vec![(end, y + 1)],
        (true, 12) => (1..=width).map(|at| (x + at, y + 1)).collect(),
        (true, 16) => vec![(x, y + 1)],
        (true, 20) => vec![(x, y)],
        (false, 2) => (half + 1..=width).map(|at| (x + at, y - 1)).collect(),
        (false, 6) => vec![(end, y), (end, y + 1)],
        (false, 10) => (half + 1..=width).map(|at| (x + at, y + 1)).collect(),
        (false, 14) => (1..=half).map(|at| (x + at, y + 1)).collect(),
        (false, 18) => vec![(x, y), (x, y + 1)],
        (false, 22) => (1..=half).map(|at| (x + at, y - 1)).collect(),
        _ => Vec::new(),
    };
    if sign.along {
        cells.iter().for_each(|(x, y)| canvas.put(*x, *y, letter, role));
        return;
    }
    if let Some((x, y)) = cells.get(cells.len() / 2) {
        canvas.put(*x, *y, letter, role);
    }
    (1..=width).for_each(|at| canvas.put(x + at, y, letter, role));
}

/// Draws the content of a hex: the counter or terrain above, and below it the terrain, other pieces and the shade.
fn fill(
    world: &World<'_>,
    labels: &Labels,
    canvas: &mut Canvas,
    space: u16,
    (x, y, width): (usize, usize, usize),
    usual: Option<&Value>,
    frame: &Frame,
) {
    let here = world.in_sight(&world.index.at[space as usize]);
    let ground = ground::sign(world, space);
    let shade = shade(world, space);
    if let Some(value) = shade.as_ref().filter(|value| Some(*value) != usual) {
        let text = shade_word(world, value);
        canvas.write(x + width - 1, y + 1, &text, Role::Dim, 1);
    }
    let Some((first, rest)) = here.split_first() else {
        if let Some(sign) = ground {
            canvas.write(x + width / 2, y, &sign, Role::Dim, width - width / 2);
        }
        return;
    };
    let counter = counter(world, labels, *first, frame);
    canvas.write(x, y, &" ".repeat(width), Role::Plain, width);
    let cut = if counter.width() > width { counter.cut(width) } else { counter };
    let mut at = x;
    for span in cut.0 {
        canvas.write(at, y, &span.text, span.role, width);
        at += columns(&span.text);
    }
    let mut at = x;
    if let Some(sign) = ground {
        canvas.write(at, y + 1, &sign, Role::Dim, 1);
        at += 1;
    }
    let room = (x + width - 1).saturating_sub(at);
    let second = rest.first().map(|piece| self::counter(world, labels, *piece, frame));
    match (rest, second) {
        ([only], Some(line)) if line.width() <= room => {
            let side = Role::side(world.game, glyph::side_of(world, *only));
            let role = if marks::has_piece(frame, *only) { Role::Marked } else { side };
            canvas.write(at, y + 1, &line.text(), role, room);
        }
        ([], _) | (_, None) => {}
        (more, Some(_)) => canvas.write(at, y + 1, &format!("+{}", more.len()), Role::Number, room),
    }
}

/// True if the window was chosen for this hex.
fn is_marked(frame: &Frame, space: u16) -> bool {
    match &frame.area {
        Area::Follow(spaces) => spaces.contains(&space),
        Area::These(spaces) => spaces.as_slice() == [space],
        Area::All => false,
    }
}

/// Draws a sign in the first free corner of a hex.
fn mark(canvas: &mut Canvas, (x, y, width): (usize, usize, usize), sign: char, role: Role) {
    let places = [(x, y), (x + width - 1, y), (x, y + 1), (x + width - 2, y + 1)];
    if let Some((x, y)) = places.into_iter().find(|(x, y)| canvas.is_fill(*x, *y)) {
        canvas.put(x, y, sign, role);
    }
}

/// The shade value of a hex.
pub(super) fn shade(world: &World<'_>, space: u16) -> Option<Value> {
    let fact = world.game.drawing.shade?;
    Some(world.seen_fact(fact, Ref::space(space)).clone()).filter(|value| !value.is_none())
}

fn shade_word(world: &World<'_>, value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        other => world.show(other),
    }
}

/// The commonest shade of the map, which is not written.
fn usual_shade(world: &World<'_>, map: &Map) -> Option<Value> {
    let mut counts: IndexMap<Value, usize> = IndexMap::new();
    for value in map.within(map.all).into_iter().filter_map(|(space, ..)| shade(world, space)) {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(value, _)| value)
}

/// The canvas as lines, with column numbers above and below and row numbers left and right.
fn numbered(canvas: Canvas, world: &World<'_>, map: &Map, window: Window, pitch: usize, frame: &Frame) -> Vec<Line> {
    let padding = digits(world, map);
    let mut head = String::new();
    for column in window.left..=window.right {
        let at = (column - window.left) as usize * pitch + pitch.saturating_sub(padding) / 2 + 1;
        let blanks = at.saturating_sub(columns(&head));
        head.push_str(&" ".repeat(blanks));
        head.push_str(&format!("{column:0padding$}"));
    }
    let head = Line::of(Role::Dim, head).indented(MARGIN);
    let mut lines = vec![head.clone()];
    for (at, line) in canvas.into_lines().into_iter().enumerate() {
        // The first line holds only upper edges.
        let row = at.checked_sub(1).filter(|at| at % 2 == 0).map(|at| window.top + (at / 2) as i32);
        let row = row.filter(|row| *row <= window.bottom).map(|row| format!("{row:0padding$}")).unwrap_or_default();
        let mut whole = Line::of(Role::Dim, row.as_str()).padded(MARGIN);
        whole.append(line);
        if !row.is_empty() {
            whole.push(Role::Dim, format!(" {row}"));
        }
        lines.push(whole);
    }
    lines.push(head);
    lines.extend(more_map(beyond(map, window)));
    lines.into_iter().map(|line| line.cut(frame.width)).collect()
}

/// Whether the map continues above a window, below it, to the left and to the right.
fn beyond(map: &Map, window: Window) -> [bool; 4] {
    [window.top > map.all.top, window.bottom < map.all.bottom, window.left > map.all.left, window.right < map.all.right]
}

/// The name of a piece with a name of its own, if its label shows only the beginning.
fn full_name(world: &World<'_>, labels: &Labels, piece: u16) -> Option<String> {
    let unique = world.unique(piece)?;
    let is_short = labels.drawn(piece).is_some_and(|label| label != unique.name && label != unique.title);
    is_short.then(|| plain_words(&unique.title))
}

/// True if a hex shows only the number of its further pieces.
fn is_stack(world: &World<'_>, labels: &Labels, space: u16, width: usize, frame: &Frame) -> bool {
    let here = world.in_sight(&world.index.at[usize::from(space)]);
    let room = width - 1 - usize::from(ground::sign(world, space).is_some());
    match here.as_slice() {
        [] | [_] => false,
        [_, only] => counter(world, labels, *only, frame).width() > room,
        _ => true,
    }
}

/// The pieces of hexes with more pieces than a hex can show.
pub(super) fn stacks(world: &World<'_>, map: &Map, window: Window, width: usize, frame: &Frame) -> Vec<Line> {
    let labels = world.labels();
    let mut lines = Vec::new();
    for (space, ..) in map.within(window) {
        let here = world.in_sight(&world.index.at[space as usize]);
        let room = width - 1 - usize::from(ground::sign(world, space).is_some());
        let whole: Vec<Line> = here.iter().map(|piece| counter(world, &labels, *piece, frame)).collect();
        let hidden = match whole.as_slice() {
            [] | [_] => whole.iter().any(|line| line.width() > width),
            [first, second] => first.width() > width || second.width() > room,
            _ => true,
        };
        if !hidden {
            continue;
        }
        let line = Line::of(Role::Title, format!("{} ", super::boxes::space_name(world, space, frame)));
        let named = whole.into_iter().zip(here).map(|(counter, piece)| {
            let name = full_name(world, &labels, piece).filter(|_| !world.is_face_down(piece));
            let marked = |name: String| match glyph::badges(world, piece) {
                badges if badges.is_empty() => name,
                badges => format!("{name} {badges}"),
            };
            let role = Role::side(world.game, glyph::side_of(world, piece));
            name.map_or(counter, |name| Line::of(role, marked(name)))
        });
        lines.push(line.listing(named));
    }
    if lines.len() > MOST_STACKS {
        let more = lines.len() - MOST_STACKS;
        lines.truncate(MOST_STACKS);
        lines.push(Line::of(Role::Dim, format!("and {more} more places with several pieces")));
    }
    lines
}

/// The hexes with badges that are too long for a hex.
pub(super) fn long_badges(world: &World<'_>, map: &Map, window: Window, frame: &Frame) -> Vec<Line> {
    let told = |(space, ..): (u16, i32, i32)| {
        let badges = ground::long_badges(world, space);
        let title = Line::of(Role::Title, format!("{} ", super::boxes::space_name(world, space, frame)));
        (!badges.is_empty()).then(|| title.and(Role::Plain, badges.join(", ")))
    };
    map.within(window).into_iter().filter_map(told).collect()
}

/// The signs in and between hexes, besides those of pieces and terrain.
pub(super) fn signs(world: &World<'_>) -> Vec<(String, String)> {
    let links = world.game.drawing.links.iter();
    let title = |sign: &LinkSign| plain_words(&world.game.board.links[sign.link.at()].name);
    let links = links.map(|sign| (sign.sign.clone(), title(sign)));
    links.chain([("*", CHOICES), ("+", MORE)].map(|(sign, title)| (sign.to_owned(), title.to_owned()))).collect()
}

/// The key of the map's signs, limited to those visible in this part.
pub(super) fn key(world: &World<'_>, map: &Map, window: Window, frame: &Frame, small: bool) -> Vec<Line> {
    let game = world.game;
    let hexes = map.within(window);
    let mut parts = Vec::new();
    for side in 0..game.sides.len() as u16 {
        let has = |space: u16| world.index.at[space as usize].meets(&world.index.of_side[side as usize]);
        if !hexes.iter().any(|(space, ..)| has(*space)) {
            continue;
        }
        let title = &game.sides[side as usize].title;
        match (small, frame.colours, side) {
            (true, ..) => parts.push(format!("{} {title}", overview::sign(side))),
            (false, false, 0) => parts.push(format!("CAPITALS {title}")),
            (false, false, _) => parts.push(format!("lower case {title}")),
            (false, true, _) => {}
        }
    }
    let spaces: Vec<u16> = hexes.iter().map(|(space, ..)| *space).collect();
    parts.extend(ground::key(world, &spaces));
    if !small {
        let is_shown = |space: u16| marks::has_any(world, frame, space);
        if hexes.iter().any(|(space, ..)| is_shown(*space)) {
            parts.push(format!("{} shown by the lesson", marks::SIGN));
        }
        if hexes.iter().any(|(space, ..)| is_marked(frame, *space) && !is_shown(*space)) {
            parts.push(format!("* {CHOICES}"));
        }
        let labels = world.labels();
        if hexes.iter().any(|(space, ..)| is_stack(world, &labels, *space, width(world), frame)) {
            parts.push(format!("+1 {MORE}"));
        }
        // Pieces of other hexes are listed with their full names.
        let drawn = hexes.iter().filter(|(space, ..)| !is_stack(world, &labels, *space, width(world), frame));
        let drawn = drawn.flat_map(|(space, ..)| world.index.at[usize::from(*space)].iter());
        let short = drawn.filter(|piece| !world.is_face_down(*piece)).filter_map(|piece| {
            let label = labels.drawn(piece)?;
            let label = if frame.colours || glyph::side_of(world, piece) == 0 {
                label.to_owned()
            } else {
                label.to_lowercase()
            };
            Some(format!("{label} {}", full_name(world, &labels, piece)?))
        });
        parts.extend(short.take(MOST_NAMES));
        for sign in &game.drawing.links {
            let seen = sides_of(world, sign)
                .into_iter()
                .any(|(space, _)| map.place(world, space).is_some_and(|place| window.has(place)));
            if seen {
                parts.push(format!("{} {}", sign.sign, plain_words(&game.board.links[sign.link.at()].name)));
            }
        }
        if let (Some(fact), Some(usual)) = (game.drawing.shade, usual_shade(world, map)) {
            let name = plain_words(&game.facts[fact.at()].name);
            parts.push(format!("number in a hex: {name} (none: {})", shade_word(world, &usual)));
        }
        let pieces: Vec<u16> = spaces.iter().flat_map(|space| world.index.at[usize::from(*space)].iter()).collect();
        parts.extend(glyph::badge_key(world, pieces.into_iter()));
    }
    if parts.is_empty() { Vec::new() } else { vec![Line::of(Role::Dim, parts.join("; "))] }
}
