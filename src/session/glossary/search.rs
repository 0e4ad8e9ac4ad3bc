//! A search for the words of a question in sections and entries.

use crate::analysis::citing::{Named, named};
use crate::draw::{Line, Role};
use crate::model::game::{Game, Section};
use crate::source::{fold, plain_words};

use super::super::table::table;
use super::{FOR_AUTHORS, kind_of};

/// The most results of a search.
const MOST_FOUND: usize = 8;
/// Words with the same meaning in a search.
const ALIKE: [&[&str]; 4] =
    [&["win", "victory", "outcome"], &["shoot", "fire", "missile"], &["move", "movement", "march"], &["lose", "loss"]];

/// A result of a search: its score, and its lines.
type Found = (usize, Vec<Line>);

/// The sections and entries that mention the words of a question, best match first.
pub(super) fn mentions(game: &Game, words: &str) -> Vec<Line> {
    let mut rows: Vec<Found> = game.sections.iter().map(|section| found_section(section, words)).collect();
    let players = |item: &&Named<'_>| !FOR_AUTHORS.contains(&item.kind) && !item.title.contains('{');
    for item in named(game).iter().filter(players).filter(|item| !item.title.is_empty()) {
        let doc = item.doc.unwrap_or_default().trim().replace('\n', " ");
        let text = result(&plain_words(item.title), &doc);
        rows.push((score(words, item.title, &doc), vec![Line::of(Role::Dim, kind_of(game, item)), text]));
    }
    found(rows, words)
}

/// The sections about a topic. Empty if there are none.
pub(in crate::session) fn sections_about(game: &Game, words: &str) -> Vec<Line> {
    found(game.sections.iter().map(|section| found_section(section, words)).collect(), words)
}

fn found_section(section: &Section, words: &str) -> Found {
    let text = section.text.as_deref().unwrap_or_default();
    let number = Line::of(Role::Cite, format!("§{}", section.number));
    (score(words, &section.title, text), vec![number, result(&section.title, text)])
}

fn result(title: &str, text: &str) -> Line {
    let between = if text.is_empty() { "" } else { ": " };
    Line::of(Role::Title, title).and(Role::Plain, format!("{between}{text}"))
}

fn found(mut rows: Vec<Found>, words: &str) -> Vec<Line> {
    rows.retain(|(score, _)| *score > 0);
    // Equal scores keep their order.
    rows.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    rows.truncate(MOST_FOUND);
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::of(Role::Dim, format!("about `{}`:", words.trim()))];
    lines.extend(table(rows.into_iter().map(|(_, row)| row).collect(), 2));
    lines
}

/// The score of a title and a text for a question: three for each of its words in the title, one for each in the text.
fn score(question: &str, title: &str, text: &str) -> usize {
    let stems = |text: &str| fold(text).split(|sign: char| !sign.is_alphanumeric()).map(stem).collect::<Vec<_>>();
    let (title, text) = (stems(title), stems(text));
    let mut sum = 0;
    for word in stems(question).iter().filter(|word| word.len() > 2) {
        let alike = ALIKE.iter().find(|group| group.iter().any(|one| stem(one) == *word));
        let forms: Vec<String> =
            alike.map_or_else(|| vec![word.clone()], |group| group.iter().map(|one| stem(one)).collect());
        let holds = |all: &[String]| all.iter().any(|one| forms.iter().any(|form| same(form, one)));
        sum += 3 * usize::from(holds(&title)) + usize::from(holds(&text));
    }
    sum
}

/// True if two stems belong to one word.
fn same(one: &str, other: &str) -> bool {
    one == other || one.len() > 4 && other.len() > 4 && (one.starts_with(other) || other.starts_with(one))
}

/// A word without its common endings.
fn stem(word: &str) -> String {
    let cut = ["ing", "ers", "er", "ies", "ed", "es", "s", "y", "e"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() > 2))
        .unwrap_or(word);
    let mut letters: Vec<char> = cut.chars().collect();
    // `winn` of `winning` is `win`.
    if letters.len() > 3 && cut.len() < word.len() && letters.last() == letters.get(letters.len() - 2) {
        letters.pop();
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_other_forms_of_a_word() {
        assert_eq!((stem("winning"), stem("wins"), stem("winter")), ("win".into(), "win".into(), "wint".into()));
        assert!(score("winning", "Victory", "") > score("winning", "Winter", "Cold."));
        assert_eq!(score("winning", "Winter", "Cold."), 0);
    }
}
