//! Odds: the exact distribution of what comes of an action, over all dice, cards and choices on the way.
//!
//! The action is run on a second play, once for each way that chance and choices can go; positions that are equal are
//! looked at once. Weights are whole numbers, so that the shares are exact. The game itself is only read.

pub(super) mod answers;
mod counted;
pub(super) mod dice;
mod dist;
mod explore;
mod outcome;
mod sample;
pub(super) mod share;
mod tape;

use crate::model::node::Node;
use crate::model::value::Value;
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Fault, Play};

pub use outcome::{Change, Outcome, Spot};
pub use sample::interval;
pub use share::{Mean, Share};

use dist::{Dist, Key};
use explore::Explorer;

/// The most ways to the end of an action that are counted; of more, some are sampled.
pub const MOST_LEAVES: u64 = 1_000_000;

/// How many plays are sampled where there are more ways than that.
pub const SAMPLES: u64 = 20_000;

/// How the sides make the choices that an action leaves them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Each side takes the answer that is best for it: victory, then pieces on the map, then the least laid on them.
    #[default]
    Best,
    /// Each answer is equally likely.
    Spread,
    /// Each answer is a case of its own.
    Each,
}

impl Policy {
    /// The policy of this name.
    pub fn named(name: &str) -> Option<Policy> {
        match name {
            "best" => Some(Policy::Best),
            "spread" => Some(Policy::Spread),
            "each" => Some(Policy::Each),
            _ => None,
        }
    }
}

/// An answer to the pending question of a play.
#[derive(Clone, Debug)]
pub struct Deed {
    seat: u16,
    answer: Answer,
    window: bool,
    /// True if it answers what to do next, not something inside an action.
    settled: bool,
}

impl Deed {
    /// The answer of a seat to the pending question.
    pub fn new(seat: u16, question: &Question, answer: Answer) -> Deed {
        let window = matches!(question.kind, Kind::Window { .. });
        let settled = matches!(question.kind, Kind::Act { free: false, .. });
        Deed { seat, answer, window, settled }
    }
}

/// What is asked.
pub struct Asked<'a> {
    /// The play, at a question.
    pub play: &'a Play,
    /// The answer to that question.
    pub deed: Deed,
    /// How choices on the way are made.
    pub policy: Policy,
    /// Answers to the first questions on the way, in words: each answers the next question that it fits.
    pub then: &'a [String],
    /// What alone is looked at when the action has ended; without it, everything that has changed.
    pub wanted: Option<&'a Wanted>,
    /// Cards that the asking side may not see. They take no part.
    pub hidden: &'a [u16],
    /// The most ways that are counted.
    pub most: u64,
    /// How many plays are sampled where there are more.
    pub samples: u64,
    /// The number from which samples are drawn.
    pub seed: u64,
}

/// An expression of which the value after an action is asked: a number, or yes or no.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The expression.
    pub node: Node,
    /// The number of slots it needs.
    pub slots: u16,
    /// The values of its first slots.
    pub values: Vec<Value>,
    /// The side that asks. With the policy `best` it makes the value as great as it can on average, every other side as
    /// small as it can. Yes is more than no.
    pub side: u16,
}

impl Wanted {
    /// The value as a number: twice a whole number, for amounts may be halves.
    fn number(value: &Value) -> i64 {
        match value {
            Value::Flag(yes) => i64::from(*yes),
            Value::Int(number) => number.saturating_mul(2),
            Value::Half(twice) => *twice,
            _ => 0,
        }
    }

    /// What a value is worth to each side.
    fn worth(&self, sides: usize, value: &Value) -> Vec<i64> {
        let number = Self::number(value);
        (0..sides).map(|side| if side == usize::from(self.side) { number } else { number.saturating_neg() }).collect()
    }
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Ways counted, or plays sampled.
    pub leaves: u64,
    /// True while all ways are counted, false while plays are sampled.
    pub exact: bool,
}

/// An answer on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// Who answered.
    pub seat: u16,
    /// What was asked.
    pub prompt: String,
    /// The answer in words.
    pub answer: Option<String>,
}

