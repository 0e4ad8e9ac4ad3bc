//! Musters: what an army may buy, and the other needs of a battle of one's own.

use super::{Cite, Dice, ExprText, Name, Phrase, Text};
use crate::source::Span;

/// `muster [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Muster {
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its lines.
    pub lines: Vec<MusterLine>,
    /// The span.
    pub span: Span,
}

/// A line of a muster.
#[derive(Clone, Debug, PartialEq)]
pub struct MusterLine {
    /// The kind of line.
    pub kind: MusterLineKind,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// The kinds of lines of a muster.
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
        /// The dice that give the number.
        dice: Dice,
        /// The number subtracted.
        less: u32,
        /// The phrase for the side they belong to.
        phrase: Option<Phrase>,
        /// The places where they may lie.
        places: Vec<Name>,
        /// The terrains that may not be chosen.
        but: Vec<Name>,
    },
    /// `deploy rear, approach, reserve`
    Deploy(Vec<Name>),
    /// `deploy AY at rear, reserve`: a kind or family, and the only places where it may begin.
    Berth(Name, Vec<Name>),
}

/// `d6 { 1..5 none, 6 d6 { … } }`
#[derive(Clone, Debug, PartialEq)]
pub struct Lot {
    /// The dice.
    pub dice: Dice,
    /// The result of each number.
    pub rows: Vec<LotRow>,
}

/// The result of a range of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct LotRow {
    /// The lowest number.
    pub low: i64,
    /// The highest number.
    pub high: i64,
    /// The result.
    pub brings: LotBrings,
    /// The span.
    pub span: Span,
}

/// The results of a lot.
#[derive(Clone, Debug, PartialEq)]
pub enum LotBrings {
    /// A name: a weather, a flag of sides whose bearer chooses, or `none`.
    Name(Name),
    /// Another roll.
    Lot(Lot),
}
