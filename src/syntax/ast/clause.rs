//! Clauses, by which rules, terrain, cards and battles change each other, and their common tail.

use super::{Cite, ExprText, Name, ScopePath, ScriptText, Text, ThenCall};
use crate::source::Span;

/// One clause with its tail.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The span from its keyword to its last character.
    pub span: Span,
    /// Its first word.
    pub keyword: Span,
    /// The kind of clause.
    pub kind: ClauseKind,
    /// The tail: for whom, where, when, why.
    pub tail: Tail,
}

/// The kinds of clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `modify aim by -1`
    Modify(Modify),
    /// `forbid charge`
    Forbid(Forbid),
    /// `except woods but shelter`
    Except(Except),
    /// `show hand to side.foe`
    Show(Show),
    /// `hide hand from side.foe`
    Hide(Show),
    /// `before charge(unit) do { … }`
    Hook(Hook),
}

/// `modify Q {, Q} ["base"] HOW`
#[derive(Clone, Debug, PartialEq)]
pub struct Modify {
    /// The quantities; empty inside the quantity itself.
    pub targets: Vec<ModifyTarget>,
    /// True if it changes the base, before all other modifiers.
    pub base: bool,
    /// The change.
    pub amount: Amount,
}

/// The targets of a `modify`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModifyTarget {
    /// A quantity or a roll.
    Quantity(Name),
    /// `cost of order`
    CostOf(Name),
}

impl ModifyTarget {
    /// The name of the quantity, offer or card.
    pub fn name(&self) -> &Name {
        match self {
            Self::Quantity(name) | Self::CostOf(name) => name,
        }
    }
}

/// The changes that a `modify` makes to a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// `by -1`
    By(ExprText),
    /// `halved up`
    Halved(Option<Rounding>),
    /// `doubled`
    Doubled,
    /// `exactly 3 over mud`
    Exactly {
        /// The number.
        value: ExprText,
        /// The label of the other `exactly` that it overrides.
        over: Option<Name>,
    },
    /// `at least 1`
    AtLeast(ExprText),
    /// `at most 6`
    AtMost(ExprText),
    /// `never below 1`
    NeverBelow(ExprText),
}

/// The directions of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// `up`
    Up,
    /// `down`
    Down,
}

/// `forbid WHAT {, WHAT}`
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// What it forbids; empty inside the item itself.
    pub what: Vec<What>,
}

/// A verb, offer, walk, walk step, scope or permission, with names for its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct What {
    /// Its name.
    pub path: ScopePath,
    /// The names for its parameters: `enter(unit, to)`. `None` without parentheses.
    pub params: Option<Vec<Name>>,
    /// The span, including the parentheses.
    pub span: Span,
}

/// `except LABEL ["but" LABEL]`
#[derive(Clone, Debug, PartialEq)]
pub struct Except {
    /// The label that is lifted.
    pub label: ScopePath,
    /// The label that still applies.
    pub but: Option<ScopePath>,
}

/// `show THING to E`, `hide THING from E`
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// A zone, fact or variable.
    pub thing: ScopePath,
    /// The seats it is shown to or hidden from.
    pub seats: ExprText,
}

/// `["first"] (before | after) [my | their | any] WHAT … do SCRIPT then CALL`
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// True if it runs before hooks without `first`.
    pub first: bool,
    /// Before or after.
    pub time: HookTime,
    /// Whose scope it is.
    pub whose: Option<Whose>,
    /// The scope or verb.
    pub what: What,
    /// The action.
    pub action: HookAction,
}

/// Before or after a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HookTime {
    /// `before`
    Before,
    /// `after`
    After,
}

/// The owners of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// `my`
    My,
    /// `their`
    Their,
    /// `any`
    Any,
}

/// The action of a hook; at least one of the two is there.
#[derive(Clone, Debug, PartialEq)]
pub struct HookAction {
    /// `do { … }`
    pub script: Option<ScriptText>,
    /// `then battle(unit)`: the sequences that start after the script.
    pub then: Vec<ThenCall>,
}

/// The parts that may follow any clause, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tail {
    /// `for defending LB, CB`
    pub phrase: Option<Phrase>,
    /// `at to, through`: the parameters that must be the bearer.
    pub at: Vec<Name>,
    /// `during combat`
    pub during: Option<ScopePath>,
    /// `when unit.hurt`
    pub when: Option<ExprText>,
    /// `under woods_dice both`
    pub under: Option<Under>,
    /// `as crowded`
    pub label: Option<Name>,
    /// `because "…"`
    pub because: Option<Text>,
    /// `@9.1 @9.2`
    pub cites: Vec<Cite>,
}

/// `under RULING VALUE`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// The ruling.
    pub ruling: Name,
    /// The required reading.
    pub value: Name,
}

/// Words side by side: `defending LB, CB on Hill`. The kinds of the words decide which are alternatives and which must
/// all apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The groups between commas; never empty.
    pub groups: Vec<PhraseGroup>,
    /// The span, without the `for`.
    pub span: Span,
}

/// The words of a phrase between two commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseGroup {
    /// The words; never empty.
    pub words: Vec<PhraseWord>,
}

/// One word of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseWord {
    /// `LB`, `not KT`
    Word {
        /// True if preceded by `not`.
        not: bool,
        /// The word.
        name: Name,
    },
    /// `on Hill`, `not on Hill`
    On {
        /// True if preceded by `not`.
        not: bool,
        /// A terrain, region or list value: a word for spaces.
        spaces: Name,
    },
}
