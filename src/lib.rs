//! Oriflamme: rules as code for historical board wargames.
//!
//! Rule texts are compiled into a checked, immutable game. Play is one value that only the kernel's door (`play::door`)
//! changes. ARCHITECTURE.md lists the modules in the order of their dependencies.
//!
//! The library does not read files, print, or read a clock. The binary in `repl/` does.

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
