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

const LEADS: &str = "`status` shows who leads and how the game ends";
const ENDS: &str = "`status` shows how the game ends, `help winning` the rules about it";
const CHOICES: &str = "`options` lists your choices, `hint` shows what a bot would do";
const SIGNS: &str = "the signs in view are explained below the board; `help SIGN` explains one";
const LESSONS: &str = "`quit`, then `oriflamme learn` teaches a game lesson by lesson";

/// What people ask or tell the program in other words, by their beginnings, each with its answer.
const QUESTIONS: &[(&str, &str)] = &[
    ("am i winning", LEADS),
    ("how can i win", ENDS),
    ("how do i win", ENDS),
    ("how to win", ENDS),
    ("key", SIGNS),
    ("legend", SIGNS),
    ("lesson", LESSONS),
    ("lessons", LESSONS),
    ("stop", "`quit` leaves the game"),
    ("teach me", LESSONS),
    ("tutorial", LESSONS),
    ("what can i do", CHOICES),
    ("what do i do", CHOICES),
    ("what next", CHOICES),
    ("what now", CHOICES),
    ("what should i do", CHOICES),
    ("who is ahead", LEADS),
    ("who is winning", LEADS),
    ("who leads", LEADS),
    ("who won", LEADS),
    ("who's winning", LEADS),
];

/// The answer to a question that is no command.
fn answer_to(text: &str) -> Option<&'static str> {
    let said = text.trim_end_matches(['?', '!', '.', ' ']).to_lowercase().replace('’', "'");
    let begins =
        |question: &str| said.strip_prefix(question).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    QUESTIONS.iter().find(|(question, _)| begins(question)).map(|(_, answer)| *answer)
}

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
    use super::{QUESTIONS, answer_to, order_asked_about};

    #[test]
    fn questions_in_other_words_have_answers() {
        assert_eq!(answer_to("Who is winning?"), answer_to("who leads"));
        assert!(answer_to("what can I do now").is_some_and(|answer| answer.contains("`options`")));
        assert!(answer_to("stop").is_some_and(|answer| answer.contains("`quit`")));
        assert_eq!((answer_to("stopping"), answer_to("advance LB1")), (None, None));
        assert!(QUESTIONS.is_sorted());
        assert!(QUESTIONS.iter().all(|(question, _)| crate::command::parse(question).is_none()));
    }

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
