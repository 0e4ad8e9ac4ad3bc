//! `test`: the tests in rule files.

use std::path::PathBuf;

use oriflamme::analysis::testing::{Verdict, run_reading};
use oriflamme::catalog::{Catalog, GameEntry};
use oriflamme::diagnostic::{Diagnostic, render};

use crate::paint::{complain, say};
use crate::{ENGINE, Ending, data};

/// Runs all tests, or those of the files that paths name, whose title contains the filter.
pub(crate) fn test(folders: &[PathBuf], paths: &[PathBuf], filter: Option<&str>) -> Ending {
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
    let mut passed = 0;
    let mut failed = 0;
    let mut faulty = false;
    for game in &catalog.games {
        let wanted = |verdict: &Verdict| {
            let title = filter.as_ref().is_none_or(|filter| verdict.title.to_lowercase().contains(filter));
            let file = catalog.sources.name_of(verdict.span.source);
            title && (names.is_empty() || names.iter().any(|name| name == file))
        };
        match verdicts(&catalog, game, &names, filter.as_deref()) {
            Some(verdicts) => {
                for verdict in verdicts.iter().filter(|verdict| wanted(verdict)) {
                    match report(&catalog, verdict) {
                        true => passed += 1,
                        false => failed += 1,
                    }
                }
            }
            None => faulty = true,
        }
    }
    say(&format!("{} tests: {passed} passed, {failed} failed", passed + failed));
    if failed > 0 || faulty {
        return Ending::Failed;
    }
    if passed == 0 {
        complain("no test has that title, or stands in those files");
        return Ending::Usage;
    }
    Ending::Fine
}

/// What came of the tests of a game, each played in its scenario; nothing if its rules are faulty.
fn verdicts(catalog: &Catalog, game: &GameEntry, names: &[String], filter: Option<&str>) -> Option<Vec<Verdict>> {
    let scenarios = std::iter::once(None).chain(game.scenarios.iter().map(|one| Some(one.name.as_str())));
    let mut verdicts = Vec::new();
    let mut whole = true;
    for scenario in scenarios {
        let compiled = catalog.compile(game, scenario, &[]);
        let errors: Vec<Diagnostic> = compiled.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        let Some(compiled) = compiled.game else {
            complain(&render::plain_all(&errors, &catalog.sources));
            whole = false;
            // The same mistakes would be found with every scenario.
            break;
        };
        for test in compiled.tests.iter().filter(|test| test.scenario.as_deref() == scenario) {
            let file = catalog.sources.name_of(test.span.source);
            let asked = names.is_empty() || names.iter().any(|name| name == file);
            if asked && filter.is_none_or(|filter| test.title.to_lowercase().contains(filter)) {
                match run_reading(catalog, game, &compiled, test, ENGINE) {
                    Ok(verdict) => verdicts.push(verdict),
                    Err(found) => {
                        complain(&render::plain_all(&found, &catalog.sources));
                        whole = false;
                    }
                }
            }
        }
    }
    whole.then_some(verdicts)
}

/// Says what came of a test; `true` if it passed.
fn report(catalog: &Catalog, verdict: &Verdict) -> bool {
    let cites: Vec<String> = verdict.cites.iter().map(|cite| format!("§{cite}")).collect();
    let Some(failure) = &verdict.failure else {
        say(&format!("ok    {} {}", verdict.title, cites.join(" ")));
        return true;
    };
    say(&format!("FAIL  {} {}", verdict.title, cites.join(" ")));
    let mut diagnostic = Diagnostic::error("test-failed", failure.message.as_str())
        .at(failure.span, "here")
        .also(verdict.span, "in this test");
    for note in &failure.notes {
        diagnostic = diagnostic.note(note.as_str());
    }
    say(render::plain(&diagnostic, &catalog.sources).trim_end());
    false
}
