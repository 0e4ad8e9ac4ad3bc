//! Characters that look like those of the language: dashes, curly quotes, multiplication signs, non-breaking spaces.

use crate::source::plain;

/// The character that a look-alike stands for, and the look-alike's name.
///
/// The scanner handles curly quotes itself, because a pair of them makes a string.
pub(in crate::syntax) fn plain_sign(sign: char) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        '\u{2010}' | '\u{2011}' => ("-", "a typographic hyphen"),
        '\u{2012}' | '\u{2013}' => ("-", "an en dash"),
        '\u{2014}' | '\u{2015}' => ("-", "an em dash"),
        '\u{2212}' => ("-", "a minus sign of typesetters"),
        '\u{d7}' | '\u{2715}' | '\u{2716}' => ("x", "a multiplication sign"),
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2032}' | '\u{b4}' => ("'", "a curly apostrophe"),
        '\u{2026}' => ("..", "an ellipsis"),
        '\u{2264}' => ("<=", "one sign for less or equal"),
        '\u{2265}' => (">=", "one sign for greater or equal"),
        '\u{2260}' => ("!=", "one sign for unequal"),
        '\u{2192}' => ("->", "an arrow"),
        '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => (" ", "a non-breaking blank"),
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => (" ", "an invisible character"),
        '\u{ff08}' => ("(", "a wide bracket"),
        '\u{ff09}' => (")", "a wide bracket"),
        '\u{ff5b}' => ("{", "a wide brace"),
        '\u{ff5d}' => ("}", "a wide brace"),
        '\u{ff0c}' => (",", "a wide comma"),
        '\u{ff1a}' => (":", "a wide colon"),
        '\u{ff1b}' => (";", "a wide semicolon"),
        '\u{ff1d}' => ("=", "a wide equals sign"),
        _ => return None,
    })
}

/// The Latin letter that a letter of another alphabet looks like, and that alphabet.
fn latin(letter: char) -> Option<(char, &'static str)> {
    const CYRILLIC: [&str; 2] = ["аеорсухіјѕԁһӏАВЕКМНОРСТУХІЈЅ", "aeopcyxijsdhlABEKMHOPCTYXIJS"];
    const GREEK: [&str; 2] = ["ονιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oviABEZHIKMNOPTYX"];
    let like = |[others, latin]: [&str; 2]| others.chars().zip(latin.chars()).find(|(other, _)| *other == letter);
    let cyrillic = like(CYRILLIC).map(|(_, latin)| (latin, "Cyrillic"));
    cyrillic.or_else(|| like(GREEK).map(|(_, latin)| (latin, "Greek")))
}

/// A word as it is written in Latin letters without accents. `None` if it has another letter.
pub(in crate::syntax) fn in_latin(word: &str) -> Option<String> {
    let word: String = word.chars().map(|letter| latin(letter).map_or(letter, |(latin, _)| latin)).collect();
    let is_known = |letter: char| !plain(letter.encode_utf8(&mut [0; 4])).contains('_') || letter == '_';
    word.chars().all(is_known).then(|| plain(&word))
}

/// The first letter of another alphabet in a word that is otherwise Latin, with its alphabet.
pub(in crate::syntax) fn mixed(word: &str) -> Option<(char, &'static str)> {
    let (letter, alphabet) = word.chars().find_map(|letter| Some((letter, latin(letter)?.1)))?;
    word.contains(|letter: char| letter.is_ascii_alphabetic()).then_some((letter, alphabet))
}

/// The word around a byte of a text: where it begins, and the word. Accents may stand behind their letters.
pub(in crate::syntax) fn word_at(text: &str, at: usize) -> (usize, &str) {
    let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '\u{300}'..='\u{36f}');
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
    let start = before.trim_end_matches(is_word).len();
    let end = at + after.len() - after.trim_start_matches(is_word).len();
    (start, text.get(start..end).unwrap_or_default())
}

/// True if the character is a typographic quote.
pub(super) fn is_curly_quote(sign: char) -> bool {
    matches!(sign, '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' | '\u{ff02}')
}
