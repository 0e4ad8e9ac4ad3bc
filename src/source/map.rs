//! The source map: all texts of a run, with conversion between bytes, lines and columns.

use std::ops::Range;
use std::sync::OnceLock;

use codespan_reporting::files::{Error, Files};

use super::lines::{Lines, number};
use super::{SourceId, Span, visible, visible_in_place};

/// One text with its display name.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name shown in diagnostics, for example `rules/demo/04-combat.ori` or `<input>`.
    pub name: String,
    /// The whole text as read.
    pub text: String,
    /// Name and text made safe to display, computed when a diagnostic first shows them.
    shown: OnceLock<(String, String)>,
    lines: Lines,
}

/// All texts of one run, by [`SourceId`].
///
/// Invariant: ids are never reused and texts never change, so a span stays valid for the life of the map.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under its display name and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        let lines = Lines::new(&text);
        let name = name.into();
        self.sources.push(Source { name, text, shown: OnceLock::new(), lines });
        id
    }

    /// This map with another text in the place of one, under the same name and id.
    #[must_use]
    pub fn with_text(&self, id: SourceId, text: impl Into<String>) -> SourceMap {
        let mut map = self.clone();
        if let Some(source) = map.sources.get_mut(id.0 as usize) {
            let text = text.into();
            *source = Source { name: source.name.clone(), lines: Lines::new(&text), shown: OnceLock::new(), text };
        }
        map
    }

    /// The source with this id, or `None` if the id is not from this map.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// All sources in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().enumerate().map(|(i, s)| (SourceId(u32::try_from(i).unwrap_or(u32::MAX)), s))
    }

    /// The display name, or `?` for an id from another map.
    pub fn name_of(&self, id: SourceId) -> &str {
        self.get(id).map_or("?", |source| source.name.as_str())
    }

    /// The text of a span; empty if the span does not fit its source.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).and_then(|source| source.text.get(span.range())).unwrap_or_default()
    }

    /// The line and column of a span's start, from 1; columns count characters, as editors do.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        self.get(span.source).map_or((1, 1), |source| source.line_column(span.start as usize))
    }

    /// The position as `file:line:column`, which terminals and editors turn into a link.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.name_of(span.source))
    }

    /// The whole line in which a span begins, without its line end.
    pub fn line_text(&self, span: Span) -> &str {
        let (line, _) = self.line_column(span);
        self.get(span.source).map_or("", |source| source.line(line))
    }
}

impl Source {
    /// The line and character column of a byte, from 1.
    pub fn line_column(&self, at: usize) -> (u32, u32) {
        (number(self.lines.at(at) + 1), number(self.lines.column(at, &self.text) + 1))
    }

    /// The byte at a line and character column, from 1. A column past the end of the line yields the end of the line; a
    /// line past the end of the text yields the end of the text.
    pub fn offset(&self, line: u32, column: u32) -> usize {
        let Some(index) = (line as usize).checked_sub(1) else { return 0 };
        if index >= self.lines.count() {
            return self.text.len();
        }
        let end = self.lines.bytes(index, &self.text).start + self.line(line).len();
        self.lines.byte(index, (column as usize).saturating_sub(1), &self.text).min(end)
    }

    /// A line (from 1) without its line end. Empty if there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else { return "" };
        self.text.get(self.line_bytes(index)).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// The number of lines. An empty text has one.
    pub fn lines(&self) -> u32 {
        number(self.lines.count())
    }

    /// Name and text without control and direction characters.
    fn shown(&self) -> &(String, String) {
        self.shown.get_or_init(|| (visible(&self.name).into_owned(), visible_in_place(&self.text).into_owned()))
    }

    fn line_bytes(&self, index: usize) -> Range<usize> {
        self.lines.bytes(index, &self.text)
    }
}

/// codespan-reporting reads source lines through this trait.
impl<'a> Files<'a> for SourceMap {
    type FileId = SourceId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: SourceId) -> Result<&'a str, Error> {
        self.get(id).map(|source| source.shown().0.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: SourceId) -> Result<&'a str, Error> {
        self.get(id).map(|source| source.shown().1.as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: SourceId, byte: usize) -> Result<usize, Error> {
        self.get(id).map(|source| source.lines.at(byte)).ok_or(Error::FileMissing)
    }

    fn line_range(&'a self, id: SourceId, line: usize) -> Result<Range<usize>, Error> {
        let source = self.get(id).ok_or(Error::FileMissing)?;
        let max = source.lines.count();
        if line >= max {
            return Err(Error::LineTooLarge { given: line, max: max.saturating_sub(1) });
        }
        Ok(source.line_bytes(line))
    }
}
