//! Offers: what players may do (language reference, 3.18).

use crate::source::Span;

use super::clause::{DiceSpec, Phrase, Whose};
use super::id::*;
use super::node::{Comparison, Node};
use super::types::Type;

/// An action, a family of actions, or a play of a card.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its plain name; plays are named like their card.
    pub name: String,
    /// What players read and may type.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// True for a family: it only gathers other offers.
    pub is_family: bool,
    /// The family it is of.
    pub family: Option<OfferId>,
    /// When it is offered besides where a step lists it.
    pub window: Window,
    /// Whose offer it is.
    pub whose: Option<Phrase>,
    /// Slots bound by the window: the parameters of its scope, in order.
    pub bound: Vec<u16>,
    /// The slots that a call from a script gives, in order: all parameters but those that have no choice.
    pub called: Vec<u16>,
    /// Its parameters, in the order in which they open.
    pub params: Vec<OfferParam>,
    /// Guards, each with the number of parameters that must be known before it is evaluated.
    pub guards: Vec<OfferGuard>,
    /// What must have a value, each asked when all parameters are known.
    pub needs: Vec<Node>,
    /// What dice decide when it is taken up.
    pub chance: Option<Chance>,
    /// What it costs.
    pub pays: Vec<Pays>,
    /// What it is once for: each slot, or the offer itself.
    pub once: Vec<Option<u16>>,
    /// The line of the log that reports it, evaluated before its script runs; empty: only what its script says.
    pub said: Option<Node>,
    /// What is done.
    pub script: Option<ScriptId>,
    /// The reasons against it.
    pub permission: PermissionId,
    /// The scope of carrying it out.
    pub scope: ScopeId,
    /// The card of which it is a play, with the slot of the card.
    pub card: Option<(u16, u16)>,
    /// Only under this reading of a ruling.
    pub under: Option<(RulingId, u16)>,
    /// Slots needed.
    pub locals: u16,
    /// Which columns of the state it reads up to payment.
    pub reads: u128,
    /// Which columns decide, with its first parameter, what the rest can be and cost, what is spent not counted; all
    /// of them, where this cannot be told apart.
    pub choice_reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Sections of its single lines: parameters, guards, prices.
    pub line_cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// When an offer is made besides where a step lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Only where a step lists it, or a script calls it.
    Listed,
    /// With the actions of a step.
    During(Whose, ScopeId),
    /// Just before a scope.
    Before(Whose, ScopeId),
    /// Just after a scope.
    After(Whose, ScopeId),
    /// Whenever play has settled.
    AnyTime,
}

/// A parameter of an offer.
#[derive(Clone, Debug)]
pub struct OfferParam {
    /// Its name.
    pub name: String,
    /// The slot of its value.
    pub slot: u16,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where its values come from.
    pub source: Source,
    /// True if none of a set may be chosen as well.
    pub none_too: bool,
    /// What narrows it besides: its noun.
    pub noun: Option<NounId>,
    /// `where`: evaluated for each value, which is in the given slot (for `some of`: `it`).
    pub filter: Option<(u16, Node)>,
    /// `when`: otherwise it is none, or the empty set.
    pub condition: Option<Node>,
    /// Which of the sets that depend on the state only it is chosen from; offers with the same set share it.
    pub shared: Option<u16>,
    /// Its type.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// Where the values of a parameter come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// One of a set.
    One(Node),
    /// At least one of a set.
    Several(Node),
    /// One of these values.
    Literals(Vec<Node>),
    /// No choice.
    Equals(Node),
}

/// What dice decide when an offer is taken up: `hit = 2d6 <= shot_number(unit, target)`.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The slot of the result, a flag.
    pub slot: u16,
    /// The dice.
    pub dice: DiceSpec,
    /// How they are compared with the number.
    pub comparison: Comparison,
    /// The number; without one the offer is not open.
    pub number: Node,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// A guard of an offer.
#[derive(Clone, Debug)]
pub struct OfferGuard {
    /// What must hold.
    pub condition: Node,
    /// How many parameters must be known first.
    pub ready: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
}

/// What an offer costs.
#[derive(Clone, Debug)]
pub struct Pays {
    /// The purse that pays.
    pub purse: PurseId,
    /// How much: the quantity `cost of OFFER`.
    pub cost: QuantityId,
    /// So much for each member of this set parameter.
    pub each: Option<u16>,
    /// The thing for which is paid: decides which sources may pay.
    pub payee: Option<u16>,
}
