//! Which clauses can hold at all: most terrains, weathers and markers of a game never come up in a battle, and their
//! modifiers and reasons against need not be asked.

use crate::model::clause::{Bearer, Guard};
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::types::Type;
use crate::model::walk::Varied;

/// The clauses of quantities and permissions that are not borne by a flag which has never been up, and do not belong to
/// another reading of a ruling. A play may know more of them to be possible than are, never fewer.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// By variable: whether it is a flag that bears clauses and has never been up.
    quiet: Vec<bool>,
    modifiers: Vec<Vec<u16>>,
    forbids: Vec<Vec<u16>>,
}

fn bearer_of(guard: &Guard) -> Option<VarId> {
    match guard.bearer {
        Bearer::Var { var, .. } | Bearer::Game(var) | Bearer::SideFlag { var, .. } => Some(var),
        Bearer::Always | Bearer::Kind { .. } | Bearer::Card(_) => None,
    }
}

impl Live {
    /// No flag is up.
    pub fn new(game: &Game) -> Self {
        let modifiers = game.quantities.iter().flat_map(|item| item.modifiers.iter().map(|modifier| &modifier.guard));
        let forbids = game.permissions.iter().flat_map(|item| item.forbids.iter().map(|forbid| &forbid.guard));
        let mut quiet = vec![false; game.vars.len()];
        for var in modifiers.chain(forbids).filter_map(bearer_of) {
            quiet[var.at()] = game.vars[var.at()].ty == Type::Flag;
        }
        // What a walk varies may be up on the way, where nobody is told.
        for varied in game.walks.iter().flat_map(|walk| &walk.varies) {
            if let Varied::Var(var) = varied {
                quiet[var.at()] = false;
            }
        }
        let mut live = Live {
            quiet,
            modifiers: vec![Vec::new(); game.quantities.len()],
            forbids: vec![Vec::new(); game.permissions.len()],
        };
        live.sort(game, None);
        live
    }

    /// Lists the live clauses anew: all, or of what this variable bears.
    fn sort(&mut self, game: &Game, of: Option<VarId>) {
        let Live { quiet, modifiers, forbids } = self;
        let holds = |guard: &Guard| game.is_read(guard.under) && bearer_of(guard).is_none_or(|var| !quiet[var.at()]);
        let concerned = |guard: &Guard| of.is_none() || bearer_of(guard) == of;
        for (item, live) in game.quantities.iter().zip(modifiers) {
            if item.modifiers.iter().any(|modifier| concerned(&modifier.guard)) {
                let all = item.modifiers.iter().enumerate();
                *live = all.filter(|(_, modifier)| holds(&modifier.guard)).map(|(at, _)| at as u16).collect();
            }
        }
        for (item, live) in game.permissions.iter().zip(forbids) {
            if item.forbids.iter().any(|forbid| concerned(&forbid.guard)) {
                let all = item.forbids.iter().enumerate();
                *live = all.filter(|(_, forbid)| holds(&forbid.guard)).map(|(at, _)| at as u16).collect();
            }
        }
    }

    /// All clauses, whatever has come up and however rulings are read.
    pub(super) fn everything(game: &Game) -> Self {
        Live {
            quiet: vec![false; game.vars.len()],
            modifiers: game.quantities.iter().map(|item| (0..item.modifiers.len() as u16).collect()).collect(),
            forbids: game.permissions.iter().map(|item| (0..item.forbids.len() as u16).collect()).collect(),
        }
    }

    /// A flag is up; says whether clauses can hold now that could not before.
    pub fn raise(&mut self, game: &Game, var: VarId) -> bool {
        let first = std::mem::replace(&mut self.quiet[var.at()], false);
        if first {
            self.sort(game, Some(var));
        }
        first
    }

    /// What can hold in another play of the game may hold here as well.
    pub fn join(&mut self, game: &Game, other: &Live) {
        for (at, quiet) in other.quiet.iter().enumerate() {
            if !quiet {
                self.raise(game, VarId(at as u16));
            }
        }
    }

    /// The modifiers of a quantity that can hold, in their order.
    #[inline]
    pub fn modifiers(&self, quantity: QuantityId) -> &[u16] {
        &self.modifiers[quantity.at()]
    }

    /// The reasons against something that can hold, in their order.
    #[inline]
    pub fn forbids(&self, permission: PermissionId) -> &[u16] {
        &self.forbids[permission.at()]
    }
}
