//! The checked, immutable game: every name is resolved and typed, and nothing is looked up by text.

pub mod api;
pub mod board;
pub mod card;
pub mod clause;
pub mod drawing;
pub mod game;
pub mod id;
pub mod lesson;
pub mod muster;
pub mod names;
pub mod node;
pub mod offer;
pub mod outcome;
pub mod puzzle;
pub mod reading;
pub mod sequence;
pub mod set;
pub mod setup;
pub mod types;
pub mod value;
pub mod walk;
pub mod way;
