//! The house rules: which layer may use which, what the kernel must not know, what no text may hold.
//!
//! Sources are read as text. Comments and strings are told apart from code by a small scanner, so that a word in a
//! comment is no use of a module and a bracket in a string opens nothing.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of `src/`, lowest first; those in one row must not know each other.
const LAYERS: [&[&str]; 10] = [
    &["source"],
    &["diagnostic"],
    &["syntax"],
    &["model"],
    &["check", "play"],
    &["script"],
    &["catalog"],
    &["analysis"],
    &["draw"],
    &["session"],
];

/// Packages that only these layers may name.
const GUARDED: [(&str, &[&str]); 11] = [
    ("pest", &["syntax"]),
    ("pest_derive", &["syntax"]),
    ("rhai", &["check", "script"]),
    ("codespan_reporting", &["source", "diagnostic"]),
    ("strsim", &["diagnostic"]),
    ("include_dir", &["catalog"]),
    ("clap", &[]),
    ("rustyline", &[]),
    ("rayon", &[]),
    ("indicatif", &[]),
    ("comfy_table", &[]),
];

/// What the library must not touch: files, the terminal, the clock, the surroundings, threads.
const OUTSIDE: [&str; 13] = [
    "std::fs",
    "std::env",
    "std::process",
    "std::thread",
    "std::net",
    "std::io::stdin",
    "std::io::stdout",
    "SystemTime",
    "Instant",
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
];

/// Words of the shipped games. The kernel must not know one of them.
const WORDS_OF_GAMES: [&str; 13] = [
    "agincourt",
    "crecy",
    "poitiers",
    "longbow",
    "crossbow",
    "knight",
    "schiltron",
    "bannockburn",
    "bretagne",
    "montfort",
    "blois",
    "stratagem",
    "hesitation",
];

/// What ends the program where an answer is due.
const ABRUPT: [&str; 8] =
    [".unwrap()", ".unwrap_err()", ".expect(", ".expect_err(", "panic!(", "unreachable!(", "unimplemented!(", "dbg!("];

/// Where one of these stands all the same: file, the line's text, why it cannot happen or what it is for.
const ABRUPT_ALLOWED: &[(&str, &str, &str)] = &[];

/// Lines that a file of the language may have.
const MOST_ORI_LINES: usize = 300;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder of the project, in order; nothing if there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join(folder)];
    while let Some(at) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&at) else { continue };
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|one| one == ending)
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| ends_with(path, "rs")).collect()
}

/// A path as the project writes it.
fn shown(path: &Path) -> String {
    let inside = path.strip_prefix(root()).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{} cannot be read: {error}", shown(path)))
}

/// Whether a file holds nothing but tests.
fn is_test_file(path: &Path) -> bool {
    let name = shown(path);
    name.split('/').any(|part| part == "tests" || part == "tests.rs")
}

/// What is blanked out of a source; line ends stay where they are.
#[derive(Clone, Copy, PartialEq)]
enum Without {
    /// Doc comments only.
    Docs,
    /// All comments, and what stands between quotes.
    CommentsAndStrings,
}

