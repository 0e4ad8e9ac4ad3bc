//! The catalogue: finds the games and scenarios in a set of texts, and decides which files make up a game and in which
//! order.

mod expect;
mod file;
mod origin;
mod shipped;
mod taught;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use crate::check;
use crate::diagnostic::{Diagnostic, Severity, any_error, nearest};
use crate::model::game::Game;
use crate::source::{SourceId, SourceMap, Span, plain};
use crate::syntax::ast::{self, ItemKind};

use file::{found_by, game_item, game_of, lost_game, scenarios_in, scenarios_of};

pub use check::LessonName;
pub use file::GameFile;
pub use origin::{Difference, Origin};
use shipped::is_shipped;
pub use shipped::shipped;

/// A text with its path in a data folder, such as `rules/chess/game.ori`.
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
    files: Vec<GameFile>,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    lessons: OnceLock<Vec<LessonName>>,
    sources: Arc<SourceMap>,
}

impl GameEntry {
    /// The texts of the game's rules, cards and scenarios, from which it can be compiled again.
    pub fn texts(&self) -> Vec<SourceText> {
        let texts = self.files.iter().filter_map(|file| {
            let path = self.sources.name_of(file.source).to_owned();
            let text = self.sources.get(file.source).filter(|_| is_played(&path))?.text.clone();
            Some(SourceText { path, text })
        });
        texts.collect()
    }

    /// Its files of rules, cards and scenarios, in order.
    pub fn rule_files(&self) -> impl Iterator<Item = SourceId> {
        let sources = self.files.iter().map(|file| file.source);
        sources.filter(|source| is_played(self.sources.name_of(*source)))
    }

    /// Its files. Checked beforehand, in parallel, they need not be read one after the other when the game is compiled.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.files.iter().map(Part::File)
    }

    /// The ids of its files, in order.
    pub fn sources(&self) -> impl Iterator<Item = SourceId> {
        self.files.iter().map(|file| file.source)
    }

    /// The syntax tree of one of its files.
    pub fn tree(&self, source: SourceId) -> Option<ast::File> {
        let file = self.files.iter().find(|file| file.source == source)?;
        Some(file.read(&self.sources).0.clone())
    }

    /// True if one of its files has items that may matter to scenarios in other files.
    pub fn has_rules_in(&self, source: SourceId) -> bool {
        let alone = |item: &ast::Item| {
            matches!(item.kind, ItemKind::Scenario(_) | ItemKind::Test(_) | ItemKind::Lesson(_) | ItemKind::Puzzle(_))
        };
        self.tree(source).is_none_or(|tree| !tree.broken.is_empty() || !tree.items.iter().all(alone))
    }

    /// The names of the scenarios in one of its files.
    pub fn scenarios_in(&self, source: SourceId) -> impl Iterator<Item = &str> {
        let files = self.files.iter().filter(move |file| file.source == source);
        files.flat_map(|file| scenarios_in(&file.heads)).map(|(_, one)| one.name.text.as_str())
    }

    /// The syntax trees of all its files.
    pub fn trees(&self) -> Vec<ast::File> {
        self.files.iter().map(|file| file.read(&self.sources).0.clone()).collect()
    }

    /// The spans of its tests.
    pub fn test_spans(&self) -> Vec<Span> {
        check::test_spans(&self.trees())
    }

    /// Its tests: the title, scenario and span of each.
    pub fn tests(&self) -> Vec<(String, Option<String>, Span)> {
        check::test_titles(&self.trees())
    }

    /// Its lessons.
    pub fn lessons(&self) -> &[LessonName] {
        self.lessons.get_or_init(|| check::lessons(&self.trees()))
    }

    /// Its puzzles in written order.
    pub fn puzzles(&self) -> Vec<PuzzleEntry> {
        let entry = |(puzzle, scenario, span): (&ast::Puzzle, Option<String>, Span)| PuzzleEntry {
            name: crate::source::plain(&puzzle.name.text),
            title: puzzle.test.title.plain(),
            scenario,
            span,
        };
        check::puzzles(&self.trees()).into_iter().map(entry).collect()
    }

    /// The tests that cite a section: the title and span of each.
    pub fn tests_citing(&self, section: &str) -> Vec<(String, Span)> {
        check::tests_of(&self.trees())
            .into_iter()
            .filter(|(test, _)| test.cites.iter().any(|cite| cite.section == section))
            .map(|(test, span)| (test.title.plain(), span))
            .collect()
    }

    /// Its tests, lessons and puzzles.
    pub fn runs(&self) -> impl Iterator<Item = Played> {
        let tests = self.tests().into_iter().map(|(title, scenario, span)| Played { title, scenario, span });
        let of_puzzle = |PuzzleEntry { title, scenario, span, .. }| Played { title, scenario, span };
        tests.chain(self.puzzles().into_iter().map(of_puzzle))
    }

    /// True if the game has rules for buying armies.
    pub fn has_muster(&self) -> bool {
        let is_muster = |item: &ast::Item| matches!(item.kind, ItemKind::Muster(_));
        self.files.iter().any(|file| file.read(&self.sources).0.items.iter().any(is_muster))
    }
}

