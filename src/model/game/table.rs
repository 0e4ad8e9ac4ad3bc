//! Tables: their axes and their cells.

use crate::source::Span;

use super::super::id::*;
use super::super::types::Type;
use super::super::value::Value;
use super::Param;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Rows first, then columns.
    pub axes: Vec<Axis>,
    /// What a call gives after the axes: what the quantities that shift them need besides.
    pub more: Vec<Param>,
    /// The names of its results (`gives`, or the parts of a cell), if it has several.
    pub gives: Vec<String>,
    /// The cells, row by row; with several results, those of one cell stand together.
    pub cells: Vec<Value>,
    /// The types of its results: one each, or the one of its cells.
    pub types: Vec<Type>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
}

impl Table {
    /// The type of a result, or of a cell of a table that has only one.
    pub fn type_of(&self, result: Option<u16>) -> Type {
        self.types.get(result.map_or(0, usize::from)).copied().unwrap_or(Type::Any)
    }

    /// What stands for a result where the table has no line: `no`, or nothing.
    pub fn nothing(&self, result: Option<u16>) -> Value {
        if self.type_of(result) == Type::Flag { Value::Flag(false) } else { Value::None }
    }

    /// The types of what a call gives: the axes, then what their shifts need.
    pub fn params(&self) -> Vec<Type> {
        self.axes.iter().map(|axis| axis.ty).chain(self.more.iter().map(|param| param.ty)).collect()
    }
}

/// An axis of a table.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The type of the values it is looked up with.
    pub ty: Type,
    /// The labels of each line, in the printed order.
    pub labels: Vec<Vec<Label>>,
    /// True if a number outside the table uses the nearest line.
    pub clamped: bool,
    /// What moves the line that was found along the printed ones; it stops at the edge.
    pub shift: Option<Shift>,
}

/// What shifts an axis. Arguments are named by their place in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shift {
    /// A quantity with these arguments.
    Quantity(QuantityId, Vec<u16>),
    /// A number that the call gives.
    Given(u16),
}

/// A label of a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Numbers from the first to the second, both included.
    Range(i64, i64),
    /// One thing.
    Thing(Ref),
    /// None: the line for an absent value.
    None,
}
