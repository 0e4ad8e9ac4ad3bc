//! The test suite: one crate, so that everything is linked once.

mod boards;
mod harness;
mod hostile;
mod laws;
mod perft;
mod rules;
