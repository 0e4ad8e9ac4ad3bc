//! A game under another reading of a ruling is the game that is compiled with it.

use oriflamme::check::under_readings;
use oriflamme::model::game::Game;
use oriflamme::model::id::RulingId;

use crate::harness::catalog;

/// All that may depend on a reading: what items read, and what can happen at all.
fn dependent(game: &Game) -> String {
    let words: Vec<u128> = game.words.iter().map(|item| item.reads).collect();
    let functions: Vec<u128> = game.functions.iter().map(|item| item.reads).collect();
    let quantities: Vec<u128> = game.quantities.iter().map(|item| item.reads).collect();
    let permissions: Vec<u128> = game.permissions.iter().map(|item| item.reads).collect();
    let purses: Vec<u128> = game.purses.iter().map(|item| item.reads).collect();
    let walks: Vec<_> = game.walks.iter().map(|item| (item.reads, item.own.clone())).collect();
    let offers: Vec<_> = game.offers.iter().map(|item| item.reads).collect();
    let rules: Vec<u128> = game.whenevers.iter().map(|item| item.reads).collect();
    let invariants: Vec<u128> = game.invariants.iter().map(|item| item.reads).collect();
    let flags = (game.makes_pieces, game.takes_spares, game.settles_by_scope);
    let light: Vec<bool> = game.words.iter().map(|item| item.light).collect();
    let least: Vec<Option<i64>> = game.quantities.iter().map(|item| item.least).collect();
    format!(
        "{:?} {words:?} {functions:?} {quantities:?} {permissions:?} {purses:?} {walks:?} {offers:?} {rules:?} \
         {invariants:?} {flags:?} {light:?} {least:?}",
        game.readings
    )
}

#[test]
fn another_reading_of_any_ruling_is_found_without_compiling() {
    let mut compared = 0;
    for entry in &catalog().games {
        let Some(game) = catalog().compile(entry, None, &[]).game else { continue };
        for (at, ruling) in game.rulings.iter().enumerate() {
            let others = (0_u16..).zip(&ruling.values).filter(|(reading, _)| *reading != game.readings[at]);
            for (reading, (value, _)) in others {
                let named = [(ruling.name.clone(), value.clone())];
                let compiled = catalog().compile(entry, None, &named).game.expect("it compiles under every reading");
                let found = under_readings(&game, &[(RulingId(at as u16), reading)]);
                assert_eq!(dependent(&found), dependent(&compiled), "{} {} {value}", entry.name, ruling.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared} readings");
}
