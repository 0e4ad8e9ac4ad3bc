//! What the word under the cursor means, where it is declared, and where else it occurs.

use std::ops::Range;

use crate::catalog::{GameEntry, is_played};
use crate::diagnostic::words::count;
use crate::model::api::{Form, TABLE};
use crate::source::{SourceId, Span, plain};

use super::complete::of_scope;
use super::declared::{Declared, Sort};
use super::tokens::{Token, tokens, word_at};
use super::{OF_SCRIPTS, Project};
use crate::syntax::ast::Name;
use crate::syntax::manual::{self, Form as Written};

/// The most lines of a declaration that are shown.
const MOST_LINES: usize = 12;

/// The meaning of the word at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The word.
    pub range: Range<usize>,
    /// Its meanings, in Markdown.
    pub text: String,
}

/// The last place in a part of a text where a script gives this name to a value: `let NAME`, `for NAME in`, `|NAME|`.
fn bound(text: &str, part: Range<usize>, name: &str) -> Option<Range<usize>> {
    let all: Vec<(Token, Range<usize>)> =
        tokens(text).into_iter().filter(|(_, range)| range.start >= part.start && range.end <= part.end).collect();
    all.iter().enumerate().rev().find_map(|(at, (token, range))| {
        let before = text.get(part.start..range.start)?.trim_end();
        let after = text.get(range.end..)?.trim_start();
        let word = at.checked_sub(1).and_then(|at| all.get(at)).map(|(_, range)| &text[range.clone()]);
        let is_named = match word {
            Some("let" | "const") => true,
            // `for KIND` of a clause names nothing.
            Some("for") => after.starts_with("in "),
            _ => false,
        } && before.ends_with(char::is_alphabetic);
        let in_closure = before.ends_with('|') && after.starts_with(['|', ','])
            || before.ends_with(',') && after.starts_with('|') && before.contains('|');
        (*token == Token::Word && &text[range.clone()] == name && (is_named || in_closure)).then(|| range.clone())
    })
}

impl Project {
    /// The meaning of the word or citation at a byte of a file.
    pub fn meaning(&mut self, path: &str, at: usize) -> Option<Meaning> {
        let (folder, text) = self.place(path)?;
        let (token, range) = word_at(&text, at)?;
        let word = &text[range.clone()];
        let declarations = self.declarations(path, at);
        let names = self.names(&folder);
        let compiled = self.game(&folder, path);
        let game = self.game_of(path)?;
        let mut told: Vec<String> = declarations.iter().map(|one| self.told(game, &names, one)).collect();
        if token == Token::Word {
            let after_dot = text[..range.start].ends_with('.');
            let is_form = |form| after_dot == matches!(form, Form::Property | Form::Method);
            let entries = TABLE.iter().filter(|entry| entry.name == word && is_form(entry.form));
            let of_scope = compiled.and_then(|game| of_scope(&game, &text[..range.start], word));
            match of_scope {
                Some(doc) => told.push(format!("`{word}` *of every step and action*\n\n{doc}")),
                None => {
                    told.extend(entries.map(|entry| format!("`{}` *in every game*\n\n{}", entry.name, entry.doc)));
                }
            }
        }
        told.extend(form(&text, &range));
        let is_keyword = token == Token::Word && !text[..range.start].ends_with('.') && !OF_SCRIPTS.contains(&word);
        if told.is_empty() && is_keyword {
            told.extend(mentioned(word));
        }
        told.dedup();
        let text = told.join("\n\n---\n\n");
        (!text.is_empty()).then_some(Meaning { range, text })
    }

