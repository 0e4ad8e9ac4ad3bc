//! Positions by hand: lines of the arbiter are transactions, stand in the journal, and replay on both engines; a position
//! written as a test passes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use oriflamme::analysis::testing::run_one;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::game::Game;
use oriflamme::play::MakeScripts;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Said, Session, Standing, Start, Went};

use crate::harness::{ENGINES, catalog, game, toy};

fn begun(game: &Arc<Game>, seed: u64, make: MakeScripts) -> Session {
    Session::new(game, Opening { seed, ..Opening::hot_seat(game) }, make).expect("the game begins")
}

/// An empty board of a game, or with the armies of a scenario.
fn bench(name: &str, make: MakeScripts) -> Session {
    let game = compiled(name);
    Session::new(&game, Opening::bench(&game, Start::Bench), make).expect("an empty board")
}

/// A game without a scenario, or a scenario; each is compiled once.
fn compiled(name: &str) -> Arc<Game> {
    static GAMES: Mutex<BTreeMap<String, Arc<Game>>> = Mutex::new(BTreeMap::new());
    let mut games = GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let entry = catalog().games.iter().find(|entry| entry.name == name && name != "bannockburn");
    let compile = || match entry {
        Some(entry) => catalog().compile(entry, None, &[]).game.expect("the game compiles"),
        None => game(name),
    };
    games.entry(name.to_owned()).or_insert_with(compile).clone()
}

#[track_caller]
fn all(session: &mut Session, lines: &[&str]) {
    for line in lines {
        assert_eq!(session.arbitrate(line), Said::Done, "{line}");
    }
}

/// Lines that must be accepted, by game.
const LINES: [(&str, &[&str]); 4] = [
    (
        "chivalry",
        &[
            "put first MA 2-3 at left middle",
            "put first KT 3-3* x2 at left rear",
            "put second LB 2/1-2 hits 1 at left enemy rear",
            "set KT1 hits 1 rash",
            "set KT1 not rash",
            "set rash: first KT",
            "set first momentum 2",
            "put KT2 at centre rear",
            "put Woods at right middle",
            "take MA1",
            "hand first: Storm, Command 3",
            "discards second: Terror",
            "deck first top Rally",
            "weather Rain",
            "terrain Woods at left middle",
            "terrain none at left middle",
            "turn 4",
            "at Orders of first",
        ],
    ),
    (
        "agincourt",
        &[
            "put KT1 at left middle",
            "take KT2",
            "set KT3 hits 1",
            "hand French: Storm, Command 3",
            "deck French top Rally, Command 1",
            "weather Rain",
            "terrain Woods at left middle",
            "turn 4",
            "at Orders of French",
        ],
    ),
    (
        "bannockburn",
        &[
            "put Hereford Knights facing SSE at 1909",
            "put Bohun at 1909",
            "set Knights1 facing NNE",
            "put Scottish Moray Schiltrom at 1911",
            "take Bohun",
            "put Bohun at 1910",
        ],
    ),
    ("charles", &["hand Blois: none", "set Blois glory 3", "at activation of Montfort"]),
];

#[test]
fn lines_replay_to_the_same_state_on_both_engines_and_are_undone_one_by_one() {
    for (name, lines) in LINES {
        let mut hashes = Vec::new();
        for (engine, make) in ENGINES {
            let is_bench = catalog().games.iter().any(|entry| entry.name == name);
            let mut session = if is_bench { bench(name, make) } else { begun(&compiled(name), 1, make) };
            let mut before = Vec::new();
            for line in lines {
                before.push(session.hash());
                assert_eq!(session.arbitrate(line), Said::Done, "{engine} {name}: {line}");
            }
            let end = session.hash();
            hashes.push(end);
            let saved = session.save();
            assert_eq!(saved.matches("\narbiter").count(), lines.len(), "{saved}");
            for hash in before.iter().rev() {
                assert_eq!(session.back(1), Went::By(1), "{engine} {name}");
                assert_eq!(session.hash(), *hash, "{engine} {name}");
            }
            assert_eq!(session.forward(lines.len()), Went::By(lines.len()), "{engine} {name}");
            assert_eq!(session.hash(), end, "{engine} {name}");
            for (other, make) in ENGINES {
                let save = Save::read(&saved).expect("it is read");
                let (again, trouble) = Session::resume(session.game(), &save, make).expect("it is played");
                assert_eq!(trouble, None, "{name} on {other}");
                assert_eq!(again.hash(), end, "{name} on {other}");
                assert_eq!(again.save(), saved, "{name} on {other}");
            }
        }
        assert_eq!(hashes[0], hashes[1], "{name}");
    }
}

