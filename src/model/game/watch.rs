//! Rules that play checks after each settled change: `whenever` rules and invariants.

use crate::source::Span;

use super::super::id::*;
use super::super::node::{Compiled, Node};

/// A `whenever` rule: a script that runs when its condition holds in settled play.
#[derive(Clone, Debug)]
pub struct Whenever {
    /// The noun whose members are checked in turn.
    pub each: Option<NounId>,
    /// The condition. The noun is local 0.
    pub condition: Node,
    /// The compiled form of the condition, asked of all members of the noun at once.
    pub at_once: Compiled,
    /// The number of slots the condition needs.
    pub locals: u16,
    /// The reading of a ruling to which it belongs.
    pub under: Option<(RulingId, u16)>,
    /// The script to run.
    pub script: ScriptId,
    /// The state columns the condition reads, one bit each.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}

/// A condition that must always hold in settled play.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The noun whose members are checked in turn.
    pub each: Option<NounId>,
    /// The condition. The noun is local 0.
    pub condition: Node,
    /// True if the condition is found about as fast as it would be looked up. Then it is not cached.
    pub light: bool,
    /// The compiled form of the condition, asked of all members of the noun at once.
    pub at_once: Compiled,
    /// Slots of the condition.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}