    /// The declarations of the word or citation at a byte of a file.
    pub fn declarations(&mut self, path: &str, at: usize) -> Vec<Declared> {
        let Some((folder, text)) = self.place(path) else { return Vec::new() };
        let Some((token, range)) = word_at(&text, at) else { return Vec::new() };
        let here = self.source(path);
        let word = &text[range.clone()];
        let after_dot = text[..range.start].ends_with('.');
        let mut found: Vec<Declared> = Vec::new();
        let names = self.names(&folder);
        let around = names.iter().find(|item| Some(item.whole.source) == here && item.whole.holds(at));
        if let Some(item) = around.filter(|_| token == Token::Word && !after_dot)
            && let Some(name) = bound(&text, item.whole.start as usize..range.end, word)
        {
            // A name of a script hides what else has its name.
            let span = Span { start: name.start as u32, end: name.end as u32, ..item.whole };
            let line = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[name.end..].find('\n').map_or(text.len(), |at| name.end + at);
            let whole = Span { start: line as u32, end: end as u32, ..item.whole };
            return vec![Declared::new(Sort::Local, &Name { text: word.to_owned(), span }, whole)];
        }
        for item in names.iter() {
            let is_inside = Some(item.whole.source) == here && item.whole.holds(at);
            let fits = |one: &&Declared| match (token, one.sort) {
                (Token::Cite, sort) => sort == Sort::Section && one.is_section(word),
                (_, Sort::Section | Sort::Test) => false,
                (_, Sort::Parameter) => is_inside && !after_dot && one.is_called(word),
                _ => one.is_called(word),
            };
            found.extend(item.all().into_iter().filter(fits).cloned());
        }
        // A parameter hides what else has its name, but the noun of its name says what it is.
        if found.iter().any(|one| one.sort == Sort::Parameter) {
            found.retain(|one| matches!(one.sort, Sort::Parameter | Sort::Noun));
        }
        found
    }

    /// The places in the files of a game that mean the same name or section as the word at a byte, its declarations
    /// included. Names are compared, not what they stand for: an action and a permission of one name are found
    /// together.
    pub fn uses(&mut self, path: &str, at: usize) -> Vec<Span> {
        let Some((_, text)) = self.place(path) else { return Vec::new() };
        let Some((token, range)) = word_at(&text, at) else { return Vec::new() };
        let word = &text[range];
        let declarations = self.declarations(path, at);
        if token == Token::Cite {
            let mut found = self.occurrences(path, &declarations, token, &|other| other == word);
            found.extend(declarations.iter().map(|one| one.span));
            return found;
        }
        let mut forms = vec![plain(word)];
        if in_one_item(&declarations).is_none() {
            forms.extend(declarations.iter().flat_map(Declared::forms).map(|name| plain(name)));
        }
        self.occurrences(path, &declarations, token, &|other| forms.contains(&plain(other)))
    }

    /// The tokens for which this is true: in all files of a game or, for a parameter or a name of a script, in its item.
    pub(super) fn occurrences(
        &mut self,
        path: &str,
        declarations: &[Declared],
        wanted: Token,
        is_meant: &dyn Fn(&str) -> bool,
    ) -> Vec<Span> {
        let Some(game) = self.game_of(path) else { return Vec::new() };
        let sources: Vec<SourceId> = game.sources().collect();
        let folder = game.folder.clone();
        let names = self.names(&folder);
        let holds = |span: Span, place: Span| span.source == place.source && span.holds(place.start as usize);
        let own = in_one_item(declarations);
        let only_in = own.and_then(|one| names.iter().find(|item| holds(item.whole, one.span)));
        let mut found = Vec::new();
        for source in sources {
            let Some(text) = self.catalog().sources.get(source).map(|source| source.text.as_str()) else { continue };
            // A word after a dot belongs to a thing, even if the script has a name like it.
            let is_own = |range: &Range<usize>| own.is_none() || !text[..range.start].ends_with('.');
            let same = tokens(text)
                .into_iter()
                .filter(|(token, range)| *token == wanted && is_meant(&text[range.clone()]) && is_own(range));
            found.extend(same.map(|(_, range)| Span::new(source, range)));
        }
        found.retain(|span| only_in.is_none_or(|item| holds(item.whole, *span)));
        found
    }

    /// A declaration in Markdown: its text in the file, its documentation, its sections, its place.
    fn told(&self, game: &GameEntry, names: &[Declared], one: &Declared) -> String {
        if one.sort == Sort::Section {
            return self.told_section(game, names, one);
        }
        let sources = &self.catalog().sources;
        let source = sources.text(one.whole);
        let mut parts = vec![if one.whole == one.span {
            format!("`{}` *{}*", one.name, one.sort.word())
        } else {
            let (_, column) = sources.line_column(one.whole);
            format!("```ori\n{}\n```", excerpt(source, column as usize - 1))
        }];
        let untold = |title: &&String| **title != one.name && !source.contains(title.as_str());
        parts.extend(one.title.as_ref().filter(untold).map(|title| format!("“{title}”")));
        parts.extend(one.doc.as_ref().map(|doc| doc.trim().to_owned()));
        let titled = |cite: &String| {
            let section = names.iter().find(|one| one.sort == Sort::Section && one.is_section(cite));
            let title = section.and_then(|one| one.title.as_deref()).map(|title| format!(" {title}"));
            format!("§{cite}{}", title.unwrap_or_default())
        };
        if !one.cites.is_empty() {
            parts.push(one.cites.iter().map(titled).collect::<Vec<_>>().join(", "));
        }
        parts.push(format!("*{}*", sources.place(one.span)));
        parts.join("\n\n")
    }

