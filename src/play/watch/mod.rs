//! Observers of running rules: traces, coverage, meetings of rules, other readings.

pub mod meeting;
pub mod observer;
pub(super) mod otherwise;
pub(super) mod trace;
