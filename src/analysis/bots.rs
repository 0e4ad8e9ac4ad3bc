//! Bots: oracles that answer for a seat. They answer the same questions as people.

use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::search::Search;
use crate::model::game::Game;
use crate::model::id::*;
use crate::model::lesson::Rival;
use crate::play::drawn;
use crate::play::lazily::SILENCE;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::state::{Layout, RunningStep, State};
use crate::play::{Beginning, Play, Read, Status, World, native};

/// A random number generator for choices whose draws need not be recorded, because the journal records the answers. It
/// yields the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A random number below `bound`, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { self.0.random_range(0..bound as u64) as usize }
    }
}

/// The kind of player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person, for whom the oracle waits.
    Person,
    /// A bot that chooses at random among all legal answers.
    Random,
    /// A bot that looks one action ahead.
    Greedy,
    /// A bot that plays many lines from its position, and knows no more than a person.
    Search,
}

impl From<Rival> for Player {
    fn from(rival: Rival) -> Player {
        match rival {
            Rival::Random => Player::Random,
            Rival::Greedy => Player::Greedy,
        }
    }
}

impl Player {
    /// The names of all kinds of players.
    pub const NAMES: [&str; 4] = ["person", "random", "greedy", "search"];

    /// The kind of player with this name.
    pub fn named(name: &str) -> Option<Player> {
        match name {
            "person" => Some(Player::Person),
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            "search" => Some(Player::Search),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Person => "person",
            Player::Random => "random",
            Player::Greedy => "greedy",
            Player::Search => "search",
        }
    }
}

/// A random legal answer; all are equally likely. None if no answer is legal.
///
/// # Errors
/// A fault in the rules.
pub fn random_answer(world: &World<'_>, question: &Question, seat: u16, random: &mut Random) -> Read<Option<Answer>> {
    drawn::answer(world, question, seat, &mut |bound| random.below(bound))
}

/// The players of the seats. Questions for persons wait.
pub struct Bots {
    players: Vec<Player>,
    random: Random,
    greedy: Option<Box<Scratch>>,
    search: Option<Box<Search>>,
    /// True if persons are asked at `any time` windows.
    pub stops: bool,
}

/// A second play of the same game in which a greedy bot tries its options. It always runs scripts with the native
/// engine, which is faster and gives the same results.
struct Scratch {
    play: Play,
    random: Random,
    /// The step in which the bot decided last, and where its pieces have stood in it.
    step: Vec<RunningStep>,
    stood: Vec<Vec<u16>>,
}

impl Bots {
    /// Creates the bots for these players, one for each side.
    ///
    /// # Errors
    /// A fault in the set-up.
    pub fn new(game: &Arc<Game>, players: Vec<Player>, seed: u64) -> Result<Bots, Box<crate::play::Fault>> {
        let greedy = if players.contains(&Player::Greedy) {
            let play = Play::new(game, &Beginning::of_game(game), seed, false, native::make)?;
            Some(Box::new(Scratch { play, random: Random::new(seed ^ 1), step: Vec::new(), stood: Vec::new() }))
        } else {
            None
        };
        let search = match players.contains(&Player::Search) {
            true => Some(Box::new(Search::new(game, seed)?)),
            false => None,
        };
        Ok(Bots { players, random: Random::new(seed), greedy, search, stops: false })
    }

    /// Tells a greedy bot of an earlier decision of a side. In the same step it does not move back without need.
    pub fn recall(&mut self, game: &Game, state: &State, seat: u16) {
        if let Some(scratch) = &mut self.greedy {
            scratch.note(game, state, seat);
        }
    }

    /// The searches of these bots end early once this is true.
    pub fn stop_when(&mut self, stop: fn() -> bool) {
        if let Some(search) = &mut self.search {
            search.stop_when(stop);
        }
    }

    fn player(&self, seat: u16) -> Player {
        self.players.get(seat as usize).copied().unwrap_or(Player::Person)
    }
}

impl Oracle for Bots {
    fn draws(&self, seat: u16, at_window: bool) -> bool {
        match self.player(seat) {
            Player::Random => true,
            Player::Greedy | Player::Search => at_window,
            Player::Person => false,
        }
    }

    fn draw(&mut self, _seat: u16, bound: usize) -> usize {
        self.random.below(bound)
    }

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
                    Player::Random | Player::Greedy | Player::Search => {
                        // Silent most of the time. Otherwise the bot would never keep a card that may be played at any
                        // time.
                        if self.random.below(SILENCE) == 0 {
                            match random_answer(world, question, *seat, &mut self.random) {
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
            Player::Random => random_answer(world, question, seat, &mut self.random),
            Player::Greedy => match &mut self.greedy {
                Some(scratch) => scratch.best(world, question, seat),
                None => random_answer(world, question, seat, &mut self.random),
            },
            Player::Search => match &mut self.search {
                Some(search) => search.best(world, question, seat),
                None => random_answer(world, question, seat, &mut self.random),
            },
        };
        replied(seat, answer)
    }
}

/// Converts an answer into a reply. Without an answer the question waits.
pub fn replied(seat: u16, answer: Read<Option<Answer>>) -> Reply {
    match answer {
        Ok(Some(answer)) => Reply::Answer(seat, answer),
        Ok(None) => Reply::Wait,
        Err(fault) => Reply::Faulty(fault),
    }
}

/// The number of random trials of a greedy bot per decision.
const TRIES: usize = 10;

impl Scratch {
    /// Notes where the pieces of the side that decides are, and returns it.
    fn note(&mut self, game: &Game, state: &State, seat: u16) -> Vec<u16> {
        let step = state.running_steps(game);
        if step != self.step {
            self.stood.clear();
            self.step = step;
        }
        let here = spaces_of(state, seat);
        self.stood.push(here.clone());
        here
    }

