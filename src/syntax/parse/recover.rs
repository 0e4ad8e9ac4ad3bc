//! Error recovery: the faulty line is blanked byte for byte, so that all other positions stay valid.

use std::ops::Range;

use crate::source::{SourceId, Span};
use crate::syntax::ast;

/// The start of the line that contains a byte.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let at = floor(text, at);
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0)
}

/// The text without the body member that contains a byte: its line, the lines indented below it, and the contents of
/// its brackets; with the member's range. `None` if the byte is not in a body or there is nothing to remove.
pub(super) fn without_member(text: &str, at: usize) -> Option<(String, std::ops::Range<usize>)> {
    let body = innermost_body(text, at)?;
    let member = member(text, body, at);
    let taken = text.get(member.0..member.1)?;
    if taken.trim().is_empty() {
        return None;
    }
    Some((blanked(text, member.0..member.1)?, member.0..member.1))
}

/// The text of an item without what follows its body, if a byte stands there: its lines, from the one with that byte to
/// the end, with their range. `None` if the byte stands elsewhere, or on the line on which the body ends.
pub(super) fn without_rest(text: &str, at: usize) -> Option<(String, Range<usize>)> {
    let mut depth = 0_i32;
    let mut end = None;
    for (byte, brace) in braces(text).take_while(|&(byte, _)| byte < at) {
        depth += if brace == '{' { 1 } else { -1 };
        end = (depth == 0).then_some(byte);
    }
    let rest = line_start(text, at)..text.len();
    if end? >= rest.start || text.get(rest.clone())?.trim().is_empty() {
        return None;
    }
    Some((blanked(text, rest.clone())?, rest))
}

/// The text with spaces in the place of everything in a range but the ends of lines.
fn blanked(text: &str, taken: Range<usize>) -> Option<String> {
    let mut without = String::with_capacity(text.len());
    without.push_str(text.get(..taken.start)?);
    let signs = text.get(taken.clone())?.bytes();
    without.extend(signs.map(|byte| if byte == b'\n' || byte == b'\r' { char::from(byte) } else { ' ' }));
    without.push_str(text.get(taken.end..)?);
    Some(without)
}

/// A test that could not be parsed: its title and span. `None` if the text does not begin with a test.
pub(super) fn lost_test(source: SourceId, text: &str, range: Range<usize>) -> Option<ast::Item> {
    let words = text.get(range.clone())?;
    let start = range.start + words.len() - words.trim_start().len();
    let words = words.trim();
    let rest = words.strip_prefix("test")?.strip_prefix([' ', '\t', '"'])?;
    let place = |from: usize, to: usize| Span::new(source, start + from..start + to);
    let line = rest.lines().next().unwrap_or_default().trim_matches([' ', '\t', '"', '{']);
    let raw = line.split('"').next().unwrap_or_default().to_owned();
    let head = words.len() - rest.len();
    let title = ast::Text::new(raw, place(0, head.min(words.len())));
    let kind = ast::ItemKind::Test(ast::Test { title, cites: Vec::new(), lines: Vec::new(), lost: true });
    Some(ast::Item { doc: None, span: place(0, words.len()), keyword: place(0, "test".len()), kind })
}

/// The byte range between the braces of the innermost body around a byte.
fn innermost_body(text: &str, at: usize) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    let mut best: Option<(usize, usize)> = None;
    for (byte, brace) in braces(text) {
        if brace == '{' {
            open.push(byte + 1);
        } else if let Some(start) = open.pop()
            && start <= at
            && at <= byte
            && best.is_none_or(|(outer, _)| start > outer)
        {
            best = Some((start, byte));
        }
    }
    best
}

/// The body member that contains a byte: from a line at the body's indentation to the next such line.
fn member(text: &str, body: (usize, usize), at: usize) -> (usize, usize) {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0_i32;
    let mut signs = braces(text.get(body.0..body.1).unwrap_or_default()).peekable();
    let mut start = body.0;
    for line in text.get(body.0..body.1).unwrap_or_default().split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        if depth == 0 && !words.trim().is_empty() && !words.starts_with("//") {
            lines.push((start, line.len() - words.len()));
        }
        start += line.len();
        while let Some((_, brace)) = signs.next_if(|&(byte, _)| byte + body.0 < start) {
            depth += if brace == '{' { 1 } else { -1 };
        }
    }
    // A member on the line of the opening brace counts as a member, with the least indentation.
    let members: Vec<usize> = match lines.split_first() {
        Some((&(first, _), rest)) if first == body.0 => {
            let least = rest.iter().map(|&(_, indent)| indent).min().unwrap_or(0);
            std::iter::once(first)
                .chain(rest.iter().filter(|&&(_, indent)| indent <= least).map(|&(start, _)| start))
                .collect()
        }
        Some(_) | None => {
            let least = lines.iter().map(|&(_, indent)| indent).min().unwrap_or(0);
            lines.iter().filter(|&&(_, indent)| indent <= least).map(|&(start, _)| start).collect()
        }
    };
    let begin = members.iter().copied().rfind(|&start| start <= at).unwrap_or(body.0);
    let end = members.iter().copied().find(|&start| start > at).unwrap_or(body.1);
    (begin, end)
}

/// The braces of a text, except those in strings and comments.
pub(super) fn braces(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'{' | b'}' => return Some((at - 1, char::from(byte))),
                b'/' if bytes.get(at) == Some(&b'/') => at += skip(bytes, at, |b| b == b'\n'),
                b'"' => {
                    while let Some(&inside) = bytes.get(at) {
                        at += 1;
                        match inside {
                            b'\\' => at += 1,
                            b'"' | b'\n' => break,
                            _ => {}
                        }
                    }
                }
                b'`' => at += skip(bytes, at, |b| b == b'`') + 1,
                _ => {}
            }
        }
        None
    })
}

fn skip(bytes: &[u8], from: usize, until: impl Fn(u8) -> bool) -> usize {
    bytes.get(from..).unwrap_or_default().iter().take_while(|&&byte| !until(byte)).count()
}
