//! The runner of tests: how it tells that a test, not a rule, is wrong, and what its sentences mean.

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::script::make;

/// Men go from one field to the next; the tired go to the second only.
const TOY: &str = r#"
game walk "Walk" { sides Red, Blue }
rulebook { 1 "Walking" "One man, one field."  2 "Resting" "Who has walked may rest." }
board field @1 { grid row 1 x 4 { columns file: only  rows rank: first, second, third, fourth } }
kind Man "Man" @1
noun unit = Man
noun to = space
action march "March" @1 {
  unit   mine
  to     spaces where to != unit.space
  speed  1 | 2
  once per to
  do     { place(unit, to); }
}
action rest "Rest" @2 { unit mine  do { remove(unit); } }
action stay "Rest" @2 { unit theirs  do { remove(unit); } }
sequence @1 { turn repeat { walking each side  actions march, rest, stay } }
"#;

/// What becomes of one test of the toy, whose lines these are: its message, if it fails.
#[track_caller]
fn message(lines: &str) -> Option<String> {
    message_in(TOY, lines)
}

/// The same in another toy.
#[track_caller]
fn message_in(toy: &str, lines: &str) -> Option<String> {
    let file = |path: &str, text: String| SourceText { path: path.to_owned(), text };
    let test =
        format!("test \"it\" @1 {{\n  given {{ Red {{ only first: a = Man, b = Man, c = Man }} }}\n{lines}\n}}\n");
    let catalog = Catalog::new([file("rules/walk/game.ori", toy.to_owned()), file("tests/walk/it.ori", test)]);
    let mut verdicts = Vec::new();
    let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| verdicts.push(verdict.failure.clone()));
    assert!(ran.is_whole(), "{ran:#?}");
    assert_eq!(verdicts.len(), 1);
    verdicts.remove(0).map(|failure| failure.message)
}

#[test]
fn of_pieces_that_cannot_be_told_apart_one_stands_for_all() {
    assert_eq!(message("offered Red: march b to only second speed 1"), None);
    assert_eq!(
        message("play Red: march c to only second speed 2\n then Red.space(\"only second\").pieces.count == 1"),
        None
    );
}

#[test]
fn the_question_of_a_window_says_what_it_interrupts() {
    let toy = format!("{TOY}action trip \"Trip\" before their march(unit) @2 {{ once  do {{ remove(unit); }} }}\n");
    assert_eq!(message_in(&toy, "play Red: march a to only second speed 1\n asked Blue: before march"), None);
    // The question that was open is quoted, not the one after it.
    assert_eq!(
        message_in(&toy, "play Red: march a to only second speed 1\n asked Blue: trip").as_deref(),
        Some("Blue is asked: Interrupt before March?")
    );
}

#[test]
fn what_is_not_complete_says_which_word_is_wanted() {
    assert_eq!(message("offered Red: march a to only second").as_deref(), Some("not offered: name the speed: 1, 2"));
    assert_eq!(
        message("offered Red: march b").as_deref(),
        Some("not offered: name the place: only second, only third, only fourth")
    );
    // Another offer has the same title; it is the one that came further that speaks.
    assert_eq!(message("offered Red: rest Blue").as_deref(), Some("not offered: no unit is named `Blue`; choose Man1"));
}

#[test]
fn only_what_is_understood_can_be_refused() {
    assert_eq!(message("refused Red: march a to only first speed 1"), None);
    assert_eq!(
        message("refused Red: march Blue to only second speed 1").as_deref(),
        Some("no choice here is named `blue`")
    );
    assert_eq!(
        message("refused Red: march a to only fifth speed 1").as_deref(),
        Some("`fifth` is not a word of this game")
    );
    assert_eq!(message("refused Red: stroll a to only second").as_deref(), Some("`stroll` is not a word of this game"));
    assert_eq!(message("refused Red: pass").as_deref(), Some("no action begins like `pass`"));
}

#[test]
fn an_open_step_is_not_opened_anew() {
    let first = "play Red: march a to only second speed 1\n";
    assert_eq!(message(&format!("{first}refused Red: march b to only second speed 1")), None);
    assert!(message(&format!("{first}offered Red: march b to only second speed 1")).is_some());
    assert!(message(&format!("{first}play Red: march b to only second speed 1")).is_some());
    assert_eq!(message(&format!("{first}play Red: march b to only third speed 1")), None);
}

