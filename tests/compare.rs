//! Readings compared: in a position, over a saved game, and by pairs of games; the game is left as it was.

use std::path::Path;

use oriflamme::play::native;
use oriflamme::session::{CountedAtMost, Opening, OtherReading, Session};

use crate::harness::game;
use crate::repl::run;

const AT_MOST: CountedAtMost = CountedAtMost { commands: 3, outcomes: 300 };

/// The toy of doubtful rules, as the transcripts have it, in a folder of its own.
fn doubtful(change: impl Fn(&str) -> String) -> tempfile::TempDir {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/compare.toy");
    let rules = std::fs::read_to_string(path).expect("the toy");
    let place = tempfile::tempdir().expect("a folder");
    write(place.path(), &change(&rules));
    place
}

fn write(place: &Path, rules: &str) {
    let folder = place.join("rules/tried");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("game.ori"), rules).expect("written");
}

/// A saved game of the toy.
fn saved(place: &Path) {
    let said =
        run(place, &["play", "rulings"], "leap man1 to wood\ndone\nleap man2 to hill\ndone\nsave x.game\nquit\n");
    assert_eq!(said.1, 0, "{}", said.0);
}

#[test]
fn a_position_compared_with_itself_shows_no_difference_and_is_left_as_it_was() {
    for scenario in ["agincourt", "bannockburn", "charles"] {
        let rules = game(scenario);
        let mut session = Session::new(&rules, Opening::hot_seat(&rules), native::make).expect("the game begins");
        for _ in 0..4 {
            let _ = session.auto(4);
            let before = (session.hash(), session.save());
            let same = OtherReading { ruling: oriflamme::model::id::RulingId(0), reading: rules.readings[0] };
            let compared = session.comparison("", AT_MOST).with(same, &mut || true).expect("compared");
            assert!(compared.lines.is_empty(), "{scenario}: {:?}", compared.lines);
            assert_eq!((session.hash(), session.save()), before, "{scenario}");
        }
    }
}

#[test]
fn every_ruling_of_the_shipped_games_can_be_compared_anywhere() {
    for scenario in ["bannockburn", "charles"] {
        let rules = game(scenario);
        let mut session = Session::new(&rules, Opening::hot_seat(&rules), native::make).expect("the game begins");
        let _ = session.auto(12);
        let (others, only) = session.other_readings("").expect("rulings");
        assert_eq!(only, "");
        let mut comparison = session.comparison("", AT_MOST);
        for other in others.into_iter().take(6) {
            comparison.with(other, &mut || true).expect("compared");
        }
    }
}

#[test]
fn a_changed_folder_is_named_by_the_first_decision_it_changes_and_by_its_line() {
    let place = doubtful(str::to_owned);
    saved(place.path());
    let other = doubtful(|rules| rules.replace("base 3", "base 4"));
    let (said, code) = run(place.path(), &["replay", "x.game", "--data", &other.path().display().to_string()], "");
    assert_eq!(code, 0, "{said}");
    for part in
        ["They differ at decision 1: North: Leap Man1 to Wood", "speed (Man1): 2", "speed (Man1): 3", "game.ori:38"]
    {
        assert!(said.contains(part), "no `{part}`:\n{said}");
    }
    // A rule that is gone is the reason as well.
    let other = doubtful(|rules| rules.replace("forbid leap(piece) when piece.lost", "forbid leap(piece) when true"));
    let (said, _) = run(place.path(), &["replay", "x.game", "--data", &other.path().display().to_string()], "");
    assert!(said.contains("Leap is not possible:") && said.contains("goes round in a circle"), "{said}");
    // What changes nothing is said to change nothing.
    let other = doubtful(|rules| format!("{rules}\n// a remark\n"));
    let (said, _) = run(place.path(), &["replay", "x.game", "--data", &other.path().display().to_string()], "");
    assert!(said.contains("make no difference to this game") && !said.contains("They differ"), "{said}");
}

