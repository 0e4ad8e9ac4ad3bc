//! Reading the state so that whoever keeps what he finds depends on what he has read. Other rooms read what can change by
//! these alone; `tests/house.rs` holds them to it.

use crate::model::game::column;
use crate::model::id::*;
use crate::model::set::BitSet;

use super::state::{CardState, Frame, PieceState, Spent};
use super::world::World;

impl<'a> World<'a> {
    /// What purses have spent.
    pub(in crate::play) fn spent(&self) -> &'a [Spent] {
        self.cache.see_column(column::PURSES);
        &self.state.spent
    }

    /// The frames of the sequence of play, the innermost last.
    pub(in crate::play) fn frames(&self) -> &'a [Frame] {
        self.cache.see_column(column::SCOPES);
        &self.state.stack
    }

    /// The innermost frame of just this scope, no matter what runs as it.
    #[inline]
    pub(in crate::play) fn frame_of(&self, scope: ScopeId) -> Option<&'a Frame> {
        self.cache.see_scope(scope);
        self.state.frame(scope)
    }

    /// Where a card lies, and whether it is in force.
    pub(in crate::play) fn card_state(&self, card: u16) -> &'a CardState {
        self.cache.see_column(column::CARDS);
        &self.state.cards[usize::from(card)]
    }

    /// Where and how a piece stands.
    #[inline]
    pub(in crate::play) fn piece_state(&self, piece: u16) -> &'a PieceState {
        self.cache.see(column::PIECES, Ref::piece(piece));
        &self.state.pieces[usize::from(piece)]
    }

    /// The same of each of a set.
    pub(in crate::play) fn piece_states<'s>(
        &self,
        pieces: &'s BitSet,
    ) -> impl Iterator<Item = (u16, &'a PieceState)> + use<'a, 's> {
        self.cache.see_all(column::PIECES, Domain::Piece, pieces);
        let all = &self.state.pieces;
        pieces.iter().map(move |piece| (piece, &all[usize::from(piece)]))
    }

    /// The piece that bears a name, by place among the names.
    #[inline]
    pub(in crate::play) fn bearer(&self, name: usize) -> Option<Ref> {
        self.cache.see_name();
        self.layout.named(name).map(Ref::piece)
    }

    /// Finds what a word without parameters says: whoever finds something now looks at that word.
    #[inline]
    pub(in crate::play) fn word_alone<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        self.cache.see_word(word, find)
    }

    /// The pieces in a space.
    #[inline]
    pub(in crate::play) fn occupants(&self, space: u16) -> &'a BitSet {
        self.cache.see(column::PIECES, Ref::space(space));
        &self.index.at[usize::from(space)]
    }

    /// The pieces in these spaces.
    pub(in crate::play) fn occupants_of(&self, spaces: &BitSet) -> BitSet {
        self.cache.see_all(column::PIECES, Domain::Space, spaces);
        let mut here = BitSet::new();
        spaces.iter().for_each(|space| here.extend(&self.index.at[usize::from(space)]));
        here
    }

    /// The spaces in which pieces stand, for whoever asks it of these.
    #[inline]
    pub(in crate::play) fn occupied(&self, of: &BitSet) -> &'a BitSet {
        self.cache.see_all(column::PIECES, Domain::Space, of);
        &self.index.occupied
    }

    /// The pieces in play.
    #[inline]
    pub(in crate::play) fn in_play(&self) -> &'a BitSet {
        self.cache.see_roster();
        &self.index.present
    }

    /// The pieces in play and out of it.
    pub(in crate::play) fn ever_in_play(&self) -> &'a BitSet {
        self.cache.see_roster();
        &self.index.all
    }

    /// Whether a flag is up.
    #[inline]
    pub(in crate::play) fn flag(&self, var: VarId, of: Ref) -> bool {
        self.cache.see(self.game.vars[var.at()].column, of);
        self.state.flag(self.layout, var, of.index)
    }

    /// The things for which a flag is up, for whoever asks it of these.
    pub(in crate::play) fn flagged(&self, var: VarId, domain: Domain, of: &BitSet) -> BitSet {
        self.cache.see_all(self.game.vars[var.at()].column, domain, of);
        self.state.flagged(self.layout, var)
    }

    /// The pieces of a kind, for whoever asks it of these.
    pub(in crate::play) fn of_kind(&self, kind: u16, of: &BitSet) -> &'a BitSet {
        self.cache.see_all(column::ROSTER, Domain::Piece, of);
        &self.index.of_kind[usize::from(kind)]
    }

    /// Those of a set for which a variable, no flag, has a value with this cell.
    pub(in crate::play) fn with_cell(&self, var: VarId, domain: Domain, of: &BitSet, cell: i32) -> BitSet {
        self.cache.see_all(self.game.vars[var.at()].column, domain, of);
        self.state.alike_in(self.layout, var, of, cell)
    }

    /// The cell that a variable, no flag, has for each of a set; none if it is absent.
    pub(in crate::play) fn cells<'s>(
        &self,
        var: VarId,
        domain: Domain,
        of: &'s BitSet,
    ) -> impl Iterator<Item = (u16, Option<i32>)> + use<'a, 's> {
        self.cache.see_all(self.game.vars[var.at()].column, domain, of);
        let (state, layout) = (self.state, self.layout);
        of.iter().map(move |index| (index, state.cell(layout, var, index)))
    }

    /// Whether a variable names this thing for anything.
    pub(in crate::play) fn is_named_by(&self, var: VarId, thing: Ref) -> bool {
        self.cache.see_all_of(self.game.vars[var.at()].column);
        self.state.holds(self.layout, var, i32::from(thing.index))
    }

    /// A fact of each of these is looked at; it stands in the table of whoever asks.
    pub(in crate::play) fn ask_fact_of(&self, fact: FactId, domain: Domain, of: &BitSet) {
        self.cache.see_facts(fact, domain, of);
    }

    /// Whoever compares these things depends on everything that may change about them.
    pub(in crate::play) fn compare(&self, things: &[Ref]) {
        self.cache.see_everything_of(things);
    }
}
