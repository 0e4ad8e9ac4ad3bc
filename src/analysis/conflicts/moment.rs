//! A moment at which the order of two rules changed the result, recorded for replay.

use std::rc::Rc;
use std::sync::Arc;

use crate::analysis::testing::{met_in, run_test};
use crate::model::game::Game;
use crate::model::setup::Test;
use crate::play::meeting::{Met, Order};
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Kind, Question};
use crate::play::state::State;
use crate::play::{Run, World, native};
use crate::source::Span;

use super::candidates::Way;
use super::trial::mirrored;

/// A settled moment from which play can continue.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub state: Rc<State>,
    pub said: usize,
    pub seed: u64,
    pub decision: u64,
}

/// A moment at which the order of two rules changed the result.
#[derive(Clone, Debug)]
pub struct Moment {
    pub(super) game: Arc<Game>,
    pub(super) way: Way,
    pub(super) rules: [Span; 2],
    /// The positions from which it can be reached, the nearest first.
    pub(super) starts: Vec<Start>,
    /// The answers since the start of the game.
    pub(super) said: Vec<Reply>,
}

impl Moment {
    /// The game, with the rules in the written order.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The number of positions from which the moment can be reached. The nearest has index 0.
    pub fn starts(&self) -> usize {
        self.starts.len()
    }

    /// True if the two rules yield different values of a word or number, which a test may not detect by its
    /// consequences.
    pub fn is_a_value(&self) -> bool {
        self.way == Way::Asked
    }

    /// The seed of the game in which it occurred.
    pub fn seed(&self) -> u64 {
        self.starts.first().map_or(0, |start| start.seed)
    }

    /// The state of one of these positions.
    pub fn state(&self, start: usize) -> Option<State> {
        self.starts.get(start).map(|start| State::clone(&start.state))
    }

    /// Puts a run into one of these positions.
    pub fn stand(&self, start: usize, run: &mut Run) {
        if let Some(start) = self.starts.get(start) {
            run.restore(State::clone(&start.state));
            run.idle = 0;
        }
    }

    /// An oracle that repeats the answers from one of these positions to the end of the moment, and then waits.
    pub fn oracle(&self, start: usize) -> Box<dyn Oracle> {
        let from = self.starts.get(start).map_or(0, |start| start.said);
        Box::new(Repeater { said: self.said.get(from..).unwrap_or_default().to_vec(), at: 0 })
    }

    /// True if a test passes with the rules in the written order, and reversing the two rules would affect it. `game`
    /// is this game recompiled with the test.
    pub fn is_told_by(&self, game: &Arc<Game>, test: &Test) -> bool {
        if run_test(game, test, native::make).failure.is_some() {
            return false;
        }
        match self.way {
            Way::Asked => {
                let place = |game: &Game, span: Span| (game.sources.name_of(span.source).to_owned(), span.start);
                let here = self.rules.map(|span| place(&self.game, span));
                let is_it = |met: &Met| {
                    matches!(met.order, Order::Matters(..)) && [place(game, met.first), place(game, met.second)] == here
                };
                met_in(game, test, native::make).iter().any(is_it)
            }
            way => run_test(&mirrored(game, way), test, native::make).failure.is_some(),
        }
    }
}

/// Repeats recorded answers, and then waits.
struct Repeater {
    said: Vec<Reply>,
    at: usize,
}

impl Oracle for Repeater {
    fn answer(&mut self, _world: &World<'_>, question: &Question) -> Reply {
        match (self.said.get(self.at), &question.kind) {
            (Some(reply), _) => {
                self.at += 1;
                reply.clone()
            }
            (None, Kind::Window { .. }) => Reply::Silence,
            (None, _) => Reply::Wait,
        }
    }
}