#[test]
fn a_saved_game_goes_on_under_another_ruling_to_where_it_matters() {
    let place = doubtful(str::to_owned);
    saved(place.path());
    let file = place.path().join("x.game");
    let before = std::fs::read(&file).expect("saved");
    let (said, code) = run(place.path(), &["replay", "x.game", "--set", "night=same"], "");
    assert!(code == 0 && said.contains("They differ at decision 1") && said.contains("by night"), "{said}");
    let (said, code) = run(place.path(), &["replay", "x.game", "--set", "toll=cheap"], "");
    assert!(code == 0 && said.contains("the game is the same under these rulings"), "{said}");
    let (said, code) = run(place.path(), &["play", "x.game", "--set", "night=same"], "leap man1 to wood\nsave\nquit\n");
    assert!(code == 0 && said.contains("pace 3"), "{said}");
    assert_eq!(std::fs::read(&file).expect("still there"), before, "the saved game is another game's now");
    for (set, right) in
        [("night=dark", "slow, same"), ("nigt=same", "did you mean `night`?"), ("night", "RULING=VALUE")]
    {
        let (said, code) = run(place.path(), &["replay", "x.game", "--set", set], "");
        assert!(code == 2 && said.contains(right), "{set}: {code}\n{said}");
    }
}

/// The toy with a hook and a step that only one reading has, and that do nothing as long as no man is at the ford.
fn with_mire(rules: &str) -> String {
    rules.replace(
        "sequence @2 { turn repeat 1..3 {",
        "ruling mire \"Is the ford a mire?\" @2 {\n  deep \"yes\" default\n  dry \"no\"\n}\n\
         procedure sink(piece) @2 { if piece.space == Ford { piece.pace = 0; } }\n\
         after leap(piece) under mire deep @2 do { sink(piece); }\n\
         sequence @2 {\n turn repeat 1..3 {\n  wading @2 under mire deep do { for one in pieces { sink(one); } }\n ",
    )
}

#[test]
fn rules_that_ran_without_effect_are_no_difference() {
    let place = doubtful(with_mire);
    saved(place.path());
    let (said, code) = run(place.path(), &["replay", "x.game", "--set", "mire=dry"], "");
    assert!(code == 0 && said.contains("the game is the same under these rulings"), "{said}");
    let other =
        doubtful(|rules| with_mire(rules).replace("after leap(piece) under", "after leap(piece) when false under"));
    let (said, _) = run(place.path(), &["replay", "x.game", "--data", &other.path().display().to_string()], "");
    assert!(said.contains("make no difference to this game") && !said.contains("They differ"), "{said}");
}

#[test]
fn no_reason_is_a_line_that_the_log_does_not_have() {
    let place = doubtful(with_mire);
    saved(place.path());
    let other = doubtful(|rules| with_mire(rules).replace("piece.space == Ford", "piece.space != Ford"));
    let (said, _) = run(place.path(), &["replay", "x.game", "--data", &other.path().display().to_string()], "");
    assert!(said.contains("They differ at decision 1: North: Leap Man1 to Wood"), "{said}");
    assert!(said.contains("Man1: pace 0") && !said.contains("no line"), "{said}");
}

#[test]
fn a_bot_waits_before_the_decision_at_which_its_game_parts() {
    let place = doubtful(str::to_owned);
    let bots = ["play", "rulings", "--seat", "North=random", "--seat", "South=random", "--seed", "3"];
    let (said, code) = run(place.path(), &bots, "save x.game\nquit\n");
    assert_eq!(code, 0, "{said}");
    let (said, code) = run(place.path(), &["play", "x.game", "--set", "night=same"], "quit\n");
    assert_eq!(code, 0, "{said}");
    let at = said.split_once("They differ at decision ").and_then(|(_, rest)| rest.split_once(':'));
    let before = at.and_then(|(number, _)| number.parse::<usize>().ok()).expect("they differ") - 1;
    let decisions = if before == 1 { "decision" } else { "decisions" };
    assert!(said.contains(&format!("x.game: {before} {decisions}\n")) && !said.contains("The game is over"), "{said}");
}

#[test]
fn pairs_of_games_with_the_same_luck_tell_what_a_ruling_changes() {
    let place = doubtful(str::to_owned);
    let simulate = |ruling: &str| {
        run(place.path(), &["simulate", "rulings", "--games", "20", "--compare", ruling, "--format", "json"], "")
    };
    let (said, code) = simulate("night");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\"pairs\":20") && said.contains("\"in_force\":\"slow\""), "{said}");
    assert!(!said.contains("\"same\":20"), "{said}");
    let (said, code) = simulate("nigt");
    assert!(code == 2 && said.contains("did you mean `night`?"), "{said}");
}

