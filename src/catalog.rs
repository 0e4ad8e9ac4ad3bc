//! The catalogue: texts in, games and scenarios out. It decides which files make a game, and in which order.

mod origin;
mod shipped;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::game::Game;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::parse_file;

pub use origin::{Difference, Origin};
pub use shipped::shipped;

/// A text with its path inside a data folder, such as `rules/chess/game.ori`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The path, with `/` between its parts.
    pub path: String,
    /// The text.
    pub text: String,
}

/// A game of the catalogue.
#[derive(Clone, Debug)]
pub struct GameEntry {
    /// The folder that its files share below `rules`, `cards`, `scenarios` and `tests`.
    pub folder: String,
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its files in order.
    files: Vec<ast::File>,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioEntry>,
}

impl GameEntry {
    /// The texts of the game's rules, cards and scenarios: what it needs to be made again.
    pub fn texts(&self, sources: &SourceMap) -> Vec<SourceText> {
        let texts = self.files.iter().filter_map(|file| {
            let path = sources.name_of(file.source).to_owned();
            let is_test = place_of(&path).is_some_and(|(root, ..)| ROOTS[root] == "tests");
            let text = sources.get(file.source).filter(|_| !is_test)?.text.clone();
            Some(SourceText { path, text })
        });
        texts.collect()
    }

    /// The folder of its tests.
    pub fn test_spans(&self) -> Vec<Span> {
        check::test_spans(&self.files)
    }

    /// How many tests it has, or how many are played in one scenario.
    pub fn count_tests(&self, scenario: Option<&str>) -> usize {
        scenario.map_or_else(|| self.test_spans().len(), |name| check::count_tests(&self.files, name))
    }

    /// True if the game says what an army may be bought from.
    pub fn has_muster(&self) -> bool {
        self.files.iter().flat_map(|file| &file.items).any(|item| matches!(item.kind, ItemKind::Muster(_)))
    }
}

/// A scenario of the catalogue.
#[derive(Clone, Debug)]
pub struct ScenarioEntry {
    /// Its name, as typed.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its documentation.
    pub doc: Option<String>,
}

/// All games that are known.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The texts.
    pub sources: Arc<SourceMap>,
    /// The games, by folder.
    pub games: Vec<GameEntry>,
    /// What is wrong with single files.
    pub diagnostics: Vec<Diagnostic>,
}

/// A game compiled with one of its scenarios, and what the checker says of it.
#[derive(Debug)]
pub struct Compiled {
    /// The game, if it has no errors.
    pub game: Option<Arc<Game>>,
    /// Everything that was found, the faults of single files included.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// True if anything is wrong, and not only worth knowing.
    pub fn is_faulty(&self) -> bool {
        self.game.is_none() || self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }
}

/// The kinds of folders, in the order in which their files are read.
const ROOTS: [&str; 4] = ["rules", "cards", "scenarios", "tests"];

/// Where a file belongs: its root's place, the folder of its game, its name.
fn place_of(path: &str) -> Option<(usize, String, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    let at = parts.iter().position(|part| ROOTS.contains(part))?;
    let root = ROOTS.iter().position(|root| *root == parts[at])?;
    let (name, folders) = parts[at + 1..].split_last()?;
    Some((root, folders.join("/"), (*name).to_owned()))
}

impl Catalog {
    /// The catalogue of these texts. A later text takes the place of an earlier one with the same path, so that a
    /// data folder can override what is shipped.
    pub fn new(texts: impl IntoIterator<Item = SourceText>) -> Catalog {
        let mut by_path: BTreeMap<String, String> = BTreeMap::new();
        for text in texts {
            by_path.insert(text.path, text.text);
        }
        let mut sources = SourceMap::new();
        let mut diagnostics = Vec::new();
        // Folder, then root, then `game.ori` first, then name.
        let mut files: BTreeMap<String, Vec<(usize, bool, String, ast::File)>> = BTreeMap::new();
        for (path, text) in by_path {
            let (root, mut folder, name) = place_of(&path).unwrap_or((0, path.clone(), path.clone()));
            let id = sources.add(path, text.clone());
            let (file, found) = parse_file(id, &text);
            diagnostics.extend(found);
            // A file that holds a whole game of its own, or that belongs to no folder of one, is found by its name.
            if place_of(sources.name_of(id)).is_none() && !has_game(&file) {
                if let Some(game) = game_of(&file) {
                    folder = game;
                }
            }
            files.entry(folder).or_default().push((root, name != "game.ori", name, file));
        }
        let mut games: Vec<GameEntry> = Vec::new();
        let mut loose = Vec::new();
        for (folder, mut list) in files {
            list.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
            let files: Vec<ast::File> = list.into_iter().map(|(_, _, _, file)| file).collect();
            match files.iter().find_map(|file| game_item(file)) {
                Some(game) => games.push(GameEntry {
                    name: crate::source::plain(&game.name.text),
                    title: game.title.as_ref().map_or_else(|| game.name.text.to_string(), |title| title.plain()),
                    folder,
                    scenarios: Vec::new(),
                    files,
                }),
                None => loose.push((folder, files)),
            }
        }
        for (folder, list) in loose {
            match games.iter_mut().find(|game| game.name == folder || game.folder == folder) {
                Some(game) => game.files.extend(list),
                None => {
                    for file in list {
                        if let Some(item) = file.items.first() {
                            diagnostics.push(
                                Diagnostic::error("no-game", "these items belong to no game")
                                    .at(item.keyword, "the first one")
                                    .help("put the file into `rules/GAME`, `cards/GAME`, `scenarios/GAME` or `tests/GAME` of a game"),
                            );
                        }
                    }
                }
            }
        }
        for game in &mut games {
            game.scenarios = game.files.iter().flat_map(scenarios_of).collect();
        }
        Catalog { sources: Arc::new(sources), games, diagnostics }
    }

