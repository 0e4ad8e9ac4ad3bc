//! Safe display of untrusted text: control and direction characters are made visible.

use std::borrow::Cow;

/// The text made safe for a terminal. Line ends and tabs stay. Every other control character becomes its picture (`␛`
/// for escape); characters that change the writing direction become `�`. Other text is unchanged.
///
/// Rule files, saved games and file names are untrusted: an escape sequence in a title could rename a window, hide a
/// line or type input, and a bidirectional override can make a line look like another.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !unusual(text).any(|(_, sign)| steers(sign)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|sign| if steers(sign) { picture(sign) } else { sign }).collect())
}

/// True if a terminal would act on the character instead of showing it.
pub fn steers(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => sign.is_control(),
    }
}

/// Possible control, direction and replacement characters, each with its byte offset. They are selected by the first
/// byte of their encoding, which is rare in most texts.
pub(crate) fn unusual(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let begins = |byte: u8| matches!(byte, 0..=8 | 0x0b..=0x1f | 0x7f | 0xc2 | 0xd8 | 0xe2 | 0xef);
    let found = text.bytes().enumerate().filter(move |&(_, byte)| begins(byte));
    found.filter_map(|(at, _)| Some((at, text.get(at..)?.chars().next()?)))
}

/// Like [`visible`], but each replacement has the same number of bytes, so that spans stay valid. For quoted source
/// lines.
pub fn visible_in_place(text: &str) -> Cow<'_, str> {
    let hides = |sign: char| steers(sign) && sign != '\r';
    if !unusual(text).any(|(_, sign)| hides(sign)) {
        return Cow::Borrowed(text);
    }
    let seen = |sign: char| match (hides(sign), sign.len_utf8()) {
        (false, _) => sign,
        (true, 1) => '?',
        (true, 2) => '¿',
        (true, _) => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(seen).collect())
}

fn picture(sign: char) -> char {
    match sign {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(sign)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_that_steers_is_overlooked() {
        for sign in ('\0'..=char::MAX).filter(|&sign| steers(sign) || sign == char::REPLACEMENT_CHARACTER) {
            assert!(unusual(&format!("é{sign}")).eq([(2, sign)]), "{sign:?}");
        }
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(visible("\u{1b}]0;x\u{7}"), "␛]0;x␇");
        assert_eq!(visible("a\u{9b}31m\u{7f}\r"), "a�31m␡␍");
        assert_eq!(visible("\u{202e}txet\u{2066}\u{200f}"), "�txet��");
    }

    #[test]
    fn a_quoted_line_keeps_its_byte_positions() {
        let text = "a\u{1b}[2J\u{9b}31m \u{202e}evil\u{2066}\tb\r\n\u{7f}é";
        let shown = visible_in_place(text);
        assert_eq!(shown.len(), text.len());
        assert_eq!(shown, "a?[2J¿31m \u{fffd}evil\u{fffd}\tb\r\n?é");
    }

    #[test]
    fn ordinary_text_is_unchanged() {
        let text = "Crécy\n\tnaïve — 漢字 ▓";
        assert!(matches!(visible(text), Cow::Borrowed(same) if same == text));
    }
}
