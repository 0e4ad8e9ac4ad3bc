//! Diagnostics: messages to the authors of texts. A diagnostic is data, created where the error is found and rendered
//! at the edge.
//!
//! Invariant: only `render` and `narrow` use codespan-reporting, and nothing here prints.

pub mod codes;
mod narrow;
pub mod render;
mod suggest;
pub mod words;

pub use suggest::{Advice, did_you_mean, in_measure, instead, look, may_look, nearest};

use serde::Serialize;

use crate::source::Span;

#[cfg(test)]
mod tests;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Information. No change is needed.
    Note,
    /// Probably a mistake. The game can be played.
    Warning,
    /// The text has no meaning as written.
    Error,
}

/// A place with a short text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text about the place. May be empty.
    pub text: String,
}

/// One message to the author of a text.
///
/// It reads as a sentence where it is made:
/// `Diagnostic::error("unknown-word", "no word `enaged`").at(span, "asked here").help("did you mean `engaged`?")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[must_use]
pub struct Diagnostic {
    /// The readable name of its code, a row of [`codes`].
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// One line that is understandable alone: lower case, no full stop, quoted text in backticks.
    pub headline: String,
    /// The smallest text to change. None for an error without a place, such as an empty folder.
    pub primary: Option<Label>,
    /// Related places: a declaration, an earlier rule, the opening brace.
    pub secondary: Vec<Label>,
    /// Facts, one a line. Those that begin with `rule: ` name a section.
    pub notes: Vec<String>,
    /// The advice.
    pub help: Option<String>,
    /// Where the advice comes from. A check that knows more names may improve on a suggestion.
    #[serde(skip)]
    pub advice: Advice,
    /// What the name at the primary place was looked up as, without success: `scope`, `kind`. None if the place is no
    /// such name.
    #[serde(skip)]
    pub seeks: Option<String>,
}

impl Diagnostic {
    /// A diagnostic for an error.
    pub fn error(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, headline.into())
    }

    /// A diagnostic for a probable mistake.
    pub fn warning(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, headline.into())
    }

    /// A diagnostic that only informs.
    pub fn remark(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, headline.into())
    }

    fn new(severity: Severity, code: &'static str, headline: String) -> Self {
        Self {
            code,
            severity,
            headline,
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
            advice: Advice::Stated,
            seeks: None,
        }
    }

    /// Sets the primary place: the smallest text to change.
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: label.into() });
        self
    }

    /// Adds a related place.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.point_also(span, label);
        self
    }

    /// Adds another place that matters to a diagnostic that stands already.
    pub fn point_also(&mut self, span: Span, label: impl Into<String>) {
        self.secondary.push(Label { span, text: label.into() });
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds the relevant section of the rulebook.
    pub fn rule(self, section: impl Into<String>) -> Self {
        self.note(format!("rule: {}", section.into()))
    }

    /// Sets the advice. There is at most one, so a later call replaces it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self.advice = Advice::Stated;
        self
    }

    /// Sets the advice, if there is any.
    pub fn help_if(self, help: Option<impl Into<String>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Sets the primary place: a name that was looked up there as this, without success.
    pub fn seeking(mut self, what: &str, span: Span, label: impl Into<String>) -> Self {
        self.seeks = Some(what.to_owned());
        self.at(span, label)
    }

    /// Sets the help `did you mean …?`, if there is a name to suggest.
    pub fn did_you_mean(self, nearest: Option<&str>) -> Self {
        self.suggest(nearest.map(|name| Advice::Nearest(name.to_owned())))
    }

    /// Sets a help with the nearest of these names, or with all of them if they are few and none is near.
    pub fn instead_of<N: AsRef<str>>(self, written: &str, names: impl IntoIterator<Item = N>) -> Self {
        self.suggest(instead(written, names))
    }

    /// Sets the help that suggests these names, if there are any.
    pub fn suggest(mut self, advice: Option<Advice>) -> Self {
        if let Some(advice) = advice {
            self.help = advice.text();
            self.advice = advice;
        }
        self
    }

    /// The primary place, if there is one.
    pub fn span(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }

    /// True for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// True if any of these is an error.
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// Adds those of the found diagnostics that are errors and not yet among the known ones.
pub fn add_errors(known: &mut Vec<Diagnostic>, found: impl IntoIterator<Item = Diagnostic>) {
    for one in found {
        if one.is_error() && !known.contains(&one) {
            known.push(one);
        }
    }
}
