//! What a person at a terminal of 80 columns and 24 lines sees.

use oriflamme::catalog::{Catalog, shipped};
use oriflamme::draw::Line;
use oriflamme::session::{Opening, Session};

use super::Dialogue;
use super::showing::LEAST_MAP;
use crate::args::Engine;
use crate::paint::Paint;
use crate::reader::{Next, Talk};
use crate::{data, pager};

fn dialogue() -> Dialogue {
    dialogue_of("connect-four")
}

fn dialogue_of(scenario: &str) -> Dialogue {
    let catalog = Catalog::new(shipped());
    let (entry, scenario) = data::find(&catalog, scenario).expect("it is shipped");
    let game = data::compile(&catalog, entry, Some(&scenario.name), &[]).expect("it has no errors");
    let session = Session::new(&game, Opening::hot_seat(&game), Engine::Native.make()).expect("it begins");
    Dialogue::new(session, catalog, Paint::new(false), true, None, Engine::Native)
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
fn a_list_longer_than_the_window_leaves_the_question_and_the_map_in_view() {
    let mut dialogue = dialogue_of("bannockburn");
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
