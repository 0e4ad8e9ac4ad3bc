//! What the word under the cursor means, where it is declared, and where else it occurs.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::catalog::{GameEntry, is_played};
use crate::diagnostic::words::count;
use crate::model::api::{Form, TABLE};
use crate::play::sentence::behind;
use crate::source::{SourceId, Span, fold, plain, same_name};

use super::bound::bound;
use super::complete::of_scope;
use super::declared::{Declared, Sort, item_spans};
use super::rename::{is_title_of, sentences};
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

impl Project {
    /// The meaning of the word or citation at a byte of a file.
    pub fn meaning(&mut self, path: &str, at: usize) -> Option<Meaning> {
        let (folder, text) = self.place(path)?;
        let (token, range) = word_at(&text, at)?;
        let word = &text[range.clone()];
        let declarations = self.declarations(path, at);
        let names = self.names(&folder);
        let compiled = self.game(&folder, path);
        let is_placed = self.by_place(path, at).is_some();
        let game = self.game_of(path)?;
        // Only behind its ruling is `none` a reading that has this name.
        let is_meant =
            |one: &&Declared| is_placed || one.sort != Sort::Reading || !manual::OF_EVERY_GAME.contains(&word);
        let meant = declarations.iter().filter(is_meant);
        let mut told: Vec<String> = meant.map(|one| self.told(game, &names, one)).collect();
        if token == Token::Word && !is_placed {
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
        told.extend(form(&text, &range).filter(|_| !is_placed));
        let is_keyword = token == Token::Word
            && !text[..range.start].ends_with('.')
            && (!OF_SCRIPTS.contains(&word) || manual::OF_EVERY_GAME.contains(&word));
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
        if let Some(found) = self.by_place(path, at) {
            return found;
        }
        let here = self.source(path);
        let word = &text[range.clone()];
        let after_dot = text[..range.start].ends_with('.');
        let names = self.names(&folder);
        if token == Token::Word && !after_dot {
            if let Some(item) = self.item_around(path, at)
                && let Some(name) = bound(&text, item.range(), &range)
            {
                // A name of a script hides what else has its name.
                let span = Span { start: name.start as u32, end: name.end as u32, ..item };
                let line = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
                let end = text[name.end..].find('\n').map_or(text.len(), |at| name.end + at);
                let whole = Span { start: line as u32, end: end as u32, ..item };
                return vec![Declared::new(Sort::Local, &Name { text: word.to_owned(), span }, whole)];
            }
            let labels = names.iter().filter(|item| Some(item.whole.source) == here && item.whole.holds(at));
            let labels = labels.flat_map(Declared::all).filter(|one| one.whole.holds(at)).flat_map(|one| &one.inside);
            let labels: Vec<Declared> =
                labels.filter(|one| one.sort == Sort::Label && one.is_called(word)).cloned().collect();
            if !labels.is_empty() {
                return labels;
            }
        }
        let mut found: Vec<Declared> = Vec::new();
        for item in names.iter() {
            let is_inside = Some(item.whole.source) == here && item.whole.holds(at);
            let fits = |one: &&Declared| match (token, one.sort) {
                (Token::Cite, sort) => sort == Sort::Section && one.is_section(word),
                (_, Sort::Section | Sort::Test | Sort::Label) => false,
                (_, Sort::Parameter) => is_inside && !after_dot && one.is_called(word),
                _ => one.is_called(word),
            };
            found.extend(item.all().into_iter().filter(fits).cloned());
        }
        if found.is_empty()
            && let Some(positive) = plain(word).strip_prefix("un")
        {
            let all = names.iter().flat_map(Declared::all);
            found.extend(all.filter(|one| has_un(one) && one.is_called(positive)).cloned());
        }
        // A parameter hides what else has its name, but the noun of its name says what it is.
        if found.iter().any(|one| one.sort == Sort::Parameter) {
            found.retain(|one| matches!(one.sort, Sort::Parameter | Sort::Noun));
        }
        found
    }

    /// The declarations of a word whose place says what it is: a ruling or reading behind `under`, a parameter behind
    /// `at`, the action of a sentence. None where any name may stand.
    fn by_place(&mut self, path: &str, at: usize) -> Option<Vec<Declared>> {
        let (folder, text) = self.place(path)?;
        let (token, range) = word_at(&text, at)?;
        if token != Token::Word || text[..range.start].ends_with('.') {
            return None;
        }
        let word = &text[range.clone()];
        let names = self.names(&folder);
        let of = |sort: Sort, name: &str| -> Vec<Declared> {
            let all = names.iter().flat_map(Declared::all);
            all.filter(|one| one.sort == sort && one.is_called(name)).cloned().collect()
        };
        let called =
            |all: &[Declared]| -> Vec<Declared> { all.iter().filter(|one| one.is_called(word)).cloned().collect() };
        let before: Vec<&str> = text[..range.start].split_whitespace().rev().take(2).collect();
        match before.as_slice() {
            ["under" | "ruling", ..] if text[range.end..].starts_with([' ', '\n']) => {
                return Some(of(Sort::Ruling, word)).filter(|found| !found.is_empty());
            }
            [ruling, "under" | "ruling"] => {
                let found = of(Sort::Ruling, ruling).iter().flat_map(|one| called(&one.inside)).collect::<Vec<_>>();
                return Some(found).filter(|found| !found.is_empty());
            }
            _ => {}
        }
        let tree = self.game_of(path)?.tree(self.source(path)?)?;
        let sentence = sentences(&tree.items).into_iter().find(|sentence| sentence.span.holds(range.start));
        if let Some(sentence) = sentence {
            let begins = |one: &&Declared| {
                one.sort == Sort::Action
                    && one.forms().chain(&one.title).any(|form| {
                        let rest = behind(&fold(&sentence.text), &fold(form)).map(str::len);
                        // The words of the title stand before the rest of the sentence.
                        rest.is_some_and(|rest| range.end <= sentence.span.end as usize - rest.min(sentence.span.len()))
                    })
            };
            let found: Vec<Declared> = names.iter().flat_map(Declared::all).filter(begins).cloned().collect();
            return Some(found).filter(|found| !found.is_empty());
        }
        // `modify dice halved at area`: a parameter of what the clause changes.
        let item = self.item_around(path, at)?;
        let line = text.get(item.start as usize..range.start)?;
        let (clause, list) = line.rsplit_once(" at ")?;
        let is_list = list.chars().all(|sign| sign.is_alphanumeric() || "_, \n".contains(sign));
        if !is_list || !list.trim().is_empty() && !list.trim_end().ends_with(',') || matches!(word, "least" | "most") {
            return None;
        }
        let start = clause.rfind(['{', ';', '\n']).map_or(0, |at| at + 1);
        let clause = clause[start..].trim_start();
        let changed = clause.strip_prefix("modify ").or_else(|| clause.strip_prefix("forbid "))?;
        let changed: Vec<&str> = changed.split([' ', ',', '(']).collect();
        let of_changed = |one: &&Declared| {
            matches!(one.sort, Sort::Quantity | Sort::Action | Sort::Permission | Sort::Walk)
                && changed.iter().any(|name| one.is_called(name))
        };
        let mut found: Vec<Declared> = Vec::new();
        for one in names.iter().flat_map(Declared::all).filter(of_changed) {
            found.extend(one.inside.iter().filter(|one| one.sort == Sort::Parameter && one.is_called(word)).cloned());
            let is_noun = |param: &&Name| !one.inside.iter().any(|typed| typed.span == param.span);
            let params = one.params.iter().filter(|param| same_name(&param.text, word)).filter(is_noun);
            found.extend(params.map(|param| Declared::new(Sort::Parameter, param, param.span)));
        }
        found.extend(of(Sort::Noun, word));
        Some(found)
    }

    /// The item that holds a byte of a file; of one inside a battle, this one.
    fn item_around(&self, path: &str, at: usize) -> Option<Span> {
        let tree = self.game_of(path)?.tree(self.source(path)?)?;
        item_spans(&tree.items).into_iter().filter(|span| span.holds(at)).min_by_key(|span| span.len())
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
        let is_title = !declarations.is_empty() && declarations.iter().all(|one| is_title_of(one, word));
        let mut forms = if is_title { Vec::new() } else { vec![plain(word)] };
        if in_one_item(&declarations).is_none() {
            forms.extend(declarations.iter().flat_map(Declared::forms).map(|name| plain(name)));
            let opposites = declarations.iter().filter(|one| has_un(one));
            forms.extend(opposites.map(|one| format!("un{}", plain(&one.name))));
        }
        let mut found = self.occurrences(path, &declarations, token, &|other| forms.contains(&plain(other)));
        self.leave_own_names(path, &declarations, &mut found);
        found
    }

    /// The tokens for which this is true: in all files of a game or, for a parameter or a name of a script or test, where
    /// it means something.
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
        let only_in = own.and_then(|one| match one.sort {
            Sort::Local => self.item_around(self.catalog().sources.name_of(one.span.source), one.span.start as usize),
            _ => {
                let all = names.iter().flat_map(Declared::all).filter(|item| holds(item.whole, one.span));
                let is_test = |item: &&Declared| matches!(item.sort, Sort::Test | Sort::Lesson | Sort::Puzzle);
                let around = |item: &&Declared| if one.sort == Sort::Label { is_test(item) } else { item != &one };
                all.filter(around).map(|item| item.whole).min_by_key(|whole| whole.len())
            }
        });
        let mut found = Vec::new();
        for source in sources {
            let Some(text) = self.catalog().sources.get(source).map(|source| source.text.as_str()) else { continue };
            // A word after a dot belongs to a thing, even if the script has a name like it.
            let is_own = |range: &Range<usize>| own.is_none() || !text[..range.start].ends_with('.');
            let same = tokens(text)
                .into_iter()
                .filter(|(token, range)| *token == wanted && is_meant(&text[range.clone()]) && is_own(range));
            let is_bound_here = |range: &Range<usize>| match (own, only_in) {
                (Some(one), Some(item)) if one.sort == Sort::Local && item.source == source => {
                    bound(text, item.range(), range).is_some_and(|bound| bound == one.span.range())
                }
                _ => true,
            };
            found.extend(same.filter(|(_, range)| is_bound_here(range)).map(|(_, range)| Span::new(source, range)));
        }
        found.retain(|span| only_in.is_none_or(|item| holds(item, *span)));
        found
    }

