//! A name changed in all files of its game.
//!
//! Uses are found by their spelling, so a name is changed only where that is safe: it stands for one thing, nothing uses
//! the new one, the changed files have no errors, and the tests that name it pass as before.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::analysis::testing::{run_one, run_reading};
use crate::catalog::{Catalog, GameEntry, Played, SourceText};
use crate::check::is_reserved;
use crate::model::api::TABLE;
use crate::model::game::Game;
use crate::play::native;
use crate::play::sentence::behind;
use crate::source::{SourceId, Span, fold, plain};
use crate::syntax::ast::{self, ItemKind, LearnKind, ScenarioLineKind, Sentence, TestLineKind};

use super::Project;
use super::declared::{Declared, Sort};
use super::tokens::{Token, tokens, word_at};

/// The most tests that are run to see whether a changed name breaks one.
const MOST_TESTS: usize = 60;

/// A text in the place of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text to replace.
    pub span: Span,
    /// The text in its place.
    pub text: String,
}

impl Project {
    /// The name at a byte of a file, if it can be changed.
    ///
    /// # Errors
    /// Why it cannot be changed, in words.
    pub fn renamable(&mut self, path: &str, at: usize) -> Result<Range<usize>, String> {
        self.name_to_change(path, at).map(|(range, _)| range)
    }

    /// What to replace so that the name at a byte of a file becomes another one in all files of its game. Of a name with
    /// two forms, such as a noun with its plural, only the one at this place changes.
    ///
    /// # Errors
    /// Why it cannot become this one, in words.
    pub fn renamed(&mut self, path: &str, at: usize, new: &str) -> Result<Vec<Edit>, String> {
        let (range, declarations) = self.name_to_change(path, at)?;
        let Some((folder, text)) = self.place(path) else { return Err("the file belongs to no game".to_owned()) };
        let names = self.names(&folder);
        let change = Change::new(&text[range], new.trim(), &declarations, &names)?;
        if !change.is_spelling_only() {
            let spelt = plain(&change.new);
            if is_reserved(&spelt) || TABLE.iter().any(|entry| entry.name == spelt) {
                return Err(format!("`{}` is a word of every game; choose another name", change.new));
            }
            let taken = self.occurrences(path, &[], Token::Word, &|other| plain(other) == plain(&change.new));
            if let Some(span) = taken.first() {
                let place = self.catalog.sources.place(*span);
                return Err(format!("`{}` is in use at {place}; choose a name that nothing has", change.new));
            }
        }
        let trees = self.game_of(path).map(GameEntry::trees).unwrap_or_default();
        let said: Vec<&Sentence> = trees.iter().flat_map(|tree| sentences(&tree.items)).collect();
        let in_sentence = |span: Span| said.iter().copied().find(|sentence| sentence.span.covers(span));
        let mut found =
            self.occurrences(path, &declarations, Token::Word, &|other| change.in_place_of(other).is_some());
        self.leave_own_names(path, &declarations, &mut found);
        // A command names the parameters of its action, or of its card's play.
        let holds = |one: &Declared| one.all().iter().any(|one| declarations.contains(one));
        if let Some(action) = names.iter().find(|one| change.sort == Sort::Parameter && holds(one)) {
            let is_said = |one: &&Declared| holds(one) && matches!(one.sort, Sort::Action | Sort::Card);
            let around: Vec<&Declared> = action.all().into_iter().filter(is_said).collect();
            let of_action = |sentence: &Sentence| {
                let forms = around.iter().flat_map(|one| one.forms().chain(&one.title));
                forms.into_iter().any(|form| behind(&fold(&sentence.text), &fold(form)).is_some())
            };
            let all = self.occurrences(path, &[], Token::Word, &|other| plain(other) == change.old);
            found.extend(all.into_iter().filter(|span| in_sentence(*span).is_some_and(of_action)));
        }
        let sources = &self.catalog.sources;
        // A title stays as it is, and a sentence may mean it.
        let titles: Vec<String> =
            names.iter().flat_map(Declared::all).filter_map(|one| one.title.as_deref()).map(fold).collect();
        let is_title = |span: Span, sentence: &Sentence| {
            let before = fold(sources.text(Span { end: span.start, ..sentence.span }));
            let words: Vec<&str> = before.split(' ').filter(|word| !word.is_empty()).collect();
            let rest = fold(sources.text(Span { end: sentence.span.end, ..span }));
            // The title may begin up to so many words earlier.
            (0..=words.len()).any(|back| {
                let said = format!("{} {rest}", words[words.len() - back..].join(" "));
                let longer = |title: &&String| title.split(' ').count() > back && behind(said.trim(), title).is_some();
                titles.iter().any(|title| longer(&title))
            })
        };
        found.retain(|span| !in_sentence(*span).is_some_and(|sentence| is_title(*span, sentence)));
        let edit = |span: Span| {
            let is_declaration = declarations.iter().any(|one| one.span == span);
            let text = if is_declaration { change.new.clone() } else { change.in_place_of(sources.text(span))? };
            Some(Edit { span, text })
        };
        let edits: Vec<Edit> = found.into_iter().filter_map(edit).collect();
        let changed = self.catalog_with(&edits);
        match trouble(&self.catalog, &changed, &edits, &folder) {
            None => Ok(edits),
            Some(Trouble::Test(title)) => {
                Err(format!("all uses changed, the test `{title}` would fail: change the name by hand"))
            }
            Some(Trouble::Error(error)) => Err(match first_error(&self.catalog, &folder, &mut |_| ()) {
                Some(error) => format!("the game has an error; correct it before you change a name: {error}"),
                None if TABLE.iter().any(|entry| entry.name == change.old) => {
                    format!("`{}` is also a word of every game: change it by hand", change.old)
                }
                None => format!("all uses changed, the game would have an error: {error}"),
            }),
        }
    }

