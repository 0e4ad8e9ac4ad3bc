//! A puzzle as a game in progress: it begins in its position, and its line is judged.

use crate::analysis::puzzle::{Judged, Line, Standing, Stopped, advice, judge, reply, rests, standing};
use crate::model::game::Game;
use crate::model::id::Ref;
use crate::model::puzzle::Puzzle;
use crate::play::World;
use crate::play::question::Kind;

use super::{Session, Start};

/// The puzzle of this name.
pub fn puzzle_named<'g>(game: &'g Game, name: &str) -> Option<&'g Puzzle> {
    game.puzzles.iter().find(|puzzle| puzzle.name == name)
}

/// A text with the labels of pieces replaced by their names on the board. A word after a dot or in quotes is no label.
fn named_as_on_board(world: &World<'_>, text: &str) -> String {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut named = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|sign| !is_word(sign)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, more) = rest.split_at(length);
        let free = !named.ends_with('.') && named.matches('"').count().is_multiple_of(2);
        let label = |piece: &u16| free && world.label(*piece) == Some(word);
        match (0..world.state.pieces.len() as u16).find(label) {
            Some(piece) => named.push_str(&world.name(Ref::piece(piece))),
            None => named.push_str(word),
        }
        rest = more;
    }
    named
}

impl Session {
    /// The puzzle that this game begins with.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        let Start::Test(title) = &self.opening.start else { return None };
        self.game.puzzles.iter().find(|puzzle| puzzle.test.title == *title)
    }

    /// The puzzle that is being solved. None on a bench on which a saved one is continued: there persons decide for all
    /// sides.
    pub(super) fn puzzle_played(&self) -> Option<&Puzzle> {
        self.puzzle().filter(|_| self.given > 0)
    }

    /// The solution, one decision a line, with the names that pieces have on the board.
    pub fn puzzle_solution(&self) -> Vec<String> {
        let Some(puzzle) = self.puzzle() else { return Vec::new() };
        self.world(|world| puzzle.solution.iter().map(|(text, _)| named_as_on_board(world, text)).collect())
    }

    /// The goal in words. If its author wrote none, as an expression, with the names that pieces have on the board.
    pub fn puzzle_goal(&self) -> Option<String> {
        let puzzle = self.puzzle()?;
        if let Some(words) = &puzzle.told {
            return Some(self.text_with_labels(&puzzle.test, words));
        }
        let (goal, _) = puzzle.goal.as_ref()?;
        Some(self.world(|world| named_as_on_board(world, self.game.sources.text(goal.span))))
    }

    /// The hint, if the puzzle has one.
    pub fn puzzle_hint(&self) -> Option<String> {
        let puzzle = self.puzzle()?;
        puzzle.hint.as_ref().map(|hint| self.text_with_labels(&puzzle.test, hint))
    }

    /// Begins the step of the puzzle, and sets its dice. Returns the length of the journal: later entries are the
    /// solver's line.
    pub fn begin_puzzle(&mut self) -> usize {
        let row = self.puzzle().map_or_else(Vec::new, |puzzle| puzzle.dice.iter().map(|face| *face as i8).collect());
        self.play.adjust(|run| run.row_of_dice = (row, run.state().chance.first().copied().unwrap_or(0)));
        self.begin_test();
        self.given = self.journal_length();
        self.given
    }

    /// How far play has come: the number of answers and results of chance, and of windows passed in silence since.
    pub fn progress(&self) -> (usize, u32) {
        (self.journal_length(), self.play.silent())
    }

    fn line(&self, from: usize) -> Line {
        let entries = self.play.look(|run| run.journal.entries.get(from..).unwrap_or_default().to_vec());
        Line { entries, silent: self.play.silent() }
    }

    /// The progress of the puzzle whose line begins at this entry of the journal. None if this game is not a puzzle.
    ///
    /// # Errors
    /// If the line cannot be replayed.
    pub fn puzzle_standing(&self, from: usize) -> Result<Option<Standing>, Stopped> {
        self.puzzle().map(|puzzle| standing(&self.game, puzzle, &self.line(from))).transpose()
    }

    /// The entries of the journal that the program answered for a solver who had no decision left.
    pub(super) fn puzzle_rests(&self) -> Vec<usize> {
        let rests = self.puzzle_played().and_then(|puzzle| rests(&self.game, puzzle, &self.line(self.given)).ok());
        rests.unwrap_or_default().iter().map(|at| at + self.given).collect()
    }

    /// Judges the line that was played.
    ///
    /// # Errors
    /// If the search cannot be made.
    pub fn judge_puzzle(&self, from: usize) -> Result<Option<Judged>, Stopped> {
        self.puzzle().map(|puzzle| judge(&self.game, puzzle, &self.line(from))).transpose()
    }

    /// The other side's answer to the pending question, the worst for the solver; the pass of a solver who has no
    /// decision left. None if the solver decides.
    ///
    /// # Errors
    /// If the search cannot be made.
    pub fn puzzle_reply(&self, from: usize) -> Result<Option<String>, Stopped> {
        match (self.puzzle(), self.question()) {
            (Some(puzzle), Some((seat, question)))
                if seat != puzzle.solver || matches!(question.kind, Kind::Act { pass: Some(_), .. }) =>
            {
                reply(&self.game, puzzle, &self.line(from))
            }
            _ => Ok(None),
        }
    }

    /// The solver's best answer to a pending question within an action. None if he decides, or another side.
    ///
    /// # Errors
    /// If the search cannot be made.
    pub fn puzzle_advice(&self, from: usize) -> Result<Option<String>, Stopped> {
        let puzzle = self.puzzle().filter(|_| self.question().is_some());
        puzzle.map_or(Ok(None), |puzzle| advice(&self.game, puzzle, &self.line(from)))
    }
}
