//! Variables that hold more than a number or a thing, and what of them a session shows.

use oriflamme::session::{Opening, Session, Telling};

use crate::harness::{self, ENGINES};
use crate::shown::say;

const WIDE: &str = include_str!("variables/wide.toy");
const BALLOT: &str = include_str!("variables/ballot.toy");
const TREATY: &str = include_str!("variables/treaty.toy");

#[test]
fn sets_texts_and_dice_are_kept() {
    harness::passes(&harness::toy_with(WIDE, "friends"));
}

#[test]
fn a_test_written_from_a_position_has_them() {
    let game = harness::toy_with(WIDE, "friends");
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    say(&mut session, "befriend blue");
    let written = session.as_test("befriended").expect("it can be written").text;
    for line in ["friends Red/Green", "motto \"all for one\"", "thrown 2/3", "motto \"with Blue\"", "friends Blue"] {
        assert!(written.contains(line), "{line}: {written}");
    }
}

#[test]
fn an_answer_in_secret_is_hidden_like_the_variable_that_stores_it() {
    let telling = Telling { details: true, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
    let log = |session: &Session| -> String { session.log(0, telling).iter().map(|line| line.text() + "\n").collect() };
    let game = harness::toy_with(BALLOT, "ballot");
    for (engine, make) in ENGINES {
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
        say(&mut session, "6");
        say(&mut session, "8");
        // Red decides now.
        let red = log(&session);
        assert!(red.contains("Red: 6") && red.contains("Blue: ?") && !red.contains("Blue: 8"), "{engine}: {red}");
        say(&mut session, "decide 1");
        let blue = log(&session);
        assert!(blue.contains("Blue: 8") && blue.contains("Red: ?") && !blue.contains("Red: 6"), "{engine}: {blue}");
    }
}

#[test]
fn a_difference_says_nothing_about_what_was_hidden() {
    let game = harness::toy_with(BALLOT, "ballot");
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    for answer in ["6", "8", "decide 1", "decide 7"] {
        say(&mut session, answer);
    }
    let rows = |session: &Session, from: &str| -> Vec<String> {
        session.diff(from, "here").expect("a difference").iter().map(|line| line.text()).collect()
    };
    // While they planned, Red did not know what Blue had in mind.
    let red = rows(&session, "3");
    assert!(red.iter().any(|row| row.starts_with("Blue plan") && row.contains('?') && row.contains('7')), "{red:?}");
    assert!(red.iter().any(|row| row.starts_with("Red plan") && row.contains('4') && row.contains('1')), "{red:?}");
    assert!(red.iter().all(|row| !row.starts_with("Blue vote")), "{red:?}");
}

#[test]
fn a_side_that_does_not_agree_is_named() {
    let telling = Telling { details: false, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
    let log = |session: &Session| -> String { session.log(0, telling).iter().map(|line| line.text() + "\n").collect() };
    let game = harness::toy_with(TREATY, "treaty");
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    for sentence in ["treaty blue", "no"] {
        say(&mut session, sentence);
    }
    assert!(log(&session).contains("Red: Treaty Blue: Blue does not agree."), "{}", log(&session));
    // Of an offer that the others do not see, Blue, who decides next, is told nothing.
    for sentence in ["pact green", "no", "done"] {
        say(&mut session, sentence);
    }
    assert!(!log(&session).contains("Green does not agree"), "{}", log(&session));
}
