//! Set-ups against the counters that begin in boxes: a set-up takes from the box, and there are only so many.

use crate::diagnostic::{Diagnostic, words};
use crate::model::game::Game;
use crate::model::setup::{Position, SetupPiece};
use crate::source::Span;

use super::builder::GameBuilder;

/// Reports what the last of these positions sets up beyond the counters that there are, the others being set up before.
pub(crate) fn check_mix(builder: &mut GameBuilder, positions: &[&Position]) {
    let game = &builder.game;
    let mut found = Vec::new();
    let mut taken = vec![vec![0_u32; game.counters.len()]; game.sides.len()];
    let mut told = taken.clone();
    let last = positions.len().saturating_sub(1);
    for (which, position) in positions.iter().enumerate() {
        let mut named: Vec<(u16, Span)> = Vec::new();
        for piece in &position.pieces {
            if let Some(name) = piece.unique {
                let earlier = named.iter().find(|(other, _)| *other == name);
                if let (Some((_, earlier)), true) = (earlier, which == last && game.uniques[usize::from(name)].always) {
                    found.push(twice(&game.uniques[usize::from(name)].title, piece.span, *earlier));
                }
                named.push((name, piece.span));
                continue;
            }
            if !game.begins_in_box(piece.side, piece.kind) {
                continue;
            }
            let side = usize::from(piece.side);
            match game.counter_of(piece.side, piece.kind, &piece.printed) {
                Some(at) => {
                    taken[side][at] += 1;
                    let beyond = taken[side][at] > game.counters[at].count && !game.counters[at].begins.is_empty();
                    if beyond && which == last && told[side][at] == 0 {
                        told[side][at] = 1;
                        found.push(beyond_count(game, at, piece));
                    }
                }
                None if which == last => found.push(none_such(game, piece)),
                None => {}
            }
        }
    }
    for problem in found {
        builder.report(problem);
    }
}

fn twice(title: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error("counter-lacking", format!("{title} is set up twice"))
        .at(span, "again")
        .also(earlier, "first")
        .help("there is one piece of this name: set it up in one place")
}

fn beyond_count(game: &Game, at: usize, piece: &SetupPiece) -> Diagnostic {
    let counter = &game.counters[at];
    let side = &game.sides[usize::from(piece.side)].title;
    let there = words::count(counter.count as usize, "such counter");
    Diagnostic::error("counter-lacking", format!("too many `{}` are set up", counter.label))
        .at(piece.span, format!("{side} has {there}"))
        .also(counter.span, "listed here")
        .help("set up fewer, or list more")
}

fn none_such(game: &Game, piece: &SetupPiece) -> Diagnostic {
    let kind = &game.kinds[usize::from(piece.kind)];
    let side = &game.sides[usize::from(piece.side)].title;
    let listed = game
        .counters
        .iter()
        .filter(|counter| counter.kind == piece.kind && counter.side.is_none_or(|own| own == piece.side));
    let listed: Vec<String> = listed.map(|counter| format!("`{}` x{}", counter.label, counter.count)).collect();
    Diagnostic::error("counter-lacking", format!("{side} has no such counter of {}", kind.title))
        .at(piece.span, "set up here")
        .note(format!("the counters are: {}", listed.join(", ")))
}
