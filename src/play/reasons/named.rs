//! Why not: what the words of a refused command name, also where it cannot be chosen.

use crate::model::id::*;
use crate::model::offer::{OfferParam, Source};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::Value;

use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence::{begins_with, fold, longest, spellings};
use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Read, World};

impl OfferQuery<'_> {
    /// The only value that a single parameter can have.
    pub(super) fn only_choice(&self, locals: &Locals, at: usize, narrow: &[Value]) -> Read<Option<Value>> {
        let param = &self.offer.params[at];
        if matches!(param.source, Source::Several(_)) || narrow.iter().any(|value| self.world.has_face_down(value)) {
            return Ok(None);
        }
        let mut only = None;
        for value in self.world.unlike(narrow.iter().cloned().collect()) {
            let mut own = locals.clone();
            set_local(&mut own, param.slot, value.clone());
            if self.completes(&mut own, at + 1)? && only.replace(value).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }

    /// The first word of the rest of a sentence, if it cannot begin any parameter of the offer.
    pub(in crate::play) fn unread(&self, locals: &mut Locals, rest: &str) -> Option<String> {
        let first = rest.split(' ').next().filter(|word| !word.is_empty())?;
        let plain = ["yes", "no", "true", "false", "none", "nothing", "pass", "all"];
        let is_name = |name: &String| begins_with(rest, name) || is_cut_short(rest, name);
        let called = |value: &Value| spellings(&self.world, value, self.side).iter().any(is_name);
        let takes_numbers = |param: &OfferParam| matches!(param.ty, Type::Int(_) | Type::Half(_) | Type::Any);
        let known = first.parse::<i64>().is_ok() && self.offer.params.iter().any(takes_numbers)
            || plain.contains(&first)
            || self.offer.params.iter().any(|param| {
                let literal = match &param.source {
                    Source::Literals(nodes) => {
                        nodes.iter().any(|node| self.world.eval(node, locals).map_or(true, |value| called(&value)))
                    }
                    _ => false,
                };
                let all = || domain_of(&self.world, param).map(|domain| (domain, self.world.ever(domain)));
                begins_with(rest, &fold(&param.name))
                    || literal
                    || all().is_some_and(|(domain, all)| all.iter().any(|index| called(&Value::member(domain, index))))
            });
        (!known).then(|| first.to_owned())
    }

    /// True if a text begins with a thing that a parameter could have, and the next parameter could not.
    pub(in crate::play) fn is_for(&self, at: usize, text: &str) -> bool {
        let domain = |at: usize| self.offer.params.get(at).and_then(|param| domain_of(&self.world, param));
        let Some(own) = domain(at).filter(|own| domain(at + 1) != Some(*own)) else { return false };
        let all = self.world.all(own);
        let mut things = all.iter().map(|index| Value::member(own, index));
        things.any(|thing| spellings(&self.world, &thing, self.side).iter().any(|name| begins_with(text, name)))
    }

    /// The next thing in the sentence other than those chosen: among the choices, or else among all things of its type.
    pub(in crate::play) fn named(
        &self,
        param: &OfferParam,
        narrow: &[Value],
        rest: &str,
        picked: &BitSet,
    ) -> Read<Option<(Value, usize)>> {
        let mut wide: Vec<Value> = narrow.to_vec();
        if let Some(domain) = domain_of(&self.world, param) {
            // Reasons about face-down pieces would reveal them. Pieces out of play come last.
            let all = self.world.all(domain);
            let out = self.world.ever(domain).minus(&all);
            let all = all.iter().chain(out.iter()).map(|index| Value::member(domain, index)).collect::<Vec<_>>();
            wide.extend(all.into_iter().filter(|value| !self.world.has_face_down(value)));
        }
        wide.retain(|value| value.as_ref().is_none_or(|thing| !picked.has(thing.index)));
        Ok(longest(&self.world, &wide, rest, self.side, true))
    }
}

/// True if a text is, or begins with, the first words of a name: `left flank` of `left flank shared`.
fn is_cut_short(text: &str, name: &str) -> bool {
    let alike = text.split(' ').zip(name.split(' ')).take_while(|(said, own)| said == own).count();
    alike > 1 || alike == 1 && !text.contains(' ') && name.contains(' ')
}

/// The things that a parameter can be.
pub(super) fn domain_of(world: &World<'_>, param: &OfferParam) -> Option<Domain> {
    match param.ty {
        Type::Way(_) => Some(Domain::Space),
        ty => ty.domain().or_else(|| param.noun.map(|noun| world.game.nouns[noun.at()].domain)),
    }
}
