//! Which sections of the rulebook ran: taken down while somebody wants to know, and nothing but a flag otherwise.
//!
//! A step counts when its turn begins, an offer when it is carried out, a word, function, quantity, table or link when it
//! is asked, a clause when it holds, and with it the marker, kind or card that bears it.

use std::cell::{Cell, RefCell};

use crate::model::clause::{Bearer, Guard};
use crate::model::game::{Game, Nature, Word};
use crate::model::id::SectionId;
use crate::model::offer::Offer;
use crate::model::sequence::ScopeKind;
use crate::model::set::BitSet;

/// The sections whose rules ran since somebody asked for them.
#[derive(Debug, Default)]
pub struct Witness {
    on: Cell<bool>,
    sections: RefCell<BitSet>,
    /// Which rules met; this is asked for by itself.
    pub meetings: super::meeting::Meetings,
}

impl Witness {
    /// Begins to take down; what was taken down before stays.
    pub(super) fn begin(&self) {
        self.on.set(true);
    }

    /// What has been taken down, by [`SectionId`].
    pub fn sections(&self) -> BitSet {
        self.sections.borrow().clone()
    }

    /// A rule with these sections runs.
    #[inline]
    pub(super) fn note(&self, cites: &[SectionId]) {
        if self.on.get() {
            self.take_down(cites);
        }
    }

    /// A clause holds: what bears it is at work, and an exception or replacement does what it says.
    #[inline]
    pub(super) fn note_guard(&self, game: &Game, guard: &Guard) {
        if self.on.get() {
            self.take_down(&guard.cites);
            self.take_down(borne_by(game, guard));
        }
    }

    /// A word is read as it stands, none of its other readings holding.
    #[inline]
    pub(super) fn note_word(&self, word: &Word) {
        self.note_own(&word.cites, word.replacements.iter().map(|other| &other.guard));
    }

    /// A text is read or runs as it stands: what only its replacements cite does not.
    #[inline]
    pub(super) fn note_own<'g>(&self, cites: &[SectionId], replaced: impl Iterator<Item = &'g Guard> + Clone) {
        if self.on.get() {
            let elsewhere = |cite: &SectionId| replaced.clone().any(|guard| guard.cites.contains(cite));
            let own: Vec<SectionId> = cites.iter().copied().filter(|cite| !elsewhere(cite)).collect();
            self.take_down(&own);
        }
    }

    /// An offer is carried out; the play of a card speaks for the card.
    #[inline]
    pub(super) fn note_offer(&self, game: &Game, offer: &Offer) {
        if self.on.get() {
            self.take_down(&offer.cites);
            self.take_down(&offer.line_cites);
            if let Some((def, _)) = offer.card {
                self.take_down(&game.card_defs[usize::from(def)].cites);
            }
            if let Some(family) = offer.family {
                self.take_down(&game.offers[family.at()].cites);
            }
        }
    }

    #[cold]
    fn take_down(&self, cites: &[SectionId]) {
        let mut sections = self.sections.borrow_mut();
        for cite in cites {
            sections.insert(cite.0);
        }
    }
}

/// The sections of what bears a clause: a marker, a terrain, a kind, a card.
fn borne_by<'g>(game: &'g Game, guard: &Guard) -> &'g [SectionId] {
    match guard.bearer {
        Bearer::Always | Bearer::Deck(_) | Bearer::OfDeck { .. } => &[],
        Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => &game.vars[var.at()].cites,
        Bearer::Kind { kind, .. } => &game.kinds[usize::from(kind)].cites,
        Bearer::Card(def) => &game.card_defs[usize::from(def)].cites,
    }
}

/// The sections of which a [`Witness`] could take something down; all others only say what there is.
pub fn can_run(game: &Game) -> BitSet {
    let all = Witness::default();
    let guards = |guard: &Guard| {
        let with = std::iter::once(guard).chain(&guard.exceptions);
        for guard in with {
            all.take_down(&guard.cites);
            all.take_down(borne_by(game, guard));
        }
    };
    for step in &game.steps {
        all.take_down(&step.cites);
        step.exceptions.iter().for_each(guards);
    }
    for offer in &game.offers {
        all.take_down(&offer.cites);
        all.take_down(&offer.line_cites);
    }
    for def in game.card_defs.iter().filter(|def| !def.plays.is_empty()) {
        all.take_down(&def.cites);
    }
    for scope in game.scopes.iter().filter(|scope| matches!(scope.kind, ScopeKind::Procedure(_))) {
        all.take_down(&scope.cites);
    }
    for word in &game.words {
        all.take_down(&word.cites);
        word.replacements.iter().for_each(|other| guards(&other.guard));
    }
    for quantity in &game.quantities {
        all.take_down(&quantity.cites);
        for modifier in &quantity.modifiers {
            all.take_down(&modifier.cites);
            guards(&modifier.guard);
        }
    }
    for permission in &game.permissions {
        for forbid in &permission.forbids {
            all.take_down(forbid.sections(permission));
            guards(&forbid.guard);
        }
    }
    for hook in &game.hooks {
        all.take_down(&hook.cites);
        guards(&hook.guard);
    }
    for purse in &game.purses {
        all.take_down(&purse.cites);
        purse.sources.iter().for_each(|source| all.take_down(&source.cites));
        purse.over_lost.iter().for_each(|over| all.take_down(&over.cites));
    }
    // A terrain is there or not; only what it does to other rules can run.
    for var in game.vars.iter().filter(|var| var.nature == Nature::Plain) {
        all.take_down(&var.cites);
    }
    game.functions.iter().for_each(|function| all.take_down(&function.cites));
    game.tables.iter().for_each(|table| all.take_down(&table.cites));
    game.whenevers.iter().for_each(|rule| all.take_down(&rule.cites));
    game.invariants.iter().for_each(|rule| all.take_down(&rule.cites));
    game.board.links.iter().for_each(|link| all.take_down(&link.cites));
    game.board.slots.iter().for_each(|slots| all.take_down(&slots.cites));
    all.sections()
}
