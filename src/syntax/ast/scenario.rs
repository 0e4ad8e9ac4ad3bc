//! Scenarios, draw items, lessons and tests.

use super::{Cite, ExprText, Item, Name, PositionLine, Range, ScriptText, Text, Word};
use crate::source::Span;

/// `scenario NAME TITLE for GAME { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The game.
    pub game: Option<Name>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<ScenarioLine>,
}

/// One line of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioLine {
    /// The kind of line.
    pub kind: ScenarioLineKind,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioLineKind {
    /// `use other_battle`
    Use(Name),
    /// `ruling woods_dice knights`: the reading in force unless the players choose another.
    Ruling {
        /// The ruling.
        name: Name,
        /// Its reading.
        value: Name,
    },
    /// `board carse`
    Board(Name),
    /// `weather Rain`
    Weather(Name),
    /// `date 1415-10-25`, `turn 7..11`: a fact of the game, a step's range.
    Setting(Setting),
    /// `army French attacker panic 12 { … }`
    Army(Army),
    /// A line of the position.
    Position(PositionLine),
    /// A rule that applies only in this scenario.
    Item(Box<Item>),
}

/// Words side by side, without a colon.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The fact or step first, then the value.
    pub words: Vec<Word>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `army NAME {fact} { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Army {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// A side, or a name for the next unnamed side.
    pub name: Name,
    /// Its other names.
    pub aliases: Vec<Name>,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The side's facts.
    pub facts: Vec<Word>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The positions of its pieces.
    pub lines: Vec<PositionLine>,
}

/// A sentence as a player would type it: a title, then values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The words as written.
    pub text: String,
    /// The span.
    pub span: Span,
}

/// `test TITLE @… { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The title.
    pub title: Text,
    /// The sections it verifies.
    pub cites: Vec<Cite>,
    /// Its lines, read from top to bottom.
    pub lines: Vec<TestLine>,
    /// True if only its title could be parsed.
    pub lost: bool,
}

/// One line of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestLine {
    /// The kind of line.
    pub kind: TestLineKind,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestLineKind {
    /// `given { … }`
    Given(Vec<PositionLine>),
    /// `given agincourt`
    GivenScenario(Name),
    /// `cleared` behind the scenario: without its pieces and everything else that it sets up.
    Cleared,
    /// `at orders of French`: the point in the sequence of play where the test begins.
    At {
        /// The step.
        step: Name,
        /// The side that acts.
        side: Option<Name>,
    },
    /// `ruling NAME VALUE`
    Ruling {
        /// The ruling.
        name: Name,
        /// The reading.
        value: Name,
    },
    /// `dice 6 2 | 4`: one group for each roll.
    Dice(Vec<Vec<Word>>),
    /// `draw Terror, Command_3`
    Draw(Vec<Name>),
    /// `play SIDE: SENTENCE`
    Play {
        /// The side.
        side: Name,
        /// The sentence.
        sentence: Sentence,
    },
    /// `do { … }`
    Do(ScriptText),
    /// `offered SIDE: SENTENCE`
    Offered {
        /// The recipients.
        side: Name,
        /// The sentence.
        sentence: Sentence,
        /// `costs 2 command, 1 tender`: the amounts with their purses.
        costs: Vec<(Word, Option<Name>)>,
        /// `odds 21/36`: the number of favourable throws and of all throws.
        odds: Option<(i64, i64, Span)>,
    },
    /// `asked SIDE: QUESTION`: the side that must answer now, and the question.
    Asked {
        /// The side.
        side: Name,
        /// Words in the question.
        question: Option<Sentence>,
    },
    /// `ended SIDE LEVEL`, `ended drawn`: the game is over.
    Ended {
        /// The winners; none: drawn.
        winners: Vec<Name>,
        /// The level of victory.
        level: Option<Name>,
    },
    /// `refused SIDE: SENTENCE because @5.1`
    Refused {
        /// The recipients.
        side: Name,
        /// The sentence.
        sentence: Sentence,
        /// The sections that the refusal must cite.
        because: Vec<Cite>,
    },
    /// `then E, E`
    Then(Vec<ExprText>),
    /// A line of a lesson.
    Learn(Box<LearnKind>),
}

