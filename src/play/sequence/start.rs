//! The beginning of a play: pieces are set up, cards are in their piles, variables have their defaults.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::id::*;
use crate::model::sequence::Phase;
use crate::model::setup::{Position, SetupForce, SetupPhrase, Test, TestLine};
use crate::model::value::Value;

use super::arbiter::unfault;
use crate::play::answers::journal::Journal;
use crate::play::answers::log::Log;
use crate::play::answers::oracle::{Nobody, Stream};
use crate::play::host::run::{Act, Cx, Run};
use crate::play::store::live::{Indexed, Live};
use crate::play::store::mix::{self, Mix};
use crate::play::store::state::{CardState, Frame, Layout, NO_SLOT, NOWHERE, PieceState, State};
use crate::play::store::world::Fault;
use crate::play::watch::observer::Observer;
use crate::play::watch::trace::Trace;
use crate::source::Span;

/// How a play begins.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The positions that are set up, in order.
    pub positions: Vec<Position>,
    /// True if the sequence of play begins. Tests begin without a scope.
    pub in_sequence: bool,
    /// The sides played by chance whose decisions are given, so that they are asked and do not draw.
    pub asked: Vec<u16>,
}

impl Beginning {
    /// The set-up of a game, from which its sequence of play begins.
    pub fn of_game(game: &Game) -> Beginning {
        Beginning { positions: vec![game.setup.position.clone()], in_sequence: true, asked: Vec::new() }
    }

    /// The position of a test: that of its scenario, if any, then its own. A side whose decisions it gives is asked.
    pub fn of_test(game: &Game, test: &Test) -> Beginning {
        let in_sequence = test.scenario.is_some() && !test.cleared;
        let mut positions = Vec::new();
        if in_sequence {
            positions.push(game.setup.position.clone());
        }
        positions.push(test.position.clone());
        let given = test.lines.iter().filter_map(|line| match line {
            TestLine::Play(side, ..) | TestLine::Asked(side, ..) => Some(*side),
            TestLine::Offered(side, ..) | TestLine::Refused(side, ..) => Some(*side),
            _ => None,
        });
        let asked = given.filter(|side| game.sides[usize::from(*side)].by_chance).collect();
        Beginning { positions, in_sequence, asked }
    }

    /// The lines that put pieces into a space, in written order.
    pub fn lines_about(&self, space: u16) -> Vec<Span> {
        let mut found: Vec<Span> =
            set_up_by(self).iter().filter(|piece| piece.places.contains(&space)).map(|piece| piece.span).collect();
        found.dedup();
        found
    }
}

/// The number of pieces a play may come to have: those set up, and room for new ones if a script creates any.
fn most_pieces(game: &Game, set_up: usize) -> usize {
    let more = if game.makes_pieces { game.board.spaces.len() * 2 + 64 } else { 0 };
    (set_up + more).max(1)
}

/// The pieces set up by the positions. A named piece is put where the last of them says.
fn set_up_by(beginning: &Beginning) -> Vec<&crate::model::setup::SetupPiece> {
    let mut pieces: Vec<&crate::model::setup::SetupPiece> = Vec::new();
    for piece in beginning.positions.iter().flat_map(|position| &position.pieces) {
        if piece.unique.is_some() {
            pieces.retain(|earlier| earlier.unique != piece.unique);
        }
        pieces.push(piece);
    }
    pieces
}

/// The facing of a piece in the set-up: its own, or else that of the last line about its space, or else the first
/// direction.
fn facing_of(game: &Game, beginning: &Beginning, piece: &crate::model::setup::SetupPiece) -> u8 {
    let said = || {
        let lines = beginning.positions.iter().flat_map(|position| &position.facings).rev();
        let fits = |(side, spaces, _): &&(Option<u16>, crate::model::set::BitSet, u16)| {
            side.is_none_or(|side| side == piece.side) && piece.places.iter().any(|space| spaces.has(*space))
        };
        lines.into_iter().find(fits).map(|(.., facing)| *facing)
    };
    let first = || game.facing.as_ref().and_then(|facing| facing.directions.first().copied());
    piece.facing.or_else(said).or_else(first).unwrap_or(0) as u8
}

impl Run {
    /// A play in this position, in which nothing has happened.
    pub(in crate::play) fn standing(game: &Arc<Game>, layout: Arc<Layout>, state: State, seed: u64) -> Run {
        Run {
            game: game.clone(),
            live: Live::new(game, layout, state),
            oracle: Box::new(Nobody),
            journal: Journal::default(),
            unseen: None,
            sealed: None,
            pending: None,
            log: Log::default(),
            forced_dice: VecDeque::new(),
            row_of_dice: (Vec::new(), 0),
            forced_cards: VecDeque::new(),
            forced_lots: VecDeque::new(),
            seed,
            old: Vec::new(),
            cancels: Vec::new(),
            cancelled_by: None,
            skip_to: None,
            decisions: 0,
            turns: 0,
            effort: Rc::default(),
            trace: Trace::default(),
            observer: Observer::default(),
            started: Vec::new(),
            nesting: 0,
            watchful: true,
            idle: 0,
            asked: Vec::new(),
        }
    }

