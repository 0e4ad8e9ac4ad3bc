//! Values on both sides of the Rhai boundary: Rhai's own types for numbers, texts, flags, `none` and arrays; a wrapper
//! for the rest.

use std::rc::Rc;

use rhai::{Dynamic, ImmutableString};

use crate::model::id::{Domain, Ref, ScopeId, TableId};
use crate::model::value::Value;

/// A thing, set, row, dice, parts, tally or scope.
#[derive(Clone)]
pub(super) struct Item(pub(super) Value);

/// The printed values of a thing: `unit.printed`.
#[derive(Clone)]
pub(super) struct Printed(pub(super) Ref);

/// A list or noun named before its value: `class` in `class.Schiltrom`.
#[derive(Clone)]
pub(super) struct Family(pub(super) Domain);

/// The results of a table look-up with several results: `fates(n)` in `fates(n).captured`.
#[derive(Clone)]
pub(super) struct Looked(pub(super) TableId, pub(super) Value);

/// A scope that is not running. It counts as `none` and so do its side, number and variables, but the words of a sequence
/// can be evaluated.
#[derive(Clone)]
pub(super) struct Resting(pub(super) ScopeId);

/// A name with several readings, one of which its context selects.
#[derive(Clone)]
pub(super) struct Readings {
    pub(super) values: Rc<[Value]>,
    /// The scope that the name means where no value fits, if it is not running.
    pub(super) resting: Option<ScopeId>,
}

/// Converts a value for Rhai.
pub(super) fn to_dynamic(value: Value) -> Dynamic {
    match value {
        Value::None => Dynamic::UNIT,
        Value::Flag(flag) => flag.into(),
        Value::Int(number) => number.into(),
        Value::Text(text) => ImmutableString::from(&*text).into(),
        Value::Array(items) => items.iter().cloned().map(to_dynamic).collect::<Vec<Dynamic>>().into(),
        other => Dynamic::from(Item(other)),
    }
}

/// Converts a value from Rhai. Of several readings, the first.
pub(super) fn to_value(dynamic: &Dynamic) -> Value {
    read(dynamic, |readings| readings.first().cloned().unwrap_or(Value::None))
}

/// Like [`to_value`], but selects the reading of the wanted domain.
pub(super) fn to_value_in(dynamic: &Dynamic, wanted: Option<Domain>) -> Value {
    read(dynamic, |readings| {
        let fitting = readings.iter().find(|value| value.domain() == wanted);
        fitting.or(readings.first()).cloned().unwrap_or(Value::None)
    })
}

fn read(dynamic: &Dynamic, choose: impl Fn(&[Value]) -> Value + Copy) -> Value {
    if let Some(item) = dynamic.read_lock::<Item>() {
        return item.0.clone();
    }
    if dynamic.is_unit() {
        return Value::None;
    }
    if let Ok(number) = dynamic.as_int() {
        return Value::Int(number);
    }
    if let Ok(flag) = dynamic.as_bool() {
        return Value::Flag(flag);
    }
    if let Some(text) = dynamic.read_lock::<ImmutableString>() {
        return Value::text(&text);
    }
    if let Some(items) = dynamic.read_lock::<rhai::Array>() {
        return Value::Array(items.iter().map(|item| read(item, choose)).collect());
    }
    if let Some(readings) = dynamic.read_lock::<Readings>() {
        return choose(&readings.values);
    }
    if let Some(range) = dynamic.read_lock::<std::ops::Range<i64>>() {
        return numbers(range.start, range.end);
    }
    if let Some(range) = dynamic.read_lock::<std::ops::RangeInclusive<i64>>() {
        return numbers(*range.start(), range.end().saturating_add(1));
    }
    if let Some(family) = dynamic.read_lock::<Family>() {
        return Value::Set(family.0, crate::model::set::BitSet::new());
    }
    Value::None
}

/// The maximum number of members of a range.
const MOST_NUMBERS: i64 = 1_024;

fn numbers(from: i64, to: i64) -> Value {
    Value::Array((from..to.min(from.saturating_add(MOST_NUMBERS))).map(Value::Int).collect())
}

/// True if this is a range with more numbers than an array may hold.
pub(super) fn is_too_long(dynamic: &Dynamic) -> bool {
    let too_many = |from: i64, to: i64| to.saturating_sub(from) > MOST_NUMBERS;
    if let Some(range) = dynamic.read_lock::<std::ops::Range<i64>>() {
        return too_many(range.start, range.end);
    }
    dynamic
        .read_lock::<std::ops::RangeInclusive<i64>>()
        .is_some_and(|range| too_many(*range.start(), range.end().saturating_add(1)))
}
