//! The house rules: which layer may use which, what the kernel must not know, what no text may contain. The `scanner`
//! reads sources as text.

mod scanner;

use std::fs;
use std::path::{Path, PathBuf};

use scanner::{Without, in_test_lines, lines_with, named_modules, stripped, without_tests};

/// The layers of `src/`, lowest first; those in one row must not use each other.
const LAYERS: [&[&str]; 11] = [
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
    &["authoring"],
];

/// The modules of the kernel, lowest first. Those of the first row belong together and may use each other: the state,
/// its cache, its viewers and its observers.
const ROOMS: [&[&str]; 10] = [
    &["store", "cache", "viewer", "watch"],
    &["numbers"],
    &["movement"],
    &["answers"],
    &["options"],
    &["present"],
    &["reasons"],
    &["host"],
    &["compile"],
    &["sequence"],
];

/// Packages reserved to these layers.
const GUARDED: [(&str, &[&str]); 17] = [
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
    ("lsp_server", &[]),
    ("lsp_types", &[]),
    ("crossbeam_channel", &[]),
    ("percent_encoding", &[]),
    ("tiny_http", &[]),
    ("qrcode", &[]),
];

/// What the library must not use: files, the terminal, the clock, the environment, threads.
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

/// Words of the shipped games. The kernel must contain none of them.
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

/// Calls that abort the program instead of returning an error.
const ABRUPT: [&str; 8] =
    [".unwrap()", ".unwrap_err()", ".expect(", ".expect_err(", "panic!(", "unreachable!(", "unimplemented!(", "dbg!("];

/// Exceptions: file, text of the line, why it cannot fail or what it is for.
const ABRUPT_ALLOWED: &[(&str, &str, &str)] = &[];

/// The maximum number of lines in an `.ori` file.
const MOST_ORI_LINES: usize = 300;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder of the project, in order; empty if the folder does not exist.
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

/// A path relative to the project.
fn shown(path: &Path) -> String {
    let inside = path.strip_prefix(root()).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{} cannot be read: {error}", shown(path)))
}

/// True if a file contains only tests.
fn is_test_file(path: &Path) -> bool {
    let name = shown(path);
    name.split('/').any(|part| part == "tests" || part == "tests.rs")
}

/// The code of a file without comments, strings and tests.
fn code_of(path: &Path) -> String {
    without_tests(&stripped(&read(path), Without::CommentsAndStrings))
}

/// The layer of a file in `src/`; `None` for `lib.rs`.
fn layer_of(path: &Path) -> Option<String> {
    let name = shown(path);
    let first = name.strip_prefix("src/")?.split('/').next()?.trim_end_matches(".rs").to_owned();
    (first != "lib").then_some(first)
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&layer))
}

/// The number of `super` steps from a file to the crate root.
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
        for (line, name) in named_modules(&code_of(&path), "crate", depth_of(&path)) {
            let Some(other) = rank(&name) else { continue };
            if name != layer && other >= own {
                found.push(format!("{}:{line}: `{layer}` uses `{name}`", shown(&path)));
            }
        }
    }
    none_of("a layer uses one that is not before it", &found);
}

#[test]
fn rooms_of_the_kernel_know_only_those_before_them() {
    let rank = |room: &str| ROOMS.iter().position(|row| row.contains(&room));
    let mut found = Vec::new();
    for path in rust_files("src/play").into_iter().filter(|path| !is_test_file(path)) {
        let name = shown(&path);
        let Some((room, _)) = name.strip_prefix("src/play/").and_then(|name| name.split_once('/')) else {
            if name != "src/play/mod.rs" {
                found.push(format!("{name}: it lies in no room"));
            }
            continue;
        };
        let Some(own) = rank(room) else {
            found.push(format!("{name}: no room is called `{room}`; add it to the list in tests/house.rs"));
            continue;
        };
        for (line, other) in named_modules(&code_of(&path), "crate::play", depth_of(&path) - 1) {
            match rank(&other) {
                Some(at) if at < own || at == own && (other == room || own == 0) => {}
                Some(_) => found.push(format!("{name}:{line}: `{room}` uses `{other}`")),
                None => found.push(format!("{name}:{line}: `{other}` is named as others see it; name its room")),
            }
        }
    }
    none_of("a room of the kernel uses one that is not before it", &found);
}

#[test]
fn only_the_store_tells_the_cache_what_is_read_and_changed() {
    let calls = |method: &str| [format!("cache.{method}"), format!("cache().{method}")];
    let reads = calls("record");
    let changes = ["touch", "forget_all(", "replace_state(", "set_base(", "set_out("].map(calls).concat();
    let (mut found, mut told) = (Vec::new(), (0, 0));
    for path in rust_files("src").into_iter().filter(|path| !is_test_file(path)) {
        let (name, code) = (shown(&path), code_of(&path));
        let is_store = ["store", "cache"].iter().any(|room| name.starts_with(&format!("src/play/{room}/")));
        let mut in_other_rooms = |calls: &[String], advice: &str| {
            let lines: Vec<usize> =
                calls.iter().flat_map(|call| lines_with(&code, call)).map(|(line, _)| line).collect();
            if !is_store {
                found.extend(lines.iter().map(|line| format!("{name}:{line}: {advice}")));
            }
            lines.len()
        };
        told.0 += in_other_rooms(&reads, "read the state through `store/reading.rs`, which tells the cache");
        told.1 += in_other_rooms(&changes, "change the state through `store/live.rs`, which tells the cache");
    }
    none_of("the cache is told of something by hand", &found);
    assert!(told.0 > 0 && told.1 > 0, "the cache's methods have other names now: {told:?}");
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

/// Every text file of the project.
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
