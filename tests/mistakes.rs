//! The corpus of planted mistakes: what `check` reports for slips that authors really make.
//!
//! `tests/mistakes/` holds three sound toy games (`ford`, `patrol`, `siege`) and lists of mistakes. A mistake changes
//! one place in one of these games and states what the author should read: the line, the underlined token, the code,
//! the fix. Its [page](mistakes/README.md) describes the format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use oriflamme::catalog::{Catalog, SourceText, shipped};
use oriflamme::diagnostic::{Diagnostic, render};
use oriflamme::source::SourceMap;
use rayon::prelude::*;

/// The minimum percentage of mistakes reported at their line, at their token, with a fix.
const LEAST: [(&str, usize); 3] = [("line", 95), ("token", 98), ("help", 85)];

/// The maximum number of errors that one mistake may cause.
const MOST_ERRORS: usize = 2;

/// The place of a mistake: a token, or a point between two where a token is missing.
#[derive(Debug)]
struct Place {
    file: String,
    start: usize,
    end: usize,
}

/// One planted mistake.
#[derive(Debug, Default)]
struct Case {
    /// Where the case is written: list and line.
    at: String,
    name: String,
    /// The file to which a mistake without an old text is appended.
    inside: Option<String>,
    /// Old text and new text, in order.
    changes: Vec<(String, String)>,
    code: Option<String>,
    /// The faulty line of the changed text, if it is not the changed line.
    line: Option<String>,
    /// The token in that line.
    token: Option<String>,
    /// What the message must contain.
    help: Vec<String>,
    /// What the message must not contain.
    not: Vec<String>,
    /// The number of errors it causes, where that is certain.
    errors: Option<usize>,
    /// Why it is not yet found as it should be: it counts in the percentages but is never a breach.
    later: Option<String>,
}

/// The result of one case.
#[derive(Debug, Default)]
struct Verdict {
    line: bool,
    token: bool,
    help: bool,
    /// Breaches that are never allowed: no error, misleading advice, too many errors, an error in another file.
    breaches: Vec<String>,
    said: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

/// The sound games: path in the catalogue and text.
fn sound() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for game in ["ford", "patrol", "siege"] {
        for entry in fs::read_dir(folder().join(game)).expect("the toy game is there").filter_map(Result::ok) {
            let name = entry.path().file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let root = match name.as_str() {
                "cards" => "cards",
                "battle" => "scenarios",
                "tests" => "tests",
                _ => "rules",
            };
            let name = if name == "rules" { "game".to_owned() } else { name };
            let text = fs::read_to_string(entry.path()).expect("the toy game can be read");
            texts.insert(format!("{root}/{game}/{name}.ori"), text);
        }
    }
    texts
}

/// Every case of every list, in order.
fn cases() -> Vec<Case> {
    let mut lists: Vec<PathBuf> =
        fs::read_dir(folder()).expect("the corpus is there").filter_map(Result::ok).map(|entry| entry.path()).collect();
    lists.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    lists.sort();
    lists.iter().flat_map(|path| cases_of(path)).collect()
}

fn cases_of(path: &Path) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = fs::read_to_string(path).expect("a list can be read");
    // True if the previous line belonged to a new text: an old text then begins another change.
    let mut in_new = true;
    for (at, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case { at: format!("{name}:{}", at + 1), name: title.to_owned(), ..Case::default() });
            in_new = true;
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(old) = line.strip_prefix('-') {
            let old = old.strip_prefix(' ').unwrap_or(old);
            match case.changes.last_mut().filter(|_| !in_new) {
                Some(change) => change.0 = format!("{}\n{old}", change.0),
                None => case.changes.push((old.trim_start().to_owned(), String::new())),
            }
            in_new = false;
        } else if let Some(new) = line.strip_prefix('+') {
            let new = new.strip_prefix(' ').unwrap_or(new);
            match case.changes.last_mut() {
                Some(change) if change.1.is_empty() => change.1 = new.trim_start().to_owned(),
                Some(change) => change.1 = format!("{}\n{new}", change.1),
                None => case.changes.push((String::new(), new.to_owned())),
            }
            in_new = true;
        } else if let Some((key, value)) = line.split_once(": ") {
            let value = value.to_owned();
            match key {
                "in" => case.inside = Some(value),
                "code" => case.code = Some(value),
                "line" => case.line = Some(value),
                "token" => case.token = Some(value),
                "help" => case.help.push(value),
                "not" => case.not.push(value),
                "errors" => case.errors = Some(value.parse().expect("`errors: NUMBER`")),
                "later" => case.later = Some(value),
                _ => panic!("{name}:{}: `{key}` is no line of a case", at + 1),
            }
        } else {
            assert!(line.is_empty(), "{name}:{}: `{line}` is no line of a case", at + 1);
        }
    }
    cases
}

