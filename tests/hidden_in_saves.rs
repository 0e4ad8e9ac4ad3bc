//! A saved game holds what its bots decided in secret. No message about it names that: not of lines that cannot be
//! played, and not where two sets of rules part.

use std::sync::Arc;

use oriflamme::analysis::bots::Player;
use oriflamme::model::game::Game;
use oriflamme::play::native::make;
use oriflamme::session::save::Save;
use oriflamme::session::{Opening, Rules, Session, Telling, part};

use crate::harness::{catalog, game};
use crate::repl::{folder_with, run};

/// A scenario of each game.
const SCENARIOS: [&str; 3] = ["agincourt", "bannockburn", "nantes-to-auray"];

/// Those games in which a side may hide something. In the others a message quotes every line.
fn secretive() -> impl Iterator<Item = (&'static str, Arc<Game>)> {
    SCENARIOS.into_iter().map(|scenario| (scenario, game(scenario))).filter(|(_, game)| game.has_secrets())
}

/// The decisions of each game.
const DECISIONS: u32 = 24;
/// A shorter text, such as `yes`, may stand anywhere.
const TELLING: usize = 5;

const FULL: Telling =
    Telling { details: true, cites: false, numbers: false, width: 200, wraps: true, others: usize::MAX };

/// A game of a person against a bot that plays this side.
fn against(game: &Arc<Game>, bot: usize) -> Session {
    let mut opening = Opening { seed: 5, ..Opening::hot_seat(game) };
    opening.players[bot] = Player::Random;
    let mut session = Session::new(game, opening, make).expect("the game begins");
    let _ = session.auto(DECISIONS);
    session
}

/// True if a text of a saved game names something in a message.
fn names(message: &str, text: &str) -> bool {
    text.len() >= TELLING && [text.to_owned(), text.replace('_', " ")].iter().any(|text| message.contains(text))
}

#[test]
fn no_message_about_a_damaged_line_names_what_is_hidden() {
    for (scenario, game) in secretive() {
        for bot in 0..2 {
            let text = against(&game, bot).save();
            let secret = |line: &&str| {
                let cards = line.starts_with("chance: cards");
                cards || line.starts_with(&format!("{}:", game.sides[bot].name))
            };
            for line in text.lines().filter(secret).step_by(3) {
                let (_, words) = line.split_once(": ").expect("an answer");
                for damaged in [format!("{line}zz"), line.replacen(':', "", 1), line.replacen(": ", ": zz ", 1)] {
                    let save = Save::read(&text.replacen(line, &damaged, 1)).expect("its head is whole");
                    let (_, trouble) = Session::resume(&game, &save, make).expect("it is set up");
                    let told = trouble.map_or_else(String::new, |trouble| trouble.to_string());
                    assert!(!names(&told, words), "{scenario}: {damaged}: {told}");
                    let rules = || Rules { game: &game, name: "these rules" };
                    let told = match part(&save, &rules(), &rules(), true, make) {
                        Err(fault) => fault.message,
                        Ok(parted) => parted.and_then(|parted| Some(parted.lines.first()?.text())).unwrap_or_default(),
                    };
                    assert!(!names(&told, words), "{scenario}: {damaged}: {told}");
                }
            }
        }
    }
}

#[test]
fn no_heading_where_rulings_part_names_what_is_hidden() {
    for (scenario, game) in secretive() {
        let (entry, _) = catalog().find(scenario).expect("it is shipped");
        for bot in 0..2 {
            let session = against(&game, bot);
            let save = Save::read(&session.save()).expect("readable");
            let log: String = session.log(0, FULL).iter().map(|line| line.text() + "\n").collect();
            let hidden = save.lines.iter().filter(|line| line.who == game.sides[bot].name && !names(&log, &line.text));
            let hidden: Vec<&str> = hidden.map(|line| line.text.as_str()).collect();
            for ruling in game.rulings.iter().step_by(4) {
                let other = ruling.values.iter().enumerate().find(|(at, _)| *at != usize::from(ruling.default));
                let Some((_, (value, _))) = other else { continue };
                let set = [(ruling.name.clone(), value.clone())];
                let Some(now) = catalog().compile(entry, Some(scenario), &set).game else { continue };
                let (first, second) = (Rules { game: &game, name: "one" }, Rules { game: &now, name: "other" });
                let Ok(Some(parted)) = part(&save, &first, &second, true, make) else { continue };
                let lines = parted.lines.iter().map(|line| line.text());
                let lines = lines.enumerate().filter(|(at, text)| *at == 0 || text.contains("answer the question"));
                for (_, text) in lines {
                    assert!(!hidden.iter().any(|hidden| names(&text, hidden)), "{scenario}, {}: {text}", ruling.name);
                }
            }
        }
    }
}

#[test]
fn a_decision_at_which_games_part_is_told_as_the_log_tells_it() {
    let place = tempfile::tempdir().expect("a folder");
    run(place.path(), &["play", "agincourt", "--seed", "5", "--seat", "English=random"], "save game\n");
    let wanted = "They differ at decision 2: English: 2 cards (Discard which cards?)";
    for (arguments, input) in [
        (["play", "game", "--set", "drawing=full"].as_slice(), ""),
        (&["replay", "game", "--set", "drawing=full"], ""),
        (&["play", "agincourt"], "load game --set drawing=full\n"),
    ] {
        let (said, _) = run(place.path(), arguments, input);
        assert!(said.contains(wanted) && !said.contains("Charge"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_piece_placed_face_down_is_not_named_where_games_part() {
    let place = tempfile::tempdir().expect("a folder");
    let free = ["play", "agincourt", "--seed", "5", "--set", "setup=free", "--seat", "English=random"];
    run(place.path(), &free, "auto 4\nsave game\n");
    for arguments in [["play", "game", "--set", "ground=historical"], ["replay", "game", "--set", "ground=historical"]]
    {
        let (said, _) = run(place.path(), &arguments, "");
        let parted = said.split_once("They differ").map_or("", |(_, rest)| rest);
        let heading = parted.lines().next().unwrap_or_default();
        assert!(!heading.contains("LB"), "{said}");
        assert!(!parted.lines().any(|line| line.contains("does not answer") && line.contains("LB")), "{said}");
    }
}

#[test]
fn a_bot_s_decision_that_new_rules_forbid_is_counted_and_not_named() {
    let stratagems = include_str!("../rules/chivalry/03-stratagems.ori");
    let fewer = stratagems.replace("free, 0, most)", "free, 0, 1)");
    let place = folder_with("mine/rules/chivalry/03-stratagems.ori", &fewer);
    run(place.path(), &["play", "agincourt", "--seed", "5", "--seat", "English=random"], "save game\n");
    for (arguments, wanted) in [
        (["play", "game", "--data", "mine"].as_slice(), "game: 1 decision\n"),
        (&["play", "agincourt", "--data", "mine", "--save", "game"], "continuing game: 1 decision\n"),
        (&["replay", "game", "--data", "mine"], "this answer of English does not fit the question"),
    ] {
        let (said, _) = run(place.path(), arguments, "");
        assert!(said.contains(wanted) && !said.contains("Charge, React"), "{arguments:?}: {said}");
    }
}
