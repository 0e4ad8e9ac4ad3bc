//! Which clauses can hold at all: most terrains, weathers and markers of a game never come up in a battle, and their
//! modifiers and reasons against need not be asked.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::model::clause::{Bearer, Guard};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::walk::Varied;

use super::world::World;

/// The clauses of quantities and permissions that are not borne by a flag which has never been up or a card which has
/// never been played, and do not belong to another reading of a ruling. A play may know more of them to be possible than are, never fewer.
#[derive(Clone, Debug, Default)]
pub struct ActiveClauses {
    /// By variable: whether it is a flag that bears clauses and has never been up. Then by card: whether it bears clauses
    /// and has never been played.
    quiet: Vec<bool>,
    modifiers: Vec<Vec<u16>>,
    forbids: Vec<Vec<u16>>,
    /// The quantities, and the permissions, that have clauses of readings that are not in force.
    quantities_read_otherwise: Vec<bool>,
    permissions_read_otherwise: Vec<bool>,
    /// All clauses. The list is made when another reading of a ruling is first tried.
    everything: OnceCell<Rc<ActiveClauses>>,
}

/// The place of what bears a clause among those that may be quiet.
fn bearer_of(game: &Game, guard: &Guard) -> Option<usize> {
    match guard.bearer {
        Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => Some(var.at()),
        Bearer::Card(def) => Some(game.vars.len() + usize::from(def)),
        Bearer::Always | Bearer::Kind { .. } | Bearer::Deck(_) | Bearer::OfDeck { .. } => None,
    }
}

impl ActiveClauses {
    /// No flag is up.
    pub fn new(game: &Game) -> Self {
        let modifiers = game.quantities.iter().flat_map(|item| item.modifiers.iter().map(|modifier| &modifier.guard));
        let forbids = game.permissions.iter().flat_map(|item| item.forbids.iter().map(|forbid| &forbid.guard));
        let mut quiet = vec![false; game.vars.len() + game.card_defs.len()];
        for at in modifiers.chain(forbids).filter_map(|guard| bearer_of(game, guard)) {
            quiet[at] = game.vars.get(at).is_none_or(|var| var.ty == Type::Flag);
        }
        // What a walk varies may be up on the way, where nobody is told.
        for varied in game.walks.iter().flat_map(|walk| &walk.varies) {
            if let Varied::Var(var) = varied {
                quiet[var.at()] = false;
            }
        }
        let mut active = ActiveClauses {
            quiet,
            modifiers: vec![Vec::new(); game.quantities.len()],
            forbids: vec![Vec::new(); game.permissions.len()],
            quantities_read_otherwise: (game.quantities.iter())
                .map(|item| item.modifiers.iter().any(|one| !game.is_read(one.guard.under)))
                .collect(),
            permissions_read_otherwise: (game.permissions.iter())
                .map(|item| item.forbids.iter().any(|one| !game.is_read(one.guard.under)))
                .collect(),
            everything: OnceCell::new(),
        };
        active.sort(game, None);
        active
    }

    /// Lists the active clauses anew: all, or of what this bearer bears.
    fn sort(&mut self, game: &Game, of: Option<usize>) {
        let ActiveClauses { quiet, modifiers, forbids, .. } = self;
        let holds = |guard: &Guard| game.is_read(guard.under) && bearer_of(game, guard).is_none_or(|at| !quiet[at]);
        let concerned = |guard: &Guard| of.is_none() || bearer_of(game, guard) == of;
        for (item, active) in game.quantities.iter().zip(modifiers) {
            if item.modifiers.iter().any(|modifier| concerned(&modifier.guard)) {
                let all = item.modifiers.iter().enumerate();
                *active = all.filter(|(_, modifier)| holds(&modifier.guard)).map(|(at, _)| at as u16).collect();
            }
        }
        for (item, active) in game.permissions.iter().zip(forbids) {
            if item.forbids.iter().any(|forbid| concerned(&forbid.guard)) {
                let all = item.forbids.iter().enumerate();
                *active = all.filter(|(_, forbid)| holds(&forbid.guard)).map(|(at, _)| at as u16).collect();
            }
        }
    }

    /// All clauses, whatever has come up and however rulings are read.
    pub(in crate::play) fn everything(&self, game: &Game) -> &Self {
        self.everything.get_or_init(|| {
            Rc::new(ActiveClauses {
                quiet: vec![false; game.vars.len() + game.card_defs.len()],
                modifiers: game.quantities.iter().map(|item| (0..item.modifiers.len() as u16).collect()).collect(),
                forbids: game.permissions.iter().map(|item| (0..item.forbids.len() as u16).collect()).collect(),
                quantities_read_otherwise: vec![false; game.quantities.len()],
                permissions_read_otherwise: vec![false; game.permissions.len()],
                everything: OnceCell::new(),
            })
        })
    }

    /// A flag is up; says whether clauses can hold now that could not before.
    pub fn raise(&mut self, game: &Game, var: VarId) -> bool {
        self.wake(game, var.at())
    }

    /// A card of this name is played; says whether clauses can hold now that could not before.
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
    /// The modifiers of a quantity that can hold, in their order.
    #[inline]
    pub(in crate::play) fn active_modifiers(&self, quantity: QuantityId) -> &'a [u16] {
        if self.active.quantities_read_otherwise[quantity.at()] {
            self.cache.see_readings();
        }
        &self.active.modifiers[quantity.at()]
    }

    /// The reasons against something that can hold, in their order.
    #[inline]
    pub(in crate::play) fn active_forbids(&self, permission: PermissionId) -> &'a [u16] {
        if self.active.permissions_read_otherwise[permission.at()] {
            self.cache.see_readings();
        }
        &self.active.forbids[permission.at()]
    }
}
