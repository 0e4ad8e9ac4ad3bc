//! How each item is written: the forms that the manual shows, `invariant NAME @CITE = E`, and the sections in which
//! they stand.

mod mention;

use std::sync::LazyLock;

pub use mention::{Mention, OF_EVERY_GAME, mentioned_words, mentions};

use super::ITEM_WORDS;

/// The manual of the language.
const MANUAL: &str = include_str!("../../grammar/README.md");

/// The words of items that begin with what bears something: `piece flag tired`.
pub const BEHIND_SUBJECT: [&str; 3] = ["has", "var", "flag"];

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(read);

/// The form of an item: its head, and what may stand in its braces.
#[derive(Debug)]
pub struct Form {
    /// The word with which the item begins; `has`, `var` or `flag` where a subject stands before it.
    pub word: &'static str,
    /// Its lines, as the manual shows them.
    pub lines: Vec<&'static str>,
    /// The section of the manual that explains the item, with its heading, in Markdown.
    pub section: &'static str,
}

impl Form {
    /// The first line, without the remark behind it.
    pub fn head(&self) -> &'static str {
        self.lines.first().copied().map(bare).unwrap_or_default()
    }

    /// The heading of the section, `8.3 whenever, invariant`.
    pub fn heading(&self) -> &'static str {
        self.section.lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }

    /// The lines in the braces that begin with a word.
    pub fn parts<'f>(&'f self, word: &'f str) -> impl Iterator<Item = &'static str> + 'f {
        self.lines.iter().skip(1).map(|line| line.trim_start()).filter(move |line| first_word(line) == word)
    }
}

/// The forms of the items that begin with a word. Some words begin several: `sequence`, with and without a name.
pub fn forms(word: &str) -> impl Iterator<Item = &'static Form> {
    FORMS.iter().filter(move |form| form.word == word)
}

/// The forms in whose braces a line may begin with this word.
pub fn forms_with(word: &str) -> impl Iterator<Item = &'static Form> {
    FORMS.iter().filter(move |form| form.parts(word).next().is_some())
}

/// The words of all forms, each once.
pub fn form_words() -> impl Iterator<Item = &'static str> {
    let mut words: Vec<&str> = FORMS.iter().map(|form| form.word).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter()
}

/// The word under which the form of an item is found, from the beginning of its text.
pub fn form_word(item: &str) -> &str {
    let mut words = item.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if BEHIND_SUBJECT.contains(&second) { second } else { first }
}

fn first_word(line: &str) -> &str {
    line.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default()
}

/// A line of a form without the remark that follows after a wide gap.
pub(crate) fn bare(line: &str) -> &str {
    line.split("       ").next().unwrap_or_default().trim_end()
}

/// Reads the blocks of forms.
fn read() -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    let mut section = "";
    let (mut in_forms, mut in_code) = (false, false);
    let mut rest = MANUAL;
    while let Some((line, after)) = rest.split_once('\n') {
        if line.starts_with('#') && !in_code {
            let end = after.split_inclusive('\n').scan(false, |code, line| {
                *code ^= line.starts_with("```");
                (*code || !line.starts_with('#')).then_some(line.len())
            });
            section = rest.get(..line.len() + 1 + end.sum::<usize>()).unwrap_or_default();
        } else if line.starts_with("```") {
            in_code = !in_code;
            in_forms = in_code && line == "```text";
        } else if in_forms {
            let word = form_word(line);
            let begins = ITEM_WORDS.contains(&word) || BEHIND_SUBJECT.contains(&word);
            match forms.last_mut() {
                _ if begins && !line.starts_with(' ') => forms.push(Form { word, lines: vec![line], section }),
                Some(form) if std::ptr::eq(form.section, section) => form.lines.push(line),
                _ => {}
            }
        }
        rest = after;
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_a_form_in_the_manual() {
        for word in ITEM_WORDS.iter().copied().filter(|word| *word != "use").chain(BEHIND_SUBJECT) {
            assert!(forms(word).next().is_some(), "no form of `{word}`");
        }
    }

    #[test]
    fn a_form_has_a_head_lines_and_a_section() {
        let one = |word| forms(word).next().expect("a form");
        assert_eq!(one("invariant").head(), "invariant NAME @CITE = E");
        assert_eq!(one("invariant").heading(), "8.3 whenever, invariant");
        assert_eq!(
            one("flag").head(),
            "SUBJECT flag NAME / OPPOSITE = VALUE   during SCOPE quiet @CITE { glyph \"…\"  clauses }"
        );
        assert_eq!(one("action").parts("chance").map(bare).collect::<Vec<_>>(), ["chance NAME = 2d6 <= E"]);
        assert_eq!(forms("sequence").count(), 2);
        assert!(one("invariant").section.ends_with("count <= 4\n```\n\n\n"));
        assert_eq!(form_word("piece flag tired"), "flag");
    }
}
