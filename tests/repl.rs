//! Golden transcripts: commands from a file run through the real binary, compared with the golden output.
//!
//! `tests/transcripts/NAME.txt` holds the command line in its first line (after `$ `), then one command per line. A
//! game that is not shipped is in `NAME.toy` (`.ori` files in this folder would be shipped). `NAME.out` is the golden
//! output, with the exit code in the last line. `UPDATE=1 cargo test repl` rewrites it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// The binary, started in a folder and ready to read lines.
pub(crate) fn started(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_oriflamme"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("XDG_DATA_HOME", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// Runs the binary in an empty folder, so that only shipped files are read.
pub(crate) fn run(folder: &Path, arguments: &[&str], input: &str) -> (String, i32) {
    let mut child = started(folder, arguments);
    // A program that exits early leaves input unread: not an error.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let mut text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(!errors.contains("panicked"), "{arguments:?} panics:\n{errors}");
    if !errors.is_empty() {
        text.push_str("--- standard error\n");
        text.push_str(&errors);
    }
    (text, output.status.code().unwrap_or(-1))
}

/// A folder of its own with one file.
pub(crate) fn folder_with(file: &str, text: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(path, text).expect("written");
    place
}

#[test]
fn transcripts_come_out_as_they_did() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder of transcripts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut different = Vec::new();
    for path in names {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let (first, commands) = text.split_once('\n').expect("a command line, then commands");
        let arguments: Vec<&str> =
            first.strip_prefix("$ oriflamme").expect("`$ oriflamme …`").split_whitespace().collect();
        let place = tempfile::tempdir().expect("a folder");
        if let Ok(rules) = std::fs::read_to_string(path.with_extension("toy")) {
            let rules_folder = place.path().join("rules/tried");
            std::fs::create_dir_all(&rules_folder).expect("a folder");
            std::fs::write(rules_folder.join("game.ori"), rules).expect("written");
        }
        let (said, code) = run(place.path(), &arguments, commands);
        let said = format!("{said}--- exit code {code}\n");
        let expected = path.with_extension("out");
        if update {
            std::fs::write(&expected, &said).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            different.push(format!("{}:\n{said}", path.display()));
        }
    }
    assert!(different.is_empty(), "not as they were:\n{}", different.join("\n"));
}