#[test]
fn an_impossible_position_is_refused_in_clear_words_and_the_game_untouched() {
    let cases: [(&str, &str, &str); 20] = [
        ("chivalry", "put first MA 2-3 x5 at left rear", "only 4 slots"),
        ("chivalry", "put first KT 3-3* at left rear", "left rear is full"),
        ("chivalry", "put first MA 9-9 at left middle", "no such counter"),
        ("chivalry", "put first MA 2-3 x9 at reserve", "are in play"),
        ("chivalry", "hand first: Storm, Storm, Storm, Storm, Storm, Storm, Storm, Storm", "the deck has only"),
        ("chivalry", "deck first top Strom", "did you mean `Storm"),
        ("chivalry", "take KT9", "no piece named `KT9`"),
        ("chivalry", "set MA1 hit 2", "did you mean `hits`?"),
        ("chivalry", "set MA1 hits two", "a number"),
        ("chivalry", "weather Rian", "did you mean `Rain`?"),
        ("chivalry", "terrain Woods at left midle", "did you mean"),
        ("chivalry", "put MA1 at nowhere", "no place named `nowhere`"),
        ("chivalry", "at Ordres of first", "did you mean `Orders`?"),
        ("chivalry", "at Orders", "take Orders in turns"),
        ("chivalry", "at Orders of Frnch", "the sides are"),
        ("chivalry", "hand Frnch: Storm", "no side named `Frnch`"),
        ("chivalry", "put", "usage"),
        ("chivalry", "set MA1 slot 9", "slot 9"),
        ("bannockburn", "put Hereford Knights at 9999", "9999"),
        ("bannockburn", "set Bohun facing SSEE", "direction"),
    ];
    for (name, line, words) in cases {
        for (engine, make) in ENGINES {
            let mut session = bench(name, make);
            match name {
                "chivalry" => all(&mut session, &["put first MA 2-3 x4 at left rear"]),
                _ => all(&mut session, &["put Bohun at 1909"]),
            }
            let (hash, saved) = (session.hash(), session.save());
            match session.arbitrate(line) {
                Said::Refused(problem) => assert!(problem.contains(words), "{engine} {line}: {problem}"),
                other => panic!("{engine} {line}: {other:?}"),
            }
            assert_eq!((session.hash(), session.save()), (hash, saved), "{engine} {line}");
        }
    }
}

#[test]
fn a_line_of_a_position_without_its_command_is_answered_with_the_command() {
    let mut session = bench("charles", ENGINES[0].1);
    let Said::Refused(said) = session.say("holder Blois: Rennes") else { panic!("it is refused") };
    assert_eq!(said, "`holder Blois: Rennes` changes the position by hand: type `arbiter holder Blois: Rennes`");
    let Said::Refused(said) = session.say("holder Blois: Nowhere") else { panic!("it is refused") };
    assert!(said.starts_with("no step has begun"), "{said}");
    assert_eq!(session.arbitrate("holder Blois: Rennes"), Said::Done);
}

#[test]
fn the_invariant_that_a_position_breaks_is_named() {
    let game = toy("game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"Rule\" \"A rule.\" }\n\
         board field @1 { spaces { Field, Ford } links way { Field -- Ford } }\nkind Man \"Man\" @1\n\
         side var coins: int = 0 @1\ninvariant thrift @1 = Red.coins <= 5\n\
         piece flag tired @1\naction wait \"Wait\" @1 { unit mine where !unit.tired\n do { unit.tired = true; } }\n\
         sequence @1 { turn \"Turn\" repeat 1..3 { acting \"Acting\" each side { moves \"Moves\" actions wait } } }\n\
         scenario toy \"Toy\" { army Red { Field: Man } army Blue { Ford: Man } }\n");
    for (engine, make) in ENGINES {
        let mut session = begun(&game, 1, make);
        let saved = session.save();
        match session.arbitrate("set Red coins 6") {
            Said::Refused(problem) => assert!(problem.contains("thrift"), "{engine}: {problem}"),
            other => panic!("{engine}: {other:?}"),
        }
        assert_eq!(session.save(), saved, "{engine}");
    }
}

