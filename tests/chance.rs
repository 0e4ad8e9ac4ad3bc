//! A side that chance plays: whatever it is asked is drawn, on both engines, and a saved game has it again.

use std::collections::BTreeSet;
use std::sync::Arc;

use oriflamme::model::game::Game;
use oriflamme::play::journal::Entry;
use oriflamme::play::{Beginning, MakeScripts, Play, Status, native};
use oriflamme::script;

use crate::harness::toy;

/// Fate strikes, heals or passes in a step of its own, answers every kind of question, and may step in.
const TOY: &str = r#"
game toy "Toy" { sides Red, Fate }
rulebook { 1 "All" "Everything." }
side Fate "Fate" played by chance
board ground @1 { spaces { A, B, C } }
kind Man @1
noun man/men = Man
piece var hits: int = 0 @1
game var tricks: int = 0 @1
game var picked: int = 0 @1
action strike "Strike" @1 { man theirs.men  extra any of theirs.men where it != man  do { man.hits += 1; extra.hits += 2; } }
action heal "Heal" @1 { man theirs.men where man.hits > 0  do { man.hits -= 1; } }
action trick "Trick" before any blow(who) @1 { when game.tricks < 3  do { game.tricks += 1; } }
procedure blow(side) "a blow" @1 { }
sequence @1 {
  turn repeat 1..6 {
    fated by Fate  actions strike, heal or "Fate sleeps"
    asked by Fate do {
      let some = Fate.pick("Which?", men, 1, 2);
      game.picked += some.count + Fate.number("How many?", 0, 3);
      if Fate.yes("Really?") { game.picked += 10; }
      let parts = Fate.split("Whom?", 3, men);
      for part in parts { part.on.hits += part.count; }
      blow(Red);
    }
  }
}
scenario toy "Toy" for toy @1 { Red { A: Man;  B: Man;  C: Man } }
"#;

fn play(game: &Arc<Game>, seed: u64, make: MakeScripts) -> Play {
    let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
    let mut play = Play::new(game, &beginning, seed, true, make).expect("the game begins");
    // Where somebody else may step in as well, whoever is asked says nothing.
    loop {
        match play.go() {
            Status::Asked(_) => play.stay_silent(),
            Status::Over(_) => return play,
            Status::Faulty(fault) => panic!("{fault:#?}"),
        }
    }
}

#[test]
fn a_side_played_by_chance_takes_what_a_step_offers() {
    let game = toy(TOY);
    let mut said = BTreeSet::new();
    for seed in 1..=12 {
        let (native, rhai) = (play(&game, seed, native::make), play(&game, seed, script::make));
        let entries = native.look(|run| run.journal.entries.clone());
        let others = rhai.look(|run| run.journal.entries.clone());
        assert_eq!(entries.iter().zip(&others).find(|(one, other)| one != other), None, "seed {seed}");
        assert_eq!(native.digest(), rhai.digest(), "seed {seed}");
        said.extend(entries.iter().filter_map(|entry| match entry {
            Entry::Answer { text, .. } => text.split(' ').next().map(str::to_owned),
            _ => None,
        }));
    }
    for word in ["Strike", "Heal", "Fate", "Trick", "yes", "no"] {
        assert!(said.contains(word), "{word} is never drawn: {said:?}");
    }
}

#[test]
fn what_chance_has_decided_is_read_from_a_saved_game() {
    let game = toy(TOY);
    for seed in 1..=6 {
        let first = play(&game, seed, native::make);
        let entries = first.look(|run| run.journal.entries.clone());
        let read = |entry: Entry| match entry {
            Entry::Answer { seat, silent, text, .. } => Entry::Unread { seat: Some(seat), silent, text, line: 1 },
            other => other,
        };
        let sentences: Vec<Entry> = entries.iter().cloned().map(read).collect();
        for make in [native::make as MakeScripts, script::make] {
            let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
            let mut second = Play::new(&game, &beginning, seed, true, make).expect("the game begins");
            second.feed(sentences.clone());
            let status = second.go();
            assert!(matches!(status, Status::Over(_)), "seed {seed}: {status:?}");
            assert_eq!(first.digest(), second.digest(), "seed {seed}");
            assert_eq!(entries, second.look(|run| run.journal.entries.clone()), "seed {seed}");
        }
    }
}
