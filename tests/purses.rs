//! Purses that pay with indivisible items: the change, when it is lost, and the number of items that may be spent.

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::script::make;

/// Coins buy sheep. `COINS` completes the source of the purse, `LIFE` is its lifetime.
const TOY: &str = r#"
game market "Market" { sides Red, Blue }
rulebook { 1 "Buying" "Coins buy sheep."  2 "Change" "Change is kept, or it is not." }
board field @1 { grid row 1 x 2 { columns file: only  rows rank: first, second } }
kind Sheep "Sheep" @1
card has { worth: int = 0 }
deck money "Money" per side @1 { zones pile hidden, hand owner, spent owner }
card One   "One"   @1 { worth 1  copies 4 }
card Two   "Two"   @1 { worth 2  copies 4 }
card Three "Three" @1 { worth 3  copies 4 }
ruling change "Is change given?" @2 { given "yes" default  refused "no" }
purse coins "in coins" LIFE @1 {
  source cards each my.hand gives card.worth COINS
}
side var sheep: int = 0 @1
action buy  "Buy"  @1 { price 1 | 2 | 3  pays price coins  do { me.sheep += 1; } }
action wait "Wait" @1 { once  do { me.days += 1; } }
action find "Find" @1 { once  do { shuffle(me, spent, hand); } }
side var days: int = 0 @1
sequence @1 { turn repeat { buying each side  actions buy, wait, find  selling each side  actions buy, wait } }
"#;

/// The failure message of one test of the toy with this purse and these lines, if it fails.
#[track_caller]
fn message(life: &str, coins: &str, lines: &str) -> Option<String> {
    let file = |path: &str, text: String| SourceText { path: path.to_owned(), text };
    let toy = TOY.replace("LIFE", life).replace("COINS", coins);
    let test = format!("test \"it\" @1 {{\n{lines}\n}}\n");
    let catalog = Catalog::new([file("rules/market/game.ori", toy), file("tests/market/it.ori", test)]);
    let mut verdicts = Vec::new();
    let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| verdicts.push(verdict.failure.clone()));
    assert!(ran.is_whole(), "{ran:#?}");
    assert_eq!(verdicts.len(), 1);
    verdicts.remove(0).map(|failure| failure.message)
}

#[track_caller]
fn passes(life: &str, coins: &str, lines: &str) {
    assert_eq!(message(life, coins, lines), None);
}

#[test]
fn change_pays_until_the_lifetime_of_the_purse_ends() {
    let bought = "given { Red { hand: Three } }\n play Red: buy 2";
    passes("during turn", "whole", &format!("{bought}\n offered Red: buy 1\n refused Red: buy 2"));
    passes("during buying", "whole", &format!("{bought}\n offered Red: buy 1"));
    passes("", "whole", &format!("{bought}\n refused Red: buy 1"));
}

#[test]
fn rules_can_ask_what_is_over() {
    let bought = "given { Red { hand: Three } }\n then Red.over(coins) == 0\n play Red: buy 1";
    passes("during turn", "whole", &format!("{bought}\n then Red.over(coins) == 2, Blue.over(coins) == 0"));
    passes("during turn", "whole", &format!("{bought}\n play Red: buy 2\n then Red.over(coins) == 0"));
    passes("during turn", "", &format!("{bought}\n then Red.over(coins) == 0"));
    passes("", "whole", &format!("{bought}\n then Red.over(coins) == 0"));
}

#[test]
fn change_is_used_before_another_thing_is_spent() {
    passes(
        "during turn",
        "whole",
        "given { Red { hand: Three, One } }\n play Red: buy 2\n play Red: buy 1\n then Red.hand.count == 1",
    );
}

#[test]
fn change_is_lost_at_once_where_the_rules_say_so() {
    let bought = "given { Red { hand: Three } }\n play Red: buy 2";
    passes("during turn", "whole  over lost", &format!("{bought}\n refused Red: buy 1"));
    let by_ruling = "whole  over lost under change refused @2";
    passes("during turn", by_ruling, &format!("{bought}\n offered Red: buy 1"));
    passes("during turn", by_ruling, &format!("ruling change refused\n {bought}\n refused Red: buy 1"));
    let poor = "whole  over lost when Red.sheep > 0 @2";
    passes("during turn", poor, &format!("{bought}\n offered Red: buy 1"));
    let rich =
        "given { Red { hand: Two, Three } }\n play Red: buy 2\n play Red: Three\n play Red: buy 1\n play Red: buy 1";
    passes("during turn", poor, &format!("{rich}\n then Red.hand.empty, Red.sheep == 3\n refused Red: buy 1"));
}

#[test]
fn no_more_is_spent_than_needed_unless_it_may_be_given_freely() {
    let hand = "given { Red { hand: One, Two } }\n play Red: buy 2";
    passes("during turn", "whole", &format!("{hand}\n then Red.hand.count == 1, Red.sheep == 1"));
    passes(
        "during turn",
        "whole freely",
        &format!("{hand}\n play Red: One, Two\n then Red.hand.empty\n offered Red: buy 1"),
    );
}

#[test]
fn the_cheapest_way_stands_first_and_the_most_lavish_last() {
    let left = |way: usize| {
        format!("given {{ Red {{ hand: Three, One, One, Two }} }}\n play Red: buy 2\n play Red: {way}\n then Red.hand")
    };
    // Two; One, One; Three; One, Two; …; all of them: least worth first, then fewest cards.
    for (way, worth) in [(1, 5), (2, 5), (3, 4), (4, 4), (5, 3), (6, 3), (7, 2), (8, 2), (9, 1), (10, 0)] {
        passes("during turn", "whole freely", &format!("{}.total(\"worth\") == {worth}", left(way)));
    }
    passes("during turn", "whole freely", &format!("{}.count == 3", left(1)));
    passes("during turn", "whole freely", &format!("{}.count == 2", left(2)));
    assert!(message("during turn", "whole freely", &format!("{}.empty", left(11))).is_some());
}

#[test]
fn of_very_many_ways_to_pay_the_first_are_offered() {
    let paid = |way: usize| {
        let hand = "One, One, One, One, Two, Two, Two, Two, Three, Three, Three, Three";
        format!("given {{ Red {{ hand: {hand} }} }}\n play Red: buy 3\n play Red: {way}\n then Red.hand.count")
    };
    passes("during turn", "whole freely", &format!("{} == 11", paid(1)));
    passes("during turn", "whole freely", &format!("{} < 11", paid(40)));
    assert!(message("during turn", "whole freely", &format!("{} < 11", paid(41))).is_some());
}

#[test]
fn what_was_spent_and_comes_back_pays_again() {
    passes(
        "during turn",
        "whole",
        "given { Red { hand: Three } }\n play Red: buy 3\n play Red: find\n play Red: buy 3\n then Red.sheep == 2",
    );
}
