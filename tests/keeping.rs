//! Saved games on disk, through the real binary: one writer, nothing lost, everything that was changed is found.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::repl::{folder_with, run};

fn text_of(place: &Path, name: &str) -> String {
    std::fs::read_to_string(place.join(name)).expect("it is there")
}

/// Files in a folder, by name.
fn names(place: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(place).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn verify_finds_whatever_was_changed() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "agincourt", "--save", "game", "--seed", "7"], "auto 40\n");
    let whole = text_of(place.path(), "game");
    let verify = |text: &[u8]| {
        std::fs::write(place.path().join("other"), text).expect("written");
        run(place.path(), &["replay", "other", "--verify"], "")
    };
    assert_eq!(verify(whole.as_bytes()).1, 0);
    assert_eq!(verify(whole.replace('\n', "\r\n").as_bytes()).1, 0, "mail changes the ends of lines");
    let dice = whole.find("chance: dice").expect("dice are rolled") + "chance: dice ".len();
    let mut thrown = whole.clone();
    thrown.replace_range(dice..=dice, if &whole[dice..=dice] == "1" { "2" } else { "1" });
    let seat = whole.find("seat ").expect("a seat");
    for (what, text) in [
        ("the seed", whole.replace("seed 7", "seed 8")),
        ("a second seed", whole.replace("seed 7", "seed 7\nseed 8")),
        ("a seat", whole.replacen(" person", " greedy", 1)),
        (
            "a seat gone",
            format!("{}{}", &whole[..seat], &whole[whole[seat..].find('\n').expect("a line") + seat + 1..]),
        ),
        ("a die", thrown),
        ("a note", whole.replace("# end", "table: dice laid: 6\n# end")),
        ("the number of the record gone", whole.trim_end()[..whole.trim_end().len() - 17].to_owned()),
    ] {
        let (said, code) = verify(text.as_bytes());
        assert!(code != 0 && said.contains("standard error"), "{what}: {said}");
    }
    let mut bytes = whole.clone().into_bytes();
    bytes[dice] = 0xff;
    let (said, code) = verify(&bytes);
    assert!(code == 1 && said.contains("not text (UTF-8)"), "{said}");
}

#[test]
fn dice_that_are_set_are_kept_until_a_roll_uses_them() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "bannockburn", "--save", "game", "--seed", "1"], "dice 5 | 2\nquit\n");
    let saved = text_of(place.path(), "game");
    assert!(saved.contains("\ndice 5 | 2\n# end"), "{saved}");
    let (said, _) = run(place.path(), &["play", "bannockburn", "--save", "game"], "dice\nauto 200\nquit\n");
    assert!(said.contains("next dice: 5 | 2"), "{said}");
    let played = text_of(place.path(), "game");
    let rolls: Vec<&str> = played.lines().filter_map(|line| line.strip_prefix("chance: dice ")).take(2).collect();
    assert_eq!(rolls, ["5", "2"], "{played}");
    assert!(!played.contains("\ndice "), "{played}");
    assert_eq!(run(place.path(), &["replay", "game", "--verify"], "").1, 0);
    // Dice that no die shows, and dice in a strict game, are named with their line.
    for (text, expected) in [
        (saved.replace("\ndice 5", "\ndice 77"), "a die shows 1 to 6, not 77"),
        (saved.replace("\ndice 5", "\ndice six"), "`dice` takes a group of numbers for each roll"),
        (saved.replace("seat English", "strict\nseat English"), "this game is strict: dice cannot be set"),
    ] {
        std::fs::write(place.path().join("other"), text).expect("written");
        let (said, _) = run(place.path(), &["play", "bannockburn", "--save", "other"], "dice\nquit\n");
        assert!(said.contains(expected) && said.contains("no dice are set"), "{said}");
    }
}

