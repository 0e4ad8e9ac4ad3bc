//! Saved games: text, line by line, that people can read, mend and send by mail.
//!
//! A head says which game it is; every line below is one answer of a player or of chance, by name. What cannot be read
//! costs nothing that stands before it. The last line holds two numbers: that of the last state, and that of the record,
//! which is everything above it.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::analysis::bots::Player;
use crate::catalog::Origin;

/// The version of the format that is written. Version 1 had neither the number of the record nor the mods.
const VERSION: u32 = 2;
/// The word that begins a file.
const MAGIC: &str = "oriflamme";
/// Who answers where chance does.
const CHANCE: &str = "chance";
/// Who speaks where something happened at the table and not in the game.
const TABLE: &str = "table";

/// A saved game as it was read, before its rules are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Save {
    /// The version of its format, from 1.
    pub version: u32,
    /// The plain name of the game.
    pub game: String,
    /// The name of the scenario.
    pub scenario: String,
    /// The number from which all chance springs.
    pub seed: u64,
    /// Readings of rulings that are not the usual ones.
    pub rulings: Vec<(String, String)>,
    /// The rules that it was played with, if the file says so.
    pub origin: Option<Origin>,
    /// Who plays each side.
    pub seats: Vec<(String, Player)>,
    /// True if persons are asked at windows that are open at any time.
    pub stops: bool,
    /// True if persons are asked for slots.
    pub asks_slots: bool,
    /// True if no decision may be taken back after chance was seen.
    pub strict: bool,
    /// The answers.
    pub lines: Vec<SavedLine>,
    /// What happened at the table: before which answer (its place in `lines`), and in what words.
    pub notes: Vec<(usize, String)>,
    /// How many windows passed in silence after the last answer.
    pub silent: u32,
    /// The numbers in the last line, if the file has one.
    pub end: Option<End>,
    /// The number of the record as it was read.
    pub record: u64,
    /// The first line that could not be read; `lines` ends before it.
    pub trouble: Option<Trouble>,
}

/// The last line of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number of the last state.
    pub state: u64,
    /// The number of the record: head and journal. Files of version 1 have none.
    pub record: Option<u64>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLine {
    /// Who: the name of a side, or `chance`.
    pub who: String,
    /// At a window: how many windows passed in silence before.
    pub silent: Option<u32>,
    /// The words.
    pub text: String,
    /// Its number in the file.
    pub line: u32,
}

/// Why a file cannot be read from some line on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there, and what would be right.
    pub message: String,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

/// Adds up the lines of a record. Blanks at the edges, empty lines and comments do not count: they carry no decision, and mail
/// programs change them.
struct Record(xxhash_rust::xxh3::Xxh3);

impl Record {
    fn new() -> Self {
        Record(xxhash_rust::xxh3::Xxh3::new())
    }

    fn add(&mut self, line: &str) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            self.0.update(line.as_bytes());
            self.0.update(b"\n");
        }
    }

    fn number(&self) -> u64 {
        self.0.digest()
    }
}