#[test]
fn rulings_of_the_shipped_games_are_compared_by_options_prices_and_odds() {
    // Set-up and ruling; what must be shown.
    let cases: [(&[&str], &str, &str, &[&str]); 9] = [
        (
            &["bench", "auberoche"],
            "put English CV 3-3 at centre middle\nput English LDR 1-1-0 at centre middle\n\
             put French MA 2-4 at centre approach\nterrain Hill at centre middle\nat Orders of English\n",
            "hill_charge",
            &["Legal only under point", "it costs 2 command points; you have 1 for it"],
        ),
        (
            &["bench", "bannockburn"],
            "put English Hereford Knights facing SSE at 1909\nput Scottish Moray Schiltrom facing NNW at 1914\n\
             at Orders of English\ncharge He1 to 1913 SSE\nattack He1\n",
            "lance_bonus",
            &["four: Mo1 rout 1.25 on average", "six: Mo1 rout 1.46 on average"],
        ),
        (
            &["bench", "charles"],
            "put Blois Ch French x2 at Rennes\nput Charles at Rennes\narbiter holder Montfort: Rennes\nhand Blois: B12\n\
             at activation of Blois\nB12 as activation Charles\ntake along Ch\ntake along Ch\nlay siege\n",
            "siege_at_once",
            &["Legal only under begun", "its siege marker was placed in this activation  §10.12"],
        ),
        (
            &["bench", "agincourt"],
            "put French KT 3-3* x2 at left rear\nput French LDR 2-1-2 at left rear\n\
             put English LB 2/1-2 x2 at left middle\nturn 4\nat Orders of French\n",
            "turning_aside",
            &[
                "turning_aside: cavalry",
                "Legal only under mounted",
                "Change battle KT1 to centre approach",
                "centre approach cannot be chosen here; possible: centre rear §6.5.4",
            ],
        ),
        (
            &["bench", "agincourt"],
            "put French KT 3-3* x2 at left rear\nput French LDR 2-1-2 at left rear\n\
             put English LB 2/1-2 x2 at left middle\nturn 4\nat Orders of French\n",
            "leader_ride",
            &["leader_ride: free", "Legal only under free", "Ride LDR1 to right rear", "§6.6"],
        ),
        (
            &["bench", "bannockburn"],
            "put English Hereford Knights facing SSE at 1909\nput Scottish Moray Schiltrom facing NNW at 1914\n\
             at Orders of English\n",
            "run_up",
            &[
                "run_up: standing",
                "Legal only under anywhere",
                "Charge He1 target Mo1 to 1814 SSE",
                "no way of He1 leads to 1813 facing SSE §5.3",
            ],
        ),
        (
            &["bench", "charles"],
            "arbiter Montfort Rennes: Jean, Heir, Edward, Me\narbiter Blois Brest: Charles, Me\nhand Montfort: M09\n\
             arbiter holder Montfort: Rennes\nat activation of Montfort\nEdward III as activation Jean\n",
            "command_rank",
            &[
                "command_rank: equal",
                "Legal only under equal",
                "Take along",
                "he takes only leaders of lower command along §7.12",
            ],
        ),
        (
            &["bench", "charles"],
            "arbiter Montfort Landerne: Jean, Me\narbiter Blois Rennes: Charles\nhand Montfort: M09\n\
             arbiter holder Montfort: Brest, Landerne, Konk-Leon\nat activation of Montfort\n\
             Edward III as activation Jean\nMarch to Brest\n",
            "sea_first",
            &["sea_first: no", "Legal only under no", "Sail to", "an army sails before it marches §8.151"],
        ),
        // So many ways that not all can be looked at: those of every unit are compared before any command is.
        (
            &["play", "bannockburn", "--seed", "3"],
            "auto 40\n",
            "uphill march",
            &["Legal only under total", "costs 7 movement points", "The price differs", "total: 5  more: 6"],
        ),
    ];
    let place = tempfile::tempdir().expect("a folder");
    for (arguments, lines, ruling, shown) in cases {
        let (said, _) = run(place.path(), arguments, &format!("{lines}compare {ruling}\nquit\n"));
        let told = said.split_once("> compare ").expect("it is compared").1;
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in shown {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(&part), "{ruling}: no `{part}`:\n{told}");
        }
        // A way that both readings allow is never told as one that only one allows.
        assert!(!told.contains("no such option under the other reading"), "{ruling}:\n{told}");
    }
}
