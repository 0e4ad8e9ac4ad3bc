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
    /// What players read.
    pub title: String,
    /// Rows first, then columns.
    pub axes: Vec<Axis>,
    /// The names of result columns (`gives`), if it has any.
    pub gives: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Value>,
    /// The type of a cell.
    pub ty: Type,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// An axis of a table.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The values it is looked up with.
    pub ty: Type,
    /// The labels of each line, in the printed order.
    pub labels: Vec<Vec<Label>>,
    /// True if a number outside takes the nearest line.
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
