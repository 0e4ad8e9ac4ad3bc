//! Tables: their axes and their cells.

use crate::source::Span;

use super::super::id::*;
use super::super::types::Type;
use super::super::value::Value;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Rows first, then columns.
    pub axes: Vec<Axis>,
    /// The names of result columns (`gives`), if it has any.
    pub gives: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Value>,
    /// The type of a cell.
    pub ty: Type,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
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
