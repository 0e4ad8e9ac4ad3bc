//! What each viewer sees, and whose names for places a text uses.

pub mod hands;
pub mod label;
pub mod place_names;
pub mod secret;
pub mod unseen;
pub mod veil;
