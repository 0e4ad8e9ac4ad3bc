//! The search: the probability of reaching the goal from a position, against every reply. Equal positions are evaluated
//! once.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::analysis::odds::Share;
use crate::analysis::odds::share::lcm;
use crate::diagnostic::words::one_of_quoted;
use crate::model::game::Game;
use crate::model::id::{Domain, OfferId};
use crate::model::puzzle::{Puzzle, Until};
use crate::model::value::Value;
use crate::play::journal::{Entry, Journal};
use crate::play::question::Answer;
use crate::play::run::Stop;
use crate::play::state::{Frame, State};
use crate::play::{MakeScripts, Play, Run};

use super::Stopped;
use super::ending::is_within;
use super::tape::{Fork, Tape, Teller, Turn};

/// The maximum number of runs in one search.
pub const MOST_RUNS: u64 = 200_000;

/// The maximum depth of a search, in positions.
const MOST_DEPTH: u32 = 120;

/// The goal is certain to be reached.
pub(super) const SURE: Share = Share { good: 1, all: 1 };
/// The goal is certain not to be reached.
pub(super) const NEVER: Share = Share { good: 0, all: 1 };

/// A position from which play continues.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) state: State,
    /// The answers already known.
    pub(super) journal: Journal,
    /// The number of decisions the solver has left.
    pub(super) left: u32,
    /// The depth of the scopes at his last decision, once made.
    pub(super) ends: Option<usize>,
    /// True if the step whose end ends the puzzle has begun, in case it was still to come.
    pub(super) entered: bool,
    /// The next command of the line being followed. None if no line is followed.
    pub(super) said: Option<usize>,
    /// True if the dice or opponents could have acted differently. The line need not cover what follows then.
    pub(super) parted: bool,
}

/// The first move from a node.
pub(super) enum First<'a> {
    /// Play continues normally.
    Go,
    /// This action of the side that decides.
    Act(OfferId, &'a [Value]),
    /// A pass.
    Pass,
}

/// The result of a run.
pub(super) enum Met {
    /// The goal holds.
    Reached,
    /// The puzzle ended without reaching the goal.
    Over,
    /// A later position.
    On(Box<Node>),
    /// A side decides what to do in this position.
    Turn(Box<Node>, Turn),
}

/// The most commands that a message lists.
const MOST_WORDS: usize = 3;

/// The alternatives to a decision of the solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The number of decisions that reach the goal as surely, including the given one.
    pub good: usize,
    /// The number of legal decisions.
    pub all: usize,
    /// Another decision that does, as text.
    pub other: Option<String>,
}

/// The key that identifies a position: the state's digest, the decisions left, where the last one ends, whether the
/// last step has begun, the next command of the line, and whether play has departed from it.
type Key = (u64, u32, Option<usize>, bool, Option<usize>, bool);

/// A search.
pub(super) struct Search<'p> {
    pub(super) game: Arc<Game>,
    pub(super) puzzle: &'p Puzzle,
    pub(super) play: Play,
    pub(super) tape: Rc<RefCell<Tape>>,
    labels: Vec<Value>,
    /// The scopes whose end ends the puzzle.
    pub(super) around: Vec<Frame>,
    pub(super) root: Node,
    known: FxHashMap<Key, Share>,
    /// True if the solver always passes if he may.
    pub(super) idles: bool,
    /// True if such a solver had to act.
    pub(super) had_to_act: bool,
    /// The alternatives to each decision of the line being followed, by command.
    pub(super) choices: Vec<Choices>,
    /// True if alternatives are counted.
    pub(super) counts: bool,
    /// What the solver may still do where the line being followed has no more commands.
    pub(super) undecided: Option<String>,
    pub(super) runs: u64,
    /// The current depth of the search, in positions.
    depth: u32,
}

