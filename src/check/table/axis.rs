//! The axes of tables: their labels, what must be covered, what shifts them.

use crate::diagnostic::Diagnostic;
use crate::model::clause::Base;
use crate::model::game::{Axis, Label, ListOrigin, Param, Shift};
use crate::model::id::{Domain, Ref};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Name, Word, WordKind};

use super::super::builder::GameBuilder;
use super::super::error;
use super::super::noun;
use super::super::value;
use crate::model::names::named;

/// Finds what shifts each axis. Returns what a call must give besides the axes: the parameters of the quantities that
/// are not axes themselves, and shifts that are plain numbers.
pub(super) fn shift(builder: &mut GameBuilder, axes: &mut [Axis], by: &[Option<&Name>]) -> Vec<Param> {
    let known: Vec<Param> = axes.iter().map(|axis| Param::new(axis.name.clone(), axis.ty)).collect();
    let mut more: Vec<Param> = Vec::new();
    for (axis, name) in axes.iter_mut().zip(by) {
        let Some(name) = name else { continue };
        let Some(found) = named(&builder.game.quantities, &name.text) else {
            axis.shift = given(builder, name, &known, &mut more);
            continue;
        };
        let quantity = &builder.game.quantities[found.at()];
        let problem = match quantity.base {
            Base::Dice(_) => Some("a table cannot roll for its shift"),
            _ if quantity.halves => Some("a shift is a whole number of lines"),
            _ => None,
        };
        if let Some(problem) = problem {
            builder.report(error::unfit(problem, name.span).help("name a quantity without dice and without halves"));
            continue;
        }
        let params = quantity.params.clone();
        let places = params.iter().map(|param| place_of(builder, param, &known, &mut more, name)).collect();
        axis.shift = Some(Shift::Quantity(found, places));
    }
    more
}

/// The place of an argument in a call of the table: an axis of this name, or one of those behind the axes.
fn place_of(builder: &mut GameBuilder, param: &Param, known: &[Param], more: &mut Vec<Param>, name: &Name) -> u16 {
    let all = known.iter().chain(more.iter());
    if let Some(at) = all.clone().position(|other| other.name == param.name) {
        let same = all.clone().nth(at).is_some_and(|other| {
            other.ty.present() == param.ty.present() || other.ty == Type::Any || param.ty == Type::Any
        });
        if !same {
            builder.report(
                error::unfit(
                    &format!("`{}` means one thing here and another in `{}`", param.name, name.text),
                    name.span,
                )
                .help(format!("rename `{}` in one of the two", param.name)),
            );
        }
        return at as u16;
    }
    more.push(param.clone());
    (known.len() + more.len() - 1) as u16
}

/// A shift that is no quantity but a number that the call gives.
fn given(builder: &mut GameBuilder, name: &Name, known: &[Param], more: &mut Vec<Param>) -> Option<Shift> {
    let spelt = plain(&name.text);
    let noun = builder.game.nouns.iter().find(|noun| noun.singular == spelt);
    if noun.is_none_or(|noun| noun.domain != Domain::Number) {
        let names = builder.game.quantities.iter().map(|quantity| quantity.name.as_str());
        builder.report(error::unknown("quantity", name, names));
        return None;
    }
    let param = Param::new(spelt, Type::Int(false));
    Some(Shift::Given(place_of(builder, &param, known, more, name)))
}

/// For each heading, the heading of the line above that covers it: the last one that begins no further right.
pub(super) fn spanned(builder: &GameBuilder, above: &[Word], below: &[Word]) -> Vec<usize> {
    let column = |word: &Word| builder.sources.line_column(word.span).1;
    let group = |word: &Word| above.iter().rposition(|one| column(one) <= column(word)).unwrap_or(0);
    below.iter().map(group).collect()
}

