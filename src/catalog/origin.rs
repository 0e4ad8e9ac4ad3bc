//! The origin of a game's rules: the shipped texts, and those a user added or replaced.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::Xxh3;

use crate::source::plain;

use super::file::scenarios_in;
use super::shipped::shipped_text;
use super::{Catalog, GameEntry, place_of};

/// The rules a game was played with. A saved game records it for comparison on another machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The fingerprint of all texts of rules, cards and the scenario together.
    pub rules: u64,
    /// Those of the files that are not shipped or differ from the shipped ones, by path, each with its fingerprint.
    pub mods: Vec<(String, u64)>,
}

/// A difference between the files here and those of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The file is missing here.
    Missing(String),
    /// The file is different here.
    Changed(String),
    /// The file was added since the game was saved.
    Added(String),
    /// The user's files are the same, but the shipped ones differ.
    Shipped,
}

impl Origin {
    /// The differences between this origin and that of a saved game.
    pub fn differences(&self, saved: &Origin) -> Vec<Difference> {
        let here: BTreeMap<&str, u64> = self.mods.iter().map(|(path, number)| (path.as_str(), *number)).collect();
        let mut found: Vec<Difference> = (saved.mods.iter())
            .filter_map(|(path, number)| match here.get(path.as_str()) {
                None => Some(Difference::Missing(path.clone())),
                Some(other) if other != number => Some(Difference::Changed(path.clone())),
                Some(_) => None,
            })
            .collect();
        let added = self.mods.iter().filter(|(path, _)| saved.mods.iter().all(|(other, _)| other != path));
        found.extend(added.map(|(path, _)| Difference::Added(path.clone())));
        if found.is_empty() && self.rules != saved.rules {
            found.push(Difference::Shipped);
        }
        found
    }
}

impl Catalog {
    /// The origin of a game with this scenario.
    pub fn origin(&self, game: &GameEntry, scenario: &str) -> Origin {
        let mut all = Xxh3::new();
        let mut mods = Vec::new();
        for file in &game.files {
            let path = self.sources.name_of(file.source);
            let mut scenarios = scenarios_in(&file.heads).map(|(_, one)| plain(&one.name.text).to_lowercase());
            let root = place_of(path).map(|(root, ..)| super::ROOTS[root]);
            let is_played = match root {
                _ if !super::is_played(path) => false,
                // A scenario's file counts for that scenario only.
                Some("scenarios") => scenarios.any(|name| name == plain(scenario).to_lowercase()),
                _ => true,
            };
            let Some(source) = self.sources.get(file.source).filter(|_| is_played) else { continue };
            let number = fingerprint(&source.text);
            all.update(path.as_bytes());
            all.update(&number.to_le_bytes());
            let is_shipped = |text: &str| text == source.text || fingerprint(text) == number;
            if !shipped_text(path).is_some_and(|text| is_shipped(&text)) {
                mods.push((one_line(path), number));
            }
        }
        mods.sort();
        Origin { rules: all.digest(), mods }
    }
}

/// The fingerprint of a text. It does not depend on line endings.
fn fingerprint(text: &str) -> u64 {
    let mut number = Xxh3::new();
    for line in text.lines() {
        number.update(line.as_bytes());
        number.update(b"\n");
    }
    number.digest()
}

/// A path in the form that fits one line of a saved game, where a colon follows the side that answers.
fn one_line(path: &str) -> String {
    path.chars().map(|sign| if sign.is_control() || sign == ':' { '_' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{SourceText, shipped};

    fn texts(more: &[(&str, &str)]) -> Catalog {
        let mut texts = shipped();
        texts.extend(more.iter().map(|(path, text)| SourceText { path: (*path).into(), text: (*text).into() }));
        Catalog::new(texts)
    }

    fn origin(catalog: &Catalog, scenario: &str) -> Origin {
        let (game, found) = catalog.find(scenario).unwrap();
        catalog.origin(game, &found.name)
    }

    #[test]
    fn shipped_games_have_no_mods() {
        assert_eq!(origin(&texts(&[]), "crecy").mods, []);
    }

    #[test]
    fn an_added_file_is_named_and_missing_elsewhere() {
        let path = "cards/chivalry/mine.ori";
        let (plain, modded) = (origin(&texts(&[]), "crecy"), origin(&texts(&[(path, "// hello\n")]), "crecy"));
        let windows = origin(&texts(&[(path, "// hello\r\n")]), "crecy");
        assert_eq!(modded.mods.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), [path]);
        assert_eq!(modded, windows, "the ends of lines do not matter");
        assert_eq!(plain.differences(&modded), [Difference::Missing(path.into())]);
        assert_eq!(modded.differences(&plain), [Difference::Added(path.into())]);
        let changed = origin(&texts(&[(path, "// other\n")]), "crecy");
        assert_eq!(changed.differences(&modded), [Difference::Changed(path.into())]);
        assert_eq!(origin(&texts(&[(path, "// hello\n")]), "hex").mods, [], "another game is not concerned");
    }

    #[test]
    fn files_of_other_scenarios_do_not_count() {
        let battle = ("scenarios/chivalry/mine.ori", "scenario mine \"Mine\" for chivalry { }\n");
        assert_eq!(origin(&texts(&[battle]), "crecy").mods, []);
        assert_eq!(origin(&texts(&[battle]), "mine").mods.len(), 1);
    }
}
