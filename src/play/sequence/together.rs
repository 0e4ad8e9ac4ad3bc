//! Secret decisions of several sides: each decides on the same position, then all are revealed together.
//!
//! Until the last side has decided, the decisions are stored only in the journal. The state does not change and nothing
//! is logged, so nothing shown reveals them, and stopping, saving or going back needs no special care.

use smallvec::{SmallVec, smallvec};

use crate::model::id::*;
use crate::model::sequence::{Body, Phase, Repeat};
use crate::model::value::Value;

use super::happen::{of_each, sides_from};
use super::lazily::Drawn;
use crate::play::answers::log::Event;
use crate::play::answers::question::{Answer, Kind};
use crate::play::host::run::{Act, Cx};
use crate::play::options::offers::OfferQuery;
use crate::play::present::sentence::act_sentence;
use crate::play::store::state::Frame;
use crate::play::store::world::World;
use crate::play::viewer::place_names::Viewer;

/// An offer chosen by a side, with its parameters.
type Order = (OfferId, Vec<Value>);

/// A side and its decision, as stored in the step's frame until it is revealed. A pass has no offer.
fn sealed(side: u16, order: Option<Order>) -> Value {
    let mut parts = vec![Value::Ref(Ref::side(side))];
    if let Some((offer, values)) = order {
        parts.push(Value::Ref(Ref::new(Domain::Offer, offer.0)));
        parts.extend(values);
    }
    Value::Array(parts.into())
}

/// The side of a stored decision.
fn side_of(sealed: &Value) -> Option<u16> {
    let Value::Array(parts) = sealed else { return None };
    parts.first().and_then(Value::as_ref).map(|side| side.index)
}

/// The stored decision; `None` for a pass.
fn order_in(sealed: &Value) -> Option<(OfferId, &[Value])> {
    let Value::Array(parts) = sealed else { return None };
    let [_, offer, values @ ..] = &**parts else { return None };
    offer.as_ref().map(|offer| (OfferId(offer.index), values))
}

impl World<'_> {
    /// True while sides decide secretly.
    pub fn asks_all_sides(&self) -> bool {
        let asks = |frame: &Frame| {
            let step = frame.step.map(|step| &self.game.steps[step.at()]);
            let together = step.is_some_and(|step| matches!(step.repeat, Repeat::AllSides));
            together && frame.phase == Phase::Act && frame.locals.is_empty()
        };
        self.state.stack.last().is_some_and(asks)
    }
}

impl Cx<'_> {
    /// Asks for decisions that stay secret until all are made. `into`: the variable that stores them.
    pub(in crate::play) fn unseen<T>(&self, into: Option<VarId>, ask: impl FnOnce() -> Act<T>) -> Act<T> {
        let (from, told) = {
            let mut run = self.run.borrow_mut();
            run.unseen = Some(run.journal.used);
            run.sealed = into;
            (run.journal.used, run.log.entries.len())
        };
        let answered = ask();
        let mut run = self.run.borrow_mut();
        (run.unseen, run.sealed) = (None, None);
        if answered.is_ok() {
            run.note(|_| Event::Revealed(from));
        } else {
            // A side has not decided yet: what the others did is logged with its decision.
            run.log.entries.truncate(told);
        }
        answered
    }

    /// True if a step of all sides has yet to ask them.
    pub(in crate::play) fn all_to_be_asked(&self) -> bool {
        let run = self.run.borrow();
        run.state().stack.last().is_some_and(|frame| frame.done.is_empty() && frame.locals.is_empty())
    }

    /// The next side whose decision is carried out.
    pub(in crate::play) fn next_revealed(&self) -> Option<u16> {
        let mut run = self.run.borrow_mut();
        let frame = run.live.frame()?;
        // A turn that was cancelled has left its decision behind.
        let Frame { locals, done, .. } = frame;
        locals.retain(|order| side_of(order).is_some_and(|side| !done.has(side)));
        locals.first().and_then(side_of)
    }

    /// A step of all sides: asks each side, or carries out the decision of the acting side.
    pub(in crate::play) fn together(&self, id: StepId) -> Act<()> {
        let (side, order) = {
            let mut run = self.run.borrow_mut();
            let Some(frame) = run.live.frame() else { return Ok(()) };
            let order = (!frame.locals.is_empty()).then(|| frame.locals.remove(0));
            (run.state().me(), order)
        };
        let Some(order) = order else { return self.ask_all_sides(id) };
        self.to(Phase::After)?;
        match (side, order_in(&order)) {
            (Some(side), Some((offer, values))) => self.reveal(side, offer, values),
            _ => Ok(()),
        }
    }

    fn ask_all_sides(&self, id: StepId) -> Act<()> {
        // Offers for any time come first, in the open.
        if !self.game.any_time.is_empty() {
            let all = self.look(|world| Ok(of_each(sides_from(world, None), &self.game.any_time).collect()))?;
            if self.interrupted(all)? {
                return Ok(());
            }
        }
        let sides: SmallVec<[u16; 8]> = self.game.played().collect();
        let orders = self.unseen(None, || {
            let title = || self.game.steps[id.at()].title.clone();
            self.run.borrow_mut().note(|_| Event::Step(id, title()));
            let order = |side: &u16| Ok(sealed(*side, self.order_of(id, *side)?));
            sides.iter().map(order).collect::<Act<Vec<Value>>>()
        })?;
        if let Some(frame) = self.run.borrow_mut().live.frame() {
            frame.locals = orders;
            frame.side = None;
            frame.params = SmallVec::new();
        }
        self.to(Phase::Turn)
    }

    /// The decision of a side; `None` if it passes or has nothing to choose.
    fn order_of(&self, id: StepId, side: u16) -> Act<Option<Order>> {
        let Body::Actions { must, pass, .. } = &self.game.steps[id.at()].body else { return Ok(None) };
        if let Some(frame) = self.run.borrow_mut().live.frame() {
            frame.side = Some(side);
            frame.params = smallvec![Value::Ref(Ref::side(side))];
        }
        let ordered = |offer: &OfferId| !self.game.offers[offer.at()].at_any_time();
        if self.draws(side, false) {
            let Drawn::Act(offer, locals) = self.drawn_act(id, side, *must, ordered)? else { return Ok(None) };
            let params = self.game.offers[offer.at()].params.iter();
            return Ok(Some((offer, params.map(|param| locals[usize::from(param.slot)].clone()).collect())));
        }
        let mut open = self.look(|world| self.open_offers(world, id, side))?;
        open.retain(|offer| ordered(offer));
        if open.is_empty() {
            return Ok(None);
        }
        let pass = (!must).then(|| pass.clone().unwrap_or_else(|| "done".to_owned()));
        let kind = Kind::Act { offers: open, pass, free: false, bound: None };
        let Answer::Act(offer, values) = self.ask(side, &self.step(id).title, kind)? else { return Ok(None) };
        self.legal(offer, side, false, None, &values)?;
        Ok(Some((offer, values)))
    }

    /// Carries out a decision, unless earlier decisions have made it illegal: then it lapses at no cost.
    fn reveal(&self, side: u16, offer: OfferId, values: &[Value]) -> Act<()> {
        let locals = self.look(|world| OfferQuery::new(world, offer, side, false, None).check(values))?;
        if let Some(locals) = locals {
            return self.take(offer, &locals, side, false, true);
        }
        let lapsed = |world: World<'_>| act_sentence(&world.through(Viewer::Later), offer, values, side);
        self.run.borrow_mut().note(|run| Event::Lapsed(side, offer, lapsed(run.world())));
        Ok(())
    }
}
