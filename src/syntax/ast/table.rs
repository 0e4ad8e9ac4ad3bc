//! Tables, typed as printed.

use super::{Cite, Name, Text, TypeRef, Word};
use crate::source::Span;

/// `table NAME [TITLE] rows AXIS (columns AXIS {, AXIS} | gives NAME {, NAME}) { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The axis of the row labels.
    pub rows_axis: Axis,
    /// The kind of columns.
    pub kind: TableKind,
    /// One line of headings for each column axis. A heading covers the columns from its own place to the next
    /// heading's.
    pub headings: Vec<Vec<Word>>,
    /// The rows.
    pub rows: Vec<TableRow>,
    /// `cell riders/militia/guns`: the names of a cell's parts.
    pub cell: Vec<Name>,
}

/// The kinds of table columns.
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
    /// Its name, which is also the name of the parameter.
    pub name: Name,
    /// Its type, if the name is not a noun.
    pub ty: Option<TypeRef>,
    /// True if values outside the range use the nearest row or column.
    pub clamped: bool,
    /// The quantity that shifts the position along it.
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

/// `extend table NAME { … }`: rows and columns added to a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableExtension {
    /// The table.
    pub name: Name,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines: for a table with columns a line of headings first, then rows.
    pub lines: Vec<Vec<Word>>,
    /// The whole item.
    pub span: Span,
}
