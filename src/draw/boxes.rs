//! Places outside the picture: lists of the pieces in smaller grids, in boxes of sides and in boxes of the board.

use std::collections::BTreeSet;

use crate::model::clause::{Base, Quantity};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::board::Frame;
use super::text::{Line, Role};
use super::{atlas, edges, glyph, ground, marks};

/// The name of a space as it is read. Commands take it with spaces and with underscores.
pub(super) fn space_name(world: &World<'_>, space: u16, frame: &Frame) -> String {
    plain_words(&world.space_title(space, frame.names))
}

/// The lists below the picture. Empty places are omitted.
pub(super) fn draw(world: &World<'_>, main: Option<GridId>, frame: &Frame) -> Vec<Line> {
    let board = &world.game.board;
    let towns = atlas::towns(world).unwrap_or_default();
    let is_elsewhere =
        |space: u16| world.game.drawing.omitted.has(space) || towns.iter().any(|town| town.space == space);
    let mut lines = Vec::new();
    for (at, grid) in board.grids.iter().enumerate() {
        if Some(GridId(at as u16)) == main {
            continue;
        }
        for space in grid.spaces.iter() {
            lines.extend(place(world, space, space_name(world, space, frame), frame));
        }
    }
    for (at, space) in board.spaces.iter().enumerate() {
        if space.is_box && space.side_box.is_none() && !is_elsewhere(at as u16) {
            lines.extend(place(world, at as u16, space.title.clone(), frame));
        }
    }
    for side in 0..world.game.sides.len() {
        let mut line = Line::side(world.game, side as u16);
        let mut any = false;
        for item in &board.boxes {
            let Some(space) = item.spaces.get(side).filter(|space| !is_elsewhere(**space)) else { continue };
            let Some(list) = pieces(world, *space, frame) else { continue };
            line.push(Role::Title, format!("  {}: ", plain_words(&item.name)));
            line.append(list);
            any = true;
        }
        if any {
            lines.push(line);
        }
    }
    lines
}

/// A place with its pieces and terrain. None if it is empty.
fn place(world: &World<'_>, space: u16, title: String, frame: &Frame) -> Option<Line> {
    let ground = ground::words(world, space);
    let list = by_side(world, space, frame);
    if ground.is_empty() && list.is_none() && !marks::has_space(frame, space) {
        return None;
    }
    let title = Line::of(Role::Title, plain_words(&title));
    let mut line = marks::marked(title, marks::has_space(frame, space)).and(Role::Title, ": ");
    line.append(beside(ground.join(", "), list));
    Some(line)
}

/// A space with the badges that have no room on a map, and its pieces, by side. None if it has neither.
pub(super) fn occupied(world: &World<'_>, space: u16, frame: &Frame) -> Option<Line> {
    let list = by_side(world, space, frame);
    let badges = ground::long_badges(world, space).join(", ");
    if list.is_none() && badges.is_empty() {
        return None;
    }
    let title = space_name(world, space, frame);
    let title = marks::marked(Line::of(Role::Title, title), marks::has_space(frame, space));
    let mut line = title.and(Role::Title, ": ");
    line.append(beside(badges, list));
    Some(line)
}

/// The terrain or badges of a space, and its pieces behind them.
pub(super) fn beside(ground: String, pieces: Option<Line>) -> Line {
    let mut line = Line::of(Role::Plain, &ground);
    if let Some(pieces) = pieces {
        line.push(Role::Plain, if ground.is_empty() { "" } else { "; " });
        line.append(pieces);
    }
    line
}

/// The pieces of a space, separated by commas.
fn pieces(world: &World<'_>, space: u16, frame: &Frame) -> Option<Line> {
    listed(world, world.index.at[space as usize].iter(), frame)
}

/// The pieces, by side, of a space without an owner.
pub(super) fn by_side(world: &World<'_>, space: u16, frame: &Frame) -> Option<Line> {
    let here = &world.index.at[space as usize];
    let mut line: Option<Line> = None;
    for (side, item) in (0u16..).zip(&world.game.sides) {
        let theirs = here.iter().filter(|piece| u16::from(world.state.pieces[*piece as usize].side) == side);
        let Some(list) = listed(world, theirs, frame) else { continue };
        let mut all = match line {
            Some(before) => before.and(Role::Plain, "; "),
            None => Line::new(),
        };
        all.push(Role::side(world.game, side), format!("{} ", item.title));
        all.append(list);
        line = Some(all);
    }
    line
}

fn listed(world: &World<'_>, pieces: impl Iterator<Item = u16>, frame: &Frame) -> Option<Line> {
    let line = Line::new().listing(glyph::items(world, pieces, frame));
    (!line.0.is_empty()).then_some(line)
}

