//! Positions as tests: every position of a game can be written in the notation of positions, with play in progress, and
//! the resulting test passes; unreadable notation is reported.

use std::collections::BTreeMap;
use std::sync::Arc;

use oriflamme::analysis::testing::run_test;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::game::Game;
use oriflamme::session::{Answer, Opening, Said, Session, Standing, Start};

use crate::harness::{self, ENGINES, catalog, game, toy};

/// Sequences, purses, offers that are available once, variables that hold pieces.
const TOY: &str = r#"
game toy "Toy" { sides Red, Blue  die d6 }
rulebook { 1 "All" "A band marches from place to place." }
board land @1 { spaces { A, B, C }  links road { A -- B -- C } }
kind Man @1 { glyph "m" }
noun man/men = Man
side var seen: int = 0 @1
side var chief: piece? @1
piece var friend: piece? @1
purse food "food" during turn @1 { source store gives 3 }
action scout "Scout" @1 { man mine.men   once per man   pays 1 food   do { me.seen += 1;  me.chief = man;  man.friend = mine.men.first; } }
action strike "Strike" @1 { man mine.men   once   do { for foe in theirs.men.at(man.space) { foe.friend = man;  remove(foe); } } }
action set_out "Set out" @1 { man mine.men   once   then march(man, me) }
action move_on "Go" @1 { to march.leader.space.across(road)   do { place(march.leader, to);  march.far += 1;  march.passed += to; } }
sequence march(leader: man, whose: side) "March of {leader}" @1 {
  var far: int = 1
  var passed: spaces
  legs "Legs" repeat until march.far > 3 { leg "Leg"  actions move_on must once }
}
sequence @1 {
  turn "Turn" repeat 1..3 {
    acting "Acting" each side { orders "Orders" actions scout, strike, set_out }
    rest "Rest" each man of men.on_map, in any order do { if man.side.yes("Rest?") { man.side.seen += roll(); } }
  }
}
scenario toy "Toy" for toy @1 { Red { A: Man x2 }  Blue { C: Man;  B: Man } }
"#;

fn begun(game: &Arc<Game>, seed: u64) -> Session {
    Session::new(game, Opening { seed, ..Opening::hot_seat(game) }, ENGINES[1].1).expect("the game begins")
}

