//! The position of a play, with all that follows its changes. Every change goes through here, so that the index, the
//! cached results and the active clauses can never be out of date.

use std::sync::Arc;

use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::sequence::Phase;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::cache::results::Cache;

use super::active::ActiveClauses;
use super::index::Index;
use super::lasting::{self, Lasting};
use super::state::{Frame, Layout, NO_SLOT, NOWHERE, PieceState, Spent, State};

/// The pieces that scripts may create between two settled points. Those of a whole game are not limited.
pub(in crate::play) const ROOM: usize = 64;

/// The position of a play. It is read freely, and changed only by the methods of this type.
pub struct Live {
    game: Arc<Game>,
    layout: Arc<Layout>,
    /// The same layout with room for fewer or more pieces, for states from before or after room was made.
    layouts: Vec<Arc<Layout>>,
    /// How many pieces there may be at the next settled point.
    most_pieces: usize,
    state: State,
    index: Index,
    cache: Cache,
    active: ActiveClauses,
}

impl Live {
    /// A position in which no clause is active yet.
    pub(in crate::play) fn new(game: &Arc<Game>, layout: Arc<Layout>, state: State) -> Live {
        Live {
            game: game.clone(),
            most_pieces: layout.pieces,
            layout,
            layouts: Vec::new(),
            index: Index::new(game, &state),
            cache: Cache::new(game),
            active: ActiveClauses::new(game),
            state,
        }
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Where variables are stored.
    #[inline]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Sets derived from the state.
    #[inline]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Cached results.
    #[inline]
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The clauses that can apply at all.
    #[inline]
    pub fn active(&self) -> &ActiveClauses {
        &self.active
    }

    /// Turns the cache off, to test that it makes no difference.
    pub fn without_cache(&mut self) {
        self.cache.off();
    }

    /// Changes the layout, for pieces added by hand and their labels.
    pub fn set_layout(&mut self, layout: Arc<Layout>) {
        self.layout = layout;
        self.layouts.clear();
    }

    // The sequence of play.

    /// The stack of scopes, to be changed.
    pub fn stack(&mut self) -> &mut Vec<Frame> {
        self.cache.touch(column::SCOPES);
        &mut self.state.stack
    }

    /// The innermost scope, to be changed.
    pub(in crate::play) fn frame(&mut self) -> Option<&mut Frame> {
        self.stack().last_mut()
    }

    /// Moves the innermost scope to another phase. No rule reads the phase.
    pub(in crate::play) fn go_to(&mut self, phase: Phase) {
        self.at_cursor(|frame| {
            frame.phase = phase;
            frame.cursor = 0;
        });
    }

    /// Changes the phase and cursor of the innermost scope, which no rule reads.
    pub(in crate::play) fn at_cursor(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.state.stack.last_mut() {
            change(frame);
        }
    }

    /// Marks that something has happened since play last settled, or that nothing has.
    pub(in crate::play) fn set_unsettled(&mut self, unsettled: bool) {
        self.state.unsettled = unsettled;
    }

    /// The rules of settled play may read which scopes run.
    pub(in crate::play) fn unsettle_by_scope(&mut self) {
        self.state.unsettled |= self.game.settles_by_scope;
    }

    /// Ends the game, or takes its end back.
    pub(in crate::play) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.state.outcome = outcome;
    }

    /// How many numbers were drawn from a random stream, to be changed.
    pub(in crate::play) fn drawn(&mut self, stream: usize) -> &mut u32 {
        if self.state.chance.len() <= stream {
            self.state.chance.resize(stream + 1, 0);
        }
        &mut self.state.chance[stream]
    }

    // Variables and purses.

    /// Writes a variable without hooks; returns false if it had this value.
    pub(in crate::play) fn write(&mut self, var: VarId, index: u16, value: &Value) -> bool {
        let item = &self.game.vars[var.at()];
        if !self.state.write(&self.layout, var, item.ty, index, value) {
            return false;
        }
        if item.ty == Type::Flag && self.active.raise(&self.game, var) {
            self.cache.forget_all();
        }
        self.cache.touch_things(item.column, &[Ref::new(item.subject, index)]);
        true
    }

