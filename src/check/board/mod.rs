//! The board: its three kinds of ground, boxes, regions, slots and links, all computed before play.
//!
//! Ground and names come first, because lists, nouns and positions need them. Facts, regions and links follow when
//! words and facts are known.

mod edges;
mod facts;
mod geometry;
mod grid;
mod hex;
mod links;
mod place;
mod region;
mod slots;

pub(crate) use edges::{edge_names, edges_named};
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
use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, BoardMember, ItemKind, Name, ScenarioLineKind};

use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::reserved;
use crate::model::names::Symbol;

/// The board named by the scenario, else the only one, else the first.
pub(crate) fn chosen<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Option<&'a ast::Board> {
    let boards: Vec<_> =
        items.each(|kind| if let ItemKind::Board(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    super::list::report_twins(builder, boards.iter().map(|board| &board.name));
    let named = items.lines.iter().rev().find_map(|line| match &line.kind {
        ScenarioLineKind::Board(name) => Some(name),
        _ => None,
    });
    match named {
        Some(name) => {
            let found = boards.iter().find(|board| same_name(&board.name.text, &name.text)).copied();
            if found.is_none() {
                let problem = error::unknown("board", name, boards.iter().map(|board| board.name.text.as_str()));
                builder.report(problem);
            }
            found
        }
        None => boards.first().copied(),
    }
}

/// Declares spaces, grids with their lists, boxes, directions, and the names of regions and links.
pub(crate) fn declare_board(builder: &mut GameBuilder, board: &ast::Board) {
    builder.game.board.name = builder.declare(&board.name);
    builder.game.board.title = builder.titled(board.title.as_ref(), &board.name);
    builder.cites(&board.cites);
    for member in &board.members {
        match member {
            BoardMember::Grid(grid) => grid::declare_grid(builder, grid),
            BoardMember::Hexes(hexes) => hex::declare_hexes(builder, hexes),
            BoardMember::Spaces(spaces) => {
                builder.cites(&spaces.cites);
                if !have_room(builder, spaces.spaces.len(), board.name.span) {
                    continue;
                }
                for space in &spaces.spaces {
                    let shown = builder.titled(space.title.as_ref(), &space.name);
                    add_named(builder, &space.name, shown, false);
                }
            }
            _ => {}
        }
    }
    for member in &board.members {
        match member {
            BoardMember::Box(places) => {
                for place in places {
                    builder.cites(&place.cites);
                    let shown = builder.titled(place.title.as_ref(), &place.name);
                    add_named(builder, &place.name, shown, true);
                    document(builder, &place.name, place.doc.as_ref());
                }
            }
            BoardMember::Boxes(boxes) => {
                builder.cites(&boxes.cites);
                for name in &boxes.names {
                    add_boxes(builder, name);
                    document(builder, name, boxes.doc.as_ref());
                }
            }
            _ => {}
        }
    }
    builder.spaces.enter(&builder.game.board.spaces);
    for member in &board.members {
        match member {
            BoardMember::Region(region) => declare_region(builder, region),
            BoardMember::Links(links) => declare_links(builder, links),
            _ => {}
        }
    }
    geometry::connect(builder);
    name_spaces(builder);
    name_directions(builder);
    slots::declare_slots(builder, board);
}

/// The maximum number of spaces on a board. Data kept for each pair of spaces must fit into memory, and boards have
/// thousands of spaces at most.
pub(crate) const MOST_SPACES: usize = 5_000;
/// The maximum number of spaces on a hex map, whose distances need not be stored.
pub(crate) const MOST_HEXES: usize = 20_000;

/// True if `more` spaces still fit; otherwise this is reported once. Checked before any space is created.
fn have_room(builder: &mut GameBuilder, more: usize, span: Span) -> bool {
    let most = if builder.hexes.is_some() { MOST_HEXES } else { MOST_SPACES };
    let count = builder.game.board.spaces.len().saturating_add(more);
    if count > most && !builder.crowded {
        builder.crowded = true;
        let problem = error::board_shape(
            format!("the board has {count} spaces, too many"),
            span,
            format!("a board has at most {MOST_SPACES} spaces, a map of hexes {MOST_HEXES}"),
        );
        builder.report(problem);
    }
    count <= most
}

/// Adds a space with a name of its own.
fn add_named(builder: &mut GameBuilder, name: &Name, shown: String, is_box: bool) {
    if !have_room(builder, 1, name.span) {
        return;
    }
    let spelt = reserved::spell(builder, name);
    builder.spaces.enter(&builder.game.board.spaces);
    let spaces = &builder.game.board.spaces;
    let earlier = builder.spaces.first(spaces, [&spelt, &spelt], |space| space.name == spelt);
    if let Some(earlier) = earlier.and_then(|at| spaces.get(usize::from(at))) {
        let same = builder.sources.text(earlier.span).trim_matches('"') == name.text;
        let problem = error::member_twice(name, earlier.span, same);
        builder.report(problem);
        return;
    }
    let titles = vec![shown.clone(); builder.game.sides.len()];
    builder.game.board.spaces.push(Space {
        name: spelt,
        title: shown,
        titles,
        is_box,
        span: name.span,
        ..Space::default()
    });
}

/// Adds one box for each side; a side refers to its own by the bare name.
fn add_boxes(builder: &mut GameBuilder, name: &Name) {
    if !have_room(builder, builder.game.sides.len(), name.span) {
        return;
    }
    let own = reserved::spell(builder, name);
    let index = builder.game.board.boxes.len() as u16;
    let sides: Vec<(String, String)> =
        builder.game.sides.iter().map(|side| (side.name.clone(), side.title.clone())).collect();
    let mut spaces = Vec::new();
    for (side, (spelt, shown)) in sides.iter().enumerate() {
        let full = format!("{shown} {}", name.text);
        let titles: Vec<String> =
            (0..sides.len()).map(|viewer| if viewer == side { name.text.clone() } else { full.clone() }).collect();
        spaces.push(builder.game.board.spaces.len() as u16);
        builder.game.board.spaces.push(Space {
            name: format!("{own}_{spelt}"),
            title: titles.first().cloned().unwrap_or(full),
            titles,
            side_box: Some((index, side as u16)),
            is_box: true,
            span: name.span,
            ..Space::default()
        });
    }
    builder.game.board.boxes.push(SideBox { name: own, spaces });
}

/// Keeps the `///` comment of a box or region.
fn document(builder: &mut GameBuilder, name: &Name, doc: Option<&String>) {
    if let Some(doc) = doc {
        builder.game.board.docs.insert(plain(&name.text), doc.clone());
    }
}

fn declare_region(builder: &mut GameBuilder, region: &ast::Region) {
    let name = builder.declare(&region.name);
    builder.cites(&region.cites);
    let id = RegionId(builder.game.board.regions.len() as u16);
    builder.symbol(&name, Symbol::Region(id));
    document(builder, &region.name, region.doc.as_ref());
    builder.game.board.regions.push(Region { name, spaces: BitSet::new() });
}

fn declare_links(builder: &mut GameBuilder, links: &ast::Links) {
    let name = builder.declare(&links.name);
    let cites = builder.cites(&links.cites);
    let id = LinkId(builder.game.board.links.len() as u16);
    builder.constant(&name, Value::Ref(Ref::new(Domain::Link, id.0)), Type::One(Domain::Link, false));
    builder.symbol(&name, Symbol::Link(id));
    let title = builder.titled(links.title.as_ref(), &links.name);
    builder.game.board.links.push(Link { name, title, cites, span: links.span, ..Link::default() });
}

/// Makes spaces constants of scripts; those of each side are words of the side.
fn name_spaces(builder: &mut GameBuilder) {
    for index in 0..builder.game.board.spaces.len() {
        let space = &builder.game.board.spaces[index];
        if space.side_box.is_none() {
            let name = space.name.clone();
            builder.constant(&name, Value::Ref(Ref::space(index as u16)), Type::One(Domain::Space, false));
        }
    }
}

fn name_directions(builder: &mut GameBuilder) {
    for index in 0..builder.game.board.directions.len() {
        let name = builder.game.board.directions[index].name.clone();
        builder.constant(&name, Value::Ref(Ref::direction(index as u16)), Type::One(Domain::Direction, false));
    }
}

/// A span for errors about the whole board.
fn board_span(builder: &GameBuilder) -> Span {
    builder.game.board.spaces.first().map_or(Span::default(), |space| space.span)
}
