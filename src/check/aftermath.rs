//! Removal of follow-up errors. An item that could not be parsed, or whose head is wrong, declares nothing, so every
//! use of its names would be reported too. Those errors are held back until the cause is fixed.
//!
//! Input: all diagnostics of one game's files. Output: those the author must fix. This works on the text alone: on
//! names in unreadable parts, and on lines that mention them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, any_error};
use crate::source::{SourceId, SourceMap, Span};
use crate::syntax::ITEM_WORDS;
use crate::syntax::ast::{self, ItemKind};

/// Codes for a name without a meaning.
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

/// Codes that, in the head of an item, prevent its declaration.
const UNDECLARED: &[&str] = &["unknown-word", "reserved-name", "circle", "parameter-without-type", "board-shape"];

/// Codes of checks on the whole game; they are meaningless while parts are missing.
const CONCLUSIONS: &[&str] = &[
    "endless-offer",
    "endless-rule",
    "unmade-offer",
    "never-reached",
    "unused-state",
    "unused-ruling",
    "unused-rule",
    "unread-choice",
    "unset-state",
    "idle-lasts",
    "me-in-procedure",
    "unused-name",
    "purse-never-filled",
    "price-below-zero",
    "lonely-space",
    "cells-lacking",
    "no-citation",
    "army-value",
    "counter-mix",
];

/// The checker's diagnostics without those that follow from another error. `read` holds the diagnostics from parsing.
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
    let misread = look_alikes(read);
    let follows = |one: &Diagnostic| one.span().is_some_and(|span| touches(&misread, span));
    let found: Vec<Diagnostic> =
        found.into_iter().filter(|one| !follows(one) && !lost.explains(&mut lines, one)).collect();
    let mut found = without_heads(sources, files, found);
    if any_error(read) || found.iter().any(|one| one.is_error() && !CONCLUSIONS.contains(&one.code)) {
        found.retain(|one| !CONCLUSIONS.contains(&one.code));
    }
    found
}

/// The characters that only look like those of the language, in order: what is next to them may have been misread.
fn look_alikes(read: &[Diagnostic]) -> Vec<Span> {
    let mut spans: Vec<Span> =
        read.iter().filter(|one| one.code == "look-alike").filter_map(Diagnostic::span).collect();
    spans.sort_by_key(|span| (span.source, span.start));
    spans
}

/// True if one of these spans, sorted and without overlaps, touches this one or begins one blank behind it: a missing
/// `;` is marked before the blank.
fn touches(spans: &[Span], this: Span) -> bool {
    let behind = spans.partition_point(|span| (span.source, span.start) <= (this.source, this.end + 1));
    let before = behind.checked_sub(1).and_then(|at| spans.get(at));
    before.is_some_and(|span| span.source == this.source && span.end >= this.start)
}

/// The parts that could not be parsed.
#[derive(Default)]
struct Lost {
    /// True if part of the `game` item is missing, on which everything depends.
    game: bool,
    board: bool,
    rulebook: bool,
    /// The spans of the whole items.
    items: Vec<Span>,
    /// Every name in the missing lines.
    names: FxHashSet<String>,
    /// The names that missing or incomplete items would have declared.
    heads: FxHashSet<String>,
}

