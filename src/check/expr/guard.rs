//! What a text has made sure of: `if card != none { … }` lets `card` be asked inside.

use rhai::{AST, ASTNode, Expr};

use super::chain;

/// Paths such as `unit.facing` that are known to be there.
#[derive(Default)]
pub(super) struct Guards {
    present: Vec<String>,
    /// Everything that the text compares with `none` anywhere: an unguarded use is then only a warning.
    asked: Vec<String>,
}

impl Guards {
    /// Nothing is sure yet; what the text asks anywhere is collected.
    pub(super) fn of(ast: &AST) -> Self {
        let mut asked = Vec::new();
        ast.walk(&mut |path: &[ASTNode]| {
            if let Some(ASTNode::Expr(expression)) = path.last() {
                asked.extend(compared_with_none(expression).map(|(path, _)| path));
            }
            true
        });
        Guards { present: Vec::new(), asked }
    }

    /// How much is sure now, to go back to.
    pub(super) fn mark(&self) -> usize {
        self.present.len()
    }

    /// Forgets what was learnt since the mark.
    pub(super) fn back(&mut self, mark: usize) {
        self.present.truncate(mark);
    }

    /// Learns that these are there.
    pub(super) fn learn(&mut self, paths: Vec<String>) {
        self.present.extend(paths);
    }

    /// Whether this is sure to be there.
    pub(super) fn has(&self, path: &str) -> bool {
        self.present.iter().any(|known| known == path)
    }

    /// Whether the text compares this with `none` anywhere.
    pub(super) fn asks(&self, path: &str) -> bool {
        self.asked.iter().any(|known| known == path)
    }

    /// A variable has got another value: nothing is known about it any more.
    pub(super) fn forget(&mut self, name: &str) {
        // Blanked out and not removed, so that marks stay true.
        for path in &mut self.present {
            if path.split('.').next() == Some(name) {
                path.clear();
            }
        }
    }
}

/// What is there if the condition holds.
pub(super) fn when_true(condition: &Expr) -> Vec<String> {
    match condition {
        Expr::And(parts, _) => parts.iter().flat_map(when_true).collect(),
        Expr::FnCall(call, _) if call.name == "!" && call.args.len() == 1 => {
            call.args.first().map(when_false).unwrap_or_default()
        }
        Expr::FnCall(..) => {
            compared_with_none(condition).filter(|(_, equal)| !equal).map(|(path, _)| vec![path]).unwrap_or_default()
        }
        // Asked of nothing, a yes/no word says no: so whatever stands before it is there.
        Expr::Dot(..) => chain::prefixes(condition),
        _ => Vec::new(),
    }
}

/// What is there if the condition does not hold.
pub(super) fn when_false(condition: &Expr) -> Vec<String> {
    match condition {
        Expr::Or(parts, _) => parts.iter().flat_map(when_false).collect(),
        Expr::FnCall(call, _) if call.name == "!" && call.args.len() == 1 => {
            call.args.first().map(when_true).unwrap_or_default()
        }
        Expr::FnCall(..) => {
            compared_with_none(condition).filter(|(_, equal)| *equal).map(|(path, _)| vec![path]).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// `a == none` (true) or `a != none` (false), with the path of `a`.
fn compared_with_none(expression: &Expr) -> Option<(String, bool)> {
    let Expr::FnCall(call, _) = expression else { return None };
    let equal = match call.name.as_str() {
        "==" => true,
        "!=" => false,
        _ => return None,
    };
    let [left, right] = call.args.as_slice() else { return None };
    let path = if is_none(right) {
        chain::path(left)
    } else if is_none(left) {
        chain::path(right)
    } else {
        None
    };
    Some((path?, equal))
}

fn is_none(expression: &Expr) -> bool {
    match expression {
        Expr::Unit(_) => true,
        Expr::Variable(variable, ..) => variable.1 == "none",
        _ => false,
    }
}