    /// A play from its beginning. Pieces placed by their owners are not yet set up.
    ///
    /// # Errors
    /// When a default cannot be computed.
    pub fn begin(game: &Arc<Game>, beginning: &Beginning, seed: u64) -> Result<Run, Box<Fault>> {
        let mut pieces: Vec<&crate::model::setup::SetupPiece> = set_up_by(beginning);
        let needed = game.takes_spares || game.counters.iter().any(|counter| !counter.begins.is_empty());
        let mix = if needed { Mix::new(game, &pieces) } else { Mix::default() };
        let named = mix::named_in_boxes(game, &pieces);
        pieces.extend(named);
        pieces.extend(&mix.boxed);
        let set_up = pieces.len();
        pieces.extend(&mix.spare);
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        // Pieces are ordered by kind, then by set-up; spare counters come last.
        order.sort_by_key(|at| pieces[*at].kind);
        pieces = order.iter().map(|at| pieces[*at]).collect();

        let mut layout = Layout::new(game, most_pieces(game, pieces.len()));
        layout.printed = pieces.iter().map(|piece| piece.printed.clone()).collect();
        for (now, before) in order.iter().enumerate() {
            if *before >= set_up {
                layout.spare.insert(now as u16);
            } else if mix.lacking.contains(before) {
                layout.lacking.insert(now as u16);
            }
        }
        layout.uniques = pieces.iter().map(|piece| piece.unique).collect();
        layout.homes = pieces.iter().map(|piece| mix::home(game, piece)).collect();
        let bearer = |name: usize| layout.uniques.iter().position(|own| own.map(usize::from) == Some(name));
        layout.by_name = (0..game.uniques.len()).map(|name| bearer(name).map(|at| at as u16)).collect();
        layout.labels =
            (pieces.iter().enumerate()).filter_map(|(at, piece)| Some((piece.label.clone()?, at as u16))).collect();
        layout.waiting = (pieces.iter().enumerate())
            .filter(|(_, piece)| piece.places.len() > 1)
            .map(|(at, piece)| (at as u16, piece.places.clone()))
            .collect();
        let mut state = State::empty(&layout, Stream::Deck(0).number());
        for piece in &pieces {
            let modes = &game.kinds[piece.kind as usize].modes;
            let mode = piece.mode.and_then(|mode| modes.iter().position(|one| *one == mode)).unwrap_or(0);
            let space = match piece.places.as_slice() {
                [one] => *one,
                _ => NOWHERE,
            };
            state.pieces.push(PieceState {
                kind: piece.kind,
                space,
                side: piece.side as u8,
                mode: mode as u8,
                slot: piece.slot.unwrap_or(NO_SLOT),
                facing: facing_of(game, beginning, piece),
            });
        }
        for card in &game.cards {
            let deck = &game.decks[game.card_defs[card.def as usize].deck.at()];
            let spot = deck.zones.first().map_or(0, |zone| zone.0);
            state.cards.push(CardState { spot, in_force: false });
        }
        let mut run = Run::standing(game, Arc::new(layout), state, seed);
        run.asked.clone_from(&beginning.asked);
        for at in 0..game.vars.len() {
            run.reset_var(VarId(at as u16)).map_err(unfault)?;
        }
        for (var, space) in &game.board.terrain {
            run.write_quietly(*var, *space, &Value::Flag(true));
        }
        for at in 0..run.state().pieces.len() as u16 {
            run.settle_slot(at)?;
            run.take_first_slot(at);
        }
        for (at, piece) in pieces.iter().enumerate() {
            for (var, value) in &piece.vars {
                run.write_quietly(*var, at as u16, value);
            }
            for (var, label) in &piece.refs {
                let other = run.called(label, piece.span)?;
                run.write_quietly(*var, at as u16, &Value::Ref(other));
            }
        }
        for position in &beginning.positions {
            run.write_vars(position);
            for (var, of, label, span) in &position.refs {
                let other = run.called(label, *span)?;
                run.write_quietly(*var, of.index, &Value::Ref(other));
            }
            for phrase in &position.phrases {
                let found = run.write_phrase(phrase, false)?;
                if let Some(span) = phrase.span.filter(|_| !found) {
                    return Err(Box::new(Fault::new("no piece in this position is meant").at(span)));
                }
            }
            for crate::model::setup::SetupCard { zone, side, card: def, span } in &position.cards {
                let fits = |card: &u16| {
                    let item = &game.cards[*card as usize];
                    item.def == *def
                        && (side.is_none() || item.side.is_none() || item.side == *side)
                        && game.decks[game.card_defs[item.def as usize].deck.at()].zones.first().map(|zone| zone.0)
                            == Some(run.state().cards[*card as usize].spot)
                };
                let found = (0..game.cards.len() as u16).find(fits);
                match found {
                    Some(card) => run.move_card(card, *zone, *side).map_err(|fault| Box::new(fault.at(*span)))?,
                    None => {
                        let name = &game.card_defs[*def as usize].title;
                        return Err(Box::new(Fault::new(format!("not enough cards named {name}")).at(*span)));
                    }
                }
            }
        }
        for position in &beginning.positions {
            for force in &position.in_force {
                if !run.put_in_force(force)? {
                    let name = &game.card_defs[usize::from(force.card)].title;
                    return Err(Box::new(Fault::new(format!("not enough cards named {name}")).at(force.span)));
                }
            }
        }
        if let Some(under_way) = beginning.positions.iter().rev().find_map(|one| one.under_way.as_ref()) {
            run.go_under_way(under_way)?;
        }
        run.world().all_fit_slots()?;
        if beginning.in_sequence {
            run.live.stack().push(Frame::new(game.builtin.game, None, Phase::Children));
            run.live.stack().push(Frame::new(game.builtin.setup, None, Phase::Body));
        }
        Ok(run)
    }

