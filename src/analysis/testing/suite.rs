//! The tests of a catalogue: which run in which scenario, and what to report if the rules are faulty.

use std::sync::{Arc, Mutex, PoisonError};

use crate::catalog::{Catalog, GameEntry, Played};
use crate::check;
use crate::diagnostic::{Diagnostic, add_errors};
use crate::model::game::Game;
use crate::model::id::RulingId;
use crate::model::puzzle::Puzzle;
use crate::model::setup::Test;
use crate::play::MakeScripts;

use super::{Verdict, run_puzzle, run_test};

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
        add_errors(&mut self.mistakes, found);
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
    let verdict = run_reading(&game, test, make);
    verdict.failure.map_or(Ok(()), |failure| {
        let line = catalog.sources.text(failure.span).trim();
        Err(format!("{}: `{line}`", failure.message))
    })
}

/// Runs something for each number below a count, in any order, and returns the results in theirs.
pub type Each<'e> = dyn Fn(usize, &(dyn Fn(usize) -> Verdict + Sync)) -> Vec<Verdict> + 'e;

/// One after the other.
fn in_turn(count: usize, run: &(dyn Fn(usize) -> Verdict + Sync)) -> Vec<Verdict> {
    (0..count).map(run).collect()
}

/// Runs the tests of a catalogue for which `wanted` is true, given their title and the path of their file, and reports
/// each verdict. A test with an error in its text fails without stopping the others.
pub fn run_tests(
    catalog: &Catalog,
    wanted: &dyn Fn(&str, &str) -> bool,
    make: MakeScripts,
    tell: &mut dyn FnMut(&str, &Verdict),
) -> Ran {
    run_tests_by(&in_turn, catalog, wanted, make, tell)
}

/// [`run_tests`], with the tests of each scenario run by `each`.
///
/// A game or scenario that has tests, none of which is wanted, is not compiled.
pub fn run_tests_by(
    each: &Each<'_>,
    catalog: &Catalog,
    wanted: &dyn Fn(&str, &str) -> bool,
    make: MakeScripts,
    tell: &mut dyn FnMut(&str, &Verdict),
) -> Ran {
    let mut ran = Ran::default();
    ran.note(catalog.outside_games());
    for entry in &catalog.games {
        let runs: Vec<Played> = entry.runs().collect();
        let is_wanted = |run: &Played| wanted(&run.title, catalog.sources.name_of(run.span.source));
        if !runs.is_empty() && !runs.iter().any(is_wanted) {
            continue;
        }
        let names = entry.scenarios.iter().map(|one| Some(one.name.as_str()));
        // A test of a scenario that does not exist fails where no scenario is played.
        let is_stray = |run: &Played| !names.clone().chain([None]).any(|name| run.is_in(name));
        for scenario in std::iter::once(None).chain(names.clone()) {
            let is_own = |run: &&Played| run.is_in(scenario) || scenario.is_none() && is_stray(run);
            let own: Vec<&Played> = runs.iter().filter(is_own).collect();
            let count = own.iter().filter(|run| is_wanted(run)).count();
            if count == 0 && !own.is_empty() {
                continue;
            }
            let compiled = catalog.compile(entry, scenario, &[]);
            let tests = entry.test_spans();
            ran.note(compiled.diagnostics.into_iter().filter(|one| !check::is_in(&tests, one)));
            let Some(game) = compiled.game else {
                if scenario.is_none() {
                    // Every scenario would yield the same errors.
                    ran.not_run += runs.iter().filter(|run| is_wanted(run)).count();
                    break;
                }
                ran.not_run += count;
                continue;
            };
            let group = Group { game: &game, others: Mutex::default() };
            let is_wanted = |test: &Test| wanted(&test.title, catalog.sources.name_of(test.span.source));
            let tests: Vec<&Test> = game.tests.iter().filter(|test| is_wanted(test)).collect();
            let puzzles: Vec<&Puzzle> = game.puzzles.iter().filter(|puzzle| is_wanted(&puzzle.test)).collect();
            let run = |at: usize| match tests.get(at) {
                Some(test) => group.run(test, make),
                None => group.prove(puzzles[at - tests.len()], make),
            };
            for verdict in each(tests.len() + puzzles.len(), &run) {
                tell(&entry.name, &verdict);
            }
        }
    }
    ran
}

/// Runs one test under the readings it requires.
pub fn run_reading(game: &Arc<Game>, test: &Test, make: MakeScripts) -> Verdict {
    Group { game, others: Mutex::default() }.run(test, make)
}

/// Readings of rulings, and a game under them.
type Under = (Vec<(RulingId, u16)>, Arc<Game>);

/// The tests of a scenario, or of none.
struct Group<'g> {
    game: &'g Arc<Game>,
    /// The game under the readings that its tests have required so far.
    others: Mutex<Vec<Under>>,
}

impl Group<'_> {
    /// Runs a test under the readings it requires.
    fn run(&self, test: &Test, make: MakeScripts) -> Verdict {
        let Some(other) = self.under_readings(test) else { return run_test(self.game, test, make) };
        let same = other.tests.iter().find(|one| one.span == test.span);
        run_test(&other, same.unwrap_or(test), make)
    }

    /// Proves a puzzle under the readings it requires.
    fn prove(&self, puzzle: &Puzzle, make: MakeScripts) -> Verdict {
        let Some(other) = self.under_readings(&puzzle.test) else { return run_puzzle(self.game, puzzle, make) };
        let same = other.puzzles.iter().find(|one| one.test.span == puzzle.test.span);
        run_puzzle(&other, same.unwrap_or(puzzle), make)
    }

    /// [`under_readings`], made once for all tests that require the same.
    fn under_readings(&self, test: &Test) -> Option<Arc<Game>> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, other)) = others.iter().find(|(readings, _)| *readings == test.readings) {
            return Some(other.clone());
        }
        let other = under_readings(self.game, test)?;
        others.push((test.readings.clone(), other.clone()));
        Some(other)
    }
}

/// The game under the readings that a test requires. None if it requires none.
pub fn under_readings(game: &Game, test: &Test) -> Option<Arc<Game>> {
    (!test.readings.is_empty()).then(|| Arc::new(check::under_readings(game, &test.readings)))
}