    fn told_section(&self, game: &GameEntry, names: &[Declared], one: &Declared) -> String {
        // Tests may stand in the files of scenarios, too.
        let is_test = |other: &&Declared| matches!(other.sort, Sort::Test | Sort::Lesson | Sort::Puzzle);
        let of_tests: Vec<Span> = names.iter().flat_map(Declared::all).filter(is_test).map(|one| one.whole).collect();
        let mut parts = vec![format!("**§{} {}**", one.name, one.title.as_deref().unwrap_or_default())];
        parts.extend(one.doc.clone());
        let (mut rules, mut tests) = (0, 0);
        for id in game.sources() {
            let Some(source) = self.catalog().sources.get(id) else { continue };
            let played = is_played(&source.name);
            let cites = tokens(&source.text)
                .into_iter()
                .filter(|(token, range)| *token == Token::Cite && one.is_section(&source.text[range.clone()]));
            for (_, range) in cites {
                let tested = of_tests.iter().any(|test| test.source == id && test.holds(range.start));
                *(if played && !tested { &mut rules } else { &mut tests }) += 1;
            }
        }
        parts.push(format!("Cited at {} in rules and at {} in tests.", count(rules, "place"), count(tests, "place")));
        parts.join("\n\n")
    }
}

/// The parameter or name of a script among the declarations of a word: it means something in one item only.
fn in_one_item(declarations: &[Declared]) -> Option<&Declared> {
    declarations.iter().find(|one| matches!(one.sort, Sort::Parameter | Sort::Local))
}

/// The first lines of an item whose keyword stands at this column.
fn excerpt(text: &str, column: usize) -> String {
    let dedented = |line: &str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line[blanks.min(column)..].to_owned()
    };
    let mut lines: Vec<String> = text.lines().take(MOST_LINES).map(dedented).collect();
    if text.lines().count() > MOST_LINES {
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

/// What the manual says of a word inside a line, at most [`MOST_LINES`] of it.
fn mentioned(word: &str) -> Option<String> {
    let all = manual::mentions(word);
    let lines = all.iter().flat_map(|one| one.lines.iter().map(|line| (one.heading, line)));
    let told: Vec<String> = lines
        .take(MOST_LINES)
        .map(|(heading, line)| {
            // Sentences and rows are Markdown, forms are not.
            let line = if line.contains('`') { line.replacen(" | ", ": ", 1) } else { format!("`{line}`") };
            format!("- {line} *({heading})*")
        })
        .collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// How the item or line that begins with the word at `range` is written, with the section of the manual that says so.
fn form(text: &str, range: &Range<usize>) -> Option<String> {
    let word = &text[range.clone()];
    let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line_start..range.start];
    let show = |forms: &[&Written], lines: &dyn Fn(&Written) -> Vec<&'static str>| {
        let heading = forms.first()?.heading();
        let lines: Vec<&str> = forms.iter().flat_map(|form| lines(form)).collect();
        Some(format!("```text\n{}\n```\n\nManual, {heading}", lines.join("\n")))
    };
    let is_subject = !before.is_empty() && before.split_whitespace().count() == 1;
    if before.is_empty() || is_subject && manual::BEHIND_SUBJECT.contains(&word) {
        return show(&manual::forms(word).collect::<Vec<_>>(), &|form| form.lines.clone());
    }
    if !before.trim().is_empty() {
        return None;
    }
    let item = text[..line_start].lines().rev().find(|line| line.starts_with(char::is_alphabetic))?;
    let forms: Vec<&Written> =
        manual::forms(manual::form_word(item)).filter(|form| form.parts(word).next().is_some()).collect();
    show(&forms, &|form| form.parts(word).collect())
}
