//! Results under other readings of rulings.

use crate::model::id::RulingId;

use super::observer::Observer;
use super::trace::Trace;
use crate::play::cache::results::Cache;
use crate::play::store::world::{Read, World};

/// A result under another reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise<T> {
    /// The ruling.
    pub ruling: RulingId,
    /// The index of the reading, which is not in force.
    pub reading: u16,
    /// The result under it.
    pub found: T,
}

impl World<'_> {
    /// Evaluates something, and again under each other reading of every ruling it depends on, one at a time. Returns
    /// the readings with a different result. A fault under a reading does not count.
    ///
    /// Only this moment is compared. Play might not have come here under that reading.
    ///
    /// # Errors
    /// When a rule is faulty under the readings in force.
    pub fn otherwise<T: PartialEq>(&self, ask: impl Fn(&World<'_>) -> Read<T>) -> Read<Vec<Otherwise<T>>> {
        if self.game.rulings.is_empty() {
            return Ok(Vec::new());
        }
        // Clauses that are inactive under one reading may be active under another.
        let active = self.active.everything(self.game);
        let (trace, observer) = (Trace::default(), Observer::default());
        let under = |readings: &[u16]| {
            // Cached results must not pass from one reading to another.
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
