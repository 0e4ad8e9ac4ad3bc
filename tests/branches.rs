//! Branches of a game: branching, marking and switching never change the lines of play, in memory or on disk.

use oriflamme::play::native::make;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Session, Went};
use proptest::prelude::*;

use crate::harness::game;

const SCENARIOS: [&str; 3] = ["breakthrough", "agincourt", "bannockburn"];

fn begun(scenario: &str) -> Session {
    let game = game(scenario);
    Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins")
}

fn tree(session: &Session) -> Vec<String> {
    session.branches().iter().map(|line| line.text()).collect()
}

/// The game reloaded from its saved text.
#[track_caller]
fn again(session: &Session) -> Session {
    let text = session.save();
    let save = Save::read(&text).expect("the head is there");
    assert_eq!(save.trouble, None, "{text}");
    let (read, trouble) = Session::resume(session.game(), &save, make).expect("the game begins");
    assert_eq!(trouble, None, "{text}");
    read
}

#[derive(Clone, Debug)]
enum Deed {
    Play(u32),
    Back(usize),
    Forward(usize),
    Branch,
    Mark,
    Go(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (1u32..5).prop_map(Deed::Play),
        1 => (1usize..4).prop_map(Deed::Back),
        1 => (1usize..4).prop_map(Deed::Forward),
        2 => Just(Deed::Branch),
        1 => Just(Deed::Mark),
        3 => (0usize..12).prop_map(Deed::Go),
    ]
}

