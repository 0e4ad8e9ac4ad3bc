//! Entries about sets: combining, filtering and gathering them.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::api::Api;
use crate::model::game::ListOrigin;
use crate::model::id::*;
use crate::model::node::Operator;
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::numbers::operator::nothing;
use crate::play::store::state::NOWHERE;
use crate::play::store::world::{Read, World, fault};

impl World<'_> {
    /// The number of members.
    pub fn size(&self, value: &Value) -> usize {
        match value {
            Value::None => 0,
            Value::Set(_, set) => set.count(),
            Value::Row(_, row) => row.len(),
            Value::Array(items) => items.len(),
            Value::Dice(faces) => faces.len(),
            Value::Shares(shares) => shares.len(),
            Value::Tally(_, rows) => rows.len(),
            _ => 1,
        }
    }

    /// A set with its domain; `none` is the empty set.
    pub(super) fn set_of(&self, value: &Value) -> Read<(Domain, BitSet)> {
        match value.as_set() {
            Some(set) => Ok(set),
            None if value.is_none() => Ok((Domain::Piece, BitSet::new())),
            None => fault(format!("expected a set, found {}", value.describe())),
        }
    }

    /// The set of all these things.
    pub(super) fn either(&self, args: &[Value]) -> Read<Value> {
        let mut all = Value::None;
        for arg in args {
            all = match (&all, arg) {
                (_, Value::None) => all,
                (Value::None, other) => match other.as_set() {
                    Some((domain, set)) => Value::Set(domain, set),
                    None => other.clone(),
                },
                _ => self.operate(Operator::Union, all, arg.clone())?,
            };
        }
        Ok(if all.is_none() { nothing(Domain::Space) } else { all })
    }

    /// The things that belong to these sides.
    pub(super) fn of_sides(&self, of: &Value, sides: &BitSet) -> Read<Value> {
        let (domain, set) = self.set_of(of)?;
        if domain == Domain::Piece {
            return Ok(Value::Set(domain, set.intersection(&self.index.of_sides(sides))));
        }
        let kept =
            set.iter().filter(|index| self.side_of(Ref::new(domain, *index)).is_some_and(|side| sides.has(side)));
        Ok(Value::Set(domain, kept.collect()))
    }

    /// The pieces that stand in these spaces.
    pub(in crate::play) fn standing_at(&self, pieces: &BitSet, spaces: &BitSet) -> BitSet {
        pieces.intersection(&self.occupants_of(spaces))
    }

    /// The members of a set for which a yes/no entry holds.
    pub(super) fn each_asked(&self, api: Api, of: &Value) -> Read<Value> {
        let mut kept = Vec::new();
        for item in of.in_order() {
            if self.pure(api, std::slice::from_ref(&item))?.is_yes() {
                kept.push(item);
            }
        }
        Ok(like(of, kept))
    }

    /// The pieces of these sides, kinds or values of a list, or in these spaces.
    pub(in crate::play) fn pieces_of(&self, value: &Value) -> BitSet {
        value.members().into_iter().fold(BitSet::new(), |all, thing| all.union(&self.pieces_of_one(thing)))
    }

    /// The pieces in play of a side, a kind or a value of a list, or in a space.
    pub(in crate::play) fn pieces_of_one(&self, thing: Ref) -> BitSet {
        let index = usize::from(thing.index);
        let all = match thing.domain {
            Domain::Space => return self.occupants(thing.index).clone(),
            Domain::Side => &self.index.of_side[index],
            Domain::Kind => self.kind_known(thing.index, self.in_play()),
            Domain::List(list) => return self.pieces_of_list(list, thing),
            _ => return BitSet::new(),
        };
        all.intersection(self.in_play())
    }

    /// The pieces that belong to a value of a list: by their printed facts, or else by their space.
    fn pieces_of_list(&self, list: u16, thing: Ref) -> BitSet {
        let in_play = self.in_play();
        let facts: SmallVec<[FactId; 4]> = self.game.facts_of_list(Domain::Piece, list).collect();
        let vars: SmallVec<[VarId; 4]> = self.game.vars_of_list(Domain::Piece, list).collect();
        if facts.is_empty() && vars.is_empty() {
            return self.standing_at(in_play, &self.spaces_of_one(thing));
        }
        let own = |piece: &u16| {
            let of = Ref::piece(*piece);
            facts.iter().any(|fact| *self.fact(*fact, of) == Value::Ref(thing)) || self.one_holds(&vars, of, thing)
        };
        in_play.iter().filter(own).collect()
    }

    /// Whether one of these variables of a thing has this value of a list.
    fn one_holds(&self, vars: &[VarId], of: Ref, thing: Ref) -> bool {
        vars.iter().any(|var| match self.var(*var, of) {
            Value::Ref(value) => value == thing,
            Value::Set(_, values) => values.has(thing.index),
            _ => false,
        })
    }

    /// The pieces that were removed from play; of these sides, if any are named.
    pub(super) fn removed(&self, sides: Option<&BitSet>) -> Value {
        let gone = self.ever_in_play().minus(self.in_play());
        sides.map_or_else(|| Value::Set(Domain::Piece, gone.clone()), |sides| self.mix_of(&gone, sides))
    }

    /// The only enemy of a side. Of several sides, those in the order of play count.
    pub(super) fn only_foe(&self, side: u16) -> Option<u16> {
        let sides = &self.game.sides;
        if sides.len() == 2 {
            return 1_u16.checked_sub(side);
        }
        let own = sides.get(usize::from(side)).is_some_and(|side| side.listed);
        let mut others = (0..sides.len() as u16).filter(|other| *other != side && sides[usize::from(*other)].listed);
        let first = others.next().filter(|_| own)?;
        others.next().is_none().then_some(first)
    }

    /// The next side in the order of play.
    pub(super) fn next_side(&self, side: u16) -> u16 {
        let sides = &self.game.sides;
        let count = sides.len() as u16;
        let after = (1..=count).map(|step| (side + step) % count);
        after.into_iter().find(|other| sides[usize::from(*other)].listed).unwrap_or(side)
    }

    /// Counters of these sides that were never set up and that no script has put into play.
    pub(super) fn spare(&self, sides: &BitSet) -> Value {
        self.mix_of(&self.layout.spare.minus(self.in_play()), sides)
    }

    /// Pieces of these sides in play that exceed the counter mix.
    pub(super) fn lacking(&self, sides: &BitSet) -> Value {
        let gone = self.layout.lacking.minus(self.in_play());
        self.mix_of(&self.layout.lacking.minus(&gone), sides)
    }

    /// Those of these pieces that belong to these sides.
    fn mix_of(&self, pieces: &BitSet, sides: &BitSet) -> Value {
        let own = |piece: &u16| sides.has(u16::from(self.state.pieces[usize::from(*piece)].side));
        Value::Set(Domain::Piece, pieces.iter().filter(own).collect())
    }

    /// The spaces of these pieces, or of these values of a list.
    pub(super) fn spaces_of(&self, value: &Value) -> BitSet {
        if let Value::Set(Domain::Piece, pieces) = value {
            let spaces = self.piece_states(pieces).map(|(_, piece)| piece.space);
            return spaces.filter(|space| *space != NOWHERE).collect();
        }
        value.members().into_iter().fold(BitSet::new(), |all, thing| all.union(&self.spaces_of_one(thing)))
    }

    /// The space of a piece, or the spaces of a value of a list.
    pub(in crate::play) fn spaces_of_one(&self, thing: Ref) -> BitSet {
        match thing.domain {
            Domain::Piece => self.space_of(thing).map_or_else(BitSet::new, BitSet::single),
            Domain::Space => BitSet::single(thing.index),
            Domain::List(list) if self.game.lists[usize::from(list)].origin != ListOrigin::Terrains => {
                let printed = &self.game.board.of_lists[usize::from(list)][usize::from(thing.index)];
                let vars: SmallVec<[VarId; 4]> = self.game.vars_of_list(Domain::Space, list).collect();
                if vars.is_empty() {
                    return printed.clone();
                }
                let own = |space: &u16| self.one_holds(&vars, Ref::space(*space), thing);
                (0..self.game.board.spaces.len() as u16).filter(own).collect::<BitSet>().union(printed)
            }
            Domain::List(list) => {
                let own = |space: &u16| self.line(ListId(list), *space) == Some(thing);
                let printed = &self.game.board.of_lists[usize::from(list)][usize::from(thing.index)];
                let there: BitSet = (0..self.game.board.spaces.len() as u16).filter(own).collect();
                there.union(printed)
            }
            _ => BitSet::new(),
        }
    }

    /// The cards of these sides.
    pub(super) fn cards_of(&self, sides: &BitSet) -> Value {
        self.record_owners();
        let mut all = BitSet::new();
        for side in sides.iter() {
            all.extend(&self.index.cards_of_side[side as usize]);
        }
        Value::Set(Domain::Card, all)
    }

    /// The cards with the same name as this one.
    pub(super) fn named_like(&self, cards: &BitSet, card: u16) -> Value {
        let def = self.game.cards[card as usize].def;
        Value::set(Domain::Card, cards.iter().filter(|card| self.game.cards[*card as usize].def == def))
    }
}

