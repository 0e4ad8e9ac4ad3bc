//! Questions to players, and their answers.

use serde::{Deserialize, Serialize};

use crate::model::id::*;
use crate::model::value::Value;

use crate::play::store::state::Spent;

/// A question to one side or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The sides asked.
    pub seats: Vec<u16>,
    /// The text of the question.
    pub prompt: String,
    /// The possible answers.
    pub kind: Kind,
}

/// The possible answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// One of these offers, or a pass.
    Act {
        /// The offers that have at least one completion.
        offers: Vec<OfferId>,
        /// The words for passing; `None`: the side must act.
        pass: Option<String>,
        /// True if the action is free.
        free: bool,
        /// A thing to which the first parameter is bound.
        bound: Option<Ref>,
    },
    /// Offers open to several sides at a window; silence is not an answer.
    Window {
        /// The offers of each side.
        offers: Vec<(u16, OfferId)>,
    },
    /// One of these, or none if `optional`.
    One {
        /// The choices, without twins of earlier ones.
        of: Vec<Value>,
        /// The pieces that are twins of these. A player may name one.
        twins: Vec<Value>,
        /// True if none may be chosen.
        optional: bool,
        /// True if the choices are slots, of which a seat may leave the choice to the program.
        slots: bool,
    },
    /// Several of these.
    Several {
        /// The choices.
        of: Vec<Ref>,
        /// The minimum number.
        least: u16,
        /// The maximum number.
        most: u16,
    },
    /// A number split over these.
    Split {
        /// The number.
        number: i64,
        /// The members, each with the most it can take.
        over: Vec<(Ref, i64)>,
        /// The members served first, and the least they get before others get anything.
        first: Option<(Ref, i64)>,
    },
    /// Members whose weights add up to a total, the closest that can be reached.
    Fill {
        /// The total.
        total: i64,
        /// The choices.
        over: Vec<Portion>,
    },
    /// A number.
    Number {
        /// The smallest.
        from: i64,
        /// The largest.
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

/// A member in a question about a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// The member.
    pub on: Ref,
    /// Its weight each time it is chosen.
    pub weight: i64,
    /// The maximum number of times it may be chosen.
    pub times: i64,
    /// The index of the first member equal to it.
    pub like: u16,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// A pass, or none of the choices.
    Pass,
    /// An offer with its parameters in order, including those without a choice.
    Act(OfferId, Vec<Value>),
    /// One thing or number.
    One(Value),
    /// Several things.
    Several(Vec<Ref>),
    /// The share of each member, or how often each is chosen, in the order of the question.
    Split(Vec<i64>),
    /// A number.
    Number(i64),
    /// Yes or no.
    Yes(bool),
    /// The index of a way to pay.
    Way(u16),
}

/// The end of the question to the side that must agree to an offer.
pub(in crate::play) const AGREE: &str = "Do you agree?";

impl Question {
    /// The question, if the answer alone would not be clear. Of an offer to be agreed to it leaves out the command,
    /// which has a line of its own and may be hidden.
    pub fn asked(&self) -> Option<String> {
        let asked = if self.prompt.ends_with(AGREE) { AGREE } else { &self.prompt };
        (!matches!(self.kind, Kind::Act { .. } | Kind::Window { .. })).then(|| asked.to_owned())
    }

    /// The offers of which a seat may take one.
    pub fn offers(&self, seat: u16) -> Vec<OfferId> {
        match &self.kind {
            Kind::Act { offers, .. } => offers.clone(),
            Kind::Window { offers } => offers.iter().filter(|(one, _)| *one == seat).map(|(_, offer)| *offer).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the question allows an answer. Offers are checked when they are carried out.
    pub fn allows(&self, answer: &Answer) -> bool {
        match (&self.kind, answer) {
            (Kind::Act { pass, .. }, Answer::Pass) => pass.is_some(),
            (Kind::Act { offers, .. }, Answer::Act(offer, _)) => offers.contains(offer),
            (Kind::Window { .. }, Answer::Pass) => true,
            (Kind::Window { offers }, Answer::Act(offer, _)) => offers.iter().any(|(_, one)| one == offer),
            (Kind::One { optional, .. }, Answer::Pass) => *optional,
            (Kind::One { of, twins, .. }, Answer::One(value)) => of.contains(value) || twins.contains(value),
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
