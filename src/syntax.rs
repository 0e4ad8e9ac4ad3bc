//! The front end: text in, a spanned syntax tree and diagnostics out. What names mean is decided later, by the checker.

pub mod ast;
mod grammar;
pub mod manual;
pub mod mutation;
mod parse;
mod reserved;
mod split;

pub(crate) use grammar::keywords;
pub use parse::{
    Begins, Line, Lines, lines, parse_expression, parse_file, parse_heads, parse_position, parse_script, token_length,
    wrong_item,
};
pub(crate) use reserved::is_reserved;
pub(crate) use split::{ITEM_WORDS, foreign_help};
