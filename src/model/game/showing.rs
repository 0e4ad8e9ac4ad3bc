//! Who sees what besides what zones say.

use super::super::clause::Guard;
use super::super::id::*;
use super::super::node::Node;

/// A `show` or `hide` clause.
#[derive(Clone, Debug)]
pub struct Showing {
    /// What is shown or hidden.
    pub what: Shown,
    /// Show, or hide.
    pub show: bool,
    /// To whom.
    pub to: Node,
    /// When.
    pub guard: Guard,
    /// The text shown for a hidden piece or offer.
    pub words: Option<Node>,
    /// Slots needed.
    pub locals: u16,
}

/// What a `show` or `hide` clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The cards of a zone; local 0 is the bearer, or the side whose zone it is.
    Zone(ZoneId),
    /// What a piece is; local 0 is the piece.
    Piece,
    /// That an offer was taken up, and with what; local 0 is the side that does.
    Offer(OfferId),
}
