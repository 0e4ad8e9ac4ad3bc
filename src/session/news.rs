//! News: log entries not shown yet, for all players or for one of several at one keyboard.

use crate::draw::Line;
use crate::play::log::Event;

use super::Session;
use super::story::{Fate, Telling, heading_text};

/// The mark for all players.
const EVERYBODY: u64 = u64::MAX;

impl Session {
    /// The events since the last call, as the current viewer sees them. [`Session::verdict`] reports the end of the
    /// game.
    pub fn news(&mut self, telling: Telling) -> Vec<Line> {
        self.tell_news(telling, &[self.viewer()], false, EVERYBODY, EVERYBODY)
    }

    /// The events that a side has not seen yet and that look the same to every person at the table, for a screen passed
    /// between players. The others are held for [`Session::news_of`].
    pub fn news_on_passing(&mut self, seat: u16, telling: Telling) -> Vec<Line> {
        let people: Vec<u16> = self.people().collect();
        let everybody = people.iter().fold(bit(seat), |marks, seat| marks | bit(*seat));
        let viewers: Vec<Option<u16>> = people.into_iter().map(Some).collect();
        self.tell_news(telling, &viewers, true, bit(seat), everybody)
    }

    /// The events a side has not seen yet, as it sees them. `anew` repeats headings it has already seen.
    pub fn news_of(&mut self, seat: u16, anew: bool, telling: Telling) -> Vec<Line> {
        self.tell_news(telling, &[Some(seat)], anew, bit(seat), bit(seat))
    }

    /// The sides that persons play.
    pub fn people(&self) -> impl Iterator<Item = u16> {
        (0..self.game.sides.len() as u16).filter(|seat| self.is_person(*seat))
    }

    /// True if one side can see something another cannot.
    pub fn has_secrets(&self) -> bool {
        self.game.has_secrets()
    }

    /// True if several persons play a game with secrets.
    pub fn is_shared(&self) -> bool {
        self.people().count() > 1 && self.has_secrets()
    }

    /// Reports the entries without the marks `lacks`, and gives them `marks`.
    fn tell_news(
        &mut self,
        telling: Telling,
        viewers: &[Option<u16>],
        anew: bool,
        lacks: u64,
        marks: u64,
    ) -> Vec<Line> {
        let log = self.play.log();
        self.told.resize(log.len(), 0);
        let told = std::mem::take(&mut self.told);
        // The verdict reports how the game ended.
        let ends = |at: usize| matches!(log[at].event, Event::Finished(..));
        let (lines, fates) = self.tell(&log, telling, viewers, anew, |at| told[at] & lacks != lacks && !ends(at));
        self.told = told;
        for ((told, entry), fate) in self.told.iter_mut().zip(&log).zip(fates) {
            // A heading without lines below it may get some later.
            match fate {
                Fate::Withheld => {}
                Fate::Silent if heading_text(entry).is_some() => {}
                Fate::Told | Fate::Silent => *told |= marks,
            }
        }
        lines
    }
}

/// The mark of a side.
fn bit(seat: u16) -> u64 {
    1 << seat.min(63)
}
