//! Characters that no game text needs: terminal controls, direction marks, and invalid UTF-8.

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span, steers, unusual};

/// The largest number of such characters reported in one file.
const TOLD: usize = 20;

/// The errors for hidden characters anywhere in a text: in names, texts or comments.
pub(super) fn hidden_signs(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let found =
        unusual(text).filter(|&(_, sign)| (steers(sign) && sign != '\r') || sign == char::REPLACEMENT_CHARACTER);
    found.take(TOLD).map(|(at, sign)| told(Span::new(source, at..at + sign.len_utf8()), sign)).collect()
}

/// The one error for a text in UTF-16, in which every other byte would be one. It begins with a mark that is not UTF-8,
/// or has an empty byte beside its first letter.
pub(super) fn wide(source: SourceId, text: &str) -> Option<Diagnostic> {
    let marks = text.trim_start_matches(char::REPLACEMENT_CHARACTER);
    let is_marked = marks.len() < text.len() && marks.get(..2).is_some_and(|two| two.contains('\0'));
    let is_wide = is_marked || matches!(text.as_bytes(), [one, other, ..] if (*one == 0) != (*other == 0));
    is_wide.then(|| {
        Diagnostic::error("hidden-sign", "this file is not UTF-8")
            .at(Span::new(source, 0..0), "this looks like UTF-16")
            .help("save the file as UTF-8")
    })
}

fn told(at: Span, sign: char) -> Diagnostic {
    let code = format!("U+{:04X}", u32::from(sign));
    match sign {
        char::REPLACEMENT_CHARACTER => Diagnostic::error("hidden-sign", "this is not valid UTF-8")
            .at(at, "invalid bytes")
            .help("save the file as UTF-8, or remove these bytes"),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Diagnostic::error("hidden-sign", format!("the character {code} changes the direction of writing"))
                .at(at, "hidden direction mark")
                .help("remove the character")
        }
        '\u{2028}' | '\u{2029}' => {
            Diagnostic::error("hidden-sign", format!("the character {code} looks like the end of a line"))
                .at(at, "not a line end")
                .help("begin a new line, or remove the character")
        }
        _ => Diagnostic::error("hidden-sign", format!("the character {code} is a control character"))
            .at(at, "a control character")
            .help("remove the character"),
    }
}
