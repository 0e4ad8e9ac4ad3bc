//! The enumerating oracle: at each point where play could continue in several ways it takes the one on its tape, and
//! records their number. Running the same action again with each successive tape covers all of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::analysis::bots::Random;
use crate::model::id::{Domain, Ref};
use crate::model::sequence::Phase;
use crate::model::value::{Faces, Value};
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::{World, sentence};

use super::answers::answers;
use super::dice::throws;
use super::{Made, Numbers, Policy, Stopped};

/// The maximum number of answers to enumerate for one question.
const MOST_ANSWERS: usize = 2_000;

/// A point where play could continue in several ways.
#[derive(Clone)]
pub(super) enum Fork {
    /// Chance: the weight of each way.
    Chance(Rc<[u64]>),
    /// Several dice.
    Throw(Throws),
    /// A choice: the answers, the seat and the question.
    Choice(Rc<Choice>),
}

/// A choice of a seat.
pub(super) struct Choice {
    pub(super) seat: u16,
    pub(super) prompt: String,
    pub(super) answers: Vec<Answer>,
    /// The answers as text.
    pub(super) words: Vec<String>,
}

impl Choice {
    /// One of its answers, as text.
    pub(super) fn made(&self, at: usize) -> Made {
        let answer = self.words.get(at).cloned().unwrap_or_default();
        Made { seat: self.seat, prompt: self.prompt.clone(), answer: Some(answer), any_is_as_good: false }
    }
}

impl Fork {
    /// The number of ways.
    pub(super) fn ways(&self) -> usize {
        match self {
            Fork::Chance(weights) => weights.len(),
            Fork::Throw(throws) => throws.0.len(),
            Fork::Choice(choice) => choice.answers.len(),
        }
    }
}

/// All rolls of a number of dice: their faces, and the weight of each.
pub(super) type Throws = Rc<(Vec<Faces>, Rc<[u64]>)>;

/// The ways to take, and the forks met.
#[derive(Default)]
pub(super) struct Tape {
    pub(super) policy: Policy,
    /// The side that asks for the odds.
    asker: u16,
    /// The requested answers, in order.
    given: Vec<String>,
    /// Reads those that are numbers of a list.
    numbers: Option<Numbers>,
    /// The number of them used.
    pub(super) used: usize,
    /// The highest number used in any play.
    pub(super) most_used: usize,
    /// The forks met. Those beyond `at` are from the previous run.
    pub(super) forks: Vec<Fork>,
    /// The way taken at each fork.
    pub(super) ways: Vec<usize>,
    /// The index of the next fork.
    pub(super) at: usize,
    /// The random generator, when plays are sampled.
    pub(super) random: Option<Random>,
    throws: BTreeMap<(usize, i64, i64), Throws>,
    most: usize,
    /// The reason why the enumeration cannot continue.
    pub(super) trouble: Option<Stopped>,
    /// The requested answers that were given.
    pub(super) settled: Vec<Made>,
    /// Choices whose answers are equally likely.
    pub(super) spread: Vec<Made>,
    /// True if a player could have intervened.
    pub(super) silent: bool,
    /// True if another side could have chosen a card that the asking side cannot see.
    pub(super) unplayed: bool,
    /// True if cards were drawn.
    pub(super) drawn: bool,
}

impl Tape {
    pub(super) fn new(policy: Policy, asker: u16, given: Vec<String>, numbers: Numbers, most: usize) -> Tape {
        Tape { policy, asker, given, numbers: Some(numbers), most, ..Tape::default() }
    }

    /// The way to take at the next fork.
    fn take(&mut self, fork: impl FnOnce() -> Fork) -> usize {
        if self.at == self.forks.len() {
            self.forks.push(fork());
            self.ways.push(0);
        }
        self.at += 1;
        self.ways[self.at - 1]
    }

    /// Picks an index by weight.
    fn pick(&mut self, weights: &[u64]) -> usize {
        if weights.len() < 2 {
            return 0;
        }
        match &mut self.random {
            Some(random) => {
                let all: u64 = weights.iter().sum();
                let mut left = random.below(usize::try_from(all).unwrap_or(usize::MAX)) as u64;
                let before = |weight: &u64| {
                    let is_it = left < *weight;
                    left = left.saturating_sub(*weight);
                    is_it
                };
                weights.iter().position(before).unwrap_or(0)
            }
            None => self.take(|| Fork::Chance(weights.into())),
        }
    }

