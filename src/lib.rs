//! Oriflamme: rules as code for historical board wargames.
//!
//! Texts go in at one end, a checked and immutable game comes out, and play is one value that only the kernel's door
//! changes. The modules stand in the order in which they know each other: each knows only those before it.
//!
//! Nothing here reads files, prints, or looks at a clock; the binary in `repl/` does.

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
