//! Where the manual speaks of a word inside a line, `during SCOPE`: the forms, the rows of tables and the sentences.

use std::collections::BTreeSet;

use super::{MANUAL, bare};
use crate::syntax::keywords;

/// Words that every game knows and that are no keywords: values of scripts, verbs of movement, scopes.
pub const OF_EVERY_GAME: [&str; 15] = [
    "enter", "it", "leave", "me", "mine", "my", "none", "old", "pass", "resolve", "setup", "stay", "theirs", "usual",
    "winner",
];

/// A word with more lines than this is mentioned everywhere, and those count that begin with it.
const MANY: usize = 8;

/// What a section of the manual says of a word.
#[derive(Debug)]
pub struct Mention {
    /// The heading of the section, `9.1 The tail`.
    pub heading: &'static str,
    /// The forms and sentences with the word, in the order of the manual.
    pub lines: Vec<String>,
}

/// What the manual says of a keyword that stands inside a line, or of a word of every game, section by section; nothing
/// for other words.
pub fn mentions(word: &str) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let of_every_game = OF_EVERY_GAME.contains(&word);
    if !of_every_game && !keywords().contains(&word) {
        return found;
    }
    let (mut heading, mut code) = ("", None);
    let mut paragraph = String::new();
    let mut add = |heading: &'static str, lines: Vec<String>| match found.last_mut() {
        _ if lines.is_empty() => {}
        Some(last) if last.heading == heading => last.lines.extend(lines),
        _ => found.push(Mention { heading, lines }),
    };
    for line in MANUAL.lines().map(str::trim_end) {
        let is_prose = code.is_none() && !line.is_empty() && !line.starts_with(['#', '|', '-']) && !is_fence(line);
        if !is_prose {
            add(heading, sentences(&std::mem::take(&mut paragraph), word));
        }
        match code {
            None if is_prose || line.starts_with('-') => {
                paragraph.push_str(line.trim_start_matches(['-', ' ']));
                paragraph.push(' ');
            }
            None if line.starts_with('#') => heading = line.trim_start_matches('#').trim(),
            None if line.starts_with('|') => {
                let cell = line.split('|').nth(1).unwrap_or_default();
                let is_about = spans(cell).any(|span| begins(span, word));
                add(heading, is_about.then(|| line.trim_matches([' ', '|']).to_owned()).into_iter().collect());
            }
            None if is_fence(line) => code = line.strip_prefix("```"),
            None => {}
            Some(_) if is_fence(line) => code = None,
            Some("text") if is_in_form(line, word) => add(heading, vec![line.trim().to_owned()]),
            Some(_) => {}
        }
    }
    let is_first = |line: &String| {
        line.strip_prefix('`').is_some_and(|line| begins(line.split('`').next().unwrap_or_default(), word))
    };
    let lines = || found.iter().flat_map(|one| &one.lines);
    if of_every_game && lines().count() > MANY && lines().any(is_first) {
        found.iter_mut().for_each(|one| one.lines.retain(is_first));
        found.retain(|one| !one.lines.is_empty());
    }
    found
}

/// The keywords and words of every game of which the manual says something.
pub fn mentioned_words() -> impl Iterator<Item = &'static str> {
    let words: BTreeSet<&str> = keywords().into_iter().chain(OF_EVERY_GAME).collect();
    words.into_iter().filter(|word| !mentions(word).is_empty())
}

/// True if a line of a form has the word as a keyword. Lines of reports and lists, which stand in such blocks too,
/// leave no place open.
fn is_in_form(line: &str, word: &str) -> bool {
    let form = bare(line.trim_start());
    let outside = || form.split('"').step_by(2).flat_map(|part| part.split(|sign: char| !is_of_word(sign)));
    let is_place = |one: &str| !one.is_empty() && one.chars().all(|sign| sign.is_ascii_uppercase());
    let is_open = form.contains(['…', '{', '"']) || outside().any(is_place);
    is_open && outside().any(|one| one == word)
}

/// The texts between backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// True if a code span begins with the word.
fn begins(span: &str, word: &str) -> bool {
    let signs = if OF_EVERY_GAME.contains(&word) { "." } else { "(." };
    span.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|sign: char| is_of_word(sign) || signs.contains(sign)))
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// True for the first and the last line of a block of code.
fn is_fence(line: &str) -> bool {
    line.starts_with("```")
}

/// The sentences of a paragraph that are about the word.
fn sentences(paragraph: &str, word: &str) -> Vec<String> {
    let all = paragraph.split_inclusive(". ").map(str::trim);
    all.filter(|one| spans(one).any(|span| begins(span, word))).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_says_something_of_every_word_of_clauses() {
        let words = [
            "by",
            "during",
            "where",
            "because",
            "under",
            "as",
            "repeat",
            "must",
            "lasts",
            "copies",
            "quiet",
            "shown",
            "base",
            "halved",
            "gives",
            "zones",
            "empty",
            "interruptible",
            "notation",
            "mode",
            "boxes",
            "glyph",
            "alias",
        ];
        for word in words {
            assert!(!mentions(word).is_empty(), "no mention of `{word}`");
        }
        assert!(mentions("Pike2").is_empty() && mentions("rides").is_empty());
    }

    #[test]
    fn the_words_of_every_game_are_explained() {
        let said = |word: &str| {
            let all = mentions(word).into_iter().flat_map(|one| one.lines).collect::<Vec<_>>();
            assert!(!all.is_empty(), "no mention of `{word}`");
            all.join("\n")
        };
        OF_EVERY_GAME.iter().for_each(|word| drop(said(word)));
        assert!(said("none").starts_with("`none` is the absence of a value"), "{}", said("none"));
        assert!(said("me").contains("the acting side") && said("mine").contains("its pieces"));
        assert!(said("stay").contains("ending there") && said("resolve").contains("A hook on a scope"));
    }

    #[test]
    fn a_mention_shows_forms_rows_and_sentences() {
        let all = mentions("during");
        let tail = all.iter().find(|one| one.heading == "9.1 The tail").expect("the tail of clauses");
        assert_eq!(tail.lines, ["`during SCOPE` | only while that scope runs; the clause sees its parameters"]);
        let sequence = mentions("interruptible");
        assert!(sequence.iter().all(|one| one.heading == "8.1 sequence"), "{sequence:?}");
        assert!(sequence.iter().flat_map(|one| &one.lines).any(|line| line.starts_with("`interruptible` opens it")));
        assert!(sequence.iter().flat_map(|one| &one.lines).any(|line| line.starts_with("STEP \"TITLE\"")));
        let because = mentions("because");
        assert!(because.iter().flat_map(|one| &one.lines).all(|line| !line.contains("Pike2")));
    }
}
