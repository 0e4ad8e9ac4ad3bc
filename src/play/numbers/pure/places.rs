//! Entries about places: slots, stacks, distances, rows and names of spaces, ways.

use smallvec::SmallVec;

use crate::model::api::Api;
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::args::{int, second};
use super::sets::like;
use crate::play::cache::entry::Item;
use crate::play::store::world::{Read, World, fault};

/// The quarter ahead of a side.
pub(super) const FRONT: u8 = 0;
/// The quarter behind a side.
pub(super) const BACK: u8 = 2;

impl World<'_> {
    /// The slot of a piece; 0 is none.
    pub(super) fn slot_of(&self, piece: u16) -> u8 {
        self.piece_state(piece).slot
    }

    /// The pieces in this slot.
    pub(super) fn in_slot(&self, pieces: &BitSet, slot: i64) -> Value {
        let kept = self.piece_states(pieces).filter(|(_, state)| i64::from(state.slot) == slot);
        Value::Set(Domain::Piece, kept.map(|(piece, _)| piece).collect())
    }

    /// The slots of these pieces.
    pub(super) fn slots_of(&self, pieces: &BitSet) -> SmallVec<[u16; 8]> {
        let slots = self.piece_states(pieces).map(|(_, state)| u16::from(state.slot));
        slots.filter(|slot| *slot > 0).collect()
    }

    /// The slots nearest to those of these pieces; all of them if the pieces have no slots.
    pub(super) fn nearest_slots(&self, slots: BitSet, pieces: &BitSet) -> BitSet {
        let others = self.slots_of(pieces);
        let gap = |slot: u16| others.iter().map(|other| other.abs_diff(slot)).min();
        match slots.iter().filter_map(gap).min() {
            Some(least) => slots.iter().filter(|slot| gap(*slot) == Some(least)).collect(),
            None => slots,
        }
    }

    /// The other pieces of its side in the space of a piece.
    pub(in crate::play) fn stacked_with(&self, piece: Ref) -> BitSet {
        let Some(space) = self.space_of(piece) else { return BitSet::new() };
        let side = usize::from(self.state.pieces[piece.index as usize].side);
        let mut here = self.occupants(space).intersection(&self.index.of_side[side]);
        here.remove(piece.index);
        here
    }

    /// The spaces of these things.
    fn spots(&self, value: &Value) -> SmallVec<[u16; 8]> {
        value.members().into_iter().filter_map(|thing| self.space_of(thing)).collect()
    }

    fn least_distance(&self, from: &[u16], to: &[u16]) -> Option<i64> {
        from.iter().flat_map(|a| to.iter().filter_map(|b| self.distance(*a, *b))).min()
    }

    /// The distance from things to the nearest of others; a very large number if there is no way.
    pub(super) fn distance_between(&self, from: &Value, to: &Value) -> Value {
        let from = self.spots(from);
        let to = self.spots(to);
        Value::Int(self.least_distance(&from, &to).unwrap_or(i64::from(u16::MAX)))
    }

    /// The things that are nearest, within a distance, or at an exact distance.
    pub(super) fn by_distance(&self, api: Api, args: &[Value]) -> Read<Value> {
        let receiver = &args[0];
        let to = self.spots(args.last().unwrap_or(&Value::None));
        let gap = |item: &Value| {
            let here = self.spots(item);
            self.least_distance(&here, &to)
        };
        let items = receiver.in_order();
        let gaps: Vec<Option<i64>> = items.iter().map(gap).collect();
        let least = gaps.iter().flatten().min().copied();
        let most = if api == Api::Nearest { 0 } else { int(args, 1)? };
        let fits = |steps: i64| match api {
            Api::Nearest => Some(steps) == least,
            Api::Within => steps <= most,
            _ => steps == most,
        };
        let kept = items.iter().zip(&gaps).filter(|(_, gap)| gap.is_some_and(fits)).map(|(item, _)| item.clone());
        Ok(like(receiver, kept.collect()))
    }

    /// The neighbours of these spaces.
    pub(in crate::play) fn neighbours_of(&self, spaces: &BitSet) -> BitSet {
        let mut all = BitSet::new();
        for space in spaces.iter() {
            all.extend(&self.game.board.neighbours[space as usize]);
        }
        all
    }

    /// The edges of these links, or at these spaces.
    pub(super) fn edges_of(&self, of: &Value) -> Value {
        let (board, bits) = (&self.game.board, of.bits());
        if of.domain() == Some(Domain::Link) {
            let of_links = (0u16..).zip(&board.edges).filter(|(_, edge)| bits.has(edge.link.0));
            return Value::set(Domain::Edge, of_links.map(|(at, _)| at));
        }
        let at = |space: u16| board.edges_at.get(usize::from(space)).into_iter().flatten().copied();
        Value::set(Domain::Edge, bits.iter().flat_map(at))
    }

    /// The spaces one step across these links from some others.
    pub(super) fn all_across(&self, links: &BitSet, side: u16, spaces: &BitSet) -> Read<Vec<u16>> {
        let mut row = Vec::new();
        for space in spaces.iter() {
            row.extend(self.across_any(links, side, space)?);
        }
        Ok(row)
    }

    /// The next space in a quarter, as a side faces; for a set, of all its spaces.
    pub(super) fn in_quarter(&self, of: &Value, side: u16, quarter: u8) -> Value {
        match of {
            Value::Ref(space) => Value::optional(Domain::Space, self.relative(space.index, side, quarter)),
            Value::None => Value::None,
            set => {
                let set = set.bits();
                Value::set(Domain::Space, set.iter().filter_map(|space| self.relative(space, side, quarter)))
            }
        }
    }

    /// The spaces to the left and right of these.
    pub(in crate::play) fn beside(&self, spaces: &BitSet) -> BitSet {
        let both = spaces.iter().flat_map(|space| [self.relative(space, 0, 1), self.relative(space, 0, 3)]);
        both.flatten().collect()
    }

    /// All spaces in a quarter, as a side faces, nearest first.
    pub(super) fn all_in_quarter(&self, of: &Value, side: u16, quarter: u8) -> Value {
        let mut row = Vec::new();
        for mut space in of.bits().iter() {
            while let Some(next) = self.relative(space, side, quarter) {
                if !row.contains(&next) {
                    row.push(next);
                }
                space = next;
            }
        }
        Value::Row(Domain::Space, row.into())
    }

    /// The members of a row before the first that is not in a set.
    pub(super) fn leading(&self, of: &Value, within: &BitSet) -> Value {
        let row = of.in_order();
        let row = row.iter().filter_map(Value::as_ref).map(|thing| thing.index);
        let domain = of.domain().unwrap_or(Domain::Space);
        Value::Row(domain, row.take_while(|index| within.has(*index)).collect())
    }

    /// Whether a chain of spaces connects two sets across a link.
    pub(super) fn joins(&self, args: &[Value]) -> Read<Value> {
        let allowed = args[0].bits();
        let goal = args.get(2).map(Value::bits).unwrap_or_default();
        let links = args.get(3).map(Value::bits).unwrap_or_default();
        let mut seen = allowed.intersection(&second(args).bits());
        let mut edge: Vec<u16> = seen.iter().collect();
        while let Some(space) = edge.pop() {
            if goal.has(space) {
                return Ok(Value::Flag(true));
            }
            for next in self.across_any(&links, 0, space)? {
                if allowed.has(next) && !seen.has(next) {
                    seen.insert(next);
                    edge.push(next);
                }
            }
        }
        Ok(Value::Flag(false))
    }

    /// The space, or all spaces, with this name, seen from the edge of a side.
    pub(super) fn place_named(&self, side: u16, name: &str, all: bool) -> Read<Value> {
        let found = self.places_named(side, name);
        if all {
            return Ok(Value::set(Domain::Space, found.iter().copied()));
        }
        match &*found {
            [one] => Ok(Value::Ref(Ref::space(*one))),
            _ => fault(format!("several spaces are named `{name}`")),
        }
    }

    /// The space with this name or title.
    pub(super) fn space_called(&self, name: &str) -> Read<Value> {
        match self.game.board.spaces.iter().position(|space| space.name == name || space.title == name) {
            Some(at) => Ok(Value::Ref(Ref::space(at as u16))),
            None => fault(format!("no space is named `{name}`")),
        }
    }

    /// The column and row of a space, from 1; `None` on a board without them.
    pub(in crate::play) fn column_and_row(&self, space: u16) -> Option<(i32, i32)> {
        let space = &self.game.board.spaces[space as usize];
        space.hex.or(space.cell.map(|(_, c, r)| (i32::from(c) + 1, i32::from(r) + 1)))
    }

    /// The cheapest of these ways to a space. Ways are sorted by cost.
    pub(super) fn way_to(&self, ways: &Value, to: Option<u16>) -> Value {
        let found = ways.in_order().into_iter().find(|way| match way {
            Value::Way(way) => Some(way.space()) == to,
            _ => false,
        });
        found.unwrap_or(Value::None)
    }

    /// The spaces that a piece can reach across a link, within this many steps or its movement allowance.
    pub(super) fn in_reach(&self, piece: u16, link: LinkId, steps: Option<&Value>) -> Read<Value> {
        let most = match steps {
            Some(Value::Int(n)) => *n,
            _ => match self.game.terms.get(&("move".to_owned(), Domain::Piece)) {
                Some((term, _)) => self.get(*term, Ref::piece(piece))?.int().unwrap_or(0),
                None => return fault("pieces have no `move` here: give the number of steps, `reach(unit, link, 2)`"),
            },
        };
        let find = || Ok(Value::Row(Domain::Space, self.reach(piece, link, most)?.as_slice().into()));
        let args = [Value::Ref(Ref::piece(piece)), Value::Ref(Ref::new(Domain::Link, link.0)), Value::Int(most)];
        // What a script itself asks for is recorded as it is found.
        if self.traces() { find() } else { self.cached(Item::Reach, &args, find) }
    }
}
