//! Twins: pieces and cards that no player can tell apart. Only the first of them is offered.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::answers::fill;
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::store::state::NO_SLOT;
use crate::play::store::world::{Read, World};

use super::offers::OfferQuery;

impl World<'_> {
    /// The values without twins of earlier ones. Twin pieces agree in kind, mode, space, slot, facts and state; twin
    /// cards in name, side and zone.
    pub fn unlike(&self, mut items: SmallVec<[Value; 8]>) -> SmallVec<[Value; 8]> {
        if items.iter().filter_map(may_have_twins).nth(1).is_none() {
            return items;
        }
        let things: SmallVec<[Ref; 16]> = items.iter().filter_map(may_have_twins).collect();
        self.compare(&things);
        let mut seen: SmallVec<[Ref; 16]> = SmallVec::new();
        items.retain(|item| {
            let Some(thing) = may_have_twins(item) else { return true };
            let is_new = !seen.iter().any(|other| self.alike(thing, *other));
            if is_new {
                seen.push(thing);
            }
            is_new
        });
        items
    }

    /// The index of the first of these values that is a twin of this one.
    pub fn twin_among(&self, item: &Value, others: &[Value]) -> Option<usize> {
        let thing = may_have_twins(item)?;
        let things: SmallVec<[Ref; 16]> = others.iter().filter_map(may_have_twins).chain([thing]).collect();
        if things.len() > 1 {
            self.compare(&things);
        }
        others.iter().position(|other| may_have_twins(other).is_some_and(|other| self.alike(thing, other)))
    }

    /// The closest earlier twin of each of these things, by index. Of choices that differ in twins only, the plain one
    /// has a thing only together with its earlier twin.
    pub fn earlier_twins(&self, things: &[Ref]) -> Vec<Option<usize>> {
        if things.iter().filter(|thing| has_twins(**thing)).nth(1).is_none() {
            return vec![None; things.len()];
        }
        self.compare(things);
        let twin = |at: usize| (0..at).rfind(|other| self.alike(things[*other], things[at]));
        (0..things.len()).map(twin).collect()
    }

    /// Whether two values are twins.
    pub fn are_twins(&self, a: &Value, b: &Value) -> bool {
        self.twin_among(a, std::slice::from_ref(b)).is_some()
    }

    /// The same answer with each thing replaced by the first of its twins.
    pub fn plainest(&self, question: &Question, answer: Answer) -> Answer {
        match (&question.kind, answer) {
            (Kind::Several { of, .. }, Answer::Several(picked)) => {
                let mut plain = self.firsts(of, &picked);
                plain.sort_unstable();
                Answer::Several(plain)
            }
            (Kind::Fill { over, .. }, Answer::Split(parts)) => Answer::Split(fill::plain(over, &parts)),
            (_, Answer::Act(offer, values)) => {
                Answer::Act(offer, values.into_iter().map(|value| self.plain_value(value)).collect())
            }
            (_, other) => other,
        }
    }

    /// The same answer with each card replaced by the first of its twins. A piece that a player names is the one meant.
    pub(in crate::play) fn with_first_cards(&self, question: &Question, answer: Answer) -> Answer {
        match answer {
            Answer::Several(mut picked) if picked.iter().all(|thing| thing.domain == Domain::Piece) => {
                picked.sort_unstable();
                Answer::Several(picked)
            }
            Answer::Split(_) => answer,
            other => self.plainest(question, other),
        }
    }

    /// A set of cards with each replaced by the first of its twins; any other value unchanged.
    pub(in crate::play) fn plain_value(&self, value: Value) -> Value {
        let Value::Set(Domain::Card, picked) = &value else { return value };
        let all: Vec<Ref> = (0..self.game.cards.len() as u16).map(Ref::card).collect();
        let picked: Vec<Ref> = picked.iter().map(Ref::card).collect();
        Value::set(Domain::Card, self.firsts(&all, &picked).iter().map(|card| card.index))
    }

    fn firsts(&self, of: &[Ref], picked: &[Ref]) -> Vec<Ref> {
        let mut firsts: Vec<Ref> = Vec::with_capacity(picked.len());
        if picked.iter().any(|pick| has_twins(*pick)) {
            self.compare(of);
            self.compare(picked);
        }
        for pick in picked {
            let alike = |one: &&Ref| !firsts.contains(one) && (*one == pick || self.alike(**one, *pick));
            let first = of.iter().find(alike).copied().unwrap_or(*pick);
            firsts.push(first);
        }
        firsts
    }

    /// Whether two things are twins. The caller has recorded where they are.
    #[inline]
    fn alike(&self, a: Ref, b: Ref) -> bool {
        match (a.domain, b.domain) {
            (Domain::Piece, Domain::Piece) => {
                // Most pieces stand in different spaces, which is quick to see.
                let (one, other) = (&self.state.pieces[a.index as usize], &self.state.pieces[b.index as usize]);
                one.space == other.space && one == other && one.slot == NO_SLOT && self.pieces_alike(a, b)
            }
            (Domain::Card, Domain::Card) => self.cards_alike(a.index, b.index),
            _ => false,
        }
    }

    fn cards_alike(&self, a: u16, b: u16) -> bool {
        let (one, other) = (&self.game.cards[usize::from(a)], &self.game.cards[usize::from(b)]);
        let (state, other_state) = (&self.state.cards[usize::from(a)], &self.state.cards[usize::from(b)]);
        one.def == other.def && one.side == other.side && state == other_state && !state.in_force
    }

    /// Whether two pieces in the same place are twins.
    fn pieces_alike(&self, a: Ref, b: Ref) -> bool {
        // Treating pieces as twins would reveal what is hidden.
        if self.unique(a.index).is_some() || self.unique(b.index).is_some() || self.game.hides_what_pieces_are() {
            return false;
        }
        let printed = |piece: u16| self.layout.printed.get(piece as usize).filter(|facts| !facts.is_empty());
        if printed(a.index) != printed(b.index) {
            return false;
        }
        for (at, var) in self.game.vars.iter().enumerate() {
            let id = VarId(at as u16);
            if var.subject == Domain::Piece && self.var(id, a) != self.var(id, b) {
                return false;
            }
            if var.ty.domain() == Some(Domain::Piece) {
                // A piece named by a variable is not like others.
                if self.is_named_by(id, a) || self.is_named_by(id, b) {
                    return false;
                }
            }
        }
        let named = |thing: Ref| self.spent().iter().any(|one| one.payee == Some(thing) || one.giver == Some(thing));
        !named(a) && !named(b)
    }
}

impl OfferQuery<'_> {
    /// The same choices, with each piece and card replaced by the first candidate that is its twin.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn first_twins(&self, values: &[Value]) -> Read<Vec<Value>> {
        let mut plain: Vec<Value> = Vec::with_capacity(values.len());
        for value in values {
            let candidates = self.next_candidates(&plain)?;
            let first = self.world.twin_among(value, &candidates);
            plain.push(first.map_or_else(|| value.clone(), |first| candidates[first].clone()));
        }
        Ok(plain)
    }
}

/// Only pieces and cards have twins.
fn has_twins(thing: Ref) -> bool {
    matches!(thing.domain, Domain::Piece | Domain::Card)
}

/// A piece or a card.
#[inline]
fn may_have_twins(value: &Value) -> Option<Ref> {
    value.as_ref().filter(|thing| has_twins(*thing))
}