/// The answers that were listed, and what then comes of the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The answers. Empty if choices are not listed.
    pub made: Vec<Made>,
    /// How likely dice and cards are to lead there. 1 if choices are not listed.
    pub reached: Share,
    /// The outcomes, the most likely first.
    pub outcomes: Vec<(Share, Outcome)>,
    /// The lines that the log then has in some outcomes, with how likely they are. Names of places are not yet told.
    pub lines: Vec<(Share, String)>,
}

/// How the shares were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All ways were counted.
    Counted(u64),
    /// So many plays were sampled.
    Sampled(u64),
}

/// The distribution of what comes of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cases, the most likely first. There is one if choices are not listed.
    pub cases: Vec<Case>,
    /// How the shares were found.
    pub how: How,
    /// Choices made by the policy, as they were made; without an answer where all answers are equally likely.
    pub chosen: Vec<Made>,
    /// Choices made as the asker said.
    pub given: Vec<Made>,
    /// True if a player could have stepped in; it is taken that none does.
    pub silent: bool,
    /// True if cards or lots were drawn.
    pub drawn: bool,
}

/// Why there are no odds.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// The rules are faulty.
    Faulty(Box<Fault>),
    /// Too many ways.
    TooMany,
    /// The fractions do not fit.
    TooFine,
    /// This seat has too many answers to this question.
    Choices(u16, String),
    /// Too many cases to list.
    Cases,
    /// An answer in words that answers no question of the action.
    Unused(String),
    /// The asker does not want to wait.
    ByHand,
}

/// The odds of an answer to the pending question. `keep_going` receives how far the work is, and returns false to stop.
///
/// # Errors
/// If the rules are faulty, a choice has too many answers, or `keep_going` says no.
pub fn odds(asked: &Asked<'_>, keep_going: &mut dyn FnMut(Progress) -> bool) -> Result<Found, Stopped> {
    let mut explorer = Explorer::new(asked, asked.most, &mut *keep_going)?;
    let found = explorer.explore();
    match found {
        Ok(dist) => finish(&explorer, &dist, How::Counted(explorer.ways)),
        Err(Stopped::TooMany | Stopped::TooFine) if asked.policy != Policy::Each => {
            drop(explorer);
            sample::sample(asked, keep_going)
        }
        Err(other) => Err(other),
    }
}

/// Tells a distribution by its cases.
fn finish(explorer: &Explorer<'_>, dist: &Dist, how: How) -> Result<Found, Stopped> {
    let tape = explorer.tape();
    if let Some(unused) = tape.unused() {
        return Err(Stopped::Unused(unused.to_owned()));
    }
    let mut numbers: Vec<u32> = dist.rows.iter().map(|((case, _), _)| *case).collect();
    numbers.dedup();
    let mut cases: Vec<Case> = numbers
        .into_iter()
        .map(|number| {
            let own = |(key, _): &&(Key, u128)| key.0 == number;
            let mut outcomes: Vec<(Share, Outcome)> = (dist.rows.iter().filter(own))
                .map(|((_, at), weight)| (Share::of(*weight, dist.total), explorer.outcomes[*at as usize].clone()))
                .collect();
            outcomes.sort_by(|one, other| by_size(&other.0, &one.0).then_with(|| one.1.cmp(&other.1)));
            let sum: u128 = dist.rows.iter().filter(own).map(|(_, weight)| weight).sum();
            let lines = (dist.lines.iter().filter(own))
                .filter(|(_, weight)| *weight < sum)
                .map(|((_, at), weight)| (Share::of(*weight, dist.total), explorer.lines[*at as usize].clone()))
                .collect();
            let made = explorer.cases[number as usize].clone();
            Case { made, reached: Share::of(sum, dist.total), outcomes, lines }
        })
        .collect();
    cases.sort_by(|one, other| by_size(&other.reached, &one.reached));
    let best = dist.chosen.iter().map(|at| &explorer.chosen[*at as usize]);
    Ok(Found {
        cases,
        how,
        chosen: best.chain(&tape.spread).cloned().collect(),
        given: tape.settled.clone(),
        silent: tape.silent,
        drawn: tape.drawn,
    })
}

fn by_size(one: &Share, other: &Share) -> std::cmp::Ordering {
    let mean = |share: &Share| Mean { sum: i128::try_from(share.good).unwrap_or(i128::MAX), all: share.all };
    mean(one).compare(&mean(other))
}
