//! What play looks at whenever it has settled: rules that then do something, and what must always hold.

use crate::source::Span;

use super::super::id::*;
use super::super::node::Node;

/// A rule that play looks at when it has settled.
#[derive(Clone, Debug)]
pub struct Whenever {
    /// The noun that runs over its set, with its slot.
    pub each: Option<NounId>,
    /// The condition; the noun is local 0.
    pub condition: Node,
    /// Slots of the condition.
    pub locals: u16,
    /// What is done.
    pub script: ScriptId,
    /// Which columns of the state the condition reads.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// What must always hold when play has settled.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The noun that runs over its set.
    pub each: Option<NounId>,
    /// What must hold; the noun is local 0.
    pub condition: Node,
    /// Slots of the condition.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}
