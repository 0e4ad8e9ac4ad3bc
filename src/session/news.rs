//! News: entries of the log not shown yet, to all or to one of several players at one keyboard.

use crate::draw::Line;
use crate::model::card::Seen;
use crate::play::log::Event;

use super::Session;
use super::story::{Fate, Telling};

/// The mark for all players.
const EVERYBODY: u64 = u64::MAX;

impl Session {
    /// What has happened since the last call, as the current viewer sees it.
    pub fn news(&mut self, telling: Telling) -> Vec<Line> {
        self.tell_news(telling, &[self.viewer()], false, EVERYBODY, EVERYBODY)
    }

    /// What a side has not been told yet and every person at the table sees alike: for a screen that passes from one to the
    /// other. What they do not see alike is kept for [`Session::news_of`].
    pub fn news_on_passing(&mut self, seat: u16, telling: Telling) -> Vec<Line> {
        let people: Vec<u16> = self.people().collect();
        let everybody = people.iter().fold(bit(seat), |marks, seat| marks | bit(*seat));
        let viewers: Vec<Option<u16>> = people.into_iter().map(Some).collect();
        self.tell_news(telling, &viewers, true, bit(seat), everybody)
    }

    /// What a side has not been told yet, as it sees it. `anew`: with the headings that it was told before.
    pub fn news_of(&mut self, seat: u16, anew: bool, telling: Telling) -> Vec<Line> {
        self.tell_news(telling, &[Some(seat)], anew, bit(seat), bit(seat))
    }

    /// The sides that persons play.
    pub(super) fn people(&self) -> impl Iterator<Item = u16> {
        (0..self.game.sides.len() as u16).filter(|seat| self.is_person(*seat))
    }

    /// True if some side sees what another does not: a hand, a piece that lies face down, a decision.
    pub fn has_secrets(&self) -> bool {
        self.game.zones.iter().any(|zone| zone.seen == Seen::Owner) || !self.game.showings.is_empty()
    }

    /// True if several persons play a game in which each side sees something that the others do not.
    pub fn is_shared(&self) -> bool {
        self.people().count() > 1 && self.has_secrets()
    }

    /// Tells what lacks one mark, and gives it others.
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
        let (lines, fates) = self.tell(&log, telling, viewers, anew, |at| told[at] & lacks != lacks);
        self.told = told;
        for ((told, entry), fate) in self.told.iter_mut().zip(&log).zip(fates) {
            // A heading without lines below it may get some later.
            let heads = matches!(entry.event, Event::Scope(..) | Event::Step(..));
            match fate {
                Fate::Withheld => {}
                Fate::Silent if heads => {}
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
