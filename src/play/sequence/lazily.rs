//! Random decisions without a list of legal ones: offers are tried in random order, and the first that can be completed
//! is taken. Every legal decision is as likely as with a list.
//!
//! Used in series of games, where nothing records the alternatives. The oracle provides the random numbers.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::answers::oracle::{Nobody, Oracle};
use crate::play::host::run::{Act, Cx, Stop};
use crate::play::options::drawn::{Draw, random_choices};
use crate::play::options::offers::{OfferQuery, open_among};
use crate::play::store::locals::Locals;
use crate::play::store::locals::set_local;
use crate::play::store::world::{Read, World};

/// A bot uses one window in this many. Otherwise it would never hold a card that may be played at any time.
pub const SILENCE: usize = 4;

/// The decision of a side in a step with actions.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// The step offers nothing and ends without a question.
    Nothing,
    /// The side passes.
    Pass,
    /// An offer with all its slots.
    Act(OfferId, Locals),
}

/// Draws the values of an offer one after the other. `None` if it cannot be completed.
fn completed(world: &World<'_>, offer: OfferId, seat: u16, draw: &mut Draw<'_>) -> Read<Option<Locals>> {
    let query = OfferQuery::new(world, offer, seat, false, None);
    let Some((mut locals, values)) = random_choices(&query, true, draw)? else { return Ok(None) };
    for (param, value) in query.offer.params.iter().zip(values) {
        if let Value::Set(Domain::Card, _) = &value {
            set_local(&mut locals, param.slot, world.plain_value(value));
        }
    }
    Ok(Some(locals))
}

/// The decision of a side in a step, drawn uniformly from its legal offers and the pass, if it may pass. `offers`:
/// those that may be open.
///
/// # Errors
/// When a rule is faulty.
pub fn act(world: &World<'_>, offers: &[OfferId], side: u16, must: bool, draw: &mut Draw<'_>) -> Read<Drawn> {
    let mut left: SmallVec<[Option<OfferId>; 64]> = offers.iter().copied().map(Some).collect();
    if !must {
        left.push(None);
    }
    let keeps_going = |offer: OfferId| !world.game.offers[offer.at()].at_any_time();
    while !left.is_empty() {
        let choice = left.swap_remove(draw(left.len()));
        let drawn = match choice {
            None => Drawn::Pass,
            Some(offer) => match completed(world, offer, side, draw)? {
                Some(locals) => Drawn::Act(offer, locals),
                None => continue,
            },
        };
        if !choice.is_some_and(keeps_going) {
            // Offers tried before this one were not open.
            let mut others: SmallVec<[OfferId; 64]> =
                left.into_iter().flatten().filter(|one| keeps_going(*one)).collect();
            // What costs nothing is quicker to test, and open more often.
            others.sort_by_key(|offer| world.game.offers[offer.at()].pays.len());
            let query = |offer: &OfferId| OfferQuery::new(world, *offer, side, false, None);
            if open_among(others, query).next().transpose()?.is_none() {
                return Ok(Drawn::Nothing);
            }
        }
        return Ok(drawn);
    }
    Ok(Drawn::Nothing)
}

/// Whether a side uses a window, and how. It uses one in [`SILENCE`]. `offers`: those that may be open, of all sides.
///
/// # Errors
/// When a rule is faulty.
pub fn interruption(
    world: &World<'_>,
    offers: &[(u16, OfferId)],
    draw: &mut dyn FnMut(u16, usize) -> usize,
) -> Read<Option<(u16, OfferId, Locals)>> {
    let mut seats: SmallVec<[u16; 8]> = offers.iter().map(|(seat, _)| *seat).collect();
    seats.sort_unstable();
    seats.dedup();
    for seat in seats {
        if draw(seat, SILENCE) != 0 {
            continue;
        }
        let mut left: Vec<OfferId> = offers.iter().filter(|(one, _)| *one == seat).map(|(_, offer)| *offer).collect();
        while !left.is_empty() {
            let offer = left.swap_remove(draw(seat, left.len()));
            if let Some(locals) = completed(world, offer, seat, &mut |bound| draw(seat, bound))? {
                return Ok(Some((seat, offer, locals)));
            }
        }
    }
    Ok(None)
}

impl Cx<'_> {
    /// True if a side draws its decisions without a list: nothing records them, and its oracle needs no list.
    pub(in crate::play) fn draws(&self, seat: u16, at_window: bool) -> bool {
        let run = self.run.borrow();
        let is_recorded = run.journal.kept || run.log.kept || run.journal.used < run.journal.entries.len();
        !is_recorded && !run.is_by_chance(seat) && run.oracle.draws(seat, at_window)
    }

    /// Reads the state while the oracle draws.
    ///
    /// # Errors
    /// What `read` returns.
    pub(in crate::play) fn drawing<T>(&self, read: impl FnOnce(&World<'_>, &mut dyn Oracle) -> Read<T>) -> Act<T> {
        let mut run = self.run.borrow_mut();
        let run = &mut *run;
        let mut oracle = std::mem::replace(&mut run.oracle, Box::new(Nobody));
        let found = run.effort.aside(|| read(&run.world(), oracle.as_mut()));
        run.oracle = oracle;
        found.map_err(Stop::Fault)
    }
}
