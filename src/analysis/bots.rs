//! Bots: oracles that answer for a seat. They play through the same questions as people.

use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::model::game::Game;
use crate::model::id::*;
use crate::play::drawn;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Beginning, Play, Read, Status, World, native};

/// A small generator for choices that need not be journalled: the answers are. The same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Whim(Xoshiro256PlusPlus);

impl Whim {
    /// A generator from a number.
    pub fn new(seed: u64) -> Self {
        Whim(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { self.0.random_range(0..bound as u64) as usize }
    }
}

/// How a seat is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// By a person: the oracle waits.
    Person,
    /// By chance among all that is legal.
    Random,
    /// By looking one action ahead.
    Greedy,
}

impl Player {
    /// The player of this name.
    pub fn named(name: &str) -> Option<Player> {
        match name {
            "person" => Some(Player::Person),
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Person => "person",
            Player::Random => "random",
            Player::Greedy => "greedy",
        }
    }
}

/// An answer drawn evenly from all that is legal; `none` if there is none.
///
/// # Errors
/// When the rules are faulty.
pub fn random_answer(world: &World<'_>, question: &Question, seat: u16, whim: &mut Whim) -> Read<Option<Answer>> {
    drawn::answer(world, question, seat, &mut |bound| whim.below(bound))
}

/// Seats played by bots; persons' questions wait.
pub struct Bots {
    players: Vec<Player>,
    whim: Whim,
    greedy: Option<Box<Scratch>>,
    /// True if a person is asked at `any time` windows.
    pub stops: bool,
}

/// A second play of the same game in which a greedy bot tries what it might do. Its scripts are run by the kernel's own
/// engine, independent of the engine of the game: it is the faster, and what it finds is the same.
struct Scratch {
    play: Play,
    whim: Whim,
}

impl Bots {
    /// Bots for these players, one for each side.
    ///
    /// # Errors
    /// When the set-up is faulty.
    pub fn new(game: &Arc<Game>, players: Vec<Player>, seed: u64) -> Result<Bots, Box<crate::play::Fault>> {
        let greedy = if players.contains(&Player::Greedy) {
            let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
            let play = Play::new(game, &beginning, seed, false, native::make)?;
            Some(Box::new(Scratch { play, whim: Whim::new(seed ^ 1) }))
        } else {
            None
        };
        Ok(Bots { players, whim: Whim::new(seed), greedy, stops: false })
    }

    /// Begins anew from another number, for the next of many games.
    pub fn reseed(&mut self, seed: u64) {
        self.whim = Whim::new(seed);
        if let Some(scratch) = &mut self.greedy {
            scratch.whim = Whim::new(seed ^ 1);
        }
    }

    fn player(&self, seat: u16) -> Player {
        self.players.get(seat as usize).copied().unwrap_or(Player::Person)
    }
}

impl Oracle for Bots {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        if let Kind::Window { offers } = &question.kind {
            for seat in &question.seats {
                match self.player(*seat) {
                    Player::Person => {
                        let any_time = offers.iter().filter(|(one, _)| one == seat);
                        let only_any_time = any_time
                            .map(|(_, offer)| &world.game.offers[offer.at()].window)
                            .all(|window| *window == crate::model::offer::Window::AnyTime);
                        if !only_any_time || self.stops {
                            return Reply::Wait;
                        }
                    }
                    Player::Random | Player::Greedy => {
                        // Mostly silent: a card that may be played at any time would else never be kept.
                        if self.whim.below(4) == 0 {
                            match random_answer(world, question, *seat, &mut self.whim) {
                                Ok(Some(answer)) => return Reply::Answer(*seat, answer),
                                Ok(None) => {}
                                Err(fault) => return Reply::Faulty(fault),
                            }
                        }
                    }
                }
            }
            return Reply::Silence;
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        let answer = match self.player(seat) {
            Player::Person => Ok(None),
            Player::Random => random_answer(world, question, seat, &mut self.whim),
            Player::Greedy => match &mut self.greedy {
                Some(scratch) => scratch.best(world, question, seat),
                None => random_answer(world, question, seat, &mut self.whim),
            },
        };
        replied(seat, answer)
    }
}

