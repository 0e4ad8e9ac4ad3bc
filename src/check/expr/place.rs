//! From Rhai's positions (line and character of a point) to spans of the author's file.

use rhai::Position;

use crate::source::{Lines, Span};

/// The text of one expression or script and where it stands.
pub(super) struct Places<'t> {
    text: &'t str,
    span: Span,
    lines: Lines,
}

impl<'t> Places<'t> {
    /// Rhai reads exactly `text`, so its first line and character are the start of `span`.
    pub(super) fn new(text: &'t str, span: Span) -> Self {
        Places { text, span, lines: Lines::new(text) }
    }

    /// All of it.
    pub(super) fn whole(&self) -> Span {
        self.span
    }

    /// The byte of a position within the text; the start if Rhai gives none.
    fn offset(&self, pos: Position) -> usize {
        let (Some(line), column) = (pos.line(), pos.position().unwrap_or(1)) else { return 0 };
        self.lines.byte(line.saturating_sub(1), column.saturating_sub(1), self.text)
    }

    /// The token that begins here: a name, number, string or sign.
    pub(super) fn token(&self, pos: Position) -> Span {
        if pos.is_none() {
            return self.span;
        }
        let start = self.offset(pos);
        self.span.part(start, token_length(self.text.get(start..).unwrap_or_default()))
    }

    /// A name with the brackets behind it: a call.
    pub(super) fn call(&self, pos: Position) -> Span {
        let name = self.token(pos);
        let end = name.range().end - self.span.range().start;
        let rest = self.text.get(end..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        if rest.trim_start().starts_with('(') {
            name.to(self.span.part(end + blanks, group_length(rest.get(blanks..).unwrap_or_default())))
        } else {
            name
        }
    }

    /// A bracket with everything up to the one that closes it.
    pub(super) fn group(&self, pos: Position) -> Span {
        let start = self.offset(pos);
        self.span.part(start, group_length(self.text.get(start..).unwrap_or_default()))
    }

    /// The text at a span of this file.
    pub(super) fn text(&self, span: Span) -> &'t str {
        let start = span.range().start.saturating_sub(self.span.range().start);
        self.text.get(start..start + span.len()).unwrap_or_default()
    }

    /// What stands before a place, without the blanks between: an empty span at its end if there is nothing.
    pub(super) fn before(&self, at: Span) -> Span {
        let before = self.text.get(..self.byte(at)).unwrap_or_default().trim_end();
        self.span.part(before.len().saturating_sub(1), before.len().min(1))
    }

    /// The word that stands before a place.
    pub(super) fn word_before(&self, at: Span) -> Span {
        let before = self.text.get(..self.byte(at)).unwrap_or_default().trim_end();
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let len = before.len() - before.trim_end_matches(is_word).len();
        self.span.part(before.len() - len, len)
    }

    /// `4.5` around its second half; nothing if no number stands before the dot.
    pub(super) fn number(&self, at: Span) -> Option<Span> {
        let start = self.byte(at);
        let before = self.text.get(..start)?.strip_suffix('.')?;
        let digits = before.len() - before.trim_end_matches(|sign: char| sign.is_ascii_digit()).len();
        (digits > 0).then(|| self.span.part(before.len() - digits, digits + 1 + at.len()))
    }

    fn byte(&self, at: Span) -> usize {
        at.range().start.saturating_sub(self.span.range().start)
    }

    /// Everything from a position on.
    pub(super) fn rest(&self, pos: Position) -> &'t str {
        self.text.get(self.offset(pos)..).unwrap_or_default()
    }
}

/// How long the token at the start of `text` is; at least one character unless the text is empty.
pub fn token_length(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if first.is_alphanumeric() || first == '_' {
        return text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len());
    }
    if matches!(first, '"' | '`' | '\'') {
        return string_length(text);
    }
    if first == '-' && text.get(1..).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit())) {
        return 1 + token_length(text.get(1..).unwrap_or_default());
    }
    const SIGNS: [&str; 22] = [
        "..=", "**=", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "?[", "..", "=>", "+=", "-=", "*=", "/=", "%=",
        "|=", "&=", "#{", "**",
    ];
    SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
}

fn string_length(text: &str) -> usize {
    let mut signs = text.char_indices();
    let Some((_, quote)) = signs.next() else { return 0 };
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' if quote != '`' => drop(signs.next()),
            _ if sign == quote => return at + sign.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// How long the bracketed text is that begins here, with both brackets; strings and comments are passed over.
fn group_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(sign) = rest.chars().next() else { break };
        let mut step = sign.len_utf8();
        match sign {
            '"' | '`' | '\'' => step = string_length(rest),
            '/' if rest.starts_with("//") => step = rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => step = rest.find("*/").map_or(rest.len(), |end| end + 2),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + step;
                }
            }
            _ => {}
        }
        at += step;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_end_at_their_own_bracket() {
        assert_eq!(group_length("(a[1], \")\", `)`) + b"), "(a[1], \")\", `)`)".len());
        assert_eq!(group_length("{ // }\n } x"), "{ // }\n }".len());
        assert_eq!(token_length("unit.hits"), 4);
        assert_eq!(token_length("\"a \\\" b\" c"), 8);
    }

    #[test]
    fn positions_count_characters() {
        let places = Places::new("é + \nlong", Span::new(crate::source::SourceId(0), 10..20));
        assert_eq!(places.token(Position::new(1, 3)).range(), 13..14);
        assert_eq!(places.token(Position::new(2, 1)).range(), 16..20);
    }
}
