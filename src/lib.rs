//! Oriflamme: rules as code for historical board wargames.
//!
//! Rule texts are compiled into a checked, immutable game. The state of a play is one value, changed only through
//! `play::door`. ARCHITECTURE.md lists the modules in dependency order.
//!
//! The library never reads files, prints, or reads the clock; the binary in `repl/` does.

pub mod analysis;
pub mod authoring;
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
