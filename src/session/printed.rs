//! A table of the rules as the rulebook prints it: rows, columns, results.

use crate::draw::{Line, Role};
use crate::model::game::{Axis, Label, Table, TableLine};
use crate::model::value::Value;
use crate::play::World;
use crate::source::plain_words;

use super::table::{WIDTH, blocks, table};

/// The text of a cell without a result.
const NOTHING: &str = "–";

/// The lines of a table: a heading for each horizontal axis, then a line for each row. If columns are too wide for a
/// line, they are numbered and their headings listed above; if that is not enough, the table is in blocks, one below
/// the other.
pub(super) fn printed(world: &World<'_>, item: &Table) -> Vec<Line> {
    let Some((rows, across)) = item.axes.split_first() else { return Vec::new() };
    let columns = columns(world, item, across);
    let results: usize = columns.len().max(1);
    let cell = |value: &Value| if value.is_none() { NOTHING.to_owned() } else { plain_words(&world.show(value)) };
    let body = rows.labels.iter().zip(item.cells.chunks(results)).map(|(labels, cells)| {
        let first = Line::of(Role::Key, labels_of(world, labels));
        std::iter::once(first).chain(cells.iter().map(|value| Line::of(Role::Number, cell(value)))).collect()
    });
    let body: Vec<Vec<Line>> = body.collect();
    let heading = |names: Vec<String>| -> Vec<Line> {
        let first = Line::of(Role::Dim, plain_words(&rows.name));
        std::iter::once(first).chain(names.into_iter().map(|name| Line::of(Role::Title, name))).collect()
    };
    let rows_with = |names: Vec<String>| [vec![heading(names)], body.clone()].concat();
    let fits = |lines: &[Line]| lines.len() == body.len() + 1 && !lines.iter().any(|line| line.width() > WIDTH - 2);
    let whole = table(rows_with(columns.clone()), 2);
    if columns.is_empty() || fits(&whole) {
        return whole;
    }
    let numbers: Vec<String> = (1..=columns.len()).map(|number| format!("({number})")).collect();
    let list = columns.iter().zip(&numbers).map(|(column, number)| format!("{number} {column}"));
    let mut lines = Line::plain(format!("  {}", list.collect::<Vec<_>>().join("; "))).wrapped(WIDTH, 4);
    let numbered = table(rows_with(numbers), 2);
    if !fits(&numbered) {
        return blocks(&rows_with(columns), 2, WIDTH - 2);
    }
    lines.extend(numbered);
    lines
}

/// A look-up: the table, the line on each axis, the results: `Combat results, roll 5, strength 8 to 10 (shifted from 5
/// to 7): 6`.
pub(super) fn looked_up(world: &World<'_>, item: &Table, lines: &[TableLine]) -> Line {
    let at = item.axes.iter().zip(lines).map(|(axis, line)| {
        let named = |line: usize| labels_of(world, axis.labels.get(line).map_or(&[][..], Vec::as_slice));
        let from = match line.unshifted == line.at {
            true => String::new(),
            false => format!(" (shifted from {})", named(line.unshifted)),
        };
        format!(", {} {}{from}", plain_words(&axis.name), named(line.at))
    });
    let mut line = Line::plain(format!("{}{}: ", plain_words(&item.title), at.collect::<String>()));
    let row = item.axes.iter().zip(lines).fold(0, |at, (axis, line)| at * axis.labels.len() + line.at);
    let width = item.gives.len().max(1);
    let cells = item.cells.get(row * width..(row + 1) * width).unwrap_or_default();
    let values = cells.iter().enumerate().map(|(at, value)| {
        let name = item.gives.get(at).map_or_else(String::new, |name| format!("{} ", plain_words(name)));
        format!("{name}{}", if value.is_none() { NOTHING.to_owned() } else { plain_words(&world.show(value)) })
    });
    line.push(Role::Number, values.collect::<Vec<_>>().join(", "));
    line
}

/// The headings of the columns: every line of the horizontal axes, with every result.
fn columns(world: &World<'_>, item: &Table, across: &[Axis]) -> Vec<String> {
    let mut columns = vec![String::new()];
    for axis in across {
        let lines: Vec<String> = axis.labels.iter().map(|labels| labels_of(world, labels)).collect();
        let longer = columns.iter().flat_map(|column| lines.iter().map(move |line| joined(column, line)));
        columns = longer.collect();
    }
    if !item.gives.is_empty() {
        let results = columns.iter().flat_map(|column| item.gives.iter().map(|one| joined(column, &plain_words(one))));
        columns = results.collect();
    }
    columns
}

fn joined(first: &str, second: &str) -> String {
    format!("{first} {second}").trim().to_owned()
}

/// The labels of one line, as in `4–6` or `Mail / Leather`.
fn labels_of(world: &World<'_>, labels: &[Label]) -> String {
    let label = |label: &Label| match label {
        Label::Range(i64::MIN, last) => format!("up to {last}"),
        Label::Range(first, i64::MAX) => format!("{first} and more"),
        Label::Range(first, last) if first == last => first.to_string(),
        Label::Range(first, last) => format!("{first} to {last}"),
        Label::Thing(thing) => plain_words(&world.title(*thing)),
        Label::None => "none".to_owned(),
    };
    labels.iter().map(label).collect::<Vec<_>>().join(" / ")
}
