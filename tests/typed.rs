//! What people type at a list: every hint is accepted, no unseen choice is made for them, and `0` leads out.

use oriflamme::play::native::make;
use oriflamme::session::{Opening, Said, Session, Went};

use crate::harness::game;

fn session(scenario: &str, seed: u64) -> Session {
    let game = game(scenario);
    Session::new(&game, Opening { seed, ..Opening::hot_seat(&game) }, make).expect("the game begins")
}

/// The texts between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Calls `look` at every question and partial sentence of a random game, for this number of decisions.
fn meet(session: &mut Session, decisions: usize, mut look: impl FnMut(&mut Session)) {
    for _ in 0..decisions {
        let menu = session.menu();
        look(session);
        for item in menu.items.iter().take(2) {
            let before = session.decisions();
            if session.say(&item.key) == Said::Opened {
                look(session);
                let word = if session.menu().items.iter().any(|item| item.key == "0") { "cancel" } else { "0" };
                assert_eq!(session.say(word), Said::Opened, "{word} of {menu:#?}");
                assert_eq!((session.menu(), session.decisions()), (menu.clone(), before), "{word} leads out");
            } else if session.decisions() > before {
                assert!(matches!(session.back(1), Went::By(_)), "{menu:#?}");
                if session.menu() != menu {
                    // The price of an order: one step back undoes both.
                    break;
                }
            }
        }
        if session.auto(1) != Said::Done || session.question().is_none() {
            break;
        }
    }
}

#[test]
fn what_a_hint_shows_is_accepted_and_nought_leads_out_of_half_a_sentence() {
    let mut examples = Vec::new();
    let mut toy = Session::new(&crate::harness::toy(LONELY), Opening::hot_seat(&crate::harness::toy(LONELY)), make)
        .expect("it begins");
    for (session, decisions) in
        [(&mut toy, 60), (&mut session("agincourt", 3), 40), (&mut session("agincourt setup=free", 2), 8)]
    {
        meet(session, decisions, |session| {
            let menu = session.menu();
            for example in menu.advice.iter().flat_map(|advice| quoted(advice)) {
                assert!(session.understands(example), "`{example}` of {menu:#?}");
                examples.push(example.to_owned());
            }
        });
    }
    assert!(examples.contains(&"4 Pawn2, 1 Pawn3".to_owned()), "{examples:?}");
    assert!(examples.contains(&"4 1 0".to_owned()) && examples.contains(&"1, 2".to_owned()), "{examples:?}");
}

/// One pawn with a single destination, and two that can be shot at.
const LONELY: &str = r#"
game lonely "Lonely" { sides Red, Blue }
rulebook { 1 "All" "One step." }
board line @1 { spaces { A, B }  links road { A -- B } }
kind Pawn "Pawns" @1
kind Tower "Towers" @1
noun unit = Pawn
action step "Step" @1 {
  unit  mine
  to    unit.space.neighbours
  do    { place(unit, to); }
}
action shoot "Shoot" @1 {
  do {
    let parts = me.split("Shots", 5, me.foe.pieces);
    say(`${parts.count}`);
  }
}
action pick "Pick" @1 { do { let some = me.pick("Whom?", me.foe.pieces, 2, 2); } }
sequence @1 { turn repeat { playing each side  actions step, shoot, pick once or "pass" } }
scenario toy "Lonely" for lonely @1 { Red { A: Pawn }  Blue { B: Pawn x2;  A: Tower } }
"#;

#[test]
fn a_bare_word_does_nothing_that_was_not_seen() {
    for typed in ["step", "1", "Step"] {
        let game = crate::harness::toy(LONELY);
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
        assert_eq!(session.say(typed), Said::Opened, "{typed}");
        let menu = session.menu();
        assert_eq!((menu.heading.as_str(), menu.items.len()), ("Step Pawn1 to …", 1), "{menu:?}");
        assert_eq!(session.say("0"), Said::Opened);
        assert_eq!((session.staged(), session.decisions()), (None, 0));
        assert_eq!(session.say(typed), Said::Opened, "{typed}");
        assert_eq!(session.say("1"), Said::Done);
        assert_eq!(session.decisions(), 1);
    }
    // A sentence with a single completion, or a complete one, is carried out at once.
    for typed in ["shoot", "step pawn1", "step pawn1 to B", "step pawn in A", "step the pawns in a to b"] {
        let game = crate::harness::toy(LONELY);
        let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
        assert_eq!(session.say(typed), Said::Done, "{typed}");
    }
}

