//! The puzzles that were solved, in a file of the user's data folder.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::files;

/// The first line of the file.
const HEAD: &str = "oriflamme puzzles 1";

/// The puzzles that were solved.
pub(crate) struct Solved {
    /// The file. None if the user has no data folder.
    path: Option<PathBuf>,
    /// Games and puzzles, by name.
    names: BTreeSet<(String, String)>,
}

impl Solved {
    /// Reads the file. A damaged one is set aside and begun anew; the second value says so.
    pub(crate) fn read() -> (Solved, Option<String>) {
        let folder = directories::ProjectDirs::from("", "", "oriflamme").map(|dirs| dirs.data_dir().to_owned());
        let path = folder.map(|folder| folder.join("puzzles"));
        let mut solved = Solved { path, names: BTreeSet::new() };
        let Some(path) = solved.path.clone().filter(|path| path.exists()) else { return (solved, None) };
        let problem = match files::read(&path) {
            Ok(bytes) => match names(&bytes) {
                Ok(names) => {
                    solved.names = names;
                    return (solved, None);
                }
                Err(line) => format!("{} is damaged in line {line}", path.display()),
            },
            Err(problem) => problem,
        };
        let aside = match files::keep_copy(&path, "broken") {
            Ok(kept) => format!("{problem}: it was moved to {}, and a new file begun", kept.display()),
            Err(_) => {
                // A file that cannot even be copied is not overwritten.
                solved.path = None;
                format!("{problem}: solved puzzles are not recorded")
            }
        };
        if solved.path.is_some() {
            if let Err(problem) = solved.write() {
                return (solved, Some(problem));
            }
        }
        (solved, Some(aside))
    }

    /// True if this puzzle was solved.
    pub(crate) fn has(&self, game: &str, puzzle: &str) -> bool {
        self.names.contains(&(game.to_owned(), puzzle.to_owned()))
    }

    /// Records a solved puzzle.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn add(&mut self, game: &str, puzzle: &str) -> Result<(), String> {
        // Another program may have recorded some since.
        if let Some(names) = self.path.as_ref().and_then(|path| names(&files::read(path).ok()?).ok()) {
            self.names.extend(names);
        }
        if self.names.insert((game.to_owned(), puzzle.to_owned())) { self.write() } else { Ok(()) }
    }

    fn write(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|problem| format!("cannot create {}: {problem}", folder.display()))?;
        }
        let mut text = format!("{HEAD}\n");
        for (game, puzzle) in &self.names {
            text.push_str(&format!("{game} {puzzle}\n"));
        }
        files::write(path, &text)
    }
}

/// The games and puzzles of a file, or the number of the first line that is wrong.
fn names(bytes: &[u8]) -> Result<BTreeSet<(String, String)>, usize> {
    let text = std::str::from_utf8(bytes).map_err(|_| 1usize)?;
    let mut found = BTreeSet::new();
    let mut lines = text.lines().zip(1..);
    match lines.next() {
        Some((HEAD, _)) => {}
        _ => return Err(1),
    }
    for (line, number) in lines {
        let is_name = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            [game, puzzle] if is_name(game) && is_name(puzzle) => {
                found.insert(((*game).to_owned(), (*puzzle).to_owned()));
            }
            _ => return Err(number),
        }
    }
    Ok(found)
}
