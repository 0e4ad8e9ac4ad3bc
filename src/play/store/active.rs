//! Active clauses: those that can apply at all. Most terrains, weathers and markers of a game never occur in a given
//! battle, so clauses attached to them are skipped.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::model::clause::{Bearer, Guard};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::walk::Varied;

use super::world::World;

/// The clauses of quantities and permissions that can apply: their flag has been set or their card played at some time,
/// and their reading of a ruling is in force. The list may contain too many clauses, never too few.
#[derive(Clone, Debug, Default)]
pub struct ActiveClauses {
    /// For each variable: true if it is a flag that bears clauses and was never set. Then for each card: true if it
    /// bears clauses and was never played.
    quiet: Vec<bool>,
    /// The active modifiers of each quantity, then the active prohibitions of each permission.
    clauses: Vec<Vec<u16>>,
    /// In the same order: true if there are clauses of other readings.
    read_otherwise: Vec<bool>,
    /// All clauses. Built when another reading is first evaluated.
    everything: OnceCell<Rc<ActiveClauses>>,
}

/// The index of a clause's bearer in `quiet`.
fn bearer_of(game: &Game, guard: &Guard) -> Option<usize> {
    match guard.bearer {
        Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => Some(var.at()),
        Bearer::Card(def) => Some(game.vars.len() + usize::from(def)),
        Bearer::Always | Bearer::Kind { .. } | Bearer::Deck(_) | Bearer::OfDeck { .. } => None,
    }
}

/// The guards of the modifiers of each quantity, then of the prohibitions of each permission.
fn guards(game: &Game) -> impl Iterator<Item = Vec<&Guard>> {
    let modifiers = game.quantities.iter().map(|item| item.modifiers.iter().map(|one| &one.guard).collect());
    let forbids = game.permissions.iter().map(|item| item.forbids.iter().map(|one| &one.guard).collect());
    modifiers.chain(forbids)
}

impl ActiveClauses {
    /// All flags are unset.
    pub fn new(game: &Game) -> Self {
        let mut quiet = vec![false; game.vars.len() + game.card_defs.len()];
        for at in guards(game).flatten().filter_map(|guard| bearer_of(game, guard)) {
            quiet[at] = game.vars.get(at).is_none_or(|var| var.ty == Type::Flag);
        }
        // Flags that a walk varies may be set on the way, which is not reported.
        for varied in game.walks.iter().flat_map(|walk| &walk.varies) {
            if let Varied::Var(var) = varied {
                quiet[var.at()] = false;
            }
        }
        let is_read_otherwise = |all: Vec<&Guard>| all.iter().any(|guard| !game.is_read(guard.under));
        let read_otherwise: Vec<bool> = guards(game).map(is_read_otherwise).collect();
        let clauses = vec![Vec::new(); read_otherwise.len()];
        let mut active = ActiveClauses { quiet, clauses, read_otherwise, everything: OnceCell::new() };
        active.sort(game, None);
        active
    }

    /// Rebuilds the list of active clauses: all of them, or those of one bearer.
    fn sort(&mut self, game: &Game, of: Option<usize>) {
        let quiet = &self.quiet;
        let holds = |guard: &Guard| game.is_read(guard.under) && bearer_of(game, guard).is_none_or(|at| !quiet[at]);
        let concerned = |guard: &&Guard| of.is_none() || bearer_of(game, guard) == of;
        for (all, active) in guards(game).zip(&mut self.clauses) {
            if all.iter().any(concerned) {
                *active = (0u16..).zip(all).filter(|(_, guard)| holds(guard)).map(|(at, _)| at).collect();
            }
        }
    }

    /// All clauses, whether active or not, of all readings.
    pub(in crate::play) fn everything(&self, game: &Game) -> &Self {
        self.everything.get_or_init(|| {
            Rc::new(ActiveClauses {
                quiet: vec![false; game.vars.len() + game.card_defs.len()],
                clauses: guards(game).map(|all| (0..all.len() as u16).collect()).collect(),
                read_otherwise: vec![false; self.clauses.len()],
                everything: OnceCell::new(),
            })
        })
    }

    /// A flag is set; returns true if clauses became active.
    pub fn raise(&mut self, game: &Game, var: VarId) -> bool {
        self.wake(game, var.at())
    }

    /// A card of this name is played; returns true if clauses became active.
    pub fn raise_card(&mut self, game: &Game, def: u16) -> bool {
        self.wake(game, game.vars.len() + usize::from(def))
    }

    fn wake(&mut self, game: &Game, at: usize) -> bool {
        let first = std::mem::replace(&mut self.quiet[at], false);
        if first {
            self.sort(game, Some(at));
        }
        first
    }
}

impl<'a> World<'a> {
    /// The active modifiers of a quantity, in order.
    #[inline]
    pub(in crate::play) fn active_modifiers(&self, quantity: QuantityId) -> &'a [u16] {
        self.active_clauses(quantity.at())
    }

    /// The active prohibitions of a permission, in order.
    #[inline]
    pub(in crate::play) fn active_forbids(&self, permission: PermissionId) -> &'a [u16] {
        self.active_clauses(self.game.quantities.len() + permission.at())
    }

    #[inline]
    fn active_clauses(&self, of: usize) -> &'a [u16] {
        if self.active.read_otherwise[of] {
            self.cache.record_rulings();
        }
        &self.active.clauses[of]
    }
}
