//! The cells of tables: numbers, values of one list, kinds, sides, yes or no.

use crate::model::id::{Domain, Ref};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::syntax::ast::Word;

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::value;

/// The common type of the cells: numbers, values of one list, kinds or sides.
pub(super) fn cell_type<'w>(builder: &GameBuilder, cells: impl Iterator<Item = &'w Word> + Clone) -> Type {
    let absent = cells.clone().any(is_absent);
    let Some(first) = cells.clone().find(|cell| !is_absent(cell)) else { return Type::Int(true) };
    if number(first).is_some() {
        return Type::Int(absent);
    }
    if matches!(first.text.as_str(), "yes" | "no" | "true" | "false") {
        return Type::Flag;
    }
    let lists = (0..builder.game.lists.len()).map(|list| Domain::List(list as u16));
    let domains = || lists.clone().chain([Domain::Kind, Domain::Side, Domain::Mode]);
    let is_one = |domain: Domain, cell: &Word| value::thing_named(builder, domain, &cell.text).is_some();
    let of_first = domains().find(|domain| is_one(*domain, first));
    // If most cells are values of one list, the first is misspelt.
    let of_most = || {
        let given: Vec<&Word> = cells.clone().filter(|cell| !is_absent(cell)).collect();
        domains().find(|domain| given.iter().filter(|cell| is_one(*domain, cell)).count() * 2 > given.len())
    };
    of_first.or_else(of_most).map_or(Type::Text, |domain| Type::One(domain, absent))
}

/// The first of these cells, with the number of its parts, if they all have as many, and each part is a number.
pub(super) fn in_parts<'w>(cells: impl Iterator<Item = &'w Word> + Clone) -> Option<(&'w Word, usize)> {
    let mut given = cells.filter(|cell| !is_absent(cell));
    let first = given.clone().next()?;
    let parts = first.slashed().len();
    let is_like = |cell: &Word| {
        let all = cell.slashed();
        all.len() == parts && all.iter().all(|part| is_absent(part) || number(part).is_some())
    };
    (parts > 1 && given.all(is_like)).then_some((first, parts))
}

pub(super) fn is_absent(cell: &Word) -> bool {
    matches!(cell.text.as_str(), "NA" | "-" | "–" | "none")
}

/// The number in a decorated cell: `5-`, `+2`, `3+`.
pub(super) fn number(cell: &Word) -> Option<i64> {
    let text = cell.text.trim_start_matches('+');
    let text = text.strip_suffix(['-', '+', '*']).filter(|text| !text.is_empty()).unwrap_or(text);
    text.parse().ok()
}

pub(super) fn read_cell(builder: &mut GameBuilder, cell: &Word, ty: Type) -> Value {
    if is_absent(cell) {
        return Value::None;
    }
    match ty {
        Type::Int(_) => match number(cell) {
            Some(number) => Value::Int(number),
            None => {
                builder.report(error::wrong_value(cell, "a number, as the other cells are"));
                Value::None
            }
        },
        Type::One(domain, _) => match value::thing_named(builder, domain, &cell.text) {
            Some(thing) => Value::Ref(Ref::new(domain, thing.index)),
            None => {
                value::read_value(builder, cell, ty, None);
                Value::None
            }
        },
        Type::Any => Value::None,
        ty => value::read_value(builder, cell, ty, None).unwrap_or_default(),
    }
}
