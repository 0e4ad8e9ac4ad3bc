//! Derived words with their replacements, functions and scripts.

use crate::source::Span;
use crate::syntax::ast::ScriptText;

use super::super::clause::Guard;
use super::super::id::*;
use super::super::node::{Compiled, Expr, Node, Term};
use super::super::types::Type;
use super::{Game, Param};

/// The form of a derived word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordForm {
    /// Yes or no.
    #[default]
    Is,
    /// One thing or none.
    The,
    /// A set.
    Set,
}

/// A derived word.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// Its name.
    pub name: String,
    /// The opposite of a yes/no word.
    pub opposite: Option<String>,
    /// Its form.
    pub form: WordForm,
    /// The named sequence it belongs to.
    pub of: Option<ScopeId>,
    /// True if it may be used without the sequence name before it.
    pub bare: bool,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its value.
    pub body: Node,
    /// The replacements, tried in order, the last declared first. Each applies where its guard is true.
    pub replacements: Vec<Replacement>,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each. Cached results are dropped when one changes.
    pub reads: u128,
    /// True if evaluating it is about as fast as a cache look-up. Its results are not cached.
    pub light: bool,
    /// The number of leading `&&` parts of a yes/no word that are light. A set is first filtered by these at once; the
    /// remaining parts are then evaluated for each member.
    pub lead: usize,
    /// True if all parts of a yes/no word are light. A set is then filtered by the whole word at once.
    pub at_once: bool,
    /// The compiled form of a yes/no word, evaluated for a whole set.
    pub masks: Compiled,
    /// The rulebook sections cited, also by replacements.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

impl Word {
    /// The rulebook sections cited under these readings: without those of replacements under other readings.
    pub fn cites_under(&self, readings: &[u16]) -> Vec<SectionId> {
        cited_under(&self.cites, self.replacements.iter().map(|other| &other.guard), readings)
    }

    /// The flag of this domain's members that a yes/no word renames, and whether the word is its opposite. Such a word
    /// is evaluated as fast as the flag.
    #[inline]
    pub fn names_flag(&self, game: &Game, subject: Domain) -> Option<(VarId, bool)> {
        if self.form != WordForm::Is || self.params.len() != 1 || !self.replacements.is_empty() {
            return None;
        }
        let (body, opposite) = match &self.body.expr {
            Expr::Not(body) => (&**body, true),
            _ => (&self.body, false),
        };
        match &body.expr {
            Expr::Get { term: Term::Var(var), of, negated } if matches!(of.expr, Expr::Local(0)) => {
                let flag = &game.vars[var.at()];
                (flag.ty == Type::Flag && flag.subject == subject).then_some((*var, opposite != *negated))
            }
            _ => None,
        }
    }
}

/// The sections that a replaced item cites under these readings. `cites` are its own and behind them those of all its
/// replacements, whose guards are in the order of the last first.
pub fn cited_under<'g>(
    cites: &[SectionId],
    guards: impl DoubleEndedIterator<Item = &'g Guard> + Clone,
    readings: &[u16],
) -> Vec<SectionId> {
    let replaced: usize = guards.clone().map(|guard| guard.cites.len()).sum();
    let own = cites.iter().take(cites.len().saturating_sub(replaced));
    let is_read = |guard: &&Guard| guard.under.is_none_or(|(ruling, value)| readings.get(ruling.at()) == Some(&value));
    own.chain(guards.rev().filter(is_read).flat_map(|guard| &guard.cites)).copied().collect()
}

/// The prefix for the names of replaced bodies, to which `usual` refers. Authors cannot use it.
pub const USUAL: &str = "usual__";

/// A replacement of a word, function or procedure.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// The conditions under which it applies.
    pub guard: Guard,
    /// The new value. [`super::super::node::Expr::Usual`] is the replaced one.
    pub body: Node,
}

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub body: Node,
    /// The replacements, the last declared first. Each applies where its guard is true.
    pub replacements: Vec<Replacement>,
    /// The type of its value.
    pub result: Type,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The Rhai script, which is the reference implementation.
    pub script: ScriptId,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// Statements that Rhai runs.
#[derive(Clone, Debug)]
pub struct Script {
    /// The names available in the script, in the order in which the kernel passes them.
    pub params: Vec<Param>,
    /// The source text with its braces, and its syntax tree.
    pub written: ScriptText,
    /// Its source span.
    pub span: Span,
    /// The typed tree, for checking, documentation and analysis.
    pub body: Node,
    /// The number of slots of the typed tree, parameters first.
    pub locals: u16,
    /// Its compiled form.
    pub compiled: Compiled,
}
