//! Clauses: how rules, terrain, cards and battles modify each other (language reference, 3.10).

use crate::source::Span;

use super::game::Param;
use super::id::*;
use super::node::{Node, Term};
use super::sequence::Then;

/// The conditions of a clause.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// The required bearer of the clause.
    pub bearer: Bearer,
    /// The slot that holds the bearer during evaluation, if the clause refers to it.
    pub bearer_slot: Option<u16>,
    /// The values chosen when the bearer, a card, was played, if the clause refers to them.
    pub chosen: Vec<Chosen>,
    /// `for PHRASE`.
    pub phrase: Option<Phrase>,
    /// `during SCOPE`.
    pub during: Option<ScopeId>,
    /// `when E`.
    pub when: Option<Node>,
    /// `under RULING VALUE`.
    pub under: Option<(RulingId, u16)>,
    /// The `except` clauses that lift this one.
    pub exceptions: Vec<Guard>,
    /// The rulebook sections of an exception or replacement. Other clauses store theirs beside their guard.
    pub cites: Vec<SectionId>,
}

/// A value chosen when a card was played, to which a clause of the card refers.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The slot that holds it during evaluation.
    pub slot: u16,
    /// The plays of the card that choose it, each with the index of the parameter.
    pub of: Vec<(OfferId, u16)>,
}

impl Guard {
    /// True if it always applies.
    pub fn is_always(&self) -> bool {
        let bare = self.phrase.is_none() && self.during.is_none() && self.when.is_none() && self.under.is_none();
        matches!(self.bearer, Bearer::Always) && bare && self.exceptions.is_empty()
    }

    /// True if it does not depend on the contents of the slots.
    pub fn is_general(&self) -> bool {
        let general = matches!(self.bearer, Bearer::Always | Bearer::Game(_) | Bearer::Card(_) | Bearer::Deck(_));
        let of_me = self.phrase.as_ref().is_none_or(|phrase| phrase.about == About::Me);
        general && of_me && self.when.is_none() && self.exceptions.iter().all(Guard::is_general)
    }
}

/// The bearer of a clause written in a body.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the line above each variant says what its fields are")]
pub enum Bearer {
    /// No bearer: the clause is written at top level, in a scenario, or in the item it affects.
    #[default]
    Always,
    /// A flag (or a variable not at its default) of one of these parameters. A flag of spaces is read at the space of a
    /// piece; in a set of spaces, one space suffices.
    Var { var: VarId, slots: Vec<u16> },
    /// A flag of the game: weather.
    Game(VarId),
    /// A flag of the side that owns the parameter, or of any side (`None`).
    SideFlag { var: VarId, slot: Option<u16> },
    /// The kind of this parameter.
    Kind { kind: u16, slot: u16 },
    /// A card of this name that resolves or is in force.
    Card(u16),
    /// A card of this deck that resolves or is in force.
    Deck(DeckId),
    /// A card of this deck in this parameter.
    OfDeck { deck: DeckId, slot: u16 },
}

/// The phrase after `for`.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// The subject of the phrase.
    pub about: About,
    /// All of these must hold.
    pub all: Vec<PhrasePart>,
}

/// The subject of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A parameter.
    Slot(u16),
    /// The side that acts.
    Me,
}

/// Words of one sort, of which one must hold.
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

/// The condition of a word of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseTest {
    /// A word of the thing.
    Term(Term),
    /// Its side.
    Side(u16),
    /// The value of a list that one of its facts or variables has.
    Value(Term, Ref),
    /// A word of its space: `on Hill`.
    On(Term),
    /// This one thing.
    Thing(Ref),
}

/// A number with its modifiers.
#[derive(Clone, Debug)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// True if it is counted in halves, like the purse whose amounts it computes.
    pub halves: bool,
    /// True if it is shown in the status of each side, or of the game.
    pub shown: bool,
    /// Local names, each with its value.
    pub lets: Vec<(u16, Node)>,
    /// The starting value.
    pub base: Base,
    /// Its modifiers, by stage, then in written order.
    pub modifiers: Vec<Modifier>,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// True if evaluating it is about as fast as a cache look-up. Its results are not cached.
    pub light: bool,
    /// The lowest possible value, if it follows from the text alone.
    pub least: Option<i64>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// A one-line description.
    pub doc: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// The starting value of a quantity.
#[derive(Clone, Debug)]
pub enum Base {
    /// An expression.
    Node(Node),
    /// The fact of the same name, of the first parameter.
    Fact(FactId),
    /// Dice: their number, their faces, and how several dice are read.
    Dice(DiceSpec),
}

