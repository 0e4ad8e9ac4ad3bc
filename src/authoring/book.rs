//! The rules of a game as a book: one page in HTML, section after section of the rulebook, with the summary of each, the
//! readings of its disputed points, the rules that run, and its tests as examples. Names in the rules lead to where they
//! are declared. The page needs no program but a browser.
//!
//! It is made from syntax trees, so a game with errors has one too. Lessons and puzzles are left out: who reads the
//! solution of a puzzle does not solve it.

mod page;

use std::collections::{BTreeMap, HashMap};

use crate::catalog::{Catalog, GameEntry};
use crate::play::native;
use crate::session::{Opening, Session};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{self, ItemKind, ScenarioLineKind, Section};

use super::colours::{Coloured, coloured};
use super::declared::{Declared, Sort, by_form, declared};
use super::tokens::{Token, tokens};

/// A part of the book: an item of a file.
struct Passage<'t> {
    item: &'t ast::Item,
    /// The parts of its text to show. Those of a battle leave its tests out.
    code: Vec<Span>,
    /// The sections that it cites, as indices, in order. It stands below the first; the others refer to it.
    cites: Vec<usize>,
}

impl Passage<'_> {
    /// True for a test: it is shown as an example.
    fn is_example(&self) -> bool {
        matches!(self.item.kind, ItemKind::Test(_))
    }

    /// True for a disputed point with its readings.
    fn is_ruling(&self) -> bool {
        matches!(self.item.kind, ItemKind::Ruling(_))
    }

    /// True for the reason why a section needs no rule.
    fn is_note(&self) -> bool {
        matches!(self.item.kind, ItemKind::Note(_))
    }
}

/// The contents of a book.
struct Book<'t> {
    catalog: &'t Catalog,
    entry: &'t GameEntry,
    sections: Vec<&'t Section>,
    /// The sections by their numbers.
    by_number: HashMap<&'t str, usize>,
    passages: Vec<Passage<'t>>,
    /// The words of each file with their roles.
    words: HashMap<SourceId, Vec<Coloured<'t>>>,
    /// The names of the game, those inside others too.
    names: Vec<&'t Declared>,
    /// The name of each item, by where it begins.
    named: HashMap<(SourceId, u32), &'t Declared>,
    /// The passages by where they begin.
    begins: BTreeMap<(SourceId, u32), usize>,
}

/// What a book has, for the message about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The sections of the rulebook.
    pub sections: usize,
    /// The items of the rules.
    pub rules: usize,
    /// The tests.
    pub examples: usize,
}

/// The rules of a game as a page in HTML, and what it has.
pub fn book(catalog: &Catalog, entry: &GameEntry) -> (String, Contents) {
    let trees = entry.trees();
    let names: Vec<Declared> = trees.iter().flat_map(declared).collect();
    let known = by_form(&names, is_linked);
    let sections: Vec<&Section> = trees.iter().flat_map(|tree| tree.items.iter()).flat_map(sections_of).collect();
    let mut by_number: HashMap<&str, usize> = HashMap::new();
    for (at, section) in sections.iter().enumerate() {
        by_number.entry(&section.number.text).or_insert(at);
        section.alias.iter().for_each(|alias| _ = by_number.entry(&alias.text).or_insert(at));
    }
    let mut passages = Vec::new();
    for tree in &trees {
        gather(&tree.items, catalog, &by_number, &mut passages);
    }
    let words = |tree: &ast::File| Some((tree.source, coloured(&catalog.sources.get(tree.source)?.text, &known)));
    let begin = |(at, passage): (usize, &Passage<'_>)| ((passage.item.span.source, passage.item.span.start), at);
    let names: Vec<&Declared> = names.iter().flat_map(Declared::all).collect();
    let book = Book {
        catalog,
        entry,
        sections,
        by_number,
        words: trees.iter().filter_map(words).collect(),
        // Of several names of one item the first stays.
        named: names.iter().rev().map(|one| ((one.whole.source, one.whole.start), *one)).collect(),
        names,
        begins: passages.iter().enumerate().map(begin).collect(),
        passages,
    };
    let examples = book.passages.iter().filter(|passage| passage.is_example()).count();
    let notes = book.passages.iter().filter(|passage| passage.is_note()).count();
    let rules = book.passages.len() - examples - notes;
    let contents = Contents { sections: book.sections.len(), rules, examples };
    (book.page(contents), contents)
}

/// True for a name to which links lead, and which the index lists.
fn is_linked(one: &Declared) -> bool {
    let others = [Sort::Section, Sort::Test, Sort::Label, Sort::Parameter, Sort::Lesson, Sort::Puzzle, Sort::Local];
    !others.contains(&one.sort)
}

fn sections_of(item: &ast::Item) -> &[Section] {
    match &item.kind {
        ItemKind::Rulebook(book) => &book.sections,
        _ => &[],
    }
}

/// Adds the passages of these items.
fn gather<'t>(
    items: &'t [ast::Item],
    catalog: &Catalog,
    by_number: &HashMap<&str, usize>,
    found: &mut Vec<Passage<'t>>,
) {
    for item in items {
        if matches!(item.kind, ItemKind::Rulebook(_) | ItemKind::Use(_) | ItemKind::Lesson(_) | ItemKind::Puzzle(_)) {
            continue;
        }
        let mut code = vec![item.span];
        let mut inside = Vec::new();
        if let ItemKind::Scenario(scenario) = &item.kind {
            for line in &scenario.lines {
                let ScenarioLineKind::Item(one) = &line.kind else { continue };
                if matches!(one.kind, ItemKind::Test(_) | ItemKind::Lesson(_) | ItemKind::Puzzle(_)) {
                    cut(&mut code, one, catalog);
                    inside.push(&**one);
                }
            }
        }
        let mut cites = Vec::new();
        for span in &code {
            let text = catalog.sources.text(*span);
            for (_, range) in tokens(text).into_iter().filter(|(token, _)| *token == Token::Cite) {
                let number = text[range].trim_start_matches('@');
                if let Some(at) = by_number.get(number).filter(|at| !cites.contains(*at)) {
                    cites.push(*at);
                }
            }
        }
        found.push(Passage { item, code, cites });
        for one in inside {
            gather(std::slice::from_ref(one), catalog, by_number, found);
        }
    }
}

