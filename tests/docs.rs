//! The documents: every example is parsed or compiled, and generated tables are up to date.
//!
//! A block marked `ori` holds items that must parse; `ori file` is a whole game, compiled, with its tests run; `ori
//! from PATH` is quoted from that shipped file; `ori as PATH` is added to the shipped files. `UPDATE_DOCS=1` rewrites
//! the generated parts.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use oriflamme::analysis::testing::{run_puzzle, run_test};
use oriflamme::catalog::{Catalog, SourceText};
use oriflamme::diagnostic::{Diagnostic, codes, render};
use oriflamme::model::api::{Api, Effect, Gives, TABLE};
use oriflamme::model::types::Type;
use oriflamme::session::TERMS;
use oriflamme::source::SourceMap;
use oriflamme::syntax::parse_file;

use crate::harness::ENGINES;

const DOCUMENTS: [&str; 11] = [
    "README.md",
    "ARCHITECTURE.md",
    "grammar/README.md",
    "rules/README.md",
    "cards/README.md",
    "scenarios/README.md",
    "tests/README.md",
    "benches/README.md",
    "repl/README.md",
    "docs/battles.md",
    "docs/disputes.md",
];

pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(crate) fn document(name: &str) -> Option<String> {
    fs::read_to_string(path(name)).ok()
}

/// A fenced block of a document.
struct Block {
    /// The document and the line of the fence.
    place: String,
    /// The text after the fence.
    info: String,
    /// Its text.
    text: String,
}

fn blocks(name: &str) -> Vec<Block> {
    let Some(text) = document(name) else { return Vec::new() };
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            open = !open;
            if open {
                found.push(Block {
                    place: format!("{name}:{}", number + 1),
                    info: info.trim().to_owned(),
                    text: String::new(),
                });
            }
        } else if let (true, Some(block)) = (open, found.last_mut()) {
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    assert!(!open, "{name}: the last block is never closed");
    found
}

fn all_blocks() -> Vec<Block> {
    DOCUMENTS.iter().flat_map(|name| blocks(name)).collect()
}

fn shown(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    render::plain_all(diagnostics, sources)
}

#[test]
fn blocks_of_the_language_are_readable() {
    let mut problems = String::new();
    let mut count = 0;
    for block in all_blocks().iter().filter(|block| block.info == "ori" || block.info.starts_with("ori ")) {
        count += 1;
        let known = matches!(block.info.as_str(), "ori" | "ori file")
            || block.info.starts_with("ori from ")
            || block.info.starts_with("ori as ");
        assert!(
            known,
            "{}: expected `ori`, `ori file`, `ori from PATH` or `ori as PATH`, found `{}`",
            block.place, block.info
        );
        if block.info.starts_with("ori from ") {
            continue;
        }
        let mut sources = SourceMap::new();
        let id = sources.add(block.place.clone(), block.text.clone());
        let (_, found) = parse_file(id, &block.text);
        if !found.is_empty() {
            let _ = writeln!(problems, "{}", shown(&sources, &found));
        }
    }
    assert!(problems.is_empty(), "examples that cannot be read:\n{problems}");
    assert!(count > 25, "only {count} blocks were found");
}

#[test]
fn whole_games_compile_and_their_tests_pass() {
    let games: Vec<Block> = all_blocks().into_iter().filter(|block| block.info == "ori file").collect();
    assert!(!games.is_empty());
    for block in games {
        let catalog =
            Catalog::new([SourceText { path: "rules/example/game.ori".to_owned(), text: block.text.clone() }]);
        let found = catalog.check_all();
        assert!(found.is_empty(), "{}:\n{}", block.place, shown(&catalog.sources, &found));
        for game in &catalog.games {
            assert!(!game.scenarios.is_empty(), "{}: a whole game has a scenario", block.place);
            let Some(compiled) = catalog.compile(game, None, &[]).game else { panic!("{}: no game", block.place) };
            assert!(!compiled.tests.is_empty(), "{}: a whole game has tests", block.place);
            let scenarios = game.scenarios.iter().filter_map(|one| catalog.compile(game, Some(&one.name), &[]).game);
            for compiled in std::iter::once(compiled).chain(scenarios) {
                for (engine, make) in ENGINES {
                    let puzzles = compiled.puzzles.iter().map(|puzzle| run_puzzle(&compiled, puzzle, make));
                    let tests = compiled.tests.iter().map(|test| run_test(&compiled, test, make));
                    for verdict in tests.chain(puzzles) {
                        assert_eq!(verdict.failure, None, "{}: {engine}: {}", block.place, verdict.title);
                    }
                }
            }
        }
    }
}

#[test]
fn quotations_stand_in_the_files_they_come_from() {
    for block in all_blocks() {
        let Some(from) = block.info.strip_prefix("ori from ") else { continue };
        let file = document(from).unwrap_or_else(|| panic!("{}: there is no file {from}", block.place));
        let lines = |text: &str| {
            text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
        };
        let (file, wanted) = (lines(&file), lines(&block.text));
        let there = file.windows(wanted.len().max(1)).any(|part| part == wanted.as_slice());
        assert!(there, "{}: these lines are not in {from}", block.place);
    }
}

#[test]
fn the_right_texts_of_the_pages_are_readable() {
    let mut problems = String::new();
    for code in codes::all() {
        let Some(right) = code.page.split("Right:").nth(1).and_then(|rest| rest.split("```").nth(1)) else {
            panic!("{}: the page has no right text", code.name);
        };
        let text = right.strip_prefix("ori").unwrap_or(right);
        let mut sources = SourceMap::new();
        let id = sources.add(format!("src/diagnostic/pages/{}.md", code.name), text.to_owned());
        let (_, found) = parse_file(id, text);
        if !found.is_empty() {
            let _ = writeln!(problems, "{}", shown(&sources, &found));
        }
    }
    assert!(problems.is_empty(), "right texts that cannot be read:\n{problems}");
}

