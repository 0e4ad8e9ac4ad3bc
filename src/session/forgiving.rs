//! Sentences that are not spelt as the rules spell them: `shoot right middle all`, `KT 3`, `drop d`. If exactly one legal
//! reading exists, it is taken, and shown.

use crate::play::World;
use crate::play::question::{Kind, Question};
use crate::play::sentence::{self, fold};

use super::menu::offers_of;
use super::saying::Meaning;

/// So many letters of a word are enough to mean it.
const LEAST_LETTERS: usize = 3;
/// Words that are left out.
const FILLERS: &[&str] = &["the", "my", "a", "an", "please", "i", "of"];

/// The one legal reading of a text that could not be read as it is, with its sentence; nothing if there is none or several.
/// `read`: reads a text as it is.
pub(super) fn only_reading(
    world: &World<'_>,
    question: &Question,
    seat: u16,
    text: &str,
    read: impl Fn(&str) -> Meaning,
) -> Option<(Meaning, String)> {
    let said = fold(text);
    // A bare number means an option, or nothing.
    if said.is_empty() || said.chars().all(|sign| sign.is_ascii_digit() || sign == ' ' || sign == ',') {
        return None;
    }
    let mut found: Option<(Meaning, String)> = None;
    for other in rewritten(world, question, seat, &said) {
        let meaning = read(&other);
        if matches!(meaning, Meaning::Nothing(_)) {
            continue;
        }
        match &found {
            Some((known, _)) if known.is_like(&meaning) => {}
            // Two readings: the player says which.
            Some(_) => return None,
            None => found = Some((meaning, other)),
        }
    }
    let (meaning, typed) = found?;
    let words = meaning.in_words(world, question, seat).unwrap_or(typed);
    Some((meaning, words))
}

/// Other ways to write a text, each once.
fn rewritten(world: &World<'_>, question: &Question, seat: u16, said: &str) -> Vec<String> {
    let plain: Vec<&str> = said.split(' ').filter(|word| !FILLERS.contains(word)).collect();
    let plain = plain.join(" ");
    let mut texts = vec![plain.clone(), joined(&plain)];
    if matches!(question.kind, Kind::Act { .. } | Kind::Window { .. }) {
        let begun = texts.clone();
        for offer in offers_of(question, seat) {
            let title = fold(&world.game.offers[offer.at()].title);
            for text in &begun {
                texts.extend(shortened(&title, text).map(|rest| format!("{title} {rest}").trim().to_owned()));
            }
        }
    }
    texts.retain(|text| text != said && !text.is_empty());
    let mut each: Vec<String> = Vec::new();
    for text in texts {
        if !each.contains(&text) {
            each.push(text);
        }
    }
    each
}

/// `kt 3 to left middle` as `kt3 to left middle`: a number belongs to the letters before it.
fn joined(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let number = word.chars().all(|sign| sign.is_ascii_digit());
        match words.last_mut() {
            Some(last) if number && last.len() <= 4 && last.chars().all(char::is_alphabetic) => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// What stands behind the beginning of a title: `shoot left middle` of `shoot at`, `adv KT1` of `advance`.
fn shortened<'t>(title: &str, text: &'t str) -> Option<&'t str> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let start = title.split(' ').next().unwrap_or_default();
    if first.len() < LEAST_LETTERS.min(start.len()) || !start.starts_with(first) {
        return None;
    }
    // As many further words of the title as follow.
    let mut rest = rest;
    for word in title.split(' ').skip(1) {
        match sentence::behind(rest, word) {
            Some(more) => rest = more,
            None => break,
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_title_is_enough() {
        assert_eq!(shortened("shoot at", "shoot left middle all"), Some("left middle all"));
        assert_eq!(shortened("shoot at", "shoot at left middle"), Some("left middle"));
        assert_eq!(shortened("advance", "adv kt1"), Some("kt1"));
        assert_eq!(shortened("advance", "ad kt1"), None);
        assert_eq!(shortened("drop in", "drop"), Some(""));
    }

    #[test]
    fn a_number_belongs_to_the_letters_before_it() {
        assert_eq!(joined("kt 3 to left middle"), "kt3 to left middle");
        assert_eq!(joined("cavalry 3 of"), "cavalry 3 of");
    }
}
