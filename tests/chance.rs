//! A side played by chance: each of its answers is drawn, on both engines, and replayed from a saved game.

use std::collections::BTreeSet;
use std::sync::Arc;

use oriflamme::analysis::testing::run_test;
use oriflamme::model::game::Game;
use oriflamme::play::journal::Entry;
use oriflamme::play::{Beginning, MakeScripts, Play, Status, native};
use oriflamme::script;
use oriflamme::session::{Opening, Session};

use crate::harness::toy;

/// Fate strikes, heals or passes in a step of its own, answers every kind of question, and may interrupt.
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
    let beginning = Beginning::of_game(game);
    let mut play = Play::new(game, &beginning, seed, true, make).expect("the game begins");
    // At windows shared with another side, the asked seat stays silent.
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
            let beginning = Beginning::of_game(&game);
            let mut second = Play::new(&game, &beginning, seed, true, make).expect("the game begins");
            second.feed(sentences.clone());
            let status = second.go();
            assert!(matches!(status, Status::Over(_)), "seed {seed}: {status:?}");
            assert_eq!(first.digest(), second.digest(), "seed {seed}");
            assert_eq!(entries, second.look(|run| run.journal.entries.clone()), "seed {seed}");
        }
    }
}

/// The bandits are outside the order of play and answer every kind of question a side can be asked.
const BESIDE: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
side Bandits "Bandits" played by chance
board ground @1 { spaces { A, B, C }  box pool  links path { A -- B -- C } }
kind Man @1
noun man/men = Man
piece var hits: int = 0 @1
side var gold: int = 4 @1
game var said: int = 0 @1
counters Bandits in pool @1 { Man: Robin;  Man x3 }
counters Red in pool @1 { Man x4 }
action rob "Rob" @1 { man theirs.men.on_map   to man.space.across(path)   once per man   pays 1 gold   do { place(man, to); } }
action ask "Ask" @1 { man mine.men.on_map   once   assent Bandits   do { man.hits += 1; } }
sequence @1 {
  turn repeat 1..6 {
    asking each side  actions ask
    raid by Bandits when Bandits.gold > 0  actions rob or "hide"
    losing by Bandits do {
      for part in Bandits.fill("Who is hit?", pieces.on_map.men, 3, |man| 1 + man.hits % 2, |man| 2) { part.on.hits += part.count; }
      if Red.pieces.on_map.any { exchange(Bandits.choose("Whom?", Red.pieces.on_map), Bandits); }
      let other = Bandits.may_choose("Whom else?", Bandits.pieces.on_map);
      if other != none { give(other, Red); }
      game.said += Bandits.number("How many?", 0, 3);
      if Red.foe == Blue && Red.next == Blue && Blue.next == Red { game.said += 100; }
    }
  }
}
scenario toy "Toy" for toy @1 { Red { A: Man;  B: Man;  C: Man }  Bandits { B: Robin } }
"#;

#[test]
fn a_side_beside_the_order_of_play_takes_every_question() {
    let game = toy(BESIDE);
    let mut said = BTreeSet::new();
    for seed in 1..=8 {
        let mut ends = Vec::new();
        for make in [native::make as MakeScripts, script::make] {
            let mut play = crate::harness::random_play(&game, seed, make);
            let end = play.go();
            assert!(matches!(end, Status::Over(_)), "seed {seed}: {end:?}");
            let entries = play.look(|run| run.journal.entries.clone());
            let index = play.look(|run| run.live.index().clone());
            let fresh = play.look(|run| oriflamme::play::index::Index::new(&run.game, run.state()));
            assert_eq!((index.of_side, index.own_numbers), (fresh.of_side, fresh.own_numbers), "seed {seed}");
            ends.push((play.digest(), entries));
        }
        let (native, rhai) = (&ends[0], &ends[1]);
        assert_eq!(native, rhai, "seed {seed}");
        said.extend(native.1.iter().filter_map(|entry| match entry {
            Entry::Answer { seat: 2, text, .. } => text.split(' ').next().map(str::to_owned),
            _ => None,
        }));
    }
    for word in ["Rob", "hide", "yes", "no", "none", "1", "2"] {
        assert!(said.contains(word), "{word} is never drawn: {said:?}");
    }
}

#[test]
fn a_side_played_by_chance_is_no_person() {
    let game = toy(TOY);
    let session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("the game begins");
    assert_eq!(session.only_person(), Some(0), "all is shown as Red sees it, also when Fate decides");
}

/// Tests that say what Fate decides, and one that leaves it to chance.
const TOLD: &str = r#"
test "Fate does as the test says" @1 {
  given toy
  at fated of Fate
  play  Fate: Strike Man1
  play  Fate: Fate sleeps
  asked Fate: Which
  play  Fate: Man1, Man2
  play  Fate: 2
  play  Fate: no
  play  Fate: 3 Man3
  asked Fate: before a blow
  play  Fate: Trick
  then  game.picked == 4, game.tricks == 1
}
test "Fate is refused what its rules forbid" @1 {
  given toy
  at fated of Fate
  refused Fate: Heal Man1
  play    Fate: Fate sleeps
  asked   Fate: Which
}
test "the rest is drawn" @1 {
  given toy
  at asked of Fate
  then game.picked > 0
}
"#;

#[test]
fn a_test_may_say_what_chance_decides() {
    let game = toy(&format!("{TOY}{TOLD}"));
    for test in &game.tests {
        for make in [native::make as MakeScripts, script::make] {
            let verdict = run_test(&game, test, make);
            assert_eq!(verdict.failure, None, "{}", verdict.title);
        }
    }
}
