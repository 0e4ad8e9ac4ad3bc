//! Walks: all that a piece can do by repeating steps (language reference, 3.17). The search is in `search.rs`.

use std::sync::Arc;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;
use crate::model::walk::Walk;
use crate::model::way::{End, Ways};

use super::search::Checks;
use super::via::without_outdone;
use crate::play::cache::entry::Item;
use crate::play::cache::graph::GraphKey;
use crate::play::store::world::{Read, World};

impl World<'_> {
    /// The ways of a walk, cheapest first, one for each distinct end.
    ///
    /// # Errors
    /// When a rule is faulty, or the walk has no end.
    pub fn ways_of(&self, walk: WalkId, args: &[Value]) -> Read<Value> {
        self.cached(Item::Walk(walk), args, || self.search(walk, args))
    }

    /// What a piece has spent from its own purse.
    pub(in crate::play) fn spent_by(&self, purse: Option<PurseId>, piece: u16) -> i64 {
        let Some(purse) = purse else { return 0 };
        let owner = Some(Ref::piece(piece));
        let spent = self.spent().iter().filter(|one| one.purse == purse && one.giver == owner);
        spent.map(|one| i64::from(one.amount)).sum()
    }

    /// The group of walkers that can share a movement graph; `None` if this walker needs its own: pieces have slots, or
    /// more than whole conditions depend on a further argument that is a piece or holds several things.
    pub(super) fn graph_key(&self, id: WalkId, piece: u16, args: &[Value]) -> Option<GraphKey> {
        let walk = &self.game.walks[id.at()];
        let others = match args {
            [_, others @ ..] if !self.splits(walk) => others,
            _ => &[],
        };
        let is_plain = |value: &Value| match value {
            Value::Ref(thing) => thing.domain != Domain::Piece,
            Value::None | Value::Flag(_) | Value::Int(_) | Value::Half(_) => true,
            _ => false,
        };
        if !others.iter().all(is_plain) {
            return None;
        }
        let shares_columns = self.game.vars.len() > 128 - usize::from(column::FIRST_VAR);
        if self.game.board.slots.is_some() || walk.reads & 1 << column::NEVER != 0 || shares_columns {
            return None;
        }
        Some(GraphKey {
            walk: id,
            kind: self.state.pieces[usize::from(piece)].kind,
            side: self.state.pieces[usize::from(piece)].side,
            mode: self.state.pieces[usize::from(piece)].mode,
            me: self.me(),
            others: others.into(),
        })
    }

    /// True if conditions on the further arguments can be evaluated apart from the movement graph.
    pub(super) fn splits(&self, walk: &Walk) -> bool {
        let is_free = |permission: PermissionId| self.game.permissions[permission.at()].forbids.is_empty();
        walk.splits && is_free(walk.permission) && walk.steps.iter().all(|step| is_free(step.permission))
    }

    /// Searches for the ways.
    fn search(&self, id: WalkId, args: &[Value]) -> Read<Value> {
        let Some(mut search) = self.begin_search(id, args, Checks::All)? else {
            return Ok(Value::Array(Arc::from([])));
        };
        let mut ends: Vec<End> = Vec::new();
        self.cache.uncached(|| {
            search.run(&mut |end| {
                ends.push(end);
                false
            })
        })?;
        let walk = search.walk;
        if walk.price.is_some() {
            // Ends with prices of their own are found in any order, and several times.
            ends.sort_by_key(|end| end.cost);
        }
        if walk.price.is_some() || !search.via.is_empty() {
            without_outdone(&mut ends);
        }
        if walk.least {
            let least = ends.first().map(|end| end.cost);
            ends.retain(|end| Some(end.cost) == least);
        }
        search.go_home();
        let (tree, via) = (search.tree(), std::mem::take(&mut search.via.spaces));
        let ways = Arc::new(Ways { walk: id, piece: search.piece, via, ends, tree });
        Ok(Value::Array(ways.each().map(Value::Way).collect()))
    }
}