#[test]
fn a_game_of_the_first_format_is_gone_on_with() {
    let place = tempfile::tempdir().expect("a folder");
    let old = "oriflamme 1\ngame connect_four\nscenario connect-four\nseed 1\nseat Red person\nseat Yellow person\n\n\
               Red: Drop in d\nYellow: Drop in d\n";
    std::fs::write(place.path().join("game"), old).expect("written");
    let (said, code) = run(place.path(), &["play", "connect-four", "--save", "game"], "drop in e\n");
    assert!(code == 0 && said.contains("continuing game: 2 decisions"), "{said}");
    let new = text_of(place.path(), "game");
    assert!(new.starts_with("oriflamme 2\n") && new.contains("Red: Drop in e"), "{new}");
    let (said, code) = run(place.path(), &["replay", "game", "--verify"], "");
    assert!(code == 0, "{said}");
}

#[test]
fn a_saved_game_names_the_command_that_continues_it() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(place.path().join("my rules/rules")).expect("a folder");
    let begin = ["--data", "my rules", "play", "connect-four", "--engine", "native"];
    let (said, code) = run(place.path(), &begin, "drop in d\nsave -x\nsave ~\n");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for file in ["./-x", "./~"] {
        let wanted = format!("`oriflamme play connect-four --data 'my rules' --engine native --save {file}` continues");
        assert!(code == 0 && words.contains(&wanted), "{said}");
        let go_on = ["play", "connect-four", "--data", "my rules", "--engine", "native", "--save", file];
        let (said, code) = run(place.path(), &go_on, "drop in e\n");
        assert!(code == 0 && said.contains("1 decision"), "{said}");
    }
}

#[test]
fn two_programs_do_not_write_one_game() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "connect-four", "--save", "game"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_oriflamme"))
        .args(arguments)
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let begun = std::time::Instant::now();
    while !place.path().join("game").exists() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let (said, code) = run(place.path(), &arguments, "drop in a\n");
    assert!(code == 2 && said.contains("another oriflamme is using"), "{said}");
    let (said, code) = run(place.path(), &["play", "connect-four"], "drop in a\nsave game\nsave game\n");
    assert!(code == 1 && said.contains("another oriflamme is using"), "{said}");
    first.stdin.take().expect("piped").write_all(b"drop in d\n").expect("it reads");
    assert!(first.wait().expect("it ends").success());
    assert!(text_of(place.path(), "game").contains("Red: Drop in d"));
    assert_eq!(names(place.path()), ["game"], "nothing is left behind");
    let (said, code) = run(place.path(), &arguments, "drop in a\n");
    assert!(code == 0 && said.contains("1 decision"), "{said}");
}

#[test]
fn what_another_program_wrote_meanwhile_is_kept() {
    let place = tempfile::tempdir().expect("a folder");
    // `svg` writes no saved game; a link makes it write where the game is kept.
    let mut game = Command::new(env!("CARGO_BIN_EXE_oriflamme"))
        .args(["play", "connect-four", "--save", "game"])
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let begun = std::time::Instant::now();
    while !place.path().join("game").exists() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::fs::write(place.path().join("game"), "mended by hand").expect("written");
    game.stdin.take().expect("piped").write_all(b"drop in d\n").expect("it reads");
    game.wait().expect("it ends");
    assert_eq!(text_of(place.path(), "game.changed"), "mended by hand");
    assert!(text_of(place.path(), "game").contains("Red: Drop in d"));
}

#[test]
fn a_decision_taken_back_after_chance_was_seen_is_recorded() {
    let place = tempfile::tempdir().expect("a folder");
    let play = |lines: &str| run(place.path(), &["play", "agincourt", "--save", "game"], lines).0;
    play("y\n0\n0\n");
    let before = text_of(place.path(), "game");
    assert!(!before.contains("table:"), "{before}");
    // The draw that follows the first decision was seen.
    play("back 99\n");
    let back = text_of(place.path(), "game");
    assert!(back.contains("table: decision 1 taken back after "), "{back}");
    play("back 99\nforward 99\n");
    let (said, code) = run(place.path(), &["replay", "game", "--verify"], "");
    assert!(code == 0, "{said}");
    // What is done again as it was gains nothing.
    let other = tempfile::tempdir().expect("a folder");
    run(other.path(), &["play", "agincourt", "--save", "game"], "y\n0\nback 99\nforward 99\n");
    assert!(!text_of(other.path(), "game").contains("table:"));
}

