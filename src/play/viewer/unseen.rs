//! States that a seat cannot distinguish: hidden cards and face-down pieces are dealt again among the places where the
//! seat knows some of them to be, and face-down pieces get other modes and values of their variables.
//!
//! The deals depend only on what the seat may know, so results found in them reveal nothing. A result that is the same
//! in all of them may be shown.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::cache::results::Cache;
use crate::play::store::index::Index;
use crate::play::store::state::{NO_SLOT, PieceState, State};
use crate::play::store::world::World;

/// The maximum number of rotations tried.
const MOST_TURNS: usize = 64;
/// The number of shuffled deals tried after the rotations.
const MIXED: u64 = 16;
/// The number of exchanges tried to make the invariants hold in a deal.
const MOST_SWAPS: usize = 400;
/// The number of values tried of a variable that counts.
const MOST_NUMBERS: usize = 16;

/// What is hidden from a seat.
#[derive(Debug, Default)]
pub struct Unseen {
    /// Who looks. None means a spectator.
    seat: Option<u16>,
    /// The hidden cards of each deck and side, in order.
    cards: Vec<Vec<u16>>,
    /// The face-down pieces, grouped by look.
    pieces: Vec<Vec<u16>>,
}

impl Unseen {
    /// What is hidden from this seat. `sees` returns true if it sees a card.
    pub fn of(world: &World<'_>, seat: Option<u16>, sees: impl Fn(u16) -> bool) -> Unseen {
        let game = world.game;
        let mut cards: BTreeMap<(u16, Option<u16>), Vec<u16>> = BTreeMap::new();
        for (at, card) in world.state.cards.iter().enumerate() {
            let deck = game.zones[game.zone_at(card.spot).at()].deck;
            let side = game.cards[at].side.filter(|_| game.decks[deck.at()].per_side);
            if !sees(at as u16) {
                cards.entry((deck.0, side)).or_default().push(at as u16);
            }
        }
        let mut pieces: BTreeMap<(u8, String), Vec<u16>> = BTreeMap::new();
        let veil = seat.and_then(|seat| world.veil(seat));
        let world = world.veiled(veil.as_ref());
        for (at, piece) in world.state.pieces.iter().enumerate() {
            if let Some(words) = world.face_down_words(at as u16) {
                pieces.entry((piece.side, words.to_owned())).or_default().push(at as u16);
            }
        }
        Unseen { seat, cards: cards.into_values().collect(), pieces: pieces.into_values().collect() }
    }

    /// True if there are hidden cards in several places.
    pub fn has_cards(&self, state: &State) -> bool {
        self.cards.iter().any(|group| {
            let spot = |card: &u16| state.cards[usize::from(*card)].spot;
            group.iter().any(|card| spot(card) != spot(&group[0]))
        })
    }

    /// True if anything is dealt again.
    pub fn is_any(&self, state: &State) -> bool {
        self.has_cards(state) || self.has_pieces()
    }

    /// True if pieces lie face down.
    pub fn has_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// The same values in a deal: each face-down piece is one that lies in its place there. In which slot is not seen.
    pub fn there(&self, state: &State, dealt: &State, values: &[Value]) -> Vec<Value> {
        let there = self.replaced(state, dealt);
        values.iter().map(|value| moved(value, &there)).collect()
    }

    /// For each face-down piece, the one that lies in its place in a deal.
    fn replaced(&self, state: &State, dealt: &State) -> BTreeMap<u16, u16> {
        let place = |state: &State, piece: u16| {
            let piece = state.pieces[usize::from(piece)];
            (piece.space, piece.facing)
        };
        let in_places = |group: &[u16], state: &State| {
            let mut pieces = group.to_vec();
            pieces.sort_by_key(|piece| place(state, *piece));
            pieces
        };
        self.pieces.iter().flat_map(|group| in_places(group, state).into_iter().zip(in_places(group, dealt))).collect()
    }

