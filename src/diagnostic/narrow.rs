//! Shortens long lines quoted in a message to the surroundings of the marks. A line may have ten million characters.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use super::{Diagnostic, Label};
use crate::source::{SourceId, SourceMap, Span};

/// A line with more bytes than this is quoted in part.
const LONG: usize = 400;
/// The number of bytes quoted before a mark in a long line.
const BEFORE: usize = 120;
/// The most lines a message shows before and after a mark.
const AROUND: usize = 2;
/// The sign for omitted text.
const GAP: &str = "… ";

/// The lines that a message quotes.
pub(super) struct Narrow<'s> {
    sources: &'s SourceMap,
    texts: Vec<Excerpt>,
}

struct Excerpt {
    source: SourceId,
    text: String,
    lines: Vec<Line>,
}

/// A line of an excerpt.
struct Line {
    /// Its start in the excerpt.
    start: usize,
    /// Its line in the whole text, from 0.
    number: usize,
    /// The quoted bytes of the whole text.
    quoted: Range<usize>,
    /// The number of bytes of the sign for omitted text before the quotation.
    gap: usize,
}

impl<'s> Narrow<'s> {
    /// The message with its marks moved to their places in the excerpts. None if no line it quotes is long.
    pub(super) fn of(diagnostic: &Diagnostic, sources: &'s SourceMap) -> Option<(Narrow<'s>, Diagnostic)> {
        let mut marks: Vec<Span> =
            diagnostic.primary.iter().chain(&diagnostic.secondary).map(|label| label.span).collect();
        let is_long = |span: &Span| {
            near(sources, *span)
                .into_iter()
                .any(|line| sources.line_range(span.source, line).is_ok_and(|bytes| bytes.len() > LONG))
        };
        if !marks.iter().any(is_long) {
            return None;
        }
        marks.sort();
        let mut narrow = Narrow { sources, texts: Vec::new() };
        for of_source in marks.chunk_by(|one, other| one.source == other.source) {
            narrow.texts.extend(excerpt(sources, of_source));
        }
        let moved = |label: &Label| Label { span: narrow.moved(label.span), text: label.text.clone() };
        let moved = Diagnostic {
            primary: diagnostic.primary.as_ref().map(moved),
            secondary: diagnostic.secondary.iter().map(moved).collect(),
            ..diagnostic.clone()
        };
        Some((narrow, moved))
    }

    fn excerpt(&self, source: SourceId) -> Result<&Excerpt, Error> {
        self.texts.iter().find(|text| text.source == source).ok_or(Error::FileMissing)
    }

    fn moved(&self, span: Span) -> Span {
        let Ok(excerpt) = self.excerpt(span.source) else { return span };
        let (start, end) = (excerpt.place(span.start as usize), excerpt.place(span.end as usize));
        Span::new(span.source, start..end.max(start))
    }
}

/// The lines shown around both ends of a mark.
fn near(sources: &SourceMap, span: Span) -> Vec<usize> {
    let last = sources.get(span.source).map_or(0, |source| (source.lines() as usize).saturating_sub(1));
    let line = |byte: u32| sources.line_index(span.source, byte as usize).unwrap_or(0);
    let around = |line: usize| line.saturating_sub(AROUND)..=(line + AROUND).min(last);
    around(line(span.start)).chain(around(line(span.end))).collect()
}

fn excerpt(sources: &SourceMap, marks: &[Span]) -> Option<Excerpt> {
    let source = marks.first()?.source;
    let whole = sources.source(source).ok()?;
    let mut numbers: Vec<usize> = marks.iter().flat_map(|mark| near(sources, *mark)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut excerpt = Excerpt { source, text: String::new(), lines: Vec::new() };
    for number in numbers {
        let bytes = sources.line_range(source, number).ok()?;
        let mark = marks.iter().map(|mark| mark.start as usize).find(|start| bytes.contains(start));
        let quoted = part(whole, &bytes, mark.unwrap_or(bytes.start));
        let start = excerpt.text.len();
        let gap = if quoted.start > bytes.start { GAP } else { "" };
        excerpt.text.push_str(gap);
        excerpt.text.push_str(whole.get(quoted.clone())?.trim_end_matches(['\n', '\r']));
        if quoted.end < bytes.end {
            excerpt.text.push_str(" …");
        }
        excerpt.text.push('\n');
        excerpt.lines.push(Line { start, number, quoted, gap: gap.len() });
    }
    Some(excerpt)
}

/// The quoted part of a line: all of it unless it is long.
fn part(text: &str, line: &Range<usize>, mark: usize) -> Range<usize> {
    if line.len() <= LONG {
        return line.clone();
    }
    let inside = |at: usize| (line.start..=at).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(line.start);
    let start = inside(mark.saturating_sub(BEFORE).max(line.start));
    start..inside((start + LONG).min(line.end))
}

impl Excerpt {
    /// The place in the excerpt of a byte of the whole text. If the byte is not quoted, the place beside the omission.
    fn place(&self, byte: usize) -> usize {
        let at = self.lines.partition_point(|line| line.quoted.start <= byte).saturating_sub(1);
        let Some(line) = self.lines.get(at) else { return 0 };
        let begin = line.start + line.gap;
        let end = self.lines.get(at + 1).map_or(self.text.len(), |next| next.start).saturating_sub(1);
        (begin + byte.clamp(line.quoted.start, line.quoted.end) - line.quoted.start).min(end)
    }

    fn at(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.start <= byte).saturating_sub(1)
    }
}

impl<'a> Files<'a> for Narrow<'_> {
    type FileId = SourceId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: SourceId) -> Result<&'a str, Error> {
        self.sources.name(id)
    }

    fn source(&'a self, id: SourceId) -> Result<&'a str, Error> {
        Ok(&self.excerpt(id)?.text)
    }

    fn line_index(&'a self, id: SourceId, byte: usize) -> Result<usize, Error> {
        Ok(self.excerpt(id)?.at(byte))
    }

    fn line_number(&'a self, id: SourceId, line: usize) -> Result<usize, Error> {
        let lines = &self.excerpt(id)?.lines;
        let max = lines.len();
        Ok(lines.get(line).ok_or(Error::LineTooLarge { given: line, max })?.number + 1)
    }

    fn column_number(&'a self, id: SourceId, line: usize, byte: usize) -> Result<usize, Error> {
        let lines = &self.excerpt(id)?.lines;
        let max = lines.len();
        let line = lines.get(line).ok_or(Error::LineTooLarge { given: line, max })?;
        let whole = line.quoted.start + byte.saturating_sub(line.start + line.gap);
        Ok(self.sources.line_column(Span::new(id, whole..whole)).1 as usize)
    }

    fn line_range(&'a self, id: SourceId, line: usize) -> Result<Range<usize>, Error> {
        let excerpt = self.excerpt(id)?;
        let start = |at: usize| excerpt.lines.get(at).map(|line| line.start);
        let max = excerpt.lines.len();
        let begin = start(line).ok_or(Error::LineTooLarge { given: line, max })?;
        Ok(begin..start(line + 1).unwrap_or(excerpt.text.len()))
    }
}
