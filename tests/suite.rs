//! The test suite: one crate, so that everything is linked once.

mod boards;
mod chance;
mod differential;
mod docs;
mod drawings;
mod face_down;
mod harness;
mod hostile;
mod house;
mod keeping;
mod laid_dice;
mod laws;
mod limits;
mod lists;
mod meaning;
mod mistakes;
mod one_keyboard;
mod order;
mod perft;
mod purses;
mod repl;
mod rules;
mod runner;
mod saves;
mod typed;
mod walks;
