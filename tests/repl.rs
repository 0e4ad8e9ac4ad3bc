//! Golden transcripts: commands from a file run through the real binary, compared with the golden output.
//!
//! `tests/transcripts/NAME.txt` holds the command line in its first line (after `$ `), then one command per line. A
//! game that is not shipped is in `NAME.toy` (`.ori` files in this folder would be shipped). `NAME.out` is the golden
//! output, with the exit code in the last line. `UPDATE=1 cargo test repl` rewrites it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// Runs the binary in an empty folder, so that only shipped files are read.
pub(crate) fn run(folder: &Path, arguments: &[&str], input: &str) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oriflamme"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("XDG_DATA_HOME", folder.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
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

#[test]
fn a_section_without_a_rule_or_a_test_is_missed() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rules/coin");
    std::fs::create_dir_all(&folder).expect("made");
    let text = r#"
game coin "Coin" { sides Heads, Tails }
rulebook {
  1 "Tossing"      "Somebody wins."
  2 "Paying"       "The loser pays."
  3 "Coins" prose  "Old ones are heavier."
}
board table @1 { spaces { Here } }
scenario coin "Coin" for coin { }
sequence { toss @1 do { finish(Heads); } }
test "nobody has won before the toss" @1 @2 { then winner == none }
"#;
    let write = |text: &str| std::fs::write(folder.join("game.ori"), text).expect("written");
    write(text);
    let (said, code) = run(place.path(), &["cover", "coin", "--games", "1", "--format", "json"], "");
    let found: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &found["whole"]), (1, &false.into()), "{said}");
    let lacking = |at: usize| found["sections"][at]["lacks_rule"].as_bool();
    assert_eq!([lacking(0), lacking(1), lacking(2)], [Some(false), Some(true), Some(false)]);
    write(&format!(
        "{text}note @2 \"They see to it.\"\nruling edge \"On edge?\" {{\n  fall \"falls\" default\n  stand \"stands\"\n}}\n"
    ));
    let cover = |ruling: &str| run(place.path(), &["cover", "coin", "--games", "1", "--set", ruling], "");
    let (said, code) = cover("edge=stand");
    assert!(code == 0 && said.replace("\n  ", " ").contains("seed 1, edge=stand"), "{said}");
    let (said, code) = cover("edge=roll");
    assert!(code == 2 && said.contains("the values of `edge` are fall, stand"), "{said}");
    let (said, code) = run(place.path(), &["cover", "coim"], "");
    assert!(code == 2 && said.contains("did you mean `coin`?"), "{said}");
}

#[test]
fn check_of_one_scenario_tells_which_rule_its_set_up_breaks() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("scenarios/bannockburn");
    std::fs::create_dir_all(&folder).expect("made");
    let page = std::fs::read_to_string("docs/battles.md").expect("read");
    let example = page.split("```ori").find(|text| text.contains("scenario first_day")).expect("an example");
    let text = example.split_once('\n').and_then(|(_, text)| text.split("```").next()).expect("its text");
    let crowded = text.replace("Clifford Longbowmen:      1408", "Clifford Longbowmen:      1509");
    assert_ne!(crowded, text);
    std::fs::write(folder.join("first-day.ori"), crowded).expect("written");
    let (said, code) = run(place.path(), &["check", "scenarios"], "");
    assert!(code == 1 && said.contains("the invariant `stacking` does not hold for Cl1"), "{said}");
    assert!(said.contains("this set-up"), "{said}");
}

#[test]
fn a_wrong_number_on_the_command_line_is_told_its_limits() {
    let place = tempfile::tempdir().expect("a folder");
    let refused = |args: &[&str], limits: &str| {
        let (said, code) = run(place.path(), args, "");
        assert!(code == 2 && said.contains(limits) && !said.contains("tip"), "{said}");
    };
    refused(&["simulate", "crecy", "--games", "-1"], "expected a number from 1 to 1000000");
    refused(&["simulate", "crecy", "--jobs", "0"], "expected a number from 1 to 256");
    refused(&["new", "battle", "--seed", "-4"], "expected a number from 0 to");
    refused(&["perft", "morris", "two"], "expected a number from 0 to");
}

