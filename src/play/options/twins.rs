//! Pieces and cards that nobody could tell apart: of those only the first is offered.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::answers::fill;
use crate::play::answers::question::{Answer, Kind, Question};
use crate::play::store::state::NO_SLOT;
use crate::play::store::world::World;

impl World<'_> {
    /// The values without those that are like an earlier one: pieces of the same kind, mode, space, slot, facts and
    /// state; cards of the same name of the same side in the same zone.
    pub fn unlike(&self, items: SmallVec<[Value; 8]>) -> SmallVec<[Value; 8]> {
        if items.len() < 2 {
            return items;
        }
        let mut kept: SmallVec<[Value; 8]> = SmallVec::with_capacity(items.len());
        for item in items {
            if !kept.iter().any(|other| self.are_twins(&item, other)) {
                kept.push(item);
            }
        }
        kept
    }

    /// Whether two values are pieces or cards that cannot be told apart.
    pub fn are_twins(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Ref(a), Value::Ref(b)) if matches!(a.domain, Domain::Piece | Domain::Card) => {
                a.domain == b.domain && self.alike(*a, *b)
            }
            _ => false,
        }
    }

    /// The same answer with the first of things that cannot be told apart: what a sentence says of them is all that
    /// there is to know.
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

    /// A set of cards with the first of cards that cannot be told apart; any other value as it is.
    pub(in crate::play) fn plain_value(&self, value: Value) -> Value {
        let Value::Set(Domain::Card, picked) = &value else { return value };
        let all: Vec<Ref> = (0..self.game.cards.len() as u16).map(Ref::card).collect();
        let picked: Vec<Ref> = picked.iter().map(Ref::card).collect();
        Value::set(Domain::Card, self.firsts(&all, &picked).iter().map(|card| card.index))
    }

    fn firsts(&self, of: &[Ref], picked: &[Ref]) -> Vec<Ref> {
        let mut firsts: Vec<Ref> = Vec::with_capacity(picked.len());
        for pick in picked {
            let told = matches!(pick.domain, Domain::Piece | Domain::Card);
            let alike = |one: &&Ref| {
                !firsts.contains(one) && (*one == pick || told && one.domain == pick.domain && self.alike(**one, *pick))
            };
            let first = of.iter().find(alike).copied().unwrap_or(*pick);
            firsts.push(first);
        }
        firsts
    }

    /// Whether two things cannot be told apart.
    fn alike(&self, a: Ref, b: Ref) -> bool {
        if a.domain == Domain::Piece && self.game.hides_what_pieces_are() {
            // That two pieces are alike would tell what is hidden.
            return false;
        }
        // Twins are told apart by anything that may change about them.
        self.compare(&[a, b]);
        if a.domain == Domain::Card {
            let (one, other) = (&self.game.cards[a.index as usize], &self.game.cards[b.index as usize]);
            return one.def == other.def
                && one.side == other.side
                && self.state.cards[a.index as usize] == self.state.cards[b.index as usize]
                && !self.state.cards[a.index as usize].in_force;
        }
        let (one, other) = (&self.state.pieces[a.index as usize], &self.state.pieces[b.index as usize]);
        if one != other || one.slot != NO_SLOT {
            return false;
        }
        if self.unique(a.index).is_some() || self.unique(b.index).is_some() {
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
                // Whom a variable names is not like others.
                if self.is_named_by(id, a) || self.is_named_by(id, b) {
                    return false;
                }
            }
        }
        let named =
            |thing: Ref| self.state.spent.iter().any(|one| one.payee == Some(thing) || one.giver == Some(thing));
        !named(a) && !named(b)
    }
}
