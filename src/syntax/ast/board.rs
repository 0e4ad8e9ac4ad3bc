//! Boards: grids, hexes, networks of spaces, layers, boxes, regions, slots, links; and facing.

use super::{Cite, ExprText, Name, Text, Word};
use crate::source::Span;

/// `board NAME [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// What it is made of, in written order.
    pub members: Vec<BoardMember>,
}

/// One member of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardMember {
    /// `grid area 3 x 5 …`
    Grid(Grid),
    /// `hexes flat 40 x 28 …`
    Hexes(Hexes),
    /// `spaces in Leon { … }`
    Spaces(Spaces),
    /// `layer terrain . Clear, M Marsh { … }`
    Layer(Layer),
    /// `box pool off`
    Box(Vec<BoxPlace>),
    /// `boxes reserve, rout per side`
    Boxes(Boxes),
    /// `region west { … }`
    Region(Region),
    /// `slots 4 per side of troops`
    Slots(Slots),
    /// `links road { … }`
    Links(Links),
}

/// `grid NAME C x R [turned for SIDE] { columns … rows … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// What one of its spaces is called.
    pub name: Name,
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// Where the size stands: `3 x 5`.
    pub size_span: Span,
    /// The side that reads the names from its own edge.
    pub turned_for: Option<Name>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The names of the columns.
    pub column_list: Option<GridList>,
    /// The names of the rows.
    pub row_list: Option<GridList>,
    /// The whole member.
    pub span: Span,
}

/// `columns battle: left, centre, right`
#[derive(Clone, Debug, PartialEq)]
pub struct GridList {
    /// The list whose members they are.
    pub list: Option<Name>,
    /// Their names.
    pub names: Vec<Word>,
    /// Where it stands.
    pub span: Span,
}

/// `hexes (flat | pointed) C x R [, even | odd columns low] [, numbered CCRR]`
#[derive(Clone, Debug, PartialEq)]
pub struct Hexes {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// What points up.
    pub top: HexesTop,
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// Where the size stands: `40 x 28`.
    pub size_span: Span,
    /// Which lines lie half a hex lower (of columns) or further right (of rows).
    pub low: Option<LowLines>,
    /// The pattern of the numbers: `CCRR`.
    pub numbered: Option<Name>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The whole member.
    pub span: Span,
}

/// What points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HexesTop {
    /// A side.
    Flat,
    /// A corner.
    Pointed,
}

/// Which columns (flat hexes) or rows (pointed hexes) lie lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LowLines {
    /// `even columns low`
    Even,
    /// `odd columns low`
    Odd,
}

/// `spaces [in VALUE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Spaces {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The value of a list to which all of them belong.
    pub value: Option<Name>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The spaces.
    pub spaces: Vec<Space>,
    /// The whole member.
    pub span: Span,
}

/// `Brest fort 2 port capital`
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Its facts.
    pub facts: Vec<Word>,
}

/// `layer FACT [SIGN VALUE {, SIGN VALUE}] { rows of signs }`
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The fact, or `terrain`.
    pub fact: Name,
    /// What the signs mean; digits mean themselves.
    pub legend: Vec<Legend>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The rows from top to bottom.
    pub rows: Vec<SignRow>,
    /// The whole member.
    pub span: Span,
}

/// `M Marsh`
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// The sign.
    pub sign: char,
    /// Where the sign stands.
    pub sign_span: Span,
    /// What it means.
    pub value: Word,
}

/// One row of signs, a sign for each hex or cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignRow {
    /// The signs.
    pub signs: String,
    /// Where they stand.
    pub span: Span,
}

/// `Lost "Eliminated and captured" off`
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlace {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Its facts.
    pub facts: Vec<Word>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
}

/// `boxes NAME {, NAME} per side`
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// One box for each name and side.
    pub names: Vec<Name>,
    /// Sections.
    pub cites: Vec<Cite>,
}

/// `region NAME …`
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections.
    pub cites: Vec<Cite>,
    /// Which spaces it has.
    pub kind: RegionKind,
}

/// How a region says which spaces it has.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionKind {
    /// `= E`
    Set(ExprText),
    /// `{ 0101..2028, 3001 }`
    Spaces(Vec<RegionPart>),
}

/// A space, or all spaces of the rectangle between two.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionPart {
    /// One corner.
    pub from: Atom,
    /// The opposite corner, if it is a rectangle.
    pub to: Option<Atom>,
}

/// `slots …`
#[derive(Clone, Debug, PartialEq)]
pub struct Slots {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Numbered or named.
    pub kind: SlotsKind,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The whole member.
    pub span: Span,
}

/// What the slots of a space are.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotsKind {
    /// `slots 4 per side of troops`: one piece each, and the limit as well.
    Numbered {
        /// How many for each side.
        count: u32,
        /// The word that says which pieces stand in them; nothing for all.
        of: Option<Name>,
    },
    /// `slots inside, outside`: for any number of pieces.
    Named(Vec<Name>),
}

/// `links NAME { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections, before the braces or behind them.
    pub cites: Vec<Cite>,
    /// What is linked with what.
    pub chains: Vec<Chain>,
    /// The whole member.
    pub span: Span,
}

/// `Brest -- Landerne -- Lesneven, Kemper when E`, `2901 SE NE`, `behind, ahead`
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// What it begins with; several where commas fan out or where directions are listed.
    pub first: Vec<Atom>,
    /// The further places; none where a hex names its sides or directions stand alone.
    pub hops: Vec<Hop>,
    /// When the link is there.
    pub when: Option<ExprText>,
    /// Where it stands.
    pub span: Span,
}

/// `-- Dol, Fougères`
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// Whether one may only go this way: `->`.
    pub one_way: bool,
    /// Where it leads; several where commas fan out.
    pub to: Vec<Atom>,
}

/// A place or direction of a chain: `area rear`, `2901 SE NE`, `Brest`, `behind`.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// Its words; never empty.
    pub words: Vec<Word>,
    /// Where it stands.
    pub span: Span,
}

/// `facing (corner | side) of WORD { front 11 1  flank 9 3 }`
#[derive(Clone, Debug, PartialEq)]
pub struct Facing {
    /// What a piece points at.
    pub at: FacingOf,
    /// Which pieces have one.
    pub of: Name,
    /// Sections.
    pub cites: Vec<Cite>,
    /// The arcs.
    pub arcs: Vec<Arc>,
}

/// What a facing points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FacingOf {
    /// `corner`
    Corner,
    /// `side`
    Side,
}

/// `front 11 1`
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// Its name.
    pub name: Name,
    /// Hours of the clock or points of the compass.
    pub hours: Vec<Word>,
}
