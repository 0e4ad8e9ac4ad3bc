//! What has a text of its own: derived words with their readings, functions, scripts.

use crate::source::Span;

use super::super::clause::Guard;
use super::super::id::*;
use super::super::node::{Expr, Node, Term};
use super::super::types::Type;
use super::Param;

/// Which of the three derived forms a word is.
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
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it yields.
    pub body: Node,
    /// Readings that take its place where their guard holds, the last declared first.
    pub replacements: Vec<Replacement>,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads, by bit; kept results are forgotten when one changes.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

impl Word {
    /// The variable that a yes/no word is only another name for, and whether it says the opposite: such a word is evaluated
    /// as fast as the variable itself.
    #[inline]
    pub fn names_var(&self) -> Option<(VarId, bool)> {
        if self.form != WordForm::Is || self.params.len() != 1 || !self.replacements.is_empty() {
            return None;
        }
        let (body, opposite) = match &self.body.expr {
            Expr::Not(body) => (&**body, true),
            _ => (&self.body, false),
        };
        match &body.expr {
            Expr::Get { term: Term::Var(var), of, negated } if matches!(of.expr, Expr::Local(0)) => {
                Some((*var, opposite != *negated))
            }
            _ => None,
        }
    }
}

/// Another reading of a word, function or procedure.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Where it holds.
    pub guard: Guard,
    /// Its replacement; [`super::super::node::Expr::Usual`] is the old reading.
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
    /// What it yields.
    pub result: Type,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// The text for Rhai, the reference.
    pub script: ScriptId,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// Statements that Rhai runs.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name of its function in Rhai's module.
    pub function: String,
    /// The names it may use bare, in the order in which the kernel passes them.
    pub params: Vec<Param>,
    /// The text between the braces, with them.
    pub text: String,
    /// Its place in the source.
    pub span: Span,
    /// What it means, for checking, documentation and analysis.
    pub body: Node,
    /// Slots of the typed tree: parameters first.
    pub locals: u16,
}
