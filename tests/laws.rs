//! Laws: what must hold in every play of every game.

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Series;
use oriflamme::play::journal::Entry;
use oriflamme::play::log::Event;
use oriflamme::play::oracle::Nobody;
use oriflamme::play::{Play, Status, native};
use oriflamme::script;

use crate::harness::{ENGINES, SCENARIOS, beginning, game, random_play};

/// The number of games of each scenario played to the end.
const GAMES: u64 = 4;
/// The number of games written as sentences and replayed from them.
const SPOKEN_GAMES: u64 = 6;
/// The number of decisions where a whole game would take too long.
const DECISIONS: u64 = 120;

fn some_decisions(play: &mut Play) {
    if let Some(Status::Faulty(fault)) = play.go_while(|run| run.decisions < DECISIONS) {
        panic!("{fault:#?}");
    }
}

#[test]
fn random_games_come_to_their_end() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        let players = vec![Player::Random; game.sides.len()];
        // Rhai is slower and plays the same games: see the law below.
        for ((engine, make), games) in ENGINES.into_iter().zip([1, GAMES]) {
            let mut series = Series::new(&game, &players, 7, make).expect("the game begins");
            for number in 0..games {
                let played = series.play(number);
                assert_eq!(played.fault, None, "{scenario}, game {number}, {engine}");
                assert!(!played.endless, "{scenario}, game {number} does not end, {engine}");
            }
        }
    }
}

/// A game continues on either engine, no matter which one played it.
#[test]
fn replay_equals_play() {
    for (scenario, seed) in SCENARIOS.into_iter().flat_map(|scenario| [(scenario, 3), (scenario, 4)]) {
        let game = game(scenario);
        let engines = if seed == 3 { [script::make, native::make] } else { [native::make, script::make] };
        let mut first = random_play(&game, seed, engines[0]);
        some_decisions(&mut first);
        let entries = first.look(|run| run.journal.entries.clone());
        let mut second = Play::new(&game, &beginning(&game), seed, true, engines[1]).expect("the game begins");
        second.set_oracle(Box::new(Nobody));
        let count = entries.len();
        second.feed(entries);
        let status = second.go_while(|run| run.journal.used < count);
        assert!(!matches!(status, Some(Status::Faulty(_))), "{scenario}: {status:?}");
        assert_eq!(first.digest(), second.digest(), "{scenario}");
    }
}

/// A decision written as a sentence is read back as the same decision, for every seat.
#[test]
fn sentences_are_read_as_they_were_meant() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        for seed in 1..=SPOKEN_GAMES {
            let mut first = random_play(&game, seed, native::make);
            some_decisions(&mut first);
            let spoken = first.look(|run| run.journal.entries.clone()).into_iter().map(|entry| match entry {
                Entry::Answer { seat, silent, text, .. } => Entry::Unread { seat: Some(seat), silent, text, line: 1 },
                chance => chance,
            });
            let meant = first.look(|run| run.journal.entries.clone());
            let entries: Vec<Entry> = spoken.collect();
            let count = entries.len();
            let mut second = Play::new(&game, &beginning(&game), seed, true, native::make).expect("the game begins");
            second.set_oracle(Box::new(Nobody));
            second.feed(entries);
            let status = second.go_while(|run| run.journal.used < count);
            assert!(!matches!(status, Some(Status::Faulty(_))), "{scenario}, seed {seed}: {status:?}");
            let read = second.look(|run| run.journal.entries.clone());
            let wrong = meant.iter().zip(&read).find(|(meant, read)| meant != read);
            assert_eq!(wrong, None, "{scenario}, seed {seed}");
            // A decision with only one choice is not recorded: both plays advance to the next open question.
            first.set_oracle(Box::new(Nobody));
            let _ = (first.go(), second.go());
            assert_eq!(first.digest(), second.digest(), "{scenario}, seed {seed}");
        }
    }
}

