//! Walks: the movement of a piece by repeated steps (language reference, 3.17).

use crate::source::Span;

use super::game::Param;
use super::id::*;
use super::node::Node;

/// A walk.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Its name.
    pub name: String,
    /// Its parameters. The first is the piece that walks.
    pub params: Vec<Param>,
    /// The purse of the piece that pays for its steps.
    pub purse: Option<PurseId>,
    /// True if its costs are counted in halves.
    pub halves: bool,
    /// True if only the cheapest ends are kept.
    pub least: bool,
    /// The properties that may differ on arrival besides the space.
    pub varies: Vec<Varied>,
    /// Its steps, in written order.
    pub steps: Vec<WalkStep>,
    /// The spaces worth passing through deliberately: the union of these sets, in which `to` is undefined.
    pub via: Vec<Node>,
    /// The condition for ending. None means that a walk may end in every space.
    pub end: Option<Node>,
    /// True if only conditions refer to its arguments after the walker, and none of these refers to the choice of a
    /// step. The destinations and costs of its steps are then the same for all arguments.
    pub splits: bool,
    /// The cost of an end. None means the sum of the steps.
    pub price: Option<Node>,
    /// The reasons against any of its steps. The parameters are those of the walk, then the space entered.
    pub permission: PermissionId,
    /// The slot of the space entered.
    pub to: u16,
    /// The number of slots needed.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The variables of pieces it reads, except those that vary. Together with its space, they are all that matters
    /// about the piece.
    pub own: Vec<VarId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Walk {
    /// True if a way of it can cost anything.
    pub fn has_cost(&self) -> bool {
        self.price.is_some() || self.steps.iter().any(|step| step.pays.is_some())
    }
}

/// A change to a varying property, made by a step.
#[derive(Clone, Debug)]
pub struct Change {
    /// The index in [`Walk::varies`].
    pub of: usize,
    /// The new value.
    pub value: Node,
    /// True if the value depends neither on the step's destination nor on its choice.
    pub here: bool,
}

/// A condition of a step: a part of its `when`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition.
    pub node: Node,
    /// True if it refers to an argument of the walk after the walker.
    pub of_arguments: bool,
}

impl WalkStep {
    /// The conditions that refer to an argument of the walk after the walker, with their indices: those on the step's
    /// origin (`here`) or on its destination.
    pub fn of_arguments(&self, here: bool) -> impl Iterator<Item = (usize, &Node)> {
        let conditions = if here { &self.when_here } else { &self.when };
        conditions.iter().enumerate().filter(|(_, one)| one.of_arguments).map(|(at, one)| (at, &one.node))
    }
}

/// A property in which two arrivals at the same space may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varied {
    /// The direction in which the piece faces.
    Facing,
    /// A variable or flag of the piece.
    Var(VarId),
}

/// A step of a walk.
#[derive(Clone, Debug, Default)]
pub struct WalkStep {
    /// Its name.
    pub name: String,
    /// The slot and the set, if the step is repeated for each member.
    pub each: Option<(u16, Node)>,
    /// The destinations. None means that it stays in its space.
    pub to: Option<Node>,
    /// The conditions on its origin, checked once for each origin.
    pub when_here: Vec<Condition>,
    /// The conditions on one choice or destination.
    pub when: Vec<Condition>,
    /// Its cost.
    pub pays: Option<Node>,
    /// The changes to varying properties.
    pub sets: Vec<Change>,
    /// The reading of a ruling it requires.
    pub under: Option<(RulingId, u16)>,
    /// The reasons against this step. The parameters are those of the walk, then the space entered.
    pub permission: PermissionId,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}
