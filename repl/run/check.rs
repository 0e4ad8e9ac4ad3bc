//! `check`: reports all errors in rule files.

use std::io::IsTerminal;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use oriflamme::catalog::{Catalog, Part};
use oriflamme::diagnostic::{Diagnostic, Severity, any_error, render};
use rayon::prelude::*;
use serde_json::json;

use crate::args::Format;
use crate::paint::{Paint, complain, complain_painted, say};
use crate::{Ending, Run, data};

/// Checks the files in these paths, or all files. Notes are counted, and shown with `--notes`.
pub(crate) fn check(folders: &[PathBuf], paths: &[PathBuf], notes: bool, all: bool, format: Format) -> Run {
    let (read, names) = data::texts_and_named(folders, paths)?;
    if !paths.is_empty() && names.is_empty() {
        return Err(data::nothing_read(&read).into());
    }
    // The program ends with this command, so the trees are not freed: that would take a twentieth of its time.
    let catalog = ManuallyDrop::new(Catalog::new(read.texts));
    let mut found = check_all(&catalog);
    found.extend(read.unread.iter().map(|problem| Diagnostic::error("unread-file", problem.as_str())));
    found.extend(data::misspelt_folders(folders).iter().map(|(name, meant)| unread(name, meant)));
    let mut elsewhere = 0;
    if !names.is_empty() {
        // Only diagnostics about the named files; what they break in other files of their games counts.
        let games = catalog
            .games
            .iter()
            .filter(|game| game.sources().any(|id| names.iter().any(|name| name == catalog.sources.name_of(id))));
        let games: Vec<_> = games.flat_map(|game| game.sources()).collect();
        found.retain(|one| {
            let here = concerns(one, &catalog, &names);
            let in_game = one.span().is_some_and(|span| games.contains(&span.source));
            elsewhere += usize::from(!here && in_game && one.is_error());
            here
        });
    }
    found.sort_by_key(|one| one.span().map(|span| (span.source, span.start)));
    let every = found.len();
    if !notes {
        found.retain(|one| one.severity != Severity::Note);
    }
    let unshown = every - found.len();
    let shown = first(&found, if all { usize::MAX } else { render::MOST_SHOWN });
    match format {
        Format::Json => {
            let told: Vec<_> = shown.iter().map(|one| render::to_json(one, &catalog.sources)).collect();
            let more = found.len() - shown.len();
            say(&json!({ "diagnostics": told, "more": more, "errors_elsewhere": elsewhere }).to_string());
        }
        Format::Text => report(&found, &shown, unshown, elsewhere, &catalog),
    }
    Ok(Ending::fine_if(elsewhere == 0 && !any_error(&found)))
}

/// The diagnostics of [`Catalog::check_all`], found on all processors: the files are read first, then the games are
/// checked.
fn check_all(catalog: &Catalog) -> Vec<Diagnostic> {
    let Ok(pool) = crate::threads(0) else { return catalog.check_all() };
    let (files, games): (Vec<Part<'_>>, Vec<Part<'_>>) =
        catalog.parts().into_iter().partition(|part| matches!(part, Part::File(_)));
    let check = |parts: &[Part<'_>]| parts.par_iter().map(|part| catalog.check(part)).collect();
    let found = pool.install(|| {
        let _: Vec<Vec<Diagnostic>> = check(&files);
        check(&games)
    });
    catalog.checked(found)
}

/// The first diagnostics of each severity, in their order.
fn first(found: &[Diagnostic], most: usize) -> Vec<&Diagnostic> {
    let mut shown = Vec::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        shown.extend(found.iter().enumerate().filter(|(_, one)| one.severity == severity).take(most));
    }
    shown.sort_by_key(|(at, _)| *at);
    shown.into_iter().map(|(_, one)| one).collect()
}

/// A folder whose files are ignored.
fn unread(name: &str, meant: &str) -> Diagnostic {
    Diagnostic::warning("unread-folder", format!("folder `{name}` is ignored"))
        .note("the folders of rule files are `rules`, `cards`, `scenarios` and `tests`")
        .did_you_mean(Some(meant))
}

fn concerns(one: &Diagnostic, catalog: &Catalog, names: &[String]) -> bool {
    let places = one.primary.iter().chain(&one.secondary);
    let mut places = places.map(|label| catalog.sources.name_of(label.span.source)).peekable();
    places.peek().is_none() || places.any(|name| names.iter().any(|one| one == name))
}

fn report(found: &[Diagnostic], shown: &[&Diagnostic], unshown: usize, elsewhere: usize, catalog: &Catalog) {
    let paint = Paint::new(std::io::stderr().is_terminal());
    for one in shown {
        let text =
            if paint.colours { render::coloured(one, &catalog.sources) } else { render::plain(one, &catalog.sources) };
        if paint.colours { complain_painted(&text) } else { complain(&text) }
    }
    if found.len() > shown.len() {
        complain(&format!("and {} more; `--all` shows them", found.len() - shown.len()));
    }
    let count = |severity: Severity| found.iter().filter(|one| one.severity == severity).count();
    let parts: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .map(|(severity, word)| (count(severity), word))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
        .collect();
    let more = match unshown {
        0 => String::new(),
        _ => format!("; {} with `--notes`", oriflamme::diagnostic::words::count(unshown, "note")),
    };
    if elsewhere > 0 {
        let errors = oriflamme::diagnostic::words::count(elsewhere, "error");
        say(&format!("{errors} in other files of the game; `oriflamme check` without a path shows them"));
    }
    if parts.is_empty() && elsewhere == 0 {
        let scenarios: usize = catalog.games.iter().map(|game| game.scenarios.len()).sum();
        say(&format!("no errors: {} games, {scenarios} scenarios{more}", catalog.games.len()));
    } else if !parts.is_empty() {
        say(&format!("{}{more}", parts.join(", ")));
        if any_error(found) {
            say("`oriflamme explain CODE` explains a code");
        }
    }
}
