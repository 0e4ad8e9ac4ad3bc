//! What follows from facts and state, and what happens: definitions, quantities, permissions, rulings, procedures, replacements.

use super::{Cite, Clause, Dice, ExprText, ItemKind, Name, Param, Phrase, ScriptText, Step, Text, Under};
use crate::source::Span;

/// `is`, `the` and `set`: words that are derived and never stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The `///` comment in front of it, where it stands inside a sequence.
    pub doc: Option<String>,
    /// Which of the three.
    pub keyword: WordKeyword,
    /// The word.
    pub name: Name,
    /// Its opposite: `is open / filled`.
    pub opposite: Option<Name>,
    /// Its parameters; none makes it a bare word.
    pub params: Vec<Param>,
    /// Sections of the head and behind the value.
    pub cites: Vec<Cite>,
    /// What it means.
    pub value: ExprText,
    /// Where it stands.
    pub span: Span,
}

/// What a derived word finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKeyword {
    /// Yes or no.
    Is,
    /// One or none.
    The,
    /// Many.
    Set,
}

/// `quantity NAME(PARAMS) [: PURSE] [TITLE] [shown] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The purse whose grain it has.
    pub purse: Option<Name>,
    /// How players call it.
    pub title: Option<Text>,
    /// `shown`, where it stands in the head: the status tells it.
    pub shown: Option<Span>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// `base E`; without it, the fact of the same name.
    pub base: Option<ExprText>,
    /// Sections behind the base.
    pub base_cites: Vec<Cite>,
    /// `between = …`
    pub locals: Vec<Local>,
    /// Its own modifiers, which leave its name out.
    pub clauses: Vec<Clause>,
}

/// A name for a value inside a body: `NAME = E`.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExprText,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `roll NAME(PARAMS) [TITLE] = 2d6`
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The dice.
    pub dice: Dice,
}

/// `may NAME(PARAMS) { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct May {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// `between = …`
    pub locals: Vec<Local>,
    /// Its own forbids, which leave its name out.
    pub clauses: Vec<Clause>,
}

/// `ruling NAME TITLE { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// Its name.
    pub name: Name,
    /// The question it answers.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// The readings.
    pub values: Vec<RulingValue>,
}

/// `both "yes, as against a town" default`
#[derive(Clone, Debug, PartialEq)]
pub struct RulingValue {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// What it says.
    pub text: Text,
    /// Whether it holds unless somebody chooses another.
    pub default: bool,
}

/// `procedure NAME(PARAMS) [TITLE] SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its line in the log.
    pub title: Option<Text>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// What happens.
    pub script: ScriptText,
}

/// `fn NAME(PARAMS) SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// What it computes.
    pub script: ScriptText,
}

/// `whenever E do SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Whenever {
    /// The condition; nouns that stand free in it run over their sets.
    pub when: ExprText,
    /// `under RULING VALUE`
    pub under: Option<Under>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// What happens.
    pub script: ScriptText,
}

/// `invariant NAME = E`
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// Its name.
    pub name: Name,
    /// Sections.
    pub cites: Vec<Cite>,
    /// What must always hold.
    pub value: ExprText,
}

/// `replace ITEM`: takes the place of what has that name, always or where the guard holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    /// Where it holds.
    pub guard: Guard,
    /// The new text.
    pub what: ReplaceWhat,
}

/// What is replaced.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplaceWhat {
    /// Any named item.
    Item(Box<ItemKind>),
    /// `replace step combat …`; its `when` and `under` stand in the step.
    Step(Box<Step>),
}

/// Where a replacement holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    /// `for French KT`; an action, card or scenario keeps its own `for` instead.
    pub phrase: Option<Phrase>,
    /// `when E`
    pub when: Option<ExprText>,
    /// `under RULING VALUE`
    pub under: Option<Under>,
    /// From the first to the last part, if there is any.
    pub span: Option<Span>,
}
