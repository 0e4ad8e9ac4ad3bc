//! Shared test helpers: the shipped catalogue, compiled games, plays.

use std::sync::{Arc, OnceLock};

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::analysis::testing::run_test;
use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::model::game::Game;
use oriflamme::play::{Beginning, MakeScripts, Play, Status};
use oriflamme::session::{Opening, Session, Sight};

/// The shipped catalogue, read once.
pub fn catalog() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| Catalog::new(shipped()))
}

/// A shipped game with one of its scenarios; other readings may follow its name, as in `agincourt setup=free`.
#[track_caller]
pub fn game(scenario: &str) -> Arc<Game> {
    let mut words = scenario.split(' ');
    let (game, entry) = words.next().and_then(|name| catalog().find(name)).expect("the scenario is shipped");
    let reading = |word: &str| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let readings: Vec<(String, String)> = words.filter_map(reading).collect();
    let compiled = catalog().compile(game, Some(&entry.name), &readings);
    compiled.game.unwrap_or_else(|| panic!("{scenario} does not compile: {:#?}", compiled.diagnostics))
}

/// The beginning of a scenario.
pub fn beginning(game: &Game) -> Beginning {
    Beginning::of_game(game)
}

/// The script engines: what holds on one must hold on the other.
pub const ENGINES: [(&str, MakeScripts); 2] =
    [("rhai", oriflamme::script::make), ("native", oriflamme::play::native::make)];

/// A play between random bots with a full log.
#[track_caller]
pub fn random_play(game: &Arc<Game>, seed: u64, make: MakeScripts) -> Play {
    let mut play = Play::new(game, &beginning(game), seed, true, make).expect("the game begins");
    let players = vec![Player::Random; game.sides.len()];
    play.set_oracle(Box::new(Bots::new(game, players, seed).expect("bots play")));
    play
}

/// The scenarios on which every law is checked.
pub const SCENARIOS: [&str; 7] =
    ["connect-four", "breakthrough", "hex", "agincourt", "agincourt setup=free", "crecy", "bannockburn"];

/// A session of a game that people play at one table.
#[track_caller]
pub fn at_one_table(game: &Arc<Game>, make: MakeScripts) -> Session {
    Session::new(game, Opening { seed: 3, ..Opening::hot_seat(game) }, make).expect("the game begins")
}

/// The board of a session as a text.
pub fn board_of(session: &Session) -> String {
    let sight = Sight { width: 80, height: 36, colours: false };
    session.board(sight, None).iter().map(|line| line.text() + "\n").collect()
}

/// The number of generated games that `GAMES=N` asks for, to search longer than the tests do.
pub fn games_wanted() -> Option<u32> {
    std::env::var("GAMES").ok().and_then(|games| games.parse().ok())
}

/// A one-file game with a scenario `toy`; panics with its errors if it has any.
#[track_caller]
pub fn toy(text: &str) -> Arc<Game> {
    toy_with(text, "toy")
}

/// A one-file game with a scenario of this name.
#[track_caller]
pub fn toy_with(text: &str, scenario: &str) -> Arc<Game> {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let compiled = catalog.compile(&catalog.games[0], Some(scenario), &[]);
    let mistakes: Vec<String> =
        compiled.diagnostics.iter().map(|one| format!("{} {}", one.code, one.headline)).collect();
    compiled.game.unwrap_or_else(|| panic!("{text}\n{mistakes:#?}"))
}

/// Plays a game whose only step runs a script that says `expected`, on both engines; returns the number of its pieces.
#[track_caller]
pub fn says(game: &Arc<Game>, expected: &str) -> usize {
    let mut pieces = 0;
    for (name, make) in ENGINES {
        let beginning = Beginning::of_game(game);
        let mut play = Play::new(game, &beginning, 1, true, make).expect("the game begins");
        let end = play.go();
        assert!(!matches!(end, Status::Faulty(_)), "{name}: {end:?}");
        let told =
            play.look(|run| run.log.entries.iter().map(|entry| format!("{:?}", entry.event)).collect::<Vec<_>>());
        assert!(told.contains(&format!("Said({expected:?})")), "{name}: {told:?}");
        pieces = play.look(|run| run.state().pieces.len());
    }
    pieces
}

/// Runs all tests of a game on both engines.
#[track_caller]
pub fn passes(game: &Arc<Game>) {
    assert!(!game.tests.is_empty());
    for (engine, make) in ENGINES {
        for test in &game.tests {
            if let Some(failure) = run_test(game, test, make).failure {
                let place = game.sources.place(failure.span);
                panic!("{engine}: {}: {place}: {} {:?}", test.title, failure.message, failure.notes);
            }
        }
    }
}
