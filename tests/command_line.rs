//! Commands of the shell that do not play: what they answer, their exit codes, and which files and folders they take.

use crate::repl::{folder_with, run};

#[test]
fn a_section_without_a_rule_or_a_test_is_missed() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rules/coin");
    std::fs::create_dir_all(&folder).expect("made");
    let text = r#"
game coin "Coin" { sides Heads, Tails }
rulebook {
  1 "Tossing"      "The toss decides."
  2 "Paying"       "The loser pays."
  3 "Coins" prose  "Old ones are heavier."
}
board table @1 { spaces { Here } }
scenario coin "Coin" for coin { }
sequence { toss @1 do { finish(Heads); } }
test "there is no winner before the toss" @1 @2 { then winner == none }
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
fn the_command_for_an_error_that_bots_met_meets_it() {
    let place = folder_with(
        "rules/walk/game.ori",
        r#"
game walk "Walk" { die d6  sides Red, Blue }
board field { spaces { A, B, C }  links road { A -- B;  B -- C } }
kind Man { glyph "m" }
noun man = Man
action stroll "Stroll" {
  man  mine
  to   man.space.neighbours
  once
  do   { place(man, to); if roll() == 6 { let list = [1]; say(`${list[9]}`); } }
}
sequence { turn "Turn" repeat 1..20 { walks "Walks" each side actions stroll } }
scenario walk "Walk" for walk { Red { A: Man }  Blue { C: Man } }
"#,
    );
    for seed in ["1", "2", "3"] {
        let (said, code) = run(place.path(), &["simulate", "walk", "--games", "4", "--seed", seed], "");
        let command = said.split("`oriflamme ").nth(1).and_then(|rest| rest.split('`').next()).expect(&said);
        assert!(code == 1 && said.contains("` meets it"), "{said}");
        let words: Vec<&str> = command.split(' ').collect();
        let (played, _) = run(place.path(), &words, "");
        assert!(played.contains("fault-in-play") && played.contains("${list[9]}"), "{command}\n{played}");
    }
}

#[test]
fn a_book_replaces_a_page_of_the_program_and_nothing_else() {
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| place.path().join(name);
    for _ in 0..2 {
        let (said, code) = run(place.path(), &["book", "connect-four"], "");
        assert!(code == 0 && said.contains("wrote connect_four.html: 3 sections,"), "{said}");
    }
    std::fs::write(file("notes.html"), "<p>mine</p>").expect("written");
    let (said, code) = run(place.path(), &["book", "connect-four", "notes.html"], "");
    assert!(code != 0 && said.contains("choose another name"), "{said}");
    assert_eq!(std::fs::read_to_string(file("notes.html")).expect("read"), "<p>mine</p>");
    let (said, code) = run(place.path(), &["book", "conect-four"], "");
    assert!(code != 0 && said.contains("connect-four"), "{said}");
    // A scenario stands for its game.
    let (said, code) = run(place.path(), &["book", "la-capelle", "rules.html"], "");
    assert!(code == 0 && said.contains("wrote rules.html: 134 sections,"), "{said}");
}

#[test]
fn check_of_one_scenario_tells_which_rule_its_set_up_breaks() {
    let page = std::fs::read_to_string("docs/battles.md").expect("read");
    let example = page.split("```ori").find(|text| text.contains("scenario first_day")).expect("an example");
    let text = example.split_once('\n').and_then(|(_, text)| text.split("```").next()).expect("its text");
    let crowded = text.replace("Clifford Longbowmen:      1408", "Clifford Longbowmen:      1509");
    assert_ne!(crowded, text);
    let place = folder_with("scenarios/bannockburn/first-day.ori", &crowded);
    let (said, code) = run(place.path(), &["check", "scenarios"], "");
    assert!(code == 1 && said.contains("the invariant `stacking` does not hold for Cl1"), "{said}");
    // Both lines that fill the hex are marked, and the rule.
    assert!(said.contains("while `first_day` is set up") && said.contains("and this"), "{said}");
    assert!(said.contains("this rule"), "{said}");
}

