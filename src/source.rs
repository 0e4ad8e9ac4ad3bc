//! Source texts and spans. A location is always a span: a half-open byte range in one source.
//!
//! This module is independent of the language: spans, the source map, and the plain spelling of names.

mod lines;
mod map;
mod plain;
mod span;
mod visible;

pub use lines::lines_of;
pub use map::{Source, SourceMap};
pub use plain::{fold, plain, plain_words, same_name, spelling};
pub use span::{SourceId, Span};
pub(crate) use visible::unusual;
pub use visible::{steers, visible, visible_in_place};

#[cfg(test)]
mod tests;