#[test]
fn a_strict_game_takes_back_only_what_nothing_was_seen_of() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "agincourt", "--save", "game", "--strict"];
    let (said, code) = run(place.path(), &arguments, "y\n0\nback 99\ndice 6\nbot French greedy\n");
    assert!(code == 1 && said.contains("this game is strict: the decision showed 3 cards"), "{said}");
    assert!(said.contains("dice cannot be set") && said.contains("players cannot be changed"), "{said}");
    // It stays strict when it is continued.
    let (said, code) = run(place.path(), &arguments[..4], "back 99\n");
    assert!(code == 1 && said.contains("this game is strict"), "{said}");
    let (said, code) = run(place.path(), &["play", "connect-four", "--save", "four"], "drop in d\nback\ndrop in e\n");
    assert!(code == 0, "{said}");
    let (said, code) = run(place.path(), &["play", "connect-four", "--save", "four", "--strict"], "");
    assert!(code == 2 && said.contains("started without `--strict`"), "{said}");
}

#[test]
fn a_game_names_the_mods_that_it_was_played_with() {
    let place = folder_with("mods/cards/chivalry/calm.ori", "card Calm @8.1 { cost 1  copies 20 }\n");
    let with = ["play", "crecy", "--save", "game", "--data", "mods"];
    run(place.path(), &with, "auto 6\n");
    assert!(
        text_of(place.path(), "game").contains("\nmod cards/chivalry/calm.ori "),
        "{}",
        text_of(place.path(), "game")
    );
    let (said, code) = run(place.path(), &["replay", "game", "--verify", "--data", "mods"], "");
    assert!(code == 0 && !said.contains("calm"), "{said}");
    let (said, _) = run(place.path(), &["replay", "game", "--verify"], "");
    assert!(said.contains("this game uses cards/chivalry/calm.ori, which is missing"), "{said}");
    let calm = place.path().join("mods/cards/chivalry/calm.ori");
    std::fs::write(calm, "card Calm @8.1 { cost 2  copies 20 }\n").expect("written");
    let (said, _) = run(place.path(), &with, "");
    assert!(said.contains("cards/chivalry/calm.ori has changed since the game was saved"), "{said}");
}

#[test]
fn nothing_steers_the_terminal() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rules/sly");
    std::fs::create_dir_all(&folder).expect("made");
    let rules = "game sly \"Sly\u{1b}]0;owned\u{7}\" { sides A \"A\u{202e}\", B }\nboard t { spaces { Here \"\u{9b}31mHere\" } }\n\
                 scenario sly \"Sly\" for sly { }\n/// Wins\u{1b}[2J.\naction win \"Win\u{1b}[1m\" { do { say(\"\u{1b}[8mhidden\"); finish(me); } }\n\
                 sequence { turn { playing A  actions win must once } }\n";
    std::fs::write(folder.join("game.ori"), rules).expect("written");
    for (arguments, lines) in [
        (&["play", "sly"][..], "help win\nwin\nlog all\nload \u{1b}[31mx\n\u{1b}[2J\n"),
        (&["list"][..], ""),
        (&["check"][..], ""),
        (&["board", "sly"][..], ""),
        (&["play", "\u{1b}[31m"][..], ""),
        (&["pl\u{202e}ya"][..], ""),
        (&["play", "sly", "--seed", "\u{9b}31m"][..], ""),
        (&["perft", "\u{202e}sly", "2"][..], ""),
        (&["simulate", "sly", "--games", "1"][..], ""),
        (&["cover", "sly", "--games", "1"][..], ""),
    ] {
        let (said, _) = run(place.path(), arguments, lines);
        assert!(!said.is_empty());
        let found =
            said.chars().find(|sign| sign.is_control() && *sign != '\n' || ('\u{202a}'..='\u{202e}').contains(sign));
        assert_eq!(found, None, "{arguments:?}: {said:?}");
    }
}

/// A game of Agincourt against a bot, saved after its beginning.
fn against_a_bot(place: &Path) -> String {
    run(place, &["play", "agincourt", "--seed", "1", "--seat", "English=greedy", "--save", "game"], "");
    text_of(place, "game")
}

