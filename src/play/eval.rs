//! Native evaluation of the typed tree: everything that is pure.
//!
//! Rhai is the reference: a differential test holds both against each other on every expression shipped.

mod operator;
mod statement;

use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::world::{Locals, Read, World};

pub use operator::{MOST_MEMBERS, MOST_SIGNS, array, compare, contains, equal, text};

impl World<'_> {
    /// The branch of a `switch` that is taken.
    fn branch<'n>(
        &self,
        on: &Node,
        cases: &'n [(Vec<Node>, Node)],
        otherwise: &'n Node,
        locals: &mut Locals,
    ) -> Read<&'n Node> {
        let on = self.eval(on, locals)?;
        for (labels, body) in cases {
            for label in labels {
                let fits = match &label.expr {
                    Expr::Range { from, to, inclusive } => {
                        is_between(&self.eval(from, locals)?, &self.eval(to, locals)?, *inclusive, &on)
                    }
                    _ => self.eval(label, locals)? == on,
                };
                if fits {
                    return Ok(body);
                }
            }
        }
        Ok(otherwise)
    }

    /// Evaluates arguments and hands them on; few of them take no room of their own.
    #[inline]
    pub fn with_values(
        &self,
        nodes: &[Node],
        locals: &mut Locals,
        then: impl FnOnce(&[Value]) -> Read<Value>,
    ) -> Read<Value> {
        match nodes {
            [] => then(&[]),
            [a] => then(&[self.eval(a, locals)?]),
            [a, b] => then(&[self.eval(a, locals)?, self.eval(b, locals)?]),
            [a, b, c] => then(&[self.eval(a, locals)?, self.eval(b, locals)?, self.eval(c, locals)?]),
            more => then(&self.values(more, locals)?),
        }
    }

    /// The values of several nodes.
    pub fn values(&self, nodes: &[Node], locals: &mut Locals) -> Read<Locals> {
        let mut values = Locals::with_capacity(nodes.len());
        for node in nodes {
            values.push(self.eval(node, locals)?);
        }
        Ok(values)
    }
}

/// Whether a number lies in a range that labels a case.
pub(super) fn is_between(from: &Value, to: &Value, inclusive: bool, on: &Value) -> bool {
    match (from, to, on) {
        (Value::Int(from), Value::Int(to), Value::Int(on)) => from <= on && (on < to || inclusive && on == to),
        _ => false,
    }
}

/// Whether an expression is found by evaluating others that stand elsewhere.
pub(super) fn calls(node: &Node) -> bool {
    match &node.expr {
        Expr::Call { .. } | Expr::Word { .. } | Expr::Quantity { .. } | Expr::May { .. } | Expr::Walk { .. } => true,
        Expr::Get { term, .. } | Expr::Filter { term, .. } | Expr::Select { term, .. } | Expr::Gather { term, .. } => {
            matches!(term, Term::Word(_) | Term::Quantity(_))
        }
        _ => false,
    }
}

/// Puts a value into a slot.
#[inline]
pub fn set_local(locals: &mut Locals, slot: u16, value: Value) {
    let slot = slot as usize;
    if locals.len() <= slot {
        locals.resize(slot + 1, Value::None);
    }
    locals[slot] = value;
}

/// An empty set of a domain.
pub fn nothing(domain: Domain) -> Value {
    Value::Set(domain, BitSet::new())
}