/// The facts of a thing that the viewer sees, without those that are no or 0. `always` is listed at 0, too. A box beside
/// a map of hexes has only the facts that were given to it: the defaults are those of hexes.
pub(super) fn facts(world: &World<'_>, of: Ref, always: Option<FactId>) -> Vec<String> {
    let spaces = &world.game.board.spaces;
    let is_beside = of.domain == Domain::Space
        && spaces[usize::from(of.index)].is_box
        && spaces.iter().any(|space| space.hex.is_some());
    let told = world.game.facts_of(of.domain).filter_map(|(id, fact)| {
        let value = world.seen_fact(id, of);
        if let Some(now) = in_force(world, id, of).filter(|now| now != value) {
            let printed = if value.is_none() { "none".to_owned() } else { world.show(value) };
            return Some(format!("{} {} (printed {printed})", plain_words(&fact.name), world.show(&now)));
        }
        match value {
            value if is_beside && fact.default.as_ref() == Some(value) => None,
            Value::None | Value::Flag(false) => None,
            Value::Text(text) if text.is_empty() => None,
            Value::Int(0) if always != Some(id) => None,
            Value::Flag(true) => Some(plain_words(&fact.name)),
            value => Some(format!("{} {}", plain_words(&fact.name), world.show(value))),
        }
    });
    told.collect()
}

/// The number that rules make of a fact now, if a quantity of the thing alone has its name and the viewer may know it.
fn in_force(world: &World<'_>, fact: FactId, of: Ref) -> Option<Value> {
    let is_its = |item: &Quantity| item.params.len() == 1 && matches!(item.base, Base::Fact(own) if own == fact);
    let quantity = QuantityId(world.game.quantities.iter().position(is_its)? as u16);
    let number = world.telling(|world| world.number(quantity, &[Value::Ref(of)]))?.ok()?;
    number.map(|number| world.as_value(quantity, Some(number)))
}

/// The facts and variables of a thing that the viewer sees, in words.
pub fn facts_and_variables(world: &World<'_>, of: Ref) -> Vec<String> {
    [facts(world, of, None), glyph::values(world, of)].concat()
}

/// All details of a place: its terrain, its facts, its pieces with their numbers in words, its edges, its neighbours.
pub(super) fn details(world: &World<'_>, space: u16, frame: &Frame) -> Vec<Line> {
    let game = world.game;
    let mut head = Line::of(Role::Title, space_name(world, space, frame));
    let mut parts = ground::all_words(world, space);
    // An absent value is not shown, unless the whole map is shaded by it.
    let shade = game.drawing.shade.filter(|_| !game.board.spaces[space as usize].is_box);
    parts.extend(facts(world, Ref::space(space), shade));
    parts.extend(glyph::values(world, Ref::space(space)));
    let regions = game.board.regions.iter().filter(|region| region.spaces.has(space));
    parts.extend(regions.map(|region| plain_words(&region.name)));
    if !parts.is_empty() {
        head.push(Role::Plain, format!(": {}", parts.join(", ")));
    }
    let mut lines = vec![head];
    for piece in world.in_sight(&world.index.at[space as usize]) {
        let kind = &game.kinds[world.state.pieces[piece as usize].kind as usize];
        let mut line = glyph::listed(world, piece, frame).indented(2);
        let side = u16::from(world.state.pieces[piece as usize].side);
        line.push(Role::side(world.game, side), format!("  {}", game.sides[usize::from(side)].title));
        line.push(Role::Dim, format!(" {}", world.face_down_words(piece).unwrap_or(&kind.title)));
        let aloud = Some(glyph::aloud(world, piece)).filter(|aloud| !aloud.is_empty());
        let values = glyph::values(world, Ref::piece(piece));
        let told: Vec<String> = aloud.into_iter().chain(glyph::stance(world, piece)).chain(values).collect();
        if !told.is_empty() {
            line.push(Role::Plain, format!(": {}", told.join(", ")));
        }
        lines.push(line);
    }
    lines.extend(edges::details(world, space, frame));
    let next: Vec<String> =
        next_to(world, space).into_iter().map(|to| edges::beside(world, space, to, frame)).collect();
    if !next.is_empty() {
        lines.push(Line::of(Role::Dim, format!("  next to {}", next.join(", "))));
    }
    lines
}

/// The spaces next to a space. If links join every cell of a grid to another one, they decide, and not the squares that
/// touch: the two columns of a grid may be far apart.
fn next_to(world: &World<'_>, space: u16) -> BTreeSet<u16> {
    let board = &world.game.board;
    let is_linked =
        |cells: &BitSet| cells.iter().all(|cell| edges::joined(world, cell).iter().any(|to| cells.has(*to)));
    let is_linked =
        board.spaces[usize::from(space)].cell.is_none_or(|(grid, ..)| is_linked(&board.grids[grid.at()].spaces));
    if board.spaces[usize::from(space)].hex.is_none() && is_linked {
        return edges::joined(world, space);
    }
    board.neighbours[usize::from(space)].iter().collect()
}
