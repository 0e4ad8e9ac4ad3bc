//! The rulebook: its sections, their citations, and rulings on the questions it leaves open.

use crate::source::Span;

use super::super::id::*;

/// A section of the rulebook.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its number, as cited.
    pub number: String,
    /// Other numbers by which the rulebook cites it.
    pub aliases: Vec<String>,
    /// Its title.
    pub title: String,
    /// True if it contains no rule.
    pub prose: bool,
    /// A one-line summary in our own words.
    pub text: Option<String>,
    /// Its source span.
    pub span: Span,
}

impl Section {
    /// True if this is its number or another of its numbers. The head of a chapter, `6.0`, is also called `6`.
    pub fn is_numbered(&self, number: &str) -> bool {
        std::iter::once(&self.number)
            .chain(&self.aliases)
            .any(|own| own.strip_suffix(".0") == Some(number) || own == number)
    }
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