/// The text of a Rust source without something, byte for byte as long as before.
fn stripped(text: &str, without: Without) -> String {
    let bytes = text.as_bytes();
    let mut kept = bytes.to_vec();
    let blank = |kept: &mut Vec<u8>, from: usize, to: usize| {
        for byte in &mut kept[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let all = without == Without::CommentsAndStrings;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"//") {
            let end = rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length);
            let doc = (rest.starts_with(b"///") && !rest.starts_with(b"////")) || rest.starts_with(b"//!");
            if all || doc {
                blank(&mut kept, at, end);
            }
            at = end;
        } else if rest.starts_with(b"/*") {
            let mut depth = 0;
            let mut end = at;
            while end < bytes.len() {
                if bytes[end..].starts_with(b"/*") {
                    depth += 1;
                    end += 2;
                } else if bytes[end..].starts_with(b"*/") {
                    depth -= 1;
                    end += 2;
                    if depth == 0 {
                        break;
                    }
                } else {
                    end += 1;
                }
            }
            if all || rest.starts_with(b"/**") {
                blank(&mut kept, at, end);
            }
            at = end;
        } else if let Some(length) = raw_string(bytes, at) {
            if all {
                blank(&mut kept, at, at + length);
            }
            at += length;
        } else if bytes[at] == b'"' {
            let mut end = at + 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let end = (end + 1).min(bytes.len());
            if all {
                blank(&mut kept, at + 1, end.saturating_sub(1));
            }
            at = end;
        } else if let Some(length) = character(text, at) {
            if all {
                blank(&mut kept, at, at + length);
            }
            at += length;
        } else {
            at += 1;
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// How long the raw string is that begins here, if one does.
fn raw_string(bytes: &[u8], at: usize) -> Option<usize> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if bytes[at] != b'r' || at > 0 && word(bytes[at - 1]) && bytes[at - 1] != b'b' {
        return None;
    }
    let marks = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    if bytes.get(at + 1 + marks) != Some(&b'"') {
        return None;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', marks)).collect();
    let body = at + 2 + marks;
    let length = bytes[body..].windows(close.len()).position(|part| part == close)?;
    Some(body + length + close.len() - at)
}

/// How long the character literal is that begins here, if it is one and not a lifetime.
fn character(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let mut signs = rest.char_indices();
    if signs.next()?.1 != '\'' {
        return None;
    }
    let (_, first) = signs.next()?;
    if first == '\\' {
        let end = rest[2..].char_indices().skip(1).find(|(_, sign)| *sign == '\'')?.0;
        return Some(2 + end + 1);
    }
    let (place, second) = signs.next()?;
    (second == '\'').then_some(place + 1)
}

/// The source without modules and items that only tests see.
fn without_tests(code: &str) -> String {
    let mut kept = code.as_bytes().to_vec();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(test)]") {
        let start = from + found;
        let bytes = code.as_bytes();
        let mut depth = 0usize;
        let mut end = start;
        while end < bytes.len() {
            match bytes[end] {
                b'{' => depth += 1,
                b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        end += 1;
                        break;
                    }
                }
                b';' if depth == 0 => {
                    end += 1;
                    break;
                }
                _ => {}
            }
            end += 1;
        }
        for byte in &mut kept[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        from = end.max(start + 1);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The code of a file: no comments, no strings, no tests.
fn code_of(path: &Path) -> String {
    without_tests(&stripped(&read(path), Without::CommentsAndStrings))
}

/// Where a whole word stands: as `line N`, counted from 1.
fn lines_with<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = (usize, &'t str)> + 't {
    let word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    text.lines().enumerate().filter_map(move |(number, line)| {
        let begins_with_word = word(needle.as_bytes().first());
        let found = line.match_indices(needle).any(|(at, _)| {
            let bytes = line.as_bytes();
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            let after = bytes.get(at + needle.len());
            let ends_in_word = word(needle.as_bytes().last());
            !(begins_with_word && word(before) || ends_in_word && word(after))
        });
        found.then_some((number + 1, line))
    })
}

/// The layer in which a file of `src/` lies; nothing for `lib.rs`.
fn layer_of(path: &Path) -> Option<String> {
    let name = shown(path);
    let first = name.strip_prefix("src/")?.split('/').next()?.trim_end_matches(".rs").to_owned();
    (first != "lib").then_some(first)
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&layer))
}

/// Every layer that a piece of code names with its line: `crate::x`, `crate::{x, y}`, `super::` up to the root.
fn named_layers(code: &str, depth: usize) -> Vec<(usize, String)> {
    let climb = vec!["super"; depth].join("::");
    let mut found = Vec::new();
    for start in ["crate", climb.as_str()] {
        let prefix = format!("{start}::");
        let mut from = 0;
        while let Some(place) = code[from..].find(&prefix) {
            let at = from + place;
            from = at + prefix.len();
            let before = code[..at].chars().next_back();
            if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':' || sign == '$') {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            let rest = code[from..].trim_start();
            let head = |text: &str| {
                text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
            };
            if let Some(list) = rest.strip_prefix('{') {
                let mut depth = 0;
                let mut member = true;
                for (place, sign) in list.char_indices() {
                    match sign {
                        '}' if depth == 0 => break,
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => member = true,
                        _ if member && !sign.is_whitespace() => {
                            found.push((line, head(&list[place..])));
                            member = false;
                        }
                        _ => {}
                    }
                }
            } else {
                found.push((line, head(rest)));
            }
        }
    }
    found.retain(|(_, name)| name != "super" && name != "self" && !name.is_empty());
    found
}

/// How many `super` lead from a file to the root of the crate.
fn depth_of(path: &Path) -> usize {
    let name = shown(path);
    let inside = name.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    inside.split('/').count()
}

