//! Offers: what players may do (language reference, 3.18).

use crate::source::Span;

use super::clause::{DiceSpec, Phrase, Whose};
use super::id::*;
use super::node::{Comparison, Node};
use super::sequence::{Scope, Then};
use super::types::Type;

/// An action, a family of actions, or a play of a card.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Its plain name. A play has the name of its card.
    pub name: String,
    /// The title players see and may type.
    pub title: String,
    /// True if another offer has that title, or has it as its name.
    pub shares_title: bool,
    /// A one-line description.
    pub doc: Option<String>,
    /// True for a family, which only groups other offers.
    pub is_family: bool,
    /// The family it belongs to.
    pub family: Option<OfferId>,
    /// When it is available besides the steps that list it.
    pub window: Window,
    /// The phrase that selects the sides it belongs to.
    pub whose: Option<Phrase>,
    /// The slots bound by the window: the parameters of its scope, in order.
    pub bound: Vec<u16>,
    /// The slots filled by a call from a script, in order: all parameters with a choice.
    pub called: Vec<u16>,
    /// Its parameters, in the order in which they are chosen.
    pub params: Vec<OfferParam>,
    /// Its guards, each with the number of parameters that must be known before it is evaluated.
    pub guards: Vec<OfferGuard>,
    /// The expressions that must not be absent, evaluated when all parameters are known.
    pub needs: Vec<Node>,
    /// The side that must agree to it after it is chosen, if any.
    pub assent: Option<Node>,
    /// The roll made when it is chosen.
    pub chance: Option<Chance>,
    /// Its costs.
    pub pays: Vec<Pays>,
    /// Its limits of one use, each per value of a slot, or `None` for a single use in all.
    pub once: Vec<Option<u16>>,
    /// The log line that reports it, evaluated before its script runs. If `None`, only the script's own lines appear.
    pub said: Option<Node>,
    /// The script to run.
    pub script: Option<ScriptId>,
    /// The sequences that start when the script has ended.
    pub then: Vec<Then>,
    /// The reasons against it.
    pub permission: PermissionId,
    /// The scope that runs while it is carried out.
    pub scope: ScopeId,
    /// For a play of a card: the card and the slot that holds it.
    pub card: Option<(u16, u16)>,
    /// For a play: its own name, which plays of other cards may share.
    pub play: Option<String>,
    /// True for a play that the deck gives to all its cards. It uses the card, but not the card's text.
    pub of_deck: bool,
    /// The reading of a ruling it requires.
    pub under: Option<(RulingId, u16)>,
    /// The number of slots needed.
    pub locals: u16,
    /// The state columns it reads.
    pub reads: u128,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// The rulebook sections of its individual lines: parameters, guards and costs.
    pub line_cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// When an offer is available besides the steps that list it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// Only in the steps that list it, or when a script calls it.
    #[default]
    Listed,
    /// Together with the actions of a step.
    During(Whose, ScopeId),
    /// Just before a scope.
    Before(Whose, ScopeId),
    /// Just after a scope.
    After(Whose, ScopeId),
    /// In settled play at any time.
    AnyTime,
}

impl Offer {
    /// True if it may be chosen in settled play at any time. It does not keep a step running.
    pub fn at_any_time(&self) -> bool {
        matches!(self.window, Window::AnyTime)
    }

    /// The types of the arguments of a call. None if its scope is not known.
    pub fn called_types(&self, scopes: &[Scope]) -> Option<Vec<Type>> {
        let params = &scopes.get(self.scope.at())?.params;
        let ty = |slot: &u16| params.get(usize::from(*slot)).map_or(Type::Any, |param| param.ty);
        Some(self.called.iter().map(ty).collect())
    }

    /// The arguments of a call in its slots; the slots between them are `empty`.
    pub fn in_slots<T: Clone>(&self, args: Vec<T>, empty: T) -> Vec<T> {
        let most = self.called.iter().map(|slot| usize::from(*slot) + 1).max().unwrap_or(0);
        let mut slots = vec![empty; most];
        for (slot, arg) in self.called.iter().zip(args) {
            slots[usize::from(*slot)] = arg;
        }
        slots
    }
}

/// A parameter of an offer.
#[derive(Clone, Debug)]
pub struct OfferParam {
    /// Its name.
    pub name: String,
    /// The slot of its value.
    pub slot: u16,
    /// A one-line description.
    pub doc: Option<String>,
    /// The source of its values.
    pub source: Source,
    /// True if `none` may be chosen as well.
    pub none_too: bool,
    /// The noun that also limits its values.
    pub noun: Option<NounId>,
    /// `where`: the condition evaluated for each value, and the slot that holds the value (for `some of`: `it`).
    pub filter: Option<(u16, Node)>,
    /// `when`: if false, the value is none or the empty set.
    pub condition: Option<Node>,
    /// Its type.
    pub ty: Type,
    /// The rulebook sections that limit its values; if there are none, those of the offer do.
    pub cites: Vec<SectionId>,
    /// Its source span.
    pub span: Span,
}

/// The source of a parameter's values.
#[derive(Clone, Debug)]
pub enum Source {
    /// One member of a set.
    One(Node),
    /// At least one member of a set.
    Several(Node),
    /// One of these values.
    Literals(Vec<Node>),
    /// A fixed value, without a choice.
    Equals(Node),
}

/// A roll made when an offer is chosen: `hit = 2d6 <= shot_number(unit, target)`.
#[derive(Clone, Debug)]
pub struct Chance {
    /// The slot of the result, which is a flag.
    pub slot: u16,
    /// The dice.
    pub dice: DiceSpec,
    /// The comparison of the roll with the number.
    pub comparison: Comparison,
    /// The number. If it is absent, the offer is not available.
    pub number: Node,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A condition of an offer.
#[derive(Clone, Debug)]
pub struct OfferGuard {
    /// The condition.
    pub condition: Node,
    /// The number of parameters that must be known first.
    pub ready: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A cost of an offer.
#[derive(Clone, Debug)]
pub struct Pays {
    /// The purse that pays.
    pub purse: PurseId,
    /// The amount: the quantity `cost of OFFER`.
    pub cost: QuantityId,
    /// The set parameter whose size multiplies the amount.
    pub each: Option<u16>,
    /// The parameter that is paid for. It determines which sources may pay.
    pub payee: Option<u16>,
    /// The recipient of the payment, if the purse is a variable: a side or piece with the same variable.
    pub to: Option<Node>,
}