#[test]
fn no_position_is_changed_while_an_action_is_under_way_or_in_a_strict_game() {
    let game = game("agincourt");
    let mut session = begun(&game, 3, ENGINES[0].1);
    assert_eq!(session.say("n"), Said::Done);
    let saved = session.save();
    let said = session.arbitrate("weather Rain");
    assert!(matches!(&said, Said::Refused(problem) if problem.contains("under way")), "{said:?}");
    assert_eq!(session.save(), saved);
    let opening = Opening { strict: true, ..Opening::hot_seat(&game) };
    let mut session = Session::new(&game, opening, ENGINES[0].1).expect("it begins");
    let said = session.arbitrate("weather Rain");
    assert!(matches!(&said, Said::Refused(problem) if problem.contains("strict")), "{said:?}");
}

#[test]
fn cards_on_top_are_drawn_next_also_after_an_undo() {
    let game = game("agincourt");
    for (engine, make) in ENGINES {
        let mut session = begun(&game, 1, make);
        all(&mut session, &["hand French: none", "deck French top Storm, Hero"]);
        // The first to be asked passes: he draws a whole hand.
        let (seat, _) = session.question().expect("a side is asked");
        assert_eq!(game.sides[usize::from(seat)].name, "French");
        for _ in 0..2 {
            assert_eq!(session.say("y"), Said::Done);
            let saved = session.save();
            assert!(saved.contains("chance: cards Storm, Hero"), "{engine}: {saved}");
            assert_eq!(session.back(1), Went::By(1));
        }
    }
}

#[test]
fn a_broken_line_ends_a_saved_game_there() {
    let mut session = bench("chivalry", ENGINES[0].1);
    all(&mut session, &["put first MA 2-3 at left middle", "set MA1 hits 1"]);
    let broken = session.save().replace("set MA1 hits 1", "set MA7 hits 1");
    let save = Save::read(&broken).expect("the head is right");
    let (again, trouble) = Session::resume(session.game(), &save, ENGINES[0].1).expect("it is played");
    let trouble = trouble.expect("the line is named");
    assert!(trouble.message.contains("no piece named `MA7`"), "{trouble}");
    assert_eq!(session.back(1), Went::By(1));
    assert_eq!(again.hash(), session.hash());
}

/// Checks and runs a written test; why it does not pass.
fn outcome(game: &Game, text: &str, title: &str) -> Result<(), String> {
    let entry = catalog().games.iter().find(|entry| entry.name == game.name).expect("a shipped game");
    let mut texts = entry.texts();
    texts.push(SourceText { path: format!("tests/{}/typed.ori", entry.folder), text: text.to_owned() });
    let catalog = Catalog::new(texts);
    let scenario = (!game.scenario.is_empty()).then_some(game.scenario.as_str());
    run_one(&catalog, &catalog.games[0], scenario, title, ENGINES[1].1)
}

#[test]
fn a_position_written_as_a_test_passes() {
    for scenario in ["agincourt", "crecy", "bannockburn", "charles", "boarhound", "connect-four"] {
        let game = game(scenario);
        let mut repeated = 0;
        for seed in 1..=2 {
            let mut session = begun(&game, seed, ENGINES[1].1);
            for decisions in [7, 30] {
                session.auto(decisions);
                if !matches!(session.standing(), Standing::Asked(_)) {
                    break;
                }
                let made = session.as_test("typed").unwrap_or_else(|problem| panic!("{scenario} {seed}: {problem}"));
                repeated += made.steps;
                let outcome = outcome(&game, &made.text, "typed");
                assert_eq!(outcome, Ok(()), "{scenario} {seed}\n{}", made.text);
            }
        }
        println!("{scenario}: {repeated} decisions repeated");
    }
}

