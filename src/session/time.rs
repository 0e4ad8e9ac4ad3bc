//! Time in both directions: decisions are taken back and done again.

use crate::analysis::bots::Player;
use crate::play::Fault;
use crate::play::journal::Entry;

use super::{Said, Session, Standing};

/// What came of a journey through time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Went {
    /// So many of one's own decisions, or places of the journal, were passed.
    By(usize),
    /// There is nothing in that direction.
    Nowhere,
    /// The game is strict, and what would be taken back showed this.
    Barred(String),
    /// The rules are faulty there; nothing has changed.
    Faulty(Box<Fault>),
}

/// What one step back took.
#[derive(Clone, Debug)]
pub(super) struct Undone {
    /// The entries, for going forward again.
    entries: Vec<Entry>,
    /// Whether a note was made of it: going forward again takes it away, for nothing has been gained.
    noted: bool,
}

/// What came of one step back.
enum Step {
    Gone,
    Nowhere,
    Barred(String),
}

impl Session {
    /// Takes back so many decisions of persons, with everything that came after them.
    pub fn back(&mut self, steps: usize) -> Went {
        self.back_while(|gone, _| gone < steps)
    }

    /// Takes back decisions as long as it is wanted; asked with how many are gone.
    fn back_while(&mut self, wanted: impl Fn(usize, &Session) -> bool) -> Went {
        let mut gone = 0;
        while wanted(gone, self) {
            match self.back_one() {
                Step::Gone => gone += 1,
                Step::Barred(seen) if gone == 0 => return Went::Barred(seen),
                Step::Nowhere | Step::Barred(_) => break,
            }
        }
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// To just before the last decision of a person; of a bot, if only bots play.
    fn back_one(&mut self) -> Step {
        let watched = self.desk.borrow().players.iter().all(|player| *player != Player::Person);
        let limit = self.desk.borrow().limit;
        let mut places = self.play.answers();
        let mut later: Vec<Entry> = Vec::new();
        while let Some(at) = places.pop() {
            if !watched && !self.answered_by_person(at) {
                continue;
            }
            if self.opening.strict {
                let mut part = self.play.look(|run| run.journal.entries[at..].to_vec());
                part.extend(later.iter().cloned());
                if let Some(seen) = self.seen(&part) {
                    self.feed_again(later);
                    return Step::Barred(seen);
                }
            }
            let mut part = self.play.back_to(at);
            part.append(&mut later);
            later = part;
            if watched {
                // Bots wait here, and go on when they are told to.
                self.desk.borrow_mut().limit = Some(0);
            }
            self.lay_again();
            self.go_on();
            self.desk.borrow_mut().limit = limit;
            if self.journal_length() == at && matches!(self.standing, Standing::Asked(_)) && !self.is_price_of_order() {
                self.notes.iter_mut().for_each(|note| note.at = note.at.min(at));
                let seen = self.seen(&later);
                let noted = seen.is_some();
                if let Some(seen) = seen {
                    let number = self.decisions() + 1;
                    self.note(format!("decision {number} taken back after {seen}"));
                }
                self.undone.push(Undone { entries: later, noted });
                return Step::Gone;
            }
            // Something was answered by itself here, such as a slot, or it was the price of an order: further back.
            self.play.back_to(at);
        }
        // Nobody had decided anything before: as it was.
        self.feed_again(later);
        Step::Nowhere
    }

    fn feed_again(&mut self, entries: Vec<Entry>) {
        if !entries.is_empty() {
            self.play.feed(entries);
            self.lay_again();
            self.go_on();
        }
    }

    fn answered_by_person(&self, at: usize) -> bool {
        let seat = self.play.look(|run| match run.journal.entries.get(at) {
            Some(Entry::Answer { seat, .. }) => Some(*seat),
            Some(Entry::Unread { seat, .. }) => *seat,
            _ => None,
        });
        seat.is_some_and(|seat| self.is_person(seat))
    }

    /// Does again what was taken back, in the same steps.
    pub fn forward(&mut self, steps: usize) -> Went {
        let mut gone = 0;
        while gone < steps {
            let Some(part) = self.undone.pop() else { break };
            let rest = std::mem::take(&mut self.undone);
            let again = part.entries.clone();
            let result = self.attempt(|session| {
                session.play.feed(again);
                session.lay_again();
            });
            self.undone = rest;
            if let Said::Faulty(fault) = result {
                self.undone.push(part);
                return Went::Faulty(fault);
            }
            if part.noted {
                self.notes.pop();
            }
            gone += 1;
        }
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// To just before decision number `number`, counted from 1 over all seats; where a bot made it, to the last decision
    /// of a person before it.
    pub fn goto(&mut self, number: usize) -> Went {
        let now = self.decisions() + 1;
        if number == now {
            return Went::Nowhere;
        }
        if number > now {
            let mut gone = 0;
            while self.decisions() + 1 < number {
                match self.forward(1) {
                    Went::By(steps) => gone += steps,
                    Went::Nowhere | Went::Barred(_) => break,
                    Went::Faulty(fault) => return Went::Faulty(fault),
                }
            }
            return if gone == 0 { Went::Nowhere } else { Went::By(gone) };
        }
        self.back_while(|_, session| session.decisions() + 1 > number)
    }

    /// How many steps forward there are.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    pub(super) fn journal_length(&self) -> usize {
        self.play.look(|run| run.journal.entries.len())
    }
}