    /// What purses have spent, to be changed.
    pub(in crate::play) fn spent(&mut self) -> &mut Vec<Spent> {
        self.cache.touch(column::PURSES);
        &mut self.state.spent
    }

    // Pieces.

    /// Adds a piece, out of play; returns its index.
    pub(in crate::play) fn add_piece(&mut self, kind: u16, side: u8) -> u16 {
        let index = self.state.pieces.len() as u16;
        self.state.pieces.push(PieceState { kind, space: NOWHERE, side, mode: 0, slot: NO_SLOT, facing: 0 });
        self.index.add(&self.game, index, kind, side, NOWHERE);
        self.cache.touch(column::PIECES);
        self.cache.touch(column::ROSTER);
        index
    }

    /// True if scripts may create one more piece before the next settled point.
    pub(in crate::play) fn has_room(&self) -> bool {
        self.state.pieces.len() < self.most_pieces.min(self.layout.pieces)
    }

    /// Lets scripts create [`ROOM`] pieces from here on, and makes room for them if they create any. The layout may
    /// change.
    pub(in crate::play) fn keep_room(&mut self) {
        let needed = self.state.pieces.len() + ROOM;
        self.most_pieces = needed;
        if !self.game.makes_pieces || needed <= self.layout.pieces {
            return;
        }
        let known = self.layouts.iter().position(|layout| layout.pieces >= needed);
        let layout = match known {
            Some(at) => self.layouts.swap_remove(at),
            None => Arc::new(self.layout.with_room(&self.game, needed * 2)),
        };
        let state = self.state.laid_out_anew(&self.game, &self.layout, &layout);
        self.layouts.push(std::mem::replace(&mut self.layout, layout));
        self.restore(state);
    }

    /// Returns to the layout of a state from before or after room was made.
    fn fit(&mut self, state: &State) {
        if state.fits(&self.layout) {
            return;
        }
        if let Some(at) = self.layouts.iter().position(|layout| state.fits(layout)) {
            let layout = self.layouts.swap_remove(at);
            self.layouts.push(std::mem::replace(&mut self.layout, layout));
        }
    }

    /// Moves a piece to a space, in no slot.
    pub(in crate::play) fn put_piece(&mut self, piece: u16, space: u16) {
        let state = &mut self.state.pieces[usize::from(piece)];
        let from = std::mem::replace(&mut state.space, space);
        state.slot = NO_SLOT;
        self.index.moved(piece, from, space);
        self.cache.touch_things(column::PIECES, &[Ref::piece(piece), Ref::space(from), Ref::space(space)]);
        if from == NOWHERE || space == NOWHERE {
            // Nouns of pieces contain only pieces in play.
            self.cache.touch(column::ROSTER);
        }
    }

    /// Moves a piece to a slot of its space.
    pub(in crate::play) fn set_slot(&mut self, piece: u16, slot: u8) {
        self.state.pieces[usize::from(piece)].slot = slot;
        self.piece_changed(piece);
    }

    /// Sets the facing of a piece.
    pub(in crate::play) fn set_facing(&mut self, piece: u16, facing: u8) {
        self.state.pieces[usize::from(piece)].facing = facing;
        self.piece_changed(piece);
    }

    /// Sets the mode of a piece, as an index into its kind's list.
    pub(in crate::play) fn set_mode(&mut self, piece: u16, mode: u8) {
        self.state.pieces[usize::from(piece)].mode = mode;
        self.cache.touch(column::ROSTER);
    }

    /// Gives a piece to a side. It leaves its slot.
    pub(in crate::play) fn give_piece(&mut self, piece: u16, side: u8) {
        let state = &mut self.state.pieces[usize::from(piece)];
        let from = std::mem::replace(&mut state.side, side);
        state.slot = NO_SLOT;
        self.index.given(&self.state, piece, from, side);
        self.cache.touch(column::ROSTER);
        self.piece_changed(piece);
    }