#[test]
fn undo_is_exact() {
    for (scenario, (_, make)) in SCENARIOS.into_iter().flat_map(|scenario| ENGINES.map(|engine| (scenario, engine))) {
        let game = game(scenario);
        let mut play = random_play(&game, 11, make);
        some_decisions(&mut play);
        let end = play.digest();
        let answers = play.answers();
        let middle = answers[answers.len() / 2];
        let later = play.back_to(middle);
        let there = play.look(|run| run.journal.used);
        assert!(there <= middle, "{scenario}");
        let total = middle + later.len();
        play.feed(later);
        let status = play.go_while(|run| run.journal.used < total);
        assert!(!matches!(status, Some(Status::Faulty(_))), "{scenario}: {status:?}");
        assert_eq!(play.digest(), end, "{scenario}: back and forward again is another position");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        let players = vec![Player::Random; game.sides.len()];
        let mut one = Series::new(&game, &players, 5, native::make).expect("the game begins");
        let mut other = Series::new(&game, &players, 5, script::make).expect("the game begins");
        // What the later games of a series take over from earlier ones changes nothing.
        for number in 7..10 {
            other.play(number);
        }
        assert_eq!(one.play(2), other.play(2), "{scenario}");
    }
}

/// Rhai runs the procedures and is the reference; series run them from the typed tree. Both must play the same game,
/// decision by decision.
#[test]
fn both_engines_play_the_same_games() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        for seed in 1..=2 {
            let mut native = random_play(&game, seed, native::make);
            let mut rhai = random_play(&game, seed, script::make);
            some_decisions(&mut native);
            some_decisions(&mut rhai);
            let journal = |play: &Play| play.look(|run| run.journal.entries.clone());
            let (a, b) = (journal(&native), journal(&rhai));
            let first = a.iter().zip(&b).position(|(a, b)| a != b);
            assert_eq!(
                first,
                None,
                "{scenario}, seed {seed}: {:?} against {:?}",
                first.map(|at| &a[at]),
                first.map(|at| &b[at])
            );
            assert_eq!(native.digest(), rhai.digest(), "{scenario}, seed {seed}");
        }
    }
}

#[test]
fn kept_results_change_nothing() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        let (mut with, mut without) = (random_play(&game, 5, native::make), random_play(&game, 5, script::make));
        without.adjust(|run| run.live.without_cache());
        for made in 1..=DECISIONS {
            let ends = [&mut with, &mut without].map(|play| play.go_while(|run| run.decisions < made));
            assert_eq!(with.digest(), without.digest(), "{scenario} after {made} decisions");
            if ends.iter().any(Option::is_some) {
                break;
            }
        }
    }
}

/// An explained number states what each other reading of a ruling would change. `explain` skips that where no ruling
/// was evaluated; here it is always computed.
#[test]
fn what_other_readings_would_change_is_never_left_out() {
    let mut changed = 0;
    for scenario in SCENARIOS {
        let game = game(scenario);
        let mut play = random_play(&game, 6, native::make);
        let mut asked = Vec::new();
        let mut read = 0;
        for made in 1..=DECISIONS {
            let end = play.go_while(|run| run.decisions < made);
            let log = play.log();
            for entry in &log[read..] {
                if let Event::Counted(quantity, args, ..) = &entry.event {
                    if !asked.contains(&(*quantity, args.clone())) {
                        asked.push((*quantity, args.clone()));
                    }
                }
            }
            read = log.len();
            play.look(|run| {
                let world = run.world();
                for (quantity, args) in asked.iter().rev().take(20) {
                    let Ok((_, explained)) = world.explain(*quantity, args) else { continue };
                    let all = world.otherwise(|world| world.number(*quantity, args)).expect("it was found before");
                    let name = &game.quantities[quantity.at()].name;
                    assert_eq!(explained.otherwise, all, "{scenario}, {name} of {args:?} after {made} decisions");
                    changed += all.len();
                }
            });
            if end.is_some() {
                break;
            }
        }
    }
    assert!(changed > 50, "{changed} numbers hang on a reading");
}
