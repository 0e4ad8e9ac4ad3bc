//! Statements of scripts, each with its exact span.

use super::Name;
use super::expr::Expr;
use crate::source::Span;

/// Statements in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// The span with the braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// The span, without the semicolon.
    pub span: Span,
}

/// All kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// An expression; `if`, `switch` and blocks, too.
    Value(Expr),
    /// `let n = 1;`
    Let {
        /// The name.
        name: Name,
        /// True for `const`.
        constant: bool,
        /// The value; `none` if there is no value.
        value: Option<Expr>,
    },
    /// `unit.hits += 1;`
    Assign {
        /// A name, or a path without calls that begins with one.
        target: Expr,
        /// The sign: `=`, `+=`.
        sign: Name,
        /// The value.
        value: Expr,
    },
    /// `for unit in mine { … }`
    For {
        /// The name.
        name: Name,
        /// The set.
        set: Expr,
        /// The body.
        body: Block,
    },
    /// `while a { … }`; `loop { … }` has no condition.
    While {
        /// The condition.
        condition: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// `return a;`
    Return(Option<Expr>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
}

impl Block {
    /// Calls `visit` with every expression in the block, the outer before the inner ones.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        for statement in &self.statements {
            match &statement.kind {
                StatementKind::Value(value) => value.walk(visit),
                StatementKind::Let { value, .. } | StatementKind::Return(value) => {
                    value.iter().for_each(|value| value.walk(visit));
                }
                StatementKind::Assign { target, value, .. } => {
                    target.walk(visit);
                    value.walk(visit);
                }
                StatementKind::For { set, body, .. } => {
                    set.walk(visit);
                    body.walk(visit);
                }
                StatementKind::While { condition, body } => {
                    condition.iter().for_each(|condition| condition.walk(visit));
                    body.walk(visit);
                }
                StatementKind::Break | StatementKind::Continue => {}
            }
        }
    }
}
