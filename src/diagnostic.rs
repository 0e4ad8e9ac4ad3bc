//! What authors of texts are told: a diagnostic is data, made where the mistake is found and rendered at the edge.
//!
//! Invariant: only `render` and `narrow` know codespan-reporting, and nothing here prints.

pub mod codes;
mod narrow;
pub mod render;
mod suggest;
pub mod words;

pub use suggest::{in_measure, instead, look, may_look, nearest};

use serde::Serialize;

use crate::source::Span;

#[cfg(test)]
mod tests;

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing needs to be changed.
    Note,
    /// Probably a mistake; the game can be played.
    Warning,
    /// The text means nothing as it stands.
    Error,
}

/// A place with a few words on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is at the place; may be empty.
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
    /// How grave it is.
    pub severity: Severity,
    /// One line that makes sense alone: lower case, no full stop, what the text says in backticks.
    pub headline: String,
    /// The smallest text to change; nothing for what has no place, like an empty folder.
    pub primary: Option<Label>,
    /// The other parties: a declaration, an earlier rule, the opening brace.
    pub secondary: Vec<Label>,
    /// Facts, each a line; those that begin with `rule: ` name a section.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake that must be mended.
    pub fn error(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, headline.into())
    }

    /// Probably a mistake.
    pub fn warning(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, headline.into())
    }

    /// Worth knowing.
    pub fn remark(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, headline.into())
    }

    fn new(severity: Severity, code: &'static str, headline: String) -> Self {
        Self { code, severity, headline, primary: None, secondary: Vec::new(), notes: Vec::new(), help: None }
    }

    /// Where: the smallest text to change.
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: label.into() });
        self
    }

    /// Where else: the other party.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: label.into() });
        self
    }

    /// A fact that explains.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The section of the rulebook that matters here.
    pub fn rule(self, section: impl Into<String>) -> Self {
        self.note(format!("rule: {}", section.into()))
    }

    /// What to do; the last call wins, since there is at most one help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The help `did you mean …?`, if there is a name to offer.
    pub fn did_you_mean(self, nearest: Option<&str>) -> Self {
        match nearest {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// The nearest of these names as a help, or all of them if they are few and none is near.
    pub fn instead_of<'n>(self, written: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        match instead(written, names) {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Its place, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }

    /// Whether it must be mended.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Whether any of these must be mended.
pub fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}
