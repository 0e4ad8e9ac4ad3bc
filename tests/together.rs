//! Simultaneous secret decisions: until all sides have answered, nothing that a session shows depends on an answer.

use std::sync::{Arc, LazyLock};

use oriflamme::analysis::bots::Player;
use oriflamme::analysis::simulate::Series;
use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::draw::Area;
use oriflamme::model::game::Game;
use oriflamme::play::{MakeScripts, native};
use oriflamme::script;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Said, Session, Sight, Standing, Telling, Went};

use crate::harness::ENGINES;

const TOY: &str = include_str!("transcripts/together.toy");

/// The answers to the questions of the toy in order, until the third turn.
const PLAYED: [&str; 12] = [
    "3",
    "4",
    "0",
    "march man1 to middle",
    "march man2 to middle",
    "stand",
    "rob man1 blue",
    "rob man2 red",
    "stand",
    "well",
    "east",
    "none",
];

fn compiled(text: &str) -> Arc<Game> {
    let text = SourceText { path: "rules/crossroads/game.ori".to_owned(), text: text.to_owned() };
    let catalog = Catalog::new([text]);
    let compiled = catalog.compile(&catalog.games[0], Some("crossroads"), &[]);
    compiled.game.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics))
}

fn table(players: &[Player], strict: bool, make: MakeScripts) -> Session {
    static GAME: LazyLock<Arc<Game>> = LazyLock::new(|| compiled(TOY));
    let game = GAME.clone();
    let opening = Opening { players: players.to_vec(), strict, ..Opening::hot_seat(&game) };
    Session::new(&game, opening, make).expect("the game begins")
}

fn people(make: MakeScripts) -> Session {
    table(&[Player::Person; 3], false, make)
}

#[track_caller]
fn say(session: &mut Session, text: &str) {
    assert_eq!(session.say(text), Said::Done, "{text}: {:?}", session.menu());
}

fn played(make: MakeScripts, answers: &[&str]) -> Session {
    let mut session = people(make);
    for answer in answers {
        say(&mut session, answer);
    }
    session
}

const TELLING: Telling =
    Telling { details: true, cites: true, numbers: true, width: 80, wraps: true, others: usize::MAX };

fn log(session: &Session) -> String {
    session.log(0, TELLING).iter().map(|line| line.text() + "\n").collect()
}

/// Everything that a session shows to the deciding seat.
fn shown(session: &mut Session) -> String {
    let sight = Sight { width: 80, height: 36, colours: false };
    let mut lines = session.board(sight, None);
    lines.extend(session.board(sight, Some(Area::All)));
    lines.extend(session.log(0, TELLING));
    let (seat, _) = session.question().expect("somebody decides");
    lines.extend(session.news_on_passing(seat, TELLING));
    lines.extend(session.news_of(seat, true, TELLING));
    lines.extend(session.news(TELLING));
    lines.extend(session.status(true, 80));
    lines.extend(session.whereabouts());
    lines.extend(session.hand());
    lines.extend(session.why());
    for number in 0..20 {
        lines.extend(session.why_line(&number.to_string(), true).unwrap_or_default());
        lines.extend(session.why_line(&format!("{number}.1"), true).unwrap_or_default());
    }
    for sentence in ["march", "rob", "march man2 middle"] {
        lines.extend(session.why_not(sentence));
    }
    let mut text: Vec<String> = lines.iter().map(|line| line.text()).collect();
    text.push(session.svg(None));
    text.extend(session.trail());
    text.push(format!("{:?} {:?} {:?}", session.menu(), session.decided(), session.hint()));
    text.push(format!("{} decisions, state {:x}, {} undone", session.decisions(), session.hash(), session.undone()));
    text.extend(session.notes().map(str::to_owned));
    for begun in ["", "march ", "rob ", "march man1 ", "rob man3 "] {
        text.extend(session.complete(begun).into_iter().map(|candidate| candidate.line));
    }
    text.join("\n")
}

fn is_asked_unseen(session: &Session) -> bool {
    matches!(session.standing(), Standing::Asked(pending) if pending.unseen.is_some())
}