/// A test, lesson or puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its title.
    pub title: String,
    /// The scenario in which it is played, or `None` for an empty board.
    pub scenario: Option<String>,
    /// Its span.
    pub span: Span,
}

impl Played {
    /// True if it is played in this scenario, or on an empty board.
    pub fn is_in(&self, scenario: Option<&str>) -> bool {
        self.scenario.as_deref().map(plain) == scenario.map(plain)
    }
}

/// A puzzle of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
    /// Its name, as typed.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The scenario in which it is played, or `None` for an empty board.
    pub scenario: Option<String>,
    /// Its span.
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
    /// Files that belong to no game.
    loose: Vec<GameFile>,
    /// The diagnostics of misplaced files.
    misplaced: Vec<Diagnostic>,
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

/// The subfolders of a game's folder whose files teach it.
const TAUGHT: [&str; 2] = [LESSONS, PUZZLES];

/// The order of a file within its game: whether it is added to a shipped game, the index of its root, whether it is
/// another than `game.ori`, its name.
type Place = (bool, usize, bool, String);

/// True for a file needed to play a game. Tests, lessons and puzzles are not.
pub fn is_played(path: &str) -> bool {
    place_of(path).is_none_or(|(root, _, name)| ROOTS[root] != "tests" && !name.contains('/'))
}

/// The position of a file: the index of its root, the folder of its game, and its name, including the lessons or
/// puzzles folder.
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

/// The name of a scenario in its file.
fn span_of(files: &[&GameFile], scenario: &str) -> Span {
    let mut heads = files.iter().flat_map(|file| scenarios_in(&file.heads));
    heads.find(|(_, one)| one.name.text == scenario).map_or(Span::default(), |(_, one)| one.name.span)
}

impl Catalog {
    /// The catalogue of these texts. A later text replaces an earlier one with the same path, so a data folder can
    /// override shipped files.
    pub fn new(texts: impl IntoIterator<Item = SourceText>) -> Catalog {
        let mut by_path: BTreeMap<String, String> = BTreeMap::new();
        for text in texts {
            by_path.insert(text.path, text.text);
        }
        let mut sources = SourceMap::new();
        // Files are ordered by folder, then the shipped ones before those added to them, so that a mod has the last
        // word, then by root, then `game.ori` first, then by name.
        let mut files: BTreeMap<String, Vec<(Place, GameFile)>> = BTreeMap::new();
        for (path, text) in by_path {
            let place = place_of(&path);
            let is_placed = place.is_some();
            let (root, mut folder, name) = place.unwrap_or((0, path.clone(), path.clone()));
            let is_added = !is_shipped(&path);
            let id = sources.add(path, text);
            let file = GameFile::new(id, &sources);
            // A file that holds a whole game, or is outside every game folder, is found by its name.
            if !is_placed && game_item(&file.heads).is_none() {
                if let Some(game) = game_of(&file.heads) {
                    folder = game;
                }
            }
            files.entry(folder).or_default().push(((is_added, root, name != "game.ori", name), file));
        }
        let sources = Arc::new(sources);
        let mut games: Vec<GameEntry> = Vec::new();
        let mut without_game = Vec::new();
        for (folder, mut list) in files {
            list.sort_by(|one, other| one.0.cmp(&other.0));
            let files: Vec<GameFile> = list.into_iter().map(|(_, file)| file).collect();
            match files.iter().find_map(|file| game_item(&file.heads)) {
                Some(game) => games.push(GameEntry {
                    name: crate::source::plain(&game.name.text),
                    title: game.title.as_ref().map_or_else(|| game.name.text.to_string(), |title| title.plain()),
                    folder,
                    scenarios: Vec::new(),
                    lessons: OnceLock::new(),
                    files,
                    sources: sources.clone(),
                }),
                None => without_game.push((folder, files)),
            }
        }
        let mut catalog = Catalog { sources, games, loose: Vec::new(), misplaced: Vec::new() };
        for (folder, list) in without_game {
            match catalog.games.iter_mut().find(|game| game.name == folder || game.folder == folder) {
                Some(game) => game.files.extend(list),
                None => catalog.put_aside(&folder, list),
            }
        }
        for game in &mut catalog.games {
            game.scenarios = game.files.iter().flat_map(|file| scenarios_of(&file.heads)).collect();
        }
        catalog
    }

