//! Checks for `none` in a text: after `if card != none { … }`, `card` may be used inside.

use crate::syntax::ast::expr::{Expr, ExprKind, Operator, Prefix};

use super::chain;

/// Paths such as `unit.facing` that are known to be present.
#[derive(Default)]
pub(super) struct Guards {
    present: Vec<String>,
    /// Everything the text compares with `none` anywhere: an unguarded use is then only a warning.
    asked: Vec<String>,
}

impl Guards {
    /// No known paths yet; `asked` are all paths that the text compares with `none`.
    pub(super) fn new(asked: Vec<String>) -> Self {
        Guards { present: Vec::new(), asked }
    }

    /// The current state, for [`back`](Self::back).
    pub(super) fn mark(&self) -> usize {
        self.present.len()
    }

    /// Drops the paths learnt since the mark.
    pub(super) fn back(&mut self, mark: usize) {
        self.present.truncate(mark);
    }

    /// Marks these paths as present.
    pub(super) fn learn(&mut self, paths: Vec<String>) {
        self.present.extend(paths);
    }

    /// True if this path is known to be present.
    pub(super) fn has(&self, path: &str) -> bool {
        self.present.iter().any(|known| known == path)
    }

    /// True if the text compares this path with `none` anywhere.
    pub(super) fn asks(&self, path: &str) -> bool {
        self.asked.iter().any(|known| known == path)
    }

    /// Drops everything known about a variable with a new value.
    pub(super) fn forget(&mut self, name: &str) {
        // Blanked out instead of removed, so that marks stay valid.
        for path in &mut self.present {
            if path.split('.').next() == Some(name) {
                path.clear();
            }
        }
    }
}

/// The path that this expression compares with `none`.
pub(super) fn asked(expression: &Expr) -> Option<String> {
    compared_with_none(expression).map(|(path, _)| path)
}

/// The paths that are present if the condition holds.
pub(super) fn when_true(condition: &Expr) -> Vec<String> {
    match &condition.kind {
        ExprKind::Infix(infix) if infix.operator == Operator::And => {
            let mut paths = when_true(&infix.left);
            paths.extend(when_true(&infix.right));
            paths
        }
        ExprKind::Infix(_) => {
            compared_with_none(condition).filter(|(_, equal)| !equal).map(|(path, _)| vec![path]).unwrap_or_default()
        }
        ExprKind::Prefix(Prefix::Not, of) => when_false(of),
        // A condition word is false for `none`, so all its prefixes are present.
        ExprKind::Path(path) => chain::prefixes(path),
        _ => Vec::new(),
    }
}

/// The paths that are present if the condition does not hold.
pub(super) fn when_false(condition: &Expr) -> Vec<String> {
    match &condition.kind {
        ExprKind::Infix(infix) if infix.operator == Operator::Or => {
            let mut paths = when_false(&infix.left);
            paths.extend(when_false(&infix.right));
            paths
        }
        ExprKind::Infix(_) => {
            compared_with_none(condition).filter(|(_, equal)| *equal).map(|(path, _)| vec![path]).unwrap_or_default()
        }
        ExprKind::Prefix(Prefix::Not, of) => when_true(of),
        _ => Vec::new(),
    }
}

/// `a == none` (true) or `a != none` (false), with the path of `a`.
fn compared_with_none(expression: &Expr) -> Option<(String, bool)> {
    let ExprKind::Infix(infix) = &expression.kind else { return None };
    let equal = match infix.operator {
        Operator::Equal => true,
        Operator::Unequal => false,
        _ => return None,
    };
    let path = if is_none(&infix.right) {
        chain::path(&infix.left)
    } else if is_none(&infix.left) {
        chain::path(&infix.right)
    } else {
        None
    };
    Some((path?, equal))
}

fn is_none(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Nothing => true,
        ExprKind::Name(name) => name == "none",
        _ => false,
    }
}
