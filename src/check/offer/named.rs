//! Offers by name, with families and cards expanded.

use crate::model::id::{OfferId, ScopeId};
use crate::model::sequence::ScopeKind;
use crate::source::plain;

use super::super::maker::Maker;

/// The action with this name.
pub(crate) fn action_named(maker: &Maker, name: &str) -> Option<OfferId> {
    let spelt = plain(name);
    let found = maker.game.offers.iter().position(|offer| offer.name == spelt && offer.card.is_none());
    found.map(|index| OfferId(index as u16))
}

/// The offers with this name: an action, or all plays of a card.
pub(crate) fn offers_named(maker: &Maker, name: &str) -> Vec<OfferId> {
    if let Some(action) = action_named(maker, name) {
        return vec![action];
    }
    let spelt = plain(name);
    maker.game.card_defs.iter().find(|def| def.name == spelt).map_or(Vec::new(), |def| def.plays.clone())
}

/// An offer; for a family all its members.
pub(crate) fn members(maker: &Maker, offer: OfferId) -> Vec<OfferId> {
    let offers = &maker.game.offers;
    if !offers[offer.at()].is_family {
        return vec![offer];
    }
    let members = offers.iter().enumerate().filter(|(_, other)| other.family == Some(offer));
    members.map(|(index, _)| OfferId(index as u16)).collect()
}

/// A scope; for a family the scopes of all its members.
pub(crate) fn members_of(maker: &Maker, scope: ScopeId) -> Vec<ScopeId> {
    match maker.game.scopes[scope.at()].kind {
        ScopeKind::Offer(offer) => {
            members(maker, offer).into_iter().map(|member| maker.game.offers[member.at()].scope).collect()
        }
        _ => vec![scope],
    }
}
