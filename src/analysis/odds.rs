//! Odds: the exact distribution of the results of an action, over all dice, cards and choices involved.
//!
//! The action is run on a second play, once for each combination of chance and choices; equal positions are evaluated
//! once. Weights are whole numbers, so the probabilities are exact. The game itself is only read.

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
use crate::play::state::State;
use crate::play::{Fault, Play, World};

pub use outcome::{Change, Outcome, Spot};
pub use sample::interval;
pub(crate) use share::lcm;
pub use share::{Mean, Share};

use dist::{Dist, Key};
use explore::Explorer;

/// The maximum number of outcomes of an action to enumerate. Beyond it, plays are sampled.
pub const MOST_LEAVES: u64 = 1_000_000;

/// The maximum work of an enumeration, in units of effort: long actions are sampled after fewer outcomes. About two
/// seconds.
pub const MOST_WORK: u64 = 20_000_000;

/// The number of plays sampled beyond these limits, unless they are as much work.
pub const SAMPLES: u64 = 20_000;

/// The number of plays sampled however much work they are: a share is then exact to one and a half per cent.
pub const FEWEST_SAMPLES: u64 = 4_000;

/// How the sides make the choices within an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Each side chooses the best answer for itself: victory, then pieces on the map, then the least damage to them.
    #[default]
    Best,
    /// All answers are equally likely.
    Spread,
    /// Each answer is a separate case.
    Each,
}

impl Policy {
    /// The policy with this name.
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
    /// True if it answers what to do next, not a question within an action.
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

/// Reads the numbers of a question's list as an answer to it.
pub type Numbers = fn(&World<'_>, &Question, u16, &str) -> Option<Answer>;

/// A request for odds.
pub struct Asked<'a> {
    /// The play, at a question.
    pub play: &'a Play,
    /// Another state of the play to begin with, as it was before the decision in progress. None: its own.
    pub from: Option<&'a State>,
    /// The answer to that question.
    pub deed: Deed,
    /// The policy for choices within the action.
    pub policy: Policy,
    /// Answers to the first questions within the action, as text. Each answers the next question that it fits.
    pub then: &'a [String],
    /// Reads an answer that consists of the numbers of a list, as a player sees it.
    pub numbers: Numbers,
    /// The only expression to evaluate when the action has ended. None: every change is recorded.
    pub wanted: Option<&'a Wanted>,
    /// Cards that the asking side may not see. They are first put back into their pile.
    pub hidden: &'a [u16],
    /// The maximum number of outcomes to enumerate.
    pub most: u64,
    /// The number of plays to sample beyond that limit.
    pub samples: u64,
    /// The seed for sampling.
    pub seed: u64,
}

/// An expression whose value after an action is requested: a number, or yes or no.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The expression.
    pub node: Node,
    /// The number of slots it needs.
    pub slots: u16,
    /// The values of its first slots.
    pub values: Vec<Value>,
    /// The asking side. With the policy `best` it maximizes the mean value, and every other side minimizes it. Yes
    /// counts as more than no.
    pub side: u16,
}

impl Wanted {
    /// The value as a number: twice a whole number, because amounts may be halves.
    fn number(value: &Value) -> i64 {
        match value {
            Value::Flag(yes) => i64::from(*yes),
            Value::Int(number) => number.saturating_mul(2),
            Value::Half(twice) => *twice,
            _ => 0,
        }
    }

    /// The worth of a value to each side.
    fn worth(&self, sides: usize, value: &Value) -> Vec<i64> {
        let number = Self::number(value);
        (0..sides).map(|side| if side == usize::from(self.side) { number } else { number.saturating_neg() }).collect()
    }
}

/// The progress of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of outcomes enumerated or plays sampled.
    pub leaves: u64,
    /// True while outcomes are enumerated, false while plays are sampled.
    pub exact: bool,
}

/// An answer given within the action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// The seat that answered.
    pub seat: u16,
    /// The question.
    pub prompt: String,
    /// The answer as text.
    pub answer: Option<String>,
    /// True if every other answer is as good, under the policy that takes the best.
    pub any_is_as_good: bool,
}

/// The answers listed and the resulting distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The answers. Empty if choices are not listed.
    pub made: Vec<Made>,
    /// The probability that dice and cards lead there. 1 if choices are not listed.
    pub reached: Share,
    /// The outcomes, the most likely first.
    pub outcomes: Vec<(Share, Outcome)>,
    /// The log lines that appear in some outcomes, with their probability. Names of places are not yet substituted.
    pub lines: Vec<(Share, String)>,
}

/// How the probabilities were obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By enumerating this number of outcomes.
    Counted(u64),
    /// By sampling this number of plays.
    Sampled(u64),
}

/// The distribution of the results of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cases, the most likely first. There is one if choices are not listed.
    pub cases: Vec<Case>,
    /// How the probabilities were obtained.
    pub how: How,
    /// Choices made by the policy. Without an answer if all answers are equally likely.
    pub chosen: Vec<Made>,
    /// Choices made as requested.
    pub given: Vec<Made>,
    /// True if a player could have intervened. The odds assume that none does.
    pub silent: bool,
    /// True if another side could have chosen a card that the asking side cannot see. The odds assume that none does.
    pub unplayed: bool,
    /// True if cards or lots were drawn.
    pub drawn: bool,
}

/// The reason why there are no odds.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// The rules are faulty.
    Faulty(Box<Fault>),
    /// There are too many outcomes.
    TooMany,
    /// The fractions overflow.
    TooFine,
    /// This seat has too many answers to this question.
    Choices(u16, String),
    /// There are too many cases to list.
    Cases,
    /// A requested answer fits no question of the action.
    Unused(String),
    /// The caller cancelled the computation.
    ByHand,
}

/// Computes the odds of an answer to the pending question. `keep_going` receives the progress and returns false to
/// cancel.
///
/// # Errors
/// If the rules are faulty, a choice has too many answers, or `keep_going` returns false.
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

/// Converts a distribution into its cases.
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
            outcomes.sort_by(|one, other| other.0.compare(&one.0).then_with(|| one.1.cmp(&other.1)));
            let sum: u128 = dist.rows.iter().filter(own).map(|(_, weight)| weight).sum();
            let lines = (dist.lines.iter().filter(own))
                .filter(|(_, weight)| *weight < sum)
                .map(|((_, at), weight)| (Share::of(*weight, dist.total), explorer.lines[*at as usize].clone()))
                .collect();
            let made = explorer.cases[number as usize].clone();
            Case { made, reached: Share::of(sum, dist.total), outcomes, lines }
        })
        .collect();
    cases.sort_by(|one, other| other.reached.compare(&one.reached));
    let best = dist.chosen.iter().map(|at| &explorer.chosen[*at as usize]);
    Ok(Found {
        cases,
        how,
        chosen: best.chain(&tape.spread).cloned().collect(),
        given: tape.settled.clone(),
        silent: tape.silent,
        unplayed: tape.unplayed,
        drawn: tape.drawn,
    })
}
