//! What a learner has done, kept in the user's data folder. A damaged file is kept aside, never overwritten.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use oriflamme::session::Tally;

use crate::files;

/// The first line of the file.
const HEAD: &str = "oriflamme lessons 1";

/// The lessons done, by game and name.
type Done = BTreeMap<(String, String), Tally>;

/// The progress of a learner.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// None if it is not kept.
    path: Option<PathBuf>,
    done: Done,
}

impl Progress {
    /// The saved progress, and a message about the file.
    pub(crate) fn read() -> (Progress, Option<String>) {
        let Some(path) = file() else {
            let problem = "this system has no data folder: your progress is not saved";
            return (Progress::default(), Some(problem.to_owned()));
        };
        if !path.exists() {
            return (Progress { path: Some(path), done: Done::new() }, None);
        }
        let bytes = match files::read(&path) {
            Ok(bytes) => bytes,
            // An unreadable file is not overwritten.
            Err(problem) => return (Progress::default(), Some(format!("{problem}; your progress is not saved"))),
        };
        match parsed(&bytes) {
            Ok(done) => (Progress { path: Some(path), done }, None),
            Err(problem) => begun_anew(path, &problem),
        }
    }

    /// How a lesson went, if it is done.
    pub(crate) fn of(&self, game: &str, lesson: &str) -> Option<Tally> {
        self.done.get(&(game.to_owned(), lesson.to_owned())).copied()
    }

    /// Keeps that a lesson is done. Of several times, the best counts.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&mut self, game: &str, lesson: &str, tally: Tally) -> Result<(), String> {
        let key = (game.to_owned(), lesson.to_owned());
        let faults = |tally: &Tally| (tally.skipped, tally.wrong, tally.hints);
        let best = self.done.get(&key).filter(|before| faults(before) <= faults(&tally)).copied().unwrap_or(tally);
        self.done.insert(key, best);
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|problem| format!("cannot write {}: {}", folder.display(), files::reason(&problem)))?;
        }
        let _lock = files::lock(path)?;
        // Another window may have added to it meanwhile.
        if let Ok(there) = files::read(path)
            && let Ok(other) = parsed(&there)
        {
            for (key, tally) in other {
                self.done.entry(key).or_insert(tally);
            }
        }
        files::write(path, &written(&self.done))
    }
}

/// The file: `lessons.txt` in the user's data folder.
fn file() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "oriflamme")?;
    Some(folders.data_dir().join("lessons.txt"))
}

/// No progress, with the damaged file kept aside.
fn begun_anew(path: PathBuf, problem: &str) -> (Progress, Option<String>) {
    match files::keep_copy(&path, "damaged") {
        Ok(kept) => {
            let (shown, kept) = (path.display(), kept.display());
            let text =
                format!("{shown} is damaged ({problem}): it was moved to {kept}, and your progress starts again");
            // Written at once, so the damage is reported only once.
            match files::write(&path, &written(&Done::new())) {
                Ok(()) => (Progress { path: Some(path), done: Done::new() }, Some(text)),
                Err(problem) => (Progress::default(), Some(format!("{problem}; your progress is not saved"))),
            }
        }
        Err(problem) => (Progress::default(), Some(format!("{problem}; your progress is not saved"))),
    }
}

fn written(done: &Done) -> String {
    let mut text = format!("{HEAD}\n");
    for ((game, lesson), tally) in done {
        let Tally { wrong, hints, skipped } = tally;
        text.push_str(&format!("{game} {lesson} wrong {wrong} hints {hints} skipped {skipped}\n"));
    }
    text
}

fn parsed(bytes: &[u8]) -> Result<Done, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return Err(format!("line 1: expected `{HEAD}`"));
    }
    let mut done = Done::new();
    for (number, line) in lines.enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [game, lesson, "wrong", wrong, "hints", hints, "skipped", skipped] = words.as_slice() else {
            return Err(format!("line {}: expected `GAME LESSON wrong N hints N skipped N`", number + 2));
        };
        let count = |text: &str| {
            text.parse::<usize>().map_err(|_| format!("line {}: expected a number, found `{text}`", number + 2))
        };
        let tally = Tally { wrong: count(wrong)?, hints: count(hints)?, skipped: count(skipped)? };
        done.insert(((*game).to_owned(), (*lesson).to_owned()), tally);
    }
    Ok(done)
}

/// Refuses a file that exists and is not the record of a teacher: what is appended to it would damage it.
///
/// # Errors
/// A message about the file.
pub(crate) fn can_record(path: &Path) -> Result<(), String> {
    if !path.exists() {
        return Ok(());
    }
    let begins = files::read(path).is_ok_and(|there| there.is_empty() || is_record(&String::from_utf8_lossy(&there)));
    match begins {
        true => Ok(()),
        false => Err(format!("{} exists and is not the record of a pupil: choose another name", path.display())),
    }
}

/// True for a text that begins as the record of a lesson does: `lesson NAME: TITLE`. A lesson in the rules has no colon.
fn is_record(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next() == Some("lesson") && words.next().is_some_and(|name| name.ends_with(':'))
}

/// Appends lines to the record of a teacher.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn record(path: &Path, text: &str) -> Result<(), String> {
    use std::io::Write;
    let attempt = || -> std::io::Result<()> {
        if path.exists() && !path.is_file() {
            return Err(std::io::Error::other("it is not a file"));
        }
        let mut file = std::fs::File::options().create(true).append(true).open(path)?;
        file.write_all(text.as_bytes())
    };
    attempt().map_err(|problem| format!("cannot write {}: {}", path.display(), files::reason(&problem)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut done = Done::new();
        done.insert(("chess".to_owned(), "fork".to_owned()), Tally { wrong: 2, hints: 1, skipped: 0 });
        assert_eq!(parsed(written(&done).as_bytes()), Ok(done));
    }

    #[test]
    fn a_record_is_told_from_a_lesson_and_from_a_saved_game() {
        assert!(is_record("lesson rows: Four in a row\n  task 1: Drop a disc.\n"));
        assert!(!is_record("lesson rows \"Four in a row\" for connect-four @2 {\n"));
        assert!(!is_record("oriflamme 2\ngame chivalry\n"));
    }

    #[test]
    fn damage_is_found_at_its_line() {
        assert!(parsed(b"").unwrap_err().contains("line 1"));
        assert!(parsed(b"\xff\xfe").unwrap_err().contains("not text"));
        assert!(parsed(b"oriflamme lessons 1\nchess fork\n").unwrap_err().contains("line 2"));
        let text = "oriflamme lessons 1\nchess fork wrong many hints 0 skipped 0\n";
        assert!(parsed(text.as_bytes()).unwrap_err().contains("`many`"));
    }
}
