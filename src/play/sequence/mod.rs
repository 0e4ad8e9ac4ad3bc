//! The sequence of play: steps, happenings, settled play, and whole plays that can go back.

pub(super) mod acting;
pub mod arbiter;
pub(super) mod happen;
pub mod interrupting;
pub mod lazily;
pub(super) mod machine;
pub mod opening;
pub mod playing;
pub mod rehearsal;
pub(super) mod settle;
pub(super) mod start;
pub mod started;
pub(super) mod together;
pub(super) mod under_way;
