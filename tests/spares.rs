//! Counters of the mix that the set-up leaves unused, and pieces without a counter.

use crate::harness::{self, toy};

/// Three lone men, five pairs for Red alone, and any number of dogs.
const TOY: &str = "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\n\
    board map @1 { spaces { A, B }  links path { A -- B } }\n\
    piece has { strength: int = 0 }\nkind Man @1 { notation \"{strength}\" }\nkind Dog @1\n\
    counters @1 { Man 1 x3 }\ncounters Red @1 { Man 2 x5 }\n";

/// Asserts what a script says, on both engines; returns the number of pieces of the play.
#[track_caller]
fn says(position: &str, script: &str, expected: &str) -> usize {
    let game = toy(&format!(
        "{TOY}sequence @1 {{ turn repeat 1..1 {{ acting do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {position} }}\n"
    ));
    harness::says(&game, expected)
}

#[test]
fn what_is_not_set_up_lies_ready_and_is_not_in_play() {
    let men = "Red { A: Man 1 x2, Man 2, Dog }  Blue { B: Man 1 }";
    says(men, "say(`${Red.spare.count} ${Blue.spare.count} ${pieces.count} ${removed.count}`);", "5 2 5 7");
}

#[test]
fn what_is_set_up_beyond_the_mix_is_lacking_and_nothing_of_a_kind_that_is_not_listed() {
    let men = "Red { A: Man 1 x4, Man 3, Dog x9 }  Blue { B: Man 2 }";
    let script =
        "say(`${Red.lacking.count} ${Red.lacking.total(\"strength\")} ${Blue.lacking.count} ${Red.spare.count}`);";
    says(men, script, "2 4 1 5");
}

#[test]
fn a_counter_that_comes_into_play_lies_ready_no_more() {
    let script = "let one = Red.spare.first; if one != none { place(one, A); } \
        say(`${Red.spare.count} ${Red.pieces.count} ${Red.pieces.total(\"strength\")}`);";
    says("Red { A: Dog }", script, "7 2 1");
}

#[test]
fn a_game_in_which_no_running_script_asks_holds_none() {
    assert_eq!(says("Red { A: Dog }", "say(`${removed.count}`);", "0"), 1);
}