#[test]
fn doubtful_rules_are_listed_for_a_game_and_for_a_scenario() {
    let place = tempfile::tempdir().expect("a folder");
    let rules = place.path().join("rules/tried");
    std::fs::create_dir_all(&rules).expect("made");
    std::fs::copy(folder().join("rulings.toy"), rules.join("game.ori")).expect("copied");
    let (said, code) = run(place.path(), &["rulings", "rulings"], "");
    assert!(code == 0 && said.contains("toll  What does the ford cost?  §2"), "{said}");
    assert!(
        said.contains("  dear   default  two coins\n  cheap           one coin") && !said.contains("in force"),
        "{said}"
    );
    let (said, code) = run(place.path(), &["rulings", "connect-four"], "");
    assert!(code == 0 && said.contains("Connect Four has no disputed rules"), "{said}");
    let (said, code) = run(place.path(), &["rulings", "chivalri"], "");
    assert!(code == 2 && said.contains("did you mean `chivalry`?"), "{said}");
    let (said, code) = run(place.path(), &["rulings", "agincort"], "");
    assert!(code == 2 && said.contains("did you mean `agincourt`?"), "{said}");
    let asked = |reading: &str| run(place.path(), &["board", "rulings", "--set", reading], "");
    let (said, code) = asked("tol=dear");
    assert!(
        code == 2 && said.contains("`--set tol=dear`: rulings has no ruling `tol`; did you mean `toll`?"),
        "{said}"
    );
    let (said, code) = asked("toll=free");
    assert!(code == 2 && said.contains("`--set toll=free`: the values of `toll` are dear, cheap\n"), "{said}");
    assert!(!said.contains("-->") && !said.contains("faulty"), "{said}");
}

#[test]
fn scenarios_are_found_without_their_accents_and_told_from_games() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, code) = run(place.path(), &["play", "crécy"], "");
    assert!(code == 0 && said.contains("Chivalry at Bay: Crécy"), "{said}");
    let (said, code) = run(place.path(), &["play", "chivalry"], "");
    assert!(code == 2 && said.contains("`chivalry` is a game; its scenarios are: agincourt, "), "{said}");
    let (said, code) = run(place.path(), &["cover", "agincourt"], "");
    assert!(code == 2 && said.contains("`agincourt` is a scenario of `chivalry`"), "{said}");
}

