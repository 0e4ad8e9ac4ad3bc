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
    /// True if it prescribes no rule.
    pub prose: bool,
    /// One line in our own words.
    pub text: Option<String>,
    /// Where it is declared.
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

/// A place at which the rules ask how a ruling is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// The ruling.
    pub ruling: RulingId,
    /// The reading under which the rule there holds.
    pub reading: u16,
    /// Where it says so.
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
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}