    /// The name at a byte of a file, with what it stands for.
    fn name_to_change(&mut self, path: &str, at: usize) -> Result<(Range<usize>, Vec<Declared>), String> {
        let Some((token, range)) = self.text(path).and_then(|text| word_at(text, at)) else {
            return Err("there is no name here".to_owned());
        };
        if token == Token::Cite {
            return Err("sections keep the numbers of their rulebook".to_owned());
        }
        let mut declarations = self.declarations(path, at);
        if declarations.iter().any(|one| one.sort == Sort::Parameter) {
            if declarations.iter().any(|one| one.sort == Sort::Noun) {
                return Err(
                    "this parameter has the name of a noun, which says what it may be: change it by hand".to_owned()
                );
            }
            declarations.retain(|one| one.sort == Sort::Parameter);
        }
        let word = &self.text(path).unwrap_or_default()[range.clone()];
        let Some(first) = declarations.first() else {
            return Err(format!("`{word}` is no name that can be changed from here"));
        };
        if declarations.iter().all(|one| is_title_of(one, word)) {
            return Err(format!(
                "`{word}` belongs to the title of `{}`: change the title where it is declared",
                first.name
            ));
        }
        if let Some(blank) = declarations.iter().find(|one| one.name.contains(' ')) {
            return Err(format!("`{}` is written in quotes: change it by hand", blank.name));
        }
        // An army has the name of its side.
        let thing = |one: &Declared| if one.sort == Sort::Army { Sort::Side } else { one.sort };
        if let Some(other) = declarations.iter().find(|one| thing(one) != thing(first)) {
            let (one, other) = (first.sort.word(), other.sort.word());
            return Err(format!("`{word}` is the name of a {one} and of a {other}; change one of them by hand"));
        }
        Ok((range, declarations))
    }

