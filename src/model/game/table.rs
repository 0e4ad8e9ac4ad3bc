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
    /// The arguments after the axes: those needed by the quantities that shift the axes.
    pub more: Vec<Param>,
    /// The names of its results (`gives`, or the parts of a cell), if it has several.
    pub gives: Vec<String>,
    /// The cells, row by row. The results of one cell are adjacent.
    pub cells: Vec<Value>,
    /// The types of its results, or the single type of its cells.
    pub types: Vec<Type>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// The line of an axis of a table on which an argument falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// The line before the shift of the axis.
    pub unshifted: usize,
    /// The line that counts.
    pub at: usize,
}

impl Table {
    /// The type of a result, or of a cell of a table with a single result.
    pub fn type_of(&self, result: Option<u16>) -> Type {
        self.types.get(result.map_or(0, usize::from)).copied().unwrap_or(Type::Any)
    }

    /// The value of a result where the table has no line: `no` for a flag, otherwise `none`.
    pub fn nothing(&self, result: Option<u16>) -> Value {
        if self.type_of(result) == Type::Flag { Value::Flag(false) } else { Value::None }
    }

    /// The types of the arguments: the axes, then those its shifts need.
    pub fn params(&self) -> Vec<Type> {
        self.axes.iter().map(|axis| axis.ty).chain(self.more.iter().map(|param| param.ty)).collect()
    }
}

/// An axis of a table.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The type of the look-up values.
    pub ty: Type,
    /// The labels of each line, in printed order.
    pub labels: Vec<Vec<Label>>,
    /// True if a number outside the table uses the nearest line.
    pub clamped: bool,
    /// The shift applied to the line found, which stops at the edge of the table.
    pub shift: Option<Shift>,
}

impl Axis {
    /// True if every argument of its type has a line. `count`: the number of things of a domain.
    pub fn is_total(&self, count: impl Fn(Domain) -> usize) -> bool {
        let labels = || self.labels.iter().flatten();
        let numbers = |low: i64, high: i64| {
            let mut ranges: Vec<(i64, i64)> = labels()
                .filter_map(|label| if let Label::Range(a, b) = label { Some((*a, *b)) } else { None })
                .collect();
            ranges.sort_unstable();
            // The first number without a line.
            let gap =
                ranges.iter().try_fold(low, |next, (a, b)| if *a <= next { b.checked_add(1) } else { Some(next) });
            gap.is_none_or(|gap| gap > high)
        };
        match self.ty {
            Type::Int(false) => self.clamped || numbers(i64::MIN, i64::MAX),
            Type::Flag => numbers(0, 1),
            Type::One(domain @ (Domain::List(_) | Domain::Side), false) => {
                (0..count(domain)).all(|at| labels().any(|label| *label == Label::Thing(Ref::new(domain, at as u16))))
            }
            _ => false,
        }
    }
}

/// The shift of an axis. Arguments are given by their position in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shift {
    /// A quantity with these arguments.
    Quantity(QuantityId, Vec<u16>),
    /// A number passed in the call.
    Given(u16),
}

/// A label of a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Numbers from the first to the second, both included.
    Range(i64, i64),
    /// One thing.
    Thing(Ref),
    /// `none`: the line for an absent value.
    None,
}
