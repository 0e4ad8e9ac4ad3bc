//! Comparisons and sums that end a block of a script, and whose value nothing reads: `==` for `=`.

use crate::diagnostic::Diagnostic;
use crate::syntax::ast::expr::{ExprKind, If};
use crate::syntax::ast::statement::{Block, StatementKind};

use super::mistake;

/// The warnings for a block, whose own value may be read. What stands before other statements is reported where these
/// are checked.
pub(crate) fn unread(block: &Block, is_read: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    of_block(block, is_read, &mut found);
    found
}

fn of_block(block: &Block, is_read: bool, found: &mut Vec<Diagnostic>) {
    let last = block.statements.len().saturating_sub(1);
    for (at, statement) in block.statements.iter().enumerate() {
        let is_read = is_read && at == last;
        match &statement.kind {
            StatementKind::Value(value) => match &value.kind {
                ExprKind::Infix(infix) if at == last && !is_read => {
                    found.extend(mistake::idle_infix(infix.operator, value.span));
                }
                ExprKind::If(branch) => of_branch(branch, is_read, found),
                ExprKind::Block(block) => of_block(block, is_read, found),
                _ => {}
            },
            StatementKind::For { body, .. } | StatementKind::While { body, .. } => of_block(body, false, found),
            _ => {}
        }
    }
}

/// An `if` without `else` has no value.
fn of_branch(branch: &If, is_read: bool, found: &mut Vec<Diagnostic>) {
    let is_read = is_read && branch.otherwise.is_some();
    of_block(&branch.then, is_read, found);
    match branch.otherwise.as_ref().map(|otherwise| &otherwise.kind) {
        Some(ExprKind::If(branch)) => of_branch(branch, is_read, found),
        Some(ExprKind::Block(block)) => of_block(block, is_read, found),
        _ => {}
    }
}
