//! Face-down pieces: nothing that a session shows to the other seat reveals what they are.

use std::sync::Arc;

use oriflamme::play::Play;
use oriflamme::script::make;
use oriflamme::session::{Opening, Said, Session, Sight, Telling};

use crate::harness::{beginning, game, toy_with};
use crate::shown::{self, Tried, say};

const BLOCKS: &str = include_str!("transcripts/face-down.toy");

/// The names of each side's blocks.
const NAMES: [[&str; 4]; 2] = [["La1", "La2", "Mi1", "Mi2"], ["La3", "La4", "Mi3", "Mi4"]];

fn blocks() -> Session {
    let game = toy_with(BLOCKS, "blocks");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

/// Input that names no piece.
const TRIED: Tried<'_> = Tried {
    numbers: &["power"],
    refusals: &["go", "change", "fight"],
    begun: &["", "go ", "change ", "fight ", "fight la3 ", "fight la1 ", "fight mi3 target ", "fight mi1 target "],
};

/// Everything that a session shows to the deciding seat without a query that names a piece.
fn shown(session: &mut Session) -> String {
    shown::shown(session, TRIED).join("\n").to_lowercase()
}

#[track_caller]
fn nothing_is_told(session: &mut Session) {
    let (seat, _) = session.question().expect("somebody decides");
    let text = shown(session);
    for name in NAMES[1 - usize::from(seat)] {
        assert!(!text.contains(&name.to_lowercase()), "{name} is told to seat {seat}:\n{text}");
    }
    // A seat sees its own pieces.
    for name in NAMES[usize::from(seat)] {
        assert!(text.contains(&name.to_lowercase()), "{name} is not told to seat {seat}:\n{text}");
    }
    assert!(text.contains("block"), "{text}");
}

#[test]
fn nothing_that_a_seat_is_shown_says_what_lies_face_down() {
    let mut session = blocks();
    nothing_is_told(&mut session);
    for sentence in ["change la1 mi1", "go mi4 to 0401", "go mi1 to 0102", "change la3 la4", "change la2 mi1"] {
        say(&mut session, sentence);
        nothing_is_told(&mut session);
    }
    // A partial sentence shows the legal choices.
    assert_eq!(session.say("fight la4"), Said::Opened);
    nothing_is_told(&mut session);
}

#[test]
fn nobody_can_ask_for_what_lies_face_down_by_its_name() {
    let mut session = blocks();
    for name in ["la3", "mi3", "lancer3", "miner 3", "block"] {
        assert!(session.area(name).is_err() || name == "block", "{name}");
        // The name of a face-down piece has the same answer as an unknown name.
        let why = |name: &str| -> Vec<String> {
            let lines = session.why_quantity(&format!("power {name}")).expect("a quantity");
            lines.iter().map(|line| line.text().replace(['3', '9'], "#")).collect()
        };
        assert_eq!(why(name), why(&name.replace('3', "9")));
        assert!(!why(name).concat().contains("power of"), "{:?}", why(name));
        assert!(matches!(session.say(&format!("fight la1 {name}")), Said::Refused(_)), "{name}");
    }
}

#[test]
fn a_piece_that_is_turned_up_has_its_name_again() {
    let mut session = blocks();
    say(&mut session, "change la1 mi1");
    say(&mut session, "fight la3 block 0202");
    let telling = Telling { details: false, cites: false, numbers: false, width: 80, others: usize::MAX };
    let log: Vec<String> = session.log(0, telling).iter().map(|line| line.text().trim().to_owned()).collect();
    assert!(log.contains(&"Blue: Fight La3 target La1.".to_owned()), "{log:?}");
    assert!(log.iter().any(|line| line.starts_with("La3 fights La1: ")), "{log:?}");
}

#[test]
fn a_game_with_hidden_pieces_is_saved_and_read_again() {
    let mut session = blocks();
    for sentence in ["change la1 mi1", "fight la3 block 0203", "go la1 to 0201"] {
        say(&mut session, sentence);
    }
    let text = session.save();
    // A saved game contains all hidden information, pieces as well as hands.
    assert!(text.contains("Blue: Fight La3 target La2"), "{text}");
    let save = oriflamme::session::save::Save::read(&text).expect("a saved game");
    let (again, trouble) = Session::resume(session.game(), &save, make).expect("it goes on");
    assert_eq!((again.hash(), trouble), (session.hash(), None));
}

