//! Questions in everyday words, and the commands that answer them: `what is a longbow?` is `help longbow`.

use super::Dialogue;
use crate::command;

const LEADS: &str = "`status` shows who leads and how the game ends";
const ENDS: &str = "`status` shows how the game ends, `help winning` the rules about it";
const CHOICES: &str = "`options` lists your choices, `hint` shows what a bot would do";
const SIGNS: &str = "the signs in view are explained below the board; `help SIGN` explains one";
const TURN: &str = "the words before your line name the turn, the step and the side that decides; `status` says more";
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
    ("what are my choices", CHOICES),
    ("what are my options", CHOICES),
    ("what can i do", CHOICES),
    ("what do i do", CHOICES),
    ("what next", CHOICES),
    ("what now", CHOICES),
    ("what should i do", CHOICES),
    ("where am i", TURN),
    ("who am i", TURN),
    ("who is ahead", LEADS),
    ("who is winning", LEADS),
    ("who leads", LEADS),
    ("who won", LEADS),
    ("who's winning", LEADS),
    ("whose turn", TURN),
];

/// The answer to a question that is no command.
pub(super) fn answer_to(text: &str) -> Option<&'static str> {
    let said = text.trim_end_matches(['?', '!', '.', ' ']).to_lowercase().replace('’', "'");
    let begins =
        |question: &str| said.strip_prefix(question).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    QUESTIONS.iter().find(|(question, _)| begins(question)).map(|(_, answer)| *answer)
}

/// Words with which a question about a prohibition begins.
const CANNOT: [&str; 7] = ["can't", "can’t", "cannot", "cant", "couldn't", "mustn't", "won't"];
/// Words for the side or the piece that acts.
const ACTOR: [&str; 7] = ["i", "we", "you", "he", "she", "it", "they"];

/// True for a word that names no piece.
fn is_actor(word: &str) -> bool {
    ACTOR.contains(&&*word.to_lowercase())
}

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
    let actor = (!is_actor(actor)).then_some(actor);
    let order: Vec<&str> = std::iter::once(verb).chain(actor).chain(rest).copied().collect();
    Some(order.join(" "))
}

/// Words that say no more than which thing is meant.
const ARTICLES: [&str; 7] = ["a", "an", "my", "our", "the", "their", "your"];
/// The beginnings of questions about a word, and their ends.
const ABOUT: [&str; 16] = [
    "what is",
    "what are",
    "what's",
    "whats",
    "what does",
    "what do",
    "who is",
    "who are",
    "who's",
    "where is",
    "where are",
    "where's",
    "explain",
    "define",
    "describe",
    "tell me about",
];
const ENDS_OF_QUESTIONS: [&str; 7] = ["mean", "means", "do", "for", "now", "work", "works"];
/// The beginnings of questions about what one can do with a thing.
const DEEDS: [&str; 3] = ["what can", "what may", "what could"];
/// The beginnings of questions about how something is done.
const MANNER: [&str; 6] = ["how do", "how can", "how does", "how to", "how may", "how should"];
/// The most words of a name with a question mark.
const MOST_WORDS: usize = 3;
/// The beginnings of questions about an order.
const MAY: [&str; 4] = ["can", "could", "may", "should"];

/// The words behind the longest of these beginnings. None if a text begins otherwise.
fn behind<'t>(said: &'t str, beginnings: &[&str]) -> Option<&'t str> {
    // Small letters of this kind are as long as capital ones.
    let small = said.to_ascii_lowercase();
    let length = |beginning: &&str| small.strip_prefix(*beginning)?.strip_prefix(' ').map(str::len);
    let shortest = beginnings.iter().filter_map(length).min()?;
    said.get(said.len() - shortest..).map(str::trim).filter(|rest| !rest.is_empty())
}

fn is_article(word: &str) -> bool {
    ARTICLES.contains(&&*word.to_lowercase())
}

/// A name without the words before it that name nothing.
fn bare(name: &str) -> &str {
    let name = name.trim();
    match name.split_once(' ') {
        Some((first, rest)) if is_article(first) => bare(rest),
        _ => name,
    }
}

