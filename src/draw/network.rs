//! Networks: a list of places with their pieces and links.

use crate::model::id::*;
use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role, columns};
use super::{boxes, ground, marks};

/// The maximum number of spaces listed in full. In larger networks empty ones are omitted.
const MOST_LISTED: usize = 24;

/// The spaces of a network as lines.
pub(super) fn draw(world: &World<'_>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let spaces: Vec<u16> = (0..board.spaces.len()).filter(|at| !board.spaces[*at].is_box).map(|at| at as u16).collect();
    let widest = spaces.iter().map(|space| columns(&boxes::space_name(world, *space, frame))).max().unwrap_or(0);
    let all = spaces.len() <= MOST_LISTED;
    let mut lines = Vec::new();
    for space in &spaces {
        let here = boxes::by_side(world, *space, frame);
        let ground = ground::words(world, *space);
        if !all && here.is_none() && ground.is_empty() && !marks::has_space(frame, *space) {
            continue;
        }
        let title = Line::of(Role::Title, boxes::space_name(world, *space, frame));
        let mut line = marks::marked(title, marks::has_space(frame, *space)).padded(widest + 2);
        if !ground.is_empty() || here.is_some() {
            line.append(boxes::beside(ground.join(", "), here));
            line.push(Role::Plain, " ");
        }
        let ways: Vec<String> = ways(world, *space, frame);
        if !ways.is_empty() {
            line.push(Role::Dim, format!("-> {}", ways.join(", ")));
        }
        lines.push(line);
    }
    lines
}

/// The spaces reachable from a space over any link.
fn ways(world: &World<'_>, space: u16, frame: &Frame) -> Vec<String> {
    let mut found: Vec<u16> = Vec::new();
    for at in 0..world.game.board.links.len() {
        let to = world.across(LinkId(at as u16), frame.names.unwrap_or(0), space).unwrap_or_default();
        found.extend(to.iter().filter(|to| !found.contains(to)).copied().collect::<Vec<_>>());
    }
    found.iter().map(|to| boxes::space_name(world, *to, frame)).collect()
}