/// Takes an item and the comment above it out of the last of these parts, as whole lines if nothing else stands there.
fn cut(code: &mut Vec<Span>, item: &ast::Item, catalog: &Catalog) {
    let (Some(last), Some(file)) = (code.last_mut(), catalog.sources.get(item.span.source)) else { return };
    let begin = |at: usize| file.text[..at].rfind('\n').map_or(0, |at| at + 1);
    let Span { end, .. } = *last;
    let item_at = item.span.range();
    let (mut from, mut to) = (item_at.start, item_at.end);
    if file.text[begin(from)..from].trim().is_empty() {
        let above = item.doc.as_deref().map_or(0, |doc| doc.lines().count());
        from = (0..above).fold(begin(from), |line, _| begin(line.saturating_sub(1)));
    }
    let rest = file.text[to..].split_inclusive('\n').next().unwrap_or_default();
    if rest.trim().is_empty() {
        to = (to + rest.len()).min(end as usize);
    }
    last.end = (from as u32).max(last.start);
    code.push(Span { start: to as u32, end, ..item.span });
}

impl<'t> Book<'t> {
    /// The passage around a place. A test inside a battle begins after it, and what follows belongs to the battle.
    fn passage_at(&self, span: Span) -> Option<usize> {
        let before =
            self.begins.range(..=(span.source, span.start)).rev().take_while(|(begin, _)| begin.0 == span.source);
        before.map(|(_, at)| *at).find(|at| self.passages[*at].item.span.covers(span))
    }

    /// The passages that use the name of this one.
    fn users(&self, of: usize) -> Vec<usize> {
        let whole = self.passages[of].item.span;
        let means = |word: &Coloured<'_>| word.name.is_some_and(|name| name.whole == whole);
        let uses = |passage: &Passage<'_>| passage.code.iter().any(|span| self.words_in(*span).iter().any(means));
        (0..self.passages.len()).filter(|at| *at != of && uses(&self.passages[*at])).collect()
    }

    /// The words of a part of a file with their roles.
    fn words_in(&self, span: Span) -> &[Coloured<'t>] {
        let Some(words) = self.words.get(&span.source) else { return &[] };
        let (from, to) = (span.start as usize, span.end as usize);
        let first = words.partition_point(|word| word.range.start < from);
        let last = words.partition_point(|word| word.range.start < to);
        &words[first..last.max(first)]
    }

    /// The board of a scenario at set-up, if it can be set up.
    fn board(&self, scenario: &str) -> Option<String> {
        let game = self.catalog.compile(self.entry, Some(scenario), &[]).game?;
        Some(Session::new(&game, Opening::hot_seat(&game), native::make).ok()?.svg(None))
    }
}
