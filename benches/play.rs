//! Benchmarks: decisions of random play, copies of a state, loading and checking, undo in a long game.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::analysis::simulate::Series;
use oriflamme::catalog::{Catalog, shipped};
use oriflamme::model::game::{Game, column};
use oriflamme::model::id::{Ref, WalkId};
use oriflamme::model::value::Value;
use oriflamme::play::{Beginning, MakeScripts, Play, native};
use oriflamme::script;

const SCENARIOS: [&str; 6] = ["connect-four", "breakthrough", "agincourt", "crecy", "bannockburn", "charles"];
/// Games played in one sample.
const GAMES: u64 = 5;

fn main() {
    divan::main();
}

fn game(scenario: &str) -> Arc<Game> {
    let catalog = Catalog::new(shipped());
    let (entry, found) = catalog.find(scenario).expect("the scenario is shipped");
    catalog.compile(entry, Some(&found.name), &[]).game.expect("what is shipped compiles")
}

/// A game with a full log, between random bots, after this number of decisions.
fn long_play(game: &Arc<Game>, decisions: u64) -> Play {
    let beginning = Beginning::of_game(game);
    let mut play = Play::new(game, &beginning, 5, true, script::make).expect("the game begins");
    let players = vec![Player::Random; game.sides.len()];
    play.set_oracle(Box::new(Bots::new(game, players, 5).expect("bots play")));
    let _ = play.go_while(|run| run.decisions < decisions);
    play
}

/// Whole games: legal actions are enumerated at every decision, one is picked and applied. Read the items: decisions.
fn random_play(bencher: Bencher<'_, '_>, scenario: &str, make: MakeScripts, watchful: bool) {
    let game = game(scenario);
    let players = vec![Player::Random; game.sides.len()];
    let mut series = Series::new(&game, &players, 1, make).expect("the game begins");
    series.watchful(watchful);
    let decisions: u64 = (0..GAMES).map(|number| series.play(number).decisions).sum();
    bencher.counter(ItemsCount::new(decisions)).bench_local(move || {
        for number in 0..GAMES {
            black_box(series.play(number));
        }
    });
}

#[divan::bench(args = SCENARIOS)]
fn random_play_native(bencher: Bencher<'_, '_>, scenario: &str) {
    random_play(bencher, scenario, native::make, false);
}

/// The same with every invariant checked after every action, as in the long soak test.
#[divan::bench(args = SCENARIOS)]
fn random_play_watched(bencher: Bencher<'_, '_>, scenario: &str) {
    random_play(bencher, scenario, native::make, true);
}

#[divan::bench(args = SCENARIOS, sample_count = 20)]
fn random_play_rhai(bencher: Bencher<'_, '_>, scenario: &str) {
    random_play(bencher, scenario, script::make, false);
}

#[divan::bench(args = SCENARIOS)]
fn state_clone(bencher: Bencher<'_, '_>, scenario: &str) {
    let play = long_play(&game(scenario), 60);
    let state = play.look(|run| run.state().clone());
    bencher.bench_local(|| black_box(&state).clone());
}

#[divan::bench(args = SCENARIOS)]
fn state_digest(bencher: Bencher<'_, '_>, scenario: &str) {
    let play = long_play(&game(scenario), 60);
    let state = play.look(|run| run.state().clone());
    bencher.bench_local(|| black_box(&state).digest());
}

/// Reads every shipped file and checks every game with every scenario.
#[divan::bench(sample_count = 20)]
fn load_and_check_everything() -> usize {
    Catalog::new(shipped()).check_all().len()
}

/// From the source texts to the first decision of a battle.
#[divan::bench(sample_count = 20)]
fn start_a_battle(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| long_play(&game("agincourt"), 1).digest());
}

/// Replays a whole game of random bots from its journal, with or without the log and the data for `why`.
fn replay(bencher: Bencher<'_, '_>, scenario: &str, explained: bool) {
    let game = game(scenario);
    let mut played = long_play(&game, 2_000);
    let journal = played.back_to(0);
    let beginning = Beginning::of_game(&game);
    bencher.counter(ItemsCount::new(journal.len())).bench_local(move || {
        let mut play = Play::new(&game, &beginning, 5, true, native::make).expect("the game begins");
        play.adjust(|run| run.log.kept = explained);
        play.feed(journal.iter().cloned());
        black_box(play.go_while(|run| run.journal.used < journal.len()));
        play
    });
}

#[divan::bench(args = SCENARIOS)]
fn replay_explained(bencher: Bencher<'_, '_>, scenario: &str) {
    replay(bencher, scenario, true);
}

#[divan::bench(args = SCENARIOS)]
fn replay_unexplained(bencher: Bencher<'_, '_>, scenario: &str) {
    replay(bencher, scenario, false);
}

/// Undoes and redoes one decision at a late point of a long game.
#[divan::bench(args = SCENARIOS)]
fn back_and_forward(bencher: Bencher<'_, '_>, scenario: &str) {
    let mut play = long_play(&game(scenario), 2_000);
    let last = play.answers().last().copied().unwrap_or_default();
    bencher.bench_local(move || {
        let later = play.back_to(last);
        let end = last + later.len();
        play.feed(later);
        black_box(play.go_while(|run| run.journal.used < end));
    });
}

/// What has changed since all ways of a side were last searched.
#[derive(Clone, Copy, Debug)]
enum Since {
    /// One piece has taken a step: the next decision in play.
    Step,
    /// Every piece may have moved.
    Everything,
}

/// Searches all ways of all pieces of a side from their set-up, as one decision does. Read the items: pieces.
#[divan::bench(args = [(1u16, Since::Step), (0, Since::Step), (1, Since::Everything), (0, Since::Everything)])]
fn search_all_walks(bencher: Bencher<'_, '_>, (side, since): (u16, Since)) {
    let game = game("bannockburn");
    let walk = game.walks.iter().position(|one| one.name == "marching").expect("the game has the walk");
    let walk = WalkId(walk as u16);
    let beginning =
        Beginning { positions: vec![game.setup.position.clone()], in_sequence: false, ..Beginning::default() };
    let mut play = Play::new(&game, &beginning, 5, false, native::make).expect("the game begins");
    let pieces: Vec<u16> = play.look(|run| run.live.index().of_side[usize::from(side)].iter().collect());
    let mover = pieces[pieces.len() / 2];
    bencher.counter(ItemsCount::new(pieces.len())).bench_local(move || {
        play.adjust(|run| {
            let space = run.state().pieces[usize::from(mover)].space;
            match since {
                Since::Step => {
                    let things = [Ref::piece(mover), Ref::space(space), Ref::space(space + 1)];
                    run.live.cache().touch_things(column::PIECES, &things);
                }
                Since::Everything => run.live.cache().touch(column::PIECES),
            }
        });
        play.look(|run| {
            for piece in &pieces {
                let args = [Value::Ref(Ref::piece(*piece))];
                black_box(run.world().ways_of(walk, &args)).expect("the rules are sound");
            }
        });
    });
}
