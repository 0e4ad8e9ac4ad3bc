//! The state of a play, as plain data: cloned, hashed, compared, saved.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::model::game::{Game, Kind};
use crate::model::id::*;
use crate::model::outcome::Outcome;
use crate::model::sequence::{Phase, ScopeKind};
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::columns::{Store, Wide, store_of};
use super::lasting::Lasting;

/// No space: the piece is out of play.
pub const NOWHERE: u16 = u16::MAX;
/// No slot.
pub const NO_SLOT: u8 = 0;

/// Everything that changes in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Pieces, ordered by kind, then by creation.
    pub pieces: Vec<PieceState>,
    /// Variables that are not flags, by [`Layout`].
    pub(super) cells: Vec<i32>,
    /// Flags, by [`Layout`].
    pub(super) flags: Vec<u64>,
    /// Variables that hold a set, a text or dice, by [`Layout`].
    #[serde(default)]
    pub(super) wide: Wide,
    /// Cards.
    pub cards: Vec<CardState>,
    /// The position in the sequence of play.
    pub stack: Vec<Frame>,
    /// What purses have spent.
    pub spent: Vec<Spent>,
    /// How many numbers were drawn from each random stream.
    pub chance: Vec<u32>,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
    /// True if something has happened since play last settled.
    pub unsettled: bool,
    /// The cards in force.
    #[serde(default)]
    pub lasting: Lasting,
}

impl State {
    /// An empty state of this layout.
    pub(in crate::play) fn empty(layout: &Layout, streams: usize) -> State {
        let state = State { pieces: Vec::with_capacity(layout.pieces), chance: vec![0; streams], ..State::default() };
        state.without_values(layout)
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PieceState {
    /// Its kind.
    pub kind: u16,
    /// Its space, or [`NOWHERE`].
    pub space: u16,
    /// Its side.
    pub side: u8,
    /// Its mode, as an index into its kind's list.
    pub mode: u8,
    /// Its slot from 1, or [`NO_SLOT`].
    pub slot: u8,
    /// The index of its facing.
    pub facing: u8,
}

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardState {
    /// Where it lies ([`Game::spot`]).
    #[serde(rename = "zone")]
    pub spot: u16,
    /// Whether it is in force.
    pub in_force: bool,
}

/// Points spent from a purse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spent {
    /// The purse.
    pub purse: PurseId,
    /// The side whose purse it is.
    pub side: u16,
    /// The index of the source in the purse.
    pub source: u8,
    /// The giver, if the source has givers.
    pub giver: Option<Ref>,
    /// The payee.
    pub payee: Option<Ref>,
    /// The amount; negative amounts are left over from something spent whole.
    pub amount: i32,
}

/// A running scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The scope.
    pub scope: ScopeId,
    /// The acting side; `None`: as in the scope around it.
    pub side: Option<u16>,
    /// Its parameters.
    pub params: SmallVec<[Value; 2]>,
    /// The slots of the offer that is carried out.
    pub locals: Vec<Value>,
    /// The offer that is carried out at a settled point.
    pub offer: Option<OfferId>,
    /// The step.
    pub step: Option<StepId>,
    /// What comes next.
    pub phase: Phase,
    /// The next hook, window or child step.
    pub cursor: u16,
    /// How many times it has begun.
    pub count: i64,
    /// The members that have had their turn.
    pub done: BitSet,
    /// Offers that are allowed once and were used, each with the thing it was used for.
    pub used: Vec<(OfferId, Option<Ref>)>,
    /// Whether `cancel()` was called.
    pub cancelled: bool,
}

impl Frame {
    /// A scope that begins.
    pub fn new(scope: ScopeId, side: Option<u16>, phase: Phase) -> Self {
        Frame { scope, side, phase, ..Frame::default() }
    }
}

/// What stays the same during a play: where variables are stored, and the printed facts of pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The index of each piece's own name.
    pub uniques: Vec<Option<u16>>,
    /// The piece with each name.
    pub by_name: Vec<Option<u16>>,
    /// The box in which each piece begins unless it is set up, or [`NOWHERE`].
    pub homes: Vec<u16>,
    /// The facts printed on each piece of the set-up. Later pieces have those of their kind.
    pub printed: Vec<Vec<Value>>,
    /// The facts of each kind in each mode, for pieces without printed facts of their own. A kind without modes has one
    /// row.
    pub(in crate::play) looks: Vec<Vec<Vec<Value>>>,
    /// Pieces whose owners choose where to set them up, with the possible spaces.
    pub waiting: Vec<(u16, Vec<u16>)>,
    /// The labels that a scenario or test gives to pieces.
    pub labels: Vec<(String, u16)>,
    /// Spare counters.
    pub spare: BitSet,
    /// Pieces of the set-up that exceed the counter mix.
    pub lacking: BitSet,
    /// The maximum number of pieces.
    pub pieces: usize,
    /// Where the cells or words of each variable begin.
    pub(super) offset: Vec<u32>,
    /// The number of cells or members of each variable.
    pub(super) members: Vec<u16>,
    /// The number of cells.
    pub(super) cells: usize,
    /// The number of flag words.
    pub(super) words: usize,
    /// The number of wide values.
    pub(super) wide: usize,
}

