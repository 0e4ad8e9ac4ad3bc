//! What an editor shows of rule files while they are written: errors, meanings, declarations, uses, completions,
//! outlines and colours. It knows nothing of an editor's protocol; the binary translates.
//!
//! All of it works on files with errors. Names and their places come from the syntax trees, whose readers skip what
//! they cannot read; types come from the last text that could be compiled.

mod book;
mod bound;
mod colours;
mod columns;
mod complete;
mod declared;
mod layout;
mod meaning;
mod receiver;
mod rename;
mod signature;
mod tables;
mod tokens;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::{Catalog, GameEntry, SourceText};
use crate::diagnostic::{Advice, Diagnostic};
use crate::model::game::Game;
use crate::source::{Source, SourceId, Span, fold};

pub use book::{Contents, book};
pub use colours::Colour;
pub use complete::{Completion, What};
pub use declared::{Declared, Sort};
pub use layout::laid_out;
pub use meaning::Meaning;
pub use rename::Edit;
pub use signature::{Call, Signature};
pub use tokens::{Token, tokens, word_at};

/// Words of scripts that are no keywords of the language.
const OF_SCRIPTS: [&str; 20] = [
    "break", "const", "continue", "else", "false", "for", "if", "in", "let", "loop", "me", "mine", "my", "none",
    "return", "switch", "theirs", "true", "usual", "while",
];

/// The most names that a search finds.
const MOST_FOUND: usize = 200;

/// The rule files of an editor: those on disk, with the texts of its open windows in their place.
#[derive(Clone, Debug)]
pub struct Project {
    catalog: Catalog,
    /// Counts the changes.
    version: u64,
    /// The names of each game, by its folder, with the version they were read at.
    names: BTreeMap<String, (u64, Arc<[Declared]>)>,
    /// The last games that could be compiled, by their folders.
    games: BTreeMap<String, Arc<Game>>,
}

/// A replacement that puts an error right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// The text to replace.
    pub span: Span,
    /// The text in its place.
    pub text: String,
}

impl Project {
    /// The project of these texts. A later text replaces an earlier one with the same path.
    pub fn new(texts: impl IntoIterator<Item = SourceText>) -> Project {
        Project { catalog: Catalog::new(texts), version: 0, names: BTreeMap::new(), games: BTreeMap::new() }
    }

    /// The texts as games, for checking and testing them.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// A file.
    pub fn file(&self, path: &str) -> Option<&Source> {
        self.catalog.sources.get(self.source(path)?)
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.file(path).map(|file| file.text.as_str())
    }

    /// Sets the text of a file, or removes it.
    pub fn set(&mut self, path: &str, text: Option<String>) {
        if self.text(path) == text.as_deref() {
            return;
        }
        self.version += 1;
        let alike = match (&text, self.source(path)) {
            (Some(text), Some(source)) => self.catalog.with_text_if_found_alike(source, text),
            _ => None,
        };
        self.catalog = alike.unwrap_or_else(|| {
            let others = self.catalog.sources.iter().filter(|(_, file)| file.name != path);
            let others = others.map(|(_, file)| SourceText { path: file.name.clone(), text: file.text.clone() });
            Catalog::new(others.chain(text.map(|text| SourceText { path: path.to_owned(), text })))
        });
    }

    /// The game to which a file belongs.
    pub fn game_of(&self, path: &str) -> Option<&GameEntry> {
        let source = self.source(path)?;
        self.catalog.games.iter().find(|game| game.sources().any(|one| one == source))
    }

    /// What to check after a change of a file: its game alone, then with each scenario that the file contains, then
    /// with the others if the file has rules. Empty if it belongs to no game.
    pub fn parts(&self, path: &str) -> Vec<(&GameEntry, Option<&str>)> {
        let Some((game, source)) = self.game_of(path).zip(self.source(path)) else { return Vec::new() };
        let mut scenarios: Vec<&str> = game.scenarios_in(source).collect();
        // Tests without a scenario around them name theirs.
        if scenarios.is_empty() || game.has_rules_in(source) {
            let names = game.scenarios.iter().map(|one| one.name.as_str());
            let others: Vec<&str> = names.filter(|name| !scenarios.contains(name)).collect();
            scenarios.extend(others);
        }
        std::iter::once(None).chain(scenarios.into_iter().map(Some)).map(|scenario| (game, scenario)).collect()
    }

    /// The diagnostics of a file that belongs to no game.
    pub fn outside(&self, path: &str) -> Vec<Diagnostic> {
        let source = self.source(path);
        let here = |one: &Diagnostic| one.span().map(|span| span.source) == source;
        self.catalog.outside_games().into_iter().filter(here).collect()
    }

    /// The id of a file in the source map of [`Project::catalog`].
    pub fn source(&self, path: &str) -> Option<SourceId> {
        self.catalog.sources.iter().find(|(_, source)| source.name == path).map(|(id, _)| id)
    }

