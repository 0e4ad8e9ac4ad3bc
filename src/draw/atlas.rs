//! Networks whose spaces have a place on a map: towns as signs and names, links as dotted lines, pieces as numbers,
//! with a list of the pieces below.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use crate::model::game::Side;
use crate::model::id::*;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;
use crate::play::World;

use super::board::{Area, Frame};
use super::text::{Line, Role, columns, first_columns, more_map};
use super::{boxes, edges, glyph, ground, marks};

/// The lines below a window that the list of pieces needs.
const BELOW: usize = 14;
/// The most lines of a whole map.
const MOST_LINES: f64 = 400.0;
/// The minimum number of lines of a window.
const LEAST_LINES: usize = 12;
/// The number of columns reserved for names at each side.
const MARGIN: usize = 8;
/// The number of columns between typical neighbours at the scale of a window.
const APART: f64 = 11.0;
/// The length of a name on a map of the whole board, in letters.
const SHORT: usize = 9;

/// A space that has a place on the map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Town {
    /// The space.
    pub space: u16,
    /// Its distance from the left, in units of the map.
    pub east: f64,
    /// Its distance from the bottom, in units of the map.
    pub north: f64,
}

/// A rectangle of the map: left, bottom, right, top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) left: f64,
    pub(super) bottom: f64,
    pub(super) right: f64,
    pub(super) top: f64,
}

impl Part {
    /// The smallest rectangle that contains all of these towns.
    pub(super) fn around<'t>(towns: impl Iterator<Item = &'t Town>) -> Option<Part> {
        towns.fold(None, |part: Option<Part>, town| {
            let part = part.unwrap_or(Part { left: town.east, bottom: town.north, right: town.east, top: town.north });
            Some(Part {
                left: part.left.min(town.east),
                bottom: part.bottom.min(town.north),
                right: part.right.max(town.east),
                top: part.top.max(town.north),
            })
        })
    }

    fn has(self, town: &Town) -> bool {
        (self.left..=self.right).contains(&town.east) && (self.bottom..=self.top).contains(&town.north)
    }

    /// Whether towns lie above it, below it, to the left and to the right.
    fn beyond(self, towns: &[Town]) -> [bool; 4] {
        let any = |is_beyond: &dyn Fn(&Town) -> bool| towns.iter().any(is_beyond);
        [
            any(&|town| town.north > self.top),
            any(&|town| town.north < self.bottom),
            any(&|town| town.east < self.left),
            any(&|town| town.east > self.right),
        ]
    }

    /// A rectangle of this size around a point, moved as far as needed to stay on the map.
    fn within(self, (east, north): (f64, f64), (width, height): (f64, f64)) -> Part {
        let pushed = |middle: f64, size: f64, low: f64, high: f64| {
            if size >= high - low { (low + high - size) / 2.0 } else { (middle - size / 2.0).clamp(low, high - size) }
        };
        let left = pushed(east, width, self.left, self.right);
        let bottom = pushed(north, height, self.bottom, self.top);
        Part { left, bottom, right: left + width, top: bottom + height }
    }
}

/// The spaces that have a place on the map. Empty if the game draws no map.
pub(super) fn towns(world: &World<'_>) -> Option<Vec<Town>> {
    let (east, north) = world.game.drawing.map?;
    let number = |fact: FactId, space: u16| world.fact(fact, Ref::space(space)).int().map(|n| n as f64);
    let town = |space: u16| {
        let town = Town { space, east: number(east, space)?, north: number(north, space)? };
        // A box without a place of its own is listed below the map.
        let is_placed = town.east != 0.0 || town.north != 0.0 || !world.game.board.spaces[usize::from(space)].is_box;
        is_placed.then_some(town)
    };
    let towns: Vec<Town> = (0..world.game.board.spaces.len() as u16).filter_map(town).collect();
    (!towns.is_empty()).then_some(towns)
}

