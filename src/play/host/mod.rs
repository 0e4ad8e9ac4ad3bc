//! The interface between scripts and a play. Every change goes through it.

pub mod api;
pub(super) mod ask;
pub(super) mod call;
mod cards;
pub(super) mod door;
pub(super) mod enforce;
pub mod follow;
pub(super) mod paying;
pub mod run;
pub(super) mod swap;
