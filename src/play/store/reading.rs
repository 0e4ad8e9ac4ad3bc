//! Accessors of the state that record what was read for the cache. Other rooms may read changing data only through
//! them; `tests/house.rs` enforces this.

use crate::model::game::column;
use crate::model::id::*;
use crate::model::set::BitSet;

use super::state::{CardState, Frame, PieceState, Spent};
use super::world::World;

impl<'a> World<'a> {
    /// What purses have spent.
    pub(in crate::play) fn spent(&self) -> &'a [Spent] {
        self.cache.record_column(column::PURSES);
        &self.state.spent
    }

    /// The frames of the sequence of play, the innermost last.
    pub(in crate::play) fn frames(&self) -> &'a [Frame] {
        self.cache.record_column(column::SCOPES);
        &self.state.stack
    }

    /// The innermost frame of exactly this scope.
    #[inline]
    pub(in crate::play) fn frame_of(&self, scope: ScopeId) -> Option<&'a Frame> {
        self.cache.record_scope(scope);
        self.state.frame(scope)
    }

    /// The zone of a card, and whether it is in force.
    pub(in crate::play) fn card_state(&self, card: u16) -> &'a CardState {
        self.cache.record_column(column::CARDS);
        &self.state.cards[usize::from(card)]
    }

    /// The space, side, mode and facing of a piece.
    #[inline]
    pub(in crate::play) fn piece_state(&self, piece: u16) -> &'a PieceState {
        self.cache.record(column::PIECES, Ref::piece(piece));
        &self.state.pieces[usize::from(piece)]
    }

    /// The same for each member of a set.
    pub(in crate::play) fn piece_states<'s>(
        &self,
        pieces: &'s BitSet,
    ) -> impl Iterator<Item = (u16, &'a PieceState)> + use<'a, 's> {
        self.cache.record_all(column::PIECES, Domain::Piece, pieces);
        let all = &self.state.pieces;
        pieces.iter().map(move |piece| (piece, &all[usize::from(piece)]))
    }

    /// The piece with a name, by its index.
    #[inline]
    pub(in crate::play) fn bearer(&self, name: usize) -> Option<Ref> {
        self.cache.record_name();
        self.layout.named(name).map(Ref::piece)
    }

    /// Evaluates a word without parameters; the result depends on the word.
    #[inline]
    pub(in crate::play) fn word_alone<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        self.cache.within_word(word, find)
    }

    /// The pieces in a space.
    #[inline]
    pub(in crate::play) fn occupants(&self, space: u16) -> &'a BitSet {
        self.cache.record(column::PIECES, Ref::space(space));
        &self.index.at[usize::from(space)]
    }

    /// The pieces in these spaces.
    pub(in crate::play) fn occupants_of(&self, spaces: &BitSet) -> BitSet {
        self.cache.record_all(column::PIECES, Domain::Space, spaces);
        let mut here = BitSet::new();
        spaces.iter().for_each(|space| here.extend(&self.index.at[usize::from(space)]));
        here
    }

    /// The spaces that contain pieces; records reads of these spaces.
    #[inline]
    pub(in crate::play) fn occupied(&self, of: &BitSet) -> &'a BitSet {
        self.cache.record_all(column::PIECES, Domain::Space, of);
        &self.index.occupied
    }

    /// The pieces in play.
    #[inline]
    pub(in crate::play) fn in_play(&self) -> &'a BitSet {
        self.cache.record_roster();
        &self.index.present
    }

    /// All pieces, in play or not.
    pub(in crate::play) fn ever_in_play(&self) -> &'a BitSet {
        self.cache.record_roster();
        &self.index.all
    }

    /// Whether a flag is set.
    #[inline]
    pub(in crate::play) fn flag(&self, var: VarId, of: Ref) -> bool {
        self.cache.record(self.game.vars[var.at()].column, of);
        self.state.flag(self.layout, var, of.index)
    }

    /// The things with a flag; records reads of these things.
    pub(in crate::play) fn flagged(&self, var: VarId, domain: Domain, of: &BitSet) -> BitSet {
        self.cache.record_all(self.game.vars[var.at()].column, domain, of);
        self.state.flagged(self.layout, var)
    }

    /// The pieces of a kind; records reads of these pieces.
    pub(in crate::play) fn of_kind(&self, kind: u16, of: &BitSet) -> &'a BitSet {
        self.cache.record_all(column::ROSTER, Domain::Piece, of);
        self.kind_known(kind, of)
    }

    /// The pieces of a kind. Kinds never change, so only a viewer who does not see all depends on having read them.
    pub(in crate::play) fn kind_known(&self, kind: u16, of: &BitSet) -> &'a BitSet {
        if self.cache.watches_secrets() {
            of.iter().for_each(|piece| self.identify(piece, kind));
        }
        &self.index.of_kind[usize::from(kind)]
    }

    /// The pieces of these kinds, among `of`.
    pub(in crate::play) fn of_kinds(&self, kinds: &BitSet, of: &BitSet) -> BitSet {
        if self.cache.watches_secrets() {
            kinds.iter().for_each(|kind| _ = self.kind_known(kind, of));
        }
        of.intersection(&self.index.of_kinds(kinds))
    }

    /// Whether a piece is of a kind.
    #[inline]
    pub(in crate::play) fn is_of_kind(&self, piece: u16, kind: u16) -> bool {
        self.identify(piece, kind);
        self.index.of_kind[usize::from(kind)].has(piece)
    }

    /// The kind of a piece.
    #[inline]
    pub(in crate::play) fn kind_of(&self, piece: u16) -> u16 {
        let kind = self.state.pieces[usize::from(piece)].kind;
        self.identify(piece, kind);
        kind
    }

    /// The mode of a piece, as an index into its kind's list.
    pub(in crate::play) fn mode_of(&self, piece: u16) -> u8 {
        self.cache.record_identity(piece, || false);
        self.state.pieces[usize::from(piece)].mode
    }

    /// Records that it was read whether a piece is of a kind. If all pieces of its side are, that is known.
    #[inline]
    fn identify(&self, piece: u16, kind: u16) {
        let side = || usize::from(self.state.pieces[usize::from(piece)].side);
        let is_known = || self.index.of_side[side()].within(&self.index.of_kind[usize::from(kind)]);
        self.cache.record_identity(piece, is_known);
    }

    /// The cell of each member of a set in a variable that is not a flag; `None` if it is absent.
    pub(in crate::play) fn cells<'s>(
        &self,
        var: VarId,
        domain: Domain,
        of: &'s BitSet,
    ) -> impl Iterator<Item = (u16, Option<i32>)> + use<'a, 's> {
        self.cache.record_all(self.game.vars[var.at()].column, domain, of);
        let (state, layout) = (self.state, self.layout);
        of.iter().map(move |index| (index, state.cell(layout, var, index)))
    }

    /// Whether a variable of any thing holds this thing.
    pub(in crate::play) fn is_named_by(&self, var: VarId, thing: Ref) -> bool {
        self.cache.record_column_of_all(self.game.vars[var.at()].column);
        self.state.holds(self.layout, var, i32::from(thing.index))
    }

    /// Records reads of where these pieces are and what they are, or of where these cards are, to compare them.
    pub(in crate::play) fn compare(&self, things: &[Ref]) {
        for thing in things {
            if thing.domain == Domain::Card {
                self.cache.record_column(column::CARDS);
            } else {
                self.cache.record(column::PIECES, *thing);
                self.cache.record(column::ROSTER, *thing);
            }
        }
    }
}
