//! `reload`: the rule files are read again, and the game goes on under them from the same decision.

use oriflamme::catalog::Difference;
use oriflamme::diagnostic::words::count;

use super::{Dialogue, Done};
use crate::{data, saves};

impl Dialogue {
    pub(crate) fn reload(&mut self) -> Done {
        self.may_reload()?;
        let catalog = data::catalog(&self.folders)?;
        let reloaded = saves::reload(&self.folders, &catalog, &self.session(), self.engine)
            .map_err(|problem| format!("{problem}\nthe game goes on under the rules it had"))?;
        let decisions = self.session().decisions();
        // What bots have decided again is not kept.
        let kept = reloaded.session.decisions_read();
        let lost = decisions.saturating_sub(kept);
        if let Some(trouble) = &reloaded.trouble {
            let loss = match lost {
                0 => format!("A branch cannot be played under these rules: {}", trouble.message),
                _ => format!(
                    "Decision {} is not possible under these rules: {}. {} would be lost",
                    kept + 1,
                    trouble.message,
                    count(lost, "decision")
                ),
            };
            if !self.is_meant(&loss) {
                return Ok(());
            }
        }
        let is_changed = !reloaded.changes.is_empty();
        for change in &reloaded.changes {
            self.note(&said_of(change));
        }
        if !is_changed {
            self.note("the rule files are as they were");
        }
        if lost > 0 {
            self.note(&format!("{} lost, from number {} on", is_or_are(lost), kept + 1));
        }
        let mut session = reloaded.session;
        let anew = session.decisions().saturating_sub(kept);
        if lost > 0 && anew > 0 {
            self.note(&format!("bots have decided again: {}", count(anew, "decision")));
        }
        if self.session().undone() > session.undone() {
            self.note("the decisions taken back are gone: `forward` has nothing to make again");
        }
        session.sit_at(&self.session()).iter().for_each(|lost| self.note(lost));
        *self.session_mut() = session;
        (self.catalog, self.tests) = (catalog, None);
        self.look_anew();
        match reloaded.parted {
            Some(lines) => self.pages(&lines),
            None if is_changed => {
                self.note(&format!("so far the game is the same under these rules ({})", count(kept, "decision")))
            }
            None => {}
        }
        Ok(())
    }

    /// Refuses where the rules may not change under the player's hands.
    fn may_reload(&self) -> Result<(), String> {
        if self.session().opening().strict {
            return Err("a strict game keeps the rules it began with".to_owned());
        }
        if self.puzzle.is_some() {
            return Err("a puzzle keeps its rules: leave it, and begin it again".to_owned());
        }
        Ok(())
    }
}

/// `1 decision is`, `5 decisions are`.
fn is_or_are(decisions: usize) -> String {
    format!("{} {}", count(decisions, "decision"), if decisions == 1 { "is" } else { "are" })
}

/// What has become of a file.
fn said_of(change: &Difference) -> String {
    match change {
        Difference::Missing(path) => format!("{path} is gone"),
        Difference::Changed(path) => format!("{path} has changed"),
        Difference::Added(path) => format!("{path} is new"),
        Difference::Shipped => "the shipped rules have changed".to_owned(),
    }
}
