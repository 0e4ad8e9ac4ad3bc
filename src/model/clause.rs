//! Clauses: how rules, terrain, cards and battles change each other (language reference, 3.10).

use crate::source::Span;

use super::game::Param;
use super::id::*;
use super::node::{Node, Term};

/// When a clause holds.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// What must bear it.
    pub bearer: Bearer,
    /// The slot that holds the bearer while the clause is evaluated, if its text names it.
    pub bearer_slot: Option<u16>,
    /// `for PHRASE`.
    pub phrase: Option<Phrase>,
    /// `during SCOPE`.
    pub during: Option<ScopeId>,
    /// `when E`.
    pub when: Option<Node>,
    /// `under RULING VALUE`.
    pub under: Option<(RulingId, u16)>,
    /// `except` clauses that lift this one.
    pub exceptions: Vec<Guard>,
    /// Sections of an exception or a replacement; other clauses keep theirs beside their guard.
    pub cites: Vec<SectionId>,
}

/// The bearer of a clause written in a body.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Bearer {
    /// It is written at top level, in a scenario, or in what it concerns.
    #[default]
    Always,
    /// A flag (or variable not at its default) of one of these parameters; for flags of spaces the space in which a
    /// piece stands, and one of a set of spaces is enough.
    Var { var: VarId, slots: Vec<u16> },
    /// A flag of the game: weather.
    Game(VarId),
    /// A flag of the side that owns the parameter, or of any side (`None`).
    SideFlag { var: VarId, slot: Option<u16> },
    /// A kind of this parameter.
    Kind { kind: u16, slot: u16 },
    /// A card of this name that resolves, or is in force.
    Card(u16),
}

/// A phrase behind `for`.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Whom it is about.
    pub about: About,
    /// All of these must hold.
    pub all: Vec<PhrasePart>,
}

/// Whom a phrase is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A parameter.
    Slot(u16),
    /// The side that acts.
    Me,
}

/// Words of one sort: one must hold.
#[derive(Clone, Debug)]
pub struct PhrasePart {
    /// The words.
    pub any: Vec<PhraseWord>,
}

/// A word of a phrase.
#[derive(Clone, Debug)]
pub struct PhraseWord {
    /// The condition.
    pub test: PhraseTest,
    /// True if it must not hold.
    pub negated: bool,
}

/// What a word of a phrase asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseTest {
    /// A word of the thing itself.
    Term(Term),
    /// Its side.
    Side(u16),
    /// A value of a list that one of its facts or variables has.
    Value(Term, Ref),
    /// A word of its space: `on Hill`.
    On(Term),
    /// The very thing.
    Thing(Ref),
}

/// A number with its reasons.
#[derive(Clone, Debug)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// True if it is counted in halves, like the purse whose amounts it gives.
    pub halves: bool,
    /// True if the status of each side, or of the game, tells it.
    pub shown: bool,
    /// Names for what follows.
    pub lets: Vec<(u16, Node)>,
    /// Where it begins.
    pub base: Base,
    /// Its modifiers, by stage, then in written order.
    pub modifiers: Vec<Modifier>,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// The least that it can be, where the text alone says so.
    pub least: Option<i64>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// Where a quantity begins.
#[derive(Clone, Debug)]
pub enum Base {
    /// An expression.
    Node(Node),
    /// The fact of the same name, of the first parameter.
    Fact(FactId),
    /// Dice: count, faces, and which one is read when there are several.
    Dice(DiceSpec),
}

/// Dice as written: `2d6`, `3d6 highest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceSpec {
    /// How many.
    pub count: u8,
    /// The lowest face.
    pub low: i64,
    /// The highest face.
    pub high: i64,
    /// How they are read.
    pub read: DiceRead,
}

impl DiceSpec {
    /// The least and the greatest number that they can show.
    pub fn bounds(&self) -> (i64, i64) {
        match self.read {
            DiceRead::Sum => (self.low * i64::from(self.count), self.high * i64::from(self.count)),
            DiceRead::Highest | DiceRead::Lowest => (self.low, self.high),
        }
    }
}

/// How several dice are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum DiceRead {
    Sum,
    Highest,
    Lowest,
}

/// The stage at which a modifier works (language reference, 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// On the base, before everything else.
    Base,
    /// Added up.
    By,
    /// Halved or doubled, in written order.
    Scale,
    /// Set to a number.
    Exactly,
    /// Raised or lowered to a limit.
    Limit,
    /// Never reduced below.
    NeverBelow,
}

/// How a number is changed.
#[derive(Clone, Debug)]
pub enum How {
    /// Added.
    By(Node),
    /// Halved; `true` rounds up.
    Halved(bool),
    /// Doubled.
    Doubled,
    /// Set; the label it beats, if it says so.
    Exactly(Node, Option<String>),
    /// Raised to at least this.
    AtLeast(Node),
    /// Lowered to at most this.
    AtMost(Node),
    /// Reductions stop here.
    NeverBelow(Node),
}

/// A modifier.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// When it works.
    pub stage: Stage,
    /// What it does.
    pub how: How,
    /// When it holds.
    pub guard: Guard,
    /// Its label, for `except` and `over`.
    pub label: Option<String>,
    /// The name of its line in the ledger.
    pub reason: Option<Node>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is written.
    pub span: Span,
}

/// A permission with its reasons against.
#[derive(Clone, Debug)]
pub struct Permission {
    /// Its name, as in `may_NAME`.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Names for what follows.
    pub lets: Vec<(u16, Node)>,
    /// The place of the first reason against that uses one of these names: the earlier ones can be asked without them.
    pub lets_from: usize,
    /// The reasons against, in written order.
    pub forbids: Vec<Forbid>,
    /// True if one of them asks how many steps have been taken, the third parameter of verbs of the door.
    pub counts_steps: bool,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// A reason against.
#[derive(Clone, Debug)]
pub struct Forbid {
    /// When it holds.
    pub guard: Guard,
    /// Its label, for `except`.
    pub label: Option<String>,
    /// What players read.
    pub reason: Option<Node>,
    /// The number of parameters that must be known before it can be asked.
    pub ready: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is written.
    pub span: Span,
}

impl Forbid {
    /// The sections that say so: its own, else those of its permission.
    pub fn sections<'a>(&'a self, permission: &'a Permission) -> &'a [SectionId] {
        if self.cites.is_empty() { &permission.cites } else { &self.cites }
    }
}

/// Whose scope a hook or window belongs to, seen from its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One's own.
    My,
    /// The enemy's.
    Their,
    /// Anybody's.
    Any,
}

/// A `before` or `after` clause with a script.
#[derive(Clone, Debug)]
pub struct Hook {
    /// Whose scope.
    pub whose: Whose,
    /// True if it goes before those that are not marked `first`.
    pub first: bool,
    /// When it holds; parameters are those of the scope, then the bearer.
    pub guard: Guard,
    /// Slots of the guard.
    pub locals: u16,
    /// What is done.
    pub script: ScriptId,
    /// The card whose text this is.
    pub card: Option<u16>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is written.
    pub span: Span,
}
