//! What lies on a space: the words, the sign and the key of its terrain, its flags and its badges.

use indexmap::IndexSet;

use crate::model::drawing::Badge;
use crate::model::game::{Nature, Var};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::types::Type;
use crate::play::World;
use crate::source::plain_words;

use super::glyph::{holds, values};
use super::text::{Line, Role};

/// The titles of a space's terrains and of its flags that have a glyph, and its badges.
pub(super) fn words(world: &World<'_>, space: u16) -> Vec<String> {
    words_of(world, space, |var| var.nature == Nature::Terrain || var.glyph.is_some(), &[])
}

/// The titles of a space's terrains and of all its flags, and its badges, except for values that are listed anyway.
pub(super) fn all_words(world: &World<'_>, space: u16) -> Vec<String> {
    words_of(world, space, |var| !var.quiet || var.glyph.is_some(), &values(world, Ref::space(space)))
}

/// The titles of the wanted flags of a space, and its badges, unless a badge repeats one of these flags or values.
fn words_of(world: &World<'_>, space: u16, wanted: impl Fn(&Var) -> bool, values: &[String]) -> Vec<String> {
    let is_value = |text: &str| values.iter().any(|value| value.rsplit(' ').next() == Some(text));
    let is_flag = |badge: &Badge| match badge.term {
        Term::Var(var) => {
            let var = &world.game.vars[var.at()];
            !badge.negated && var.ty == Type::Flag && wanted(var)
        }
        _ => false,
    };
    let mut words = flags_up(world, space, &wanted);
    let badges = badges(world, space).filter(|(badge, text)| !is_flag(badge) && !is_value(text));
    words.extend(badges.map(|(_, text)| text));
    words
}

/// The badges of a space that hold, each with its text.
fn badges<'w>(world: &'w World<'_>, space: u16) -> impl Iterator<Item = (&'w Badge, String)> {
    let space = Ref::space(space);
    let held = world.game.drawing.space_badges.iter().filter(move |badge| holds(world, badge, space));
    held.map(move |badge| (badge, world.filled(&badge.text, space, None))).filter(|(_, text)| !text.trim().is_empty())
}

/// True for a text that has room as the sign of a space on a map.
fn is_short(text: &str) -> bool {
    text.trim().chars().count() <= 2
}

/// The badge of a space that takes the place of its sign on a map: the first with one or two letters.
pub(super) fn badge_sign(world: &World<'_>, space: u16) -> Option<String> {
    signs(world, space).map(|(sign, _)| sign).next()
}

/// The badges of a space that are too long for its sign on a map.
pub(super) fn long_badges(world: &World<'_>, space: u16) -> Vec<String> {
    badges(world, space).map(|(_, text)| text).filter(|text| !is_short(text)).collect()
}

/// The badges of a space that are signs, each with its meaning.
pub(super) fn signs(world: &World<'_>, space: u16) -> impl Iterator<Item = (String, String)> {
    let short = badges(world, space).filter(|(_, text)| is_short(text));
    short.map(|(badge, text)| (text.trim().to_owned(), plain_words(&badge.title)))
}

/// The badges that are the signs of these spaces on a map, with their meaning.
pub(super) fn badge_key(world: &World<'_>, spaces: &[u16]) -> Vec<String> {
    let shown = spaces.iter().filter_map(|space| signs(world, *space).next());
    shown.map(|(sign, title)| format!("{sign} {title}")).collect::<IndexSet<_>>().into_iter().collect()
}

fn flags_up(world: &World<'_>, space: u16, wanted: impl Fn(&Var) -> bool) -> Vec<String> {
    let flags = world.game.vars_of(Domain::Space).filter(|(_, var)| var.ty == Type::Flag && wanted(var));
    let up = flags.filter(|(id, _)| world.is_seen_up(*id, Ref::space(space)));
    up.map(|(_, var)| var.title.clone()).collect()
}

/// The sign of an empty space: its template, the glyph of its terrain, or a dot.
pub(super) fn bare(world: &World<'_>, space: u16) -> Line {
    Line::of(Role::Dim, sign(world, space).unwrap_or_else(|| "·".to_owned()))
}

/// The sign of a space: a short badge, or its template, if short, or the glyph of its terrain. A template that gives a
/// blank leaves the space blank.
pub(super) fn sign(world: &World<'_>, space: u16) -> Option<String> {
    if let Some(badge) = badge_sign(world, space) {
        return Some(badge);
    }
    let template = world.game.drawing.space.as_ref();
    let drawn = template.map(|template| world.filled(template, Ref::space(space), None));
    let drawn = drawn.filter(|text| text == " " || (1..=2).contains(&text.trim().chars().count()));
    let glyph = || {
        let vars = world.game.vars_of(Domain::Space);
        let mut up = vars.filter(|(id, _)| world.is_seen_up(*id, Ref::space(space)));
        up.find_map(|(_, var)| var.glyph.clone())
    };
    drawn.or_else(glyph)
}

/// The terrain signs and badges that these spaces show, with their meaning. The commonest terrain of the board needs no
/// sign.
pub(super) fn key(world: &World<'_>, shown: &[u16]) -> Vec<String> {
    let board = &world.game.board;
    let all: Vec<u16> = (0..board.spaces.len() as u16).filter(|at| !board.spaces[usize::from(*at)].is_box).collect();
    let parts = world.game.vars_of(Domain::Space).filter_map(|(id, var)| {
        let glyph = var.glyph.as_ref()?;
        let is_up = |space: &&u16| world.is_seen_up(id, Ref::space(**space));
        let count = |spaces: &[u16]| spaces.iter().filter(is_up).count();
        let tells = count(shown) > 0 && count(&all) * 2 <= all.len();
        tells.then(|| format!("{glyph} {}", plain_words(&var.title)))
    });
    parts.chain(badge_key(world, shown)).collect()
}
