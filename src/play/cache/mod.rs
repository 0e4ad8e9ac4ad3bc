//! Results that are kept until something changes that was looked at to find them.

mod changes;
pub(super) mod dependency;
pub(super) mod graph;
pub(super) mod item;
pub(super) mod kept;
pub(super) mod results;
