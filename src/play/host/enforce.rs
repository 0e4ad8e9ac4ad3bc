//! Cards that come into force, expire, and are played by a rule.

use smallvec::SmallVec;

use crate::model::card::Lasts;
use crate::model::id::*;
use crate::model::offer::Window;
use crate::model::value::Value;

use super::run::{Act, Cx, Run, Stop};
use crate::play::answers::log::Event;
use crate::play::answers::question::{Answer, Kind};
use crate::play::options::offers::OfferQuery;
use crate::play::store::lasting::{ANY_DEPTH, LastingCard, runs_as};
use crate::play::store::locals::Locals;

impl Run {
    /// The text of a card comes into force, for as long as the card says.
    pub(in crate::play) fn comes_into_force(&mut self, card: u16, play: Option<OfferId>, values: &[Value]) {
        let game = self.game.clone();
        let def = game.cards[usize::from(card)].def;
        let (depth, left) = match game.card_defs[usize::from(def)].lasts {
            Lasts::Resolving => return,
            Lasts::Good => (ANY_DEPTH, 0),
            Lasts::Until { times, .. } => (ANY_DEPTH, times),
            Lasts::During(scope) => match self.state().stack.iter().rposition(|frame| runs_as(&game, frame, scope)) {
                Some(at) => (at as u16, 1),
                // Nothing lasts in a scope that does not run, except in a set-up, where the next such scope counts.
                None if self.state().stack.is_empty() => (ANY_DEPTH, 1),
                None => return,
            },
        };
        let count = play.map_or(0, |play| game.scopes[game.offers[play.at()].scope.at()].params.len());
        let values = values.iter().take(count).cloned().collect();
        self.live.wake(def);
        self.live.lasting().put(LastingCard { card, play, values, depth, left });
        self.live.set_in_force(card, true);
        self.live.set_unsettled(true);
        self.note(|run| Event::InForce(card, Some(run.world().how_long(card))));
    }

    /// Ties cards in force to the running scopes of a position. `left`: how many more scopes must end, by card and
    /// side.
    pub(in crate::play) fn last_under_way(&mut self, left: &[(u16, Option<u16>, u16)]) {
        let game = self.game.clone();
        let mut lasting = self.state().lasting.clone();
        let state = self.state();
        for one in &mut lasting.0 {
            let card = &game.cards[usize::from(one.card)];
            let owner = game.owner_of(one.card, state.cards[usize::from(one.card)].spot);
            if let Lasts::During(scope) = game.card_defs[usize::from(card.def)].lasts {
                let at = state.stack.iter().rposition(|frame| runs_as(&game, frame, scope));
                one.depth = at.map_or(ANY_DEPTH, |at| at as u16);
            }
            let said = left.iter().find(|(def, side, _)| *def == card.def && (side.is_none() || *side == owner));
            if let Some((.., count)) = said {
                one.left = *count;
            }
        }
        *self.live.lasting() = lasting;
    }

    /// Ends the effect of a card.
    pub(in crate::play) fn lapse(&mut self, card: u16) {
        if !self.state().cards[usize::from(card)].in_force {
            return;
        }
        self.live.lasting().take(card);
        self.live.set_in_force(card, false);
        self.live.set_unsettled(true);
        self.note(|_| Event::InForce(card, None));
        self.goes_back(card);
    }

    /// Returns an enforced chit to its cup, unless a rule has moved it.
    fn goes_back(&mut self, card: u16) {
        let game = self.game.clone();
        let def = &game.card_defs[usize::from(game.cards[usize::from(card)].def)];
        let deck = &game.decks[def.deck.at()];
        let zone = game.zone_at(self.state().cards[usize::from(card)].spot);
        if let (true, [cup, drawn, ..]) = (deck.is_cup(), deck.zones.as_slice())
            && *drawn == zone
        {
            self.put_card(card, cup.0);
        }
    }

    /// Closes the innermost scope: its cards in force, variables and payments end.
    ///
    /// # Errors
    /// When a hook on what changes is faulty.
    pub(in crate::play) fn close_scope(&mut self, scope: ScopeId) -> Act<()> {
        self.scope_ends();
        self.live.stack().pop();
        self.live.unsettle_by_scope();
        self.reset_vars(scope)?;
        self.reset_purses(scope);
        Ok(())
    }

