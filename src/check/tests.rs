//! Tests that the shipped games compile, and of the compiled result.

mod boxes;
mod ground;
mod mistakes;
mod muster;
mod namesakes;
mod sequences;
mod slips;
mod steps;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{check_all, compile, scenarios};
use crate::diagnostic::{Diagnostic, any_error, render};
use crate::model::game::Game;
use crate::source::SourceMap;
use crate::syntax::{ast, parse_file};

/// All `.ori` files of a folder: `game.ori` first, then the others by name.
fn files_of(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(root)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ori"));
    files.sort_by_key(|path| (!path.ends_with("game.ori"), path.clone()));
    files
}

/// The texts of a game with the parser's diagnostics.
pub(super) struct Loaded {
    pub(super) sources: Arc<SourceMap>,
    pub(super) files: Vec<ast::File>,
    pub(super) said: Vec<Diagnostic>,
}

fn load(folders: &[&str]) -> Loaded {
    let mut sources = SourceMap::new();
    let mut ids = Vec::new();
    for path in folders.iter().flat_map(|folder| files_of(folder)) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        ids.push(sources.add(path.file_name().unwrap_or_default().to_string_lossy(), text));
    }
    parse(sources, &ids)
}

fn parse(sources: SourceMap, ids: &[crate::source::SourceId]) -> Loaded {
    let mut files = Vec::new();
    let mut said = Vec::new();
    for &id in ids {
        let (file, diagnostics) = parse_file(id, sources.get(id).map_or("", |source| source.text.as_str()));
        files.push(file);
        said.extend(diagnostics);
    }
    Loaded { sources: Arc::new(sources), files, said }
}

/// A game from one text.
fn text(text: &str) -> Loaded {
    let mut sources = SourceMap::new();
    let id = sources.add("game.ori", text);
    parse(sources, &[id])
}

fn compiled(loaded: &Loaded, scenario: Option<&str>) -> Game {
    let (game, diagnostics) = compile(&loaded.sources, &loaded.files, scenario, &[]);
    let shown = render::plain_all(&diagnostics, &loaded.sources);
    game.unwrap_or_else(|| panic!("{shown}"))
}

fn is_clean(loaded: &Loaded) {
    let mut all = loaded.said.clone();
    all.extend(check_all(&loaded.sources, &loaded.files));
    assert!(!any_error(&all), "{}", render::plain_all(&all, &loaded.sources));
}

#[test]
fn connect_four_compiles() {
    let loaded = load(&["rules/examples/connect_four"]);
    is_clean(&loaded);
    let game = compiled(&loaded, None);
    assert_eq!(game.tests.len(), 7);
    assert_eq!(game.board.spaces.len(), 42);
    assert_eq!(scenarios(&loaded.files).len(), 1);
}

#[test]
fn breakthrough_compiles() {
    let loaded = load(&["rules/examples/breakthrough"]);
    is_clean(&loaded);
    let game = compiled(&loaded, Some("breakthrough"));
    assert_eq!(game.setup.position.pieces.len(), 32);
}

#[test]
fn sides_have_the_colours_of_their_counters() {
    use crate::model::drawing::Ink;
    let declared = |more: &str, army: &str| {
        let game = format!("game small \"Small\" {{ sides White, Ash }} kind MA {more}");
        compiled(&text(&format!("{game} scenario day \"Day\" for small {{ {army} }}")), Some("day")).drawing.sides
    };
    assert_eq!(declared("", ""), [Ink::White, Ink::Blue], "named after a colour, or by their order");
    let colours = "names colour { beige, grey }  side has { colour: colour? }  draw { side colour }";
    assert_eq!(declared(colours, ""), [Ink::White, Ink::Blue], "none is given");
    assert_eq!(declared(&format!("{colours} side White {{ colour beige }}"), ""), [Ink::Beige, Ink::Blue]);
    assert_eq!(declared(colours, "army Ash grey { }"), [Ink::White, Ink::Grey], "an army brings its colour");
}

const CHIVALRY: &[&str] = &["rules/chivalry", "cards/chivalry", "scenarios/chivalry", "tests/chivalry"];

#[test]
fn chivalry_compiles() {
    is_clean(&load(CHIVALRY));
}

#[test]
fn a_quantitys_lower_bound_allows_for_every_modifier() {
    let game = compiled(
        &text(
            r#"
        game small "Small" { sides first, second }
        kind MA
        side flag tired
        quantity a(side) { base 2
    modify by -1 for tired }
        quantity b(side) { base 3
    modify halved up for tired }
        quantity c(side) { base 4
    modify by -1 * side.pieces.count }
        quantity d(side) { base if side.tired { 5 } else { 1 }
    modify exactly 7 for tired
    modify halved down }
        quantity e(side) { base side.a + 2 }
        "#,
        ),
        None,
    );
    let least = |name: &str| game.quantities.iter().find(|one| one.name == name).and_then(|one| one.least);
    assert_eq!(
        [least("a"), least("b"), least("c"), least("d"), least("e")],
        [Some(1), Some(2), None, Some(0), Some(3)]
    );
}