#[track_caller]
fn none_of(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn layers_know_only_those_before_them() {
    let mut found = Vec::new();
    for path in rust_files("src") {
        let Some(layer) = layer_of(&path) else { continue };
        let Some(own) = rank(&layer) else {
            found.push(format!("{}: no layer is called `{layer}`; add it to the list in tests/house.rs", shown(&path)));
            continue;
        };
        if is_test_file(&path) {
            continue;
        }
        for (line, name) in named_layers(&code_of(&path), depth_of(&path)) {
            let Some(other) = rank(&name) else { continue };
            if name != layer && other >= own {
                found.push(format!("{}:{line}: `{layer}` uses `{name}`", shown(&path)));
            }
        }
    }
    none_of("a layer uses one that is not before it", &found);
}

#[test]
fn packages_are_named_only_where_they_belong() {
    let mut found = Vec::new();
    for path in rust_files("src") {
        let Some(layer) = layer_of(&path) else { continue };
        if is_test_file(&path) {
            continue;
        }
        let code = code_of(&path);
        for (package, allowed) in GUARDED {
            if allowed.contains(&layer.as_str()) {
                continue;
            }
            let names = [format!("{package}::"), format!("use {package};")];
            for (line, _) in names.iter().flat_map(|name| lines_with(&code, name)) {
                found.push(format!("{}:{line}: {package}", shown(&path)));
            }
        }
    }
    none_of("a package is used outside the layer that hides it", &found);
}

#[test]
fn the_library_touches_no_file_no_terminal_no_clock() {
    let mut found = Vec::new();
    for path in rust_files("src").into_iter().filter(|path| !is_test_file(path)) {
        let code = code_of(&path);
        for name in OUTSIDE {
            for (line, _) in lines_with(&code, name) {
                found.push(format!("{}:{line}: {name}", shown(&path)));
            }
        }
    }
    none_of("the library reaches outside", &found);
}

#[test]
fn the_kernel_knows_no_game() {
    let mut found = Vec::new();
    for path in rust_files("src").into_iter().filter(|path| !is_test_file(path)) {
        // Strings and plain comments count; only documentation and tests may give examples.
        let text = read(&path);
        for (number, line) in stripped(&text, Without::Docs).lines().enumerate() {
            let line = line.to_lowercase();
            for word in WORDS_OF_GAMES.into_iter().filter(|word| line.contains(word)) {
                if !in_test_lines(&text, number) {
                    found.push(format!("{}:{}: {word}", shown(&path), number + 1));
                }
            }
        }
    }
    none_of("a word of a game stands in the kernel", &found);
}

/// Whether a line lies inside what only tests see.
fn in_test_lines(text: &str, number: usize) -> bool {
    let all = stripped(text, Without::CommentsAndStrings);
    let rest = without_tests(&all);
    let (Some(before), Some(after)) = (all.lines().nth(number), rest.lines().nth(number)) else { return false };
    if before != after {
        return true;
    }
    // A line of comments only is blank either way: ask the next line of code.
    let next = |text: &str| text.lines().skip(number).find(|line| !line.trim().is_empty()).map(ToOwned::to_owned);
    next(&all) != next(&rest)
}

#[test]
fn nothing_ends_the_program_abruptly() {
    let mut found = Vec::new();
    let mut unused: Vec<_> = ABRUPT_ALLOWED.to_vec();
    for path in rust_files("src").into_iter().chain(rust_files("repl")).filter(|path| !is_test_file(path)) {
        let text = read(&path);
        let code = code_of(&path);
        for call in ABRUPT {
            for (line, _) in lines_with(&code, call) {
                let written = text.lines().nth(line - 1).unwrap_or_default().trim();
                let allowed = |one: &(&str, &str, &str)| shown(&path) == one.0 && written.contains(one.1);
                if ABRUPT_ALLOWED.iter().any(allowed) {
                    unused.retain(|one| !allowed(one));
                } else {
                    found.push(format!("{}:{line}: {written}", shown(&path)));
                }
            }
        }
    }
    found.extend(unused.iter().map(|one| format!("allowed but not there any more: {} `{}`", one.0, one.1)));
    none_of("the program may end where an answer is due", &found);
}

/// Every text that is part of the project.
fn texts() -> Vec<PathBuf> {
    let folders = ["src", "repl", "grammar", "rules", "cards", "scenarios", "tests", "benches", ".ci"];
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder)).collect();
    for name in ["Cargo.toml", "README.md", "ARCHITECTURE.md", ".rustfmt.toml", ".clippy.toml", ".gitignore"] {
        found.push(root().join(name));
    }
    found.retain(|path| path.is_file() && shown(path) != "tests/house.rs");
    found
}

