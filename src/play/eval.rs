//! Native evaluation of the typed tree: everything that is pure.
//!
//! Rhai is the reference: a differential test holds both against each other on every expression shipped.

use std::sync::Arc;

use crate::model::id::*;
use crate::model::node::{Comparison, Expr, Node, Operator};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::world::{Fault, Locals, Read, World, fault};

/// Why statements stopped before their end.
enum Escape {
    /// A mistake of the author.
    Fault(Box<Fault>),
    /// `return`.
    Return(Value),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

/// A value that is most often a thing.
enum Glance {
    Thing(Ref),
    Value(Value),
}

impl From<Box<Fault>> for Escape {
    fn from(fault: Box<Fault>) -> Self {
        Escape::Fault(fault)
    }
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
                if found.is_err() { placed(found, node) } else { found }
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

    /// Runs the statements of a pure function.
    pub fn run(&self, node: &Node, locals: &mut Locals) -> Read<Value> {
        match self.statement(node, locals) {
            Ok(value) | Err(Escape::Return(value)) => Ok(value),
            Err(Escape::Fault(fault)) => Err(fault),
            Err(Escape::Break | Escape::Continue) => Ok(Value::None),
        }
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
                None => return fault("nobody acts here: `me`, `my`, `mine` and `theirs` mean nothing"),
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
                    _ => return fault("this is asked of nothing: write `?.`, or give another value with `??`"),
                },
                Glance::Value(other) => return fault(format!("this word is asked of {}", other.describe())),
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
                _ => return fault("an arc is asked of a space, with a direction"),
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
                let on = self.eval(on, locals)?;
                for (labels, body) in cases {
                    for label in labels {
                        if self.eval(label, locals)? == on {
                            return self.eval(body, locals);
                        }
                    }
                }
                self.eval(otherwise, locals)?
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
            Expr::Array(items) => Value::Array(self.values(items, locals)?.as_slice().into()),
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
                    _ => return fault("a range needs two numbers"),
                }
            }
            Expr::Index(of, index) => {
                let (of, index) = (self.eval(of, locals)?, self.eval(index, locals)?);
                match (&of, &index) {
                    (Value::Tally(_, rows), Value::Ref(thing)) => {
                        Value::Int(rows.iter().find(|row| row.0 == thing.index).map_or(0, |row| row.1))
                    }
                    (Value::Array(items), Value::Int(at)) => {
                        usize::try_from(*at).ok().and_then(|at| items.get(at)).cloned().unwrap_or(Value::None)
                    }
                    _ => return fault(format!("{} has no members by number", of.describe())),
                }
            }
            Expr::SharePart(share, on) => match self.eval(share, locals)? {
                Value::Share(share) if *on => Value::Ref(share.on),
                Value::Share(share) => Value::Int(share.count),
                other => return fault(format!("{} is no part of a split", other.describe())),
            },
            Expr::Text(parts) => {
                let mut text = String::new();
                for part in parts {
                    let value = self.eval(part, locals)?;
                    text.push_str(&self.show(&value));
                }
                Value::Text(Arc::from(text))
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
                return fault("a derived word or function may not change anything");
            }
            Expr::Error => return fault("this could not be understood"),
        })
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

    fn statement(&self, node: &Node, locals: &mut Locals) -> Result<Value, Escape> {
        Ok(match &node.expr {
            Expr::Block(items) => {
                let mut last = Value::None;
                for item in items {
                    last = self.statement(item, locals)?;
                }
                last
            }
            Expr::Let(slot, value) => {
                let value = self.statement(value, locals)?;
                set_local(locals, *slot, value);
                Value::None
            }
            Expr::Assign { slot, operator, value } => {
                let mut value = self.statement(value, locals)?;
                if let Some(operator) = operator {
                    value = self.operate(*operator, locals[*slot as usize].clone(), value)?;
                }
                set_local(locals, *slot, value);
                Value::None
            }
            Expr::AssignIndex { slot, index, operator, value } => {
                let index = self.eval(index, locals)?;
                let value = self.eval(value, locals)?;
                let (Value::Tally(domain, rows), Value::Ref(thing)) = (&locals[*slot as usize], &index) else {
                    return Err(fault::<()>("only a tally is counted by its members")
                        .map_or_else(Into::into, |()| Escape::Break));
                };
                let mut rows = rows.to_vec();
                if let Some(row) = rows.iter_mut().find(|row| row.0 == thing.index) {
                    let new = match operator {
                        Some(operator) => self.operate(*operator, Value::Int(row.1), value)?,
                        None => value,
                    };
                    row.1 = new.int().unwrap_or(row.1);
                }
                let tally = Value::Tally(*domain, rows.into());
                set_local(locals, *slot, tally);
                Value::None
            }
            Expr::If(condition, yes, no) => {
                if self.test(condition, locals)? {
                    self.statement(yes, locals)?
                } else {
                    self.statement(no, locals)?
                }
            }
            Expr::For { slot, set, body } => {
                let set = self.eval(set, locals)?;
                for item in self.in_order(&set) {
                    self.tick()?;
                    set_local(locals, *slot, item);
                    match self.statement(body, locals) {
                        Ok(_) | Err(Escape::Continue) => {}
                        Err(Escape::Break) => break,
                        Err(other) => return Err(other),
                    }
                }
                Value::None
            }
            Expr::While(condition, body) => {
                while self.test(condition, locals)? {
                    self.tick()?;
                    match self.statement(body, locals) {
                        Ok(_) | Err(Escape::Continue) => {}
                        Err(Escape::Break) => break,
                        Err(other) => return Err(other),
                    }
                }
                Value::None
            }
            Expr::Return(value) => {
                let value = match value {
                    Some(value) => self.eval(value, locals)?,
                    None => Value::None,
                };
                return Err(Escape::Return(value));
            }
            Expr::Break => return Err(Escape::Break),
            Expr::Continue => return Err(Escape::Continue),
            Expr::Switch { on, cases, otherwise } => {
                let on = self.eval(on, locals)?;
                for (labels, body) in cases {
                    for label in labels {
                        if self.eval(label, locals)? == on {
                            return self.statement(body, locals);
                        }
                    }
                }
                self.statement(otherwise, locals)?
            }
            _ => self.eval(node, locals)?,
        })
    }

    fn tick(&self) -> Read<()> {
        match self.budget.get().checked_sub(1) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => fault("a function loops too long"),
        }
    }

    /// Arithmetic and set algebra. A number that needs an absent number is absent.
    pub fn operate(&self, operator: Operator, a: Value, b: Value) -> Read<Value> {
        if let (Value::Int(a), Value::Int(b)) = (&a, &b) {
            let result = match operator {
                Operator::Add => a.checked_add(*b),
                Operator::Subtract => a.checked_sub(*b),
                Operator::Multiply => a.checked_mul(*b),
                Operator::Divide if *b == 0 => return fault("division by zero"),
                Operator::Divide => a.checked_div(*b),
                Operator::Remainder if *b == 0 => return fault("division by zero"),
                Operator::Remainder => a.checked_rem(*b),
                Operator::Union => Some(a | b),
                Operator::Both => Some(a & b),
            };
            return result.map_or_else(|| fault("this number is too large"), |n| Ok(Value::Int(n)));
        }
        match (&a, &b) {
            (Value::Int(_) | Value::Half(_), Value::None) | (Value::None, Value::Int(_) | Value::Half(_)) => {
                return Ok(Value::None);
            }
            (Value::Half(_), Value::Int(_) | Value::Half(_)) | (Value::Int(_), Value::Half(_)) => {
                return in_halves(operator, &a, &b);
            }
            (Value::Text(x), Value::Text(y)) if operator == Operator::Add => {
                return Ok(Value::Text(Arc::from(format!("{x}{y}"))));
            }
            (Value::Row(domain, row), _) if matches!(operator, Operator::Subtract | Operator::Both) => {
                let other = b.bits();
                let keep = operator == Operator::Both;
                let row = row.iter().copied().filter(|index| other.has(*index) == keep).collect();
                return Ok(Value::Row(*domain, row));
            }
            _ => {}
        }
        let domain = a.domain().or(b.domain());
        let Some(domain) = domain else {
            return match (&a, &b) {
                (Value::None | Value::Array(_), Value::None | Value::Array(_)) => Ok(Value::None),
                _ => fault(format!("`{}` and `{}` cannot be combined", a.describe(), b.describe())),
            };
        };
        let (left, right) = (a.bits(), b.bits());
        let set = match operator {
            Operator::Add | Operator::Union => left.union(&right),
            Operator::Both => left.intersection(&right),
            Operator::Subtract => left.minus(&right),
            Operator::Multiply | Operator::Divide | Operator::Remainder => {
                return fault("sets know `+`, `|`, `&` and `-` only");
            }
        };
        Ok(Value::Set(domain, set))
    }
}

