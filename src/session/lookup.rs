//! Sections of the rulebook with the rules that cite them, and rulings.

use indexmap::{IndexMap, IndexSet};

use crate::analysis::citing::{TEST, citing, place};
use crate::catalog::Catalog;
use crate::diagnostic::nearest;
use crate::draw::{Line, Role};
use crate::model::game::{Game, Ruling, Section};
use crate::model::id::SectionId;
use crate::source::{Span, fold};

use super::Session;
use super::glossary::sections_about;
use super::table::table;

/// The most names suggested for an unknown one.
const MOST_NEAR: usize = 4;
/// The most tests of a section that are listed.
const MOST_TESTS: usize = 20;

/// True if a section is the head of a chapter: `6` or `6.0`.
fn is_chapter(number: &str) -> bool {
    !number.strip_suffix(".0").unwrap_or(number).contains('.')
}

/// The sections below one: 11.1 below 11 and below 11.0, the head of its chapter; 12.51 below 12.5 if it follows there,
/// for in another rulebook 12.10 follows 12.9 and is not below 12.1.
fn below(game: &Game, at: usize) -> Vec<&Section> {
    let number = &game.sections[at].number;
    let stem = number.strip_suffix(".0").unwrap_or(number);
    let chapter = format!("{stem}.");
    let follow = game.sections[at + 1..].iter().take_while(|one| stem.contains('.') && one.number.starts_with(stem));
    let follow = at + 1..=at + follow.count();
    // A mod may have added sections at the end.
    let is_below =
        |(other, one): &(usize, &Section)| *other != at && (one.number.starts_with(&chapter) || follow.contains(other));
    game.sections.iter().enumerate().filter(is_below).map(|(_, one)| one).collect()
}

/// The section with this number or title.
fn section_named(game: &Game, text: &str) -> Option<usize> {
    let wanted = text.trim().trim_start_matches(['@', '§']);
    let numbered = game.sections.iter().position(|section| section.is_numbered(wanted));
    let wanted = fold(wanted);
    numbered.or_else(|| game.sections.iter().position(|section| !wanted.is_empty() && fold(&section.title) == wanted))
}

impl Session {
    /// The answer of `rule`. A number or title gives that section and everything that cites it. A topic gives the
    /// sections about it, `all` gives all sections, and an empty text gives the chapters. None if there is no such
    /// section.
    pub fn rule(&self, number: &str) -> Option<Vec<Line>> {
        let game = &*self.game;
        let wanted = number.trim().trim_start_matches(['@', '§']);
        if wanted.is_empty() || fold(wanted) == "all" {
            let shown = game.sections.iter().filter(|section| !wanted.is_empty() || is_chapter(&section.number));
            let mut lines = table(shown.map(section_row).collect(), 0);
            if wanted.is_empty() {
                lines.push(Line::of(Role::Dim, "`rule NUMBER` shows a chapter or section, `rule all` every section"));
            }
            return Some(lines);
        }
        let Some(at) = section_named(game, wanted) else {
            let about = sections_about(game, wanted);
            return (!about.is_empty()).then_some(about);
        };
        let section = &game.sections[at];
        let mut lines =
            vec![Line::of(Role::Cite, format!("§{} ", section.number)).and(Role::Title, section.title.as_str())];
        if let Some(text) = &section.text {
            lines.push(Line::plain(text.as_str()));
        }
        if section.prose {
            lines.push(Line::of(Role::Dim, "explanation only"));
        }
        let id = SectionId(at as u16);
        let mut items = citing(game, id);
        // Tests and rulings have lists of their own.
        items.retain(|item| item.kind != TEST && item.kind != "ruling");
        if !items.is_empty() {
            lines.push(Line::of(Role::Dim, "cited by"));
            // A clause for the actions of many cards stands in one place.
            let mut clauses: IndexMap<(&str, String), IndexSet<&str>> = IndexMap::new();
            for item in &items {
                clauses.entry((item.kind, place(game, item.span))).or_default().insert(item.name);
            }
            let row = |((kind, place), names): (&(&str, String), &IndexSet<&str>)| {
                let more = match names.len() {
                    1 => String::new(),
                    count => format!(" and {} more", count - 1),
                };
                let name = names.first().copied().unwrap_or_default();
                vec![
                    Line::of(Role::Dim, *kind),
                    Line::plain(format!("{name}{more}")),
                    Line::of(Role::Dim, place.as_str()),
                ]
            };
            lines.extend(table(clauses.iter().map(row).collect(), 2));
        }
        for (ruling, at) in game.rulings.iter().zip(0_usize..).filter(|(ruling, _)| ruling.cites.contains(&id)) {
            lines.push(
                Line::of(Role::Dim, "ruling")
                    .and(Role::Key, format!("  {}", ruling.name))
                    .and(Role::Plain, format!("  {}", ruling.title)),
            );
            lines.extend(readings_of(game, at, true));
        }
        lines.extend(table(below(game, at).iter().map(|section| section_row(section)).collect(), 2));
        Some(lines)
    }