#[test]
fn nothing_is_left_to_do() {
    let mut found = Vec::new();
    for path in texts() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for mark in ["TODO", "FIXME", "XXX", "todo!("] {
            for (line, _) in lines_with(&text, mark) {
                found.push(format!("{}:{line}: {mark}", shown(&path)));
            }
        }
    }
    none_of("open work stands in a file; write an issue", &found);
}

#[test]
fn no_text_names_a_machine() {
    let mut found = Vec::new();
    for path in texts() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for place in ["/home/", "/root/", "/work/", "/Users/", "C:\\"] {
                if line.contains(place) {
                    found.push(format!("{}:{}: {place}", shown(&path), number + 1));
                }
            }
        }
    }
    none_of("a path of some machine stands in a file", &found);
}

#[test]
fn files_of_the_language_are_short() {
    let mut found = Vec::new();
    for folder in ["rules", "cards", "scenarios", "tests"] {
        for path in files(folder).into_iter().filter(|path| ends_with(path, "ori")) {
            let lines = read(&path).lines().count();
            if lines >= MOST_ORI_LINES {
                found.push(format!("{}: {lines} lines, and {} are too many", shown(&path), MOST_ORI_LINES));
            }
        }
    }
    none_of("a file should be split by subject", &found);
}

#[test]
fn documents_are_where_a_newcomer_looks() {
    let expected = [
        "README.md",
        "ARCHITECTURE.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "grammar/README.md",
        "rules/README.md",
        "cards/README.md",
        "scenarios/README.md",
        "tests/README.md",
        ".ci/run",
    ];
    let missing: Vec<String> =
        expected.iter().filter(|name| !root().join(name).is_file()).map(|name| format!("{name} is missing")).collect();
    none_of("a document is missing", &missing);
    let lines = read(&root().join("README.md")).lines().count();
    assert!(lines <= 150, "README.md has {lines} lines; 150 are enough");
}

#[test]
fn no_test_is_switched_off() {
    let mut found = Vec::new();
    let own = ["src", "repl", "tests"].into_iter().flat_map(rust_files).filter(|path| shown(path) != "tests/house.rs");
    for path in own {
        let code = stripped(&read(&path), Without::CommentsAndStrings);
        for mark in ["#[ignore", "#[should_panic"] {
            for (line, _) in lines_with(&code, mark) {
                found.push(format!("{}:{line}: {mark}]", shown(&path)));
            }
        }
    }
    none_of("a test does not run, or does not say what it expects", &found);
}

#[test]
fn every_code_that_is_shown_can_be_explained() {
    let mut found = Vec::new();
    for path in rust_files("src").into_iter().chain(rust_files("repl")).filter(|path| !is_test_file(path)) {
        let text = read(&path);
        for call in ["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::remark("] {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].trim_start();
                let Some(code) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) else { continue };
                if oriflamme::diagnostic::codes::find(code).is_none()
                    && !in_test_lines(&text, text[..at].matches('\n').count())
                {
                    found.push(format!("{}: `{code}` has no row and no page", shown(&path)));
                }
            }
        }
    }
    none_of("a code is carried that `explain` does not know", &found);
}

/// The scanner itself: what it must tell apart.
#[test]
fn code_is_told_from_comments_strings_and_tests() {
    let text = concat!(
        "/// doc crate::a\n//! head\nfn f<'x>(c: char) { g('\"', \"crate::b \\\" x\", r#\"crate::c\"#); } // crate::d\n",
        "/* crate::e /* nested */ */ use crate::{play::x, model::{y, z}, source};\n",
        "#[cfg(test)]\nmod tests { use crate::session::t; }\nfn last() { super::super::check::run(); }\n"
    );
    let code = without_tests(&stripped(text, Without::CommentsAndStrings));
    let names: Vec<String> = named_layers(&code, 2).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["play", "model", "source", "check"]);
    assert_eq!(stripped(text, Without::Docs).lines().next(), Some("                "));
    assert_eq!(text.lines().count(), code.lines().count());
}