/// The side in whose colour a space is drawn.
pub(super) fn side_of(world: &World<'_>, space: u16) -> Option<u16> {
    let term = world.game.drawing.space_side?;
    match world.telling(|world| world.get(term, Ref::space(space)))? {
        Ok(Value::Ref(side)) if side.domain == Domain::Side => Some(side.index),
        _ => None,
    }
}

/// The sign of a town: a short badge, the game's own sign, or a circle.
pub(super) fn sign(world: &World<'_>, space: u16) -> String {
    if let Some(badge) = ground::badge_sign(world, space) {
        return badge;
    }
    let template = world.game.drawing.space.as_ref();
    let drawn = template.map(|template| world.filled(template, Ref::space(space), None));
    drawn.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).unwrap_or_else(|| "o".to_owned())
}

/// The signs of these towns without the numbers behind them, each with its meaning: the description of the function
/// that draws it.
fn space_signs(world: &World<'_>, spaces: &[u16]) -> IndexSet<(String, String)> {
    let Some(template) = &world.game.drawing.space else { return IndexSet::new() };
    let said = template.nodes().filter_map(|node| {
        let Expr::Call { function, .. } = &node.expr else { return None };
        let doc = world.game.functions[function.at()].doc.as_deref()?.lines().next()?;
        Some((node, doc.trim().trim_end_matches('.')))
    });
    let drawn = |(node, doc): (&Node, &str)| {
        let sign = |space: &u16| {
            let value = world.eval_alone(node, &[Value::Ref(Ref::space(*space))], template.locals).ok()?;
            let sign = if value.is_none() { String::new() } else { world.show(&value) };
            let short = sign.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let short = if short.is_empty() { &sign } else { short };
            (!short.is_empty()).then(|| (short.to_owned(), doc.to_owned()))
        };
        spaces.iter().filter_map(sign).collect::<Vec<_>>()
    };
    said.flat_map(drawn).collect()
}

/// The meaning of the signs of these towns.
pub(super) fn sign_key(world: &World<'_>, spaces: &[u16]) -> IndexSet<String> {
    space_signs(world, spaces).into_iter().map(|(_, meaning)| meaning).collect()
}

/// The signs on a map of towns, each with its meaning. Empty if the board is no such map.
pub(super) fn signs(world: &World<'_>) -> Vec<(String, String)> {
    if world.game.drawing.map.is_none() {
        return Vec::new();
    }
    let spaces: Vec<u16> = (0..world.game.board.spaces.len() as u16).collect();
    let count =
        |(side, item): (u16, &Side)| (glyph::initial(world, side), format!("Pieces of {}, counted", item.title));
    let counts = (0u16..).zip(&world.game.sides).map(count);
    space_signs(world, &spaces).into_iter().chain(counts).collect()
}

/// The pairs of spaces that links join, each with its links.
pub(super) fn joined(world: &World<'_>) -> BTreeMap<(u16, u16), Vec<LinkId>> {
    let mut found: BTreeMap<(u16, u16), Vec<LinkId>> = BTreeMap::new();
    for edge in edges::drawn(world) {
        let [a, b] = edge.ends;
        found.entry((a.min(b), a.max(b))).or_default().push(edge.link);
    }
    found
}

/// The sign of a link on a map: a dot if all links are of one sort.
fn link_sign(world: &World<'_>, link: LinkId) -> char {
    let sign = world.game.drawing.sign_of(link).filter(|_| edges::are_of_several_sorts(world.game));
    sign.and_then(|sign| sign.sign.chars().next()).unwrap_or(DOT)
}

/// The meaning of the signs of links that join one of these spaces, if there are several sorts.
fn link_key(world: &World<'_>, spaces: &[u16]) -> Vec<String> {
    let links = &world.game.board.links;
    if !edges::are_of_several_sorts(world.game) {
        return Vec::new();
    }
    let joined = joined(world).into_iter().filter(|((a, b), _)| spaces.contains(a) || spaces.contains(b));
    let mut here: Vec<LinkId> = joined.flat_map(|(_, links)| links).collect();
    here.sort_unstable();
    here.dedup();
    here.into_iter().map(|link| format!("{} {}", link_sign(world, link), links[link.at()].title)).collect()
}