#[test]
fn links_lead_to_files() {
    for name in DOCUMENTS {
        let Some(text) = document(name) else { continue };
        let folder = path(name).parent().map(PathBuf::from).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            for part in line.split("](").skip(1) {
                let Some(target) = part.split(')').next() else { continue };
                let target = target.split('#').next().unwrap_or_default();
                if target.is_empty() || target.contains("://") {
                    continue;
                }
                assert!(folder.join(target).exists(), "{name}:{}: {target} is not there", number + 1);
            }
        }
    }
}

/// Checks the part of a document between two marks; `UPDATE_DOCS` rewrites it.
#[track_caller]
fn generated(name: &str, mark: &str, wanted: &str) {
    let text = document(name).unwrap_or_else(|| panic!("{name} is missing"));
    let (begin, end) = (format!("<!-- {mark}:begin -->\n"), format!("<!-- {mark}:end -->"));
    let (Some(from), Some(to)) = (text.find(&begin), text.find(&end)) else { panic!("{name} has no marks `{mark}`") };
    let from = from + begin.len();
    if text[from..to] == *wanted {
        return;
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let fresh = format!("{}{wanted}{}", &text[..from], &text[to..]);
        fs::write(path(name), fresh).unwrap_or_else(|error| panic!("{name} cannot be written: {error}"));
        return;
    }
    panic!("the part `{mark}` of {name} is out of date; run `UPDATE_DOCS=1 cargo test docs` and check the difference");
}

/// The first entry of each group of the table, with the group's name.
const GROUPS: &[(Api, &str)] = &[
    (Api::Nothing, "Sets"),
    (Api::OfKind, "Filters"),
    (Api::Pieces, "Gathering"),
    (Api::Nearest, "Distance"),
    (Api::Opposite, "Slots"),
    (Api::SideOf, "Pieces"),
    (Api::Neighbours, "Spaces"),
    (Api::Directions, "Directions"),
    (Api::Reach, "Moving"),
    (Api::Foe, "Sides"),
    (Api::ZoneOf, "Cards"),
    (Api::RollOne, "Dice and chance"),
    (Api::Min, "Numbers"),
    (Api::Choose, "Questions"),
    (Api::CanPay, "Paying"),
    (Api::Place, "Changes"),
];

#[test]
fn the_table_of_functions_is_the_one_of_the_program() {
    let mut text = String::new();
    for entry in TABLE {
        if let Some((_, group)) = GROUPS.iter().find(|(first, _)| *first == entry.api) {
            let _ = write!(text, "\n**{group}**\n\n| written | gives | |\n|---|---|---|\n");
        }
        let effect = match entry.effect {
            Effect::Pure => "",
            Effect::Rolls => " *Rolls.*",
            Effect::Asks => " *Asks.*",
            Effect::Changes => " *Changes.*",
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {}.{effect} |",
            entry.written().replace('|', "\\|"),
            gives(entry.gives),
            upper(entry.doc)
        );
    }
    text.push('\n');
    generated("grammar/README.md", "api", &text);
}

fn upper(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

fn gives(gives: Gives) -> String {
    match gives {
        Gives::Type(ty) => match ty {
            Type::Flag => "yes or no".to_owned(),
            Type::Int(false) => "number".to_owned(),
            Type::Int(true) => "number or none".to_owned(),
            Type::Half(_) => "amount".to_owned(),
            Type::Way(true) => "way or none".to_owned(),
            Type::Way(false) => "way".to_owned(),
            Type::Line => "line".to_owned(),
            Type::Text => "text".to_owned(),
            Type::Dice => "dice".to_owned(),
            Type::One(domain, false) => domain.word().to_owned(),
            Type::One(domain, true) => format!("{} or none", domain.word()),
            Type::Set(domain) => format!("{}s", domain.word()),
            Type::EmptySet => "empty set".to_owned(),
            Type::Nothing => String::new(),
            other => format!("{other:?}"),
        },
        Gives::Wider => "number or amount".to_owned(),
        Gives::Same => "set like the first".to_owned(),
        Gives::MaybeMember => "member or none".to_owned(),
        Gives::Chosen => "member of the set".to_owned(),
        Gives::MaybeChosen => "member of the set, or none".to_owned(),
        Gives::ChosenSet => "part of the set".to_owned(),
        Gives::Parts => "parts, each with `.on` and `.count`".to_owned(),
        Gives::TallyOf => "tally".to_owned(),
        Gives::Union => "set of them all".to_owned(),
    }
}

#[test]
fn the_table_of_terms_is_the_one_of_the_program() {
    let mut text = String::from("\n| term | meaning |\n|---|---|\n");
    for term in TERMS {
        let _ = writeln!(text, "| {} | {}. |", term.name, upper(term.text).replace('|', "\\|"));
    }
    text.push('\n');
    generated("repl/README.md", "terms", &text);
}

#[test]
fn the_table_of_codes_is_the_one_of_the_program() {
    let mut text = String::from("\n| code | name | what it says |\n|---|---|---|\n");
    for code in codes::all() {
        let _ = writeln!(text, "| {} | `{}` | {} |", code.number, code.name, code.headline.replace('|', "\\|"));
    }
    text.push('\n');
    generated("grammar/README.md", "codes", &text);
}
