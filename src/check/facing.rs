//! Facing: which pieces have it, and the spaces in each arc, computed for every direction and space.

use smallvec::SmallVec;

use crate::model::board::{Arc, Facing};
use crate::model::id::Domain;
use crate::model::node::Term;
use crate::source::plain;
use crate::syntax::ast::{self, FacingOf, ItemKind, Word};

use super::board::HOURS;
use super::builder::GameBuilder;
use super::error;
use super::gather::Gathered;
use super::value;

/// Declares the facing of the game, if any. Its arcs are words of pieces, and of spaces with a direction.
pub(crate) fn declare_facing(builder: &mut GameBuilder, items: &Gathered) {
    let mut declared = items.each(|kind| if let ItemKind::Facing(it) = kind { Some(it) } else { None });
    let Some((_, item)) = declared.next() else { return };
    if let Some((_, again)) = declared.next() {
        builder.report(error::declared_twice(&again.of, item.of.span, true));
    }
    let cites = builder.cites(&item.cites);
    let corner = item.at == FacingOf::Corner;
    let directions: Vec<u16> = (0u16..)
        .zip(&builder.game.board.directions)
        .filter(|(_, direction)| direction.corner == corner)
        .map(|(at, _)| at)
        .collect();
    if directions.is_empty() {
        let what = if corner { "corners, which only hexes have" } else { "sides" };
        builder.report(error::board_shape(format!("nothing can face {what}"), item.of.span, "the board has none"));
    }
    let arcs = item.arcs.iter().map(|arc| declare_arc(builder, arc, &directions)).collect();
    let facing = Facing { of: Term::Kind(0), arcs, directions, cites };
    for (at, arc) in facing.arcs.iter().enumerate() {
        builder.term(&arc.name, Domain::Piece, Term::Arc(at as u16));
    }
    builder.term("facing", Domain::Piece, Term::Facing);
    builder.game.facing = Some(facing);
}

/// Fills in which pieces have facing. All words must be known.
pub(crate) fn fill_facing(builder: &mut GameBuilder, items: &Gathered) {
    let declared = items.each(|kind| if let ItemKind::Facing(it) = kind { Some(it) } else { None }).next();
    let Some((_, item)) = declared else { return };
    let spelt = plain(&item.of.text);
    match builder.game.terms.get(&(spelt, Domain::Piece)).copied() {
        Some((term, false)) => {
            if let Some(facing) = &mut builder.game.facing {
                facing.of = term;
            }
        }
        _ => builder.report(value::unknown_term(builder, Domain::Piece, &item.of)),
    }
}

fn declare_arc(builder: &mut GameBuilder, arc: &ast::Arc, facings: &[u16]) -> Arc {
    let hours: Vec<u16> = arc.hours.iter().filter_map(|word| read_hour(builder, word, facings)).collect();
    let board = &builder.game.board;
    let spaces = board
        .directions
        .iter()
        .map(|ahead| {
            let at_hour = |half: &u16| {
                let wanted = (u16::from(ahead.half_hours) + half) % 24;
                board.directions.iter().position(|one| u16::from(one.half_hours) == wanted && !one.corner)
            };
            let sides: Vec<usize> = hours.iter().filter_map(at_hour).collect();
            let seen = |space: usize| -> std::sync::Arc<[u16]> {
                let mut seen: SmallVec<[u16; 12]> = sides.iter().filter_map(|&at| board.toward[at][space]).collect();
                seen.sort_unstable();
                seen.dedup();
                seen.as_slice().into()
            };
            (0..board.spaces.len()).map(seen).collect()
        })
        .collect();
    Arc { name: plain(&arc.name.text), spaces }
}

/// An hour in half hours, with the facing at twelve o'clock. Compass points count as their hours.
fn read_hour(builder: &mut GameBuilder, word: &Word, facings: &[u16]) -> Option<u16> {
    let hour = match word.as_int() {
        Some(hour @ 1..=12) => Some(hour as u16 % 12),
        Some(_) => None,
        None => HOURS.iter().position(|name| *name == word.text).map(|at| at as u16),
    };
    let Some(hour) = hour else {
        builder.report(error::wrong_value(word, "an hour from 1 to 12, or a point of the compass"));
        return None;
    };
    let directions = &builder.game.board.directions;
    let is_side = |hour: u16| {
        let wanted = |facing: &u16| (u16::from(directions[usize::from(*facing)].half_hours) + hour * 2) % 24;
        let is_there = |facing| directions.iter().any(|one| u16::from(one.half_hours) == wanted(facing) && !one.corner);
        facings.iter().any(is_there)
    };
    if !is_side(hour) && !facings.is_empty() {
        let hours: Vec<String> = (1..=12).filter(|hour| is_side(hour % 12)).map(|hour: u16| hour.to_string()).collect();
        let problem = error::board_shape(format!("`{}` leads to no space", word.text), word.span, "between two spaces");
        builder.report(problem.help(format!("the spaces around lie at {}", hours.join(", "))));
    }
    Some(hour * 2)
}
