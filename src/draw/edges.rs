//! Links and edges under the board: those whose state is not the default, by name. And the edges that are drawn.

use std::collections::BTreeSet;

use indexmap::{IndexMap, IndexSet};

use crate::model::board::Edge;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::text::{Line, Role};
use super::{boxes, glyph};

/// The maximum number of edges named in a line.
const MOST_NAMED: usize = 30;

/// The words for an edge that leads away from a space, and for one that leads only towards it.
const WAYS: [&str; 2] = ["to", "from"];

/// A variable of an edge or link in words, unless it is hidden or has its default: `blown`, `guard South`.
fn told(world: &World<'_>, var: VarId, thing: Ref) -> Option<String> {
    let item = &world.game.vars[var.at()];
    if item.subject != thing.domain || item.quiet || world.hides_var(var, thing) {
        return None;
    }
    let value = world.var(var, thing);
    let differs = glyph::usual(world, var, thing).is_some_and(|usual| usual != value);
    differs.then(|| match value {
        Value::Flag(true) => plain_words(&item.title),
        value => format!("{} {}", plain_words(&item.title), plain_words(&world.show(&value))),
    })
}

/// A line for each value of a variable, with the links and edges that have it: `frozen: river`, `blown: Brest–Dol`.
pub(super) fn lines(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let vars = (0..world.game.vars.len() as u16).map(VarId);
    let alike = vars.flat_map(|var| {
        let mut alike: IndexMap<String, Vec<String>> = IndexMap::new();
        for domain in [Domain::Link, Domain::Edge] {
            for thing in world.all(domain).iter().map(|index| Ref::new(domain, index)) {
                if let Some(heading) = told(world, var, thing) {
                    let edge = (domain == Domain::Edge).then(|| world.edge_title(thing.index, frame.names));
                    alike.entry(heading).or_default().push(plain_words(&edge.unwrap_or_else(|| world.title(thing))));
                }
            }
        }
        alike
    });
    let lines = alike.map(|(heading, mut named)| {
        let more = named.len().saturating_sub(MOST_NAMED);
        named.truncate(MOST_NAMED);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        Line::of(Role::Title, format!("{heading}: ")).and(Role::Plain, format!("{}{more}", named.join(", ")))
    });
    lines.collect()
}

/// The edges at a space about which there is something to tell: `road to Dol: bridge, toll 3, blown, closed`. Those that
/// are only closed share a line: `closed: to Dol, Fougères`.
pub(super) fn details(world: &World<'_>, space: u16, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let mut lines = Vec::new();
    let mut closed: [IndexSet<String>; 2] = Default::default();
    for at in board.edges_at.get(usize::from(space)).into_iter().flatten() {
        let (Some(edge), thing) = (board.edges.get(usize::from(*at)), Ref::new(Domain::Edge, *at)) else { continue };
        let Some(other) = edge.beyond(space) else { continue };
        let link = &board.links[edge.link.at()];
        let leads = link.steps.iter().any(|steps| steps.get(usize::from(space)).is_some_and(|to| to.contains(&other)));
        let other = boxes::space_name(world, other, frame);
        let mut parts = boxes::facts(world, thing, None);
        parts.extend((0..world.game.vars.len() as u16).filter_map(|var| told(world, VarId(var), thing)));
        if !is_seen_open(world, *at) {
            if parts.is_empty() {
                if !world.never_opens(*at) {
                    closed[usize::from(!leads)].insert(other);
                }
                continue;
            }
            parts.push("closed".to_owned());
        }
        if !parts.is_empty() {
            let head = format!("  {} {} {other}", plain_words(&link.title), WAYS[usize::from(!leads)]);
            lines.push(Line::of(Role::Dim, head).and(Role::Plain, format!(": {}", parts.join(", "))));
        }
    }
    let [to, from] = &mut closed;
    from.retain(|other| !to.contains(other));
    let names = |closed: IndexSet<String>| closed.into_iter().collect::<Vec<String>>().join(", ");
    let told = WAYS.into_iter().zip(closed).filter(|(_, closed)| !closed.is_empty());
    let told: Vec<String> = told.map(|(way, closed)| format!("{way} {}", names(closed))).collect();
    if !told.is_empty() {
        lines.push(Line::of(Role::Dim, "  closed: ").and(Role::Plain, told.join("; ")));
    }
    lines
}

/// A space next to another one in words, with the links drawn between two hexes: `1110 (burn)`.
pub(super) fn beside(world: &World<'_>, space: u16, other: u16, frame: &Frame) -> String {
    let board = &world.game.board;
    let is_hex = board.spaces[usize::from(space)].hex.is_some();
    let is_signed = |edge: &Edge| is_hex && world.game.drawing.links.iter().any(|sign| sign.link == edge.link);
    let edges = board.edges_at.get(usize::from(space)).into_iter().flatten();
    let between = edges.filter_map(|at| Some((*at, board.edges.get(usize::from(*at))?)));
    let between = between
        .filter(|(at, edge)| edge.beyond(space) == Some(other) && is_signed(edge) && is_drawn(world, &(*at, *edge)));
    let named: IndexSet<String> = between.map(|(_, edge)| plain_words(&board.links[edge.link.at()].title)).collect();
    let name = boxes::space_name(world, other, frame);
    if named.is_empty() { name } else { format!("{name} ({})", named.into_iter().collect::<Vec<_>>().join(", ")) }
}

/// The spaces that open links join to a space. Links that are not drawn do not count.
pub(super) fn joined(world: &World<'_>, space: u16) -> BTreeSet<u16> {
    let board = &world.game.board;
    let edges = board.edges_at.get(usize::from(space)).into_iter().flatten();
    let drawn =
        edges.filter_map(|at| Some((*at, board.edges.get(usize::from(*at))?))).filter(|edge| is_drawn(world, edge));
    drawn.filter_map(|(_, edge)| edge.beyond(space)).collect()
}

/// Whether the viewer knows no reason why an edge is closed.
fn is_seen_open(world: &World<'_>, edge: u16) -> bool {
    let board = &world.game.board;
    let is_bound = !board.links[board.edges[usize::from(edge)].link.at()].conditions.is_empty();
    !is_bound || world.telling(|world| world.is_open(edge).unwrap_or(true)).unwrap_or(true)
}

/// True if links of several sorts are drawn.
pub(super) fn are_of_several_sorts(game: &Game) -> bool {
    game.board.links.len() - game.drawing.omitted_links.count() > 1
}

/// The edges of the links, as they are drawn: not those of omitted links, nor those that the viewer knows to be closed.
pub(super) fn drawn<'w>(world: &'w World<'_>) -> impl Iterator<Item = &'w Edge> {
    let edges = (0u16..).zip(&world.game.board.edges);
    edges.filter(|edge| is_drawn(world, edge)).map(|(_, edge)| edge)
}

fn is_drawn(world: &World<'_>, (at, edge): &(u16, &Edge)) -> bool {
    !world.game.drawing.omitted_links.has(edge.link.0) && is_seen_open(world, *at)
}
