//! What things have: facts, which are printed, and variables, which change.

use crate::source::Span;

use super::super::id::*;
use super::super::node::Node;
use super::super::types::Type;
use super::super::value::Value;

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// What has it.
    pub subject: Domain,
    /// Its type.
    pub ty: Type,
    /// Its value where none is given; `None` here means that it must be given.
    pub default: Option<Value>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A variable or flag.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// The opposite of a flag.
    pub opposite: Option<String>,
    /// What has it.
    pub subject: Domain,
    /// Its type; flags are [`Type::Flag`].
    pub ty: Type,
    /// Its value at first; the bearer is local 0.
    pub default: Option<Node>,
    /// Slots needed to evaluate the default.
    pub locals: u16,
    /// The scopes it lives in; none means for good.
    pub during: Vec<ScopeId>,
    /// Drawn on what bears it.
    pub glyph: Option<String>,
    /// True if only the full log reports its changes, and `status` leaves it out.
    pub quiet: bool,
    /// A terrain (flag of spaces) or weather (flag of the game).
    pub nature: Nature,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Hooks that run before a change.
    pub before: Vec<HookId>,
    /// Hooks that run after a change.
    pub after: Vec<HookId>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
    /// The smallest and greatest value of a range.
    pub range: Option<(i64, i64)>,
    /// Which words must be forgotten when it changes: its bit in `reads` ([`super::column`]).
    pub column: u8,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// `var` or `flag`.
    Plain,
    /// `terrain`.
    Terrain,
    /// `weather`.
    Weather,
}