/// The same without words of these at its end.
fn before<'t>(name: &'t str, ends: &[&str]) -> &'t str {
    match name.rsplit_once(' ') {
        Some((rest, last)) if ends.contains(&last) => before(rest, ends),
        _ => name,
    }
}

/// A command of the program that may answer a question.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    /// `help` of a word.
    Word(String),
    /// `help` of a word, if it is known.
    Perhaps(String),
    /// What is possible with a piece or place.
    With(String),
    /// The reasons against an order.
    Order(String),
}

/// The command for a question. None for any other text.
fn asked(text: &str) -> Option<Asked> {
    if let Some(word) = text.strip_prefix('?') {
        let word = bare(word.trim_end_matches(['?', ' ']));
        return (!word.is_empty()).then(|| Asked::Word(word.to_owned()));
    }
    let said = text.trim_end_matches(['?', '!', '.', ' ']).replace('’', "'");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(thing) = behind(&said, &DEEDS) {
        return Some(Asked::With(bare(before(thing, &ENDS_OF_QUESTIONS)).to_owned()));
    }
    if let Some(word) = behind(&said, &ABOUT) {
        return Some(Asked::Word(bare(before(word, &ENDS_OF_QUESTIONS)).to_owned()));
    }
    if let Some(deed) = behind(&said, &MANNER) {
        let deed = match deed.split_once(' ') {
            Some((actor, deed)) if is_actor(actor) => deed,
            _ => deed,
        };
        let words = bare(before(deed, &ENDS_OF_QUESTIONS)).split(' ').take_while(|word| !is_article(word));
        return Some(Asked::Word(words.collect::<Vec<_>>().join(" ")));
    }
    let Some(order) = behind(&said, &MAY) else {
        let is_short = text.ends_with('?') && said.split(' ').count() <= MOST_WORDS;
        return (is_short && !said.is_empty()).then(|| Asked::Perhaps(bare(&said).to_owned()));
    };
    let (actor, order) = order.split_once(' ')?;
    if is_actor(actor) {
        return Some(Asked::Order(order.to_owned()));
    }
    let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
    Some(Asked::Order(format!("{verb} {actor} {rest}").trim().to_owned()))
}

impl Dialogue {
    /// The command that answers a question. None for any other text, and for one that the game understands.
    pub(super) fn command_for(&self, text: &str) -> Option<String> {
        let asked = asked(text).filter(|_| answer_to(text).is_none() && command::parse(text).is_none())?;
        let session = self.session();
        if session.understands(text) || session.names_an_action(text) {
            return None;
        }
        match asked {
            Asked::Word(word) => Some(format!(":help {word}")),
            Asked::Perhaps(word) => self.has_help(&word).then(|| format!(":help {word}")),
            Asked::With(thing) if is_actor(&thing) => Some(":options".to_owned()),
            Asked::With(thing) => Some(format!(":options {thing}")),
            Asked::Order(order) => session.names_any_action(&order).then(|| format!(":why not {order}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, QUESTIONS, answer_to, asked, order_asked_about};

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

    #[test]
    fn a_question_has_its_command() {
        let word = |text: &str| Some(Asked::Word(text.to_owned()));
        for text in [
            "What is a longbow?",
            "what's the longbow",
            "?longbow",
            "? a longbow",
            "explain longbow",
            "what are my longbow for",
        ] {
            assert_eq!(asked(text), word("longbow"), "{text}");
        }
        assert_eq!(
            (asked("how do I charge my knights?"), asked("how to flank move")),
            (word("charge"), word("flank move"))
        );
        assert_eq!(asked("What can KT1 do now?"), Some(Asked::With("KT1".to_owned())));
        assert_eq!(asked("Can KT1 charge?"), Some(Asked::Order("charge KT1".to_owned())));
        assert_eq!(
            asked("may I advance KT1 to left middle"),
            Some(Asked::Order("advance KT1 to left middle".to_owned()))
        );
        assert_eq!(asked("longbow?"), Some(Asked::Perhaps("longbow".to_owned())));
        for text in ["?", "??", "what is", "charge KT1", "can", "cannon", "whatever is", "how"] {
            assert_eq!(asked(text), None, "{text}");
        }
    }
}