/// The rows of an axis whose headings differ between groups, divided so finely that each lies wholly inside or outside
/// every heading.
pub(super) fn finest(printed: &[Vec<Label>]) -> Vec<Vec<Label>> {
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
pub(super) fn within(inner: &Label, outer: &Label) -> bool {
    match (inner, outer) {
        (Label::Range(a, b), Label::Range(c, d)) => c <= a && b <= d,
        (a, b) => a == b,
    }
}

/// An axis without its labels and without what shifts it.
pub(super) fn axis(builder: &mut GameBuilder, axis: &ast::Axis) -> Axis {
    let ty = match &axis.ty {
        Some(ty) => noun::read_type(builder, ty).ty,
        None => noun::named_param(builder, &axis.name).0,
    };
    Axis { name: plain(&axis.name.text), ty, labels: Vec::new(), clamped: axis.clamped, shift: None }
}

/// The labels of one row or column: names separated by slashes, a number, a range, or `none`.
pub(super) fn labels(builder: &mut GameBuilder, word: &Word, ty: Type) -> Vec<Label> {
    let parts = if word.kind == WordKind::Notation { word.slashed() } else { vec![word.clone()] };
    parts.iter().filter_map(|part| label(builder, part, ty)).collect()
}

fn label(builder: &mut GameBuilder, word: &Word, ty: Type) -> Option<Label> {
    if word.text == "none" {
        return Some(Label::None);
    }
    if let Type::Int(_) | Type::Any = ty {
        if let Some(range) = word.as_range() {
            return Some(Label::Range(range.low.unwrap_or(i64::MIN), range.high.unwrap_or(i64::MAX)));
        }
    }
    if let (Type::Int(_), Some((low, high))) = (ty, word.text.split_once(['-', ':']))
        && let (Ok(low), Ok(high)) = (low.parse::<u32>(), high.parse::<u32>())
    {
        let odds =
            format!("declare a list, `names odds {{ low \"{}\", … }}`, and write its values or titles here", word.text);
        let help = match word.text.contains('-') && low < high {
            true => format!("write `{low}..{high}` for the numbers from {low} to {high}; for odds, {odds}"),
            false => odds,
        };
        builder.report(error::wrong_value(word, "a number").help(help));
        return None;
    }
    match ty {
        Type::Flag => match word.text.as_str() {
            "yes" | "true" => Some(Label::Range(1, 1)),
            "no" | "false" => Some(Label::Range(0, 0)),
            _ => value::read_value(builder, word, ty, None).map(|_| Label::None),
        },
        _ => match value::read_value(builder, word, ty, None)? {
            Value::Ref(thing) => Some(Label::Thing(thing)),
            Value::Int(number) => Some(Label::Range(number, number)),
            _ => None,
        },
    }
}

/// The most lines of a table, in one direction. Each is compared with all others.
const MOST_LINES: usize = 5_000;

/// Reports rows or columns that overlap, and gaps between numbers.
pub(super) fn check_lines(builder: &mut GameBuilder, axis: &Axis, spans: &[Span], name: &ast::Name) {
    if let Some(beyond) = spans.get(MOST_LINES) {
        let text = format!("{} lines of `{}` are too many", spans.len(), name.text);
        let problem = Diagnostic::error("number-too-large", text).at(*beyond, format!("at most {MOST_LINES}"));
        builder.report(
            problem.help("write a quantity for what can be computed, and ranges such as `1..3` for equal lines"),
        );
        return;
    }
    let mut seen: Vec<(&Label, Span)> = Vec::new();
    let mut problems = Vec::new();
    for (line, span) in axis.labels.iter().zip(spans) {
        for label in line {
            let clash = seen.iter().find(|(other, _)| overlap(label, other, builder));
            if let Some((other, earlier)) = clash {
                let both = match (label, other) {
                    (Label::Range(a, b), Label::Range(c, d)) if axis.ty != Type::Flag => numbers(*a.max(c), *b.min(d)),
                    _ => builder.sources.text(*span).to_owned(),
                };
                problems.push(
                    Diagnostic::error("rows-overlap", format!("two lines of `{}` stand for `{both}`", name.text))
                        .at(*span, "this one")
                        .also(*earlier, "and this one")
                        .help("remove one of them, or change what it stands for"),
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
        // On a clamped axis a number in a gap takes the nearest line.
        if start > end.saturating_add(1) && problems.is_empty() && !axis.clamped {
            let missing = if start == end + 2 { format!("{}", end + 1) } else { format!("{}..{}", end + 1, start - 1) };
            problems.push(
                Diagnostic::error("rows-overlap", format!("`{}` has no line for {missing}", name.text))
                    .at(after, "begins here")
                    .also(before, "ends here")
                    .help(format!("write a line for {missing}, or let a line beside it stand for it too")),
            );
        }
    }
    problems.into_iter().for_each(|problem| builder.report(problem));
}

/// A label as it is written: `4`, `4..6`, `..4`, `4..`.
fn numbers(low: i64, high: i64) -> String {
    match (low, high) {
        _ if low == high => low.to_string(),
        (i64::MIN, _) => format!("..{high}"),
        (_, i64::MAX) => format!("{low}.."),
        _ => format!("{low}..{high}"),
    }
}

/// Reports kinds missing from a table that has most kinds of a family, and values missing from one that has most values
/// of a list: without a line or column there is no number where the rules need one. `what`: what the axis labels.
pub(super) fn check_coverage(builder: &mut GameBuilder, axis: &Axis, what: &str, name: &ast::Name) {
    // A heading that means nothing has been reported.
    if axis.labels.iter().any(Vec::is_empty) {
        return;
    }
    let things: Vec<Ref> = axis
        .labels
        .iter()
        .flatten()
        .filter_map(|label| if let Label::Thing(thing) = label { Some(*thing) } else { None })
        .collect();
    let missing = match things.first().map(|thing| thing.domain) {
        Some(Domain::Kind) => missing_kinds(builder, &things.iter().map(|thing| thing.index).collect::<Vec<u16>>()),
        Some(Domain::List(list)) => missing_values(builder, list, &things),
        _ => Vec::new(),
    };
    for (thing, declared) in missing {
        let problem =
            Diagnostic::error("rows-overlap", format!("the table `{}` has no {what} for `{thing}`", name.text));
        let is_own = declared.is_none_or(|kind| kind.source == name.span.source);
        // What was added later is at fault: a kind of another file, or the table behind its kinds.
        let problem = match declared {
            Some(kind) if !is_own || kind.start >= name.span.start => {
                problem.at(kind, "this kind").also(name.span, format!("the table has {what}s for others of its family"))
            }
            Some(kind) => problem.at(name.span, format!("no {what} for `{thing}`")).also(kind, "this kind"),
            None => problem.at(name.span, format!("no {what} for `{thing}`")),
        };
        let write = if is_own { "write".to_owned() } else { format!("add with `extend table {}`", name.text) };
        builder.report(problem.help(format!("{write} a {what} for `{thing}`; `-` stands for no number")));
    }
}

/// The kinds of a family that these leave out, if they are most of it, each with its declaration.
fn missing_kinds(builder: &GameBuilder, listed: &[u16]) -> Vec<(String, Option<Span>)> {
    let kinds = &builder.game.kinds;
    let line = |kind: u16| std::iter::successors(Some(kind), |kind| kinds[usize::from(*kind)].family);
    // The nearest family that includes all of them.
    let Some(first) = listed.first().filter(|_| listed.len() > 1) else { return Vec::new() };
    let Some(family) = line(*first).find(|family| listed.iter().all(|kind| line(*kind).any(|one| one == *family)))
    else {
        return Vec::new();
    };
    let of_family = (0..kinds.len() as u16)
        .filter(|kind| kinds.iter().all(|other| other.family != Some(*kind)))
        .filter(|kind| line(*kind).any(|one| one == family));
    let (present, absent): (Vec<u16>, Vec<u16>) =
        of_family.partition(|kind| line(*kind).any(|one| listed.contains(&one)));
    // A table without half of a family or more is deliberately about a part of it, such as missile units.
    if absent.len() >= present.len() {
        return Vec::new();
    }
    let named = |kind: &u16| (kinds[usize::from(*kind)].name.clone(), Some(kinds[usize::from(*kind)].span));
    // A kind that is declared twice has been reported.
    let is_single = |(name, _): &(String, _)| kinds.iter().filter(|kind| kind.name == *name).count() == 1;
    absent.iter().map(named).filter(is_single).collect()
}

/// The values of a list of names that these leave out, if they are most of it.
fn missing_values(builder: &GameBuilder, list: u16, listed: &[Ref]) -> Vec<(String, Option<Span>)> {
    let list = &builder.game.lists[usize::from(list)];
    let is_listed = |at: &usize| listed.iter().any(|thing| usize::from(thing.index) == *at);
    let (present, absent): (Vec<usize>, Vec<usize>) = (0..list.members.len()).partition(is_listed);
    if list.origin != ListOrigin::Names || present.len() < 2 || absent.len() >= present.len() {
        return Vec::new();
    }
    // A value that is declared twice has been reported.
    let name = |at: usize| &list.members[at].name;
    let is_single = |at: &usize| !present.iter().any(|other| name(*other) == name(*at));
    absent.into_iter().filter(is_single).map(|at| (name(at).clone(), None)).collect()
}

fn overlap(a: &Label, b: &Label, builder: &GameBuilder) -> bool {
    match (a, b) {
        (Label::Range(a, b), Label::Range(c, d)) => a <= d && c <= b,
        (Label::Thing(a), Label::Thing(b)) if a.domain == Domain::Kind && b.domain == Domain::Kind => {
            let kinds = &builder.game.kinds;
            kinds[a.index as usize].members.meets(&kinds[b.index as usize].members) && a == b
        }
        (a, b) => a == b,
    }
}
