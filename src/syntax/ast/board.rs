//! Boards (grids, hexes, networks of spaces, layers, boxes, regions, slots, links) and facing.

use super::{Cite, ExprText, Name, Text, Word};
use crate::source::Span;

/// `board NAME [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its members, in written order.
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
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The name of one of its spaces.
    pub name: Name,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The span of the size: `3 x 5`.
    pub size_span: Span,
    /// The side that reads the names from its own edge.
    pub turned_for: Option<Name>,
    /// Cited sections.
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
    /// The list that contains the names.
    pub list: Option<Name>,
    /// Their names.
    pub names: Vec<Word>,
    /// The span.
    pub span: Span,
}

/// `hexes (flat | pointed) C x R [, even | odd columns low] [, numbered CCRR]`
#[derive(Clone, Debug, PartialEq)]
pub struct Hexes {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The part of a hex that points up.
    pub top: HexesTop,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The span of the size: `40 x 28`.
    pub size_span: Span,
    /// Which columns are half a hex lower, or which rows half a hex further right.
    pub low: Option<LowLines>,
    /// The pattern of the numbers: `CCRR`.
    pub numbered: Option<Name>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The whole member.
    pub span: Span,
}

/// The part of a hex that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HexesTop {
    /// A side.
    Flat,
    /// A corner.
    Pointed,
}

/// The columns (flat hexes) or rows (pointed hexes) that are offset by half a hex.
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
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The list value common to all the spaces.
    pub value: Option<Name>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The spaces.
    pub spaces: Vec<Space>,
    /// The whole member.
    pub span: Span,
}

/// `Brest fort 2 port capital`
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Its facts.
    pub facts: Vec<Word>,
}

/// `layer FACT [SIGN VALUE {, SIGN VALUE}] { rows of signs }`
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The fact, or `terrain`.
    pub fact: Name,
    /// The meanings of the characters; digits mean themselves.
    pub legend: Vec<Legend>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The rows, from top to bottom.
    pub rows: Vec<SignRow>,
    /// The whole member.
    pub span: Span,
}

/// `M Marsh`
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// The character.
    pub sign: char,
    /// The value.
    pub value: Word,
}

/// One row of characters, one for each hex or cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignRow {
    /// The characters.
    pub signs: String,
    /// The span.
    pub span: Span,
}

/// `Lost "Eliminated and captured" off`
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlace {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Its facts.
    pub facts: Vec<Word>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
}

/// `boxes NAME {, NAME} per side`
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The names; each side has one box of each.
    pub names: Vec<Name>,
    /// Cited sections.
    pub cites: Vec<Cite>,
}

/// `region NAME …`
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// Its spaces.
    pub kind: RegionKind,
}

/// The forms of a region.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionKind {
    /// `= E`
    Set(ExprText),
    /// `{ 0101..2028, 3001 }`
    Spaces(Vec<RegionPart>),
}

/// A space, or all spaces of the rectangle between two corners.
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
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The kind: numbered or named.
    pub kind: SlotsKind,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The whole member.
    pub span: Span,
}

/// The kinds of slots.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotsKind {
    /// `slots 4 per side of troops`: each holds one piece, so they are also the stacking limit.
    Numbered {
        /// The number for each side.
        count: u32,
        /// The word for the pieces that occupy slots; `None` for all pieces.
        of: Option<Name>,
    },
    /// `slots inside, outside`: for any number of pieces.
    Named(Vec<Name>),
}

/// `links NAME { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The values of facts, as written.
    pub facts: Vec<Word>,
    /// Sections cited before or after the braces.
    pub cites: Vec<Cite>,
    /// The chains of linked spaces.
    pub chains: Vec<Chain>,
    /// The whole member.
    pub span: Span,
}

/// `Brest -- Landerne -- Lesneven, Kemper: toll 2 when E`, `2901 SE NE`, `behind, ahead`
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The first places; several if commas fan out or directions are listed.
    pub first: Vec<Atom>,
    /// The further places; empty if a hex names its sides, or for directions alone.
    pub hops: Vec<Hop>,
    /// The facts of its edges, after a colon.
    pub facts: Vec<Word>,
    /// The condition for the link to exist.
    pub when: Option<ExprText>,
    /// The span.
    pub span: Span,
}

/// `-- Dol, Fougères`
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// True for a one-way link: `->`.
    pub one_way: bool,
    /// The destinations; several if commas fan out.
    pub to: Vec<Atom>,
}

/// A place or direction of a chain: `area rear`, `2901 SE NE`, `Brest`, `behind`.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// Its words; never empty.
    pub words: Vec<Word>,
    /// The span.
    pub span: Span,
}

/// `facing (corner | side) of WORD { front 11 1  flank 9 3 }`
#[derive(Clone, Debug, PartialEq)]
pub struct Facing {
    /// The part of a space that a piece faces.
    pub at: FacingOf,
    /// The word for the pieces that have a facing.
    pub of: Name,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// The arcs.
    pub arcs: Vec<Arc>,
}

/// The parts of a space that a piece may face.
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
    /// Clock hours or compass points.
    pub hours: Vec<Word>,
}
