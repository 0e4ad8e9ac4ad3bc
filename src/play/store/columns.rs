//! The variables of a state: a column of cells for each variable, a row of bits for each flag, and values of their own
//! for variables that hold more than a cell can.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::{Faces, Value, domain_word};

use super::state::{Layout, State};
use super::world::{Read, fault};

/// Where the values of a variable are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// A bit for each thing.
    Flags,
    /// A number for each thing.
    Cells,
    /// A value for each thing: a set, a text, dice.
    Wide,
}

/// Where the values of a variable of this type are stored.
pub(super) fn store_of(ty: Type) -> Store {
    match ty {
        Type::Flag => Store::Flags,
        ty if ty.is_wide() => Store::Wide,
        _ => Store::Cells,
    }
}

/// The values of variables that hold more than a cell can.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wide(pub(super) Vec<Value>);

impl Hash for Wide {
    /// Nothing where no variable is wide, so that games without such variables keep their numbers.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(hasher);
        }
    }
}

/// A value as a variable of this type holds it: sets and dice are never absent.
fn held(value: &Value, ty: Type) -> Value {
    match (ty, value) {
        (Type::Dice, Value::None) => Value::Dice(Faces::new()),
        (Type::Set(domain), Value::None) => Value::set(domain, []),
        (Type::Set(domain), Value::Ref(_) | Value::Set(..) | Value::Row(..) | Value::Array(_)) => {
            Value::Set(domain, value.bits())
        }
        _ => value.clone(),
    }
}

/// Checks that a variable can hold a value: one of its type, a number in its range, and `none` only if it is declared
/// with `?`. Sets, dice and flags read `none` as empty or no.
pub(in crate::play) fn can_hold(name: &str, ty: Type, range: Option<(i64, i64)>, value: &Value) -> Read<()> {
    match (value, range) {
        (Value::None, _) if matches!(ty, Type::Int(false) | Type::Half(false) | Type::One(_, false) | Type::Text) => {
            fault(format!("`{name}` would become `none`, and its type has no `?`"))
        }
        (Value::Int(n), Some((low, high))) if *n < low || *n > high => {
            fault(format!("`{name}` may be from {low} to {high}, but would become {n}"))
        }
        (Value::None, _) => Ok(()),
        _ => match other_type(ty, value) {
            Some(wanted) => fault(format!("expected {wanted} for `{name}`, found {}", value.describe())),
            None => Ok(()),
        },
    }
}

/// What a variable of this type holds, if the value is none of it: it would become absent or another value.
fn other_type(ty: Type, value: &Value) -> Option<&'static str> {
    let is_number = matches!(value, Value::Int(_) | Value::Half(_) | Value::Ref(Ref { domain: Domain::Number, .. }));
    let is_set = matches!(value, Value::Ref(_) | Value::Set(..) | Value::Row(..) | Value::Array(_));
    match ty {
        Type::Int(_) | Type::Half(_) | Type::One(Domain::Number, _) if !is_number => Some("a number"),
        Type::One(Domain::Number, _) => None,
        Type::One(domain, _) if !matches!(value, Value::Ref(_)) => Some(domain_word(domain)),
        Type::Text if !matches!(value, Value::Text(_)) => Some("a text"),
        Type::Flag if !matches!(value, Value::Flag(_)) => Some("yes or no"),
        Type::Set(_) if !is_set && !is_number => Some("a set"),
        _ => None,
    }
}

/// The cell of a variable that is absent.
const ABSENT: i32 = i32::MIN;

/// A value as a cell. Numbers out of range are clamped.
pub fn encode(value: &Value) -> i32 {
    match value {
        Value::Int(n) | Value::Half(n) => i32::try_from(*n).unwrap_or(if *n > 0 { i32::MAX } else { ABSENT + 1 }),
        Value::Ref(r) => i32::from(r.index),
        Value::Flag(flag) => i32::from(*flag),
        _ => ABSENT,
    }
}

/// A value as a cell of this type; whole numbers become halves if the type is an amount in halves.
pub fn encode_as(value: &Value, ty: Type) -> i32 {
    match (ty, value) {
        (Type::Half(_), Value::Int(n)) => encode(&Value::Half(n.saturating_mul(2))),
        _ => encode(value),
    }
}

