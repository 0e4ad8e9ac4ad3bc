//! What a piece or a space looks like: the game's own templates, else its name and what is printed on it.

use crate::model::game::Nature;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::World;

use super::board::Frame;
use super::text::{Line, Role};

/// Slots for the few names that a template may need.
const TEMPLATE_SLOTS: u16 = 8;

/// The side of a piece.
pub(super) fn side_of(world: &World<'_>, piece: u16) -> u16 {
    u16::from(world.state.pieces[piece as usize].side)
}

/// A piece on a crowded board: its name, by which it is called in sentences, and the marks of its flags.
pub(super) fn name(world: &World<'_>, piece: u16) -> Line {
    let text = template(world, piece).unwrap_or_else(|| world.name(Ref::piece(piece)));
    Line::of(Role::Side(side_of(world, piece)), format!("{text}{}", flags(world, piece)))
}

/// A piece in one or two columns of a small board: the template if it fits, else a letter of its kind; without colours
/// a letter that tells the sides apart.
pub(super) fn letter(world: &World<'_>, piece: u16, frame: &Frame) -> Line {
    let side = side_of(world, piece);
    let own = template(world, piece).filter(|text| text.chars().count() <= 2);
    let text = match own {
        Some(text) if frame.colours => text,
        Some(text) if !same_for_all(world, &text, side) => text,
        _ if one_kind(world) => initial(world, side),
        own => {
            let kind = &world.game.kinds[world.state.pieces[piece as usize].kind as usize];
            let text = own.unwrap_or_else(|| kind.title.chars().take(1).collect());
            if side == 0 { text.to_uppercase() } else { text.to_lowercase() }
        }
    };
    Line::of(Role::Side(side), text)
}

fn template(world: &World<'_>, piece: u16) -> Option<String> {
    let node = world.game.drawing.piece.as_ref()?;
    let value = world.eval_alone(node, &[Value::Ref(Ref::piece(piece))], TEMPLATE_SLOTS).ok()?;
    let text = world.show(&value);
    (!text.is_empty()).then_some(text)
}

/// Whether a piece of another side looks the same.
fn same_for_all(world: &World<'_>, text: &str, side: u16) -> bool {
    let others = world.state.pieces.iter().enumerate().filter(|(_, piece)| u16::from(piece.side) != side);
    let mut others = others.map(|(at, _)| at as u16);
    others.next().is_none_or(|piece| template(world, piece).as_deref() == Some(text))
}

fn one_kind(world: &World<'_>) -> bool {
    world.game.kinds.iter().filter(|kind| !kind.is_family).count() == 1
}

/// The first letter of a side's title that no side before it begins with; its number if there is none.
fn initial(world: &World<'_>, side: u16) -> String {
    let letters = |at: usize| world.game.sides[at].title.chars().filter(|letter| letter.is_alphanumeric());
    let taken: Vec<char> = (0..side as usize).filter_map(|at| letters(at).next()).collect();
    let free = letters(side as usize).find(|letter| !taken.contains(letter));
    free.map_or_else(|| (side + 1).to_string(), |letter| letter.to_uppercase().to_string())
}

/// The marks of the flags that are up on a piece.
fn flags(world: &World<'_>, piece: u16) -> String {
    let vars = world.game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Piece);
    let up = vars.filter(|(at, _)| world.is_up(VarId(*at as u16), Ref::piece(piece)));
    up.filter_map(|(_, var)| var.glyph.as_deref()).collect()
}

/// What is printed on a piece.
pub(super) fn printed(world: &World<'_>, piece: u16) -> Line {
    let text = world.notation(piece).unwrap_or_default();
    Line::of(Role::Dim, text)
}

/// Numbers on a piece that are not nothing, each behind the beginning of its name: `h2 w1`.
pub(super) fn counters(world: &World<'_>, piece: u16) -> String {
    let mut text = String::new();
    for (var, short) in short_names(world) {
        if let Value::Int(n) = world.var(var, Ref::piece(piece)) {
            if n != 0 {
                text.push_str(&format!("{short}{n}"));
            }
        }
    }
    text
}

