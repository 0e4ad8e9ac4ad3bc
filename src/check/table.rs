//! Tables, typed as printed: every row and column once, no gaps, cells of one type.

use crate::diagnostic::Diagnostic;
use crate::model::game::{Axis, Label, Table};
use crate::model::id::{Domain, Ref, TableId};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, TableKind, Word, WordKind};

use super::error;
use super::gather::Gathered;
use super::maker::{Maker, title};
use super::names::Symbol;
use super::noun;
use super::value;

/// Declares all tables with their cells, which contain only constants.
pub(crate) fn declare_tables(maker: &mut Maker, items: &Gathered) {
    for (entry, item) in items.each(|kind| if let ItemKind::Table(it) = kind { Some(it) } else { None }) {
        let name = maker.declare(&item.name);
        let cites = maker.cites(&item.cites);
        let id = TableId(maker.game.tables.len() as u16);
        maker.symbol(&name, Symbol::Table(id));
        if let Some(part) = item.cell.first() {
            maker.report(error::not_yet("cells in parts", part.span));
        }
        let mut axes = vec![axis(maker, &item.rows_axis)];
        axes[0].labels = item.rows.iter().map(|row| labels(maker, &row.label, axes[0].ty)).collect();
        let row_spans: Vec<Span> = item.rows.iter().map(|row| row.label.span).collect();
        check_lines(maker, &axes[0], &row_spans, &item.name);
        // The printed column for each combination of the column axes; `None` if it is not printed.
        let columns: Vec<Option<usize>>;
        let (gives, printed) = match &item.kind {
            TableKind::Gives(names) => {
                columns = (0..names.len()).map(Some).collect();
                (names.iter().map(|name| plain(&name.text)).collect::<Vec<_>>(), names.len())
            }
            TableKind::Columns(of) if of.len() == 2 && item.headings.len() == 2 => {
                let (first, second) = (&item.headings[0], &item.headings[1]);
                let mut above = axis(maker, &of[0]);
                above.labels = first.iter().map(|word| labels(maker, word, above.ty)).collect();
                let spans: Vec<Span> = first.iter().map(|word| word.span).collect();
                check_lines(maker, &above, &spans, &item.name);
                let mut below = axis(maker, &of[1]);
                let printed: Vec<Vec<Label>> = second.iter().map(|word| labels(maker, word, below.ty)).collect();
                let groups = spanned(maker, first, second);
                for group in 0..first.len() {
                    let of_group = || (0..second.len()).filter(|at| groups[*at] == group);
                    let part = Axis { labels: of_group().map(|at| printed[at].clone()).collect(), ..below.clone() };
                    let spans: Vec<Span> = of_group().map(|at| second[at].span).collect();
                    check_lines(maker, &part, &spans, &item.name);
                }
                below.labels = finest(&printed);
                let column_of = |group: usize, line: &[Label]| {
                    (0..second.len()).find(|at| {
                        let covers = |label: &Label| line.iter().all(|one| within(one, label));
                        groups[*at] == group && printed[*at].iter().any(covers)
                    })
                };
                let places =
                    (0..first.len()).flat_map(|group| below.labels.iter().map(move |line| column_of(group, line)));
                columns = places.collect();
                axes.push(above);
                axes.push(below);
                (Vec::new(), second.len())
            }
            TableKind::Columns(of) => {
                let mut made = axis(maker, &of[0]);
                let headings = item.headings.first().map_or(&[][..], Vec::as_slice);
                made.labels = headings.iter().map(|word| labels(maker, word, made.ty)).collect();
                let spans: Vec<Span> = headings.iter().map(|word| word.span).collect();
                check_lines(maker, &made, &spans, &item.name);
                if of.len() > 1 || item.headings.len() != 1 {
                    let headline = format!(
                        "{} of headings for {}",
                        item.headings.len(),
                        crate::diagnostic::words::count(of.len(), "column axis")
                    );
                    maker.report(
                        Diagnostic::error("rows-overlap", headline)
                            .at(item.name.span, "one line of headings for each, two at most"),
                    );
                }
                let printed = made.labels.len();
                columns = (0..printed).map(Some).collect();
                axes.push(made);
                (Vec::new(), printed)
            }
        };
        let mut ty = cell_type(maker, &item.rows);
        if columns.contains(&None) {
            ty = ty.optional();
        }
        let mut cells = Vec::with_capacity(columns.len() * item.rows.len());
        for row in &item.rows {
            if row.cells.len() != printed {
                let headline =
                    format!("{} in a row of {printed}", crate::diagnostic::words::count(row.cells.len(), "cell"));
                maker.report(
                    Diagnostic::error("rows-overlap", headline).at(row.span, format!("{printed} belong here")).help(
                        match row.cells.len() < printed {
                            true => "write `-` for an empty cell",
                            false => "a row has a cell for each heading of the columns",
                        },
                    ),
                );
            }
            let read: Vec<Value> = row.cells.iter().map(|cell| read_cell(maker, cell, ty)).collect();
            cells.extend(columns.iter().map(|at| at.and_then(|at| read.get(at)).cloned().unwrap_or_default()));
        }
        for axis in &axes {
            check_coverage(maker, axis, &item.name);
        }
        maker.game.tables.push(Table {
            name,
            title: title(item.title.as_ref(), &item.name),
            axes,
            gives,
            cells,
            ty,
            cites,
            doc: entry.doc.cloned(),
            span: entry.span,
        });
    }
}

