//! What each viewer sees, and whose names for places a text uses.

pub mod hands;
pub mod label;
pub mod place_names;
pub mod secret;
pub mod unseen;
pub mod veil;

/// The seat of those who look on: it belongs to no side, decides nothing, and sees only what every side sees.
pub const ONLOOKER: u16 = u16::MAX;

/// The side that has this seat; `None` for [`ONLOOKER`].
pub fn side_at(seat: u16) -> Option<u16> {
    (seat != ONLOOKER).then_some(seat)
}