    /// Lets all that names a face-down piece (variables, parameters, payments) name the one that lies in its place in a
    /// deal: the seat knows which place was meant, not which piece.
    fn name_those_there(&self, world: &World<'_>, dealt: &mut State) {
        let (game, there) = (world.game, self.replaced(world.state, dealt));
        for (at, var) in game.vars.iter().enumerate().filter(|(_, var)| var.ty.domain() == Some(Domain::Piece)) {
            let id = VarId(at as u16);
            for index in world.ever(var.subject).iter() {
                let value = moved(&world.state.var(game, world.layout, id, index), &there);
                dealt.write(world.layout, id, var.ty, index, &value);
            }
        }
        let thing = |thing: &mut Option<Ref>| {
            if let Some(Ref { domain: Domain::Piece, index }) = thing {
                *index = there.get(index).copied().unwrap_or(*index);
            }
        };
        for frame in &mut dealt.stack {
            frame.params.iter_mut().chain(&mut frame.locals).for_each(|value| *value = moved(value, &there));
            frame.used.iter_mut().for_each(|(_, used)| thing(used));
            let repeat = frame.step.map(|step| &game.steps[step.at()].repeat);
            if let Some(Repeat::Members { of, .. }) = repeat
                && of.ty.domain() == Some(Domain::Piece)
            {
                frame.done = frame.done.iter().map(|piece| there.get(&piece).copied().unwrap_or(piece)).collect();
            }
        }
        for spent in &mut dealt.spent {
            thing(&mut spent.giver);
            thing(&mut spent.payee);
        }
    }

