//! How things are drawn (language reference, 3.25): templates, signs of links, badges, arrows, tracks.

use super::game::{Game, Nature};
use super::id::*;
use super::node::{Node, Term};

/// How things are drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// What a piece shows; local 0 is the piece.
    pub piece: Option<Template>,
    /// True if what pieces show is printed on them and never changes with their place or state: only
    /// then can it be their name.
    pub names_pieces: bool,
    /// What a space shows; local 0 is the space.
    pub space: Option<Template>,
    /// The fact of spaces by which they are shaded: a number, or a value of a list.
    pub shade: Option<FactId>,
    /// Links that are drawn on hexes, all of them.
    pub links: Vec<LinkSign>,
    /// What is drawn behind a piece while a word holds.
    pub badges: Vec<Badge>,
    /// Arrows from a piece.
    pub arrows: Vec<Arrow>,
    /// Variables that are shown in boxes under the board.
    pub tracks: Vec<Track>,
}

/// A text with values in it.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its parts in order.
    pub parts: Vec<TemplatePart>,
    /// Slots needed; the first holds the thing.
    pub locals: u16,
}

/// A part of a template.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Literal text.
    Letters(String),
    /// A value as players read it; empty where it is absent.
    Value(Node),
    /// The short code of a value of a list: `{division.code}`.
    Code(Node),
    /// The sign of a terrain: `{terrain.glyph}`.
    Glyph(Node),
    /// `{number}`: counts the pieces whose label is otherwise alike.
    Number,
}

impl Template {
    /// True if it says the same of everything.
    pub fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, TemplatePart::Letters(_)))
    }

    /// Every expression in it.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Value(node) | TemplatePart::Code(node) | TemplatePart::Glyph(node) => Some(node),
            TemplatePart::Letters(_) | TemplatePart::Number => None,
        })
    }
}

/// A colour that can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the colours")]
pub enum Ink {
    Black,
    Blue,
    Brown,
    Green,
    Grey,
    Orange,
    Red,
    Violet,
    White,
    Yellow,
}

impl Ink {
    /// All colours by name.
    pub const ALL: [(&'static str, Ink); 10] = [
        ("black", Ink::Black),
        ("blue", Ink::Blue),
        ("brown", Ink::Brown),
        ("green", Ink::Green),
        ("grey", Ink::Grey),
        ("orange", Ink::Orange),
        ("red", Ink::Red),
        ("violet", Ink::Violet),
        ("white", Ink::White),
        ("yellow", Ink::Yellow),
    ];

    /// The colour of this name.
    pub fn named(name: &str) -> Option<Ink> {
        Ink::ALL.iter().find(|(one, _)| *one == name).map(|(_, ink)| *ink)
    }
}

/// How a link is drawn.
#[derive(Clone, Debug)]
pub struct LinkSign {
    /// The link.
    pub link: LinkId,
    /// Its sign.
    pub sign: String,
    /// Its colour.
    pub ink: Option<Ink>,
    /// True if it lies along the sides of hexes, as a stream does, and does not lead across them, as a road does.
    pub along: bool,
}

/// What is drawn behind a piece while a word holds.
#[derive(Clone, Debug)]
pub struct Badge {
    /// The word of pieces: a flag, a yes/no word, or a variable, which holds where it is not at its default.
    pub term: Term,
    /// True for the opposite word.
    pub negated: bool,
    /// What players read of it.
    pub title: String,
    /// What is drawn.
    pub text: Template,
}

/// Arrows from a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Where the piece faces.
    Facing,
    /// Where a word of pieces points: a direction, a space or a piece.
    Word(Term),
}

/// A variable shown in boxes.
#[derive(Clone, Debug)]
pub struct Track {
    /// The variable.
    pub var: VarId,
    /// The first box.
    pub low: i64,
    /// The last box.
    pub high: i64,
    /// What is printed in the boxes, from the first.
    pub labels: Vec<String>,
}

/// The sign of the terrain that is this member of the list of terrains.
pub fn terrain_glyph(game: &Game, at: u16) -> Option<&str> {
    let var = game.vars.get(game.terrains.get(at as usize)?.at())?;
    if var.nature == Nature::Terrain { var.glyph.as_deref() } else { None }
}
