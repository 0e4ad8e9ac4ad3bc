//! Looking on while rules run: traces, coverage, rules that meet, other readings.

pub mod coverage;
pub mod meeting;
pub mod observer;
pub(super) mod otherwise;
pub(super) mod trace;
