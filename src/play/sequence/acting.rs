//! A step in which a side acts: its offers, the question, and the action chosen.

use smallvec::SmallVec;

use crate::model::clause::Whose;
use crate::model::id::*;
use crate::model::offer::Window;
use crate::model::sequence::{Body, Phase, Repeat};
use crate::model::value::Value;

use super::happen::{of_each, sides_from};
use super::lazily::{self, Drawn};
use crate::play::answers::question::{Answer, Kind};
use crate::play::host::ask::Foretold;
use crate::play::host::run::{Act, Cx, Stop};
use crate::play::options::offers::{OfferQuery, open_among};
use crate::play::store::locals::Locals;
use crate::play::store::world::{Read, World};

impl World<'_> {
    /// The offers of a step that may be open to a side: those listed, those that name the step, and those for any time.
    pub fn offers_of(&self, id: StepId, side: u16) -> SmallVec<[OfferId; 64]> {
        let mut found = SmallVec::new();
        let step = &self.game.steps[id.at()];
        let Body::Actions { offers, .. } = &step.body else { return found };
        let scope = step.scope;
        let stack = &self.state.stack;
        // Offers around a sequence wait until the sequence has ended.
        let sequence = stack.iter().rposition(|frame| self.game.scopes[frame.scope.at()].is_sequence());
        let inner = &stack[sequence.unwrap_or(0)..];
        let own_turn = self.me() == Some(side);
        let window = |offer: &OfferId| &self.game.offers[offer.at()].window;
        let in_turn = |offer: &OfferId| match window(offer) {
            Window::During(Whose::Their, _) => !own_turn,
            Window::During(Whose::My, _) => own_turn,
            _ => true,
        };
        // Few steps list an offer that also names them.
        let is_twice = offers.iter().any(|offer| !matches!(window(offer), Window::Listed));
        let is_listed = |offer: &OfferId| is_twice && offers.contains(offer);
        let scopes = inner.iter().map(|frame| frame.scope).filter(|one| *one != scope).chain([scope]);
        let mut during: SmallVec<[OfferId; 64]> = SmallVec::new();
        for scope in scopes {
            for offer in &self.game.scopes[scope.at()].windows_during {
                if in_turn(offer) && !is_listed(offer) {
                    during.push(*offer);
                }
            }
        }
        during.sort_unstable();
        during.dedup();
        found.extend_from_slice(offers);
        found.extend_from_slice(&during);
        found.extend(self.game.any_time.iter().copied().filter(|offer| !is_listed(offer)));
        found
    }
}

impl Cx<'_> {
    /// The offers of a step that are open to a side: those listed, those that name the step, and those for any time.
    pub fn open_offers(&self, world: &World<'_>, id: StepId, side: u16) -> Read<Vec<OfferId>> {
        open_among(world.offers_of(id, side), |offer| OfferQuery::new(world, *offer, side, false, None)).collect()
    }

    /// The decision of a side that draws its decisions without a list. `may_be`: which offers of the step come into
    /// question.
    pub(super) fn drawn_act(&self, id: StepId, side: u16, must: bool, may_be: impl Fn(&OfferId) -> bool) -> Act<Drawn> {
        let drawn = self.drawing(|world, oracle| {
            let mut offers = world.offers_of(id, side);
            offers.retain(|offer| may_be(offer));
            lazily::act(world, &offers, side, must, &mut |bound| oracle.draw(side, bound))
        })?;
        if drawn != Drawn::Nothing {
            self.run.borrow_mut().decided();
        }
        Ok(drawn)
    }

    pub(super) fn offers(&self, id: StepId) -> Act<()> {
        let Body::Actions { must, pass, .. } = &self.step(id).body else { return self.to(Phase::After) };
        if let Repeat::AllSides = self.step(id).repeat {
            return self.together(id);
        }
        let Some(side) = self.run.borrow().state().me() else {
            let text = format!(
                "the step `{}` has no acting side: add `by`, or put it inside an `each side`",
                self.step(id).name
            );
            return Err(Stop::fault(text).at(self.step(id).span));
        };
        // Other sides may step in first with offers for any time.
        if !self.game.any_time.is_empty() {
            let others = |world: &World<'_>| sides_from(world, Some(side)).skip(1);
            let others = self.look(|world| Ok(of_each(others(world), &self.game.any_time).collect()))?;
            if self.interrupted(others)? {
                return Ok(());
            }
        }
        if self.draws(side, false) {
            return match self.drawn_act(id, side, *must, |_| true)? {
                Drawn::Nothing | Drawn::Pass => self.to(Phase::After),
                Drawn::Act(offer, locals) => self.taken(id, side, offer, &locals),
            };
        }
        let listed = |offer: &OfferId| !self.game.offers[offer.at()].at_any_time();
        let words = pass.as_deref().unwrap_or("done");
        let may_be_open: SmallVec<[OfferId; 64]> = self.look(|world| Ok(world.offers_of(id, side)))?;
        // If the answer is known already, only that answer is checked, without a list of all others.
        let open = match self.foretold(side, &may_be_open, words)? {
            Some(Foretold::Act(offer)) if listed(&offer) => vec![offer],
            Some(Foretold::Pass) if !*must => self.look(|world| {
                let query = |offer: &OfferId| OfferQuery::new(world, *offer, side, false, None);
                open_among(may_be_open.into_iter().filter(listed), query).take(1).collect()
            })?,
            _ => self.look(|world| self.open_offers(world, id, side))?,
        };
        let forced = *must && open.iter().any(listed);
        if !open.iter().any(listed) {
            return self.to(Phase::After);
        }
        let kind = Kind::Act { offers: open, pass: (!forced).then(|| words.to_owned()), free: false, bound: None };
        match self.ask(side, &self.step(id).title, kind)? {
            Answer::Act(offer, values) => self.chosen(id, side, offer, &values),
            _ => self.to(Phase::After),
        }
    }

    /// The action that a side has chosen in a step.
    fn chosen(&self, id: StepId, side: u16, offer: OfferId, values: &[Value]) -> Act<()> {
        let locals = self.legal(offer, side, false, None, values)?;
        self.taken(id, side, offer, &locals)
    }

    /// Takes an action in a step, which ends with it if a side acts only once there.
    fn taken(&self, id: StepId, side: u16, offer: OfferId, locals: &Locals) -> Act<()> {
        let once = matches!(self.step(id).body, Body::Actions { once: true, .. });
        if once && !self.game.offers[offer.at()].at_any_time() {
            self.to(Phase::After)?;
        }
        self.take(offer, locals, side, false, true)
    }

    /// Advances by one step with this action as the answer, like [`Cx::advance`], without listing all legal actions.
    ///
    /// # Errors
    /// As of [`Cx::advance`]; also if no action is asked for.
    pub fn advance_with(&self, offer: OfferId, values: &[Value]) -> Act<()> {
        let asked = {
            let mut run = self.run.borrow_mut();
            run.started.clear();
            run.begin_effort();
            let frame = run.state().stack.last().filter(|frame| frame.phase == Phase::Act);
            frame.and_then(|frame| frame.step).zip(run.state().me())
        };
        let Some((step, side)) = asked.filter(|_| !self.run.borrow().state().unsettled) else {
            return Err(Stop::fault("no action is asked for here"));
        };
        self.chosen(step, side, offer, values)?;
        self.run.borrow_mut().open_started();
        Ok(())
    }
}
