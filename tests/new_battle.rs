//! `oriflamme new battle`: a battle is bought, placed, kept in a draft, written, checked and played.

use crate::repl::run;

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
    let (said, code) = run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "quit\n");
    assert!(code == 1 && said.contains("green-hill.draft is unchanged: it still has the line"), "{said}");
    assert!(!said.contains("the battle is saved") && !place.path().join("green-hill.draft.broken").exists(), "{said}");
    let (said, _) = run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "LDR 1-1-0\nquit\n");
    assert!(said.contains("green-hill.draft is overwritten; a copy of it as it was is in"), "{said}");
    assert!(said.contains("the battle is saved in green-hill.draft"), "{said}");
    assert!(said.contains("line 12: only 8 of `LB 2/1-2` exist") && said.contains("7 lines"), "{said}");
    assert_eq!(std::fs::read_to_string(place.path().join("green-hill.draft.broken")).expect("kept"), mended);
    std::fs::write(&file, "something else").expect("written");
    let (said, code) = run(place.path(), &["new", "battle", "--draft", "green-hill.draft"], "");
    assert!(code == 2 && said.contains("is not a draft"), "{said}");
    let (said, code) = run(place.path(), &["new", "battle", "hex"], "");
    assert!(code == 2 && said.contains("Hex does not say what an army may be bought from"), "{said}");
}

#[test]
fn a_kept_battle_is_gone_on_with_as_it_was_begun_or_not_at_all() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["new", "battle", "--seed", "5"], BATTLE);
    let again = |more: &[&str]| {
        run(place.path(), &[&["new", "battle", "--draft", "green-hill.draft"], more].concat(), "quit\n")
    };
    let (said, code) = again(&["hex"]);
    assert!(
        code == 2 && said.contains("green-hill.draft contains a battle of `chivalry`, not of `hex`: choose another"),
        "{said}"
    );
    let (said, code) = again(&["hexx"]);
    assert!(code == 2 && said.contains("no game `hexx`; did you mean `hex`?"), "{said}");
    let (said, code) = again(&["--seed", "6"]);
    assert!(code == 2 && said.contains("the battle in green-hill.draft was started with `--seed 5`"), "{said}");
    // Some editors begin a file with a byte order mark.
    let file = place.path().join("green-hill.draft");
    let text = std::fs::read_to_string(&file).expect("kept");
    std::fs::write(&file, format!("\u{feff}{text}")).expect("written");
    let (said, code) = again(&["chivalry", "--seed", "5"]);
    assert!(code == 0 && said.contains("continuing green-hill.draft: 19 lines"), "{said}");
}
