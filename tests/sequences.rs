//! Named sequences: they interrupt each other and resume, in play, saved games, undo and replay.

use std::sync::Arc;

use oriflamme::analysis::testing::run_test;
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::model::game::Game;
use oriflamme::play::{MakeScripts, Play, Status};
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Said, Session};

use crate::harness::{self, ENGINES};

const SEASONS: &str = include_str!("sequences/seasons.toy");
const MARCH: &str = include_str!("sequences/march.toy");
const STARTS: &str = include_str!("sequences/starts.toy");

const SETTLED: &str = include_str!("sequences/settled.toy");
const MEMBERS: &str = include_str!("sequences/members.toy");
const ALTERNATE: &str = include_str!("sequences/alternate.toy");
const LISTS: &str = include_str!("sequences/lists.toy");
const INTERRUPTS: &str = include_str!("sequences/interrupts.toy");
const SETTLING: &str = include_str!("sequences/settling.toy");
const DEFAULTS: &str = include_str!("sequences/defaults.toy");
const FACES: &str = include_str!("sequences/faces.toy");
const MEANINGS: &str = include_str!("sequences/meanings.toy");
const GROUPS: &str = include_str!("sequences/groups.toy");
const ALLIANCE: &str = include_str!("sequences/alliance.toy");

/// Runs the tests of a game on both engines.
fn passes(text: &str) {
    harness::passes(&harness::toy(text));
}

/// A rule may ask for the side of a step that is over, on both engines.
#[test]
fn side_and_number_of_a_step_that_does_not_run_are_none() {
    let game = harness::toy(
        "game toy \"Toy\" { sides Red, Blue }\nrulebook { 1 \"All\" \"Everything.\" }\nboard map @1 { spaces { A } }\n\
         sequence @1 { turn repeat 1..1 { over each side { }  acting do { say(`${over.side == Red} ${over.number == 1} \
         ${acting.number == 7}`); } } }\nscenario toy \"Toy\" for toy @1 { }\n",
    );
    harness::says(&game, "no no no");
}

#[test]
fn a_march_is_interrupted_and_goes_on() {
    passes(MARCH);
}

#[test]
fn a_name_means_in_a_script_what_the_checker_took_it_for() {
    passes(MEANINGS);
}

#[test]
fn sequences_start_in_order_when_what_runs_has_ended() {
    passes(STARTS);
}

#[test]
fn rules_ask_which_turn_it_is_by_its_name() {
    passes(SEASONS);
}

#[test]
fn rules_of_settled_play_follow_what_runs() {
    passes(SETTLED);
}

#[test]
fn clauses_apply_to_groups_if_they_apply_to_a_member() {
    passes(GROUPS);
}

#[test]
fn steps_for_each_of_a_noun_are_for_these_alone() {
    passes(MEMBERS);
}

#[test]
fn sides_alternate() {
    passes(ALTERNATE);
}

#[test]
fn lists_stand_for_sets() {
    passes(LISTS);
}

#[test]
fn steps_are_open_to_what_is_for_any_time() {
    passes(INTERRUPTS);
}

#[test]
fn values_in_a_position_turn_a_counter_to_the_side_that_has_them() {
    passes(FACES);
}

#[test]
fn what_leaves_play_is_settled() {
    passes(SETTLING);
}

/// An offer with a window of its own is in no step's list.
#[test]
fn why_not_says_when_an_offer_with_a_window_is_possible() {
    let game = harness::toy(INTERRUPTS);
    let session = Session::new(&game, Opening::hot_seat(&game), ENGINES[1].1).expect("the game begins");
    let told = |said: &str| session.why_not(said).iter().map(|line| line.text()).collect::<String>();
    assert!(told("shield").contains("possible just before Wounds"), "{}", told("shield"));
    assert!(told("save").contains("possible whenever a step asks for an action"), "{}", told("save"));
}

#[test]
fn flags_begin_as_declared_and_what_is_once_is_once() {
    passes(DEFAULTS);
}

#[test]
fn sides_win_alone_or_together() {
    passes(ALLIANCE);
}

