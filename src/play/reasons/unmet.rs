//! Conditions that must hold: whether they do, and the values found if they do not.

use crate::model::api::Api;
use crate::model::node::{Expr, Node};
use crate::model::value::Value;

use crate::play::store::locals::{Locals, set_local};
use crate::play::store::world::{Read, World};

/// The number of members of a set that are named.
const MOST_MEMBERS: usize = 3;

/// Why a condition does not hold.
#[derive(Debug, Default)]
pub struct Unmet {
    /// The values found, or the members for which it does not hold, in words.
    pub notes: Vec<String>,
    /// The first of those members.
    pub member: Option<Value>,
}

impl World<'_> {
    /// `None` if the condition holds. Otherwise why not: both values of a comparison in words, the members for which
    /// `all` does not hold, the same for the part that fails.
    ///
    /// # Errors
    /// When a rule is faulty.
    pub fn unmet(&self, node: &Node, locals: &mut Locals) -> Read<Option<Unmet>> {
        if self.eval(node, locals)?.is_yes() {
            return Ok(None);
        }
        let mut found = Unmet::default();
        match &node.expr {
            Expr::Compare(_, a, b) => {
                for side in [a, b] {
                    let text = self.game.sources.text(side.span).to_owned();
                    let value = self.eval(side, locals)?;
                    if !matches!(side.expr, Expr::Const(_)) {
                        found.notes.push(format!("`{text}` is {}", self.show(&value)));
                    }
                }
            }
            Expr::And(a, b) => {
                let failing = if self.eval(a, locals)?.is_yes() { b } else { a };
                found = self.unmet(failing, locals)?.unwrap_or_default();
            }
            Expr::Api { api: Api::AllOf, args } => {
                let [of, Node { expr: Expr::Closure { slot, body }, .. }] = args.as_slice() else {
                    return Ok(Some(found));
                };
                let mut names = Vec::new();
                for member in self.eval(of, locals)?.in_order() {
                    set_local(locals, *slot, member.clone());
                    if !self.test(body, locals)? {
                        found.member.get_or_insert_with(|| member.clone());
                        names.push(self.show(&member));
                    }
                }
                let more = names.len().saturating_sub(MOST_MEMBERS);
                names.truncate(MOST_MEMBERS);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                found.notes.push(format!("it is not so for {}{more}", names.join(", ")));
            }
            _ => {}
        }
        Ok(Some(found))
    }
}
