//! What a checked game is: immutable, every name resolved, shared by all plays of it.

use indexmap::IndexMap;

use crate::source::{SourceMap, Span};

use super::board::Board;
use super::card::{Card, CardDef, Deck, Purse, Zone};
use super::clause::{Guard, Hook, Permission, Phrase, Quantity};
pub use super::drawing::Drawing;
use super::id::*;
use super::node::{Node, Term};
use super::offer::Offer;
use super::sequence::{Scope, Step};
use super::set::BitSet;
use super::setup::{Setup, Test};
use super::types::Type;
use super::value::Value;

/// A parameter of a word, procedure, offer, clause.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name in scripts.
    pub name: String,
    /// The noun that is its type, if it has one.
    pub noun: Option<NounId>,
    /// Its type.
    pub ty: Type,
}

/// A side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its plain name in scripts (`first`, or `French` where an army names it).
    pub name: String,
    /// What players read.
    pub title: String,
    /// Other names: the name in the game where an army has given another.
    pub aliases: Vec<String>,
    /// Drawn by chance when asked (language reference, 2.14).
    pub by_chance: bool,
}

/// A kind or family of pieces.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// The family it is of.
    pub family: Option<u16>,
    /// Whether other kinds are of it.
    pub is_family: bool,
    /// This kind and everything that is of it.
    pub members: BitSet,
    /// Its modes, the first is set up.
    pub modes: Vec<u16>,
    /// How its values are typed and printed.
    pub notation: Option<Notation>,
    /// Values of all facts of pieces, by [`FactId`] position in [`Game::facts`]; absent where not given.
    pub facts: Vec<Value>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// A notation such as `{ability}-{cohesion}{steadfast?*}`.
#[derive(Clone, Debug)]
pub struct Notation {
    /// Its parts in order.
    pub parts: Vec<NotationPart>,
}

/// A part of a notation.
#[derive(Clone, Debug)]
pub enum NotationPart {
    /// Text that stands as it is.
    Literal(String),
    /// The value of a fact.
    Fact(FactId),
    /// A mark that stands where a flag fact is up.
    Mark(FactId, String),
}

/// A mode of a kind.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// The first mode of the same name: modes of different kinds that are called alike are one word.
    pub alike: u16,
    /// Facts that hold in this mode instead of the kind's.
    pub facts: Vec<(FactId, Value)>,
}

/// A piece that has a name of its own.
#[derive(Clone, Debug)]
pub struct Unique {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Whose it is, if it is somebody's.
    pub side: Option<u16>,
    /// Where it is declared.
    pub span: Span,
}

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// What has it.
    pub subject: Domain,
    /// Its type.
    pub ty: Type,
    /// Its value where none is given; `None` here means that it must be given.
    pub default: Option<Value>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A variable or flag.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// The opposite of a flag.
    pub opposite: Option<String>,
    /// What has it.
    pub subject: Domain,
    /// Its type; flags are [`Type::Flag`].
    pub ty: Type,
    /// Its value at first; the bearer is local 0.
    pub default: Option<Node>,
    /// Slots needed to evaluate the default.
    pub locals: u16,
    /// The scopes it lives in; none means for good.
    pub during: Vec<ScopeId>,
    /// Drawn on what bears it.
    pub glyph: Option<String>,
    /// A terrain (flag of spaces) or weather (flag of the game).
    pub nature: Nature,
    /// What players read.
    pub title: String,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Hooks that run before a change.
    pub before: Vec<HookId>,
    /// Hooks that run after a change.
    pub after: Vec<HookId>,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
    /// The smallest and greatest value of a range.
    pub range: Option<(i64, i64)>,
    /// Which words must be forgotten when it changes: its bit in [`Game::columns`].
    pub column: u8,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// `var` or `flag`.
    Plain,
    /// `terrain`.
    Terrain,
    /// `weather`.
    Weather,
}

/// Which of the three derived forms a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Yes or no.
    Is,
    /// One or none.
    The,
    /// Many.
    Set,
}

