//! The catalogue: finds the games and scenarios in a set of texts. It decides which files make up a game, and in which
//! order.

mod expect;
mod origin;
mod shipped;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::check;
use crate::diagnostic::{Diagnostic, Severity, any_error, nearest};
use crate::model::game::Game;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::parse_file;

pub use check::LessonName;
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
    /// The folder its files share below `rules`, `cards`, `scenarios` and `tests`.
    pub folder: String,
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its files in order.
    files: Vec<ast::File>,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    /// Its lessons.
    pub lessons: Vec<LessonName>,
}

impl GameEntry {
    /// The texts of the game's rules, cards and scenarios, from which it can be compiled again.
    pub fn texts(&self, sources: &SourceMap) -> Vec<SourceText> {
        let texts = self.files.iter().filter_map(|file| {
            let path = sources.name_of(file.source).to_owned();
            let text = sources.get(file.source).filter(|_| is_played(&path))?.text.clone();
            Some(SourceText { path, text })
        });
        texts.collect()
    }

    /// The places of its tests.
    pub fn test_spans(&self) -> Vec<Span> {
        check::test_spans(&self.files)
    }

    /// Its tests: the title, the scenario each is played in, and its place.
    pub fn tests(&self) -> Vec<(String, Option<String>, Span)> {
        check::test_titles(&self.files)
    }

    /// Its puzzles in written order.
    pub fn puzzles(&self) -> Vec<PuzzleEntry> {
        let entry = |(puzzle, scenario, span): (&ast::Puzzle, Option<String>, Span)| PuzzleEntry {
            name: crate::source::plain(&puzzle.name.text),
            title: puzzle.test.title.plain(),
            scenario,
            span,
        };
        check::puzzles(&self.files).into_iter().map(entry).collect()
    }

    /// The tests that cite a section, each with its title and its place.
    pub fn tests_citing(&self, section: &str) -> Vec<(String, Span)> {
        check::tests_of(&self.files)
            .into_iter()
            .filter(|(test, _)| test.cites.iter().any(|cite| cite.section == section))
            .map(|(test, span)| (test.title.plain(), span))
            .collect()
    }

    /// The number of its tests, or of those played in one scenario.
    pub fn count_tests(&self, scenario: Option<&str>) -> usize {
        scenario.map_or_else(|| self.test_spans().len(), |name| check::count_tests(&self.files, name))
    }

    /// True if the game has rules for buying armies.
    pub fn has_muster(&self) -> bool {
        self.files.iter().flat_map(|file| &file.items).any(|item| matches!(item.kind, ItemKind::Muster(_)))
    }
}

/// A puzzle of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
    /// Its name, as typed.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The scenario in which it is played. None: an empty board.
    pub scenario: Option<String>,
    /// Its place.
    pub span: Span,
}

/// A scenario of the catalogue.
#[derive(Clone, Debug)]
pub struct ScenarioEntry {
    /// Its name, as typed.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its documentation.
    pub doc: Option<String>,
}

/// All known games.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The texts.
    pub sources: Arc<SourceMap>,
    /// The games, by folder.
    pub games: Vec<GameEntry>,
    /// The diagnostics for single files.
    pub diagnostics: Vec<Diagnostic>,
}

/// A game compiled with one of its scenarios, and the checker's diagnostics.
#[derive(Debug)]
pub struct Compiled {
    /// The game, if it has no errors.
    pub game: Option<Arc<Game>>,
    /// All diagnostics, including those for single files.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compiled {
    /// True if there is an error or no game was compiled.
    pub fn is_faulty(&self) -> bool {
        self.game.is_none() || self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }
}

/// The kinds of folders, in reading order.
const ROOTS: [&str; 4] = ["rules", "cards", "scenarios", "tests"];

/// The folder of lessons in the folder of a game.
pub const LESSONS: &str = "lessons";

/// The folder of puzzles in the folder of a game.
pub const PUZZLES: &str = "puzzles";

/// Folders inside the folder of a game whose files teach it.
const TAUGHT: [&str; 2] = [LESSONS, PUZZLES];

/// True for a file that a game needs to be played: tests, lessons and puzzles are not.
pub fn is_played(path: &str) -> bool {
    place_of(path).is_none_or(|(root, _, name)| ROOTS[root] != "tests" && !name.contains('/'))
}

/// The position of a file: the index of its root, the folder of its game, its name with the folder of lessons or puzzles.
fn place_of(path: &str) -> Option<(usize, String, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    let at = parts.iter().position(|part| ROOTS.contains(part))?;
    let root = ROOTS.iter().position(|root| *root == parts[at])?;
    let (name, folders) = parts[at + 1..].split_last()?;
    let taught = folders.iter().skip(1).position(|folder| TAUGHT.contains(folder));
    let own = taught.map_or(folders.len(), |at| at + 1);
    let name = folders[own..].iter().chain([name]).copied().collect::<Vec<_>>().join("/");
    Some((root, folders[..own].join("/"), name))
}

