//! The mix of counters against what a play sets up: counters that lie ready, and pieces for which there is none.

use crate::model::game::Game;
use crate::model::setup::SetupPiece;

use super::state::NOWHERE;

/// More counters of one look than these never lie ready for a side.
const MOST_ALIKE: u32 = 200;

/// What the list of counters and the pieces that are set up have too many of each other.
#[derive(Debug, Default)]
pub(in crate::play) struct Mix {
    /// Counters that nothing sets up, as pieces that stand nowhere.
    pub(in crate::play) spare: Vec<SetupPiece>,
    /// Counters that lie in the boxes in which they begin.
    pub(in crate::play) boxed: Vec<SetupPiece>,
    /// Pieces for which there is no counter, by their place among those set up: of each look the last ones.
    pub(in crate::play) lacking: Vec<usize>,
}

impl Mix {
    /// Compares the pieces that are set up with the counters that there are for each side. Of a kind that the list
    /// does not name there may be any number; pieces with names of their own are no part of it.
    pub(in crate::play) fn new(game: &Game, pieces: &[&SetupPiece]) -> Mix {
        let sides = game.sides.len();
        let mut taken = vec![vec![0_u32; game.counters.len()]; sides];
        let mut mix = Mix::default();
        for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.unique.is_none()) {
            let Some(own) = taken.get_mut(usize::from(piece.side)) else { continue };
            match game.counter_of(piece.side, piece.kind, &piece.printed) {
                Some(look) if own[look] < game.counters[look].count => own[look] += 1,
                Some(_) => mix.lacking.push(at),
                None if game.counters.iter().any(|counter| counter.kind == piece.kind) => mix.lacking.push(at),
                None => {}
            }
        }
        for (side, own) in taken.iter().enumerate() {
            for (counter, taken) in game.counters.iter().zip(own) {
                if counter.side.is_some_and(|whose| usize::from(whose) != side) {
                    continue;
                }
                let left = counter.count.saturating_sub(*taken);
                let lies = counter.begins.get(side).copied();
                // Only scripts that speak of them need those that lie nowhere.
                let left = match lies {
                    Some(_) => left,
                    None if game.takes_spares => left.min(MOST_ALIKE),
                    None => 0,
                };
                let piece = SetupPiece {
                    kind: counter.kind,
                    unique: None,
                    mode: None,
                    facing: None,
                    side: side as u16,
                    places: lies.into_iter().collect(),
                    slot: None,
                    printed: counter.printed.clone(),
                    vars: Vec::new(),
                    refs: Vec::new(),
                    label: None,
                    span: counter.span,
                };
                let into = if lies.is_some() { &mut mix.boxed } else { &mut mix.spare };
                into.extend(std::iter::repeat_n(piece, left as usize));
            }
        }
        mix
    }
}

/// The named pieces that begin in a box and that nothing sets up.
pub(in crate::play) fn named_in_boxes<'g>(game: &'g Game, pieces: &[&SetupPiece]) -> Vec<&'g SetupPiece> {
    let in_box = game.uniques.iter().filter_map(|unique| unique.begins.as_ref());
    in_box.filter(|piece| !pieces.iter().any(|other| other.unique == piece.unique)).collect()
}

/// The box in which a piece begins unless it is set up, or [`NOWHERE`].
pub(in crate::play) fn home(game: &Game, piece: &SetupPiece) -> u16 {
    let lies = match piece.unique {
        Some(name) => game.uniques[usize::from(name)].begins.as_ref().and_then(|begun| begun.places.first()).copied(),
        None => {
            let counter = game.counter_of(piece.side, piece.kind, &piece.printed);
            counter.and_then(|at| game.counters[at].begins.get(usize::from(piece.side))).copied()
        }
    };
    lies.unwrap_or(NOWHERE)
}