/// `lesson NAME TITLE for SCENARIO { … }`: a test that talks.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name.
    pub name: Name,
    /// Its title, its sections and its lines. The scenario after `for` is its first line.
    pub test: Test,
}

/// The lines that only a lesson has.
#[derive(Clone, Debug, PartialEq)]
pub enum LearnKind {
    /// `say "…"`
    Say(Text),
    /// `show KT2, left approach`: each mark with its words.
    Show(Vec<Sentence>),
    /// `try SIDE: SENTENCE`, `choose one of { SIDE: SENTENCE … }`
    Try {
        /// What is wanted; of several, any.
        wanted: Vec<(Name, Sentence)>,
        /// True if it was written as a choice.
        several: bool,
    },
    /// `wrong SENTENCE because @5.1 say "…"`: a wrong turn foreseen.
    Wrong {
        /// What the learner types, or its beginning.
        sentence: Sentence,
        /// The sections of the rules against it. Empty if it is legal.
        because: Vec<Cite>,
        /// The answer.
        say: Text,
    },
    /// `hint "…"`
    Hint(Text),
    /// `ask "…" EXPRESSION`, `ask "…" modifiers of EXPRESSION`
    Ask {
        /// The question.
        question: Text,
        /// True if the modifiers are asked for, not the value.
        modifiers: bool,
        /// What is asked.
        of: ExprText,
    },
    /// `answer EXPRESSION`: the answer as the author knows it.
    Answer(ExprText),
    /// `predict "…" EXPRESSION`: asked before the next task, checked after it.
    Predict {
        /// The question.
        question: Text,
        /// What it will be.
        of: ExprText,
    },
    /// `free 6 as SIDE against random`
    Free {
        /// The number of decisions.
        decisions: i64,
        /// The place of the number.
        span: Span,
        /// The learner's side.
        side: Name,
        /// The bot on the other sides.
        bot: Name,
    },
    /// `goal EXPRESSION say "…"`
    Goal {
        /// What must hold in the end.
        holds: ExprText,
        /// What is said then.
        say: Text,
    },
    /// `else say "…"`
    Else(Text),
}

/// `draw { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<DrawLine>,
}

/// One line of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawLine {
    /// The kind of line.
    pub kind: DrawLineKind,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawLineKind {
    /// `hex "{terrain.glyph}" shade elevation`
    Hex {
        /// The template.
        text: Text,
        /// The fact that shades it.
        shade: Option<Name>,
    },
    /// `map east north`
    Map {
        /// The fact that tells how far to the right a space lies.
        east: Name,
        /// The fact that tells how far up it lies.
        north: Name,
    },
    /// `side colour`: the fact of sides that gives their colours
    Side(Name),
    /// `omit pool, dead`
    Omit(Vec<Name>),
    /// `space "{walls}" shade county by holder`
    Space {
        /// The template.
        text: Text,
        /// The fact that shades it.
        shade: Option<Name>,
        /// The word that gives the side in whose colour it is drawn.
        side: Option<Name>,
    },
    /// `link road "-" brown`
    Link {
        /// The link.
        name: Name,
        /// Its character.
        text: Text,
        /// Its colour.
        colour: Option<Name>,
    },
    /// `piece "{division.code}{number}"`
    Piece(Text),
    /// `badge rout "{rout}"`
    Badge {
        /// A flag, variable or derived word.
        word: Name,
        /// The template.
        text: Text,
    },
    /// `arrow quarry`
    Arrow(Name),
    /// `track ps 0..20 labels "…", "…"`
    Track {
        /// The variable.
        name: Name,
        /// Its boxes.
        range: Option<Range>,
        /// The labels printed in the boxes.
        labels: Vec<Text>,
        /// A number of the same subject whose box is marked.
        mark: Option<Name>,
    },
}
