//! The values of a list gather the spaces and pieces that have them.

use crate::harness::{self, toy};

/// What a script says, on both engines.
#[track_caller]
fn says(items: &str, position: &str, script: &str, expected: &str) {
    let game = toy(&format!(
        "game toy \"Toy\" {{ sides Red, Blue }}\nrulebook {{ 1 \"All\" \"Everything.\" }}\nkind Man @1\n{items}\n\
         sequence @1 {{ turn repeat 1..1 {{ acting do {{ {script} }} }} }}\n\
         scenario toy \"Toy\" for toy @1 {{ {position} }}\n"
    ));
    harness::says(&game, expected);
}

const COUNTIES: &str = "names part { Leon, Dol }\nspace has { part: part  twin: part? }\n\
    board map @1 { spaces in Leon { A, B twin Dol }  spaces in Dol { C }  links path { A -- B -- C } }";

#[test]
fn a_value_gathers_its_spaces_by_every_fact_of_the_list() {
    says(COUNTIES, "", "say(`${Leon.spaces.count} ${Dol.spaces.count} ${part.all.spaces.count}`);", "2 2 3");
}

#[test]
fn a_value_gathers_the_pieces_in_its_spaces() {
    let men = "Red { A: Man;  C: Man x2 }  Blue { B: Man }";
    says(COUNTIES, men, "say(`${Leon.pieces.count} ${Dol.pieces.count}`);", "2 3");
}

#[test]
fn a_value_gathers_the_pieces_that_have_it_by_any_fact() {
    let items = "names guild { Baker, Smith }\npiece has { trade: guild  learns: guild? }\n\
        board map @1 { spaces { A, B }  links path { A -- B } }";
    let men = "Red { A: Man trade Baker, Man trade Smith learns Baker;  B: Man trade Smith }";
    says(items, men, "say(`${Baker.pieces.count} ${Smith.pieces.count} ${Smith.pieces.spaces.count}`);", "2 2 2");
}

#[test]
fn the_weather_of_the_game_is_one_of_a_list_with_facts() {
    let items = "weather has { grip: int }\nweather Snow \"Snow\" @1 { grip 3 }\nweather Rain \"Rain\" @1 { grip 2 }\n\
        board ground @1 { spaces { A } }";
    for (weather, grip) in [("weather Snow", "3"), ("weather Rain", "2"), ("", "0")] {
        says(items, &format!("{weather}\nRed {{ A: Man }}"), "say(`${game.weather?.grip ?? 0}`);", grip);
    }
}
