//! Why not: what prevents a choice, a way or a condition.

mod answered;
pub(super) mod by_way;
pub(super) mod candidates;
pub(super) mod choosable;
pub(super) mod lacking;
mod named;
pub(super) mod no_way;
pub(super) mod reach;
pub(super) mod refuse;
pub(super) mod unmet;
