//! Reads the arguments of an entry of the API table, each as the type it must have.

use crate::model::value::Value;
use crate::model::way::Way;

use crate::play::store::world::{Read, fault};

/// The first argument after the receiver; `none` if there is none.
pub(super) fn second(args: &[Value]) -> &Value {
    args.get(1).unwrap_or(&Value::None)
}

/// The index of the thing in an argument.
pub(super) fn index(args: &[Value], at: usize) -> Option<u16> {
    args.get(at).and_then(Value::as_ref).map(|thing| thing.index)
}

/// The indices of the first two things, unless one is missing.
pub(super) fn two(args: &[Value]) -> Option<(u16, u16)> {
    Some((index(args, 0)?, index(args, 1)?))
}

/// The index of the thing in an argument that may not be `none`.
#[inline]
pub(super) fn needed(args: &[Value], at: usize) -> Read<u16> {
    index(args, at).map_or_else(asked_of_nothing, Ok)
}

/// A whole number; also an amount without a half.
pub(in crate::play) fn int(args: &[Value], at: usize) -> Read<i64> {
    match args.get(at) {
        Some(Value::Int(n)) => Ok(*n),
        Some(Value::Half(n)) if n % 2 == 0 => Ok(n / 2),
        Some(Value::Half(_)) => fault("expected a whole number, found an amount with a half"),
        Some(Value::None) | None => fault("expected a number, found `none`"),
        Some(other) => fault(format!("expected a number, found {}", other.describe())),
    }
}

/// A number, whole or in halves.
pub(super) fn number(args: &[Value], at: usize) -> Read<&Value> {
    match args.get(at) {
        Some(value @ (Value::Int(_) | Value::Half(_))) => Ok(value),
        Some(Value::None) | None => fault("expected a number, found `none`"),
        Some(other) => fault(format!("expected a number, found {}", other.describe())),
    }
}

/// A way of a walk.
pub(super) fn way(value: &Value) -> Read<&Way> {
    match value {
        Value::Way(way) => Ok(way),
        Value::None => asked_of_nothing(),
        other => fault(format!("expected a way, found {}", other.describe())),
    }
}

/// Dice that were rolled.
pub(super) fn dice(value: &Value) -> Read<&[i8]> {
    match value {
        Value::Dice(faces) => Ok(faces),
        other => fault(format!("expected dice, found {}", other.describe())),
    }
}

/// The fault for an argument that is `none` where a value is needed.
pub(super) fn asked_of_nothing<T>() -> Read<T> {
    fault("this is `none`: use `?.`, or give a default with `??`")
}