    /// The names declared in a file, those of an item inside it.
    pub fn outline(&self, path: &str) -> Vec<Declared> {
        let Some((game, source)) = self.game_of(path).zip(self.source(path)) else { return Vec::new() };
        game.tree(source).map(|tree| declared::declared(&tree)).unwrap_or_default()
    }

    /// The names and titles in all games that contain a text, capitals and accents ignored; names that begin with it
    /// first.
    pub fn search(&mut self, wanted: &str) -> Vec<Declared> {
        let wanted = fold(wanted);
        let rank = |one: &Declared| {
            let name = fold(&one.name);
            let place = if name == wanted {
                0
            } else if name.starts_with(&wanted) {
                1
            } else if name.contains(&wanted) {
                2
            } else if one.title.as_deref().is_some_and(|title| fold(title).contains(&wanted)) {
                3
            } else {
                return None;
            };
            // The titles of tests mention everything.
            Some((one.sort == Sort::Test, place))
        };
        let folders: Vec<String> = self.catalog.games.iter().map(|game| game.folder.clone()).collect();
        let mut found = Vec::new();
        for folder in folders {
            let names = self.names(&folder);
            let known =
                names.iter().flat_map(Declared::all).filter(|one| !matches!(one.sort, Sort::Parameter | Sort::Label));
            found.extend(known.filter_map(|one| Some((rank(one)?, one.clone()))));
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().take(MOST_FOUND).map(|(_, one)| one).collect()
    }

    /// What would put an error right, if it is known.
    pub fn fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let span = diagnostic.span()?;
        let written = self.catalog.sources.text(span);
        let Advice::Nearest(name) = &diagnostic.advice else {
            let text = right_word(written, diagnostic.help.as_deref()?)?.to_owned();
            return Some(Fix { title: format!("Change to `{text}`"), span, text });
        };
        let is_word = written.chars().all(|sign| sign.is_alphanumeric() || "_-'.".contains(sign));
        let fix = || Fix { title: format!("Change to `{name}`"), span, text: name.clone() };
        // `….engaged` leaves out the thing before the dot, which only the author knows.
        (!written.is_empty() && is_word && !name.contains('…')).then(fix)
    }

    /// All names of a game, by its folder.
    fn names(&mut self, folder: &str) -> Arc<[Declared]> {
        let known = self.names.get(folder).filter(|(version, _)| *version == self.version);
        if let Some((_, names)) = known {
            return names.clone();
        }
        let game = self.catalog.games.iter().find(|game| game.folder == folder);
        let trees = game.map(GameEntry::trees).unwrap_or_default();
        let names: Arc<[Declared]> = trees.iter().flat_map(declared::declared).collect();
        self.names.insert(folder.to_owned(), (self.version, names.clone()));
        names
    }

    /// Keeps a game as compiled without a scenario, for what is asked while the text has errors.
    pub fn remember(&mut self, folder: &str, game: Arc<Game>) {
        self.games.insert(folder.to_owned(), game);
    }

    /// The game that was remembered last. If there is none, it is compiled now, without this file if that has errors.
    fn game(&mut self, folder: &str, path: &str) -> Option<Arc<Game>> {
        if let Some(game) = self.games.get(folder) {
            return Some(game.clone());
        }
        let compiled = |catalog: &Catalog| {
            let entry = catalog.games.iter().find(|game| game.folder == folder)?;
            catalog.compile(entry, None, &[]).game
        };
        let without = || compiled(&self.catalog.with_text(self.source(path)?, ""));
        let game = compiled(&self.catalog).or_else(without)?;
        self.remember(folder, game.clone());
        Some(game)
    }

    /// The folder of a file's game, and its text.
    fn place(&self, path: &str) -> Option<(String, String)> {
        Some((self.game_of(path)?.folder.clone(), self.text(path)?.to_owned()))
    }
}

/// The one word or sign that a help sets in the place of another one: "write `&&`". None if it says more than that.
fn right_word<'h>(written: &str, help: &'h str) -> Option<&'h str> {
    let right = match help {
        "a new name begins with `let`" => "let",
        "in an expression write `&&`; lists have commas" => "&&",
        "in an expression write `||`" => "||",
        _ => help.strip_prefix("write `")?.trim_end_matches(" to compare").strip_suffix('`')?,
    };
    let is_word = |text: &str| text.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let is_sign = |text: &str| text.chars().all(|sign| "=<>!&|".contains(sign));
    let is_one = |text: &str| !text.is_empty() && (is_word(text) || is_sign(text));
    // A word is right instead of a word or a sign instead of either; a sign that is not needed is no word's place.
    (is_one(written) && is_one(right) && (is_sign(right) || is_word(written))).then_some(right)
}

/// A byte of a text, moved back to its end and to the beginning of a character.
pub fn within(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
