//! Rules changed in one place at a time: the tests of a game notice what matters.

use oriflamme::analysis::mutate::{Outcome, Study};
use oriflamme::catalog::{Catalog, shipped};
use oriflamme::play::native;

#[test]
fn the_tests_of_two_tutorials_notice_every_change_of_a_rule() {
    let catalog = Catalog::new(shipped());
    for name in ["connect_four", "hex"] {
        let entry = catalog.games.iter().find(|game| game.name == name).expect("it is shipped");
        let study = Study::new(&catalog, entry, native::make).expect("its tests pass");
        let changes = study.mutations();
        assert!(changes.len() >= 20, "{name}: {} changes", changes.len());
        for change in changes {
            let place = catalog.sources.place(change.span);
            let from = catalog.sources.text(change.span);
            assert_ne!(study.outcome(&change), Outcome::Unnoticed, "{place}: `{from}` becomes `{}`", change.text);
        }
    }
}