/// The value of a cell of this type.
pub fn decode(cell: i32, ty: Type) -> Value {
    if cell == ABSENT {
        return Value::None;
    }
    match ty {
        Type::One(domain, _) => Value::Ref(Ref::new(domain, cell as u16)),
        Type::Flag => Value::Flag(cell != 0),
        Type::Half(_) => Value::Half(i64::from(cell)),
        _ => Value::Int(i64::from(cell)),
    }
}

impl Layout {
    /// The same state with room for more pieces.
    pub(in crate::play) fn with_room(&self, game: &Game, pieces: usize) -> Layout {
        let Layout { pieces, offset, members, cells, words, wide, .. } = Layout::new(game, pieces);
        Layout { pieces, offset, members, cells, words, wide, ..self.clone() }
    }

    /// The same with room for many new pieces, if scripts create any, and these states in it: it stays the same while
    /// play is looked ahead at.
    pub fn with_more_room<const N: usize>(
        self: &Arc<Self>,
        game: &Game,
        states: [State; N],
    ) -> (Arc<Layout>, [State; N]) {
        const MORE: usize = 512;
        if !game.makes_pieces {
            return (self.clone(), states);
        }
        let layout = self.with_room(game, self.pieces + MORE);
        let states = states.map(|state| state.laid_out_anew(game, self, &layout));
        (Arc::new(layout), states)
    }

    /// The cells, or the wide values, of a variable that is not a flag.
    fn cells_of(&self, var: VarId) -> Range<usize> {
        let start = self.offset[var.at()] as usize;
        start..start + usize::from(self.members[var.at()])
    }

    /// The words of a flag.
    fn words_of(&self, flag: VarId) -> Range<usize> {
        let start = self.offset[flag.at()] as usize;
        start..start + usize::from(self.members[flag.at()]).div_ceil(64).max(1)
    }
}

impl State {
    /// Resets all variables and flags.
    pub(in crate::play) fn without_values(self, layout: &Layout) -> State {
        let wide = Wide(vec![Value::None; layout.wide]);
        State { cells: vec![ABSENT; layout.cells], flags: vec![0; layout.words], wide, ..self }
    }

    /// The same variables in a layout with room for more things.
    pub(in crate::play) fn laid_out_anew(&self, game: &Game, from: &Layout, to: &Layout) -> State {
        let mut state = self.clone().without_values(to);
        for (at, var) in game.vars.iter().enumerate() {
            let (id, start) = (VarId(at as u16), to.offset[at] as usize);
            match store_of(var.ty) {
                Store::Flags => {
                    let old = &self.flags[from.words_of(id)];
                    state.flags[start..start + old.len()].copy_from_slice(old);
                }
                Store::Cells => {
                    let old = &self.cells[from.cells_of(id)];
                    state.cells[start..start + old.len()].copy_from_slice(old);
                }
                Store::Wide => {
                    let old = &self.wide.0[from.cells_of(id)];
                    state.wide.0[start..start + old.len()].clone_from_slice(old);
                }
            }
        }
        state
    }

    /// Whether the state is laid out like this.
    pub(in crate::play) fn fits(&self, layout: &Layout) -> bool {
        (self.cells.len(), self.flags.len(), self.wide.0.len()) == (layout.cells, layout.words, layout.wide)
    }

