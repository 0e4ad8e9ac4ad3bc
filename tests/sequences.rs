//! Sequences with names: they interrupt each other and go on, whoever plays, saves, goes back or replays.

use std::sync::Arc;

use oriflamme::analysis::testing::run_test;
use oriflamme::model::game::Game;

use crate::harness::{self, ENGINES};

const MARCH: &str = include_str!("sequences/march.toy");

fn march() -> Arc<Game> {
    harness::toy(MARCH)
}

/// Runs the tests of a game on both engines.
fn passes(game: &Arc<Game>) {
    assert!(!game.tests.is_empty());
    for (engine, make) in ENGINES {
        for test in &game.tests {
            let verdict = run_test(game, test, make);
            if let Some(failure) = verdict.failure {
                panic!("{engine}: {}: {} {:?} at {}", verdict.title, failure.message, failure.notes, game.sources.place(failure.span));
            }
        }
    }
}

#[test]
fn a_march_is_interrupted_and_goes_on() {
    passes(&march());
}