    fn roll(&mut self, count: usize, low: i64, high: i64) -> Faces {
        if let Some(random) = &mut self.random {
            let faces = usize::try_from(high - low + 1).unwrap_or(1);
            return (0..count).map(|_| (low + random.below(faces) as i64) as i8).collect();
        }
        let key = (count, low, high);
        let known = match self.throws.get(&key) {
            Some(known) => known.clone(),
            None => {
                let Some(found) = throws(count, low, high, self.most) else {
                    self.trouble.get_or_insert(Stopped::TooMany);
                    return std::iter::repeat_n(low as i8, count).collect();
                };
                let (faces, weights): (Vec<Faces>, Vec<u64>) = found.into_iter().unzip();
                let known: Throws = Rc::new((faces, weights.into()));
                self.throws.insert(key, known.clone());
                known
            }
        };
        let way = match count {
            _ if known.0.len() < 2 => 0,
            // A single die is a number, which rules may use in any way.
            1 => self.take(|| Fork::Chance(known.1.clone())),
            _ => self.take(|| Fork::Throw(known.clone())),
        };
        known.0[way].clone()
    }

    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        if let Some(given) = self.given.get(self.used) {
            let by_number = || self.numbers.and_then(|read| read(world, question, seat, given));
            if let Some(answer) = sentence::read(world, question, seat, given).ok().or_else(by_number) {
                self.used += 1;
                self.most_used = self.most_used.max(self.used);
                self.settle(seat, world, question, &answer);
                return Reply::Answer(seat, answer);
            }
        }
        if let Some(answer) = no_hidden_card(world, question, seat, self.asker) {
            self.unplayed = true;
            return Reply::Answer(seat, answer);
        }
        if let (None, Some(Fork::Choice(known))) = (&self.random, self.forks.get(self.at)) {
            // A question with a single answer, such as a payment, may come before the fork.
            let is_this = known.seat == seat && known.prompt == question.prompt;
            if is_this && known.answers.first().is_some_and(|answer| question.allows(answer)) {
                let known = known.clone();
                let way = self.take(|| Fork::Choice(known.clone()));
                return Reply::Answer(known.seat, known.answers[way].clone());
            }
        }
        let found = match answers(world, question, seat, MOST_ANSWERS) {
            Ok(found) => found,
            Err(fault) => return Reply::Faulty(fault),
        };
        let Some(found) = found else {
            self.trouble.get_or_insert(Stopped::Choices(seat, question.prompt.clone()));
            return Reply::Wait;
        };
        if found.len() > 1 && self.policy == Policy::Spread {
            let made = Made { seat, prompt: question.prompt.clone(), answer: None, any_is_as_good: false };
            if !self.spread.contains(&made) {
                self.spread.push(made);
            }
        }
        let answer = match found.as_slice() {
            [] => return Reply::Wait,
            [only] => only.clone(),
            _ => match &mut self.random {
                Some(random) => {
                    let way = random.below(found.len());
                    found[way].clone()
                }
                None => {
                    let words = found.iter().map(|answer| sentence::write(world, question, seat, answer)).collect();
                    let choice = Choice { seat, prompt: question.prompt.clone(), answers: found, words };
                    let choice = Rc::new(choice);
                    let way = self.take(|| Fork::Choice(choice.clone()));
                    choice.answers[way].clone()
                }
            },
        };
        Reply::Answer(seat, answer)
    }

    /// Records the requested answer that was used last, unless an earlier play has used it.
    fn settle(&mut self, seat: u16, world: &World<'_>, question: &Question, answer: &Answer) {
        if self.settled.len() < self.used {
            let answer = Some(sentence::write(world, question, seat, answer));
            self.settled.push(Made { seat, prompt: question.prompt.clone(), answer, any_is_as_good: false });
        }
    }

    /// The first requested answer that no play used.
    pub(super) fn unused(&self) -> Option<&str> {
        self.given.get(self.most_used).map(String::as_str)
    }
}

/// The answer with which a side plays no card, if it may choose some that the asking side cannot see. Like an
/// interrupt with such a card, that would depend on what it holds.
fn no_hidden_card(world: &World<'_>, question: &Question, seat: u16, asker: u16) -> Option<Answer> {
    let is_hidden = |thing: &Ref| thing.domain == Domain::Card && !world.sees_card(Some(asker), thing.index);
    match &question.kind {
        _ if seat == asker => None,
        Kind::One { of, optional: true, .. } => {
            of.iter().filter_map(Value::as_ref).any(|thing| is_hidden(&thing)).then_some(Answer::Pass)
        }
        Kind::Several { of, least: 0, .. } => of.iter().any(is_hidden).then(|| Answer::Several(Vec::new())),
        _ => None,
    }
}

/// True if a question comes after the action: it asks for the next action, or for the next turn of a step.
fn comes_after(world: &World<'_>, question: &Question) -> bool {
    matches!(question.kind, Kind::Act { free: false, .. })
        || world.state.stack.last().is_some_and(|frame| frame.phase == Phase::Turn)
}

/// The tape as an oracle.
pub(super) struct Teller(pub(super) Rc<RefCell<Tape>>);

impl Oracle for Teller {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let mut tape = self.0.borrow_mut();
        if let Kind::Window { .. } = question.kind {
            tape.silent = true;
            return Reply::Silence;
        }
        if comes_after(world, question) { Reply::Wait } else { tape.answer(world, question) }
    }

    fn roll(&mut self, count: usize, low: i64, high: i64) -> Option<Faces> {
        Some(self.0.borrow_mut().roll(count, low, high))
    }

    fn chance(&mut self, weights: &mut dyn FnMut() -> Vec<u64>) -> Option<usize> {
        let weights = weights();
        let mut tape = self.0.borrow_mut();
        tape.drawn |= weights.len() > 1;
        Some(tape.pick(&weights))
    }
}