/// The lines in braces after `given` in a test, with labels numbered in order of appearance.
fn given(text: &str) -> String {
    let begins = text.find("given").unwrap_or(0);
    let ends = text[begins..].find("\n  }\n").map_or(text.len(), |at| begins + at);
    let mut labels: Vec<&str> = Vec::new();
    let words = text[begins..ends].split(' ').map(|word| {
        let name = word.trim_end_matches([',', '\n', '}']).split('\n').next().unwrap_or_default();
        if !name.ends_with('_') {
            return word.to_owned();
        }
        let at = labels.iter().position(|label| *label == name).unwrap_or_else(|| {
            labels.push(name);
            labels.len() - 1
        });
        word.replace(name, &format!("#{at}"))
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Compiles a game with written tests added.
#[track_caller]
fn compiled(texts: Vec<SourceText>, folder: &str, scenario: Option<&str>, written: &[String]) -> Arc<Game> {
    let mut texts = texts;
    let path = format!("tests/{folder}/typed.ori");
    texts.push(SourceText { path, text: written.join("\n") });
    let catalog = Catalog::new(texts);
    let compiled = catalog.compile(&catalog.games[0], scenario, &[]);
    let mistakes: Vec<String> = (compiled.diagnostics.iter().filter(|one| one.is_error()))
        .map(|one| format!("{} {}", one.code, one.headline))
        .collect();
    assert!(mistakes.is_empty(), "{mistakes:#?}\n{}", written.join("\n"));
    compiled.game.expect("the game compiles")
}

/// Positions of random games, written as tests.
#[track_caller]
fn written(
    game: &Arc<Game>,
    seeds: std::ops::Range<u64>,
    moves: &[u32],
    tally: &mut BTreeMap<&str, usize>,
) -> Vec<String> {
    let mut written = Vec::new();
    for seed in seeds {
        let mut session = begun(game, seed);
        for more in moves {
            session.auto(*more);
            if !matches!(session.standing(), Standing::Asked(_)) {
                break;
            }
            let title = format!("typed {seed} {}", written.len());
            let hash = session.hash();
            let made = session.as_test(&title).unwrap_or_else(|problem| {
                panic!("{} seed {seed}, {more} decisions later: {problem}\n{}", game.scenario, session.save())
            });
            assert_eq!(session.hash(), hash, "the game is only read");
            let how = if made.text.contains("under way {") { "in the midst" } else { "from a beginning" };
            *tally.entry(how).or_default() += 1;
            written.push(made.text);
        }
    }
    written
}

/// Asserts that each of these tests passes on both engines and that, opened as a position, play in progress is written
/// as it was read.
#[track_caller]
fn pass(game: &Arc<Game>, written: &[String]) {
    for (at, test) in game.tests.iter().filter(|test| test.title.starts_with("typed ")).enumerate() {
        let text = &written[at];
        assert!(text.contains(&test.title));
        let (engine, make) = ENGINES[at % 2];
        let verdict = run_test(game, test, make);
        assert_eq!(verdict.failure, None, "{engine}\n{text}");
        if !text.contains("under way {") || text.contains("\n  play ") {
            continue;
        }
        let opening = Opening::bench(game, Start::Test(test.title.clone()));
        let session = Session::new(game, opening, make).expect("it opens");
        assert!(matches!(session.standing(), Standing::Asked(_)), "{:?}\n{text}", session.standing());
        let again = session.as_test("again").expect("it is written again");
        if again.text.contains("under way {") {
            assert_eq!(given(&again.text), given(text));
        }
    }
}

#[test]
fn every_position_of_every_shipped_game_is_a_test_that_passes() {
    // Strides of one decision stop between the actions: at choices, payments, windows.
    const MOVES: [u32; 5] = [9, 1, 26, 1, 40];
    for entry in &catalog().games {
        let mut tally = BTreeMap::new();
        // A scenario that only a test declares is not among the texts of the game.
        let texts = entry.texts();
        let is_played = |name: &str| texts.iter().any(|text| text.text.contains(&format!("scenario {name} ")));
        for (at, scenario) in (0u64..).zip(entry.scenarios.iter().filter(|scenario| is_played(&scenario.name))) {
            let game = game(&scenario.name);
            let written = written(&game, at..at + 1, &MOVES, &mut tally);
            let game = compiled(entry.texts(), &entry.folder, Some(&scenario.name), &written);
            pass(&game, &written);
        }
        println!("{}: {tally:?}", entry.name);
    }
}

#[test]
fn every_position_of_a_toy_is_a_test_that_passes() {
    let own = toy(TOY);
    let mut tally = BTreeMap::new();
    let written = written(&own, 1..7, &[1, 1, 2, 1, 3, 1, 1, 1, 4, 1, 1, 1, 5, 1], &mut tally);
    let all = written.concat();
    for words in
        ["sequence march", "offer set_out", "used scout", "spent food", "out of play", "chief ", "far = ", "with "]
    {
        assert!(all.contains(words), "no position has `{words}`: {tally:?}\n{all}");
    }
    let texts = vec![SourceText { path: "rules/toy/game.ori".to_owned(), text: TOY.to_owned() }];
    pass(&compiled(texts, "toy", Some("toy"), &written), &written);
}

#[test]
fn every_position_with_cards_in_force_is_a_test_that_passes() {
    let text = format!(
        "{}\n{}",
        include_str!("cards/dukes.txt"),
        "scenario toy \"Toy\" for toy @1 { war;  Blois { A: Man }  Montfort { B: Man } }"
    );
    let own = toy(&text);
    let mut tally = BTreeMap::new();
    let written = written(&own, 1..9, &[1, 1, 2, 1, 3, 1, 1, 1, 4], &mut tally);
    assert!(written.concat().contains("in force: "), "{tally:?}\n{}", written.concat());
    let texts = vec![SourceText { path: "rules/toy/game.ori".to_owned(), text }];
    pass(&compiled(texts, "toy", Some("toy"), &written), &written);
}

/// The errors of a toy test with these lines as play in progress.
fn planted(lines: &str) -> Vec<String> {
    let test = format!(
        "test \"planted\" @1 {{ given toy cleared {{ Red {{ A: Man;  B: captain = Man }}  Blue {{ C: Man }}\n {lines} }}\n then Red.seen == 0 }}"
    );
    let texts = [("rules/toy/game.ori", TOY), ("tests/toy/planted.ori", &test)];
    let catalog = Catalog::new(texts.map(|(path, text)| SourceText { path: path.to_owned(), text: text.to_owned() }));
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    let words = |one: &oriflamme::diagnostic::Diagnostic| {
        let label = one.primary.as_ref().map_or("", |label| label.text.as_str());
        format!("{} {label} {}", one.headline, one.help.as_deref().unwrap_or_default())
    };
    compiled.diagnostics.iter().filter(|one| one.is_error()).map(words).collect()
}

#[test]
fn what_is_wrong_under_way_is_named() {
    const ORDERS: &str = "turn: begun 1\n acting of Red: done Red\n orders";
    let whole = |lines: &str| format!("under way {{ {lines} }}");
    assert_eq!(planted(&whole(ORDERS)), Vec::<String>::new());
    let cases: [(&str, &str); 21] = [
        ("under way { truns: begun 1 }", "no step named `truns`"),
        ("under way { turn: begun much }", "a number, as in `begun 3`"),
        ("under way { turn: bgun 1 }", "did you mean `begun`"),
        ("under way { acting of Rod: done Red }", "did you mean `Red`"),
        ("under way { acting of Red: done Bleu }", "Bleu"),
        ("under way { turn: done Red }", "this has no turns of members"),
        ("under way { turn: with captain }", "runs for nothing in particular"),
        ("under way { turn: next ordres }", "ordres"),
        ("under way { orders: used scuot captain }", "did you mean `scout`"),
        ("under way { orders: used scout captian }", "captian"),
        ("under way { orders: used set_out captain }", "once for nothing in particular"),
        ("under way { sequence march of Red: whose = Red }", "`leader`"),
        ("under way { sequence march of Red: leader = captain, whose = Red, fra = 2 }", "did you mean `far`"),
        ("under way { sequence march of Red: leader = captain, whose = Red, far = wide }", "wide"),
        ("under way { sequence marsh: leader = captain }", "did you mean `march`"),
        ("under way { offer set_out of Red: man = captian }", "captian"),
        ("under way { spent fod of Red: 1 }", "did you mean `food`"),
        ("under way { spent food of Red: one }", "an amount, as in"),
        ("under way { spent food of Red: 1 fro captain }", "did you mean `from`"),
        ("under way { Red { A: Man } }", "a block cannot stand inside"),
        ("under way { turn }\n under way { turn }", "one such block"),
    ];
    let missed = cases.into_iter().filter_map(|(lines, words)| {
        let found = planted(lines);
        (!found.iter().any(|one| one.contains(words))).then(|| format!("{lines} ({words}): {found:#?}"))
    });
    let missed: Vec<String> = missed.collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    // Outside the position of a test.
    let elsewhere = TOY.replace("Blue { C: Man;  B: Man } }", "Blue { C: Man;  B: Man }\n under way { turn } }");
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: elsewhere }]);
    let compiled = catalog.compile(&catalog.games[0], Some("toy"), &[]);
    assert!(compiled.diagnostics.iter().any(|one| one.headline.contains("nothing under way")));
    let mut session = begun(&toy(TOY), 1);
    let saved = session.save();
    match session.arbitrate("under way { turn }") {
        Said::Refused(problem) => assert!(problem.contains("for tests only"), "{problem}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(session.save(), saved);
}

#[test]
fn impossible_positions_of_tests_are_refused() {
    let agincourt = |lines: &str| -> Vec<String> {
        let entry = catalog().games.iter().find(|entry| entry.name == "chivalry").expect("it is shipped");
        let mut texts = entry.texts();
        let text = format!("test \"planted\" @5.1 {{ given {{ {lines} }}\n then 1 == 1 }}");
        texts.push(SourceText { path: "tests/chivalry/planted.ori".to_owned(), text });
        let catalog = Catalog::new(texts);
        let found = catalog.compile(&catalog.games[0], None, &[]).diagnostics;
        found.iter().map(|one| format!("{} {:?} {:?}", one.headline, one.primary, one.help)).collect()
    };
    for (lines, words) in [
        ("first { left rear: MA 2-3 x5 }", "only 4 slots"),
        ("first { hand: Storm x9 }", "the deck has only"),
        ("first { left rear: MA 2-3 slot 9 }", "from 1 to 4"),
        ("first { left rear: MA 2-3 slot 2, MA 2-3 slot 2 }", "slot 2 holds one piece"),
    ] {
        let found = agincourt(lines);
        assert!(found.iter().any(|one| one.contains(words)), "{lines}\n{found:#?}");
    }
}

#[test]
fn the_end_of_a_game_is_written_as_a_test() {
    let own = game("connect-four");
    let mut session = begun(&own, 3);
    session.auto(60);
    assert!(matches!(session.standing(), Standing::Over(_)));
    // The last disc is created by the decision that the test repeats.
    let made = session.as_test("the end").expect("it is written");
    assert!(made.text.contains("\n  ended "), "{}", made.text);
}

/// A scenario may label its pieces; tests in it use the labels, unless it is cleared.
#[test]
fn labels_of_a_scenario_name_pieces_in_its_tests() {
    let game = toy(r#"
game labels "Labels" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
board land @1 { spaces { A, B }  links road { A -- B } }
kind Man @1 { glyph "m" }
noun man = Man
piece flag safe @1
piece var guard: piece? @1
action save "Save" @1 { man mine where !man.safe  do { man.safe = true; } }
sequence @1 { turn "Turn" repeat 1..2 { act "Act" each side  actions save once } }
scenario toy "Toy" for labels @1 { Red { A: r = Man, Man } Blue { B: b = Man guard r } }
test "in the scenario" @1 {
  given toy
  play  Red: Save r
  then  r.safe, !b.safe, b.guard == r
}
test "beside the labels of the test" @1 {
  given toy { Red { B: c = Man guard b } }
  play  Red: Save c
  then  !r.safe, c.safe, c.guard == b
}
test "not where it is cleared" @1 {
  given toy cleared { Blue { B: r = Man } }
  do    { r.safe = true; }
  then  r.side == Blue, pieces.count == 1
}
"#);
    harness::passes(&game);
    let session = Session::new(&game, Opening::hot_seat(&game), ENGINES[1].1).expect("the game begins");
    assert!(matches!(session.ask("r.space"), Answer::Told(told) if told.value == "A"));
}
