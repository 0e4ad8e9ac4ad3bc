//! Lessons: what is said of those that are wrong, and what a learner meets who errs.

mod records;

use std::path::Path;

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::play::MakeScripts;

use crate::docs::document;
use crate::harness::{ENGINES, catalog};
use crate::repl::run;

const TOY: &str = include_str!("failing/game.toy");

fn file(path: &str, text: impl Into<String>) -> SourceText {
    SourceText { path: path.to_owned(), text: text.into() }
}

/// What is said of every test of a catalogue.
fn told(catalog: &Catalog, make: MakeScripts) -> String {
    let mut text = String::new();
    let ran = run_tests(catalog, &|_, _| true, make, &mut |_, verdict| match &verdict.failure {
        None => text.push_str(&format!("ok    {}\n", verdict.title)),
        Some(failure) => {
            let place = catalog.sources.place(failure.span);
            text.push_str(&format!("FAIL  {}\n  {place}: {}\n", verdict.title, failure.message));
            failure.notes.iter().for_each(|note| text.push_str(&format!("    {note}\n")));
        }
    });
    for one in &ran.mistakes {
        text.push_str(&format!("{}: {}\n", one.code, one.headline));
    }
    text
}

/// Every way in which a lesson can be wrong, and what is said of it; `UPDATE=1 cargo test lessons` writes it anew.
#[test]
fn what_is_said_of_lessons_that_are_wrong() {
    let lessons = include_str!("lessons/mistakes.toy");
    let catalog = Catalog::new([file("rules/walk/game.ori", TOY), file("rules/walk/lessons/it.ori", lessons)]);
    let [rhai, native] = ENGINES.map(|(_, make)| told(&catalog, make));
    assert_eq!(rhai, native);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lessons/mistakes.out");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &rhai).expect("written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), rhai);
}

#[test]
fn a_mistake_in_a_lesson_stops_no_game() {
    let lesson = "lesson odd \"Odd\" for meadow @1 { at nowhere of Red\n ask \"How many?\" no_such.count }\n";
    let catalog = Catalog::new([file("rules/walk/game.ori", TOY), file("rules/walk/lessons/it.ori", lesson)]);
    let compiled = catalog.compile(&catalog.games[0], Some("meadow"), &[]);
    assert!(compiled.game.is_some());
    let found: Vec<&str> = compiled.diagnostics.iter().map(|one| one.code).collect();
    assert!(found.contains(&"unknown-word"), "{found:?}");
}

/// `rules.rs` runs them on both engines, with all other tests.
#[test]
fn each_game_has_its_lessons() {
    for (game, lessons) in [("chivalry", 12), ("bannockburn", 10), ("bretagne", 10)] {
        let entry = catalog().games.iter().find(|entry| entry.name == game).expect("it is shipped");
        assert_eq!(entry.lessons().len(), lessons, "{game}");
    }
}

/// The first block of a document that begins with these words.
fn block(document: &str, begins: &str) -> String {
    let blocks = document.split("```ori").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks = blocks.map(|text| text.split_once('\n').map_or("", |(_, text)| text));
    let mut found = blocks.filter(|text| text.lines().any(|line| line.starts_with(begins)));
    found.next().unwrap_or_else(|| panic!("no block begins with `{begins}`")).to_owned()
}

#[test]
fn the_lesson_of_the_language_reference_passes() {
    let text = document("grammar/README.md").expect("the reference");
    let (game, lesson) = (block(&text, "game noughts"), block(&text, "lesson "));
    let catalog = Catalog::new([file("rules/noughts/game.ori", game), file("rules/noughts/lessons/01.ori", lesson)]);
    for (name, make) in ENGINES {
        let said = told(&catalog, make);
        assert!(said.contains("ok    The last cell") && !said.contains("FAIL"), "{name}: {said}");
    }
}

#[test]
fn the_lesson_of_the_page_for_teachers_passes() {
    let text = document("docs/lessons.md").expect("the page");
    let lesson = block(&text, "lesson ");
    let mut texts = shipped();
    texts.retain(|text| !text.path.starts_with("tests/") && !text.path.contains("/lessons/"));
    texts.push(file("rules/chivalry/lessons/99-own.ori", lesson));
    let catalog = Catalog::new(texts);
    for (name, make) in ENGINES {
        let said = told(&catalog, make);
        assert!(said.contains("ok    Close the gap") && !said.contains("FAIL"), "{name}: {said}");
    }
}

/// A folder with the toy and its lessons, as a teacher has it.
fn class(lessons: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("mine/rules/walk/lessons");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("01.ori"), lessons).expect("written");
    std::fs::write(place.path().join("mine/rules/walk/game.ori"), TOY).expect("written");
    place
}

