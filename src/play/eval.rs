//! Native evaluation of the typed tree: everything that is pure.
//!
//! Rhai is the reference: a differential test holds both against each other on every expression shipped.

mod operator;
mod statement;

use crate::model::id::*;
use crate::model::node::{Expr, Node, Term};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::world::{Locals, Read, World, fault};

pub use operator::{MOST_MEMBERS, MOST_SIGNS, array, compare, contains, equal, text};

/// A value that is most often a thing.
enum Glance {
    Thing(Ref),
    Value(Value),
}

impl World<'_> {
    /// The value of a pure expression.
    #[inline]
    pub fn eval(&self, node: &Node, locals: &mut Locals) -> Read<Value> {
        // Most of what is asked for just stands there.
        match &node.expr {
            Expr::Local(slot) => Ok(locals.get(*slot as usize).cloned().unwrap_or(Value::None)),
            Expr::Const(value) => Ok(value.clone()),
            _ => {
                let found = self.value(node, locals);
                if found.is_err() { self.placed(found, node) } else { found }
            }
        }
    }

    /// Whether a pure condition holds. Nothing counts as no.
    pub fn test(&self, node: &Node, locals: &mut Locals) -> Read<bool> {
        Ok(match &node.expr {
            Expr::And(a, b) => self.test(a, locals)? && self.test(b, locals)?,
            Expr::Or(a, b) => self.test(a, locals)? || self.test(b, locals)?,
            Expr::Not(a) => !self.test(a, locals)?,
            _ => self.eval(node, locals)?.is_yes(),
        })
    }

    fn value(&self, node: &Node, locals: &mut Locals) -> Read<Value> {
        Ok(match &node.expr {
            Expr::Const(value) => value.clone(),
            Expr::Local(slot) => locals.get(*slot as usize).cloned().unwrap_or(Value::None),
            Expr::ScopeParam(scope, at) => {
                self.memo.see_scope(*scope);
                let frame = self.state.frame(*scope);
                frame.and_then(|frame| frame.params.get(*at as usize)).cloned().unwrap_or(Value::None)
            }
            Expr::ScopeNumber(scope) => self.frame(*scope).map_or(Value::None, |frame| Value::Int(frame.count)),
            Expr::ScopeSide(scope) => Value::optional(Domain::Side, self.frame(*scope).and_then(|frame| frame.side)),
            Expr::Running(scope) => match self.frame(*scope) {
                Some(_) => Value::Scope(*scope),
                None => Value::None,
            },
            Expr::Me => match self.me() {
                Some(side) => Value::Ref(Ref::side(side)),
                None => return fault("no side is acting here, so `me`, `my`, `mine` and `theirs` have no meaning"),
            },
            Expr::Winner => Value::optional(Domain::Side, self.state.outcome.and_then(|outcome| outcome.winner)),
            Expr::All(domain) => Value::Set(*domain, self.all(*domain)),
            Expr::Members(noun) => self.members(*noun)?,
            Expr::Usual(old) => self.eval(old, locals)?,
            Expr::Get { term, of, negated } => match self.glance(of, locals)? {
                Glance::Thing(thing) | Glance::Value(Value::Ref(thing)) => {
                    let value = self.get(*term, thing)?;
                    if *negated { Value::Flag(!value.is_yes()) } else { value }
                }
                Glance::Value(Value::None) => match node.ty {
                    crate::model::types::Type::Flag => Value::Flag(*negated),
                    _ => return fault("this is `none`: use `?.`, or give a default with `??`"),
                },
                Glance::Value(other) => return fault(format!("{} has no such property", other.describe())),
            },
            Expr::Printed { fact, of } => match self.eval(of, locals)? {
                Value::Ref(thing) => self.fact(*fact, thing),
                other => return fault(format!("a printed value of {}", other.describe())),
            },
            Expr::Filter { term, of, negated } => {
                let set = self.eval(of, locals)?;
                match &set {
                    Value::None => Value::None,
                    Value::Row(domain, row) => {
                        let kept = self.filter(*term, *negated, *domain, set.bits())?;
                        Value::Row(*domain, row.iter().copied().filter(|index| kept.has(*index)).collect())
                    }
                    _ => match self.as_set(&set) {
                        Some((domain, set)) => Value::Set(domain, self.filter(*term, *negated, domain, set)?),
                        None => return fault(format!("a filter of {}", set.describe())),
                    },
                }
            }
            Expr::Select { term, of, value } => {
                let set = self.eval(of, locals)?;
                let value = self.eval(value, locals)?;
                match self.as_set(&set) {
                    Some((domain, set)) => Value::Set(domain, self.select(*term, domain, &set, &value)?),
                    None => return fault(format!("a filter of {}", set.describe())),
                }
            }
            Expr::Gather { term, of } => {
                let set = self.eval(of, locals)?;
                match self.as_set(&set) {
                    Some((domain, set)) => self.gather(*term, domain, &set)?,
                    None => return fault(format!("a word gathered over {}", set.describe())),
                }
            }
            Expr::Word { word, args, negated } => {
                let value = match args.as_slice() {
                    [one] => match self.glance(one, locals)? {
                        Glance::Thing(thing) => self.word(*word, thing)?,
                        Glance::Value(value) => self.word_with(*word, &[value])?,
                    },
                    args => self.with_values(args, locals, |args| self.word_with(*word, args))?,
                };
                if *negated { Value::Flag(!value.is_yes()) } else { value }
            }
            Expr::Quantity { quantity, args } => {
                self.with_values(args, locals, |args| match (args, self.game.quantities[quantity.at()].params.len()) {
                    ([Value::Ref(thing)], 1) => self.property(*quantity, *thing),
                    (args, _) => self.quantity_value(*quantity, args),
                })?
            }
            Expr::May { permission, args } => {
                self.with_values(args, locals, |args| Ok(Value::Flag(self.may(*permission, args)?)))?
            }
            Expr::Table { table, args, column } => self.table(*table, &self.values(args, locals)?, *column)?,
            Expr::Linked { link, args } => match self.values(args, locals)?.as_slice() {
                [Value::Ref(a), Value::Ref(b)] => Value::Flag(self.linked(*link, *a, *b)?),
                _ => Value::Flag(false),
            },
            Expr::Call { function, args } => self.with_values(args, locals, |args| self.call(*function, args))?,
            Expr::Api { api, args } => self.api(*api, args, locals)?,
            Expr::Walk { walk, args } => self.with_values(args, locals, |args| self.ways_of(*walk, args))?,
            Expr::Arc { arc, of, facing } => match (self.eval(of, locals)?, self.eval(facing, locals)?) {
                (Value::Ref(space), Value::Ref(facing)) => self.arc(*arc, space.index, facing.index),
                _ => return fault("an arc needs a space and a direction"),
            },
            Expr::Not(a) => Value::Flag(!self.test(a, locals)?),
            Expr::And(a, b) => Value::Flag(self.test(a, locals)? && self.test(b, locals)?),
            Expr::Or(a, b) => Value::Flag(self.test(a, locals)? || self.test(b, locals)?),
            Expr::If(condition, yes, no) => {
                if self.test(condition, locals)? {
                    self.eval(yes, locals)?
                } else {
                    self.eval(no, locals)?
                }
            }
            Expr::Switch { on, cases, otherwise } => {
                let branch = self.branch(on, cases, otherwise, locals)?;
                self.eval(branch, locals)?
            }
            Expr::Coalesce(a, b) => match self.eval(a, locals)? {
                Value::None => self.eval(b, locals)?,
                value => value,
            },
            Expr::Safe { of, slot, rest } => match self.eval(of, locals)? {
                Value::None => Value::None,
                value => {
                    set_local(locals, *slot, value);
                    self.eval(rest, locals)?
                }
            },
            Expr::Compare(comparison, a, b) => {
                let (a, b) = (self.eval(a, locals)?, self.eval(b, locals)?);
                Value::Flag(compare(*comparison, &a, &b)?)
            }
            Expr::Operate(operator, a, b) => {
                let (a, b) = (self.eval(a, locals)?, self.eval(b, locals)?);
                self.operate(*operator, a, b)?
            }
            Expr::Negative(a) => match self.eval(a, locals)? {
                Value::Int(n) => match n.checked_neg() {
                    Some(n) => Value::Int(n),
                    None => return fault("this number is too large"),
                },
                Value::Half(n) => Value::Half(n.saturating_neg()),
                Value::None => Value::None,
                other => return fault(format!("`-` before {}", other.describe())),
            },
            Expr::In { item, set, negated } => {
                let item = self.eval(item, locals)?;
                let set = self.eval(set, locals)?;
                Value::Flag(contains(&set, &item) != *negated)
            }
            Expr::Array(items) => array(&self.values(items, locals)?)?,
            Expr::Range { from, to, inclusive } => {
                let (from, to) = (self.eval(from, locals)?, self.eval(to, locals)?);
                match (from, to) {
                    (Value::Int(from), Value::Int(to)) => {
                        let end = if *inclusive { to.saturating_add(1) } else { to };
                        if end.saturating_sub(from) > 1024 {
                            return fault("this range has more than 1024 numbers");
                        }
                        Value::Array((from..end).map(Value::Int).collect())
                    }
                    _ => return fault("a range needs a number at each end"),
                }
            }
            Expr::Index(of, index) => {
                let (of, index) = (self.eval(of, locals)?, self.eval(index, locals)?);
                match (&of, &index) {
                    (Value::Tally(_, rows), Value::Ref(thing)) => {
                        Value::Int(rows.iter().find(|row| row.0 == thing.index).map_or(0, |row| row.1))
                    }
                    (Value::Array(items), Value::Int(at)) => {
                        // From the last one where the number is below 0.
                        let place = if *at < 0 { at.checked_add(items.len() as i64) } else { Some(*at) };
                        match place.and_then(|at| usize::try_from(at).ok()).and_then(|at| items.get(at)) {
                            Some(item) => item.clone(),
                            None => {
                                return fault(format!(
                                    "this list has {} members, and none with the number {at}",
                                    items.len()
                                ));
                            }
                        }
                    }
                    _ => return fault(format!("{} has no members by number", of.describe())),
                }
            }
            Expr::SharePart(share, on) => match self.eval(share, locals)? {
                Value::Share(share) if *on => Value::Ref(share.on),
                Value::Share(share) => Value::Int(share.count),
                other => return fault(format!("{} is not part of a split", other.describe())),
            },
            Expr::Text(parts) => {
                let mut text = String::new();
                for part in parts {
                    let value = self.eval(part, locals)?;
                    text.push_str(&self.show(&value));
                    self.effort.spend(text.len() as u64 / 16)?;
                }
                self::text(&text)?
            }
            Expr::Map(_) | Expr::Closure { .. } | Expr::Measure(_) => Value::None,
            Expr::Block(_)
            | Expr::Let(..)
            | Expr::Assign { .. }
            | Expr::AssignIndex { .. }
            | Expr::For { .. }
            | Expr::While(..)
            | Expr::Return(_)
            | Expr::Break
            | Expr::Continue => return self.run(node, locals),
            Expr::SetVar { .. }
            | Expr::SetSlot { .. }
            | Expr::SetMode { .. }
            | Expr::SetFacing { .. }
            | Expr::Happen { .. } => {
                return fault("a derived word or function may not change the game");
            }
            Expr::Error => return fault("this expression has an error"),
        })
    }

    /// The same mistake with the place of the expression, if it has none yet; if it has one elsewhere, this is a call on the way
    /// there.
    #[cold]
    fn placed(&self, found: Read<Value>, node: &Node) -> Read<Value> {
        found.map_err(|mut fault| {
            match fault.span {
                None => fault.span = Some(node.span),
                Some(span) if calls(node) && !node.span.has_part(span) => {
                    fault.called(self.game.sources.place(node.span), None);
                }
                Some(_) => {}
            }
            fault
        })
    }

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
                if self.eval(label, locals)? == on {
                    return Ok(body);
                }
            }
        }
        Ok(otherwise)
    }

    /// The value of a node; most are things that stand in a slot, and need not be copied with all that a value may be.
    #[inline]
    fn glance(&self, node: &Node, locals: &mut Locals) -> Read<Glance> {
        if let Expr::Local(slot) = &node.expr {
            if let Some(Value::Ref(thing)) = locals.get(*slot as usize) {
                return Ok(Glance::Thing(*thing));
            }
        }
        self.eval(node, locals).map(Glance::Value)
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

/// Whether an expression is found by evaluating others that stand elsewhere.
fn calls(node: &Node) -> bool {
    match &node.expr {
        Expr::Call { .. } | Expr::Word { .. } | Expr::Quantity { .. } | Expr::May { .. } | Expr::Walk { .. } => true,
        Expr::Get { term, .. } | Expr::Filter { term, .. } | Expr::Select { term, .. } | Expr::Gather { term, .. } => {
            matches!(term, Term::Word(_) | Term::Quantity(_))
        }
        _ => false,
    }
}

/// Puts a value into a slot.
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