fn befall(session: &mut Session, deed: &Deed, number: usize) {
    match deed {
        Deed::Play(decisions) => drop(session.auto(*decisions)),
        Deed::Back(steps) => drop(session.back(*steps)),
        Deed::Forward(steps) => drop(session.forward(*steps)),
        Deed::Branch => drop(session.branch(&format!("b{number}"))),
        Deed::Mark => drop(session.mark(&format!("m{number}"))),
        Deed::Go(at) => {
            let names: Vec<String> = session.branch_names().map(str::to_owned).collect();
            if let Some(name) = names.get(at % names.len().max(1)) {
                session.go(name).unwrap_or_else(|problem| panic!("go {name}: {problem}"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, ..ProptestConfig::default() })]

    /// A saved game holds the same tree, and each of its branches leads to the same state.
    #[test]
    fn a_saved_game_has_the_same_branches(which in 0usize..3, deeds in prop::collection::vec(deed(), 1..14)) {
        let mut session = begun(SCENARIOS[which]);
        for (number, deed) in deeds.iter().enumerate() {
            befall(&mut session, deed, number);
        }
        let mut read = again(&session);
        prop_assert_eq!(tree(&read), tree(&session));
        prop_assert_eq!(read.hash(), session.hash());
        // The text is identical: saving again changes nothing.
        prop_assert_eq!(read.save(), session.save());
        let names: Vec<String> = session.branch_names().map(str::to_owned).collect();
        for name in names {
            let (here, there) = (session.go(&name), read.go(&name));
            prop_assert!(here.is_ok() && here == there, "go {}: {:?}, {:?}", name, here, there);
            prop_assert_eq!(read.hash(), session.hash(), "{}", name);
            prop_assert_eq!(read.forward(100), session.forward(100));
            prop_assert_eq!(read.hash(), session.hash(), "{}, at its end", name);
        }
        prop_assert_eq!(tree(&read), tree(&session));
    }

    /// Damage to the branch section leaves the game above it intact.
    #[test]
    fn a_damaged_branch_leaves_the_game(at in 0usize..60, typed in "[ -~]{0,12}") {
        let mut session = begun("agincourt");
        let _ = session.auto(8);
        session.mark("ford").expect("a mark");
        session.branch("north").expect("a branch");
        let _ = session.auto(4);
        session.go("main").expect("a branch");
        let text = session.save();
        let section = text.lines().position(|line| line.starts_with("branches on")).expect("branches are saved");
        let mut lines: Vec<&str> = text.lines().collect();
        let damaged = section + 1 + at % (lines.len() - section - 1);
        lines[damaged] = &typed;
        let save = Save::read(&lines.join("\n")).expect("the head is there");
        prop_assert!(save.end.is_some());
        let (read, _) = Session::resume(session.game(), &save, make).expect("the game begins");
        prop_assert_eq!((read.hash(), read.decisions()), (session.hash(), session.decisions()));
    }
}

#[test]
fn each_branch_keeps_what_was_played_on_it() {
    for scenario in SCENARIOS {
        let mut session = begun(scenario);
        let _ = session.auto(6);
        session.mark("ford").expect("a mark");
        let ford = session.hash();
        let _ = session.auto(4);
        let end = session.hash();
        session.go("ford").expect("the mark is known");
        assert_eq!((session.hash(), session.undone() > 0), (ford, true), "{scenario}");
        session.branch("other").expect("a branch");
        assert_eq!(session.forward(1), Went::Nowhere, "{scenario}: a new branch has nothing ahead");
        let _ = session.auto(3);
        let other = session.hash();
        let gone = session.go("main").expect("the branch is known");
        assert!(gone.ahead > 0, "{scenario}");
        let _ = session.forward(100);
        assert_eq!(session.hash(), end, "{scenario}");
        session.go("Other").expect("capitals do not matter");
        assert_eq!(session.hash(), other, "{scenario}");
    }
}

#[test]
fn a_mark_whose_branch_has_gone_another_way_begins_a_branch() {
    let mut session = begun("breakthrough");
    let _ = session.auto(4);
    session.mark("ford").expect("a mark");
    let ford = session.hash();
    let _ = session.back(3);
    session.say("a2-a3");
    let _ = session.auto(2);
    let gone = session.go("ford").expect("the mark is known");
    assert!(gone.branch == "ford-2" && gone.begun, "{gone:?}");
    assert_eq!(session.hash(), ford);
}

#[test]
fn leaving_a_branch_after_dice_is_noted_as_a_decision_taken_back_is() {
    let mut session = begun("agincourt");
    let _ = session.auto(2);
    session.mark("ford").expect("a mark");
    let _ = session.auto(6);
    session.go("ford").expect("the mark is known");
    let notes: Vec<&str> = session.notes().collect();
    assert!(notes.iter().any(|note| note.starts_with("came from branch main, decision ")), "{notes:?}");
    assert!(session.save().contains("table: came from branch main"));
}

#[test]
fn what_is_noted_later_on_a_branch_stands_where_one_goes() {
    let mut session = begun("agincourt");
    session.branch("north").expect("a branch");
    session.mark("ford").expect("a mark");
    let _ = session.auto(4);
    let _ = session.back(3);
    session.go("ford").expect("the mark is known");
    assert_eq!(again(&session).save(), session.save());
}

#[test]
fn a_strict_game_has_one_line() {
    let game = game("agincourt");
    let opening = Opening { strict: true, ..Opening::hot_seat(&game) };
    let mut session = Session::new(&game, opening, make).expect("the game begins");
    session.mark("ford").expect("a mark takes nothing back");
    let _ = session.auto(4);
    let before = session.hash();
    assert!(session.branch("other").is_err() && session.go("ford").is_err());
    assert_eq!(session.hash(), before);
    assert!(!session.diff("ford", "here").expect("positions").is_empty());
}

#[test]
fn names_and_numbers_of_branches_have_limits() {
    let mut session = begun("breakthrough");
    for wrong in ["", "two words", "12", "here", "a:b", "#a", "main", &"x".repeat(41), "a\nb", "\u{202e}a"] {
        assert!(session.mark(wrong).is_err(), "{wrong:?}");
    }
    assert!(session.go("nowhere").is_err() && session.diff("nowhere", "here").is_err());
    assert!(session.branches().is_empty(), "nothing has been begun");
    // Command words are valid names.
    for name in ["back", "go", "quit", "für"] {
        session.branch(name).expect(name);
    }
    assert!(session.mark("Back").is_err(), "a name is used once");
    for number in 0..2000 {
        if session.mark(&format!("m{number}")).is_err() {
            break;
        }
    }
    assert_eq!(session.branch_names().count(), 1000);
    assert!(session.mark("one-more").unwrap_err().contains("at most 1000"));
    let read = again(&session);
    assert_eq!(read.branch_names().count(), 1000);
}

#[test]
fn a_game_without_branches_is_saved_as_before() {
    let mut session = begun("breakthrough");
    let _ = session.auto(3);
    let text = session.save();
    assert!(text.starts_with("oriflamme 2\n") && !text.contains("branch"), "{text}");
}

#[test]
fn a_difference_is_told_in_the_words_of_the_game_and_hides_hands() {
    let mut session = begun("agincourt");
    session.mark("start").expect("a mark");
    let before = session.hash();
    let _ = session.auto(12);
    let now = session.hash();
    let lines = |session: &Session| -> Vec<String> {
        session.diff("start", "here").expect("positions").iter().map(|line| line.text()).collect()
    };
    let told = lines(&session);
    assert!(told[0].contains("start, decision 1") && told[0].contains("here, decision "), "{told:#?}");
    assert_eq!(session.hash(), now);
    let viewer = session.viewer().expect("someone decides");
    let foe = session.game().sides[usize::from(1 - viewer)].title.clone();
    let row = |what: &str| told.iter().find(|line| line.starts_with(what)).cloned();
    // Only the number of cards in the other side's hand is shown.
    if let Some(hand) = row(&format!("{foe} hand")) {
        assert!(hand.split_whitespace().skip(2).all(|word| word.parse::<u32>().is_ok()), "{hand}");
    }
    session.go("start").expect("the mark is known");
    assert_eq!(session.hash(), before);
    assert!(session.diff("start", "here").expect("positions")[0].text().starts_with("no difference"));
    assert!(session.diff("0", "here").is_err() && session.diff("99", "here").is_err());
}

#[test]
fn lines_of_the_arbiter_belong_to_the_branch_on_which_they_were_given() {
    use oriflamme::session::{Said, Start};
    let game = game("agincourt");
    for start in [Start::Scenario, Start::Bench] {
        let opening = Opening { start, ..Opening::bench(&game, Start::Bench) };
        let mut session = Session::new(&game, opening, make).expect("it begins");
        let mut lines = vec!["put French LDR 2-1-2 at left rear", "turn 3"];
        if session.is_bench() {
            lines.extend(["put French KT 3-3* at left rear", "at Orders of French"]);
        }
        session.mark("bare").expect("marked");
        for line in lines {
            let said = session.arbitrate(line);
            // All counters of the scenario are already placed.
            assert!(said == Said::Done || !session.is_bench(), "{line}: {said:?}");
        }
        session.mark("set").expect("marked");
        let hash = session.hash();
        let told: String = session.diff("bare", "set").expect("they differ").iter().map(|line| line.text()).collect();
        assert!(told.contains('3'), "{told}");
        session.go("bare").expect("gone to");
        assert_ne!(session.hash(), hash);
        session.go("set").expect("gone to");
        assert_eq!(session.hash(), hash);
        again(&session);
    }
}

/// A sequence that either side may interrupt.
const RITE: &str = "game toy \"Toy\" { sides A, B }
rulebook { 1 \"All\" \"Everything.\" }
board ground @1 { spaces { X, Y } links p { X -- Y } }
sequence rite @1 { pause do { say(\"the rite\"); } }
action stop \"Stop\" @1 { once then rite }
action react \"React\" before rite @1 { once do { cancel(); } }
sequence @1 { turn repeat 1..2 { acting each side actions stop } }
scenario toy \"Toy\" for toy @1 { }
";

#[test]
fn a_branch_left_at_a_window_is_entered_at_that_window() {
    let game = crate::harness::toy(RITE);
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("the game begins");
    crate::shown::say(&mut session, "stop");
    let asked = (session.hash(), session.asked_in_short());
    session.branch("silent").expect("begun");
    for _ in 0..2 {
        crate::shown::say(&mut session, "0");
    }
    let passed = (session.hash(), session.asked_in_short());
    assert_ne!(passed, asked);
    // On the first line the window is used instead.
    session.go("main").expect("gone to");
    assert_eq!((session.hash(), session.asked_in_short()), asked);
    again(&session);
    session.branch("used").expect("begun");
    crate::shown::say(&mut session, "react");
    let used = (session.hash(), session.asked_in_short());
    for (name, there) in [("silent", &passed), ("used", &used), ("main", &asked), ("used", &used), ("silent", &passed)]
    {
        session.go(name).expect("gone to");
        assert_eq!(&(session.hash(), session.asked_in_short()), there, "{name}");
        assert_eq!(again(&session).hash(), there.0, "{name}");
    }
}
