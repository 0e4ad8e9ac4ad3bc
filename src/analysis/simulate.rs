//! Plays many games with bots: winners, length, and faults.

use std::sync::Arc;

use super::coverage::Coverage;
use crate::model::game::Game;
use crate::model::outcome::Outcome;
use crate::play::observer::Observe;
use crate::play::{Beginning, Fault, MakeScripts, Opening, Play, Status};

use super::bots::{Bots, Player};

/// The result of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Its number.
    pub number: u64,
    /// How it ended. Without winners if it was drawn or stopped.
    pub ended: Outcome,
    /// The number of questions players answered.
    pub decisions: u64,
    /// The number of turns: repetitions of the outermost step that counts them.
    pub turns: u64,
    /// The digest of the last state.
    pub digest: u64,
    /// The fault, if any.
    pub fault: Option<Box<Fault>>,
    /// True if it was stopped at the limit on decisions.
    pub endless: bool,
}

/// The maximum number of decisions in a game. A longer game counts as endless.
pub const MOST_DECISIONS: u64 = 100_000;

/// The seed of one game in a series. It depends only on the master seed and the game's number, so the games are the
/// same for any number of jobs.
pub fn seed_of(master: u64, number: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(&number.to_le_bytes(), master)
}

/// A series of games played with one engine.
pub struct Series {
    game: Arc<Game>,
    play: Play,
    players: Vec<Player>,
    opening: Opening,
    master: u64,
}

impl Series {
    /// Creates a series of games between these players.
    ///
    /// # Errors
    /// A fault in the set-up or the scripts.
    pub fn new(game: &Arc<Game>, players: &[Player], master: u64, make: MakeScripts) -> Result<Series, Box<Fault>> {
        let play = Play::new(game, &Beginning::of_game(game), master, false, make)?;
        let opening = play.opening();
        Ok(Series { game: game.clone(), play, players: players.to_vec(), opening, master })
    }

    /// Sets whether invariants are checked.
    pub fn watchful(&mut self, watchful: bool) {
        self.play.adjust(|run| run.watchful = watchful);
    }

    /// Limits the units of work that rules may use before a decision; see [`crate::play::effort`].
    pub fn limit(&mut self, units: u64) {
        self.play.adjust(|run| run.effort.set_most(units));
    }

    /// Starts recording which sections of the rulebook run.
    pub fn cover(&mut self) -> Coverage {
        let coverage = Coverage::default();
        self.observe(coverage.clone());
        coverage
    }

    /// Starts reporting rules and statements to an observer, in all games.
    pub fn observe(&mut self, who: impl Observe + 'static) {
        self.play.adjust(|run| run.observe(who));
    }

    /// The maximum units of work and number of events that rules used between two decisions in all games; see
    /// [`crate::play::effort`].
    pub fn worst(&self) -> (u64, u32) {
        self.play.look(|run| run.effort.worst())
    }

    /// Plays the game with this number to its end.
    pub fn play(&mut self, number: u64) -> Played {
        let seed = seed_of(self.master, number);
        match self.try_play(seed) {
            Ok(mut played) => {
                played.number = number;
                played
            }
            Err(fault) => Played { number, fault: Some(fault), ..Played::default() },
        }
    }

    fn try_play(&mut self, seed: u64) -> Result<Played, Box<Fault>> {
        self.play.again(&self.opening, seed);
        let bots = Bots::new(&self.game, self.players.clone(), seed)?;
        self.play.set_oracle(Box::new(bots));
        let status = self.play.go_while(|run| run.decisions < MOST_DECISIONS);
        let (decisions, turns, digest) = self.play.look(|run| (run.decisions, run.turns, run.state().digest()));
        let mut played = Played { decisions, turns, digest, ..Played::default() };
        match status {
            Some(Status::Over(outcome)) => played.ended = outcome,
            Some(Status::Faulty(fault)) => played.fault = Some(fault),
            Some(Status::Asked(pending)) => {
                played.fault =
                    Some(Box::new(Fault::new(format!("a bot found no answer to: {}", pending.question.prompt))));
            }
            None => played.endless = true,
        }
        Ok(played)
    }
}

/// The fault that ends a game of random play with a journal, as the dialogue plays it; none if it ends otherwise. There
/// the bots choose from lists, so the same seed is another game than in a series. `units`: the limit of work, if it is
/// not the usual one.
pub fn fault_with_journal(
    game: &Arc<Game>,
    players: &[Player],
    seed: u64,
    units: Option<u64>,
    make: MakeScripts,
) -> Option<Box<Fault>> {
    let played = || {
        let mut play = Play::new(game, &Beginning::of_game(game), seed, true, make)?;
        play.set_oracle(Box::new(Bots::new(game, players.to_vec(), seed)?));
        play.adjust(|run| {
            // The log may be long, and is not read.
            run.log.kept = false;
            if let Some(units) = units {
                run.effort.set_most(units);
            }
        });
        Ok(play.go_while(|run| run.decisions < MOST_DECISIONS))
    };
    match played() {
        Err(fault) | Ok(Some(Status::Faulty(fault))) => Some(fault),
        Ok(_) => None,
    }
}