    /// The game and scenario of this name: as typed, regardless of capitals and accents, with `-` and `_` the same.
    pub fn find(&self, scenario: &str) -> Option<(&GameEntry, &ScenarioEntry)> {
        let fold = |name: &str| crate::source::plain(name).to_lowercase();
        let wanted = fold(scenario);
        self.games.iter().find_map(|game| {
            let found = game.scenarios.iter().find(|one| fold(&one.name) == wanted)?;
            Some((game, found))
        })
    }

    /// Every scenario's name.
    pub fn names(&self) -> Vec<&str> {
        self.games.iter().flat_map(|game| game.scenarios.iter().map(|one| one.name.as_str())).collect()
    }

    /// A game compiled with a scenario, or without any (for tests on an empty board).
    pub fn compile(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let mut compiled = self.compile_each(game, scenario, readings);
        compiled.diagnostics = check::together(compiled.diagnostics);
        compiled
    }

    /// The same, each place of an unknown name told for itself.
    fn compile_each(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let (compiled, found) = check::compile(&self.sources, &game.files, scenario, readings);
        let ids: Vec<_> = game.files.iter().map(|file| file.source).collect();
        let own = self
            .diagnostics
            .iter()
            .filter(|one| one.primary.as_ref().is_some_and(|label| ids.contains(&label.span.source)));
        let mut diagnostics: Vec<Diagnostic> = own.cloned().collect();
        let mut found = check::without_aftermath(&self.sources, &game.files, &diagnostics, found);
        // A test that cannot be read, or a file of tests, stops neither the game nor other tests.
        let tests = check::test_spans(&game.files);
        let of_rules = |one: &&Diagnostic| one.is_error() && !check::is_in(&tests, one) && !self.is_of_tests(one);
        let parsed_badly = diagnostics.iter().find(of_rules).is_some();
        let game = compiled.filter(|_| !parsed_badly).map(|mut game| {
            check::note_mistakes(&mut game, &diagnostics);
            Arc::new(game)
        });
        // While the rules are wrong, most errors in tests follow from that: they are reported once the rules are right.
        if parsed_badly || found.iter().any(|one| of_rules(&one)) {
            found.retain(|one| !one.is_error() || of_rules(&one));
        }
        diagnostics.extend(found);
        Compiled { game, diagnostics }
    }

    /// True if something is wrong with a file of tests.
    fn is_of_tests(&self, diagnostic: &Diagnostic) -> bool {
        let name = diagnostic.span().map(|span| self.sources.name_of(span.source));
        name.and_then(place_of).is_some_and(|(root, ..)| ROOTS[root] == "tests")
    }

    /// Errors in files that belong to no game; a test run would not report them otherwise.
    pub fn outside_games(&self) -> Vec<Diagnostic> {
        let has = |span: Span| self.games.iter().flat_map(|game| &game.files).any(|file| file.source == span.source);
        self.diagnostics.iter().filter(|one| !one.span().is_some_and(has)).cloned().collect()
    }

    /// Everything that is wrong with everything: each game with each of its scenarios, and with none, as its tests are
    /// run; each diagnostic once.
    pub fn check_all(&self) -> Vec<Diagnostic> {
        let mut all = self.diagnostics.clone();
        let mut seen: HashSet<Diagnostic> = all.iter().cloned().collect();
        for game in &self.games {
            let names = game.scenarios.iter().map(|one| Some(one.name.as_str()));
            for scenario in std::iter::once(None).chain(names) {
                for one in self.compile_each(game, scenario, &[]).diagnostics {
                    if seen.insert(one.clone()) {
                        all.push(one);
                    }
                }
            }
        }
        check::together(all)
    }
}

fn game_item(file: &ast::File) -> Option<&ast::Game> {
    file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Game(game) => Some(game),
        _ => None,
    })
}

fn has_game(file: &ast::File) -> bool {
    game_item(file).is_some()
}

/// The game that a scenario of this file says it is for.
fn game_of(file: &ast::File) -> Option<String> {
    file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => scenario.game.as_ref().map(|game| crate::source::plain(&game.text)),
        _ => None,
    })
}

fn scenarios_of(file: &ast::File) -> Vec<ScenarioEntry> {
    let scenarios = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Scenario(scenario) => Some((item, scenario)),
        _ => None,
    });
    scenarios
        .map(|(item, scenario)| ScenarioEntry {
            name: scenario.name.text.to_string(),
            title: scenario.title.as_ref().map_or_else(|| scenario.name.text.to_string(), |title| title.plain()),
            doc: item.doc.clone(),
        })
        .collect()
}