/// Dice as written: `2d6`, `3d6 highest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceSpec {
    /// The number of dice.
    pub count: u8,
    /// The lowest face.
    pub low: i64,
    /// The highest face.
    pub high: i64,
    /// How several dice are read.
    pub read: DiceRead,
}

impl DiceSpec {
    /// The lowest and the highest possible result.
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

/// The stage at which a modifier applies (language reference, 2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// On the base, before all others.
    Base,
    /// Added.
    By,
    /// Halved or doubled, in written order.
    Scale,
    /// Set to a number.
    Exactly,
    /// Raised or lowered to a limit.
    Limit,
    /// A limit below which no modifier reduces.
    NeverBelow,
}

/// How a modifier changes a number.
#[derive(Clone, Debug)]
pub enum How {
    /// Added.
    By(Node),
    /// Halved; `true` rounds up.
    Halved(bool),
    /// Doubled.
    Doubled,
    /// Set. The text is the label of the modifier it overrides, if given.
    Exactly(Node, Option<String>),
    /// Raised to at least this.
    AtLeast(Node),
    /// Lowered to at most this.
    AtMost(Node),
    /// A limit below which no modifier reduces.
    NeverBelow(Node),
}

/// A modifier.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The stage at which it applies.
    pub stage: Stage,
    /// The change.
    pub how: How,
    /// The conditions under which it applies.
    pub guard: Guard,
    /// Its label, for `except` and `over`.
    pub label: Option<String>,
    /// The reason shown in the ledger.
    pub reason: Option<Node>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Modifier {
    /// True if it has a name of its own: a reason, a label, or a bearer.
    pub fn is_named(&self) -> bool {
        self.reason.is_some() || self.label.is_some() || !matches!(self.guard.bearer, Bearer::Always)
    }

    /// The number by which or to which it changes, if it has one.
    pub fn amount(&self) -> Option<&Node> {
        match &self.how {
            How::By(node) | How::Exactly(node, _) => Some(node),
            How::AtLeast(node) | How::AtMost(node) | How::NeverBelow(node) => Some(node),
            How::Halved(_) | How::Doubled => None,
        }
    }
}

/// A permission and the reasons against it.
#[derive(Clone, Debug, Default)]
pub struct Permission {
    /// Its name, as in `may_NAME`.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Local names, each with its value.
    pub lets: Vec<(u16, Node)>,
    /// The index of the first reason that uses a local name. Earlier reasons are evaluated without the names.
    pub lets_from: usize,
    /// The reasons against, in written order.
    pub forbids: Vec<Forbid>,
    /// True if a reason uses the number of steps taken, the third parameter of the engine's own actions.
    pub counts_steps: bool,
    /// The number of slots needed, parameters first.
    pub locals: u16,
    /// The state columns it reads, one bit each.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Permission {
    /// True if a prohibition without any condition closes it: what it permits is written only so that a reason can be
    /// given.
    pub fn is_closed(&self) -> bool {
        self.forbids.iter().any(|forbid| forbid.guard.is_always())
    }
}

/// A reason against an action.
#[derive(Clone, Debug)]
pub struct Forbid {
    /// The conditions under which it applies.
    pub guard: Guard,
    /// Its label, for `except`.
    pub label: Option<String>,
    /// The text players see.
    pub reason: Option<Node>,
    /// The number of parameters that must be known before it can be evaluated.
    pub ready: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

impl Forbid {
    /// The sections it cites, or those of its permission if it cites none.
    pub fn sections<'a>(&'a self, permission: &'a Permission) -> &'a [SectionId] {
        if self.cites.is_empty() { &permission.cites } else { &self.cites }
    }
}

/// The side whose scopes a hook or window applies to, relative to its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Its own.
    My,
    /// The enemy's.
    Their,
    /// Either side's.
    Any,
}

/// A `before` or `after` clause with a script.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The side whose scopes it applies to.
    pub whose: Whose,
    /// True if it runs before the hooks not marked `first`.
    pub first: bool,
    /// The conditions under which it applies. The parameters are those of the scope, then the bearer.
    pub guard: Guard,
    /// The number of slots of the guard.
    pub locals: u16,
    /// The names available in it: the parameters of its scope, then the bearer.
    pub params: Vec<Param>,
    /// The script to run.
    pub script: Option<ScriptId>,
    /// The sequences that start when all enclosing scopes have ended.
    pub then: Vec<Then>,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}
