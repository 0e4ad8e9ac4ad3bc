//! What chance did: the result of an action, against the results that the same action has on average.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::model::game::Game;
use crate::model::outcome::Outcome;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::state::{Layout, State};
use crate::play::{Beginning, Fault, Play, Status, World, native};

use super::bots::{Random, begin_at, random_answer, replied};
use super::search::{VICTORY, is_legal, standings, values};

/// How often an action is carried out again.
const TIMES: i64 = 100;
/// The most questions that an action carried out again may ask, so that every one ends.
const MOST_ASKED: u32 = 60;

/// Carries actions of a game out again, with other dice and cards.
pub struct Luck {
    play: Play,
    random: Random,
    /// The worth of the position at set-up to each side: from there on, who leads counts.
    level: Vec<i64>,
}

/// An action, from the position before it to the next one.
pub struct Deed {
    /// The position before it.
    pub state: State,
    /// Its layout.
    pub layout: Arc<Layout>,
    /// The answers of the sides: the action, then what was decided during it.
    pub answers: VecDeque<(u16, Answer)>,
}

impl Deed {
    /// An action that begins in this position.
    pub fn in_position(world: &World<'_>, layout: Arc<Layout>) -> Self {
        Deed { state: world.state.clone(), layout, answers: VecDeque::new() }
    }
}

impl Luck {
    /// For games with these rules.
    ///
    /// # Errors
    /// A fault in the set-up.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Luck, Box<Fault>> {
        let play = Play::new(game, &Beginning::of_game(game), seed, false, native::make)?;
        let level = play.look(|run| standings(&run.world()));
        Ok(Luck { play, random: Random::new(seed ^ 3), level })
    }

    /// How much better an action went for each side than on average, in hundredths of a victory. `world` is the
    /// position after it, and `ended` how the game has ended there. None if the rules are faulty.
    pub fn of(&mut self, deed: &Deed, world: &World<'_>, ended: Option<&Outcome>) -> Option<Vec<i64>> {
        let mut total: Vec<i64> = values(world, ended, &self.level).iter().map(|value| value * TIMES).collect();
        for _ in 0..TIMES {
            let seed = self.random.below(usize::MAX) as u64;
            let again = Again { answers: deed.answers.clone(), random: Random::new(seed), asked: 0 };
            begin_at(&mut self.play, &deed.layout, deed.state.clone(), seed, Box::new(again));
            let status = self.play.go();
            let ended = match &status {
                Status::Faulty(_) => return None,
                Status::Over(end) => Some(end),
                Status::Asked(_) => None,
            };
            let often = self.play.look(|run| values(&run.world(), ended, &self.level));
            total.iter_mut().zip(often).for_each(|(total, value)| *total -= value);
        }
        let points = |total: i64| (total * 100 + total.signum() * TIMES * VICTORY / 2) / (TIMES * VICTORY);
        Some(total.into_iter().map(points).collect())
    }
}

/// Gives the answers of an action again. Where chance has made them illegal, answers at random. Stops at the next
/// action.
struct Again {
    answers: VecDeque<(u16, Answer)>,
    random: Random,
    asked: u32,
}

impl Oracle for Again {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let is_window = matches!(question.kind, Kind::Window { .. });
        let is_action = matches!(question.kind, Kind::Act { free: false, .. });
        if is_action && self.asked > 0 || self.asked > MOST_ASKED {
            return Reply::Wait;
        }
        if let Some((seat, answer)) = self.answers.front()
            && question.seats.contains(seat)
            && is_legal(world, question, *seat, answer)
        {
            self.asked += 1;
            let (seat, answer) = (*seat, answer.clone());
            self.answers.pop_front();
            return Reply::Answer(seat, answer);
        }
        let Some(seat) = question.seats.first().copied().filter(|_| !is_window) else { return Reply::Silence };
        self.asked += 1;
        replied(seat, random_answer(world, question, seat, &mut self.random))
    }
}
