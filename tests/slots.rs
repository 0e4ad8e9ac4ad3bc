//! Named slots as an author uses them: entering and leaving, hooks that place pieces elsewhere, exchanged counters, a
//! walk through a gate, saved games, hand-written positions. On both engines.

use oriflamme::analysis::testing::run_tests;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::Status;
use oriflamme::session::save::Save;
use oriflamme::session::{Said, Session};

use crate::harness::{ENGINES, at_one_table as session, board_of as board, random_play, toy};

const GATE: &str = include_str!("slots/gate.toy");

fn catalog() -> Catalog {
    Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: GATE.to_owned() }])
}

#[test]
fn the_rules_of_the_gate_hold_on_both_engines() {
    for (engine, make) in ENGINES {
        let (mut count, mut failures) = (0, Vec::new());
        let ran = run_tests(&catalog(), &|_, _| true, make, &mut |_, verdict| {
            failures.extend(verdict.failure.iter().map(|failure| format!("{}: {failure:?}", verdict.title)));
            count += 1;
        });
        assert!(ran.is_whole() && count == 5, "{engine}: {ran:#?}");
        assert!(failures.is_empty(), "{engine}: {failures:#?}");
    }
}

/// The invariant of the toy checks this.
#[test]
fn in_random_games_a_piece_has_a_slot_exactly_where_there_are_slots() {
    let game = toy(GATE);
    assert_eq!(game.invariants.len(), 1);
    for seed in 0..60 {
        let [one, other] = ENGINES.map(|(engine, make)| {
            let mut play = random_play(&game, seed, make);
            let end = play.go();
            assert!(matches!(end, Status::Over(_)), "{engine}, seed {seed}: {end:?}");
            play.digest()
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn a_slot_that_is_not_there_is_a_fault_at_its_line_and_changes_nothing() {
    let game = toy(&GATE.replace("again, lift once", "again, lift, wrong once"));
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        let before = session.hash();
        match session.say("wrong Man1") {
            Said::Faulty(fault) => {
                assert_eq!(
                    fault.message, "a piece in Nantes is in one of its slots: `slot` cannot be none",
                    "{engine}"
                );
                assert!(fault.span.is_some(), "{engine}");
            }
            other => panic!("{engine}: {other:?}"),
        }
        assert_eq!(session.hash(), before, "{engine}");
    }
}

#[test]
fn the_board_shows_slots_and_a_saved_game_keeps_them() {
    let game = toy(GATE);
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        assert_eq!(session.say("climb Man1"), Said::Done, "{engine}");
        let shown = board(&session);
        assert!(shown.contains("Man1 tower") && shown.contains("Man2 inside"), "{engine}: {shown}");
        let save = Save::read(&session.save()).expect("what was written can be read");
        let (loaded, trouble) = Session::resume(&game, &save, make).expect("what was written can be played");
        assert_eq!((trouble, board(&loaded)), (None, shown), "{engine}");
    }
}

#[test]
fn by_hand_a_piece_is_put_into_slots_that_are_there() {
    let game = toy(GATE);
    for (engine, make) in ENGINES {
        let mut session = session(&game, make);
        for line in ["put Man1 at Rennes", "set Man1 slot tower", "put Man2 at Camp", "put Town Man at Nantes tower"] {
            assert_eq!(session.arbitrate(line), Said::Done, "{engine}: {line}");
        }
        let shown = board(&session);
        assert!(shown.contains("Man1 tower"), "{engine}: {shown}");
        let before = session.hash();
        for (line, why) in [
            ("set Man1 slot none", "a piece in Rennes is in one of its slots"),
            ("set Man2 slot inside", "Camp has no slots"),
            ("put Town Man at Camp inside", "Camp"),
            ("put Town Man at Nantes insde", "insde"),
        ] {
            match session.arbitrate(line) {
                Said::Refused(text) => assert!(text.contains(why), "{engine}: {line}: {text}"),
                other => panic!("{engine}: {line}: {other:?}"),
            }
            assert_eq!(session.hash(), before, "{engine}: {line}");
        }
    }
}