#[test]
fn nothing_is_wider_than_a_terminal() {
    for path in std::fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_some_and(|ending| ending == "out") {
            let text = std::fs::read_to_string(&path).expect("a transcript");
            let said = text.split("--- standard error").next().unwrap_or_default();
            // The echo of typed input, and tests as their authors wrote them, may have any length.
            let mut in_test = false;
            for line in said.lines() {
                in_test = (in_test || line.contains("test \"")) && line != "}";
                if in_test || line.contains("> ") || line.starts_with("  given {") {
                    continue;
                }
                assert!(line.chars().count() <= 80, "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn a_game_is_saved_after_every_decision_and_gone_on_with() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "connect-four", "--save", "game.txt"];
    let (_, code) = run(place.path(), &arguments, "drop in d\ndrop in d\ndrop in e\n");
    assert_eq!(code, 0);
    let saved = std::fs::read_to_string(place.path().join("game.txt")).expect("the game is saved");
    assert_eq!(saved.lines().filter(|line| line.contains("Drop in")).count(), 3, "{saved}");
    let (said, code) = run(place.path(), &arguments, "drop in a\nstatus full\n");
    assert!(code == 0 && said.contains("continuing game.txt: 3 decisions") && said.contains("decision 5"), "{said}");
    let (hash, code) = run(place.path(), &["replay", "game.txt", "--verify"], "");
    assert!(code == 0 && hash.trim().len() == 16, "{hash}");
}

/// The engine is chosen at each start and does not affect the game.
#[test]
fn a_game_begun_on_one_engine_goes_on_on_the_other() {
    let input = "auto 25\nstatus full\n";
    let mut ends = Vec::new();
    for [begun, gone_on] in [["rhai", "native"], ["native", "rhai"]] {
        let place = tempfile::tempdir().expect("a folder");
        let play = |engine: &str, input: &str| {
            let arguments = ["play", "agincourt", "--seat", "French=greedy", "--save", "game.txt", "--engine", engine];
            run(place.path(), &arguments, input).0
        };
        // The hash of the saved game, the same on both engines.
        let state = || {
            let hash = |engine: &str| {
                let (said, code) = run(place.path(), &["replay", "game.txt", "--verify", "--engine", engine], "");
                assert!(code == 0 && said.trim().len() == 16, "{said}");
                said
            };
            let (here, there) = (hash(begun), hash(gone_on));
            assert_eq!(here, there);
            here
        };
        let (here, before) = (play(begun, input), state());
        let (there, after) = (play(gone_on, "status full\n"), state());
        assert_eq!(before, after, "{here}\n{there}");
        let words = |engine: &str| if engine == "rhai" { "scripts run by Rhai" } else { "scripts run by native" };
        assert!(here.contains(words(begun)) && there.contains(words(gone_on)), "{here}\n{there}");
        play(gone_on, input);
        ends.push(state());
        assert_ne!(ends.last(), Some(&before), "no decision was made");
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn a_game_is_saved_in_the_middle_of_its_set_up() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "agincourt", "--set", "setup=free", "--save", "game.txt"];
    let (_, code) =
        run(place.path(), &arguments, "post LB1, DummyB to left rear\narray\ndone\npost KT1 to left rear\n");
    assert_eq!(code, 0);
    let saved = std::fs::read_to_string(place.path().join("game.txt")).expect("the game is saved");
    assert!(saved.contains("ruling setup free") && saved.contains("English: Post LB1, DummyB to left rear"), "{saved}");
    let (hash, code) = run(place.path(), &["replay", "game.txt", "--verify"], "");
    assert!(code == 0 && hash.trim().len() == 16, "{hash}");
    // The French decide now; the English choices stay hidden until all is revealed.
    let (said, _) = run(place.path(), &arguments, "log all\nboard\ndone\nquit\n");
    assert!(said.contains("English: sets up counters") && !said.contains("LB1, DummyB"), "{said}");
    assert!(said.contains("DummyA, DummyB, DummyD, DummyF, DummyH out of play."), "{said}");
}

#[test]
fn no_file_of_the_user_is_written_over_unasked() {
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| std::fs::read_to_string(place.path().join(name)).expect("it is there");
    std::fs::write(place.path().join("notes.txt"), "mine").expect("written");
    let play = ["play", "connect-four"];
    let (said, code) = run(place.path(), &play, "save notes.txt\nsvg notes.txt\nsave one\nsvg one\n");
    assert!(code == 1 && said.contains("notes.txt exists and is not a saved game: choose another name"), "{said}");
    assert!(
        said.contains("notes.txt exists and is not an SVG picture")
            && said.contains("one exists and is not an SVG picture"),
        "{said}"
    );
    assert!(said.contains("the game is saved in one"), "{said}");
    assert_eq!(file("notes.txt"), "mine");
    let first = file("one");
    let (said, _) = run(place.path(), &play, "drop in d\nsave one\n");
    assert!(said.contains("one already contains a game of `connect-four`. Repeat the command"), "{said}");
    assert_eq!(file("one"), first);
    run(place.path(), &play, "drop in d\nsave one\nsave one\n");
    assert_ne!(file("one"), first, "said twice it is meant");
}

#[test]
fn a_saved_game_is_gone_on_with_as_it_was_begun_or_not_at_all() {
    let place = tempfile::tempdir().expect("a folder");
    let play = |more: &[&str]| {
        let arguments: Vec<&str> = ["play", "crecy", "--save", "game.txt"].iter().chain(more).copied().collect();
        run(place.path(), &arguments, "")
    };
    play(&["--set", "insight_cost=three", "--seed", "4"]);
    let (said, code) = play(&["--set", "insight_cost=one"]);
    assert!(code == 2 && said.contains("started without `--set insight_cost=one`"), "{said}");
    let (said, code) = play(&["--seed", "9"]);
    assert!(code == 2 && said.contains("started with `--seed 4`"), "{said}");
    assert!(play(&["--set", "insight_cost=three"]).0.contains("continuing game.txt"));
}

#[test]
fn a_cut_file_is_played_as_far_as_it_goes_and_kept() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("game.txt");
    run(place.path(), &["play", "connect-four", "--save", "game.txt"], "drop in d\ndrop in e\ndrop in f\n");
    let whole = std::fs::read_to_string(&file).expect("the game is saved");
    let cut = whole.find("Yellow: Drop").expect("Yellow's turn") + 9;
    std::fs::write(&file, &whole[..cut]).expect("written");
    let (said, code) = run(place.path(), &["replay", "game.txt"], "");
    assert!(code == 1 && said.contains("line "), "{said}");
    let (said, _) = run(place.path(), &["play", "connect-four", "--save", "game.txt"], "drop in g\n");
    assert!(said.contains("continuing game.txt: 1 decision"), "{said}");
    assert_eq!(std::fs::read_to_string(place.path().join("game.txt.broken")).expect("kept"), &whole[..cut]);
}

#[test]
fn whatever_is_typed_nothing_panics() {
    let lines = [
        "",
        "0",
        "999999999999999999999999",
        "-1",
        "drop",
        "drop in",
        "drop in z",
        "drop in d d d",
        "pass",
        ":",
        ":x",
        "why",
        "why not",
        "why not drop in z",
        "why not fly away",
        "rule",
        "rule 2",
        "rule 99.9.9",
        "help",
        "help drop",
        "help zzz",
        "hand",
        "board",
        "status",
        "log",
        "log 0",
        "log x",
        "log full",
        "options",
        "back",
        "back 0",
        "back x",
        "back 99",
        "forward",
        "forward 3",
        "goto",
        "goto 0",
        "goto 99",
        "goto 1",
        "save",
        "load",
        "load /nonexistent",
        "auto x",
        "auto 0",
        "bot",
        "bot Red nobody",
        "bot Purple random",
        "dice",
        "dice 6 6",
        "dice 7 x",
        "dice | 3",
        "dice off",
        "stops",
        "stops on",
        "slots ask",
        "slots",
        "show",
        "show board on",
        "show sections off",
        "`~!@#$%^&*()",
        "drop in \u{301}",
        "é",
        "DROP IN D",
        "  drop   in   e ",
        "auto 100",
        "log all",
        "why",
        "drop in d",
        "back 5",
    ];
    for scenario in ["connect-four", "breakthrough", "agincourt"] {
        let place = tempfile::tempdir().expect("a folder");
        let (said, code) = run(place.path(), &["play", scenario], &(lines.join("\n") + "\n"));
        assert_eq!(code, 1, "{said}");
    }
}
