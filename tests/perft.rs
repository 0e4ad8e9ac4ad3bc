//! Counts of action sequences, computed independently of this program.

use crate::harness::{ENGINES, beginning, game};
use oriflamme::analysis::perft::perft;
use oriflamme::play::Play;

fn counts(scenario: &str, expected: &[u64]) {
    let game = game(scenario);
    for (engine, make) in ENGINES {
        let mut play = Play::new(&game, &beginning(&game), 0, true, make).expect("the game begins");
        for (depth, count) in expected.iter().enumerate() {
            let found = perft(&mut play, depth as u32 + 1).expect("no rule is faulty");
            assert_eq!(found, *count, "{scenario} at depth {} by {engine}", depth + 1);
        }
    }
}

#[test]
fn connect_four_has_as_many_sequences_as_counted_elsewhere() {
    let all = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    let depth = if cfg!(debug_assertions) { 5 } else { 7 };
    counts("connect-four", &all[..depth]);
}

#[test]
fn breakthrough_has_as_many_sequences_as_counted_elsewhere() {
    let all = [22, 484, 11_132, 256_036, 6_182_818];
    let depth = if cfg!(debug_assertions) { 3 } else { 4 };
    counts("breakthrough", &all[..depth]);
}

/// Nobody can have a chain before his eleventh stone: without a swap it is 121 · 120 · 119 …
#[test]
fn hex_has_as_many_sequences_as_there_are_orders_of_laying() {
    counts("hex", &[121, 14_520]);
}
