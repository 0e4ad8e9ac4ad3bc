//! Cards in force: how long their effect lasts, and the choices made for them.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::model::card::Lasts;
use crate::model::clause::Chosen;
use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::sequence::ScopeKind;
use crate::model::value::Value;
use crate::source::plain_words;

use super::state::{Frame, State};
use super::world::World;

/// Stands for no frame of its own: the next scope of that name counts.
pub(in crate::play) const ANY_DEPTH: u16 = u16::MAX;

/// The cards in force, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting(pub(in crate::play) Vec<LastingCard>);

impl Hash for Lasting {
    /// Nothing where no card is in force, so that games without such cards keep their numbers.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(hasher);
        }
    }
}

/// A card in force.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastingCard {
    /// The card.
    pub card: u16,
    /// The play that brought it into force; `None` if a position did, or if the card has no plays.
    pub play: Option<OfferId>,
    /// The parameters chosen then.
    pub values: Vec<Value>,
    /// The stack index of the scope during which it lasts, or [`ANY_DEPTH`].
    pub(in crate::play) depth: u16,
    /// How many more times its scope must end.
    pub left: u16,
}

impl Lasting {
    /// The cards in force, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &LastingCard> {
        self.0.iter()
    }

    /// The entry of a card in force.
    pub fn of(&self, card: u16) -> Option<&LastingCard> {
        self.0.iter().find(|one| one.card == card)
    }

    pub(in crate::play) fn put(&mut self, new: LastingCard) {
        self.take(new.card);
        let at = self.0.partition_point(|old| old.card < new.card);
        self.0.insert(at, new);
    }

    pub(in crate::play) fn take(&mut self, card: u16) {
        self.0.retain(|old| old.card != card);
    }
}

/// Whether a frame runs this scope: for a family, any member; for a play of a card, its resolution.
pub(in crate::play) fn runs_as(game: &Game, frame: &Frame, wanted: ScopeId) -> bool {
    if frame.scope == wanted {
        return true;
    }
    let ScopeKind::Offer(offer) = game.scopes[wanted.at()].kind else { return false };
    let is_member = |one: OfferId| game.offers[one.at()].family == Some(offer);
    frame.offer == Some(offer) && game.offers[offer.at()].card.is_some()
        || matches!(game.scopes[frame.scope.at()].kind, ScopeKind::Offer(one) if is_member(one))
}

/// The card that resolves in a frame and has effect there. A play of the deck uses a card but not its text.
fn resolving(game: &Game, frame: &Frame) -> Option<u16> {
    let by_deck = frame.used.iter().any(|(offer, _)| game.offers[offer.at()].of_deck);
    match frame.params.first() {
        Some(Value::Ref(card)) if frame.scope == game.builtin.resolve && !by_deck => Some(card.index),
        _ => None,
    }
}

/// The cards that can have an effect in a state: those resolving, innermost first, then those in force.
pub(in crate::play) fn with_text<'s>(game: &'s Game, state: &'s State) -> impl Iterator<Item = u16> + 's {
    let resolve = state.stack.iter().rev().filter_map(|frame| resolving(game, frame));
    resolve.chain(state.lasting.iter().map(|one| one.card))
}

impl World<'_> {
    /// The same, among cards that fit.
    pub(in crate::play) fn cards_at_work(&self, fits: impl Fn(u16) -> bool) -> SmallVec<[u16; 4]> {
        self.cache.record_column(column::SCOPES);
        self.cache.record_column(column::CARDS);
        let mut found = SmallVec::new();
        for card in with_text(self.game, self.state) {
            if fits(card) && !found.contains(&card) {
                found.push(card);
            }
        }
        found
    }

    /// The parameters chosen for a card in effect.
    pub(in crate::play) fn chosen(&self, card: u16, chosen: &Chosen) -> Value {
        self.cache.record_column(column::SCOPES);
        self.cache.record_column(column::CARDS);
        let place = |play: Option<OfferId>| chosen.of.iter().find(|(offer, _)| Some(*offer) == play);
        let frame = self.state.stack.iter().rev().find(|frame| resolving(self.game, frame) == Some(card));
        let found = match frame {
            Some(frame) => place(frame.offer).and_then(|(_, at)| frame.locals.get(usize::from(*at))),
            None => {
                let lasting = self.state.lasting.of(card);
                lasting.and_then(|one| one.values.get(usize::from(place(one.play)?.1)))
            }
        };
        found.cloned().unwrap_or(Value::None)
    }

    /// How long a card in force still lasts, in words: `for good`, `during turn`, `until siege has ended`, or those of
    /// the card.
    pub fn how_long(&self, card: u16) -> String {
        let def = &self.game.card_defs[usize::from(self.game.cards[usize::from(card)].def)];
        let name = |scope: ScopeId| plain_words(&self.game.scopes[scope.at()].name);
        match def.lasts {
            Lasts::Resolving => String::new(),
            Lasts::Good => def.lasts_words.clone().unwrap_or_else(|| "for good".to_owned()),
            Lasts::During(scope) => format!("during {}", name(scope)),
            Lasts::Until { scope, side, .. } => {
                let side = side.map(|side| format!(" of {}", self.game.sides[usize::from(side)].title));
                let left = match self.state.lasting.of(card).map_or(0, |one| one.left) {
                    0 | 1 => String::new(),
                    left => format!(" {left} times"),
                };
                format!("until {}{} has ended{left}", name(scope), side.unwrap_or_default())
            }
        }
    }

    /// The choices made for a card in force, in words: `bonus 2`.
    pub fn chosen_words(&self, card: u16) -> Vec<String> {
        let Some(one) = self.state.lasting.of(card) else { return Vec::new() };
        let Some(offer) = one.play.map(|play| &self.game.offers[play.at()]) else { return Vec::new() };
        let shown = offer.params.iter().filter_map(|param| {
            let value = one.values.get(usize::from(param.slot)).filter(|value| !value.is_none())?;
            Some(format!("{} {}", plain_words(&param.name), self.show(value)))
        });
        shown.collect()
    }
}
