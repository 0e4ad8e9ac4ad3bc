//! Walks: the movement of a piece by repeated steps (language reference, 3.17).

use crate::source::Span;

use super::game::Param;
use super::id::*;
use super::node::Node;

/// A walk.
#[derive(Clone, Debug)]
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
    /// The spaces worth passing on purpose: the union of these sets, in which `to` has no meaning.
    pub via: Vec<Node>,
    /// The condition for ending. None means every space.
    pub end: Option<Node>,
    /// True if only conditions mention its arguments after the walker, and none of these mentions the choice of a step. Where
    /// its steps lead and what they cost is then the same for all arguments.
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
    /// The variables of pieces it reads, except those that vary. With its place, they are all of the piece that can
    /// matter.
    pub own: Vec<VarId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its place in the source.
    pub span: Span,
}

/// A change of what varies, made by a step.
#[derive(Clone, Debug)]
pub struct Change {
    /// The index in [`Walk::varies`].
    pub of: usize,
    /// The new value.
    pub value: Node,
    /// True if the value does not depend on where the step leads, nor on its choice.
    pub here: bool,
}

/// A condition of a step: a part of its `when`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition.
    pub node: Node,
    /// True if it mentions an argument of the walk after the walker.
    pub of_arguments: bool,
}

impl WalkStep {
    /// The conditions that mention an argument of the walk after the walker, each with its index: those on the place where the
    /// step begins, or those on where it leads.
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
#[derive(Clone, Debug)]
pub struct WalkStep {
    /// Its name.
    pub name: String,
    /// The slot and the set of a step that is repeated for each member.
    pub each: Option<(u16, Node)>,
    /// The spaces it leads to. None means it stays in its space.
    pub to: Option<Node>,
    /// The conditions on the place where it begins, checked once for each place.
    pub when_here: Vec<Condition>,
    /// The conditions on one choice or space.
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
    /// Its place in the source.
    pub span: Span,
}