#[test]
fn check_tells_of_a_battle_without_a_defender_or_with_two_attackers() {
    let text = std::fs::read_to_string("scenarios/chivalry/auray.ori").expect("read");
    let text = text.replace("scenario auray", "scenario second_auray");
    for wrong in [text.replace("red defender", "red"), text.replace("red defender", "red attacker")] {
        assert_ne!(wrong, text);
        let place = folder_with("scenarios/chivalry/second-auray.ori", &wrong);
        let (said, code) = run(place.path(), &["check", "scenarios"], "");
        assert!(code == 1 && said.contains("the invariant `roles` does not hold"), "{said}");
    }
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
    let place = folder_with("rules/tried/game.ori", include_str!("transcripts/rulings.toy"));
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
    let day = |name: &str, title: &str| format!("scenario {name} \"{title}\" for hex @1 {{ }}\n");
    let file = "scenarios/examples/hex/mine.ori";
    let place = folder_with(file, &day("hex", "Mine"));
    let (said, code) = run(place.path(), &["check"], "");
    assert!(code == 1 && said.contains("error[E0204 declared-twice]: two scenarios are named `hex`"), "{said}");
    assert!(said.contains("mine.ori:1:10") && said.contains("rules/examples/hex/game.ori:"), "{said}");
    std::fs::write(place.path().join(file), day("mine", "Mine")).expect("written");
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

#[test]
fn all_scenarios_of_a_game_make_a_table_that_is_always_the_same() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = |jobs: &'static str| {
        ["simulate", "breakthrough", "--table", "docs/soak.md", "--games", "6", "--seed", "2", "--jobs", jobs]
    };
    let file = place.path().join("docs/soak.md");
    let (said, code) = run(place.path(), &arguments("1"), "");
    assert!(code == 1 && said.contains("cannot write docs/soak.md: the folder docs does not exist"), "{said}");
    let (said, code) = run(place.path(), &["board", "hex", "--svg", "docs/hex.svg"], "");
    assert!(code == 1 && said.contains("cannot write docs/hex.svg: the folder docs does not exist"), "{said}");
    std::fs::create_dir(place.path().join("docs")).expect("made");
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
    let place = folder_with("rules/tried/game.ori", include_str!("transcripts/compare.toy"));
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
    let battle = "scenario brook \"The brook\" for chivalry @12.19 {\n  army French attacker panic 2 value 20 { left rear: MA 2-3, LDR 1-1-0 }\n  \
                  army English defender panic 2 value 20 { left rear: MA 2-5 x2 }\n}\n";
    let place = folder_with("scenarios/chivalry/brook.ori", battle);
    let (said, code) = run(place.path(), &["check", "scenarios"], "");
    assert!(code == 0 && said.contains("no errors") && said.contains("2 notes with `--notes`"), "{said}");
    let (said, code) = run(place.path(), &["check", "scenarios", "--notes"], "");
    assert!(code == 0 && said.contains("2 notes\n"), "{said}");
    assert!(said.contains("note[N0601 army-value]: the pieces of French cost 10, not 20"), "{said}");
    assert!(said.contains("note[N0602 counter-mix]: English sets up 2 `MA 2-5`, and there is 1"), "{said}");
}

#[test]
fn check_of_a_file_tells_of_the_errors_that_it_causes_elsewhere() {
    let text = "rulebook { sky.1 \"Storms\" \"A storm is short.\" }\n\
        replace table assault \"Siege\" @sky.1 rows die: int clamped gives falls, losses { ..0  0 1;  1..  1 0 }\n";
    let place = folder_with("rules/bretagne/sky.ori", text);
    for paths in [&["check", "rules"][..], &["check", "rules/bretagne/sky.ori"]] {
        let (said, code) = run(place.path(), paths, "");
        assert!(code == 1 && said.starts_with("2 errors\n"), "{said}");
        assert!(said.contains("the rule uses `assault`, which is replaced here"), "{said}");
    }
}

