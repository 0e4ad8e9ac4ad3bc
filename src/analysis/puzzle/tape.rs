//! The oracle of the search: at each point where play could continue in several ways it takes the one on its tape, and
//! records their number. It stops where a side decides what to do.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::analysis::odds::answers::{acts, answers};
use crate::analysis::odds::dice::throws;
use crate::model::game::Game;
use crate::model::sequence::Repeat;
use crate::model::value::Faces;
use crate::play::oracle::{Oracle, Reply};
use crate::play::question::{Answer, Kind, Question};
use crate::play::{Fault, World, sentence};

use super::Stopped;

/// The maximum number of answers to one question.
const MOST_ANSWERS: usize = 2_000;
/// The maximum number of results of one roll.
const MOST_THROWS: usize = 2_000;

/// A point within an action where play could continue in several ways.
#[derive(Clone)]
pub(super) struct Fork {
    /// The seat that decides, or for chance the weight of each way.
    pub(super) by: Result<u16, Rc<[u64]>>,
    /// Each way as text.
    pub(super) words: Rc<[String]>,
}

impl Fork {
    /// One of its ways, as text.
    pub(super) fn told(&self, game: &Game, way: usize) -> String {
        let words = self.words.get(way).map_or("", String::as_str);
        match &self.by {
            Ok(seat) => format!("{}: {words}", game.sides[usize::from(*seat)].title),
            Err(_) => words.to_owned(),
        }
    }

    /// The number of ways.
    pub(super) fn ways(&self) -> usize {
        self.words.len()
    }
}

/// A side's decision on what to do.
#[derive(Clone)]
pub(super) struct Turn {
    /// The side.
    pub(super) seat: u16,
    /// Its legal answers, a pass last.
    pub(super) answers: Vec<Answer>,
    /// The answers as text.
    pub(super) words: Vec<String>,
    /// The answer from the given line, if the line is being followed and its next command is legal here.
    pub(super) given: Option<Answer>,
}

/// All results of a roll: the faces, the weights and the text.
type Throws = Rc<(Vec<Faces>, Rc<[u64]>, Rc<[String]>)>;

/// The ways to take, and the forks met.
#[derive(Default)]
pub(super) struct Tape {
    /// The solver's side.
    pub(super) solver: u16,
    /// The given line. Empty if all answers are explored.
    pub(super) line: Vec<String>,
    /// Its next command. None if it is no longer followed.
    pub(super) said: Option<usize>,
    /// The reasons why commands of the line were not understood when due, and which commands were used.
    pub(super) misread: BTreeMap<usize, String>,
    pub(super) used: usize,
    /// True if the next decision on what to do is a pass, as are the windows before it.
    pub(super) passes: bool,
    /// The forks met, and the way taken at each.
    pub(super) forks: Vec<Fork>,
    pub(super) ways: Vec<usize>,
    /// The decision at which play stopped.
    pub(super) turn: Option<Turn>,
    throws: BTreeMap<(usize, i64, i64), Throws>,
    /// True if no side answers: only the journal is replayed.
    pub(super) waits: bool,
    /// The reason why the search cannot continue.
    pub(super) trouble: Option<Stopped>,
}

impl Tape {
    /// Starts another run that takes these ways first.
    pub(super) fn rewind(&mut self, ways: &[usize], said: Option<usize>, passes: bool) {
        self.forks.clear();
        self.ways = ways.to_vec();
        self.turn = None;
        self.said = said;
        self.passes = passes;
    }

    /// The way to take at the next fork.
    fn take(&mut self, by: Result<u16, Rc<[u64]>>, words: Rc<[String]>) -> usize {
        let at = self.forks.len();
        if at == self.ways.len() {
            self.ways.push(0);
        }
        self.forks.push(Fork { by, words });
        self.ways[at]
    }

    /// Picks an index by weight.
    fn pick(&mut self, weights: &[u64]) -> usize {
        if weights.len() < 2 {
            return 0;
        }
        let words: Rc<[String]> = (1..=weights.len()).map(|at| format!("draw {at} of {}", weights.len())).collect();
        self.take(Err(weights.into()), words)
    }

    fn roll(&mut self, count: usize, low: i64, high: i64) -> Faces {
        let key = (count, low, high);
        if !self.throws.contains_key(&key) {
            let Some(found) = throws(count, low, high, MOST_THROWS) else {
                self.trouble.get_or_insert(Stopped::TooMany);
                return std::iter::repeat_n(low as i8, count).collect();
            };
            let (faces, weights): (Vec<Faces>, Vec<u64>) = found.into_iter().unzip();
            let shown = |faces: &Faces| {
                let faces = faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                format!("the dice show {faces}")
            };
            let words = faces.iter().map(shown).collect();
            self.throws.insert(key, Rc::new((faces, weights.into(), words)));
        }
        let known = self.throws[&key].clone();
        let way = if known.0.len() < 2 { 0 } else { self.take(Err(known.1.clone()), known.2.clone()) };
        known.0[way].clone()
    }

