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
    /// Its line in the log. The parameters are the first locals.
    pub title: Option<Node>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its kind.
    pub kind: ScopeKind,
    /// The hooks that run before it, in order.
    pub before: Vec<HookId>,
    /// The hooks that run after it, in order.
    pub after: Vec<HookId>,
    /// Offers that open before it.
    pub windows_before: Vec<OfferId>,
    /// Offers that open after it.
    pub windows_after: Vec<OfferId>,
    /// Variables that live in it.
    pub vars: Vec<VarId>,
    /// Purses that live in it.
    pub purses: Vec<PurseId>,
    /// For a procedure: the scripts that replace its own where their guard holds, the last declared first.
    pub replacements: Vec<ScriptReading>,
    /// The number of slots its title needs.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
}

/// Another script of a procedure.
#[derive(Clone, Debug)]
pub struct ScriptReading {
    /// The conditions under which it runs.
    pub guard: Guard,
    /// The number of slots that these need, parameters first.
    pub locals: u16,
    /// The script.
    pub script: ScriptId,
}

/// The kind of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The whole game, the set-up, drawing, shuffling, or one of the engine's own actions.
    Builtin,
    /// A step, or one repetition of a step with `each`.
    Step(StepId),
    /// An offer while it is carried out, including families.
    Offer(OfferId),
    /// A procedure.
    Procedure(ScriptId),
}

/// A step of the sequence.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its scope.
    pub scope: ScopeId,
    /// The step around it.
    pub parent: Option<StepId>,
    /// How often it runs.
    pub repeat: Repeat,
    /// The side that acts.
    pub by: Option<Node>,
    /// The condition. Its locals are the `things` of the enclosing steps and its own.
    pub when: Option<Node>,
    /// The reading of a ruling it requires.
    pub under: Option<(RulingId, u16)>,
    /// `except STEP` clauses.
    pub exceptions: Vec<Guard>,
    /// Its content.
    pub body: Body,
    /// The number of slots its expressions need.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}

/// How often a step runs.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Repeat {
    /// Once.
    Once,
    /// Repeatedly, with a counter.
    Count { from: i64, to: Option<Node>, until: Option<Node> },
    /// Once for each side that has a player, in turn from this one.
    Sides { from: Option<Node> },
    /// Once for each member, in order or in an order the owner chooses. The member is parameter 0 of the scope.
    Members { of: Node, any_order: bool },
    /// All sides at the same time, without seeing each other's choices.
    AllSides,
}

/// The content of a step.
#[derive(Clone, Debug)]
pub enum Body {
    /// Nothing. Hooks may use it.
    Nothing,
    /// A script.
    Do(ScriptId),
    /// Offers, until the side passes.
    Actions {
        /// The offers, in order.
        offers: Vec<OfferId>,
        /// True if the side may not pass while an offer is legal.
        must: bool,
        /// True if at most one offer is taken.
        once: bool,
        /// The text of the option to pass.
        pass: Option<String>,
    },
    /// Steps in order.
    Steps(Vec<StepId>),
}
