//! `help`: the commands that work here, and what a word means.

use oriflamme::diagnostic::did_you_mean;
use oriflamme::draw::Line;
use oriflamme::session::ONLOOKER;

use super::{Dialogue, Done};
use crate::command::Command;
use crate::{command, words};

/// The fewest letters of a word that is looked for in the rulebook.
const LEAST_LETTERS: usize = 4;

impl Dialogue {
    /// Shows the question within an unfinished order, and its choices.
    pub(super) fn help_here(&mut self, asked: &str) {
        self.note(&format!("{asked} `:help` lists the commands."));
        self.print_whole_menu();
    }

    pub(crate) fn help(&mut self, rest: &str) -> Done {
        if rest.is_empty() {
            self.pages(&words::overview(self.paint.width, &self.advice(), |name| self.has_command(name)));
            return Ok(());
        }
        let word = rest.strip_prefix(':').unwrap_or(rest);
        // `help as test`, `help back 3`: a command as it is typed.
        let first = word.split_once(' ').map(|(first, _)| first);
        let named = command::find(word);
        let works = |command: &&Command| self.has_command(command.name());
        let mut lines = named.filter(works).map(words::command).unwrap_or_default();
        lines.extend(self.session().help(word).unwrap_or_default());
        if let Some(command) = named.or_else(|| command::find(first?)).filter(|_| lines.is_empty()) {
            self.is_for_a_page(command)?;
            lines = words::command(command);
        }
        let bare = word.trim_end_matches(['?', '!', '.']).trim_end();
        if lines.is_empty() && bare != word {
            return self.help(bare);
        }
        if lines.is_empty() && matches!(word, "me" | "me please" | "please") {
            return self.help("");
        }
        if lines.is_empty() {
            lines = self.sections_about(word);
        }
        if lines.is_empty() {
            let known = self.session().help_words();
            let names = known.iter().map(String::as_str).chain(command::all().map(|one| one.name()));
            return Err(format!("`{word}` is not a known word{}", did_you_mean(word, names)).into());
        }
        self.pages(&lines);
        Ok(())
    }

    /// True if `help` has an answer about a word.
    pub(super) fn has_help(&self, word: &str) -> bool {
        self.session().help(word).is_some() || !self.sections_about(word).is_empty()
    }

    /// The sections of the rulebook with this number, or with a word that is not in the rules themselves.
    fn sections_about(&self, word: &str) -> Vec<Line> {
        let is_number = word.starts_with(|sign: char| sign.is_ascii_digit());
        if !is_number && word.chars().count() < LEAST_LETTERS {
            return Vec::new();
        }
        self.session().rule(word).unwrap_or_default()
    }

    /// What a person types here.
    fn advice(&self) -> String {
        if self.own_seat() == Some(ONLOOKER) {
            return "Commands show the game and its rules. Tab completes.".to_owned();
        }
        // An example is one of the choices of the side that decides.
        let example = if self.awaited().is_some() { None } else { self.session().example() };
        let example = example.map_or_else(String::new, |example| format!(": `{example}`"));
        format!("Type an option's number, or a command{example}. Stop early to see the choices. Tab completes.")
    }
}