    /// The tests that cite a section, in all scenarios of the game. The catalogue must contain them. Empty if the text
    /// names no section.
    pub fn rule_tests(&self, number: &str, catalog: &Catalog) -> Vec<Line> {
        let game = &*self.game;
        let Some(section) = section_named(game, number).and_then(|at| game.sections.get(at)) else {
            return Vec::new();
        };
        let Some(entry) = catalog.game(&game.name) else { return Vec::new() };
        let tests = entry.tests_citing(&section.number);
        if tests.is_empty() {
            return Vec::new();
        }
        let left = tests.len().saturating_sub(MOST_TESTS);
        let row = |(title, span): &(String, Span)| {
            let (line, _) = catalog.sources.line_column(*span);
            let place = format!("{}:{line}", catalog.sources.name_of(span.source));
            vec![Line::of(Role::Dim, place), Line::plain(title.as_str())]
        };
        let mut lines = vec![Line::of(Role::Dim, "tested by")];
        lines.extend(table(tests.iter().take(MOST_TESTS).map(row).collect(), 2));
        if left > 0 {
            lines.push(Line::of(Role::Dim, format!("  and {left} more")));
        }
        lines
    }

    /// The disputed rules with their rulings. Those in force are marked.
    pub fn rulings(&self) -> Vec<Line> {
        rulings(&self.game, true)
    }

    /// A disputed rule by its name, in full.
    ///
    /// # Errors
    /// An unknown name. The message suggests similar ones.
    pub fn ruling(&self, name: &str) -> Result<Vec<Line>, String> {
        ruling(&self.game, name, true)
    }

    /// The section number nearest to a mistyped one.
    pub fn nearest_rule(&self, number: &str) -> Option<&str> {
        let mut shorter = number.trim();
        while let Some((front, _)) = shorter.rsplit_once('.') {
            shorter = front;
            let found =
                self.game.sections.iter().find(|one| one.number == shorter || one.number == format!("{shorter}.0"));
            if let Some(section) = found {
                return Some(&section.number);
            }
        }
        nearest(number, self.game.sections.iter().map(|section| section.number.as_str()))
    }

    /// The numbers of all sections.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.game.sections.iter().map(|section| section.number.as_str())
    }
}

/// The disputed rules of a game with their readings. The default and, in a game in progress, the ruling in
/// force are marked.
pub fn rulings(game: &Game, in_progress: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for at in 0..game.rulings.len() {
        lines.push(head_of_ruling(game, at));
        lines.extend(readings_of(game, at, in_progress));
    }
    lines
}