    /// Takes away the places where a script, a head in brackets or a test has given the name to something of its own.
    pub(super) fn leave_own_names(&mut self, path: &str, declarations: &[Declared], found: &mut Vec<Span>) {
        let Some((folder, _)) = self.place(path) else { return };
        if in_one_item(declarations).is_some() {
            return;
        }
        let names = self.names(&folder);
        let sources = &self.catalog().sources;
        let mut items: BTreeMap<SourceId, Vec<Span>> = BTreeMap::new();
        let Some(game) = self.game_of(path) else { return };
        for span in found.iter() {
            let read = || game.tree(span.source).map(|tree| item_spans(&tree.items)).unwrap_or_default();
            items.entry(span.source).or_insert_with(read);
        }
        // A parameter with the name of a noun is what the noun says.
        let is_noun = declarations.iter().any(|one| one.sort == Sort::Noun);
        let is_own = |span: &Span| {
            let Some(file) = sources.get(span.source) else { return false };
            let at = span.start as usize;
            if file.text[..at].ends_with('.') || declarations.iter().any(|one| one.span == *span) {
                return false;
            }
            let word = sources.text(*span);
            let spans = items.get(&span.source).into_iter().flatten();
            let item = spans.filter(|item| item.holds(at)).min_by_key(|item| item.len());
            let holds = |one: &&Declared| one.whole.source == span.source && one.whole.holds(at);
            let is_named = |one: &Declared| {
                let takes = || one.params.iter().any(|param| same_name(&param.text, word));
                let has = |one: &Declared| {
                    one.is_called(word) && (one.sort == Sort::Label || one.sort == Sort::Parameter && !is_noun)
                };
                one.inside.iter().any(has) || !is_noun && takes()
            };
            item.is_some_and(|item| bound(&file.text, item.range(), &span.range()).is_some())
                || names.iter().filter(holds).flat_map(Declared::all).filter(holds).any(is_named)
        };
        found.retain(|span| !is_own(span));
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

/// The parameter or name of a script or test among the declarations of a word: it means something in one item only.
fn in_one_item(declarations: &[Declared]) -> Option<&Declared> {
    declarations.iter().find(|one| matches!(one.sort, Sort::Parameter | Sort::Local | Sort::Label))
}

/// True for a flag or word: `un` before its name is its opposite.
fn has_un(one: &Declared) -> bool {
    matches!(one.sort, Sort::Flag | Sort::Word)
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
