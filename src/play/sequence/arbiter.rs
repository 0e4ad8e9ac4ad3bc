//! Changes of a position by hand, between two actions. They obey no rules and run no hooks.

use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::sequence::{Phase, ScopeKind};
use crate::model::setup::{Position, SetupPiece};
use crate::model::value::Value;

use super::opening::Opener;
use crate::play::host::run::{Run, Stop};
use crate::play::store::mix;
use crate::play::store::state::{Frame, Layout, NO_SLOT, NOWHERE, PieceState, State};
use crate::play::store::world::{Fault, fault};
use crate::source::plain_words;

/// One change.
#[derive(Clone, Debug)]
pub enum Edit {
    /// The lines of a position: new pieces, terrain, variables, cards, counts. A zone that is named then holds exactly
    /// the cards named.
    Lines(Box<Position>),
    /// Moves a piece to a space.
    Move(u16, u16),
    /// Removes a piece from play, or returns it to its starting box.
    Take(u16),
    /// Sets the mode, facing, slot and variables of a piece.
    Change(u16, Box<SetupPiece>),
    /// Sets a flag or variable.
    Write(VarId, Ref, Value),
    /// Returns every card of a zone to the first zone of its deck; of one side, if each side has the deck.
    Empty(ZoneId, Option<u16>),
    /// Continues at a step, with this side acting.
    Begin(StepId, Option<u16>),
}

fn refused<T>(text: String) -> Result<T, Box<Fault>> {
    Err(Box::new(Fault::new(text).of_the_table()))
}

/// The fault of a default value.
pub(super) fn unfault(stop: Stop) -> Box<Fault> {
    match stop {
        Stop::Fault(fault) => fault,
        Stop::Ask | Stop::Finished => Box::new(Fault::new("a default value may not ask or end the game")),
    }
}

impl Run {
    /// Carries out all changes or none.
    pub(in crate::play) fn edit_all(&mut self, edits: &[Edit]) -> Result<(), Box<Fault>> {
        let before = (self.state().clone(), self.live.layout().clone(), self.log.entries.len());
        let result = edits.iter().try_for_each(|edit| self.edit(edit));
        let result = result.and_then(|()| self.world().all_fit_slots().map_err(|fault| Box::new(fault.of_the_table())));
        let now = match &result {
            Ok(()) => self.state().clone(),
            Err(_) => {
                self.live.set_layout(before.1);
                self.log.entries.truncate(before.2);
                before.0
            }
        };
        // Everything derived from the position is computed again.
        self.restore(now);
        if result.is_ok() {
            // A step may begin in any existing position.
            let begins = edits.iter().all(|edit| matches!(edit, Edit::Begin(..)));
            let unsettled = self.state().unsettled || !begins;
            self.live.set_unsettled(unsettled);
            self.live.set_outcome(None);
        }
        result
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), Box<Fault>> {
        match edit {
            Edit::Lines(position) => self.edit_lines(position),
            Edit::Move(piece, space) => self.stand(*piece, *space, None, 0),
            Edit::Take(piece) => {
                self.put_quietly(*piece, self.live.layout().home(*piece));
                Ok(())
            }
            Edit::Change(piece, change) => self.change(*piece, change),
            Edit::Write(var, of, value) => {
                self.write_quietly(*var, of.index, value);
                Ok(())
            }
            Edit::Empty(zone, side) => {
                for card in self.cards_in(*zone, *side) {
                    self.lay_back(card);
                }
                Ok(())
            }
            Edit::Begin(step, side) => self.begin_at(*step, *side),
        }
    }

    fn edit_lines(&mut self, position: &Position) -> Result<(), Box<Fault>> {
        // Some pieces of a line take the slots that the others lack: the message counts those free before it.
        let free = |piece: &SetupPiece| {
            let place = piece.places.first().copied().unwrap_or(NOWHERE);
            self.world().open_slots(place, piece.side).count()
        };
        let free: Vec<usize> = position.pieces.iter().map(free).collect();
        for (piece, free) in position.pieces.iter().zip(free) {
            self.arrive(piece, free)?;
        }
        self.write_vars(position);
        for phrase in &position.phrases {
            if !self.write_phrase(phrase, true)? {
                return refused("no piece in play is meant by this".to_owned());
            }
        }
        for (side, spaces, facing) in &position.facings {
            for at in 0..self.state().pieces.len() as u16 {
                let piece = &self.state().pieces[usize::from(at)];
                if spaces.has(piece.space) && side.is_none_or(|side| side == u16::from(piece.side)) {
                    self.live.set_facing(at, *facing as u8);
                }
            }
        }
        for (step, count) in &position.steps {
            self.count(*step, *count)?;
        }
        self.deal(position)?;
        for force in &position.in_force {
            if !self.put_in_force(force)? {
                let name = &self.game.card_defs[usize::from(force.card)].title;
                return refused(format!("not enough cards named {name}"));
            }
        }
        Ok(())
    }