/// The path of `ford/rules` in the catalogue.
fn path_of(short: &str, texts: &BTreeMap<String, String>) -> String {
    let (game, name) = short.split_once('/').expect("`in: GAME/FILE`");
    let name = if name == "rules" { "game" } else { name };
    let found = texts.keys().find(|path| path.ends_with(&format!("/{game}/{name}.ori")));
    found.unwrap_or_else(|| panic!("no file {short}")).clone()
}

/// Plants a mistake; returns the changed texts and the places that may be underlined.
fn plant(case: &Case) -> Result<(Vec<SourceText>, Vec<Place>), String> {
    let mut texts = sound();
    let mut changed = String::new();
    for (old, new) in &case.changes {
        if old.is_empty() {
            let path = path_of(case.inside.as_deref().unwrap_or("ford/rules"), &texts);
            let text = texts.get_mut(&path).expect("the file is there");
            text.push_str(new);
            text.push('\n');
            changed = path;
            continue;
        }
        let holding: Vec<(String, usize)> =
            texts.iter().map(|(path, text)| (path.clone(), text.matches(old.as_str()).count())).collect();
        let times: usize = holding.iter().map(|(_, times)| times).sum();
        if times != 1 {
            return Err(format!("{} {}: `{old}` stands {times} times in the toy games", case.at, case.name));
        }
        let (path, _) = holding.into_iter().find(|(_, times)| *times == 1).expect("counted");
        let text = texts.get_mut(&path).expect("the file is there");
        *text = text.replacen(old.as_str(), new, 1);
        changed = path;
    }
    let Some(marked) = texts.remove(&changed) else { return Err(format!("{} changes nothing", case.at)) };
    let (text, mut places) = unmark(&changed, &marked);
    if let Some(line) = &case.line {
        let token = case.token.as_deref().unwrap_or(line);
        let found = text.find(line.as_str()).and_then(|at| Some(at + text[at..].find(token)?));
        let Some(at) = found else { return Err(format!("{}: no token `{token}` in `{line}`", case.at)) };
        places.push(Place { file: changed.clone(), start: at, end: at + token.len() });
    }
    if places.is_empty() {
        return Err(format!("{} {}: no place is marked", case.at, case.name));
    }
    texts.insert(changed.clone(), text);
    let folder = changed.split('/').nth(1).unwrap_or_default().to_owned();
    let texts = texts.into_iter().filter(|(path, _)| path.contains(&format!("/{folder}/")));
    Ok((texts.map(|(path, text)| SourceText { path, text }).collect(), places))
}

/// Strips the marks `«…»` from a text.
fn unmark(file: &str, marked: &str) -> (String, Vec<Place>) {
    let (mut text, mut places, mut start) = (String::new(), Vec::new(), 0);
    for letter in marked.chars() {
        match letter {
            '«' => start = text.len(),
            '»' => places.push(Place { file: file.to_owned(), start, end: text.len() }),
            _ => text.push(letter),
        }
    }
    (text, places)
}

/// True if a span matches a place. A token on either side of a point matches it.
fn meets(place: &Place, text: &str, start: usize, end: usize) -> bool {
    if place.start < place.end {
        return (start, end) == (place.start, place.end);
    }
    let blank = |from: usize, to: usize| text.get(from.min(to)..from.max(to)).is_some_and(|gap| gap.trim().is_empty());
    blank(place.start, start) || blank(place.start, end)
}

