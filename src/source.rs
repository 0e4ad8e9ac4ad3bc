//! Texts and places in them: a span is half-open bytes in one source, and nothing else is a location.
//!
//! Everything here is independent of the language: spans, the map from source to text, and the plain spelling of names.

mod lines;
mod map;
mod plain;
mod span;
mod visible;

pub(crate) use lines::Lines;
pub use map::{Source, SourceMap};
pub use plain::{fold, plain};
pub use span::{SourceId, Span};
pub use visible::{steers, visible, visible_in_place};

#[cfg(test)]
mod tests;
