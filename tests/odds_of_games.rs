//! Odds in the shipped games: compared with those of another program, for every worked example, and in random play.

use std::collections::BTreeMap;
use std::sync::Arc;

use oriflamme::analysis::bots::{Random, random_answer};
use oriflamme::analysis::odds::{Asked, Change, Deed, Found, How, MOST_LEAVES, Policy, Stopped, odds};
use oriflamme::analysis::testing::{Stood, stand_before};
use oriflamme::model::game::Game;
use oriflamme::model::setup::TestLine;
use oriflamme::model::value::Value;
use oriflamme::play::question::{Answer, Kind};
use oriflamme::play::run::Pending;
use oriflamme::play::{Play, Status, native};

use crate::harness::{ENGINES, beginning, catalog, game};
use crate::odds::{is_whole, sum};

/// The numbers of the other program: for each question the share of each result.
fn tables() -> BTreeMap<String, BTreeMap<String, f64>> {
    let mut all: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
    for line in include_str!("odds/icepool.txt").lines() {
        let parts: Vec<&str> = line.split(" | ").collect();
        let (good, whole) = parts[2].split_once('/').unwrap_or((parts[2], "1"));
        let share = good.parse::<f64>().expect("a number") / whole.parse::<f64>().expect("a number");
        all.entry(parts[0].to_owned()).or_default().insert(parts[1].to_owned(), share);
    }
    all
}

/// A game without a scenario, to run its tests.
fn tested(name: &str) -> Arc<Game> {
    let entry = catalog().games.iter().find(|entry| entry.name == name).expect("the game is shipped");
    catalog().compile(entry, None, &[]).game.expect("the game compiles")
}

/// The play of a test before its command number `command`, and the commands after that one.
#[track_caller]
fn before(game: &Arc<Game>, title: &str, command: usize) -> (Stood, Vec<String>) {
    let test = game.tests.iter().find(|test| test.title == title).unwrap_or_else(|| panic!("no test `{title}`"));
    let plays: Vec<usize> = (0..test.lines.len()).filter(|at| matches!(test.lines[*at], TestLine::Play(..))).collect();
    let stood = stand_before(game, test, plays[command], native::make).expect("the lines before it pass");
    let then = plays[command + 1..].iter().map(|at| match &test.lines[*at] {
        TestLine::Play(_, words, _) => words.clone(),
        _ => String::new(),
    });
    (stood.expect("the line answers a question"), then.collect())
}

fn of_stood(stood: &Stood, policy: Policy, then: &[String], most: u64) -> Result<Found, Stopped> {
    let deed = Deed::new(stood.side, &stood.question, stood.answer.clone());
    odds(
        &Asked {
            play: &stood.play,
            from: None,
            deed,
            policy,
            then,
            numbers: |_, _, _, _| None,
            wanted: None,
            hidden: &[],
            most,
            samples: 500,
            seed: 1,
        },
        &mut |_| true,
    )
}

/// The share of outcomes in which a labelled piece has this value of a variable; an unchanged variable counts as 0.
fn share_of(stood: &Stood, found: &Found, label: &str, var: &str, value: i64) -> f64 {
    let game = stood.play.game();
    let piece =
        stood.play.look(|run| run.live.layout().labels.iter().find(|(name, _)| name == label).map(|(_, at)| *at));
    let piece = piece.unwrap_or_else(|| panic!("no piece `{label}`"));
    let has = |change: &Change| match change {
        Change::Var(id, of, _, to) => {
            (of.index == piece && game.vars[id.at()].name == var).then(|| *to == Value::Int(value))
        }
        _ => None,
    };
    let fits = |changes: &[Change]| changes.iter().find_map(has).unwrap_or(value == 0);
    sum(found.cases[0].outcomes.iter().filter(|(_, one)| fits(&one.changes)).map(|(share, _)| share)).nearest()
}

/// The share of outcomes in which a labelled piece has moved.
fn moves(stood: &Stood, found: &Found, label: &str) -> f64 {
    let piece =
        stood.play.look(|run| run.live.layout().labels.iter().find(|(name, _)| name == label).map(|(_, at)| *at));
    let gone = |changes: &[Change]| {
        changes
            .iter()
            .any(|change| matches!(change, Change::Piece(at, from, to) if Some(*at) == piece && from.space != to.space))
    };
    sum(found.cases[0].outcomes.iter().filter(|(_, one)| gone(&one.changes)).map(|(share, _)| share)).nearest()
}

/// A random answer of the asked seat; `None` at a window, where it stays silent.
#[track_caller]
fn drawn(play: &mut Play, pending: &Pending, random: &mut Random) -> Option<Answer> {
    if matches!(pending.question.kind, Kind::Window { .. }) {
        play.stay_silent();
        return None;
    }
    let answer = play.look_asked(|world| random_answer(world, &pending.question, pending.question.seats[0], random));
    Some(answer.expect("no fault").expect("there is an answer"))
}