const TWO: &str = r#"
lesson first_step "The first step" for meadow @1 {
  given { Red { only first: Man 3 } }
  at   walking of Red
  say  "March to the second field."
  try  Red: march Man1 to only second speed 1
    wrong march Man1 to only third say "Not so fast."
  ask  "How far can he walk?" pieces.first?.mp ?? 0
}
lesson second_step "The second step" for meadow @1 {
  given { Red { only first: Man 3 } }
  at   walking of Red
  say  "March to the fourth field."
  try  Red: march Man1 to only fourth speed 1
}
"#;

#[test]
fn what_is_no_lesson_is_said() {
    let place = class(TWO);
    let learn = |arguments: &[&str]| {
        let all: Vec<&str> = ["--data", "mine", "learn"].iter().chain(arguments).copied().collect();
        run(place.path(), &all, "")
    };
    let (said, code) = learn(&["walk", "second_stap"]);
    assert!(code == 2 && said.contains("did you mean `second_step`?"), "{said}");
    let (said, code) = learn(&["walk", "7"]);
    assert!(code == 2 && said.contains("no lesson 7: Walk has 1 to 2"), "{said}");
    let (said, code) = learn(&["wolk"]);
    assert!(code == 2 && said.contains("did you mean `walk`?"), "{said}");
    let (said, code) = learn(&["hex"]);
    assert!(code == 2 && said.contains("has no lessons"), "{said}");
}

/// A lesson of a game in which a side must drop a disc and has no other action.
const DROP: &str = r#"
lesson drop "Drop" for connect-four @2 {
  given { Red { Disc: a1, b1, c1 } Yellow { Disc: a2, b2 } }
  at   fall of Red
  ask  "Can Red win at once?" d.landing == d1
  say  "Drop a disc where you win."
  try  Red: drop in d
    wrong done say "You must drop."
}
"#;

/// A folder with a lesson of a shipped tutorial.
fn dropping(lesson: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("mine/rules/connect_four/lessons");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("01.ori"), lesson).expect("written");
    place
}

#[test]
fn a_refusal_without_a_section_needs_no_because() {
    let test = ["--data", "mine", "test", "--filter", "Drop"];
    let (said, code) = run(dropping(DROP).path(), &test, "");
    assert_eq!(code, 0, "{said}");
    let (said, code) = run(dropping(&DROP.replace("wrong done say", "wrong done because @2 say")).path(), &test, "");
    assert!(code == 1 && said.contains("refused, but not because of 2"), "{said}");
}

#[test]
fn a_lesson_touches_no_saved_game_and_nothing_leads_away() {
    let place = class(TWO);
    std::fs::write(place.path().join("kept.game"), "a game").expect("written");
    let away =
        "save kept.game\nload kept.game\nback\nauto 5\nbot Blue random\nput Red Man at only third\ndice 6 6\ntest it\n";
    let input = format!("{away}march Man1 to only second speed 1\n3\nquit\n");
    let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk"], &input);
    assert!(code == 0 && said.matches("would change the lesson").count() == 8, "{said}");
    assert_eq!(std::fs::read_to_string(place.path().join("kept.game")).expect("kept"), "a game");
    let (said, _) = run(place.path(), &["--data", "mine", "play", "meadow"], "skip\nagain\n");
    assert_eq!(said.matches("is for lessons").count(), 2, "{said}");
}

#[test]
fn free_play_is_judged_in_the_end() {
    let lesson = r#"
lesson stroll "A stroll" for meadow @1 {
  given { Red { only first: Man 3 } }
  at   walking of Red
  say  "Be in the fourth field after two decisions."
  free 2 as Red against random
    goal Red.space("only fourth").pieces.any say "You are there."
    else say "You are late."
  say  "The walk is over after {turn.number} turn."
}
"#;
    let place = class(lesson);
    let learn = |input: &str| run(place.path(), &["--data", "mine", "learn", "walk"], input);
    let (said, code) = learn("march Man1 to only second speed 1\nmarch Man1 to only fourth speed 1\n");
    assert!(code == 0 && said.contains("1 decision left.") && said.contains("You are there."), "{said}");
    assert_eq!(said.matches("The walk is over after 1 turn.").count(), 1, "{said}");
    let (said, code) =
        learn("march Man1 to only second speed 1\npass\nagain\nmarch Man1 to only fourth speed 1\npass\n");
    assert!(code == 0 && said.contains("You are late.") && said.contains("You are there."), "{said}");
    // The lesson ends as soon as the goal holds; what was done stands above the judgement.
    let (said, _) = learn("march Man1 to only fourth speed 1\n");
    assert!(!said.contains("1 decision left.") && said.contains("Lesson done"), "{said}");
    let at = |words: &str| said.rfind(words).unwrap_or_else(|| panic!("{words}: {said}"));
    assert!(at("Red: March Man1") < at("You are there."), "{said}");
    // What is typed after the last decision plays on no more, and is not counted.
    let (said, _) = learn("march Man1 to only second speed 1\npass\npass\nmarch Man1 to only fourth speed 1\nskip\n");
    assert_eq!(said.matches("You are late.").count(), 1, "{said}");
    assert_eq!(said.matches("You have played to the end").count(), 3, "{said}");
    assert!(said.contains("1 wrong") && !said.contains("You are there."), "{said}");
    // What closes the lesson is said once, also to a learner who failed or skipped.
    assert_eq!(said.matches("The walk is over").count(), 1, "{said}");
    assert_eq!(learn("skip\n").0.matches("The walk is over").count(), 1);
}

