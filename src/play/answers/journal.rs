//! The journal. Scenario, rulings, seed and journal determine the whole game (design, idea 2).

use serde::{Deserialize, Serialize};

use crate::model::id::Ref;
use crate::model::value::Faces;

use super::question::Answer;

/// One answer of a player or of chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A player's answer.
    Answer {
        /// The side that answered.
        seat: u16,
        /// At a window: the number of windows passed in silence since the previous entry.
        silent: Option<u32>,
        /// The answer.
        answer: Answer,
        /// The answer as a sentence, for people and for other versions of the rules.
        text: String,
    },
    /// Dice.
    Dice(Faces),
    /// Cards drawn, by name.
    Cards(Vec<u16>),
    /// Something drawn at random.
    Lot(Ref),
    /// The position was changed by hand, before the question that comes next.
    Arbiter {
        /// If that question is a window: the number of windows passed in silence since the previous entry.
        silent: Option<u32>,
        /// The change, as typed.
        text: String,
        /// Its line in the file it was read from, for messages.
        line: Option<u32>,
    },
    /// A line of a saved journal that was not read yet. It is read when its question is asked.
    Unread {
        /// The side that answered; `None`: chance.
        seat: Option<u16>,
        /// The number of windows passed in silence.
        silent: Option<u32>,
        /// The words.
        text: String,
        /// Its line in the file, for messages.
        line: u32,
    },
}

impl Entry {
    /// True if a player answered.
    pub fn is_answer(&self) -> bool {
        matches!(self, Entry::Answer { .. } | Entry::Unread { seat: Some(_), .. })
    }
}

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The entries.
    pub entries: Vec<Entry>,
    /// The number of entries used: fewer than all while a step runs again or a save is loaded.
    pub used: usize,
    /// The number of windows passed in silence since the last entry.
    pub silent: u32,
    /// How many of these passed before the pending question, to run its step again.
    pub silent_before: u32,
    /// True if answers are recorded.
    pub kept: bool,
}
