//! Derived words with their readings, functions and scripts.

use crate::source::Span;
use crate::syntax::ast::ScriptText;

use super::super::clause::Guard;
use super::super::id::*;
use super::super::node::{Compiled, Expr, Node, Term};
use super::super::types::Type;
use super::{Game, Param};

/// The form of a derived word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Yes or no.
    Is,
    /// One or none.
    The,
    /// Many.
    Set,
}

/// A derived word.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its name.
    pub name: String,
    /// The opposite of a yes/no word.
    pub opposite: Option<String>,
    /// Which form it is.
    pub form: WordForm,
    /// The named sequence whose word it is.
    pub of: Option<ScopeId>,
    /// True if it may be said without the sequence before it.
    pub bare: bool,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its value.
    pub body: Node,
    /// The readings that replace it where their guard holds, the last declared first.
    pub replacements: Vec<Replacement>,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each. Cached results are dropped when one changes.
    pub reads: u128,
    /// True if it is found about as fast as it would be looked up. Its results are not cached.
    pub light: bool,
    /// How many leading parts of a yes/no word, joined by `&&`, are light: a set is narrowed by them at once before the
    /// rest is asked of each member.
    pub lead: usize,
    /// True if all parts of a yes/no word are light: a set is narrowed by the whole word at once.
    pub at_once: bool,
    /// The compiled form of a yes/no word that is asked of a whole set.
    pub masks: Compiled,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
}

impl Word {
    /// The flag of things of this domain that a yes/no word renames, and whether the word is its opposite. Such a word is
    /// evaluated as fast as the flag.
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

/// What stands before the names of replaced texts that `usual` means; no author gives such a name.
pub const USUAL: &str = "usual__";

/// Another reading of a word, function or procedure.
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
    /// The bodies that replace it where their guard holds, the last declared first.
    pub replacements: Vec<Replacement>,
    /// The type of its value.
    pub result: Type,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The Rhai script, which is the reference.
    pub script: ScriptId,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its place in the source.
    pub span: Span,
}

/// Statements that Rhai runs.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name of its function in Rhai's module.
    pub function: String,
    /// The names available in the script, in the order in which the kernel passes them.
    pub params: Vec<Param>,
    /// The text with its braces, and its tree.
    pub written: ScriptText,
    /// Its place in the source.
    pub span: Span,
    /// The typed tree, for checking, documentation and analysis.
    pub body: Node,
    /// The number of slots of the typed tree, parameters first.
    pub locals: u16,
    /// Its compiled form.
    pub compiled: Compiled,
}
