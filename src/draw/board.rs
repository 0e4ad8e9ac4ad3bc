//! A whole board: its main part as a picture, smaller grids and boxes as lists.

use crate::diagnostic::did_you_mean;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;
use crate::play::learn::Marks;
use crate::play::sentence::{fold, spellings};
use crate::source::plain_words;

use super::text::{Line, Role};
use super::{areas, atlas, boxes, cells, counters, edges, glyph, ground, hexes, marks, network, tracks};

/// The part of a board to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// The surroundings of these spaces. If there are none, the place with the most pieces. Only large maps are cut to
    /// it.
    Follow(Vec<u16>),
    /// These spaces with details.
    These(Vec<u16>),
    /// The whole board, as small as needed.
    All,
}

/// The settings for drawing a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The side whose names of places are used. None means the first side.
    pub names: Option<u16>,
    /// The side whose edge is at the bottom.
    pub bottom: u16,
    /// The number of columns.
    pub width: usize,
    /// The number of lines available for a large map.
    pub height: usize,
    /// The part to draw.
    pub area: Area,
    /// True if colours distinguish the sides.
    pub colours: bool,
    /// What a lesson points at.
    pub marks: Marks,
    /// True if spaces and counters of a picture carry their names, for a front end in which people point at them.
    pub tagged: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            names: None,
            bottom: 0,
            width: 80,
            height: 36,
            area: Area::Follow(Vec::new()),
            colours: false,
            marks: Marks::default(),
            tagged: false,
        }
    }
}

/// The board as lines that fit the frame's width.
pub fn board(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let on_hexes = world.is_map_of_hexes();
    let towns = atlas::towns(world);
    let has_place = |space: &u16| {
        let town = |towns: &Vec<atlas::Town>| towns.iter().any(|town| town.space == *space);
        board.spaces[*space as usize].hex.is_some() || towns.as_ref().is_some_and(town)
    };
    if let Area::These(spaces) = &frame.area
        && !spaces.iter().any(has_place)
    {
        let lines = spaces.iter().flat_map(|space| boxes::details(world, *space, frame));
        return lines.flat_map(|line| line.wrapped(frame.width, 4)).collect();
    }
    let main = (0..board.grids.len()).max_by_key(|at| (board.grids[*at].spaces.count(), usize::MAX - at));
    let mut lines = Vec::new();
    if let Some(main) = main {
        let grid = GridId(main as u16);
        if is_small(world, grid) {
            lines.extend(cells::draw(world, grid, frame));
        } else {
            lines.extend(areas::draw(world, grid, frame));
        }
    } else if on_hexes {
        lines.extend(hexes::draw(world, frame));
    } else if let Some(towns) = &towns {
        lines.extend(atlas::draw(world, towns, frame));
    } else {
        lines.extend(network::draw(world, frame));
    }
    // A map explains its badges itself.
    let badges = if on_hexes || towns.is_some() {
        Vec::new()
    } else {
        let spaces: Vec<u16> = (0..board.spaces.len() as u16).collect();
        [glyph::listed_badge_key(world, world.index.all.iter()), ground::badge_key(world, &spaces)].concat()
    };
    let legend = glyph::legend(world).into_iter();
    let badges = (!badges.is_empty()).then(|| Line::of(Role::Dim, badges.join(", ")));
    let below = [
        boxes::draw(world, main.map(|at| GridId(at as u16)), frame),
        edges::lines(world, frame),
        tracks::draw(world, frame),
        legend.chain(badges).collect(),
    ];
    for part in below.into_iter().filter(|part| !part.is_empty()) {
        lines.push(Line::new());
        lines.extend(part);
    }
    lines.into_iter().flat_map(|line| line.wrapped(frame.width, 4)).collect()
}

/// The signs that a board of this game may show, each with its meaning.
pub fn signs(world: &World<'_>) -> Vec<(String, String)> {
    let mut signs: Vec<(String, String)> = glyph::signs(world).into_iter().chain(atlas::signs(world)).collect();
    if world.is_map_of_hexes() {
        signs.extend(counters::signs(world));
    }
    signs.extend(glyph::arrow_signs(world));
    signs.extend(tracks::signs(world));
    signs.push((marks::SIGN.to_owned(), "marked by the lesson".to_owned()));
    signs
}