    /// Writes the terrain and the variables of a position. Its terrain replaces the one that is there.
    pub(super) fn write_vars(&mut self, position: &Position) {
        let game = self.game.clone();
        let lays = |var: &VarId, value: &Value| *value == Value::Flag(true) && game.terrains.contains(var);
        for (_, of, _) in position.vars.iter().filter(|(var, _, value)| lays(var, value)) {
            for terrain in &game.terrains {
                self.write_quietly(*terrain, of.index, &Value::Flag(false));
            }
        }
        for (var, of, value) in &position.vars {
            self.write_quietly(*var, of.index, value);
        }
    }

    /// Writes a variable of all pieces that a phrase fits; returns true if there is any. `in_play`: of those in play.
    pub(super) fn write_phrase(&mut self, said: &SetupPhrase, in_play: bool) -> Result<bool, Box<Fault>> {
        let mut found = false;
        for piece in 0..self.state().pieces.len() as u16 {
            let counts = !in_play || self.state().pieces[usize::from(piece)].space != NOWHERE;
            if counts && self.world().phrase_fits(&said.phrase, Ref::piece(piece))? {
                self.write_quietly(said.var, piece, &said.value);
                found = true;
            }
        }
        Ok(found)
    }

    /// Brings a card into force as a position says; returns false if no such card is left.
    pub(super) fn put_in_force(&mut self, force: &SetupForce) -> Result<bool, Box<Fault>> {
        let fits = |card: &u16| {
            let free = !self.state().cards[usize::from(*card)].in_force;
            let owner = self.world().side_of(Ref::card(*card));
            let own = force.side.is_none() || owner.is_none() || owner == force.side;
            self.game.cards[usize::from(*card)].def == force.card && free && own
        };
        // Of several copies, one that has been played: it lies behind those in the pile and in the hand.
        let played = |card: &u16| Reverse(self.state().cards[usize::from(*card)].spot);
        let Some(card) = (0..self.game.cards.len() as u16).filter(fits).min_by_key(played) else { return Ok(false) };
        let (play, values) = match &force.chosen {
            Some((play, values)) => (Some(*play), self.chosen_in(card, *play, values, force.span)?),
            None => (None, Vec::new()),
        };
        self.comes_into_force(card, play, &values);
        Ok(true)
    }

    /// Starts another play with the same set-up. Oracle, engine and the sections recorded for a series stay. Active
    /// clauses stay too, because a flag set in one play of a series may be set in the next; everything else is reset.
    pub(in crate::play) fn restart(&mut self, opening: &Indexed, seed: u64) {
        self.live.begin_again(opening);
        self.journal = Journal { kept: self.journal.kept, ..Journal::default() };
        self.log = Log { kept: self.log.kept, ..Log::default() };
        self.pending = None;
        self.forced_dice.clear();
        self.forced_cards.clear();
        self.forced_lots.clear();
        self.old.clear();
        self.started.clear();
        self.skip_to = None;
        (self.decisions, self.turns, self.nesting, self.idle, self.seed) = (0, 0, 0, 0, seed);
        self.effort.begin();
        self.trace = Trace::default();
    }
}

impl Cx<'_> {
    /// Asks for the pieces that owners place, then runs the hooks on setting up.
    pub fn set_up(&self) -> Act<()> {
        let layout = self.run.borrow().live.layout().clone();
        for (piece, places) in &layout.waiting {
            let (name, side) = self.look(|world| {
                let side = world.state.pieces[*piece as usize].side;
                Ok((world.title(Ref::piece(*piece)), u16::from(side)))
            })?;
            let places = places.iter().map(|space| Value::Ref(Ref::space(*space))).collect();
            let chosen = self.choose(side, &format!("Set up {name} where?"), places, false)?;
            if let Value::Ref(space) = chosen {
                let mut run = self.run.borrow_mut();
                run.put_quietly(*piece, space.index);
                run.settle_slot(*piece)?;
            }
        }
        let scope = &self.game.scopes[self.game.builtin.setup.at()];
        self.hooks(&scope.after, &[])?;
        let mut run = self.run.borrow_mut();
        run.live.stack().pop();
        run.live.set_unsettled(true);
        run.live.set_out();
        Ok(())
    }
}
