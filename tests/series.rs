//! Series of games, run by the real binary: the number of jobs makes no difference, a profile leaves the games as they
//! are, and Ctrl-C keeps what was played.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::repl::run;

#[test]
fn simulations_are_the_same_for_any_number_of_jobs() {
    let place = tempfile::tempdir().expect("a folder");
    let results = |jobs: &str| {
        let arguments = ["simulate", "connect-four", "--games", "20", "--jobs", jobs, "--format", "json"];
        let (said, code) = run(place.path(), &arguments, "");
        assert_eq!(code, 0, "{said}");
        let mut json: serde_json::Value = serde_json::from_str(&said).expect("json");
        for key in ["seconds", "decisions_per_second"] {
            json.as_object_mut().expect("an object").remove(key).expect("it is there");
        }
        json
    };
    assert_eq!(results("1"), results("3"));
}

#[test]
fn a_profile_lists_rules_with_their_places_and_leaves_the_games_as_they_are() {
    let place = tempfile::tempdir().expect("a folder");
    let plain = ["simulate", "morris", "--games", "2", "--seed", "3"];
    let (expected, code) = run(place.path(), &plain, "");
    assert_eq!(code, 0, "{expected}");
    let (said, code) = run(place.path(), &[&plain[..], &["--profile"]].concat(), "");
    assert_eq!(code, 0, "{said}");
    let results = |text: &str| text.split("2 games, ").next().unwrap_or_default().to_owned();
    assert_eq!(results(&said), results(&expected));
    let rows: Vec<&str> =
        said.lines().filter(|line| line.contains(" % ") && line.contains("rules/examples/morris/")).collect();
    assert!(rows.len() > 5, "{said}");
    assert!(rows.iter().any(|row| row.contains("action Move") || row.contains("word ")), "{said}");
    let (said, code) = run(place.path(), &[&plain[..], &["--profile", "--jobs", "2"]].concat(), "");
    assert_ne!(code, 0, "{said}");
}

/// What a series prints, and its errors, if Ctrl-C stops it. Its exit code is that of a failure.
fn stopped(place: &Path, arguments: &[&str]) -> (String, String) {
    // A slow machine may not have played a game yet; then it gets more time.
    let stopped = [3, 10, 40].into_iter().find_map(|seconds| {
        let mut series = Command::new(env!("CARGO_BIN_EXE_oriflamme"));
        series.args(arguments).current_dir(place);
        let series = series.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_secs(seconds));
        let told = Command::new("kill").args(["-INT", &series.id().to_string()]).status();
        let output = series.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_begun = !said.is_empty() && !said.contains("\"games\":0,");
        (told.is_ok_and(|told| told.success()) && output.status.code() == Some(1) && is_begun)
            .then(|| (said, String::from_utf8_lossy(&output.stderr).into_owned()))
    });
    stopped.expect("the series is stopped")
}

#[test]
fn ctrl_c_shows_the_first_games_which_can_be_played_again() {
    let place = tempfile::tempdir().expect("a folder");
    let results = |said: &str| -> (u64, serde_json::Value) {
        let json: serde_json::Value = serde_json::from_str(said).expect("json");
        (json["games"].as_u64().expect("a number"), json["digest"].clone())
    };
    let (said, problem) =
        stopped(place.path(), &["simulate", "breakthrough", "--games", "1000000", "--format", "json"]);
    let (games, digest) = results(&said);
    assert!(games > 0 && problem.contains(&format!("stopped: the first {games} of 1000000 games")), "{said}{problem}");
    let again = ["simulate", "breakthrough", "--games", &games.to_string(), "--format", "json"];
    let (again, code) = run(place.path(), &again, "");
    assert_eq!((code, results(&again)), (0, (games, digest)), "{again}");
}

#[test]
fn ctrl_c_keeps_the_pairs_that_were_played_under_each_ruling() {
    let place = tempfile::tempdir().expect("a folder");
    let compared = |said: &str| -> (u64, serde_json::Value) {
        let json: serde_json::Value = serde_json::from_str(said).expect("json");
        assert_eq!(json["games"], json["compared"][0]["pairs"], "{said}");
        (json["games"].as_u64().expect("a number"), json["compared"].clone())
    };
    let series = |games| ["simulate", "auray", "--compare", "hill_charge", "--games", games, "--format", "json"];
    let (said, problem) = stopped(place.path(), &series("1000000"));
    let (games, found) = compared(&said);
    assert!(games > 0, "{said}");
    let wanted = format!("stopped: the first {games} of 1000000 games were played under each ruling");
    assert!(problem.contains(&wanted), "{problem}");
    let (again, code) = run(place.path(), &series(&games.to_string()), "");
    assert_eq!((code, compared(&again)), (0, (games, found)), "{again}");
}

#[test]
fn ctrl_c_shows_the_profile_of_the_games_that_were_played() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, problem) = stopped(place.path(), &["simulate", "morris", "--games", "1000000", "--profile"]);
    assert!(said.contains("calls a decision") && said.contains("rules/examples/morris/"), "{said}");
    assert!(problem.contains(" of 1000000 games were played"), "{problem}");
}
