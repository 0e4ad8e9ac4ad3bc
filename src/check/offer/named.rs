//! Offers by name, with families and cards expanded.

use crate::model::id::{OfferId, ScopeId};
use crate::model::sequence::ScopeKind;
use crate::source::plain;

use super::super::builder::GameBuilder;

/// The action with this name.
pub(crate) fn action_named(builder: &GameBuilder, name: &str) -> Option<OfferId> {
    let spelt = plain(name);
    let found = builder.game.offers.iter().position(|offer| offer.name == spelt && offer.card.is_none());
    found.map(|index| OfferId(index as u16))
}

/// The plays of all cards that have this name of their own: `event` of any card.
pub(crate) fn plays_named(builder: &GameBuilder, name: &str) -> Vec<OfferId> {
    let spelt = plain(name);
    let named =
        builder.game.offers.iter().enumerate().filter(|(_, offer)| offer.play.as_deref() == Some(spelt.as_str()));
    named.map(|(at, _)| OfferId(at as u16)).collect()
}

/// The offers with this name: an action, all plays of a card, or the plays of this name of all cards.
pub(crate) fn offers_named(builder: &GameBuilder, name: &str) -> Vec<OfferId> {
    if let Some(action) = action_named(builder, name) {
        return vec![action];
    }
    let spelt = plain(name);
    let of_card = builder.game.card_defs.iter().find(|def| def.name == spelt);
    of_card.map_or_else(|| plays_named(builder, name), |def| def.plays.clone())
}

/// An offer; for a family all its members.
pub(crate) fn members(builder: &GameBuilder, offer: OfferId) -> Vec<OfferId> {
    let offers = &builder.game.offers;
    if !offers[offer.at()].is_family {
        return vec![offer];
    }
    let members = offers.iter().enumerate().filter(|(_, other)| other.family == Some(offer));
    members.map(|(index, _)| OfferId(index as u16)).collect()
}

/// A scope; for a family the scopes of all its members.
pub(crate) fn members_of(builder: &GameBuilder, scope: ScopeId) -> Vec<ScopeId> {
    match builder.game.scopes[scope.at()].kind {
        ScopeKind::Offer(offer) => {
            members(builder, offer).into_iter().map(|member| builder.game.offers[member.at()].scope).collect()
        }
        _ => vec![scope],
    }
}
