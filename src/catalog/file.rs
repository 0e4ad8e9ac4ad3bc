//! The files of a catalogue. Of each only the heads of the items by which it is found are read at once; its tree is
//! read when it is first needed.

use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, SourceMap};
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::{parse_file, parse_heads};

use super::ScenarioEntry;

/// The words with which the items begin by which a file is found.
const HEADS: [&str; 2] = ["game", "scenario"];

/// A file of a game.
#[derive(Clone, Debug)]
pub struct GameFile {
    pub(super) source: SourceId,
    /// Its game and its scenarios, without what stands in their braces.
    pub(super) heads: Arc<[ast::Item]>,
    read: OnceLock<Arc<(ast::File, Vec<Diagnostic>)>>,
}

impl GameFile {
    /// A file of which the heads are read.
    pub(super) fn new(source: SourceId, sources: &SourceMap) -> Self {
        let text = sources.get(source).map_or("", |source| source.text.as_str());
        GameFile { source, heads: parse_heads(source, text, &HEADS).into(), read: OnceLock::new() }
    }

    /// Its tree, with what is wrong with it.
    pub(super) fn read(&self, sources: &SourceMap) -> &(ast::File, Vec<Diagnostic>) {
        self.read.get_or_init(|| {
            let text = sources.get(self.source).map_or("", |source| source.text.as_str());
            Arc::new(parse_file(self.source, text))
        })
    }
}

/// The game among these items.
pub(super) fn game_item(items: &[ast::Item]) -> Option<&ast::Game> {
    items.iter().find_map(|item| match &item.kind {
        ItemKind::Game(game) => Some(game),
        _ => None,
    })
}

/// True if the `game` item of a file could not be read.
pub(super) fn lost_game(file: &ast::File, sources: &SourceMap) -> bool {
    file.broken.iter().any(|broken| {
        let mut words = sources.text(broken.whole).split_whitespace();
        words.next() == Some("game") && !words.next().is_some_and(|word| ["var", "flag", "has"].contains(&word))
    })
}

/// The game named by the scenarios among these items.
pub(super) fn game_of(items: &[ast::Item]) -> Option<String> {
    scenarios_in(items).find_map(|(_, scenario)| scenario.game.as_ref().map(|game| crate::source::plain(&game.text)))
}

/// The words by which a file and its scenarios are found: names and titles, the game of a scenario, documentation.
pub(super) fn found_by(items: &[ast::Item]) -> Vec<[Option<String>; 4]> {
    let of_item = |item: &ast::Item| match &item.kind {
        ItemKind::Game(game) => {
            [Some(game.name.text.clone()), game.title.as_ref().map(ast::Text::plain), None, item.doc.clone()]
        }
        ItemKind::Scenario(scenario) => [
            Some(scenario.name.text.clone()),
            scenario.title.as_ref().map(ast::Text::plain),
            scenario.game.as_ref().map(|game| game.text.clone()),
            item.doc.clone(),
        ],
        _ => [const { None }; 4],
    };
    items.iter().map(of_item).collect()
}

/// The scenarios among these items.
pub(super) fn scenarios_in(items: &[ast::Item]) -> impl Iterator<Item = (&ast::Item, &ast::Scenario)> {
    items.iter().filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some((item, scenario)),
        _ => None,
    })
}

