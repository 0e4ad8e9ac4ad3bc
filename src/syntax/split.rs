//! Cuts a file into top-level items before the grammar reads it, so that a mistake in one item never hides the next.
//!
//! In: the text. Out: chunks that begin at an item's keyword, with what only a scanner of brackets, strings and comments
//! can say: strings and brackets without an end, signs that look like others, words that begin no item.
//! It knows the first words of items and nothing else of the grammar.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

mod foreign;
mod hidden;
mod lookalike;
mod scan;
mod words;

pub(crate) use words::ITEM_WORDS;

#[cfg(test)]
mod tests;

/// How deep brackets may stand in each other. It keeps the grammar's recursion far from the stack's end.
pub(super) const DEPTH_LIMIT: usize = 64;

/// A stretch of the file that holds one item (or several, if they stand on one line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    /// Where it stands, up to the beginning of the next one.
    pub range: Range<usize>,
    /// Whether the grammar can make anything of it: its brackets match and it begins with an item's word.
    pub readable: bool,
    /// Lines (by their first byte) about which something has been said already.
    pub told: Vec<usize>,
}

/// What the scanner found.
pub(super) struct Split {
    /// The chunks from first to last.
    pub chunks: Vec<Chunk>,
    /// What is wrong with brackets, strings and signs.
    pub diagnostics: Vec<Diagnostic>,
    /// The text as the grammar reads it, byte for byte as long: comments are blank, look-alikes are the signs that are meant.
    /// Nothing if there is nothing to replace.
    pub mended: Option<String>,
    /// Where `///` comments begin.
    pub docs: Vec<usize>,
}

/// Cuts a text into chunks.
pub(super) fn split(source: SourceId, text: &str) -> Split {
    with_hidden(source, text, scan::Scanner::new(source, text).run())
}

/// Looks through a text that is no file, such as a line that a player types: without chunks, the rest as for a file.
pub(super) fn clean(source: SourceId, text: &str) -> Split {
    with_hidden(source, text, scan::Scanner::new(source, text).without_items().run())
}

fn with_hidden(source: SourceId, text: &str, mut split: Split) -> Split {
    split.diagnostics.extend(hidden::hidden_signs(source, text));
    split
}
