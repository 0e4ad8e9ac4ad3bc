//! A name changed in all files of its game.
//!
//! Uses are found by their spelling, so a name is changed only where that is safe: it stands for one thing, nothing uses
//! the new one, and the changed files have no errors.

use std::ops::Range;

use crate::catalog::{Catalog, SourceText};
use crate::source::{Span, fold, plain};
use crate::syntax::ast::{self, ItemKind, LearnKind, ScenarioLineKind, Sentence, TestLineKind};

use super::Project;
use super::declared::{Declared, Sort};
use super::tokens::{Token, tokens, word_at};

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
        let change = Change::new(&self.text(path).unwrap_or_default()[range], new.trim(), &declarations)?;
        if !change.is_spelling_only() {
            let taken = self.occurrences(path, &[], Token::Word, &|other| plain(other) == plain(&change.new));
            if let Some(span) = taken.first() {
                let place = self.catalog.sources.place(*span);
                return Err(format!("`{}` is in use at {place}; choose a name that nothing has", change.new));
            }
        }
        let Some(game) = self.game_of(path) else { return Err("the file belongs to no game".to_owned()) };
        let (folder, trees) = (game.folder.clone(), game.trees());
        let said: Vec<&Sentence> = trees.iter().flat_map(|tree| sentences(&tree.items)).collect();
        let in_sentence = |span: Span| said.iter().copied().find(|sentence| sentence.span.covers(span));
        let mut found =
            self.occurrences(path, &declarations, Token::Word, &|other| change.in_place_of(other).is_some());
        // A command names the parameters of its action.
        let names = self.names(&folder);
        let mut all = names.iter().flat_map(Declared::all);
        let parent = all.rfind(|one| one.inside.iter().any(|one| declarations.contains(one)));
        if let Some(action) = parent.filter(|_| change.sort == Sort::Parameter) {
            let of_action = |sentence: &Sentence| {
                let forms = action.forms().chain(&action.title);
                forms.into_iter().any(|form| fold(&sentence.text).starts_with(&fold(form)))
            };
            let all = self.occurrences(path, &[], Token::Word, &|other| plain(other) == change.old);
            found.extend(all.into_iter().filter(|span| in_sentence(*span).is_some_and(of_action)));
        }
        let sources = &self.catalog.sources;
        // A title stays as it is, and a sentence may mean it.
        let titles: Vec<String> = declarations.iter().filter_map(|one| one.title.as_deref()).map(fold).collect();
        let is_title = |span: Span, sentence: &Sentence| {
            let rest = fold(sources.text(Span { end: sentence.span.end, ..span }));
            let begins =
                |title: &String| rest.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            titles.iter().any(begins)
        };
        found.retain(|span| !in_sentence(*span).is_some_and(|sentence| is_title(*span, sentence)));
        let edit = |span: Span| {
            let is_declaration = declarations.iter().any(|one| one.span == span);
            let text = if is_declaration { change.new.clone() } else { change.in_place_of(sources.text(span))? };
            Some(Edit { span, text })
        };
        let edits: Vec<Edit> = found.into_iter().filter_map(edit).collect();
        let Some(error) = first_error(&self.catalog_with(&edits), &folder) else { return Ok(edits) };
        Err(match first_error(&self.catalog, &folder) {
            Some(error) => format!("the game has an error; correct it before you change a name: {error}"),
            None => format!("with `{}` the game would have an error: {error}", change.new),
        })
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
            declarations.retain(|one| one.sort == Sort::Parameter);
        }
        let word = &self.text(path).unwrap_or_default()[range.clone()];
        let Some(first) = declarations.first() else {
            return Err(format!("no file of this game declares `{word}`"));
        };
        // An army has the name of its side.
        let thing = |one: &Declared| if one.sort == Sort::Army { Sort::Side } else { one.sort };
        if let Some(other) = declarations.iter().find(|one| thing(one) != thing(first)) {
            let (one, other) = (first.sort.word(), other.sort.word());
            return Err(format!("`{word}` is the name of a {one} and of a {other}; change one of them by hand"));
        }
        Ok((range, declarations))
    }

    /// The files with these changes.
    fn catalog_with(&self, edits: &[Edit]) -> Catalog {
        let changed = self.catalog.sources.iter().map(|(id, file)| {
            let mut text = file.text.clone();
            let mut here: Vec<&Edit> = edits.iter().filter(|edit| edit.span.source == id).collect();
            here.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
            here.iter().for_each(|edit| text.replace_range(edit.span.range(), &edit.text));
            SourceText { path: file.name.clone(), text }
        });
        Catalog::new(changed)
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
}

impl Change {
    /// `word` is what stands at the place to change.
    fn new(word: &str, new: &str, declarations: &[Declared]) -> Result<Change, String> {
        if tokens(new) != [(Token::Word, 0..new.len())] {
            return Err(format!("`{new}` is no name: names have letters, digits and `_`, a letter first"));
        }
        let sort = declarations.first().map_or(Sort::Local, |one| one.sort);
        let base = |name: &str| match (sort, name.strip_prefix("may_")) {
            (Sort::Permission, Some(name)) => name.to_owned(),
            _ => name.to_owned(),
        };
        let (word, new) = (base(word), base(new));
        let forms = declarations.iter().flat_map(Declared::forms);
        let declared = forms.into_iter().find(|name| plain(name) == plain(&word)).unwrap_or(&word).clone();
        let is_titled = declarations.iter().any(|one| one.title.is_some());
        let is_shown = !is_titled && matches!(sort, Sort::Action | Sort::Step);
        Ok(Change { old: plain(&word), declared, new, sort, is_shown })
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
        match self.sort {
            Sort::Permission => (word.strip_prefix("may_")? == self.old).then(|| format!("may_{new}")),
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

/// A name with a capital, as sentences begin with it.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The sentences of tests, lessons and puzzles.
fn sentences(items: &[ast::Item]) -> Vec<&Sentence> {
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

/// The first error of a game, alone or with one of its scenarios, in words.
fn first_error(catalog: &Catalog, folder: &str) -> Option<String> {
    let Some(game) = catalog.games.iter().find(|game| game.folder == folder) else {
        return Some("its files belong to no game".to_owned());
    };
    let scenarios = game.scenarios.iter().map(|one| Some(one.name.as_str()));
    let error = std::iter::once(None).chain(scenarios).find_map(|scenario| {
        let found = catalog.compile_and_check(game, scenario).diagnostics;
        found.into_iter().find(|one| one.is_error())
    })?;
    let place = error.span().map(|span| format!(" ({})", catalog.sources.place(span))).unwrap_or_default();
    Some(format!("{}{place}", error.headline))
}
