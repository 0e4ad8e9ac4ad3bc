//! Splits a file into top-level items before parsing, so that an error in one item never hides the next.
//!
//! Input: the text. Output: chunks that begin at an item's keyword, with the errors a bracket, string and comment
//! scanner can find: unclosed strings and brackets, look-alike characters, and unknown first words. It knows the first
//! words of items and no other grammar.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

mod foreign;
mod hidden;
mod lookalike;
mod quotes;
mod scan;
mod words;

pub(crate) use foreign::foreign_help;
pub(super) use lookalike::{in_latin, mixed, word_at};
pub(crate) use words::ITEM_WORDS;

#[cfg(test)]
mod tests;

/// The maximum nesting depth of brackets. It keeps the grammar's recursion well within the stack.
pub(super) const DEPTH_LIMIT: usize = 64;

/// A stretch of the file that holds one item (or several, if they share a line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// Its bytes, up to the start of the next chunk.
    pub range: Range<usize>,
    /// True if the chunk can be parsed: its brackets match and it begins with an item's word.
    pub readable: bool,
    /// Lines (by first byte) that already have a diagnostic.
    pub told: Vec<usize>,
}

/// The result of the scan.
pub(super) struct Split {
    /// The chunks from first to last.
    pub chunks: Vec<Chunk>,
    /// Errors in brackets, strings and characters.
    pub diagnostics: Vec<Diagnostic>,
    /// The text for the grammar, with the same length in bytes: comments and tabs are blanked and look-alikes replaced.
    /// `None` if nothing was replaced.
    pub mended: Option<String>,
    /// The starts of `///` comments.
    pub docs: Vec<usize>,
    /// Where its texts, comments and brackets stand.
    pub shape: Shape,
}

/// The byte ranges of what a layout must know of a text, each list in the order of the ends. Complete if there are no
/// errors.
#[derive(Default)]
pub(super) struct Shape {
    /// Strings and characters, with their quotes.
    pub texts: Vec<Range<usize>>,
    /// Comments, without the line end.
    pub comments: Vec<Range<usize>>,
    /// From an opening bracket to the one that closes it, that one not included.
    pub brackets: Vec<Range<usize>>,
}

/// Splits a text into chunks.
pub(super) fn split(source: SourceId, text: &str) -> Split {
    if let Some(problem) = hidden::wide(source, text) {
        return Split {
            chunks: Vec::new(),
            diagnostics: vec![problem],
            mended: None,
            docs: Vec::new(),
            shape: Shape::default(),
        };
    }
    with_hidden(source, text, scan::Scanner::new(source, text).run())
}

/// Scans a text that is not a file, such as a line a player types: no chunks, otherwise as for a file.
pub(super) fn clean(source: SourceId, text: &str) -> Split {
    with_hidden(source, text, scan::Scanner::new(source, text).without_items().run())
}

fn with_hidden(source: SourceId, text: &str, mut split: Split) -> Split {
    split.diagnostics.extend(hidden::hidden_signs(source, text));
    split
}