/// For each heading, the heading of the line above that covers it: the last one that begins no further right.
fn spanned(maker: &Maker, above: &[Word], below: &[Word]) -> Vec<usize> {
    let column = |word: &Word| maker.sources.line_column(word.span).1;
    let group = |word: &Word| above.iter().rposition(|one| column(one) <= column(word)).unwrap_or(0);
    below.iter().map(group).collect()
}

/// The rows of an axis whose headings differ between groups, divided so finely that each lies wholly inside or outside
/// every heading.
fn finest(printed: &[Vec<Label>]) -> Vec<Vec<Label>> {
    let mut lines: Vec<Vec<Label>> = Vec::new();
    let ranges: Vec<(i64, i64)> = printed
        .iter()
        .flatten()
        .filter_map(|label| if let Label::Range(low, high) = label { Some((*low, *high)) } else { None })
        .collect();
    let mut cuts: Vec<i64> = ranges.iter().flat_map(|(low, high)| [*low, high.saturating_add(1)]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    for pair in cuts.windows(2) {
        let line = Label::Range(pair[0], pair[1] - 1);
        if ranges.iter().any(|(low, high)| within(&line, &Label::Range(*low, *high))) {
            lines.push(vec![line]);
        }
    }
    for label in printed.iter().flatten().filter(|label| !matches!(label, Label::Range(..))) {
        if !lines.iter().any(|line| line.contains(label)) {
            lines.push(vec![label.clone()]);
        }
    }
    lines
}

/// True if one label lies within another.
fn within(inner: &Label, outer: &Label) -> bool {
    match (inner, outer) {
        (Label::Range(a, b), Label::Range(c, d)) => c <= a && b <= d,
        (a, b) => a == b,
    }
}

fn axis(maker: &mut Maker, axis: &ast::Axis) -> Axis {
    let ty = match &axis.ty {
        Some(ty) => noun::read_type(maker, ty).ty,
        None => noun::named_param(maker, &axis.name).0,
    };
    if let Some(by) = &axis.shifted_by {
        maker.report(error::not_yet("`shifted by`", by.span));
    }
    Axis { name: plain(&axis.name.text), ty, labels: Vec::new(), clamped: axis.clamped }
}

/// The labels of one row or column: names separated by slashes, a number, a range, or `none`.
fn labels(maker: &mut Maker, word: &Word, ty: Type) -> Vec<Label> {
    let parts = if word.kind == WordKind::Notation { word.slashed() } else { vec![word.clone()] };
    parts.iter().filter_map(|part| label(maker, part, ty)).collect()
}

fn label(maker: &mut Maker, word: &Word, ty: Type) -> Option<Label> {
    if word.text == "none" {
        return Some(Label::None);
    }
    if let Type::Int(_) | Type::Any = ty {
        if let Some(range) = word.as_range() {
            return Some(Label::Range(range.low.unwrap_or(i64::MIN), range.high.unwrap_or(i64::MAX)));
        }
    }
    match ty {
        Type::Flag => match word.text.as_str() {
            "yes" | "true" => Some(Label::Range(1, 1)),
            "no" | "false" => Some(Label::Range(0, 0)),
            _ => value::read_value(maker, word, ty, None).map(|_| Label::None),
        },
        _ => match value::read_value(maker, word, ty, None)? {
            Value::Ref(thing) => Some(Label::Thing(thing)),
            Value::Int(number) => Some(Label::Range(number, number)),
            _ => None,
        },
    }
}

/// Reports rows or columns that overlap, and gaps between numbers.
fn check_lines(maker: &mut Maker, axis: &Axis, spans: &[Span], name: &ast::Name) {
    let mut seen: Vec<(&Label, Span)> = Vec::new();
    let mut problems = Vec::new();
    for (line, span) in axis.labels.iter().zip(spans) {
        for label in line {
            let clash = seen.iter().find(|(other, _)| overlap(label, other, maker));
            if let Some((_, earlier)) = clash {
                problems.push(
                    Diagnostic::error(
                        "rows-overlap",
                        format!("two lines of `{}` stand for `{}`", name.text, maker.sources.text(*span)),
                    )
                    .at(*span, "this one")
                    .also(*earlier, "and this one"),
                );
            }
            seen.push((label, *span));
        }
    }
    let mut ranges: Vec<(i64, i64, Span)> = seen
        .iter()
        .filter_map(|(label, span)| match label {
            Label::Range(low, high) => Some((*low, *high, *span)),
            _ => None,
        })
        .collect();
    ranges.sort_by_key(|range| range.0);
    for pair in ranges.windows(2) {
        let ((_, end, before), (start, _, after)) = (pair[0], pair[1]);
        if start > end.saturating_add(1) && problems.is_empty() {
            let missing = if start == end + 2 { format!("{}", end + 1) } else { format!("{}..{}", end + 1, start - 1) };
            problems.push(
                Diagnostic::error("rows-overlap", format!("`{}` has no line for {missing}", name.text))
                    .at(after, "begins here")
                    .also(before, "ends here"),
            );
        }
    }
    problems.into_iter().for_each(|problem| maker.report(problem));
}

/// Reports kinds missing from a table that lists most kinds of a family: without a row there is no number where the
/// rules need one.
fn check_coverage(maker: &mut Maker, axis: &Axis, name: &ast::Name) {
    let kind_of = |label: &Label| match label {
        Label::Thing(Ref { domain: Domain::Kind, index }) => Some(*index),
        _ => None,
    };
    // A heading that means nothing has been reported.
    if axis.labels.iter().any(Vec::is_empty) {
        return;
    }
    let listed: Vec<u16> = axis.labels.iter().flatten().filter_map(kind_of).collect();
    let kinds = &maker.game.kinds;
    let line = |kind: u16| std::iter::successors(Some(kind), |kind| kinds[usize::from(*kind)].family);
    // The nearest family that includes all of them.
    let Some(first) = listed.first().filter(|_| listed.len() > 1) else { return };
    let Some(family) = line(*first).find(|family| listed.iter().all(|kind| line(*kind).any(|one| one == *family)))
    else {
        return;
    };
    let of_family = (0..kinds.len() as u16)
        .filter(|kind| kinds.iter().all(|other| other.family != Some(*kind)))
        .filter(|kind| line(*kind).any(|one| one == family));
    let (present, absent): (Vec<u16>, Vec<u16>) =
        of_family.partition(|kind| line(*kind).any(|one| listed.contains(&one)));
    // A table without half of a family or more is deliberately about a part of it, such as missile units.
    if absent.len() >= present.len() {
        return;
    }
    let named = |kind: &u16| (kinds[usize::from(*kind)].name.clone(), kinds[usize::from(*kind)].span);
    // A kind that is declared twice has been reported.
    let is_single = |(name, _): &(String, Span)| kinds.iter().filter(|kind| kind.name == *name).count() == 1;
    let missing: Vec<(String, Span)> = absent.iter().map(named).filter(is_single).collect();
    for (kind, span) in missing {
        let diagnostic =
            Diagnostic::error("rows-overlap", format!("the table `{}` has no line for `{kind}`", name.text));
        // What was added later is at fault: a kind of another file, or the table behind its kinds.
        let diagnostic = if span.source == name.span.source && span.start < name.span.start {
            diagnostic.at(name.span, format!("no line for `{kind}`")).also(span, "this kind")
        } else {
            diagnostic.at(span, "this kind").also(name.span, "the table has lines for others of its family")
        };
        maker.report(
            diagnostic
                .help(format!("`replace table {}` with a line for `{kind}`; `-` stands for no number", name.text)),
        );
    }
}

fn overlap(a: &Label, b: &Label, maker: &Maker) -> bool {
    match (a, b) {
        (Label::Range(a, b), Label::Range(c, d)) => a <= d && c <= b,
        (Label::Thing(a), Label::Thing(b)) if a.domain == Domain::Kind && b.domain == Domain::Kind => {
            let kinds = &maker.game.kinds;
            kinds[a.index as usize].members.meets(&kinds[b.index as usize].members) && a == b
        }
        (a, b) => a == b,
    }
}

/// The common type of the cells: numbers, values of one list, kinds or sides.
fn cell_type(maker: &Maker, rows: &[ast::TableRow]) -> Type {
    let cells = || rows.iter().flat_map(|row| &row.cells);
    let absent = cells().any(is_absent);
    let Some(first) = cells().find(|cell| !is_absent(cell)) else { return Type::Int(true) };
    if number(first).is_some() {
        return Type::Int(absent);
    }
    if matches!(first.text.as_str(), "yes" | "no" | "true" | "false") {
        return Type::Flag;
    }
    let lists = (0..maker.game.lists.len()).map(|list| Domain::List(list as u16));
    for domain in lists.chain([Domain::Kind, Domain::Side, Domain::Mode]) {
        if value::thing_named(maker, domain, &first.text).is_some() {
            return Type::One(domain, absent);
        }
    }
    Type::Text
}

fn is_absent(cell: &Word) -> bool {
    matches!(cell.text.as_str(), "NA" | "-" | "–" | "none")
}

/// The number in a decorated cell: `5-`, `+2`, `3+`.
fn number(cell: &Word) -> Option<i64> {
    let text = cell.text.trim_start_matches('+');
    let text = text.strip_suffix(['-', '+', '*']).filter(|text| !text.is_empty()).unwrap_or(text);
    text.parse().ok()
}

fn read_cell(maker: &mut Maker, cell: &Word, ty: Type) -> Value {
    if is_absent(cell) {
        return Value::None;
    }
    match ty {
        Type::Int(_) => match number(cell) {
            Some(number) => Value::Int(number),
            None => {
                maker.report(error::wrong_value(&cell.text, cell.span, "a number, as the other cells are"));
                Value::None
            }
        },
        Type::One(domain, _) => match value::thing_named(maker, domain, &cell.text) {
            Some(thing) => Value::Ref(Ref::new(domain, thing.index)),
            None => {
                value::read_value(maker, cell, ty, None);
                Value::None
            }
        },
        ty => value::read_value(maker, cell, ty, None).unwrap_or_default(),
    }
}