    /// Sets how many times a counted step has begun.
    fn count(&mut self, step: StepId, count: i64) -> Result<(), Box<Fault>> {
        let game = self.game.clone();
        let scope = game.steps[step.at()].scope;
        let runs = self.runs_a_step();
        match self.live.stack().iter_mut().find(|frame| frame.scope == scope) {
            Some(frame) => frame.count = count,
            // Before a step runs, the count is stored for the step at which play begins.
            None if !runs => {
                let mut frame = Frame::new(scope, None, Phase::Inline);
                frame.count = count;
                self.live.stack().push(frame);
            }
            None => {
                let title = &game.steps[step.at()].title;
                return refused(format!("{title} is not under way, so it has no number"));
            }
        }
        Ok(())
    }

    /// True if a step of the sequence of play, or the set-up, is under way.
    pub fn runs_a_step(&self) -> bool {
        let is_step = |frame: &Frame| frame.step.is_some() || frame.scope == self.game.builtin.setup;
        self.state().stack.iter().any(is_step)
    }

    /// Continues at a step. Running steps that do not contain it end.
    fn begin_at(&mut self, step: StepId, side: Option<u16>) -> Result<(), Box<Fault>> {
        let game = self.game.clone();
        let counted = |frame: &Frame| match game.scopes[frame.scope.at()].kind {
            ScopeKind::Step(step) => Some((step, frame.count)),
            _ => None,
        };
        let counts: Vec<(StepId, i64)> = self.state().stack.iter().filter_map(counted).collect();
        let mut frames = match (Opener { run: self, counts: &counts }).begin(step, side)? {
            Ok(frames) => frames,
            Err(reason) => return refused(reason.text),
        };
        let same = |own: &Frame, new: &Frame| own.step == new.step && own.side == new.side && own.scope == new.scope;
        let around = frames.len() - 1;
        let kept = self.state().stack.iter().zip(&frames[..around]).take_while(|(own, new)| same(own, new)).count();
        while self.state().stack.len() > kept {
            let Some(scope) = self.state().stack.last().map(|frame| frame.scope) else { break };
            self.close_scope(scope).map_err(unfault)?;
        }
        for (own, new) in self.live.stack().iter_mut().zip(&mut frames) {
            own.cursor = new.cursor;
            own.phase = new.phase;
        }
        for frame in frames.drain(kept..) {
            // A step yet to be entered is logged when it is entered.
            let begun = frame.step.filter(|_| frame.phase != Phase::Enter);
            self.live.stack().push(frame);
            if let Some(step) = begun {
                self.note_step(step);
            }
        }
        Ok(())
    }

    /// Puts a piece into play: a spare counter, or else a new one. `free`: the slots that were free for it and others.
    fn arrive(&mut self, piece: &SetupPiece, free: usize) -> Result<(), Box<Fault>> {
        let game = self.game.clone();
        let [space] = piece.places.as_slice() else {
            return refused("name a single place".to_owned());
        };
        let at = match piece.unique {
            Some(name) => self.live.layout().named(usize::from(name)),
            None => self.ready(piece, *space)?,
        };
        let (at, arrives) = match at {
            Some(at) => (at, self.state().pieces[usize::from(at)].space == NOWHERE || piece.unique.is_none()),
            None => (self.added(piece), true),
        };
        if arrives {
            let first = game.facing.as_ref().and_then(|facing| facing.directions.first().copied()).unwrap_or(0);
            self.live.set_facing(at, first as u8);
            self.turn(at, piece.mode)?;
            self.begin_anew(at, |_| true)?;
        }
        self.stand(at, *space, piece.slot, free)?;
        self.change(at, &SetupPiece { slot: None, ..piece.clone() })
    }

