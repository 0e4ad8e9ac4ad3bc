//! Limits: shipped games stay far below them. `GAMES=20 cargo test limits` plays more games.

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Series;
use oriflamme::play::Status;
use oriflamme::play::effort::{MOST_EFFORT, MOST_EVENTS};

use crate::harness::{ENGINES, SCENARIOS, game, random_play};

/// The least factor between a limit and what a shipped game needs.
const ROOM: u64 = 20;

#[test]
fn shipped_games_need_a_twentieth_of_what_they_may_spend() {
    for scenario in SCENARIOS {
        let game = game(scenario);
        for (engine, make) in ENGINES {
            let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
            for number in 0..games {
                let mut play = random_play(&game, number, make);
                let status = play.go_while(|_| true);
                assert!(!matches!(status, Some(Status::Faulty(_))), "{scenario} {engine} {status:?}");
                let (units, events) = play.look(|run| run.effort.worst());
                assert!(
                    units * ROOM <= MOST_EFFORT && u64::from(events) * ROOM <= u64::from(MOST_EVENTS),
                    "{scenario} by {engine}: {units}, {events}"
                );
            }
        }
        let mut series =
            Series::new(&game, &vec![Player::Random; game.sides.len()], 7, ENGINES[1].1).expect("it begins");
        for number in 0..2 {
            assert_eq!(series.play(number).fault, None, "{scenario}");
        }
        let (units, events) = series.worst();
        assert!(
            units * ROOM <= MOST_EFFORT && u64::from(events) * ROOM <= u64::from(MOST_EVENTS),
            "{scenario}: {units}, {events}"
        );
    }
}
