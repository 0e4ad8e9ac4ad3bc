//! What a person at a terminal of 80 columns and 24 lines sees.

use std::path::Path;

use oriflamme::catalog::{Catalog, shipped};
use oriflamme::draw::Line;
use oriflamme::session::{Opening, Session};

use super::Dialogue;
use super::showing::LEAST_MAP;
use crate::args::Engine;
use crate::paint::Paint;
use crate::reader::{Next, Talk};
use crate::{data, files, pager};

fn dialogue() -> Dialogue {
    dialogue_of("connect-four", None)
}

/// A dialogue of a new game with seed 5, saved to this file after every decision.
fn dialogue_of(scenario: &str, kept: Option<&Path>) -> Dialogue {
    let catalog = Catalog::new(shipped());
    let (entry, scenario) = data::find(&catalog, scenario).expect("it is shipped");
    let game = data::compile(&catalog, entry, Some(&scenario.name), &[]).expect("it has no errors");
    let opening = Opening { seed: 5, ..Opening::hot_seat(&game) };
    let session = Session::new(&game, opening, Engine::Native.make()).expect("it begins");
    let kept = kept.map(|path| (path.to_owned(), files::lock(path).expect("it is free")));
    let mut dialogue = Dialogue::new(session, catalog, Paint::new(false), true, kept, Engine::Native);
    dialogue.keep();
    dialogue
}

#[test]
fn help_longer_than_the_window_asks_and_loses_no_line() {
    let mut dialogue = dialogue();
    dialogue.line("help");
    // The only action is open, so this is help for its choice, which is short.
    assert_ne!(dialogue.prompt(), pager::QUESTION);
    dialogue.line(":help");
    assert_eq!(dialogue.prompt(), pager::QUESTION);
    dialogue.line("");
    assert!(dialogue.pages.wait() || dialogue.prompt() != pager::QUESTION);
    dialogue.line(":help");
    dialogue.line("d");
    assert_eq!(dialogue.session().decisions(), 1, "a move typed at the question is made");
    assert_ne!(dialogue.prompt(), pager::QUESTION);
    dialogue.line(":help");
    assert_eq!(dialogue.line("q"), Next::GoOn, "`q` leaves the help, not the game");
    assert!(!dialogue.pages.wait());
    for _ in 0..20 {
        dialogue.line(":help");
        dialogue.line("");
    }
    while dialogue.pages.wait() {
        dialogue.line("");
    }
    assert_eq!(dialogue.session().decisions(), 1);
}

#[test]
fn quit_asks_once_whether_an_unsaved_game_is_kept() {
    let mut dialogue = dialogue();
    assert_eq!(dialogue.line("q"), Next::Leave, "nothing has been decided");
    dialogue.line("d");
    assert_eq!(dialogue.line("quit"), Next::GoOn);
    assert_eq!(dialogue.line("options"), Next::GoOn);
    assert_eq!(dialogue.line("quit"), Next::GoOn, "another line came between");
    assert_eq!(dialogue.line("q"), Next::Leave);
}

#[test]
fn a_game_that_cannot_be_saved_any_more_is_not_left_without_a_question() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("games");
    std::fs::create_dir(&folder).expect("made");
    let file = folder.join("x.game");
    let mut dialogue = dialogue_of("connect-four", Some(&file));
    dialogue.line("d");
    assert!(!dialogue.is_lost() && file.exists());
    let other = place.path().join("other.game");
    std::fs::copy(&file, &other).expect("copied");
    std::fs::remove_dir_all(&folder).expect("removed");
    dialogue.line("d");
    let load = format!("load {}", other.display());
    assert_eq!((dialogue.line(&load), dialogue.session().decisions()), (Next::GoOn, 2), "it is not replaced at once");
    assert_eq!(dialogue.line("quit"), Next::GoOn);
    assert!(dialogue.is_lost() && dialogue.failed());
    dialogue.line(&format!("save {}", place.path().join("kept.game").display()));
    assert!(!dialogue.is_lost(), "it is in another file");
    dialogue.line("d");
    assert!(dialogue.is_lost());
    // The file can be written again when the player leaves.
    std::fs::create_dir(&folder).expect("made");
    assert_eq!(dialogue.line("quit"), Next::Leave);
    assert!(!dialogue.is_lost() && std::fs::read_to_string(&file).expect("read").contains("# end"));
}

#[test]
fn a_loaded_game_is_not_written_over_the_file_of_the_game_before() {
    let place = tempfile::tempdir().expect("a folder");
    let (file, other) = (place.path().join("x.game"), place.path().join("other.game"));
    let mut dialogue = dialogue_of("connect-four", Some(&file));
    std::fs::copy(&file, &other).expect("copied");
    dialogue.line("d");
    dialogue.line(&format!("load {}", other.display()));
    dialogue.line("a");
    assert!(std::fs::read_to_string(&file).expect("read").contains("Drop in d"));
    assert_eq!(dialogue.line("quit"), Next::GoOn, "the loaded game is not saved");
}

#[test]
fn while_the_keyboard_passes_no_decision_of_the_waiting_side_is_shown() {
    let mut dialogue = dialogue_of("agincourt", None);
    // The English discard and draw; then the French take the keyboard.
    for line in ["", "n", "1,5", "n", "0", "done", ""] {
        dialogue.line(line);
    }
    assert!(dialogue.awaited().is_none() && !dialogue.decided_in_sight().is_empty());
    dialogue.line("back");
    assert!(dialogue.awaited().is_some(), "the English decide again, and have not taken over");
    assert!(!dialogue.session().decided().is_empty());
    assert!(dialogue.decided_in_sight().is_empty());
    assert_eq!(dialogue.place(), "English decides");
    for _ in 0..3 {
        dialogue.line("back");
        assert!(dialogue.decided_in_sight().is_empty());
    }
    // Once the English player has pressed Enter, the words are shown again.
    dialogue.line("");
    assert!(dialogue.awaited().is_none() && !dialogue.decided_in_sight().is_empty());
}

#[test]
fn a_list_longer_than_the_window_leaves_the_question_and_the_map_in_view() {
    let mut dialogue = dialogue_of("bannockburn", None);
    dialogue.size = (80, 24);
    for line in ["done", "done", "march Bruce"] {
        dialogue.line(line);
    }
    let text = |lines: Vec<Line>| -> Vec<String> { lines.iter().map(Line::text).collect() };
    let shown = text(dialogue.menu_lines(false));
    let all = text(dialogue.menu_lines(true));
    assert!(all.len() > dialogue.size.1, "{all:?}");
    assert!(shown.len() + LEAST_MAP < dialogue.size.1, "{shown:?}");
    assert_eq!(shown[0], all[0], "the question");
    assert!(shown[shown.len() - 2].contains("`options` lists all"), "{shown:?}");
    assert_eq!(shown.last(), all.last(), "how to leave");
}