    /// The files with these changes. Only the changed ones are read again, unless a game or battle has another name.
    fn catalog_with(&self, edits: &[Edit]) -> Catalog {
        let text = |id: SourceId, text: &str| {
            let mut text = text.to_owned();
            let mut here: Vec<&Edit> = edits.iter().filter(|edit| edit.span.source == id).collect();
            here.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
            here.iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.text));
            text
        };
        let sources = &self.catalog.sources;
        let mut changed = edits.iter().map(|edit| edit.span.source).collect::<BTreeSet<_>>().into_iter();
        let alike = changed.try_fold(self.catalog.clone(), |catalog, id| {
            catalog.with_text_if_found_alike(id, &text(id, &sources.get(id)?.text))
        });
        alike.unwrap_or_else(|| {
            let all = sources.iter();
            Catalog::new(all.map(|(id, file)| SourceText { path: file.name.clone(), text: text(id, &file.text) }))
        })
    }
}

/// One name in the place of another.
struct Change {
    /// The form that changes, as scripts spell it.
    old: String,
    /// The form as it was declared.
    declared: String,
    new: String,
    sort: Sort,
    /// True if players see the name itself, with a capital.
    is_shown: bool,
    /// The forms of all names of the game except labels, as scripts spell them.
    names: BTreeSet<String>,
}

impl Change {
    /// `word` is what stands at the place to change.
    fn new(word: &str, new: &str, declarations: &[Declared], names: &[Declared]) -> Result<Self, String> {
        if new.contains(' ') {
            return Err(format!("`{new}` has a blank, and is written in quotes: change the name by hand"));
        }
        if tokens(new) != [(Token::Word, 0..new.len())] {
            return Err(format!("`{new}` is no name: names have letters, digits and `_`, a letter first"));
        }
        let sort = declarations.first().map_or(Sort::Local, |one| one.sort);
        let base = |name: &str| {
            let base = name.strip_prefix("may_").filter(|_| sort == Sort::Permission);
            base.unwrap_or(name).to_owned()
        };
        let (word, new) = (base(word), base(new));
        let forms = declarations.iter().flat_map(Declared::forms);
        let declared = forms.into_iter().find(|name| plain(name) == plain(&word)).unwrap_or(&word).clone();
        let is_titled = declarations.iter().any(|one| one.title.is_some());
        let is_shown = !is_titled && matches!(sort, Sort::Action | Sort::Step);
        let named = names.iter().flat_map(Declared::all).filter(|one| one.sort != Sort::Label);
        let names = named.flat_map(Declared::forms).map(|name| plain(name)).collect();
        Ok(Change { old: plain(&word), declared, new, sort, is_shown, names })
    }

    /// True if scripts would spell the new name as they spell the old one.
    fn is_spelling_only(&self) -> bool {
        plain(&self.new) == self.old
    }

    /// What stands in the place of a word; None if the word is not the name.
    fn in_place_of(&self, word: &str) -> Option<String> {
        // Only a word that is no plain name itself may become one that scripts cannot read.
        if word == self.declared && plain(word) != word {
            return Some(self.new.clone());
        }
        let (word, new) = (plain(word), plain(&self.new));
        if word == self.old {
            return Some(new);
        }
        if self.sort == Sort::Permission {
            return (word.strip_prefix("may_")? == self.old).then(|| format!("may_{new}"));
        }
        // A name of its own is no form of this one.
        if self.names.contains(&word) {
            return None;
        }
        match self.sort {
            Sort::Word | Sort::Flag => (word.strip_prefix("un")? == self.old).then(|| format!("un{new}")),
            Sort::Noun | Sort::List => (word.strip_suffix('s')? == self.old).then(|| format!("{new}s")),
            // The pieces of a kind are numbered.
            Sort::Kind => {
                let number = word.strip_prefix(&self.old)?;
                number.bytes().all(|sign| sign.is_ascii_digit()).then(|| format!("{new}{number}"))
            }
            _ if self.is_shown && word == capital(&self.old) => Some(capital(&new)),
            _ => None,
        }
    }
}

/// True if a sentence has this word for an action because it is in its title, not because it is its name.
pub(super) fn is_title_of(one: &Declared, word: &str) -> bool {
    one.sort == Sort::Action && one.title.is_some() && !one.forms().any(|form| fold(form) == fold(word))
}

