//! Saving, loading and leaving a game.

use std::path::{Path, PathBuf};

use super::Dialogue;
use crate::reader::Next;
use crate::{files, saves};

impl Dialogue {
    pub(crate) fn save(&mut self, rest: &str) -> Next {
        let path = match (rest, &self.saved_to) {
            ("", Some(path)) => path.clone(),
            ("", None) => self.free_name(),
            _ => PathBuf::from(rest),
        };
        let text = self.session().save();
        if path.exists() && self.saved_to.as_ref() != Some(&path) {
            match saves::read(&path) {
                Err(_) => {
                    self.refuse(&format!("{} exists and is not a saved game: choose another name", path.display()));
                    return Next::GoOn;
                }
                Ok(other) => {
                    let loss = format!("{} holds a game of `{}` already", path.display(), other.scenario);
                    if !self.is_meant(&loss) {
                        return Next::GoOn;
                    }
                }
            }
        }
        let is_ours = self.autosave.as_ref() == Some(&path);
        let written = if is_ours { Ok(None) } else { files::lock(&path).map(Some) };
        match written.and_then(|_held| files::write(&path, &text)) {
            Ok(()) => {
                if is_ours {
                    self.on_disk = Some(text.clone().into_bytes());
                }
                self.saved = text;
                let (verb, scenario) = self.named();
                let shown = path.display();
                self.note(&format!(
                    "saved to {shown}; `oriflamme {verb} {scenario} --save {shown}` continues the game"
                ));
                self.saved_to = Some(path);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn load(&mut self, rest: &str) -> Next {
        if rest.is_empty() {
            self.refuse("usage: `load FILE`");
            return Next::GoOn;
        }
        let resumed = saves::read(Path::new(rest)).and_then(|save| {
            let (session, trouble) = saves::resume(&self.folders, &self.catalog, &save, self.engine)?;
            let differences = saves::differences(&session, &save);
            Ok((session, trouble, differences))
        });
        if resumed.is_ok()
            && self.interactive
            && self.is_unsaved()
            && !self.is_meant("The game is not saved (`save FILE`)")
        {
            return Next::GoOn;
        }
        match resumed {
            Ok((session, trouble, differences)) => {
                self.autosave = None;
                self.lock = None;
                self.saved_to = Some(PathBuf::from(rest));
                self.saved = session.save();
                *self.session_mut() = session;
                self.clear_table();
                self.shown.forget_board();
                self.asked.clear();
                let decisions = self.session().decisions();
                self.note(&format!("loaded {rest}: {decisions} decisions"));
                differences.iter().for_each(|line| self.note(line));
                if let Some(trouble) = trouble {
                    // `save` without a name must not overwrite a file that could not be read.
                    self.saved_to = None;
                    self.refuse(&format!(
                        "{rest}, {trouble}\neverything before that line has been played; the file is as it was"
                    ));
                }
                // Past events are in the log.
                let telling = self.telling();
                let _ = self.session_mut().news(telling);
            }
            Err(problem) => self.refuse(&problem),
        }
        Next::GoOn
    }

    pub(crate) fn quit(&mut self) -> Next {
        if self.session().choices() == 0 && self.saved_to.is_none() {
            self.note("nothing to save");
            return Next::Leave;
        }
        let lost = self.interactive && self.is_unsaved();
        if lost && self.warned.take().is_none() {
            self.warned = Some(self.said.clone());
            self.refuse("not saved: `save` keeps the game; `quit` again leaves it");
            return Next::GoOn;
        }
        Next::Leave
    }

    /// The command that opens a game like this one, and the name of its scenario or game.
    fn named(&self) -> (&'static str, String) {
        let session = self.session();
        let game = session.game();
        let name = if game.scenario.is_empty() { &game.name } else { &game.scenario };
        (if session.is_bench() { "bench" } else { "play" }, name.clone())
    }

    /// A name for a file that does not exist: that of the scenario, with a number if needed.
    fn free_name(&self) -> PathBuf {
        let (_, scenario) = self.named();
        let first = PathBuf::from(format!("{scenario}.game"));
        let others = (2_u32..).map(|number| PathBuf::from(format!("{scenario}-{number}.game")));
        std::iter::once(first.clone()).chain(others).find(|path| !path.exists()).unwrap_or(first)
    }
}
