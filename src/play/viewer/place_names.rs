//! Names for places depend on the reader: players at opposite edges of the board call left what the other calls right.

use crate::play::store::state::NOWHERE;
use crate::play::store::world::World;

/// Whose names for places a text uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Those of a side; `None`: of the first side.
    Of(Option<u16>),
    /// The text is stored for different readers: places with several names are only marked, see [`World::told`].
    Later,
}

/// A private-use character, which no text of a game contains. It encloses a place.
const MARK: char = '\u{E000}';
const END: char = '\u{E001}';

impl<'a> World<'a> {
    /// The same world, with texts for this viewer.
    #[must_use]
    pub fn through(self, viewer: Viewer) -> World<'a> {
        World { viewer, ..self }
    }

    /// The name of a space in texts for the current viewer.
    pub(in crate::play) fn place_title(&self, space: u16, own: Option<u16>) -> String {
        if space == NOWHERE {
            return self.space_title(space, None);
        }
        let item = &self.game.board.spaces[space as usize];
        match self.viewer {
            Viewer::Later if item.titles.iter().any(|title| *title != item.title) => format!("{MARK}{space}{END}"),
            Viewer::Later => item.title.clone(),
            Viewer::Of(seat) => self.space_title(space, own.or(seat)),
        }
    }

    /// The name of a list member in texts: columns and rows are counted from the reader's edge.
    pub(in crate::play) fn member_title(&self, list: u16, at: u16) -> String {
        let members = &self.game.lists[list as usize].members;
        let mut grids = self.game.board.grids.iter();
        let turned = grids.find(|grid| grid.columns.0 == list || grid.rows.0 == list).and_then(|grid| grid.turned);
        let at = match (self.viewer, turned) {
            (Viewer::Later, Some(_)) => return format!("{MARK}{at} {list}{END}"),
            (Viewer::Of(Some(seat)), Some(side)) if seat == side => members.len() - 1 - usize::from(at),
            _ => usize::from(at),
        };
        members[at].title.clone()
    }

    /// A stored text for the viewer: with the viewer's names for places, and without names of face-down pieces.
    pub fn told(&self, text: &str) -> String {
        let text = self.without_secrets(text);
        let mut told = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, marked)) = rest.split_once(MARK) {
            told.push_str(before);
            let (mark, after) = marked.split_once(END).unwrap_or((marked, ""));
            let mut numbers = mark.split(' ').map(str::parse::<u16>);
            match (numbers.next(), numbers.next()) {
                (Some(Ok(at)), Some(Ok(list))) => told.push_str(&self.member_title(list, at)),
                (Some(Ok(space)), None) => told.push_str(&self.place_title(space, None)),
                _ => {}
            }
            rest = after;
        }
        told.push_str(rest);
        self.veil_text(&told)
    }
}
