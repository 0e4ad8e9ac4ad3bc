//! State shared by the tree builders: source, diagnostics, trimmed spans, doc comments.

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
    /// The start in the file of the chunk being parsed.
    pub(super) base: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Parts of the current chunk that could not be put into the tree.
    pub(super) lost: Vec<Span>,
    /// The guard of the replacement being parsed; `None` outside one.
    pub(super) guard: Option<ast::Guard>,
    /// The doc comments already attached to a construct.
    docs_used: Vec<usize>,
}

impl<'t> Context<'t> {
    pub(super) fn new(source: SourceId, text: &'t str) -> Self {
        Self { source, text, base: 0, diagnostics: Vec::new(), lost: Vec::new(), guard: None, docs_used: Vec::new() }
    }

    /// The span of a node, without the trailing spaces, line ends and comments that the grammar consumed.
    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        Span::new(self.source, node.as_span().start() + self.base..end_of(node) + self.base)
    }

    pub(super) fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports a part that means something else than it was read as, and marks it lost, so that it causes no further
    /// errors.
    pub(super) fn misread(&mut self, diagnostic: Diagnostic, part: Span) {
        self.lost.push(part);
        self.report(diagnostic);
    }

    /// True if a diagnostic begins on the line that starts at this byte.
    pub(super) fn said_on_line(&self, line: usize) -> bool {
        let end = self.text.get(line..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| line + at);
        self.diagnostics.iter().filter_map(Diagnostic::span).any(|span| (line..=end).contains(&(span.start as usize)))
    }

    /// The `///` lines above a node, without the slashes; `None` if the node is not first on its line.
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
            // A byte order mark may stand before the first line.
            let trimmed = text.trim_start_matches('\u{feff}').trim_start();
            let Some(doc) = trimmed.strip_prefix("///").filter(|rest| !rest.starts_with('/')) else {
                // A plain comment may come between.
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

    /// Warns about doc comments that no construct has taken.
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

/// The true end of a node. A rule that ends in an optional part has consumed spaces before finding the part missing.
/// Its last non-empty inner node has not, down to a node that consumes no trailing space.
fn end_of(node: &Node<'_>) -> usize {
    let span = node.as_span();
    if is_exact(node.as_rule()) {
        return span.end();
    }
    let mut inner = node.clone().into_inner();
    if inner.is_empty() {
        return span.end();
    }
    // Empty tails lie after the spaces.
    while let Some(last) = inner.next_back() {
        if !last.as_str().is_empty() {
            return end_of(&last);
        }
    }
    span.start()
}

/// True for rules that consume no trailing space, though their inner nodes may end earlier.
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

/// A line of which an item has one.
pub(super) fn twice(line: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error("said-twice", format!("`{line}` stands here twice"))
        .at(span, "again")
        .also(earlier, "first")
        .help("keep one of the two, or put both into one")
}
