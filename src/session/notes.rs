//! Events at the table, outside the game: decisions taken back after chance was seen, dice set, sides that changed
//! players. A saved game records them for the opponent.

use crate::diagnostic::words::count;
use crate::model::card::Seen;
use crate::model::id::Domain;
use crate::model::set::BitSet;
use crate::play::World;
use crate::play::journal::Entry;
use crate::play::log::Event;
use crate::play::sentence;
use crate::play::veil::Veil;

use super::{Session, Standing};

/// An event at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The index of the journal entry after it.
    pub at: usize,
    /// The event in words.
    pub text: String,
}

/// What is hidden from each person at a moment.
#[derive(Default)]
pub(super) struct Hidden {
    veils: Vec<(u16, Veil)>,
    /// The pieces that exist.
    pieces: BitSet,
}

/// What notes about decisions taken back contain.
pub(super) const TAKEN_BACK: &str = " taken back after ";
/// The most such notes that are shown one by one.
const MOST_TAKEN_BACK: usize = 3;
/// The most things named individually.
const MOST_NAMED: usize = 4;

impl Session {
    /// Records an event at this point.
    pub(super) fn note(&mut self, text: String) {
        let at = self.journal_length();
        self.notes.push(Note { at, text });
    }

    /// Moves later notes to this point when the game goes back, so that they stay recorded.
    pub(super) fn bring_notes_here(&mut self) {
        let here = self.journal_length();
        self.notes.iter_mut().for_each(|note| note.at = note.at.min(here));
    }

    /// The events at the table, in order.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(|note| note.text.as_str())
    }

    /// The same in short: decisions taken back are only counted if there are many.
    pub fn notes_in_short(&self) -> Vec<String> {
        let is_back = |text: &&str| text.contains(TAKEN_BACK);
        let times = self.notes().filter(is_back).count();
        if times <= MOST_TAKEN_BACK {
            return self.notes().map(str::to_owned).collect();
        }
        let counted =
            format!("decisions were taken back {times} times after dice, cards or answers; `status full` lists them");
        self.notes().filter(|text| !is_back(text)).map(str::to_owned).chain([counted]).collect()
    }

    /// What is hidden from each person now.
    pub(super) fn hidden_now(&self) -> Hidden {
        if self.game.showings.is_empty() {
            return Hidden::default();
        }
        let veils = |world: &World<'_>| {
            let of = |seat: u16| (seat, world.veil(seat).unwrap_or_default());
            self.people().map(of).collect()
        };
        self.play.look_asked(|world| Hidden { veils: veils(world), pieces: world.index.all.clone() })
    }

    /// What some person saw then that is hidden from them now, at an earlier moment. None if there is nothing. All
    /// players read it, so it is counted, not named.
    pub(super) fn shown_since(&self, then: &Hidden) -> Option<String> {
        let (now, there) = (self.hidden_now(), &then.pieces);
        let pairs = now.veils.iter().zip(&then.veils).filter(|(now, then)| now.0 == then.0);
        let shown = pairs.map(|((_, now), (_, then))| now.lifted_by(then, there)).max();
        shown.filter(|shown| *shown > 0).map(|shown| count(shown, "hidden thing"))
    }

    /// The index in the journal of the first hidden answer, while a side decides unseen by the others.
    pub(super) fn unseen_from(&self) -> usize {
        match &self.standing {
            Standing::Asked(pending) => pending.unseen.unwrap_or(usize::MAX),
            _ => usize::MAX,
        }
    }

    /// The entries before a decision that were revealed together with it: the answers that others gave unseen.
    pub(super) fn revealed_with(&self, at: usize) -> Vec<Entry> {
        let from = self.play.log().iter().find_map(|entry| match entry.event {
            Event::Revealed(from) if (from..entry.at).contains(&at) => Some(from),
            _ => None,
        });
        self.play.look(|run| from.and_then(|from| run.journal.entries.get(from..at)).unwrap_or_default().to_vec())
    }

    /// The information a player has learned since a decision and could use after taking it back: results of chance and
    /// others' answers. `entries` begins with the decision, `revealed` became known with it, and the entries from
    /// `unseen` on are still hidden. None if there is none.
    pub(super) fn seen(&self, entries: &[Entry], revealed: &[Entry], unseen: usize) -> Option<String> {
        let (first, later) = entries[..entries.len().min(unseen)].split_first()?;
        let own = match first {
            Entry::Answer { seat, .. } => Some(*seat),
            Entry::Unread { seat, .. } => *seat,
            _ => None,
        };
        let game = &self.game;
        // All players read a note, so what only one side has seen is counted, not named.
        let hands = game.zones.iter().any(|zone| zone.seen == Seen::Owner);
        let veils = !game.showings.is_empty();
        let seen: Vec<String> = self.play.look(|run| {
            let world = run.world();
            let told = |entry: &Entry| match entry {
                Entry::Dice(faces) => Some(format!("dice {}", spaced(faces))),
                Entry::Cards(cards) if hands => Some(count(cards.len(), "card")),
                Entry::Cards(cards) => {
                    let title = |def: &u16| game.card_defs.get(*def as usize).map_or("?", |def| &def.title).to_owned();
                    Some(format!("cards {}", sentence::counted(cards.iter().map(title))))
                }
                Entry::Arbiter { .. } => None,
                Entry::Lot(_) if veils => Some("a lot".to_owned()),
                Entry::Lot(thing) if thing.domain == Domain::Card => Some("a card".to_owned()),
                Entry::Lot(thing) => Some(world.name(*thing)),
                Entry::Answer { seat, text, .. } | Entry::Unread { seat: Some(seat), text, .. } => {
                    let text = if veils { "an answer" } else { text };
                    (Some(*seat) != own).then(|| format!("{} {text}", game.side_title(*seat)))
                }
                Entry::Unread { seat: None, text, .. } => Some(text.clone()),
            };
            revealed.iter().chain(later).filter_map(told).collect()
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

/// Faces of dice separated by spaces.
pub(super) fn spaced<T: ToString>(faces: &[T]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
