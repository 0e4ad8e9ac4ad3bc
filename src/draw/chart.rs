//! A network with places on a map as an SVG picture: regions as tinted ground, links as lines, towns with their signs,
//! names and counters.

use std::fmt::Write;

use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::label::Labels;

use super::atlas::{Part, Town, joined, side_of, sign};
use super::board::{Area, Frame};
use super::counters::shade;
use super::marks;
use super::paint::{ink_colour, letters_on, side_colour};
use super::regions::{Ground, Room, place_of_name};
use super::svg::{line, points, tagged_counter, tagged_space, text};

/// The width of the whole map.
const WIDTH: f64 = 1280.0;
/// The width of the ground around the outermost towns.
const BORDER: f64 = 60.0;
/// The radius of the ground of a town without a near neighbour.
pub(super) const REACH: f64 = 92.0;
/// The size of a counter beside a town.
const SMALL: (f64, f64) = (30.0, 20.0);
/// The distance of the middles of neighbouring counters, and of rows.
const STEP: f64 = 31.5;
const ROW: f64 = SMALL.1 + 2.0;
/// The maximum number of counters in a row.
const ABREAST: usize = 4;
/// The colour of everything beyond the ground of towns.
const SEA: &str = "#d5e3ea";
/// The tints of regions, in the order of the values of the fact by which the map is shaded.
const TINTS: [&str; 10] =
    ["#e9dfb8", "#cfe0c0", "#e6cfc0", "#d6d2e6", "#c9e0dc", "#ecd9a6", "#dfe3b4", "#e3c9d4", "#c8d6b8", "#e8e2d0"];

/// The size of the name of a town.
const NAME: f64 = 9.5;

/// The size of the name of a region, and its colour.
const REGION: (f64, &str) = (15.0, "#857a62");

/// A point of the picture.
pub(super) type Point = (f64, f64);

/// The name of a town and its place.
struct Label {
    name: String,
    place: Point,
}

/// The counters at one town, in rows, and the rectangle they take.
struct Stack {
    rows: Vec<Vec<u16>>,
    room: Room,
}

/// The towns with their positions in the picture.
pub(super) struct Chart<'t> {
    towns: &'t [Town],
    part: Part,
    scale: f64,
}

/// The distance of the lines of two links between the same towns.
const BESIDE: f64 = 4.0;

/// A line moved to its side by a distance.
fn aside(((ax, ay), (bx, by)): (Point, Point), distance: f64) -> (Point, Point) {
    let length = (bx - ax).hypot(by - ay).max(1.0);
    let (x, y) = (-(by - ay) / length * distance, (bx - ax) / length * distance);
    ((ax + x, ay + y), (bx + x, by + y))
}

