//! Words on the screen: `help` explains each of them, in every shipped scenario.

use std::fmt::Write as _;

use oriflamme::play::native::make;
use oriflamme::session::{Opening, Session};

use crate::harness::{catalog, game};

/// Every shipped scenario, begun.
fn sessions() -> impl Iterator<Item = (String, Session)> {
    let names = catalog().games.iter().flat_map(|entry| entry.scenarios.iter().map(|scenario| scenario.name.clone()));
    names.map(|name| {
        let game = game(&name);
        let session = Session::new(&game, Opening::hot_seat(&game), make).expect("the rules are right");
        (name, session)
    })
}

#[test]
fn help_explains_every_word_on_the_screen() {
    let mut lacking = String::new();
    let mut count = 0;
    for (name, session) in sessions() {
        for word in session.screen_words() {
            count += 1;
            // Search results are not an entry.
            let found = session.help(&word).is_some_and(|lines| !lines[0].text().starts_with("about `"));
            if !found {
                let _ = writeln!(lacking, "{name}: {word}");
            }
        }
    }
    assert!(lacking.is_empty(), "no entry:\n{lacking}");
    assert!(count > 1000, "only {count} words");
}

/// `UNDOCUMENTED=FILE cargo test words` writes the list to a file.
#[test]
fn every_word_on_the_screen_has_a_line_of_documentation() {
    let mut lacking: Vec<String> = Vec::new();
    for (_, session) in sessions() {
        for (word, kind, place) in session.undocumented() {
            lacking.push(format!("{place}\t{kind}\t{word}\n"));
        }
    }
    lacking.sort();
    lacking.dedup();
    if let Some(file) = std::env::var_os("UNDOCUMENTED") {
        std::fs::write(file, lacking.concat()).expect("written");
        return;
    }
    assert!(lacking.is_empty(), "these need a `///` line:\n{}", lacking.concat());
}
