//! What an army may be bought from, and what else a battle of one's own needs.

use super::{Cite, Dice, ExprText, Name, Phrase, Text};
use crate::source::Span;

/// `muster [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Muster {
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<MusterLine>,
    /// Where it stands.
    pub span: Span,
}

/// A line of a muster.
#[derive(Clone, Debug, PartialEq)]
pub struct MusterLine {
    /// What it says.
    pub kind: MusterLineKind,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}

/// What a line of a muster says.
#[derive(Clone, Debug, PartialEq)]
pub enum MusterLineKind {
    /// `total cost within value`: a fact of pieces, a fact of sides.
    Total(Name, Name),
    /// `at most 4 LDR`
    AtMost(u32, Name),
    /// `roles attacker, defender`
    Roles(Vec<Name>),
    /// `suggest panic "usually" = …`
    Suggest(Name, Option<Text>, ExprText),
    /// `warn when … because "…"`
    Warn(ExprText, Text),
    /// `weather d6 { … }`
    Weather(Lot),
    /// `terrain d6 - 3 for defender at rear, approach but Stream`
    Terrain {
        /// The dice that say how many.
        dice: Dice,
        /// How many fewer.
        less: u32,
        /// Whose they are.
        phrase: Option<Phrase>,
        /// Where they may lie.
        places: Vec<Name>,
        /// What may not be taken.
        but: Vec<Name>,
    },
    /// `deploy rear, approach, reserve`
    Deploy(Vec<Name>),
    /// `deploy AY at rear, reserve`: a kind or family, the only places where it may begin.
    Berth(Name, Vec<Name>),
}

/// `d6 { 1..5 none, 6 d6 { … } }`
#[derive(Clone, Debug, PartialEq)]
pub struct Lot {
    /// The dice.
    pub dice: Dice,
    /// What each number brings.
    pub rows: Vec<LotRow>,
}

/// What some numbers bring.
#[derive(Clone, Debug, PartialEq)]
pub struct LotRow {
    /// The lowest number.
    pub low: i64,
    /// The highest number.
    pub high: i64,
    /// What they bring.
    pub brings: LotBrings,
    /// Where it stands.
    pub span: Span,
}

/// What a number of a lot brings.
#[derive(Clone, Debug, PartialEq)]
pub enum LotBrings {
    /// A name: of a weather, of a flag of sides whose bearer chooses, or `none`.
    Name(Name),
    /// Another roll.
    Lot(Lot),
}
