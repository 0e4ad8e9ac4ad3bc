//! The sections of the rulebook whose rules ran, recorded by an observer.
//!
//! A step counts when its turn begins, an offer when it is carried out, a word, function, quantity, table or link when
//! it is evaluated, and a clause when it applies, together with the marker, kind or card that bears it.

use std::cell::RefCell;
use std::rc::Rc;

use crate::model::clause::Guard;
use crate::model::game::{Game, Nature};
use crate::model::id::SectionId;
use crate::model::sequence::ScopeKind;
use crate::model::set::BitSet;

use crate::play::observer::{Observe, borne_by};

/// The sections whose rules have run. Copies share one record.
#[derive(Clone, Debug, Default)]
pub struct Coverage(Rc<RefCell<BitSet>>);

impl Coverage {
    /// The recorded sections, by [`SectionId`].
    pub fn sections(&self) -> BitSet {
        self.0.borrow().clone()
    }

    fn record(&self, cites: &[SectionId]) {
        let mut sections = self.0.borrow_mut();
        for cite in cites {
            sections.insert(cite.0);
        }
    }
}

impl Observe for Coverage {
    fn works(&mut self, sections: &[SectionId]) {
        self.record(sections);
    }
}

/// The sections that a [`Coverage`] can record. All others only describe components.
pub fn can_run(game: &Game) -> BitSet {
    let all = Coverage::default();
    let guards = |guard: &Guard| {
        let with = std::iter::once(guard).chain(&guard.exceptions);
        for guard in with {
            all.record(&guard.cites);
            all.record(borne_by(game, guard));
        }
    };
    for step in &game.steps {
        all.record(&step.cites);
        step.exceptions.iter().for_each(guards);
    }
    for offer in &game.offers {
        all.record(&offer.cites);
        all.record(&offer.line_cites);
    }
    for def in game.card_defs.iter().filter(|def| !def.plays.is_empty()) {
        all.record(&def.cites);
    }
    for scope in game.scopes.iter().filter(|scope| matches!(scope.kind, ScopeKind::Procedure(_))) {
        all.record(&scope.cites);
    }
    for word in &game.words {
        all.record(&word.cites);
        word.replacements.iter().for_each(|other| guards(&other.guard));
    }
    for quantity in &game.quantities {
        all.record(&quantity.cites);
        for modifier in &quantity.modifiers {
            all.record(&modifier.cites);
            guards(&modifier.guard);
        }
    }
    for permission in &game.permissions {
        for forbid in &permission.forbids {
            all.record(forbid.sections(permission));
            guards(&forbid.guard);
        }
    }
    for hook in &game.hooks {
        all.record(&hook.cites);
        guards(&hook.guard);
    }
    for purse in &game.purses {
        all.record(&purse.cites);
        purse.sources.iter().for_each(|source| all.record(&source.cites));
        purse.over_lost.iter().for_each(|over| all.record(&over.cites));
    }
    // Terrain itself does not run; only its effects on other rules do.
    for var in game.vars.iter().filter(|var| var.nature == Nature::Plain) {
        all.record(&var.cites);
    }
    game.functions.iter().for_each(|function| all.record(&function.cites));
    game.tables.iter().for_each(|table| all.record(&table.cites));
    game.whenevers.iter().for_each(|rule| all.record(&rule.cites));
    game.invariants.iter().for_each(|rule| all.record(&rule.cites));
    game.board.links.iter().for_each(|link| all.record(&link.cites));
    game.board.slots.iter().for_each(|slots| all.record(&slots.cites));
    all.sections()
}
