//! Tables, typed as they are printed.

use super::{Cite, Name, Text, TypeRef, Word};
use crate::source::Span;

/// `table NAME [TITLE] rows AXIS (columns AXIS {, AXIS} | gives NAME {, NAME}) { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// What the first word of each row is.
    pub rows_axis: Axis,
    /// What the columns are.
    pub kind: TableKind,
    /// One line of headings for each column axis. A heading covers the columns from its own place to the next heading's.
    pub headings: Vec<Vec<Word>>,
    /// The rows.
    pub rows: Vec<TableRow>,
    /// `cell riders/militia/guns`: names for the parts of a cell.
    pub cell: Vec<Name>,
}

/// What the columns of a table are.
#[derive(Clone, Debug, PartialEq)]
pub enum TableKind {
    /// `columns AXIS {, AXIS}`: looked up like the rows.
    Columns(Vec<Axis>),
    /// `gives NAME {, NAME}`: named results.
    Gives(Vec<Name>),
}

/// `NAME [: TYPE] [clamped] [shifted by QUANTITY]`
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name, which is also the parameter's.
    pub name: Name,
    /// Its type, if the name is no noun.
    pub ty: Option<TypeRef>,
    /// Whether what lies outside takes the nearest line.
    pub clamped: bool,
    /// The quantity that moves along it.
    pub shifted_by: Option<Name>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its label: names (several with `/`), a number or a range.
    pub label: Word,
    /// Its cells from left to right.
    pub cells: Vec<Word>,
    /// The whole row.
    pub span: Span,
}