/// The map, or the part that the frame selects, with the pieces on it.
pub(super) fn draw(world: &World<'_>, towns: &[Town], frame: &Frame) -> Vec<Line> {
    let Some(all) = Part::around(towns.iter()) else { return Vec::new() };
    let room = frame.width.saturating_sub(2 * MARGIN + 1).max(20) as f64;
    // A map that is far higher than wide is drawn narrower than the window.
    let whole = (room / (all.right - all.left).max(1.0)).min(2.0 * MOST_LINES / (all.top - all.bottom).max(1.0));
    let close = APART / apart(towns).max(1.0);
    let lines = frame.height.saturating_sub(BELOW).max(LEAST_LINES) as f64;
    let (part, scale, short) = match &frame.area {
        Area::All => (all, whole, true),
        Area::Follow(spaces) => {
            let scale = close.max(whole);
            let size = (room / scale, lines * 2.0 / scale);
            let middle =
                middle(world, towns, spaces).unwrap_or(((all.left + all.right) / 2.0, (all.bottom + all.top) / 2.0));
            let named: Vec<&Town> = towns.iter().filter(|town| spaces.contains(&town.space)).collect();
            let part = all.within(middle, size);
            // Choices far apart: the first is shown, rather than a part between them that has none.
            let part = match named.first() {
                Some(first) if !named.iter().any(|town| part.has(town)) => all.within((first.east, first.north), size),
                _ => part,
            };
            (part, scale, false)
        }
        Area::These(spaces) => {
            let wanted = Part::around(towns.iter().filter(|town| spaces.contains(&town.space))).unwrap_or(all);
            let (width, height) = (wanted.right - wanted.left, wanted.top - wanted.bottom);
            let fits = (room / width.max(1.0)).min(2.0 * lines / height.max(1.0));
            let scale = fits.clamp(whole, close.max(whole) * 1.3);
            let middle = ((wanted.left + wanted.right) / 2.0, (wanted.bottom + wanted.top) / 2.0);
            let size = ((room / scale).max(width), (lines * 2.0 / scale).max(height));
            (all.within(middle, size), scale, false)
        }
    };
    let mut lines = Canvas::new(part, scale).drawn(world, towns, frame, short);
    if let Area::These(spaces) = &frame.area
        && let [space] = spaces.as_slice()
    {
        lines.extend(boxes::details(world, *space, frame));
        return lines;
    }
    let here: Vec<u16> = towns.iter().filter(|town| part.has(town)).map(|town| town.space).collect();
    let key = sign_key(world, &here).into_iter().chain(link_key(world, &here)).chain(count_key(world, &here));
    let mut key: Vec<String> = key.collect();
    let on_spaces = ground::badge_key(world, &here);
    key.extend((!on_spaces.is_empty()).then(|| on_spaces.join(", ")));
    if frame.area != Area::All {
        lines.push(Line::new());
        lines.extend(here.iter().filter_map(|space| boxes::occupied(world, *space, frame)));
        let pieces = here.iter().flat_map(|space| world.index.at[usize::from(*space)].iter());
        let badges = glyph::badge_key(world, pieces);
        key.extend((!badges.is_empty()).then(|| badges.join(", ")));
    }
    if !key.is_empty() {
        lines.push(Line::new());
        lines.extend(key.into_iter().map(|part| Line::of(Role::Dim, part)));
    }
    lines.extend(more_map(part.beyond(towns)));
    lines
}

/// The middle of these spaces, or of all pieces on the map.
fn middle(world: &World<'_>, towns: &[Town], spaces: &[u16]) -> Option<(f64, f64)> {
    let named: Vec<&Town> = towns.iter().filter(|town| spaces.contains(&town.space)).collect();
    let busy = |town: &&Town| !world.index.at[usize::from(town.space)].is_empty();
    let here = if named.is_empty() { towns.iter().filter(busy).collect() } else { named };
    let count = here.len() as f64;
    let sum = here.iter().fold((0.0, 0.0), |sum, town| (sum.0 + town.east, sum.1 + town.north));
    (count > 0.0).then(|| (sum.0 / count, sum.1 / count))
}