    /// A spare counter with this look; `None` if a new piece is needed.
    fn ready(&self, piece: &SetupPiece, space: u16) -> Result<Option<u16>, Box<Fault>> {
        let game = &self.game;
        let look = |at: &u16| {
            let own = &self.state().pieces[usize::from(*at)];
            let unnamed = self.live.layout().uniques.get(usize::from(*at)).copied().flatten().is_none();
            let printed = self.live.layout().printed.get(usize::from(*at)).filter(|printed| !printed.is_empty());
            let printed = printed.unwrap_or(&game.kinds[usize::from(own.kind)].facts);
            unnamed && own.kind == piece.kind && u16::from(own.side) == piece.side && *printed == piece.printed
        };
        let alike: Vec<u16> = (0..self.state().pieces.len() as u16).filter(look).collect();
        let of = |at: &u16| self.state().pieces[usize::from(*at)].space;
        let in_box = |at: &&u16| of(at) != NOWHERE && of(at) == self.live.layout().home(**at) && of(at) != space;
        let out = |at: &&u16| of(at) == NOWHERE;
        if let Some(found) = alike.iter().find(in_box).or_else(|| alike.iter().find(out)) {
            return Ok(Some(*found));
        }
        let listed = game.counters_for(piece.side, piece.kind).next().is_some();
        if !listed {
            return Ok(None);
        }
        let counter = game.counter_of(piece.side, piece.kind, &piece.printed);
        let there = counter.map_or(0, |at| game.counters[at].count as usize);
        if there > alike.len() {
            return Ok(None);
        }
        let side = &game.sides[usize::from(piece.side)].title;
        let kind = &game.kinds[usize::from(piece.kind)].title;
        match counter {
            Some(at) => refused(format!(
                "all {there} counters `{}` of the {side} are in play: `take` one first",
                game.counters[at].label
            )),
            None => {
                let all: Vec<&str> =
                    game.counters_for(piece.side, piece.kind).map(|(_, counter)| counter.label.as_str()).collect();
                refused(format!("the {side} have no such counter of {kind}; there are: {}", all.join(", ")))
            }
        }
    }

    /// Creates a piece, out of play, with its printed facts.
    fn added(&mut self, piece: &SetupPiece) -> u16 {
        let game = self.game.clone();
        let at = self.state().pieces.len() as u16;
        let (layout, state) = self.live.layout().grown(&game, self.state(), piece);
        self.live.set_layout(Arc::new(layout));
        self.restore(state);
        at
    }

    /// Puts a piece into a space, in this slot or the first free one. `free`: the slots that were free for it and
    /// others.
    fn stand(&mut self, piece: u16, space: u16, slot: Option<u8>, free: usize) -> Result<(), Box<Fault>> {
        let side = u16::from(self.state().pieces[usize::from(piece)].side);
        let needs = self.world().takes_slot(piece, space)?;
        if self.state().pieces[usize::from(piece)].space == space && slot.is_none() {
            return Ok(());
        }
        // The piece is lifted first to free its slot.
        self.put_quietly(piece, NOWHERE);
        let open = self.world().open_slots(space, side);
        let title = plain_words(&self.world().space_title(space, Some(side)));
        if needs && open.is_empty() {
            let most = self.game.board.slots.as_ref().map_or(0, |slots| slots.count);
            return refused(match free {
                0 => format!("{title} is full: a side has {most} slots there, and all are taken"),
                1 => format!("{title} has no room for all of them: 1 of the {most} slots of a side is free there"),
                _ => {
                    format!("{title} has no room for all of them: {free} of the {most} slots of a side are free there")
                }
            });
        }
        if let Some(slot) = slot.filter(|slot| needs && !open.has(u16::from(*slot))) {
            return refused(format!("slot {slot} of {title} is not free"));
        }
        self.put_quietly(piece, space);
        if let Some(slot) = slot.filter(|_| needs) {
            self.live.set_slot(piece, slot);
        }
        self.settle_slot(piece)
    }

