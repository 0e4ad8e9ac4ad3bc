//! The rulebook: its sections, their citations, and rulings on the questions it leaves open.

use crate::source::Span;

use super::super::id::*;

/// A section of the rulebook.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its number, as cited.
    pub number: String,
    /// Its title.
    pub title: String,
    /// True if it contains no rule.
    pub prose: bool,
    /// A one-line summary in our own words.
    pub text: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// A place where the rules (not a test) cite a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The section.
    pub section: SectionId,
    /// The source span of the citation.
    pub span: Span,
}

/// A place where the rules depend on a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The ruling.
    pub ruling: RulingId,
    /// The reading under which that rule applies.
    pub reading: u16,
    /// Its source span.
    pub span: Span,
}

/// A ruling: a question the rulebook leaves open, with its possible readings.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Its name.
    pub name: String,
    /// The question.
    pub title: String,
    /// Its readings: name and text.
    pub values: Vec<(String, String)>,
    /// The reading in force unless another is selected.
    pub default: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}