    /// Calls `look` with each deal until it returns false.
    pub fn each(&self, world: &World<'_>, mut look: impl FnMut(&World<'_>) -> bool) {
        let turns = self.cards.iter().chain(&self.pieces).map(Vec::len).max().unwrap_or(0).clamp(1, MOST_TURNS) as u64;
        let mut possible = None;
        for number in 0..turns + MIXED {
            let state = self.deal(world, number, &self.orders(number, turns), turns, &mut possible);
            let index = Index::new(world.game, &state);
            let cache = Cache::new(world.game);
            if !look(&World { state: &state, index: &index, cache: &cache, ..*world }) {
                break;
            }
        }
    }

    /// One of the deals, shuffled, in which the invariants hold if exchanges of pieces can make them hold: the seat knows
    /// the rules too, so no other deal is possible. `possible` is the same for all deals of a position, and begins as
    /// `None`.
    pub fn shuffled(&self, world: &World<'_>, number: u64, possible: &mut Option<Possible>) -> State {
        let number = number.saturating_add(2);
        let mut orders = self.orders(number, 0);
        self.mend(world, number, &mut orders);
        self.deal(world, number, &orders, 0, possible)
    }

    /// Exchanges pieces of a deal until the invariants hold.
    fn mend(&self, world: &World<'_>, number: u64, orders: &mut [Vec<u16>]) {
        if self.pieces.is_empty() || world.game.invariants.is_empty() {
            return;
        }
        let broken = |orders: &[Vec<u16>]| {
            let state = self.arranged(world, number, orders, 0);
            world.in_state(&state, |there| there.broken_invariants())
        };
        let mut lots = Lots::new(number);
        let mut least = broken(orders);
        for _ in 0..MOST_SWAPS {
            if least == 0 {
                break;
            }
            let group = lots.below(orders.len());
            let size = orders[group].len();
            let (one, other) = (lots.below(size), lots.below(size));
            orders[group].swap(one, other);
            match broken(orders) {
                now if now <= least => least = now,
                _ => orders[group].swap(one, other),
            }
        }
    }

    /// The face-down pieces of each group in the order in which they take its places: in the first `turns` deals rotated,
    /// in the others shuffled.
    fn orders(&self, number: u64, turns: u64) -> Vec<Vec<u16>> {
        self.pieces.iter().map(|group| ordered(group, number, turns)).collect()
    }

    /// The deal with this number, with the face-down pieces in these orders.
    fn deal(
        &self,
        world: &World<'_>,
        number: u64,
        orders: &[Vec<u16>],
        turns: u64,
        possible: &mut Option<Possible>,
    ) -> State {
        let mut state = self.arranged(world, number, orders, turns);
        if self.pieces.is_empty() {
            return state;
        }
        let possible = possible.get_or_insert_with(|| {
            let index = Index::new(world.game, &state);
            let cache = Cache::new(world.game);
            Possible(self.possible(&World { state: &state, index: &index, cache: &cache, ..*world }))
        });
        let mut lots = Lots::new(number);
        for (var, piece, values) in &possible.0 {
            let value = &values[lots.pick(values.len())];
            state.write(world.layout, *var, world.game.vars[var.at()].ty, *piece, value);
        }
        state
    }

    /// The values that the variables of face-down pieces may have, for each variable and piece. They follow from the
    /// declarations alone, so they reveal nothing: first the initial value, then others. The seat knows that the pieces
    /// lie face down, so a value that would turn one up is left out.
    fn possible(&self, world: &World<'_>) -> Vec<(VarId, u16, Values)> {
        let game = world.game;
        let mut found = Vec::new();
        for (id, var) in game.vars_of(Domain::Piece) {
            let all = self.pieces.iter().flatten().map(|piece| (*piece, values_of(world, id, *piece)));
            let all: Vec<(u16, Values)> = all.collect();
            let most = all.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
            let mut kept: Vec<Values> = vec![Values::new(); all.len()];
            for nth in 0..most {
                let mut state = world.state.clone();
                for (piece, values) in &all {
                    if let Some(value) = values.get(nth) {
                        state.write(world.layout, id, var.ty, *piece, value);
                    }
                }
                let cache = Cache::new(game);
                let tried = World { state: &state, cache: &cache, ..*world };
                for ((piece, values), kept) in all.iter().zip(&mut kept) {
                    let looks = |world: &World<'_>| world.words_face_down(*piece, self.seat?);
                    kept.extend(values.get(nth).filter(|_| looks(&tried) == looks(world)).cloned());
                }
            }
            for ((piece, _), mut kept) in all.into_iter().zip(kept) {
                if kept.is_empty() {
                    kept.push(world.var(id, Ref::piece(piece)));
                }
                found.push((id, piece, kept));
            }
        }
        found
    }

    /// The deal with this number, with the face-down pieces in these orders. Their variables keep their values.
    fn arranged(&self, world: &World<'_>, number: u64, orders: &[Vec<u16>], turns: u64) -> State {
        let mut state = self.dealt(world.game, world.state, number, orders, turns);
        if !self.pieces.is_empty() {
            self.name_those_there(world, &mut state);
            self.take_slots(world, &mut state);
        }
        state
    }

    fn dealt(&self, game: &Game, state: &State, number: u64, orders: &[Vec<u16>], turns: u64) -> State {
        let mut dealt = state.clone();
        for group in &self.cards {
            let mut spots: Vec<u16> = group.iter().map(|card| state.cards[usize::from(*card)].spot).collect();
            spots.sort_unstable();
            for (card, spot) in ordered(group, number, turns).into_iter().zip(spots) {
                dealt.cards[usize::from(card)].spot = spot;
            }
        }
        for (group, order) in self.pieces.iter().zip(orders) {
            let place = |piece: &u16| {
                let piece = state.pieces[usize::from(*piece)];
                (piece.space, piece.slot, piece.facing)
            };
            let mut places: Vec<(u16, u8, u8)> = group.iter().map(place).collect();
            places.sort_unstable();
            let mut lots = Lots::new(number);
            for (piece, (space, slot, facing)) in order.iter().zip(places) {
                let piece = &mut dealt.pieces[usize::from(*piece)];
                let mode = lots.pick(game.kinds[usize::from(piece.kind)].modes.len()) as u8;
                *piece = PieceState { space, slot, facing, mode, ..*piece };
            }
        }
        dealt
    }

    /// Gives the face-down pieces of a deal the slots that they take where they lie now. A slot tells what takes it.
    fn take_slots(&self, world: &World<'_>, dealt: &mut State) {
        let Some(slots) = &world.game.board.slots else { return };
        let takes: Vec<(u16, bool)> = world.in_state(dealt, |there| {
            let takes =
                |piece: &u16| there.takes_slot(*piece, there.state.pieces[usize::from(*piece)].space).unwrap_or(false);
            self.pieces.iter().flatten().map(|piece| (*piece, takes(piece))).collect()
        });
        for (piece, _) in takes.iter().filter(|(_, takes)| !takes) {
            dealt.pieces[usize::from(*piece)].slot = NO_SLOT;
        }
        for (piece, _) in takes.iter().filter(|(_, takes)| *takes) {
            let one = dealt.pieces[usize::from(*piece)];
            let is_taken = |slot: &u8| {
                let holds = |other: &PieceState| (other.space, other.side, other.slot) == (one.space, one.side, *slot);
                dealt.pieces.iter().any(holds)
            };
            if one.slot == NO_SLOT
                && let Some(free) = (1..=slots.count).find(|slot| !is_taken(slot))
            {
                dealt.pieces[usize::from(*piece)].slot = free;
            }
        }
    }
}

