//! Several people at one keyboard: what each is told, and by whose names for places.

use oriflamme::analysis::bots::Player;
use oriflamme::draw::Line;
use oriflamme::play::native::make;
use oriflamme::session::{Opening, Said, Session, Sight, Telling};

use crate::harness::{SCENARIOS, game};

const TELLING: Telling = Telling { details: true, cites: false, numbers: false, width: 80, others: usize::MAX };

fn table(scenario: &str, seed: u64) -> Session {
    let game = game(scenario);
    let opening = Opening { seed, ..Opening::hot_seat(&game) };
    Session::new(&game, opening, make).expect("the game begins")
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| line.text() + "\n").collect()
}

#[track_caller]
fn say(session: &mut Session, sentence: &str) {
    assert_eq!(session.say(sentence), Said::Done, "{sentence}");
}

/// Agincourt, seed 3: the English begin, and pass their turn for a new hand.
const ENGLISH: u16 = 1;
const FRENCH: u16 = 0;

#[test]
fn what_one_draws_the_other_is_not_told_when_the_keyboard_passes() {
    let mut session = table("agincourt", 3);
    assert!(session.is_shared());
    let first = text(&session.news_on_passing(ENGLISH, TELLING));
    assert!(first.contains("Initiative") && !first.contains("draws"), "{first}");
    let english = text(&session.news_of(ENGLISH, true, TELLING));
    assert!(
        english.contains("French draws 4 cards\n") && english.contains("English draws Command 1 x3, "),
        "{english}"
    );
    assert!(!english.contains("Initiative"), "told before: {english}");
    say(&mut session, "yes");
    say(&mut session, "pass");
    // What all see is told to both at once, the rest to each when he sits there.
    let both = text(&session.news_on_passing(FRENCH, TELLING));
    assert!(both.contains("English: yes") && !both.contains("draws"), "{both}");
    let french = text(&session.news_of(FRENCH, true, TELLING));
    assert!(french.contains("English draws 5 cards\n") && french.contains("French draws Command 1 x2, "), "{french}");
    assert!(!french.contains("Hero"), "{french}");
    say(&mut session, "no");
    let own = text(&session.news_of(FRENCH, false, TELLING));
    assert!(own.contains("French: no") && !own.contains("English"), "{own}");
    let later = text(&session.news_of(ENGLISH, true, TELLING));
    assert!(later.contains("English draws Command 2, Hero, Fatigue") && later.contains("French: no"), "{later}");
}

#[test]
fn only_people_who_see_different_things_wait_for_each_other() {
    assert!(!table("connect-four", 1).is_shared(), "no side has a secret");
    assert!(table("agincourt", 1).is_shared());
    let game = game("agincourt");
    let players = vec![Player::Person, Player::Random];
    let session = Session::new(&game, Opening { players, ..Opening::hot_seat(&game) }, make).expect("it begins");
    assert!(!session.is_shared(), "a bot looks at no screen");
}

/// Everything that moved, as the log says it to whoever decides now.
fn moves(session: &Session) -> Vec<String> {
    let log = session.log(0, TELLING);
    log.iter().map(|line| line.text().trim().to_owned()).filter(|line| line.contains(" -> ")).collect()
}

#[test]
fn places_keep_the_names_that_the_acting_side_has_for_them() {
    for seed in 1..4 {
        let mut session = table("agincourt", seed);
        let mut told: Vec<String> = Vec::new();
        let mut asked = Vec::new();
        for _ in 0..60 {
            assert_eq!(session.auto(1), Said::Done);
            let now = moves(&session);
            assert_eq!(now[..told.len()], told[..], "seed {seed}: what was told is told otherwise");
            told = now;
            asked.extend(session.question().map(|(seat, _)| seat));
        }
        asked.dedup();
        assert!(!told.is_empty() && asked.len() > 2, "seed {seed}: {told:?} {asked:?}");
        // Both armies set out from their own rear.
        assert!(!told.iter().any(|line| line.contains("KT1: left enemy rear")), "{told:?}");
    }
}

#[test]
fn one_person_reads_his_own_names_whoever_acts() {
    let game = game("agincourt");
    let players = vec![Player::Random, Player::Person];
    let opening = Opening { players, seed: 2, ..Opening::hot_seat(&game) };
    let mut session = Session::new(&game, opening, make).expect("it begins");
    assert_eq!(session.auto(30), Said::Done);
    let french: Vec<String> = moves(&session).into_iter().filter(|line| line.starts_with("KT")).collect();
    assert!(!french.is_empty(), "the French move");
    assert!(french.iter().any(|line| line.contains("enemy rear") || line.contains("French reserve")), "{french:?}");
}

#[test]
fn names_of_units_are_whole_on_a_narrow_terminal() {
    let session = table("agincourt", 1);
    for width in [40, 50, 60, 80] {
        let board = text(&session.board(Sight { width, height: 24, colours: false }, None));
        for unit in ["MA11", "LB7", "CB1", "KT3", "LDR2"] {
            assert!(board.contains(unit), "{unit} at {width}:\n{board}");
        }
    }
}

#[test]
fn a_board_keeps_to_a_narrow_terminal_or_is_cut() {
    for scenario in SCENARIOS {
        let session = table(scenario, 1);
        for width in 1..=80 {
            let sight = Sight { width, height: 24, colours: false };
            let board = session.board(sight, None);
            assert!(!board.is_empty(), "{scenario} at {width}");
            let widest = board.iter().map(Line::width).max().unwrap_or(0);
            assert!(width < 60 || widest <= width, "{scenario} at {width} takes {widest}:\n{}", text(&board));
        }
    }
}
