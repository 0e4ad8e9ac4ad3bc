//! What one mistake draws after it. An item that cannot be read, or whose head is wrong, declares nothing; whoever speaks of what it
//! should have declared would be blamed for it. Such messages wait until the cause is mended.
//!
//! In: everything found in the files of one game. Out: what an author has to mend. It looks at the texts alone: at names that stand in
//! what could not be read, and at lines that speak of them.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, any_error};
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ITEM_WORDS;
use crate::syntax::ast::{self, ItemKind};

/// Codes that say that a name means nothing here.
const UNKNOWN: &[&str] = &[
    "unknown-word",
    "unknown-verb",
    "unknown-label",
    "unknown-place",
    "unknown-section",
    "parameter-without-type",
    "missing-fact",
    "not-one",
    "empty-phrase",
    "wrong-value",
    "declared-twice",
];

/// Codes whose mistake, in the head of an item, keeps it from being declared.
const UNDECLARED: &[&str] = &["unknown-word", "reserved-name", "circle", "parameter-without-type", "board-shape"];

/// Codes that follow from everything taken together: they mean nothing while parts are missing.
const CONCLUSIONS: &[&str] = &[
    "endless-offer",
    "unmade-offer",
    "never-reached",
    "unused-state",
    "unused-name",
    "purse-never-filled",
    "lonely-space",
    "no-citation",
    "army-value",
    "counter-mix",
];

/// Leaves out of what the checker found what follows from another mistake. `read` is what was found when the files were read.
pub fn without_aftermath(
    sources: &SourceMap,
    files: &[ast::File],
    read: &[Diagnostic],
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if !any_error(read) && !any_error(&found) {
        return found;
    }
    let lost = Lost::new(sources, files);
    if lost.game {
        return Vec::new();
    }
    let mut lines = LinesRead::new(sources);
    let found: Vec<Diagnostic> = found.into_iter().filter(|one| !lost.explains(&mut lines, one)).collect();
    let mut found = without_heads(sources, files, found);
    if any_error(read) || found.iter().any(|one| one.is_error() && !CONCLUSIONS.contains(&one.code)) {
        found.retain(|one| !CONCLUSIONS.contains(&one.code));
    }
    found
}

/// What could not be read.
#[derive(Default)]
struct Lost {
    /// Whether a part of the `game` item is missing: everything depends on it.
    game: bool,
    board: bool,
    rulebook: bool,
    /// The items, whole.
    items: Vec<Span>,
    /// Every name in the lines that are missing.
    names: HashSet<String>,
    /// What the items that are missing altogether, or in part, would have declared.
    heads: HashSet<String>,
}

impl Lost {
    fn new(sources: &SourceMap, files: &[ast::File]) -> Self {
        let mut lost = Self::default();
        for broken in files.iter().flat_map(|file| &file.broken) {
            let text = sources.text(broken.whole);
            let mut words = identifiers(text);
            match words.next() {
                Some("game") if !words.next().is_some_and(|word| ["var", "flag", "has"].contains(&word)) => {
                    lost.game = true;
                }
                Some("board") => lost.board = true,
                Some("rulebook") => lost.rulebook = true,
                _ => {}
            }
            lost.items.push(broken.whole);
            lost.heads.extend(head_names(text).map(str::to_owned));
            for part in &broken.lost {
                lost.names.extend(identifiers(sources.text(*part)).map(str::to_owned));
            }
        }
        lost.items.sort_by_key(|item| (item.source, item.start));
        lost
    }

    /// Whether something that was found follows from what is missing.
    fn explains(&self, lines: &mut LinesRead<'_, bool>, one: &Diagnostic) -> bool {
        let sources = lines.sources;
        let Some(span) = one.span() else { return !self.items.is_empty() && one.code == "not-one" };
        let behind = self.items.partition_point(|item| (item.source, item.start) <= (span.source, span.start));
        let before = behind.checked_sub(1).and_then(|at| self.items.get(at));
        if before.is_some_and(|item| item.source == span.source && span.end <= item.end) {
            return true;
        }
        if self.board && matches!(one.code, "unknown-place" | "board-shape" | "layer-size") {
            return true;
        }
        if self.rulebook && one.code == "unknown-section" {
            return true;
        }
        let missing = |word: &str| {
            let bare = word.strip_prefix("may_").unwrap_or(word);
            let of_one = bare.strip_suffix('s').unwrap_or(bare);
            self.names.contains(bare) || self.names.contains(of_one) || self.heads.contains(bare)
        };
        let first_line = sources.text(span).lines().next().unwrap_or_default();
        if UNKNOWN.contains(&one.code) && identifiers(first_line).any(missing) {
            return true;
        }
        let speaks =
            |line: &str| identifiers(line).any(|word| self.heads.contains(word.strip_prefix("may_").unwrap_or(word)));
        !self.heads.is_empty() && *lines.of(span, speaks)
    }
}

/// What was read on lines, so that each is read once, however much is found on it.
struct LinesRead<'s, T> {
    sources: &'s SourceMap,
    read: HashMap<(SourceId, u32), T>,
}

impl<'s, T> LinesRead<'s, T> {
    fn new(sources: &'s SourceMap) -> Self {
        LinesRead { sources, read: HashMap::new() }
    }