#[test]
fn a_copy_of_a_scenario_needs_a_name_of_its_own() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("scenarios/examples/hex");
    std::fs::create_dir_all(&folder).expect("made");
    let day = |name: &str, title: &str| format!("scenario {name} \"{title}\" for hex @1 {{ }}\n");
    std::fs::write(folder.join("mine.ori"), day("hex", "Mine")).expect("written");
    let (said, code) = run(place.path(), &["check"], "");
    assert!(code == 1 && said.contains("error[E0204 declared-twice]: two scenarios are named `hex`"), "{said}");
    assert!(said.contains("mine.ori:1:10") && said.contains("rules/examples/hex/game.ori:"), "{said}");
    std::fs::write(folder.join("mine.ori"), day("mine", "Mine")).expect("written");
    let (said, code) = run(place.path(), &["check"], "");
    assert!(code == 0 && said.contains("no errors"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_to_folders_and_folders_without_rules_are_told_of() {
    let place = tempfile::tempdir().expect("a folder");
    let file = |path: &str, text: &str| {
        let path = place.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    let checked = |data: &str| run(place.path(), &["check", "--data", data], "");
    let mine = "// nothing\n";
    file("away/chivalry/mine.ori", mine);
    file("mod/rules/chivalry/fine.ori", "// nothing\n");
    // Files outside the four folders are ignored.
    file("mod/src/mistakes.ori", "nonsense {\n");
    let (said, code) = checked("mod");
    assert!(code == 0 && said.contains("no errors"), "{said}");
    std::os::unix::fs::symlink(place.path().join("away"), place.path().join("mod/scenarios")).expect("linked");
    std::os::unix::fs::symlink(place.path().join("away"), place.path().join("mod/rules/more")).expect("linked");
    let (said, code) = checked("mod");
    assert!(code == 1 && said.contains("mod/scenarios is ignored: it is a link to a folder"), "{said}");
    assert!(said.contains("mod/rules/more is ignored: it is a link to a folder"), "{said}");
    // A link outside the four folders does no harm.
    std::fs::create_dir_all(place.path().join("other")).expect("made");
    std::os::unix::fs::symlink(place.path().join("away"), place.path().join("other/link")).expect("linked");
    let (said, code) = checked("other");
    assert!(code == 1 && said.contains("no rules found in other: expected one of the folders rules, cards"), "{said}");
    file("typo/rule/chivalry/mine.ori", mine);
    file("typo/tests/none.txt", "");
    assert!(checked("typo").0.contains("folder `typo/rule` is ignored"), "{}", checked("typo").0);
}

#[test]
fn a_folder_with_a_misspelt_name_is_told_of() {
    let place = tempfile::tempdir().expect("a folder");
    let warned = || run(place.path(), &["check"], "");
    for folder in ["card/chivalry", "rule", "test"] {
        std::fs::create_dir_all(place.path().join(folder)).expect("made");
    }
    let (said, code) = warned();
    assert!(code == 0 && said.contains("no errors"), "{said}");
    std::fs::write(place.path().join("card/chivalry/x.ori"), "card X @8.1 { cost 1 }\n").expect("written");
    let (said, code) = warned();
    assert!(code == 0 && said.contains("warning[W0203 unread-folder]: folder `card` is ignored"), "{said}");
    assert!(said.contains("did you mean `cards`?") && said.contains("1 warning"), "{said}");
}

/// The input for a small battle, up to the placement of units.
const BATTLE: &str = "green-hill\n\nFrench\nEnglish\n60\n\nMA 2-3 x4\nLB 2/1-2 x4\nLDR 1-1-0\ndone\n\nCB 1/2-3 x2\n\
                      MA 2-4 x3\nLDR 2-1-0\ndone\n\nRain\n1\nHill at left rear\n";

#[test]
fn a_battle_of_ones_own_is_written_checked_and_played() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, code) = run(place.path(), &["new", "battle"], &format!("{BATTLE}spread\nspread\nwrite\n"));
    assert!(code == 0 && said.contains("no errors"), "{said}");
    let file = place.path().join("scenarios/chivalry/green-hill.ori");
    let text = std::fs::read_to_string(&file).expect("it is written");
    // Eight units and a leader cost 48; five units and a leader 45; panic is four fifths of eight, of five.
    assert!(text.contains("army French attacker panic 6 value 48 {"), "{text}");
    assert!(text.contains("army English defender panic 4 value 45 {") && text.contains("Hill, "), "{text}");
    assert!(!place.path().join("green-hill.draft").exists(), "nothing is left over");
    let (said, code) = run(place.path(), &["check", "--notes", "scenarios"], "");
    assert!(code == 0 && said.contains("no errors"), "{said}");
    let (said, code) = run(place.path(), &["simulate", "green-hill", "--games", "4", "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&said).expect("json");
    assert!(code == 0 && json["faults"].as_array().is_some_and(Vec::is_empty) && json["endless"] == 0, "{said}");
    let (said, code) = run(place.path(), &["play", "green-hill"], "auto 5\nboard\nquit\n");
    assert!(code == 0 && said.contains("Chivalry at Bay: Green hill"), "{said}");
}

#[test]
fn a_finished_battle_is_opened_again_and_written_over() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["new", "battle", "--seed", "5"], &format!("{BATTLE}spread\nspread\nwrite\n"));
    let file = "scenarios/chivalry/green-hill.ori";
    let text = || std::fs::read_to_string(place.path().join(file)).expect("it is written");
    let first = text();
    let again = ["new", "battle", "--draft", file];
    let (said, code) = run(place.path(), &again, "show\nundo\nquit\n");
    assert!(code == 0 && said.contains("seed 5") && said.contains("army French attacker"), "{said}");
    assert!(said.contains("the battle is saved in green-hill.draft"), "{said}");
    assert_eq!(text(), first, "nothing is written before `write over`");
    // Starting from the finished battle again would overwrite the draft in progress.
    let (said, code) = run(place.path(), &again, "");
    assert!(code == 2 && said.contains("green-hill.draft already exists"), "{said}");
    let (said, code) =
        run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "undo\nspread\nspread\nwrite over\n");
    assert!(code == 0 && said.contains("no errors"), "{said}");
    assert!(text().contains("army French attacker panic 6 value 48 {"), "{}", text());
    let (said, code) = run(place.path(), &["check", "scenarios"], "");
    assert!(code == 0 && said.contains("no errors"), "{said}");
}

#[test]
fn while_an_army_is_bought_it_is_shown_as_far_as_it_goes() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, _) = run(
        place.path(),
        &["new", "battle"],
        "green-hill\n\nFrench\nEnglish\n60\n\nMA 2-3 x4\nLDR 1-1-0\nshow\nquit\n",
    );
    assert!(said.contains("    // bought, not placed yet: MA 2-3 x4, LDR 1-1-0\n"), "{said}");
}

#[test]
fn a_battle_is_kept_and_gone_on_with() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, code) = run(place.path(), &["new", "battle", "--seed", "7"], BATTLE);
    assert!(code == 0 && said.contains("the battle is saved in green-hill.draft"), "{said}");
    // A battle of the same name would use the same draft.
    let (said, code) = run(place.path(), &["new", "battle"], "green-hill\nquit\n");
    assert!(code == 1 && said.contains("green-hill.draft already exists"), "{said}");
    let again = ["new", "battle", "--draft", "green-hill.draft"];
    let (said, code) = run(place.path(), &again, "spread\nquit\n");
    assert!(code == 0 && said.contains("seed 7") && said.contains("continuing green-hill.draft: 19 lines"), "{said}");
    // An existing file is overwritten only by `write over`.
    let file = place.path().join("scenarios/chivalry/green-hill.ori");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    std::fs::write(&file, "// mine\n").expect("written");
    let (said, code) = run(place.path(), &again, "spread\nwrite\n");
    assert!(code == 1 && said.contains("already exists: `write over`"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "// mine\n");
    let (said, code) = run(place.path(), &again, "write over\n");
    assert!(code == 0 && said.contains("wrote scenarios/chivalry/green-hill.ori"), "{said}");
}

