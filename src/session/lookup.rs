//! Looking things up: sections of the rulebook and what cites them, words of the game and of its scripts.

use crate::diagnostic::nearest;
use crate::draw::{Line, Role};
use crate::model::api;
use crate::model::game::Game;
use crate::model::id::*;
use crate::play::sentence::fold;
use crate::source::Span;

use super::Session;
use super::table::table;

/// Something of a game that has a name, a place and perhaps words about it.
struct Named<'g> {
    kind: &'static str,
    name: String,
    title: String,
    doc: Option<&'g str>,
    cites: &'g [SectionId],
    span: Span,
}

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
        let items: Vec<Named<'_>> = named(game).into_iter().filter(|item| item.cites.contains(&id)).collect();
        if !items.is_empty() {
            lines.push(Line::of(Role::Dim, "cited by"));
            let mut rows: Vec<Vec<Line>> = Vec::new();
            for item in &items {
                let row = vec![
                    Line::of(Role::Dim, item.kind),
                    Line::plain(item.name.as_str()),
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
            .filter(|item| fold(&item.name) == wanted || fold(&item.title) == wanted)
        {
            let mut head =
                Line::of(Role::Dim, format!("{} ", item.kind)).and(Role::Title, item.title.replace('_', " "));
            if fold(&item.title) != fold(&item.name) {
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
            named(&self.game).into_iter().map(|item| item.title).filter(|title| !title.is_empty()).collect();
        words.extend(api::TABLE.iter().map(|entry| entry.name.to_owned()));
        words.sort();
        words.dedup();
        words
    }
}

fn section_row(section: &crate::model::game::Section) -> Vec<Line> {
    vec![
        Line::of(Role::Cite, format!("§{}", section.number)),
        Line::of(Role::Plain, section.title.as_str()),
        Line::of(Role::Dim, section.text.clone().unwrap_or_default()),
    ]
}

fn place(game: &Game, span: Span) -> String {
    let (line, _) = game.sources.line_column(span);
    format!("{}:{line}", game.sources.name_of(span.source))
}

/// Everything of a game that has a name.
fn named(game: &Game) -> Vec<Named<'_>> {
    let mut all = Vec::new();
    let mut add = |kind, name: &str, title: &str, doc, cites, span| {
        all.push(Named { kind, name: name.to_owned(), title: title.to_owned(), doc, cites, span });
    };
    for step in &game.steps {
        add("step", &step.name, &step.title, step.doc.as_deref(), &step.cites, step.span);
    }
    for offer in game.offers.iter().filter(|offer| offer.card.is_none()) {
        let kind = if offer.is_family { "family" } else { "action" };
        add(kind, &offer.name, &offer.title, offer.doc.as_deref(), &offer.cites, offer.span);
    }
    for card in &game.card_defs {
        add("card", &card.name, &card.title, card.doc.as_deref(), &card.cites, card.span);
    }
    for kind in &game.kinds {
        add(
            if kind.is_family { "family" } else { "kind" },
            &kind.name,
            &kind.title,
            kind.doc.as_deref(),
            &[],
            kind.span,
        );
    }
    for fact in &game.facts {
        add("fact", &fact.name, &fact.name, fact.doc.as_deref(), &[], fact.span);
    }
    for var in &game.vars {
        add("state", &var.name, &var.title, var.doc.as_deref(), &var.cites, var.span);
    }
    for word in &game.words {
        add("word", &word.name, &word.name, word.doc.as_deref(), &word.cites, word.span);
    }
    for function in &game.functions {
        add("fn", &function.name, &function.name, function.doc.as_deref(), &function.cites, function.span);
    }
    for quantity in &game.quantities {
        add("quantity", &quantity.name, &quantity.title, quantity.doc.as_deref(), &quantity.cites, quantity.span);
        for modifier in &quantity.modifiers {
            add("modify", &quantity.name, "", None, &modifier.cites, modifier.span);
        }
    }
    for permission in &game.permissions {
        for forbid in &permission.forbids {
            add("forbid", &permission.name, "", None, &forbid.cites, forbid.span);
        }
    }
    let procedures =
        game.scopes.iter().filter(|scope| matches!(scope.kind, crate::model::sequence::ScopeKind::Procedure(_)));
    for scope in procedures {
        add("procedure", &scope.name, &scope.name, scope.doc.as_deref(), &scope.cites, scope.span);
    }
    for table in &game.tables {
        add("table", &table.name, &table.title, table.doc.as_deref(), &table.cites, table.span);
    }
    for ruling in &game.rulings {
        add("ruling", &ruling.name, &ruling.title, None, &ruling.cites, ruling.span);
    }
    for purse in &game.purses {
        add("purse", &purse.name, &purse.title, None, &purse.cites, purse.span);
    }
    for hook in &game.hooks {
        add("hook", "before or after", "", None, &hook.cites, hook.span);
    }
    for rule in &game.whenevers {
        add("whenever", "rule of settled play", "", None, &rule.cites, rule.span);
    }
    for rule in &game.invariants {
        add("invariant", &rule.name, &rule.name, None, &rule.cites, rule.span);
    }
    for test in &game.tests {
        add("test", &test.title, "", None, &test.cites, test.span);
    }
    all
}
