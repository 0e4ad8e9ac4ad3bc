//! The README: its length, the output it shows, the picture, and the file that it adds to a game. The page of disputes:
//! the output it shows.
//!
//! A block marked `text shown by ARGUMENTS` holds the output of that command line. Lines that begin with `> ` are typed
//! in the REPL; the program's answer follows each. A block marked `text goes on` types more lines into the same game.
//! `UPDATE_DOCS=1 cargo test readme` rewrites them.

use std::fs;
use std::path::Path;

use oriflamme::catalog::{Catalog, SourceText, shipped};

use crate::docs::{document, path};
use crate::repl::run;

/// The maximum length of the README in lines and words.
const MOST: (usize, usize) = (130, 950);
/// The fence of a block of output.
const SHOWN: &str = "```text shown by ";

/// The fence of a block that continues the previous output.
const GOES_ON: &str = "```text goes on";

/// The program's answer to the last of these lines, from line `from` on.
fn answers(arguments: &[&str], typed: &[&str], from: usize) -> String {
    let place = tempfile::tempdir().expect("a folder");
    let mut input = typed.join("\n");
    input.push_str("\nquit\n");
    let (output, _) = run(place.path(), arguments, &input);
    if typed.is_empty() {
        return output;
    }
    let mut text = String::new();
    let mut lines = output.lines().peekable();
    for (at, line) in typed.iter().enumerate() {
        let prompt = format!("> {line}");
        let answered = lines.by_ref().any(|shown| shown.ends_with(&prompt));
        assert!(answered, "{prompt} is not in the output:\n{output}");
        let mut answer = prompt + "\n";
        while let Some(shown) = lines.next_if(|shown| !shown.contains("> ") || shown.starts_with(' ')) {
            answer.push_str(shown);
            answer.push('\n');
        }
        if at >= from {
            text.push_str(&answer);
        }
    }
    text
}

/// Compares the output that a document shows with what the program prints.
fn shows_what_the_program_prints(name: &str) {
    let old = document(name).expect("the document");
    let mut fresh = String::new();
    let mut lines = old.lines();
    let mut blocks = 0;
    let mut arguments: Vec<&str> = Vec::new();
    let mut typed: Vec<&str> = Vec::new();
    while let Some(line) = lines.next() {
        fresh.push_str(line);
        fresh.push('\n');
        if let Some(begun) = line.strip_prefix(SHOWN) {
            arguments = begun.split(' ').collect();
            typed.clear();
        } else if line != GOES_ON {
            continue;
        }
        let from = typed.len();
        let block = lines.by_ref().take_while(|line| *line != "```");
        typed.extend(block.filter_map(|line| line.strip_prefix("> ")));
        fresh.push_str(&answers(&arguments, &typed, from));
        fresh.push_str("```\n");
        blocks += 1;
    }
    assert!(blocks > 1, "{name} shows no output");
    if fresh != old && std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path(name), &fresh).expect("written");
        return;
    }
    assert_eq!(old, fresh, "run `UPDATE_DOCS=1 cargo test readme` and check the difference");
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    shows_what_the_program_prints("README.md");
}

#[test]
fn the_disputes_are_settled_as_their_page_shows() {
    shows_what_the_program_prints("docs/disputes.md");
}

#[test]
fn every_command_in_the_documents_exists() {
    let place = tempfile::tempdir().expect("a folder");
    let mut tried: Vec<String> = Vec::new();
    for name in ["README.md", "repl/README.md", "benches/README.md", "ARCHITECTURE.md", "docs/disputes.md"] {
        let text = document(name).expect("a document");
        for (at, found) in text.match_indices("oriflamme ") {
            let is_command = text[..at].ends_with(['`', '\n', '/']);
            let word: String =
                text[at + found.len()..].chars().take_while(|letter| letter.is_ascii_lowercase()).collect();
            if word.is_empty() || !is_command || tried.contains(&word) {
                continue;
            }
            let (output, code) = run(place.path(), &[&word, "--help"], "");
            assert_eq!(code, 0, "{name}: oriflamme {word}\n{output}");
            tried.push(word);
        }
    }
    assert!(tried.len() > 6, "{tried:?}");
}

#[test]
fn the_readme_is_short() {
    let text = document("README.md").expect("the README");
    let (lines, words) = (text.lines().count(), text.split_whitespace().count());
    assert!(lines <= MOST.0 && words <= MOST.1, "{lines} lines, {words} words");
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let line = "board agincourt --svg docs/agincourt.svg";
    assert!(document("README.md").is_some_and(|text| text.contains(&format!("`oriflamme {line}`"))));
    let place = tempfile::tempdir().expect("a folder");
    fs::create_dir(place.path().join("docs")).expect("a folder");
    let (output, code) = run(place.path(), &line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(code, 0, "{output}");
    let drawn = fs::read_to_string(place.path().join("docs/agincourt.svg")).expect("a picture");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path("docs/agincourt.svg"), &drawn).expect("written");
    }
    assert!(document("docs/agincourt.svg") == Some(drawn), "run `UPDATE_DOCS=1 cargo test readme`");
}

#[test]
fn files_that_documents_add_to_a_game_are_correct() {
    let text = document("README.md").expect("the README");
    let mut count = 0;
    for block in text.split("```ori as ").skip(1) {
        let (file, rest) = block.split_once('\n').expect("a path");
        let body = rest.split("```").next().unwrap_or_default();
        let game = Path::new(file).iter().nth(1).and_then(|part| part.to_str()).expect("rules/GAME/FILE");
        let mut texts = shipped();
        texts.push(SourceText { path: file.to_owned(), text: body.to_owned() });
        let catalog = Catalog::new(texts);
        let entry = catalog.games.iter().find(|entry| entry.name == game).expect("the game is shipped");
        let compiled = catalog.compile(entry, Some(&entry.scenarios[0].name), &[]);
        let errors = oriflamme::diagnostic::render::plain_all(&compiled.diagnostics, &catalog.sources);
        assert!(compiled.game.is_some(), "{file}:\n{errors}");
        assert!(!errors.contains(file), "{file}:\n{errors}");
        count += 1;
    }
    assert!(count > 0);
}
