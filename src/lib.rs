//! Oriflamme: rules as code for historical board wargames.
//!
//! Texts go in at one end, a checked and immutable game comes out, and play is one value that only the kernel's door
//! changes. The modules are listed in order of dependence: each knows only those before it.
//!
//! The library does not read files, print, or look at a clock; the binary in `repl/` does.

pub mod analysis;
pub mod catalog;
pub mod check;
pub mod diagnostic;
pub mod draw;
pub mod model;
pub mod play;
pub mod script;
pub mod session;
pub mod source;
pub mod syntax;
