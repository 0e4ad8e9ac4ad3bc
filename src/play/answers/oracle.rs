//! The oracle: everything uncertain goes through it (design, idea 1).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::model::value::Faces;

use super::question::{Answer, Question};
use crate::play::store::world::{Fault, World};

/// Who answers questions. Chance has its own generator; an oracle may put another result in its place.
pub trait Oracle {
    /// The answer, or nothing if nobody can answer yet (at a window: silence of the seats it speaks for).
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply;

    /// True if this seat's decisions may be drawn without a list of the legal ones; see [`Oracle::draw`].
    fn draws(&self, _seat: u16, _at_window: bool) -> bool {
        false
    }

    /// A number below a bound, evenly, for a decision of this seat.
    fn draw(&mut self, _seat: u16, _bound: usize) -> usize {
        0
    }

    /// What this many dice with these faces show, if the oracle decides; otherwise the generator does.
    fn roll(&mut self, _count: usize, _low: i64, _high: i64) -> Option<Faces> {
        None
    }

    /// Which of several things comes up by chance, each as likely as its weight says, if the oracle decides; otherwise the
    /// generator does, and the weights are not asked for. Cards, lots and the sides that chance plays are drawn with it.
    fn chance(&mut self, _weights: &mut dyn FnMut() -> Vec<u64>) -> Option<usize> {
        None
    }
}

/// What an oracle says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer of this seat.
    Answer(u16, Answer),
    /// At a window: nobody says anything.
    Silence,
    /// Nobody can answer yet.
    Wait,
    /// To find an answer has uncovered a mistake of the rules.
    Faulty(Box<Fault>),
}

/// An oracle that never knows: every question waits for somebody. It lets windows pass in silence.
pub struct Nobody;

impl Oracle for Nobody {
    fn answer(&mut self, _world: &World<'_>, question: &Question) -> Reply {
        match question.kind {
            super::question::Kind::Window { .. } => Reply::Silence,
            _ => Reply::Wait,
        }
    }
}

/// Named streams of chance, so that one more card drawn does not shift every later die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Dice.
    Dice,
    /// Things drawn by chance: `random`, sides without a player.
    Lots,
    /// The draws of a deck.
    Deck(u16),
}

impl Stream {
    /// The number of the stream.
    pub fn number(self) -> usize {
        match self {
            Stream::Dice => 0,
            Stream::Lots => 1,
            Stream::Deck(deck) => 2 + deck as usize,
        }
    }
}

/// A number below `bound`, evenly, from a stream at a counter: the same on every machine and for ever, whatever
/// becomes of the generator's own helpers.
pub fn number_below(seed: u64, stream: Stream, counter: u32, bound: u32) -> u32 {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(stream.number() as u64);
    generator.set_word_pos(u128::from(counter) * 8);
    let limit = u32::MAX - u32::MAX % bound.max(1);
    // Eight words are reserved for each number; the chance to need a ninth is below one in 10^60.
    for _ in 0..8 {
        let word: u32 = generator.next_u32();
        if word < limit {
            return word % bound.max(1);
        }
    }
    0
}
