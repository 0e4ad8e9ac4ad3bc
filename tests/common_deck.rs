//! A deck that all sides share, with zones that each side has for itself: hands, and what lies before a side.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::play::{Play, Status};
use oriflamme::session::{Answer, Opening, Session, Telling};

use crate::harness::{self, ENGINES};
use crate::shown::say;

const FAIR: &str = include_str!("cards/fair.toy");

/// The fault of a play that a turn of Red begins with this script.
#[track_caller]
fn fault(script: &str) -> String {
    let text = FAIR.replace("after setup @1 do {", &format!("after setup @1 do {{ {script}"));
    let game = harness::toy(&text);
    let mut messages = Vec::new();
    for (_, make) in ENGINES {
        let mut play = Play::new(&game, &harness::beginning(&game), 1, true, make).expect("the game begins");
        match play.go() {
            Status::Faulty(fault) => messages.push(fault.message),
            other => panic!("{script}: {other:?}"),
        }
    }
    assert_eq!(messages[0], messages[1]);
    messages.remove(0)
}

/// The codes and headlines that `check` reports for the deck with these zones.
fn reported(zones: &str) -> Vec<String> {
    let text = FAIR.replace("pile hidden, hand owner, shown open per side, gone open", zones);
    let catalog = Catalog::new([SourceText { path: "rules/fair/game.ori".to_owned(), text }]);
    catalog.check_all().iter().map(|one| format!("{} {}", one.code, one.headline)).collect()
}

#[test]
fn the_rules_of_the_toy_hold_on_both_engines() {
    harness::passes(&harness::toy(FAIR));
}