/// The same as entries of the catalogue.
pub(super) fn scenarios_of(items: &[ast::Item]) -> impl Iterator<Item = ScenarioEntry> {
    scenarios_in(items).map(|(item, scenario)| ScenarioEntry {
        name: scenario.name.text.to_string(),
        title: scenario.title.as_ref().map_or_else(|| scenario.name.text.to_string(), |title| title.plain()),
        doc: item.doc.clone(),
    })
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Catalog, SourceText, shipped};

    use super::*;

    /// The names and titles of the scenarios that are found at once, and of those in the whole tree.
    fn found(text: &str) -> [Vec<String>; 2] {
        let mut sources = SourceMap::new();
        let id = sources.add("rules/toy/game.ori", text);
        let file = GameFile::new(id, &sources);
        let tree = file.read(&sources).0.items.clone();
        [&file.heads, &tree].map(|items| scenarios_of(items).map(|one| [one.name, one.title].join(": ")).collect())
    }

    #[test]
    fn scenarios_are_found_wherever_they_stand() {
        for text in [
            "game toy \"Toy\" { sides A, B } scenario one \"One\" for toy { }",
            "scenario one \"a \\\" { b\" for toy { seats 2 }",
            "kind K  scenario one \"One\" for toy { }",
            "kind K { } scenario one \"a game or a scenario\" for toy { }\nscenario two \"Two\" for toy { }",
            "/// A scenario with a comment.\n\tscenario one \"One\" for toy { }\n// scenario two \"Two\" for toy { }",
            "rulebook { 1 \"Now\" \"A scenario is chosen.\" }\nscenario one \"One\" for toy { nonsense here }",
        ] {
            let [heads, tree] = found(text);
            assert!(!tree.is_empty() && heads == tree, "{text}: {heads:?}, {tree:?}");
        }
    }

    #[test]
    fn a_long_line_is_looked_through_once() {
        // If each word were compared with the line before it, this would take minutes.
        let text = format!("note @1 \"{}\"\nscenario one \"One\" for toy {{ }}", "scenario ".repeat(200_000));
        let mut sources = SourceMap::new();
        let id = sources.add("rules/toy/game.ori", text);
        let file = GameFile::new(id, &sources);
        assert_eq!(scenarios_of(&file.heads).map(|one| one.name).collect::<Vec<_>>(), ["one"]);
    }

    #[test]
    fn the_shipped_scenarios_are_those_of_the_trees() {
        let catalog = Catalog::new(shipped());
        for game in &catalog.games {
            let tree: Vec<String> =
                game.trees().iter().flat_map(|tree| scenarios_of(&tree.items)).map(|one| one.name).collect();
            assert_eq!(game.scenarios.iter().map(|one| one.name.clone()).collect::<Vec<_>>(), tree, "{}", game.name);
        }
    }

    #[test]
    fn what_is_added_to_a_shipped_game_comes_after_all_of_it() {
        let mut texts = shipped();
        texts.push(SourceText { path: "rules/chivalry/00-house.ori".into(), text: String::new() });
        let catalog = Catalog::new(texts);
        let game = catalog.games.iter().find(|game| game.folder == "chivalry").expect("it is shipped");
        let paths: Vec<String> = game.texts().into_iter().map(|text| text.path).collect();
        let of = |root: &str| paths.iter().position(|path| path.starts_with(root)).expect("it has some");
        assert!(of("rules/") < of("cards/") && of("cards/") < of("scenarios/"), "{paths:?}");
        assert_eq!(paths.last().map(String::as_str), Some("rules/chivalry/00-house.ori"));
    }

    #[test]
    fn a_faulty_file_of_another_game_does_not_matter_to_this_one() {
        let text = |path: &str, text: &str| SourceText { path: path.into(), text: text.into() };
        let game =
            |name: &str| format!("game {name} \"G\" {{ sides A, B }}\nscenario of_{name} \"S\" for {name} {{ }}\n");
        let faulty = format!("{}is broken(piece = ", game("b"));
        let catalog = Catalog::new([text("rules/a/game.ori", &game("a")), text("rules/b/game.ori", &faulty)]);
        let compiled = |name: &str| {
            let (entry, scenario) = catalog.find(name).expect("it is found");
            catalog.compile(entry, Some(&scenario.name), &[])
        };
        assert!(!compiled("of_a").is_faulty() && compiled("of_b").is_faulty());
        assert!(catalog.diagnostics().iter().any(Diagnostic::is_error));
    }
}
