//! Who is set up where, and tests, with every name resolved.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::id::*;
use super::node::Node;
use super::value::Value;

/// The set-up of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The position at the beginning.
    pub position: Position,
    /// The facts printed on each piece of the position, by position in [`super::game::Game::facts`].
    pub printed: Vec<Vec<Value>>,
}

/// A position: where pieces are, and what is not at its default.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The pieces.
    pub pieces: Vec<SetupPiece>,
    /// Variables and flags of anything but the pieces above.
    pub vars: Vec<(VarId, Ref, Value)>,
    /// Variables and flags of all pieces that a phrase names, set after all pieces are placed.
    pub phrases: Vec<(VarId, super::clause::Phrase, Value)>,
    /// Which way pieces face that do not say it themselves: of which side, in which spaces, where.
    pub facings: Vec<(Option<u16>, super::set::BitSet, u16)>,
    /// In tests: the repeated steps that run, and how often they have begun.
    pub steps: Vec<(StepId, i64)>,
    /// Cards that lie in a zone.
    pub cards: Vec<SetupCard>,
}

/// A card of a position.
#[derive(Clone, Debug)]
pub struct SetupCard {
    /// Where it lies.
    pub zone: ZoneId,
    /// Whose it is, if the deck belongs to a side.
    pub side: Option<u16>,
    /// Its name, by place in [`super::game::Game::card_defs`].
    pub card: u16,
    /// Where it is written.
    pub span: Span,
}

/// A piece of a position.
#[derive(Clone, Debug)]
pub struct SetupPiece {
    /// Its kind.
    pub kind: u16,
    /// Its own name, by place in [`super::game::Game::uniques`], if it has one.
    pub unique: Option<u16>,
    /// Its mode.
    pub mode: Option<u16>,
    /// The direction in which it faces, if given.
    pub facing: Option<u16>,
    /// Its side.
    pub side: u16,
    /// Its space: one space, or several of which its owner chooses.
    pub places: Vec<u16>,
    /// The slot, if given.
    pub slot: Option<u8>,
    /// The facts printed on it.
    pub printed: Vec<Value>,
    /// Variables and flags that it bears.
    pub vars: Vec<(VarId, Value)>,
    /// Variables that name another piece of the position, by its label.
    pub refs: Vec<(VarId, String)>,
    /// The label of a test.
    pub label: Option<String>,
    /// Where it is written.
    pub span: Span,
}

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// What it shows.
    pub title: String,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// The scenario in which it is played; none: an empty board.
    pub scenario: Option<String>,
    /// The position that it starts from, besides the scenario's.
    pub position: Position,
    /// Readings of rulings.
    pub readings: Vec<(RulingId, u16)>,
    /// The labels of pieces, with their place in the position's pieces.
    pub labels: Vec<(String, u16)>,
    /// The step in which it begins, and who acts there; none: outside the sequence of play.
    pub begins: Option<(StepId, Option<u16>, Span)>,
    /// What is done and expected.
    pub lines: Vec<TestLine>,
    /// What is wrong with its text; such a test fails without being run.
    pub mistakes: Vec<Diagnostic>,
    /// Where it is declared.
    pub span: Span,
}

/// What a test wants to know of an offer.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What it costs: how much, from which purse if given, and where the test says so.
    pub costs: Vec<(Value, Option<PurseId>, Span)>,
    /// How many of how many throws decide for it.
    pub odds: Option<(i64, i64, Span)>,
}

/// A line of a test.
#[derive(Clone, Debug)]
pub enum TestLine {
    /// The next rolls.
    Dice(Vec<Vec<i64>>, Span),
    /// The next cards drawn, by name.
    Draw(Vec<u16>, Span),
    /// A sentence that a side says.
    Play(u16, String, Span),
    /// A script.
    Do(ScriptId),
    /// A sentence that must be offered, with what must be known of it.
    Offered(u16, String, Terms, Span),
    /// A sentence that must not be offered, with the sections that must be among the reasons.
    Refused(u16, String, Vec<SectionId>, Span),
    /// A question that must be open: the side that decides, and words the question must contain.
    Asked(u16, Option<String>, Span),
    /// What must hold.
    Then(Vec<(Node, u16)>, Span),
}