/// A name with a capital, as sentences begin with it.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The sentences of tests, lessons and puzzles.
pub(super) fn sentences(items: &[ast::Item]) -> Vec<&Sentence> {
    let mut found = Vec::new();
    for item in items {
        let test = match &item.kind {
            ItemKind::Test(test) => test,
            ItemKind::Lesson(lesson) => &lesson.test,
            ItemKind::Puzzle(puzzle) => {
                found.extend(puzzle.solution.iter().map(|(_, sentence)| sentence));
                &puzzle.test
            }
            ItemKind::Scenario(scenario) => {
                for line in &scenario.lines {
                    if let ScenarioLineKind::Item(item) = &line.kind {
                        found.extend(sentences(std::slice::from_ref(item)));
                    }
                }
                continue;
            }
            _ => continue,
        };
        found.extend(test.lines.iter().flat_map(|line| said(&line.kind)));
    }
    found
}

/// The sentences of a line of a test.
fn said(line: &TestLineKind) -> Vec<&Sentence> {
    match line {
        TestLineKind::Play { sentence, .. }
        | TestLineKind::Offered { sentence, .. }
        | TestLineKind::Refused { sentence, .. } => vec![sentence],
        TestLineKind::Asked { question, .. } => question.iter().collect(),
        TestLineKind::Learn(learn) => match &**learn {
            LearnKind::Try { wanted, .. } => wanted.iter().map(|(_, sentence)| sentence).collect(),
            LearnKind::Wrong { sentence, .. } => vec![sentence],
            LearnKind::Show(marked) => marked.iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What a changed name breaks.
enum Trouble {
    /// The first error, in words.
    Error(String),
    /// The title of a test that passed before.
    Test(String),
}

/// What the edits break: the changed files have an error, or a test whose text they change fails and passed before. The
/// game of each scenario is compiled once, for its errors and its tests.
fn trouble(before: &Catalog, after: &Catalog, edits: &[Edit], folder: &str) -> Option<Trouble> {
    let old = before.games.iter().find(|game| game.folder == folder)?;
    let is_changed = |run: &Played| edits.iter().any(|edit| run.span.covers(edit.span));
    let key = |catalog: &Catalog, span: Span, title: &str| {
        (catalog.sources.name_of(span.source).to_owned(), title.to_owned())
    };
    let runs: Vec<Played> = old.runs().filter(is_changed).take(MOST_TESTS).collect();
    let wanted: BTreeSet<(String, String)> = runs.iter().map(|run| key(before, run.span, &run.title)).collect();
    let mut failed: Vec<String> = Vec::new();
    let mut try_tests = |game: &Arc<Game>| {
        let tests = game.tests.iter().filter(|test| wanted.contains(&key(after, test.span, &test.title)));
        let failing = tests.filter(|test| run_reading(game, test, native::make).failure.is_some());
        failed.extend(failing.map(|test| test.title.clone()));
    };
    if let Some(error) = first_error(after, folder, &mut try_tests) {
        return Some(Trouble::Error(error));
    }
    let passed = |title: &str| {
        let was = runs.iter().find(|run| run.title == title);
        was.is_some_and(|was| run_one(before, old, was.scenario.as_deref(), title, native::make).is_ok())
    };
    failed.into_iter().find(|title| passed(title)).map(Trouble::Test)
}

/// The first error of a game, alone or with one of its scenarios, in words. `look` sees each compiled game without one.
fn first_error(catalog: &Catalog, folder: &str, look: &mut dyn FnMut(&Arc<Game>)) -> Option<String> {
    let Some(game) = catalog.games.iter().find(|game| game.folder == folder) else {
        return Some("its files belong to no game".to_owned());
    };
    let scenarios = game.scenarios.iter().map(|one| Some(one.name.as_str()));
    let error = std::iter::once(None).chain(scenarios).find_map(|scenario| {
        let compiled = catalog.compile_and_check(game, scenario);
        let error = compiled.diagnostics.into_iter().find(|one| one.is_error());
        if let (None, Some(game)) = (&error, &compiled.game) {
            look(game);
        }
        error
    })?;
    let place = error.span().map(|span| format!(" ({})", catalog.sources.place(span))).unwrap_or_default();
    Some(format!("{}{place}", error.headline))
}
