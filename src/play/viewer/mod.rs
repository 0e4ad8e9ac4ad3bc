//! Who sees what, and whose names for places a text uses.

pub mod eyes;
pub mod label;
pub(super) mod line;
pub mod secret;
pub mod unseen;
pub mod veil;
