//! Sets derived from where pieces and cards are, kept beside the state to be read quickly.

use crate::model::game::Game;
use crate::model::set::BitSet;

use super::state::{NOWHERE, State};

/// Sets of pieces and cards by location. Can be rebuilt from the state at any time; never saved.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Every piece, in play or not.
    pub all: BitSet,
    /// The pieces in play.
    pub present: BitSet,
    /// The pieces of each side.
    pub of_side: Vec<BitSet>,
    /// The pieces in each space.
    pub at: Vec<BitSet>,
    /// The spaces that contain pieces.
    pub occupied: BitSet,
    /// The pieces of each kind, families included.
    pub of_kind: Vec<BitSet>,
    /// The cards at each spot ([`Game::spot`]).
    pub at_spot: Vec<BitSet>,
    /// The cards of each side.
    pub cards_of_side: Vec<BitSet>,
    /// The number of each piece among its kind, from 1.
    pub numbers: Vec<u16>,
    /// The number of each piece among those of its kind and side, from 1.
    pub own_numbers: Vec<u16>,
}

impl Index {
    /// The index of a state.
    pub fn new(game: &Game, state: &State) -> Self {
        let mut index = Index {
            all: BitSet::first_n(state.pieces.len()),
            of_side: vec![BitSet::new(); game.sides.len()],
            at: vec![BitSet::new(); game.board.spaces.len()],
            of_kind: vec![BitSet::new(); game.kinds.len()],
            at_spot: vec![BitSet::new(); game.zones.len() + game.spots.len()],
            cards_of_side: vec![BitSet::new(); game.sides.len()],
            ..Index::default()
        };
        for (at, piece) in state.pieces.iter().enumerate() {
            index.add(game, at as u16, piece.kind, piece.side, piece.space);
        }
        for (at, card) in state.cards.iter().enumerate() {
            index.at_spot[card.spot as usize].insert(at as u16);
            if let Some(side) = game.owner_of(at as u16, card.spot) {
                index.cards_of_side[side as usize].insert(at as u16);
            }
        }
        index
    }

    /// Adds a piece.
    pub fn add(&mut self, game: &Game, piece: u16, kind: u16, side: u8, space: u16) {
        self.all.insert(piece);
        self.of_side[side as usize].insert(piece);
        let mut up = Some(kind);
        while let Some(kind) = up {
            self.of_kind[kind as usize].insert(piece);
            up = game.kinds[kind as usize].family;
        }
        if space != NOWHERE {
            self.present.insert(piece);
            self.at[space as usize].insert(piece);
            self.occupied.insert(space);
        }
        self.numbers.push(self.of_kind[kind as usize].count() as u16);
        let own = self.of_kind[kind as usize].intersection(&self.of_side[side as usize]);
        self.own_numbers.push(own.count() as u16);
    }

    /// A piece changes sides. Pieces of its kind are renumbered.
    pub fn given(&mut self, state: &State, piece: u16, from: u8, to: u8) {
        self.of_side[from as usize].remove(piece);
        self.of_side[to as usize].insert(piece);
        let Some(kind) = state.pieces.get(piece as usize).map(|piece| piece.kind) else { return };
        let mut counted = vec![0_u16; self.of_side.len()];
        for (other, number) in state.pieces.iter().zip(&mut self.own_numbers).filter(|(other, _)| other.kind == kind) {
            counted[other.side as usize] += 1;
            *number = counted[other.side as usize];
        }
    }

    /// All pieces of these sides.
    pub fn of_sides(&self, sides: &BitSet) -> BitSet {
        sides.iter().fold(BitSet::new(), |all, side| all.union(&self.of_side[usize::from(side)]))
    }

    /// All pieces of these kinds or families.
    pub fn of_kinds(&self, kinds: &BitSet) -> BitSet {
        kinds.iter().fold(BitSet::new(), |all, kind| all.union(&self.of_kind[usize::from(kind)]))
    }

    /// A piece moves from one space to another.
    pub fn moved(&mut self, piece: u16, from: u16, to: u16) {
        if from != NOWHERE {
            self.at[from as usize].remove(piece);
            if self.at[from as usize].is_empty() {
                self.occupied.remove(from);
            }
        }
        if to == NOWHERE {
            self.present.remove(piece);
        } else {
            self.present.insert(piece);
            self.at[to as usize].insert(piece);
            self.occupied.insert(to);
        }
    }

    /// A card moves from one spot to another.
    pub fn card_moved(&mut self, game: &Game, card: u16, from: u16, to: u16) {
        self.at_spot[from as usize].remove(card);
        self.at_spot[to as usize].insert(card);
        if let Some(side) = game.owner_of(card, from) {
            self.cards_of_side[side as usize].remove(card);
        }
        if let Some(side) = game.owner_of(card, to) {
            self.cards_of_side[side as usize].insert(card);
        }
    }
}
