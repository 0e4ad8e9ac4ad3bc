//! Judges the play of a puzzle: whether it solves the puzzle, and its first wrong decision.

use std::sync::Arc;

use crate::analysis::odds::Share;
use crate::analysis::testing::stand;
use crate::model::game::Game;
use crate::model::puzzle::Puzzle;
use crate::model::sequence::Phase;
use crate::play::journal::{Entry, Journal};
use crate::play::question::Answer;
use crate::play::run::Stop;
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
    /// True if it is an action, not a pass.
    pub acts: bool,
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

/// A line of play from the start of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The journal entries.
    pub entries: Vec<Entry>,
    /// The number of windows passed in silence since the last of them.
    pub silent: u32,
}

/// The play from the start of a puzzle.
struct Walked {
    standing: Standing,
    /// The positions in which the solver decided, with his answers and their text.
    decided: Vec<(Node, Answer, String)>,
    /// The entries of the line that are passes of a solver who had no decision left.
    rests: Vec<usize>,
    /// The last position before the pending question.
    last: Node,
}

/// Judges a line of play.
///
/// # Errors
/// If the search has no result.
pub fn judge(game: &Arc<Game>, puzzle: &Puzzle, line: &Line) -> Result<Judged, Stopped> {
    let mut search = begin(game, puzzle)?;
    let walked = search.walk(line)?;
    let mut judged =
        Judged { standing: walked.standing, decisions: Vec::new(), wrong: None, inside: false, against: Vec::new() };
    for (at, (node, answer, words)) in walked.decided.iter().enumerate() {
        let before = search.value(node)?;
        let after = search.after(node, answer, true)?;
        let acts = matches!(answer, Answer::Act(..));
        judged.decisions.push(Decision { words: words.clone(), acts, before, after });
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

/// The progress of a puzzle after a line of play.
///
/// # Errors
/// If the line cannot be played.
pub fn standing(game: &Arc<Game>, puzzle: &Puzzle, line: &Line) -> Result<Standing, Stopped> {
    Ok(begin(game, puzzle)?.walk(line)?.standing)
}

/// The entries of a line that are passes of a solver who had no decision left: [`reply`] gave them for him.
///
/// # Errors
/// If the line cannot be played.
pub fn rests(game: &Arc<Game>, puzzle: &Puzzle, line: &Line) -> Result<Vec<usize>, Stopped> {
    Ok(begin(game, puzzle)?.walk(line)?.rests)
}

/// The answer of an opposing side to the pending question that is worst for the solver, as text; the pass of a solver
/// who has no decision left. None if the solver decides.
///
/// # Errors
/// If the search has no result.
pub fn reply(game: &Arc<Game>, puzzle: &Puzzle, line: &Line) -> Result<Option<String>, Stopped> {
    let answers = answers(game, puzzle, line, |seat, _| seat != puzzle.solver, true)?;
    let is_worse = |value: Share, least: Share| value != least && super::search::greatest(&[value, least]) == least;
    Ok(first_best(answers, is_worse))
}

/// The solver's best answer to a pending question within an action, as text. None if he decides, or another side.
///
/// # Errors
/// If the search has no result.
pub fn advice(game: &Arc<Game>, puzzle: &Puzzle, line: &Line) -> Result<Option<String>, Stopped> {
    let answers = answers(game, puzzle, line, |seat, is_within| seat == puzzle.solver && is_within, false)?;
    let is_better = |value: Share, most: Share| value != most && super::search::greatest(&[value, most]) == value;
    Ok(first_best(answers, is_better))
}

/// The first answer than which no other is better.
fn first_best(answers: Vec<(Share, String)>, is_better: impl Fn(Share, Share) -> bool) -> Option<String> {
    let better = |best: (Share, String), one: (Share, String)| if is_better(one.0, best.0) { one } else { best };
    answers.into_iter().reduce(better).map(|(_, words)| words)
}

/// The answers to the pending question as text, each with the probability of reaching the goal after it. `wanted` is
/// told the side that answers, and whether it does so within an action. `rests`: a solver without decisions passes.
fn answers(
    game: &Arc<Game>,
    puzzle: &Puzzle,
    line: &Line,
    wanted: impl Fn(u16, bool) -> bool,
    rests: bool,
) -> Result<Vec<(Share, String)>, Stopped> {
    let mut search = begin(game, puzzle)?;
    let walked = search.walk(line)?;
    let mut found = Vec::new();
    if walked.standing != Standing::Open {
        return Ok(found);
    }
    let node = walked.last;
    let (met, forks) = search.once(&node, &First::Go, &[])?;
    match (forks.first(), met) {
        (Some(fork), _) if fork.by.as_ref().is_ok_and(|seat| wanted(*seat, true)) => {
            for (way, words) in fork.words.iter().enumerate() {
                found.push((search.explore(&node, &First::Go, &[way])?, words.clone()));
            }
        }
        (None, Met::Turn(at, turn)) if rests && turn.seat == puzzle.solver && at.left == 0 => {
            let pass = turn.answers.iter().position(|answer| *answer == Answer::Pass);
            found.extend(pass.map(|pass| (SURE, turn.words[pass].clone())));
        }
        (None, Met::Turn(at, turn)) if wanted(turn.seat, false) => {
            for (answer, words) in turn.answers.iter().zip(&turn.words) {
                found.push((search.after(&at, answer, false)?, words.clone()));
            }
        }
        _ => {}
    }
    Ok(found)
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
    /// Replays a line.
    fn walk(&mut self, line: &Line) -> Result<Walked, Stopped> {
        let root = self.root.clone();
        let mut journal = root.journal.clone();
        journal.entries.extend(line.entries.iter().cloned());
        journal.silent_before = line.silent;
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
        let known = root.journal.entries.len();
        let mut walked = Walked { standing: Standing::Open, decided: Vec::new(), rests: Vec::new(), last: root };
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
            let used = self.play.look(|run| run.journal.used);
            self.play.look(|run| run.effort.refill());
            let advanced = self.play.cx().advance();
            // A step in which nothing can be done ends without a question: its answer belongs to a later one.
            if self.play.look(|run| run.journal.used) > used {
                self.note_decision(&mut walked, used.saturating_sub(known));
            }
            match advanced {
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

    /// Records the solver's decision, if the step from the last position began with one. `at`: the first entry of the
    /// step in the line.
    fn note_decision(&self, walked: &mut Walked, at: usize) {
        let node = &walked.last;
        let decides = node.state.stack.last().is_some_and(|frame| frame.phase == Phase::Act) && !node.state.unsettled;
        let Some(Entry::Answer { seat, silent: None, answer, text }) = node.journal.entries.first() else { return };
        if !decides || *seat != self.puzzle.solver {
            return;
        }
        if *answer == Answer::Pass && node.left == 0 {
            walked.rests.push(at);
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
