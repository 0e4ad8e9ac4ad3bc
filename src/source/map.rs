//! The source map: which texts there are, and where in them a byte, a line or a character stands.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use super::lines::{Lines, number};
use super::{SourceId, Span};

/// One text with the name that people see in front of its messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// Shown in diagnostics, for instance `rules/demo/04-combat.ori` or `<input>`.
    pub name: String,
    /// The whole text, as it was read.
    pub text: String,
    /// Name and text as they may be shown, where they hold signs that are not seen but act.
    shown: Option<Box<(String, String)>>,
    lines: Lines,
}

/// All texts of one run, found by their [`SourceId`].
///
/// Invariant: ids are never reused and texts never change, so a span stays true as long as the map lives.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// A map without any text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a text under its display name and says how it is called from now on.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        let lines = Lines::new(&text);
        let name = name.into();
        let shown = match (super::visible(&name), super::visible_in_place(&text)) {
            (std::borrow::Cow::Borrowed(_), std::borrow::Cow::Borrowed(_)) => None,
            (name, text) => Some(Box::new((name.into_owned(), text.into_owned()))),
        };
        self.sources.push(Source { name, text, shown, lines });
        id
    }

    /// The source of this id, if it is one of this map.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// All sources in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.sources.iter().enumerate().map(|(i, s)| (SourceId(u32::try_from(i).unwrap_or(u32::MAX)), s))
    }

    /// The display name, or `?` for an id of another map.
    pub fn name_of(&self, id: SourceId) -> &str {
        self.get(id).map_or("?", |source| source.name.as_str())
    }

    /// The text of a span; empty if the span does not fit its source.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).and_then(|source| source.text.get(span.range())).unwrap_or_default()
    }

    /// Line and column of a span's start, both counted from 1, columns in characters, as editors show them.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        self.get(span.source).map_or((1, 1), |source| source.line_column(span.start as usize))
    }

    /// `file:line:column`, the form that terminals and editors turn into a link.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.name_of(span.source))
    }

    /// The byte at a line and character column, both counted from 1: where Rhai says that something went wrong.
    ///
    /// A place beyond the line's end is its end, a line beyond the text's end is the end of the text.
    pub fn offset(&self, id: SourceId, line: u32, column: u32) -> usize {
        self.get(id).map_or(0, |source| source.offset(line, column))
    }

    /// The whole line (without its line end) in which a span begins.
    pub fn line_text(&self, span: Span) -> &str {
        let (line, _) = self.line_column(span);
        self.get(span.source).map_or("", |source| source.line(line))
    }
}

impl Source {
    /// Line and character column of a byte, counted from 1.
    pub fn line_column(&self, at: usize) -> (u32, u32) {
        (number(self.lines.at(at) + 1), number(self.lines.column(at, &self.text) + 1))
    }

    /// The byte at a line and character column, counted from 1.
    pub fn offset(&self, line: u32, column: u32) -> usize {
        let Some(index) = (line as usize).checked_sub(1) else { return 0 };
        if index >= self.lines.count() {
            return self.text.len();
        }
        let end = self.lines.bytes(index, &self.text).start + self.line(line).len();
        self.lines.byte(index, (column as usize).saturating_sub(1), &self.text).min(end)
    }

    /// A line (counted from 1) without its line end; empty if there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else { return "" };
        self.text.get(self.line_bytes(index)).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// How many lines there are; an empty text has one.
    pub fn lines(&self) -> u32 {
        number(self.lines.count())
    }

    fn line_bytes(&self, index: usize) -> Range<usize> {
        self.lines.bytes(index, &self.text)
    }
}

/// codespan-reporting draws source lines from here.
impl<'a> Files<'a> for SourceMap {
    type FileId = SourceId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: SourceId) -> Result<&'a str, Error> {
        let name = |source: &'a Source| source.shown.as_deref().map_or(source.name.as_str(), |(name, _)| name);
        self.get(id).map(name).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: SourceId) -> Result<&'a str, Error> {
        let text = |source: &'a Source| source.shown.as_deref().map_or(source.text.as_str(), |(_, text)| text);
        self.get(id).map(text).ok_or(Error::FileMissing)
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