#[test]
fn a_side_of_a_seat_that_the_game_does_not_have_is_named_at_its_line() {
    let place = tempfile::tempdir().expect("a folder");
    let whole = against_a_bot(place.path());
    let with = |text: String| std::fs::write(place.path().join("other"), text).expect("written");
    let wrong = |text: String| {
        with(text);
        let (said, code) = run(place.path(), &["play", "other"], "");
        assert_eq!(code, 2, "{said}");
        let (other, code) = run(place.path(), &["play", "agincourt", "--save", "other"], "");
        assert!(code == 2 && other.contains("line 7: "), "{other}");
        said
    };
    let said = wrong(whole.replace("seat English", "seat Englsh"));
    assert!(said.contains("line 7: no side is named `Englsh`; the sides are: French, English"), "{said}");
    let said = wrong(whole.replace("seat English", "seat  french"));
    assert!(said.contains("line 7: a second `seat` line for French: the head already has one"), "{said}");
    let said = wrong(whole.replace("English greedy", "English genius"));
    assert!(said.contains("line 7: expected `seat SIDE person|random|greedy|search`"), "{said}");
    with(whole.replace("seat English greedy\n", ""));
    let (said, code) = run(place.path(), &["play", "other"], "");
    assert!(code == 0 && said.contains("the file has no `seat` line for English: a person plays this side"), "{said}");
}

#[test]
fn a_file_that_was_changed_is_told_at_loading_and_recorded() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "agincourt", "--save", "game", "--seed", "7"], "auto 12\n");
    let whole = text_of(place.path(), "game");
    let changed = "the file was changed after it was saved";
    let (said, _) = run(place.path(), &["play", "agincourt", "--save", "game"], "");
    assert!(!said.contains(changed) && text_of(place.path(), "game") == whole, "{said}");
    let end = whole.find("# end").expect("a last line");
    for (what, text) in [("another seed", whole.replace("seed 7", "seed 8")), ("no last line", whole[..end].to_owned())]
    {
        std::fs::write(place.path().join("other"), text).expect("written");
        let (said, code) = run(place.path(), &["play", "other"], "");
        assert!(code == 0 && said.contains(changed), "{what}: {said}");
        let (said, code) = run(place.path(), &["play", "agincourt"], "load other\nstatus\n");
        assert!(code == 0 && said.contains(changed) && said.contains("changed outside the program"), "{what}: {said}");
        let (said, code) = run(place.path(), &["play", "agincourt", "--save", "other"], "auto\n");
        assert!(code == 0 && said.contains(changed), "{what}: {said}");
        // The new file is as it was saved, and tells of the change.
        assert!(text_of(place.path(), "other").contains("table: the file of the game was changed"), "{what}");
        let (said, code) = run(place.path(), &["replay", "other", "--verify"], "");
        assert!(code == 0, "{what}: {said}");
        let (said, _) = run(place.path(), &["play", "agincourt", "--save", "other"], "");
        assert!(!said.contains(changed), "{what}: {said}");
    }
}

#[test]
fn an_answer_to_an_ordinary_question_has_no_number_of_opportunities() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "agincourt", "--save", "game", "--seed", "5"], "n\n1,5\n");
    let whole = text_of(place.path(), "game");
    let line = 1 + whole.lines().position(|line| line == "English: no").expect("the English do not pass");
    std::fs::write(place.path().join("other"), whole.replace("English: no", "English +999999: no")).expect("written");
    let (said, code) = run(place.path(), &["replay", "other", "--verify"], "");
    assert!(code == 1 && said.contains(&format!("line {line}: `+999999` marks an interrupt")), "{said}");
    assert!(!said.contains("hash of its final state"), "only the first problem is reported: {said}");
}

#[test]
fn leftover_answers_on_an_empty_board_are_told_as_such() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "agincourt", "--save", "game", "--seed", "5"], "n\n");
    let text = text_of(place.path(), "game").replace("scenario agincourt", "scenario agincourt\nbench");
    std::fs::write(place.path().join("other"), text).expect("written");
    let (said, code) = run(place.path(), &["replay", "other"], "");
    assert!(code == 1 && said.contains("no step has begun") && !said.contains("the game was over"), "{said}");
}

