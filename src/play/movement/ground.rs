//! Questions about the board and tables: links, reach, distances, slots, look-ups.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::board::Edge;
use crate::model::game::{Axis, Game, Label, Shift, Table, TableLine};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::cache::entry::Spaces;
use crate::play::store::state::{NO_SLOT, NOWHERE, PieceState};
use crate::play::store::world::{Read, World, fault};
use crate::play::watch::observer::Asked;
use crate::play::watch::trace::Wanted;

impl World<'_> {
    /// The spaces across a link from here, as a side sees it, in written order.
    pub fn across(&self, link_id: LinkId, side: u16, from: u16) -> Read<Spaces> {
        let link = &self.game.board.links[link_id.at()];
        self.observer.note(&link.cites);
        let steps = link.steps.get(side as usize).or_else(|| link.steps.first());
        let Some(steps) = steps.and_then(|steps| steps.get(from as usize)) else { return Ok(Spaces::new()) };
        if link.conditions.is_empty() {
            return Ok(Spaces::from_slice(steps));
        }
        let mut open = Spaces::new();
        for to in steps {
            let mut shut = false;
            let mut bound = false;
            for condition in &link.conditions {
                let step = condition.steps.iter().find(|step| (step.0, step.1) == (from, *to));
                if let Some((.., edge)) = step {
                    bound = true;
                    let ends = [from, *to].map(|end| Value::Ref(Ref::space(end)));
                    let [from, to] = ends;
                    let args = [from, to, Value::Ref(Ref::new(Domain::Edge, *edge))];
                    // A condition that leads back to its link through a function stops at the limit.
                    let holds = self.deeper(|world| world.eval_alone(&condition.when, &args, condition.locals))?;
                    if holds.is_yes() {
                        shut = false;
                        break;
                    }
                    shut = true;
                }
            }
            if !(bound && shut) {
                open.push(*to);
            }
        }
        Ok(open)
    }

    /// True if an edge may be crossed by any side, in either direction.
    ///
    /// # Errors
    /// When a condition of the link is faulty.
    pub fn is_open(&self, edge: u16) -> Read<bool> {
        let Edge { link, ends: [a, b], .. } = self.game.board.edges[usize::from(edge)];
        let item = &self.game.board.links[link.at()];
        for side in 0..item.steps.len() as u16 {
            if self.across(link, side, a)?.contains(&b) || self.across(link, side, b)?.contains(&a) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an edge stays closed for the whole game.
    pub fn never_opens(&self, edge: u16) -> bool {
        let (open, lasts) = self.cache.lasts(|| self.is_open(edge));
        lasts && open.is_ok_and(|open| !open)
    }

    /// True if a link joins two spaces, for any side.
    pub fn linked(&self, link: LinkId, ends: &[Value]) -> Read<bool> {
        let [Value::Ref(a), Value::Ref(b)] = ends else { return Ok(false) };
        let (Some(a), Some(b)) = (self.space_of(*a), self.space_of(*b)) else { return Ok(false) };
        for side in 0..self.game.board.links[link.at()].steps.len() {
            if self.across(link, side as u16, a)?.contains(&b) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The spaces in an arc around a space, facing a direction.
    pub fn arc(&self, arc: u16, space: u16, facing: u16) -> Value {
        let arcs = self.game.facing.as_ref().map(|facing| facing.arcs.as_slice()).unwrap_or_default();
        let spaces = arcs.get(arc as usize).and_then(|arc| arc.spaces.get(facing as usize));
        match spaces.and_then(|spaces| spaces.get(space as usize)) {
            Some(row) => Value::Row(Domain::Space, row.clone()),
            None => Value::Set(Domain::Space, BitSet::new()),
        }
    }

    /// The spaces that a piece can reach across a link within a number of steps, nearest first. Entering, leaving and
    /// passing are checked at each step; a space that may not be passed ends the way.
    pub fn reach(&self, piece: u16, link: LinkId, most: i64) -> Read<Spaces> {
        let unit = Value::Ref(Ref::piece(piece));
        let state = self.piece_state(piece);
        if state.space == NOWHERE {
            return Ok(Spaces::new());
        }
        let verbs = self.game.verbs;
        let mut found = Spaces::new();
        let mut seen = BitSet::single(state.space);
        let mut edge = Spaces::from_slice(&[state.space]);
        for step in 1..=most {
            let steps = Value::Int(step);
            let mut next = Spaces::new();
            for from in &edge {
                if !self.may(verbs.leave, &[unit.clone(), Value::Ref(Ref::space(*from))])? {
                    continue;
                }
                for to in self.across(link, u16::from(state.side), *from)? {
                    if seen.has(to) {
                        continue;
                    }
                    let args = [unit.clone(), Value::Ref(Ref::space(to)), steps.clone()];
                    if !self.may(verbs.enter, &args)? {
                        continue;
                    }
                    seen.insert(to);
                    if self.may(verbs.stay, &args)? {
                        found.push(to);
                    }
                    if step < most && self.may(verbs.pass, &args)? {
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        Ok(found)
    }

    /// The spaces across these links from here, as a side sees it. Of several links, each space once.
    pub fn across_any(&self, links: &BitSet, side: u16, from: u16) -> Read<Spaces> {
        let mut found = Spaces::new();
        for link in links.iter() {
            let next = self.across(LinkId(link), side, from)?;
            for to in next {
                if !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        Ok(found)
    }

    /// The number of steps across these links between two spaces, as a side sees it.
    pub fn steps_over(&self, links: &BitSet, side: u16, from: u16, to: u16) -> Read<Option<i64>> {
        let mut seen = BitSet::single(from);
        let mut edge = vec![from];
        let mut count = 0;
        while !edge.is_empty() {
            if edge.contains(&to) {
                return Ok(Some(count));
            }
            count += 1;
            let mut next = Vec::new();
            for from in edge {
                for space in self.across_any(links, side, from)? {
                    if !seen.has(space) {
                        seen.insert(space);
                        next.push(space);
                    }
                }
            }
            edge = next;
        }
        Ok(None)
    }

    /// The number of steps between neighbours; `None` if there is no way.
    pub fn distance(&self, a: u16, b: u16) -> Option<i64> {
        self.game.board.distance(a, b).map(i64::from)
    }

    /// The next space ahead of a side, or after that many quarter turns: 0 ahead, 1 right, 2 behind, 3 left.
    pub fn relative(&self, space: u16, side: u16, quarter: u8) -> Option<u16> {
        let board = &self.game.board;
        let (grid, ..) = board.spaces[space as usize].cell?;
        let turned = board.grids[grid.at()].turned == Some(side);
        let half_hours = (u16::from(quarter) * 6 + if turned { 12 } else { 0 }) % 24;
        let direction = board.directions.iter().position(|one| u16::from(one.half_hours) == half_hours)?;
        board.toward[direction][space as usize]
    }

    /// The spaces strictly between two others in a straight line; empty if they are not in line.
    pub fn between(&self, a: u16, b: u16) -> Vec<u16> {
        for direction in 0..self.game.board.directions.len() as u16 {
            let ray = self.game.board.ray(a, direction);
            if let Some(at) = ray.iter().position(|space| *space == b) {
                return ray[..at].to_vec();
            }
        }
        Vec::new()
    }

    /// The slots of a space that a side has filled.
    fn filled_slots(&self, space: u16, side: u16) -> BitSet {
        let here = self.occupants(space).intersection(&self.index.of_side[side as usize]);
        let slots = here.iter().map(|piece| u16::from(self.state.pieces[piece as usize].slot));
        slots.filter(|slot| *slot > 0).collect()
    }

    /// The slots of a space that are free for a side.
    pub fn open_slots(&self, space: u16, side: u16) -> BitSet {
        let Some(slots) = &self.game.board.slots else { return BitSet::new() };
        if !slots.spaces.has(space) {
            return BitSet::new();
        }
        self.observer.note(&slots.cites);
        let mut all = BitSet::first_n(usize::from(slots.count) + 1);
        all.remove(0);
        all.minus(&self.filled_slots(space, side))
    }

    /// How many slots are free for a side, less those that pieces without a slot will need.
    pub fn room(&self, space: u16, side: u16) -> i64 {
        match &self.game.board.slots {
            Some(slots) if slots.spaces.has(space) => self.open_slots(space, side).count() as i64,
            _ => i64::from(u16::MAX),
        }
    }

    /// True if a piece takes a slot in its space.
    pub fn takes_slot(&self, piece: u16, space: u16) -> Read<bool> {
        match &self.game.board.slots {
            Some(slots) if slots.spaces.has(space) => Ok(self.get(slots.of, Ref::piece(piece))?.is_yes()),
            _ => Ok(false),
        }
    }

    /// A fault if this variable is the named slot and the piece cannot have that slot in its space.
    pub(in crate::play) fn fits_slot(&self, var: VarId, piece: u16, slot: &Value) -> Read<()> {
        let Some(named) = self.game.board.named_slots.as_ref().filter(|named| named.var == var) else { return Ok(()) };
        let space = self.state.pieces[usize::from(piece)].space;
        let title = || self.space_title(space, None);
        match (named.spaces.has(space), slot) {
            (false, Value::None) | (true, Value::Ref(_)) => Ok(()),
            (false, _) => fault(format!("{} has no slots: `slot` is none there", title())),
            (true, _) => fault(format!("a piece in {} is in one of its slots: `slot` cannot be none", title())),
        }
    }

    /// A fault if a piece has a named slot where there are none, or lacks one where it must have one.
    pub(in crate::play) fn all_fit_slots(&self) -> Read<()> {
        let Some(named) = &self.game.board.named_slots else { return Ok(()) };
        let mut pieces = 0..self.state.pieces.len() as u16;
        pieces.try_for_each(|piece| self.fits_slot(named.var, piece, &self.var(named.var, Ref::piece(piece))))
    }

    /// The piece of a set in the opposite slot: same space, other side.
    pub fn opposite(&self, set: &BitSet, piece: u16) -> Option<u16> {
        let one = self.piece_state(piece);
        if one.slot == NO_SLOT {
            return None;
        }
        let faces = |other: &PieceState| other.space == one.space && other.side != one.side && other.slot == one.slot;
        self.piece_states(set).find(|(_, other)| faces(other)).map(|(piece, _)| piece)
    }

    /// The pieces of a set one slot to either side of the opposite slot.
    pub fn next_to(&self, set: &BitSet, piece: u16) -> BitSet {
        let one = self.piece_state(piece);
        if one.slot == NO_SLOT {
            return BitSet::new();
        }
        let is_next = |other: &PieceState| {
            other.space == one.space && other.slot != NO_SLOT && other.slot.abs_diff(one.slot) == 1
        };
        self.piece_states(set).filter(|(_, other)| is_next(other)).map(|(piece, _)| piece).collect()
    }

    /// The result of a table.
    pub fn table(&self, table: TableId, args: &[Value], column: Option<u16>) -> Read<Value> {
        let item = &self.game.tables[table.at()];
        let found = self.observed(|| Asked::table(item), args, Value::clone, || self.looked_up(table, args, column))?;
        if self.traces() {
            self.trace.ask(Wanted::LookUp(table, args.to_vec()));
        }
        Ok(found)
    }

    /// The line of each axis on which these arguments fall; `None` if the table has no such line.
    pub fn table_lines(&self, table: TableId, args: &[Value]) -> Read<Option<SmallVec<[TableLine; 2]>>> {
        let mut lines = SmallVec::new();
        for (axis, arg) in self.game.tables[table.at()].axes.iter().zip(args) {
            let Some(unshifted) = line_of(self.game, axis, arg) else { return Ok(None) };
            let at = match &axis.shift {
                None => unshifted,
                Some(shift) => match self.shift(shift, args)? {
                    Some(by) => (unshifted as i64).saturating_add(by).clamp(0, axis.labels.len() as i64 - 1) as usize,
                    None => return Ok(None),
                },
            };
            lines.push(TableLine { unshifted, at });
        }
        Ok(Some(lines))
    }

    fn looked_up(&self, table: TableId, args: &[Value], column: Option<u16>) -> Read<Value> {
        let item = &self.game.tables[table.at()];
        let several = column.is_none() && !item.gives.is_empty();
        let Some(lines) = self.table_lines(table, args)? else {
            return Ok(if several { Value::Array(Arc::from([])) } else { item.nothing(column) });
        };
        let at = item.axes.iter().zip(lines).fold(0, |at, (axis, line)| at * axis.labels.len() + line.at);
        let width = item.gives.len().max(1);
        self.observer.note(&item.cites);
        if several {
            let row = item.cells.get(at * width..(at + 1) * width).unwrap_or(&[]);
            return Ok(Value::Array(Arc::from(row)));
        }
        match item.cells.get(at * width + column.map_or(0, usize::from)) {
            Some(value) => Ok(value.clone()),
            None => fault(format!("table {} has no such cell", item.name)),
        }
    }

    /// By how many lines an axis is shifted; `None` if the number is absent.
    fn shift(&self, shift: &Shift, args: &[Value]) -> Read<Option<i64>> {
        match shift {
            Shift::Quantity(quantity, places) => self.number(*quantity, &given(places, args)),
            Shift::Given(place) => Ok(args.get(usize::from(*place)).and_then(Value::int)),
        }
    }
}

/// The arguments at these places.
pub(in crate::play) fn given(places: &[u16], args: &[Value]) -> Vec<Value> {
    places.iter().map(|place| args.get(usize::from(*place)).cloned().unwrap_or_default()).collect()
}

/// One of several results of a look-up; `none` if the table has no line.
pub fn result(table: &Table, results: &Value, column: u16) -> Value {
    match results {
        Value::Array(row) => row.get(usize::from(column)).cloned(),
        _ => None,
    }
    .unwrap_or_else(|| table.nothing(Some(column)))
}

/// The line of an axis that an argument falls on.
fn line_of(game: &Game, axis: &Axis, arg: &Value) -> Option<usize> {
    match arg {
        Value::Int(n) => {
            let exact = axis.labels.iter().position(|labels| {
                labels.iter().any(|label| matches!(label, Label::Range(from, to) if from <= n && n <= to))
            });
            if exact.is_some() || !axis.clamped {
                return exact;
            }
            // The nearest printed line.
            let gap = |labels: &Vec<Label>| {
                labels
                    .iter()
                    .filter_map(|label| match label {
                        Label::Range(from, to) => Some((from - n).max(n - to)),
                        _ => None,
                    })
                    .min()
            };
            (0..axis.labels.len()).filter(|at| gap(&axis.labels[*at]).is_some()).min_by_key(|at| gap(&axis.labels[*at]))
        }
        // A kind without a line of its own uses that of its nearest family.
        Value::Ref(Ref { domain: Domain::Kind, index }) => {
            let up = |kind: &u16| game.kinds[usize::from(*kind)].family;
            let line = |kind| axis.labels.iter().position(|labels| labels.contains(&Label::Thing(Ref::kind(kind))));
            std::iter::successors(Some(*index), up).find_map(line)
        }
        Value::Ref(thing) => axis.labels.iter().position(|labels| labels.contains(&Label::Thing(*thing))),
        Value::None => axis.labels.iter().position(|labels| labels.contains(&Label::None)),
        _ => None,
    }
}
