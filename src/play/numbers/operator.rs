//! Operators: arithmetic, set algebra and comparisons of two values.

use crate::model::id::*;
use crate::model::node::{Comparison, Operator};
use crate::model::set::BitSet;
use crate::model::value::Value;
use crate::play::store::world::{Read, World, fault};

/// The maximum length of a text, in bytes.
pub const MOST_SIGNS: usize = 4_096;
/// The maximum number of elements of an array, counting nested ones.
pub const MOST_MEMBERS: usize = 1_024;

impl World<'_> {
    /// Arithmetic and set algebra. The result is absent if an operand is absent.
    pub fn operate(&self, operator: Operator, a: Value, b: Value) -> Read<Value> {
        if let (Value::Int(a), Value::Int(b)) = (&a, &b) {
            return Ok(Value::Int(whole(operator, *a, *b)?));
        }
        match (&a, &b) {
            (Value::Int(_) | Value::Half(_), Value::None) | (Value::None, Value::Int(_) | Value::Half(_)) => {
                return Ok(Value::None);
            }
            (Value::Half(_), Value::Int(_) | Value::Half(_)) | (Value::Int(_), Value::Half(_)) => {
                return in_halves(operator, &a, &b);
            }
            (Value::Text(x), Value::Text(y)) if operator == Operator::Add => {
                return text(&format!("{x}{y}"));
            }
            (Value::Array(x), Value::Array(y)) if operator == Operator::Add => {
                let both: Vec<Value> = x.iter().chain(y.iter()).cloned().collect();
                return array(&both);
            }
            (Value::Row(domain, row), _) if matches!(operator, Operator::Subtract | Operator::Both) => {
                let other = b.bits();
                let keep = operator == Operator::Both;
                let row = row.iter().copied().filter(|index| other.has(*index) == keep).collect();
                return Ok(Value::Row(*domain, row));
            }
            (Value::Array(_), _) | (_, Value::Array(_)) => return self.operate(operator, listed(a)?, listed(b)?),
            _ => {}
        }
        let domain = a.domain().or(b.domain());
        let Some(domain) = domain else {
            return match (&a, &b) {
                (Value::None, Value::None) => Ok(Value::None),
                _ => fault(format!("`{}` and `{}` cannot be combined", a.describe(), b.describe())),
            };
        };
        let (left, right) = (a.bits(), b.bits());
        let domain = match (a.domain(), b.domain()) {
            // The empty set belongs to every domain.
            (Some(one), Some(other)) if one != other && left.is_empty() => other,
            (Some(one), Some(other)) if one != other && !right.is_empty() => {
                return fault(format!("{} and {} cannot be combined", a.describe(), b.describe()));
            }
            _ => domain,
        };
        let set = match operator {
            Operator::Add | Operator::Union => left.union(&right),
            Operator::Both => left.intersection(&right),
            Operator::Subtract => left.minus(&right),
            Operator::Multiply | Operator::Divide | Operator::Remainder => {
                return fault("sets allow only `+`, `|`, `&` and `-`");
            }
        };
        Ok(Value::Set(domain, set))
    }
}

/// An array as the set of its things; anything else as it is.
fn listed(value: Value) -> Read<Value> {
    match &value {
        Value::Array(_) => match value.as_set() {
            Some((domain, set)) => Ok(Value::Set(domain, set)),
            None => fault("an array of different things cannot be combined with a set"),
        },
        _ => Ok(value),
    }
}

/// An operator on two whole numbers.
pub(in crate::play) fn whole(operator: Operator, a: i64, b: i64) -> Read<i64> {
    let result = match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide | Operator::Remainder if b == 0 => return fault("division by zero"),
        Operator::Divide => a.checked_div(b),
        Operator::Remainder => a.checked_rem(b),
        Operator::Union => Some(a | b),
        Operator::Both => Some(a & b),
    };
    result.map_or_else(|| fault("this number is too large"), Ok)
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
        _ => return fault("an amount in halves can only be added, subtracted, or multiplied by a whole number"),
    };
    result.map_or_else(|| fault("this number is too large"), |halves| Ok(Value::Half(halves)))
}

/// A text, unless it is too long.
///
/// # Errors
/// When it is.
pub fn text(text: &str) -> Read<Value> {
    if text.len() > MOST_SIGNS {
        return fault(format!("this text is too long: at most {MOST_SIGNS} bytes"));
    }
    Ok(Value::text(text))
}

/// An array, unless it is too large.
///
/// # Errors
/// When it does, what its members hold counted too.
pub fn array(items: &[Value]) -> Read<Value> {
    if members(items) > MOST_MEMBERS {
        return fault(format!(
            "this grows too large: an array has {MOST_MEMBERS} members at most, those of its members counted"
        ));
    }
    Ok(Value::Array(items.into()))
}

fn members(items: &[Value]) -> usize {
    let inner = items.iter().map(|item| if let Value::Array(items) = item { members(items) } else { 0 });
    items.len() + inner.sum::<usize>()
}

/// Whether two values are equal. Sets, rows and lists of things are compared by their members.
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Set(..) | Value::Row(..), Value::Array(_))
        | (Value::Array(_), Value::Set(..) | Value::Row(..))
        | (Value::Row(..), Value::Set(..))
        | (Value::Set(..), Value::Row(..)) => match (a.as_set(), b.as_set()) {
            (Some((x, a)), Some((y, b))) => a == b && (x == y || a.is_empty()),
            _ => false,
        },
        // The empty set belongs to every domain.
        (Value::Set(x, a), Value::Set(y, b)) => a == b && (x == y || a.is_empty()),
        (Value::Half(_), Value::Int(_)) | (Value::Int(_), Value::Half(_)) => a.twice() == b.twice(),
        _ => a == b,
    }
}

/// Whether a comparison of two values holds.
///
/// # Errors
/// When they have no order.
pub fn compare(comparison: Comparison, a: &Value, b: &Value) -> Read<bool> {
    Ok(match comparison {
        Comparison::Equal => equal(a, b),
        Comparison::Unequal => !equal(a, b),
        _ => match (a, b) {
            (Value::Int(a), Value::Int(b)) => comparison.holds(Some(*a), Some(*b)),
            (Value::Half(_), Value::Int(_) | Value::Half(_)) | (Value::Int(_), Value::Half(_)) => {
                comparison.holds(a.twice(), b.twice())
            }
            // Comparisons with an absent number are false.
            (Value::None, _) | (_, Value::None) => false,
            _ => return fault(format!("{} and {} cannot be compared", a.describe(), b.describe())),
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

/// Whether a number lies in the range of a `switch` case.
pub(in crate::play) fn is_between(from: &Value, to: &Value, inclusive: bool, on: &Value) -> bool {
    match (from, to, on) {
        (Value::Int(from), Value::Int(to), Value::Int(on)) => from <= on && (on < to || inclusive && on == to),
        _ => false,
    }
}

/// An empty set of a domain.
pub fn nothing(domain: Domain) -> Value {
    Value::Set(domain, BitSet::new())
}
