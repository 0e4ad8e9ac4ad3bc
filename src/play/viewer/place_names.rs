//! Whose names for places a text uses: who sits at the other edge of the board calls its left what the first side calls
//! its right.

use crate::play::store::state::NOWHERE;
use crate::play::store::world::World;

/// Whose names for places are used in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Those of a side; of nobody in particular: of the first.
    Of(Option<u16>),
    /// The text is kept, and read by whoever reads it then: places on which sides differ are only marked, see
    /// [`World::told`].
    Later,
}

/// Signs for private use, which no text of a game holds: what stands between them is a place.
const MARK: char = '\u{E000}';
const END: char = '\u{E001}';

impl<'a> World<'a> {
    /// The same world, with places in texts called as this viewer calls them.
    #[must_use]
    pub fn through(self, viewer: Viewer) -> World<'a> {
        World { viewer, ..self }
    }

    /// What a space is called in texts: by a side, if the text is its own, else by whoever reads it.
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

    /// What a member of a list is called in texts: columns and rows of a board are counted from the reader's edge.
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

    /// A text that was kept, as whoever looks may read it: with the names that places have for him, and without those of
    /// pieces that lie face down.
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
