//! The texts of the project keep to plain English: phrases that are always wrong, with what to write instead.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that no message contains.
const VAGUE: [&str; 5] = ["somebody", "nobody", "whoever", "wherever", "whatever"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder with one of these endings, in order.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![root().join(folder)]);
    while let Some(at) = waiting.pop() {
        for path in fs::read_dir(&at).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|one| endings.iter().any(|ending| one == *ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The phrases and what to write instead.
fn phrases() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/house/phrases.txt")).unwrap_or_default();
    text.lines().filter_map(|line| line.split_once(" | ")).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The messages of a line of Rust: string literals that contain a blank.
fn messages(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).filter(|text| text.contains(' ')).collect()
}

/// Each line of the library and the terminal outside tests, with its place.
fn code_lines() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in ["src", "repl"].into_iter().flat_map(|folder| files(folder, &["rs"])) {
        let name = shown(&path);
        if name.contains("/tests") || name.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for (number, line) in text.lines().take_while(|line| !line.contains("#[cfg(test)]")).enumerate() {
            found.push((format!("{name}:{}", number + 1), line.trim().to_owned()));
        }
    }
    found
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//")
}

/// Doc comments of these two layers are rewritten later.
fn is_excepted(place: &str) -> bool {
    place.starts_with("src/play/") || place.starts_with("src/script/")
}

#[track_caller]
fn none_of(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn messages_name_things_instead_of_somebody() {
    let mut found = Vec::new();
    for (place, line) in code_lines().iter().filter(|(_, line)| !is_comment(line)) {
        for text in messages(line) {
            let lower = text.to_lowercase();
            let words = lower.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            found.extend(
                words
                    .filter(|word| VAGUE.contains(word))
                    .map(|word| format!("{place}: `{word}`: name the thing, or write \"none\"")),
            );
        }
    }
    none_of("a message has a vague word", &found);
}

#[test]
fn doc_comments_begin_with_what_an_item_returns() {
    let lines = code_lines();
    let wrong = lines.iter().filter(|(_, line)| {
        line.strip_prefix("///")
            .or(line.strip_prefix("//!"))
            .is_some_and(|doc| doc.trim().starts_with("Whether it is that"))
    });
    let found: Vec<String> = wrong.map(|(place, _)| format!("{place}: write \"True if ...\"")).collect();
    none_of("a doc comment begins with a circumlocution", &found);
}

#[test]
fn forbidden_phrases_do_not_occur() {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (place, line) in code_lines() {
        if is_comment(&line) {
            if !is_excepted(&place) && (line.starts_with("///") || line.starts_with("//!")) {
                lines.push((place, line));
            }
        } else {
            lines.extend(messages(&line).into_iter().map(|text| (place.clone(), text.to_owned())));
        }
    }
    let folders = ["src", "repl", "grammar", "rules", "cards", "scenarios", "tests", "docs"];
    let mut texts: Vec<PathBuf> = folders.into_iter().flat_map(|folder| files(folder, &["md", "ori"])).collect();
    texts.extend(["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)));
    for path in texts {
        let text = fs::read_to_string(&path).unwrap_or_default();
        lines.extend(
            text.lines().enumerate().map(|(at, line)| (format!("{}:{}", shown(&path), at + 1), line.to_owned())),
        );
    }
    let mut found = Vec::new();
    for (phrase, instead) in phrases() {
        let here = lines.iter().filter(|(_, line)| line.contains(&phrase));
        found.extend(here.map(|(place, _)| format!("{place}: `{phrase}`: write {instead}")));
    }
    none_of("a phrase is not plain English", &found);
}

#[test]
fn sentences_of_the_manuals_have_at_most_forty_words() {
    let mut found = Vec::new();
    for name in ["README.md", "repl/README.md", "grammar/README.md"] {
        let text = fs::read_to_string(root().join(name)).unwrap_or_default();
        let (mut in_code, mut words, mut from) = (false, 0, 0);
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            in_code ^= line.starts_with("```");
            if in_code || line.is_empty() || line.starts_with(['|', '#', '`', '-', '*', '>']) {
                words = 0;
            }
            if in_code || line.starts_with(['|', '#']) || line.starts_with("```") {
                continue;
            }
            for word in line.split_whitespace() {
                from = if words == 0 { at + 1 } else { from };
                words += 1;
                if word.trim_end_matches([')', '*', '"', '”', '`']).ends_with(['.', '!', '?', ':', ';']) {
                    words = 0;
                } else if words == 41 {
                    found.push(format!("{name}:{from}: a sentence has more than 40 words: split it"));
                }
            }
        }
    }
    none_of("a sentence is too long", &found);
}
