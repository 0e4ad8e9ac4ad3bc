//! The state as plain data, the sets derived from it, and access to both.

pub(super) mod active;
pub mod columns;
pub mod dice;
pub mod effort;
pub mod index;
pub mod lasting;
pub(super) mod line;
pub(super) mod live;
pub mod locals;
pub(super) mod mix;
mod reading;
pub mod source;
pub mod state;
pub mod world;
