//! The tests of a catalogue: which run in which scenario, and what to report if the rules are faulty.

use std::sync::Arc;

use crate::catalog::{Catalog, GameEntry};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::model::game::Game;
use crate::model::id::RulingId;
use crate::model::puzzle::Puzzle;
use crate::model::setup::Test;
use crate::play::MakeScripts;
use crate::source::Span;

use super::{Failure, Verdict, run_puzzle, run_test};

/// The results of a run other than its verdicts.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// Errors in rules and files outside any test, without duplicates.
    pub mistakes: Vec<Diagnostic>,
    /// The number of tests not run because of them.
    pub not_run: usize,
}

impl Ran {
    /// True if every test was run and no other error was found.
    pub fn is_whole(&self) -> bool {
        self.mistakes.is_empty() && self.not_run == 0
    }

    fn note(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        for one in found {
            if one.is_error() && !self.mistakes.contains(&one) {
                self.mistakes.push(one);
            }
        }
    }
}

/// Checks and runs only the test with this title.
///
/// # Errors
/// The reason why it failed, in one line.
pub fn run_one(
    catalog: &Catalog,
    entry: &GameEntry,
    scenario: Option<&str>,
    title: &str,
    make: MakeScripts,
) -> Result<(), String> {
    let compiled = catalog.compile(entry, scenario, &[]);
    if let Some(error) = compiled.diagnostics.iter().find(|one| one.is_error()) {
        return Err(error.headline.clone());
    }
    let game = compiled.game.ok_or("the rules have errors")?;
    let test = game.tests.iter().find(|test| test.title == title).ok_or("the test cannot be read")?;
    let verdict = run_reading(catalog, entry, &game, test, make);
    verdict.failure.map_or(Ok(()), |failure| {
        let line = catalog.sources.text(failure.span).trim();
        Err(format!("{}: `{line}`", failure.message))
    })
}

/// Runs the tests of a catalogue for which `wanted` is true, given their title and the path of their file, and reports
/// each verdict. A test with an error in its text fails without stopping the others.
pub fn run_tests(
    catalog: &Catalog,
    wanted: &dyn Fn(&str, &str) -> bool,
    make: MakeScripts,
    tell: &mut dyn FnMut(&str, &Verdict),
) -> Ran {
    let mut ran = Ran::default();
    ran.note(catalog.outside_games());
    for entry in &catalog.games {
        let names = entry.scenarios.iter().map(|one| Some(one.name.as_str()));
        for scenario in std::iter::once(None).chain(names) {
            let compiled = catalog.compile(entry, scenario, &[]);
            let tests = entry.test_spans();
            ran.note(compiled.diagnostics.into_iter().filter(|one| !check::is_in(&tests, one)));
            let Some(game) = compiled.game else {
                let is_wanted = |(title, at): &(String, Span)| wanted(title, catalog.sources.name_of(at.source));
                ran.not_run += entry.runs(scenario).filter(is_wanted).count();
                if scenario.is_none() {
                    // Every scenario would yield the same errors.
                    break;
                }
                continue;
            };
            for test in &game.tests {
                if wanted(&test.title, catalog.sources.name_of(test.span.source)) {
                    tell(&entry.name, &run_reading(catalog, entry, &game, test, make));
                }
            }
            for puzzle in &game.puzzles {
                if wanted(&puzzle.test.title, catalog.sources.name_of(puzzle.span.source)) {
                    tell(&entry.name, &prove_reading(catalog, entry, &game, puzzle, make));
                }
            }
        }
    }
    ran
}

/// Runs one test under the readings it requires. Each reading of a ruling needs a separately compiled game.
pub fn run_reading(catalog: &Catalog, entry: &GameEntry, game: &Arc<Game>, test: &Test, make: MakeScripts) -> Verdict {
    match under_readings(catalog, entry, game, test) {
        Ok(None) => run_test(game, test, make),
        Ok(Some(other)) => {
            let same = other.tests.iter().find(|one| one.span == test.span);
            run_test(&other, same.unwrap_or(test), make)
        }
        Err(failure) => failed(game, test, failure),
    }
}

/// Proves one puzzle under the readings it requires.
fn prove_reading(
    catalog: &Catalog,
    entry: &GameEntry,
    game: &Arc<Game>,
    puzzle: &Puzzle,
    make: MakeScripts,
) -> Verdict {
    match under_readings(catalog, entry, game, &puzzle.test) {
        Ok(None) => run_puzzle(game, puzzle, make),
        Ok(Some(other)) => {
            let same = other.puzzles.iter().find(|one| one.span == puzzle.span);
            run_puzzle(&other, same.unwrap_or(puzzle), make)
        }
        Err(failure) => failed(game, &puzzle.test, failure),
    }
}

fn failed(game: &Game, test: &Test, failure: Failure) -> Verdict {
    let cites = test.cites.iter().map(|cite| game.section(*cite).number.clone()).collect();
    Verdict { title: test.title.clone(), cites, word: test.word(), span: test.span, failure: Some(failure), told: None }
}

/// The readings that a test requires: rulings and their values, by name.
pub fn readings_of(game: &Game, test: &Test) -> Vec<(String, String)> {
    let name = |&(ruling, value): &(RulingId, u16)| {
        let ruling = &game.rulings[ruling.at()];
        let value = ruling.values.get(usize::from(value)).map(|value| value.0.clone());
        (ruling.name.clone(), value.unwrap_or_default())
    };
    test.readings.iter().map(name).collect()
}

/// The game under the readings that a test requires. None if it requires none.
///
/// # Errors
/// If the rules have errors under these readings.
pub fn under_readings(
    catalog: &Catalog,
    entry: &GameEntry,
    game: &Arc<Game>,
    test: &Test,
) -> Result<Option<Arc<Game>>, Failure> {
    if test.readings.is_empty() || !test.mistakes.is_empty() {
        return Ok(None);
    }
    let readings = readings_of(game, test);
    let other = catalog.compile(entry, test.scenario.as_deref(), &readings);
    other.game.map(Some).ok_or_else(|| {
        let said = readings.iter().map(|(ruling, value)| format!("{ruling} {value}")).collect::<Vec<_>>().join(", ");
        let errors = other.diagnostics.iter().filter(|one| one.is_error());
        Failure {
            message: format!("the rules have errors with `ruling {said}`"),
            span: test.span,
            notes: errors.map(|error| error.headline.clone()).collect(),
        }
    })
}
