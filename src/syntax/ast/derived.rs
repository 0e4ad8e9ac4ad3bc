//! Derived words, quantities, permissions, rulings, procedures and replacements.

use super::{Cite, Clause, Dice, ExprText, ItemKind, Name, Param, Phrase, ScriptText, Step, Text, Under};
use crate::source::Span;

/// `is`, `the` and `set`: derived words, which are never stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The `///` comment above it, if it is inside a sequence.
    pub doc: Option<String>,
    /// The keyword.
    pub keyword: WordKeyword,
    /// The word.
    pub name: Name,
    /// Its opposite: `is open / filled`.
    pub opposite: Option<Name>,
    /// Its parameters; empty for a bare word.
    pub params: Vec<Param>,
    /// Sections cited in the head and after the value.
    pub cites: Vec<Cite>,
    /// The value.
    pub value: ExprText,
    /// The span.
    pub span: Span,
}

/// The keywords of derived words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKeyword {
    /// A condition.
    Is,
    /// One thing or `none`.
    The,
    /// A set.
    Set,
}

/// `quantity NAME(PARAMS) [: PURSE] [TITLE] [shown] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The purse whose unit it is counted in.
    pub purse: Option<Name>,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The span of `shown`: the status displays the quantity.
    pub shown: Option<Span>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// `base E`; without it, the fact of the same name.
    pub base: Option<ExprText>,
    /// Sections cited after the base.
    pub base_cites: Vec<Cite>,
    /// `between = …`
    pub locals: Vec<Local>,
    /// Its own modifiers, which omit its name.
    pub clauses: Vec<Clause>,
}

/// A name for a value inside a body: `NAME = E`.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExprText,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `roll NAME(PARAMS) [TITLE] = 2d6`
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Cited sections.
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
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// `between = …`
    pub locals: Vec<Local>,
    /// Its own forbids, which omit its name.
    pub clauses: Vec<Clause>,
}

/// `ruling NAME TITLE { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// Its name.
    pub name: Name,
    /// The question it answers.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The readings.
    pub values: Vec<RulingValue>,
}

/// `both "yes, as against a town" default`
#[derive(Clone, Debug, PartialEq)]
pub struct RulingValue {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// Its text.
    pub text: Text,
    /// True if it is the default reading.
    pub default: bool,
}

/// `procedure NAME(PARAMS) [TITLE] SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The line it writes in the log.
    pub title: Option<Text>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The script.
    pub script: ScriptText,
}

/// `fn NAME(PARAMS) SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The body.
    pub script: ScriptText,
}

/// `whenever E do SCRIPT`
#[derive(Clone, Debug, PartialEq)]
pub struct Whenever {
    /// The condition; free nouns in it range over their sets.
    pub when: ExprText,
    /// `under RULING VALUE`
    pub under: Option<Under>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The script.
    pub script: ScriptText,
}

/// `invariant NAME = E`
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// Its name.
    pub name: Name,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The condition that must always hold.
    pub value: ExprText,
}

/// `expect E, E`: what a set-up must give, that of the scenario it stands in or of every scenario of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The conditions.
    pub conditions: Vec<ExprText>,
    /// Cited sections.
    pub cites: Vec<Cite>,
}

/// `replace ITEM`: replaces the item of that name, always or where the guard holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Replace {
    /// The guard.
    pub guard: Guard,
    /// The replacement.
    pub what: ReplaceWhat,
}

/// The kinds of replacements.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplaceWhat {
    /// Any named item.
    Item(Box<ItemKind>),
    /// `replace step combat …`; its `when` and `under` are in the step.
    Step(Box<Step>),
}

/// The condition of a replacement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    /// `for French KT`; an action, card or scenario keeps its own `for` instead.
    pub phrase: Option<Phrase>,
    /// `when E`
    pub when: Option<ExprText>,
    /// `under RULING VALUE`
    pub under: Option<Under>,
    /// The span from the first to the last part, if any.
    pub span: Option<Span>,
}
