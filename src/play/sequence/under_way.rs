//! A position in the middle of play: restores its running scopes and what was spent.

use crate::model::id::*;
use crate::model::sequence::Phase;
use crate::model::set::BitSet;
use crate::model::setup::{Given, SetupScope, UnderWay};
use crate::model::value::Value;
use crate::source::Span;

use crate::play::host::run::Run;
use crate::play::store::state::{Frame, Spent};
use crate::play::store::world::Fault;

impl Run {
    /// The piece with this label or name.
    pub(in crate::play) fn called(&self, name: &str, span: Span) -> Result<Ref, Box<Fault>> {
        let labelled = self.live.layout().labelled(name);
        let unique = || self.game.uniques.iter().position(|unique| unique.name == name);
        let found = labelled.or_else(|| unique().and_then(|at| self.live.layout().named(at)));
        let text = || format!("no piece in this position has the label or name `{name}`");
        found.map(Ref::piece).ok_or_else(|| Box::new(Fault::new(text()).at(span)))
    }

    pub(in crate::play) fn given(&self, given: &Given, span: Span) -> Result<Value, Box<Fault>> {
        Ok(match given {
            Given::Value(value) => value.clone(),
            Given::Piece(name) => Value::Ref(self.called(name, span)?),
            Given::Pieces(names) => {
                let pieces = names.iter().map(|name| Ok(self.called(name, span)?.index));
                Value::set(Domain::Piece, pieces.collect::<Result<Vec<u16>, Box<Fault>>>()?)
            }
        })
    }

    /// The parameters of a card in force: the card is that of its play.
    pub(in crate::play) fn chosen_in(
        &self,
        card: u16,
        play: OfferId,
        values: &[Given],
        span: Span,
    ) -> Result<Vec<Value>, Box<Fault>> {
        let mut values = values.iter().map(|value| self.given(value, span)).collect::<Result<Vec<_>, _>>()?;
        if let Some((_, slot)) = self.game.offers[play.at()].card {
            if let Some(place) = values.get_mut(usize::from(slot)) {
                *place = Value::Ref(Ref::card(card));
            }
        }
        Ok(values)
    }

    /// Restores the running scopes.
    pub(in crate::play) fn go_under_way(&mut self, under_way: &UnderWay) -> Result<(), Box<Fault>> {
        let span = under_way.span;
        let mut game = Frame::new(self.game.builtin.game, None, Phase::Children);
        game.cursor = under_way.next;
        let mut frames = vec![game];
        for scope in &under_way.scopes {
            frames.push(self.frame_of(scope, span)?);
        }
        *self.live.stack() = frames;
        for spent in &under_way.spent {
            let thing = |given: &Option<Given>| -> Result<Option<Ref>, Box<Fault>> {
                given.as_ref().map_or(Ok(None), |given| Ok(self.given(given, span)?.as_ref()))
            };
            let (giver, payee) = (thing(&spent.giver)?, thing(&spent.payee)?);
            self.live.spent().push(Spent {
                purse: spent.purse,
                side: spent.side,
                source: spent.source,
                giver,
                payee,
                amount: spent.amount,
            });
        }
        self.last_under_way(&under_way.left);
        self.live.set_unsettled(under_way.unsettled);
        Ok(())
    }

    fn frame_of(&self, scope: &SetupScope, span: Span) -> Result<Frame, Box<Fault>> {
        let values = |given: &[Given]| given.iter().map(|one| self.given(one, span)).collect::<Result<Vec<_>, _>>();
        if scope.waits {
            return Ok(super::started::waiting(
                self.game.builtin.game,
                scope.scope,
                scope.side,
                values(&scope.params)?.into_iter().collect(),
            ));
        }
        let mut frame = Frame::new(scope.scope, scope.side, scope.phase);
        frame.cursor = scope.cursor;
        frame.step = scope.step;
        frame.offer = scope.offer;
        frame.locals = values(&scope.locals)?;
        frame.params = values(&scope.params)?.into_iter().collect();
        if let Some(offer) = scope.offer.map(|offer| &self.game.offers[offer.at()]) {
            // The parameters of an offer are its first slots; a play has only its card.
            let count = self.game.scopes[offer.scope.at()].params.len();
            frame.params = match offer.card {
                Some((_, slot)) => frame.locals.get(usize::from(slot)).cloned().into_iter().collect(),
                None => frame.locals.iter().take(count).cloned().collect(),
            };
        }
        frame.count = scope.count;
        frame.cancelled = scope.cancelled;
        frame.done = match &scope.done {
            Some(done) => self.given(done, span)?.bits(),
            None => BitSet::new(),
        };
        for (offer, thing) in &scope.used {
            let thing = match thing {
                Some(thing) => self.given(thing, span)?.as_ref(),
                None => None,
            };
            frame.used.push((*offer, thing));
        }
        Ok(frame)
    }
}
