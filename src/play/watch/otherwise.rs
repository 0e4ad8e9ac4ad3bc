//! What would be otherwise under another reading of a ruling: the same question, asked again.

use crate::model::id::RulingId;

use super::observer::Observer;
use super::trace::Trace;
use crate::play::cache::results::Cache;
use crate::play::store::world::{Read, World};

/// What an answer is under another reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise<T> {
    /// The ruling.
    pub ruling: RulingId,
    /// The reading that is not in force, by its place among those of the ruling.
    pub reading: u16,
    /// What is found under it.
    pub found: T,
}

impl World<'_> {
    /// Asks something, and asks it again under each other reading of every ruling that was met on the way, one at a time;
    /// gives the readings under which the answer is another. What is faulty under a reading is no answer.
    ///
    /// Only the moment is looked at: that play would not have come here under that reading is not asked.
    ///
    /// # Errors
    /// When a rule is faulty under the readings in force.
    pub fn otherwise<T: PartialEq>(&self, ask: impl Fn(&World<'_>) -> Read<T>) -> Read<Vec<Otherwise<T>>> {
        if self.game.rulings.is_empty() {
            return Ok(Vec::new());
        }
        // Clauses that cannot hold under one reading can under another.
        let active = self.active.everything(self.game);
        let (trace, observer) = (Trace::default(), Observer::default());
        let under = |readings: &[u16]| {
            // Nothing may be kept from one reading to the other.
            let cache = Cache::none(self.game);
            ask(&World { readings, cache: &cache, active, trace: &trace, observer: &observer, ..*self })
        };
        let now = under(self.readings)?;
        let mut changes = Vec::new();
        for ruling in trace.rulings(self.game.rulings.len()) {
            let readings = self.game.rulings[ruling.at()].values.len() as u16;
            for reading in (0..readings).filter(|reading| *reading != self.readings[ruling.at()]) {
                let mut others = self.readings.to_vec();
                others[ruling.at()] = reading;
                if let Some(found) = under(&others).ok().filter(|found| *found != now) {
                    changes.push(Otherwise { ruling, reading, found });
                }
            }
        }
        Ok(changes)
    }
}
