//! The tests of the language: every shipped `test` item. `puzzles.rs` proves the puzzles.

use oriflamme::analysis::testing::run_tests;
use oriflamme::play::MakeScripts;

use crate::harness::catalog;

/// Two tests, so that they run in parallel.
#[test]
fn every_shipped_test_passes_on_rhai() {
    every_shipped_test_passes(oriflamme::script::make);
}

#[test]
fn every_shipped_test_passes_natively() {
    every_shipped_test_passes(oriflamme::play::native::make);
}

fn every_shipped_test_passes(make: MakeScripts) {
    let catalog = catalog();
    let mut failures = Vec::new();
    let mut count = 0;
    let ran = run_tests(catalog, &|title, _| !title.starts_with("puzzle "), make, &mut |game, verdict| {
        count += 1;
        if let Some(failure) = &verdict.failure {
            let place = catalog.sources.place(failure.span);
            let notes = failure.notes.join("\n  ");
            failures.push(format!("{game}: {}\n  {place}: {}\n  {notes}", verdict.title, failure.message));
        }
    });
    assert!(ran.is_whole(), "{ran:#?}");
    assert!(failures.is_empty(), "{} of {count} tests fail:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 0, "no test was found");
}
