//! The journal: scenario, rulings, seed and these answers are the game (design, idea 2).

use serde::{Deserialize, Serialize};

use crate::model::id::Ref;
use crate::model::value::Faces;

use super::question::Answer;

/// One answer of a player or of chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A player's answer.
    Answer {
        /// Who answered.
        seat: u16,
        /// Where a window is answered: how many windows passed in silence since the entry before.
        silent: Option<u32>,
        /// What was answered.
        answer: Answer,
        /// The answer as a sentence, for people and for other versions of the rules.
        text: String,
    },
    /// Dice.
    Dice(Faces),
    /// Cards drawn, by name.
    Cards(Vec<u16>),
    /// Something drawn by chance.
    Lot(Ref),
    /// The position was changed by hand, before the question that comes next.
    Arbiter {
        /// Where that question is a window: how many windows passed in silence since the entry before.
        silent: Option<u32>,
        /// The change, as typed.
        text: String,
        /// Its number in the file it was read from, for messages.
        line: Option<u32>,
    },
    /// A line of a saved journal that has not been read yet: its meaning is known when its question is asked.
    Unread {
        /// Who answered; none: chance.
        seat: Option<u16>,
        /// How many windows passed in silence.
        silent: Option<u32>,
        /// The words.
        text: String,
        /// Its number in the file, for messages.
        line: u32,
    },
}

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The entries.
    pub entries: Vec<Entry>,
    /// How many of them have been used: fewer than there are while a step is run again or a save is loaded.
    pub used: usize,
    /// How many windows have passed in silence since the last entry.
    pub silent: u32,
    /// How many of them were passed before the pending question was asked, for running its step again.
    pub silent_before: u32,
    /// Whether answers are written down.
    pub kept: bool,
}