    /// What is read on the line on which a span begins.
    fn of(&mut self, span: Span, read: impl FnOnce(&'s str) -> T) -> &T {
        let line = self.sources.line_column(span).0;
        self.read.entry((span.source, line)).or_insert_with(|| read(self.sources.line_text(span)))
    }
}

/// Leaves out what is found on lines that speak of an item whose head is wrong.
fn without_heads(sources: &SourceMap, files: &[ast::File], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut items: Vec<(Span, Vec<&str>)> = Vec::new();
    for item in files.iter().flat_map(|file| &file.items) {
        if !matches!(item.kind, ItemKind::Scenario(_) | ItemKind::Test(_)) {
            items.push((item.span, head_names(sources.text(item.span)).collect()));
        }
    }
    items.sort_by_key(|(span, _)| (span.source, span.start));
    let item_of = |span: Span| {
        let behind = items.partition_point(|(item, _)| (item.source, item.start) <= (span.source, span.start));
        behind.checked_sub(1).filter(|&at| items.get(at).is_some_and(|(item, _)| span.start < item.end))
    };
    // The names that are not declared because of a mistake in their item's first line, with that mistake.
    let mut causes: HashMap<&str, usize> = HashMap::new();
    for (at, one) in found.iter().enumerate().filter(|(_, one)| UNDECLARED.contains(&one.code)) {
        let Some(span) = one.span() else { continue };
        let Some((item, names)) = item_of(span).and_then(|item| items.get(item)) else { continue };
        if sources.line_column(*item).0 == sources.line_column(span).0 {
            for name in names {
                causes.entry(name).or_insert(at);
            }
        }
    }
    // What is of a kind that is not declared is not declared either.
    for item in files.iter().flat_map(|file| &file.items) {
        let ItemKind::Kind(kind) = &item.kind else { continue };
        let cause = kind.family.as_ref().and_then(|family| causes.get(family.text.as_str()).copied());
        if let (Some(cause), Some((_, names))) = (cause, item_of(item.span).and_then(|at| items.get(at))) {
            for name in names {
                causes.entry(name).or_insert(cause);
            }
        }
    }
    let shapeless = found.iter().any(|one| one.code == "board-shape");
    let mut dropped: HashSet<usize> = HashSet::new();
    let mut lines: LinesRead<'_, Vec<usize>> = LinesRead::new(sources);
    for (at, one) in found.iter().enumerate() {
        let Some(span) = one.span() else { continue };
        if shapeless && one.code == "unknown-place" {
            dropped.insert(at);
            continue;
        }
        let own = item_of(span);
        let spoken_of = |line: &str| {
            let words = identifiers(line).map(|word| word.strip_prefix("may_").unwrap_or(word));
            let mut spoken_of: Vec<usize> = words.filter_map(|word| causes.get(word).copied()).collect();
            spoken_of.sort_unstable();
            spoken_of.dedup();
            // Where a whole file stands on one line, its first causes do.
            spoken_of.truncate(64);
            spoken_of
        };
        let follows = !causes.is_empty()
            && lines.of(span, spoken_of).iter().any(|&cause| {
                cause != at
                    && !dropped.contains(&cause)
                    && found.get(cause).and_then(Diagnostic::span).is_some_and(|root| item_of(root) != own)
            });
        if follows {
            dropped.insert(at);
        }
    }
    // Of two heads that speak of each other one has to be told.
    if found.iter().enumerate().all(|(at, _)| dropped.contains(&at)) {
        return found;
    }
    found.into_iter().enumerate().filter(|(at, _)| !dropped.contains(at)).map(|(_, one)| one).collect()
}

/// The same unknown name in several places of a file, told once: the first place, the others named with it.
pub fn together(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    /// The further places that are shown with the first.
    const SHOWN: usize = 3;
    #[allow(clippy::type_complexity, reason = "what makes two messages one, and where the first stands")]
    let mut first: HashMap<(SourceId, &'static str, String, Option<String>), (usize, usize)> = HashMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for one in found {
        let (true, Some(span)) = (one.is_error() && UNKNOWN.contains(&one.code), one.span()) else {
            kept.push(one);
            continue;
        };
        let key = (span.source, one.code, one.headline.clone(), one.help.clone());
        match first.get_mut(&key) {
            Some((at, more)) => {
                *more += 1;
                if let Some(earlier) = kept.get_mut(*at)
                    && *more <= SHOWN
                {
                    earlier.secondary.push(crate::diagnostic::Label { span, text: "and here".to_owned() });
                }
            }
            None => {
                first.insert(key, (kept.len(), 0));
                kept.push(one);
            }
        }
    }
    for (at, more) in first.into_values().filter(|&(_, more)| more > 0) {
        let Some(one) = kept.get_mut(at) else { continue };
        let shown = one.secondary.iter().filter(|label| label.text == "and here").count();
        if more > shown {
            one.notes.push(format!("and in {} more", crate::diagnostic::words::count(more - shown, "place")));
        }
    }
    kept
}

/// The names that an item declares, by the words of its first line up to its title, parameters, citation or body.
fn head_names(text: &str) -> impl Iterator<Item = &str> {
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(['{', '=', '(', ':', '"', '@']).unwrap_or(line.len());
    let head = line.get(..end).unwrap_or_default();
    let head = head.split(" of ").next().and_then(|head| head.split(" during ").next()).unwrap_or_default();
    let clause = ["modify", "forbid", "except", "before", "after", "show", "hide", "first", "whenever", "test"];
    let declares = !identifiers(head).next().is_some_and(|word| clause.contains(&word));
    identifiers(head).filter(move |word| declares && !HEAD_WORDS.contains(word) && !ITEM_WORDS.contains(word))
}

/// Words of heads that name nothing, besides those with which items begin.
const HEAD_WORDS: &[&str] = &["flag", "has", "per", "piece", "space", "var", "rows", "columns", "pays", "corner"];

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}