    /// Whether a flag is set.
    #[inline]
    pub fn flag(&self, layout: &Layout, var: VarId, index: u16) -> bool {
        let at = layout.offset[var.at()] as usize + index as usize / 64;
        self.flags.get(at).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Whether a variable that is not a flag has this value for any thing.
    pub fn holds(&self, layout: &Layout, var: VarId, cell: i32) -> bool {
        self.cells.get(layout.cells_of(var)).is_some_and(|cells| cells.contains(&cell))
    }

    /// All things with a flag.
    pub fn flagged(&self, layout: &Layout, var: VarId) -> BitSet {
        BitSet::from_words(self.flags.get(layout.words_of(var)).unwrap_or(&[]))
    }

    /// The cell of a variable that is not a flag, unless it is absent.
    #[inline]
    pub fn cell(&self, layout: &Layout, var: VarId, index: u16) -> Option<i32> {
        let at = layout.offset[var.at()] as usize + index as usize;
        self.cells.get(at).copied().filter(|cell| *cell != ABSENT)
    }

    /// The value of a variable or flag.
    #[inline]
    pub fn var(&self, game: &Game, layout: &Layout, var: VarId, index: u16) -> Value {
        let ty = game.vars[var.at()].ty;
        let at = layout.offset[var.at()] as usize + index as usize;
        match store_of(ty) {
            Store::Flags => Value::Flag(self.flag(layout, var, index)),
            Store::Cells => self.cells.get(at).map_or(Value::None, |cell| decode(*cell, ty)),
            Store::Wide => self.wide.0.get(at).map_or(Value::None, |value| held(value, ty)),
        }
    }

    /// Writes a variable or flag without hooks or log. Returns true if it changed.
    pub(in crate::play) fn write(&mut self, layout: &Layout, var: VarId, ty: Type, index: u16, value: &Value) -> bool {
        if index >= layout.members[var.at()] {
            return false;
        }
        let start = layout.offset[var.at()] as usize;
        match store_of(ty) {
            Store::Flags => {
                let at = start + index as usize / 64;
                let bit = 1u64 << (index % 64);
                let old = self.flags[at];
                self.flags[at] = if value.is_yes() { old | bit } else { old & !bit };
                old != self.flags[at]
            }
            Store::Cells => {
                let new = encode_as(value, ty);
                std::mem::replace(&mut self.cells[start + index as usize], new) != new
            }
            Store::Wide => {
                let new = held(value, ty);
                let cell = &mut self.wide.0[start + index as usize];
                let changes = held(cell, ty) != new;
                *cell = new;
                changes
            }
        }
    }

    /// Whether a variable or flag of a thing has this value.
    pub(in crate::play) fn has(&self, layout: &Layout, var: VarId, ty: Type, index: u16, value: &Value) -> bool {
        let at = layout.offset[var.at()] as usize + usize::from(index);
        match store_of(ty) {
            Store::Flags => self.flag(layout, var, index) == value.is_yes(),
            Store::Cells => self.cells.get(at) == Some(&encode_as(value, ty)),
            Store::Wide => self.wide.0.get(at).is_some_and(|own| held(own, ty) == held(value, ty)),
        }
    }

    /// The first `most` things with another value in a variable that is not a flag.
    pub(in crate::play) fn unlike(
        &self,
        layout: &Layout,
        var: VarId,
        ty: Type,
        members: usize,
        value: &Value,
    ) -> BitSet {
        if store_of(ty) != Store::Cells {
            return (0..members as u16).filter(|index| !self.has(layout, var, ty, *index, value)).collect();
        }
        let start = layout.offset[var.at()] as usize;
        let cell = encode_as(value, ty);
        let cells = self.cells.get(start..start + members).unwrap_or(&[]);
        (0u16..).zip(cells).filter(|(_, own)| **own != cell).map(|(index, _)| index).collect()
    }

    /// The variables with another value for any thing in another state of the same play.
    fn changed<'s>(&'s self, other: &'s State, game: &'s Game, layout: &'s Layout) -> impl Iterator<Item = VarId> + 's {
        (0..game.vars.len() as u16).map(VarId).filter(move |var| match store_of(game.vars[var.at()].ty) {
            Store::Flags => self.flags.get(layout.words_of(*var)) != other.flags.get(layout.words_of(*var)),
            Store::Cells => self.cells.get(layout.cells_of(*var)) != other.cells.get(layout.cells_of(*var)),
            Store::Wide => self.wide.0.get(layout.cells_of(*var)) != other.wide.0.get(layout.cells_of(*var)),
        })
    }

    /// The columns in which another state of the same play differs. Columns without cells count as different.
    pub(in crate::play) fn columns_unlike(&self, other: &State, game: &Game, layout: &Layout) -> u128 {
        if self.cells.len() != other.cells.len() || self.flags.len() != other.flags.len() {
            return u128::MAX;
        }
        let others = ((1 << column::FIRST_VAR) - 1) & !(1 << column::READINGS);
        self.changed(other, game, layout).fold(others, |unlike, var| unlike | 1 << game.vars[var.at()].column)
    }

    /// The variables, then the flags, in which a later state of the same play differs, each with the things whose value
    /// differs.
    pub fn variables_unlike(&self, later: &State, game: &Game, layout: &Layout) -> Vec<(VarId, u16)> {
        let is_flag = |var: &VarId| game.vars[var.at()].ty == Type::Flag;
        let (flags, others): (Vec<_>, Vec<_>) = self.changed(later, game, layout).partition(is_flag);
        let mut found = Vec::new();
        for var in others.into_iter().chain(flags) {
            let unlike = |index: &u16| self.var(game, layout, var, *index) != later.var(game, layout, var, *index);
            found.extend((0..layout.members[var.at()]).filter(unlike).map(|index| (var, index)));
        }
        found
    }
}
