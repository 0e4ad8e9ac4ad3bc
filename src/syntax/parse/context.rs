//! What the builders of the tree share: the source, the diagnostics, spans without trailing trivia, doc comments.

use pest::iterators::Pair;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use crate::syntax::ast;
use crate::syntax::grammar::Rule;

pub(super) type Node<'i> = Pair<'i, Rule>;

pub(super) struct Context<'t> {
    pub(super) source: SourceId,
    /// The whole file, as the author wrote it.
    pub(super) text: &'t str,
    /// Where in the file the chunk begins that the grammar is reading.
    pub(super) base: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What a builder could not put into the tree of the chunk that is read.
    pub(super) lost: Vec<Span>,
    /// The guard of the replacement that is being read; nothing outside one.
    pub(super) guard: Option<ast::Guard>,
    /// The doc comments that belong to something.
    docs_used: Vec<usize>,
}

impl<'t> Context<'t> {
    pub(super) fn new(source: SourceId, text: &'t str) -> Self {
        Self { source, text, base: 0, diagnostics: Vec::new(), lost: Vec::new(), guard: None, docs_used: Vec::new() }
    }

    /// Where a node stands, without the blanks, line ends and comments that the grammar passed over behind it.
    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        Span::new(self.source, node.as_span().start() + self.base..end_of(node) + self.base)
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports what means something else than it was read as: whatever follows from it waits until it is mended.
    pub(super) fn misread(&mut self, diagnostic: Diagnostic, part: Span) {
        self.lost.push(part);
        self.report(diagnostic);
    }

    /// Whether an error has been reported on the line that begins at this byte.
    pub(super) fn said_on_line(&self, line: usize) -> bool {
        let end = self.text.get(line..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| line + at);
        self.diagnostics.iter().filter_map(Diagnostic::span).any(|span| (line..=end).contains(&(span.start as usize)))
    }

    /// The `///` lines above a node, without the slashes; nothing if something else stands before the node on its line.
    pub(super) fn doc(&mut self, node: &Node<'_>) -> Option<String> {
        let start = node.as_span().start() + self.base;
        let before = self.text.get(..start)?;
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if !before.get(line..)?.trim().is_empty() {
            return None;
        }
        let mut lines = Vec::new();
        let mut above = before.get(..line)?;
        while let Some(body) = above.strip_suffix('\n') {
            let begin = body.rfind('\n').map_or(0, |at| at + 1);
            let text = body.get(begin..)?;
            let trimmed = text.trim_start();
            let Some(doc) = trimmed.strip_prefix("///").filter(|rest| !rest.starts_with('/')) else {
                // A plain comment may stand between, as a remark to those who read the file.
                if lines.is_empty() && trimmed.starts_with("//") {
                    above = body.get(..begin)?;
                    continue;
                }
                break;
            };
            self.docs_used.push(begin + text.len() - trimmed.len());
            lines.push(doc.strip_prefix(' ').unwrap_or(doc).trim_end());
            above = body.get(..begin)?;
        }
        lines.reverse();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Warns of doc comments that no construct has taken.
    pub(super) fn loose_docs(&mut self, docs: &[usize]) {
        let mut used = std::mem::take(&mut self.docs_used);
        used.sort_unstable();
        for &at in docs.iter().filter(|at| used.binary_search(at).is_err()) {
            let len = self.text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default().trim_end().len();
            self.report(
                Diagnostic::warning("loose-doc", "this `///` comment documents nothing")
                    .at(Span::new(self.source, at..at + len), "the next line is not an item, step, fact or parameter")
                    .help("write `//` for a comment, or put it on the line above what it documents"),
            );
        }
    }
}

/// Where a node really ends. A rule that ends in an optional part has passed over blanks before finding that the part is missing;
/// its last inner node that holds anything has not, down to a node that passes over nothing.
fn end_of(node: &Node<'_>) -> usize {
    let span = node.as_span();
    if is_exact(node.as_rule()) {
        return span.end();
    }
    let mut inner = node.clone().into_inner();
    if inner.is_empty() {
        return span.end();
    }
    // Empty tails stand behind the blanks.
    while let Some(last) = inner.next_back() {
        if !last.as_str().is_empty() {
            return end_of(&last);
        }
    }
    span.start()
}

/// Rules that pass over nothing at their end, though their inner nodes may end before them.
fn is_exact(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expr
            | Rule::operand
            | Rule::conditional
            | Rule::switch
            | Rule::closure
            | Rule::path
            | Rule::subject
            | Rule::phrase
            | Rule::phrase_group
            | Rule::phrase_word
            | Rule::on_spaces
            | Rule::type_ref
            | Rule::word
            | Rule::cell
            | Rule::atom_word
            | Rule::sign_row
            | Rule::face
    )
}
