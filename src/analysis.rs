//! Analysis: bots, simulation, counting, citations of sections, coverage, and the tests of the language: running them,
//! and finding the rules that none of them holds to.

pub mod bots;
pub mod citing;
pub mod conflicts;
pub mod cover;
pub mod coverage;
pub mod mutate;
pub mod odds;
pub mod perft;
pub mod puzzle;
pub mod review;
pub mod search;
pub mod simulate;
pub mod testing;
