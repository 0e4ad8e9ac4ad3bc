//! Line and column lookup in a text, fast for lines of any length.

use std::ops::Range;

/// The distance in bytes between positions with a stored character count.
const STRIDE: usize = 256;

/// The signs that end a line.
const ENDS: [char; 2] = ['\n', '\r'];

/// The lines of a text, each with its end: a line feed, a carriage return, or both.
pub fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find(ENDS).map_or(rest.len(), |at| at + if rest[at..].starts_with("\r\n") { 2 } else { 1 });
        let (line, behind) = rest.split_at(end);
        rest = behind;
        (!line.is_empty()).then_some(line)
    })
}

/// The line starts of a text, and a character count at every [`STRIDE`] bytes.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The byte at which each line begins; the first is 0.
    starts: Vec<u32>,
    /// The number of characters before each multiple of [`STRIDE`]; empty if the text is ASCII.
    counted: Vec<u32>,
}

impl Lines {
    /// Indexes a text in one pass.
    pub(crate) fn new(text: &str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        starts.push(0);
        let ended = lines_of(text).filter(|line| line.ends_with(ENDS));
        starts.extend(ended.scan(0, |at, line| {
            *at += line.len();
            Some(number(*at))
        }));
        let mut counted = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for bytes in text.as_bytes().chunks(STRIDE) {
                counted.push(number(count));
                count += bytes.iter().filter(|&&byte| begins(byte)).count();
            }
        }
        Lines { starts, counted }
    }

    /// The number of lines; an empty text has one.
    pub(crate) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line (from 0) that contains a byte.
    pub(crate) fn at(&self, byte: usize) -> usize {
        let byte = number(byte);
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The byte range of a line (from 0), including its line end.
    pub(crate) fn bytes(&self, line: usize, text: &str) -> Range<usize> {
        self.start(line, text)..self.start(line + 1, text)
    }

    fn start(&self, line: usize, text: &str) -> usize {
        self.starts.get(line).map_or(text.len(), |&start| start as usize)
    }

    /// The column of a byte in its line, in characters from 0.
    pub(crate) fn column(&self, byte: usize, text: &str) -> usize {
        let byte = byte.min(text.len());
        self.characters(byte, text).saturating_sub(self.characters(self.start(self.at(byte), text), text))
    }

    /// The byte at a column (from 0) of a line (from 0). A column past the end of the line yields the start of the next
    /// line; a position past the end of the text yields the text's length.
    pub(crate) fn byte(&self, line: usize, column: usize, text: &str) -> usize {
        let range = self.bytes(line, text);
        let wanted = self.characters(range.start, text).saturating_add(column);
        if self.counted.is_empty() {
            return wanted.min(range.end);
        }
        let near = self.counted.partition_point(|&count| count as usize <= wanted).saturating_sub(1);
        let before = self.counted.get(near).map_or(0, |&count| count as usize);
        let rest = text.as_bytes().get(near * STRIDE..).unwrap_or_default();
        let mut beginnings =
            rest.iter().enumerate().filter(|&(_, &byte)| begins(byte)).map(|(at, _)| near * STRIDE + at);
        beginnings.nth(wanted - before).map_or(range.end, |byte| byte.min(range.end))
    }

    /// The number of characters that begin before a byte.
    fn characters(&self, byte: usize, text: &str) -> usize {
        let near = byte / STRIDE;
        let Some(before) = self.counted.get(near) else {
            return if self.counted.is_empty() { byte } else { text.chars().count() };
        };
        let bytes = text.as_bytes().get(near * STRIDE..byte).unwrap_or_default();
        *before as usize + bytes.iter().filter(|&&byte| begins(byte)).count()
    }
}

/// True if a character begins with this byte.
fn begins(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_correct_in_lines_of_any_length() {
        for sign in ["x", "é", "€"] {
            let text = format!("{}\n{}é{}\n", sign.repeat(700), sign.repeat(300), sign.repeat(900));
            let lines = Lines::new(&text);
            let (mut line, mut column) = (0, 0);
            for (at, sign) in text.char_indices() {
                assert_eq!((lines.at(at), lines.column(at, &text)), (line, column));
                assert_eq!(lines.byte(line, column, &text), at);
                (line, column) = if sign == '\n' { (line + 1, 0) } else { (line, column + 1) };
            }
            assert_eq!(lines.byte(0, 9_000, &text), lines.bytes(0, &text).end);
            assert_eq!(lines.byte(7, 0, &text), text.len());
        }
    }

    #[test]
    fn a_line_feed_a_carriage_return_and_both_end_a_line() {
        let text = "a\r\nb\rc\n\n\r\rd";
        let all: Vec<&str> = lines_of(text).collect();
        assert_eq!(all, ["a\r\n", "b\r", "c\n", "\n", "\r", "\r", "d"]);
        assert_eq!(Lines::new(text).starts, [0, 3, 5, 7, 8, 9, 10]);
        assert_eq!((Lines::new("a\r").count(), Lines::new("a").count(), Lines::new("").count()), (2, 1, 1));
    }
}