    /// The catalogue with another text in the place of one file. The other files are not read again.
    ///
    /// The heads of the file must stay as they are: the file belongs to the same game, with the same scenarios.
    #[must_use]
    pub fn with_text(&self, source: SourceId, text: impl Into<String>) -> Catalog {
        let mut catalog = self.clone();
        catalog.sources = Arc::new(self.sources.with_text(source, text));
        for game in &mut catalog.games {
            game.sources = catalog.sources.clone();
            for file in game.files.iter_mut().filter(|file| file.source == source) {
                *file = GameFile::new(source, &catalog.sources);
                game.lessons = OnceLock::new();
            }
        }
        catalog
    }

    /// [`Self::with_text`], if the file belongs to a game and stays where it is found: its heads say the same.
    #[must_use]
    pub fn with_text_if_found_alike(&self, source: SourceId, text: &str) -> Option<Catalog> {
        let game = self.games.iter().position(|game| game.sources().any(|one| one == source))?;
        let changed = self.with_text(source, text);
        let heads = |catalog: &Catalog| {
            let files = catalog.games[game].files.iter().filter(|file| file.source == source);
            files.flat_map(|file| found_by(&file.heads)).collect::<Vec<_>>()
        };
        (heads(self) == heads(&changed)).then_some(changed)
    }

    /// Sets aside files that belong to no game and reports them, unless the game's own file has errors: the others are
    /// then checked once it is fixed.
    fn put_aside(&mut self, folder: &str, list: Vec<GameFile>) {
        let sources = &self.sources;
        if !list.iter().any(|file| lost_game(&file.read(sources).0, sources)) {
            let folders = || self.games.iter().map(|game| game.folder.as_str());
            // A misspelt folder of lessons or puzzles in the folder of a game.
            let taught = folder.rsplit_once('/').and_then(|(game, last)| {
                let meant = nearest(last, TAUGHT)?;
                folders().any(|one| one == game).then(|| format!("{game}/{meant}"))
            });
            // Another folder in the folder of a game is not read.
            let above = folder.rsplit_once('/').map(|(above, _)| above);
            let above = above.filter(|above| taught.is_none() && folders().any(|one| one == *above));
            let meant = taught.as_deref().or_else(|| nearest(folder, folders()));
            for file in &list {
                let Some(item) = file.read(sources).0.items.first() else { continue };
                let inside = above.map(|above| {
                    let name = self.sources.name_of(file.source);
                    let root = name.split('/').next().unwrap_or_default();
                    let file = name.rsplit('/').next().unwrap_or_default();
                    Diagnostic::error("no-game", format!("`{root}/{folder}` is not read: `{above}` has no such folder"))
                        .at(item.keyword, "belongs to no game")
                        .help(format!("put the file into the folder of the game itself: `{root}/{above}/{file}`"))
                });
                if let Some(problem) = inside {
                    self.misplaced.push(problem);
                    continue;
                }
                self.misplaced.push(match meant {
                    Some(meant) => Diagnostic::error("no-game", format!("`{folder}` has no `game` item"))
                        .at(item.keyword, "belongs to no game")
                        .did_you_mean(Some(meant)),
                    None => Diagnostic::error("no-game", "these items belong to no game")
                        .at(item.keyword, "the first one")
                        .help(
                            "put the file into `rules/GAME`, `cards/GAME`, `scenarios/GAME` or `tests/GAME` of a game",
                        ),
                });
            }
        }
        self.loose.extend(list);
    }

