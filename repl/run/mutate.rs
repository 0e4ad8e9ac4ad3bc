//! `mutate`: the changes of a game's rules that no test notices.

use std::path::PathBuf;

use oriflamme::analysis::mutate::{Failing, Mutation, Outcome, Study};
use oriflamme::catalog::{Catalog, GameEntry};
use oriflamme::diagnostic::words::count as count_of;
use oriflamme::draw::{Line, Role};
use oriflamme::source::SourceMap;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::args::{Format, Mutate as Args};
use crate::paint::{Paint, complain, say};
use crate::{Ending, Refused, Run, data};

/// The most characters shown of what is changed.
const MOST_SHOWN: usize = 60;

/// The most failing tests listed.
const MOST_FAILING: usize = 5;

/// A change and what became of it.
type Tried = (Mutation, Outcome);

/// Makes the changes and shows those that no test notices.
pub(crate) fn mutate(folders: &[PathBuf], args: &Args, paint: Paint) -> Run {
    let (found, names) = data::texts_and_named(folders, &args.paths)?;
    if !args.paths.is_empty() && names.is_empty() {
        return Err(data::nothing_read(&found).into());
    }
    found.unread.iter().for_each(|problem| complain(problem));
    let catalog = Catalog::new(found.texts);
    let entry = data::find_game(&catalog, &args.game)?;
    let study =
        Study::new(&catalog, entry, args.engine.make()).map_err(|found| Refused::rules(found, &catalog.sources))?;
    let failing: Vec<&Failing> = study.failing().collect();
    if !failing.is_empty() {
        complain(&left_out(&failing));
    }
    let mut changes = study.mutations();
    changes.retain(|one| names.is_empty() || names.iter().any(|name| name == catalog.sources.name_of(one.span.source)));
    if changes.is_empty() {
        return Err("there is no rule to change in these files".into());
    }
    let all = changes.len();
    if let Some(sample) = args.sample.filter(|sample| *sample < all) {
        changes = (0..sample).map(|at| changes[at * all / sample].clone()).collect();
    }
    let tried = carried_out(&study, changes, args).map_err(Refused::Failed)?;
    match args.format {
        Format::Json => say(&to_json(entry, &study, &tried, &catalog.sources).to_string()),
        Format::Text => {
            let lines = report(entry, &study, &tried, all, &catalog.sources, paint.width);
            lines.iter().for_each(|line| paint.show(line));
        }
    }
    Ok(Ending::fine_if(tried.iter().all(|(_, outcome)| *outcome != Outcome::Unnoticed)))
}

/// The message about tests that fail without any change.
fn left_out(failing: &[&Failing]) -> String {
    let mut lines = vec![format!("left out, as failing without any change: {}", count_of(failing.len(), "test"))];
    for one in failing.iter().take(MOST_FAILING) {
        let scenario = one.scenario.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
        lines.push(format!("  \"{}\"{scenario}: {}", one.title, one.why));
    }
    if failing.len() > MOST_FAILING {
        lines.push(format!("  and {} more", failing.len() - MOST_FAILING));
    }
    lines.push("`oriflamme test` shows where".to_owned());
    lines.join("\n")
}

/// Tries all changes on several threads; their order stays.
fn carried_out(study: &Study<'_>, changes: Vec<Mutation>, args: &Args) -> Result<Vec<Tried>, String> {
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = crate::threads(jobs).map_err(|problem| problem.to_string())?;
    let bar = super::bar(changes.len() as u64, args.format, "changes");
    let one = |change: Mutation| {
        let outcome = study.outcome(&change);
        bar.inc(1);
        (change, outcome)
    };
    let tried = pool.install(|| changes.into_par_iter().map(one).collect());
    bar.finish_and_clear();
    Ok(tried)
}

