//! Saving, loading and leaving a game.

use std::path::{Path, PathBuf};

use oriflamme::diagnostic::words::count;

use super::{Dialogue, Done};
use crate::run::play::Resumed;
use crate::{files, saves};

impl Dialogue {
    pub(crate) fn save(&mut self, rest: &str) -> Done {
        let path = match (rest, &self.saved_to) {
            ("", Some(path)) => path.clone(),
            ("", None) => files::free_name(&self.named().1),
            _ => PathBuf::from(rest),
        };
        let text = self.session().save();
        if path.exists() && !self.saved_to.as_ref().is_some_and(|last| files::is_same(last, &path)) {
            let other = saves::read(&path)
                .map_err(|_| format!("{} exists and is not a saved game: choose another name", path.display()))?;
            let loss = format!("{} already contains a game of `{}`", path.display(), other.subject());
            if !self.is_meant(&loss) {
                return Ok(());
            }
        }
        let is_ours = self.autosave.as_ref().is_some_and(|kept| files::is_same(kept, &path));
        let _held = if is_ours { None } else { Some(files::lock(&path)?) };
        if is_ours {
            self.set_aside_damaged(&path)?;
        }
        files::write(&path, &text)?;
        if is_ours {
            self.on_disk = Some(text.clone().into_bytes());
            self.unkept = None;
        }
        self.saved = text;
        let (verb, scenario) = self.named();
        let shown = files::quoted(&path);
        let options = saves::options_given(&self.folders, self.engine);
        self.note(&format!(
            "saved to {shown}; `oriflamme {verb} {scenario}{options} --save {shown}` continues the game"
        ));
        self.saved_to = Some(path);
        Ok(())
    }

    /// Takes note of what was found in the file of a game that is continued.
    pub(crate) fn found(&mut self, resumed: Option<&Resumed>) {
        self.is_damaged = resumed.is_some_and(|one| one.is_damaged);
    }

    /// True while the file of the game has a line that cannot be played, and the game is not written to it.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Copies a file with a line that cannot be played before it is overwritten. It is copied only then, so a file that
    /// stays as it is has no copies.
    pub(super) fn set_aside_damaged(&mut self, path: &Path) -> Result<(), String> {
        if self.is_damaged {
            let kept = files::keep_copy(path, "broken")?;
            self.note(&format!("{} is overwritten; a copy of it as it was is in {}", path.display(), kept.display()));
            self.is_damaged = false;
        }
        Ok(())
    }

    pub(crate) fn load(&mut self, rest: &str) -> Done {
        let mut parts = rest.split(" --set ");
        let rest = parts.next().unwrap_or_default().trim();
        let set: Vec<String> = parts.map(|part| part.trim().to_owned()).collect();
        if rest.is_empty() || rest.starts_with("--") || rest.ends_with(" --set") {
            return Err("usage: `load FILE` or `load FILE --set RULING=VALUE`".into());
        }
        let save = saves::read(Path::new(rest))?;
        let (session, trouble, parted) =
            saves::resume_with(&self.folders, &self.catalog, &save, &set, rest, self.engine)?;
        let mut differences = saves::remarks(&session, &save, trouble.as_ref());
        differences.extend(saves::differences(&session, &save));
        if !self.may_leave_game() {
            return Ok(());
        }
        let (session, trouble, parted) = match parted {
            Some(parted) => (parted.session, None, Some(parted.lines)),
            None => (session, trouble, None),
        };
        // Under other rulings it is another game, which must not overwrite this one.
        self.play_instead(session, set.is_empty().then(|| PathBuf::from(rest)));
        let decisions = self.session().decisions_read();
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
            let up_to = saves::played_up_to_it(&self.session());
            return Err(format!("{rest}, {trouble}\n{up_to}; the file is unchanged").into());
        }
        Ok(())
    }

    pub(crate) fn quit(&mut self) -> Done {
        if self.session().choices() == 0 && self.saved_to.is_none() {
            self.note("nothing to save");
            self.leaves = true;
            return Ok(());
        }
        // The file may be writable again by now.
        self.keep();
        let lost = self.interactive && self.is_unsaved();
        if lost && self.warned.take().is_none() {
            self.warned = Some(self.said.clone());
            return Err(match &self.autosave {
                Some(path) => format!(
                    "not saved: {} cannot be written. `save FILE` keeps the game in another file, `quit` again leaves \
                     without saving",
                    path.display()
                )
                .into(),
                None => "not saved: `save` keeps the game, `quit` again leaves without saving".into(),
            });
        }
        self.leaves = true;
        Ok(())
    }

    /// True if another game may take the place of this one: nothing is lost, or that is meant.
    pub(super) fn may_leave_game(&mut self) -> bool {
        self.keep();
        !self.interactive || !self.is_unsaved() || self.is_meant("The game is not saved (`save FILE`)")
    }

    /// The command that opens a game like this one, and the name of its scenario or game.
    fn named(&self) -> (&'static str, String) {
        let session = self.session();
        let game = session.game();
        let name = if game.scenario.is_empty() { &game.name } else { &game.scenario };
        (if session.is_bench() { "bench" } else { "play" }, name.clone())
    }
}
