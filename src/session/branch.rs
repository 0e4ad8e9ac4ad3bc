//! Branches: several lines of play in one game, and marks on them.
//!
//! A branch is a journal in the words of a saved game. Branches share their common lines. The current branch is updated
//! only when it is left, shown or saved.

mod tree;

use std::rc::Rc;

use crate::play::journal::Entry;
use crate::source::fold;

use super::notes::Note;
use super::save::read::answer_line;
use super::save::write::line_of;
use super::save::{ARBITER, CHANCE, TABLE};
use super::time::Undone;
use super::{Session, side_named};

/// The name of the first branch of every game.
const FIRST: &str = "main";
/// The word for the present position in `diff`.
pub(super) const HERE: &str = "here";
/// The most branches and marks of a game.
pub(super) const MOST: usize = 1000;
/// The longest name.
const MOST_LETTERS: usize = 40;

/// A branch, or a mark on one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Branch {
    /// Its name.
    pub name: String,
    /// True for a mark, which stays where it was made.
    pub is_mark: bool,
    /// The branch on which it was made. None for the first.
    pub of: Option<String>,
    /// Its journal, one line for each entry.
    pub line: Vec<Rc<str>>,
    /// The number of entries before the place where it was left.
    pub at: usize,
    /// The windows passed in silence after its last entry.
    pub silent: u32,
    /// Events at the table.
    pub notes: Vec<Note>,
}

/// The branches and marks of a game. Empty while there is only one line of play.
#[derive(Clone, Debug, Default)]
pub(super) struct Branches {
    /// In order of creation: a branch comes after the one on which it was made.
    pub list: Vec<Branch>,
    /// The current branch.
    pub on: usize,
}

impl Branches {
    /// The branch or mark with this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        let wanted = fold(name);
        self.list.iter().position(|one| fold(&one.name) == wanted)
    }
}

/// The result of switching to a branch or mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The current branch.
    pub branch: String,
    /// The number of decisions ahead on it, which `forward` follows.
    pub ahead: usize,
    /// True if this branch was created for a mark whose branch has since diverged.
    pub begun: bool,
}

/// The number of entries that two lines share.
pub(super) fn shared(a: &[Rc<str>], b: &[Rc<str>]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The number of decisions in a line, made by the sides.
pub(super) fn decisions_in(line: &[Rc<str>]) -> usize {
    let by_others = |text: &&Rc<str>| {
        // After windows that passed in silence their number follows: `arbiter +2`.
        let who = text.split_once(':').map(|(who, _)| who.split_once(" +").map_or(who, |(who, _)| who));
        who.is_some_and(|who| [CHANCE, ARBITER, TABLE].contains(&who))
    };
    line.len() - line.iter().filter(by_others).count()
}

/// A name for a branch or mark.
///
/// # Errors
/// The reason why it is not a valid name.
pub(super) fn checked_name(name: &str) -> Result<&str, String> {
    let name = name.trim();
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_letter) || name.chars().count() > MOST_LETTERS {
        return Err(format!(
            "expected a name: one word of at most {MOST_LETTERS} letters, digits, `-`, `_` and `.`, for example `ford-held`"
        ));
    }
    if name.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(format!("`{name}` is the number of a decision: a name contains a letter"));
    }
    if fold(name) == HERE {
        return Err(format!("`{HERE}` means the present position: choose another name"));
    }
    Ok(name)
}

impl Session {
    /// The journal and the decisions taken back after it, as lines, and the windows passed in silence at its end.
    fn whole_line(&self) -> (Vec<Rc<str>>, u32) {
        let line = self.play.look(|run| {
            let world = run.world();
            let ahead = self.undone.iter().rev().flat_map(Undone::entries);
            let entries = run.journal.entries.iter().chain(ahead);
            entries.map(|entry| line_of(&world, entry).into()).collect()
        });
        (line, self.play.silent())
    }

    /// The journal and the decisions taken back after it, the number of entries before this point, and the windows
    /// passed in silence here.
    pub(super) fn line_here(&self) -> (Vec<Rc<str>>, usize, u32) {
        let (line, silent) = self.whole_line();
        (line, self.journal_length(), silent)
    }

    /// The branches, with the current one updated. Empty if there is only one line of play.
    pub(super) fn branches_now(&self) -> Branches {
        let mut branches = self.branches.clone();
        self.update(&mut branches);
        branches
    }