#[test]
fn what_a_task_did_is_told_once_and_marked_places_have_their_titles() {
    let place = tempfile::tempdir().expect("a folder");
    let learn = |lesson: [&str; 2]| run(place.path(), &["learn", lesson[0], lesson[1]], &"skip\n".repeat(5)).0;
    let said = learn(["chivalry", "moving"]);
    assert_eq!(said.matches("MA1 withdraws to right approach.").count(), 1, "{said}");
    let said = learn(["chivalry", "flanks"]);
    assert!(said.contains("◄ left flank shared, LB1"), "{said}");
    let said = learn(["bretagne", "ransom_of_charles"]);
    assert!(said.contains("◄ Lannuon, Ar Roc'h-Derrien, Gwengamp"), "{said}");
    assert!(said.contains("Done for you: March to Ar Roc'h-Derrien"), "{said}");
}

#[test]
fn members_of_a_list_may_be_named_in_any_order() {
    let place = tempfile::tempdir().expect("a folder");
    let cards = "Command_2, Command_3\nCommand_3, Command_2\nCommand_2\n";
    let said = run(place.path(), &["learn", "chivalry", "flanks"], &format!("skip\n{cards}")).0;
    assert_eq!(said.matches("That is 5 points").count(), 2, "{said}");
    assert_eq!(said.matches("Two points pay for the attack only").count(), 1, "{said}");
    let folder = place.path().join("mine/rules/chivalry/lessons");
    std::fs::create_dir_all(&folder).expect("a folder");
    let lesson = r#"
lesson both "Both cards" for najera @7.1 {
  given cleared {
    French  { left_flank shared: MA 2-3, BL 1-3;  reserve: KT 3-4*;  left rear: LDR 3-2-1;  hand: Command_3, Command_2 }
    Spanish { right middle: LB 2/1-3 slot 1, LDR 2-1-1 }
  }
  at   muster of French
  say  "Play both cards."
  try  French: Command_3, Command_2
}
"#;
    std::fs::write(folder.join("both.ori"), lesson).expect("written");
    let said = run(place.path(), &["--data", "mine", "learn", "chivalry", "both"], "Command_2, Command_3\n").0;
    assert!(said.contains("without a mistake"), "{said}");
}

#[test]
fn names_are_shown_as_players_read_them() {
    let place = tempfile::tempdir().expect("a folder");
    let said = run(place.path(), &["learn", "chivalry", "cards"], &"skip\n".repeat(8)).0;
    assert!(said.contains("Done for you: Command 1") && !said.contains("Command_1"), "{said}");
}

#[test]
fn none_is_not_partly_right() {
    let place = tempfile::tempdir().expect("a folder");
    let said = run(place.path(), &["learn", "chivalry", "first_charge"], "skip\nskip\nnone\n1\nquit\n").0;
    assert!(said.contains("Not none: one of them counts.") && !said.contains("Right so far"), "{said}");
}

