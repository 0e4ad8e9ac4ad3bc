//! Lines that are refused or answered: each answer is about what was typed, and says what to type instead.

use oriflamme::play::native::make;
use oriflamme::session::{Opening, Said, Session};

use crate::harness::toy;
use crate::repl::run;

/// The answers of the program to these lines, each without the options below it.
fn answers(arguments: &[&str], typed: &[&str]) -> Vec<String> {
    let place = tempfile::tempdir().expect("a folder");
    let said = run(place.path(), arguments, &(typed.join("\n") + "\n")).0;
    let mut rest = said.as_str();
    let mut found = Vec::new();
    for line in typed {
        let echo = format!("> {line}\n");
        let from = rest.find(&echo).unwrap_or_else(|| panic!("`{line}` is echoed: {said}")) + echo.len();
        rest = &rest[from..];
        let rest = rest.split("--- standard error").next().unwrap_or_default();
        let to = rest.find("> ").map_or(rest.len(), |at| rest[..at].rfind('\n').map_or(0, |at| at + 1));
        found.push(rest[..to].split_whitespace().collect::<Vec<_>>().join(" "));
    }
    found
}

#[test]
fn half_an_order_typed_again_in_a_lesson_shows_its_choices() {
    let said = answers(&["learn", "bannockburn", "4"], &["4", "charge He1", "charge He1 target Mo1"]);
    assert!(said[1].starts_with("English: Charge He1 target Mo1 to …"), "{said:?}");
    // The costs are shown once.
    assert!(said[2].contains("(He1 is the only unit, Mo1 is the only target) 1 2012 SSE 2 2012 SSW"), "{said:?}");
}

#[test]
fn a_later_choice_is_told_to_wait_for_the_earlier_one() {
    let lines = ["done", "done", "march Do1 facing SSE", "march Do1", "facing SSE", "march Do1 facing SSE"];
    let said = answers(&["play", "bannockburn"], &lines);
    for at in [2, 4, 5] {
        assert_eq!(said[at], "name the place before `facing SSE`, as in `March Do1 to 1718 …`", "{}", lines[at]);
    }
}

#[test]
fn a_place_is_not_possible_although_only_one_is_left() {
    let lines = ["no", "none", "none", "advance MA10 to centre", "advance MA10 to centre rear"];
    let said = answers(&["play", "agincourt", "--seed", "3"], &lines);
    assert!(said[3].starts_with("Advance: `centre` is not complete; choose centre middle"), "{said:?}");
    assert!(said[4].starts_with("Advance: `centre rear` is not possible; choose centre middle"), "{said:?}");
}

#[test]
fn an_order_typed_again_within_itself_is_quoted_as_it_was_typed() {
    let said = answers(&["play", "bannockburn"], &["done", "done", "march Do1", "march Mo9 to 1717"]);
    assert!(said[3].starts_with("March Do1: `march Mo9 to 1717` is not possible; choose 1718"), "{said:?}");
}

#[test]
fn pieces_that_are_alike_are_counted_and_exchanged() {
    let said = answers(&["puzzle", "chivalry", "regroup"], &["options", "regroup MA2 donors MA1"]);
    assert!(said[0].contains("0 done (4 pieces could still act)"), "{said:?}");
    assert!(said[1].contains("Solved in 1 decision."), "{said:?}");
}

#[test]
fn a_part_of_a_name_and_a_title_lead_to_the_name() {
    let lines = ["arbiter 2009: Yorkshire Knights + Clifford", "arbiter 2009: Hereford Knights SSE + Glouster"];
    let said = answers(&["play", "bannockburn"], &lines);
    assert!(said[0].ends_with("did you mean `Robert_Clifford`?"), "{said:?}");
    assert!(said[1].ends_with("did you mean `Gloucester`?"), "{said:?}");
    let said = answers(&["play", "boarhound"], &["arbiter hand Blois: Judgment of Conflans"]);
    assert!(said[0].ends_with("did you mean `Judgement of Conflans`?"), "{said:?}");
}

#[test]
fn why_not_done_says_what_done_does_or_what_comes_first() {
    let said = answers(&["play", "agincourt"], &["why not done", "n", "why not done", "none", "none"]);
    assert!(said[0].starts_with("a question must be answered first: Pass this turn?"), "{said:?}");
    assert_eq!(said[2], "Legal now.");
    let said = answers(&["play", "bannockburn"], &["why not done", "turn the counter", "why not end turn"]);
    assert_eq!(said[0], "Legal now: it ends Set-up.");
    assert!(said[2].starts_with("you are choosing the unit for Turn the counter"), "{said:?}");
    let said = answers(&["play", "connect-four"], &["cancel", "why not done"]);
    assert_eq!(said[1], "you must choose the file for Drop in", "{said:?}");
    let mut session = Session::new(&toy(PICK), Opening::hot_seat(&toy(PICK)), make).expect("it begins");
    let told: Vec<String> = session.why_not("done").iter().map(|line| line.text()).collect();
    assert_eq!(told, ["you must choose an action: Playing lasts while one is possible  §1"]);
    assert!(matches!(session.say("pick"), Said::Done));
}

#[test]
fn why_after_odds_that_failed_is_about_these() {
    let said = answers(&["play", "agincourt"], &["odds foo", "why"]);
    assert_eq!(said[1], "no rule refused the last `odds`: answer y or n: Pass this turn?");
    let said = answers(&["play", "bannockburn"], &["done", "done", "odds march Do1", "why", "foo", "why"]);
    assert!(said[3].starts_with("no rule refused the last `odds`: also name the place for March"), "{said:?}");
    assert!(!said[5].contains("odds"), "{said:?}");
}

#[test]
fn what_a_purse_pays_for_is_listed_once() {
    let said = answers(&["play", "agincourt"], &["help command points"]);
    assert!(said[0].contains("Ambush, Bad signals, Charge home, Confusion, Extend, Fatigue"), "{said:?}");
}

#[test]
fn a_side_is_named_once_above_its_own_turn() {
    let said = answers(&["learn", "bannockburn", "1"], &["skip", "skip", "skip", "skip"]);
    assert!(said[3].contains("Game turn 1 Scottish Targets Mo1 will attack Yo1."), "{said:?}");
}

/// A choice of exactly two.
const PICK: &str = r#"
game picking "Picking" { sides Red, Blue }
rulebook { 1 "All" "One choice." }
board line @1 { spaces { A, B }  links road { A -- B } }
kind Pawn "Pawns" @1
noun unit = Pawn
action step "Step" @1 { unit mine   to unit.space.neighbours   do { place(unit, to); } }
action pick "Pick" @1 { once  do { let _some = me.pick("Whom?", me.pieces, 2, 2); } }
sequence @1 { turn repeat 1..9 { playing "Playing" @1 each side  actions pick, step must } }
scenario toy "Picking" for picking @1 { Red { A: Pawn;  B: Pawn x2 }  Blue { B: Pawn } }
"#;

#[test]
fn a_wrong_number_of_things_is_answered_with_the_right_one() {
    let game = toy(PICK);
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
    assert_eq!(session.say("pick"), Said::Done);
    for typed in ["Pawn1", "1"] {
        assert_eq!(session.say(typed), Said::Refused("choose exactly 2, not 1".to_owned()), "{typed}");
    }
}
