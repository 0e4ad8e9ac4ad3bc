//! Operators on things, sets and optional values. Those on numbers, texts and flags are Rhai's own.

use std::rc::Rc;

use rhai::{Dynamic, FuncRegistration, Module};

use crate::model::id::Ref;
use crate::model::node::{Comparison, Operator};
use crate::model::value::Value;
use crate::play::operator::{self, compare, contains};
use crate::play::place_names::Viewer;
use crate::play::{Act, Cx};

use super::host::Host;
use super::order;
use super::property::bad;
use super::register::{register, register_changing};
use super::value::{Item, Readings, to_dynamic, to_value, to_value_in};

/// Rhai's name for assignment by index. Its own constructor for such registrations is not used, because it marks the
/// function as changing its receiver and does not let that be overridden.
const INDEX_SETTER: &str = "index$set$";

/// Operators that return a value, by sign.
const ALGEBRA: [(&str, Operator); 7] = [
    ("+", Operator::Add),
    ("-", Operator::Subtract),
    ("|", Operator::Union),
    ("&", Operator::Both),
    ("*", Operator::Multiply),
    ("/", Operator::Divide),
    ("%", Operator::Remainder),
];

/// The operator of an assignment: `+` for `+=`, none for `=`.
pub(super) fn of_assignment(sign: &str) -> Option<Operator> {
    let sign = sign.strip_suffix('=')?;
    ALGEBRA.iter().find(|(other, _)| *other == sign).map(|(_, operator)| *operator)
}

/// `of[index]`
pub(super) fn member(of: &Dynamic, index: &Dynamic) -> Act<Dynamic> {
    match (of.read_lock::<rhai::Array>(), to_value(index)) {
        (Some(items), Value::Int(number)) => {
            // A negative index counts from the end.
            let place = if number < 0 { number.checked_add(items.len() as i64) } else { Some(number) };
            match place.and_then(|place| usize::try_from(place).ok()).and_then(|place| items.get(place)) {
                Some(item) => Ok(item.clone()),
                None => bad(format!("this list has {} members, and none with the number {number}", items.len())),
            }
        }
        (_, index) => match (to_value(of), index) {
            (Value::Tally(_, rows), Value::Ref(thing)) => Ok(count(&rows, thing).into()),
            (other, _) => bad(format!("{} has no members by number", other.describe())),
        },
    }
}

/// `item in set`.
pub(super) fn is_in(set: &Dynamic, item: &Dynamic) -> Act<Dynamic> {
    let set = to_value_in(set, None);
    let domain = match &set {
        Value::Array(items) => items.first().and_then(Value::domain),
        other => other.domain(),
    };
    Ok(contains(&set, &to_value_in(item, domain)).into())
}

/// Registers all operators.
pub(super) fn register_all(module: &mut Module, host: &Rc<Host>) {
    for (sign, operator) in ALGEBRA {
        register(module, host, FuncRegistration::new(sign), 2, move |call, args| {
            let (left, right) = two(args)?;
            operate(call.cx, operator, left, right)
        });
    }
    for (sign, wanted) in [("==", true), ("!=", false)] {
        register(module, host, FuncRegistration::new(sign), 2, move |_, args| {
            let (left, right) = two(args)?;
            Ok((equal(left, right) == wanted).into())
        });
    }
    let orders =
        [("<", Comparison::Less), ("<=", Comparison::AtMost), (">", Comparison::Greater), (">=", Comparison::AtLeast)];
    for (sign, comparison) in orders {
        register(module, host, FuncRegistration::new(sign), 2, move |_, args| {
            let (left, right) = two(args)?;
            match (to_value(left), to_value(right)) {
                // An absent number is neither more nor less than another.
                (Value::None, _) | (_, Value::None) => Ok(false.into()),
                (a @ (Value::Half(_) | Value::Int(_)), b @ (Value::Half(_) | Value::Int(_))) => {
                    Ok(compare(comparison, &a, &b)?.into())
                }
                (a, b) => bad(format!("{} and {} cannot be compared", a.describe(), b.describe())),
            }
        });
    }
    register(module, host, FuncRegistration::new("-"), 1, |_, args| match args.first().map(|arg| to_value(arg)) {
        Some(Value::None) | None => Ok(Dynamic::UNIT),
        Some(Value::Half(n)) => Ok(to_dynamic(Value::Half(n.saturating_neg()))),
        Some(other) => bad(format!("`-` before {}", other.describe())),
    });
    register(module, host, FuncRegistration::new(order::SHOWN), 1, |call, args| {
        let value = args.first().map(|arg| to_value(arg)).unwrap_or(Value::None);
        Ok(call.cx.look(|world| Ok(world.through(Viewer::Later).show(&value)))?.into())
    });
    // Rhai itself performs the read and the write of a tally (`got[it] += 1`).
    register(module, host, FuncRegistration::new_index_getter(), 2, |_, args| {
        let (of, index) = two(args)?;
        member(of, index)
    });
    register_changing(module, host, FuncRegistration::new(INDEX_SETTER), 3, |_, args| {
        let [of, index, value] = args else { return bad("a tally is counted by its members") };
        let (index, value) = (to_value(index), to_value(value));
        let Some(mut item) = of.write_lock::<Item>() else { return bad("only a tally is counted by its members") };
        let (Value::Tally(domain, rows), Value::Ref(thing), Value::Int(value)) = (&item.0, &index, &value) else {
            return bad("only a tally is counted by its members");
        };
        let mut rows = rows.to_vec();
        if let Some(row) = rows.iter_mut().find(|row| row.0 == thing.index) {
            row.1 = *value;
        }
        let tally = Value::Tally(*domain, rows.into());
        item.0 = tally;
        Ok(Dynamic::UNIT)
    });
}

fn count(rows: &[(u16, i64)], thing: Ref) -> i64 {
    rows.iter().find(|row| row.0 == thing.index).map_or(0, |row| row.1)
}

fn two<'a>(args: &'a [&mut Dynamic]) -> Act<(&'a Dynamic, &'a Dynamic)> {
    match args {
        [left, right] => Ok((left, right)),
        _ => bad("an operator needs two sides"),
    }
}

fn operate(cx: &Cx<'_>, operator: Operator, left: &Dynamic, right: &Dynamic) -> Act<Dynamic> {
    let left_value = to_value(left);
    let right_value = to_value_in(right, left_value.domain());
    let left_value = to_value_in(left, right_value.domain());
    if operator == Operator::Add && (matches!(left_value, Value::Text(_)) || matches!(right_value, Value::Text(_))) {
        let text = cx.look(|world| {
            let world = world.through(Viewer::Later);
            Ok(format!("{}{}", world.show(&left_value), world.show(&right_value)))
        })?;
        return Ok(text.into());
    }
    cx.look(|world| world.operate(operator, left_value, right_value)).map(to_dynamic)
}

fn equal(left: &Dynamic, right: &Dynamic) -> bool {
    let readings = |dynamic: &Dynamic| -> Vec<Value> {
        match dynamic.read_lock::<Readings>() {
            Some(readings) => readings.values.to_vec(),
            None => vec![to_value(dynamic)],
        }
    };
    let right = readings(right);
    readings(left).iter().any(|a| right.iter().any(|b| operator::equal(a, b)))
}
