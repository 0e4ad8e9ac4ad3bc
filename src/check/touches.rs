//! What a hook or script reads and changes of the state, with all that it sets going: other hooks, procedures, offers.

use rustc_hash::FxHashSet;

use crate::model::api::{Api, Effect};
use crate::model::clause::Hook;
use crate::model::game::{Game, Whenever, column};
use crate::model::id::{HookId, ScopeId, ScriptId, VarId};
use crate::model::node::{Expr, Node, Target};
use crate::model::sequence::ScopeKind;

use super::columns::of_guard;
use super::lints::{written_by, written_by_api};
use super::reads::reads;

/// Columns of the state ([`mod@column`]) that something reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    /// What it reads.
    pub reads: u128,
    /// What it writes.
    pub writes: u128,
    /// True if it may cancel what it stands before, and so keep later hooks from running.
    pub cancels: bool,
}

impl Touches {
    /// True if one writes what the other reads or writes.
    pub fn meet(&self, other: &Touches) -> bool {
        let all = |one: &Touches| one.reads | one.writes;
        self.cancels || other.cancels || self.writes & all(other) != 0 || other.writes & all(self) != 0
    }
}

/// What a hook touches: its conditions, its script, the sequences that it starts.
pub fn of_hook(game: &Game, hook: &Hook) -> Touches {
    walked(game, |walk| walk.hook(hook))
}

/// What a rule of settled play touches: its condition and its script.
pub fn of_whenever(game: &Game, rule: &Whenever) -> Touches {
    walked(game, |walk| {
        walk.found.reads |= rule.reads;
        walk.script(rule.script);
    })
}

fn walked<'g>(game: &'g Game, go: impl FnOnce(&mut Walk<'g>)) -> Touches {
    let mut walk = Walk { game, scopes: FxHashSet::default(), vars: FxHashSet::default(), found: Touches::default() };
    go(&mut walk);
    // What is never kept says nothing about what is read; who acts does not change between two hooks.
    walk.found.reads &= !(1 << column::NEVER | 1 << column::ACTING);
    walk.found
}

struct Walk<'g> {
    game: &'g Game,
    scopes: FxHashSet<ScopeId>,
    vars: FxHashSet<VarId>,
    found: Touches,
}

impl<'g> Walk<'g> {
    fn hook(&mut self, hook: &'g Hook) {
        self.found.reads |= of_guard(&hook.guard, self.game);
        hook.script.into_iter().for_each(|script| self.script(script));
        if !hook.then.is_empty() {
            self.found.writes = u128::MAX;
        }
    }

    fn hooks(&mut self, hooks: &'g [HookId]) {
        let cancels = self.found.cancels;
        for hook in hooks {
            self.hook(&self.game.hooks[hook.at()]);
        }
        // These cancel something further in.
        self.found.cancels = cancels;
    }

    fn script(&mut self, script: ScriptId) {
        let body: &'g Node = &self.game.scripts[script.at()].body;
        self.found.reads |= reads(body, self.game);
        self.found.writes |= written_by(self.game, body, &mut FxHashSet::default());
        let (mut scopes, mut vars, mut places) = (Vec::new(), Vec::new(), false);
        body.walk(&mut |node| match &node.expr {
            Expr::Set { target: Target::Var(var, _), .. } => vars.push(*var),
            Expr::Happen { scope, .. } => scopes.push(*scope),
            Expr::Api { api: Api::Cancel, .. } => self.found.cancels = true,
            Expr::Api { api, .. } => {
                places |= api.entry().effect == Effect::Changes && written_by_api(*api) & 1 << column::PIECES != 0;
            }
            _ => {}
        });
        if places {
            let builtin = self.game.builtin;
            scopes.extend([builtin.leave, builtin.place, builtin.enter]);
        }
        for var in vars {
            if self.vars.insert(var) {
                let item = &self.game.vars[var.at()];
                self.hooks(&item.before);
                self.hooks(&item.after);
            }
        }
        for scope in scopes {
            self.scope(scope);
        }
    }

    fn scope(&mut self, scope: ScopeId) {
        if !self.scopes.insert(scope) {
            return;
        }
        let cancels = self.found.cancels;
        let item = &self.game.scopes[scope.at()];
        let own = match item.kind {
            ScopeKind::Procedure(script) => Some(script),
            ScopeKind::Offer(offer) => self.game.offers[offer.at()].script,
            ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Sequence(_) => None,
        };
        own.into_iter().chain(item.replacements.iter().map(|one| one.script)).for_each(|script| self.script(script));
        self.hooks(&item.before);
        self.hooks(&item.after);
        self.found.cancels = cancels;
    }
}
