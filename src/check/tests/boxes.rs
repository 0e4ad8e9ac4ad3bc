//! Tests of `check` on counters that begin in boxes, on filling up, on variables that pay, and on offers that need
//! assent.

use super::mistakes::{only, said_of};

const BOXED: &str = "counters first in reserve @1 { KT 2 x2;  KT 3*; MA: Ann 4, Bob 1 }\n";

fn set_up(lines: &str) -> Vec<(&'static str, String)> {
    said_of(&format!("{BOXED}scenario one \"One\" for small @1 {{ army first {{ {lines} }} }}"), Some("one"))
}

fn lacking(place: &str) -> Vec<(&'static str, String)> {
    vec![("counter-lacking", place.to_owned())]
}

#[test]
fn a_set_up_takes_what_lies_in_the_box_and_no_more() {
    assert_eq!(set_up("left rear: KT 2 x2;  centre rear: KT 3*, Ann"), []);
    assert_eq!(set_up("left rear: KT 2;  centre rear: KT 2 x2"), lacking("KT 2 x2"));
    assert_eq!(set_up("left rear: KT 3"), lacking("KT 3"));
    assert_eq!(set_up("left rear: Ann;  centre rear: Ann"), lacking("Ann"));
    // A kind that the list does not count for a side is free.
    assert_eq!(set_up("left rear: MA 1"), []);
    let other = format!("{BOXED}scenario one \"One\" for small @1 {{ army second {{ left rear: KT 5 }} }}");
    // For the other side it is only remarked.
    assert_eq!(said_of(&other, Some("one")), [("counter-mix", "KT 5".to_owned())]);
}

#[test]
fn counters_begin_in_a_box_that_is_there() {
    assert_eq!(said_of("counters first in reserve @1 { KT 2 x2 }", None), []);
    assert_eq!(said_of("counters in reserve @1 { KT 2 x2 }", None), []);
    only("counters first in reserv @1 { KT 2 x2 }", "unknown-place", "reserv");
    only("counters first in \"left rear\" @1 { KT 2 x2 }", "wrong-value", "\"left rear\"");
    only("counters in reserve @1 { KT: Ann 2 }", "wrong-value", "Ann");
    only("counters first in reserve @1 { KT 2 x2;  KT 2 }", "declared-twice", "KT 2");
    only("counters first in reserve @1 { KT 2 x6000 }", "number-too-large", "KT 2 x6000");
    only("counters first in reserve @1 { troops: Ann 2 }", "wrong-value", "troops");
}

#[test]
fn named_pieces_are_words() {
    let with = |items: &str| format!("{BOXED}{items}");
    assert_eq!(said_of(&with("is chief(unit) @1 = unit == Ann && Ann.space != none"), None), []);
    only(&with("is chief(unit) @1 = unit == Anne"), "unknown-word", "Anne");
    // Without a box they may be nowhere.
    let free = "counters first @1 { KT: Cid 2 }\n";
    only(&format!("{free}is near(unit) @1 = unit.space == Cid.space"), "may-be-absent", "Cid");
}

#[test]
fn mistakes_in_exchanging_and_filling_are_reported() {
    let act = |script: &str| format!("procedure p(unit, side) @1 {{ {script} }}");
    assert_eq!(said_of(&act("let other = exchange(unit, side); if other != none { other.rash = true; }"), None), []);
    only(&act("exchange(unit, side).rash = true;"), "assigned-through-call", "exchange(unit, side)");
    only(&act("exchange(unit);"), "argument-count", "exchange");
    only(&act("give(unit, unit == none);"), "wrong-type", "unit == none");
    only(
        "is odd(side) @1 = side.fill(\"Which?\", side.pieces, 2).empty",
        "impure",
        "side.fill(\"Which?\", side.pieces, 2)",
    );
}

#[test]
fn mistakes_in_prices_from_variables_are_reported() {
    let with = |pays: &str| {
        format!(
            "side var silver: int = 3 @1\nside var friend: side? @1\npurse mark @1 {{ gives 2 }}\n\
             action buy during going @1 {{ unit mine   once   {pays}   do {{ unit.rash = me.friend == me && me.silver > 1; }} }}"
        )
    };
    assert_eq!(said_of(&with("pays 2 silver"), None), []);
    assert_eq!(said_of(&with("pays unit.ability silver to me.foe"), None), []);
    only(&with("pays 2 silvr"), "unknown-word", "silvr");
    only(&with("pays 2 friend"), "unknown-word", "friend");
    only(&with("pays 2 mark to me.foe"), "wrong-value", "me.foe");
    only(&with("pays 2 silver to unit"), "wrong-type", "unit");
}

#[test]
fn who_must_agree_is_a_side_and_is_asked_once() {
    let with =
        |lines: &str| format!("action trade during going @1 {{ unit mine   {lines}   do {{ unit.rash = true; }} }}");
    assert_eq!(said_of(&with("once   assent me.foe"), None), []);
    only(&with("once   assent unit"), "wrong-type", "unit");
    let endless = with("assent me.foe");
    only(&endless, "endless-offer", &endless);
}
