//! From syntax trees to the checked game: names, types, and everything that can be known before play.

pub mod env;
pub mod expr;
pub mod names;
pub mod reads;
