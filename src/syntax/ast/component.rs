//! The components of a game: game, sides, rulebook, facts, lists, nouns, kinds, counters, state and terrain.

use super::{Cite, Clause, ExprText, Name, Range, ScopePath, Text, TypeRef, Word};
use crate::source::Span;

/// `game NAME TITLE { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its name, which is also the name of its folders.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head and in all lines of the body.
    pub cites: Vec<Cite>,
    /// `rulebook "rulebook.ori"`
    pub rulebook: Option<Text>,
    /// `die d10 0..9`
    pub die: Option<Die>,
    /// `sides blois, montfort`, in the order of play.
    pub sides: Vec<Name>,
    /// `outcome decisive, marginal`
    pub outcome: Vec<Name>,
}

/// `die d10 0..9`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// The number of faces.
    pub faces: u32,
    /// The values on the faces, if not 1 to the number of faces.
    pub shows: Option<Range>,
    /// The span.
    pub span: Span,
}

/// `side NAME [TITLE] [played by …] [{ facts }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Who decides for it, if not a player.
    pub played_by: Option<PlayedBy>,
    /// Its facts.
    pub body: Body,
}

/// Who decides for a side without a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// `played by chance`
    Chance(Span),
    /// `played by caution`: nothing that can play a side.
    Other(Name),
}

/// `rulebook { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// Its sections.
    pub sections: Vec<Section>,
}

/// One section of the rulebook: `3 "The end" "Four in a row win."`
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its number.
    pub number: Name,
    /// Its title.
    pub title: Text,
    /// True if it contains no rule.
    pub prose: bool,
    /// Other numbers of the same section.
    pub alias: Vec<Name>,
    /// A one-line summary in our own words.
    pub summary: Option<Text>,
    /// The span.
    pub span: Span,
}

/// `note @3.2 "…"`
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The sections it covers.
    pub cites: Vec<Cite>,
    /// Why these sections need no code.
    pub text: Text,
}

/// `use NAME`
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// A package, or inside a scenario another scenario.
    pub name: Name,
}

/// `SUBJECT has { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Has {
    /// `piece`, `space`, `side`, `card`, `game`, `terrain` or a list.
    pub subject: Name,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The facts.
    pub facts: Vec<FactDecl>,
}

/// `attacker, defender: flag = false`
#[derive(Clone, Debug, PartialEq)]
pub struct FactDecl {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The facts of one type; never empty.
    pub names: Vec<Name>,
    /// Their type.
    pub ty: TypeRef,
    /// The value if the fact is not given.
    pub default: Option<ExprText>,
    /// The span.
    pub span: Span,
}

/// `names NAME [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// The list.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Its values in order.
    pub values: Vec<NamesValue>,
}

/// `Clifford "Lord Clifford" Cl { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct NamesValue {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The value.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The short form printed on counters.
    pub code: Option<Name>,
    /// Its facts.
    pub body: Option<Body>,
}

/// `noun unit/units, other = troops`
#[derive(Clone, Debug, PartialEq)]
pub struct Noun {
    /// The names; never empty.
    pub nouns: Vec<NounWord>,
    /// A type, or a word for a set.
    pub of: TypeRef,
}

/// `unit/units`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NounWord {
    /// The singular.
    pub singular: Name,
    /// The plural.
    pub plural: Option<Name>,
}

/// `kind NAME [TITLE] [of KIND] [{ … }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// The family it belongs to.
    pub family: Option<Name>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Facts, notation, modes, clauses.
    pub body: Body,
}

/// Facts and clauses in braces, for any bearer. The parser has checked which parts each kind of body allows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Facts side by side, names and values in one row: `vp 10 port change 2`. Types decide which word is which.
    pub facts: Vec<Word>,
    /// `glyph "&"`
    pub glyph: Option<Text>,
    /// `notation "{ability}-{cohesion}"`
    pub notation: Option<Text>,
    /// `mode Close { move 3 }`
    pub modes: Vec<Mode>,
    /// Clauses that apply to the bearer.
    pub clauses: Vec<Clause>,
    /// The span of the braces and their contents; `None` without braces.
    pub span: Option<Span>,
}

/// `mode NAME [{ facts }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Its changes.
    pub body: Body,
}

/// `counters [SIDE] [in BOX] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Counters {
    /// The owning side, if any.
    pub side: Option<Name>,
    /// The place where they start.
    pub place: Option<Name>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// The counters.
    pub entries: Vec<CountersEntry>,
}

/// `Ch english x6` or `leader breton: Jean "Jean de Montfort" 2-1-4, Clisson 1-2-3`
#[derive(Clone, Debug, PartialEq)]
pub struct CountersEntry {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// The kind first, then facts and values.
    pub words: Vec<Word>,
    /// The number, if they are not named.
    pub count: Option<u32>,
    /// Pieces with a name of their own.
    pub pieces: Vec<UniquePiece>,
    /// Sections cited after it.
    pub cites: Vec<Cite>,
    /// The span.
    pub span: Span,
}

/// `Jean "Jean de Montfort" 2-1-4`
#[derive(Clone, Debug, PartialEq)]
pub struct UniquePiece {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Its facts and values.
    pub words: Vec<Word>,
}

/// `SUBJECT var …` or `SUBJECT flag …`; without a subject in a sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDecl {
    /// The `///` comment above it.
    pub doc: Option<String>,
    /// `piece`, `space`, `side`, `card`, `game` or a list; `None` in a sequence.
    pub subject: Option<Name>,
    /// Variable or flag.
    pub kind: StateKind,
    /// The initial value.
    pub default: Option<ExprText>,
    /// The scopes in which it exists; empty for the whole game.
    pub during: Vec<ScopePath>,
    /// True if the log reports its changes only in full.
    pub quiet: bool,
    /// Cited sections.
    pub cites: Vec<Cite>,
    /// Clauses and facts that apply while the flag is set.
    pub body: Option<Body>,
    /// The span.
    pub span: Span,
}

/// Variable or flag.
#[derive(Clone, Debug, PartialEq)]
pub enum StateKind {
    /// `var hits, worn: int`
    Var {
        /// The variables; never empty.
        names: Vec<Name>,
        /// Their type.
        ty: TypeRef,
    },
    /// `flag moved / unmoved`
    Flag {
        /// The flag.
        name: Name,
        /// Its opposite.
        opposite: Option<Name>,
    },
}

impl StateKind {
    /// The declared names, without the opposite of a flag.
    pub fn names(&self) -> &[Name] {
        match self {
            Self::Var { names, .. } => names,
            Self::Flag { name, .. } => std::slice::from_ref(name),
        }
    }
}

/// `terrain NAME [TITLE] [{ … }]`, and weather likewise.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Its name.
    pub name: Name,
    /// The title shown to players.
    pub title: Option<Text>,
    /// Sections cited in the head.
    pub cites: Vec<Cite>,
    /// Facts, glyph, clauses.
    pub body: Body,
}
