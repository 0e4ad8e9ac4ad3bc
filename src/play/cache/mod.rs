//! The cache: results that stay valid until something they read changes.

mod changes;
pub(super) mod entry;
pub(super) mod graph;
pub(super) mod item;
mod recording;
pub(super) mod results;
pub(super) mod tracker;
