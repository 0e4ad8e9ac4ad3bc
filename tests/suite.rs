//! The test suite: one crate, so that everything is linked once.

mod boards;
mod differential;
mod docs;
mod drawings;
mod face_down;
mod harness;
mod hostile;
mod house;
mod laws;
mod mistakes;
mod perft;
mod repl;
mod rules;
mod runner;
mod saves;