impl Catalog {
    /// The catalogue of these texts. A later text replaces an earlier one with the same path. A data folder can
    /// therefore override shipped files.
    pub fn new(texts: impl IntoIterator<Item = SourceText>) -> Catalog {
        let mut by_path: BTreeMap<String, String> = BTreeMap::new();
        for text in texts {
            by_path.insert(text.path, text.text);
        }
        let mut sources = SourceMap::new();
        let mut diagnostics = Vec::new();
        // The order is: folder, root, `game.ori` first, then name.
        let mut files: BTreeMap<String, Vec<(usize, bool, String, ast::File)>> = BTreeMap::new();
        for (path, text) in by_path {
            let (root, mut folder, name) = place_of(&path).unwrap_or((0, path.clone(), path.clone()));
            let id = sources.add(path, text.clone());
            let (file, found) = parse_file(id, &text);
            diagnostics.extend(found);
            // A file with a whole game of its own, or outside every game folder, is found by its name.
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
                    lessons: Vec::new(),
                    files,
                }),
                None => loose.push((folder, files)),
            }
        }
        for (folder, list) in loose {
            match games.iter_mut().find(|game| game.name == folder || game.folder == folder) {
                Some(game) => game.files.extend(list),
                // The game's own file has errors: the others are checked once it is correct.
                None if list.iter().any(|file| lost_game(file, &sources)) => {}
                None => {
                    let meant = nearest(&folder, games.iter().map(|game| game.folder.as_str())).map(str::to_owned);
                    for file in list {
                        if let Some(item) = file.items.first() {
                            let problem = match &meant {
                                Some(meant) => {
                                    Diagnostic::error("no-game", format!("`{folder}` has no `game` item"))
                                        .at(item.keyword, "belongs to no game")
                                        .did_you_mean(Some(meant))
                                }
                                None => Diagnostic::error("no-game", "these items belong to no game")
                                    .at(item.keyword, "the first one")
                                    .help("put the file into `rules/GAME`, `cards/GAME`, `scenarios/GAME` or `tests/GAME` of a game"),
                            };
                            diagnostics.push(problem);
                        }
                    }
                }
            }
        }
        for game in &mut games {
            game.scenarios = game.files.iter().flat_map(scenarios_of).collect();
            game.lessons = check::lessons(&game.files);
        }
        Catalog { sources: Arc::new(sources), games, diagnostics }
    }

    /// The game and scenario with this name. Capitals and accents do not matter, and `-` and `_` are the same.
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

    /// Compiles a game with a scenario, or without one (for tests on an empty board).
    pub fn compile(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let mut compiled = self.compile_each(game, scenario, readings);
        compiled.diagnostics = check::together(compiled.diagnostics);
        compiled
    }

    /// Like [`Self::compile`], but reports each place of an unknown name separately.
    fn compile_each(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let (compiled, found) = check::compile(&self.sources, &game.files, scenario, readings);
        let ids: Vec<_> = game.files.iter().map(|file| file.source).collect();
        let own = self
            .diagnostics
            .iter()
            .filter(|one| one.primary.as_ref().is_some_and(|label| ids.contains(&label.span.source)));
        let mut diagnostics: Vec<Diagnostic> = own.cloned().collect();
        let mut found = check::without_aftermath(&self.sources, &game.files, &diagnostics, found);
        // An unreadable test or test file stops neither the game nor other tests.
        let tests = check::test_spans(&game.files);
        let of_rules = |one: &&Diagnostic| one.is_error() && !check::is_in(&tests, one) && !self.is_of_tests(one);
        let parsed_badly = diagnostics.iter().find(of_rules).is_some();
        let game = compiled.filter(|_| !parsed_badly).map(|mut game| {
            check::note_mistakes(&mut game, &diagnostics);
            Arc::new(game)
        });
        // While the rules have errors, most errors in tests follow from them. They are reported once the rules are
        // correct.
        if parsed_badly || found.iter().any(|one| of_rules(&one)) {
            found.retain(|one| !one.is_error() || of_rules(&one));
        }
        diagnostics.extend(found);
        // A scenario is set up only if nothing else is wrong, and as it is printed: other readings may give other numbers.
        if let Some(game) = game.as_ref().filter(|_| readings.is_empty() && !any_error(&diagnostics)) {
            diagnostics.extend(expect::unmet(game));
        }
        Compiled { game, diagnostics }
    }

    /// True for a diagnostic in a file of tests, lessons or puzzles.
    fn is_of_tests(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span().is_some_and(|span| !is_played(self.sources.name_of(span.source)))
    }

    /// The errors in files that belong to no game. A test run would not report them otherwise.
    pub fn outside_games(&self) -> Vec<Diagnostic> {
        let has = |span: Span| self.games.iter().flat_map(|game| &game.files).any(|file| file.source == span.source);
        self.diagnostics.iter().filter(|one| !one.span().is_some_and(has)).cloned().collect()
    }

    /// All diagnostics: each game with each of its scenarios and with none, as for its tests. Each diagnostic appears
    /// once.
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

/// True if the file's `game` item could not be read.
fn lost_game(file: &ast::File, sources: &SourceMap) -> bool {
    file.broken.iter().any(|broken| {
        let mut words = sources.text(broken.whole).split_whitespace();
        words.next() == Some("game") && !words.next().is_some_and(|word| ["var", "flag", "has"].contains(&word))
    })
}

fn has_game(file: &ast::File) -> bool {
    game_item(file).is_some()
}

/// The game named by the scenarios of this file.
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
