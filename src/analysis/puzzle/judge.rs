//! Judges the play of a puzzle: whether it solves the puzzle, and its first wrong decision.

use std::sync::Arc;

use crate::analysis::odds::Share;
use crate::analysis::testing::stand;
use crate::model::game::Game;
use crate::model::puzzle::Puzzle;
use crate::play::journal::{Entry, Journal};
use crate::play::question::Answer;
use crate::play::run::Stop;
use crate::play::state::Phase;
use crate::play::{Fault, native};

use super::Stopped;
use super::search::{First, Met, NEVER, Node, SURE, Search};

/// The maximum number of opposing answers shown to refute a decision.
const MOST_ANSWERS: usize = 8;

/// The progress of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The goal is reached.
    Reached,
    /// The puzzle has ended without reaching the goal.
    Over,
    /// Decisions remain.
    Open,
}

/// A decision of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The decision as text.
    pub words: String,
    /// The probability of reaching the goal before it.
    pub before: Share,
    /// The probability after it.
    pub after: Share,
}

/// The verdict on the play of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The progress of the puzzle.
    pub standing: Standing,
    /// The solver's decisions.
    pub decisions: Vec<Decision>,
    /// The first decision that lowers the probability of reaching the goal.
    pub wrong: Option<usize>,
    /// True if the decision was right, but an answer within it was wrong.
    pub inside: bool,
    /// The dice and opposing answers that refute it. Empty if none are needed.
    pub against: Vec<String>,
}

impl Judged {
    /// True if the puzzle has ended without a wrong decision. The results of chance do not matter.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.wrong.is_none()
            && match self.standing {
                Standing::Reached => true,
                Standing::Over => puzzle.best,
                Standing::Open => false,
            }
    }
}

/// The play from the start of a puzzle.
struct Walked {
    standing: Standing,
    /// The positions in which the solver decided, with his answers and their text.
    decided: Vec<(Node, Answer, String)>,
    /// The last position before the pending question.
    last: Node,
}

/// Judges the journal entries from the start of the puzzle.
///
/// # Errors
/// If the search has no result.
pub fn judge(game: &Arc<Game>, puzzle: &Puzzle, entries: &[Entry]) -> Result<Judged, Stopped> {
    let mut search = begin(game, puzzle)?;
    let walked = search.walk(entries)?;
    let mut judged =
        Judged { standing: walked.standing, decisions: Vec::new(), wrong: None, inside: false, against: Vec::new() };
    for (at, (node, answer, words)) in walked.decided.iter().enumerate() {
        let before = search.value(node)?;
        let after = search.after(node, answer, true)?;
        judged.decisions.push(Decision { words: words.clone(), before, after });
        if judged.wrong.is_some() {
            continue;
        }
        if after != before {
            judged.wrong = Some(at);
            if !puzzle.best {
                judged.against = search.against(node, answer)?;
            }
        } else if !puzzle.best && before == SURE {
            // A goal reached against every reply can be lost only by the solver's own answers.
            let later = match walked.decided.get(at + 1) {
                Some((next, ..)) => search.value(next)?,
                None if walked.standing == Standing::Over => NEVER,
                None => SURE,
            };
            if later != SURE {
                (judged.wrong, judged.inside) = (Some(at), true);
            }
        }
    }
    Ok(judged)
}

/// The progress of a puzzle after these journal entries.
///
/// # Errors
/// If the entries cannot be played.
pub fn standing(game: &Arc<Game>, puzzle: &Puzzle, entries: &[Entry]) -> Result<Standing, Stopped> {
    Ok(begin(game, puzzle)?.walk(entries)?.standing)
}

/// The answer of an opposing side to the pending question that is worst for the solver, as text. None if the question
/// is the solver's.
///
/// # Errors
/// If the search has no result.
pub fn reply(game: &Arc<Game>, puzzle: &Puzzle, entries: &[Entry]) -> Result<Option<String>, Stopped> {
    let mut search = begin(game, puzzle)?;
    let walked = search.walk(entries)?;
    if walked.standing != Standing::Open {
        return Ok(None);
    }
    let node = walked.last;
    let (met, forks) = search.once(&node, &First::Go, &[])?;
    let mut worst: Option<(Share, String)> = None;
    let mut consider = |value: Share, words: &str| {
        let is_worse = worst
            .as_ref()
            .is_none_or(|(least, _)| value != *least && super::search::greatest(&[value, *least]) == *least);
        if is_worse {
            worst = Some((value, words.to_owned()));
        }
    };
    match (forks.first(), met) {
        (Some(fork), _) if fork.by.as_ref().is_ok_and(|seat| *seat != puzzle.solver) => {
            for (way, words) in fork.words.iter().enumerate() {
                consider(search.explore(&node, &First::Go, &[way])?, words);
            }
        }
        (None, Met::Turn(at, turn)) if turn.seat != puzzle.solver => {
            for (answer, words) in turn.answers.iter().zip(&turn.words) {
                consider(search.after(&at, answer, false)?, words);
            }
        }
        _ => {}
    }
    Ok(worst.map(|(_, words)| words))
}