/// The typical distance of a town from its nearest neighbour.
fn apart(towns: &[Town]) -> f64 {
    let far = |a: &Town, b: &Town| (a.east - b.east).hypot(a.north - b.north);
    let nearest = |a: &Town| {
        let others = towns.iter().filter(|b| b.space != a.space).map(|b| far(a, b));
        others.fold(f64::INFINITY, f64::min)
    };
    let mut all: Vec<f64> = towns.iter().map(nearest).filter(|far| far.is_finite()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(1.0)
}

/// The sign of links that are all of one sort.
const DOT: char = '·';

/// A canvas of characters in columns and lines.
struct Canvas {
    part: Part,
    /// The number of columns in a unit of the map. A line is as high as two columns are wide.
    scale: f64,
    cells: Vec<Vec<Option<(char, Role)>>>,
}

impl Canvas {
    fn new(part: Part, scale: f64) -> Canvas {
        let wide = ((part.right - part.left) * scale).round() as usize + 1 + 2 * MARGIN;
        let high = ((part.top - part.bottom) * scale / 2.0).round() as usize + 1;
        Canvas { part, scale, cells: vec![vec![None; wide]; high] }
    }

    /// The column and line of a point.
    fn at(&self, town: &Town) -> (i64, i64) {
        let column = ((town.east - self.part.left) * self.scale).round() as i64 + MARGIN as i64;
        (column, ((self.part.top - town.north) * self.scale / 2.0).round() as i64)
    }

    fn put(&mut self, (column, line): (i64, i64), sign: char, role: Role) {
        let cell = usize::try_from(line).ok().and_then(|line| self.cells.get_mut(line));
        let cell = cell.zip(usize::try_from(column).ok()).and_then(|(line, column)| line.get_mut(column));
        if let Some(cell) = cell {
            *cell = Some((sign, role));
        }
    }

    /// True if these columns are on the canvas and contain only lines of links, which are dim.
    fn is_free(&self, (column, line): (i64, i64), wide: usize) -> bool {
        let Some(cells) = usize::try_from(line).ok().and_then(|line| self.cells.get(line)) else { return false };
        let Ok(from) = usize::try_from(column) else { return false };
        let free = |cell: &Option<(char, Role)>| matches!(cell, None | Some((_, Role::Dim)));
        cells.get(from..from + wide).is_some_and(|cells| cells.iter().all(free))
    }

    fn write(&mut self, (mut column, line): (i64, i64), text: &Line) {
        for span in &text.0 {
            for letter in span.text.chars() {
                self.put((column, line), letter, span.role);
                column += 1;
            }
        }
    }

    /// A line between two points, of these signs in turn.
    fn join(&mut self, from: (i64, i64), to: (i64, i64), signs: &[char]) {
        let steps = (to.0 - from.0).abs().max(2 * (to.1 - from.1).abs());
        for (step, sign) in (1..steps).filter(|step| step % 2 == 0).zip(signs.iter().cycle()) {
            let along = |a: i64, b: i64| a + ((b - a) as f64 * step as f64 / steps as f64).round() as i64;
            self.put((along(from.0, to.0), along(from.1, to.1)), *sign, Role::Dim);
        }
    }

    fn drawn(mut self, world: &World<'_>, towns: &[Town], frame: &Frame, short: bool) -> Vec<Line> {
        let town = |space: u16| towns.iter().find(|town| town.space == space);
        for ((a, b), links) in joined(world) {
            if let (Some(a), Some(b)) = (town(a), town(b)) {
                let signs: Vec<char> = links.iter().map(|link| link_sign(world, *link)).collect();
                self.join(self.at(a), self.at(b), &signs);
            }
        }
        let here: Vec<&Town> = towns.iter().filter(|town| self.part.has(town)).collect();
        for town in &here {
            let role = side_of(world, town.space).map_or(Role::Plain, |side| Role::side(world.game, side));
            let role = if marks::has_any(world, frame, town.space) { Role::Marked } else { role };
            self.write(self.at(town), &Line::of(role, sign(world, town.space)));
        }
        // Places with pieces are named first, because there may not be room for all names.
        let (busy, idle): (Vec<&Town>, Vec<&Town>) = here.into_iter().partition(|town| {
            !world.index.at[usize::from(town.space)].is_empty() || marks::has_space(frame, town.space)
        });
        for town in busy.into_iter().chain(idle) {
            self.name(world, town, frame, short);
        }
        let mut lines: Vec<Line> = self.cells.into_iter().map(line_of).collect();
        // The cells without a town, link or name.
        let is_blank = |line: &Line| line.text().is_empty();
        let above = lines.iter().take_while(|line| is_blank(line)).count();
        lines.drain(..above);
        lines.truncate(lines.len() - lines.iter().rev().take_while(|line| is_blank(line)).count());
        lines
    }

    /// Writes the name and pieces of a town beside its sign, or above or below it, where there is room.
    fn name(&mut self, world: &World<'_>, town: &Town, frame: &Frame, short: bool) {
        let title = super::boxes::space_name(world, town.space, frame);
        let role = side_of(world, town.space).map_or(Role::Plain, |side| Role::side(world.game, side));
        let counts = counts(world, town.space);
        let (column, line) = self.at(town);
        let wide = columns(&sign(world, town.space)) as i64;
        let lengths = if short { [SHORT, 6, 4] } else { [usize::MAX, 10, 5] };
        for length in lengths {
            let name = Line::of(role, first_columns(&title, length));
            let mut text = marks::marked(name, marks::has_any(world, frame, town.space));
            text.append(counts.clone());
            let length = text.width() as i64;
            let places = [
                (column + wide, line),
                (column - length, line),
                (column - length / 2, line - 1),
                (column - length / 2, line + 1),
                (column, line - 1),
                (column, line + 1),
                (column - length + 1, line - 1),
                (column - length + 1, line + 1),
            ];
            if let Some(place) = places.into_iter().find(|place| self.is_free(*place, length as usize)) {
                self.write(place, &text);
                return;
            }
        }
    }
}

/// The number of pieces of each side in a space: ` B3 M2`.
fn counts(world: &World<'_>, space: u16) -> Line {
    let mut line = Line::new();
    let here = &world.index.at[usize::from(space)];
    for side in 0..world.game.sides.len() as u16 {
        let count = here.iter().filter(|piece| glyph::side_of(world, *piece) == side).count();
        if count > 0 {
            line.push(Role::Plain, " ");
            line.push(Role::side(world.game, side), format!("{}{count}", glyph::initial(world, side)));
        }
    }
    line
}

/// The meaning of the letters with numbers, for the sides with pieces in these spaces.
fn count_key(world: &World<'_>, spaces: &[u16]) -> Option<String> {
    let has = |side: &u16| {
        let own = &world.index.of_side[usize::from(*side)];
        spaces.iter().any(|space| world.index.at[usize::from(*space)].meets(own))
    };
    let sides: Vec<u16> = (0..world.game.sides.len() as u16).filter(has).collect();
    let letters = sides.iter().map(|side| format!("{}2", glyph::initial(world, *side))).collect::<Vec<_>>();
    let titles: Vec<&str> = sides.iter().map(|side| world.game.sides[usize::from(*side)].title.as_str()).collect();
    (!sides.is_empty()).then(|| format!("{}: two pieces of {}", letters.join(", "), titles.join(", ")))
}

fn line_of(cells: Vec<Option<(char, Role)>>) -> Line {
    let mut line = Line::new();
    for cell in cells {
        let (sign, role) = cell.unwrap_or((' ', Role::Plain));
        line.push(role, sign.to_string());
    }
    line
}