/// What `check` says first of a lesson, `test` says too.
#[test]
fn a_line_that_cannot_be_read_is_the_first_error_of_its_lesson() {
    let lesson = |lines: &str| {
        format!(
            "lesson odd \"Odd\" for meadow @1 {{\n  given {{ Red {{ only first: a = Man 3 }} }}\n  at walking of Red\n{lines}}}\n"
        )
    };
    let task = "try Red: march a to only second speed 1\n";
    for (lines, error) in [
        (format!("say \"Go.\"\n{task}wrong march a \"no\"\nhint \"a\"\n"), "expected `because` or `say`"),
        (
            "say \"Go.\"\nfree 2 as Red against random\ngoal true \"yes\"\nelse say \"no\"\n".to_owned(),
            "found `\"yes\"`",
        ),
        (format!("say 'q'\n{task}"), "a text needs double quotes"),
    ] {
        let place = class(&lesson(&lines));
        let told = |command: &str| run(place.path(), &["--data", "mine", command], "").0;
        let check = told("check");
        assert!(check.contains(error), "{check}");
        let filtered = run(place.path(), &["--data", "mine", "test", "--filter", "Odd"], "").0;
        let first = filtered.lines().find(|line| line.starts_with("error")).unwrap_or_default();
        assert!(first.contains(error), "{filtered}");
    }
}

#[test]
fn commands_that_only_look_work_in_a_lesson() {
    let place = class(TWO);
    let input = "as test\ntrace march Man1 to only second speed 1\ntrace march Man1 to only third speed 1\n\
                 march Man1 to only second speed 1\n3\nquit\n";
    let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk"], input);
    assert!(code == 0 && said.contains("Lesson done: without a mistake."), "{said}");
    assert!(said.contains("test \"") && said.contains("the decision was not made"), "{said}");
    assert!(!said.contains("would change the lesson") && !said.contains("`forward`"), "{said}");
}

#[test]
fn a_number_that_no_option_has_names_the_way_out_too() {
    let place = class(TWO);
    let (said, _) = run(place.path(), &["--data", "mine", "learn", "walk"], "9\nquit\n");
    assert!(said.contains("no option 9: choose ") && said.contains(", or 0 ("), "{said}");
}

#[test]
fn a_goal_that_holds_from_the_beginning_must_be_kept() {
    let lesson = r#"
lesson guard "On guard" for meadow @1 {
  given { Red { only first: Man 3 } }
  at   walking of Red
  say  "Keep out of the fourth field for two decisions."
  free 2 as Red against random
    goal Red.space("only fourth").pieces.empty say "You kept out."
    else say "You went in."
}
"#;
    let place = class(lesson);
    let learn = |input: &str| run(place.path(), &["--data", "mine", "learn", "walk"], input).0;
    let said = learn("march Man1 to only second speed 1\npass\n");
    assert!(said.contains("1 decision left.") && said.contains("You kept out."), "{said}");
    let said = learn("march Man1 to only second speed 1\nmarch Man1 to only fourth speed 1\n");
    assert!(said.contains("You went in."), "{said}");
}

/// The toy with an order that has an optional part, and printed values that change.
fn hailing() -> String {
    let hail =
        "action hail \"Hail\" @2 { unit mine  friends any of mine where it != unit  do { friends.tired = true; } }\n";
    TOY.replace("action ask_leave", &format!("{hail}action ask_leave"))
        .replace("actions march,", "actions hail, march,")
}

#[test]
fn a_wrong_turn_may_leave_out_an_optional_part() {
    let lesson = r#"
lesson company "Company" for meadow @2 {
  given { Red { only first: Man 3, Dog } }
  at   walking of Red
  say  "Man1 hails the dog."
  try  Red: hail Man1 friends Dog
    wrong hail Man1 say "The dog stays behind."
    wrong hail Dog say "The man calls."
  then pieces.tired.count == 1
}
"#;
    let place = class(lesson);
    std::fs::write(place.path().join("mine/rules/walk/game.ori"), hailing()).expect("written");
    let (said, code) = run(place.path(), &["--data", "mine", "test", "--filter", "Company"], "");
    assert_eq!(code, 0, "{said}");
    let learn = |input: &str| run(place.path(), &["--data", "mine", "learn", "walk"], input);
    let (said, code) = learn("hail Man1\nhail Man1 friends Dog\n");
    assert!(code == 0 && said.contains("The dog stays behind.") && said.contains("Lesson done: 1 wrong."), "{said}");
    // An order that is still open is no mistake yet.
    let (said, code) = learn("hail\nMan1\nDog\n");
    assert!(code == 0 && said.contains("Lesson done: without a mistake."), "{said}");
    let (said, _) = learn("hail\nMan1\nnone\n");
    assert!(said.contains("The dog stays behind."), "{said}");
    let (said, _) = learn("hail Dog\n");
    assert!(said.contains("The man calls.") && !said.contains("stays behind"), "{said}");
}

#[test]
fn a_piece_in_a_text_is_shown_with_what_lies_on_it() {
    let lesson = r#"
lesson hurt "Hurt" for meadow @1 {
  given { Red { only first: a = Man 3 hits 2 } }
  at   walking of Red
  say  "Here is {a}."
  try  Red: march a to only second speed 1
}
"#;
    let place = class(lesson);
    let (said, _) = run(place.path(), &["--data", "mine", "learn", "walk"], "quit\n");
    assert!(said.contains("Here is Man2 3 (hits 2)."), "{said}");
}

