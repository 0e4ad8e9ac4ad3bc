//! Many games, played by bots: who wins, how long it takes, and whether anything breaks.

use std::sync::Arc;

use crate::model::game::Game;
use crate::model::set::BitSet;
use crate::play::{Beginning, Fault, MakeScripts, Play, Status};

use super::bots::{Bots, Player};

/// How one game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number.
    pub number: u64,
    /// The winner; none: drawn, or stopped.
    pub winner: Option<u16>,
    /// The level of victory.
    pub level: Option<u16>,
    /// How many questions players answered.
    pub decisions: u64,
    /// How many turns it had: of the outermost step that counts them.
    pub turns: u64,
    /// The number of the last state.
    pub digest: u64,
    /// What went wrong, if something did.
    pub fault: Option<Box<Fault>>,
    /// True if it was stopped because it went on too long.
    pub endless: bool,
}

/// More decisions than this make a game endless.
pub const MOST_DECISIONS: u64 = 100_000;

/// The seed of one game of many: it depends on its number alone, so that any number of jobs gives the same games.
pub fn seed_of(master: u64, number: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(&number.to_le_bytes(), master)
}

/// Plays games in a row with one engine.
pub struct Series {
    game: Arc<Game>,
    play: Play,
    players: Vec<Player>,
    beginning: Beginning,
    master: u64,
}

impl Series {
    /// A series of games between these players.
    ///
    /// # Errors
    /// When the set-up or the scripts are faulty.
    pub fn new(game: &Arc<Game>, players: &[Player], master: u64, make: MakeScripts) -> Result<Series, Box<Fault>> {
        let beginning = Beginning { positions: vec![game.setup.position.clone()], in_sequence: true };
        let play = Play::new(game, &beginning, master, false, make)?;
        Ok(Series { game: game.clone(), play, players: players.to_vec(), beginning, master })
    }

    /// True if invariants are tested.
    pub fn watchful(&mut self, watchful: bool) {
        self.play.adjust(|run| run.watchful = watchful);
    }

    /// Limits the units of work rules may do before a decision; see [`crate::play::effort`].
    pub fn limit(&mut self, units: u64) {
        self.play.adjust(|run| run.effort.set_most(units));
    }

    /// From now on takes down which sections of the rulebook run, for [`Series::sections`].
    pub fn witness(&mut self) {
        self.play.adjust(|run| run.begin_witness());
    }

    /// The sections that have run in all games since [`Series::witness`].
    pub fn sections(&self) -> BitSet {
        self.play.look(|run| run.witness.sections())
    }

    /// The most units of work that rules did between two decisions in all games, and the most events; see [`crate::play::effort`].
    pub fn worst(&self) -> (u64, u32) {
        self.play.look(|run| run.effort.worst())
    }

    /// Plays the game of this number to its end.
    pub fn play(&mut self, number: u64) -> Played {
        let seed = seed_of(self.master, number);
        match self.try_play(seed) {
            Ok(mut played) => {
                played.number = number;
                played
            }
            Err(fault) => Played {
                number,
                winner: None,
                level: None,
                decisions: 0,
                turns: 0,
                digest: 0,
                fault: Some(fault),
                endless: false,
            },
        }
    }

    fn try_play(&mut self, seed: u64) -> Result<Played, Box<Fault>> {
        self.play.again(&self.beginning, seed)?;
        let bots = Bots::new(&self.game, self.players.clone(), seed)?;
        self.play.set_oracle(Box::new(bots));
        let status = self.play.go_while(|run| run.decisions < MOST_DECISIONS);
        let (decisions, turns, digest) = self.play.look(|run| (run.decisions, run.turns, run.state.digest()));
        let mut played =
            Played { number: 0, winner: None, level: None, decisions, turns, digest, fault: None, endless: false };
        match status {
            Some(Status::Over(outcome)) => {
                played.winner = outcome.winner;
                played.level = outcome.level;
            }
            Some(Status::Faulty(fault)) => played.fault = Some(fault),
            Some(Status::Asked(pending)) => {
                played.fault =
                    Some(Box::new(Fault::new(format!("a bot had no answer to: {}", pending.question.prompt))));
            }
            None => played.endless = true,
        }
        Ok(played)
    }
}