impl<'t> Chart<'t> {
    /// The chart of the whole map, or of the part that the frame selects.
    pub(super) fn new(towns: &'t [Town], frame: &Frame) -> Option<Chart<'t>> {
        let all = Part::around(towns.iter())?;
        let part = match &frame.area {
            Area::These(spaces) => {
                let wanted = towns.iter().filter(|town| spaces.contains(&town.space));
                Part::around(wanted).unwrap_or(all)
            }
            Area::Follow(_) | Area::All => all,
        };
        let scale = (WIDTH - 2.0 * BORDER) / (all.right - all.left).max(1.0);
        Some(Chart { towns, part, scale })
    }

    /// The point of a town.
    fn at(&self, town: &Town) -> Point {
        ((town.east - self.part.left) * self.scale, (self.part.top - town.north) * self.scale)
    }

    /// The rectangle around the sign of a town.
    fn disc(&self, town: &Town) -> Room {
        let (x, y) = self.at(town);
        Room { left: x - 8.0, top: y - 8.0, right: x + 8.0, bottom: y + 8.0 }
    }

    /// The left, top, right and bottom edge.
    pub(super) fn bounds(&self) -> (f64, f64, f64, f64) {
        let (width, height) = (self.part.right - self.part.left, self.part.top - self.part.bottom);
        (-BORDER, -BORDER, width * self.scale + BORDER, height * self.scale + BORDER)
    }

    /// The spaces of the towns in the picture.
    pub(super) fn spaces(&self) -> Vec<u16> {
        let (left, top, right, bottom) = self.bounds();
        let is_shown = |town: &&Town| {
            let (x, y) = self.at(town);
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        self.towns.iter().filter(is_shown).map(|town| town.space).collect()
    }

    /// The spaces in which a side has several pieces. The foot lists them, since small counters do not show all
    /// numbers.
    pub(super) fn stacked(&self, world: &World<'_>) -> Vec<u16> {
        let several = |space: &u16| {
            let here = &world.index.at[usize::from(*space)];
            world.index.of_side.iter().any(|own| here.iter().filter(|piece| own.has(*piece)).count() > 1)
        };
        self.spaces().into_iter().filter(several).collect()
    }

    /// Draws ground, links, towns and counters.
    pub(super) fn draw(&self, world: &World<'_>, labels: &Labels, frame: &Frame, out: &mut String) {
        let (left, top, right, bottom) = self.bounds();
        let (width, height) = (right - left, bottom - top);
        // A picture inside the picture shows nothing beyond its edges.
        let _ = writeln!(
            out,
            "<svg x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">\n<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{SEA}\"/>"
        );
        for town in self.towns {
            self.ground(world, town, out);
        }
        let links = self.draw_links(world, out);
        let stacks = self.stacks(world);
        let (labels_of_towns, taken) = self.names(world, &stacks, frame);
        self.regions(world, &links, taken, out);
        for town in self.towns {
            tagged_space(world, out, town.space, frame, |out| self.town(world, town, frame, out));
        }
        for (town, label) in self.towns.iter().zip(&labels_of_towns) {
            tagged_space(world, out, town.space, frame, |out| label.draw(out));
        }
        stacks.iter().for_each(|stack| stack.draw(world, labels, frame, out));
        out.push_str("</svg>\n");
    }

    /// Draws the ground of a town: every point that is nearer to it than to any other town.
    fn ground(&self, world: &World<'_>, town: &Town, out: &mut String) {
        let middle = self.at(town);
        if world.game.board.spaces[usize::from(town.space)].is_box {
            return;
        }
        let round = (0..20).map(|at| {
            let angle = f64::from(at) * std::f64::consts::PI / 10.0;
            (middle.0 + REACH * angle.cos(), middle.1 + REACH * angle.sin())
        });
        let mut cell: Vec<Point> = round.collect();
        for other in self.towns.iter().filter(|other| other.space != town.space) {
            cell = nearer(&cell, middle, self.at(other));
        }
        let tint = match shade(world, town.space) {
            Some(Value::Ref(Ref { domain: Domain::List(_), index })) => tint(index),
            _ => TINTS[TINTS.len() - 1],
        };
        // The edge has the colour of the ground, so that cells of one region join without a seam.
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{tint}\" stroke=\"{tint}\" stroke-width=\"1\"/>",
            points(&cell)
        );
    }

    /// Writes the name of each region on its ground, clear of towns, counters and the names of towns.
    fn regions(&self, world: &World<'_>, links: &[(Point, Point)], mut taken: Vec<Room>, out: &mut String) {
        let Some(fact) = world.game.drawing.shade else { return };
        let Type::One(Domain::List(list), _) = world.game.facts[fact.at()].ty else { return };
        let is_ground = |town: &&Town| !world.game.board.spaces[usize::from(town.space)].is_box;
        let towns: Vec<(Value, Point)> = (self.towns.iter().filter(is_ground))
            .map(|town| (world.seen_fact(fact, Ref::space(town.space)).clone(), self.at(town)))
            .collect();
        for (at, member) in (0u16..).zip(&world.game.lists[usize::from(list)].members) {
            let value = Value::Ref(Ref::new(Domain::List(list), at));
            let (own, others): (Vec<_>, Vec<_>) = towns.iter().partition(|(of, _)| *of == value);
            let points = |towns: Vec<&(Value, Point)>| towns.into_iter().map(|(_, point)| *point).collect();
            let ground = Ground { own: points(own), others: points(others), bounds: self.bounds() };
            let Some(place) = place_of_name(&ground, &member.title, REGION.0, &taken, links) else { continue };
            taken.push(Room::of_text(&member.title, REGION.0, place));
            edged(out, place, REGION.0, (REGION.1, tint(at)), &member.title);
        }
    }

    /// Draws the links between two towns, and returns their ends.
    fn draw_links(&self, world: &World<'_>, out: &mut String) -> Vec<(Point, Point)> {
        let place = |space: u16| self.towns.iter().find(|town| town.space == space).map(|town| self.at(town));
        let mut ends = Vec::new();
        for ((a, b), links) in joined(world) {
            let Some((a, b)) = place(a).zip(place(b)) else { continue };
            let beside = |at: usize| aside((a, b), (at as f64 - (links.len() - 1) as f64 / 2.0) * BESIDE);
            for (at, link) in links.iter().enumerate() {
                let ink = world.game.drawing.sign_of(*link).and_then(|sign| sign.ink);
                let (a, b) = beside(at);
                line(out, a, b, ink.map_or("#8a7a5c", ink_colour), 2.0);
            }
            ends.push((a, b));
        }
        ends
    }

    /// Draws a town: a disc in its side's colour, and its sign.
    fn town(&self, world: &World<'_>, town: &Town, frame: &Frame, out: &mut String) {
        let (x, y) = self.at(town);
        let is_box = world.game.board.spaces[usize::from(town.space)].is_box;
        if marks::has_space(frame, town.space) {
            marks::around_town(out, (x, y), if is_box { 12.0 } else { 8.0 });
        }
        let fill = side_of(world, town.space).map_or("#ffffff", |side| side_colour(world, side));
        if is_box {
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"18\" height=\"18\" rx=\"3\" fill=\"#ffffff\" stroke=\"#555555\" stroke-width=\"1.4\"/>",
                x - 9.0,
                y - 9.0
            );
        } else {
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"{fill}\" stroke=\"#333333\" stroke-width=\"1.2\"/>"
            );
            let ink = letters_on(fill);
            let mark = sign(world, town.space);
            let size = if mark.chars().count() > 2 { 6.5 } else { 9.0 };
            text(out, (x, y), size, "middle", ink, &mark);
        }
    }

    /// The names of the towns, each below its town or where no sign, counter or other name is in the way. Also returns
    /// the rectangles that signs, counters and names take.
    fn names(&self, world: &World<'_>, stacks: &[Stack], frame: &Frame) -> (Vec<Label>, Vec<Room>) {
        let mut taken: Vec<Room> = stacks.iter().map(|stack| stack.room).collect();
        for town in self.towns {
            taken.push(self.disc(town));
        }
        let mut labels = Vec::with_capacity(self.towns.len());
        for town in self.towns {
            let (x, y) = self.at(town);
            let name = super::boxes::space_name(world, town.space, frame);
            let side = Room::of_text(&name, NAME, (0.0, 0.0)).right + 11.0;
            let places = [(x, y + 15.0), (x, y - 15.0), (x + side, y), (x - side, y)];
            let room = |place: Point| Room::of_text(&name, NAME, place);
            let free = |place: &Point| !taken.iter().any(|other| other.meets(&room(*place)));
            let place = places.into_iter().find(free).unwrap_or(places[0]);
            taken.push(room(place));
            labels.push(Label { name, place });
        }
        (labels, taken)
    }

    /// The counters at each town, in rows of one side each. They stand above the town, or where they cover least.
    fn stacks(&self, world: &World<'_>) -> Vec<Stack> {
        let discs: Vec<Room> = self.towns.iter().map(|town| self.disc(town)).collect();
        let mut stacks: Vec<Stack> = Vec::new();
        for town in self.towns {
            let here = &world.index.at[usize::from(town.space)];
            let of_side = |own| world.in_sight(&here.intersection(own));
            let rows = world.index.of_side.iter().map(of_side);
            let rows: Vec<Vec<u16>> =
                rows.flat_map(|own| own.chunks(ABREAST).map(<[u16]>::to_vec).collect::<Vec<_>>()).collect();
            let Some(most) = rows.iter().map(Vec::len).max() else { continue };
            let half = (SMALL.0 + (most - 1) as f64 * STEP) / 2.0;
            let high = rows.len() as f64 * ROW;
            let (x, y) = self.at(town);
            let around = |x: f64, top: f64| Room { left: x - half, top, right: x + half, bottom: top + high };
            let (above, below) = (y - 10.0 - high, y + 10.0);
            let places = [around(x, above), around(x - half, above), around(x + half, above), around(x, below)];
            let covered = |place: &Room| {
                let others = discs.iter().chain(stacks.iter().map(|other| &other.room));
                others.map(|other| place.shared(other)).sum::<f64>()
            };
            let best = places.into_iter().min_by(|a, b| covered(a).total_cmp(&covered(b)));
            stacks.extend(best.map(|room| Stack { rows, room }));
        }
        stacks
    }
}

