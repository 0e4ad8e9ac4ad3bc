//! Generated scripts with effects: both engines must play them identically, to the last line of the log.

mod closures;
mod statements;
mod writer;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use oriflamme::analysis::bots::{Bots, Player};
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::Severity;
use oriflamme::model::game::Game;
use oriflamme::play::journal::Entry;
use oriflamme::play::log::Event;
use oriflamme::play::{Beginning, MakeScripts, Play, Status, log};
use oriflamme::source::Span;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::harness::{ENGINES, games_wanted, toy};

use writer::{May, Sort, Writer};

/// The number of games played on both engines.
const GAMES: u32 = 120;
/// The minimum percentage of games that the checker must accept.
const ACCEPTED: usize = 80;
/// The minimum percentage of games that must not end in a fault.
const WHOLE: usize = 60;
/// The number of scripts in a game.
const SCRIPTS: usize = 9;

/// The numbers that generate the scripts of a game.
type Rows = [Vec<u16>; SCRIPTS];

/// The text of a game.
fn text(rows: &Rows) -> String {
    let lead = ("lead", Sort::Man);
    let place = ("space", Sort::Space);
    let script = |at: usize, may, params: &[(&str, Sort)]| Writer::new(&rows[at], may, params).script();
    // A rule that watches the position has no acting side, nor has a word that it reads.
    let aside = |at: usize, may, params: &[(&str, Sort)]| Writer::new(&rows[at], may, params).without_side();
    let value = |at: usize, sort, params: &[(&str, Sort)]| aside(at, May::Compute, params).expression(sort);
    let acting = script(0, May::All(2), &[lead]);
    let feud = Writer::new(&rows[1], May::All(0), &[lead, ("n", Sort::Number)]).procedure(Sort::Number);
    let rally = Writer::new(&rows[2], May::All(1), &[lead, place]).procedure(Sort::Man);
    let striking = script(3, May::All(2), &[lead, ("to", Sort::Space)]);
    let hurting = aside(4, May::Change, &[lead]).script();
    let entering = aside(5, May::Change, &[lead, place]).script();
    let before = script(6, May::All(0), &[lead, ("n", Sort::Number)]);
    let settling = aside(7, May::Change, &[lead]).script();
    let (brave, company) = (value(8, Sort::Flag, &[lead]), value(8, Sort::Men, &[lead]));
    format!(
        "game toy \"Toy\" {{ die d6  sides Red, Blue }}\n\
         rulebook {{ 1 \"All\" \"Everything.\" }}\n\
         board ground @1 {{ spaces {{ A, B, C, D }}  links path {{ A -- B -- C -- D }} }}\n\
         kind troops @1\n\
         kind Man of troops @1\n\
         kind Rider of troops @1\n\
         noun man/men, lead = troops\n\
         noun to = space\n\
         noun n, m, k = int\n\
         side var score: int = 0 @1\n\
         side flag ready @1\n\
         game var n: int = 0 @1\n\
         game var level: 0..9 = 3 @1\n\
         game flag alarm @1\n\
         game var chief: piece? @1\n\
         piece var hits: int = 0 @1 {{ modify strength by -1 because \"hits\" }}\n\
         piece flag hurt / well @1 {{ modify weigh halved up because \"hurt\" }}\n\
         piece var mark: space? @1\n\
         piece var friend: piece? @1\n\
         space flag dark @1\n\
         space var owner: side? @1\n\
         space var lord: piece? @1\n\
         terrain Mud @1 {{ modify strength by +2 because \"mud\" }}\n\
         quantity strength(lead) @1 {{ base lead.hits + 2  modify never below 0 }}\n\
         quantity weigh(lead, n) @1 {{ base n  modify by strength(lead) when lead.brave because \"strong\" }}\n\
         set wounded() @1 = men.hurt\n\
         set gloomy() @1 = spaces.where(|at| at.dark || at.Mud)\n\
         is held(space) @1 = space.pieces.any\n\
         is brave(lead) @1 = {brave}\n\
         set company(lead) @1 = {company}\n\
         fn three(n, m, k) @1 {{ let sum = n; if m > n {{ return k; }} for at in 0..2 {{ sum += at * m; }} sum - k }}\n\
         procedure raise(n) @1 {{ game.n += n; Red.score -= 1; game.n }}\n\
         procedure wound(man) \"{{man}} is hit\" @1 {{ man.hurt = man.well; man.hits += 1; man }}\n\
         procedure shift(man) @1 {{ if man.space == A {{ place(man, B); }} else {{ place(man, A); }} man.space ?? C }}\n\
         procedure darken(space) @1 {{ space.dark = !space.dark; space.Mud = space.dark; space }}\n\
         procedure feud(lead, n) \"A feud over {{n}}\" @1 {{ {feud} }}\n\
         procedure rally(lead, space) @1 {{ {rally} }}\n\
         after hurt(lead) @1 do {{ {hurting} }}\n\
         before enter(lead, space) @1 do {{ {entering} }}\n\
         before feud(lead, n) @1 do {{ {before} }}\n\
         whenever lead.hits > 9 @1 do {{ lead.hits = 0; {settling} }}\n\
         action strike \"Strike\" @1 {{ lead mine.men  to lead.space.neighbours  say \"{{lead}} strikes\" do {{ {striking} }} }}\n\
         sequence @1 {{ turn repeat 1..2 {{\n\
           acting each side do {{ let lead = men.first; if lead == none {{ return; }} {acting} }}\n\
           striking each side actions strike once }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ Red {{ Man: A, B; Rider: C }}  Blue {{ C: Man x2; D: Rider }} }}\n"
    )
}

