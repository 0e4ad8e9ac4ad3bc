//! What holds in every settled position of a shipped game, as invariants of a mod: too dear for every series of games, so
//! random games are played with them here. `GAMES=20 cargo test always` plays more.

use std::path::Path;

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Series;
use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::diagnostic::render;
use oriflamme::play::native::make;

use crate::harness::games_wanted;

/// Plays random games of each scenario with the invariants of `tests/always/GAME.mod`.
fn always(name: &str, games: u32) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/always/{name}.mod"));
    let text = std::fs::read_to_string(path).expect("the invariants");
    let more = SourceText { path: format!("rules/{name}/zz-always.ori"), text };
    let catalog = Catalog::new(shipped().into_iter().chain([more]));
    let entry = catalog.games.iter().find(|entry| entry.name == name).expect("a shipped game");
    for scenario in &entry.scenarios {
        let compiled = catalog.compile(entry, Some(&scenario.name), &[]);
        let said = render::plain_all(&compiled.diagnostics, &catalog.sources);
        let game = compiled.game.unwrap_or_else(|| panic!("{said}"));
        let players = vec![Player::Random; game.sides.len()];
        let mut series = Series::new(&game, &players, 11, make).expect("it begins");
        for number in 0..u64::from(games_wanted().unwrap_or(games)) {
            assert_eq!(series.play(number).fault, None, "{}, game {number}", scenario.name);
        }
    }
}

#[test]
fn chivalry() {
    always("chivalry", 6);
}

#[test]
fn bretagne() {
    always("bretagne", 12);
}

#[test]
fn bannockburn() {
    always("bannockburn", 2);
}
