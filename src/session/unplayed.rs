//! Why entries of a saved game or a branch cannot be played, in words that reveal no hidden decision.

use crate::play::Fault;
use crate::play::journal::Entry;

use super::{Session, Standing};

/// Who made an entry of the journal.
#[derive(Clone, Copy)]
pub(super) enum Maker {
    Side(u16),
    Chance,
    Arbiter,
}

impl Maker {
    fn of(entry: &Entry) -> Maker {
        match entry {
            Entry::Answer { seat, .. } | Entry::Unread { seat: Some(seat), .. } => Maker::Side(*seat),
            Entry::Arbiter { .. } => Maker::Arbiter,
            Entry::Unread { seat: None, .. } | Entry::Dice(_) | Entry::Cards(_) | Entry::Lot(_) => Maker::Chance,
        }
    }
}

impl Session {
    /// The people who read what this session says. Where persons only stand in for the players of a saved game, they
    /// are the people among those players.
    pub(super) fn readers(&self) -> Vec<u16> {
        self.readers.clone().unwrap_or_else(|| self.people().collect())
    }

    /// From now on the person who is asked reads alone, if several persons play.
    pub(super) fn read_by_asked(&mut self) {
        let readers = self.readers();
        if let Some((seat, _)) = self.question().filter(|(seat, _)| readers.len() > 1 && readers.contains(seat)) {
            self.readers = Some(vec![seat]);
        }
    }

    /// True if all readers may know this entry in its own words. Spectators of bots may know everything.
    pub(super) fn all_may_read(&self, maker: Maker) -> bool {
        if !self.has_secrets() {
            return true;
        }
        let readers = self.readers();
        // A page for those who look on belongs to no side.
        if self.looker.is_some_and(|looker| !readers.contains(&looker)) {
            return false;
        }
        // A position set up by hand is for one person, who answers for all sides.
        let plays = |seat| readers.contains(&seat) || self.by_chance.contains(&seat);
        if self.is_bench() && self.looker.is_none() && self.game.played().all(plays) {
            return true;
        }
        match maker {
            Maker::Side(seat) => readers.iter().all(|reader| *reader == seat),
            Maker::Chance => readers.is_empty(),
            Maker::Arbiter => self.looker.is_none(),
        }
    }

    /// A fault in words that its readers may know.
    pub(super) fn guarded(&self, fault: &Fault) -> Fault {
        let maker = self.play.look(|run| run.journal.entries.get(run.journal.used).map(Maker::of));
        let maker = maker.unwrap_or(Maker::Chance);
        if !fault.quotes || self.all_may_read(maker) {
            return fault.clone();
        }
        let message = match maker {
            Maker::Side(seat) => format!(
                "this answer of {} does not fit the question; it is hidden, so it is not shown",
                self.game.side_title(seat)
            ),
            Maker::Chance => "this result of chance does not fit; it may be hidden, so it is not shown".to_owned(),
            Maker::Arbiter => "this change by hand is not possible; it may be hidden, so it is not shown".to_owned(),
        };
        Fault { span: fault.span, ..Fault::new(message) }
    }

    /// The first entry of the journal that could not be played: its index, and its line in the saved game or branch.
    pub(super) fn first_unplayed(&self) -> Option<(usize, u32)> {
        self.play.look(|run| {
            let used = run.journal.used;
            run.journal.entries.iter().enumerate().find_map(|(at, entry)| match entry {
                Entry::Unread { line, .. } => Some((at, *line)),
                Entry::Arbiter { line, .. } if at >= used => Some((at, line.unwrap_or(0))),
                _ => None,
            })
        })
    }

    /// The reason why not all entries of a branch could be played.
    pub(super) fn unplayed(&self) -> Option<String> {
        if let Standing::Faulty(fault) = &self.standing {
            return Some(self.guarded(fault).message);
        }
        let (at, _) = self.first_unplayed()?;
        let (maker, text) = self.play.look(|run| match run.journal.entries.get(at)? {
            entry @ (Entry::Unread { text, .. } | Entry::Arbiter { text, .. }) => {
                Some((Maker::of(entry), text.clone()))
            }
            _ => None,
        })?;
        Some(match self.all_may_read(maker) {
            true => format!("the game was over before `{text}`"),
            false => "the game was over before its next entry, which is hidden".to_owned(),
        })
    }
}
