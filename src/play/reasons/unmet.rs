//! Conditions that must hold: whether they do, and the values found if they do not.

use crate::model::node::{Expr, Node};

use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

impl World<'_> {
    /// `None` if the condition holds. Otherwise both values of its comparison in words, if it is a comparison.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn unmet(&self, node: &Node, locals: &mut Locals) -> Read<Option<Vec<String>>> {
        if self.eval(node, locals)?.is_yes() {
            return Ok(None);
        }
        let mut found = Vec::new();
        if let Expr::Compare(_, a, b) = &node.expr {
            for side in [a, b] {
                let text = self.game.sources.text(side.span).to_owned();
                let value = self.eval(side, locals)?;
                if !matches!(side.expr, Expr::Const(_)) {
                    found.push(format!("`{text}` is {}", self.show(&value)));
                }
            }
        }
        Ok(Some(found))
    }
}
