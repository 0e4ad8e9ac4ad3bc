//! `reload`: rule files are edited while a game is played, through the real binary.

use std::io::Write;
use std::path::Path;
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use crate::repl::started;

/// Lines to play, and what to do to the folder afterwards.
type Part<'a> = (&'a str, &'a dyn Fn(&Path));

/// Plays lines, then does something to the folder, then plays more lines, and so on. Returns everything that was said.
fn played(place: &Path, arguments: &[&str], parts: &[Part<'_>]) -> String {
    let mut child = started(place, arguments);
    let mut input = child.stdin.take().expect("piped");
    for (number, (lines, edit)) in parts.iter().enumerate() {
        type_in(&mut input, place, lines, number);
        edit(place);
    }
    drop(input);
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    format!("{}{}", text(output.stdout), text(output.stderr))
}

/// Types lines, and waits until all of them have been carried out: the last one draws a picture.
fn type_in(input: &mut ChildStdin, place: &Path, lines: &str, number: usize) {
    let mark = format!("done{number}.svg");
    writeln!(input, "{lines}svg {mark}").expect("it reads");
    input.flush().expect("it reads");
    let begun = Instant::now();
    while !place.join(&mark).exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn rule(text: &'static str) -> impl Fn(&Path) {
    move |place| {
        let folder = place.join("rules/connect_four");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("mod.ori"), text).expect("written");
    }
}

fn nothing(_: &Path) {}

#[test]
fn a_rule_written_meanwhile_holds_from_the_next_decision_on() {
    let place = tempfile::tempdir().expect("a folder");
    let said = played(
        place.path(),
        &["play", "connect-four"],
        &[
            ("d\nd\nstops on\n", &rule("forbid drop when file == g because \"the last file is closed\" @2\n")),
            ("reload\ndrop in g\n", &rule("forbid drop when fyle == g @2\n")),
            ("reload\ndrop in e\n", &|place| {
                std::fs::remove_file(place.join("rules/connect_four/mod.ori")).expect("gone")
            }),
            ("reload\ndrop in g\nreload\nsave game\n", &nothing),
        ],
    );
    for wanted in [
        "rules/connect_four/mod.ori is new\n",
        "so far the game is the same under these rules (2 decisions)",
        "the last file is closed",
        "`fyle`",
        "the game goes on under the rules it had",
        "rules/connect_four/mod.ori is gone\n",
        "so far the game is the same under these rules (3 decisions)",
        "the rule files are as they were",
    ] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
    let saved = std::fs::read_to_string(place.path().join("game")).expect("it is saved");
    assert!(saved.contains("Red: Drop in e\nYellow: Drop in g") && !saved.contains("mod.ori"), "{saved}");
}

#[test]
fn decisions_that_the_new_rules_forbid_are_lost_only_if_that_is_meant() {
    let place = tempfile::tempdir().expect("a folder");
    let closed = rule("forbid drop when file == d && d1.filled because \"the middle is full\" @2\n");
    let said = played(
        place.path(),
        &["play", "connect-four", "--save", "game"],
        &[("d\nd\na\n", &closed), ("reload\nhelp disc\nreload\nb\n", &nothing), ("reload\nreload\na\n", &nothing)],
    );
    let warned = "Decision 2 is not possible under these rules";
    assert_eq!(said.matches(warned).count(), 3, "{said}");
    assert!(said.contains("Repeat the command to do it anyway"), "{said}");
    assert!(said.contains("They differ at decision 2") && said.contains("the middle is full"), "{said}");
    let saved = std::fs::read_to_string(place.path().join("game")).expect("it is saved");
    assert!(saved.contains("Red: Drop in d\nYellow: Drop in a\n"), "{saved}");
}

#[test]
fn a_board_on_which_nothing_has_happened_ends_at_once() {
    let place = tempfile::tempdir().expect("a folder");
    for lines in ["reload\n", "put Scottish Moray Schiltrom Close facing NNW at 2014\nreload\n"] {
        let said = played(place.path(), &["bench", "bannockburn"], &[(lines, &nothing)]);
        assert!(said.contains("the rule files are as they were"), "{said}");
    }
}

#[test]
fn a_strict_game_a_lesson_and_a_puzzle_keep_their_rules() {
    let place = tempfile::tempdir().expect("a folder");
    for (arguments, wanted) in [
        (["play", "agincourt", "--strict"].as_slice(), "a strict game keeps the rules it began with"),
        (&["learn", "chivalry", "1"], "`reload` would change the lesson"),
        (&["puzzle", "chivalry", "1"], "a puzzle keeps its rules"),
    ] {
        let said = played(place.path(), arguments, &[(":reload\n", &nothing)]);
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn a_decision_of_a_bot_that_new_rules_forbid_takes_those_after_it_along() {
    let place = tempfile::tempdir().expect("a folder");
    let stratagems = include_str!("../rules/chivalry/03-stratagems.ori");
    let fewer = |place: &Path| {
        let folder = place.join("rules/chivalry");
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = stratagems.replace("free, 0, most)", "free, 0, 1)");
        std::fs::write(folder.join("03-stratagems.ori"), text).expect("written");
    };
    let said = played(
        place.path(),
        &["play", "agincourt", "--seed", "5", "--seat", "English=random"],
        &[("n\n1\nn\n", &fewer), ("reload\nreload\nforward\n", &nothing)],
    );
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Decision 2 is not possible under these rules: this answer of English"), "{said}");
    assert!(flat.contains("decisions would be lost. Repeat the command"), "{said}");
    assert!(flat.contains("decisions are lost, from number 2 on"), "{said}");
    assert!(flat.contains("bots have decided again: "), "{said}");
    assert!(!said.contains("A branch") && !said.contains("Charge, React"), "{said}");
}
