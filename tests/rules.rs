//! The tests of the language: every `test` item that is shipped.

use oriflamme::analysis::testing::run_test;
use oriflamme::play::native::make;

use crate::harness::catalog;

#[test]
fn every_shipped_test_passes() {
    let catalog = catalog();
    let mut failures = Vec::new();
    let mut count = 0;
    for game in &catalog.games {
        let scenarios = std::iter::once(None).chain(game.scenarios.iter().map(|one| Some(one.name.as_str())));
        for scenario in scenarios {
            let compiled = catalog.compile(game, scenario, &[]);
            let Some(compiled) = compiled.game else {
                failures.push(format!("{} {scenario:?} does not compile", game.name));
                continue;
            };
            for test in compiled.tests.iter().filter(|test| test.scenario.as_deref() == scenario) {
                count += 1;
                let verdict = run_test(&compiled, test, make);
                if let Some(failure) = verdict.failure {
                    let place = catalog.sources.place(failure.span);
                    failures.push(format!("{}: {}\n  {place}: {}\n  {}", game.name, verdict.title, failure.message, failure.notes.join("\n  ")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} tests fail:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 0, "no test was found");
}