fn judge(case: &Case) -> Verdict {
    let (texts, places) = plant(case).expect("planted");
    let catalog = Catalog::new(texts);
    let all: Vec<Diagnostic> = catalog
        .check_all()
        .into_iter()
        .filter(|one| one.severity >= oriflamme::diagnostic::Severity::Warning)
        .collect();
    let sources: &SourceMap = &catalog.sources;
    let mut verdict = Verdict { said: render::plain_all(&all, sources), ..Verdict::default() };
    let Some(first) = all.first() else {
        verdict.breaches.push("silent".to_owned());
        return verdict;
    };
    if let Some(span) = first.span() {
        let source = sources.get(span.source).expect("a span has a source");
        let line_of = |at: usize| source.text[..at.min(source.text.len())].matches('\n').count();
        let here: Vec<&Place> = places.iter().filter(|place| place.file == source.name).collect();
        let (start, end) = (span.range().start, span.range().end);
        verdict.line =
            here.iter().any(|place| line_of(place.start) == line_of(start) || line_of(place.end) == line_of(start));
        verdict.token = here.iter().any(|place| meets(place, &source.text, start, end));
    }
    let message = format!(
        "{}\n{}\n{}\n{}",
        first.headline,
        first.primary.as_ref().map_or("", |label| label.text.as_str()),
        first.notes.join("\n"),
        first.help.as_deref().unwrap_or_default()
    );
    verdict.help = !case.help.is_empty() && case.help.iter().all(|wanted| message.contains(wanted.as_str()));
    for misleading in case.not.iter().filter(|not| message.contains(not.as_str())) {
        verdict.breaches.push(format!("misleading: {misleading}"));
    }
    if case.code.as_deref().is_some_and(|code| code != first.code) {
        verdict.breaches.push(format!("the code is {}", first.code));
    }
    let errors = all.iter().filter(|one| one.is_error()).count();
    if errors > MOST_ERRORS || case.errors.is_some_and(|wanted| wanted != errors) {
        verdict.breaches.push(format!("{errors} errors"));
    }
    let elsewhere = all.iter().filter_map(Diagnostic::span).find(|span| {
        let name = sources.name_of(span.source);
        places.iter().all(|place| place.file != name)
    });
    if let Some(span) = elsewhere {
        verdict.breaches.push(format!("a message at {}", sources.place(span)));
    }
    verdict
}

#[test]
fn the_toy_games_of_the_corpus_are_sound() {
    let texts = sound().into_iter().map(|(path, text)| SourceText { path, text });
    let catalog = Catalog::new(texts);
    let said = catalog.check_all();
    assert!(said.is_empty(), "{}", render::plain_all(&said, &catalog.sources));
}

#[test]
fn planted_mistakes_are_found_where_they_are_with_a_way_out() {
    let only = std::env::var("MISTAKE").ok();
    let cases: Vec<Case> = cases()
        .into_iter()
        .filter(|case| only.as_ref().is_none_or(|only| case.name.contains(only) || case.at.contains(only)))
        .collect();
    let ill: Vec<String> = cases.iter().filter_map(|case| plant(case).err()).collect();
    assert!(ill.is_empty(), "{}", ill.join("\n"));
    let (mut report, mut right, mut broken) = (String::new(), [0; 3], 0);
    for case in &cases {
        let verdict = judge(case);
        let held = [verdict.line, verdict.token, verdict.help];
        for (sum, held) in right.iter_mut().zip(held) {
            *sum += usize::from(held);
        }
        broken += usize::from(!verdict.breaches.is_empty() && case.later.is_none());
        if held != [true; 3] || !verdict.breaches.is_empty() || only.is_some() {
            let missed = LEAST.iter().zip(held).filter(|(_, held)| !held).map(|((name, _), _)| *name);
            let wrong: Vec<&str> = missed.chain(verdict.breaches.iter().map(String::as_str)).collect();
            let _ = writeln!(
                report,
                "==== {} {} [{}] wants {:?}\n{}",
                case.at,
                case.name,
                wrong.join(", "),
                case.help,
                verdict.said
            );
        }
    }
    let of = cases.len();
    let _ = writeln!(report, "{of} mistakes, {broken} with a breach");
    let mut short = false;
    for ((name, least), right) in LEAST.iter().zip(right) {
        let _ = writeln!(report, "right {name}: {right} of {of}, {}% (at least {least}%)", right * 100 / of.max(1));
        short |= right * 100 < least * of;
    }
    println!("{report}");
    assert!(!short && broken == 0, "{report}");
}

/// Parallel checks report the same as a single thread, in the same order.
#[test]
fn parts_that_are_checked_side_by_side_give_what_one_check_gives() {
    let faulty = |game: &str| SourceText {
        path: format!("rules/{game}/zz.ori"),
        text: "is odd_one(piece) @1 = piece.nowhere_known\nis even_one(piece = \n".to_owned(),
    };
    let texts = || shipped().into_iter().chain(["chivalry", "bannockburn", "examples/hex"].map(faulty));
    let (one, many) = (Catalog::new(texts()), Catalog::new(texts()));
    let parts = many.parts();
    let found = parts.par_iter().map(|part| many.check(part)).collect();
    let (one, many) = (one.check_all(), many.checked(found));
    assert!(one.iter().filter(|found| found.is_error()).count() >= 4, "{one:#?}");
    assert_eq!(one, many);
}
