//! What there is: game, sides, rulebook, facts, lists, nouns, kinds, counters, state, terrain.

use super::{Cite, Clause, ExprText, Name, Range, ScopePath, Text, TypeRef, Word};
use crate::source::Span;

/// `game NAME TITLE { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its name, which is also the name of its folders.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head and of all lines of the body.
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
    /// What the faces show, if not 1 to their number.
    pub shows: Option<Range>,
    /// Where it stands.
    pub span: Span,
}

/// `side NAME [TITLE] [played by …] [{ facts }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Who answers for it, if not a player.
    pub played_by: Option<PlayedBy>,
    /// Its facts.
    pub body: Body,
}

/// Who answers for a side without a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// `played by chance`
    Chance(Span),
    /// `played by caution`: a pure function.
    Function(Name),
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
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its number.
    pub number: Name,
    /// Its title.
    pub title: Text,
    /// Whether it prescribes nothing.
    pub prose: bool,
    /// Other numbers that mean the same section.
    pub alias: Vec<Name>,
    /// What it says, in one line of our own.
    pub summary: Option<Text>,
    /// Where it stands.
    pub span: Span,
}

/// `note @3.2 "…"`
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The sections it answers for.
    pub cites: Vec<Cite>,
    /// Why nothing needs to be done.
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
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// The facts.
    pub facts: Vec<FactDecl>,
}

/// `attacker, defender: flag = false`
#[derive(Clone, Debug, PartialEq)]
pub struct FactDecl {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The facts of one type; never empty.
    pub names: Vec<Name>,
    /// Their type.
    pub ty: TypeRef,
    /// What holds where the fact is not given.
    pub default: Option<ExprText>,
    /// Where it stands.
    pub span: Span,
}

/// `names NAME [TITLE] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// The list.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Its values in order.
    pub values: Vec<NamesValue>,
}

/// `Clifford "Lord Clifford" Cl { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct NamesValue {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The value.
    pub name: Name,
    /// How players call it.
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
    /// A type, or a word that stands for a set.
    pub of: TypeRef,
}

/// `unit/units`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NounWord {
    /// One of them.
    pub singular: Name,
    /// Many of them.
    pub plural: Option<Name>,
}

/// `kind NAME [TITLE] [of KIND] [{ … }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// The family it belongs to.
    pub family: Option<Name>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Facts, notation, modes, clauses.
    pub body: Body,
}

/// Facts and clauses in braces, of whatever bears them. What may stand in which body, the parser has seen to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Facts side by side, names and values in one row: `vp 10 port change 2`. Types tell which word is which.
    pub facts: Vec<Word>,
    /// `glyph "&"`
    pub glyph: Option<Text>,
    /// `notation "{ability}-{cohesion}"`
    pub notation: Option<Text>,
    /// `mode Close { move 3 }`
    pub modes: Vec<Mode>,
    /// Clauses that hold for the bearer.
    pub clauses: Vec<Clause>,
    /// The braces and what they hold; nothing if there are none.
    pub span: Option<Span>,
}

/// `mode NAME [{ facts }]`
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// What it changes.
    pub body: Body,
}

/// `counters [SIDE] [in BOX] { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Counters {
    /// Whose, if they belong to a side.
    pub side: Option<Name>,
    /// Where they begin.
    pub place: Option<Name>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// What there is.
    pub entries: Vec<CountersEntry>,
}

/// `Ch english x6` or `leader breton: Jean "Jean de Montfort" 2-1-4, Clisson 1-2-3`
#[derive(Clone, Debug, PartialEq)]
pub struct CountersEntry {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// The kind first, then facts and values.
    pub words: Vec<Word>,
    /// How many, where they are not named.
    pub count: Option<u32>,
    /// Pieces with a name of their own.
    pub pieces: Vec<UniquePiece>,
    /// Sections behind it.
    pub cites: Vec<Cite>,
    /// Where it stands.
    pub span: Span,
}

/// `Jean "Jean de Montfort" 2-1-4`
#[derive(Clone, Debug, PartialEq)]
pub struct UniquePiece {
    /// Its name.
    pub name: Name,
    /// How players call it.
    pub title: Option<Text>,
    /// Its facts and values.
    pub words: Vec<Word>,
}

/// `SUBJECT var …` or `SUBJECT flag …`; in the body of a sequence without a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDecl {
    /// The `///` comment in front of it.
    pub doc: Option<String>,
    /// `piece`, `space`, `side`, `card`, `game`, a list; nothing in a sequence.
    pub subject: Option<Name>,
    /// Variable or flag.
    pub kind: StateKind,
    /// What it is at first.
    pub default: Option<ExprText>,
    /// The scopes while which it exists; none for ever.
    pub during: Vec<ScopePath>,
    /// True if the log reports its changes only in full.
    pub quiet: bool,
    /// Sections.
    pub cites: Vec<Cite>,
    /// What holds while the flag is up.
    pub body: Option<Body>,
    /// Where it stands.
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
    /// The names it declares, without the opposite of a flag.
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
    /// How players call it.
    pub title: Option<Text>,
    /// Sections of the head.
    pub cites: Vec<Cite>,
    /// Facts, glyph, clauses.
    pub body: Body,
}