/// A disputed rule in full: its question, its sections, its readings, the one in force, and the rules that
/// depend on each.
///
/// # Errors
/// An unknown name. The message suggests similar ones.
pub fn ruling(game: &Game, name: &str, in_progress: bool) -> Result<Vec<Line>, String> {
    let wanted = fold(name);
    let Some(at) = game.rulings.iter().position(|ruling| fold(&ruling.name) == wanted) else {
        return Err(no_ruling(game, name.trim()));
    };
    let mut lines = vec![head_of_ruling(game, at)];
    lines.extend(readings_of(game, at, in_progress));
    lines.push(in_force(game, at, in_progress));
    let ruling = &game.rulings[at];
    let sections = ruling.cites.iter().map(|cite| section_row(game.section(*cite)));
    lines.extend(table(sections.collect(), 2));
    let asked = || game.askings.iter().filter(|asking| asking.ruling.at() == at);
    if asked().next().is_some() {
        lines.push(Line::of(Role::Dim, "  rules that depend on it"));
        for asking in asked() {
            let reading = reading_name(ruling, asking.reading);
            lines.push(
                Line::of(Role::Key, format!("    {reading}")).and(Role::Dim, format!("  {}", place(game, asking.span))),
            );
            lines.push(Line::plain(format!("      {}", words_of_line(game.sources.line_text(asking.span)))));
        }
    }
    Ok(lines)
}

/// The name of a reading.
pub(super) fn reading_name(ruling: &Ruling, reading: u16) -> &str {
    ruling.values.get(usize::from(reading)).map_or("", |(name, _)| name.as_str())
}

/// The ruling in force, and why.
pub(super) fn in_force(game: &Game, at: usize, in_progress: bool) -> Line {
    let ruling = &game.rulings[at];
    let chosen = game.readings.get(at).copied().filter(|_| in_progress).unwrap_or(ruling.default);
    let line = Line::of(Role::Dim, if in_progress { "  in force: " } else { "  default: " });
    let why = match (in_progress, chosen == ruling.default) {
        (true, true) => "the default; `--set` chooses another when you start a game".to_owned(),
        (true, false) => format!("chosen at the start; the default is {}", reading_name(ruling, ruling.default)),
        (false, _) => format!("choose another when you start a game: `--set {}=…`", ruling.name),
    };
    line.and(Role::Key, reading_name(ruling, chosen)).and(Role::Plain, format!(", {why}"))
}

/// The message for an unknown ruling, with names that are similar or share a word.
pub(super) fn no_ruling(game: &Game, wanted: &str) -> String {
    let names = || game.rulings.iter().map(|ruling| ruling.name.as_str());
    if game.rulings.is_empty() {
        return "this game has no disputed rules".to_owned();
    }
    let said = fold(wanted);
    let shares =
        |name: &&str| fold(name).split(' ').any(|word| word.len() > 2 && said.split(' ').any(|one| one == word));
    let near: Vec<&str> = match nearest(wanted, names()) {
        Some(near) => vec![near],
        None => names().filter(shares).take(MOST_NEAR).collect(),
    };
    let near = match near.as_slice() {
        [] => "; `rulings` lists them all".to_owned(),
        near => format!("; did you mean {}?", crate::diagnostic::words::one_of_quoted(near)),
    };
    format!("no ruling named `{wanted}`{near}")
}

fn head_of_ruling(game: &Game, at: usize) -> Line {
    let ruling = &game.rulings[at];
    let mut head = Line::of(Role::Title, ruling.name.as_str()).and(Role::Plain, format!("  {}", ruling.title));
    for cite in &ruling.cites {
        head.push(Role::Cite, format!("  §{}", game.section(*cite).number));
    }
    head.and(Role::Dim, format!("  {}", place(game, ruling.span)))
}

/// The readings, one a line.
pub(super) fn readings_of(game: &Game, at: usize, in_progress: bool) -> Vec<Line> {
    let (ruling, chosen) = (&game.rulings[at], game.readings.get(at));
    let rows = ruling.values.iter().zip(0_u16..).map(|((name, text), at)| {
        let marks = [(at == ruling.default, "default"), (in_progress && chosen == Some(&at), "in force")];
        let marks: Vec<&str> = marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark).collect();
        vec![Line::of(Role::Key, name.as_str()), Line::of(Role::Dim, marks.join(", ")), Line::plain(text.as_str())]
    });
    table(rows.collect(), 2)
}

/// A line of a file without the spaces that align its columns.
fn words_of_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn section_row(section: &Section) -> Vec<Line> {
    vec![
        Line::of(Role::Cite, format!("§{}", section.number)),
        Line::of(Role::Plain, section.title.as_str()),
        Line::of(Role::Dim, section.text.clone().unwrap_or_default()),
    ]
}
