//! Looking things up: sections of the rulebook and what cites them, words of the game and of its scripts.

use crate::analysis::citing::{citing, named, place};
use crate::diagnostic::nearest;
use crate::draw::{Line, Role};
use crate::model::api;
use crate::model::game::Game;
use crate::model::id::SectionId;
use crate::play::sentence::fold;

use super::Session;
use super::table::table;

impl Session {
    /// A section of the rulebook by its number, with what cites it; without a number, all sections. Nothing if there is
    /// no such section.
    pub fn rule(&self, number: &str) -> Option<Vec<Line>> {
        let game = &*self.game;
        let wanted = number.trim().trim_start_matches(['@', '§']);
        if wanted.is_empty() {
            let rows = game.sections.iter().map(section_row);
            return Some(table(rows.collect(), 0));
        }
        let at = game.sections.iter().position(|section| section.number == wanted)?;
        let section = &game.sections[at];
        let mut lines =
            vec![Line::of(Role::Cite, format!("§{} ", section.number)).and(Role::Title, section.title.as_str())];
        if let Some(text) = &section.text {
            lines.push(Line::plain(text.as_str()));
        }
        if section.prose {
            lines.push(Line::of(Role::Dim, "prescribes nothing"));
        }
        let id = SectionId(at as u16);
        let items = citing(game, id);
        if !items.is_empty() {
            lines.push(Line::of(Role::Dim, "cited by"));
            let mut rows: Vec<Vec<Line>> = Vec::new();
            for item in &items {
                let row = vec![
                    Line::of(Role::Dim, item.kind),
                    Line::plain(item.name),
                    Line::of(Role::Dim, place(game, item.span)),
                ];
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
            lines.extend(table(rows, 2));
        }
        let below: Vec<_> = game.sections.iter().filter(|one| one.number.starts_with(&format!("{wanted}."))).collect();
        if !below.is_empty() {
            lines.extend(table(below.iter().map(|section| section_row(section)).collect(), 2));
        }
        Some(lines)
    }

    /// The doubtful rules with their readings; what is in force in this game is marked.
    pub fn rulings(&self) -> Vec<Line> {
        rulings(&self.game, true)
    }

    /// The nearest number of a section, for those who mistype.
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

    /// What a word of the game or of its scripts means; nothing if there is no such word.
    pub fn help(&self, word: &str) -> Option<Vec<Line>> {
        let game = &*self.game;
        let wanted = fold(word);
        let mut lines = Vec::new();
        for item in named(game)
            .iter()
            .filter(|item| !item.title.is_empty())
            .filter(|item| fold(item.name) == wanted || fold(item.title) == wanted)
        {
            let mut head =
                Line::of(Role::Dim, format!("{} ", item.kind)).and(Role::Title, item.title.replace('_', " "));
            if fold(item.title) != fold(item.name) {
                head.push(Role::Plain, format!(" ({})", item.name));
            }
            for cite in item.cites {
                head.push(Role::Cite, format!(" §{}", game.section(*cite).number));
            }
            head.push(Role::Dim, format!("  {}", place(game, item.span)));
            lines.push(head);
            for line in item.doc.unwrap_or_default().lines() {
                lines.push(Line::plain(format!("  {}", line.trim())));
            }
        }
        for entry in api::TABLE.iter().filter(|entry| fold(entry.name) == wanted) {
            lines.push(
                Line::of(Role::Dim, "in scripts ")
                    .and(Role::Title, entry.name)
                    .and(Role::Plain, format!("  {}", entry.doc)),
            );
        }
        (!lines.is_empty()).then_some(lines)
    }

    /// The words of which `help` knows something.
    pub fn help_words(&self) -> Vec<String> {
        let mut words: Vec<String> =
            named(&self.game).into_iter().map(|item| item.title.to_owned()).filter(|title| !title.is_empty()).collect();
        words.extend(api::TABLE.iter().map(|entry| entry.name.to_owned()));
        words.sort();
        words.dedup();
        words
    }
}

/// The doubtful rules of a game, each with its readings: the default and, in a game in progress, what is in force are
/// marked.
pub fn rulings(game: &Game, in_progress: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for (ruling, chosen) in game.rulings.iter().zip(&game.readings) {
        let mut head = Line::of(Role::Title, ruling.name.as_str()).and(Role::Plain, format!("  {}", ruling.title));
        for cite in &ruling.cites {
            head.push(Role::Cite, format!("  §{}", game.section(*cite).number));
        }
        head.push(Role::Dim, format!("  {}", place(game, ruling.span)));
        lines.push(head);
        let rows = ruling.values.iter().zip(0_u16..).map(|((name, text), at)| {
            let marks = [(at == ruling.default, "default"), (in_progress && at == *chosen, "in force")];
            let marks: Vec<&str> = marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark).collect();
            vec![Line::of(Role::Key, name.as_str()), Line::of(Role::Dim, marks.join(", ")), Line::plain(text.as_str())]
        });
        lines.extend(table(rows.collect(), 2));
    }
    lines
}

fn section_row(section: &crate::model::game::Section) -> Vec<Line> {
    vec![
        Line::of(Role::Cite, format!("§{}", section.number)),
        Line::of(Role::Plain, section.title.as_str()),
        Line::of(Role::Dim, section.text.clone().unwrap_or_default()),
    ]
}