/// What is replied: without an answer the question waits.
pub fn replied(seat: u16, answer: Read<Option<Answer>>) -> Reply {
    match answer {
        Ok(Some(answer)) => Reply::Answer(seat, answer),
        Ok(None) => Reply::Wait,
        Err(fault) => Reply::Faulty(fault),
    }
}

/// How many different actions a greedy bot tries.
const TRIES: usize = 10;

impl Scratch {
    fn best(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Read<Option<Answer>> {
        let Kind::Act { free: false, pass, .. } = &question.kind else {
            return random_answer(world, question, seat, &mut self.whim);
        };
        let mut tried: Vec<Answer> = Vec::new();
        if pass.is_some() {
            tried.push(Answer::Pass);
        }
        for _ in 0..TRIES {
            if let Some(answer) = random_answer(world, question, seat, &mut self.whim)? {
                if !tried.contains(&answer) {
                    tried.push(answer);
                }
            }
        }
        let mut best: Option<(i64, Answer)> = None;
        for answer in tried {
            // An action is worth a little more than a pass.
            let bonus = i64::from(answer != Answer::Pass);
            let Some(outcome) = self.outcome_of(world, seat, &answer) else {
                // What uncovers a mistake of the rules is done, so that it is reported.
                return Ok(Some(answer));
            };
            let score = outcome * 4 + bonus + self.whim.below(2) as i64;
            if best.as_ref().is_none_or(|(least, _)| score > *least) {
                best = Some((score, answer));
            }
        }
        Ok(best.map(|(_, answer)| answer))
    }

    /// What the position is worth to a seat after an answer, with chance and the rest of the step played at random; `none` if the
    /// rules are faulty there.
    fn outcome_of(&mut self, world: &World<'_>, seat: u16, answer: &Answer) -> Option<i64> {
        let seed = self.whim.below(usize::MAX) as u64;
        let oracle = Once { answer: Some((seat, answer.clone())), whim: Whim::new(seed), asked: 0 };
        let state = world.state.clone();
        let layout = Arc::new(world.layout.clone());
        self.play.adjust(|run| {
            run.layout = layout;
            run.restore(state);
            run.seed = seed;
            run.idle = 0;
            run.effort.refill();
            run.journal.silent_before = 0;
            run.oracle = Box::new(oracle);
        });
        match self.play.go() {
            Status::Over(outcome) => Some(match outcome.winner {
                Some(winner) if winner == seat => 10_000,
                Some(_) => -10_000,
                None => 0,
            }),
            Status::Asked(_) => Some(self.play.look(|run| worth(&run.world(), seat))),
            Status::Faulty(_) => None,
        }
    }
}

/// What a position is worth to a seat, without knowing the game: pieces of one's own that are on the map, against
/// those of the others, and how close they are to each other.
fn worth(world: &World<'_>, seat: u16) -> i64 {
    let mut total = 0;
    for (at, piece) in world.state.pieces.iter().enumerate() {
        let Some(space) = world.space_of(Ref::piece(at as u16)) else { continue };
        let on_map = !world.game.board.spaces[space as usize].is_box;
        let value = if on_map { 12 } else { 4 };
        total += if u16::from(piece.side) == seat { value } else { -value };
        if on_map && u16::from(piece.side) == seat {
            // Going forward is worth a little: where there is a front, the enemy is ahead of it.
            let mut ahead = 0;
            let mut here = space;
            while let Some(next) = world.relative(here, seat, 0) {
                ahead += 1;
                here = next;
            }
            total -= ahead;
        }
    }
    total
}

/// Gives one answer, then plays at random until the next action.
struct Once {
    answer: Option<(u16, Answer)>,
    whim: Whim,
    asked: u32,
}

impl Oracle for Once {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        if let Kind::Window { .. } = question.kind {
            return Reply::Silence;
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        if let (Some((_, answer)), Kind::Act { .. }) = (&self.answer, &question.kind) {
            if question.allows(answer) {
                let answer = answer.clone();
                self.answer = None;
                return Reply::Answer(seat, answer);
            }
        }
        self.asked += 1;
        if matches!(question.kind, Kind::Act { free: false, .. }) || self.asked > 40 {
            return Reply::Wait;
        }
        replied(seat, random_answer(world, question, seat, &mut self.whim))
    }
}