    /// Turns a piece to a mode of its kind; without one, to the first.
    fn turn(&mut self, piece: u16, mode: Option<u16>) -> Result<(), Box<Fault>> {
        let kind = &self.game.kinds[usize::from(self.state().pieces[usize::from(piece)].kind)];
        let Some(at) = mode.map_or(Some(0), |mode| kind.modes.iter().position(|one| *one == mode)) else {
            return fault("this kind of piece does not have that mode");
        };
        self.live.set_mode(piece, at as u8);
        Ok(())
    }

    /// Sets the mode, facing, slot and variables of a piece.
    fn change(&mut self, piece: u16, change: &SetupPiece) -> Result<(), Box<Fault>> {
        if change.mode.is_some() {
            self.turn(piece, change.mode)?;
            // What begins later begins with the values of this mode.
            let running: Vec<ScopeId> = self.state().stack.iter().map(|frame| frame.scope).collect();
            self.begin_anew(piece, |var| !var.lives_in(&running))?;
        }
        if let Some(facing) = change.facing {
            self.live.set_facing(piece, facing as u8);
        }
        if let Some(slot) = change.slot {
            let space = self.state().pieces[usize::from(piece)].space;
            if space == NOWHERE || !self.world().takes_slot(piece, space)? {
                return refused("this piece takes no slot where it is".to_owned());
            }
            self.stand(piece, space, Some(slot), 0)?;
        }
        for (var, value) in &change.vars {
            self.write_quietly(*var, piece, value);
        }
        Ok(())
    }

    /// Returns a card to the first zone of its deck.
    fn lay_back(&mut self, card: u16) {
        let game = self.game.clone();
        let deck = &game.decks[game.card_defs[usize::from(game.cards[usize::from(card)].def)].deck.at()];
        self.lapse(card);
        if let Some(first) = deck.zones.first() {
            self.put_card(card, first.0);
        }
    }

    /// Fills the zones named in a position with exactly the cards named.
    fn deal(&mut self, position: &Position) -> Result<(), Box<Fault>> {
        let game = self.game.clone();
        let mut emptied: Vec<(ZoneId, Option<u16>)> = Vec::new();
        for card in &position.cards {
            if !emptied.contains(&(card.zone, card.side)) {
                emptied.push((card.zone, card.side));
                for one in self.cards_in(card.zone, card.side) {
                    self.lay_back(one);
                }
            }
        }
        let mut dealt = crate::model::set::BitSet::new();
        for card in &position.cards {
            let fits = |at: &u16| {
                let item = &game.cards[usize::from(*at)];
                let own = card.side.is_none() || item.side.is_none() || item.side == card.side;
                item.def == card.card && own && !dealt.has(*at)
            };
            // From the draw pile, or else from anywhere.
            let pile = |at: &u16| {
                let deck = &game.decks[game.card_defs[usize::from(card.card)].deck.at()];
                deck.zones.first().map(|zone| zone.0) == Some(self.state().cards[usize::from(*at)].spot)
            };
            let all = || (0..game.cards.len() as u16).filter(fits);
            let Some(found) = all().find(pile).or_else(|| all().next()) else {
                return refused(format!("not enough cards named {}", game.card_defs[usize::from(card.card)].title));
            };
            dealt.insert(found);
            self.lapse(found);
            self.move_card(found, card.zone, card.side)?;
        }
        Ok(())
    }
}

impl Layout {
    /// The layout with one more piece, which is out of play.
    fn grown(&self, game: &Game, state: &State, piece: &SetupPiece) -> (Layout, State) {
        let at = state.pieces.len();
        let mut layout = self.with_room(game, self.pieces.max(at + 1));
        // Pieces created in play have the printed facts of their kind.
        layout.printed.resize(at, Vec::new());
        layout.printed.push(piece.printed.clone());
        layout.uniques.resize(at, None);
        layout.uniques.push(piece.unique);
        layout.homes.resize(at, NOWHERE);
        layout.homes.push(mix::home(game, piece));
        if let Some(name) = piece.unique {
            if let Some(bearer) = layout.by_name.get_mut(usize::from(name)) {
                *bearer = Some(at as u16);
            }
        }
        let mut grown = state.laid_out_anew(game, self, &layout);
        grown.pieces.push(PieceState {
            kind: piece.kind,
            space: NOWHERE,
            side: piece.side as u8,
            mode: 0,
            slot: NO_SLOT,
            facing: 0,
        });
        (layout, grown)
    }
}