#[test]
fn random_games_are_the_same_on_both_engines() {
    let game = harness::toy(FAIR);
    for seed in 0..12 {
        let [one, other] = ENGINES.map(|(_, make)| {
            let mut play = harness::random_play(&game, seed, make);
            assert!(matches!(play.go(), Status::Over(_)), "seed {seed}");
            play.digest()
        });
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn what_others_hold_makes_no_difference_to_what_a_side_is_shown() {
    let telling = Telling { details: true, cites: true, numbers: true, width: 100, wraps: true, others: usize::MAX };
    let shown = |blue: &str, gold: &str| -> Vec<String> {
        let hands = format!("Red {{ hand: Pear }}  Blue {{ hand: {blue} }}  Gold {{ hand: {gold} }}");
        let text = FAIR
            .replace("for fair @2 { }", &format!("for fair @2 {{ {hands} }}"))
            .replace("after setup @1 do", "after setup when false @1 do");
        let game = harness::toy(&text);
        let session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
        let mut lines: Vec<String> =
            session.hand().iter().chain(&session.status(true, 100)).map(|line| line.text()).collect();
        lines.extend(session.log(0, telling).iter().map(|line| line.text()));
        for asked in ["wealth red", "wealth blue", "wealth gold"] {
            lines.extend(session.why_quantity(asked).expect("a quantity").iter().map(|line| line.text()));
        }
        lines.extend(session.menu().items.into_iter().map(|item| item.text));
        for asked in [
            "Blue.hand",
            "Blue.hand.count",
            "Blue.cards",
            "Apple.where(|card| card.owner == Blue).count",
            "Favour.where(|card| card.owner == Gold).count",
            "Red.pile.count",
            "Red.pile",
        ] {
            lines.push(match session.ask(asked) {
                Answer::Told(told) => told.value,
                Answer::Refused(text) => text,
                Answer::Mistaken(mistakes, _) => panic!("{asked}: {mistakes:?}"),
            });
        }
        lines
    };
    let (one, other) = (shown("Apple, Pear", "Favour"), shown("Favour x2", "Apple"));
    assert_eq!(one, other);
    for line in ["Pear", "wealth (Red): 2", "wealth depends on cards you may not see"] {
        assert!(one.iter().any(|told| told.contains(line)), "{line}: {one:?}");
    }
}

#[test]
fn a_card_that_chance_takes_is_named_to_those_who_saw_where_it_went() {
    let telling = Telling { details: true, cites: false, numbers: false, width: 100, wraps: true, others: usize::MAX };
    let hands = "for fair @2 { Red { hand: Apple }  Blue { hand: Pear } }";
    let text = FAIR.replace("for fair @2 { }", hands).replace("after setup @1 do", "after setup when false @1 do");
    let game = harness::toy(&text);
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    let log = |session: &Session| -> String { session.log(0, telling).iter().map(|line| line.text() + "\n").collect() };
    say(&mut session, "steal blue");
    assert!(log(&session).contains("stolen: Pear") && log(&session).contains("Red: Pear to hand"), "{}", log(&session));
    let written = session.as_test("stolen").expect("it can be written").text;
    assert!(written.contains("draw Pear"), "{written}");
    harness::passes(&harness::toy(&format!("{text}\n{written}")));
    for sentence in ["done", "done"] {
        say(&mut session, sentence);
    }
    // Gold saw that a card went from hand to hand.
    assert!(
        log(&session).contains("stolen: a card") && log(&session).contains("Red: a card to hand"),
        "{}",
        log(&session)
    );
    assert!(!log(&session).contains("Pear"), "{}", log(&session));
}

#[test]
fn a_position_written_as_a_test_has_the_cards_of_each_side() {
    let game = harness::toy(FAIR);
    let mut session =
        Session::new(&game, Opening { seed: 3, ..Opening::hot_seat(&game) }, ENGINES[0].1).expect("the game begins");
    for sentence in ["apple", "done"] {
        say(&mut session, sentence);
    }
    let written = session.as_test("played").expect("it can be written").text;
    for line in ["shown: Apple", "hand: Pear", "hand: Apple, Favour", "hand: Pear, Favour"] {
        assert!(written.contains(line), "{line}: {written}");
    }
    harness::passes(&harness::toy(&format!("{FAIR}\n{written}")));
}

#[test]
fn a_card_lies_in_zones_of_its_deck_and_with_a_side_only_where_sides_have_them() {
    assert_eq!(reported("pile hidden, hand owner, shown open per side, gone open"), Vec::<String>::new());
    let own = reported("pile owner, hand owner, shown open per side, gone open");
    assert_eq!(own, ["deck-zones all sides draw from `pile`, so no side owns it"]);
    // No side acts at set-up.
    let text = fault("move(cards, hand);");
    assert_eq!(text, "each side has its own `hand`; write `move(cards, hand, SIDE)`");
    let second = r#"deck second "Second" per side @1 { zones heap hidden, held owner, used open }
card Nut "Nut" of second @1 { play eat "eat" during my turns { do { } } }
after setup @1 do {"#;
    let game_with = |script: &str| {
        let text = FAIR
            .replace("after setup @1 do {", &format!("{second} {script}"))
            .replace("card Apple  \"Apple\" ", "card Apple \"Apple\" of fate ")
            .replace("card Pear   \"Pear\" ", "card Pear \"Pear\" of fate ")
            .replace("card Favour \"Favour\" ", "card Favour \"Favour\" of fate ");
        let game = harness::toy(&text);
        let mut play = Play::new(&game, &harness::beginning(&game), 1, true, ENGINES[1].1).expect("the game begins");
        match play.go() {
            Status::Faulty(fault) => fault.message,
            other => panic!("{script}: {other:?}"),
        }
    };
    assert_eq!(game_with("move(Nut, hand, Red);"), "Nut cannot lie in `hand`, only in `heap`, `held` or `used`");
    assert_eq!(
        game_with("move(Red.heap, held, Blue);"),
        "Nut cannot go to Blue: each side has its own cards of `second`"
    );
}

#[test]
fn what_a_side_agreed_to_is_not_told_to_those_from_whom_it_is_hidden() {
    let telling = Telling { details: true, cites: false, numbers: false, width: 100, wraps: true, others: usize::MAX };
    let swap = r#"hide swap from side.foes - other because "whispers" @2
action swap "Swap" @2 { other = me.next  card my.hand  assent other  once  do { move(card, hand, other); } }
action steal"#;
    let hands = "for fair @2 { Red { hand: Pear } }";
    let text = FAIR.replace("action steal", swap).replace("draw_one, steal", "swap, steal");
    let text = text.replace("for fair @2 { }", hands).replace("after setup @1 do", "after setup when false @1 do");
    let game = harness::toy(&text);
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    say(&mut session, "swap pear");
    assert!(session.menu().heading.contains("Swap Pear"), "{}", session.menu().heading);
    for sentence in ["yes", "done"] {
        say(&mut session, sentence);
    }
    // Blue knows what it agreed to.
    let log: String = session.log(0, telling).iter().map(|line| line.text() + "\n").collect();
    assert!(log.contains("Red: Swap Pear"), "{log}");
    say(&mut session, "done");
    let log: String = session.log(0, telling).iter().map(|line| line.text() + "\n").collect();
    assert!(log.contains("whispers") && log.contains("Do you agree?") && !log.contains("Pear"), "{log}");
}

#[test]
fn of_two_copies_that_chance_may_take_the_first_is_taken() {
    // In this game Gold holds two Favours, and chance takes one of them.
    let game = harness::toy(FAIR);
    for (engine, make) in ENGINES {
        for seed in 0..40 {
            let opening = Opening { seed, ..Opening::hot_seat(&game) };
            let mut session = Session::new(&game, opening, make).expect("the game begins");
            session.auto(6);
            let save = oriflamme::session::save::Save::read(&session.save()).expect("the head is there");
            let (read, trouble) = Session::resume(&game, &save, make).expect("the game begins");
            assert_eq!((read.hash(), trouble), (session.hash(), None), "{engine}, seed {seed}");
        }
    }
}
