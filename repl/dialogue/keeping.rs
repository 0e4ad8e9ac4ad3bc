//! Saving, loading and leaving a game.

use std::path::{Path, PathBuf};

use oriflamme::diagnostic::words::count;

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
                    let loss = format!("{} already contains a game of `{}`", path.display(), other.subject());
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
        let mut parts = rest.split(" --set ");
        let rest = parts.next().unwrap_or_default().trim();
        let set: Vec<String> = parts.map(|part| part.trim().to_owned()).collect();
        if rest.is_empty() || rest.starts_with("--") || rest.ends_with(" --set") {
            self.refuse("usage: `load FILE` or `load FILE --set RULING=VALUE`");
            return Next::GoOn;
        }
        let resumed = saves::read(Path::new(rest)).and_then(|save| {
            let (session, trouble, parted) =
                saves::resume_with(&self.folders, &self.catalog, &save, &set, self.engine)?;
            let differences = saves::differences(&session, &save);
            Ok(match parted {
                Some(parted) => (parted.session, None, differences, Some(parted.lines)),
                None => (session, trouble, differences, None),
            })
        });
        if resumed.is_ok()
            && self.interactive
            && self.is_unsaved()
            && !self.is_meant("The game is not saved (`save FILE`)")
        {
            return Next::GoOn;
        }
        match resumed {
            Ok((session, trouble, differences, parted)) => {
                self.autosave = None;
                self.lock = None;
                // Under other rulings it is another game, which must not overwrite this one.
                self.saved_to = set.is_empty().then(|| PathBuf::from(rest));
                self.saved = session.save();
                *self.session_mut() = session;
                self.clear_table();
                self.shown.forget_board();
                self.asked.clear();
                let decisions = self.session().decisions();
                self.note(&format!("loaded {rest}: {}", count(decisions, "decision")));
                differences.iter().for_each(|line| self.note(line));
                match parted {
                    Some(lines) => self.pages(&lines),
                    None if !set.is_empty() => self.note("the game is the same under these rulings"),
                    None => {}
                }
                if let Some(trouble) = trouble {
                    // `save` without a name must not overwrite a file that could not be read.
                    self.saved_to = None;
                    self.refuse(&format!(
                        "{rest}, {trouble}\neverything before that line was played; the file is unchanged"
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
            self.refuse("not saved: `save` keeps the game, `quit` again leaves without saving");
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
