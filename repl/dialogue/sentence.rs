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

/// Words with which a question about a prohibition begins.
const CANNOT: [&str; 6] = ["can't", "can’t", "cannot", "couldn't", "mustn't", "won't"];
/// Words for the side or the piece that acts.
const ACTOR: [&str; 7] = ["i", "we", "you", "he", "she", "it", "they"];

/// The order that a question asks about: `charge KT1` of `can't KT1 charge?`, `charge` of `may he not charge?`.
pub(super) fn order_asked_about(question: &str) -> Option<String> {
    let words: Vec<&str> = question.trim_end_matches(['?', '!', '.']).split_whitespace().collect();
    let (first, words) = words.split_first()?;
    let first = first.to_lowercase();
    let asks = |word: &&str| word.eq_ignore_ascii_case("not");
    let has_not = ["can", "may", "must"].contains(&first.as_str()) && words.iter().any(asks);
    if !has_not && !CANNOT.contains(&first.as_str()) {
        return None;
    }
    let words: Vec<&str> = words.iter().copied().filter(|word| !has_not || !asks(word)).collect();
    let [actor, verb, rest @ ..] = words.as_slice() else { return None };
    let actor = (!ACTOR.contains(&actor.to_lowercase().as_str())).then_some(actor);
    let order: Vec<&str> = std::iter::once(verb).chain(actor).chain(rest).copied().collect();
    Some(order.join(" "))
}

#[cfg(test)]
mod tests {
    use super::order_asked_about;

    #[test]
    fn a_question_about_a_prohibition_names_an_order() {
        let asked = |text: &str| order_asked_about(text).unwrap_or_default();
        assert_eq!(asked("can't he charge?"), "charge");
        assert_eq!(asked("cannot KT1 charge to left middle"), "charge KT1 to left middle");
        assert_eq!(asked("may KT1 not advance?"), "advance KT1");
        assert_eq!(asked("strength"), "");
        assert_eq!(asked("can't"), "");
        assert_eq!(asked("may KT1 advance"), "");
    }
}
