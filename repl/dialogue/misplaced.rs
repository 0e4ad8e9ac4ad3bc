//! A line that names no action of the game, but a command of the program, or one meant by another name.

use clap::CommandFactory;
use oriflamme::diagnostic::nearest;

use super::Dialogue;
use crate::args::Args;
use crate::command;

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
    /// A refusal of a sentence, with the command of the program that its first word may be meant for.
    pub(super) fn with_command(&self, text: &str, problem: String) -> String {
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
