//! Commands of the game in words: one, or a list of them, and those that name a command of the program instead.

use clap::CommandFactory;
use oriflamme::diagnostic::nearest;
use oriflamme::session::Said;

use super::questions::answer_to;
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
        let commands = self.session().several(text);
        if let Some(commands) = commands {
            return self.list_of(commands, text);
        }
        let wrong = self.session_mut().wrong_of_several(text);
        if let Some(wrong) = wrong {
            self.puzzle_goes_on()?;
            self.said(wrong);
            return Ok(());
        }
        self.one_sentence(text)
    }

    /// Carries out a sentence that is no list.
    pub(super) fn one_sentence(&mut self, text: &str) -> Done {
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
        if self.session().names_an_action(text) {
            return problem;
        }
        if let Some(answer) = answer_to(text) {
            return answer.to_owned();
        }
        if problem.contains("did you mean") {
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