    /// Ends the innermost scope, and all that lasts until its end.
    pub(in crate::play) fn scope_ends(&mut self) {
        if self.state().lasting.0.is_empty() {
            return;
        }
        let game = self.game.clone();
        let Some(frame) = self.state().stack.last() else { return };
        let here = self.state().stack.len() as u16 - 1;
        let me = self.state().me();
        let mut over: SmallVec<[u16; 4]> = SmallVec::new();
        let mut sooner: SmallVec<[u16; 4]> = SmallVec::new();
        for one in self.state().lasting.iter() {
            match game.card_defs[usize::from(game.cards[usize::from(one.card)].def)].lasts {
                Lasts::During(scope) if runs_as(&game, frame, scope) => {
                    if one.depth == ANY_DEPTH || one.depth == here {
                        over.push(one.card);
                    }
                }
                Lasts::Until { scope, side, .. } if runs_as(&game, frame, scope) && !frame.cancelled => {
                    if side.is_none_or(|side| Some(side) == me) {
                        (if one.left > 1 { &mut sooner } else { &mut over }).push(one.card);
                    }
                }
                _ => {}
            }
        }
        if !sooner.is_empty() {
            let ending = self.live.lasting().0.iter_mut().filter(|one| sooner.contains(&one.card));
            ending.for_each(|one| one.left -= 1);
        }
        for card in over {
            self.lapse(card);
        }
    }
}

impl Cx<'_> {
    /// The slots of an offer with the values chosen.
    ///
    /// # Errors
    /// When they are not legal.
    pub(in crate::play) fn legal(
        &self,
        offer: OfferId,
        side: u16,
        free: bool,
        bound: Option<Ref>,
        values: &[Value],
    ) -> Act<Locals> {
        let locals = self.look(|world| OfferQuery::new(world, offer, side, free, bound).check(values))?;
        let title = &self.game.offers[offer.at()].title;
        locals.ok_or_else(|| Stop::fault(format!("{title} is not offered here")))
    }

    /// Plays a card by a rule, using its play without a window. Its owner makes the choices that remain. Nothing
    /// happens if it cannot be played. A card without plays comes into force.
    ///
    /// # Errors
    /// What the play stops with.
    pub fn enforce(&self, card: u16) -> Act<()> {
        let item = &self.game.cards[usize::from(card)];
        let def = &self.game.card_defs[usize::from(item.def)];
        let side = {
            let run = self.run.borrow();
            run.world().side_of(Ref::card(card)).or(run.state().me()).unwrap_or(0)
        };
        let waits = |play: &&OfferId| {
            let offer = &self.game.offers[play.at()];
            !offer.of_deck && offer.window == Window::Listed
        };
        let waiting: Vec<OfferId> = def.plays.iter().filter(waits).copied().collect();
        if waiting.is_empty() {
            self.run.borrow_mut().comes_into_force(card, None, &[]);
        }
        let bound = Some(Ref::card(card));
        for offer in waiting {
            let open = self.look(|world| {
                let query = OfferQuery::new(world, offer, side, true, bound);
                Ok(if query.is_open()? { Some(query.only_way(&[])?) } else { None })
            })?;
            let values = match open {
                None => {
                    let text = format!("{} has no effect", self.game.offers[offer.at()].title);
                    self.run.borrow_mut().note(|_| Event::Said(text));
                    continue;
                }
                Some(Some(values)) => values,
                Some(None) => {
                    let kind = Kind::Act { offers: vec![offer], pass: None, free: true, bound };
                    match self.ask(side, &def.title, kind)? {
                        Answer::Act(_, values) => values,
                        _ => continue,
                    }
                }
            };
            let locals = self.legal(offer, side, true, bound, &values)?;
            self.take(offer, &locals, side, true, false)?;
        }
        let mut run = self.run.borrow_mut();
        if !run.state().cards[usize::from(card)].in_force {
            run.goes_back(card);
        }
        Ok(())
    }
}
