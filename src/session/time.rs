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
    /// The rules are faulty there; nothing has changed.
    Faulty(Box<Fault>),
}

impl Session {
    /// Takes back so many decisions of persons, with everything that came after them.
    pub fn back(&mut self, steps: usize) -> Went {
        let mut gone = 0;
        while gone < steps && self.back_one() {
            gone += 1;
        }
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// To just before the last decision of a person; of a bot, if only bots play.
    fn back_one(&mut self) -> bool {
        let watched = self.desk.borrow().players.iter().all(|player| *player != Player::Person);
        let limit = self.desk.borrow().limit;
        let mut places = self.play.answers();
        let mut later: Vec<Entry> = Vec::new();
        while let Some(at) = places.pop() {
            if !watched && !self.answered_by_person(at) {
                continue;
            }
            let mut part = self.play.back_to(at);
            part.append(&mut later);
            later = part;
            if watched {
                // Bots wait here, and go on when they are told to.
                self.desk.borrow_mut().limit = Some(0);
            }
            self.go_on();
            self.desk.borrow_mut().limit = limit;
            if self.journal_length() == at && matches!(self.standing, Standing::Asked(_)) {
                self.undone.push(later);
                return true;
            }
            // Something was answered by itself here, such as a slot: further back.
            self.play.back_to(at);
        }
        if !later.is_empty() {
            // Nobody had decided anything before: as it was.
            self.play.feed(later);
            self.go_on();
        }
        false
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
            let Some(entries) = self.undone.pop() else { break };
            let rest = std::mem::take(&mut self.undone);
            let again = entries.clone();
            match self.attempt(|session| session.play.feed(again)) {
                Said::Faulty(fault) => {
                    self.undone = rest;
                    self.undone.push(entries);
                    return Went::Faulty(fault);
                }
                _ => self.undone = rest,
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
                    Went::Nowhere => break,
                    Went::Faulty(fault) => return Went::Faulty(fault),
                }
            }
            return if gone == 0 { Went::Nowhere } else { Went::By(gone) };
        }
        let mut gone = 0;
        while self.decisions() + 1 > number && self.back_one() {
            gone += 1;
        }
        if gone == 0 { Went::Nowhere } else { Went::By(gone) }
    }

    /// How many steps forward there are.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    fn journal_length(&self) -> usize {
        self.play.look(|run| run.journal.entries.len())
    }
}