/// The legal answers now, each as a line.
fn answers(session: &Session) -> Vec<String> {
    let lines = session.complete("").into_iter().map(|candidate| candidate.line);
    let more =
        ["0", "1", "2", "3", "none", "stand", "march man1 to well", "march man2 to well", "march man3 to middle"];
    lines.chain(more.map(str::to_owned)).collect()
}

/// Nothing shown to a seat reveals what another has answered before it.
#[test]
fn what_is_shown_does_not_depend_on_what_others_have_answered_unseen() {
    for (engine, make) in ENGINES {
        let mut compared = 0;
        for at in 0..PLAYED.len() - 1 {
            // The last of three answers to one question reveals them all.
            if at % 3 == 2 {
                continue;
            }
            let mut seen: Option<String> = None;
            for answer in answers(&played(make, &PLAYED[..at])) {
                let mut session = played(make, &PLAYED[..at]);
                assert!(is_asked_unseen(&session), "{engine}, answer {at}");
                if session.say(&answer) != Said::Done {
                    continue;
                }
                // As the next seat to answer sees it: the second, then the last.
                let now = shown(&mut session);
                let first = seen.get_or_insert_with(|| now.clone());
                let other = first.lines().zip(now.lines()).find(|(one, other)| one != other);
                assert_eq!(other, None, "{engine}: {answer} after {at} answers");
                assert_eq!(first.len(), now.len(), "{engine}: {answer} after {at} answers");
                compared += 1;
            }
        }
        assert!(compared > 24, "{compared}");
    }
}

#[test]
fn all_is_told_when_the_last_has_answered() {
    for (engine, make) in ENGINES {
        let session = played(make, &PLAYED[..5]);
        assert!(!log(&session).contains("March"), "{engine}: {}", log(&session));
        let session = played(make, &PLAYED[..6]);
        let told = log(&session);
        for line in ["Red: March Man1 to Middle", "Blue: March Man2 to Middle", "Green: stand", "no longer possible"] {
            assert!(told.contains(line), "{engine}, {line}: {told}");
        }
    }
}

#[test]
fn both_engines_play_the_same() {
    let games: Vec<Vec<(u64, String)>> = ENGINES
        .map(|(_, make)| {
            let mut session = people(make);
            let mut states = Vec::new();
            for _ in 0..40 {
                assert_eq!(session.auto(1), Said::Done);
                states.push((session.hash(), log(&session)));
            }
            states
        })
        .into();
    assert_eq!(games[0], games[1]);
    let game = compiled(TOY);
    for player in [Player::Random, Player::Greedy] {
        let mut both = ENGINES.map(|(_, make)| Series::new(&game, &[player; 3], 4, make).expect("it begins"));
        for number in 0..10 {
            let [one, other] = both.each_mut().map(|series| series.play(number));
            assert_eq!(one.fault, None);
            assert_eq!(one, other, "game {number}");
        }
    }
}

/// A game saved and loaded between two answers keeps them hidden and continues unchanged.
#[test]
fn a_game_that_is_saved_between_two_answers_hides_them_when_it_is_read() {
    for (engine, make) in ENGINES {
        for at in 0..PLAYED.len() {
            let mut session = played(make, &PLAYED[..at]);
            let save = Save::read(&session.save()).expect("a saved game");
            let (mut again, trouble) = Session::resume(session.game(), &save, make).expect("it goes on");
            assert_eq!(trouble, None, "{engine}, {at}");
            assert_eq!(shown(&mut again), shown(&mut session), "{engine}, {at}");
            for answer in &PLAYED[at..] {
                say(&mut again, answer);
                say(&mut session, answer);
            }
            assert_eq!((again.hash(), log(&again)), (session.hash(), log(&session)), "{engine}, {at}");
        }
    }
}

#[test]
fn going_back_and_forward_gives_the_same_game() {
    for (_, make) in ENGINES {
        let whole = played(make, &PLAYED);
        let mut session = played(make, &PLAYED);
        let mut states = vec![shown_state(&session)];
        while let Went::By(1) = session.back(1) {
            states.push(shown_state(&session));
        }
        assert_eq!(states.len(), PLAYED.len() + 1);
        for state in states.iter().rev().skip(1) {
            assert_eq!(session.forward(1), Went::By(1));
            assert_eq!(shown_state(&session), *state);
        }
        assert_eq!((session.hash(), log(&session)), (whole.hash(), log(&whole)));
        for number in [5, 2, 11, 6, 13] {
            session.goto(number);
            assert_eq!(session.decisions() + 1, number);
            assert_eq!(shown_state(&session), states[states.len() - number]);
        }
    }
}

