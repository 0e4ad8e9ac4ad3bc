//! Characters that look like those of the language: dashes, curly quotes, multiplication signs, non-breaking spaces.

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

/// True if the character is a typographic quote.
pub(super) fn is_curly_quote(sign: char) -> bool {
    matches!(sign, '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' | '\u{ff02}')
}
