//! The sequence of play: steps, their loops and bodies.

use super::{Cite, Definition, ExprText, Name, Param, Range, ScriptText, StateDecl, Text, Under};
use crate::source::Span;

/// `sequence [NAME(PARAMS)] [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Its name; the nameless sequence is the game.
    pub name: Option<Name>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// `var` and `flag` of each run; they have no subject.
    pub state: Vec<StateDecl>,
    /// `is`, `the`, `set` of each run.
    pub definitions: Vec<Definition>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// `NAME [TITLE] {CITE} [loop] [by E] [when E] [under …] [body]`
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// How often and for whom.
    pub repeats: Option<Loop>,
    /// Who acts.
    pub by: Option<ExprText>,
    /// When.
    pub when: Option<ExprText>,
    /// Under which reading.
    pub under: Option<Under>,
    /// What happens; nothing for a step that is only a place to hook on.
    pub body: StepBody,
    /// Where it stands.
    pub span: Span,
}

/// How often a step runs, and for whom.
#[derive(Clone, Debug, PartialEq)]
pub enum Loop {
    /// `repeat [until E]`
    Repeat {
        /// When it ends.
        until: Option<ExprText>,
    },
    /// `repeat 12`, `repeat turn.recovery until E`
    Times {
        /// How often.
        count: ExprText,
        /// When it ends before that.
        until: Option<ExprText>,
    },
    /// `repeat 7..11`
    Numbers {
        /// The numbers it counts.
        range: Range,
        /// When it ends before that.
        until: Option<ExprText>,
    },
    /// `each side from game.holder`, `each unit of mine.hurt, in any order`
    Each {
        /// The thing of the loop.
        noun: Name,
        /// Round from whom, or which ones.
        over: EachFrom,
        /// Whether the owner picks the next.
        any_order: bool,
    },
    /// `all sides`
    AllSides,
}

/// What an `each` runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum EachFrom {
    /// `each side`: all that the noun stands for.
    All,
    /// `each side from E`
    From(ExprText),
    /// `each unit of E`
    Of(ExprText),
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum StepBody {
    /// Nothing: a place to hook on.
    Empty,
    /// `do { … } [then CALL]`
    Do {
        /// The script.
        script: ScriptText,
        /// The sequence that follows.
        then: Option<ExprText>,
    },
    /// `then CALL`
    Then(ExprText),
    /// `actions melee, duel must once or "Stand"`
    Actions(ActionsBody),
    /// `{ steps }`
    Steps {
        /// The steps.
        steps: Vec<Step>,
        /// The braces and what they hold.
        span: Span,
    },
}

/// `actions [NAME {, NAME}] [must] [once] [or TEXT]`
#[derive(Clone, Debug, PartialEq)]
pub struct ActionsBody {
    /// Offered in this order, before those that name the step as their window.
    pub names: Vec<Name>,
    /// Whether there is no pass while one is legal.
    pub must: bool,
    /// Whether at most one is taken.
    pub once: bool,
    /// How the pass is worded.
    pub pass: Option<Text>,
    /// Where it stands.
    pub span: Span,
}
