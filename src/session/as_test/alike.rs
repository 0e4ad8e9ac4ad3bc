//! Checks that a position set up from its written lines equals the original in everything but the numbers of pieces and
//! cards.

use crate::model::id::*;
use crate::model::sequence::Repeat;
use crate::model::set::BitSet;
use crate::model::value::{Share, Value};
use crate::play::World;
use crate::play::state::{Frame, NOWHERE};
use crate::source::plain_words;

/// The pieces and cards of a test that correspond to those of the game.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// For each piece of the game, the piece of the test.
    pub(super) pieces: Vec<Option<u16>>,
    /// For each card of the game, the card of the test.
    cards: Vec<u16>,
    /// The pieces of the game that the lines name. Of the others, those out of play are not compared.
    written: BitSet,
}

impl Pairs {
    /// Pairs the pieces named in the lines by the lines, the rest by their looks, and cards of one name by their zones.
    pub(super) fn new(base: &World<'_>, test: &World<'_>, pieces: Vec<Option<u16>>) -> Pairs {
        let game = base.game;
        let written = (0u16..).zip(&pieces).filter(|(_, own)| own.is_some()).map(|(piece, _)| piece).collect();
        let mut pairs = Pairs { pieces, cards: (0..game.cards.len() as u16).collect(), written };
        pairs.complete(base, test);
        let lies = |world: &World<'_>, card: u16| {
            let state = world.state.cards[usize::from(card)];
            (state.spot, state.in_force)
        };
        for first in 0..game.cards.len() as u16 {
            let like = |card: &u16| {
                let (one, other) = (&game.cards[usize::from(first)], &game.cards[usize::from(*card)]);
                (one.def, one.side) == (other.def, other.side)
            };
            let alike: Vec<u16> = (0..game.cards.len() as u16).filter(like).collect();
            if alike.first() != Some(&first) {
                continue;
            }
            let (mut own, mut theirs) = (alike.clone(), alike);
            own.sort_by_key(|card| (lies(base, *card), *card));
            theirs.sort_by_key(|card| (lies(test, *card), *card));
            for (own, theirs) in own.into_iter().zip(theirs) {
                pairs.cards[usize::from(own)] = theirs;
            }
        }
        pairs
    }

    /// Pairs the remaining pieces by their looks and places. Pieces created since are new in both.
    pub(super) fn complete(&mut self, base: &World<'_>, test: &World<'_>) {
        self.pieces.resize(base.state.pieces.len(), None);
        let mut free: Vec<u16> =
            (0..test.state.pieces.len() as u16).filter(|piece| !self.pieces.contains(&Some(*piece))).collect();
        for at in 0..self.pieces.len() {
            if self.pieces[at].is_some() {
                continue;
            }
            let wanted = look(base, at as u16);
            if let Some(found) = free.iter().position(|piece| look(test, *piece) == wanted) {
                self.pieces[at] = Some(free.remove(found));
            }
        }
    }

    /// The thing of the test for a thing of the game.
    pub(super) fn thing(&self, thing: Ref) -> Option<Ref> {
        match thing.domain {
            Domain::Piece => self.pieces.get(usize::from(thing.index)).copied().flatten().map(Ref::piece),
            Domain::Card => self.cards.get(usize::from(thing.index)).copied().map(Ref::card),
            _ => Some(thing),
        }
    }

    /// The value in the test for a value of the game.
    pub(super) fn value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::Ref(thing) => Value::Ref(self.thing(*thing)?),
            Value::Set(domain @ (Domain::Piece | Domain::Card), set) => {
                Value::Set(*domain, self.members(*domain, set)?)
            }
            Value::Share(share) => Value::Share(Share { on: self.thing(share.on)?, count: share.count }),
            Value::Array(values) => {
                Value::Array(values.iter().map(|value| self.value(value)).collect::<Option<Vec<_>>>()?.into())
            }
            other => other.clone(),
        })
    }

    fn members(&self, domain: Domain, set: &BitSet) -> Option<BitSet> {
        let mapped: Option<Vec<u16>> = set.iter().map(|at| Some(self.thing(Ref::new(domain, at))?.index)).collect();
        Some(Value::set(domain, mapped?).bits())
    }

    /// The first difference between the positions, in words.
    pub(super) fn alike(&self, base: &World<'_>, test: &World<'_>) -> Result<(), String> {
        self.same_pieces(base, test)?;
        self.same_variables(base, test)?;
        self.same_cards(base, test)?;
        self.same_scopes(base, test)?;
        let spent = base.state.spent.iter().map(|spent| {
            let thing = |thing: Option<Ref>| thing.map_or(Some(None), |thing| self.thing(thing).map(Some));
            Some((spent.purse, spent.side, spent.source, thing(spent.giver)?, thing(spent.payee)?, spent.amount))
        });
        let theirs = test
            .state
            .spent
            .iter()
            .map(|one| Some((one.purse, one.side, one.source, one.giver, one.payee, one.amount)));
        if !spent.eq(theirs) {
            return Err("the points spent would differ".to_owned());
        }
        if base.state.outcome != test.state.outcome || base.state.unsettled != test.state.unsettled {
            return Err("the game would go on differently".to_owned());
        }
        Ok(())
    }

    /// True unless a piece is out of play and in no line.
    fn is_known(&self, base: &World<'_>, piece: u16) -> bool {
        base.state.pieces[usize::from(piece)].space != NOWHERE || self.written.has(piece)
    }

    fn same_pieces(&self, base: &World<'_>, test: &World<'_>) -> Result<(), String> {
        let on_board = |world: &World<'_>, piece: u16| world.state.pieces[usize::from(piece)].space != NOWHERE;
        for (at, own) in (0u16..).zip(&self.pieces) {
            let name = || base.name(Ref::piece(at));
            let Some(own) = own else {
                if on_board(base, at) {
                    return Err(format!("{} would be missing", name()));
                }
                continue;
            };
            let (mut one, other) = (base.state.pieces[usize::from(at)], test.state.pieces[usize::from(*own)]);
            if one.space == NOWHERE {
                // A piece out of play has no facing.
                one.facing = other.facing;
            }
            if !self.is_known(base, at) && other.space == NOWHERE {
                continue;
            }
            if one != other || look(base, at) != look(test, *own) {
                return Err(format!("{} would differ", name()));
            }
        }
        let extra = (0..test.state.pieces.len() as u16)
            .find(|piece| on_board(test, *piece) && !self.pieces.contains(&Some(*piece)));
        match extra {
            Some(piece) => Err(format!("{} would be extra", test.name(Ref::piece(piece)))),
            None => Ok(()),
        }
    }

    fn same_variables(&self, base: &World<'_>, test: &World<'_>) -> Result<(), String> {
        let game = base.game;
        for (at, var) in game.vars.iter().enumerate() {
            let id = VarId(at as u16);
            let count = match var.subject {
                Domain::Piece => self.pieces.len(),
                other => game.count(other),
            };
            for index in 0..count as u16 {
                let Some(theirs) = self.thing(Ref::new(var.subject, index)) else { continue };
                if var.subject == Domain::Piece && !self.is_known(base, index) {
                    continue;
                }
                let value = base.state.var(game, base.layout, id, index);
                let same = match self.value(&value) {
                    Some(mapped) => mapped == test.state.var(game, test.layout, id, theirs.index),
                    None => false,
                };
                if !same {
                    let of = Ref::new(var.subject, index);
                    let whose =
                        if var.subject == Domain::Game { String::new() } else { format!(" of {}", base.title(of)) };
                    return Err(format!("`{}`{whose} would not be {}", var.name, base.show(&value)));
                }
            }
        }
        Ok(())
    }

    fn same_cards(&self, base: &World<'_>, test: &World<'_>) -> Result<(), String> {
        for (at, own) in (0u16..).zip(&self.cards) {
            if base.state.cards[usize::from(at)] != test.state.cards[usize::from(*own)] {
                return Err(format!("the card {} would be in another zone", base.title(Ref::card(at))));
            }
        }
        for one in base.state.lasting.iter() {
            let other = self.thing(Ref::card(one.card)).and_then(|card| test.state.lasting.of(card.index));
            let same = other.is_some_and(|other| {
                other.play == one.play && other.left == one.left && self.same_values(&one.values, &other.values)
            });
            if !same {
                return Err(format!("{} would be in force differently", base.title(Ref::card(one.card))));
            }
        }
        Ok(())
    }

    /// True for equal values. Trailing `none` values are ignored.
    fn same_values(&self, one: &[Value], other: &[Value]) -> bool {
        let long = one.len().max(other.len());
        let at = |values: &[Value], at: usize| values.get(at).cloned().unwrap_or(Value::None);
        (0..long).all(|place| self.value(&at(one, place)) == Some(at(other, place)))
    }

    fn same_scopes(&self, base: &World<'_>, test: &World<'_>) -> Result<(), String> {
        let (own, theirs) = (&base.state.stack, &test.state.stack);
        let name = |frame: &Frame| plain_words(&base.game.scopes[frame.scope.at()].name);
        for (one, other) in own.iter().zip(theirs) {
            if !self.same_scope(base, one, other) {
                return Err(format!("what is under way in `{}` would differ", name(one)));
            }
        }
        match own.get(theirs.len()).or(theirs.get(own.len())) {
            Some(frame) => Err(format!("only one of them is in `{}`", name(frame))),
            None => Ok(()),
        }
    }

    fn same_scope(&self, base: &World<'_>, one: &Frame, other: &Frame) -> bool {
        let members = match one.step.map(|step| &base.game.steps[step.at()].repeat) {
            Some(Repeat::Members { of, .. }) => of.ty.domain(),
            _ => None,
        };
        let done = match members {
            Some(domain @ (Domain::Piece | Domain::Card)) => self.members(domain, &one.done),
            _ => Some(one.done.clone()),
        };
        let used = one
            .used
            .iter()
            .map(|(offer, thing)| Some((*offer, thing.map_or(Some(None), |thing| self.thing(thing).map(Some))?)));
        let plain = |frame: &Frame| {
            (frame.scope, frame.side, frame.offer, frame.step, frame.phase, frame.cursor, frame.count, frame.cancelled)
        };
        plain(one) == plain(other)
            && self.same_values(&one.params, &other.params)
            && self.same_values(&one.locals, &other.locals)
            && done.as_ref() == Some(&other.done)
            && used.eq(other.used.iter().map(|used| Some(*used)))
    }
}

/// The look of a counter: kind, side, place, name, printed values.
fn look(world: &World<'_>, piece: u16) -> (u16, u8, u16, Option<u16>, Vec<Value>) {
    let state = world.state.pieces[usize::from(piece)];
    let printed = world.layout.printed.get(usize::from(piece)).filter(|printed| !printed.is_empty());
    let printed = printed.unwrap_or(&world.game.kinds[usize::from(state.kind)].facts).clone();
    let unique = world.layout.uniques.get(usize::from(piece)).copied().flatten();
    (state.kind, state.side, state.space, unique, printed)
}
