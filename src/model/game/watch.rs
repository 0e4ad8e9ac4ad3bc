//! Rules checked after each settled change: `whenever` rules and invariants.

use crate::source::Span;

use super::super::id::*;
use super::super::node::{Compiled, Node};

/// A `whenever` rule: a script that runs when its condition is true in settled play.
#[derive(Clone, Debug)]
pub struct Whenever {
    /// The noun whose members are checked in turn.
    pub each: Option<NounId>,
    /// The condition. The member is local 0.
    pub condition: Node,
    /// The compiled form of the condition, evaluated for all members of the noun at once.
    pub at_once: Compiled,
    /// The number of slots the condition needs.
    pub locals: u16,
    /// The reading of a ruling it requires.
    pub under: Option<(RulingId, u16)>,
    /// The script to run.
    pub script: ScriptId,
    /// The state columns the condition reads, one bit each.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// A clause that excepts something from others, for people who look these up. The guards of the others heed it.
#[derive(Clone, Debug)]
pub struct Exception {
    /// The label of the others, often the name of their item.
    pub from: String,
    /// The span of the clause.
    pub span: Span,
    /// The sections it cites.
    pub cites: Vec<SectionId>,
}

/// A condition that must always be true in settled play.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The noun whose members are checked in turn.
    pub each: Option<NounId>,
    /// The condition. The member is local 0.
    pub condition: Node,
    /// True if evaluating the condition is about as fast as a cache look-up. It is not cached.
    pub light: bool,
    /// The compiled form of the condition, evaluated for all members of the noun at once.
    pub at_once: Compiled,
    /// The number of slots the condition needs.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}
