//! Oriflamme: rules as code for historical board wargames.

pub mod source;
pub mod diagnostic;
pub mod syntax;
pub mod model;
pub mod check;
pub mod play;
pub mod script;
pub mod analysis;
pub mod catalog;
