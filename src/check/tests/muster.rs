//! Tests of `check` on counters, musters and remarks about armies.

use super::mistakes::{only, said_of};

/// A list of three looks, and a muster.
const LIST: &str = r#"
side has { value: int = 0   attacker: flag }
piece has { cost: int = 0 }
weather Fog @1
counters @1 {
  KT 3   cost 15 x2
  KT 3*  cost 16
  MA 2   cost  6 x4
}
muster "Buying" @1 {
  roles   attacker
  total   cost within value
  at most 2 KT
  suggest panic "half" = side.pieces.count / 2
  warn    when side.value > 50 because "that is much"
  weather d6 { 1..5 none, 6 d6 { 1..3 Fog, 4..6 attacker } }
  terrain d6 - 3 for attacker at rear but Woods
  deploy  rear, reserve
}
"#;

fn with(items: &str) -> String {
    format!("{LIST}{items}")
}

#[test]
fn a_correct_list_and_muster_have_no_errors() {
    assert_eq!(said_of(LIST, None), []);
}

#[test]
fn wrong_lines_of_a_list_are_reported() {
    only(&with("counters @1 { LV 1 cost 1 x2 }"), "unknown-word", "LV");
    only(&with("counters @1 { MA 2-3 cost 1 x2 }"), "unknown-word", "2-3");
    only(&with("counters @1 { MA cost 1 x2 }"), "wrong-value", "MA cost 1 x2");
    only(&with("counters @1 { troops 2 cost 1 x2 }"), "wrong-value", "troops");
    only(&with("counters @1 { MA 4 price 1 x2 }"), "unknown-word", "price");
    only(&with("counters @1 { MA 4 moved x2 }"), "wrong-value", "MA 4 moved x2");
    only(&with("counters @1 { MA 2 cost 8 x1 }"), "declared-twice", "MA 2 cost 8 x1");
    only(&with("counters first @1 { MA 2 cost 8 x1 }"), "declared-twice", "MA 2 cost 8 x1");
    only(&with("counters third @1 { MA 4 cost 8 x1 }"), "unknown-word", "third");
}

#[test]
fn wrong_lines_of_a_muster_are_reported() {
    let lines = |from: &str, to: &str| LIST.replace(from, to);
    only(&lines("  total   cost within value\n", ""), "missing-part", "muster");
    only(&lines("total   cost", "total   price"), "unknown-word", "price");
    only(&lines("within value", "within attacker"), "wrong-value", "attacker");
    only(&lines("at most 2 KT", "at most 2 LDR"), "unknown-word", "LDR");
    only(&lines("roles   attacker", "roles   panic"), "wrong-value", "panic");
    only(&lines("suggest panic", "suggest morale"), "unknown-word", "morale");
    only(&lines("side.pieces.count / 2", "side.peices.count / 2"), "unknown-word", "peices");
    only(&lines("1..5 none", "1..4 none"), "rows-overlap", "6 d6 { 1..3 Fog, 4..6 attacker }");
    only(&lines("4..6 attacker", "4..5 attacker"), "rows-overlap", "6 d6 { 1..3 Fog, 4..5 attacker }");
    only(&lines("1..3 Fog", "1..3 Mist"), "unknown-word", "Mist");
    only(&lines("for attacker at", "for Woods at"), "empty-phrase", "Woods");
    only(&lines("at rear but", "at rere but"), "unknown-place", "rere");
    only(&lines("but Woods", "but Wood"), "unknown-word", "Wood");
    only(&lines("deploy  rear", "deploy  back"), "unknown-place", "back");
    only(&lines("deploy  rear", "deploy  KT at back, rear\n  deploy  rear"), "unknown-place", "back");
    only(&lines("deploy  rear", "deploy  LDR at rear\n  deploy  rear"), "unknown-word", "LDR");
    let twice = said_of(&with("muster @1 { total cost within value }"), None);
    assert_eq!(twice, [("not-one", "muster @1 { total cost within value }".to_owned())]);
}

fn noted(army: &str) -> Vec<(&'static str, String)> {
    said_of(&with(&format!("scenario one \"One\" for small @1 {{ army first {army} }}")), Some("one"))
}

#[test]
fn wrong_printed_army_values_are_remarked() {
    assert_eq!(noted("panic 2 value 33 { left rear: KT 3*, KT 3;  reserve: MA 2 cost 2 }"), []);
    assert_eq!(noted("panic 2 value 37 { left rear: KT 3*, KT 3;  any rear: MA 2 }"), []);
    let wrong = noted("panic 2 value 36 { left rear: KT 3*, KT 3;  reserve: MA 2 }");
    assert_eq!(wrong, [("army-value", "36".to_owned())]);
    let unsaid = noted("{ left rear: MA 2 }");
    assert_eq!(unsaid, [("army-value", "first".to_owned())]);
}

#[test]
fn too_many_counters_are_remarked() {
    assert_eq!(noted("value 30 { left rear: KT 3, KT 3 }"), []);
    let many = noted("value 45 { left rear: KT 3, KT 3;  reserve: KT 3 }");
    assert_eq!(many, [("counter-mix", "KT 3".to_owned())]);
    let strange = noted("{ left rear: KT 4 }");
    assert_eq!(strange, [("counter-mix", "KT 4".to_owned())]);
}
