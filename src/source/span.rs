//! Spans: half-open byte ranges in one source.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The id of a text, returned by [`SourceMap::add`](super::SourceMap::add).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// A half-open byte range in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text that contains the range.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span of `range` in `source`. Offsets past four gigabytes are clamped; this never panics.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { source, start: cut(range.start), end: cut(range.end).max(cut(range.start)) }
    }

    /// The empty span at one byte, for a missing part.
    pub fn point(source: SourceId, at: usize) -> Self {
        Self::new(source, at..at)
    }

    /// The byte range, for slicing the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The length in bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// True if the span has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that covers both. Returns `self` if the sources differ.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span at the end of this one.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, ..self }
    }

    /// The part that begins `from` bytes in and is `len` bytes long, clamped to the span.
    #[must_use]
    pub fn part(self, from: usize, len: usize) -> Self {
        let range = self.range();
        let start = (range.start + from).min(range.end);
        Self::new(self.source, start..(start + len).min(range.end))
    }

    /// True if the span contains the byte; an empty span contains its own position.
    pub fn holds(self, at: usize) -> bool {
        self.range().contains(&at) || self.is_empty() && self.start as usize == at
    }

    /// True if the other span lies within this one.
    pub fn covers(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// True if the other span is a proper part of this one.
    pub fn has_part(self, other: Span) -> bool {
        self.covers(other) && self != other
    }
}
