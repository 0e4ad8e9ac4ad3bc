//! Facts, which are printed, and variables, which change.

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
    /// The domain it belongs to.
    pub subject: Domain,
    /// Its type.
    pub ty: Type,
    /// The default value. `None` means that a value is required.
    pub default: Option<Value>,
    /// The minimum and maximum value, if declared.
    pub range: Option<(i64, i64)>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// A variable or flag.
#[derive(Clone, Debug, Default)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// The opposite of a flag.
    pub opposite: Option<String>,
    /// The domain it belongs to.
    pub subject: Domain,
    /// Its type; flags are [`Type::Flag`].
    pub ty: Type,
    /// The initial value. The bearer is local 0.
    pub default: Option<Node>,
    /// The number of slots needed to evaluate the default.
    pub locals: u16,
    /// The scopes it lives in. Empty means the whole game.
    pub during: Vec<ScopeId>,
    /// The glyph drawn on its bearer.
    pub glyph: Option<String>,
    /// True if only the full log reports its changes, and `status` leaves it out.
    pub quiet: bool,
    /// Terrain (a flag of spaces), weather (a flag of the game) or neither.
    pub nature: Nature,
    /// The text players see.
    pub title: String,
    /// A one-line description.
    pub doc: Option<String>,
    /// Hooks that run before a change.
    pub before: Vec<HookId>,
    /// Hooks that run after a change.
    pub after: Vec<HookId>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
    /// The lowest and highest value, if it has a range.
    pub range: Option<(i64, i64)>,
    /// Its bit in `reads` ([`super::column`]). When it changes, cached words with this bit are re-evaluated.
    pub column: u8,
}

impl Var {
    /// True if the variable exists while these scopes run: it has no lifetime, or one of them is it.
    pub fn lives_in(&self, running: &[ScopeId]) -> bool {
        self.during.is_empty() || self.during.iter().any(|scope| running.contains(scope))
    }
}

/// The declaration a variable comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nature {
    /// `var` or `flag`.
    #[default]
    Plain,
    /// `terrain`.
    Terrain,
    /// `weather`.
    Weather,
}
