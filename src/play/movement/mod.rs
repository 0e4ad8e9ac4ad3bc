//! Questions about the board, and the search for ways.

pub(super) mod explore;
pub(super) mod ground;
pub(super) mod search;
pub(super) mod step_cache;
pub(super) mod via;
pub(super) mod walk;
