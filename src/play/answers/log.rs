//! What happened, as structured events: rendered to text at the edge.

use smallvec::SmallVec;

use crate::model::id::*;
use crate::model::value::{Faces, Value};

use crate::play::numbers::quantity::Recorded;
use crate::play::store::state::Spent;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A scope that says so began: its title as text.
    Scope(ScopeId, String),
    /// A step, or a turn of it, began.
    Step(StepId, String),
    /// A player decided: a sentence, and what was asked unless the sentence says it.
    Decision(u16, String, Option<String>),
    /// A piece went from one space to another.
    Moved(u16, Option<u16>, Option<u16>),
    /// A piece turned to another mode.
    Turned(u16, u16),
    /// A piece faced another direction.
    Faced(u16, u16),
    /// A piece came to belong to another side.
    Given(u16, u16),
    /// A variable changed.
    Changed(VarId, Ref, Value, Value),
    /// A variable of a run of a sequence changed: which, by its place, from what, to what.
    Set(ScopeId, u16, Value, Value),
    /// A script asked for a number: which, of what, and how it came about.
    Counted(QuantityId, Vec<Value>, Option<i64>, Recorded),
    /// Dice were rolled: for which scope, what they show.
    Rolled(Option<ScopeId>, Faces),
    /// A side paid from a purse: what each source gave.
    Paid(u16, PurseId, Vec<Spent>),
    /// Dice decided an offer: what they decide, what was needed as text, whether it came true.
    Tried(String, String, bool),
    /// Cards were drawn by a side.
    Drawn(u16, Vec<u16>),
    /// A card went to a zone.
    Card(u16, ZoneId),
    /// The text of a card came into force, for how long as text; or, without it, is in force no longer.
    InForce(u16, Option<String>),
    /// Something was drawn by chance.
    Lot(String, Ref),
    /// The position was changed by hand: the change as typed.
    Arbitrated(String),
    /// All have answered what each was asked unseen: the answers begin at this entry of the journal.
    Revealed(usize),
    /// An order that was given unseen has become impossible: whose, the offer, the order as text.
    Lapsed(u16, OfferId, String),
    /// A script said something.
    Said(String),
    /// The game ended.
    Finished(Option<u16>, Option<u16>),
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How deep in scopes.
    pub depth: u16,
    /// What happened.
    pub event: Event,
    /// The sections of the scope in which it happened.
    pub cites: SmallVec<[SectionId; 8]>,
    /// How many answers the journal held.
    pub at: usize,
    /// Who sees it; none: everybody.
    pub seen_by: Option<u16>,
    /// Whose action it belongs to: the side of the outermost offer that is carried out, else of the innermost step.
    pub acting: Option<u16>,
}

/// The log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Whether anything is taken down.
    pub kept: bool,
    /// Whether how numbers came about is left out, for whoever reads only the words.
    pub words_only: bool,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Log {
    /// Whether it is taken down how numbers came about.
    pub fn explains(&self) -> bool {
        self.kept && !self.words_only
    }
}
