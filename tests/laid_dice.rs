//! Dice laid ready at the table: for the set-up, the wrong number of them, and on the way back.

use oriflamme::session::{Opening, Said, Session, Went};

use crate::harness::{ENGINES, game, toy};
use crate::repl::run;

fn agincourt(make: oriflamme::play::MakeScripts) -> Session {
    let game = game("agincourt");
    Session::new(&game, Opening { seed: 3, ..Opening::hot_seat(&game) }, make).expect("it begins")
}

/// Decides at random until something is rolled or refused; what was refused.
fn roll(session: &mut Session) -> Option<String> {
    let ready = session.laid_dice();
    for _ in 0..400 {
        match session.auto(1) {
            Said::Done if session.laid_dice() == ready => {}
            Said::Done => return None,
            Said::Refused(problem) => return Some(problem),
            other => panic!("{other:?}"),
        }
    }
    panic!("nothing is rolled");
}

#[test]
fn a_wrong_number_of_dice_is_refused_in_plain_words_and_changes_nothing() {
    for (engine, make) in ENGINES {
        let mut session = agincourt(make);
        session.lay_dice(vec![vec![3; 17]]).expect("seventeen dice lie ready");
        let problem = roll(&mut session).expect("no roll takes seventeen");
        assert!(problem.starts_with("this roll takes ") && problem.contains("17 were supplied"), "{engine}: {problem}");
        assert!(!problem.contains("mistake"), "{engine}: {problem}");
        assert_eq!(session.laid_dice(), [vec![3; 17]], "{engine}: they lie there still");
        session.lay_dice(Vec::new()).expect("taken away");
        let before = session.decisions();
        assert_eq!(session.auto(3), Said::Done, "{engine}: play goes on");
        assert!(session.decisions() > before, "{engine}");
    }
}

#[test]
fn clearing_dice_when_none_lie_ready_is_no_change_of_the_table() {
    for (engine, make) in ENGINES {
        let mut session = agincourt(make);
        assert_eq!(session.auto(2), Said::Done);
        let before = session.save();
        session.lay_dice(Vec::new()).expect("none lay there");
        assert_eq!(session.save(), before, "{engine}");
    }
}

#[test]
fn laid_dice_lie_ready_again_where_they_had_not_been_rolled_and_nowhere_else() {
    for (engine, make) in ENGINES {
        let mut session = agincourt(make);
        assert_eq!(session.auto(2), Said::Done);
        let earlier = session.decisions();
        assert_eq!(session.auto(2), Said::Done);
        // Of one die and of as many as any roll may take one fits the next roll.
        session.lay_dice(vec![vec![6]]).expect("laid");
        let laid_at = session.decisions();
        if roll(&mut session).is_some() {
            // More dice are rolled here: that is tried above.
            continue;
        }
        let rolled = session.hash();
        assert!(session.laid_dice().is_empty(), "{engine}: rolled");
        while session.decisions() > laid_at {
            assert!(matches!(session.back(1), Went::By(_)), "{engine}");
        }
        assert_eq!(session.laid_dice(), [vec![6]], "{engine}: not rolled yet");
        while let Went::By(_) = session.forward(1) {}
        assert!(session.laid_dice().is_empty() && session.hash() == rolled, "{engine}: rolled again, the same");
        while session.decisions() > earlier {
            assert!(matches!(session.back(1), Went::By(_)), "{engine}");
        }
        assert!(session.laid_dice().is_empty(), "{engine}: they were laid later");
        // Another decision is another game: nothing lies ready in it.
        assert_eq!(session.auto(3), Said::Done);
        assert!(session.laid_dice().is_empty(), "{engine}");
    }
}

#[test]
fn the_dice_of_a_set_up_are_laid_and_saved() {
    let place = tempfile::tempdir().expect("a folder");
    let play = |dice: &str, more: &[&str]| {
        let arguments: Vec<&str> =
            ["play", "blanchetaque", "--save", "game", "--dice", dice].iter().chain(more).copied().collect();
        run(place.path(), &arguments, "status\nquit\n")
    };
    let (said, code) = play("1,2,3 4", &[]);
    assert!(code == 2 && said.contains("`--dice`: this roll takes 1 die, and 2 were supplied for it: 3 4"), "{said}");
    let (said, code) = play("1,7", &[]);
    assert!(code == 2 && said.contains("`--dice`: a die shows 1 to 6, not 7"), "{said}");
    let (said, code) = play("one", &[]);
    assert!(code == 2 && said.contains("expected numbers"), "{said}");
    let (said, code) = play("1,2", &["--strict"]);
    assert!(code == 2 && said.contains("this game is strict"), "{said}");
    assert!(!place.path().join("game").exists());
    let (said, code) = play("1,6,1", &[]);
    assert!(code == 0 && said.contains("at the table: dice set: 1 | 6 | 1"), "{said}");
    let saved = std::fs::read_to_string(place.path().join("game")).expect("saved");
    let dice: Vec<&str> = saved.lines().filter(|line| line.contains("dice")).take(4).collect();
    assert_eq!(dice, ["table: dice set: 1 | 6 | 1", "chance: dice 1", "chance: dice 6", "chance: dice 1"]);
    let (said, code) = run(place.path(), &["replay", "game", "--verify"], "");
    assert_eq!(code, 0, "{said}");
    let (said, code) = play("1", &[]);
    assert!(code == 2 && said.contains("has already started"), "{said}");
}

/// A roll of the game's own dice, and one of another size.
const TWO_DICE: &str = r#"
game two "Two dice" { die d6  sides Red, Blue }
rulebook { 1 "All" "Two rolls." }
board line @1 { spaces { A } }
kind Pawn "Pawns" @1
roll fate(side) "fate" @1 = d10
side var luck: int = 0 @1
action cast "Cast" @1 { once  do { me.luck = fate(me); } }
sequence @1 { turn repeat 1..9 { playing each side  actions cast } }
scenario toy "Two dice" for two @1 { Red { A: Pawn } }
"#;

#[test]
fn dice_of_another_size_than_the_games_own_are_laid_too() {
    let game = toy(TWO_DICE);
    for (engine, make) in ENGINES {
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
        let problem = session.lay_dice(vec![vec![11]]).expect_err("no die shows eleven");
        assert_eq!(problem, "a die shows 1 to 6 or 1 to 10, not 11", "{engine}");
        session.lay_dice(vec![vec![9]]).expect("laid");
        assert_eq!(session.say("cast"), Said::Done, "{engine}");
        assert!(session.laid_dice().is_empty(), "{engine}: rolled");
    }
}
