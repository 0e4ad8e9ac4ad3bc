//! Long answers at a terminal: a window at a time, with a question between. Every line but Enter and `q` answers the
//! game as usual, so nothing a player types is lost.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use crate::paint::put;

/// The variable that names a pager of the user's own. `PAGER` alone is not used: a player may not know its keys.
const OWN: &str = "ORIFLAMME_PAGER";

/// The question between two windows, in place of the prompt.
pub(crate) const QUESTION: &str = "-- Enter: more, q: back to the game -- ";

/// The rest of a long answer.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    rest: Vec<String>,
}

/// What a line typed at the question means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The next rows.
    More(Vec<String>),
    /// The answer is left.
    Back,
    /// The answer is left, and the line is for the game.
    Other,
}

impl Pages {
    /// The first rows of an answer that fit a window of `lines`; the others wait.
    pub(crate) fn begin(&mut self, rows: Vec<String>, lines: usize) -> Vec<String> {
        self.rest = rows;
        // The command stays visible above, the question below.
        if self.rest.len() + 2 > lines { self.next(lines.saturating_sub(2)) } else { std::mem::take(&mut self.rest) }
    }

    /// True while rows wait.
    pub(crate) fn wait(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Carries out a line typed at the question.
    pub(crate) fn turn(&mut self, line: &str, lines: usize) -> Turn {
        if line.is_empty() {
            return Turn::More(self.next(lines.saturating_sub(1)));
        }
        self.rest.clear();
        if line.eq_ignore_ascii_case("q") { Turn::Back } else { Turn::Other }
    }

    fn next(&mut self, rows: usize) -> Vec<String> {
        let rows = rows.max(1).min(self.rest.len());
        self.rest.drain(..rows).collect()
    }
}

/// Shows rows of a command that does not play: in the user's own pager at a terminal, or else as they are.
pub(crate) fn show(rows: &[String]) {
    if !std::io::stdout().is_terminal() || !own(rows) {
        rows.iter().for_each(|row| put(row));
    }
}

/// Shows rows in the pager that `ORIFLAMME_PAGER` names; `false` if it names none, and nothing was shown.
pub(crate) fn own(rows: &[String]) -> bool {
    let Ok(pager) = std::env::var(OWN) else { return false };
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return false };
    let Ok(mut child) = Command::new(program).args(words).stdin(Stdio::piped()).spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A reader may quit before the end.
        let _ = input.write_all((rows.join("\n") + "\n").as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize) -> Vec<String> {
        (1..=count).map(|number| number.to_string()).collect()
    }

    #[test]
    fn a_long_answer_stops_when_the_window_is_full() {
        let mut pages = Pages::default();
        assert_eq!(pages.begin(rows(22), 24).len(), 22);
        assert!(!pages.wait(), "it fits");
        assert_eq!(pages.begin(rows(60), 24).len(), 22);
        assert!(pages.wait());
        assert!(matches!(pages.turn("", 24), Turn::More(rows) if rows.len() == 23 && rows[0] == "23"));
        assert!(matches!(pages.turn("", 24), Turn::More(rows) if rows.len() == 15));
        assert!(!pages.wait());
    }

    #[test]
    fn q_leaves_a_long_answer_and_any_other_line_is_for_the_game() {
        for (line, turn) in [("q", Turn::Back), ("Q", Turn::Back), ("advance KT2", Turn::Other), ("quit", Turn::Other)]
        {
            let mut pages = Pages::default();
            pages.begin(rows(60), 24);
            assert_eq!(pages.turn(line, 24), turn, "{line}");
            assert!(!pages.wait(), "{line}");
        }
    }

    #[test]
    fn a_window_of_one_line_still_goes_on() {
        let mut pages = Pages::default();
        assert_eq!(pages.begin(rows(3), 1).len(), 1);
        assert!(matches!(pages.turn("", 0), Turn::More(rows) if rows.len() == 1));
    }
}
