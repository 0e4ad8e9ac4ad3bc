//! Commands of the game in words: one, or a list of them, and those that name a command of the program instead.

use clap::CommandFactory;
use oriflamme::diagnostic::nearest;
use oriflamme::session::Said;

use super::{Dialogue, Done};
use crate::args::Args;
use crate::{command, words};

/// Words for commands that have other names here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("export", "svg"),
    ("inventory", "hand"),
    ("look", "board"),
    ("map", "board"),
    ("picture", "svg"),
    ("report", "log"),
    ("show", "board"),
    ("state", "status"),
    ("where", "board"),
];

impl Dialogue {
    /// Carries out a sentence; a list of things, one after the other.
    pub(super) fn sentence(&mut self, text: &str) -> Done {
        let Some(commands) = self.session().several(text) else { return self.one_sentence(text) };
        self.note(&format!("understood as: {}", commands.join("; ")));
        for (done, command) in commands.iter().enumerate() {
            let before = self.session().decisions();
            self.one_sentence(command)?;
            if self.session().decisions() == before {
                self.note(&format!("{done} of {} commands were carried out", commands.len()));
                break;
            }
        }
        Ok(())
    }

    fn one_sentence(&mut self, text: &str) -> Done {
        self.puzzle_goes_on()?;
        let (said, stop) = self.session_mut().say_to_break(text);
        self.tell_understood(text);
        let said = match said {
            Said::Refused(problem) => Said::Refused(self.with_command(text, problem)),
            other => other,
        };
        match stop {
            Some(lines) => self.pages(&lines),
            None => self.said(said),
        }
        let remark = self.session().remark().map(str::to_owned);
        if let Some(remark) = remark {
            self.note(&remark);
        }
        Ok(())
    }

    /// Tells how a sentence was understood, unless that is obvious.
    pub(super) fn tell_understood(&self, text: &str) {
        let session = self.session();
        if let Some(words) = session.understood().filter(|words| !words::is_obvious(text, words)) {
            self.note(&format!("understood as: {words}"));
        }
    }

    /// A refusal of a sentence, with the command of the program that its first word may be meant for.
    fn with_command(&self, text: &str, problem: String) -> String {
        let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
        if problem.contains("did you mean") || self.session().names_an_action(text) {
            return problem;
        }
        let other = OTHER_NAMES.iter().find(|(name, _)| *name == word).map(|(_, command)| *command);
        let is_run = Args::command().get_subcommands().any(|one| one.get_name() == word);
        match other.or_else(|| nearest(&word, command::names()).filter(|_| !is_run)) {
            Some(name) => format!("{problem}\ndid you mean the command `{name}`?"),
            None if is_run => format!("`{word}` runs outside a game: `quit`, then `oriflamme {word} --help`"),
            None => problem,
        }
    }
}