/// What is said of every test of a folder's toy, as `oriflamme test` and `check` show it.
fn told(game: &str, tests: &str) -> String {
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    let catalog = Catalog::new([file("rules/walk/game.ori", game), file("tests/walk/tests.ori", tests)]);
    let mut text = String::new();
    let mut count = 0;
    let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| {
        count += 1;
        match &verdict.failure {
            None => text.push_str(&format!("ok    {}\n", verdict.title)),
            Some(failure) => {
                let place = catalog.sources.place(failure.span);
                text.push_str(&format!("FAIL  {}\n  {place}: {}\n", verdict.title, failure.message));
                failure.notes.iter().for_each(|note| text.push_str(&format!("    {note}\n")));
            }
        }
    });
    text.push_str(&format!("\n{count} tests, {} not run\n", ran.not_run));
    for one in ran.mistakes.iter().chain(catalog.check_all().iter().filter(|one| !one.is_error())) {
        text.push_str(&format!("{}: {}\n", one.code, one.headline));
    }
    text
}

/// Every way in which a test can be wrong, and what is said of it; `UPDATE=1 cargo test runner` writes it anew.
#[test]
fn what_is_said_of_tests_that_are_wrong() {
    as_written(include_str!("failing/game.toy"), include_str!("failing/tests.toy"), "messages.out");
}

/// Positions that break a rule, and dice that do not fit: what is wrong is marked in the test, not in the rules.
#[test]
fn what_is_said_of_tests_whose_position_or_dice_do_not_fit() {
    as_written(include_str!("failing/camp.toy"), include_str!("failing/camp-tests.toy"), "camp.out");
}

fn as_written(game: &str, tests: &str, name: &str) {
    let text = told(game, tests);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failing").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text);
}

#[test]
fn faulty_rules_are_said_once_and_their_tests_are_counted() {
    let game = format!("{TOY}\nmodify no_such by 1 @1\n");
    let text = told(&game, "test \"one\" @1 { then 1 == 1 }\ntest \"two\" @1 { then 1 == 1 }\n");
    assert!(text.contains("0 tests, 2 not run\nunknown-word"), "{text}");
}

#[test]
fn a_forbidden_play_says_which_rule_forbids_it() {
    let game = TOY.replace("actions march, rest, stay", "actions march");
    let game = format!("{game}\nforbid march when unit.side == Red because \"Red rests\" @2\n");
    let given = "given { Red { only first: a = Man } Blue { only second: b = Man } }";
    let text = told(&game, &format!("test \"it\" @1 {{ {given}\n play Red: march a to only third speed 1 }}\n"));
    assert!(text.contains("`march a to only third speed 1` is not possible\n    reason: Red rests @2"), "{text}");
}

#[test]
fn a_script_that_cannot_be_run_fails_its_own_test_only() {
    let tests = "test \"good\" @1 { do { say(\"so\"); } then 1 == 1 }\n\
                 test \"bad\" @1 { do { Red.space(\"only first\").pieces = none; } then 1 == 1 }\n";
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    let catalog = Catalog::new([file("rules/walk/game.ori", TOY), file("tests/walk/it.ori", tests)]);
    for make in [make, oriflamme::play::native::make] {
        let mut failed = Vec::new();
        let tell = &mut |_: &str, verdict: &oriflamme::analysis::testing::Verdict| {
            failed.push((verdict.title.clone(), verdict.failure.is_some()));
        };
        assert!(run_tests(&catalog, &|_, _| true, make, tell).is_whole());
        assert_eq!(failed, [("good".to_owned(), false), ("bad".to_owned(), true)]);
    }
}

#[test]
fn of_tests_that_cannot_run_only_those_are_counted_that_are_wanted() {
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    let catalog = Catalog::new([
        file("rules/walk/game.ori", &format!("{TOY}\nis bad thing (unit) @1 = unit.")),
        file("tests/walk/one.ori", "test \"one\" @1 { then 1 == 1 }"),
        file("tests/walk/two.ori", "test \"two\" @1 { then 1 == 1 }\ntest \"three\" @1 { then 1 == 1 }"),
    ]);
    let ran = run_tests(&catalog, &|_, path| path.ends_with("two.ori"), make, &mut |_, _| ());
    assert_eq!(ran.not_run, 2);
}
