//! Mistakes in sequences with a name, and in what starts them.

use super::mistakes::{only, said_of};

/// A sequence after the small game, with these lines in it.
fn within(lines: &str) -> String {
    format!("sequence march(unit) @1 {{ var at: int\n var passed: units\n flag over\n set band = units\n{lines}\n}}")
}

#[test]
fn a_sequence_without_mistakes() {
    let good = "one do { march.at += 1; march.passed += unit; march.over = march.band.any; }
                two when march.over then march(march.unit) when march.passed.empty";
    let hooks = "after march(unit) @1 do { } then march(unit)\nbefore one @1 do { march.at = 3; }";
    assert_eq!(said_of(&format!("{}\n{hooks}", within(good)), None), []);
}

#[test]
fn scripts_do_not_start_sequences() {
    only(&within("one do { march(unit); }"), "sequence-called", "march");
    only(&format!("{}\nprocedure p(unit) @1 {{ march(unit); }}", within("one")), "sequence-called", "march");
}

#[test]
fn what_then_starts_is_a_sequence_with_its_arguments() {
    only(&within("one then marsh(unit)"), "unknown-word", "marsh");
    only(&within("one then ride(unit)"), "unknown-word", "ride");
    only(&within("one then unit.moved"), "unknown-word", "unit.moved");
    only(&within("one then march(unit, 3)"), "argument-count", "march");
    only(&within("one then march(3)"), "wrong-type", "3");
    only(&within("one then march(none)"), "wrong-type", "none");
    only(&within("one then march(unit) when march.at"), "wrong-type", "march.at");
    only(&within("one then march(unit) when march.passed"), "set-as-condition", "march.passed");
}

#[test]
fn only_variables_of_a_run_are_assigned() {
    only(&within("one do { march.unit = units.first; }"), "assigned-fact", "unit");
    only(&within("one do { march.band = units; }"), "assigned-fact", "band");
    only(&within("one do { march.att = 3; }"), "unknown-word", "att");
    only(&within("one do { march.at = unit; }"), "wrong-type", "unit");
    only(&within("one do { march.at = none; }"), "wrong-type", "none");
    only(&within("one do { at = 3; }"), "unknown-word", "at");
    only(&within("one when march.at == 2 do { march.at = at; }"), "unknown-word", "at");
}

#[test]
fn a_run_begins_with_values() {
    only(&within("var from: unit"), "wrong-value", "var from: unit");
    only(&within("var unit: int"), "declared-twice", "unit");
    only(&within("set at = units"), "declared-twice", "at");
    only(&within("flag halted / going_on"), "wrong-value", "going_on");
}

#[test]
fn what_belongs_to_a_sequence_is_not_read_where_it_rests() {
    let read = "replace step going each side do { let n = march.at; }";
    let said = said_of(&format!("{}\n{read}", within("one")), None);
    assert!(said.contains(&("sequence-rests", "march.at".to_owned())), "{said:?}");
}

#[test]
fn names_of_sequences_are_names_of_the_game() {
    only(&format!("{}\nsequence ride @1 {{ two }}", within("one")), "declared-twice", "ride");
}

#[test]
fn the_members_of_a_loop_are_found_before_there_is_one() {
    assert_eq!(said_of(&within("one each battle of battle.all do { march.at += 1; }"), None), []);
    only(&within("one each battle of battle.areas do { march.at += 1; }"), "unknown-word", "battle.areas");
}
