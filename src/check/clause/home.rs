//! Clauses in written order, each with its home: its bearer, the bearer's name in the text, and the scopes it sees.

use crate::model::game::Nature;
use crate::model::id::{DeckId, OfferId, PermissionId, QuantityId, ScopeId, SectionId, VarId, WalkId};
use crate::source::plain;
use crate::syntax::ast::{self, Cite, Clause, ItemKind, OfferLineKind, StateKind};

use super::super::builder::GameBuilder;
use super::super::gather::Gathered;
use super::super::kind::kind_named;
use super::super::noun;
use super::super::offer::action_named;
use super::super::state::bearer_name;
use crate::model::names::named;

/// The item whose body contains a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// Top level, or a scenario.
    Top,
    /// The body of a flag, variable, terrain or weather.
    Var(VarId),
    /// The body of a kind.
    Kind(u16),
    /// The body of a card.
    Card(u16),
    /// The body of a deck.
    Deck(DeckId),
    /// The body of a quantity.
    Quantity(QuantityId),
    /// The body of a permission.
    May(PermissionId),
    /// The lines of an offer.
    Offer(OfferId),
    /// The body of a walk.
    Walk(WalkId),
}

/// A clause with its home.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    /// The clause.
    pub(super) clause: &'a Clause,
    /// Its home.
    pub(super) home: Home,
    /// The sections cited in the head of its item; they apply unless the clause cites its own.
    head: &'a [Cite],
}

impl Placed<'_> {
    /// The sections of the clause: its own, or else those of its item's head.
    pub(super) fn cites(&self, builder: &mut GameBuilder) -> Vec<SectionId> {
        let own = &self.clause.tail.cites;
        if own.is_empty() { builder.known_sections(self.head) } else { builder.cites(own) }
    }
}

/// All clauses, in written order.
pub(crate) fn collect<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Vec<Placed<'a>> {
    let mut found = Vec::new();
    let mut add = |clauses: &'a [Clause], home: Home, head: &'a [Cite]| {
        found.extend(clauses.iter().map(|clause| Placed { clause, home, head }));
    };
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Clause(clause) => add(std::slice::from_ref(clause), Home::Top, entry.head),
            ItemKind::State(item) => {
                let Some(body) = &item.body else { continue };
                let Some(subject) = item.subject.as_ref().and_then(|subject| noun::subject(builder, subject)) else {
                    continue;
                };
                let names: Vec<String> = match &item.kind {
                    StateKind::Var { names, .. } => names.iter().map(|name| plain(&name.text)).collect(),
                    StateKind::Flag { name, .. } => vec![plain(&name.text)],
                };
                for (index, var) in builder.game.vars.iter().enumerate() {
                    if var.subject == subject && var.nature == Nature::Plain && names.contains(&var.name) {
                        add(&body.clauses, Home::Var(VarId(index as u16)), &item.cites);
                    }
                }
            }
            ItemKind::Terrain(item) | ItemKind::Weather(item) => {
                let spelt = plain(&item.name.text);
                let var = builder.game.vars.iter().position(|var| var.nature != Nature::Plain && var.name == spelt);
                if let Some(var) = var {
                    add(&item.body.clauses, Home::Var(VarId(var as u16)), &item.cites);
                }
            }
            ItemKind::Kind(item) => {
                if let Some(kind) = kind_named(builder, &item.name.text) {
                    add(&item.body.clauses, Home::Kind(kind), &item.cites);
                }
            }
            ItemKind::Card(item) => {
                if let Some(def) = named(&builder.game.card_defs, &item.name.text) {
                    add(&item.body.clauses, Home::Card(def), &item.cites);
                    let plays = builder.game.card_defs[usize::from(def)].plays.clone();
                    for (play, offer) in item.plays.iter().zip(plays) {
                        offer_clauses(&play.offer, offer, head_of_play(play, &item.cites), &mut add);
                    }
                }
            }
            ItemKind::Deck(item) => {
                if let Some(deck) = named(&builder.game.decks, &item.name.text) {
                    add(&item.clauses, Home::Deck(deck), &item.cites);
                    // A play of the deck is an offer of each of its cards.
                    for def in builder.game.card_defs.iter().filter(|def| def.deck == deck) {
                        let shared = def.plays.iter().filter(|play| builder.game.offers[play.at()].of_deck);
                        for (play, offer) in item.plays.iter().zip(shared) {
                            offer_clauses(&play.offer, *offer, head_of_play(play, &item.cites), &mut add);
                        }
                    }
                }
            }
            ItemKind::Quantity(item) => {
                if let Some(id) = named(&builder.game.quantities, &item.name.text) {
                    add(&item.clauses, Home::Quantity(id), &item.cites);
                }
            }
            ItemKind::May(item) => {
                if let Some(id) = named(&builder.game.permissions, &item.name.text) {
                    add(&item.clauses, Home::May(id), &item.cites);
                }
            }
            ItemKind::Walk(item) => {
                if let Some(walk) = named(&builder.game.walks, &item.name.text) {
                    // A `forbid` of one step has the sections of that step, which its permission knows.
                    add(&item.clauses, Home::Walk(walk), &[]);
                }
            }
            ItemKind::Action(item) => {
                if let Some(offer) = action_named(builder, &item.name.text) {
                    offer_clauses(&item.offer, offer, &item.cites, &mut add);
                }
            }
            _ => {}
        }
    }
    found
}

fn offer_clauses<'a>(
    offer: &'a ast::Offer,
    id: OfferId,
    head: &'a [Cite],
    add: &mut dyn FnMut(&'a [Clause], Home, &'a [Cite]),
) {
    for line in &offer.lines {
        if let OfferLineKind::Clause(clause) = &line.kind {
            add(std::slice::from_ref(clause), Home::Offer(id), head);
        }
    }
}

/// The sections in the head of a play, or else those of the card or deck in which it stands.
fn head_of_play<'a>(play: &'a ast::Play, around: &'a [Cite]) -> &'a [Cite] {
    if play.cites.is_empty() { around } else { &play.cites }
}

/// The name of the bearer in the clauses of its body.
pub(super) fn home_name<'m>(builder: &'m GameBuilder, home: Home) -> Option<&'m str> {
    match home {
        Home::Var(var) => bearer_name(&builder.game, builder.game.vars[var.at()].subject),
        Home::Kind(_) => Some("piece"),
        Home::Card(_) | Home::Deck(_) => Some("card"),
        Home::Top | Home::Quantity(_) | Home::May(_) | Home::Offer(_) | Home::Walk(_) => None,
    }
}

/// Scopes whose parameters the clauses of a body see: for a card, what was chosen for it.
pub(super) fn scopes_of_home(builder: &GameBuilder, home: Home) -> Vec<ScopeId> {
    match home {
        Home::Card(def) => {
            // A play of the deck does not use the card's text.
            let plays = builder.game.card_defs[def as usize].plays.iter().map(|play| &builder.game.offers[play.at()]);
            plays.filter(|play| !play.of_deck).map(|play| play.scope).collect()
        }
        _ => Vec::new(),
    }
}