/// A value that names other pieces.
fn moved(value: &Value, there: &BTreeMap<u16, u16>) -> Value {
    let other = |piece: u16| there.get(&piece).copied().unwrap_or(piece);
    match value {
        Value::Ref(thing) if thing.domain == Domain::Piece => Value::Ref(Ref::piece(other(thing.index))),
        Value::Set(Domain::Piece, pieces) => Value::set(Domain::Piece, pieces.iter().map(other)),
        Value::Row(Domain::Piece, pieces) => {
            Value::Row(Domain::Piece, pieces.iter().map(|piece| other(*piece)).collect())
        }
        Value::Array(values) => Value::Array(values.iter().map(|value| moved(value, there)).collect()),
        other => other.clone(),
    }
}

/// The values that the variables of face-down pieces may have.
#[derive(Debug)]
pub struct Possible(Vec<(VarId, u16, Values)>);

/// Values of a variable.
type Values = SmallVec<[Value; 4]>;

/// Values that a variable of a piece may have, the initial one first.
fn values_of(world: &World<'_>, var: VarId, piece: u16) -> Values {
    let (initial, var) = (world.default_of(var, Ref::piece(piece)), &world.game.vars[var.at()]);
    let initial = initial.unwrap_or(if var.ty == Type::Flag { Value::Flag(false) } else { Value::None });
    let number = |n: i64| if matches!(var.ty, Type::Half(_)) { Value::Half(n) } else { Value::Int(n) };
    let others: Values = match (var.ty, &initial) {
        (Type::Flag, Value::Flag(yes)) => SmallVec::from_iter([Value::Flag(!yes)]),
        (Type::Int(_) | Type::Half(_), _) => {
            let first = if let Value::Int(n) | Value::Half(n) = initial { n } else { 0 };
            let (low, high) = var.range.unwrap_or((first, first.saturating_add(1)));
            let all = (low..=high).take(MOST_NUMBERS);
            all.chain([high]).map(number).collect()
        }
        (Type::One(domain, _), _) => {
            let things = world.game.count(domain).saturating_sub(1) as u16;
            [0, things].into_iter().map(|index| Value::Ref(Ref::new(domain, index))).collect()
        }
        _ => SmallVec::new(),
    };
    let mut possible = SmallVec::from_iter([initial]);
    for other in others {
        if !possible.contains(&other) {
            possible.push(other);
        }
    }
    possible
}

/// What varies a deal: a simple generator is enough.
struct Lots {
    /// The number of the deal.
    number: u64,
    seed: u64,
}

impl Lots {
    fn new(number: u64) -> Lots {
        Lots { number, seed: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed % bound.max(1) as u64) as usize
    }

    /// One of several possibilities: in the first deal the first, in the second the second, so that these two differ as
    /// much as they can.
    fn pick(&mut self, several: usize) -> usize {
        match self.number {
            first @ (0 | 1) => (first as usize).min(several.saturating_sub(1)),
            _ => self.below(several),
        }
    }
}

/// A group in the order of a deal: rotated, and for later deals shuffled.
fn ordered(group: &[u16], number: u64, turns: u64) -> Vec<u16> {
    let mut order = group.to_vec();
    if number < turns {
        let by = (number as usize * group.len()).div_ceil(turns as usize) % group.len().max(1);
        order.rotate_left(by);
        return order;
    }
    let mut lots = Lots::new(number);
    for at in (1..order.len()).rev() {
        order.swap(at, lots.below(at + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::ordered;

    #[test]
    fn each_member_comes_to_each_place() {
        let group = [3, 5, 8, 13, 21];
        for place in 0..5 {
            let mut there: Vec<u16> = (0..5).map(|number| ordered(&group, number, 5)[place]).collect();
            there.sort_unstable();
            assert_eq!(there, group);
        }
        let mut mixed = ordered(&group, 9, 5);
        mixed.sort_unstable();
        assert_eq!(mixed, group);
    }
}