    fn best(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Read<Option<Answer>> {
        let Kind::Act { free: false, pass, .. } = &question.kind else {
            return random_answer(world, question, seat, &mut self.random);
        };
        let here = self.note(world.game, world.state, seat);
        let mut tried: Vec<Answer> = Vec::new();
        if pass.is_some() {
            tried.push(Answer::Pass);
        }
        for _ in 0..TRIES {
            if let Some(answer) = random_answer(world, question, seat, &mut self.random)? {
                if !tried.contains(&answer) {
                    tried.push(answer);
                }
            }
        }
        let mut best: Option<(i64, Answer)> = None;
        for answer in tried {
            let Some(outcome) = self.outcome_of(world, seat, &answer) else {
                // The bot chooses an answer that reveals a fault in the rules, so that the fault is reported.
                return Ok(Some(answer));
            };
            // An action is worth slightly more than a pass, but not a move back.
            let spaces = self.play.look(|run| spaces_of(run.state(), seat));
            let bonus = match answer {
                Answer::Pass => 0,
                _ if spaces != here && self.stood.contains(&spaces) => -2,
                _ => 1,
            };
            let score = outcome * 4 + bonus + self.random.below(2) as i64;
            if best.as_ref().is_none_or(|(least, _)| score > *least) {
                best = Some((score, answer));
            }
        }
        Ok(best.map(|(_, answer)| answer))
    }

    /// The value of the position for a seat after an answer, with chance and the rest of the step played at random.
    /// None if the rules are faulty there.
    fn outcome_of(&mut self, world: &World<'_>, seat: u16, answer: &Answer) -> Option<i64> {
        let seed = self.random.below(usize::MAX) as u64;
        let oracle = Once { answer: Some((seat, answer.clone())), random: Random::new(seed), asked: 0 };
        begin_at(&mut self.play, world.layout, world.state.clone(), seed, Box::new(oracle));
        match self.play.go() {
            Status::Over(outcome) => Some(outcome.worth(seat, 10_000)),
            Status::Asked(_) => Some(self.play.look(|run| worth(&run.world(), seat))),
            Status::Faulty(_) => None,
        }
    }
}

/// Lets the play of a bot continue from a state of the game it looks at, with other dice and this oracle.
pub(super) fn begin_at(play: &mut Play, layout: &Layout, state: State, seed: u64, oracle: Box<dyn Oracle>) {
    play.adjust(|run| {
        if **run.live.layout() != *layout {
            run.live.set_layout(Arc::new(layout.clone()));
        }
        run.restore(state);
        run.seed = seed;
        run.idle = 0;
        run.effort.refill();
        run.journal.silent_before = 0;
        run.oracle = oracle;
    });
}

/// The value of a position for a seat, using no knowledge of the game: its own pieces minus all others, where pieces on
/// the map count more than pieces in boxes. Own pieces further forward on the map add a little.
pub(super) fn worth(world: &World<'_>, seat: u16) -> i64 {
    let mut total = 0;
    for (at, piece) in world.state.pieces.iter().enumerate() {
        let Some(space) = world.space_of(Ref::piece(at as u16)) else { continue };
        let on_map = !world.game.board.spaces[space as usize].is_box;
        let value = if on_map { 12 } else { 4 };
        total += if u16::from(piece.side) == seat { value } else { -value };
        if on_map && u16::from(piece.side) == seat {
            // Advancing is worth a little: in games with a front the enemy is ahead.
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

/// Where the pieces of a side are.
fn spaces_of(state: &State, seat: u16) -> Vec<u16> {
    let own = state.pieces.iter().filter(|piece| u16::from(piece.side) == seat);
    own.map(|piece| piece.space).collect()
}

/// An oracle that gives one answer and then plays at random until the next action.
struct Once {
    answer: Option<(u16, Answer)>,
    random: Random,
    asked: u32,
}

impl Oracle for Once {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        if let Kind::Window { .. } = question.kind {
            return Reply::Silence;
        }
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        if let (Some((by, answer)), Kind::Act { .. }) = (&self.answer, &question.kind) {
            if *by == seat && question.allows(answer) {
                let answer = answer.clone();
                self.answer = None;
                return Reply::Answer(seat, answer);
            }
        }
        self.asked += 1;
        // Simultaneous orders can be valued only once all of them have been carried out.
        let acts = matches!(question.kind, Kind::Act { free: false, .. }) && !world.asks_all_sides();
        if acts || self.asked > 40 {
            return Reply::Wait;
        }
        replied(seat, random_answer(world, question, seat, &mut self.random))
    }
}
