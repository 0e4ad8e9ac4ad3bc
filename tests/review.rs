//! `review`: what a finished game shows about decisions that cost something, and about luck.

use std::sync::Arc;

use oriflamme::model::game::Game;
use oriflamme::play::native;
use oriflamme::session::{Opening, Reviewed, Said, Session, Standing};

use crate::harness::{game, toy_with};

/// Red shoots three times. A man is hit with a 6. The last shot changes nothing: the game is drawn.
const DUEL: &str = r#"
game duel "Duel" { die d6  sides Red, Blue }
rulebook { 1 "Shots" "A shot hits with a six." }
board field @1 { spaces { A, B }  links road { A -- B } }
kind Man "Man" @1 { glyph "m" }
noun target = Man
action shoot "Shoot" @1 {
  target  pieces.of(me.foe)
  once
  do      { if roll() == 6 { remove(target); } }
}
sequence @1 { turn "Turn" repeat 1..3 { shots "Shots" by Red actions shoot } }
scenario duel "Duel" for duel @1 { Red { A: Man }  Blue { B: Man x4 } }
"#;

/// The same with a storm, which chance plays.
const STORM: &str = r#"
game duel "Duel" { die d6  sides Red, Blue }
rulebook { 1 "Shots" "A shot hits with a six." 2 "Storms" "A storm scatters men." }
side Storm "The storm" played by chance { }
board field @1 { spaces { A, B, C }  links road { A -- B -- C } }
kind Man "Man" @1 { glyph "m" }
noun target = Man
noun to = space
action shoot "Shoot" @1 {
  target  pieces.of(Blue)
  once
  do      { if roll() == 6 { remove(target); } }
}
action scatter "Scatter" @2 {
  target  pieces
  to      target.space.across(road)
  once
  do      { place(target, to); }
}
sequence @1 { turn "Turn" repeat 1..2 { shots "Shots" by Red actions shoot   storm "Storm" by Storm actions scatter must once } }
scenario duel "Duel" for duel @1 { Red { A: Man }  Blue { B: Man x4 } }
"#;

fn begun(game: &Arc<Game>, dice: &[i64]) -> Session {
    let dice = dice.iter().map(|face| vec![*face]).collect();
    let opening = Opening { dice, ..Opening::hot_seat(game) };
    Session::new(game, opening, native::make).expect("the game begins")
}

fn played(game: &Arc<Game>, dice: &[i64], lines: &[&str]) -> Session {
    let mut session = begun(game, dice);
    for line in lines {
        assert_eq!(session.say(line), Said::Done, "{line}");
    }
    session
}

fn reviewed(session: &Session, side: Option<u16>) -> Vec<String> {
    let lines = session.review(side, &mut |_| true).expect("it can be reviewed");
    lines.iter().map(|line| line.text()).collect()
}

#[test]
fn a_decision_that_loses_the_game_at_once_costs_most_and_the_better_one_is_named() {
    let moves = ["d", "a", "d", "a", "d", "g", "d"].map(|column| format!("drop in {column}"));
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let session = played(&game("connect-four"), &[], &moves);
    assert!(matches!(session.standing(), Standing::Over(_)));
    let lines = reviewed(&session, Some(1));
    let at = lines.iter().position(|line| line.contains("Drop in g")).unwrap_or_else(|| panic!("{lines:#?}"));
    assert!(lines[at].trim_start().starts_with('-') && lines[at].contains("    6 "), "{lines:#?}");
    assert!(lines[at + 1].contains("better: Drop in d"), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("Luck")), "no dice: {lines:#?}");
}

#[test]
fn luck_is_what_dice_gave_against_what_they_give_on_average() {
    let game = toy_with(DUEL, "duel");
    let lucky = reviewed(&played(&game, &[6, 6, 6], &["shoot man2", "shoot man3", "shoot man4"]), None);
    let of = |lines: &[String], side: &str| -> i64 {
        let line = lines.iter().find_map(|line| line.strip_prefix("Luck: ")).unwrap_or_else(|| panic!("{lines:#?}"));
        let own = line.split(", ").find_map(|part| part.strip_prefix(side)).expect("every side is told");
        own.trim().parse().expect("a number")
    };
    assert!(of(&lucky, "Red") > 5 && of(&lucky, "Blue") < -5, "{lucky:#?}");
    assert_eq!(lucky.iter().filter(|line| line.contains("Red: Shoot")).count(), 2, "each hit: {lucky:#?}");
    // A miss is likely, so it is little bad luck.
    let unlucky = of(&reviewed(&played(&game, &[1, 1, 1], &["shoot man2", "shoot man3", "shoot man4"]), None), "Red");
    assert!((-5..0).contains(&unlucky), "{unlucky}");
}

#[test]
fn a_review_can_be_stopped_and_waits_for_the_end_where_something_is_hidden() {
    let session = played(&toy_with(DUEL, "duel"), &[], &["shoot man2"]);
    let mut seen = Vec::new();
    let lines = session.review(None, &mut |reviewed| {
        seen.push(reviewed);
        false
    });
    assert_eq!(seen, [Reviewed { done: 1, of: 1 }], "after the first decision");
    assert!(lines.is_ok_and(|lines| lines.iter().all(|line| !line.text().contains("better:"))));
    let secret = begun(&game("agincourt"), &[]);
    assert!(secret.review(None, &mut |_| true).is_err_and(|problem| problem.contains("hidden")));
    let empty = begun(&game("connect-four"), &[]);
    assert_eq!(empty.review(None, &mut |_| true), Err("nothing has been decided yet".to_owned()));
}

#[test]
fn what_a_side_of_chance_decides_is_luck_and_no_decision() {
    let session = played(&toy_with(STORM, "duel"), &[6, 1], &["shoot man2", "shoot man3"]);
    assert!(matches!(session.standing(), Standing::Over(_)), "{:?}", session.standing());
    let lines = reviewed(&session, None);
    assert!(lines.iter().any(|line| line.starts_with("Luck: Red +")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("storm:")), "{lines:#?}");
}
