//! Errors in rules that use what a mod replaced: they stand in files its author has not written.

use crate::source::{Span, plain};

use super::builder::GameBuilder;
use super::gather::Gathered;

/// Adds to an error in another file where something its rule names is replaced.
pub(crate) fn look_over(builder: &mut GameBuilder, items: &Gathered) {
    let replaced: Vec<(String, Span)> = items
        .entries
        .iter()
        .filter(|entry| entry.replaces)
        .filter_map(|entry| Some((plain(&entry.kind.name()?.text), entry.kind.name()?.span)))
        .collect();
    if replaced.is_empty() {
        return;
    }
    let sources = builder.sources;
    for problem in builder.diagnostics.iter_mut().filter(|problem| problem.is_error()) {
        let Some(span) = problem.span() else { continue };
        let rules = items.entries.iter().filter(|entry| entry.span.covers(span));
        let Some(rule) = rules.min_by_key(|entry| entry.span.range().len()) else { continue };
        let names: Vec<&str> = words(sources.text(rule.span)).collect();
        let used = replaced.iter().find(|(name, at)| at.source != span.source && names.contains(&name.as_str()));
        if let Some((name, at)) = used {
            problem.point_also(*at, format!("the rule uses `{name}`, which is replaced here"));
        }
    }
}

/// The names in the text of a rule; of `may_attack` also `attack`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    names.flat_map(|name| std::iter::once(name).chain(name.strip_prefix("may_")))
}