#[test]
fn no_room_is_kept_for_pieces_that_only_other_readings_make() {
    let room = |game: &Arc<oriflamme::model::game::Game>| {
        let play = Play::new(game, &beginning(game), 1, false, make).expect("the game begins");
        play.look(|run| (run.layout.pieces, run.state.pieces.len()))
    };
    let (room_of_usual, set_up) = room(&game("agincourt"));
    assert_eq!(room_of_usual, set_up);
    assert!(room(&game("agincourt setup=free")).0 > set_up);
}

/// Names numbered across both sides would reveal the number of the other side's dummies.
#[test]
fn the_names_of_ones_own_dummies_tell_nothing_of_the_enemys() {
    let game = game("agincourt setup=free");
    let mut session = Session::new(&game, Opening { seed: 4, ..Opening::hot_seat(&game) }, make).expect("it begins");
    for side in 0..2 {
        let (seat, _) = session.question().expect("one arrays");
        let (own, other) = if seat == 0 { ("DummyA", "DummyB") } else { ("DummyB", "DummyA") };
        let text = shown_dummies(&mut session);
        assert!(text.contains(own) && !text.contains(other), "side {side}: {text}");
        assert!(!text.contains("Dummy1") && !text.contains("Dummy2"), "side {side}: {text}");
        say(&mut session, "array");
        say(&mut session, "done");
    }
}

/// What the seat that sets up now is shown of dummies.
fn shown_dummies(session: &mut Session) -> String {
    let telling = Telling { details: true, cites: false, numbers: false, width: 80, others: usize::MAX };
    let sight = Sight { width: 80, height: 36, colours: false };
    let mut lines = session.board(sight, None);
    lines.extend(session.log(0, telling));
    assert_eq!(session.say("post"), Said::Opened);
    let items = session.menu().items.into_iter().map(|item| item.text);
    let text: Vec<String> = lines.iter().map(|line| line.text()).chain(items).collect();
    assert_eq!(session.say("cancel"), Said::Opened);
    text.join("\n")
}

/// A session in which a block of Blue stands in a hex of Red: a Lancer, or a Miner.
fn beside(hidden: &str, other: &str) -> Session {
    let (begin, end) = (BLOCKS.find("  Blue { 0303").expect("it is there"), "Miner strength 3 }\n");
    let end = begin + BLOCKS[begin..].find(end).expect("it is there") + end.len();
    let blue = format!("  Blue {{ 0202: {hidden} strength 1;  0402: {other} strength 1 }}\n");
    let game = toy_with(&format!("{}{blue}{}", &BLOCKS[..begin], &BLOCKS[end..]), "blocks");
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

#[test]
fn the_order_of_lists_does_not_say_what_lies_face_down() {
    let [mut lancer, mut miner] = [beside("Lancer", "Miner"), beside("Miner", "Lancer")];
    let place = |session: &Session| {
        let area = session.area("0202").expect("a hex");
        let sight = Sight { width: 80, height: 36, colours: false };
        let lines = session.board(sight, Some(area));
        lines.iter().map(|line| line.text() + "\n").collect::<String>()
    };
    assert_eq!(place(&lancer), place(&miner));
    assert_eq!(lancer.svg(None), miner.svg(None));
    assert_eq!(shown(&mut lancer), shown(&mut miner));
}

#[test]
fn what_face_down_pieces_add_up_to_is_not_told() {
    let mut session = blocks();
    let told = |session: &Session, text: &str| matches!(session.ask(text), oriflamme::session::Answer::Told(_));
    say(&mut session, "go mi1 to 0102");
    // How many there are can be seen, and what one's own are.
    for text in ["mine.count", "theirs.count", "mine.some(|b| b.tired)"] {
        assert!(told(&session, text), "{text}");
    }
    for text in [
        "theirs.some(|b| b.tired)",
        "theirs.where(|b| b.tired).count",
        "theirs.all(|b| b.unknown)",
        "theirs.total(\"power\")",
        "pieces.where(|b| b.tired).count",
    ] {
        assert!(!told(&session, text), "{text}");
    }
}