/// The same mistake with the place of the expression, if it has none yet.
#[cold]
fn placed(found: Read<Value>, node: &Node) -> Read<Value> {
    found.map_err(|mut fault| {
        fault.span.get_or_insert(node.span);
        fault
    })
}

/// Arithmetic with amounts in halves.
fn in_halves(operator: Operator, a: &Value, b: &Value) -> Read<Value> {
    let both = a.twice().zip(b.twice());
    let result = match (operator, a, b) {
        (Operator::Add, ..) => both.and_then(|(a, b)| a.checked_add(b)),
        (Operator::Subtract, ..) => both.and_then(|(a, b)| a.checked_sub(b)),
        (Operator::Multiply, Value::Half(a), Value::Int(b)) | (Operator::Multiply, Value::Int(b), Value::Half(a)) => {
            a.checked_mul(*b)
        }
        _ => return fault("an amount in halves is added, subtracted, and multiplied by whole numbers"),
    };
    result.map_or_else(|| fault("this number is too large"), |halves| Ok(Value::Half(halves)))
}

/// Puts a value into a slot.
pub fn set_local(locals: &mut Locals, slot: u16, value: Value) {
    let slot = slot as usize;
    if locals.len() <= slot {
        locals.resize(slot + 1, Value::None);
    }
    locals[slot] = value;
}

