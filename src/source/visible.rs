//! Texts as they may be shown: signs that steer a terminal, or turn the direction of what follows, never leave the program.

use std::borrow::Cow;

/// Whether a sign is not seen but acts: controls of terminals (but tabs and line ends), and marks that turn the direction of writing.
pub fn is_hidden(sign: char) -> bool {
    match sign {
        '\n' | '\t' | '\r' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        sign => sign.is_control(),
    }
}

/// The text with each hidden sign replaced by one that is seen, of as many bytes: places in it stay true.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let seen = |sign: char| match (is_hidden(sign), sign.len_utf8()) {
        (false, _) => sign,
        (true, 1) => '?',
        (true, 2) => '¿',
        (true, _) => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(seen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_signs_are_replaced_byte_for_byte() {
        let text = "a\u{1b}[2J\u{9b}31m \u{202e}evil\u{2066}\tb\r\n\u{7f}é";
        let shown = visible(text);
        assert_eq!(shown.len(), text.len());
        assert!(!shown.chars().any(is_hidden));
        assert_eq!(shown, "a?[2J¿31m \u{fffd}evil\u{fffd}\tb\r\n?é");
        assert!(matches!(visible("plain é\n"), Cow::Borrowed(_)));
    }
}
