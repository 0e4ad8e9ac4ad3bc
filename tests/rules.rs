//! The tests of the language: every `test` item that is shipped.

use oriflamme::analysis::testing::run_tests;
use oriflamme::script::make;

use crate::harness::catalog;

#[test]
fn every_shipped_test_passes() {
    let catalog = catalog();
    let mut failures = Vec::new();
    let mut count = 0;
    let ran = run_tests(catalog, &|_, _| true, make, &mut |game, verdict| {
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
