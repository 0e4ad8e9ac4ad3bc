//! Bots at the table: while they think the screen says so, the game is saved after each of their decisions, and Ctrl-C
//! brings the prompt back.

use oriflamme::analysis::bots::Player;
use oriflamme::session::Said;

use super::Dialogue;
use crate::stop::{is_stopped, stoppable};

impl Dialogue {
    /// Bots decide one at a time from now on, if the game is played at a terminal or saved as it goes on.
    pub(crate) fn watch_bots(&mut self) {
        if self.interactive || self.autosave.is_some() {
            self.session_mut().watch_bots(is_stopped);
        }
        self.is_halted = false;
    }

    /// Lets bots decide until a person is asked or the game is over, unless Ctrl-C has stopped them.
    pub(super) fn bots_decide(&mut self) {
        let waits = self.session().paused_bot().is_some();
        self.is_halted &= waits;
        if self.is_halted || !waits {
            return;
        }
        let mut faulty = None;
        let halted = stoppable(|stopped| {
            loop {
                let Some(seat) = self.session().paused_bot() else { return false };
                if self.session().player(seat) == Player::Search {
                    self.progress(&format!("{} (search) is thinking; Ctrl-C stops", self.side_title(seat)));
                }
                let said = self.session_mut().let_bot_decide();
                if let Said::Faulty(_) = said {
                    faulty = Some(said);
                    return true;
                }
                if stopped() {
                    return self.session().paused_bot().is_some();
                }
                self.keep();
            }
        });
        self.progress("");
        self.is_halted = halted;
        match faulty {
            Some(fault) => self.said(fault),
            None if halted => {
                self.note("the bots have stopped: Enter lets them go on, `back` takes your decision back")
            }
            None => {}
        }
    }
}
