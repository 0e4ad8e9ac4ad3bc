//! Positions by hand: lines of the arbiter, tests as positions, positions as tests.

use super::Dialogue;
use crate::reader::Next;

impl Dialogue {
    /// Changes the position by a line of the arbiter that begins with `verb`.
    pub(crate) fn arbitrate(&mut self, verb: &str, rest: &str) -> Next {
        let text = format!("{verb} {rest}");
        let said = self.session_mut().arbitrate(text.trim());
        self.said(said);
        Next::GoOn
    }
}
