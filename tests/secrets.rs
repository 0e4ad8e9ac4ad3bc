//! Facts and variables that one side does not know: whatever a session shows it, nothing says what they are, on either
//! engine, and nothing of it changes what is legal.

use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::draw::Area;
use oriflamme::session::save::Save;
use oriflamme::session::{Answer, Opening, Said, Session, Sight, Telling};

use crate::harness::{ENGINES, toy_with};
use crate::shown::{self, Tried, say};

const SECRETS: &str = include_str!("transcripts/secrets.toy");

fn on_each_engine(text: &str, test: impl Fn(&mut Session)) {
    let game = toy_with(text, "secrets");
    for (_, engine) in ENGINES {
        let mut session = Session::new(&game, Opening::hot_seat(&game), engine).expect("the game begins");
        test(&mut session);
    }
}

/// What is typed to find out more.
const TRIED: Tried<'_> = Tried {
    numbers: &["power", "might", "might red", "might blue", "weather", "power fo2", "power ho2", "power fo3"],
    refusals: &["fight", "fight h2 ho2", "fight h2 fo3", "march fo2 to 0201", "march fo3"],
    begun: &["", "march ", "hire ", "fight ", "fight h2 ", "fight fo2 ", "march f"],
};

/// Everything that a session shows to whoever decides now, with what it answers to whoever tries to find out more.
fn shown(session: &mut Session) -> String {
    let mut text = shown::shown(session, TRIED);
    text.extend(session.diff("1", "here").expect("a difference").iter().map(|line| line.text()));
    for piece in ["fo1", "fo2", "fo3", "ho1", "ho2"] {
        for asked in ["strength", "power", "strength > 3", "veteran", "hits"] {
            match session.ask(&format!("{piece}.{asked}")) {
                Answer::Told(told) => text.extend(told.lines.iter().map(|line| line.text())),
                Answer::Refused(why) => text.push(why),
                Answer::Mistaken(..) => {}
            }
        }
    }
    for sentence in ["fight h2 ho2", "fight h2 fo3", "march fo2 to 0201", "of fo2.strength after fight h2 ho2"] {
        match session.odds(sentence, &mut |_| true) {
            Ok(lines) => text.extend(lines.iter().map(|line| line.text())),
            Err(refused) => text.push(format!("{refused:?}")),
        }
    }
    for word in ["fo1", "fo2", "fo3", "fo4", "ho1", "ho2"] {
        text.extend(session.help(word).unwrap_or_default().iter().map(|line| line.text()));
    }
    text.join("\n")
}

/// The toy with numbers that stand nowhere else.
fn with_telling_numbers() -> String {
    SECRETS
        .replace("strength 3;", "strength 6311;")
        .replace("strength 1 veteran", "strength 6312 veteran")
        .replace("strength 2 }", "strength 6313 }")
        .replace("strength 8 veteran", "strength 6481 veteran")
        .replace("strength 5;", "strength 6482;")
        .replace("strength 4 }", "strength 6483 }")
        .replace("silver: int = 9", "silver: int = 97")
}

const STRENGTHS: [[&str; 3]; 2] = [["6311", "6312", "6313"], ["6481", "6482", "6483"]];

#[track_caller]
fn nothing_is_told(session: &mut Session) {
    let (seat, _) = session.question().expect("somebody decides");
    let text = shown(session);
    for strength in STRENGTHS[1 - usize::from(seat)] {
        assert!(!text.contains(strength), "{strength} is told to seat {seat}:\n{text}");
    }
    for strength in STRENGTHS[usize::from(seat)] {
        assert!(text.contains(strength), "{strength} is not told to its own seat {seat}:\n{text}");
    }
    // Of the two purses one is known.
    assert!(text.contains("a full chest"), "{text}");
    // Nobody knows when the storm comes, nor what follows from it.
    assert!(text.contains("weather ?"), "{text}");
    // All see whose counters they are and what kind.
    assert!(text.contains("fo") && text.contains("ho") || text.contains("Fo") && text.contains("Ho"), "{text}");
}

#[test]
fn nothing_that_a_seat_is_shown_says_what_is_hidden() {
    on_each_engine(&with_telling_numbers(), |session| {
        nothing_is_told(session);
        say(session, "scheme attack");
        nothing_is_told(session);
        say(session, "march f6483 to 0403");
        nothing_is_told(session);
        say(session, "hire f6312");
        nothing_is_told(session);
        // Half a sentence shows what may be chosen.
        assert_eq!(session.say("march"), Said::Opened);
        nothing_is_told(session);
    });
}