    fn piece_changed(&mut self, piece: u16) {
        let space = self.state.pieces[usize::from(piece)].space;
        self.cache.touch_things(column::PIECES, &[Ref::piece(piece), Ref::space(space)]);
    }

    // Cards.

    /// Puts a card at a spot ([`Game::spot`]); returns false if it lies there.
    pub(in crate::play) fn put_card(&mut self, card: u16, spot: u16) -> bool {
        let from = std::mem::replace(&mut self.state.cards[usize::from(card)].spot, spot);
        if from == spot {
            return false;
        }
        self.index.card_moved(&self.game, card, from, spot);
        self.cache.touch(column::CARDS);
        true
    }

    /// Marks whether a card is in force.
    pub(in crate::play) fn set_in_force(&mut self, card: u16, in_force: bool) {
        self.state.cards[usize::from(card)].in_force = in_force;
        self.cache.touch(column::CARDS);
    }

    /// How long the cards in force last, to be changed.
    pub(in crate::play) fn lasting(&mut self) -> &mut Lasting {
        self.cache.touch(column::CARDS);
        &mut self.state.lasting
    }

    /// Activates the clauses of a card that is played.
    pub(in crate::play) fn wake(&mut self, card_def: u16) {
        if self.active.raise_card(&self.game, card_def) {
            self.cache.forget_all();
        }
    }

    // The whole position.

    /// Drops all cached results: an observer has not seen how they were computed.
    pub(in crate::play) fn forget_results(&self) {
        self.cache.forget_all();
    }

    /// Replaces the state by one to which play keeps returning.
    pub(in crate::play) fn restore(&mut self, state: State) {
        self.fit(&state);
        let unlike = self.state.columns_unlike(&state, &self.game, &self.layout);
        self.cache.set_base(&state, &self.layout, unlike);
        self.index = Index::new(&self.game, &state);
        self.state = state;
        let mut more = false;
        for at in 0..self.game.vars.len() {
            let var = VarId(at as u16);
            if self.game.vars[at].ty == Type::Flag && !self.state.flagged(&self.layout, var).is_empty() {
                more |= self.active.raise(&self.game, var);
            }
        }
        for card in lasting::with_text(&self.game, &self.state) {
            more |= self.active.raise_card(&self.game, self.game.cards[usize::from(card)].def);
        }
        if more {
            self.cache.forget_all();
        }
    }

    /// Begins again in a state that the same rules have set up. Active clauses stay, because a flag set in one play of
    /// a series may be set in the next.
    pub(in crate::play) fn begin_again(&mut self, other: &Indexed) {
        self.fit(&other.state);
        let unlike = self.state.columns_unlike(&other.state, &self.game, &self.layout);
        self.cache.replace_state(&other.state, &self.layout, unlike);
        self.state.clone_from(&other.state);
        self.index.clone_from(&other.index);
    }

    /// Play has been set up, and begins.
    pub(in crate::play) fn set_out(&mut self) {
        self.cache.set_out(&self.state, &self.game, &self.layout);
    }

    /// Exchanges the state for another of the same play. The caller exchanges it back when it has looked at it.
    pub(in crate::play) fn exchange(&mut self, other: &mut Indexed) {
        let unlike = self.state.columns_unlike(&other.state, &self.game, &self.layout);
        std::mem::swap(&mut self.state, &mut other.state);
        std::mem::swap(&mut self.index, &mut other.index);
        self.cache.replace_state(&self.state, &self.layout, unlike);
    }

    /// A copy of the state with its index.
    pub(in crate::play) fn indexed(&self) -> Indexed {
        Indexed { state: self.state.clone(), index: self.index.clone() }
    }
}

/// A state with its index, which can take the place of another.
#[derive(Clone, Debug)]
pub struct Indexed {
    state: State,
    index: Index,
}

impl Indexed {
    /// A state that is to take the place of another.
    pub(in crate::play) fn new(game: &Game, state: State) -> Indexed {
        Indexed { index: Index::new(game, &state), state }
    }

    /// The state.
    pub(in crate::play) fn into_state(self) -> State {
        self.state
    }
}
