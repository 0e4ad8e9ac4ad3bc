//! Why not: what prevents a way that ends with a facing or passes certain spaces on purpose, as in
//! `march Charles to Rennes via Dinan`.

use crate::model::id::*;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::model::walk::{Varied, Walk};
use crate::model::way::{End, Way};

use super::refuse::WhyNot;
use crate::play::numbers::permission::Refusal;
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence::{behind, longest};
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

/// Where a way should lead, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::play) struct Goal {
    /// The space where it ends.
    pub(in crate::play) space: u16,
    /// The facing there; `None` if any will do.
    pub(in crate::play) facing: Option<u16>,
    /// The spaces it should pass.
    pub(in crate::play) via: Vec<u16>,
}

impl Goal {
    /// A space, however it is reached.
    pub(in crate::play) fn at(space: u16) -> Goal {
        Goal { space, facing: None, via: Vec::new() }
    }

    /// True if a way leads there as it should.
    pub(in crate::play) fn is_met_by(&self, way: &Way) -> bool {
        let passed = way.via();
        way.space() == self.space
            && self.facing.is_none_or(|facing| way.facing() == Some(facing))
            && self.via.iter().all(|space| passed.contains(space))
    }

    /// True if a search that ends here is where it should be. Which spaces it passed does not count.
    pub(in crate::play) fn is_reached_by(&self, end: &End) -> bool {
        end.space == self.space && self.facing.is_none_or(|facing| end.facing == Some(facing))
    }

    /// Its name in a message: `2011 facing SSE`, `Rennes via Dinan`.
    pub(in crate::play) fn title(&self, world: &World<'_>) -> String {
        let mut title = world.title(Ref::space(self.space));
        if let Some(facing) = self.facing {
            title.push_str(&format!(" facing {}", world.title(Ref::direction(facing))));
        }
        if !self.via.is_empty() {
            let spaces: Vec<String> = self.via.iter().map(|space| world.title(Ref::space(*space))).collect();
            title.push_str(&format!(" via {}", spaces.join(", ")));
        }
        title
    }
}

impl OfferQuery<'_> {
    /// The way in the rest of a sentence, if it names a facing or spaces to pass; and what follows it.
    pub(in crate::play) fn way_said(
        &self,
        locals: &mut Locals,
        param: &OfferParam,
        narrow: &[Value],
        rest: &str,
    ) -> Read<Option<(Goal, String)>> {
        let (Type::Way(_), Source::One(node)) = (param.ty, &param.source) else { return Ok(None) };
        let Some((value, length)) = self.named(param, narrow, rest, &BitSet::new())? else { return Ok(None) };
        let mut left = rest[length..].trim_start();
        let mut goal = match value {
            Value::Way(way) => Goal { facing: way.facing(), via: way.via().to_vec(), ..Goal::at(way.space()) },
            Value::Ref(space) => Goal::at(space.index),
            _ => return Ok(None),
        };
        if goal.facing.is_none() && self.world.walk_in(node, locals)?.is_some_and(|(id, _)| self.turns(id)) {
            let text = behind(left, "facing").unwrap_or(left);
            if let Some((facing, after)) = self.thing_at(Domain::Direction, text) {
                (goal.facing, left) = (Some(facing), after);
            }
        }
        if let Some(mut passed) = behind(left, "via") {
            while let Some((space, after)) = self.thing_at(Domain::Space, passed) {
                goal.via.push(space);
                left = after;
                passed = behind(after, "via").unwrap_or(after);
            }
        }
        Ok((goal.facing.is_some() || !goal.via.is_empty()).then(|| (goal, left.to_owned())))
    }

    /// True if the facing varies on a walk.
    fn turns(&self, id: WalkId) -> bool {
        self.world.game.walks[id.at()].varies.contains(&Varied::Facing)
    }

    /// The thing with the longest name at the beginning of a text, and what follows it.
    fn thing_at<'t>(&self, domain: Domain, text: &'t str) -> Option<(u16, &'t str)> {
        let all = 0..self.world.game.count(domain) as u16;
        let things: Vec<Value> = all.map(|index| Value::member(domain, index)).collect();
        let (value, length) = longest(&self.world, &things, text, self.side, true)?;
        Some((value.as_ref()?.index, text[length..].trim_start()))
    }

    /// What prevents all ways that lead there as they should.
    pub(in crate::play) fn against_goal(
        &self,
        locals: &mut Locals,
        at: usize,
        goal: &Goal,
        found: &mut WhyNot,
    ) -> Read<()> {
        let (param, before) = (&self.offer.params[at], found.reasons.len());
        let Source::One(node) = &param.source else { return Ok(()) };
        let Some((id, args)) = self.world.walk_in(node, locals)? else { return Ok(()) };
        let walk = &self.world.game.walks[id.at()];
        if let Some(text) = self.never_passed(walk, &args, &goal.via)? {
            found.reasons.push(Refusal::new(text, walk.cites.clone(), walk.span));
            return Ok(());
        }
        self.against_ends(locals, at, goal, found)?;
        if found.reasons.len() == before {
            found.reasons.extend(self.world.no_way(id, &args, goal)?);
        }
        if found.reasons.len() == before {
            let text = format!("no way that can be chosen leads to {}", goal.title(&self.world));
            found.reasons.push(Refusal::new(text, walk.cites.clone(), walk.span));
        }
        Ok(())
    }

    /// What is wrong with spaces to pass that the walk does not mark as worth passing.
    fn never_passed(&self, walk: &Walk, args: &[Value], via: &[u16]) -> Read<Option<String>> {
        let Some(Value::Ref(walker)) = args.first() else { return Ok(None) };
        let Some(home) = self.world.space_of(*walker).filter(|_| !via.is_empty()) else { return Ok(None) };
        let worth = self.world.via_of(walk, &self.world.locals(args, walk.locals), home)?;
        let title = |space: &u16| self.world.title(Ref::space(*space));
        let others: Vec<String> = via.iter().filter(|space| worth.all_of(&[**space]).is_none()).map(title).collect();
        if others.is_empty() {
            return Ok(None);
        }
        let known: Vec<String> = worth.spaces.iter().map(title).collect();
        let can = if known.is_empty() {
            "no space can be named after `via` here".to_owned()
        } else {
            format!("after `via`, name {}", known.join(", "))
        };
        Ok(Some(format!("{} cannot be passed on purpose; {can}", others.join(", "))))
    }
}
