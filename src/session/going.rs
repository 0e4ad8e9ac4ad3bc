//! Joins several pieces that move one after the other between the same places into one line.

use crate::draw::{Line, Role};
use crate::model::id::*;
use crate::play::log::{Entry, Event};
use crate::play::{World, sentence};
use crate::source::plain_words;

/// Pieces of one side that moved the same way, and their line.
pub(super) struct Moves {
    pieces: Vec<u16>,
    owner: u16,
    way: (Option<u16>, Option<u16>),
    depth: u16,
    /// The index of the last of them in the log.
    last: usize,
    /// The index of its line.
    pub line: usize,
    /// The number of headings above it.
    pub level: usize,
}

impl Moves {
    /// The first of them, if this log entry is a move.
    pub fn begun(world: &World<'_>, entry: &Entry, at: usize, line: usize, level: usize) -> Option<Moves> {
        let Event::Moved(piece, from, to) = entry.event else { return None };
        let owner = u16::from(world.state.pieces.get(piece as usize)?.side);
        Some(Moves { pieces: vec![piece], owner, way: (from, to), depth: entry.depth, last: at, line, level })
    }

    /// Adds the next log entry, if another piece moves the same way in it.
    pub fn goes_on(&mut self, world: &World<'_>, entry: &Entry, at: usize) -> bool {
        let Some(next) = Moves::begun(world, entry, at, self.line, self.level) else { return false };
        let same = next.owner == self.owner && next.way == self.way && next.depth == self.depth;
        if same && at == self.last + 1 {
            self.pieces.extend(next.pieces);
            self.last = at;
            return true;
        }
        false
    }

    /// `KT1, KT2: reserve -> left rear`. Face-down pieces are counted.
    pub fn told(&self, world: &World<'_>) -> Line {
        let names = sentence::counted(self.pieces.iter().map(|piece| world.name(Ref::piece(*piece))));
        let line = Line::of(Role::side(world.game, self.owner), names);
        let place = |space: Option<u16>| match space {
            Some(space) => plain_words(&world.title(Ref::space(space))),
            None => "out of play".to_owned(),
        };
        match self.way {
            (Some(from), to) => line.and(Role::Plain, format!(": {} -> {}", place(Some(from)), place(to))),
            (None, to) => line.and(Role::Plain, format!(" at {}", place(to))),
        }
    }
}
