//! Expressions that combine the values of their parts: comparisons, arithmetic, set algebra, branches.

use crate::model::id::Ref;
use crate::model::node::{Comparison, Operator};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::{At, Code, Run};
use crate::play::numbers::operator;

/// One of two expressions; a plain result if both have the same form.
pub(super) fn branch(condition: Run<bool>, yes: Code, no: Code) -> Code {
    match (yes, no) {
        (Code::Flag(yes), Code::Flag(no)) => Code::Flag(either(condition, yes, no)),
        (Code::Number(yes), Code::Number(no)) => Code::Number(either(condition, yes, no)),
        (Code::Thing(yes), Code::Thing(no)) => Code::Thing(either(condition, yes, no)),
        (Code::Set(domain, yes), Code::Set(other, no)) if domain == other => {
            Code::Set(domain, either(condition, yes, no))
        }
        (yes, no) => Code::Value(either(condition, yes.into_value(), no.into_value())),
    }
}

fn either<T: 'static>(condition: Run<bool>, yes: Run<T>, no: Run<T>) -> Run<T> {
    Box::new(move |world, locals| if condition(world, locals) { yes(world, locals) } else { no(world, locals) })
}

/// The first of two values that is not `none`.
pub(super) fn coalesce(a: Code, b: Code) -> Code {
    match (a, b) {
        (Code::Number(a), Code::Number(b)) => Code::Number(first(a, b)),
        (Code::Thing(a), Code::Thing(b)) => Code::Thing(first(a, b)),
        (a, b) => {
            let (a, b) = (a.into_value(), b.into_value());
            Code::Value(Box::new(move |world, locals| match a(world, locals) {
                Value::None => b(world, locals),
                value => value,
            }))
        }
    }
}

fn first<T: 'static>(a: Run<Option<T>>, b: Run<Option<T>>) -> Run<Option<T>> {
    Box::new(move |world, locals| match a(world, locals) {
        None => b(world, locals),
        found => found,
    })
}

/// A comparison of two values.
pub(super) fn compare(comparison: Comparison, a: Code, b: Code, at: At) -> Code {
    let equality = match comparison {
        Comparison::Equal => Some(true),
        Comparison::Unequal => Some(false),
        _ => None,
    };
    Code::Flag(match (a, b, equality) {
        (Code::Number(a), Code::Number(b), _) => {
            Box::new(move |world, locals| comparison.holds(a(world, locals), b(world, locals)))
        }
        (Code::Thing(a), Code::Thing(b), Some(wanted)) => {
            Box::new(move |world, locals| (a(world, locals) == b(world, locals)) == wanted)
        }
        (Code::Flag(a), Code::Flag(b), Some(wanted)) => {
            Box::new(move |world, locals| (a(world, locals) == b(world, locals)) == wanted)
        }
        (Code::Thing(a), b, Some(wanted)) => {
            let b = b.into_value();
            Box::new(move |world, locals| {
                let a = a(world, locals);
                is_thing(&b(world, locals), a) == wanted
            })
        }
        (a, Code::Thing(b), Some(wanted)) => {
            let a = a.into_value();
            Box::new(move |world, locals| {
                let a = a(world, locals);
                is_thing(&a, b(world, locals)) == wanted
            })
        }
        (a, b, _) => {
            let (a, b) = (a.into_value(), b.into_value());
            Box::new(move |world, locals| {
                let (a, b) = (a(world, locals), b(world, locals));
                world.caught(operator::compare(comparison, &a, &b), at)
            })
        }
    })
}

/// True if the value is this thing, or if both are `none`.
fn is_thing(value: &Value, thing: Option<Ref>) -> bool {
    match value {
        Value::Ref(other) => thing == Some(*other),
        Value::None => thing.is_none(),
        _ => false,
    }
}

