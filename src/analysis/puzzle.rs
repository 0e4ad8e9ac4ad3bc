//! Puzzles: proves by search that the solution of a puzzle works, and judges what a player did instead.
//!
//! The search plays on from the position with the kernel's own engine. The solver and the other sides may do anything
//! legal; the other sides play against the solver. The dice are those the puzzle gives. Without them, dice show the
//! worst results for the solver, or are weighted by probability if the puzzle asks for the best chance.

mod ending;
mod judge;
mod search;
mod tape;

use std::sync::Arc;

use crate::analysis::odds::Share;
use crate::analysis::testing::{Failure, stand};
use crate::diagnostic::words::count;
use crate::model::game::Game;
use crate::model::puzzle::Puzzle;
use crate::play::{Fault, MakeScripts, native};
use crate::source::Span;

pub use judge::{Decision, Judged, Line, Standing, advice, judge, reply, rests, standing};
pub use search::{Choices, MOST_RUNS};

use search::{First, NEVER, SURE, Search};

/// The reason why a search has no result.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// The rules are faulty.
    Faulty(Box<Fault>),
    /// There are too many lines of play.
    TooMany,
    /// The fractions overflow.
    TooFine,
    /// This question has too many answers.
    Choices(String),
    /// The step that ends the puzzle is not running where the puzzle begins.
    NotThere,
}

impl Stopped {
    /// The reason in words.
    pub fn text(&self) -> String {
        match self {
            Stopped::Faulty(fault) => fault.message.clone(),
            Stopped::TooMany => format!(
                "the search has more than {MOST_RUNS} positions: allow fewer decisions with `within`, or place fewer pieces"
            ),
            Stopped::TooFine => "the chances have too many digits to be exact".to_owned(),
            Stopped::Choices(question) => format!("too many answers to one question: {question}"),
            Stopped::NotThere => "the step named by `until` does not run where the puzzle begins".to_owned(),
        }
    }
}

/// The result of proving a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The probability that the solution reaches the goal.
    pub share: Share,
    /// The alternatives to each decision of the solution, by command. Empty for a command that answers a question.
    pub choices: Vec<Choices>,
    /// The number of times the search played on from a position.
    pub runs: u64,
}

impl Proof {
    /// The proof in words: the number of other decisions that solve the puzzle.
    pub fn told(&self) -> String {
        let mut parts = Vec::new();
        if self.share != SURE {
            parts.push(format!("best chance {}", self.share));
        }
        let told = |choices: &Choices| match choices.good {
            1 => format!("1 of {}", choices.all),
            good => format!("{good} of {}", choices.all),
        };
        let decisions: Vec<String> = self.choices.iter().filter(|one| one.all > 0).map(told).collect();
        if let Some((first, others)) = decisions.split_first() {
            parts.push(format!("solved by {first} first decisions"));
            if !others.is_empty() {
                parts.push(format!("then {}", others.join(", ")));
            }
        }
        parts.push(count(usize::try_from(self.runs).unwrap_or(usize::MAX), "position"));
        parts.join("; ")
    }
}