/// A random game to its end, with the state after each decision.
fn played(game: &Arc<Game>, seed: u64, make: MakeScripts) -> (Play, Vec<u64>) {
    let mut play = harness::random_play(game, seed, make);
    let mut states = Vec::new();
    let mut decisions = 0;
    loop {
        let before = decisions;
        let status = play.go_while(|run| run.decisions == before);
        match status {
            None => states.push(play.digest()),
            Some(Status::Over(_)) => break,
            Some(other) => panic!("seed {seed}: {other:?}"),
        }
        decisions = play.look(|run| run.decisions);
    }
    (play, states)
}

#[test]
fn both_engines_play_the_same_marches_and_go_back_in_them() {
    let game = harness::toy(MARCH);
    let mut battles = 0;
    for seed in 1..=6 {
        let [(mut one, states), (other, same)] = ENGINES.map(|(_, make)| played(&game, seed, make));
        assert_eq!(states, same, "seed {seed}");
        let journal = |play: &Play| play.look(|run| run.journal.entries.clone());
        assert_eq!(journal(&one), journal(&other), "seed {seed}");
        battles += one.log().iter().filter(|entry| format!("{:?}", entry.event).contains("Battle of")).count();
        let end = one.digest();
        // Undo to each decision, including those in the middle of a battle, and redo.
        for at in one.answers() {
            let later = one.back_to(at);
            one.feed(later);
            assert!(matches!(one.go(), Status::Over(_)), "seed {seed}, decision {at}");
            assert_eq!(one.digest(), end, "seed {seed}, decision {at}");
        }
    }
    assert!(battles > 10, "only {battles} battles");
}

#[test]
fn a_march_is_saved_in_the_middle_of_a_battle() {
    let game = harness::toy(MARCH);
    for (engine, make) in ENGINES {
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
        for said in ["March Man", "Go on B", "Go on C"] {
            session.say(said);
        }
        assert_eq!(
            session.place(),
            [
                "Turn 1",
                "Actions",
                "March of Man1",
                "On the road 2",
                "Orders",
                "Battle of C",
                "Pursuit",
                "Chase",
                "Catching"
            ],
            "{engine}"
        );
        let line = session.whereabouts().map(|line| line.text()).unwrap_or_default();
        assert!(line.starts_with("Turn 1 of 3, March of Man1, On the road 2, Battle of C, Chase, Red"), "{line}");
        for (_, other) in ENGINES {
            let save = Save::read(&session.save()).expect("what is written can be read");
            let (again, trouble) = Session::resume(&game, &save, other).expect("what is written can be played");
            assert_eq!((trouble, again.hash()), (None, session.hash()), "{engine}");
        }
    }
}

#[test]
fn what_is_offered_around_a_sequence_waits_until_it_has_ended() {
    let text = format!("{MARCH}\naction cheer \"Cheer\" during acting @1 {{ once  do {{ say(\"hurrah\"); }} }}\n");
    let game = harness::toy(&text);
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    assert!(matches!(session.say("March Man1"), Said::Done | Said::Opened), "{:?}", session.menu());
    assert!(matches!(session.say("Cheer"), Said::Refused(_)));
    assert!(matches!(session.say("Halt"), Said::Done));
    assert!(matches!(session.say("Cheer"), Said::Done));
}

#[test]
fn a_test_begins_at_a_step_for_each_member_but_not_inside_it() {
    let text = "game toy \"Toy\" { sides A, B }\nrulebook { 1 \"All\" \"Everything.\" }\nspace flag marked @1\nside var seen: int = 0 @1\n\
         noun spot/spots = space\nboard ground @1 { spaces { X, Y } links road { X -- Y } }\n\
         sequence @1 { turn repeat 1..1 { visits each spot of spaces.marked { look do { A.seen += 1; } } } }\n\
         test \"both\" @1 { given { marked: X, Y }\n at visits\n then A.seen == 2 }\n\
         test \"inside\" @1 { given { marked: X }\n at look\n then A.seen == 1 }";
    let catalog = Catalog::new([SourceText { path: "rules/toy/game.ori".to_owned(), text: text.to_owned() }]);
    let game = catalog.compile(&catalog.games[0], None, &[]).game.expect("a sound game");
    for (engine, make) in ENGINES {
        let found: Vec<String> = game
            .tests
            .iter()
            .map(|test| run_test(&game, test, make).failure.map_or(String::new(), |failure| failure.message))
            .collect();
        assert_eq!(found, ["", "`visits` runs once for each member: begin at `visits`"], "{engine}");
    }
}
