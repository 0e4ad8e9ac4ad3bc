//! Questions to players, and their answers.

use serde::{Deserialize, Serialize};

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::store::state::Spent;

/// A question to a seat, or to several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Who is asked.
    pub seats: Vec<u16>,
    /// What is asked.
    pub prompt: String,
    /// What may be answered.
    pub kind: Kind,
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// One of these offers, carried out; or a pass.
    Act {
        /// The offers that have at least one completion.
        offers: Vec<OfferId>,
        /// The words for passing; none: there must be an action.
        pass: Option<String>,
        /// Whether what is done is free.
        free: bool,
        /// A thing to which the first parameter is bound.
        bound: Option<Ref>,
    },
    /// Offers that are open to several seats at an edge of play; silence is no answer.
    Window {
        /// For each seat its offers.
        offers: Vec<(u16, OfferId)>,
    },
    /// One of these; none if it may be declined.
    One {
        /// What may be chosen.
        of: Vec<Value>,
        /// Whether none may be chosen.
        optional: bool,
    },
    /// Several of these.
    Several {
        /// What may be chosen.
        of: Vec<Ref>,
        /// At least so many.
        least: u16,
        /// At most so many.
        most: u16,
    },
    /// A number split over these.
    Split {
        /// What is split.
        number: i64,
        /// Over what; each with the most it can take.
        over: Vec<(Ref, i64)>,
        /// What must be served first, with the least it gets before others get anything.
        first: Option<(Ref, i64)>,
    },
    /// Members whose weights add up to a total: the nearest to a number that can be reached.
    Fill {
        /// What the weights of all that is chosen add up to.
        total: i64,
        /// What may be chosen.
        over: Vec<Portion>,
    },
    /// A number.
    Number {
        /// The smallest.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// Yes or no.
    YesNo,
    /// One of several ways to pay.
    Pay {
        /// The ways, smallest first.
        ways: Vec<Vec<Spent>>,
    },
}

/// What may be chosen to fill up to a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// What is chosen.
    pub on: Ref,
    /// How much it counts each time.
    pub weight: i64,
    /// How often it may be chosen.
    pub times: i64,
    /// The first of those that cannot be told apart from it, by its place in the question.
    pub like: u16,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// A pass; none of them.
    Pass,
    /// An offer with the values of its parameters, in order; those that had no choice included.
    Act(OfferId, Vec<Value>),
    /// One thing or number.
    One(Value),
    /// Several things.
    Several(Vec<Ref>),
    /// How much each gets, or how often each is chosen, in the order of the question.
    Split(Vec<i64>),
    /// A number.
    Number(i64),
    /// Yes or no.
    Yes(bool),
    /// A way to pay, by its place in the question.
    Way(u16),
}

impl Question {
    /// What is asked, where the answer alone would not say it.
    pub fn asked(&self) -> Option<String> {
        (!matches!(self.kind, Kind::Act { .. } | Kind::Window { .. })).then(|| self.prompt.clone())
    }

    /// Whether an answer is one that the question allows. Offers are checked where they are carried out.
    pub fn allows(&self, answer: &Answer) -> bool {
        match (&self.kind, answer) {
            (Kind::Act { pass, .. }, Answer::Pass) => pass.is_some(),
            (Kind::Act { offers, .. }, Answer::Act(offer, _)) => offers.contains(offer),
            (Kind::Window { .. }, Answer::Pass) => true,
            (Kind::Window { offers }, Answer::Act(offer, _)) => offers.iter().any(|(_, one)| one == offer),
            (Kind::One { optional, .. }, Answer::Pass) => *optional,
            (Kind::One { of, .. }, Answer::One(value)) => of.contains(value),
            (Kind::Several { of, least, most }, Answer::Several(some)) => {
                let mut sorted = some.clone();
                sorted.sort_unstable();
                sorted.dedup();
                sorted.len() == some.len()
                    && some.iter().all(|one| of.contains(one))
                    && (usize::from(*least)..=usize::from(*most)).contains(&some.len())
            }
            (Kind::Split { number, over, first }, Answer::Split(parts)) => {
                let served = match first {
                    Some((first, least)) => {
                        let at = over.iter().position(|(one, _)| one == first);
                        let own = at.and_then(|at| parts.get(at)).copied().unwrap_or(0);
                        own == *number || own >= (*least).min(*number)
                    }
                    None => true,
                };
                parts.len() == over.len()
                    && parts.iter().zip(over).all(|(part, (_, most))| *part >= 0 && part <= most)
                    && parts.iter().sum::<i64>() == *number
                    && served
            }
            (Kind::Fill { total, over }, Answer::Split(parts)) => {
                parts.len() == over.len()
                    && parts.iter().zip(over).all(|(part, portion)| (0..=portion.times).contains(part))
                    && super::fill::total(over, parts) == *total
            }
            (Kind::Number { from, to }, Answer::Number(n)) => from <= n && n <= to,
            (Kind::YesNo, Answer::Yes(_)) => true,
            (Kind::Pay { ways }, Answer::Way(at)) => usize::from(*at) < ways.len(),
            _ => false,
        }
    }
}
