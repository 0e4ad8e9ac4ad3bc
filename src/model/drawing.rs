//! How things are drawn (language reference, 3.25): templates, link signs, badges, arrows and tracks.

use super::game::{Game, Nature};
use super::id::*;
use super::node::{Node, Term};
use super::set::BitSet;

/// All drawing instructions of a game.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The template for a piece. Local 0 is the piece.
    pub piece: Option<Template>,
    /// True if the template of pieces is printed text that never changes with space or state. Only then can it serve as
    /// the piece's name.
    pub names_pieces: bool,
    /// The template for a space. Local 0 is the space.
    pub space: Option<Template>,
    /// The fact by which spaces are shaded: a number, or a value of a list.
    pub shade: Option<FactId>,
    /// The word that returns the side in whose colour a space is drawn.
    pub space_side: Option<Term>,
    /// The colours of the sides.
    pub sides: Vec<Ink>,
    /// The fact of sides that gives their colours. It is seen, and so needs no words in the status.
    pub side_colour: Option<FactId>,
    /// The facts that give the position of the spaces of a network: distance to the right and distance up, in one unit.
    pub map: Option<(FactId, FactId)>,
    /// The boxes not listed below the board.
    pub omitted: BitSet,
    /// The links that are not drawn.
    pub omitted_links: BitSet,
    /// The links drawn on hexes.
    pub links: Vec<LinkSign>,
    /// The badges of pieces.
    pub badges: Vec<Badge>,
    /// The badges of spaces, which are listed with their terrain.
    pub space_badges: Vec<Badge>,
    /// The arrows of pieces.
    pub arrows: Vec<Arrow>,
    /// The variables shown as tracks under the board.
    pub tracks: Vec<Track>,
}

/// A text with embedded values.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its parts in order.
    pub parts: Vec<TemplatePart>,
    /// The number of slots needed. The first holds the thing drawn.
    pub locals: u16,
}

/// A part of a template.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Literal text.
    Letters(String),
    /// A value as players see it. Empty if absent.
    Value(Node),
    /// The short code of a value of a list: `{division.code}`.
    Code(Node),
    /// The sign of a terrain: `{terrain.glyph}`.
    Glyph(Node),
    /// `{number}`: numbers pieces that otherwise have the same label.
    Number,
}

impl Drawing {
    /// How a link is drawn.
    pub fn sign_of(&self, link: LinkId) -> Option<&LinkSign> {
        self.links.iter().find(|sign| sign.link == link)
    }
}

impl Template {
    /// True if it contains no values.
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

/// A named colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the colours")]
pub enum Ink {
    Beige,
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
    pub const ALL: [(&'static str, Ink); 11] = [
        ("beige", Ink::Beige),
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
    /// True if it lies along the sides of hexes, like a stream. False if it crosses them, like a road.
    pub along: bool,
}

/// A badge drawn behind a piece, or with the terrain of a space, while a word is true.
#[derive(Clone, Debug)]
pub struct Badge {
    /// The word of pieces or spaces: a flag, a yes/no word, or a variable, which counts as true if it is not at its
    /// default.
    pub term: Term,
    /// True for the opposite word.
    pub negated: bool,
    /// The title players see.
    pub title: String,
    /// The template drawn.
    pub text: Template,
}

/// An arrow drawn at a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// The direction the piece faces.
    Facing,
    /// The direction, space or piece that a word of pieces returns.
    Word(Term),
}

/// A variable shown as a row of boxes.
#[derive(Clone, Debug)]
pub struct Track {
    /// The variable.
    pub var: VarId,
    /// The first box.
    pub low: i64,
    /// The last box.
    pub high: i64,
    /// The labels of the boxes, from the first.
    pub labels: Vec<String>,
    /// The marked number.
    pub mark: Option<Mark>,
}

/// A number marked on a track, for example the level above which an army may rout.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The title players see.
    pub title: String,
    /// The number, evaluated for the subject of the track.
    pub node: Node,
    /// The number of slots needed. The first holds the subject.
    pub locals: u16,
}

/// The glyph of a terrain, by its index in the list of terrains.
pub fn terrain_glyph(game: &Game, at: u16) -> Option<&str> {
    let var = game.vars.get(game.terrains.get(at as usize)?.at())?;
    if var.nature == Nature::Terrain { var.glyph.as_deref() } else { None }
}