#[test]
fn a_position_set_up_by_hand_is_repeated_with_what_was_done_since() {
    let mut session = bench("agincourt", ENGINES[0].1);
    all(
        &mut session,
        &[
            "put French KT 3-3* x2 at left rear",
            "put French LDR 2-1-2 at left rear",
            "put English LB 2/1-2 at left rear",
            "turn 3",
            "at Orders of French",
        ],
    );
    let asked = session.question().map(|(seat, _)| seat);
    assert_eq!(asked, session.side_named("French"));
    assert_eq!(session.say("advance KT1 to left approach"), Said::Done);
    let made = session.as_test("typed").expect("it can be written");
    assert_eq!(made.without, None, "{}", made.text);
    assert!(made.text.contains("play French: Advance KT1 to left approach"), "{}", made.text);
    assert_eq!(outcome(session.game(), &made.text, "typed"), Ok(()), "{}", made.text);
}

#[test]
fn every_shipped_test_opens_as_a_position() {
    for entry in &catalog().games {
        let names = entry.scenarios.iter().map(|one| Some(one.name.as_str()));
        for scenario in std::iter::once(None).chain(names) {
            if !entry.tests().iter().any(|(_, own, _)| own.as_deref() == scenario) {
                continue;
            }
            let game = catalog().compile(entry, scenario, &[]).game.expect("the game compiles");
            for test in game.tests.iter().filter(|test| test.readings.is_empty()) {
                let opening = Opening::bench(&game, Start::Test(test.title.clone()));
                let mut session = Session::new(&game, opening, ENGINES[1].1).expect("it opens");
                session.begin_test();
                let standing = format!("{:?}", session.standing());
                assert!(!matches!(session.standing(), Standing::Faulty(_)), "{}: {standing}", test.title);
                let saved = session.save();
                let save = Save::read(&saved).expect("it is read");
                let (again, trouble) = Session::resume(&game, &save, ENGINES[1].1).expect("it is played");
                assert_eq!((trouble, again.hash()), (None, session.hash()), "{}", test.title);
            }
        }
    }
}

#[test]
fn a_new_piece_goes_to_the_only_side_that_has_it_else_the_side_must_be_named() {
    let mut session = bench("bannockburn", ENGINES[1].1);
    assert_eq!(session.arbitrate("put Hereford Knights facing SSE at 1909"), Said::Done);
    let owner = session.ask("hex(\"1909\").pieces.first?.side");
    let oriflamme::session::Answer::Told(told) = owner else { panic!("{owner:?}") };
    assert_eq!(told.value, "English");
    // The cavalry of each side has its own counters; of what both have, the side must be named.
    let mut session = bench("agincourt", ENGINES[1].1);
    let saved = session.save();
    match session.arbitrate("put MA 2-3 at left middle") {
        Said::Refused(problem) => {
            assert!(problem.contains("several sides have such pieces"), "{problem}");
            assert!(problem.contains("put French MA 2-3") && problem.contains("put English MA 2-3"), "{problem}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(session.save(), saved);
    assert_eq!(session.arbitrate("put French MA 2-3 at left middle"), Said::Done);
}

#[test]
fn a_written_test_says_what_has_changed_about_places() {
    let mut session = bench("charles", ENGINES[1].1);
    all(
        &mut session,
        &[
            "put Blois Ch French x2 at Rennes",
            "put Charles at Rennes",
            "holder Montfort: Rennes",
            "hand Blois: B12",
            "at activation of Blois",
        ],
    );
    for sentence in ["B12 as activation Charles", "take along Ch", "take along Ch", "lay siege"] {
        assert_eq!(session.say(sentence), Said::Done, "{sentence}");
    }
    let made = session.as_test("typed").expect("it can be written");
    assert!(made.text.contains("space(\"Rennes\").siege == 0"), "{}", made.text);
    assert_eq!(outcome(session.game(), &made.text, "typed"), Ok(()), "{}", made.text);
}
