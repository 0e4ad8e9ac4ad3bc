//! `test`: the tests in rule files.

use std::path::PathBuf;

use oriflamme::analysis::testing::{Verdict, run_tests};
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::{Diagnostic, render, words};

use crate::args::Engine;
use crate::paint::{complain, say};
use crate::{Ending, data};

/// Runs the tests of these files, or all tests, whose title contains the filter.
pub(crate) fn test(folders: &[PathBuf], paths: &[PathBuf], filter: Option<&str>, engine: Engine) -> Ending {
    let (found, names) = match data::texts_and_named(folders, paths) {
        Ok(found) => found,
        Err(problem) => {
            complain(&problem);
            return Ending::Usage;
        }
    };
    found.unread.iter().for_each(|problem| complain(problem));
    let catalog = Catalog::new(found.texts);
    let filter = filter.map(str::to_lowercase);
    let wanted = |title: &str, file: &str| {
        let titled = filter.as_ref().is_none_or(|filter| title.to_lowercase().contains(filter));
        titled && (names.is_empty() || names.iter().any(|name| name == file))
    };
    let (mut passed, mut failed) = (0, 0);
    let ran = run_tests(&catalog, &wanted, engine.make(), &mut |_, verdict| match report(&catalog, verdict) {
        true => passed += 1,
        false => failed += 1,
    });
    if !ran.mistakes.is_empty() {
        complain(&render::plain_all(&ran.mistakes, &catalog.sources));
    }
    let not_run = match ran.not_run {
        0 => String::new(),
        count => format!(", {count} not run because the rules have errors"),
    };
    let all = words::count(passed + failed + ran.not_run, "test");
    say(&format!("{all}: {passed} passed, {failed} failed{not_run}"));
    if failed > 0 || !ran.is_whole() {
        return Ending::Failed;
    }
    if passed == 0 {
        complain("no test matches");
        return Ending::Usage;
    }
    Ending::Fine
}

/// Prints the result of a test; `true` if it passed.
fn report(catalog: &Catalog, verdict: &Verdict) -> bool {
    let cites: Vec<String> = verdict.cites.iter().map(|cite| format!("§{cite}")).collect();
    let Some(failure) = &verdict.failure else {
        say(&format!("ok    {} {}", verdict.title, cites.join(" ")));
        verdict.told.iter().for_each(|told| say(&format!("      {told}")));
        return true;
    };
    say(&format!("FAIL  {} {}", verdict.title, cites.join(" ")));
    let mut diagnostic = Diagnostic::error("test-failed", failure.message.as_str())
        .at(failure.span, "here")
        .also(verdict.span, format!("in this {}", verdict.word));
    for note in &failure.notes {
        diagnostic = diagnostic.note(note.as_str());
    }
    say(render::plain(&diagnostic, &catalog.sources).trim_end());
    false
}
