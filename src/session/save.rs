//! Saved games: text, line by line, that people can read, repair and send by mail.
//!
//! A head identifies the game. Every line below it is one answer of a player or of chance, by name. An unreadable line
//! does not affect the lines before it. The last line holds two numbers: the digest of the last state, and the digest
//! of the record, which is everything above it.

mod branches;
pub(super) mod read;
#[cfg(test)]
mod tests;
pub(super) mod write;

use std::borrow::Cow;

use crate::analysis::bots::Player;
use crate::catalog::Origin;
use crate::model::game::Game;
pub(super) use crate::model::game::{ARBITER, CHANCE, TABLE};
use crate::session::{Start, side_named};

/// The newest version of the format. Version 1 had neither the record's digest nor the mods.
const VERSION: u32 = 3;
/// The version of a game without branches.
const PLAIN: u32 = 2;
/// The word that begins a file.
const MAGIC: &str = "oriflamme";

/// A saved game as read, before its rules are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Save {
    /// The version of its format, from 1.
    pub version: u32,
    /// The plain name of the game.
    pub game: String,
    /// The name of the scenario. Empty for a board of the game without one.
    pub scenario: String,
    /// The position it begins with.
    pub start: Start,
    /// The seed of all chance.
    pub seed: u64,
    /// The readings of rulings that differ from the default.
    pub rulings: Vec<(String, String)>,
    /// The lines of these readings in the file, in the same order.
    pub ruling_lines: Vec<u32>,
    /// The rules it was played with, if recorded.
    pub origin: Option<Origin>,
    /// The player of each side.
    pub seats: Vec<SavedSeat>,
    /// True if persons are asked at windows that are open at any time.
    pub stops: bool,
    /// True if persons are asked for slots.
    pub asks_slots: bool,
    /// True if no decision may be taken back after chance was seen.
    pub strict: bool,
    /// The answers.
    pub lines: Vec<SavedLine>,
    /// The events at the table: the index in `lines` of the next answer, and the event in words.
    pub notes: Vec<(usize, String)>,
    /// The number of windows passed in silence after the last answer.
    pub silent: u32,
    /// The dice set for the next rolls.
    pub dice: Option<SavedDice>,
    /// The branches and marks, below the last line of the game.
    pub branches: Vec<SavedBranch>,
    /// The branch to which the game above belongs.
    pub on: String,
    /// The numbers in the last line, if the file has one.
    pub end: Option<End>,
    /// The digest of the record as read.
    pub record: u64,
    /// The first line that could not be read; `lines` ends before it.
    pub trouble: Option<Trouble>,
    /// True if persons answer for all sides, bots too, because the game is only played again.
    pub is_replayed: bool,
}

impl Save {
    /// The name of the scenario, or else of the game.
    pub fn subject(&self) -> &str {
        if self.scenario.is_empty() { &self.game } else { &self.scenario }
    }

    /// Compares the seats with the sides of the game. Returns the titles of the sides without a `seat` line, which
    /// persons play.
    ///
    /// # Errors
    /// The first line that names no side of the game, or one that has a seat already.
    pub fn unseated<'g>(&self, game: &'g Game) -> Result<Vec<&'g str>, Trouble> {
        let mut seated = Vec::new();
        for SavedSeat { side, line, .. } in &self.seats {
            let bad = |message: String| Err(Trouble { line: *line, message });
            match side_named(game, side) {
                None => return bad(no_side(game, side)),
                Some(seat) if seated.contains(&seat) => {
                    return bad(format!(
                        "a second `seat` line for {}: the head already has one",
                        game.side_title(seat)
                    ));
                }
                Some(seat) => seated.push(seat),
            }
        }
        Ok(game.played().filter(|seat| !seated.contains(seat)).map(|seat| game.side_title(seat)).collect())
    }

    /// The player of each side: a person where no `seat` line names another.
    pub(super) fn players(&self, game: &Game) -> Vec<Player> {
        let mut players = vec![Player::Person; game.sides.len()];
        for one in &self.seats {
            if let Some(player) = side_named(game, &one.side).and_then(|seat| players.get_mut(usize::from(seat))) {
                *player = one.player;
            }
        }
        players
    }

    /// True if the file was changed after it was saved, or cut: its last line is missing, or its digest of the record
    /// is not that of the lines above. Files of version 1 have no such digest.
    pub fn is_changed(&self) -> bool {
        self.version > 1 && self.end.and_then(|end| end.record) != Some(self.record)
    }
}

/// A side and its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSeat {
    /// The name of the side, as written.
    pub side: String,
    /// Who plays it.
    pub player: Player,
    /// Its line in the file, from 1.
    pub line: u32,
}

/// A branch or mark: the branch on which it was made, the number of entries it shares with it, and its other entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedBranch {
    /// Its name.
    pub name: String,
    /// True for a mark.
    pub is_mark: bool,
    /// The branch on which it was made. None for the first branch, which shares its beginning with the game above.
    pub of: Option<String>,
    /// The number of entries shared.
    pub from: usize,
    /// The number of entries before the place where it was left.
    pub at: usize,
    /// The other entries, as written.
    pub lines: Vec<String>,
    /// Events at the table, each with the number of entries before it.
    pub notes: Vec<(usize, String)>,
    /// The number of windows passed in silence after the last entry.
    pub silent: u32,
    /// The number of its first line in the file.
    pub line: u32,
}

/// The last line of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The digest of the last state.
    pub state: u64,
    /// The digest of the record: head and journal. Files of version 1 have none.
    pub record: Option<u64>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLine {
    /// The name of a side, or `chance`.
    pub who: String,
    /// At a window, the number of windows passed in silence before it.
    pub silent: Option<u32>,
    /// The answer in words.
    pub text: String,
    /// Its number in the file.
    pub line: u32,
}

/// The dice set for the next rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedDice {
    /// A group for each roll.
    pub groups: Vec<Vec<i64>>,
    /// Their line in the file, from 1.
    pub line: u32,
}

/// The reason why a file cannot be read from a line on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The line, from 1.
    pub line: u32,
    /// The error and its correction.
    pub message: String,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "line {}: {}", self.line, shortened(&self.message))
    }
}

/// A message with at most this many characters is shown whole.
const MOST_SHOWN: usize = 600;
/// The number of characters shown at the beginning of a longer one.
const SHOWN_BEFORE: usize = 300;
/// The number of characters shown at its end, where the correction is.
const SHOWN_BEHIND: usize = 200;

/// A message without the middle of a long line that it quotes.
fn shortened(message: &str) -> Cow<'_, str> {
    let length = message.chars().count();
    if length <= MOST_SHOWN {
        return Cow::Borrowed(message);
    }
    let before: String = message.chars().take(SHOWN_BEFORE).collect();
    let behind: String = message.chars().skip(length - SHOWN_BEHIND).collect();
    Cow::Owned(format!("{before} … {behind}"))
}

/// Says that no side of a game has this name.
fn no_side(game: &Game, name: &str) -> String {
    let names: Vec<&str> = game.sides.iter().map(|side| side.name.as_str()).collect();
    format!("no side is named `{name}`; the sides are: {}", names.join(", "))
}

/// The digest of a record's lines. Spaces at the ends of lines, empty lines and comments do not count: they carry no
/// decision, and mail programs change them.
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
