//! Analysis: bots, simulation, counting, citations of sections, coverage, and running the tests of the language.

pub mod bots;
pub mod citing;
pub mod conflicts;
pub mod cover;
pub mod odds;
pub mod perft;
pub mod puzzle;
pub mod simulate;
pub mod testing;