/// The lines with a change that no test notices, each with these changes, and the sum.
fn report(
    entry: &GameEntry,
    study: &Study<'_>,
    tried: &[Tried],
    all: usize,
    sources: &SourceMap,
    width: usize,
) -> Vec<Line> {
    let mut lines = vec![Line::of(Role::Title, entry.title.as_str())];
    let mut before = None;
    for (change, _) in tried.iter().filter(|(_, outcome)| *outcome == Outcome::Unnoticed) {
        let at = (change.span.source, sources.line_column(change.span).0);
        if before != Some(at) {
            before = Some(at);
            lines.push(Line::of(Role::Key, format!("{}:{}", sources.name_of(at.0), at.1)));
            lines.extend(Line::plain(sources.line_text(change.span).trim()).indented(2).wrapped(width, 4));
        }
        let told = Line::of(Role::Bad, told(change, sources));
        lines.extend(told.indented(4).wrapped(width, 6));
    }
    let number = |wanted: Outcome| tried.iter().filter(|(_, outcome)| *outcome == wanted).count();
    let (noticed, unnoticed, refused) =
        (number(Outcome::Noticed), number(Outcome::Unnoticed), number(Outcome::Refused));
    let of = if tried.len() < all { format!(" of {all}") } else { String::new() };
    let sum = format!(
        "{}{of}, {}: {noticed} noticed by a test, {unnoticed} by none; {refused} refused by `check`",
        count_of(tried.len(), "change"),
        count_of(study.tests(), "test"),
    );
    lines.push(Line::new());
    lines.extend(Line::of(if unnoticed == 0 { Role::Good } else { Role::Plain }, sum).wrapped(width, 2));
    lines
}

/// What is changed: `` `-1` becomes `-2` ``, `` without `when unit.hurt` ``.
fn told(change: &Mutation, sources: &SourceMap) -> String {
    let before = sources.text(change.span);
    let text = change.text.as_str();
    // Often a part is left out, at the beginning or at the end.
    let left_out = before.strip_prefix(text).or_else(|| before.strip_suffix(text)).map(str::trim);
    match left_out {
        Some(rest) if text.is_empty() || rest.contains(char::is_alphanumeric) => format!("without `{}`", short(rest)),
        _ => format!("`{}` becomes `{}`", short(before), short(text)),
    }
}

/// A text on one line, cut if it is long.
fn short(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= MOST_SHOWN {
        return words;
    }
    words.chars().take(MOST_SHOWN - 1).chain(['…']).collect()
}

fn to_json(entry: &GameEntry, study: &Study<'_>, tried: &[Tried], sources: &SourceMap) -> Value {
    let changes: Vec<Value> = (tried.iter())
        .map(|(change, outcome)| {
            let (line, column) = sources.line_column(change.span);
            json!({
                "file": sources.name_of(change.span.source),
                "line": line,
                "column": column,
                "from": sources.text(change.span),
                "to": change.text,
                "outcome": match outcome {
                    Outcome::Refused => "refused",
                    Outcome::Noticed => "noticed",
                    Outcome::Unnoticed => "unnoticed",
                },
            })
        })
        .collect();
    json!({ "game": entry.name, "title": entry.title, "tests": study.tests(), "failing": study.failing().count(), "changes": changes })
}

#[cfg(test)]
mod tests {
    use oriflamme::source::Span;

    use super::*;

    #[test]
    fn a_part_that_is_left_out_is_named() {
        let mut sources = SourceMap::new();
        let text = "unit.hurt && n >= 2";
        let id = sources.add("rules/toy/game.ori", text);
        let told = |range: std::ops::Range<usize>, to: &str| {
            let span = Span::new(id, range);
            told(&Mutation { span, text: to.to_owned(), item: span, scenario: None }, &sources)
        };
        assert_eq!(told(0..text.len(), "unit.hurt"), "without `&& n >= 2`");
        assert_eq!(told(0..text.len(), "n >= 2"), "without `unit.hurt &&`");
        assert_eq!(told(4..9, ""), "without `.hurt`");
        assert_eq!(told(18..19, "3"), "`2` becomes `3`");
        assert_eq!(told(15..17, ">"), "`>=` becomes `>`");
    }
}
