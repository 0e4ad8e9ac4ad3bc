//! Names, and answers as sentences.

pub mod learn;
pub mod names;
pub mod sentence;