/// The result of a play.
#[derive(Debug)]
struct Outcome {
    end: String,
    place: Option<Span>,
    calls: Vec<String>,
    digest: u64,
    journal: Vec<Entry>,
    log: Vec<log::Entry>,
}

fn outcome(game: &Arc<Game>, make: MakeScripts, seed: u64) -> Outcome {
    let beginning = Beginning::of_game(game);
    let mut play = Play::new(game, &beginning, seed, true, make).expect("the game begins");
    play.set_oracle(Box::new(Bots::new(game, vec![Player::Random; 2], seed).expect("bots play")));
    let status = play.go();
    let place = match &status {
        Status::Faulty(fault) => fault.span,
        Status::Over(_) | Status::Asked(_) => None,
    };
    let mut calls = Vec::new();
    let end = match status {
        Status::Faulty(fault) => {
            calls = fault.notes.iter().map(|note| line_of(note)).collect();
            fault.message
        }
        Status::Over(outcome) => format!("{outcome:?}"),
        Status::Asked(pending) => format!("nobody answers {:?}", pending.question),
    };
    // The ledger entries inside a condition depend on the engine: series keep no ledger.
    let log = play.log().into_iter().filter(|entry| !matches!(entry.event, Event::Counted(..))).collect();
    Outcome { end, place, calls, digest: play.digest(), journal: play.look(|run| run.journal.entries.clone()), log }
}

/// True if the calls that led to a fault match; if a word read by a script fails, only Rhai names the script.
fn are_calls(rhai: &[String], native: &[String]) -> bool {
    let mut rest = rhai.iter();
    native.iter().all(|call| rest.any(|other| other == call))
}

/// A place, or a note on a call, without its column: the column depends on the engine.
fn line_of(place: &str) -> String {
    let place = place.split_once(" in ").map_or(place, |(place, _)| place);
    let is_column = |(_, column): &(&str, &str)| column.chars().all(|sign| sign.is_ascii_digit());
    place.rsplit_once(':').filter(is_column).map_or(place, |(line, _)| line).to_owned()
}

/// True if two engines mean one place: Rhai reports an operator or a word, the native engine the whole expression.
fn is_one_place(game: &Game, one: Option<Span>, other: Option<Span>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one == other };
    let line = |span| line_of(&game.sources.place(span));
    line(one) == line(other) && one.start <= other.end && other.start <= one.end
}

/// The game, or the first error in its text.
fn compiled(text: &str) -> Result<Arc<Game>, String> {
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    compiled.game.ok_or_else(|| {
        let error = compiled.diagnostics.iter().find(|one| one.severity == Severity::Error);
        error.map_or_else(String::new, |one| format!("{} {}", one.code, one.headline))
    })
}

#[test]
fn both_engines_play_generated_scripts_alike() {
    // Deeply nested scripts in a debug build need more stack than a test thread has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(played_alike).expect("a thread");
    thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
}

fn played_alike() {
    let rows = prop::array::uniform9(prop::collection::vec(any::<u16>(), 0..60));
    let (played, faulty, refused) = (Cell::new(0), Cell::new(0), RefCell::new(Vec::new()));
    // The same games in each run; with `GAMES=N`, N new random ones, to search for differences between the engines.
    let wanted = games_wanted();
    let config = ProptestConfig {
        cases: wanted.unwrap_or(GAMES),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..ProptestConfig::default()
    };
    let mut runner = match wanted {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let result = runner.run(&(rows, 0u64..1000), |(rows, seed)| {
        let text = text(&rows);
        let game = match compiled(&text) {
            Ok(game) => game,
            Err(why) => {
                refused.borrow_mut().push(why);
                return Ok(());
            }
        };
        let [(_, rhai), (_, native)] = ENGINES;
        let (rhai, native) = (outcome(&game, rhai, seed), outcome(&game, native, seed));
        played.set(played.get() + 1);
        if !rhai.end.starts_with("Outcome") {
            faulty.set(faulty.get() + 1);
        }
        prop_assert_eq!(&rhai.end, &native.end, "{}", text);
        prop_assert_eq!(&rhai.journal, &native.journal, "{}", text);
        let first = rhai.log.iter().zip(&native.log).find(|(one, other)| one != other);
        prop_assert_eq!(first, None, "{}", text);
        prop_assert_eq!((rhai.digest, rhai.log.len()), (native.digest, native.log.len()), "{}", text);
        prop_assert!(are_calls(&rhai.calls, &native.calls), "{rhai:?}\n{native:?}\n{text}");
        prop_assert!(is_one_place(&game, rhai.place, native.place), "{rhai:?}\n{native:?}\n{text}");
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    let (played, faulty, refused) = (played.get(), faulty.get(), refused.into_inner());
    assert!(played * 100 >= (played + refused.len()) * ACCEPTED, "the checker refuses too many games: {refused:#?}");
    assert!((played - faulty) * 100 >= played * WHOLE, "{faulty} of {played} games end in a fault");
}

#[test]
fn what_fails_in_one_argument_was_not_called_from_the_next() {
    let game = toy("game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
         board land @1 { spaces { A } }\nkind Man @1\nnoun man/men = Man\ngame var n: int = 0 @1\n\
         is brave(man) @1 = man.space == A\nfn sum(a: int, b: int) @1 { a + b }\n\
         sequence @1 { turn repeat 1..1 { acting by Red do {\n\
         for man in men { game.n = sum(2 / game.n, if man.brave { 1 } else { 2 }); }\n\
         } } }\nscenario toy \"Toy\" for toy @1 { Red { A: Man } }\n");
    for (name, make) in ENGINES {
        let found = outcome(&game, make, 1);
        assert_eq!((found.end.as_str(), found.calls), ("division by zero", Vec::new()), "{name}");
    }
}
