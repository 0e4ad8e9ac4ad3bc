//! Battles, drawing, lessons and tests.

use super::{Cite, ExprText, Item, Name, PositionLine, Range, ScriptText, Text, Word};
use crate::source::Span;

/// `scenario NAME TITLE for GAME { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// The game.
    pub game: Option<Name>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<ScenarioLine>,
}

/// One line of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioLine {
    /// What it says.
    pub kind: ScenarioLineKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a scenario says.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioLineKind {
    /// `use other_battle`
    Use(Name),
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
    /// A rule that holds in this battle alone.
    Item(Box<Item>),
    /// `expect E, E`
    Expect(Vec<ExprText>),
}

/// Words side by side, without a colon.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The fact or step first, then the value.
    pub words: Vec<Word>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `army NAME {fact} { lines }`
#[derive(Clone, Debug, PartialEq)]
pub struct Army {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// A side, or the name that the next unnamed side gets.
    pub name: Name,
    /// Other names that it answers to.
    pub aliases: Vec<Name>,
    /// How players call it.
    pub title: Option<Text>,
    /// The side's facts.
    pub facts: Vec<Word>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// Where its pieces stand.
    pub lines: Vec<PositionLine>,
}

/// What a player would type: a title, then values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The words as they stand.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

/// `test TITLE @… { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What it shows.
    pub title: Text,
    /// The sections it proves.
    pub cites: Vec<Cite>,
    /// Its lines, read from top to bottom.
    pub lines: Vec<TestLine>,
    /// Whether nothing but its title could be read.
    pub lost: bool,
}

/// One line of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestLine {
    /// What it says.
    pub kind: TestLineKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a test says.
#[derive(Clone, Debug, PartialEq)]
pub enum TestLineKind {
    /// `given { … }`
    Given(Vec<PositionLine>),
    /// `given agincourt`
    GivenScenario(Name),
    /// `at orders of French`: where in the sequence of play the test begins.
    At {
        /// The step.
        step: Name,
        /// Who acts in it.
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
        /// Who.
        side: Name,
        /// What.
        sentence: Sentence,
    },
    /// `do { … }`
    Do(ScriptText),
    /// `offered SIDE: SENTENCE`
    Offered {
        /// To whom.
        side: Name,
        /// What.
        sentence: Sentence,
        /// `costs 2 command, 1 tender`: what it costs, in which purse.
        costs: Vec<(Word, Option<Name>)>,
        /// `odds 21/36`: how many throws of how many decide for it.
        odds: Option<(i64, i64, Span)>,
    },
    /// `asked SIDE: QUESTION`: who is asked now, and with which words.
    Asked {
        /// Who.
        side: Name,
        /// Words of the question.
        question: Option<Sentence>,
    },
    /// `refused SIDE: SENTENCE because @5.1`
    Refused {
        /// To whom.
        side: Name,
        /// What.
        sentence: Sentence,
        /// The sections that the refusal must cite.
        because: Vec<Cite>,
    },
    /// `then E, E`
    Then(Vec<ExprText>),
}

/// `lesson NAME TITLE for SCENARIO { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// The battle in which it is given.
    pub scenario: Option<Name>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its lines, read from top to bottom.
    pub lines: Vec<LessonLine>,
}

/// One line of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonLine {
    /// What it says.
    pub kind: LessonLineKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a lesson says.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonLineKind {
    /// `say "…"`
    Say(Text),
    /// `try SIDE: SENTENCE "…"`
    Try {
        /// Who.
        side: Name,
        /// What.
        sentence: Sentence,
        /// What is said afterwards.
        text: Option<Text>,
    },
    /// A line of a position on its own.
    Position(PositionLine),
    /// A line that tests have too: `given`, `dice`, `draw`, `do`, `then`.
    Test(TestLineKind),
}

/// `draw { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<DrawLine>,
}

/// One line of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawLine {
    /// What it says.
    pub kind: DrawLineKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a drawing says.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawLineKind {
    /// `hex "{terrain.glyph}" shade elevation`
    Hex {
        /// The template.
        text: Text,
        /// The fact that shades it.
        shade: Option<Name>,
    },
    /// `space "{holder}"`
    Space {
        /// The template.
        text: Text,
        /// The fact that shades it.
        shade: Option<Name>,
    },
    /// `link road "-" brown`
    Link {
        /// The link.
        name: Name,
        /// Its sign.
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
        /// What is printed in them.
        labels: Vec<Text>,
    },
}
