//! The syntax tree: the contents of a file, with a span on every part that a message may mark.
//!
//! Guaranteed: the text was well formed. Not guaranteed: that names exist, types fit or scripts can be read. An
//! expression or script stays text ([`ExprText`], [`ScriptText`]) until its tree is asked for.

mod atom;
mod board;
mod clause;
mod component;
mod derived;
pub mod expr;
mod muster;
mod of_text;
mod offer;
mod position;
mod puzzle;
mod scenario;
mod sequence;
pub mod statement;
mod table;

pub use atom::{
    Cite, Dice, ExprText, Fraction, Keep, Name, Param, Range, ScopePath, ScriptText, Text, TextPart, TypeKind, TypeRef,
    Word, WordKind, Written,
};
pub use board::{
    Arc, Atom, Board, BoardMember, BoxPlace, Boxes, Chain, Facing, FacingOf, Grid, GridList, Hexes, HexesTop, Hop,
    Layer, Legend, Links, LowLines, Region, RegionKind, RegionPart, SignRow, Slots, SlotsKind, Space, Spaces,
};
pub use clause::{
    Amount, Clause, ClauseKind, Except, Forbid, Hook, HookAction, HookTime, Modify, ModifyTarget, Phrase, PhraseGroup,
    PhraseWord, Rounding, Show, Tail, Under, What, Whose,
};
pub use component::{
    Body, Counters, CountersEntry, Die, FactDecl, Game, Has, Kind, Mode, Names, NamesValue, Note, Noun, NounWord,
    PlayedBy, Rulebook, Section, Side, StateDecl, StateKind, Terrain, UniquePiece, Use,
};
pub use derived::{
    Definition, Expect, Function, Guard, Invariant, Local, May, Procedure, Quantity, Replace, ReplaceWhat, Roll,
    Ruling, RulingValue, Whenever, WordKeyword,
};
pub use muster::{Lot, LotBrings, LotRow, Muster, MusterLine, MusterLineKind};
pub use offer::{
    Action, Card, Chance, Comparison, Deck, EmptyRule, Lasts, Offer, OfferLine, OfferLineKind, OfferParam, OncePer,
    Pays, Play, Purse, PurseEither, PurseOf, PurseOver, PurseSource, SourceShare, ThenCall, Walk, WalkEnd, WalkSets,
    WalkStep, WalkVia, Window, WindowKind, Zone,
};
pub use position::{Entry, PositionBlock, PositionKind, PositionLine, Thing};
pub use puzzle::{Goal, Puzzle};
pub use scenario::{
    Army, Draw, DrawLine, DrawLineKind, LearnKind, Lesson, Scenario, ScenarioLine, ScenarioLineKind, Sentence, Setting,
    Test, TestLine, TestLineKind,
};
pub use sequence::{ActionsBody, EachFrom, Insert, Loop, Sequence, Step, StepBody};
pub use table::{Axis, Table, TableExtension, TableKind, TableRow};

use crate::source::{SourceId, Span};

/// One `.ori` file. A copy shares its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The source text.
    pub source: SourceId,
    /// Its items in order.
    pub items: std::sync::Arc<[Item]>,
    /// Items that could not be parsed completely.
    pub broken: std::sync::Arc<[Broken]>,
}

/// An item that could not be parsed completely.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// The whole item.
    pub whole: Span,
    /// The parts missing from the tree.
    pub lost: Vec<Span>,
}

/// One item, with the parts common to all kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The lines of the `///` comment above it, without the slashes.
    pub doc: Option<String>,
    /// The span from its keyword to its last character.
    pub span: Span,
    /// The span of its first word.
    pub keyword: Span,
    /// The kind of item.
    pub kind: ItemKind,
}