/// Whether two values are equal: rows and sets by their members.
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Row(x, _), Value::Set(y, set)) | (Value::Set(y, set), Value::Row(x, _)) => {
            x == y && if matches!(a, Value::Row(..)) { a.bits() == *set } else { b.bits() == *set }
        }
        (Value::Half(_), Value::Int(_)) | (Value::Int(_), Value::Half(_)) => a.twice() == b.twice(),
        _ => a == b,
    }
}

/// Whether a comparison of two values holds.
///
/// # Errors
/// When they have no order.
pub fn compare(comparison: Comparison, a: &Value, b: &Value) -> Read<bool> {
    let ordered = |a: i64, b: i64| match comparison {
        Comparison::Less => a < b,
        Comparison::AtMost => a <= b,
        Comparison::Greater => a > b,
        _ => a >= b,
    };
    Ok(match comparison {
        Comparison::Equal => equal(a, b),
        Comparison::Unequal => !equal(a, b),
        _ => match (a, b) {
            (Value::Int(a), Value::Int(b)) => ordered(*a, *b),
            (Value::Half(_), Value::Int(_) | Value::Half(_)) | (Value::Int(_), Value::Half(_)) => {
                a.twice().zip(b.twice()).is_some_and(|(a, b)| ordered(a, b))
            }
            // An absent number is neither more nor less.
            (Value::None, _) | (_, Value::None) => false,
            _ => return fault(format!("{} and {} have no order", a.describe(), b.describe())),
        },
    })
}

/// Whether an item is in a set, row or array.
pub fn contains(set: &Value, item: &Value) -> bool {
    match (set, item) {
        (Value::Set(domain, set), Value::Ref(r)) => r.domain == *domain && set.has(r.index),
        (Value::Row(domain, row), Value::Ref(r)) => r.domain == *domain && row.contains(&r.index),
        (Value::Set(Domain::Number, set), Value::Int(n)) => u16::try_from(*n).is_ok_and(|n| set.has(n)),
        (Value::Set(domain, all), Value::Set(other, some)) => some.is_empty() || domain == other && some.within(all),
        (Value::Array(items), item) => items.iter().any(|one| equal(one, item)),
        (Value::Dice(faces), Value::Int(n)) => faces.iter().any(|face| i64::from(*face) == *n),
        (Value::Ref(a), Value::Ref(b)) => a == b,
        _ => false,
    }
}

/// An empty set of a domain.
pub fn nothing(domain: Domain) -> Value {
    Value::Set(domain, BitSet::new())
}
