//! Files named as rules that contain no text: each is reported at once, and none is opened that would never end. And
//! paths: where a file is looked for.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::repl::{folder_with, run};

/// The time limit for scanning the folder.
const AT_ONCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 5 });

/// What `check` reports for a folder with an odd file at `rules/odd/x.ori`.
fn checked(lay: impl FnOnce(&Path)) -> (String, i32) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rules/odd");
    std::fs::create_dir_all(&folder).expect("made");
    lay(&folder.join("x.ori"));
    let begun = Instant::now();
    let found = run(place.path(), &["check"], "");
    assert!(begun.elapsed() < AT_ONCE, "{} seconds", begun.elapsed().as_secs());
    found
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_opened() {
    let (said, code) = checked(|path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
        assert!(made.success());
    });
    assert!(code != 0 && said.contains("x.ori is ignored: it is not a regular file"), "{code} {said}");
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_folder() {
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret.ori");
    std::fs::write(&secret, "a line that nobody should see\n").expect("written");
    let (said, code) = checked(|path| std::os::unix::fs::symlink(&secret, path).expect("linked"));
    assert!(
        code != 0 && said.contains("x.ori is ignored: it is a link out of the folder; copy the file instead"),
        "{said}"
    );
    assert!(!said.contains("nobody should see"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_device_behind_a_link_is_not_opened() {
    let (said, code) = checked(|path| std::os::unix::fs::symlink("/dev/zero", path).expect("linked"));
    assert!(code != 0 && said.contains("x.ori is ignored"), "{said}");
}

#[test]
fn bytes_that_are_no_text_are_reported_at_their_line() {
    let text = b"game odd \"Odd\" { sides Red, Blue }\n// \xff\xfe\nkind \xc3\x28 @1\n";
    let (said, code) = checked(|path| std::fs::write(path, text).expect("written"));
    assert!(code == 1 && said.contains("x.ori:"), "{said}");
}

#[test]
fn a_huge_file_is_not_read_to_its_end() {
    let (said, code) = checked(|path| {
        let file = std::fs::File::create(path).expect("made");
        // A sparse file of a terabyte.
        file.set_len(1 << 40).or_else(|_| file.set_len(1 << 30)).expect("long");
    });
    assert!(code != 0 && said.contains("x.ori is ignored: it is larger than 4 megabytes; split it"), "{said}");
}

/// The errors of a game `raid` that begins with this line, and of another file.
fn of_raid(first: &str, path: &str) -> Vec<(&'static str, Option<String>)> {
    use oriflamme::catalog::{Catalog, SourceText};
    let file = |path: &str, text: &str| SourceText { path: path.to_owned(), text: text.to_owned() };
    let catalog = Catalog::new([
        file("rules/raid/game.ori", &format!("{first}\nkind Foot\nnoun unit = Foot\n")),
        file(path, "is big(unit) = unit.in_play\n"),
    ]);
    let errors = catalog.check_all().into_iter().filter(|one| one.is_error());
    errors.map(|one| (one.code, one.help)).collect()
}

#[test]
fn a_game_item_with_an_error_is_the_only_error() {
    let errors = of_raid("game raid \"Raid { sides Scots, English }", "cards/raid/big.ori");
    assert_eq!(errors.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["unterminated-string"]);
}

#[test]
fn a_folder_with_almost_the_name_of_a_game_is_named() {
    let errors = of_raid("game raid \"Raid\" { sides Scots, English }", "rules/raids/big.ori");
    assert_eq!(errors, [("no-game", Some("did you mean `raid`?".to_owned()))]);
    for (folder, meant) in [("lesson", "raid/lessons"), ("puzzel", "raid/puzzles")] {
        let errors = of_raid("game raid \"Raid\" { sides Scots, English }", &format!("rules/raid/{folder}/big.ori"));
        assert_eq!(errors, [("no-game", Some(format!("did you mean `{meant}`?")))]);
    }
}

#[test]
fn a_folder_in_the_folder_of_a_game_is_told_as_not_read() {
    let errors = of_raid("game raid \"Raid\" { sides Scots, English }", "scenarios/raid/battles/big.ori");
    let help = "put the file into the folder of the game itself: `scenarios/raid/big.ori`";
    assert_eq!(errors, [("no-game", Some(help.to_owned()))]);
}

/// A small game with a test.
const SMALL: &str = "game small \"Small\" { sides A, B }\nrulebook { 1 \"One\" \"All of it.\" }\n\
    board small @1 { grid cell 2 x 1 { columns file: a, b   rows rank: 1 } }\nkind Disc @1\n\
    sequence @1 { turn repeat 1..2 { say_it do { say(\"x\"); } } }\n\
    test \"it begins\" @1 { then winner == none }\n";

#[test]
fn a_path_in_a_data_folder_is_read_once() {
    let place = folder_with("mod/rules/small/game.ori", SMALL);
    for path in ["mod", "./mod/", "mod/rules", "mod/rules/small/game.ori", "."] {
        let (said, code) = run(place.path(), &["check", "--data", "mod", path], "");
        assert!(code == 0 && said.contains("no errors"), "{path}: {said}");
    }
    let (said, _) = run(place.path(), &["test", "--data", "mod", "mod"], "");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("1 test:")), "{said}");
    for path in ["rules", "rules/small/game.ori"] {
        let (said, code) = run(place.path(), &["check", "--data", "mod", path], "");
        assert!(code == 0 && said.contains("no errors"), "{path} is found in the data folder: {said}");
    }
    let (said, code) = run(place.path(), &["check", "--data", "mod", "rules/none.ori"], "");
    assert!(code == 2 && said.contains("rules/none.ori: "), "{said}");
}

#[test]
fn the_folder_above_the_rules_is_checked_like_the_rules() {
    let place = folder_with("mod/rules/small/game.ori", SMALL);
    for (inside, path) in [("mod", "."), ("mod", "./rules"), ("", "mod"), ("mod/rules", "../../mod")] {
        let (said, code) = run(&place.path().join(inside), &["check", path], "");
        assert!(code == 0 && said.contains("no errors"), "{path} in {inside}: {said}");
        let (said, _) = run(&place.path().join(inside), &["test", path], "");
        assert!(said.lines().last().is_some_and(|line| line.starts_with("1 test:")), "{path} in {inside}: {said}");
    }
}

#[test]
fn a_folder_without_rule_files_has_no_tests_to_run() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(place.path().join("scenarios/chivalry")).expect("made");
    for command in ["check", "test"] {
        let (said, code) = run(place.path(), &[command, "scenarios"], "");
        assert!(code == 2 && said.contains("no `.ori` file in these paths") && !said.contains("ok "), "{said}");
    }
    #[cfg(unix)]
    for path in ["scenarios", "."] {
        let link = place.path().join("scenarios/chivalry/x.ori");
        let _ = std::os::unix::fs::symlink(place.path().join("nowhere"), link);
        let (said, code) = run(place.path(), &["test", path], "");
        let problem = "scenarios/chivalry/x.ori is ignored: it is a link to a file that does not exist";
        assert!(code == 2 && said.matches(problem).count() == 1 && !said.contains("ok "), "{said}");
    }
}
