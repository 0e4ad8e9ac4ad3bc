//! Exceptions to what each side sees.

use super::super::clause::Guard;
use super::super::id::*;
use super::super::node::Node;

/// A `show` or `hide` clause.
#[derive(Clone, Debug)]
pub struct Showing {
    /// Its subject.
    pub what: Shown,
    /// True for `show`, false for `hide`.
    pub show: bool,
    /// The sides to which it is shown or hidden.
    pub to: Node,
    /// The conditions.
    pub guard: Guard,
    /// The text shown for a hidden piece or offer.
    pub words: Option<Node>,
    /// The number of slots needed.
    pub locals: u16,
}

/// The subject of a `show` or `hide` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// The cards of a zone. Local 0 is the bearer, or the side whose zone it is.
    Zone(ZoneId),
    /// The identity of a piece. Local 0 is the piece.
    Piece,
    /// The choice of an offer with its arguments. Local 0 is the side that chooses it.
    Offer(OfferId),
    /// The value of a fact of a thing. Local 0 is the thing.
    Fact(FactId),
    /// The value of a variable of a thing. Local 0 is the thing.
    Var(VarId),
}

impl Shown {
    /// True for a fact, a variable, or the identity of a piece.
    pub fn is_secret(self) -> bool {
        matches!(self, Shown::Fact(_) | Shown::Var(_) | Shown::Piece)
    }
}
