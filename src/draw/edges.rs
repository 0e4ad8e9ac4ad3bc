//! Edges under the board: those with a flag or a value, by name. And the edges that are drawn.

use indexmap::IndexMap;

use crate::model::board::Edge;
use crate::model::id::*;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::glyph;
use super::text::{Line, Role};

/// The maximum number of edges named in a line.
const MOST_NAMED: usize = 30;

/// A line for each value, other than the default, of each variable: `Blown up: Brest–Dol`.
pub(super) fn lines(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let vars = world.game.vars.iter().enumerate();
    let mut lines = Vec::new();
    for (at, var) in vars.filter(|(_, var)| var.subject == Domain::Edge && !var.quiet) {
        let id = VarId(at as u16);
        let mut alike: IndexMap<String, Vec<String>> = IndexMap::new();
        for edge in world.all(Domain::Edge).iter() {
            let thing = Ref::new(Domain::Edge, edge);
            let value = world.var(id, thing);
            if world.hides_var(id, thing) || glyph::usual(world, id, thing).is_none_or(|usual| usual == value) {
                continue;
            }
            let title = plain_words(&var.title);
            let heading = match value {
                Value::Flag(true) => title,
                value => format!("{title} {}", plain_words(&world.show(&value))),
            };
            alike.entry(heading).or_default().push(plain_words(&world.edge_title(edge, frame.names)));
        }
        for (heading, mut named) in alike {
            let more = named.len().saturating_sub(MOST_NAMED);
            named.truncate(MOST_NAMED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let mut line = Line::of(Role::Title, format!("{heading}: "));
            line.push(Role::Plain, format!("{}{more}", named.join(", ")));
            lines.push(line);
        }
    }
    lines
}

/// The edges of the links, as they are drawn: not those that the viewer knows to be closed.
pub(super) fn drawn<'w>(world: &'w World<'_>) -> impl Iterator<Item = &'w Edge> {
    let edges = (0u16..).zip(&world.game.board.edges);
    edges.filter(|(at, _)| world.telling(|world| world.is_open(*at)).unwrap_or(true)).map(|(_, edge)| edge)
}