/// Proves a puzzle: its goal is not reached at the start, nor by doing nothing; the solution reaches it against every
/// reply of the other sides, as surely as any line can. The solution is played on the engine that `make` makes; the
/// rest of the search uses the kernel's own.
///
/// # Errors
/// The failure, at its line.
pub fn prove(game: &Arc<Game>, puzzle: &Puzzle, make: MakeScripts) -> Result<Proof, Failure> {
    let (stands, _) = stand(game, &puzzle.test, make)?;
    let goal = puzzle.goal.as_ref().map_or(puzzle.span, |(node, _)| node.span);
    let stopped = |stopped: Stopped| unsound(stopped.text(), stopped.span().unwrap_or(puzzle.span));
    let mut given = Search::new(puzzle, &stands, make).map_err(stopped)?;
    if !puzzle.held && given.is_reached().map_err(stopped)? {
        return Err(unsound("the goal is reached before anything is done".to_owned(), goal));
    }
    // The solution, against every reply.
    given.follow();
    let root = given.root.clone();
    let share = given.value(&root).map_err(stopped)?;
    let mut all = Search::new(puzzle, &stands, native::make).map_err(stopped)?;
    let target = if puzzle.best || share != SURE { all.value(&root.free()).map_err(stopped)? } else { SURE };
    if target == NEVER {
        return Err(unsound("no line of play reaches the goal".to_owned(), goal));
    }
    given.check_commands()?;
    if share != target {
        let mut failure = falls_short(puzzle, &mut all, share, target).map_err(stopped)?;
        if let Some(words) = given.undecided.filter(|_| !puzzle.held) {
            let side = game.side_title(puzzle.solver);
            failure.notes.insert(0, format!("behind its last command {side} decides again: {words}"));
        }
        return Err(failure);
    }
    // No action by the solver.
    let mut idle = Search::new(puzzle, &stands, native::make).map_err(stopped)?;
    idle.idles = true;
    let by_idling = idle.value(&root.free()).map_err(stopped)? == target;
    if by_idling && !idle.had_to_act {
        return Err(unsound("the goal is reached by doing nothing".to_owned(), goal));
    }
    // The alternatives.
    let mut counting = Search::new(puzzle, &stands, native::make).map_err(stopped)?;
    counting.counts = true;
    counting.follow();
    counting.value(&root).map_err(stopped)?;
    let choices = std::mem::take(&mut counting.choices);
    if let Some(first) = choices.first().filter(|first| first.all > 1 && first.good == first.all) {
        let text = format!("each of the {} first decisions reaches the goal: this is not a puzzle", first.all);
        return Err(unsound(text, goal));
    }
    if by_idling {
        let text = "the goal is reached by passing, and by any decision where there is no pass: this is not a puzzle";
        return Err(unsound(text.to_owned(), goal));
    }
    if puzzle.only {
        for (one, (_, span)) in choices.iter().zip(&puzzle.solution) {
            if let Some(other) = one.other.as_ref().filter(|_| one.good > 1) {
                let text = format!("`only`, but another decision reaches the goal here: `{other}`");
                return Err(unsound(text, *span));
            }
        }
    }
    Ok(Proof { share, choices, runs: given.runs + all.runs + idle.runs + counting.runs })
}

/// The failure of a solution that reaches the goal less surely than another line.
fn falls_short(puzzle: &Puzzle, all: &mut Search<'_>, share: Share, target: Share) -> Result<Failure, Stopped> {
    let last = puzzle.solution.last().map_or(puzzle.span, |(_, span)| *span);
    let text = match puzzle.best {
        true => format!("the solution has a chance of {share}; another line has {target}"),
        false => "the solution does not reach the goal".to_owned(),
    };
    let mut failure = unsound(text, last);
    let root = all.root.free();
    if let search::Met::Turn(at, turn) = all.once(&root, &First::Go, &[])?.0 {
        for (answer, words) in turn.answers.iter().zip(&turn.words) {
            if all.after(&at, answer, true)? == target {
                failure.notes.push(format!("another line begins with `{words}`"));
                break;
            }
        }
    }
    Ok(failure)
}

impl Stopped {
    fn span(&self) -> Option<Span> {
        match self {
            Stopped::Faulty(fault) => fault.span,
            _ => None,
        }
    }
}

impl Search<'_> {
    /// Makes the solver play the solution as long as it is legal.
    fn follow(&mut self) {
        self.tape.borrow_mut().line = self.puzzle.solution.iter().map(|(text, _)| text.clone()).collect();
        self.root.said = Some(0);
    }

    /// Reports the first command of the solution that could never be played.
    fn check_commands(&self) -> Result<(), Failure> {
        let tape = self.tape.borrow();
        let Some((text, span)) = self.puzzle.solution.get(tape.used) else { return Ok(()) };
        Err(match tape.misread.get(&tape.used) {
            Some(problem) => unsound(format!("`{text}` cannot be played here: {problem}"), *span),
            None => unsound(format!("`{text}` is never played: the puzzle has ended before it"), *span),
        })
    }
}

impl search::Node {
    /// The same node with all decisions free.
    fn free(&self) -> search::Node {
        search::Node { said: None, ..self.clone() }
    }
}

fn unsound(message: String, span: Span) -> Failure {
    Failure { message, span, notes: Vec::new() }
}