/// The variables of pieces that are numbers, with the shortest beginning of their names that tells them apart.
pub(super) fn short_names(world: &World<'_>) -> Vec<(VarId, String)> {
    let numbers = world.game.vars.iter().enumerate();
    let numbers: Vec<(usize, &str)> = numbers
        .filter(|(_, var)| var.subject == Domain::Piece && matches!(var.ty, Type::Int(_)))
        .map(|(at, var)| (at, var.name.as_str()))
        .collect();
    let short = |at: usize, name: &str| {
        let alone = |length: &usize| {
            let begin: String = name.chars().take(*length).collect();
            numbers.iter().all(|(other, longer)| *other == at || !longer.starts_with(&begin))
        };
        let length = (1..name.chars().count()).find(alone).unwrap_or(name.chars().count());
        name.chars().take(length).collect()
    };
    numbers.iter().map(|(at, name)| (VarId(*at as u16), short(*at, name))).collect()
}

/// A piece in a list: name, marks, what is printed on it, numbers on it.
pub(super) fn listed(world: &World<'_>, piece: u16) -> Line {
    let mut line = name(world, piece);
    if let Some(notation) = world.notation(piece) {
        line.push(Role::Dim, format!(" {notation}"));
    }
    let counters = counters(world, piece);
    if !counters.is_empty() {
        line.push(Role::Bad, format!(" {counters}"));
    }
    line
}

/// What lies in a space: titles of its terrains and flags.
pub(super) fn ground(world: &World<'_>, space: u16) -> Vec<String> {
    let vars =
        world.game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Space && var.ty == Type::Flag);
    let up = vars.filter(|(at, _)| world.is_up(VarId(*at as u16), Ref::space(space)));
    up.filter(|(_, var)| var.nature == Nature::Terrain || var.glyph.is_some())
        .map(|(_, var)| var.title.clone())
        .collect()
}

/// The sign of an empty space: its template, the glyph of its terrain, a dot.
pub(super) fn bare_space(world: &World<'_>, space: u16) -> Line {
    let template = world.game.drawing.space.as_ref();
    let drawn = template.and_then(|node| world.eval_alone(node, &[Value::Ref(Ref::space(space))], TEMPLATE_SLOTS).ok());
    let drawn = drawn.map(|value| world.show(&value)).filter(|text| (1..=2).contains(&text.chars().count()));
    let glyph = || {
        let vars = world.game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Space);
        let mut up = vars.filter(|(at, _)| world.is_up(VarId(*at as u16), Ref::space(space)));
        up.find_map(|(_, var)| var.glyph.clone())
    };
    Line::of(Role::Dim, drawn.or_else(glyph).unwrap_or_else(|| "·".to_owned()))
}

/// What the marks on the pieces of this board mean: only those that can be seen.
pub(super) fn legend(world: &World<'_>) -> Option<Line> {
    let mut parts: Vec<String> = Vec::new();
    let pieces = || world.index.all.iter().filter(|piece| world.space_of(Ref::piece(*piece)).is_some());
    for (at, var) in world.game.vars.iter().enumerate().filter(|(_, var)| var.subject == Domain::Piece) {
        if let Some(glyph) = &var.glyph {
            if pieces().any(|piece| world.is_up(VarId(at as u16), Ref::piece(piece))) {
                parts.push(format!("{glyph} {}", var.title.replace('_', " ")));
            }
        }
    }
    for (var, short) in short_names(world) {
        let seen = |piece: u16| matches!(world.var(var, Ref::piece(piece)), Value::Int(n) if n != 0);
        if pieces().any(seen) {
            parts.push(format!("{short} {}", world.game.vars[var.at()].title.replace('_', " ")));
        }
    }
    (!parts.is_empty()).then(|| Line::of(Role::Dim, parts.join(", ")))
}