#[track_caller]
fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn a_lance_against_a_schiltrom_has_the_odds_of_the_tables() {
    let game = tested("bannockburn");
    let (stood, _) = before(&game, "a charge with a lance adds four and uses the lance", 1);
    let found = of_stood(&stood, Policy::Best, &[], MOST_LEAVES).expect("it is counted");
    for (levels, share) in &tables()["strike 9 -2"] {
        near(share_of(&stood, &found, "mark", "rout", levels.parse().expect("levels")), *share);
    }
}

#[test]
fn split_dice_rout_with_the_odds_of_the_tables() {
    let game = tested("chivalry");
    let (stood, then) = before(&game, "five dice against cohesion 3: two may go to another enemy", 0);
    let found = of_stood(&stood, Policy::Best, &then, MOST_LEAVES).expect("it is counted");
    let split = &tables()["split"];
    near(moves(&stood, &found, "faced"), split["10"] + split["11"]);
    // A breakthrough may also rout the other unit, so only hits are compared, in outcomes where the first stands fast.
    let hits = &tables()["hits 3 2"];
    near(share_of(&stood, &found, "faced", "hits", 1), hits["1"]);
    near(share_of(&stood, &found, "faced", "hits", 2), hits["2"]);
}

#[test]
fn a_breakthrough_has_the_odds_of_the_tables() {
    let game = tested("chivalry");
    let (stood, then) = before(&game, "a breakthrough attacks one adjacent enemy with half the dice, rounded up", 0);
    let found = of_stood(&stood, Policy::Best, &then, MOST_LEAVES).expect("it is counted");
    let table = &tables()["breakthrough"];
    for hits in 1..=3 {
        near(share_of(&stood, &found, "beside_it", "hits", hits), table[&hits.to_string()]);
    }
    near(moves(&stood, &found, "front"), 1.0 - table["-1"]);
}

#[test]
fn melee_hits_have_the_odds_of_the_tables() {
    let game = tested("chivalry");
    let (stood, _) = before(&game, "three dice against cohesion 3: none may go to another enemy", 0);
    let found = of_stood(&stood, Policy::Best, &[], MOST_LEAVES).expect("it is counted");
    let hits = &tables()["hits 3 2"];
    near(share_of(&stood, &found, "faced", "hits", 1), hits["1"]);
    near(moves(&stood, &found, "faced"), hits["3"]);
    let (stood, then) = before(&game, "a gun rolls six dice at an adjacent area", 0);
    let found = of_stood(&stood, Policy::Best, &then, MOST_LEAVES).expect("it is counted");
    let hits = &tables()["hits 6 2"];
    near(share_of(&stood, &found, "mark", "hits", 2), hits["2"]);
    near(moves(&stood, &found, "mark"), hits["3"] + hits["4"] + hits["5"] + hits["6"]);
}

#[test]
fn every_worked_example_with_dice_has_odds_that_add_up() {
    let game = tested("chivalry");
    // `WAYS=30000` counts all of them exactly; the two largest take a minute each in a debug build.
    let most = std::env::var("WAYS").ok().and_then(|ways| ways.parse().ok()).unwrap_or(6_000);
    let (mut asked, mut sampled) = (0, 0);
    for test in game.tests.iter().filter(|test| test.scenario.is_none() && test.readings.is_empty()) {
        let path = game.sources.name_of(test.span.source).to_owned();
        if !(path.contains("05-combat") || path.contains("faithful-melee")) || !test.mistakes.is_empty() {
            continue;
        }
        let dice = |line: &TestLine| matches!(line, TestLine::Dice(..));
        let lines = test.lines.iter().enumerate();
        for (at, _) in lines.filter(|(at, _)| *at > 0 && dice(&test.lines[at - 1])) {
            let Ok(Some(stood)) = stand_before(&game, test, at, native::make) else { continue };
            let hash = stood.play.digest();
            let then: Vec<String> = (test.lines[at + 1..].iter())
                .map_while(|line| match line {
                    TestLine::Play(_, words, _) => Some(words.clone()),
                    _ => None,
                })
                .collect();
            let found = match of_stood(&stood, Policy::Best, &then, most) {
                // The commands that follow may be separate actions.
                Err(Stopped::Unused(_)) => of_stood(&stood, Policy::Best, &[], most),
                other => other,
            };
            let found = found.unwrap_or_else(|stopped| panic!("{}: {stopped:?}", test.title));
            sampled += u32::from(matches!(found.how, How::Sampled(_)));
            is_whole(&found, &test.title);
            assert_eq!(stood.play.digest(), hash, "{}", test.title);
            asked += 1;
        }
    }
    assert!(asked > 10 && sampled <= 3, "{asked}, of which {sampled} sampled");
}

