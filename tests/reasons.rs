//! Reasons against orders: which of several is given, and which sections it cites.

use oriflamme::analysis::testing::run_test;
use oriflamme::script::make;
use oriflamme::session::{Opening, Said, Session};

use crate::harness::{ENGINES, toy_with};

const WAYS: &str = include_str!("reasons/ways.toy");
const HEADS: &str = include_str!("reasons/heads.toy");

fn session(text: &str) -> Session {
    let game = toy_with(text, "valley");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

fn why_not(session: &Session, sentence: &str) -> String {
    session.why_not(sentence).iter().map(|line| line.text() + "\n").collect()
}

#[test]
fn the_tests_of_the_ways_pass_on_both_engines() {
    let game = toy_with(WAYS, "valley");
    assert_eq!(game.tests.len(), 4);
    for (engine, make) in ENGINES {
        for test in &game.tests {
            let failure = run_test(&game, test, make).failure;
            assert!(failure.is_none(), "{engine}: {}: {failure:?}", test.title);
        }
    }
}

#[test]
fn a_forbidden_step_comes_before_the_price_of_a_detour() {
    // By the road it would be three steps, and a man has two.
    let text = why_not(&session(WAYS), "march Stow Man1 Man2 to Oxley");
    assert!(text.contains("on the way, from Stow to Oxley: the way is full  §1"), "{text}");
    assert!(!text.contains("costs"), "{text}");
    // If the detour alone is barred by its price, the price is the reason.
    let far =
        WAYS.replace("links ford limit 1 wet @1 { Stow -- Oxley }", "links ford limit 1 wet @1 { Holt -- Oxley }");
    let text = why_not(&session(&far), "march Stow Man1 to Oxley");
    assert!(text.contains("the cheapest way to Oxley costs 3 steps, and Man1 has 2"), "{text}");
}

#[test]
fn a_piece_from_elsewhere_in_a_set_is_named() {
    let mut session = session(WAYS);
    let text = why_not(&session, "march Stow Man1 Man3 to Tarn");
    assert!(text.contains("Man3 is not at Stow") && !text.contains("Man1"), "{text}");
    let Said::Refused(refused) = session.say("march Stow Man1, Man3 to Tarn") else { panic!("it is refused") };
    let text = format!("{refused:?}");
    assert!(text.contains("`Man3` is not possible; choose Man2"), "{text}");
}

#[test]
fn what_raised_a_price_is_cited() {
    let muddy = WAYS.replace("game flag muddy @3", "game flag muddy = true @3");
    let text = why_not(&session(&muddy), "hire Man1");
    assert!(text.contains("it costs 4 coins; you have 2 for it  §2 §1 §3"), "{text}");
    let dry = WAYS.replace("base 1\n", "base 3\n");
    let text = why_not(&session(&dry), "hire Man1");
    assert!(text.contains("it costs 3 coins") && !text.contains("§3"), "{text}");
}

#[test]
fn the_price_of_pieces_that_pay_for_themselves_is_that_of_one_which_cannot_pay_it() {
    let hauled = WAYS.replace(
        "action toll",
        "action haul \"Haul\" @2 { band some of mine.men  pays 2 stride each band  do { road.used += 1; } }\n\
         action drag \"Drag\" @2 { band some of mine.men  pays 3 stride each band  do { road.used += 1; } }\n\
         action toll",
    );
    let hauled = hauled.replace("actions march,", "actions march, haul, drag,");
    let session = session(&hauled);
    assert_eq!(why_not(&session, "haul Man1, Man2"), "Legal now.\n");
    let text = why_not(&session, "drag Man1, Man2");
    assert!(text.contains("it costs 3 steps; Man1 has 2  §2"), "{text}");
    let alone = why_not(&session, "drag Man1");
    assert!(alone.contains("it costs 3 steps; you have 2 for it  §2"), "{alone}");
}

#[test]
fn an_action_of_another_step_is_said_to_be_so_even_if_its_rules_read_what_only_that_step_has() {
    let later = WAYS.replace(
        "sequence @2 {",
        "action leave \"Leave\" @2 { man resting.man.side.pieces.men  do { remove(man); } }\n\
         sequence @2 { rest @2 { resting each man of men.at(Holt) by resting.man.side actions leave }",
    );
    let text = why_not(&session(&later), "leave Man1");
    assert_eq!(text, "Not in this step: Leave is possible in Resting.\n");
}

#[test]
fn a_line_is_completed_behind_a_set_and_a_computed_value() {
    let session = session(WAYS);
    let texts = |line: &str| -> Vec<String> { session.complete(line).into_iter().map(|one| one.line).collect() };
    assert_eq!(texts("march Stow Man1 to T"), ["March Stow band Man1 to Tarn"]);
    assert!(texts("march Stow Man1, M").contains(&"March Stow band Man1, Man2".to_owned()));
}

#[test]
fn the_sections_in_a_head_are_those_of_every_rule_in_its_item() {
    let game = toy_with(HEADS, "land");
    assert_eq!(game.tests.len(), 4);
    for (engine, make) in ENGINES {
        for test in &game.tests {
            let failure = run_test(&game, test, make).failure;
            assert!(failure.is_none(), "{engine}: {}: {failure:?}", test.title);
        }
    }
    let session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    // The play of a card has the section of the card, unless it has one of its own; that of a deck has the deck's.
    for (sentence, reason) in
        [("feast as feast", "no guests  §4"), ("hunt as hunt", "no horse  §2"), ("hunt as money", "no buyer  §5")]
    {
        let text = why_not(&session, sentence);
        assert!(text.contains(reason), "{sentence}: {text}");
    }
}