#[test]
fn a_kept_battle_that_was_mended_wrongly_goes_on_before_the_first_bad_line() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["new", "battle"], BATTLE);
    let file = place.path().join("green-hill.draft");
    let text = std::fs::read_to_string(&file).expect("kept");
    let mended = text.replace("> LB 2/1-2 x4", "> LB 2/1-2 x40");
    std::fs::write(&file, &mended).expect("written");
    let (said, _) = run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "LDR 1-1-0\nquit\n");
    assert!(said.contains("line 12: only 8 of `LB 2/1-2` exist") && said.contains("7 lines"), "{said}");
    assert_eq!(std::fs::read_to_string(place.path().join("green-hill.draft.broken")).expect("kept"), mended);
    std::fs::write(&file, "something else").expect("written");
    let (said, code) = run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "");
    assert!(code == 2 && said.contains("is not a draft"), "{said}");
    let (said, code) = run(place.path(), &["new", "battle", "hex"], "");
    assert!(code == 2 && said.contains("Hex does not say what an army may be bought from"), "{said}");
}

#[test]
fn all_scenarios_of_a_game_make_a_table_that_is_always_the_same() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = |jobs: &'static str| {
        ["simulate", "breakthrough", "--table", "docs/soak.md", "--games", "6", "--seed", "2", "--jobs", jobs]
    };
    let file = place.path().join("docs/soak.md");
    let (said, code) = run(place.path(), &arguments("1"), "");
    assert!(code == 0 && said.contains("wrote docs/soak.md"), "{said}");
    let text = std::fs::read_to_string(&file).expect("written");
    let row = text.lines().last().expect("a row");
    assert!(
        text.contains("6 games of each scenario, played by random, seed 2") && row.starts_with("| breakthrough | "),
        "{text}"
    );
    assert!(row.ends_with(" | 0 |"), "{row}");
    run(place.path(), &arguments("2"), "");
    assert_eq!(std::fs::read_to_string(&file).expect("written"), text);
    std::fs::write(&file, "mine").expect("written");
    let (said, code) = run(place.path(), &arguments("1"), "");
    assert!(code == 2 && said.contains("is not a table of results"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "mine");
}

#[test]
fn a_table_may_be_made_under_other_rulings() {
    let place = tempfile::tempdir().expect("a folder");
    let rules = place.path().join("rules/tried");
    std::fs::create_dir_all(&rules).expect("a folder");
    std::fs::write(rules.join("game.ori"), include_str!("transcripts/compare.toy")).expect("written");
    let run = |set: &[&str]| {
        let arguments = [&["simulate", "rulings", "--table", "soak.md", "--games", "4"], set].concat();
        let (said, code) = run(place.path(), &arguments, "");
        (said, code, std::fs::read_to_string(place.path().join("soak.md")).unwrap_or_default())
    };
    let (said, code, printed) = run(&[]);
    assert!(code == 0 && printed.contains("played by random, seed 1. "), "{said}{printed}");
    let (said, code, dear) = run(&["--set", "toll=cheap"]);
    assert!(code == 0 && dear.contains("played by random, seed 1, under toll=cheap. "), "{said}{dear}");
    assert_ne!(printed.lines().last(), dear.lines().last(), "the ruling changes what happens");
    let (said, code, kept) = run(&["--set", "toll=nine"]);
    assert!(code == 2 && said.contains("nine") && kept == dear, "{said}");
}

#[test]
fn what_is_only_worth_knowing_is_counted_and_shown_when_asked_for() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("scenarios/chivalry");
    std::fs::create_dir_all(&folder).expect("made");
    let battle = "scenario brook \"The brook\" for chivalry @12.19 {\n  army French attacker panic 2 value 20 { left rear: MA 2-3, LDR 1-1-0 }\n  \
                  army English defender panic 2 value 20 { left rear: MA 2-5 x2 }\n}\n";
    std::fs::write(folder.join("brook.ori"), battle).expect("written");
    let (said, code) = run(place.path(), &["check", "scenarios"], "");
    assert!(code == 0 && said.contains("no errors") && said.contains("2 notes with `--notes`"), "{said}");
    let (said, code) = run(place.path(), &["check", "scenarios", "--notes"], "");
    assert!(code == 0 && said.contains("2 notes\n"), "{said}");
    assert!(said.contains("note[N0601 army-value]: the pieces of French cost 10, not 20"), "{said}");
    assert!(said.contains("note[N0602 counter-mix]: English sets up 2 `MA 2-5`, and there is 1"), "{said}");
}
