//! `odds`, and the odds beside options.

use std::io::{IsTerminal, Write};

use oriflamme::analysis::odds::Progress;
use oriflamme::session::{Menu, NoOdds, Said, Session};

use super::{Dialogue, Done};
use crate::stop::stoppable;

/// The number of ways counted between two reports of progress.
const REPORTED: u64 = 4_096;

impl Dialogue {
    pub(crate) fn odds(&mut self, rest: &str) -> Done {
        let told = stoppable(|stopped| {
            let mut keep_going = |progress: Progress| {
                if progress.leaves.is_multiple_of(REPORTED) {
                    self.progress(&format!("{} {}", progress.leaves, if progress.exact { "ways" } else { "plays" }));
                }
                !stopped()
            };
            self.session_mut().odds(rest, &mut keep_going)
        });
        self.progress("");
        if let Err(NoOdds::Refused(problem)) = told {
            self.said(Said::Refused(problem));
            return Ok(());
        }
        let lines = told?;
        let understood = self.session().understood().map(|words| format!("understood as: {words}"));
        if let Some(words) = understood {
            self.note(&words);
        }
        self.pages(&lines);
        Ok(())
    }

    /// Replaces the line that tells a person at a terminal how far something long has come; an empty text removes it.
    pub(super) fn progress(&self, text: &str) {
        let mut err = std::io::stderr();
        if self.interactive && !self.has_panel && err.is_terminal() {
            // If the terminal cannot be written to, the progress is not shown.
            let _ = write!(err, "\r\u{1b}[K{text}").and_then(|()| err.flush());
        }
    }

    /// Shows the odds beside the options from now on, or no longer.
    pub(super) fn show_odds(&mut self, on: bool) {
        self.shows_odds = on;
        self.note(if on { "the odds are shown beside the options" } else { "odds: not shown" });
        self.asked.clear();
    }
}

/// Adds the odds to the notes of options.
pub(super) fn beside(session: &Session, menu: &mut Menu) {
    for item in &mut menu.items {
        if let Some(odds) = session.odds_beside(item) {
            let gap = if item.note.is_empty() { "" } else { "; " };
            item.note.push_str(&format!("{gap}{odds}"));
        }
    }
}
