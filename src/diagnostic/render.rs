//! Diagnostics as text and as JSON. Only this file and `narrow` use codespan-reporting.

use codespan_reporting::diagnostic as drawn;
use codespan_reporting::files::Files;
use codespan_reporting::term::{self, termcolor};
use serde_json::{Value, json};

use super::narrow::Narrow;
use super::{Diagnostic, Label, Severity, codes};
use crate::source::{SourceId, SourceMap, visible};

/// One diagnostic as plain text, with the quoted lines.
pub fn plain(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let cleaned = cleaned(diagnostic);
    let drawn = match Narrow::of(&cleaned, sources) {
        Some((narrow, moved)) => term::emit_into_string(&config(), &narrow, &draw(&moved, &narrow)),
        None => term::emit_into_string(&config(), sources, &draw(&cleaned, sources)),
    };
    drawn.unwrap_or_else(|_| bare(diagnostic))
}

/// One diagnostic as text with ANSI colours.
pub fn coloured(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut out = termcolor::Ansi::new(Vec::new());
    let cleaned = cleaned(diagnostic);
    let drawn = match Narrow::of(&cleaned, sources) {
        Some((narrow, moved)) => term::emit_to_write_style(&mut out, &config(), &narrow, &draw(&moved, &narrow)),
        None => term::emit_to_write_style(&mut out, &config(), sources, &draw(&cleaned, sources)),
    };
    match drawn {
        Ok(()) => String::from_utf8_lossy(&out.into_inner()).into_owned(),
        Err(_) => bare(diagnostic),
    }
}

/// The most diagnostics of a kind that are shown at once.
pub const MOST_SHOWN: usize = 100;

/// Many diagnostics as plain text, separated by empty lines. If there are too many, the rest are counted.
pub fn plain_all(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let shown = diagnostics.iter().take(MOST_SHOWN).map(|one| plain(one, sources));
    let more = diagnostics.len().saturating_sub(MOST_SHOWN);
    let rest = (more > 0).then(|| format!("and {more} more; `oriflamme check --all` shows them"));
    shown.chain(rest).collect::<Vec<_>>().join("\n")
}

/// A diagnostic without terminal control characters, which quoted text may contain.
fn cleaned(diagnostic: &Diagnostic) -> Diagnostic {
    let clean = |text: &String| visible(text).into_owned();
    let label = |label: &Label| Label { span: label.span, text: clean(&label.text) };
    Diagnostic {
        code: diagnostic.code,
        severity: diagnostic.severity,
        headline: clean(&diagnostic.headline),
        primary: diagnostic.primary.as_ref().map(label),
        secondary: diagnostic.secondary.iter().map(label).collect(),
        notes: diagnostic.notes.iter().map(clean).collect(),
        help: diagnostic.help.as_ref().map(clean),
        advice: diagnostic.advice.clone(),
        seeks: diagnostic.seeks.clone(),
    }
}

/// One diagnostic as JSON for editors and scripts. Places are given as line and column (from 1) and as bytes.
pub fn to_json(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let diagnostic = &cleaned(diagnostic);
    let code = codes::find(diagnostic.code);
    json!({
        "code": diagnostic.code,
        "number": code.map(|code| code.number),
        "severity": diagnostic.severity,
        "headline": diagnostic.headline,
        "primary": diagnostic.primary.as_ref().map(|label| label_json(label, sources)),
        "secondary": diagnostic.secondary.iter().map(|label| label_json(label, sources)).collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

fn label_json(label: &Label, sources: &SourceMap) -> Value {
    let (line, column) = sources.line_column(label.span);
    let (end_line, end_column) = sources.line_column(label.span.after());
    json!({
        "file": visible(sources.name_of(label.span.source)),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start": label.span.start,
        "end": label.span.end,
        "text": label.text,
    })
}

fn config() -> term::Config {
    term::Config { start_context_lines: 2, end_context_lines: 1, ..term::Config::default() }
}

/// A diagnostic without quoted lines, for spans that fit no source.
fn bare(diagnostic: &Diagnostic) -> String {
    format!("{}[{}]: {}\n", severity_word(diagnostic.severity), diagnostic.code, visible(&diagnostic.headline))
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn draw<'f, F>(diagnostic: &Diagnostic, files: &'f F) -> drawn::Diagnostic<SourceId>
where
    F: Files<'f, FileId = SourceId, Source = &'f str>,
{
    let severity = match diagnostic.severity {
        Severity::Note => drawn::Severity::Note,
        Severity::Warning => drawn::Severity::Warning,
        Severity::Error => drawn::Severity::Error,
    };
    let code = match codes::find(diagnostic.code) {
        Some(code) => format!("{} {}", code.number, code.name),
        None => diagnostic.code.to_owned(),
    };
    let primary = diagnostic.primary.iter().map(|label| draw_label(drawn::LabelStyle::Primary, label, files));
    let secondary = diagnostic.secondary.iter().map(|label| draw_label(drawn::LabelStyle::Secondary, label, files));
    let notes = diagnostic.notes.iter().map(|note| {
        if ["rule: ", "help: "].iter().any(|head| note.starts_with(head)) {
            note.clone()
        } else {
            format!("note: {note}")
        }
    });
    let help = diagnostic.help.iter().map(|help| format!("help: {help}"));
    drawn::Diagnostic::new(severity)
        .with_code(code)
        .with_message(&diagnostic.headline)
        .with_labels(primary.chain(secondary).collect())
        .with_notes(notes.chain(help).collect())
}

fn draw_label<'f, F>(style: drawn::LabelStyle, label: &Label, files: &'f F) -> drawn::Label<SourceId>
where
    F: Files<'f, FileId = SourceId, Source = &'f str>,
{
    // A span of an older text may end beyond this one or inside a character. Quotations stay inside the text.
    let text = files.source(label.span.source).unwrap_or_default();
    let inside = |at: usize| {
        let at = at.min(text.len());
        (0..=at).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0)
    };
    let range = inside(label.span.range().start)..inside(label.span.range().end);
    drawn::Label::new(style, label.span.source, range).with_message(&label.text)
}