impl<'p> Search<'p> {
    /// Creates a search from the current position of a play. Scripts run on the engine that `make` makes.
    pub(super) fn new(puzzle: &'p Puzzle, stands: &Play, make: MakeScripts) -> Result<Search<'p>, Stopped> {
        let game = stands.game().clone();
        let beginning = crate::play::Beginning::of_test(&game, &puzzle.test);
        let mut play = Play::new(&game, &beginning, 0, false, make).map_err(Stopped::Faulty)?;
        let tape = Rc::new(RefCell::new(Tape::default()));
        tape.borrow_mut().solver = puzzle.solver;
        let (layout, state, journal) = stands.look(|run| {
            let entries = run.journal.entries.get(run.journal.used..).unwrap_or_default().to_vec();
            let journal = Journal {
                entries,
                used: 0,
                silent: run.journal.silent,
                silent_before: run.journal.silent_before,
                kept: false,
            };
            (run.live.layout().clone(), run.state().clone(), journal)
        });
        let labels = puzzle.test.labels.iter().map(|name| Value::optional(Domain::Piece, layout.labelled(name)));
        let labels = labels.collect();
        let row = puzzle.dice.iter().map(|face| *face as i8).collect();
        let rolled = state.chance.first().copied().unwrap_or(0);
        play.adjust(|run| {
            run.live.set_layout(layout);
            run.oracle = Box::new(Teller(tape.clone()));
            run.row_of_dice = (row, rolled);
            // Invariants are checked where the game itself is played.
            run.watchful = false;
        });
        let stack = &state.stack;
        let until = match puzzle.until {
            Until::Innermost => stack.iter().rposition(|frame| frame.step.is_some()),
            Until::Step(step) => stack.iter().rposition(|frame| frame.step == Some(step)),
            Until::Game | Until::Later(..) => Some(0),
        };
        let Some(until) = until else { return Err(Stopped::NotThere) };
        let entered = is_within(stack, puzzle.until);
        Ok(Search {
            around: stack[..=until].to_vec(),
            root: Node {
                state,
                journal,
                left: puzzle.within.unwrap_or(u32::MAX),
                ends: None,
                entered,
                said: None,
                parted: false,
            },
            game,
            puzzle,
            play,
            tape,
            labels,
            known: FxHashMap::default(),
            idles: false,
            had_to_act: false,
            choices: Vec::new(),
            undecided: None,
            counts: false,
            runs: 0,
            depth: 0,
        })
    }

    /// True if the goal holds in the position of a run.
    pub(super) fn holds(&self, run: &Run) -> Result<bool, Stopped> {
        let Some((goal, slots)) = &self.puzzle.goal else { return Ok(false) };
        let world = run.world();
        let holds = world.test(goal, &mut world.locals(&self.labels, *slots));
        holds.map_err(Stopped::Faulty)
    }

    /// True if the goal holds where the puzzle begins.
    pub(super) fn is_reached(&mut self) -> Result<bool, Stopped> {
        let state = self.root.state.clone();
        self.play.adjust(|run| run.restore(state));
        self.play.look(|run| self.holds(run))
    }

    /// Plays on from a node, taking these ways at the forks it meets, to the first settled position after a fork, to a
    /// decision, or to the end.
    pub(super) fn once(&mut self, node: &Node, first: &First<'_>, ways: &[usize]) -> Result<(Met, Vec<Fork>), Stopped> {
        self.runs += 1;
        if self.runs > MOST_RUNS {
            return Err(Stopped::TooMany);
        }
        let passes = matches!(first, First::Pass);
        self.tape.borrow_mut().rewind(ways, node.said, passes);
        let (state, journal) = (node.state.clone(), node.journal.clone());
        self.play.adjust(|run| {
            run.restore(state);
            run.journal = journal;
            run.pending = None;
            run.idle = 0;
            run.effort.refill();
        });
        let mut first = Some(first);
        let mut node = node.clone();
        loop {
            let settled = self.play.look(|run| !run.state().unsettled);
            if settled && first.is_none() {
                if let Some(met) = self.comes_to(&mut node)? {
                    return Ok((met, self.forks()));
                }
            }
            if !self.tape.borrow().forks.is_empty() {
                let said = self.tape.borrow().said;
                let (state, journal) = self.play.look(|run| (run.state().clone(), left_of(&run.journal)));
                let parted = node.parted || self.parts();
                let next = Node { state, journal, said, parted, ..node.clone() };
                return Ok((Met::On(Box::new(next)), self.forks()));
            }
            let before = self.play.look(|run| (run.state().clone(), left_of(&run.journal)));
            let result = match first.take() {
                Some(First::Act(offer, values)) => self.play.cx().advance_with(*offer, values),
                _ => self.play.cx().advance(),
            };
            if let Some(trouble) = self.tape.borrow_mut().trouble.take() {
                return Err(trouble);
            }
            match result {
                Ok(()) => {}
                Err(Stop::Finished) => {
                    let reached = self.play.look(|run| self.holds(run))?;
                    return Ok((if reached { Met::Reached } else { Met::Over }, self.forks()));
                }
                Err(Stop::Ask) => {
                    let turn = self.tape.borrow_mut().turn.take();
                    let Some(turn) = turn else { return Ok((Met::Over, self.forks())) };
                    let (state, journal) = before;
                    let said = self.tape.borrow().said;
                    let parted = node.parted || self.parts();
                    let at = Node { state, journal, said, parted, ..node.clone() };
                    return Ok((Met::Turn(Box::new(at), turn), self.forks()));
                }
                Err(Stop::Fault(fault)) => return Err(Stopped::Faulty(fault)),
            }
        }
    }

    /// True if the dice or another side decided something in this run.
    fn parts(&self) -> bool {
        self.tape.borrow().forks.iter().any(|fork| fork.by.as_ref().map_or(true, |seat| *seat != self.puzzle.solver))
    }

    fn forks(&self) -> Vec<Fork> {
        self.tape.borrow().forks.clone()
    }

    /// The probability of reaching the goal from a node.
    pub(super) fn value(&mut self, node: &Node) -> Result<Share, Stopped> {
        let mut state = node.state.clone();
        let row = self.puzzle.dice.len() as u32;
        // The amount of chance already used does not affect the result, except for the next face of a fixed row of
        // dice.
        let next = if row == 0 { 0 } else { state.chance.first().copied().unwrap_or(0) % row };
        state.chance.clear();
        state.chance.push(next);
        let key = (state.digest(), node.left, node.ends, node.entered, node.said, node.said.is_some() && node.parted);
        if let Some(known) = self.known.get(&key).filter(|_| node.journal.entries.is_empty()) {
            return Ok(*known);
        }
        if self.depth >= MOST_DEPTH {
            return Err(Stopped::TooMany);
        }
        self.depth += 1;
        let found = self.explore(node, &First::Go, &[]);
        self.depth -= 1;
        let found = found?;
        if node.journal.entries.is_empty() {
            self.known.insert(key, found);
        }
        Ok(found)
    }

    /// The same after a given first move, with the first forks decided.
    pub(super) fn explore(&mut self, node: &Node, first: &First<'_>, ways: &[usize]) -> Result<Share, Stopped> {
        let (met, forks) = self.once(node, first, ways)?;
        let mut value = match met {
            Met::Reached => SURE,
            Met::Over => NEVER,
            Met::On(next) => self.value(&next)?,
            Met::Turn(at, turn) => self.decide(&at, &turn)?,
        };
        // Each fork met here took its first way. The others are tried, starting from the last fork.
        for at in (ways.len()..forks.len()).rev() {
            let mut found = vec![value];
            for way in 1..forks[at].ways() {
                if self.settles(&forks[at], &found) {
                    break;
                }
                let mut ways = ways.to_vec();
                ways.resize(at, 0);
                ways.push(way);
                found.push(self.explore(node, first, &ways)?);
            }
            value = self.folded(&forks[at], &found)?;
        }
        Ok(value)
    }

    /// True if the ways of a fork tried so far settle its value.
    fn settles(&self, fork: &Fork, found: &[Share]) -> bool {
        match &fork.by {
            Ok(seat) if *seat == self.puzzle.solver => found.contains(&SURE),
            Ok(_) => found.contains(&NEVER),
            Err(_) => !self.puzzle.best && found.contains(&NEVER),
        }
    }

    /// The value of a fork: the best for the solver where he decides, the worst where others do. Chance counts as an
    /// opponent unless the puzzle asks for the best chance.
    fn folded(&self, fork: &Fork, found: &[Share]) -> Result<Share, Stopped> {
        match &fork.by {
            Ok(seat) if *seat == self.puzzle.solver => Ok(greatest(found)),
            Err(weights) if self.puzzle.best => mean(weights, found).ok_or(Stopped::TooFine),
            _ => Ok(least(found)),
        }
    }

    /// The value of a decision on what to do.
    fn decide(&mut self, at: &Node, turn: &Turn) -> Result<Share, Stopped> {
        let solves = turn.seat == self.puzzle.solver;
        if !solves {
            let mut worst = SURE;
            let at = Node { parted: at.parted || turn.answers.len() > 1, ..at.clone() };
            for answer in &turn.answers {
                worst = least(&[worst, self.after(&at, answer, false)?]);
                if worst == NEVER {
                    break;
                }
            }
            return Ok(worst);
        }
        if at.left == 0 {
            return if self.puzzle.held { self.stands_by(at, turn) } else { Ok(NEVER) };
        }
        if let Some(said) = at.said {
            let Some(given) = &turn.given else {
                if said >= self.puzzle.solution.len() && (self.puzzle.held || !at.parted) {
                    // The line has no more commands.
                    let words: Vec<&str> = turn.words.iter().map(String::as_str).take(MOST_WORDS).collect();
                    self.undecided.get_or_insert_with(|| one_of_quoted(&words));
                    return if self.puzzle.held { self.stands_by(at, turn) } else { Ok(NEVER) };
                }
                // The line does not continue here, so any decision is allowed.
                let free = Node { said: None, ..at.clone() };
                return self.decide(&free, turn);
            };
            {
                let mut tape = self.tape.borrow_mut();
                tape.used = tape.used.max(said + 1);
            }
            let next = Node { said: Some(said + 1), ..at.clone() };
            let value = self.after(&next, given, true)?;
            if self.counts {
                self.count(at, turn, said, given)?;
            }
            return Ok(value);
        }
        if self.idles {
            return self.idle(at, turn);
        }
        let mut best = NEVER;
        for answer in &turn.answers {
            best = greatest(&[best, self.after(at, answer, true)?]);
            if best == SURE {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a decision of an idle solver, who passes, or makes the worst choice if he must act.
    fn idle(&mut self, at: &Node, turn: &Turn) -> Result<Share, Stopped> {
        if turn.answers.contains(&Answer::Pass) {
            return self.after(at, &Answer::Pass, true);
        }
        self.had_to_act = true;
        let mut worst = SURE;
        for answer in &turn.answers {
            worst = least(&[worst, self.after(at, answer, true)?]);
            if worst == NEVER {
                break;
            }
        }
        Ok(worst)
    }

    /// Counts the decisions here that reach the goal with the highest probability.
    fn count(&mut self, at: &Node, turn: &Turn, said: usize, given: &Answer) -> Result<(), Stopped> {
        self.choices.resize_with(self.puzzle.solution.len(), Choices::default);
        if self.choices[said].all > 0 {
            return Ok(());
        }
        let free = Node { said: None, ..at.clone() };
        let mut values = Vec::new();
        for answer in &turn.answers {
            values.push(self.after(&free, answer, true)?);
        }
        let best = greatest(&values);
        let good = || values.iter().zip(turn.answers.iter().zip(&turn.words)).filter(|(value, _)| **value == best);
        let other = good().find(|(_, (answer, _))| *answer != given).map(|(_, (_, words))| words.clone());
        self.choices[said] = Choices { good: good().count(), all: turn.answers.len(), other };
        Ok(())
    }

    /// The value after a decision. An action of the solver uses up one of his decisions.
    pub(super) fn after(&mut self, at: &Node, answer: &Answer, solves: bool) -> Result<Share, Stopped> {
        match answer {
            // No decision is left: a solver who is not forced to act may not act.
            Answer::Act(..) if solves && at.left == 0 && self.may_rest(at)? => Ok(NEVER),
            Answer::Act(offer, values) => {
                let mut next = at.clone();
                if solves {
                    self.spend(&mut next);
                }
                self.explore(&next, &First::Act(*offer, values), &[])
            }
            _ => self.explore(at, &First::Pass, &[]),
        }
    }
}

/// The unused part of a journal. Only that of the first position has entries.
fn left_of(journal: &Journal) -> Journal {
    if journal.used >= journal.entries.len() && journal.silent >= journal.silent_before {
        return Journal::default();
    }
    let entries: Vec<Entry> = journal.entries.get(journal.used..).unwrap_or_default().to_vec();
    Journal { entries, used: 0, ..journal.clone() }
}

/// The greatest of several probabilities.
pub(super) fn greatest(found: &[Share]) -> Share {
    found.iter().copied().max_by(Share::compare).unwrap_or(NEVER)
}

/// The least of several probabilities.
fn least(found: &[Share]) -> Share {
    found.iter().copied().min_by(Share::compare).unwrap_or(SURE)
}

/// The weighted mean of several probabilities. None on overflow.
fn mean(weights: &[u64], found: &[Share]) -> Option<Share> {
    let mut all: u128 = 1;
    for share in found {
        all = lcm(all, share.all)?;
    }
    let (mut good, mut total) = (0u128, 0u128);
    for (share, weight) in found.iter().zip(weights) {
        let weight = u128::from(*weight);
        good = good.checked_add(share.good.checked_mul(all / share.all)?.checked_mul(weight)?)?;
        total = total.checked_add(weight)?;
    }
    Some(Share::of(good, all.checked_mul(total)?))
}
