//! The log: what happened, as structured events. They become text when shown.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::game::TableLine;
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::set::BitSet;
use crate::model::value::{Faces, Value};

use crate::play::numbers::quantity::Recorded;
use crate::play::store::state::Spent;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A scope with a log line began, with its title.
    Scope(ScopeId, String),
    /// A step, or a turn of it, began.
    Step(StepId, String),
    /// A player decided: a sentence, and the question unless the sentence implies it.
    Decision(u16, String, Option<String>),
    /// A piece moved from one space to another.
    Moved(u16, Option<u16>, Option<u16>),
    /// A piece changed its mode.
    Turned(u16, u16),
    /// A piece changed its facing.
    Faced(u16, u16),
    /// A piece changed sides.
    Given(u16, u16),
    /// A variable changed.
    Changed(VarId, Ref, Value, Value),
    /// A variable of a run of a sequence changed: its index, the old value, the new one.
    Set(ScopeId, u16, Value, Value),
    /// A script computed a number: the quantity, its arguments, the number and its ledger.
    Counted(QuantityId, Vec<Value>, Option<i64>, Recorded),
    /// A script looked a table up: the table, and the line of each axis.
    LookedUp(TableId, Vec<TableLine>),
    /// Dice were rolled, for a scope.
    Rolled(Option<ScopeId>, Faces),
    /// A side paid from a purse.
    Paid(u16, PurseId, Vec<Spent>),
    /// Dice decided an offer: what they decide, what was needed, whether they succeeded.
    Tried(String, String, bool),
    /// Cards were drawn by a side.
    Drawn(u16, Vec<u16>),
    /// A card moved to a spot.
    Card(u16, u16),
    /// A card came into force, with its duration; without one, its effect ended.
    InForce(u16, Option<String>),
    /// Something was drawn at random.
    Lot(String, Ref),
    /// The position was changed by hand: the change as typed.
    Arbitrated(String),
    /// All sides have answered a secret question: the answers begin at this journal entry.
    Revealed(usize),
    /// A secret decision has become illegal: the side, the offer, the decision as text.
    Lapsed(u16, OfferId, String),
    /// A side did not agree to an offer: that side, the offer, the side that made it.
    Declined(u16, OfferId, u16),
    /// A hook, or an answer to it, cancelled an offer, and no line said so: its side, the offer, and the hook.
    Cancelled(u16, OfferId, Option<HookId>),
    /// A script wrote a line.
    Said(String),
    /// The game ended.
    Finished(Outcome),
}

impl Event {
    /// True for a number or a look-up of a script.
    pub fn is_computed(&self) -> bool {
        matches!(self, Self::Counted(..) | Self::LookedUp(..))
    }
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The depth of nested scopes.
    pub depth: u16,
    /// What happened.
    pub event: Event,
    /// The sections of the scope in which it happened.
    pub cites: SmallVec<[SectionId; 8]>,
    /// The number of journal entries at that time.
    pub at: usize,
    /// The variable that gets this decision, if sides answer in secret. Who may not see the variable may not see the
    /// decision either.
    pub sealed: Option<VarId>,
    /// The side whose action it belongs to: that of the outermost offer, or else of the innermost step.
    pub acting: Option<u16>,
    /// The hook that was running, in this scope or around it.
    pub hook: Option<HookId>,
    /// True if the rules may hide it from a side, whether or not they do so now.
    pub is_private: bool,
    /// The pieces that lay face down for each side. Empty in games without such pieces.
    pub face_down: Arc<[BitSet]>,
}

/// The log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// True if events are recorded.
    pub kept: bool,
    /// True if ledgers are left out, for readers of the text only.
    pub words_only: bool,
    /// The hook that is running.
    pub hook: Option<HookId>,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Log {
    /// True if ledgers are recorded.
    pub fn explains(&self) -> bool {
        self.kept && !self.words_only
    }
}
