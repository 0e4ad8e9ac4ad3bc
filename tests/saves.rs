//! A damaged saved game is read up to where it makes sense, without a panic.

use oriflamme::play::native::make;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Session};
use proptest::prelude::*;

use crate::harness::game;

const SCENARIOS: [&str; 2] = ["breakthrough", "agincourt"];

/// The saved text of a game after this number of decisions.
fn saved(scenario: &str, decisions: u32) -> String {
    let game = game(scenario);
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    let _ = session.auto(decisions);
    session.save()
}

/// Damage to a file.
#[derive(Clone, Debug)]
enum Mishap {
    Cut(usize),
    Typed(usize, String),
    LineGone(usize),
    LinesSwapped(usize, usize),
    LineTwice(usize),
}

fn mishap() -> impl Strategy<Value = Mishap> {
    prop_oneof![
        (0usize..4000).prop_map(Mishap::Cut),
        (0usize..4000, "[ -~äé\n]{1,6}").prop_map(|(at, text)| Mishap::Typed(at, text)),
        (0usize..60).prop_map(Mishap::LineGone),
        (0usize..60, 0usize..60).prop_map(|(a, b)| Mishap::LinesSwapped(a, b)),
        (0usize..60).prop_map(Mishap::LineTwice),
    ]
}

/// A place between two characters.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at % (text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn befall(text: &str, mishap: &Mishap) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let count = lines.len();
    match mishap {
        Mishap::Cut(at) => return text[..boundary(text, *at)].to_owned(),
        Mishap::Typed(at, typed) => {
            let at = boundary(text, *at);
            return format!("{}{typed}{}", &text[..at], &text[at..]);
        }
        // An earlier mishap may have left no line.
        _ if count == 0 => {}
        Mishap::LineGone(at) => drop(lines.drain(at % count..=at % count)),
        Mishap::LinesSwapped(a, b) => lines.swap(a % count, b % count),
        Mishap::LineTwice(at) => lines.insert(at % count, lines[at % count]),
    }
    lines.join("\n")
}

/// Asserts that a readable save, once played, saves and reloads to the same state.
fn survives(scenario: &str, text: &str) {
    let Ok(save) = Save::read(text) else { return };
    let game = game(scenario);
    let Ok((session, _)) = Session::resume(&game, &save, make) else { return };
    let again = Save::read(&session.save()).expect("what is written can be read");
    let (second, trouble) = Session::resume(&game, &again, make).expect("what is written can be played");
    assert_eq!(trouble, None);
    assert_eq!(session.hash(), second.hash());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_played_as_far_as_it_makes_sense(
        which in 0usize..2,
        decisions in 1u32..30,
        mishaps in prop::collection::vec(mishap(), 1..3),
    ) {
        let scenario = SCENARIOS[which];
        let text = mishaps.iter().fold(saved(scenario, decisions), |text, mishap| befall(&text, mishap));
        survives(scenario, &text);
    }
}

#[test]
fn a_whole_file_is_played_to_its_end() {
    for scenario in SCENARIOS {
        survives(scenario, &saved(scenario, 40));
    }
}

#[test]
fn an_empty_file_is_refused() {
    let nothing = befall(&saved("agincourt", 6), &Mishap::Cut(0));
    assert!(Save::read(&befall(&nothing, &Mishap::LineTwice(3))).is_err());
}

#[test]
fn windows_let_pass_stay_passed() {
    // An answer is missing. Before the next one a window is open; that next answer shows it was passed.
    survives("agincourt", &befall(&saved("agincourt", 6), &Mishap::LineGone(19)));
}

#[test]
fn a_draw_cut_short_is_no_draw() {
    let whole = saved("agincourt", 6);
    let second = whole.match_indices("chance: cards").nth(1).expect("both sides draw").0;
    for cut in ["chance: cards", "chance: cards Command_1", "chance: cards Command_1, "] {
        survives("agincourt", &whole[..second + cut.len()]);
    }
}

/// Such a draw leaves no line in the file, so a replay must not ask for one.
#[test]
fn a_draw_that_finds_no_card_is_replayed() {
    let game = crate::harness::toy(
        r#"
game lack "Lack" { sides Red, Blue }
rulebook { 1 "All" "Draw a card each turn." }
board land @1 { spaces { A, B }  links road { A -- B } }
kind Man @1
deck fate @1 { zones pile hidden, hand owner, discards open  empty shuffle discards into pile }
card One of fate @1 { play during my acting { do { say("one"); } } }
sequence @1 { turn repeat 1..3 { drawing each side do { draw(me, 2); }  acting each side actions wait once } }
action wait "Wait" @1 { do { say("waits"); } }
scenario toy "Toy" for lack @1 { Red { A: Man } Blue { B: Man } }
"#,
    );
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    let _ = session.auto(4);
    let text = session.save();
    let save = Save::read(&text).expect("readable");
    let (again, trouble) = Session::resume(&game, &save, make).expect("it is resumed");
    assert_eq!(trouble, None);
    assert_eq!(again.hash(), session.hash());
}

#[test]
fn a_head_that_names_another_game_is_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str], input: &str| crate::repl::run(place.path(), arguments, input);
    std::fs::write(place.path().join("wrong.game"), saved("agincourt", 1).replace("game chivalry", "game chivarly"))
        .expect("written");
    let (said, code) = run(&["replay", "wrong.game"], "");
    assert!(code == 2 && said.contains("expected the game `chivalry`, found `chivarly`"), "{said}");
    // A game without a scenario is identified by the name of the game.
    run(&["bench", "chivalry", "--save", "empty.game"], "quit\n");
    let (said, code) = run(&["play", "agincourt", "--save", "empty.game"], "");
    assert!(code == 2 && said.contains("contains a game of `chivalry`, not of `agincourt`"), "{said}");
}

#[test]
fn a_position_set_up_by_hand_and_a_game_are_each_continued_by_their_own_command() {
    let place = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| crate::repl::run(place.path(), arguments, "quit\n");
    run(&["bench", "crecy", "--save", "board.game", "--seed", "3"]);
    run(&["play", "crecy", "--save", "my game"]);
    let (said, code) = run(&["play", "crecy", "--save", "board.game"]);
    assert!(code == 2 && said.contains("board.game contains a position set up by hand: continue it with"), "{said}");
    assert!(said.contains("`oriflamme bench crecy --save board.game`"), "{said}");
    let (said, code) = run(&["bench", "crecy", "--save", "my game"]);
    assert!(code == 2 && said.contains("`oriflamme play crecy --save 'my game'`"), "{said}");
    // A board of a game without a scenario is found by the name of the game.
    run(&["bench", "chivalry", "--save", "empty.game"]);
    let (said, code) = run(&["bench", "hex", "--save", "empty.game"]);
    assert!(code == 2 && said.contains("empty.game contains a game of `chivalry`, not of `hex`"), "{said}");
    // Options that the kept board was not begun with are refused, as in a game.
    let (said, code) = run(&["bench", "crecy", "--save", "board.game", "--seed", "4"]);
    assert!(
        code == 2 && said.contains("the game in board.game was started with `--seed 3`: omit the option"),
        "{said}"
    );
    let (said, code) = run(&["bench", "crecy", "--save", "board.game", "--set", "hill_charge=point"]);
    assert!(code == 2 && said.contains("was started without `--set hill_charge=point`"), "{said}");
    let (said, code) = run(&["bench", "crecy", "--save", "board.game", "--seed", "3"]);
    assert!(code == 0 && said.contains("continuing board.game"), "{said}");
}
