//! Counters of the mix that the set-up leaves unused, and pieces without a counter.

use oriflamme::play::log::Event;
use oriflamme::play::{Play, Status, native};

use crate::harness::{self, ENGINES, beginning, toy, toy_with};

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

/// Men who are hired and lost again, for many turns.
const HIRING: &str = r#"
game hire "Hire" { die d6  sides Red, Blue }
rulebook { 1 "Men" "Each turn Red hires thirty men, and all are lost." }
board field @1 { spaces { A, B }  links road { A -- B } }
kind Man "Man" @1 { glyph "m" }
piece var tired: int = 0 @1
sequence @1 {
  turn "Turn" repeat 1..40 {
    hiring "Hiring" do { for n in 0..30 { let man = put(Man, Red, A); man.tired = n % 9; } }
    tally "Tally" do { if A.pieces.total("tired") != 111 { say(`wrong in ${turn.number}: ${A.pieces.total("tired")}`); } }
    losses "Losses" do { for man in A.pieces { remove(man); } }
  }
  rest "Rest" by Blue actions wait
}
action wait "Wait" @1 { once  do { game.waited += 1; } }
game var waited: int = 0 @1
scenario hire "Hire" for hire @1 { Blue { B: Man } }
"#;

#[test]
fn a_game_may_create_any_number_of_pieces_in_time_and_undo_goes_back_past_them() {
    let game = toy_with(HIRING, "hire");
    for (name, make) in ENGINES {
        let mut play = Play::new(&game, &beginning(&game), 1, true, make).expect("the game begins");
        let status = play.go();
        assert!(matches!(status, Status::Asked(_)), "{name}: {status:?}");
        let said = play.log().iter().any(|entry| matches!(entry.event, Event::Said(_)));
        let pieces = play.look(|run| run.state().pieces.len());
        assert!(!said && pieces == 1201, "{name}: {pieces} pieces, said: {said}");
    }
    // A second game of a series begins with the room of the first.
    let opening = Play::new(&game, &beginning(&game), 1, false, native::make).expect("the game begins").opening();
    let mut play = Play::new(&game, &beginning(&game), 1, false, native::make).expect("the game begins");
    let digests: Vec<u64> = (0..3)
        .map(|_| {
            play.again(&opening, 1);
            assert!(matches!(play.go(), Status::Asked(_)));
            play.digest()
        })
        .collect();
    assert!(digests.iter().all(|digest| *digest == digests[0]), "{digests:?}");
}