/// Arithmetic and set algebra.
pub(super) fn operate(operator: Operator, a: Code, b: Code, at: At) -> Code {
    match (a, b) {
        (Code::Number(a), Code::Number(b)) => Code::Number(Box::new(move |world, locals| {
            // The result is absent if an operand is absent.
            let (a, b) = (a(world, locals)?, b(world, locals)?);
            world.caught(operator::whole(operator, a, b).map(Some), at)
        })),
        (Code::Set(domain, a), Code::Set(other, b)) if domain == other && on_sets(operator).is_some() => {
            let combined = on_sets(operator).unwrap_or(BitSet::union);
            Code::Set(domain, Box::new(move |world, locals| combined(&a(world, locals), &b(world, locals))))
        }
        (a, b) => {
            let (a, b) = (a.into_value(), b.into_value());
            Code::Value(Box::new(move |world, locals| {
                let (a, b) = (a(world, locals), b(world, locals));
                world.caught(world.operate(operator, a, b), at)
            }))
        }
    }
}

fn on_sets(operator: Operator) -> Option<fn(&BitSet, &BitSet) -> BitSet> {
    match operator {
        Operator::Add | Operator::Union => Some(BitSet::union),
        Operator::Both => Some(BitSet::intersection),
        Operator::Subtract => Some(BitSet::minus),
        Operator::Multiply | Operator::Divide | Operator::Remainder => None,
    }
}

/// `-a`
pub(super) fn negative(a: Code, at: At) -> Code {
    match a {
        Code::Number(a) => Code::Number(Box::new(move |world, locals| {
            let a = a(world, locals)?;
            world.caught(operator::whole(Operator::Subtract, 0, a).map(Some), at)
        })),
        a => {
            let a = a.into_value();
            Code::Value(Box::new(move |world, locals| match a(world, locals) {
                Value::Int(n) => world.caught(operator::whole(Operator::Subtract, 0, n).map(Value::Int), at),
                Value::Half(n) => Value::Half(n.saturating_neg()),
                Value::None => Value::None,
                other => world.failed(format!("`-` before {}", other.describe()), at),
            }))
        }
    }
}

/// Whether an item is in a set.
pub(super) fn within(item: Code, set: Code, negated: bool) -> Code {
    Code::Flag(match (item, set) {
        (Code::Thing(item), Code::Set(domain, set)) => Box::new(move |world, locals| {
            let item = item(world, locals);
            let set = set(world, locals);
            item.is_some_and(|thing| thing.domain == domain && set.has(thing.index)) != negated
        }),
        (item, set) => {
            let (item, set) = (item.into_value(), set.into_value());
            Box::new(move |world, locals| {
                let item = item(world, locals);
                let set = set(world, locals);
                operator::contains(&set, &item) != negated
            })
        }
    })
}

/// `a..b`, `a..=b`
pub(super) fn range(from: Run<Value>, to: Run<Value>, inclusive: bool, at: At) -> Code {
    Code::Value(Box::new(move |world, locals| match (from(world, locals), to(world, locals)) {
        (Value::Int(from), Value::Int(to)) => {
            let members = i128::from(to) - i128::from(from) + i128::from(inclusive);
            if members > operator::MOST_MEMBERS as i128 {
                return world.failed(format!("this range has more than {} numbers", operator::MOST_MEMBERS), at);
            }
            Value::Array((from..=to).take(members.max(0) as usize).map(Value::Int).collect())
        }
        _ => world.failed("a range needs a number at each end", at),
    }))
}

/// An element of a tally, list or array.
pub(super) fn index(of: Run<Value>, index: Run<Value>, at: At) -> Code {
    Code::Value(Box::new(move |world, locals| {
        let (of, index) = (of(world, locals), index(world, locals));
        match (&of, &index) {
            (Value::Tally(_, rows), Value::Ref(thing)) => {
                Value::Int(rows.iter().find(|row| row.0 == thing.index).map_or(0, |row| row.1))
            }
            (Value::Array(items), Value::Int(number)) => {
                // A negative index counts from the end.
                let place = if *number < 0 { number.checked_add(items.len() as i64) } else { Some(*number) };
                match place.and_then(|place| usize::try_from(place).ok()).and_then(|place| items.get(place)) {
                    Some(item) => item.clone(),
                    None => {
                        let count = items.len();
                        world.failed(format!("this list has {count} members, and none with the number {number}"), at)
                    }
                }
            }
            _ => world.failed(format!("{} has no members by number", of.describe()), at),
        }
    }))
}