#[test]
fn a_card_is_one_option_and_opens_into_its_uses() {
    let mut session = session("charles", 4);
    let menu = session.menu();
    let cards: Vec<&str> = menu.items.iter().skip(1).map(|item| item.text.as_str()).collect();
    assert_eq!(cards, ["Judgement of Conflans", "Masons at work", "Jean de Normandie"], "{menu:#?}");
    for typed in ["3", "masons at work", "B05"] {
        assert_eq!(session.say(typed), Said::Opened, "{typed}");
        let uses: Vec<String> = session.menu().items.into_iter().map(|item| item.text).collect();
        assert_eq!(uses, ["event", "recruitment", "resources"], "{typed}");
        assert_eq!(session.staged().as_deref(), Some("Masons at work"));
        assert_eq!((session.say("cancel"), session.menu()), (Said::Opened, menu.clone()));
    }
    assert_eq!(session.say("3"), Said::Opened);
    assert!(matches!(session.say("9"), Said::Refused(_)));
    let found: Vec<String> = session.complete("re").into_iter().map(|one| one.text).collect();
    assert_eq!(found, ["recruitment", "resources"]);
    // Another complete order is still accepted.
    assert_eq!(session.say("Judgement of Conflans as resources"), Said::Done);
    assert!(matches!(session.back(1), Went::By(_)));
    assert_eq!(session.say("3"), Said::Opened);
    assert_eq!(session.say("resources"), Said::Done);
    assert_eq!(session.decisions(), 1);
}

#[test]
fn a_unit_can_be_called_by_its_place() {
    let game = crate::harness::toy(&LONELY.replace("Blue { B: Pawn x2;", "Blue { B: Pawn;  A: Pawn;"));
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
    assert_eq!(session.say("pass"), Said::Done);
    assert!(session.understands("step pawn in A to B") && session.understands("step the pawn in B"));
    assert!(!session.understands("step tower in a"), "a tower takes no step");
    assert_eq!(session.say("step pawn in b to a"), Said::Done);
    assert_eq!(session.say("pass"), Said::Done);
    // Two pawns are in A now, and either will do.
    assert!(session.understands("step pawn in a") && !session.understands("step pawn in b"));
    let agincourt = self::session("agincourt", 1);
    let named = |text: &str| agincourt.area(text).is_ok();
    assert!(!named("MA in centre rear"), "four of two sorts are there");
}

#[test]
fn the_same_cards_are_counted_where_they_are_told() {
    let session = session("agincourt", 3);
    let telling = oriflamme::session::Telling {
        details: false,
        cites: false,
        numbers: false,
        width: 80,
        wraps: true,
        others: usize::MAX,
    };
    let log: Vec<String> = session.log(0, telling).iter().map(|line| line.text()).collect();
    assert!(log.contains(&"English draws Command 1 x3, Command 3 x2.".to_owned()), "{log:?}");
}

#[test]
fn a_card_goes_by_its_name_too_and_one_that_is_not_in_the_hand_is_named() {
    let mut typed =
        "B06 as event\nM01\nwar in scotland as event\nB12 as activation Rohan\nmarch to Brest\nlog 1\n".to_owned();
    typed.push_str("quit\n");
    let place = tempfile::tempdir().expect("a folder");
    let (said, _) = crate::repl::run(place.path(), &["play", "charles", "--seed", "1"], &typed);
    assert_eq!(said.matches("War in Scotland is not in your hand; you can:").count(), 2, "{said}");
    assert!(said.contains("Recognised as duke is not in your hand"), "{said}");
    assert!(said.contains("no road leads from Josselin to Brest"), "{said}");
    assert!(said.contains("March of Alain de Rohan> log 1"), "{said}");
}

/// A crowd in two places, each man of which can be marked once.
const CROWD: &str = r#"
game toy "Toy" { sides Red, Blue }
rulebook { 1 "All" "Everything." }
board field @1 { spaces { Hill, Ford }  links way { Hill -- Ford } }
kind Man "Man" @1
piece flag marked
action mark "Mark" @1 { man mine where !man.marked  do { man.marked = true; } }
sequence @1 { turn repeat 1..9 { marking "Marking" by Red actions mark } }
scenario toy "Toy" for toy @1 { Red { Hill: Man x30;  Ford: Man x21 } }
"#;

#[test]
fn a_list_may_be_of_any_length_and_may_have_the_numbers_of_the_choices() {
    let game = crate::harness::toy(CROWD);
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
    assert_eq!(session.several("mark all").map(|all| all.len()), Some(51));
    let names: Vec<String> = (1..=45).map(|at| format!("Man{at}")).collect();
    assert_eq!(session.several(&format!("mark {}", names.join(", "))).map(|all| all.len()), Some(45));
    assert_eq!(session.say("mark"), Said::Opened);
    let menu: Vec<(String, String)> = session.menu().items.into_iter().map(|item| (item.key, item.text)).collect();
    let named = menu.iter().map(|(_, name)| format!("Mark {name}")).collect::<Vec<_>>();
    let keys = menu.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", ");
    assert_eq!(session.several(&keys), Some(named), "{menu:?}");
}

#[test]
fn a_list_with_an_unknown_name_is_refused_for_that_name() {
    let game = crate::harness::toy(CROWD);
    let mut session = Session::new(&game, Opening::hot_seat(&game), make).expect("it begins");
    for (list, wrong) in [("mark Man1, Foo", "`Foo`"), ("mark Man1, Man99, Man2", "`Man99`")] {
        let Some(Said::Refused(problem)) = session.wrong_of_several(list) else { panic!("{list} is not refused") };
        assert!(problem.contains(wrong) && !problem.contains(&list["mark ".len()..]), "{problem}");
    }
    assert_eq!(session.decisions(), 0);
}
