//! The test suite.

mod docs;
mod house;
