//! The test suite.

mod house;
