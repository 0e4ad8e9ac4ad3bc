//! Walks: everything that a piece can do by repeating steps (language reference, 3.17). The search is in `search.rs`.

use std::sync::Arc;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;
use crate::model::walk::Walk;
use crate::model::way::{End, Ways};

use super::search::Heed;
use super::via::without_outdone;
use crate::play::cache::graph::GraphKey;
use crate::play::cache::kept::Of;
use crate::play::store::world::{Read, World};

impl World<'_> {
    /// The ways of a walk, the cheapest first: of several that end alike, one.
    ///
    /// # Errors
    /// When a rule is faulty, or the walk has no end.
    pub fn ways_of(&self, walk: WalkId, args: &[Value]) -> Read<Value> {
        self.kept(Of::Walk(walk), args, || self.search(walk, args))
    }

    /// What a piece has spent from a purse of its own.
    pub(in crate::play) fn spent_by(&self, purse: Option<PurseId>, piece: u16) -> i64 {
        let Some(purse) = purse else { return 0 };
        let owner = Some(Ref::piece(piece));
        let spent = self.spent().iter().filter(|one| one.purse == purse && one.giver == owner);
        spent.map(|one| i64::from(one.amount)).sum()
    }

    /// The walkers for which what is found of the ground may hold; nothing if for this one alone: where pieces stand in
    /// slots, or where more than whole conditions depends on a piece or on several things with which the walk is asked.
    pub(super) fn graph_key(&self, id: WalkId, piece: u16, args: &[Value]) -> Option<GraphKey> {
        let walk = &self.game.walks[id.at()];
        let other = match args {
            [] | [_] => None,
            _ if self.splits(walk) => None,
            [_, Value::Ref(thing)] if thing.domain != Domain::Piece => Some(*thing),
            _ => return None,
        };
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
            other,
        })
    }

    /// Whether conditions that mention arguments after the walker can be asked apart from all that the ground says.
    pub(super) fn splits(&self, walk: &Walk) -> bool {
        let is_free = |permission: PermissionId| self.game.permissions[permission.at()].forbids.is_empty();
        walk.splits && is_free(walk.permission) && walk.steps.iter().all(|step| is_free(step.permission))
    }

    /// The ways that a search finds.
    fn search(&self, id: WalkId, args: &[Value]) -> Read<Value> {
        let Some(mut search) = self.begin_search(id, args, Heed::All)? else {
            return Ok(Value::Array(Arc::from([])));
        };
        let mut ends: Vec<End> = Vec::new();
        self.cache.imagine(|| {
            search.run(&mut |end| {
                ends.push(end);
                false
            })
        })?;
        let walk = search.walk;
        if walk.price.is_some() {
            // Where ends have prices of their own they are not found cheapest first, nor told once.
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
