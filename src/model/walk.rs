//! Walks: everything that a piece can do by repeating steps (language reference, 3.17).

use crate::source::Span;

use super::game::Param;
use super::id::*;
use super::node::Node;

/// A walk.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Its name.
    pub name: String,
    /// Its parameters, the walker first.
    pub params: Vec<Param>,
    /// What its steps are paid from; of pieces.
    pub purse: Option<PurseId>,
    /// True if its costs are counted in halves.
    pub halves: bool,
    /// True if only the cheapest ends are kept.
    pub least: bool,
    /// What may differ on arrival besides the space.
    pub varies: Vec<Varied>,
    /// Its steps, in written order.
    pub steps: Vec<WalkStep>,
    /// Where it may end; none: everywhere.
    pub end: Option<Node>,
    /// What an end costs; none: what the steps have cost.
    pub price: Option<Node>,
    /// The reasons against any of its steps: its parameters, then the space entered.
    pub permission: PermissionId,
    /// The slot of the space entered.
    pub to: u16,
    /// Slots needed.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// The variables of pieces that it reads, but for those that vary: what of the walker may matter besides its place.
    pub own: Vec<VarId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// What may differ between two arrivals at the same space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// The direction in which the walker faces.
    Facing,
    /// A variable or flag of the walker.
    Var(VarId),
}

/// A step of a walk.
#[derive(Clone, Debug)]
pub struct WalkStep {
    /// Its name.
    pub name: String,
    /// One step for each of these: the slot, and the set.
    pub each: Option<(u16, Node)>,
    /// Where it leads; none: it is made on the spot.
    pub to: Option<Node>,
    /// What must hold at every place the step leads to; checked once for each place.
    pub when_here: Vec<Node>,
    /// What must hold for one choice or space.
    pub when: Vec<Node>,
    /// What it costs.
    pub pays: Option<Node>,
    /// What it changes of what varies: place in [`Walk::varies`], new value.
    pub sets: Vec<(usize, Node)>,
    /// Only under this reading of a ruling.
    pub under: Option<(RulingId, u16)>,
    /// The reasons against this step: the parameters of the walk, then the space entered.
    pub permission: PermissionId,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is written.
    pub span: Span,
}