/// All kinds of items, in the order of the language's reference.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `game bretagne "Les Deux Bretagne" { … }`
    Game(Game),
    /// `side routier "Marauders" played by chance`
    Side(Side),
    /// `rulebook { 1 "The frame" … }`
    Rulebook(Rulebook),
    /// `note @3.2 "…"`
    Note(Note),
    /// `use basics`
    Use(Use),
    /// `piece has { move: mp }`
    Has(Has),
    /// `names armour { Plate, Mail }`
    Names(Names),
    /// `noun unit/units = troops`
    Noun(Noun),
    /// `kind KT "Knights" of mounted`
    Kind(Kind),
    /// `counters montfort in pool { … }`
    Counters(Counters),
    /// `muster "Design your own" { … }`
    Muster(Muster),
    /// `piece flag moved / unmoved during subsequence`, `side var losses: int = 0`
    State(StateDecl),
    /// `terrain Woods "Woods" { … }`
    Terrain(Terrain),
    /// `weather Rain "Rain" { … }`
    Weather(Terrain),
    /// `is engaged(piece) = …`, `the facing(unit) = …`, `set captains(unit) = …`
    Definition(Definition),
    /// `quantity dice(attacker, target) { … }`
    Quantity(Quantity),
    /// `roll morale_roll(unit) = 2d6`
    Roll(Roll),
    /// `may fire(attacker, area) { … }`
    May(May),
    /// A `modify`, `forbid`, `except`, `show`, `hide`, `before` or `after` at the outermost level.
    Clause(Clause),
    /// `ruling woods_dice "…" { … }`
    Ruling(Ruling),
    /// `table clash rows … columns … { … }`
    Table(Table),
    /// `board field { … }`
    Board(Board),
    /// `facing corner of combat { … }`
    Facing(Facing),
    /// `deck stratagem per side { … }`
    Deck(Deck),
    /// `purse mp of piece in halves during movement { … }`
    Purse(Purse),
    /// `walk drilling(unit) pays mp { … }`
    Walk(Walk),
    /// `action volley "Shoot at" { … }`
    Action(Action),
    /// `card Extend { … }`
    Card(Card),
    /// `procedure rout(unit) { … }`
    Procedure(Procedure),
    /// `fn smooth(unit, to) { … }`
    Function(Function),
    /// `sequence { turn repeat { … } }`
    Sequence(Sequence),
    /// `whenever gun.engaged do { … }`
    Whenever(Whenever),
    /// `invariant stacking = …`
    Invariant(Invariant),
    /// `expect units.any @12`
    Expect(Expect),
    /// `replace is straining(unit) for French KT = …`
    Replace(Replace),
    /// `extend table clash { … }`
    Extend(TableExtension),
    /// `extend names class { … }`
    ExtendNames(Names),
    /// `insert fog each side do { } before combat`
    Insert(Insert),
    /// `scenario agincourt "Agincourt" for chivalry { … }`
    Scenario(Scenario),
    /// `draw { piece "o" }`
    Draw(Draw),
    /// `lesson first_steps "…" for agincourt { … }`
    Lesson(Lesson),
    /// `puzzle gap "…" for agincourt { … }`
    Puzzle(Puzzle),
    /// `test "…" @3.2 { … }`
    Test(Test),
}

impl ItemKind {
    /// The name the item declares, if any.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Game(it) => Some(&it.name),
            Self::Side(it) => Some(&it.name),
            Self::Names(it) => Some(&it.name),
            Self::Kind(it) => Some(&it.name),
            Self::Terrain(it) | Self::Weather(it) => Some(&it.name),
            Self::Definition(it) => Some(&it.name),
            Self::Quantity(it) => Some(&it.name),
            Self::Roll(it) => Some(&it.name),
            Self::May(it) => Some(&it.name),
            Self::Ruling(it) => Some(&it.name),
            Self::Table(it) => Some(&it.name),
            Self::Board(it) => Some(&it.name),
            Self::Deck(it) => Some(&it.name),
            Self::Purse(it) => Some(&it.name),
            Self::Walk(it) => Some(&it.name),
            Self::Action(it) => Some(&it.name),
            Self::Card(it) => Some(&it.name),
            Self::Procedure(it) => Some(&it.name),
            Self::Function(it) => Some(&it.name),
            Self::Sequence(it) => it.name.as_ref(),
            Self::Invariant(it) => Some(&it.name),
            Self::Scenario(it) => Some(&it.name),
            Self::Lesson(it) => Some(&it.name),
            Self::Puzzle(it) => Some(&it.name),
            // A replacement declares no new name; a state item may declare several.
            Self::Replace(_)
            | Self::Extend(_)
            | Self::ExtendNames(_)
            | Self::Insert(_)
            | Self::State(_)
            | Self::Rulebook(_)
            | Self::Note(_)
            | Self::Use(_)
            | Self::Has(_)
            | Self::Noun(_)
            | Self::Counters(_)
            | Self::Muster(_)
            | Self::Clause(_)
            | Self::Facing(_)
            | Self::Whenever(_)
            | Self::Expect(_)
            | Self::Draw(_)
            | Self::Test(_) => None,
        }
    }
}
