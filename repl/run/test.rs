//! `test`: the tests in rule files.

use std::path::PathBuf;

use oriflamme::analysis::testing::{Each, Verdict, run_tests, run_tests_by};
use oriflamme::catalog::Catalog;
use oriflamme::diagnostic::{Diagnostic, render, words};
use rayon::prelude::*;

use crate::args::Engine;
use crate::paint::{complain, say};
use crate::{Ending, Run, data};

/// Runs the tests of these files, or all tests, whose title contains the filter.
pub(crate) fn test(folders: &[PathBuf], paths: &[PathBuf], filter: Option<&str>, engine: Engine) -> Run {
    let (found, names) = data::texts_and_named(folders, paths)?;
    if !paths.is_empty() && names.is_empty() {
        return Err(data::nothing_read(&found).into());
    }
    found.unread.iter().for_each(|problem| complain(problem));
    let catalog = Catalog::new(found.texts);
    let filter = filter.map(str::to_lowercase);
    let wanted = |title: &str, file: &str| {
        let titled = filter.as_ref().is_none_or(|filter| title.to_lowercase().contains(filter));
        titled && (names.is_empty() || names.iter().any(|name| name == file))
    };
    let (mut passed, mut failed) = (0, 0);
    let mut tell = |_: &str, verdict: &Verdict| match report(&catalog, verdict) {
        true => passed += 1,
        false => failed += 1,
    };
    let ran = match crate::threads(0) {
        Ok(pool) => {
            let each: &Each<'_> = &|count, run| pool.install(|| (0..count).into_par_iter().map(run).collect());
            run_tests_by(each, &catalog, &wanted, engine.make(), &mut tell)
        }
        Err(_) => run_tests(&catalog, &wanted, engine.make(), &mut tell),
    };
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
        return Ok(Ending::Failed);
    }
    if passed == 0 { Err("no test matches".into()) } else { Ok(Ending::Fine) }
}

/// The failure of a test as a diagnostic.
pub(crate) fn failed(verdict: &Verdict) -> Option<Diagnostic> {
    let failure = verdict.failure.as_ref()?;
    let diagnostic = Diagnostic::error("test-failed", failure.message.as_str())
        .at(failure.span, "here")
        .also(verdict.span, format!("in this {}", verdict.word));
    Some(failure.notes.iter().fold(diagnostic, |diagnostic, note| diagnostic.note(note.as_str())))
}

/// Prints the result of a test; `true` if it passed.
fn report(catalog: &Catalog, verdict: &Verdict) -> bool {
    let cites: Vec<String> = verdict.cites.iter().map(|cite| format!("§{cite}")).collect();
    let Some(diagnostic) = failed(verdict) else {
        say(&format!("ok    {} {}", verdict.title, cites.join(" ")));
        verdict.told.iter().for_each(|told| say(&format!("      {told}")));
        return true;
    };
    say(&format!("FAIL  {} {}", verdict.title, cites.join(" ")));
    say(render::plain(&diagnostic, &catalog.sources).trim_end());
    false
}