    /// The diagnostics for single files, in the order of the files.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut files: Vec<&GameFile> = self.games.iter().flat_map(|game| &game.files).chain(&self.loose).collect();
        files.sort_by_key(|file| file.source);
        let found = files.into_iter().flat_map(|file| &file.read(&self.sources).1);
        let unlisted = self.games.iter().flat_map(|game| {
            let of_tests = |file: &&GameFile| {
                place_of(self.sources.name_of(file.source)).is_some_and(|(root, ..)| ROOTS[root] == "tests")
            };
            let files = game.files.iter().filter(of_tests);
            files.flat_map(|file| taught::unlisted(&file.read(&self.sources).0, &game.folder))
        });
        found.chain(&self.misplaced).cloned().chain(unlisted).collect()
    }

    /// The game and scenario with this name. Case and accents are ignored, and `-` equals `_`.
    pub fn find(&self, scenario: &str) -> Option<(&GameEntry, &ScenarioEntry)> {
        let fold = |name: &str| crate::source::plain(name).to_lowercase();
        let wanted = fold(scenario);
        self.games.iter().find_map(|game| {
            let found = game.scenarios.iter().find(|one| fold(&one.name) == wanted)?;
            Some((game, found))
        })
    }

    /// The game with this name.
    pub fn game(&self, name: &str) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.name == name)
    }

    /// The names of all scenarios.
    pub fn names(&self) -> Vec<&str> {
        self.games.iter().flat_map(|game| game.scenarios.iter().map(|one| one.name.as_str())).collect()
    }

    /// Compiles a game with a scenario, or without one (for tests on an empty board).
    pub fn compile(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let mut compiled = self.compile_each(game, scenario, readings);
        compiled.diagnostics = check::together(compiled.diagnostics);
        compiled
    }

    /// Like [`Self::compile`], but reports each occurrence of an unknown name separately.
    fn compile_each(&self, game: &GameEntry, scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        self.compile_files(&game.files.iter().collect::<Vec<_>>(), scenario, readings)
    }

    /// The errors in the rules of a game, found without its tests, lessons and puzzles, in half the time of
    /// [`Self::compile_and_check`]. Warnings are left out: some depend on what tests use.
    pub fn errors_in_rules(&self, game: &GameEntry) -> Vec<Diagnostic> {
        let files = game.files.iter().filter(|file| is_played(self.sources.name_of(file.source)));
        let mut found = self.compile_files(&files.collect::<Vec<_>>(), None, &[]).diagnostics;
        found.retain(Diagnostic::is_error);
        found
    }

    fn compile_files(&self, files: &[&GameFile], scenario: Option<&str>, readings: &[(String, String)]) -> Compiled {
        let scenario_at = span_of(files, scenario.unwrap_or_default());
        let own = files.iter().flat_map(|file| &file.read(&self.sources).1);
        let mut diagnostics: Vec<Diagnostic> = own.cloned().collect();
        let files: Vec<ast::File> = files.iter().map(|file| file.read(&self.sources).0.clone()).collect();
        let (compiled, found) = check::compile(&self.sources, &files, scenario, readings);
        let mut found = check::without_aftermath(&self.sources, &files, &diagnostics, found);
        // A syntax error in a test or test file does not stop the game or other tests.
        let tests = check::test_spans(&files);
        let of_rules = |one: &&Diagnostic| one.is_error() && !check::is_in(&tests, one) && !self.is_of_tests(one);
        let parsed_badly = diagnostics.iter().find(of_rules).is_some();
        let game = compiled.filter(|_| !parsed_badly).map(|mut game| {
            // What follows from a line that cannot be read is not said of its test either.
            check::note_mistakes(&mut game, diagnostics.iter().chain(&found));
            Arc::new(game)
        });
        // While the rules have errors, most errors in tests follow from them, so those are reported only once the rules
        // are fixed.
        if parsed_badly || found.iter().any(|one| of_rules(&one)) {
            found.retain(|one| !one.is_error() || of_rules(&one));
        }
        diagnostics.extend(found);
        // A scenario is set up only if there are no errors, and only under the default readings: others may give
        // different numbers.
        if let Some(game) = game.as_ref().filter(|_| readings.is_empty() && !any_error(&diagnostics)) {
            diagnostics.extend(expect::unmet(game, scenario_at));
        }
        Compiled { game, diagnostics }
    }

    /// True for a diagnostic in a file of tests, lessons or puzzles.
    fn is_of_tests(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span().is_some_and(|span| !is_played(self.sources.name_of(span.source)))
    }

    /// The errors in files that belong to no game, which a test run would otherwise not report.
    pub fn outside_games(&self) -> Vec<Diagnostic> {
        let of_files = self.loose.iter().flat_map(|file| &file.read(&self.sources).1);
        of_files.chain(&self.misplaced).cloned().collect()
    }

    /// All diagnostics of each game, with each of its scenarios and with none (for its tests). Each diagnostic appears
    /// once.
    pub fn check_all(&self) -> Vec<Diagnostic> {
        self.checked(self.parts().iter().map(|part| self.check(part)).collect())
    }

    /// The parts that [`Catalog::check_all`] checks, which may be checked in parallel.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let files = self.games.iter().flat_map(GameEntry::parts).chain(self.loose.iter().map(Part::File));
        let games = self.games.iter().flat_map(|game| {
            let names = game.scenarios.iter().map(|one| Some(one.name.as_str()));
            std::iter::once(None).chain(names).map(move |scenario| Part::Game(game, scenario))
        });
        files.chain(games).collect()
    }

    /// The diagnostics of one part. [`Catalog::checked`] adds those of single files.
    pub fn check(&self, part: &Part<'_>) -> Vec<Diagnostic> {
        match part {
            Part::File(file) => {
                file.read(&self.sources);
                Vec::new()
            }
            Part::Game(game, scenario) => self.compile_and_check(game, *scenario).diagnostics,
        }
    }

    /// A game with a scenario, and all that [`Catalog::check`] says about it.
    pub fn compile_and_check(&self, game: &GameEntry, scenario: Option<&str>) -> Compiled {
        let mut compiled = self.compile_each(game, scenario, &[]);
        let is_sound = !any_error(&compiled.diagnostics);
        // What the scenario expects has been tried with its set-up.
        let untried = compiled.game.as_ref().filter(|compiled| is_sound && compiled.setup.expects.is_empty());
        if let Some((of, name)) = untried.zip(scenario) {
            let files: Vec<&GameFile> = game.files.iter().collect();
            let found = expect::set_up(of, span_of(&files, name));
            compiled.diagnostics.extend(found);
        }
        if let Some(of) = &compiled.game {
            compiled.diagnostics.extend(taught::unnamed(of));
        }
        compiled
    }

    /// All diagnostics, each once: those of single files, then those of the parts.
    pub fn checked(&self, parts: Vec<Vec<Diagnostic>>) -> Vec<Diagnostic> {
        let mut all = self.diagnostics();
        let mut seen: HashSet<Diagnostic> = all.iter().cloned().collect();
        for one in parts.into_iter().flatten() {
            if seen.insert(one.clone()) {
                all.push(one);
            }
        }
        check::together(all)
    }
}

/// A part of the catalogue that is checked on its own.
#[derive(Clone, Copy, Debug)]
pub enum Part<'c> {
    /// A file, which is parsed.
    File(&'c GameFile),
    /// A game, with a scenario or without one. Its files are parsed first if necessary.
    Game(&'c GameEntry, Option<&'c str>),
}
