//! What the pages of a shared game show in any width, and what happens when two windows answer at once, when rules fail,
//! and when the program ends.

use std::process::Command;

use serde_json::Value;

use crate::browser::{Table, empty, said};
use crate::share::{deciding, looking_on, moves, state, toy};

/// The lines of a page of this width, each with the column at which it goes on.
fn lines(table: &Table, page: usize, columns: usize) -> Vec<(String, Option<u64>)> {
    let state = table.post_at(page, "state", &format!("0 {columns} 0\n"));
    let rows = state["said"].as_array().expect("lines").clone();
    rows.iter().map(|row| (row["html"].as_str().expect("text").to_owned(), row["hang"].as_u64())).collect()
}

/// The text of a line in HTML.
fn text(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_page_wraps_its_lines_itself() {
    let folder = empty();
    let told = [40, 100].map(|columns| {
        let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1", "--save", "x.game"]);
        table.post_at(0, "state", &format!("0 {columns} 0\n"));
        let first = deciding(&table);
        moves(&table, first);
        let begins = lines(&table, 0, columns).len();
        table.post_at(0, "line", &format!("0 {columns}\nlog full"));
        table.post_at(0, "line", &format!("0 {columns}\nhelp"));
        let told = lines(&table, 0, columns).split_off(begins);
        drop(table);
        std::fs::remove_file(folder.path().join("x.game")).expect("the saved game");
        told
    });
    let longest = told[0].iter().map(|(html, _)| html.len()).max();
    assert!(longest > Some(100), "a line is sent whole: {longest:?}");
    assert!(told[0].iter().all(|(_, hang)| hang.is_some()), "{:?}", told[0]);
    let words = |told: &[(String, Option<u64>)]| -> Vec<String> {
        told.iter().flat_map(|(html, _)| text(html).split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    assert_eq!(words(&told[0]), words(&told[1]));
}

#[test]
fn a_line_goes_on_below_its_last_cell_and_a_board_is_not_wrapped() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    // `help` alone would explain the question that is open.
    table.say_at(0, ":help");
    let told = lines(&table, 0, 80);
    let commands = told.iter().filter(|(html, hang)| html.starts_with("<b>  ") && *hang == Some(24));
    assert!(commands.count() > 5, "{told:?}");
    table.say_at(0, "board");
    let board: Vec<(String, Option<u64>)> = lines(&table, 0, 80).split_off(told.len());
    let rows = board.iter().filter(|(html, hang)| hang.is_none() && !html.is_empty()).count();
    assert!(rows >= 8, "{board:?}");
}

#[test]
fn a_failing_rule_says_no_hidden_value() {
    let folder = empty();
    let table = toy(folder.path(), "hoards", include_str!("together/hoards.txt"));
    let first = deciding(&table);
    table.say_at(first, "gain");
    let second = deciding(&table);
    let told = said(&table.say_at(second, "gain"));
    assert!(told.contains("a rule fails here") && told.contains("game.ori:8:"), "{told}");
    assert!(told.contains("Your last command was undone"), "{told}");
    for page in 0..table.pages() {
        let told = said(&state(&table, page));
        assert!(!told.contains("would become") && !told.contains("may be from"), "{page}: {told}");
    }
    assert_eq!(deciding(&table), second);
}

#[test]
fn pages_and_a_shared_screen_say_who_has_decided_in_secret() {
    let folder = empty();
    let rules = include_str!("together/skirmish.txt");
    let table = toy(folder.path(), "skirmish", rules);
    let decided = |page: usize| state(&table, page)["panel"]["decided"].clone();
    assert!((0..3).all(|page| decided(page).is_null()));
    let first = deciding(&table);
    table.say_at(first, "march to b");
    for page in 0..3 {
        assert_eq!(decided(page), "Red has decided in secret.");
    }
    table.say_at(first, "back");
    assert!((0..3).all(|page| decided(page).is_null()), "it was taken back");
    table.say_at(first, "march to b");
    let second = deciding(&table);
    table.say_at(second, "stand");
    assert!((0..3).all(|page| decided(page).is_null()), "all have decided");
    drop(table);
    // The same with one page for both.
    let arguments = ["--data", "mods", "play", "skirmish", "--browser", "--seed", "1"];
    let table = Table::of(folder.path(), &arguments);
    table.say_at(0, "");
    let passing = table.say_at(0, "march to b");
    assert_eq!(passing["panel"]["awaited"], "Blue", "{passing}");
    assert_eq!(passing["panel"]["decided"], "Red has decided in secret.");
    assert!(said(&passing).contains("Red has decided in secret.") && !said(&passing).contains("March"), "{passing}");
}

/// A line, from a window that shows what this state says.
fn say_after(table: &Table, page: usize, shown: &Value, line: &str) -> Value {
    let head = format!("0 80 {} {}", shown["moment"], shown["question"]);
    table.post_at(page, "line", &format!("{head}\n{line}"))
}

#[test]
fn of_two_windows_that_answer_at_once_one_is_heard() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let active = deciding(&table);
    let shown = state(&table, active);
    let begun = say_after(&table, active, &shown, "1");
    // The other window still shows the first question: its `1` would choose a place for the man.
    for line in ["1", "", "back", "log\n1"] {
        let late = say_after(&table, active, &shown, line);
        assert!(said(&late).contains("The game has gone on since"), "{line}: {late}");
        assert_eq!(late["panel"]["menu"], begun["panel"]["menu"], "{line}");
    }
    // Looking is never too late, and what others look up makes no answer late.
    assert!(said(&say_after(&table, active, &shown, "status")).contains("People play"), "{shown}");
    let now = state(&table, active);
    table.say_at(looking_on(&table), "log");
    table.say_at(1 - active, "status");
    let moved = say_after(&table, active, &now, "1");
    assert!(moved["panel"]["menu"].is_null(), "{moved}");
    // A page that does not say what it shows is heard.
    table.say_at(1 - active, "1");
    assert!(state(&table, 1 - active)["panel"]["menu"].is_object());
}

#[test]
fn a_page_loaded_again_goes_on_in_the_middle_of_a_command() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let active = deciding(&table);
    let begun = table.say_at(active, "1");
    let again = table.post_at(active, "state", "0 80 -1 \n");
    assert_eq!((&again["panel"]["menu"], &again["said"]), (&begun["panel"]["menu"], &begun["said"]));
    say_after(&table, active, &again, "1");
    assert_ne!(deciding(&table), active);
}

