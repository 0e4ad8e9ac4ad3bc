//! The oracle: everything uncertain goes through it (design, idea 1).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::model::value::Faces;

use super::question::{Answer, Question};
use crate::play::store::world::{Fault, World};

/// Answers questions. Chance has its own generator, which an oracle may override.
pub trait Oracle {
    /// The answer; [`Reply::Wait`] if there is none yet.
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply;

    /// True if this side's decisions may be drawn without a list of legal ones; see [`Oracle::draw`].
    fn draws(&self, _seat: u16, _at_window: bool) -> bool {
        false
    }

    /// A uniform random number below a bound, for a decision of this side.
    fn draw(&mut self, _seat: u16, _bound: usize) -> usize {
        0
    }

    /// The faces of these dice, if the oracle decides them; `None`: the generator does.
    fn roll(&mut self, _count: usize, _low: i64, _high: i64) -> Option<Faces> {
        None
    }

    /// The index of one of several things with these weights, if the oracle decides it; `None`: the generator does, and
    /// the weights are not computed. Used for cards, lots and sides played by chance.
    fn chance(&mut self, _weights: &mut dyn FnMut() -> Vec<u64>) -> Option<usize> {
        None
    }
}

/// The reply of an oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer of a side.
    Answer(u16, Answer),
    /// At a window: all sides are silent.
    Silence,
    /// There is no answer yet.
    Wait,
    /// Looking for an answer revealed an error in the rules.
    Faulty(Box<Fault>),
}

/// An oracle that never answers: every question waits. Windows pass in silence.
pub struct Nobody;

impl Oracle for Nobody {
    fn answer(&mut self, _world: &World<'_>, question: &Question) -> Reply {
        match question.kind {
            super::question::Kind::Window { .. } => Reply::Silence,
            _ => Reply::Wait,
        }
    }
}

/// A random stream. With separate streams, one more card drawn does not change later dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Dice.
    Dice,
    /// Random choices: `random`, and sides played by chance.
    Lots,
    /// The draws of a deck.
    Deck(u16),
}

impl Stream {
    /// The index of the stream.
    pub fn number(self) -> usize {
        match self {
            Stream::Dice => 0,
            Stream::Lots => 1,
            Stream::Deck(deck) => 2 + deck as usize,
        }
    }
}

/// A uniform number below `bound` from a stream at a counter. It is the same on every machine and in every version,
/// because it depends only on the generator's raw output.
pub fn number_below(seed: u64, stream: Stream, counter: u32, bound: u32) -> u32 {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(stream.number() as u64);
    generator.set_word_pos(u128::from(counter) * 8);
    let limit = u32::MAX - u32::MAX % bound.max(1);
    // Each number has eight words; the chance of needing a ninth is below one in 10^60.
    for _ in 0..8 {
        let word: u32 = generator.next_u32();
        if word < limit {
            return word % bound.max(1);
        }
    }
    0
}
