//! Clauses, by which rules, terrain, cards and battles change each other, and the tail that all of them share.

use super::{Cite, ExprText, Name, ScopePath, ScriptText, Text};
use crate::source::Span;

/// One clause with its tail.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// From its keyword to its last character.
    pub span: Span,
    /// Its first word.
    pub keyword: Span,
    /// What it does.
    pub kind: ClauseKind,
    /// For whom, where, when, why.
    pub tail: Tail,
}

/// What a clause does.
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
    /// The quantities; none inside the quantity that is meant.
    pub targets: Vec<ModifyTarget>,
    /// Whether it changes the base, before everything else.
    pub base: bool,
    /// How.
    pub amount: Amount,
}

/// What a `modify` changes.
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

/// How a `modify` changes a number.
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
        /// The label of the other `exactly` that it beats.
        over: Option<Name>,
    },
    /// `at least 1`
    AtLeast(ExprText),
    /// `at most 6`
    AtMost(ExprText),
    /// `never below 1`
    NeverBelow(ExprText),
}

/// Which way a half goes.
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
    /// What is forbidden; nothing inside the thing that is meant.
    pub what: Vec<What>,
}

/// A verb, offer, walk, walk step, scope or permission, with names for its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct What {
    /// Its name.
    pub path: ScopePath,
    /// The names given to its parameters: `enter(unit, to)`. Nothing if there are no brackets.
    pub params: Option<Vec<Name>>,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// `except LABEL ["but" LABEL]`
#[derive(Clone, Debug, PartialEq)]
pub struct Except {
    /// The label that is lifted.
    pub label: ScopePath,
    /// The one that stands all the same.
    pub but: Option<ScopePath>,
}

/// `show THING to E`, `hide THING from E`
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// A zone, fact or variable.
    pub thing: ScopePath,
    /// To whom, or from whom.
    pub seats: ExprText,
}

/// `["first"] (before | after) [my | their | any] WHAT … do SCRIPT then CALL`
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// Whether it comes before the hooks that are not marked so.
    pub first: bool,
    /// Before or after.
    pub time: HookTime,
    /// Whose.
    pub whose: Option<Whose>,
    /// The scope or verb.
    pub what: What,
    /// What happens.
    pub action: HookAction,
}

/// On which side of a scope something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HookTime {
    /// `before`
    Before,
    /// `after`
    After,
}

/// Whose scope is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// `my`
    My,
    /// `their`
    Their,
    /// `any`
    Any,
}

/// What a hook does: at least one of the two is there.
#[derive(Clone, Debug, PartialEq)]
pub struct HookAction {
    /// `do { … }`
    pub script: Option<ScriptText>,
    /// `then battle(unit)`: the sequence that is started when the script has ended.
    pub then: Option<ExprText>,
}

/// What may follow any clause, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tail {
    /// `for defending LB, CB`
    pub phrase: Option<Phrase>,
    /// `at to, through`: the parameters that are the bearer.
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
    /// The reading that must be chosen.
    pub value: Name,
}

/// Words side by side: `defending LB, CB on Hill`. Which words mean any and which mean all, their sorts decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// What stands between the commas; never empty.
    pub groups: Vec<PhraseGroup>,
    /// Where the phrase stands, without its `for`.
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
        /// Whether `not` stands before it.
        not: bool,
        /// The word.
        name: Name,
    },
    /// `on Hill`, `not on Hill`
    On {
        /// Whether `not` stands before it.
        not: bool,
        /// Terrain, region, list value: a word for spaces.
        spaces: Name,
    },
}
