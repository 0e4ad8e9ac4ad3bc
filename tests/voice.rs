//! The texts of the project are plain English: phrases that are always wrong, with their replacements.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Words that no message may contain.
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

/// The phrases and their replacements.
fn phrases() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/house/phrases.txt")).unwrap_or_default();
    text.lines().filter_map(|line| line.split_once(" | ")).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The purpose of a text in a Rust file.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    Doc,
    Message,
}

/// A text of a Rust file: a doc comment, or a string literal that contains a space.
struct CodeText {
    purpose: Purpose,
    place: String,
    text: String,
}

/// The texts of the library and the terminal outside tests.
fn code_texts() -> Vec<CodeText> {
    let mut found = Vec::new();
    for path in ["src", "repl"].into_iter().flat_map(|folder| files(folder, &["rs"])) {
        let name = shown(&path);
        if name.contains("/tests") || name.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        match text.parse::<TokenStream>() {
            Ok(tokens) => collect(tokens, &name, &mut found),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    found
}

/// Collects the texts of a token stream. The parser turns a doc comment into `#[doc = "…"]`.
fn collect(tokens: TokenStream, file: &str, found: &mut Vec<CodeText>) {
    let mut is_test = false;
    let mut before = [String::new(), String::new()];
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                is_test |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                // Skips the body of an item marked `#[cfg(test)]`.
                if is_test && group.delimiter() == Delimiter::Brace {
                    is_test = false;
                } else {
                    collect(group.stream(), file, found);
                }
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let is_doc = before == ["doc", "="];
                if text.contains('"') && text.contains(' ') {
                    let purpose = if is_doc { Purpose::Doc } else { Purpose::Message };
                    let place = format!("{file}:{}", literal.span().start().line);
                    found.push(CodeText { purpose, place, text });
                }
            }
            TokenTree::Punct(sign) if sign.as_char() == ';' => is_test = false,
            _ => {}
        }
        before = [std::mem::take(&mut before[1]), token.to_string()];
    }
}

#[track_caller]
fn none_of(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn messages_name_things_instead_of_somebody() {
    let mut found = Vec::new();
    for CodeText { place, text, .. } in code_texts().iter().filter(|text| text.purpose == Purpose::Message) {
        let lower = text.to_lowercase();
        let words = lower.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let vague = words.filter(|word| VAGUE.contains(word));
        found.extend(vague.map(|word| format!("{place}: `{word}`: name the thing, or write \"none\"")));
    }
    none_of("a message has a vague word", &found);
}

#[test]
fn doc_comments_begin_with_what_an_item_returns() {
    let texts = code_texts();
    let docs = texts.iter().filter(|text| text.purpose == Purpose::Doc);
    let wrong = docs.filter(|doc| doc.text.trim_start_matches(['"', ' ']).starts_with("Whether it is that"));
    let found: Vec<String> = wrong.map(|doc| format!("{}: write \"True if ...\"", doc.place)).collect();
    none_of("a doc comment begins with a circumlocution", &found);
}

#[test]
fn forbidden_phrases_do_not_occur() {
    let code = code_texts().into_iter();
    // A literal may span several lines.
    let mut lines: Vec<(String, String)> =
        code.map(|text| (text.place, text.text.split_whitespace().collect::<Vec<_>>().join(" "))).collect();
    let folders = ["src", "repl", "grammar", "rules", "cards", "scenarios", "tests", "docs", "benches"];
    let mut texts: Vec<PathBuf> = folders.into_iter().flat_map(|folder| files(folder, &["md", "ori"])).collect();
    texts.extend(["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)));
    for path in texts {
        let text = fs::read_to_string(&path).unwrap_or_default();
        lines.extend(text.lines().zip(1..).map(|(line, at)| (format!("{}:{at}", shown(&path)), line.to_owned())));
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
    for name in
        ["README.md", "repl/README.md", "grammar/README.md", "docs/battles.md", "docs/disputes.md", "docs/lessons.md"]
    {
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