    fn update(&self, branches: &mut Branches) {
        let (at, (line, silent)) = (self.journal_length(), self.whole_line());
        let Some(current) = branches.list.get_mut(branches.on) else { return };
        let same = shared(&current.line, &line);
        let is_new = same < current.line.len() || same < line.len();
        current.line.truncate(same);
        current.line.extend(line.into_iter().skip(same));
        current.at = at;
        // With decisions ahead, the windows after the last one are known only if it is still the last.
        if self.undone.is_empty() {
            current.silent = silent;
        } else if is_new {
            current.silent = 0;
        }
        current.notes.clone_from(&self.notes);
    }

    /// Updates the current branch. Creates the first branch if there is none.
    fn keep_branch(&mut self) {
        let mut branches = std::mem::take(&mut self.branches);
        if branches.list.is_empty() {
            branches.list.push(Branch { name: FIRST.to_owned(), ..Branch::default() });
        }
        self.update(&mut branches);
        self.branches = branches;
    }

    /// Checks that a name is free for a new branch or mark.
    fn free_name<'n>(&self, name: &'n str) -> Result<&'n str, String> {
        let name = checked_name(name)?;
        let taken = self.branches.named(name);
        if let Some(taken) = taken.map(|at| &self.branches.list[at]) {
            let what = if taken.is_mark { "mark" } else { "branch" };
            return Err(format!("`{}` is already the name of a {what}: choose another name", taken.name));
        }
        if self.branches.list.is_empty() && fold(name) == FIRST {
            return Err(format!("`{FIRST}` is the branch on which the game began: choose another name"));
        }
        if self.branches.list.len() >= MOST {
            return Err(format!("a game has at most {MOST} branches and marks"));
        }
        Ok(name)
    }

    /// Adds a branch or mark at this point.
    fn put_branch(&mut self, name: &str, is_mark: bool) {
        self.keep_branch();
        let current = &self.branches.list[self.branches.on];
        let new = Branch {
            name: name.to_owned(),
            is_mark,
            of: Some(current.name.clone()),
            line: current.line[..current.at.min(current.line.len())].to_vec(),
            at: current.at,
            silent: current.silent,
            notes: self.notes.clone(),
        };
        self.branches.list.push(new);
    }

    /// Marks this position.
    ///
    /// # Errors
    /// The reason why the name cannot be used.
    pub fn mark(&mut self, name: &str) -> Result<String, String> {
        let name = self.free_name(name)?;
        self.put_branch(name, true);
        Ok(name.to_owned())
    }

    /// Begins a branch at this point. Later decisions belong to it; the other branch is unchanged.
    ///
    /// # Errors
    /// The reason why the name cannot be used, or why this game has no branches.
    pub fn branch(&mut self, name: &str) -> Result<String, String> {
        if self.opening.strict {
            return Err("this game is strict: it has one line of play; `mark` and `diff` work".to_owned());
        }
        let name = self.free_name(name)?;
        self.put_branch(name, false);
        self.branches.on = self.branches.list.len() - 1;
        self.undone.clear();
        Ok(name.to_owned())
    }

    /// Switches to a mark, or to the place where a branch was left.
    ///
    /// # Errors
    /// An unknown name, or the reason why the game cannot go there. The game is then unchanged.
    pub fn go(&mut self, name: &str) -> Result<Gone, String> {
        let name = name.trim();
        if self.opening.strict {
            return Err("this game is strict: it has one line of play".to_owned());
        }
        let Some(wanted) = self.branches.named(name) else { return Err(self.no_branch(name)) };
        self.keep_branch();
        let before = self.branches.clone();
        let wanted = self.branches.list[wanted].clone();
        let mut begun = false;
        if wanted.is_mark {
            let runs_there = |one: &Branch| !one.is_mark && one.line.starts_with(&wanted.line);
            let own =
                self.branches.list.iter().position(|one| Some(&one.name) == wanted.of.as_ref() && runs_there(one));
            match own.or_else(|| self.branches.list.iter().position(runs_there)) {
                Some(at) => self.branches.on = at,
                None => {
                    let number =
                        (2..).find(|number| self.branches.named(&format!("{}-{number}", wanted.name)).is_none());
                    let name = format!("{}-{}", wanted.name, number.unwrap_or(2_usize));
                    self.branches.list.push(Branch { name, is_mark: false, ..wanted.clone() });
                    self.branches.on = self.branches.list.len() - 1;
                    begun = true;
                }
            }
        } else {
            self.branches.on = self.branches.named(name).unwrap_or(self.branches.on);
        }
        let target = self.branches.list[self.branches.on].clone();
        if let Err(problem) = self.travel(&before.list[before.on], &target, wanted.at) {
            self.branches = before;
            return Err(problem);
        }
        let ahead = decisions_in(&target.line[self.journal_length().min(target.line.len())..]);
        Ok(Gone { branch: target.name, ahead, begun })
    }

    pub(super) fn no_branch(&self, name: &str) -> String {
        if self.branches.list.is_empty() {
            return "there is one line of play: `mark NAME` marks a position, `branch NAME` begins another line"
                .to_owned();
        }
        let names = self.branches.list.iter().map(|one| one.name.as_str());
        let near = crate::diagnostic::nearest(name, names).map(|name| format!("; did you mean `{name}`?"));
        format!("no branch or mark is named `{name}`{}", near.unwrap_or_else(|| "; `branches` lists them".to_owned()))
    }

    /// Moves the game from one branch to a place on another. Entries after that place can be redone.
    fn travel(&mut self, from: &Branch, to: &Branch, at: usize) -> Result<(), String> {
        let same = shared(&from.line[..self.journal_length().min(from.line.len())], &to.line);
        let mut entries = Vec::new();
        for (number, line) in to.line.iter().enumerate().skip(same) {
            entries.push(self.unread(line, number)?);
        }
        let (undone, laid) = (std::mem::take(&mut self.undone), self.laid.clone());
        let first = same.min(at);
        self.passed.clear();
        let gone = self.play.look(|run| run.journal.entries.get(first..).map(<[Entry]>::to_vec)).unwrap_or_default();
        let revealed = self.revealed_with(first);
        let unseen = self.unseen_from().saturating_sub(first);
        let left = self.play.back_to_window(same, 0);
        let seen = self.seen(&gone, &revealed, unseen);
        self.follow(entries, to.silent);
        if let Some(problem) = self.unplayed() {
            // Back to an earlier position of the game: these entries have been played before.
            self.play.back_to_window(same, 0);
            self.follow(left, from.silent);
            (self.undone, self.laid) = (undone, laid);
            self.lay_again();
            return Err(format!("the branch {} cannot be played: {problem}", to.name));
        }
        self.laid.retain(|laid| laid.at() <= same);
        self.lay_again();
        self.step_back_to(at);
        self.notes.clone_from(&to.notes);
        self.bring_notes_here();
        if let Some(seen) = seen {
            let number = decisions_in(&from.line[..from.at.min(from.line.len())]) + 1;
            self.note(format!("came from branch {}, decision {number}, after {seen}", from.name));
        }
        Ok(())
    }

    /// Plays these entries, then continues to the next question.
    pub(super) fn follow(&mut self, entries: Vec<Entry>, silent: u32) {
        self.play.feed(entries);
        self.play.skip_windows(silent);
        self.go_on();
    }

    /// Goes back until the journal has `at` entries. No note of it is kept, since no player gains anything by it.
    fn step_back_to(&mut self, at: usize) {
        while self.journal_length() > at && matches!(self.back(1), super::Went::By(_)) {}
        if self.journal_length() < at {
            self.forward(1);
        }
        self.undone.iter_mut().for_each(Undone::forget_note);
    }

    /// An entry from its line.
    pub(super) fn unread(&self, line: &str, number: usize) -> Result<Entry, String> {
        let number = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let read =
            answer_line(line, number).ok_or("this is not an answer: expected `SIDE: words` or `chance: words`")?;
        if read.who == ARBITER {
            return Ok(Entry::Arbiter { silent: read.silent, text: read.text, line: None });
        }
        let seat = if read.who == CHANCE { None } else { side_named(&self.game, &read.who) };
        if seat.is_none() && read.who != CHANCE || read.who == TABLE {
            return Err(format!("no side is named `{}`", read.who));
        }
        Ok(Entry::Unread { seat, silent: read.silent, text: read.text, line: number })
    }

    /// Restores the branches of a saved game. The current branch regains the decisions ahead on it.
    ///
    /// # Errors
    /// The reason why its entries cannot be played.
    pub(super) fn set_branches(&mut self, mut branches: Branches) -> Result<(), String> {
        let Some(current) = branches.list.get_mut(branches.on) else { return Ok(()) };
        let (line, _) = self.whole_line();
        let here = line.len();
        let ahead = current.line.split_off(here.min(current.line.len()));
        current.line = line;
        current.line.extend(ahead);
        let target = current.clone();
        let from = Branch { line: target.line[..here].to_vec(), at: here, ..target.clone() };
        let notes = self.notes.clone();
        if target.line.len() > here {
            self.travel(&from, &target, here)?;
            self.notes = notes;
        }
        self.branches = branches;
        Ok(())
    }
}