#[test]
fn odds_of_anything_in_any_game_add_up_and_change_nothing() {
    for (scenario, seed) in
        [("breakthrough", 1), ("hex", 2), ("agincourt", 3), ("crecy", 4), ("bannockburn", 5), ("charles", 6)]
    {
        let game = game(scenario);
        {
            let (name, make) = ENGINES[(seed % 2) as usize];
            let mut play = Play::new(&game, &beginning(&game), seed, true, make).expect("the game begins");
            let mut random = Random::new(seed);
            let mut asked = 0;
            for decision in 0..60 {
                let pending = match play.go() {
                    Status::Asked(pending) => pending,
                    Status::Over(_) => break,
                    Status::Faulty(fault) => panic!("{fault:?}"),
                };
                let seat = pending.question.seats[0];
                let Some(answer) = drawn(&mut play, &pending, &mut random) else { continue };
                if decision % 10 == 5 {
                    let hash = play.digest();
                    for policy in [Policy::Spread, Policy::Best] {
                        let deed = Deed::new(seat, &pending.question, answer.clone());
                        let asked = Asked {
                            play: &play,
                            from: None,
                            deed,
                            policy,
                            then: &[],
                            numbers: |_, _, _, _| None,
                            wanted: None,
                            hidden: &[],
                            most: 100,
                            samples: 1,
                            seed,
                        };
                        let mut samples = 0;
                        let found = odds(&asked, &mut |went| {
                            samples += u32::from(!went.exact);
                            samples < 2
                        });
                        match found {
                            Ok(found) => is_whole(&found, scenario),
                            Err(Stopped::ByHand | Stopped::Choices(..)) => {}
                            Err(other) => panic!("{scenario}, {name}, decision {decision}: {other:?}"),
                        }
                    }
                    assert_eq!(play.digest(), hash, "{scenario}, {name}, decision {decision}");
                    asked += 1;
                }
                play.answer(seat, &pending.question, answer);
            }
            assert!(asked > 2, "{scenario}, {name}: {asked}");
        }
    }
}

#[test]
fn cards_that_a_side_cannot_see_change_none_of_its_odds() {
    let game = game("agincourt");
    let mut compared = 0;
    for seed in 1..=2 {
        let mut play = Play::new(&game, &beginning(&game), seed, true, native::make).expect("the game begins");
        let mut random = Random::new(seed);
        for decision in 0..75 {
            let Status::Asked(pending) = play.go() else { break };
            let seat = pending.question.seats[0];
            let Some(answer) = drawn(&mut play, &pending, &mut random) else { continue };
            if decision > 40 {
                // The hand of the other side, and its draw pile.
                let zones = &game.decks[0].zones;
                let held = |state: &oriflamme::play::state::State, zone: u16| -> Vec<u16> {
                    let own = |card: &u16| game.cards[usize::from(*card)].side == Some(1 - seat);
                    let lies = |card: &u16| state.cards[usize::from(*card)].spot == zone;
                    (0..game.cards.len() as u16).filter(own).filter(lies).collect()
                };
                let state = play.look(|run| run.state().clone());
                let (hand, pile) = (held(&state, zones[1].0), held(&state, zones[0].0));
                let asked = |play: &Play, hidden: &[u16]| {
                    let deed = Deed::new(seat, &pending.question, answer.clone());
                    odds(
                        &Asked {
                            play,
                            from: None,
                            deed,
                            policy: Policy::Spread,
                            then: &[],
                            numbers: |_, _, _, _| None,
                            wanted: None,
                            hidden,
                            most: 300,
                            samples: 1,
                            seed,
                        },
                        &mut |went| went.exact,
                    )
                };
                if let (Ok(one), false) = (asked(&play, &hand), hand.is_empty() || pile.len() < hand.len()) {
                    let mut other = state.clone();
                    let swapped: Vec<u16> = pile.iter().rev().take(hand.len()).copied().collect();
                    hand.iter().for_each(|card| other.cards[usize::from(*card)].spot = zones[0].0);
                    swapped.iter().for_each(|card| other.cards[usize::from(*card)].spot = zones[1].0);
                    play.adjust(|run| run.restore(other));
                    let two = asked(&play, &swapped).expect("it is counted as well");
                    play.adjust(|run| run.restore(state));
                    assert_eq!(one, two, "seed {seed}, decision {decision}");
                    compared += 1;
                }
            }
            play.answer(seat, &pending.question, answer);
        }
    }
    assert!(compared > 10, "{compared}");
}
