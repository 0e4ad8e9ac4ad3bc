//! Both engines play whole random games identically, decision by decision, to the last line of the log.
//!
//! `laws.rs` compares them over the opening of the great battles. This file has whole short games, all other battles
//! with their own rules, and games under other readings of all disputed rules.

use std::sync::Arc;

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::game::Game;
use oriflamme::play::log::{Entry, Event};
use oriflamme::play::{Play, Status, native};
use oriflamme::script;

use crate::harness::{SCENARIOS, catalog, game, random_play};

/// The number of decisions in a long game.
const DECISIONS: u64 = 30;

/// The log without computed numbers: which of them the ledger holds depends on the engine.
fn told(play: &Play) -> Vec<Entry> {
    play.log().into_iter().filter(|entry| !matches!(entry.event, Event::Counted(..))).collect()
}

/// Plays a game on both engines up to this number of decisions; returns true if it ended.
#[track_caller]
fn alike(name: &str, game: &Arc<Game>, seed: u64, decisions: u64) -> bool {
    let (mut native, mut rhai) = (random_play(game, seed, native::make), random_play(game, seed, script::make));
    let mut over = false;
    for made in 1..=decisions {
        let [one, other] = [&mut native, &mut rhai].map(|play| play.go_while(|run| run.decisions < made));
        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{name}, seed {seed}, after {made} decisions");
        assert_eq!(native.digest(), rhai.digest(), "{name}, seed {seed}, after {made} decisions");
        match one {
            None => {}
            Some(Status::Over(_)) => {
                over = true;
                break;
            }
            Some(other) => panic!("{name}, seed {seed}, after {made} decisions: {other:?}"),
        }
    }
    let entries = |play: &Play| play.look(|run| run.journal.entries.clone());
    assert_eq!(entries(&native), entries(&rhai), "{name}, seed {seed}");
    let (one, other) = (told(&native), told(&rhai));
    let first = one.iter().zip(&other).find(|(one, other)| one != other);
    assert_eq!((first, one.len()), (None, other.len()), "{name}, seed {seed}");
    over
}

#[test]
fn both_engines_play_whole_short_games_alike() {
    for (scenario, seed) in [("connect-four", 21), ("breakthrough", 22), ("hex", 23), ("morris", 24)] {
        assert!(alike(scenario, &game(scenario), seed, u64::MAX), "{scenario} comes to its end");
    }
}

#[test]
fn both_engines_play_every_other_battle_alike() {
    let all = catalog().games.iter().flat_map(|game| &game.scenarios);
    for scenario in all.filter(|scenario| !SCENARIOS.contains(&scenario.name.as_str())) {
        alike(&scenario.name, &game(&scenario.name), 31, DECISIONS);
    }
}

/// The game under the last reading of each ruling that is not its default.
fn otherwise(scenario: &str) -> Arc<Game> {
    let usual = game(scenario);
    let readings = usual.rulings.iter().filter_map(|ruling| {
        let mut others = ruling.values.iter().enumerate().filter(|(at, _)| *at != usize::from(ruling.default));
        others.next_back().map(|(_, (value, _))| format!(" {}={value}", ruling.name))
    });
    game(&format!("{scenario}{}", readings.collect::<String>()))
}

#[test]
fn both_engines_play_other_readings_alike() {
    for (scenario, decisions) in [("crecy", 4 * DECISIONS), ("agincourt", 4 * DECISIONS), ("bannockburn", DECISIONS)] {
        alike(scenario, &otherwise(scenario), 41, decisions);
    }
}

/// A procedure uses the noun `units` and runs inside an action with a parameter of the same name.
const CENSUS: &str = r#"
game census "Census" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
board field @1 { grid row 1 x 2 { columns file: only  rows rank: first, second } }
kind Man @1
noun unit / units = Man
game var counted: int = 0 @1
procedure count_all() @1 { game.counted = units.count; }
action gather "Gather" @1 { units some of mine  do { count_all(); } }
sequence @1 { turn repeat { gathering each side  actions gather once } }
test "all are counted, not those that were chosen" @1 {
  given { Red { only first: a = Man;  only second: b = Man } }
  play  Red: gather units a
  then  game.counted == 2
}
"#;

#[test]
fn a_name_means_what_is_written_whatever_runs_around_it() {
    passes_on_both("rules/census/game.ori", CENSUS, 1);
}

/// What scripts write in texts and count, at the ends of what there is: nothing, lists, the greatest number.
const ENDS: &str = r#"
game ends "Ends" { sides Red, Blue }
rulebook { 1 "All" "All." }
board field @1 { spaces { X } }
kind Man @1
counters Red @1 { Man: Ann, Bob }
piece var pal: piece? @1
game var turns, none_left: int = 0 @1
game var said: text = "" @1
action write "Write" @1 { once do { game.said = `${Ann?.pal}, ${[Ann, Bob]}, ${[true, false]}, ${[none]}, ${Ann}`; } }
action count "Count" @1 {
  once
  do {
    for n in 9223372036854775806..=9223372036854775807 { game.turns += 1; }
    for n in 9223372036854775807..9223372036854775807 { game.none_left += 1; }
  }
}
sequence @1 { turn repeat 1..1 { acting each side actions write, count } }
scenario ends "Ends" for ends @1 { Red { X: Ann, Bob } }
test "nothing, lists and flags in a text" @1 {
  given ends
  play Red: write
  then game.said == "none, Ann, Bob, yes, no, none, Ann"
}
test "up to the greatest number" @1 {
  given ends
  play Red: count
  then game.turns == 2, game.none_left == 0
}
"#;

#[test]
fn texts_and_ranges_end_alike_on_both_engines() {
    passes_on_both("rules/ends/game.ori", ENDS, 2);
}

/// An action whose place is a way of a walk, and a reaction to it.
const CATCH: &str = r#"
game catch "Catch" { sides Red, Blue }
rulebook { 1 "All" "All." }
board land @1 { spaces { A, B, C, D }  links road { A -- B -- C -- D } }
kind Man @1
noun man/men = Man
noun to = space
side var seen: int = 0 @1
walk going(man) @1 { step on to man.space.across(road) }
action catch_up "Catch" before their march(man, to) @1 {
  catcher mine.men.within(1, to.space)
  once
  do { me.seen += catcher.distance(to.space) + 1; }
}
action march "March" @1 { man mine.men  to going(man)  do { man.follow(to); } }
sequence @1 { turn repeat 1..2 { acting each side actions march } }
scenario catch "Catch" for catch @1 { Red { A: Man }  Blue { C: Man } }
test "a window knows where the march ends" @1 {
  given { Red { A: r = Man }  Blue { D: b = Man } }
  play  Red: march r to C
  play  Blue: catch b
  then  Blue.seen == 2
}
test "and where it does not" @1 {
  given { Red { A: r = Man }  Blue { D: b = Man } }
  play    Red: march r to B
  then    r.space == B
  refused Blue: catch b
}
"#;

#[test]
fn a_window_binds_the_way_that_an_action_takes() {
    passes_on_both("rules/catch/game.ori", CATCH, 2);
}

fn passes_on_both(path: &str, text: &str, tests: usize) {
    let catalog = Catalog::new([SourceText { path: path.to_owned(), text: text.to_owned() }]);
    for make in [native::make, script::make] {
        let mut failures = Vec::new();
        let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| failures.push(verdict.failure.clone()));
        assert!(ran.is_whole(), "{ran:#?}");
        assert_eq!(failures, vec![None; tests]);
    }
}