    /// The next command of the line, if it answers this question. Otherwise records why not.
    fn given(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Option<Answer> {
        let at = self.said.filter(|_| seat == self.solver)?;
        let text = self.line.get(at)?;
        match sentence::read(world, question, seat, text) {
            Ok(answer) => Some(answer),
            Err(problem) => {
                self.misread.entry(at).or_insert(problem);
                None
            }
        }
    }

    /// Advances to the next command of the line.
    fn use_up(&mut self) {
        self.said = self.said.map(|at| at + 1);
        self.used = self.used.max(self.said.unwrap_or(0));
    }

    fn stop(&mut self, trouble: Stopped) -> Reply {
        self.trouble.get_or_insert(trouble);
        Reply::Wait
    }

    /// Stops play where a side decides what to do.
    fn decide(&mut self, world: &World<'_>, question: &Question, seat: u16) -> Reply {
        if self.passes {
            self.passes = false;
            return Reply::Answer(seat, Answer::Pass);
        }
        // A side that answers an order it must not see would be too good.
        let step = world.state.stack.last().and_then(|frame| frame.step).map(|step| &world.game.steps[step.at()]);
        if let Some(step) = step.filter(|step| matches!(step.repeat, Repeat::AllSides)) {
            let text = "the sides give their orders in secret here: a puzzle cannot be solved through it";
            return self.stop(Stopped::Faulty(Box::new(Fault::new(text).at(step.span))));
        }
        let given = self.given(world, question, seat);
        match answers(world, question, seat, MOST_ANSWERS) {
            Ok(Some(found)) => {
                let words = found.iter().map(|answer| sentence::write(world, question, seat, answer)).collect();
                self.turn = Some(Turn { seat, answers: found, words, given });
                Reply::Wait
            }
            Ok(None) => self.stop(Stopped::Choices(question.prompt.clone())),
            Err(fault) => Reply::Faulty(fault),
        }
    }

    /// Asks each seat in turn at a window, until one uses it.
    fn window(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let Kind::Window { offers } = &question.kind else { return Reply::Silence };
        if self.passes {
            return Reply::Silence;
        }
        for seat in &question.seats {
            let own: Vec<_> = offers.iter().filter(|(one, _)| one == seat).map(|(_, offer)| *offer).collect();
            let found = match acts(world, *seat, &own, false, false, None, MOST_ANSWERS) {
                Ok(Some(found)) => found,
                Ok(None) => return self.stop(Stopped::Choices(question.prompt.clone())),
                Err(fault) => return Reply::Faulty(fault),
            };
            if found.is_empty() {
                continue;
            }
            if let Some(answer) = self.given(world, question, *seat) {
                self.use_up();
                if answer == Answer::Pass {
                    continue;
                }
                return Reply::Answer(*seat, answer);
            }
            let mut all = vec![Answer::Pass];
            all.extend(found);
            let answer = self.choose(world, question, *seat, all);
            if answer != Answer::Pass {
                return Reply::Answer(*seat, answer);
            }
        }
        Reply::Silence
    }

    /// Takes the answer on the tape if there are several.
    fn choose(&mut self, world: &World<'_>, question: &Question, seat: u16, all: Vec<Answer>) -> Answer {
        let words: Rc<[String]> = all.iter().map(|answer| sentence::write(world, question, seat, answer)).collect();
        let way = self.take(Ok(seat), words);
        all[way].clone()
    }

    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let Some(seat) = question.seats.first().copied() else { return Reply::Wait };
        if let Some(answer) = self.given(world, question, seat) {
            self.use_up();
            return Reply::Answer(seat, answer);
        }
        let found = match answers(world, question, seat, MOST_ANSWERS) {
            Ok(Some(found)) => found,
            Ok(None) => return self.stop(Stopped::Choices(question.prompt.clone())),
            Err(fault) => return Reply::Faulty(fault),
        };
        match found.as_slice() {
            [] => Reply::Wait,
            [only] => Reply::Answer(seat, only.clone()),
            _ => Reply::Answer(seat, self.choose(world, question, seat, found)),
        }
    }
}

/// The tape as an oracle.
pub(super) struct Teller(pub(super) Rc<RefCell<Tape>>);

impl Oracle for Teller {
    fn answer(&mut self, world: &World<'_>, question: &Question) -> Reply {
        let mut tape = self.0.borrow_mut();
        if tape.waits {
            return Reply::Wait;
        }
        match (&question.kind, question.seats.first()) {
            (Kind::Window { .. }, _) => tape.window(world, question),
            (Kind::Act { free: false, .. }, Some(seat)) => tape.decide(world, question, *seat),
            _ => tape.answer(world, question),
        }
    }

    fn roll(&mut self, count: usize, low: i64, high: i64) -> Option<Faces> {
        Some(self.0.borrow_mut().roll(count, low, high))
    }

    fn chance(&mut self, weights: &mut dyn FnMut() -> Vec<u64>) -> Option<usize> {
        Some(self.0.borrow_mut().pick(&weights()))
    }
}