/// A derived word.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its name.
    pub name: String,
    /// The opposite of a yes/no word.
    pub opposite: Option<String>,
    /// Which form it is.
    pub form: WordForm,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it yields.
    pub body: Node,
    /// Readings that take its place where their guard holds, the last declared first.
    pub replacements: Vec<Replacement>,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads, by bit; kept results are forgotten when one changes.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// Another reading of a word, function or procedure.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Where it holds.
    pub guard: Guard,
    /// What stands instead; [`super::node::Expr::Usual`] is the old reading.
    pub body: Node,
}

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub body: Node,
    /// What it yields.
    pub result: Type,
    /// Slots needed: parameters first.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// The text for Rhai, the reference.
    pub script: ScriptId,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// Statements that Rhai runs.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name of its function in Rhai's module.
    pub function: String,
    /// The names it may use bare, in the order in which the kernel passes them.
    pub params: Vec<Param>,
    /// The text between the braces, with them.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What it means, for checking, documentation and analysis.
    pub body: Node,
    /// Slots of the typed tree: parameters first.
    pub locals: u16,
}

/// A noun.
#[derive(Clone, Debug)]
pub struct Noun {
    /// The name of one.
    pub singular: String,
    /// The name of many.
    pub plural: Option<String>,
    /// What it counts in.
    pub domain: Domain,
    /// What its members must be besides.
    pub filter: NounFilter,
}

/// What narrows a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NounFilter {
    /// Nothing: every member of the domain.
    All,
    /// Pieces of a kind or family.
    Kind(u16),
    /// Spaces of a grid.
    Grid(GridId),
    /// Spaces of a region.
    Region(RegionId),
    /// Those for which a word says yes.
    Term(Term, bool),
    /// A whole number.
    Int,
    /// Yes or no.
    Flag,
    /// A text.
    Text,
    /// Dice.
    Dice,
}

/// A closed list.
#[derive(Clone, Debug)]
pub struct List {
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<Member>,
    /// Where it comes from.
    pub origin: ListOrigin,
}

/// Where a list comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrigin {
    /// A `names` item.
    Names,
    /// The columns of a grid.
    Columns(GridId),
    /// The rows of a grid.
    Rows(GridId),
    /// Levels of victory.
    Outcomes,
    /// Terrains; the members stand in the order of their flags.
    Terrains,
    /// Weathers.
    Weathers,
}

/// A member of a list.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Its short code.
    pub code: Option<String>,
    /// Values of the list's facts, by position in [`Game::facts`].
    pub facts: Vec<Value>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// Rows first, then columns.
    pub axes: Vec<Axis>,
    /// The names of result columns (`gives`), if it has any.
    pub gives: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Value>,
    /// The type of a cell.
    pub ty: Type,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Line of documentation.
    pub doc: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// An axis of a table.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// What it is asked with.
    pub ty: Type,
    /// The labels of each line, in the printed order.
    pub labels: Vec<Vec<Label>>,
    /// Whether a number outside takes the nearest line.
    pub clamped: bool,
}

/// A label of a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Numbers from the first to the second, both included.
    Range(i64, i64),
    /// One thing.
    Thing(Ref),
    /// Nothing: the line for an absent value.
    None,
}

/// A ruling.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// Its name.
    pub name: String,
    /// The question.
    pub title: String,
    /// Its readings: name and text.
    pub values: Vec<(String, String)>,
    /// The reading that holds unless another is set.
    pub default: u16,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// A section of the rulebook.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its number, as cited.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Whether it prescribes nothing.
    pub prose: bool,
    /// One line in our own words.
    pub text: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// A place at which the rules (not a test) cite a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The section.
    pub section: SectionId,
    /// Where the citation stands.
    pub span: Span,
}

/// A rule that play looks at when it has settled.
#[derive(Clone, Debug)]
pub struct Whenever {
    /// The noun that runs over its set, with its slot.
    pub each: Option<NounId>,
    /// The condition; the noun is local 0.
    pub condition: Node,
    /// Slots of the condition.
    pub locals: u16,
    /// What is done.
    pub script: ScriptId,
    /// Which columns of the state the condition reads.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// What must always hold when play has settled.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The noun that runs over its set.
    pub each: Option<NounId>,
    /// What must hold; the noun is local 0.
    pub condition: Node,
    /// Slots of the condition.
    pub locals: u16,
    /// Which columns of the state it reads.
    pub reads: u128,
    /// Sections.
    pub cites: Vec<SectionId>,
    /// Where it is declared.
    pub span: Span,
}

/// What a `show` or `hide` clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The cards of a zone; local 0 is the bearer, or the side whose zone it is.
    Zone(ZoneId),
    /// What a piece is; local 0 is the piece.
    Piece,
    /// That an offer was taken up, and with what; local 0 is the side that does.
    Offer(OfferId),
}

