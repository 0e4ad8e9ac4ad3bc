//! The record of a pupil in words: the commands tried, and the tasks not solved at once.

use oriflamme::diagnostic::words::count;
use oriflamme::session::Deed;

use crate::words;

/// A task or question, and how the learner did, for the end of the record.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) task: String,
    /// The place of the task in the lesson.
    pub(super) number: usize,
    pub(super) wrong: usize,
    pub(super) hints: usize,
    pub(super) skipped: bool,
}

impl Step {
    /// The line of a step that did not go well. None of one that did.
    pub(super) fn told(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.wrong > 0 {
            parts.push(format!("{} wrong", self.wrong));
        }
        if self.hints > 0 {
            parts.push(count(self.hints, "hint"));
        }
        if self.skipped {
            parts.push("skipped".to_owned());
        }
        (!parts.is_empty()).then(|| format!("    {:>2}  {}  ({})\n", self.number, self.task, parts.join(", ")))
    }
}

/// A line of the record. `number`: the place of the task in the lesson.
pub(super) fn in_words(deed: &Deed, number: usize) -> String {
    match deed {
        Deed::Asked(task) => format!("  task {number}: {task}\n"),
        Deed::Tried(words, answer) => format!("    wrong: {words}  ({})\n", answer.replace('\n', "; ")),
        Deed::Refused(words, answer) => format!("    refused: {words}  ({})\n", answer.replace('\n', "; ")),
        Deed::Played(words) => format!("    played: {words}\n"),
        Deed::Right(words) => format!("    right: {words}\n"),
        Deed::Foretold(words) => format!("    prediction: {words}\n"),
        Deed::Expected(words) => format!("    expects: {words}\n"),
        Deed::Hint(number) => format!("    hint {number}\n"),
        Deed::Shown(words) => format!("    shown by `why`: {words}\n"),
        Deed::Skipped(words) => format!("    skipped: {words}\n"),
        Deed::Over(tally) => format!("  done: {}\n", words::tally(tally)),
    }
}