fn begin<'p>(game: &Arc<Game>, puzzle: &'p Puzzle) -> Result<Search<'p>, Stopped> {
    let (stands, _) = stand(game, &puzzle.test, native::make).map_err(|failure| {
        let mut fault = Fault::new(failure.message);
        fault.span = Some(failure.span);
        Stopped::Faulty(Box::new(fault))
    })?;
    Search::new(puzzle, &stands, native::make)
}

impl Search<'_> {
    /// Replays the journal.
    fn walk(&mut self, entries: &[Entry]) -> Result<Walked, Stopped> {
        let root = self.root.clone();
        let mut journal = root.journal.clone();
        journal.entries.extend(entries.iter().cloned());
        self.tape.borrow_mut().rewind(&[], None, false);
        self.tape.borrow_mut().waits = true;
        let state = root.state.clone();
        self.play.adjust(|run| {
            run.restore(state);
            run.journal = journal;
            run.pending = None;
            run.idle = 0;
        });
        let walked = self.walk_on(root);
        self.tape.borrow_mut().waits = false;
        walked
    }

    fn walk_on(&mut self, root: Node) -> Result<Walked, Stopped> {
        let mut walked = Walked { standing: Standing::Open, decided: Vec::new(), last: root };
        let mut begun = false;
        loop {
            if begun && self.play.look(|run| !run.state().unsettled) {
                if let Some(met) = self.comes_to(&mut walked.last)? {
                    let reached = matches!(met, Met::Reached);
                    walked.standing = if reached { Standing::Reached } else { Standing::Over };
                    return Ok(walked);
                }
            }
            begun = true;
            let (state, journal) = self.play.look(|run| {
                let entries = run.journal.entries.get(run.journal.used..).unwrap_or_default().to_vec();
                (run.state().clone(), Journal { entries, used: 0, ..run.journal.clone() })
            });
            walked.last.state = state;
            walked.last.journal = journal;
            self.note_decision(&mut walked);
            self.play.look(|run| run.effort.refill());
            match self.play.cx().advance() {
                Ok(()) => {}
                Err(Stop::Ask) => return Ok(walked),
                Err(Stop::Finished) => {
                    let reached = self.play.look(|run| self.holds(run))?;
                    walked.standing = if reached { Standing::Reached } else { Standing::Over };
                    return Ok(walked);
                }
                Err(Stop::Fault(fault)) => return Err(Stopped::Faulty(fault)),
            }
        }
    }

    /// Records the solver's decision, if it comes next.
    fn note_decision(&self, walked: &mut Walked) {
        let node = &walked.last;
        let decides = node.state.stack.last().is_some_and(|frame| frame.phase == Phase::Act) && !node.state.unsettled;
        let Some(Entry::Answer { seat, silent: None, answer, text }) = node.journal.entries.first() else { return };
        if !decides || *seat != self.puzzle.solver {
            return;
        }
        let free = Node { journal: Journal::default(), ..node.clone() };
        walked.decided.push((free, answer.clone(), text.clone()));
        if let Answer::Act(..) = answer {
            self.spend(&mut walked.last);
        }
    }

    /// The dice and opposing answers that keep a decision from reaching the goal.
    fn against(&mut self, node: &Node, answer: &Answer) -> Result<Vec<String>, Stopped> {
        let mut told = Vec::new();
        let mut node = node.clone();
        let mut answer = answer.clone();
        let mut acts = true;
        let mut solves = true;
        'positions: while told.len() < MOST_ANSWERS {
            if acts && solves && matches!(answer, Answer::Act(..)) {
                self.spend(&mut node);
            }
            let values = match &answer {
                Answer::Act(offer, values) if acts => Some((*offer, values.clone())),
                _ => None,
            };
            let first = match &values {
                Some((offer, values)) => First::Act(*offer, values),
                None if acts => First::Pass,
                None => First::Go,
            };
            let mut ways = Vec::new();
            let met = loop {
                let (met, forks) = self.once(&node, &first, &ways)?;
                let Some(fork) = forks.get(ways.len()) else { break met };
                if fork.by.as_ref().is_ok_and(|seat| *seat == self.puzzle.solver) {
                    break 'positions;
                }
                let mut worst = 0;
                for way in 0..fork.ways() {
                    let tried: Vec<usize> = ways.iter().copied().chain([way]).collect();
                    if self.explore(&node, &first, &tried)? != SURE {
                        worst = way;
                        break;
                    }
                }
                told.push(fork.told(&self.game, worst));
                ways.push(worst);
            };
            match met {
                Met::On(next) => (node, acts) = (*next, false),
                Met::Turn(at, turn) if turn.seat != self.puzzle.solver => {
                    let mut found = None;
                    for (one, words) in turn.answers.iter().zip(&turn.words) {
                        if self.after(&at, one, false)? != SURE {
                            found = Some((one.clone(), words));
                            break;
                        }
                    }
                    let Some((one, words)) = found else { break };
                    told.push(format!("{}: {words}", self.game.sides[usize::from(turn.seat)].title));
                    (node, answer, acts, solves) = (*at, one, true, false);
                }
                _ => break,
            }
        }
        Ok(told)
    }
}