/// The part of the board given by a text: `all`, a hex or place, a rectangle `1405..2612`, a region, or a piece.
///
/// # Errors
/// A sentence with the error and the correction.
pub fn area(world: &World<'_>, text: &str, seat: Option<u16>) -> Result<Area, String> {
    let board = &world.game.board;
    let said = fold(text);
    if said == "all" {
        return Ok(Area::All);
    }
    let place = |text: &str| -> Option<u16> {
        match *world.places_named(seat.unwrap_or(0), text) {
            [only] => Some(only),
            _ => None,
        }
    };
    if let Some((from, to)) = text.split_once("..") {
        let corners = |text: &str| board.spaces[place(text.trim())? as usize].hex;
        let (Some(from), Some(to)) = (corners(from), corners(to)) else {
            return Err(format!("`{text}` is not a part of this map: expected a rectangle from one hex to another"));
        };
        let (columns, rows) = (from.0.min(to.0)..=from.0.max(to.0), from.1.min(to.1)..=from.1.max(to.1));
        let inside = |hex: (i32, i32)| columns.contains(&hex.0) && rows.contains(&hex.1);
        let spaces = board.spaces.iter().enumerate().filter(|(_, space)| space.hex.is_some_and(inside));
        return Ok(Area::These(spaces.map(|(at, _)| at as u16).collect()));
    }
    if let Some(region) = board.regions.iter().find(|region| fold(&region.name) == said) {
        return Ok(Area::These(region.spaces.iter().collect()));
    }
    if let Some(spaces) = of_value(world, &said) {
        return Ok(Area::These(spaces));
    }
    let places = world.places_named(seat.unwrap_or(0), text);
    if !places.is_empty() {
        return Ok(Area::These(places.to_vec()));
    }
    let called = |piece: &u16| spellings(world, &Value::Ref(Ref::piece(*piece)), seat.unwrap_or(0)).contains(&said);
    // A kind names many pieces, so an exact name has precedence.
    let pieces: Vec<u16> = (0..world.state.pieces.len() as u16).filter(called).collect();
    let exact = pieces.iter().find(|piece| fold(&world.name(Ref::piece(**piece))) == said);
    match exact.or(pieces.first()).map(|piece| world.space_of(Ref::piece(*piece))) {
        Some(Some(space)) => Ok(Area::These(vec![space])),
        Some(None) => Err(format!("`{text}` is not on the board")),
        None => {
            let regions: Vec<&str> = board.regions.iter().map(|region| region.name.as_str()).collect();
            let mut wanted = "a place, a piece".to_owned();
            if !regions.is_empty() {
                wanted.push_str(&format!(", a region ({})", regions.join(", ")));
            }
            let places: Vec<String> = (0..board.spaces.len() as u16).map(|at| world.space_title(at, None)).collect();
            let meant = did_you_mean(text, places.iter().map(String::as_str));
            Err(format!("no part of this board is named `{text}`: expected {wanted} or `all`{meant}"))
        }
    }
}

/// The spaces of a value of a list, for example of a county.
fn of_value(world: &World<'_>, said: &str) -> Option<Vec<u16>> {
    let fact = world.game.drawing.shade?;
    let Type::One(Domain::List(list), _) = world.game.facts[fact.at()].ty else { return None };
    let members = &world.game.lists[usize::from(list)].members;
    let at = members.iter().position(|member| fold(&member.title) == said || fold(&member.name) == said)?;
    let value = Value::Ref(Ref::new(Domain::List(list), at as u16));
    let is_there = |space: &u16| *world.seen_fact(fact, Ref::space(*space)) == value;
    Some((0..world.game.board.spaces.len() as u16).filter(is_there).collect())
}

/// True if a grid is drawn with one sign for each space: it has no slots, and either six or more columns or at most one
/// piece in each space.
fn is_small(world: &World<'_>, grid: GridId) -> bool {
    let spaces = &world.game.board.grids[grid.at()].spaces;
    let slots = world.game.board.slots.as_ref().is_some_and(|slots| slots.spaces.meets(spaces));
    let columns = world.game.lists[world.game.board.grids[grid.at()].columns.at()].members.len();
    let crowded = || spaces.iter().any(|space| world.index.at[space as usize].count() > 1);
    !slots && (columns >= 6 || !crowded())
}

/// A grid arranged for the frame: spaces by row from the top, with the names of rows and columns.
pub(super) struct Layout {
    /// The spaces, row by row from the top.
    pub rows: Vec<Vec<Option<u16>>>,
    /// The names of the rows, from the top.
    pub row_names: Vec<String>,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// True if the grid is shown from the edge of the side that sees it turned round.
    pub turned: bool,
}

/// Arranges a grid with the bottom side's edge below and the names of the reading side.
pub(super) fn layout(world: &World<'_>, grid: GridId, frame: &Frame) -> Layout {
    let board = &world.game.board;
    let item = &board.grids[grid.at()];
    let names = |list: ListId| -> Vec<String> {
        world.game.lists[list.at()].members.iter().map(|member| plain_words(&member.title)).collect()
    };
    let (mut column_names, mut row_names) = (names(item.columns), names(item.rows));
    let (columns, rows) = (column_names.len(), row_names.len());
    let mut cells = vec![vec![None; columns]; rows];
    for space in item.spaces.iter() {
        if let Some((_, column, row)) = board.spaces[space as usize].cell {
            // Row 0 is nearest to the first side.
            let line = rows.checked_sub(1 + row as usize);
            if let Some(cell) = line.and_then(|line| cells.get_mut(line)).and_then(|line| line.get_mut(column as usize))
            {
                *cell = Some(space);
            }
        }
    }
    let turned = item.turned == Some(frame.bottom);
    if turned {
        cells.reverse();
        cells.iter_mut().for_each(|line| line.reverse());
    }
    // Names run from the reader's own edge, on either side of the board.
    let reads_turned = item.turned.is_some() && item.turned == frame.names;
    if reads_turned == turned {
        row_names.reverse();
    } else {
        column_names.reverse();
    }
    Layout { rows: cells, row_names, column_names, turned }
}
