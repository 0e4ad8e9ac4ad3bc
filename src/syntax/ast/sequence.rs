//! The sequence of play: steps with their loops and bodies.

use super::{Cite, Definition, ExprText, Name, Param, Range, ScriptText, StateDecl, Text, ThenCall, Under};
use crate::source::Span;

/// `sequence [NAME(PARAMS)] [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Its name; the sequence without a name is the main one.
    pub name: Option<Name>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The `var` and `flag` items: of each run those without a subject, of things while a run lasts the others.
    pub state: Vec<StateDecl>,
    /// The `is`, `the` and `set` items of each run.
    pub definitions: Vec<Definition>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// `NAME [TITLE] {CITE} [loop] [named LIST] [by E] [when E] [under …] [interruptible] [body]`
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The loop.
    pub repeats: Option<Loop>,
    /// `named LIST`: the list whose values are the names of its turns.
    pub named: Option<Name>,
    /// The side or piece that acts.
    pub by: Option<ExprText>,
    /// The condition.
    pub when: Option<ExprText>,
    /// The required reading of a ruling.
    pub under: Option<Under>,
    /// True if offers of `any time` may come before each of its turns.
    pub interruptible: bool,
    /// The body; empty for a step that exists only for hooks.
    pub body: StepBody,
    /// The span.
    pub span: Span,
}

/// How often a step runs, and for whom.
#[derive(Clone, Debug, PartialEq)]
pub enum Loop {
    /// `repeat [until E]`
    Repeat {
        /// The condition that ends it.
        until: Option<ExprText>,
    },
    /// `repeat 12`, `repeat turn.recovery until E`
    Times {
        /// The number of runs.
        count: ExprText,
        /// The condition that ends it early.
        until: Option<ExprText>,
    },
    /// `repeat 7..11`
    Numbers {
        /// The numbers it counts through.
        range: Range,
        /// The condition that ends it early.
        until: Option<ExprText>,
    },
    /// `each side from game.holder`, `each unit of mine.hurt, in any order`
    Each {
        /// The loop noun.
        noun: Name,
        /// The start or the set of the loop.
        over: EachFrom,
        /// True if the owner chooses the next one.
        any_order: bool,
    },
    /// `alternate side times 5 from game.holder`
    Alternate {
        /// The loop noun, a side.
        noun: Name,
        /// How often each of them has a turn.
        times: ExprText,
        /// The side that begins.
        from: Option<ExprText>,
    },
    /// `all sides`
    AllSides {
        /// The span of the two words.
        span: Span,
    },
}

/// What an `each` runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum EachFrom {
    /// `each side`: everything the noun stands for.
    All,
    /// `each side from E`
    From(ExprText),
    /// `each unit of E`
    Of(ExprText),
}

/// The bodies of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepBody {
    /// Empty: a place for hooks.
    Empty,
    /// `do { … } {then CALL}`
    Do {
        /// The script.
        script: ScriptText,
        /// The sequences that follow.
        then: Vec<ThenCall>,
    },
    /// `then CALL {then CALL}`
    Then(Vec<ThenCall>),
    /// `actions melee, duel must once or "Stand"`
    Actions(ActionsBody),
    /// `{ steps }`
    Steps {
        /// The steps.
        steps: Vec<Step>,
        /// The span of the braces and their contents.
        span: Span,
    },
}

/// `actions [NAME {, NAME}] [must] [once] [or TEXT]`
#[derive(Clone, Debug, PartialEq)]
pub struct ActionsBody {
    /// The actions offered, in this order, before those whose window is this step.
    pub names: Vec<Name>,
    /// True if passing is not allowed while an action is legal.
    pub must: bool,
    /// True if at most one action may be taken.
    pub once: bool,
    /// The wording of the pass.
    pub pass: Option<Text>,
    /// The span.
    pub span: Span,
}

/// `insert STEP before NAME` or `insert STEP after NAME`
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// The new step.
    pub step: Step,
    /// True if it comes before the other step.
    pub before: bool,
    /// The step it stands beside.
    pub beside: Name,
}
