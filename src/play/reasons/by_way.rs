//! Why not: what prevents a way that passes certain spaces on purpose, as in `march Charles to Rennes via Dinan`.

use crate::model::id::*;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use super::refuse::WhyNot;
use crate::play::numbers::permission::Refusal;
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence::{begins_with, behind, spellings};
use crate::play::store::locals::Locals;
use crate::play::store::world::Read;

/// A way as typed: where it leads, and what it passes.
pub(in crate::play) struct Said {
    /// A legal way there that passes all of these spaces, or else the target space.
    pub(in crate::play) value: Value,
    /// The spaces it should pass.
    pub(in crate::play) via: Vec<u16>,
    /// The rest of the sentence.
    pub(in crate::play) rest: String,
}

impl OfferQuery<'_> {
    /// The way in the rest of the sentence, if it names spaces to pass.
    pub(in crate::play) fn way_said(&self, param: &OfferParam, narrow: &[Value], rest: &str) -> Read<Option<Said>> {
        let (Type::Way(_), Some((goal, passed))) = (param.ty, rest.split_once(" via ")) else { return Ok(None) };
        let Some((value, length)) = self.named(param, narrow, goal, &BitSet::new())? else {
            return Ok(None);
        };
        if length != goal.len() {
            return Ok(None);
        }
        let mut via = Vec::new();
        let mut left = passed;
        loop {
            let all = 0..self.world.game.board.spaces.len() as u16;
            let called = all.flat_map(|space| {
                let names = spellings(&self.world, &Value::Ref(Ref::space(space)), self.side);
                let lengths = names.into_iter().filter(|name| begins_with(left, name)).map(|name| name.len());
                lengths.max().map(|length| (length, space))
            });
            let Some((length, space)) = called.max_by_key(|(length, _)| *length) else { break };
            via.push(space);
            left = left[length..].trim_start();
            left = behind(left, "via").unwrap_or(left);
        }
        if via.is_empty() {
            return Ok(None);
        }
        let there = |one: &&Value| match (one, &value) {
            (Value::Way(way), Value::Way(named)) => (way.space(), way.facing()) == (named.space(), named.facing()),
            (Value::Way(way), Value::Ref(space)) => way.space() == space.index,
            _ => false,
        };
        let passes = |one: &&Value| matches!(one, Value::Way(way) if via.iter().all(|space| way.via().contains(space)));
        let offered = narrow.iter().filter(there).find(passes).cloned();
        let space = match &value {
            Value::Way(way) => Value::Ref(Ref::space(way.space())),
            other => other.clone(),
        };
        Ok(Some(Said { value: offered.unwrap_or(space), via, rest: left.to_owned() }))
    }

    /// What prevents all ways to a space that pass these spaces.
    pub(in crate::play) fn against_via(
        &self,
        locals: &mut Locals,
        at: usize,
        said: &Said,
        found: &mut WhyNot,
    ) -> Read<()> {
        let (param, before) = (&self.offer.params[at], found.reasons.len());
        let (Source::One(node), Some(to)) = (&param.source, said.value.as_ref()) else { return Ok(()) };
        let Some((id, args)) = self.world.walk_in(node, locals)? else { return Ok(()) };
        let walk = &self.world.game.walks[id.at()];
        let Some(Value::Ref(walker)) = args.first() else { return Ok(()) };
        let Some(home) = self.world.space_of(*walker) else { return Ok(()) };
        let worth = self.world.via_of(walk, &self.world.locals(&args, walk.locals), home)?;
        let title = |space: &u16| self.world.title(Ref::space(*space));
        let others: Vec<String> =
            said.via.iter().filter(|space| worth.all_of(&[**space]).is_none()).map(title).collect();
        if !others.is_empty() {
            let known: Vec<String> = worth.spaces.iter().map(title).collect();
            let can = if known.is_empty() {
                "no space can be named after `via` here".to_owned()
            } else {
                format!("after `via`, name {}", known.join(", "))
            };
            let text = format!("{} cannot be passed on purpose; {can}", others.join(", "));
            found.reasons.push(Refusal::new(text, walk.cites.clone(), walk.span));
            return Ok(());
        }
        self.against_ends(locals, at, to.index, &said.via, found)?;
        if found.reasons.len() == before {
            found.reasons.extend(self.world.no_way(id, &args, to.index, &said.via)?);
        }
        if found.reasons.len() == before {
            let passed: Vec<String> = said.via.iter().map(title).collect();
            let text = format!("no way to {} passes {}", title(&to.index), passed.join(", "));
            found.reasons.push(Refusal::new(text, walk.cites.clone(), walk.span));
        }
        Ok(())
    }
}