#[test]
fn of_a_lesson_in_no_scenario_nothing_else_is_reported() {
    let text = std::fs::read_to_string("rules/chivalry/lessons/02-orders.ori").expect("read");
    let text = text.replace("lesson orders", "lesson commands").replace("for agincourt", "for agincort");
    let place = folder_with("rules/chivalry/lessons/99-commands.ori", &text);
    let (said, code) = run(place.path(), &["check", "rules"], "");
    assert!(code == 1 && said.starts_with("1 error, 1 warning"), "{said}");
    assert!(said.contains("no scenario named `agincort`"), "{said}");
}

#[test]
fn a_game_of_a_series_that_ends_with_a_fault_can_be_played_again() {
    let text = r#"
game coin "Coin" { sides Heads, Tails  die d6 }
rulebook { 1 "Tossing" "The toss decides." }
board table @1 { spaces { Here } }
side var won: int = 0 @1
scenario coin "Coin" for coin { }
sequence { round repeat 1..6 { toss each side  actions cast must } }
action cast "Cast" @1 {
  once
  do {
    if roll() <= 3 { me.won += 1; }
    if me.won == 3 { let loser = me.choose("Who?", sides - Heads - Tails); loser.won = 0; }
  }
}
"#;
    let place = folder_with("rules/coin/game.ori", text);
    let (said, code) = run(place.path(), &["simulate", "coin", "--games", "40"], "");
    assert!(code == 1 && said.matches("no option to choose from: Who?").count() == 1, "{said}");
    assert!(said.contains("use `may_choose`"), "{said}");
    let line = said.lines().find(|line| line.starts_with("`oriflamme play")).expect("a command");
    let command = line.split('`').nth(1).expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let (again, code) = run(place.path(), &words, "");
    assert!(code == 1 && again.contains("no option to choose from: Who?"), "{again}");
}

#[test]
fn what_bots_decided_is_undone_and_redone_as_it_was() {
    let place = tempfile::tempdir().expect("a folder");
    for (scenario, sides) in [("connect-four", ["Red", "Yellow"]), ("crecy", ["French", "English"])] {
        let seats = sides.map(|side| format!("{side}=random"));
        let play = |save: &str, input: &str| {
            let args = ["play", scenario, "--seat", &seats[0], "--seat", &seats[1], "--seed", "1"];
            run(place.path(), &args, &format!("{input}save {save}\n"))
        };
        play("whole.game", "");
        play("again.game", "back 4\nforward 4\n");
        play("far.game", "back 20\nforward 20\n");
        let [whole, again, far] = ["whole.game", "again.game", "far.game"].map(|name| {
            let (said, code) = run(place.path(), &["replay", name, "--verify"], "");
            assert_eq!(code, 0, "{scenario} {name}: {said}");
            let text = std::fs::read_to_string(place.path().join(name)).expect("saved");
            let journal = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
            std::fs::remove_file(place.path().join(name)).expect("removed");
            journal.collect::<Vec<String>>()
        });
        assert_eq!((&again, &far), (&whole, &whole), "{scenario}");
    }
}

#[test]
fn a_bot_that_decides_anew_leaves_nothing_to_redo() {
    let place = tempfile::tempdir().expect("a folder");
    let input = "3\n4\n3\n4\n3\n4\nback 4\nbot Red random\nforward 4\n";
    let (said, code) = run(place.path(), &["play", "connect-four"], input);
    assert!(code == 1 && said.contains("nothing to redo"), "{code}: {said}");
}

#[test]
fn errors_in_rules_are_no_wrong_command_line() {
    let mistake = "modify dice by + for KT @5.1\n";
    let place = folder_with("rules/chivalry/mine.ori", mistake);
    for arguments in [
        &["simulate", "auray"][..],
        &["simulate", "chivalry", "--table", "t.md"],
        &["simulate", "auray", "--compare", "hill_charge"],
        &["play", "auray"],
        &["bench", "auray"],
    ] {
        let (said, code) = run(place.path(), arguments, "");
        assert!(code == 1 && said.contains("mine.ori:1:"), "{arguments:?} {code}: {said}");
    }
}

