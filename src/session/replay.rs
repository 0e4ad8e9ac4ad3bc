//! Earlier positions of a game, replayed in sessions of their own. The game itself does not move.

use std::rc::Rc;

use crate::play::journal::Entry;
use crate::play::question::Kind;

use super::{Opening, Session};

impl Session {
    /// A game played to the end of this journal, with persons on all sides.
    ///
    /// # Errors
    /// The reason why the journal cannot be played to its end.
    pub(super) fn replayed(&self, line: &[Rc<str>], silent: u32) -> Result<Session, String> {
        let mut entries = Vec::new();
        for (number, line) in line.iter().enumerate() {
            entries.push(self.unread(line, number)?);
        }
        self.replayed_entries(entries, silent, false)
    }

    /// The same for the entries of a journal. `patient`: a question is asked after them even if it has one answer only.
    ///
    /// # Errors
    /// The reason why they cannot be played to their end.
    pub(super) fn replayed_entries(&self, entries: Vec<Entry>, silent: u32, patient: bool) -> Result<Session, String> {
        let start = self.opening.start.clone();
        let opening = Opening { seed: self.opening.seed, start, ..Opening::hot_seat(&self.game) };
        let there = Session::set_up(&self.game, opening, self.make, Vec::new());
        let mut there = there.map_err(|fault| fault.message)?;
        there.readers = Some(self.readers());
        {
            let (mut desk, own) = (there.desk.borrow_mut(), self.desk.borrow());
            // The next entry may answer a window.
            desk.stops = patient || own.stops;
            (desk.asks_slots, desk.asks_payments) = (own.asks_slots, own.asks_payments);
            desk.patient = patient;
        }
        there.follow(entries, silent);
        there.unplayed().map_or(Ok(there), Err)
    }

    /// True if an entry is an answer of a person or bot. A side played by chance decides as dice fall: play does not
    /// stop there.
    pub(super) fn is_decision(&self, entry: &Entry) -> bool {
        match entry {
            Entry::Answer { seat, .. } | Entry::Unread { seat: Some(seat), .. } => !self.by_chance.contains(seat),
            _ => false,
        }
    }

    /// True if play stops before an entry: a decision, or a change by hand.
    pub(super) fn is_moment(&self, entry: &Entry) -> bool {
        self.is_decision(entry) || matches!(entry, Entry::Arbiter { .. })
    }

    /// Plays these entries, to the question that the next one answers.
    pub(super) fn follow_to(&mut self, entries: &[Entry], next: Option<&Entry>) -> Result<(), String> {
        let silent = match next {
            Some(Entry::Answer { silent, .. } | Entry::Arbiter { silent, .. }) => *silent,
            _ => None,
        };
        self.follow(entries.to_vec(), silent.unwrap_or(0));
        let at_window = |session: &Session| {
            session.open_question().is_some_and(|(_, question)| matches!(question.kind, Kind::Window { .. }))
        };
        // An answer outside windows does not say how many passed before it.
        while silent.is_none() && at_window(self) {
            self.play.stay_silent();
            self.go_on();
        }
        self.unplayed().map_or(Ok(()), Err)
    }
}
