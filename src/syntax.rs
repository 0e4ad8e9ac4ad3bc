//! The front end: text in, a spanned syntax tree and diagnostics out. What names mean is decided later, by the checker.

pub mod ast;
mod grammar;
mod parse;
mod split;

pub use parse::{parse_file, parse_position};
pub(crate) use split::ITEM_WORDS;
