//! The branches of a saved game, below its last line. The game above can be read without them.
//!
//! ```text
//! branches on ford
//! branch main from 4 at 6
//! White: e4
//! branch ford of main from 4 at 4
//! mark before of main from 2
//! ```

use std::fmt::Write as _;
use std::rc::Rc;

use crate::session::Session;
use crate::session::branch::{Branch, Branches, MOST, checked_name, shared};
use crate::session::notes::Note;

use super::{Save, SavedBranch, Trouble};

impl Session {
    pub(super) fn write_branches(&self, branches: &Branches, out: &mut String) {
        let Some(current) = branches.list.get(branches.on) else { return };
        let game = &current.line[..current.at.min(current.line.len())];
        // Writing into a string cannot fail.
        let _ = writeln!(out, "\nbranches on {}", current.name);
        for branch in &branches.list {
            let parent = branch.of.as_deref().and_then(|of| branches.named(of)).map(|at| &branches.list[at]);
            let from = shared(parent.map_or(game, |parent| &parent.line), &branch.line);
            let _ = write!(out, "{} {}", if branch.is_mark { "mark" } else { "branch" }, branch.name);
            if let Some(of) = &branch.of {
                let _ = write!(out, " of {of}");
            }
            let _ = writeln!(out, " from {from} at {}", branch.at);
            for note in &branch.notes {
                let _ = writeln!(out, "note {} {}", note.at, note.text.replace(['\n', '\r'], " "));
            }
            for line in branch.line.iter().skip(from) {
                let _ = writeln!(out, "{line}");
            }
            if branch.silent > 0 {
                let _ = writeln!(out, "silent {}", branch.silent);
            }
        }
    }

    /// Loads the branches of a saved game, up to the first unreadable line.
    ///
    /// # Errors
    /// The first line that does not fit.
    pub(super) fn read_branches(&mut self, save: &Save) -> Result<(), Trouble> {
        if save.branches.is_empty() {
            return Ok(());
        }
        let mut branches = Branches::default();
        let game: Vec<Rc<str>> = self.play.look(|run| {
            let world = run.world();
            run.journal.entries.iter().map(|entry| super::write::line_of(&world, entry).into()).collect()
        });
        let mut wrong = None;
        for saved in &save.branches {
            match self.read_branch(&branches, &game, saved) {
                Ok(branch) => branches.list.push(branch),
                Err(message) => {
                    wrong = Some(Trouble { line: saved.line, message });
                    break;
                }
            }
        }
        let Some(on) = branches.named(&save.on).filter(|at| !branches.list[*at].is_mark) else {
            let line = save.branches.first().map_or(1, |first| first.line.saturating_sub(1));
            let message = format!("no branch is named `{}`: the branches were not read", save.on);
            return Err(wrong.unwrap_or(Trouble { line, message }));
        };
        branches.on = on;
        let line = save.branches[on].line;
        let set = self.set_branches(branches).map_err(|message| Trouble { line, message });
        wrong.map_or(set, Err)
    }

    fn read_branch(&self, branches: &Branches, game: &[Rc<str>], saved: &SavedBranch) -> Result<Branch, String> {
        let name = checked_name(&saved.name)?;
        if branches.named(name).is_some() {
            return Err(format!("a second branch or mark named `{name}`"));
        }
        if branches.list.len() >= MOST {
            return Err(format!("a game has at most {MOST} branches and marks"));
        }
        let parent = match &saved.of {
            Some(of) => {
                let found = branches.named(of).map(|at| &branches.list[at]);
                Some(found.ok_or_else(|| format!("no branch above is named `{of}`"))?)
            }
            None => None,
        };
        let base = parent.map_or(game, |parent| &parent.line);
        let Some(shared) = base.get(..saved.from) else {
            return Err(format!("`from {}`: only {} entries can be shared", saved.from, base.len()));
        };
        let mut line = shared.to_vec();
        for (at, text) in saved.lines.iter().enumerate() {
            self.unread(text, saved.from + at)?;
            line.push(text.as_str().into());
        }
        if saved.at > line.len() {
            return Err(format!("`at {}`: the branch has {} entries", saved.at, line.len()));
        }
        let notes = saved.notes.iter().map(|(at, text)| Note { at: *at, text: text.clone() }).collect();
        Ok(Branch {
            name: name.to_owned(),
            is_mark: saved.is_mark,
            of: saved.of.clone(),
            line,
            at: saved.at,
            silent: saved.silent,
            notes,
        })
    }
}

/// Reads the lines below `branches on NAME`.
#[derive(Debug, Default)]
pub(super) struct BranchReader {
    begun: bool,
}

impl BranchReader {
    /// Reads one line.
    pub(super) fn take(&mut self, save: &mut Save, text: &str, line: u32) -> Result<(), String> {
        if !self.begun {
            self.begun = true;
            text.trim_start_matches("branches on ").trim().clone_into(&mut save.on);
            return Ok(());
        }
        let none = "expected `branch NAME from NUMBER` before the first answer";
        let note = text.strip_prefix("note ").and_then(|rest| rest.split_once(' '));
        if let Some((at, words)) = note.and_then(|(at, words)| Some((at.parse::<usize>().ok()?, words))) {
            save.branches.last_mut().ok_or(none)?.notes.push((at, words.trim().to_owned()));
            return Ok(());
        }
        if text.contains(": ") {
            let branch = save.branches.last_mut().ok_or(none)?;
            branch.silent = 0;
            branch.lines.push(text.to_owned());
            return Ok(());
        }
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        // The line is not quoted: it may be a decision that is hidden from its reader.
        let usage = || {
            "this is not part of a branch: expected `branch NAME of BRANCH from NUMBER at NUMBER` or an answer"
                .to_owned()
        };
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<usize>().ok()).ok_or_else(usage);
        match first {
            "silent" => {
                let branch = save.branches.last_mut().ok_or_else(usage)?;
                branch.silent = words.next().and_then(|word| word.parse().ok()).ok_or_else(usage)?;
            }
            "branch" | "mark" => {
                let name = words.next().ok_or_else(usage)?.to_owned();
                let mut branch = SavedBranch { name, is_mark: first == "mark", line, ..SavedBranch::default() };
                while let Some(word) = words.next() {
                    match word {
                        "of" => branch.of = Some(words.next().ok_or_else(usage)?.to_owned()),
                        "from" => branch.from = number(words.next())?,
                        "at" => branch.at = number(words.next())?,
                        _ => return Err(usage()),
                    }
                }
                save.branches.push(branch);
            }
            _ => return Err(usage()),
        }
        Ok(())
    }
}
