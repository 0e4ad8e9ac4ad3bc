//! The front end: text in, a spanned syntax tree and diagnostics out. What names mean is decided later, by the checker.

pub mod ast;