/// The members of a set with the lowest count in a tally.
pub(super) fn counted_least(tally: &Value, among: &BitSet) -> Read<Value> {
    let Value::Tally(domain, rows) = tally else {
        return fault("`least` and `most` by count need a tally");
    };
    let least = rows.iter().filter(|row| among.has(row.0)).map(|row| row.1).min();
    let kept = rows.iter().filter(|row| among.has(row.0) && Some(row.1) == least);
    Ok(Value::set(*domain, kept.map(|row| row.0)))
}

/// Members as a collection like this one: rows stay rows.
pub(super) fn like(of: &Value, items: Vec<Value>) -> Value {
    match of {
        Value::Array(_) | Value::Dice(_) => Value::Array(items.into()),
        Value::Row(domain, _) => Value::Row(*domain, items.iter().filter_map(member_index).collect::<Arc<[u16]>>()),
        Value::Shares(_) => Value::Shares(
            items.iter().filter_map(|item| if let Value::Share(share) = item { Some(*share) } else { None }).collect(),
        ),
        other => {
            let domain = other.domain().unwrap_or(Domain::Piece);
            Value::set(domain, items.iter().filter_map(member_index))
        }
    }
}

/// The index of a member, or the number itself.
pub(super) fn member_index(item: &Value) -> Option<u16> {
    match item {
        Value::Ref(thing) => Some(thing.index),
        Value::Int(n) => u16::try_from(*n).ok(),
        _ => None,
    }
}
