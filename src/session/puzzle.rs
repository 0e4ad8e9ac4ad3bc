//! A puzzle as a game in progress: it begins in its position, and its line is judged.

use crate::analysis::puzzle::{Judged, Standing, Stopped, judge, reply, standing};
use crate::model::game::Game;
use crate::model::id::Ref;
use crate::model::puzzle::Puzzle;
use crate::play::journal::Entry;

use super::{Session, Start};

/// The puzzle of this name.
pub fn puzzle_named<'g>(game: &'g Game, name: &str) -> Option<&'g Puzzle> {
    game.puzzles.iter().find(|puzzle| puzzle.name == name)
}

impl Session {
    /// The puzzle that this game begins with.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        let Start::Test(title) = &self.opening.start else { return None };
        self.game.puzzles.iter().find(|puzzle| puzzle.test.title == *title)
    }

    /// The solution, one decision a line, with the names that pieces have on the board.
    pub fn puzzle_solution(&self) -> Vec<String> {
        let Some(puzzle) = self.puzzle() else { return Vec::new() };
        self.world(|world| {
            let shown = |word: &str| {
                let name = word.trim_end_matches(',');
                let named = (0..world.state.pieces.len() as u16).find(|piece| world.label(*piece) == Some(name));
                named.map_or_else(|| word.to_owned(), |piece| word.replacen(name, &world.name(Ref::piece(piece)), 1))
            };
            let line = |text: &String| text.split(' ').map(shown).collect::<Vec<_>>().join(" ");
            puzzle.solution.iter().map(|(text, _)| line(text)).collect()
        })
    }

    /// Begins the step of the puzzle, and sets its dice. Returns the length of the journal: later entries are the
    /// solver's line.
    pub fn begin_puzzle(&mut self) -> usize {
        let row = self.puzzle().map_or_else(Vec::new, |puzzle| puzzle.dice.iter().map(|face| *face as i8).collect());
        self.play.adjust(|run| run.row_of_dice = (row, run.state.chance.first().copied().unwrap_or(0)));
        self.begin_test();
        self.given = self.journal_length();
        self.given
    }

    /// The number of entries in the journal: answers, and results of chance.
    pub fn entries(&self) -> usize {
        self.journal_length()
    }

    fn line(&self, from: usize) -> Vec<Entry> {
        self.play.look(|run| run.journal.entries.get(from..).unwrap_or_default().to_vec())
    }

    /// The progress of the puzzle whose line begins at this entry of the journal. None if this game is not a puzzle.
    ///
    /// # Errors
    /// If the line cannot be replayed.
    pub fn puzzle_standing(&self, from: usize) -> Result<Option<Standing>, Stopped> {
        self.puzzle().map(|puzzle| standing(&self.game, puzzle, &self.line(from))).transpose()
    }

    /// Judges the line that was played.
    ///
    /// # Errors
    /// If the search cannot be made.
    pub fn judge_puzzle(&self, from: usize) -> Result<Option<Judged>, Stopped> {
        self.puzzle().map(|puzzle| judge(&self.game, puzzle, &self.line(from))).transpose()
    }

    /// The other side's answer to the pending question, the worst for the solver. None if the solver decides.
    ///
    /// # Errors
    /// If the search cannot be made.
    pub fn puzzle_reply(&self, from: usize) -> Result<Option<String>, Stopped> {
        match (self.puzzle(), self.question()) {
            (Some(puzzle), Some((seat, _))) if seat != puzzle.solver => reply(&self.game, puzzle, &self.line(from)),
            _ => Ok(None),
        }
    }
}
