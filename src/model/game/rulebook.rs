//! The rulebook: its sections, where they are cited, and the questions that it leaves open.

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
    /// Its place in the source.
    pub span: Span,
}

/// A place at which the rules (not a test) cite a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The section.
    pub section: SectionId,
    /// The place of the citation in the source.
    pub span: Span,
}

/// A place at which the rules depend on a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The ruling.
    pub ruling: RulingId,
    /// The reading under which that rule applies.
    pub reading: u16,
    /// The place in the source.
    pub span: Span,
}

/// A ruling.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Its name.
    pub name: String,
    /// The question.
    pub title: String,
    /// Its readings: name and text.
    pub values: Vec<(String, String)>,
    /// The reading that holds unless another is set.
    pub default: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}
