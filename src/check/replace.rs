//! Replacements of whole items: which item is meant, and whether the new text takes its place or stands beside it.

use std::mem::{Discriminant, discriminant};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::{Span, plain, same_name};
use crate::syntax::ast::{self, ItemKind, Name, ReplaceWhat};

use super::builder::GameBuilder;
use super::error;
use super::gather::{Entry, Gathered, Replacement};
use super::reading::says_usual;

/// What has been replaced so far.
#[derive(Default)]
struct Replaced {
    /// Items replaced outright: their place, where by, and whether the battle did it.
    outright: Vec<(usize, Span, bool)>,
    /// Items whose place another one has taken with its own.
    dropped: FxHashSet<usize>,
    /// Where the items of each kind stand: a replacement keeps to its kind.
    by_kind: FxHashMap<Discriminant<ItemKind>, Vec<usize>>,
}

/// Applies replacements in written order.
pub(crate) fn apply<'a>(builder: &mut GameBuilder, gathered: &mut Gathered<'a>, replacements: Vec<Replacement<'a>>) {
    let mut replaced = Replaced::default();
    for (at, entry) in gathered.entries.iter().enumerate() {
        replaced.by_kind.entry(discriminant(entry.kind)).or_default().push(at);
    }
    for replacement in replacements {
        put(builder, gathered, replacement, &mut replaced);
    }
    let mut place = 0..;
    gathered.entries.retain(|_| place.next().is_none_or(|at| !replaced.dropped.contains(&at)));
}

/// Applies a replacement. Words and functions keep their old definition for `usual`; other items are overwritten.
fn put<'a>(
    builder: &mut GameBuilder,
    gathered: &mut Gathered<'a>,
    (replace, span, doc, local): Replacement<'a>,
    replaced: &mut Replaced,
) {
    let kind = match &replace.what {
        ReplaceWhat::Step(step) => {
            let earlier = gathered.steps.insert(plain(&step.name.text), step);
            // A battle may replace what a mod replaces.
            if let Some(earlier) = earlier.filter(|_| !local) {
                builder.report(error::replaced_twice(&step.name.text, step.name.span, earlier.name.span));
            }
            return;
        }
        ReplaceWhat::Item(kind) => kind.as_ref(),
    };
    let head = head(builder, kind, span);
    let alike = replaced.by_kind.get(&discriminant(kind)).map_or(&[][..], Vec::as_slice);
    let is_meant = |at: &usize| is_same(gathered.entries[*at].kind, kind) && !replaced.dropped.contains(at);
    let places: Vec<usize> = alike.iter().copied().filter(is_meant).collect();
    let Some(&place) = places.first() else {
        let others = alike.iter().map(|at| &gathered.entries[*at]);
        let others: Vec<String> = others.map(|entry| head_text(builder, entry.kind, entry.span)).collect();
        let text = head_text(builder, kind, span);
        builder.report(error::unknown("item to be replaced", (&text, head), &others));
        return;
    };
    let entry = gathered.entries[place];
    if let (Some(old), Some(new)) = (params_of(entry.kind), params_of(kind))
        && old.len() != new.len()
    {
        let names: Vec<&str> = old.iter().map(|param| param.name.text.as_str()).collect();
        let at = match (new.first(), new.last()) {
            (Some(first), Some(last)) => {
                let names = head.to(first.name.span).to(last.name.span);
                // With the closing bracket.
                let whole = builder.sources.text(Span { end: span.end, ..names });
                let bracket = whole.get(names.len()..).and_then(|rest| rest.find(')')).map_or(0, |at| at + 1);
                Span { end: names.end + bracket as u32, ..names }
            }
            _ => head,
        };
        let name = head_text(builder, kind, span);
        builder.report(error::other_parameters(&name, &names, at, entry.span));
        return;
    }
    let usual = match kind {
        ItemKind::Definition(item) => says_usual(&item.value.text),
        ItemKind::Function(ast::Function { script, .. }) | ItemKind::Procedure(ast::Procedure { script, .. }) => {
            says_usual(&script.text)
        }
        _ => false,
    };
    let outright = replace.guard.span.is_none() && !usual;
    if outright {
        let before = replaced.outright.iter().find(|(at, _, before)| *at == place && *before == local);
        if let Some((_, earlier, _)) = before {
            let name = head_text(builder, kind, span);
            builder.report(error::replaced_twice(&name, head, *earlier));
        }
        replaced.outright.push((place, head, local));
    }
    match (kind, replace.guard.span) {
        (ItemKind::Definition(_), _) => gathered.readings.push((replace, span)),
        (ItemKind::Function(_) | ItemKind::Procedure(_), _) if !outright => gathered.readings.push((replace, span)),
        (_, Some(guard)) => {
            let name = head_text(builder, kind, span);
            builder.report(error::replaced_whole(kind, &name, guard));
        }
        _ => {
            gathered.entries[place] = Entry {
                doc: doc.or(gathered.entries[place].doc),
                span,
                kind,
                local,
                replaces: true,
                head: gathered.entries[place].head,
            };
            // Lists and drawings that stand in several items are replaced together.
            if kind.name().is_none() {
                replaced.dropped.extend(&places[1..]);
            }
        }
    }
}

/// The parameters of an item that takes parameters.
fn params_of(kind: &ItemKind) -> Option<&[ast::Param]> {
    Some(match kind {
        ItemKind::Definition(it) => &it.params,
        ItemKind::Procedure(it) => &it.params,
        ItemKind::Function(it) => &it.params,
        ItemKind::Quantity(it) => &it.params,
        _ => return None,
    })
}

/// Whether one text can stand for the other: they have one name, or, without names, one head.
fn is_same(old: &ItemKind, new: &ItemKind) -> bool {
    let same = |a: Option<&Name>, b: Option<&Name>| match (a, b) {
        (Some(a), Some(b)) => same_name(&a.text, &b.text),
        (a, b) => a.is_none() && b.is_none(),
    };
    match (old, new) {
        (ItemKind::Counters(old), ItemKind::Counters(new)) => {
            same(old.side.as_ref(), new.side.as_ref()) && same(old.place.as_ref(), new.place.as_ref())
        }
        (ItemKind::Whenever(old), ItemKind::Whenever(new)) => {
            old.when.text.split_whitespace().eq(new.when.text.split_whitespace())
        }
        _ => discriminant(old) == discriminant(new) && same(old.name(), new.name()),
    }
}

/// Where an item says what it is: its name, or its head.
fn head(builder: &GameBuilder, kind: &ItemKind, span: Span) -> Span {
    match kind {
        ItemKind::Whenever(item) => item.when.span,
        _ => match kind.name() {
            Some(name) => name.span,
            None => {
                let text = builder.sources.text(span);
                span.part(0, text.split('{').next().unwrap_or(text).trim_end().len())
            }
        },
    }
}

/// The name of an item, or its head without `replace`.
fn head_text(builder: &GameBuilder, kind: &ItemKind, span: Span) -> String {
    let text = builder.sources.text(head(builder, kind, span));
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| *word != "replace" && !word.starts_with('@')).collect();
    words.join(" ")
}
