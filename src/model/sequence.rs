//! The sequence of play and its scopes (language reference, 2.3 and 3.21).

use crate::source::Span;

use super::clause::Guard;
use super::game::Param;
use super::id::*;
use super::node::Node;

/// A named stretch of play.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Its name.
    pub name: String,
    /// Its line in the log; parameters are the first locals.
    pub title: Option<Node>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What kind of stretch it is.
    pub kind: ScopeKind,
    /// Hooks before it, in order.
    pub before: Vec<HookId>,
    /// Hooks after it, in order.
    pub after: Vec<HookId>,
    /// Offers that open before it.
    pub windows_before: Vec<OfferId>,
    /// Offers that open after it.
    pub windows_after: Vec<OfferId>,
    /// Variables that live in it.
    pub vars: Vec<VarId>,
    /// Purses that live in it.
    pub purses: Vec<PurseId>,
    /// Slots needed for its title.
    pub locals: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// What kind of stretch a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The whole game, setting up, drawing, shuffling, a verb of the door.
    Builtin,
    /// A step, or a turn of its `each`.
    Step(StepId),
    /// An offer being carried out; families too.
    Offer(OfferId),
    /// A procedure.
    Procedure(ScriptId),
}

/// A step of the sequence.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Its scope.
    pub scope: ScopeId,
    /// The step around it.
    pub parent: Option<StepId>,
    /// How often it runs.
    pub repeat: Repeat,
    /// Who acts.
    pub by: Option<Node>,
    /// When it runs; locals are those of `things` of the steps around it and its own.
    pub when: Option<Node>,
    /// Only under this reading.
    pub under: Option<(RulingId, u16)>,
    /// `except STEP` clauses.
    pub exceptions: Vec<Guard>,
    /// What happens.
    pub body: Body,
    /// Slots needed for its expressions.
    pub locals: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// How often a step runs.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Repeat {
    /// Once.
    Once,
    /// Again and again, counted.
    Count { from: i64, to: Option<Node>, until: Option<Node> },
    /// Once for each side that has a player, from this one round.
    Sides { from: Option<Node> },
    /// Once for each member, in order; or in the order that its owner picks. The thing is parameter 0 of the scope.
    Members { of: Node, any_order: bool },
    /// All sides at once, unseen.
    AllSides,
}

/// What happens in a step.
#[derive(Clone, Debug)]
pub enum Body {
    /// Nothing: a place to hook on.
    Nothing,
    /// A script.
    Do(ScriptId),
    /// Offers until a pass.
    Actions {
        /// The offers, in order.
        offers: Vec<OfferId>,
        /// No pass while one is legal.
        must: bool,
        /// At most one.
        once: bool,
        /// The words for passing.
        pass: Option<String>,
    },
    /// Steps one after the other.
    Steps(Vec<StepId>),
}
