//! Decisions drawn by chance without a list of the legal ones: offers are tried in random order, and the first that can
//! be completed is taken. Every legal one is as likely as if all had been listed.
//!
//! Used where nothing records what the others would have been: in series of games. The draws come from the oracle.

use crate::model::id::*;
use crate::model::value::Value;

use super::drawn::{self, Draw};
use super::eval::set_local;
use super::offers::Look;
use super::oracle::{Nobody, Oracle};
use super::run::{Act, Cx, Stop};
use super::world::{Locals, Read, World};

/// One in this many windows is used, if it can be: a card that may be played at any time would else never be kept.
pub const SILENCE: usize = 4;

/// What a side does in a step that offers actions.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// The step has nothing to offer: it ends without a question.
    Nothing,
    /// The side passes.
    Pass,
    /// An offer, with all its slots.
    Act(OfferId, Locals),
}

/// An offer with values drawn one after the other. None if it cannot be completed.
fn completed(world: &World<'_>, offer: OfferId, seat: u16, draw: &mut Draw<'_>) -> Read<Option<Locals>> {
    let look = Look::new(world, offer, seat, false, None);
    let Some(mut locals) = look.begin()? else { return Ok(None) };
    let mut values = Vec::with_capacity(look.offer.params.len());
    if !drawn::random_values(&look, &mut locals, &mut values, draw)? {
        return Ok(None);
    }
    for (param, value) in look.offer.params.iter().zip(values) {
        if let Value::Set(Domain::Card, _) = &value {
            set_local(&mut locals, param.slot, world.plain_value(value));
        }
    }
    Ok(Some(locals))
}

/// What a side does in a step, drawn evenly from its legal offers and the pass, if it may pass. `offers`: those that may
/// be open; `apart`: those of them that do not keep the step going.
///
/// # Errors
/// When a rule is faulty.
pub fn act(
    world: &World<'_>,
    offers: &[OfferId],
    apart: &[OfferId],
    side: u16,
    must: bool,
    draw: &mut Draw<'_>,
) -> Read<Drawn> {
    let mut left: Vec<Option<OfferId>> = offers.iter().copied().map(Some).collect();
    if !must {
        left.push(None);
    }
    let keeps_going = |offer: OfferId| !apart.contains(&offer);
    let mut goes_on = None;
    while !left.is_empty() {
        let choice = left.swap_remove(draw(left.len()));
        if !choice.is_some_and(keeps_going) && goes_on.is_none() {
            // Offers tried before this one were not open.
            let mut any = false;
            for offer in left.iter().flatten().copied().filter(|offer| keeps_going(*offer)) {
                any = any || Look::new(world, offer, side, false, None).is_open()?;
            }
            if !any {
                return Ok(Drawn::Nothing);
            }
            goes_on = Some(true);
        }
        let Some(offer) = choice else { return Ok(Drawn::Pass) };
        if let Some(locals) = completed(world, offer, side, draw)? {
            return Ok(Drawn::Act(offer, locals));
        }
    }
    Ok(Drawn::Nothing)
}

/// Whether a seat uses a window, and how: one in [`SILENCE`] is used. `offers`: those that may be open, of all seats.
///
/// # Errors
/// When a rule is faulty.
pub fn interruption(
    world: &World<'_>,
    offers: &[(u16, OfferId)],
    draw: &mut dyn FnMut(u16, usize) -> usize,
) -> Read<Option<(u16, OfferId, Locals)>> {
    let mut seats: Vec<u16> = offers.iter().map(|(seat, _)| *seat).collect();
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
    /// True if a seat's decisions are drawn without a list: nothing records them, and its oracle wants no list.
    pub(super) fn draws(&self, seat: u16, at_window: bool) -> bool {
        let run = self.run.borrow();
        let is_recorded = run.journal.kept || run.log.kept || run.journal.used < run.journal.entries.len();
        !is_recorded && !self.game.sides[usize::from(seat)].by_chance && run.oracle.draws(seat, at_window)
    }

    /// Reads the state while the oracle draws.
    ///
    /// # Errors
    /// What `read` returns.
    pub(super) fn drawing<T>(&self, read: impl FnOnce(&World<'_>, &mut dyn Oracle) -> Read<T>) -> Act<T> {
        let mut run = self.run.borrow_mut();
        let run = &mut *run;
        let mut oracle = std::mem::replace(&mut run.oracle, Box::new(Nobody));
        let found = run.effort.aside(|| read(&run.world(), oracle.as_mut()));
        run.oracle = oracle;
        found.map_err(Stop::Fault)
    }
}
