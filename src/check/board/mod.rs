//! The board: its three kinds of ground, boxes, regions, slots and links, all computed before play.
//!
//! Ground and names come first, because lists, nouns and positions need them. Facts, regions and links follow when
//! words and facts are known.

mod facts;
mod geometry;
mod grid;
mod hex;
mod links;
mod place;
mod region;
mod slots;

pub(crate) use facts::fill_spaces;
pub(crate) use geometry::fill_lists;
pub(crate) use hex::HOURS;
pub(crate) use links::fill_links;
pub(crate) use place::{Places, SpaceNames, place_names, places};
pub(crate) use region::{fill_regions, fill_slots};

use crate::model::board::{Link, Region, SideBox, Space};
use crate::model::id::{Domain, LinkId, Ref, RegionId};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, BoardMember, ItemKind, Name, ScenarioLineKind};

use super::error;
use super::gather::Gathered;
use super::maker::Maker;
use crate::model::names::Symbol;

/// The board named by the scenario, else the only one, else the first.
pub(crate) fn chosen<'a>(maker: &mut Maker, items: &Gathered<'a>) -> Option<&'a ast::Board> {
    let boards: Vec<_> =
        items.each(|kind| if let ItemKind::Board(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    let named = items.lines.iter().rev().find_map(|line| match &line.kind {
        ScenarioLineKind::Board(name) => Some(name),
        _ => None,
    });
    match named {
        Some(name) => {
            let found = boards.iter().find(|board| plain(&board.name.text) == plain(&name.text)).copied();
            if found.is_none() {
                let problem =
                    error::unknown("board", &name.text, name.span, boards.iter().map(|board| board.name.text.as_str()));
                maker.report(problem);
            }
            found
        }
        None => boards.first().copied(),
    }
}

/// Declares spaces, grids with their lists, boxes, directions, and the names of regions and links.
pub(crate) fn declare_board(maker: &mut Maker, board: &ast::Board) {
    maker.game.board.name = maker.declare(&board.name);
    maker.game.board.title = maker.titled(board.title.as_ref(), &board.name);
    maker.cites(&board.cites);
    for member in &board.members {
        match member {
            BoardMember::Grid(grid) => grid::declare_grid(maker, grid),
            BoardMember::Hexes(hexes) => hex::declare_hexes(maker, hexes),
            BoardMember::Spaces(spaces) => {
                maker.cites(&spaces.cites);
                if !have_room(maker, spaces.spaces.len(), board.name.span) {
                    continue;
                }
                for space in &spaces.spaces {
                    let shown = maker.titled(space.title.as_ref(), &space.name);
                    add_named(maker, &space.name, shown, false);
                }
            }
            _ => {}
        }
    }
    for member in &board.members {
        match member {
            BoardMember::Box(places) => {
                for place in places {
                    maker.cites(&place.cites);
                    let shown = maker.titled(place.title.as_ref(), &place.name);
                    add_named(maker, &place.name, shown, true);
                    document(maker, &place.name, place.doc.as_ref());
                }
            }
            BoardMember::Boxes(boxes) => {
                maker.cites(&boxes.cites);
                for name in &boxes.names {
                    add_boxes(maker, name);
                    document(maker, name, boxes.doc.as_ref());
                }
            }
            _ => {}
        }
    }
    maker.spaces.enter(&maker.game.board.spaces);
    for member in &board.members {
        match member {
            BoardMember::Region(region) => declare_region(maker, region),
            BoardMember::Links(links) => declare_links(maker, links),
            _ => {}
        }
    }
    geometry::connect(maker);
    name_spaces(maker);
    name_directions(maker);
    slots::declare_slots(maker, board);
}

/// The maximum number of spaces on a board. Data kept for each pair of spaces must fit into memory, and boards have
/// thousands of spaces at most.
pub(crate) const MOST_SPACES: usize = 5_000;
/// The maximum number of spaces on a hex map, whose distances need not be stored.
pub(crate) const MOST_HEXES: usize = 20_000;

/// True if `more` spaces still fit; otherwise this is reported once. Checked before any space is created.
fn have_room(maker: &mut Maker, more: usize, span: Span) -> bool {
    let most = if maker.hexes.is_some() { MOST_HEXES } else { MOST_SPACES };
    let count = maker.game.board.spaces.len().saturating_add(more);
    if count > most && !maker.crowded {
        maker.crowded = true;
        let problem = error::board_shape(
            format!("the board has {count} spaces, too many"),
            span,
            format!("a board has at most {MOST_SPACES} spaces, a map of hexes {MOST_HEXES}"),
        );
        maker.report(problem);
    }
    count <= most
}

/// Adds a space with a name of its own.
fn add_named(maker: &mut Maker, name: &Name, shown: String, is_box: bool) {
    if !have_room(maker, 1, name.span) {
        return;
    }
    let spelt = plain(&name.text);
    maker.spaces.enter(&maker.game.board.spaces);
    let spaces = &maker.game.board.spaces;
    let earlier = maker.spaces.first(spaces, [&spelt, &spelt], |space| space.name == spelt);
    if let Some(earlier) = earlier.and_then(|at| spaces.get(usize::from(at))) {
        let same = maker.sources.text(earlier.span).trim_matches('"') == name.text;
        let problem = error::declared_twice(name, earlier.span, same);
        maker.report(problem);
        return;
    }
    let titles = vec![shown.clone(); maker.game.sides.len()];
    maker.game.board.spaces.push(Space {
        name: spelt,
        title: shown,
        titles,
        cell: None,
        hex: None,
        axial: None,
        side_box: None,
        is_box,
        span: name.span,
    });
}

/// Adds one box for each side; a side refers to its own by the bare name.
fn add_boxes(maker: &mut Maker, name: &Name) {
    if !have_room(maker, maker.game.sides.len(), name.span) {
        return;
    }
    let index = maker.game.board.boxes.len() as u16;
    let sides: Vec<(String, String)> =
        maker.game.sides.iter().map(|side| (side.name.clone(), side.title.clone())).collect();
    let mut spaces = Vec::new();
    for (side, (spelt, shown)) in sides.iter().enumerate() {
        let full = format!("{shown} {}", name.text);
        let titles: Vec<String> =
            (0..sides.len()).map(|viewer| if viewer == side { name.text.clone() } else { full.clone() }).collect();
        spaces.push(maker.game.board.spaces.len() as u16);
        maker.game.board.spaces.push(Space {
            name: format!("{}_{spelt}", plain(&name.text)),
            title: titles.first().cloned().unwrap_or(full),
            titles,
            cell: None,
            hex: None,
            axial: None,
            side_box: Some((index, side as u16)),
            is_box: true,
            span: name.span,
        });
    }
    maker.game.board.boxes.push(SideBox { name: plain(&name.text), spaces });
}

/// Keeps the `///` comment of a box or region.
fn document(maker: &mut Maker, name: &Name, doc: Option<&String>) {
    if let Some(doc) = doc {
        maker.game.board.docs.insert(plain(&name.text), doc.clone());
    }
}

fn declare_region(maker: &mut Maker, region: &ast::Region) {
    let name = maker.declare(&region.name);
    maker.cites(&region.cites);
    let id = RegionId(maker.game.board.regions.len() as u16);
    maker.symbol(&name, Symbol::Region(id));
    document(maker, &region.name, region.doc.as_ref());
    maker.game.board.regions.push(Region { name, spaces: BitSet::new() });
}

fn declare_links(maker: &mut Maker, links: &ast::Links) {
    let name = maker.declare(&links.name);
    let cites = maker.cites(&links.cites);
    let id = LinkId(maker.game.board.links.len() as u16);
    maker.constant(&name, Value::Ref(Ref::new(Domain::Link, id.0)), Type::One(Domain::Link, false));
    maker.symbol(&name, Symbol::Link(id));
    maker.game.board.links.push(Link {
        name,
        steps: Vec::new(),
        conditions: Vec::new(),
        constant: false,
        cites,
        span: links.span,
    });
}

/// Makes spaces constants of scripts; those of each side are words of the side.
fn name_spaces(maker: &mut Maker) {
    for index in 0..maker.game.board.spaces.len() {
        let space = &maker.game.board.spaces[index];
        if space.side_box.is_none() {
            let name = space.name.clone();
            maker.constant(&name, Value::Ref(Ref::space(index as u16)), Type::One(Domain::Space, false));
        }
    }
}

fn name_directions(maker: &mut Maker) {
    for index in 0..maker.game.board.directions.len() {
        let name = maker.game.board.directions[index].name.clone();
        maker.constant(&name, Value::Ref(Ref::direction(index as u16)), Type::One(Domain::Direction, false));
    }
}

/// A span for errors about the whole board.
fn board_span(maker: &Maker) -> Span {
    maker.game.board.spaces.first().map_or(Span::default(), |space| space.span)
}
