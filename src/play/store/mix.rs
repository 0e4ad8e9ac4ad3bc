//! Compares the counter mix with the set-up: spare counters, and pieces without a counter.

use crate::model::game::Game;
use crate::model::setup::SetupPiece;

use super::state::NOWHERE;

/// At most this many spare counters of one look for a side.
const MOST_ALIKE: u32 = 200;

/// The differences between the counter mix and the set-up.
#[derive(Debug, Default)]
pub(in crate::play) struct Mix {
    /// Spare counters off the board.
    pub(in crate::play) spare: Vec<SetupPiece>,
    /// Spare counters in their starting boxes.
    pub(in crate::play) boxed: Vec<SetupPiece>,
    /// The indices of pieces without a counter: the last ones of each look.
    pub(in crate::play) lacking: Vec<usize>,
}

impl Mix {
    /// Compares the set-up with the counters of each side. Kinds that the mix does not list are unlimited; named pieces
    /// are not part of it.
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
                // Only scripts that use spare counters need those off the board.
                let left = match lies {
                    Some(_) => left,
                    None if game.takes_spares => left.min(MOST_ALIKE),
                    None => 0,
                };
                let piece = SetupPiece {
                    kind: counter.kind,
                    side: side as u16,
                    places: lies.into_iter().collect(),
                    printed: counter.printed.clone(),
                    span: counter.span,
                    ..SetupPiece::default()
                };
                let into = if lies.is_some() { &mut mix.boxed } else { &mut mix.spare };
                into.extend(std::iter::repeat_n(piece, left as usize));
            }
        }
        mix
    }
}

/// The named pieces that begin in a box and are not set up.
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
