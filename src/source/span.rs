//! Spans: half-open byte ranges in one source.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Which text a place is in: an index handed out by [`SourceMap::add`](super::SourceMap::add).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source: where a piece of text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text in which the range lies.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span of `range` in `source`. Texts longer than four gigabytes are cut off, never a panic.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { source, start: cut(range.start), end: cut(range.end).max(cut(range.start)) }
    }

    /// The empty span at one byte, for "something is missing".
    pub fn point(source: SourceId, at: usize) -> Self {
        Self::new(source, at..at)
    }

    /// The byte range, for slicing the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// True if it covers nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both; of different sources the first one stays as it is.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Only the empty place behind it.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, ..self }
    }

    /// The part that begins `from` bytes in and is `len` bytes long, kept inside the span.
    #[must_use]
    pub fn part(self, from: usize, len: usize) -> Self {
        let range = self.range();
        let start = (range.start + from).min(range.end);
        Self::new(self.source, start..(start + len).min(range.end))
    }

    /// True if a byte of the same source lies in it; the empty span holds its own place.
    pub fn holds(self, at: usize) -> bool {
        self.range().contains(&at) || self.is_empty() && self.start as usize == at
    }

    /// True if another span lies within this one.
    pub fn covers(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// True if another span is only a part of this one.
    pub fn has_part(self, other: Span) -> bool {
        self.covers(other) && self != other
    }
}