#[test]
fn what_is_turned_up_is_told_and_the_past_with_it() {
    let telling = Telling { details: true, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
    let log = |session: &Session| -> String { session.log(0, telling).iter().map(|line| line.text() + "\n").collect() };
    on_each_engine(SECRETS, |session| {
        say(session, "scheme attack");
        say(session, "fight f5");
        // Red sees that its company was hit, and by whom: he who has fought is known.
        let red = log(session);
        assert!(red.contains("F5 (5) fights F1 (1)") && red.contains("F1: hits 1"), "{red}");
        assert!(red.contains("intent Attack") && !red.contains("pays"), "{red}");
        say(session, "scheme wait");
        // Blue has paid as much as the enemy is strong, but reads neither that nor what the enemy has suffered.
        let blue = log(session);
        assert!(blue.contains("F5 (5) fights Fo2 (?)"), "{blue}");
        assert!(!blue.contains("F1") && !blue.contains("hits 1") && !blue.contains("Attack"), "{blue}");
        assert!(blue.contains("Blue: silver 8"), "{blue}");
    });
}

#[test]
fn nobody_can_ask_for_what_is_hidden() {
    on_each_engine(SECRETS, |session| {
        // A name made of something hidden is answered like one that there is not.
        for name in ["f5", "f4", "h8", "foot 5", "horse 8*"] {
            assert!(session.area(name).is_err(), "{name}");
            assert!(
                session.help(name).is_none_or(|lines| lines.iter().all(|line| !line.text().contains("strength"))),
                "{name}"
            );
            assert!(matches!(session.say(&format!("fight h2 {name}")), Said::Refused(_)), "{name}");
        }
        let why: Vec<String> =
            session.why_quantity("power ho2").expect("a quantity").iter().map(|l| l.text()).collect();
        assert_eq!(why, ["power (Ho2) depends on something hidden from you"]);
        // The reason is told, and no number in it.
        let why: Vec<String> = session.why_not("fight h2 ho2").iter().map(|line| line.text()).collect();
        assert!(why.concat().contains("? are too many") && !why.concat().contains('8'), "{why:?}");
    });
}

#[test]
fn what_all_are_kept_from_nobody_sees_until_it_shows() {
    on_each_engine(SECRETS, |session| {
        let status =
            |session: &Session| -> String { session.status(true, 80).iter().map(|line| line.text() + "\n").collect() };
        assert!(status(session).contains("weather ?"), "{}", status(session));
        let sight = Sight { width: 80, height: 36, colours: false };
        let board =
            |session: &Session| -> String { session.board(sight, Some(Area::All)).iter().map(|l| l.text()).collect() };
        for sentence in ["march f1 to 0201", "march f4 to 0403"] {
            say(session, sentence);
            assert!(!board(session).contains('#'));
        }
        say(session, "march h2 to 0202");
        assert!(board(session).contains('#'), "the pit has opened: {}", board(session));
    });
}

#[test]
fn hiding_changes_nothing_but_what_is_told() {
    let open: String =
        SECRETS.lines().filter(|line| !line.starts_with("hide ")).map(|line| format!("{line}\n")).collect();
    let (hidden, open) = (toy_with(SECRETS, "secrets"), toy_with(&open, "secrets"));
    for (_, engine) in ENGINES {
        let [mut one, mut other] =
            [&hidden, &open].map(|game| Session::new(game, Opening::hot_seat(game), engine).expect("it begins"));
        for sentence in ["scheme attack", "fight f5", "hire f1", "march f4 to 0403", "scheme wait"] {
            say(&mut one, sentence);
            say(&mut other, sentence);
            assert_eq!(one.menu().items.len(), other.menu().items.len());
        }
        // A saved game is the whole truth.
        let text = one.save();
        assert!(text.contains("Red: Plan Attack") && text.contains("Blue: Fight F5 target F1"), "{text}");
        let save = Save::read(&text).expect("a saved game");
        let (again, trouble) = Session::resume(&hidden, &save, engine).expect("it goes on");
        assert_eq!((again.hash(), trouble), (one.hash(), None));
    }
}

/// Costs, odds, badges and a map that follow from secrets.
const FORTS: &str = r#"
game forts "Forts" { sides Red, Blue }
rulebook { 1 "All" "Everything stands here." }
board land @1 { spaces { North fort 5, Ford, South fort 7, Hill fort 6 }  links road { North -- Ford -- South -- Hill -- North } }
space has { fort: int = 0 }
piece has { strength: int }
kind Foot "Foot" @1 { notation "{strength}" }
noun unit, target = Foot
piece flag seen @1
piece flag tired @1
piece var mp: int = 9 @1
space flag scouted @1
side var zeal: int = 0 during playing @1
draw { badge tired "~"  badge strong "!" }
is strong (piece) @1 = piece.strength > 7

hide strength from piece.side.foe when !piece.seen @1
hide tired    from piece.side.foe @1
hide fort     from sides when !space.scouted @1
hide zeal     from side.foe @1

action ride "Ride" @1 { unit mine   to riding(unit)   do { unit.follow(to); unit.tired = true; me.zeal += 1; } }
action step "Step" @1 { unit mine   to unit.space.across(road)   pays to.fort mp   do { place(unit, to); } }
action storm "Storm" @1 {
  unit    mine
  target  theirs.within(1, unit)
  chance  hit = d6 <= unit.strength - target.strength
  do      { unit.tired = true; if hit { target.mp = 0; } }
}
action scout "Scout" @1 { unit mine   to unit.space.across(road)   do { to.scouted = true; } }
walk riding(unit) pays mp @1 { step on  to unit.space.across(road)  pays to.fort + 1 }
sequence @1 { turn repeat { playing each side  actions ride, step, storm, scout must once } }
scenario forts "Forts" for forts @1 { Red { North: Foot 9, Foot 8 }  Blue { Hill: Foot 4;  South: Foot 6;  Ford: Foot 2 } }
"#;

fn forts(test: impl Fn(&mut Session)) {
    let text = SourceText { path: "rules/forts/game.ori".to_owned(), text: FORTS.to_owned() };
    let catalog = Catalog::new([text]);
    let compiled = catalog.compile(&catalog.games[0], Some("forts"), &[]);
    let game = compiled.game.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
    for (_, engine) in ENGINES {
        test(&mut Session::new(&game, Opening::hot_seat(&game), engine).expect("the game begins"));
    }
}

/// The notes and groups of the menu after a half sentence.
fn notes(session: &mut Session, sentence: &str) -> String {
    assert_eq!(session.say(sentence), Said::Opened, "{sentence}");
    let items = session.menu().items.into_iter();
    let notes: String = items.map(|item| format!("{} [{}] {}\n", item.text, item.note, item.group)).collect();
    session.say("cancel");
    notes
}

#[test]
fn the_cost_of_a_way_that_follows_from_a_secret_is_not_in_the_menu() {
    forts(|session| {
        let hidden = notes(session, "ride foot1");
        assert!(hidden.contains("Ford") && !hidden.contains("cost"), "{hidden}");
        let why: String = session.why_not("step foot1 to hill").iter().map(|line| line.text()).collect();
        assert_eq!(why, "Legal now.");
    });
    let open = FORTS.replace("hide fort     from sides when !space.scouted @1\n", "");
    let text = SourceText { path: "rules/forts/game.ori".to_owned(), text: open };
    let catalog = Catalog::new([text]);
    let game = catalog.compile(&catalog.games[0], Some("forts"), &[]).game.expect("a game");
    let mut session = Session::new(&game, Opening::hot_seat(&game), ENGINES[0].1).expect("the game begins");
    let told = notes(&mut session, "ride foot1");
    assert!(told.contains("cost 1"), "{told}");
}

#[test]
fn odds_that_follow_from_a_secret_are_not_in_the_menu_nor_in_the_log() {
    forts(|session| {
        let odds = notes(session, "storm foot1");
        assert!(odds.contains("Foot3") && !odds.contains('%'), "{odds}");
        say(session, "storm foot1 foot3");
        let telling =
            Telling { details: true, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };
        let log =
            |session: &Session| -> String { session.log(0, telling).iter().map(|line| line.text() + "\n").collect() };
        // Both sides lack one of the two strengths.
        assert!(log(session).contains("(needs ? or less)"), "{}", log(session));
        say(session, "scout foot3 south");
        assert!(log(session).contains("(needs ? or less)"), "{}", log(session));
    });
}

#[test]
fn badges_and_places_tell_nothing() {
    forts(|session| {
        let sight = Sight { width: 80, height: 36, colours: false };
        let place = |session: &Session, place: &str| -> String {
            let area = session.area(place).expect("a place");
            session.board(sight, Some(area)).iter().map(|line| line.text() + "\n").collect()
        };
        let all = |session: &Session| place(session, "north") + session.svg(None).as_str();
        // Red sees the badges of its own, and no fort.
        assert!(all(session).contains('!') && !place(session, "south").contains("fort"), "{}", all(session));
        say(session, "scout foot1 ford");
        assert!(!all(session).contains('!'), "{}", all(session));
        say(session, "scout foot4 hill");
        assert!(place(session, "hill").contains("fort 6") && !place(session, "south").contains("fort"));
        say(session, "ride foot1 ford");
        let status: String = session.status(true, 80).iter().map(|line| line.text() + "\n").collect();
        assert!(!all(session).contains('~') && !status.contains("zeal 1"), "{status}{}", all(session));
    });
}
