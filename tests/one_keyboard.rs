//! Several people at one keyboard: what each is shown, and under which seat's names for places.

use oriflamme::analysis::bots::Player;
use oriflamme::draw::Line;
use oriflamme::play::native::make;
use oriflamme::session::{CountedAtMost, Opening, Said, Session, Sight, Telling};

use crate::harness::{SCENARIOS, game};

const TELLING: Telling =
    Telling { details: true, cites: false, numbers: false, width: 80, wraps: true, others: usize::MAX };

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

/// Agincourt, seed 3: the English begin and pass their turn for a new hand.
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
    // Public news is shown to both at once, the rest to each player who takes the keyboard.
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

/// Every move in the log as the deciding seat reads it.
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
        // Both armies start in their own rear.
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
fn without_persons_places_have_the_names_of_the_acting_side() {
    let game = game("agincourt");
    let mut moved = 0;
    for seed in 1..6 {
        let opening = Opening { players: vec![Player::Random; 2], seed, ..Opening::hot_seat(&game) };
        let session = Session::new(&game, opening, make).expect("it is played");
        // An English leader, who starts in the centre approach of his own army.
        let told = moves(&session);
        let Some(first) = told.iter().find(|line| line.starts_with("LDR5: ")) else { continue };
        assert!(first.starts_with("LDR5: centre approach -> "), "seed {seed}: {first}");
        moved += 1;
    }
    assert!(moved > 0, "he moves in one of the games");
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

/// The English cards that no one else has seen while the French are at the keyboard.
const SECRET: [&str; 3] = ["Hero", "Fatigue", "Storm"];

/// Agincourt with the French at the keyboard, holding no copy of the cards in `SECRET`.
fn french_at_the_keyboard() -> Session {
    let mut session = table("agincourt", 3);
    session.mark("before").expect("marked");
    for line in ["hand French: Command 1, Rally", "hand English: Hero, Fatigue, Storm", "turn 4", "at Orders of French"]
    {
        assert_eq!(session.arbitrate(line), Said::Done, "{line}");
    }
    assert_eq!(session.question().map(|(seat, _)| seat), Some(FRENCH));
    session
}

#[track_caller]
fn keeps_the_secret(what: &str, told: &str) {
    for card in SECRET {
        assert!(!told.contains(card), "{what} shows {card}:\n{told}");
    }
}

#[test]
fn no_question_of_the_bench_shows_the_hand_of_the_other_side() {
    use oriflamme::session::Answer;
    let mut session = french_at_the_keyboard();
    let told = |session: &Session, expression: &str| match session.ask(expression) {
        Answer::Told(told) => text(&told.lines),
        Answer::Mistaken(found, _) => found.iter().map(|one| one.headline.clone()).collect(),
        Answer::Refused(words) => words,
    };
    for expression in [
        "English.hand",
        "my.foe.hand",
        "English.hand.count",
        "English.hand.first",
        "English.hand.some(|card| card.cost > 1)",
        "English.hand.where(|card| card.cost > 1).count",
        "my.hand",
    ] {
        keeps_the_secret(expression, &told(&session, expression));
    }
    // A query that depends on the hidden hand has no answer, not even yes or no.
    for hidden in ["English.hand.some(|card| card.cost > 1)", "English.hand.first"] {
        match session.ask(hidden) {
            Answer::Told(told) => panic!("{hidden} is answered: {}", text(&told.lines)),
            Answer::Mistaken(..) | Answer::Refused(_) => {}
        }
    }
    session.mark("now").expect("marked");
    keeps_the_secret("branches", &text(&session.branches()));
    keeps_the_secret("diff", &text(&session.diff("before", "here").expect("they differ")));
    keeps_the_secret("why not", &text(&session.why_not("Hesitation")));
    keeps_the_secret("hand", &text(&session.hand()));
}

#[test]
fn what_was_drawn_and_taken_back_is_counted_for_the_other_side_and_not_named() {
    let mut session = table("agincourt", 3);
    session.mark("start").expect("marked");
    say(&mut session, "yes");
    say(&mut session, "pass");
    assert_eq!(session.question().map(|(seat, _)| seat), Some(FRENCH));
    session.go("start").expect("it is gone to");
    let notes: String = session.notes().map(|note| format!("{note}\n")).collect();
    assert!(notes.contains("card"), "{notes}");
    keeps_the_secret("the notes", &notes);
}

#[test]
fn readings_and_odds_are_the_same_whatever_the_other_side_holds() {
    let answers = |hand: &str| {
        let mut session = table("agincourt", 3);
        for line in ["hand French: Command 1, Rally", hand, "turn 4", "at Orders of French"] {
            assert_eq!(session.arbitrate(line), Said::Done, "{line}");
        }
        assert_eq!(session.question().map(|(seat, _)| seat), Some(FRENCH));
        let mut told = Vec::new();
        let two = CountedAtMost { commands: 2, outcomes: 3_000 };
        for ruling in ["hill_charge", "leader_ride", "turning_aside"] {
            let (others, only) = session.other_readings(ruling).expect("a ruling");
            for other in others {
                told.push(text(&session.comparison(&only, two).with(other, &mut || true).expect("compared").lines));
            }
        }
        for sentence in ["advance KT1 to left approach", "charge KT1"] {
            told.push(match session.odds(sentence, &mut |_| true) {
                Ok(odds) => text(&odds),
                Err(problem) => format!("{problem:?}"),
            });
        }
        told.push(text(&session.why_not("charge KT1 to left middle")));
        told
    };
    assert_eq!(
        answers("hand English: Hero, Fatigue, Storm"),
        answers("hand English: Command 1, Command 2, Hesitation")
    );
}

#[test]
fn what_one_side_watches_the_other_is_shown_only_as_far_as_it_may_be_seen() {
    let place = tempfile::tempdir().expect("a folder");
    let lines = "watch English.hand\nyes\npass\nwatch\nwatch French.hand\nwatch\nquit\n";
    let (said, _) = crate::repl::run(place.path(), &["play", "agincourt", "--seed", "3"], lines);
    let passed = said.split_once("> pass").expect("the French are asked").1;
    keeps_the_secret("watch", passed);
    assert!(passed.contains("watched by the other player"), "{passed}");
}

#[test]
fn a_line_that_tells_where_cards_lie_is_known_however_it_is_written() {
    let session = french_at_the_keyboard();
    let piles = ["deck French top Hero", "  Deck French top Hero", " deck:  French top Hero", "deck"];
    let zones = ["hand French: Hero", "discards English: Terror", "Discards  English: Terror", "put Hero at hand"];
    for line in piles.into_iter().chain(zones) {
        assert!(session.tells_of_cards(line), "{line}");
    }
    for line in ["put KT1 at left rear", "decks", "handy", ""] {
        assert!(!session.tells_of_cards(line), "{line}");
    }
}

#[test]
fn the_arbiter_does_not_find_the_cards_of_a_bot() {
    let place = tempfile::tempdir().expect("a folder");
    let lines = "n\n0\narbiter discards English: Terror\nask English.hand.count\nquit\n";
    let args = ["play", "agincourt", "--seed", "5", "--seat", "English=greedy"];
    let (said, _) = crate::repl::run(place.path(), &args, lines);
    assert!(said.contains("`discards` would show what a bot hides"), "{said}");
}