#[test]
fn a_side_and_a_ruling_have_one_value() {
    let place = tempfile::tempdir().expect("a folder");
    let play = |more: &[&str]| run(place.path(), &[&["play", "agincourt"], more].concat(), "");
    let (said, code) = play(&["--seat", "French=greedy", "--seat", "french=random"]);
    assert!(code == 2 && said.contains("`--seat french=random`: French is already played by greedy"), "{said}");
    let (said, code) = play(&["--set", "hill_charge=point", "--set", "hill_charge=half"]);
    let wanted = "`--set hill_charge=half`: `hill_charge` already has the value `point`; give each ruling once";
    assert!(code == 2 && said.contains(wanted), "{said}");
    let (said, code) = play(&["--set", "hill_charge=point", "--set", "hill_charge=point"]);
    assert!(code == 0, "{said}");
}

#[test]
fn a_file_that_only_looks_like_a_lock_stays() {
    let place = tempfile::tempdir().expect("a folder");
    let own = place.path().join("Cargo.lock");
    std::fs::write(&own, "precious").expect("written");
    let (said, _) = run(place.path(), &["play", "connect-four"], "save Cargo\n");
    assert!(said.contains("is in the way"), "{said}");
    assert_eq!(std::fs::read_to_string(&own).expect("kept"), "precious");
}

#[test]
fn words_of_the_language_are_explained_from_the_manual() {
    let place = tempfile::tempdir().expect("a folder");
    let (said, code) = run(place.path(), &["explain", "invariant"], "");
    assert!(code == 0 && said.contains("invariant NAME @CITE = E") && said.contains("8.3"), "{said}");
    let (said, code) = run(place.path(), &["explain", "chance"], "");
    assert!(code == 0 && said.contains("In `action` (7.1"), "{said}");
    let (said, code) = run(place.path(), &["explain", "during"], "");
    assert!(code == 0 && said.contains("9.1 The tail:\n  `during SCOPE` | only while that scope runs"), "{said}");
    let (said, code) = run(place.path(), &["explain", "winner"], "");
    assert!(code == 0 && said.contains("13.3 How a name is found:\n  `winner` | the side that has won"), "{said}");
    let (said, code) = run(place.path(), &["explain", "none"], "");
    assert!(code == 0 && said.contains("`none` is the absence of a value"), "{said}");
    // Without a word, all are listed, in lines of the usual width.
    let (said, code) = run(place.path(), &["explain", ""], "");
    assert!(code == 0 && said == run(place.path(), &["explain"], "").0, "{said}");
    assert!(said.contains("\nWords inside a rule: ") && said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let (said, code) = run(place.path(), &["explain", "durin"], "");
    assert!(code == 2 && said.contains("did you mean `during`?"), "{code}: {said}");
    let (said, code) = run(place.path(), &["explain", "acton"], "");
    assert!(code == 2 && said.contains("did you mean `action`?"), "{code}: {said}");
}

#[test]
fn folders_given_before_and_after_the_command_count() {
    let game = |name: &str| {
        format!(
            "game {name} \"Game of {name}\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\n\
             board table @1 {{ spaces {{ Here }} }}\nscenario {name} \"Game of {name}\" for {name} {{ }}\n\
             sequence @1 {{ toss @1 do {{ finish(Red); }} }}\n"
        )
    };
    let folders = ["oak", "elm", "ash"].map(|name| folder_with(&format!("rules/{name}/game.ori"), &game(name)));
    let paths = folders.each_ref().map(|folder| folder.path().display().to_string());
    let elsewhere = tempfile::tempdir().expect("a folder");
    let second = format!("--data={}", paths[1]);
    let (said, code) = run(elsewhere.path(), &["--data", &paths[0], &second, "list", "--data", &paths[2]], "");
    assert_eq!(code, 0, "{said}");
    for name in ["oak", "elm", "ash"] {
        assert!(said.contains(&format!("Game of {name}")), "{name}: {said}");
    }
}