#[test]
fn what_an_arbiter_has_changed_is_not_taken_back_on_a_page() {
    let folder = empty();
    let game = ["play", "breakthrough", "--seed", "1", "--save", "x.game"];
    let (text, _) = crate::repl::run(folder.path(), &game, "1\n1\n1\n1\ntake Man9\n");
    assert!(text.contains("saved in x.game"), "{text}");
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--save", "x.game"]);
    let is_taken = |page: usize| !state(&table, page)["panel"]["board"].to_string().contains("Man9\\\"");
    assert!(is_taken(0));
    for page in 0..2 {
        let refused = said(&table.say_at(page, "back"));
        assert!(refused.contains("made by hand, before the pages were opened"), "{refused}");
        assert!(is_taken(page));
    }
    // A later decision is taken back as usual, but not with it.
    let active = deciding(&table);
    moves(&table, active);
    table.say_at(active, "back 3");
    assert!(is_taken(active));
    assert_eq!(deciding(&table), active);
}

#[test]
fn pages_that_wait_learn_that_the_program_ends() {
    let folder = empty();
    let table = Table::of(folder.path(), &["play", "breakthrough", "--share", "--seed", "1"]);
    let now = state(&table, 1);
    let known = format!("{} 80 {}\n", now["until"], now["moment"]);
    std::thread::scope(|scope| {
        let news = scope.spawn(|| table.ask_at(1, "news", &known));
        std::thread::sleep(std::time::Duration::from_millis(300));
        let told = Command::new("kill").args(["-INT", &table.id().to_string()]).status();
        assert!(told.is_ok_and(|status| status.success()));
        let (status, told) = news.join().expect("an answer");
        assert!(status == 200 && told.contains("\"left\":true"), "{status} {told}");
    });
}

#[test]
fn every_part_of_a_page_has_a_name_that_can_be_read_aloud() {
    let page = include_str!("../repl/browser/page.html");
    for part in page.split('<').filter(|part| part.contains("tabindex=") || part.contains("role=\"group\"")) {
        assert!(part.contains("aria-label="), "{part}");
    }
    for (field, name) in
        [("id=\"line\"", "for=\"line\""), ("id=\"said\"", "role=\"log\""), ("id=\"lost\"", "\"alert\"")]
    {
        assert!(page.contains(field) && page.contains(name), "{field}");
    }
    // Colours that differ in the dark are variables, all of them defined for both.
    let style = include_str!("../repl/browser/page.css");
    let mut schemes = style.split(":root{").skip(1).map(|rest| rest.split('}').next().unwrap_or_default());
    let mut names = || -> Vec<&str> {
        let scheme = schemes.next().expect("a scheme");
        let entries = scheme.split(';').filter_map(|entry| entry.strip_prefix("--")?.split(':').next());
        entries.filter(|name| *name != "mono").collect()
    };
    assert_eq!(names(), names());
}

#[test]
fn what_a_saved_game_says_about_itself_is_for_the_terminal() {
    let folder = empty();
    let rules = include_str!("together/skirmish.txt");
    drop(toy(folder.path(), "skirmish", rules));
    let file = folder.path().join("skirmish.game");
    let game = std::fs::read_to_string(&file).expect("a saved game");
    let (head, _) = game.split_once("\n# end").expect("an end");
    std::fs::write(&file, format!("{head}\nRed: Parry Man1 in secret\n")).expect("written");
    let arguments = ["--data", "mods", "play", "skirmish", "--share", "--save", "skirmish.game"];
    let table = Table::of(folder.path(), &arguments);
    for page in 0..table.pages() {
        let told = said(&state(&table, page));
        assert!(told.contains("continuing skirmish.game: no decisions") && !told.contains("Parry"), "{told}");
    }
}