#[test]
fn a_quote_inside_braces_is_explained() {
    let lesson = "lesson odd \"Odd\" for meadow @1 {\n  at walking of Red\n  say \"{Red.space(\"only first\").pieces.count} here.\"\n  ask \"How many?\" pieces.count\n}\n";
    let check = |lesson: &str| {
        let place = class(lesson);
        run(place.path(), &["--data", "mine", "check"], "").0
    };
    let said = check(lesson);
    assert!(said.contains("backticks: `` {Red.space(`only first`).pieces.count} ``"), "{said}");
    let said = check(&lesson.replace("(\"only first\")", "(\\\"only first\\\")"));
    assert!(said.contains("backticks"), "{said}");
    let said = check(&lesson.replace("(\"only first\")", "(`only first`)"));
    assert!(!said.contains("error["), "{said}");
}

#[test]
fn any_command_of_a_choice_will_do() {
    let lesson = r#"
lesson either "Either" for meadow @1 {
  given { Red { only first: Man 3, Dog } }
  at   walking of Red
  say  "Send either of them on."
  choose one of {
    Red: march Man1 to only second speed 1
    Red: march Dog to only second speed 1
  }
  then Red.space("only second").pieces.any
}
"#;
    for typed in ["march Man1 to only second speed 1\n", "march Dog to only second speed 1\n"] {
        let place = class(lesson);
        let (said, code) = run(place.path(), &["--data", "mine", "learn", "walk"], typed);
        assert!(code == 0 && said.contains("Lesson done: without a mistake."), "{said}");
    }
}

#[test]
fn an_answer_may_be_typed_as_the_program_shows_it_and_names_that_nothing_has_are_refused() {
    let lessons = TWO.replace(
        "  ask  \"How far can he walk?\" pieces.first?.mp ?? 0\n",
        "  predict \"Where will he be?\" pieces.first?.space\n  say \"March to the third field.\"\n\
         \x20 try  Red: march Man1 to only third speed 1\n  ask \"Who has marched?\" pieces\n",
    );
    let place = class(&lessons);
    let arguments = ["--data", "mine", "learn", "walk", "1", "--record", "pupil.txt"];
    let march = |to: &str| format!("march Man1 to only {to} speed 1\n");
    let lines = |answer: &str| format!("{}nowhere\nonly first\n{}{answer}\nquit\n", march("second"), march("third"));
    // The prediction is read, and the record keeps it apart from the next task.
    let said = run(place.path(), &arguments, &lines("Man1, Man2, Man1")).0;
    assert!(said.contains("Nothing here is named `nowhere`"), "{said}");
    assert!(said.contains("You predicted only first"), "{said}");
    assert!(said.contains("without a mistake"), "{said}");
    let record = std::fs::read_to_string(place.path().join("pupil.txt")).expect("the record");
    assert!(record.contains("prediction: expected only first") && !record.contains("not right at once"), "{record}");
    let shown = run(place.path(), &["--data", "mine", "learn", "walk", "1"], &lines("skip")).0;
    let answer = shown.lines().find_map(|line| line.strip_prefix("The answer: ")?.strip_suffix('.'));
    let answer = answer.expect("the answer is shown");
    assert_ne!(answer, "Man1, Man2");
    let said = run(place.path(), &["--data", "mine", "learn", "walk", "1"], &lines(answer)).0;
    assert!(said.contains("without a mistake"), "{answer}: {said}");
}

#[test]
fn a_task_needs_words_and_a_battle_that_is_not_there_is_named() {
    let silent = TWO.replace("  say  \"March to the fourth field.\"\n", "");
    let place = class(&silent);
    let said = run(place.path(), &["--data", "mine", "check"], "").0;
    assert!(said.contains("nothing says what the learner is to do"), "{said}");
    let place = class(&TWO.replacen("for meadow", "for medow", 1));
    let said = run(place.path(), &["--data", "mine", "learn", "walk", "1"], "").0;
    assert!(said.contains("no scenario named `medow`") && !said.contains("named here"), "{said}");
}

#[test]
fn places_have_the_names_that_the_learner_uses() {
    let place = tempfile::tempdir().expect("a folder");
    // The English face the French from the other edge of the board.
    let said = run(place.path(), &["learn", "chivalry", "shooting"], "skip\nquit\n").0;
    assert!(said.contains("(LB1, left middle)") && !said.contains("right middle"), "{said}");
}
