//! Edges under the board: those with a flag or a value, by name. And the edges that are drawn.

use indexmap::IndexMap;

use crate::model::board::Edge;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::text::{Line, Role};
use super::{boxes, glyph};

/// The maximum number of edges named in a line.
const MOST_NAMED: usize = 30;

/// A variable of an edge in words, unless it is hidden or has its default: `blown`, `guard South`.
fn told(world: &World<'_>, var: VarId, edge: u16) -> Option<String> {
    let (item, thing) = (&world.game.vars[var.at()], Ref::new(Domain::Edge, edge));
    if item.subject != Domain::Edge || item.quiet || world.hides_var(var, thing) {
        return None;
    }
    let value = world.var(var, thing);
    let differs = glyph::usual(world, var, thing).is_some_and(|usual| usual != value);
    differs.then(|| match value {
        Value::Flag(true) => plain_words(&item.title),
        value => format!("{} {}", plain_words(&item.title), plain_words(&world.show(&value))),
    })
}

/// A line for each value of a variable, with the edges that have it: `blown: Brest–Dol`.
pub(super) fn lines(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let vars = (0..world.game.vars.len() as u16).map(VarId);
    let alike = vars.flat_map(|var| {
        let mut alike: IndexMap<String, Vec<String>> = IndexMap::new();
        for edge in world.all(Domain::Edge).iter() {
            if let Some(heading) = told(world, var, edge) {
                alike.entry(heading).or_default().push(plain_words(&world.edge_title(edge, frame.names)));
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

/// The edges at a space about which there is something to tell: `road to Dol: bridge, toll 3, blown`.
pub(super) fn details(world: &World<'_>, space: u16, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let here = board.edges_at.get(usize::from(space)).into_iter().flatten();
    let lines = here.filter_map(|at| {
        let mut parts = boxes::facts(world, Ref::new(Domain::Edge, *at), None);
        parts.extend((0..world.game.vars.len() as u16).filter_map(|var| told(world, VarId(var), *at)));
        let edge = board.edges.get(usize::from(*at)).filter(|_| !parts.is_empty())?;
        let link = plain_words(&board.links[edge.link.at()].title);
        let head = format!("  {link} to {}", boxes::space_name(world, edge.beyond(space)?, frame));
        Some(Line::of(Role::Dim, head).and(Role::Plain, format!(": {}", parts.join(", "))))
    });
    lines.collect()
}

/// The edges of the links, as they are drawn: not those that the viewer knows to be closed.
pub(super) fn drawn<'w>(world: &'w World<'_>) -> impl Iterator<Item = &'w Edge> {
    let edges = (0u16..).zip(&world.game.board.edges);
    edges.filter(|(at, _)| world.telling(|world| world.is_open(*at)).unwrap_or(true)).map(|(_, edge)| edge)
}
