//! Set-ups and tests, with every name resolved.

use super::sequence::Phase;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::clause::Phrase;
use super::game::Game;
use super::id::*;
use super::lesson::Learn;
use super::node::Node;
use super::outcome::Outcome;
use super::value::Value;

/// The set-up of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The starting position.
    pub position: Position,
    /// The facts printed on each piece of the position, by position in [`super::game::Game::facts`].
    pub printed: Vec<Vec<Value>>,
    /// The conditions the set-up must satisfy.
    pub expects: Vec<Expectation>,
}

/// A condition that a set-up must satisfy (`expect`).
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The condition.
    pub condition: Node,
    /// The number of slots it needs.
    pub locals: u16,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
}

/// A position: the pieces, and every value not at its default.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The pieces.
    pub pieces: Vec<SetupPiece>,
    /// The variables and flags of everything except the pieces above.
    pub vars: Vec<(VarId, Ref, Value)>,
    /// The sections that the line of a value above cites, where it cites some.
    pub cited: Vec<(VarId, Ref, Vec<SectionId>)>,
    /// The variables of things named individually, with the span of each name.
    pub named: Vec<(VarId, Ref, Value, Span)>,
    /// The variables and flags of all pieces matched by a phrase, set after all pieces are placed.
    pub phrases: Vec<SetupPhrase>,
    /// The default facing of pieces: their side, their spaces, and the direction.
    pub facings: Vec<(Option<u16>, super::set::BitSet, u16)>,
    /// In tests: the running repeated steps, and the number of times each has begun.
    pub steps: Vec<(StepId, i64)>,
    /// The cards in zones.
    pub cards: Vec<SetupCard>,
    /// The cards in force, in any zone.
    pub in_force: Vec<SetupForce>,
    /// In tests: the variables that hold a piece, of anything but pieces, with their spans.
    pub refs: Vec<(VarId, Ref, String, Span)>,
    /// In tests: the scopes in progress.
    pub under_way: Option<UnderWay>,
}

/// A variable or flag of all pieces that a phrase matches.
#[derive(Clone, Debug)]
pub struct SetupPhrase {
    /// The variable or flag.
    pub var: VarId,
    /// The phrase.
    pub phrase: Phrase,
    /// The value.
    pub value: Value,
    /// Where the phrase is written. None for pieces that belong to a value of a list, of which there may be none.
    pub span: Option<Span>,
}

/// A value in a position. Pieces are resolved once all of them are set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A value that does not depend on the position.
    Value(Value),
    /// A piece, by its label or name.
    Piece(String),
    /// Pieces, by their labels or names.
    Pieces(Vec<String>),
}

/// The scopes in progress in a position, and the points spent in them.
#[derive(Clone, Debug, Default)]
pub struct UnderWay {
    /// The scopes running inside the game, the outermost first.
    pub scopes: Vec<SetupScope>,
    /// The points spent from purses.
    pub spent: Vec<SetupSpent>,
    /// Cards in force whose scope must still end a number of times: definition, side, and number.
    pub left: Vec<(u16, Option<u16>, u16)>,
    /// The index from 0 of the next step of the game, if no step runs.
    pub next: u16,
    /// True if `whenever` rules and invariants have not been checked since the last event.
    pub unsettled: bool,
    /// Its source span.
    pub span: Span,
}

/// A scope that runs in a position.
#[derive(Clone, Debug, Default)]
pub struct SetupScope {
    /// The scope.
    pub scope: ScopeId,
    /// The acting side, if the scope has its own.
    pub side: Option<u16>,
    /// The step.
    pub step: Option<StepId>,
    /// The offer that waits in it for the sequences it started.
    pub offer: Option<OfferId>,
    /// True for a sequence that has not begun.
    pub waits: bool,
    /// Its parameters, and the variables of its run.
    pub params: Vec<Given>,
    /// Its slots.
    pub locals: Vec<Given>,
    /// What it does next.
    pub phase: Phase,
    /// How far it is in that: its hooks and windows that have run, or the place of the next child step.
    pub cursor: u16,
    /// The number of times it has begun.
    pub count: i64,
    /// The set of members that have had their turn.
    pub done: Option<Given>,
    /// The offers with a limit of one use that were used in it, each with the value the limit applies to.
    pub used: Vec<(OfferId, Option<Given>)>,
    /// True if it has been cancelled.
    pub cancelled: bool,
}

/// Points that a purse has spent in a position.
#[derive(Clone, Debug)]
pub struct SetupSpent {
    /// The purse.
    pub purse: PurseId,
    /// The side it belongs to.
    pub side: u16,
    /// The source, by its index in the purse.
    pub source: u8,
    /// The giver.
    pub giver: Option<Given>,
    /// The payee.
    pub payee: Option<Given>,
    /// The amount.
    pub amount: i32,
}

/// A card in force in a position.
#[derive(Clone, Debug)]
pub struct SetupForce {
    /// Its side, if specified.
    pub side: Option<u16>,
    /// Its definition, by position in [`super::game::Game::card_defs`].
    pub card: u16,
    /// The play that brought it into force and the values chosen for its parameters, if any were chosen.
    pub chosen: Option<(OfferId, Vec<Given>)>,
    /// Its source span.
    pub span: Span,
}