#[test]
fn a_long_line_is_not_quoted_whole() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "connect-four", "--save", "game"], "d\n");
    let whole = text_of(place.path(), "game");
    let long = "é".repeat(100_000);
    // A line that is not an answer is not quoted at all.
    for (line, mark) in [(format!("Red: {long}"), " … "), (long, "this is not an answer")] {
        let text = whole.replace("# end", &format!("{line}\n# end"));
        std::fs::write(place.path().join("other"), text).expect("written");
        let (said, code) = run(place.path(), &["replay", "other"], "");
        assert!(code == 1 && said.len() < 3000 && said.contains(mark), "{}", said.len());
    }
}

#[test]
fn a_damaged_file_stays_as_it_is_until_a_decision_and_is_copied_once() {
    let place = tempfile::tempdir().expect("a folder");
    let bot = ["play", "agincourt", "--seed", "5", "--seat", "English=random", "--save", "game"];
    run(place.path(), &bot, "");
    let whole = text_of(place.path(), "game");
    let damaged = whole.replace("English: Charge, React\n", "English: Charge, Reactt\n");
    assert_ne!(damaged, whole);
    std::fs::write(place.path().join("game"), &damaged).expect("written");
    let play = |input: &str| run(place.path(), &["play", "agincourt", "--save", "game"], input).0;
    for _ in 0..2 {
        let said = play("");
        assert!(said.contains("continuing game: 1 decision\n") && said.contains("bots have decided again"), "{said}");
        assert!(said.contains("game is unchanged") && !said.contains("the game is saved in"), "{said}");
        assert_eq!((text_of(place.path(), "game"), names(place.path()).len()), (damaged.clone(), 1));
    }
    let said = play("n\n0\n");
    assert!(said.contains("a copy of it as it was is in game.broken"), "{said}");
    assert!(said.contains("the game is saved in game"), "{said}");
    assert_eq!((text_of(place.path(), "game.broken"), names(place.path()).len()), (damaged.clone(), 2));
    assert_eq!(run(place.path(), &["replay", "game", "--verify"], "").1, 0);
    // Damaged in the same way again, it has the same copy.
    std::fs::write(place.path().join("game"), &damaged).expect("written");
    play("save\n");
    assert_eq!(names(place.path()), ["game", "game.broken"]);
}

#[test]
fn a_reading_that_the_game_does_not_have_is_named_at_its_line() {
    let place = tempfile::tempdir().expect("a folder");
    let whole = against_a_bot(place.path());
    for (ruling, wanted) in [
        ("drawing zzz", "other, line 6: the values of `drawing` are "),
        ("nosuch full", "other, line 6: agincourt has no ruling `nosuch`"),
    ] {
        let (head, rest) = whole.split_once("seat ").expect("a seat");
        assert_eq!(head.lines().count(), 5, "{head}");
        std::fs::write(place.path().join("other"), format!("{head}ruling {ruling}\nseat {rest}")).expect("written");
        for arguments in [
            ["play", "other"].as_slice(),
            &["play", "agincourt", "--save", "other"],
            &["replay", "other"],
            &["play", "other", "--set", "hill_charge=point"],
        ] {
            let (said, code) = run(place.path(), arguments, "");
            assert!(code == 2 && said.contains(wanted), "{arguments:?}: {code} {said}");
        }
    }
}

#[test]
fn one_file_under_two_paths_is_not_another_game() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, code) = run(place.path(), &["play", "connect-four"], "d\nsave ./game\ne\nsave game\n");
    assert!(code == 0 && !said.contains("already contains"), "{said}");
    assert!(text_of(place.path(), "game").contains("Yellow: Drop in e"));
}

#[test]
fn the_lock_of_a_program_that_was_killed_hinders_no_other() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "connect-four", "--save", "game"];
    let mut child = crate::repl::started(place.path(), &arguments);
    let begun = std::time::Instant::now();
    while !place.path().join("game").exists() && begun.elapsed() < std::time::Duration::from_secs(60) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(place.path().join("game.lock").exists());
    let (said, code) = run(place.path(), &arguments, "d\n");
    assert!(code == 0 && text_of(place.path(), "game").contains("Red: Drop in d"), "{said}");
    assert_eq!(names(place.path()), ["game"]);
}
