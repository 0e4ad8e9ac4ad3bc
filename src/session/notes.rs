//! What happened at the table and not in the game: decisions taken back after chance was seen, dice laid ready, sides that
//! changed hands. A saved game records it, so that an opponent can see it.

use crate::play::journal::Entry;
use crate::play::sentence;

use super::Session;

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Before which entry of the journal.
    pub at: usize,
    /// What, in words.
    pub text: String,
}

/// So many things are named one by one.
const MOST_NAMED: usize = 4;

impl Session {
    /// Notes something here and now.
    pub(super) fn note(&mut self, text: String) {
        let at = self.journal_length();
        self.notes.push(Note { at, text });
    }

    /// What happened at the table, the first thing first.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(|note| note.text.as_str())
    }

    /// What a player has learned since his decision and could use after taking it back: results of chance, what others
    /// answered. `entries` begin with his decision. None if he has learned nothing new.
    pub(super) fn seen(&self, entries: &[Entry]) -> Option<String> {
        let (first, later) = entries.split_first()?;
        let own = match first {
            Entry::Answer { seat, .. } => Some(*seat),
            Entry::Unread { seat, .. } => *seat,
            _ => None,
        };
        let game = &self.game;
        let seen: Vec<String> = self.play.look(|run| {
            let world = run.world();
            let told = |entry: &Entry| match entry {
                Entry::Dice(faces) => Some(format!("dice {}", spaced(faces))),
                Entry::Cards(cards) => {
                    let title = |def: &u16| game.card_defs.get(*def as usize).map_or("?", |def| &def.title).to_owned();
                    Some(format!("cards {}", sentence::counted(cards.iter().map(title))))
                }
                Entry::Lot(thing) => Some(world.name(*thing)),
                Entry::Answer { seat, text, .. } | Entry::Unread { seat: Some(seat), text, .. } => {
                    let side = game.sides.get(*seat as usize).map_or("", |side| side.title.as_str());
                    (Some(*seat) != own).then(|| format!("{side} {text}"))
                }
                Entry::Unread { seat: None, text, .. } => Some(text.clone()),
            };
            later.iter().filter_map(told).collect()
        });
        if seen.is_empty() {
            return None;
        }
        let rest = seen.len().saturating_sub(MOST_NAMED);
        let mut text = seen[..seen.len() - rest].join("; ");
        if rest > 0 {
            text.push_str(&format!("; {rest} more"));
        }
        Some(text)
    }
}

/// Faces of dice with blanks between them.
pub(super) fn spaced<T: ToString>(faces: &[T]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