/// A card of a position.
#[derive(Clone, Debug)]
pub struct SetupCard {
    /// Its zone.
    pub zone: ZoneId,
    /// Its side, if the deck belongs to a side.
    pub side: Option<u16>,
    /// Its definition, by position in [`super::game::Game::card_defs`].
    pub card: u16,
    /// Its source span.
    pub span: Span,
}

/// A piece of a position.
#[derive(Clone, Debug, Default)]
pub struct SetupPiece {
    /// Its kind.
    pub kind: u16,
    /// For a unique piece, its position in [`super::game::Game::uniques`].
    pub unique: Option<u16>,
    /// Its mode.
    pub mode: Option<u16>,
    /// Its facing, if given.
    pub facing: Option<u16>,
    /// Its side.
    pub side: u16,
    /// Its space. If there are several, its owner chooses one.
    pub places: Vec<u16>,
    /// Its slot, if given.
    pub slot: Option<u8>,
    /// The facts printed on it.
    pub printed: Vec<Value>,
    /// Its variables and flags.
    pub vars: Vec<(VarId, Value)>,
    /// The variables that refer to another piece of the position, by its label.
    pub refs: Vec<(VarId, String)>,
    /// Its label in a test.
    pub label: Option<String>,
    /// Its source span.
    pub span: Span,
}

/// A test.
#[derive(Clone, Debug, Default)]
pub struct Test {
    /// The title.
    pub title: String,
    /// The rulebook sections cited.
    pub cites: Vec<SectionId>,
    /// The scenario it is played in. None means an empty board.
    pub scenario: Option<String>,
    /// True if the scenario's set-up is omitted.
    pub cleared: bool,
    /// The starting position, in addition to the scenario's.
    pub position: Position,
    /// Readings of rulings.
    pub readings: Vec<(RulingId, u16)>,
    /// The labels of pieces, of the scenario's first.
    pub labels: Vec<String>,
    /// The step in which it begins, and the acting side. None means outside the sequence of play.
    pub begins: Option<(StepId, Option<u16>, Span)>,
    /// The lines: what to do and what to expect.
    pub lines: Vec<TestLine>,
    /// True for a lesson. Play runs as in a game, from the step in which it begins or from the start of the sequence.
    pub is_lesson: bool,
    /// The errors in its text. A test with errors fails without being run.
    pub mistakes: Vec<Diagnostic>,
    /// Its source span.
    pub span: Span,
}

/// The terms of an offer that a test expects.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The expected costs: amount, purse if given, and place in the test.
    pub costs: Vec<(Value, Option<PurseId>, Span)>,
    /// The expected odds: the number of successful rolls out of all rolls.
    pub odds: Option<(i64, i64, Span)>,
}

/// What a test lets chance draw.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// A card, by name: from a deck, or as a random member of a set of cards.
    Card(u16),
    /// A random member of another set.
    Lot(Given),
}

/// A line of a test.
#[derive(Clone, Debug)]
pub enum TestLine {
    /// The next rolls.
    Dice(Vec<Vec<i64>>, Span),
    /// What is drawn next.
    Draw(Vec<Drawn>, Span),
    /// A command by a side.
    Play(u16, String, Span),
    /// A script.
    Do(ScriptId),
    /// A command that must be available, with its expected terms.
    Offered(u16, String, Terms, Span),
    /// A command that must not be available, with sections that must be among the reasons.
    Refused(u16, String, Vec<SectionId>, Span),
    /// A question that must be open: the side that decides, and text the question must contain.
    Asked(u16, Option<String>, Span),
    /// The game must be over: the winners (none for a draw), and the level of victory if given.
    Ended(Outcome, Span),
    /// The conditions that must be true, each with the number of slots needed.
    Then(Vec<(Node, u16)>, Span),
    /// A line of a lesson.
    Learn(Box<Learn>, Span),
}

impl TestLine {
    /// Its source span.
    pub fn span(&self, game: &Game) -> Span {
        match self {
            TestLine::Do(script) => game.scripts[script.at()].span,
            TestLine::Dice(_, span)
            | TestLine::Draw(_, span)
            | TestLine::Play(_, _, span)
            | TestLine::Offered(.., span)
            | TestLine::Refused(.., span)
            | TestLine::Asked(.., span)
            | TestLine::Ended(_, span)
            | TestLine::Then(_, span)
            | TestLine::Learn(_, span) => *span,
        }
    }
}

impl Test {
    /// True if only the sequence of play opens steps, and the test's lines do not.
    pub fn stays(&self) -> bool {
        self.begins.is_some() || self.position.under_way.is_some() || self.is_lesson
    }

    /// The word for it in messages.
    pub fn word(&self) -> &'static str {
        if self.is_lesson { "lesson" } else { "test" }
    }

    /// The learner's side: the side of the first task or free play, otherwise the side with which the lesson begins.
    pub fn learner(&self) -> u16 {
        let of_line = |line: &TestLine| match line {
            TestLine::Learn(learn, _) => match &**learn {
                Learn::Task(task) => task.wanted.first().map(|command| command.side),
                Learn::Free(free) => Some(free.side),
                Learn::Say(_) | Learn::Show(_) | Learn::Ask(_) => None,
            },
            _ => None,
        };
        let begins = || self.begins.and_then(|(_, side, _)| side);
        self.lines.iter().find_map(of_line).or_else(begins).unwrap_or(0)
    }
}