impl Stack {
    /// Draws the counters, the first row nearest to the bottom.
    fn draw(&self, world: &World<'_>, labels: &Labels, frame: &Frame, out: &mut String) {
        let middle = (self.room.left + self.room.right) / 2.0;
        for (row, line) in self.rows.iter().enumerate() {
            let first = middle - (line.len() - 1) as f64 * STEP / 2.0;
            let y = self.room.bottom - row as f64 * ROW - SMALL.1 / 2.0;
            for (at, piece) in line.iter().enumerate() {
                let place = (first + at as f64 * STEP, y);
                if marks::has_piece(frame, *piece) {
                    marks::behind_counter(out, place, SMALL);
                }
                tagged_counter(world, labels, out, *piece, (place, SMALL), frame);
            }
        }
    }
}

impl Label {
    fn draw(&self, out: &mut String) {
        edged(out, self.place, NAME, ("#333333", "#fbfaf4"), &self.name);
    }
}

/// Writes a name with an edge in the colour of its ground, which keeps it readable across links.
fn edged(out: &mut String, place: Point, size: f64, (ink, edge): (&str, &str), name: &str) {
    let _ = write!(out, "<g stroke=\"{edge}\" stroke-width=\"2.6\" stroke-linejoin=\"round\">");
    text(out, place, size, "middle", edge, name);
    out.push_str("</g>");
    text(out, place, size, "middle", ink, name);
}

/// The tint of the ground of a region.
fn tint(region: u16) -> &'static str {
    TINTS[usize::from(region) % TINTS.len()]
}

/// The part of a polygon that is nearer to one point than to another.
fn nearer(cell: &[Point], one: Point, other: Point) -> Vec<Point> {
    // Positive on the side of the first point.
    let side = |point: Point| {
        let middle = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
        (point.0 - middle.0) * (one.0 - other.0) + (point.1 - middle.1) * (one.1 - other.1)
    };
    let mut kept = Vec::with_capacity(cell.len() + 1);
    for (at, from) in cell.iter().enumerate() {
        let to = cell[(at + 1) % cell.len()];
        let (a, b) = (side(*from), side(to));
        if a >= 0.0 {
            kept.push(*from);
        }
        if (a >= 0.0) != (b >= 0.0) {
            let share = a / (a - b);
            kept.push((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_is_divided_halfway_between_towns() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        let left = nearer(&square, (1.0, 2.0), (3.0, 2.0));
        assert_eq!(left, [(0.0, 0.0), (2.0, 0.0), (2.0, 4.0), (0.0, 4.0)]);
    }
}
