//! What a checked game is: immutable, every name resolved, shared by all plays of it.

mod kind;
mod noun;
mod property;
mod rulebook;
mod showing;
mod table;
mod watch;
mod word;

pub use super::drawing::Drawing;
pub use kind::{Kind, Mode, Notation, NotationPart, Unique};
pub use noun::{List, ListOrigin, Member, Noun, NounFilter};
pub use property::{Fact, Nature, Var};
pub use rulebook::{Asking, Citation, Ruling, Section};
pub use showing::{Showing, Shown};
pub use table::{Axis, Label, Table};
pub use watch::{Invariant, Whenever};
pub use word::{Function, Replacement, Script, Word, WordForm};

use indexmap::IndexMap;

use crate::source::SourceMap;

use super::board::Board;
use super::card::{Card, CardDef, Deck, Purse, Zone};
use super::clause::{Hook, Permission, Quantity};
use super::id::*;
use super::node::Term;
use super::offer::Offer;
use super::sequence::{Scope, Step};
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
    /// Other names: those that the army answers to as well, and the name in the game where an army has given another.
    pub aliases: Vec<String>,
    /// Drawn by chance when asked (language reference, 2.14).
    pub by_chance: bool,
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
    /// Every citation of the rules, cards and the scenario, each once, in written order.
    pub citations: Vec<Citation>,
    /// Every `under` of the rules, cards and the scenario, each once, in written order.
    pub askings: Vec<Asking>,
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
    /// True if any script that can run makes new pieces.
    pub makes_pieces: bool,
    /// True if any script that can run looks for counters no set-up places, or for pieces that do not exist.
    pub takes_spares: bool,
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
    /// The spaces and slots of pieces.
    pub const PIECES: u8 = 0;
    /// Where cards lie.
    pub const CARDS: u8 = 1;
    /// Which scopes run, who acts, parameters, counters.
    pub const SCOPES: u8 = 2;
    /// What purses have spent.
    pub const PURSES: u8 = 3;
    /// Anything that is not kept at all.
    pub const NEVER: u8 = 4;
    /// Who acts: never changes, but results are cached for each side.
    pub const ACTING: u8 = 5;
    /// Which pieces there are, of which kinds, sides and modes.
    pub const ROSTER: u8 = 6;
    /// The first variable; there are 121, later ones share.
    pub const FIRST_VAR: u8 = 7;
}

impl Game {
    /// True if what belongs to a reading of a ruling is in this game: its ruling is read so, or it belongs to none.
    #[inline]
    pub fn is_read(&self, under: Option<(RulingId, u16)>) -> bool {
        under.is_none_or(|(ruling, value)| self.readings[ruling.at()] == value)
    }

    /// The display name of a section: `6.5.1 Advance`.
    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[id.at()]
    }

    /// The fact by which things of a domain mostly belong to the values of a list: the one that is called like the list.
    pub fn list_fact(&self, subject: Domain, list: u16) -> Option<FactId> {
        let name = &self.lists.get(list as usize)?.name;
        self.facts_of_list(subject, list).find(|fact| self.facts[fact.at()].name == *name)
    }

    /// The facts of things of a domain by which they belong to the values of a list.
    pub fn facts_of_list(&self, subject: Domain, list: u16) -> impl Iterator<Item = FactId> + '_ {
        let belongs = move |fact: &Fact| fact.subject == subject && fact.ty.domain() == Some(Domain::List(list));
        let facts = self.facts.iter().enumerate().filter(move |(_, fact)| belongs(fact));
        facts.map(|(at, _)| FactId(at as u16))
    }

    /// The arc of a facing that is called so.
    pub fn arc_named(&self, name: &str) -> Option<u16> {
        let facing = self.facing.as_ref()?;
        facing.arcs.iter().position(|arc| arc.name == name).map(|at| at as u16)
    }

    /// True if a kind is of `family`, or is it.
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