fn shown_state(session: &Session) -> (u64, String, Option<u16>) {
    (session.hash(), log(session), session.question().map(|(seat, _)| seat))
}

#[test]
fn who_goes_back_before_all_have_answered_learns_nothing() {
    let mut session = table(&[Player::Person, Player::Random, Player::Person], false, script::make);
    say(&mut session, "3");
    assert_eq!(session.question().map(|(seat, _)| seat), Some(2), "the bot has answered");
    assert_eq!(session.back(1), Went::By(1));
    assert_eq!(session.question().map(|(seat, _)| seat), Some(0));
    assert_eq!(session.notes().count(), 0, "{:?}", session.notes().collect::<Vec<_>>());
    // Undoing revealed answers is noted, whether the seat answered first or last.
    for back in [1, 2] {
        let mut session = table(&[Player::Person, Player::Random, Player::Person], false, script::make);
        say(&mut session, "3");
        say(&mut session, "2");
        assert_eq!(session.back(back), Went::By(back));
        let notes: Vec<&str> = session.notes().collect();
        assert!(notes[0].contains("taken back after") && notes[0].contains("Blue"), "{notes:?}");
    }
}

#[test]
fn a_strict_game_lets_nobody_answer_again_who_knows_the_others_answers() {
    let mut session = table(&[Player::Person; 3], true, script::make);
    say(&mut session, "3");
    assert_eq!(session.back(1), Went::By(1), "nobody has seen anything");
    say(&mut session, "2");
    say(&mut session, "4");
    say(&mut session, "1");
    assert_eq!(session.back(1), Went::Barred("Red 2; Blue 4".to_owned()));
}

#[test]
fn the_screen_is_passed_between_answers_that_are_secret() {
    assert!(people(native::make).is_shared());
    let open = TOY.replace("all sides actions march, rob once", "each side actions march, rob once");
    let open = open.split("  auction").next().expect("a head").to_owned()
        + "  turn repeat 1..3 { orders \"Orders\" @1 each side actions march, rob once }\n}\nscenario"
        + open.split("\nscenario").nth(1).expect("a scenario");
    let game = compiled(&open);
    let session = Session::new(&game, Opening::hot_seat(&game), native::make).expect("it begins");
    assert!(!session.is_shared(), "nothing is secret here");
}

#[test]
fn chance_and_bots_answer_unseen() {
    let text = TOY.split("\ntest ").next().expect("the rules").to_owned() + "side Green played by chance\n";
    let game = compiled(&text);
    for (engine, make) in ENGINES {
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
        say(&mut session, "5");
        assert!(!log(&session).contains("Green"), "{engine}");
        say(&mut session, "4");
        // Only sides with a player give orders.
        let (seat, question) = session.question().expect("the orders");
        assert_eq!((seat, question.prompt.as_str()), (0, "Orders"), "{engine}");
        say(&mut session, "stand");
        say(&mut session, "stand");
        assert_eq!(session.question().map(|(seat, _)| seat), Some(0), "{engine}");
    }
}

#[test]
fn the_tests_of_the_toys_pass_on_both_engines() {
    for text in [TOY, include_str!("together/skirmish.txt")] {
        let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
        let mistakes = catalog.check_all();
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        for (engine, make) in ENGINES {
            let (mut failures, mut count) = (Vec::new(), 0);
            let ran = run_tests(&catalog, &|_, _| true, make, &mut |_, verdict| {
                failures.extend(verdict.failure.iter().map(|failure| format!("{}: {failure:?}", verdict.title)));
                count += 1;
            });
            assert!(ran.is_whole() && count == 4, "{engine}: {ran:#?}");
            assert!(failures.is_empty(), "{engine}: {failures:#?}");
        }
    }
}