impl Layout {
    /// The layout for a game with at most this many pieces.
    pub fn new(game: &Game, pieces: usize) -> Self {
        let looks = game.kinds.iter().map(|kind| looks_of(game, kind)).collect();
        let mut layout = Layout { looks, pieces, ..Layout::default() };
        for var in &game.vars {
            let members = match var.subject {
                Domain::Piece => pieces,
                other => game.count(other),
            };
            layout.members.push(u16::try_from(members).unwrap_or(u16::MAX));
            let (room, needed) = match store_of(var.ty) {
                Store::Flags => (&mut layout.words, members.div_ceil(64).max(1)),
                Store::Cells => (&mut layout.cells, members),
                Store::Wide => (&mut layout.wide, members),
            };
            layout.offset.push(*room as u32);
            *room += needed;
        }
        layout
    }
}

/// The facts of a kind in each of its modes.
fn looks_of(game: &Game, kind: &Kind) -> Vec<Vec<Value>> {
    let look = |mode: &u16| {
        let mut facts = kind.facts.clone();
        for (fact, value) in &game.modes[usize::from(*mode)].facts {
            if let Some(own) = facts.get_mut(fact.at()) {
                *own = value.clone();
            }
        }
        facts
    };
    if kind.modes.is_empty() { vec![kind.facts.clone()] } else { kind.modes.iter().map(look).collect() }
}

impl Layout {
    /// The piece with this label; the first, if an entry labels several.
    pub fn labelled(&self, name: &str) -> Option<u16> {
        self.labels.iter().find(|(label, _)| label == name).map(|(_, piece)| *piece)
    }

    /// A fact of a piece: that of its mode, or else the printed one.
    pub(in crate::play) fn fact<'a>(
        &'a self,
        game: &'a Game,
        fact: FactId,
        index: u16,
        piece: &PieceState,
    ) -> &'a Value {
        let (kind, mode) = (usize::from(piece.kind), usize::from(piece.mode));
        let found = match self.printed.get(usize::from(index)) {
            Some(printed) if !printed.is_empty() => {
                let mode = game.kinds[kind].modes.get(mode).map(|mode| &game.modes[usize::from(*mode)]);
                let own = mode.and_then(|mode| mode.facts.iter().find(|(id, _)| *id == fact));
                own.map(|(_, value)| value).or_else(|| printed.get(fact.at()))
            }
            _ => self.looks[kind].get(mode).and_then(|look| look.get(fact.at())),
        };
        found.unwrap_or(&Value::None)
    }

    /// The piece with this name; `None` if no position of this play has it.
    pub fn named(&self, unique: usize) -> Option<u16> {
        self.by_name.get(unique).copied().flatten()
    }

    /// The box in which a piece begins unless it is set up, or [`NOWHERE`].
    pub fn home(&self, piece: u16) -> u16 {
        self.homes.get(usize::from(piece)).copied().unwrap_or(NOWHERE)
    }
}

/// A running step, its count, and its acting side.
pub type RunningStep = (Option<StepId>, i64, Option<u16>);

impl State {
    /// The running steps of the game, with the values that distinguish one run of a step from another.
    pub fn running_steps(&self, game: &Game) -> Vec<RunningStep> {
        let steps = self.stack.iter().filter(|one| one.step.is_some_and(|id| game.steps[id.at()].sequence.is_none()));
        steps.map(|frame| (frame.step, frame.count, frame.side)).collect()
    }

    /// The acting side: that of the innermost scope that has one.
    pub fn me(&self) -> Option<u16> {
        self.stack.iter().rev().find_map(|frame| frame.side)
    }

    /// The side whose action is being carried out: that of the outermost offer of the innermost sequence. If there is
    /// none, the acting side.
    pub fn action_of(&self, game: &Game) -> Option<u16> {
        let mut me = None;
        // An offer that started a sequence does not count inside it.
        let sequence = self.stack.iter().rposition(|frame| game.scopes[frame.scope.at()].is_sequence());
        for frame in &self.stack[sequence.unwrap_or(0)..] {
            me = frame.side.or(me);
            if me.is_some() && matches!(game.scopes[frame.scope.at()].kind, ScopeKind::Offer(_)) {
                break;
            }
        }
        me
    }

    /// The innermost running scope of this name.
    pub fn frame(&self, scope: ScopeId) -> Option<&Frame> {
        self.stack.iter().rev().find(|frame| frame.scope == scope)
    }

    /// A number that is the same on every machine for equal states.
    pub fn digest(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = Portable(xxhash_rust::xxh3::Xxh3::new());
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// A hasher that writes numbers lowest byte first, whatever the machine.
struct Portable(xxhash_rust::xxh3::Xxh3);

impl std::hash::Hasher for Portable {
    fn finish(&self) -> u64 {
        self.0.digest()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
    fn write_u16(&mut self, n: u16) {
        self.0.update(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.0.update(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.0.update(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.0.update(&(n as u64).to_le_bytes());
    }
    fn write_i32(&mut self, n: i32) {
        self.0.update(&n.to_le_bytes());
    }
    fn write_i64(&mut self, n: i64) {
        self.0.update(&n.to_le_bytes());
    }
    fn write_isize(&mut self, n: isize) {
        self.0.update(&(n as i64).to_le_bytes());
    }
}