/// A `show` or `hide` clause.
#[derive(Clone, Debug)]
pub struct Showing {
    /// What is shown or hidden.
    pub what: Shown,
    /// Show, or hide.
    pub show: bool,
    /// To whom.
    pub to: Node,
    /// When.
    pub guard: Guard,
    /// What is told of a hidden piece or offer instead.
    pub words: Option<Node>,
    /// Slots needed.
    pub locals: u16,
}

/// A compiled game with one scenario: everything that never changes in play.
#[derive(Debug)]
pub struct Game {
    /// Its plain name.
    pub name: String,
    /// What players read.
    pub title: String,
    /// The name of the scenario, as typed on the command line.
    pub scenario: String,
    /// The title of the scenario.
    pub scenario_title: String,
    /// The scenario's documentation.
    pub scenario_doc: Option<String>,
    /// The texts it was made from.
    pub sources: std::sync::Arc<SourceMap>,
    /// Faces of the die: lowest and highest.
    pub die: (i64, i64),
    /// The sides.
    pub sides: Vec<Side>,
    /// Kinds and families.
    pub kinds: Vec<Kind>,
    /// Modes.
    pub modes: Vec<Mode>,
    /// Pieces that have a name of their own.
    pub uniques: Vec<Unique>,
    /// The counters that there are, where a game says it.
    pub counters: Vec<super::muster::Counter>,
    /// What an army may be bought from.
    pub muster: Option<super::muster::Muster>,
    /// Facts of all subjects.
    pub facts: Vec<Fact>,
    /// Values of the facts of sides, by side and position in [`Game::facts`].
    pub side_facts: Vec<Vec<Value>>,
    /// Values of the facts of the game.
    pub game_facts: Vec<Value>,
    /// Values of the facts of spaces.
    pub space_facts: Vec<Vec<Value>>,
    /// Variables and flags.
    pub vars: Vec<Var>,
    /// Derived words.
    pub words: Vec<Word>,
    /// Pure functions.
    pub functions: Vec<Function>,
    /// Quantities, rolls, costs.
    pub quantities: Vec<Quantity>,
    /// Permissions.
    pub permissions: Vec<Permission>,
    /// The permissions of the verbs of the door.
    pub verbs: Verbs,
    /// Tables.
    pub tables: Vec<Table>,
    /// Nouns.
    pub nouns: Vec<Noun>,
    /// Closed lists.
    pub lists: Vec<List>,
    /// The terrains' flags, in order.
    pub terrains: Vec<VarId>,
    /// The weathers' flags, in order.
    pub weathers: Vec<VarId>,
    /// The levels of victory.
    pub outcomes: Option<ListId>,
    /// The board.
    pub board: Board,
    /// How pieces face, if they do.
    pub facing: Option<super::board::Facing>,
    /// Walks.
    pub walks: Vec<super::walk::Walk>,
    /// Hooks that run before a piece changes its mode.
    pub before_mode: Vec<HookId>,
    /// Hooks that run after a piece has changed its mode.
    pub after_mode: Vec<HookId>,
    /// Decks.
    pub decks: Vec<Deck>,
    /// Zones of all decks.
    pub zones: Vec<Zone>,
    /// What is printed on cards.
    pub card_defs: Vec<CardDef>,
    /// The cards, copies apart.
    pub cards: Vec<Card>,
    /// Purses.
    pub purses: Vec<Purse>,
    /// Offers: actions, families, plays of cards.
    pub offers: Vec<Offer>,
    /// Offers that may be made at any time.
    pub any_time: Vec<OfferId>,
    /// Scopes.
    pub scopes: Vec<Scope>,
    /// Steps.
    pub steps: Vec<Step>,
    /// The steps of the game's own sequence.
    pub sequence: Vec<StepId>,
    /// Hooks.
    pub hooks: Vec<Hook>,
    /// Scripts.
    pub scripts: Vec<Script>,
    /// Rules of settled play, in written order.
    pub whenevers: Vec<Whenever>,
    /// Invariants, in written order.
    pub invariants: Vec<Invariant>,
    /// Who sees what besides what zones say.
    pub showings: Vec<Showing>,
    /// Rulings.
    pub rulings: Vec<Ruling>,
    /// The reading of each ruling in this play.
    pub readings: Vec<u16>,
    /// Sections of the rulebook.
    pub sections: Vec<Section>,
    /// Every citation of the rules, cards and the scenario, each once, in the order in which they stand.
    pub citations: Vec<Citation>,
    /// Who is set up where.
    pub setup: Setup,
    /// Tests.
    pub tests: Vec<Test>,
    /// How things are drawn.
    pub drawing: Drawing,
    /// One-argument words by name and subject.
    pub terms: IndexMap<(String, Domain), (Term, bool)>,
    /// Constants and other bare names.
    pub globals: IndexMap<String, Value>,
    /// The well-known scopes.
    pub builtin: Builtin,
    /// Which columns of the state a walk reads: the conditions of links and the verbs of the door.
    pub walk_reads: u128,
    /// Which columns each set reads that several offers choose from.
    pub shared_reads: Vec<u128>,
    /// Whether any script that can run makes new pieces.
    pub makes_pieces: bool,
}