impl Lost {
    fn new(sources: &SourceMap, files: &[ast::File]) -> Self {
        let mut lost = Self::default();
        for broken in files.iter().flat_map(|file| file.broken.iter()) {
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

    /// True if a diagnostic follows from a missing part.
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

/// Cached results for lines, so that each line is read once, however many diagnostics it has.
struct LinesRead<'s, T> {
    sources: &'s SourceMap,
    read: FxHashMap<(SourceId, u32), T>,
}

impl<'s, T> LinesRead<'s, T> {
    fn new(sources: &'s SourceMap) -> Self {
        LinesRead { sources, read: FxHashMap::default() }
    }

    /// The result for the line on which a span begins.
    fn of(&mut self, span: Span, read: impl FnOnce(&'s str) -> T) -> &T {
        let line = self.sources.line_column(span).0;
        self.read.entry((span.source, line)).or_insert_with(|| read(self.sources.line_text(span)))
    }
}

/// Codes that, at the name of a parameter, leave an action without it.
const UNBOUND: &[&str] = &["reserved-name", "parameter-without-type"];

/// True for an action or a card.
fn is_offer(sources: &SourceMap, item: Option<&(Span, Vec<&str>)>) -> bool {
    item.is_some_and(|(span, _)| {
        let text = sources.text(*span);
        text.starts_with("action ") || text.starts_with("card ")
    })
}

/// The diagnostics without those on lines that mention an item whose head is wrong.
fn without_heads(sources: &SourceMap, files: &[ast::File], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut items: Vec<(Span, Vec<&str>)> = Vec::new();
    for item in files.iter().flat_map(|file| file.items.iter()) {
        if !matches!(item.kind, ItemKind::Scenario(_) | ItemKind::Test(_) | ItemKind::Lesson(_) | ItemKind::Puzzle(_)) {
            items.push((item.span, head_names(sources.text(item.span)).collect()));
        }
    }
    items.sort_by_key(|(span, _)| (span.source, span.start));
    let item_of = |span: Span| {
        let behind = items.partition_point(|(item, _)| (item.source, item.start) <= (span.source, span.start));
        behind.checked_sub(1).filter(|&at| items.get(at).is_some_and(|(item, _)| span.start < item.end))
    };
    // The names left undeclared by an error in their item's first line, with that error.
    let mut causes: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, one) in found.iter().enumerate().filter(|(_, one)| UNDECLARED.contains(&one.code)) {
        let Some(span) = one.span() else { continue };
        let Some((item, names)) = item_of(span).and_then(|item| items.get(item)) else { continue };
        if sources.line_column(*item).0 == sources.line_column(span).0 {
            for name in names {
                causes.entry(name).or_insert(at);
            }
        }
    }
    // Without a parameter an action is another one to all that speaks of it.
    let mut nameless: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, one) in found.iter().enumerate() {
        let Some(span) = one.span().filter(|_| UNBOUND.contains(&one.code)) else { continue };
        let Some(index) = item_of(span).filter(|index| is_offer(sources, items.get(*index))) else { continue };
        let first = sources.line_text(span).trim_start().trim_start_matches('{').trim_start();
        if one.code == "reserved-name" || first.starts_with(sources.text(span)) {
            nameless.entry(index).or_insert(at);
            for name in items.get(index).map_or(&[][..], |(_, names)| names) {
                causes.entry(name).or_insert(at);
            }
        }
    }
    // An item of an undeclared kind is undeclared too.
    for item in files.iter().flat_map(|file| file.items.iter()) {
        let ItemKind::Kind(kind) = &item.kind else { continue };
        let cause = kind.family.as_ref().and_then(|family| causes.get(family.text.as_str()).copied());
        if let (Some(cause), Some((_, names))) = (cause, item_of(item.span).and_then(|at| items.get(at))) {
            for name in names {
                causes.entry(name).or_insert(cause);
            }
        }
    }
    // A comma missing between two spaces leaves the second undeclared, missing quotes the name with a blank.
    let seeking = |what: &'static str| found.iter().filter(move |one| one.seeks.as_deref() == Some(what));
    let unnamed: FxHashSet<&str> =
        seeking("space").filter_map(Diagnostic::span).map(|span| sources.text(span)).collect();
    // The other uses of a step whose name is reserved have the name it was meant to have.
    let is_sequence = |span: Span| {
        let within = |item: &&ast::Item| {
            item.span.source == span.source && item.span.start <= span.start && span.end <= item.span.end
        };
        let item = files.iter().flat_map(|file| file.items.iter()).find(within);
        item.is_some_and(|item| matches!(item.kind, ItemKind::Sequence(_)))
    };
    let step_unnamed = found.iter().any(|one| one.code == "reserved-name" && one.span().is_some_and(is_sequence));
    let is_unnamed = |place: &str| {
        let place = place.trim_matches('"');
        unnamed.contains(place) || place.rsplit([' ', '_']).next().is_some_and(|last| unnamed.contains(last))
    };
    let line_of = |span: Span| (span.source, sources.line_column(span).0);
    let unscoped: FxHashSet<(SourceId, u32)> = seeking("scope").filter_map(Diagnostic::span).map(line_of).collect();
    // A clause with an error has no label.
    let of_clause = |one: &&Diagnostic| one.is_error() && one.code != "unknown-label";
    let label = |one: &Diagnostic| {
        let (_, behind) = sources.line_text(one.span()?).split_once(" as ")?;
        identifiers(behind).next()
    };
    let labelled: FxHashSet<&str> = found.iter().filter(of_clause).filter_map(label).collect();
    let shapeless = found.iter().any(|one| one.code == "board-shape");
    let mut dropped: FxHashSet<usize> = FxHashSet::default();
    let mut lines: LinesRead<'_, Vec<usize>> = LinesRead::new(sources);
    for (at, one) in found.iter().enumerate() {
        let Some(span) = one.span() else { continue };
        let of_step = matches!(one.seeks.as_deref(), Some("scope" | "step"));
        // The facts of a kind come from its family.
        let unfamiliar = one.code == "missing-fact"
            && item_of(span).and_then(|item| items.get(item)).is_some_and(|(_, names)| {
                let cause = |name| causes.get(name).and_then(|cause: &usize| found.get(*cause));
                names.iter().any(|name| cause(name).is_some_and(|cause| cause.seeks.as_deref() == Some("kind")))
            });
        let unplaced = one.code == "unknown-place" && is_unnamed(sources.text(span));
        // `until the end of the turn`: what follows an unknown scope is no fact.
        let scopeless = one.seeks.as_deref() == Some("fact") && unscoped.contains(&line_of(span));
        let unlabelled = one.code == "unknown-label" && labelled.contains(sources.text(span));
        let off_board = shapeless && one.code == "unknown-place";
        let own = item_of(span);
        let root = own.and_then(|own| nameless.get(&own).copied());
        let unbound = root.is_some_and(|root| root != at) && UNKNOWN.contains(&one.code);
        let of_a_cause = [step_unnamed && of_step, unfamiliar, unplaced, scopeless, unlabelled, off_board, unbound];
        if of_a_cause.contains(&true) {
            dropped.insert(at);
            continue;
        }
        let spoken_of = |line: &str| {
            let words = identifiers(line).map(|word| word.strip_prefix("may_").unwrap_or(word));
            let mut spoken_of: Vec<usize> = words.filter_map(|word| causes.get(word).copied()).collect();
            spoken_of.sort_unstable();
            spoken_of.dedup();
            // If a whole file is on one line, its first causes are enough.
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
    // If two heads mention each other, one error must remain.
    if found.iter().enumerate().all(|(at, _)| dropped.contains(&at)) {
        return found;
    }
    found.into_iter().enumerate().filter(|(at, _)| !dropped.contains(at)).map(|(_, one)| one).collect()
}

/// The diagnostics with repeated unknown names of a file merged: the first place, with the others as further labels.
pub fn together(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    /// The number of further places shown with the first.
    const SHOWN: usize = 3;
    #[allow(clippy::type_complexity, reason = "what makes two messages one, and where the first stands")]
    let mut first: FxHashMap<(SourceId, &'static str, String, Option<String>), (usize, usize)> = FxHashMap::default();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for one in found {
        let (true, Some(span)) = (one.is_error() && UNKNOWN.contains(&one.code), one.span()) else {
            kept.push(one);
            continue;
        };
        // Which word of a missing parameter is asked makes no other error.
        let help = one.help.clone().filter(|_| one.seeks.as_deref() != Some("parameter"));
        let key = (span.source, one.code, one.headline.clone(), help);
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

/// The names an item declares: the words of its first line up to its title, parameters, citation or body.
fn head_names(text: &str) -> impl Iterator<Item = &str> {
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(['{', '=', '(', ':', '"', '@']).unwrap_or(line.len());
    let head = line.get(..end).unwrap_or_default();
    let head = head.split(" of ").next().and_then(|head| head.split(" during ").next()).unwrap_or_default();
    let clause = ["modify", "forbid", "except", "before", "after", "show", "hide", "first", "whenever", "test"];
    let declares = !identifiers(head).next().is_some_and(|word| clause.contains(&word));
    identifiers(head).filter(move |word| declares && !HEAD_WORDS.contains(word) && !ITEM_WORDS.contains(word))
}

/// Words in heads that are not names, besides those that begin items.
const HEAD_WORDS: &[&str] = &["flag", "has", "per", "piece", "space", "var", "rows", "columns", "pays", "corner"];

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}