/// The permissions of the verbs of the door.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are the verbs")]
pub struct Verbs {
    pub enter: PermissionId,
    pub leave: PermissionId,
    pub pass: PermissionId,
    pub stay: PermissionId,
    pub place: PermissionId,
}

/// The scopes that every game has.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub struct Builtin {
    pub game: ScopeId,
    pub setup: ScopeId,
    pub resolve: ScopeId,
    pub draw: ScopeId,
    pub shuffle: ScopeId,
    pub place: ScopeId,
    pub enter: ScopeId,
    pub leave: ScopeId,
}

/// Columns of the state that words read, as bit numbers of `reads`; variables follow from [`column::FIRST_VAR`].
pub mod column {
    /// Where pieces stand, and in which slots.
    pub const PIECES: u8 = 0;
    /// Where cards lie.
    pub const CARDS: u8 = 1;
    /// Which scopes run, who acts, parameters, counters.
    pub const SCOPES: u8 = 2;
    /// What purses have spent.
    pub const PURSES: u8 = 3;
    /// Anything that is not kept at all.
    pub const NEVER: u8 = 4;
    /// Who acts: nothing changes it, but results are kept for each side.
    pub const ACTING: u8 = 5;
    /// Which pieces there are, of which kinds, sides and modes.
    pub const ROSTER: u8 = 6;
    /// The first variable; there are 121, later ones share.
    pub const FIRST_VAR: u8 = 7;
}

/// A phrase that asks about a side, a step's owner, a card's player.
pub type SidePhrase = Option<Phrase>;

impl Game {
    /// Whether what belongs to a reading of a ruling is in this game: its ruling is read so, or it belongs to none.
    #[inline]
    pub fn is_read(&self, under: Option<(RulingId, u16)>) -> bool {
        under.is_none_or(|(ruling, value)| self.readings[ruling.at()] == value)
    }

    /// The display name of a section: `6.5.1 Advance`.
    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[id.at()]
    }

    /// The fact by which pieces belong to the values of a list: the one that is called like the list.
    pub fn list_fact(&self, list: u16) -> Option<FactId> {
        let name = &self.lists.get(list as usize)?.name;
        let belongs = |fact: &Fact| {
            fact.subject == Domain::Piece && fact.ty.domain() == Some(Domain::List(list)) && fact.name == *name
        };
        self.facts.iter().position(belongs).map(|at| FactId(at as u16))
    }

    /// The arc of a facing that is called so.
    pub fn arc_named(&self, name: &str) -> Option<u16> {
        let facing = self.facing.as_ref()?;
        facing.arcs.iter().position(|arc| arc.name == name).map(|at| at as u16)
    }

    /// Whether a kind is of `family`, or is it.
    #[inline]
    pub fn is_of(&self, kind: u16, family: u16) -> bool {
        self.kinds[family as usize].members.has(kind)
    }

    /// How many members a domain has that does not change in play; pieces are counted by the state.
    pub fn count(&self, domain: Domain) -> usize {
        match domain {
            Domain::Game => 1,
            Domain::Side => self.sides.len(),
            Domain::Kind => self.kinds.len(),
            Domain::Mode => self.modes.len(),
            Domain::Piece | Domain::Number => 0,
            Domain::Space => self.board.spaces.len(),
            Domain::Card => self.cards.len(),
            Domain::Direction => self.board.directions.len(),
            Domain::Link => self.board.links.len(),
            Domain::Zone => self.zones.len(),
            Domain::Purse => self.purses.len(),
            Domain::Offer => self.offers.len(),
            Domain::Step => self.steps.len(),
            Domain::List(list) => self.lists[list as usize].members.len(),
        }
    }
}
