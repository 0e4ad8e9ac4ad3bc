//! The checked game: immutable, every name resolved, shared by all plays.

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
pub use table::{Axis, Label, Shift, Table, TableLine};
pub use watch::{Exception, Invariant, Whenever};
pub use word::{Function, Replacement, Script, USUAL, Word, WordForm, cited_under};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::diagnostic::words::all_of;
use crate::source::SourceMap;

use super::board::Board;
use super::card::{Card, CardDef, Deck, Purse, Seen, Zone};
use super::clause::{Hook, Permission, Quantity};
use super::id::*;
use super::lesson::Lesson;
use super::names::Names;
use super::node::{Node, Term};
use super::offer::Offer;
use super::puzzle::Puzzle;
use super::sequence::{Scope, Sequence, Step};
use super::setup::{Setup, Test};
use super::types::Type;
use super::value::Value;

/// A parameter of a word, procedure, offer or clause.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name in scripts.
    pub name: String,
    /// The noun that is its type, if it has one.
    pub noun: Option<NounId>,
    /// Its type.
    pub ty: Type,
}

impl Param {
    /// A parameter with a type that is no noun of the game.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        Param { name: name.into(), noun: None, ty }
    }
}

/// A side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its plain name in scripts (`first`, or `French` where an army names it).
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The comment above it or its army.
    pub doc: Option<String>,
    /// Other names: further names of the army, and the game's own name if the army has a different one.
    pub aliases: Vec<String>,
    /// True if it has no player and its decisions are random (language reference, 2.14).
    pub by_chance: bool,
    /// True if it is in the order of play. A side played by chance may be absent from it.
    pub listed: bool,
}

/// What stands in a saved game in place of a side for the results of chance.
pub const CHANCE: &str = "chance";
/// The same for changes of the position by hand.
pub const ARBITER: &str = "arbiter";
/// The same for events outside the game.
pub const TABLE: &str = "table";

/// A compiled game with one scenario: everything that never changes during play.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Its plain name.
    pub name: String,
    /// The text players see.
    pub title: String,
    /// The name of the scenario, as typed on the command line.
    pub scenario: String,
    /// The title of the scenario.
    pub scenario_title: String,
    /// The scenario's documentation.
    pub scenario_doc: Option<String>,
    /// The source texts it was compiled from.
    pub sources: std::sync::Arc<SourceMap>,
    /// The lowest and the highest face of the die.
    pub die: (i64, i64),
    /// The sides.
    pub sides: Vec<Side>,
    /// Kinds and families.
    pub kinds: Vec<Kind>,
    /// Modes.
    pub modes: Vec<Mode>,
    /// The pieces with a name of their own.
    pub uniques: Vec<Unique>,
    /// The counter mix, if the game declares one.
    pub counters: Vec<super::muster::Counter>,
    /// The rules for buying an army, if any.
    pub muster: Option<super::muster::Muster>,
    /// The facts of all subjects.
    pub facts: Vec<Fact>,
    /// The values of the facts of sides, by side and position in [`Game::facts`].
    pub side_facts: Vec<Vec<Value>>,
    /// The values of the facts of the game.
    pub game_facts: Vec<Value>,
    /// The values of the facts of spaces.
    pub space_facts: Vec<Vec<Value>>,
    /// The variables and flags.
    pub vars: Vec<Var>,
    /// Derived words.
    pub words: Vec<Word>,
    /// Pure functions.
    pub functions: Vec<Function>,
    /// Quantities, rolls, costs.
    pub quantities: Vec<Quantity>,
    /// Permissions.
    pub permissions: Vec<Permission>,
    /// The permissions of the engine's own actions.
    pub verbs: Verbs,
    /// Tables.
    pub tables: Vec<Table>,
    /// Nouns.
    pub nouns: Vec<Noun>,
    /// Closed lists.
    pub lists: Vec<List>,
    /// The flags of the terrains, in order.
    pub terrains: Vec<VarId>,
    /// The flags of the weathers, in order.
    pub weathers: Vec<VarId>,
    /// The levels of victory.
    pub outcomes: Option<ListId>,
    /// The board.
    pub board: Board,
    /// The rules of facing, if pieces face.
    pub facing: Option<super::board::Facing>,
    /// Walks.
    pub walks: Vec<super::walk::Walk>,
    /// The hooks that run before a piece changes its mode.
    pub before_mode: Vec<HookId>,
    /// The hooks that run after a piece has changed its mode.
    pub after_mode: Vec<HookId>,
    /// The hooks that run before a piece changes sides.
    pub before_give: Vec<HookId>,
    /// The hooks that run after a piece has changed sides.
    pub after_give: Vec<HookId>,
    /// Decks.
    pub decks: Vec<Deck>,
    /// Zones of all decks.
    pub zones: Vec<Zone>,
    /// The spots of zones that each side has for itself in a deck that all share, each with its side. Their numbers go
    /// on where those of `zones` end.
    pub spots: Vec<(ZoneId, u16)>,
    /// The definitions of cards.
    pub card_defs: Vec<CardDef>,
    /// The cards. Each copy is separate.
    pub cards: Vec<Card>,
    /// Purses.
    pub purses: Vec<Purse>,
    /// Offers: actions, families, plays of cards.
    pub offers: Vec<Offer>,
    /// The offers available at any time.
    pub any_time: Vec<OfferId>,
    /// True if sides may decide simultaneously, without seeing the choices of the others.
    pub asks_unseen: bool,
    /// Scopes.
    pub scopes: Vec<Scope>,
    /// Steps.
    pub steps: Vec<Step>,
    /// The steps of the game's own sequence.
    pub sequence: Vec<StepId>,
    /// The sequences with a name.
    pub sequences: Vec<Sequence>,
    /// Hooks.
    pub hooks: Vec<Hook>,
    /// Scripts.
    pub scripts: Vec<Script>,
    /// The `whenever` rules, in written order.
    pub whenevers: Vec<Whenever>,
    /// Invariants, in written order.
    pub invariants: Vec<Invariant>,
    /// What is excepted from rules, in written order.
    pub exceptions: Vec<Exception>,
    /// True if one of these reads which steps, sequences and actions run, or a variable that lasts as long as one of
    /// them.
    pub settles_by_scope: bool,
    /// The columns that the rules of settled play read.
    pub rules_read: u128,
    /// The columns that invariants read.
    pub invariants_read: u128,
    /// The `show` and `hide` clauses.
    pub showings: Vec<Showing>,
    /// Rulings.
    pub rulings: Vec<Ruling>,
    /// The reading of each ruling in this game.
    pub readings: Vec<u16>,
    /// Sections of the rulebook.
    pub sections: Vec<Section>,
    /// Every citation in the rules, cards and scenario, without duplicates, in written order.
    pub citations: Vec<Citation>,
    /// Every `under` in the rules, cards and scenario, without duplicates, in written order.
    pub askings: Vec<Asking>,
    /// The set-up.
    pub setup: Setup,
    /// Tests, including lessons.
    pub tests: Vec<Test>,
    /// Puzzles.
    pub puzzles: Vec<Puzzle>,
    /// Lessons, in written order.
    pub lessons: Vec<Lesson>,
    /// The drawing instructions.
    pub drawing: Drawing,
    /// One-argument words by name and subject. The flag is true if the name is the opposite.
    pub terms: IndexMap<(String, Domain), (Term, bool), FxBuildHasher>,
    /// The meanings of every bare name, for expressions evaluated during play.
    pub names: Names,
    /// Constants and other bare names.
    pub globals: IndexMap<String, Value, FxBuildHasher>,
    /// The scopes every game has.
    pub builtin: Builtin,
    /// True if any reachable script creates pieces.
    pub makes_pieces: bool,
    /// True if any reachable script uses counters outside every set-up, or pieces that do not exist.
    pub takes_spares: bool,
}

/// The permissions of the engine's own actions.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "the names are the verbs")]
pub struct Verbs {
    pub enter: PermissionId,
    pub leave: PermissionId,
    pub pass: PermissionId,
    pub stay: PermissionId,
    pub place: PermissionId,
}

/// The verbs of movement, by name.
pub const VERBS: [&str; 5] = ["enter", "leave", "pass", "stay", "place"];

impl Verbs {
    /// All of them, in the order of [`VERBS`].
    pub fn all(&self) -> [PermissionId; 5] {
        [self.enter, self.leave, self.pass, self.stay, self.place]
    }
}

/// The scopes that every game has.
#[derive(Clone, Copy, Debug, Default)]
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

/// Columns of the state, as bit numbers in `reads`. Variables follow from [`column::FIRST_VAR`].
pub mod column {
    /// The spaces and slots of pieces.
    pub const PIECES: u8 = 0;
    /// The zones of cards.
    pub const CARDS: u8 = 1;
    /// The running scopes, the acting side, parameters and counters.
    pub const SCOPES: u8 = 2;
    /// The points spent from purses.
    pub const PURSES: u8 = 3;
    /// Anything that is never cached.
    pub const NEVER: u8 = 4;
    /// The acting side. It never invalidates a cached result, because results are cached per side.
    pub const ACTING: u8 = 5;
    /// The existing pieces with their kinds, sides and modes.
    pub const ROSTER: u8 = 6;
    /// The readings of rulings. They never change during a play; the bit marks results that might differ under other
    /// readings.
    pub const READINGS: u8 = 7;
    /// The first variable. There are 120 bits for variables; later variables share them.
    pub const FIRST_VAR: u8 = 8;
}

impl Game {
    /// True if what a `show` or `hide` names is this offer, or its family.
    pub fn is_shown_as(&self, offer: OfferId, what: Shown) -> bool {
        matches!(what, Shown::Offer(one) if one == offer || Some(one) == self.offers[offer.at()].family)
    }

    /// The columns that the conditions of links read.
    pub fn reads_of_links(&self) -> u128 {
        self.board.links.iter().fold(0, |columns, link| columns | link.reads)
    }

    /// The columns that steps over any link read: the places of pieces, conditions of links, the built-in verbs.
    pub fn reads_of_steps(&self) -> u128 {
        let verbs = self.verbs.all();
        let asked = verbs.iter().filter_map(|verb| self.permissions.get(verb.at()));
        asked.fold(1 << column::PIECES | 1 << column::ROSTER | self.reads_of_links(), |columns, verb| {
            columns | verb.reads
        })
    }

    /// The values of the list of this origin, if the game has one.
    pub fn list_of(&self, origin: ListOrigin) -> Option<Domain> {
        self.lists.iter().position(|list| list.origin == origin).map(|list| Domain::List(list as u16))
    }

    /// The key that identifies an offer in saved positions: its name, the name of the play, and a number if several
    /// still share both.
    pub fn offer_key(&self, id: OfferId) -> String {
        let item = &self.offers[id.at()];
        let alike = |other: &&Offer| (&other.name, &other.play) == (&item.name, &item.play);
        let before = self.offers[..id.at()].iter().filter(alike).count();
        let name = match &item.play {
            Some(play) => format!("{}.{play}", item.name),
            None => item.name.clone(),
        };
        if before == 0 { name } else { format!("{name}.{}", before + 1) }
    }

    /// True if an expression in one of its scripts fits.
    pub fn any_in_scripts(&self, fits: impl Fn(&Node) -> bool) -> bool {
        self.scripts.iter().any(|script| script.body.any(&fits))
    }

    /// True if one side can see something another cannot: a hand, a face-down piece, a decision, an answer that is not
    /// revealed yet.
    pub fn has_secrets(&self) -> bool {
        self.zones.iter().any(|zone| zone.seen == Seen::Owner) || !self.showings.is_empty() || self.asks_unseen
    }

    /// True if a fact or variable of pieces, or a variable that refers to pieces, may be hidden.
    pub fn hides_what_pieces_are(&self) -> bool {
        self.showings.iter().any(|showing| match showing.what {
            Shown::Fact(fact) => self.facts[fact.at()].subject == Domain::Piece,
            Shown::Var(var) => {
                let var = &self.vars[var.at()];
                var.subject == Domain::Piece || var.ty.domain() == Some(Domain::Piece)
            }
            Shown::Zone(_) | Shown::Piece | Shown::Offer(_) => false,
        })
    }

    /// True if a fact or variable may be hidden, or a piece lie face down.
    pub fn keeps_secrets(&self) -> bool {
        self.showings.iter().any(|showing| showing.what.is_secret())
    }

    /// Sides by their titles: `Red`, `Red and Blue`, `Red, Blue and White`. None if there are none.
    pub fn side_titles(&self, sides: &[u16]) -> Option<String> {
        let sides = sides.iter().filter_map(|side| self.sides.get(usize::from(*side)));
        let titles: Vec<&str> = sides.map(|side| side.title.as_str()).collect();
        (!titles.is_empty()).then(|| all_of(&titles))
    }

    /// The title of a side. Empty if there is no such side.
    pub fn side_title(&self, side: u16) -> &str {
        self.sides.get(usize::from(side)).map_or("", |side| side.title.as_str())
    }

    /// A level of victory, by its index.
    pub fn level_of(&self, level: Option<u16>) -> Option<&Member> {
        self.lists[self.outcomes?.at()].members.get(usize::from(level?))
    }

    /// The sides with a player, in order of play: those not played by chance.
    pub fn played(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.sides.len() as u16).filter(|side| !self.sides[usize::from(*side)].by_chance)
    }

    /// True if `under` is the reading in force, or `None`.
    #[inline]
    pub fn is_read(&self, under: Option<(RulingId, u16)>) -> bool {
        under.is_none_or(|(ruling, value)| self.readings[ruling.at()] == value)
    }

    /// The section with this id.
    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[id.at()]
    }

    /// The main fact that assigns a list value to things of a domain: the one with the list's name.
    pub fn list_fact(&self, subject: Domain, list: u16) -> Option<FactId> {
        let name = &self.lists.get(list as usize)?.name;
        self.facts_of_list(subject, list).find(|fact| self.facts[fact.at()].name == *name)
    }

    /// The facts of things of a domain.
    pub fn facts_of(&self, subject: Domain) -> impl Iterator<Item = (FactId, &Fact)> {
        let all = self.facts.iter().enumerate().map(|(at, fact)| (FactId(at as u16), fact));
        all.filter(move |(_, fact)| fact.subject == subject)
    }

    /// The variables and flags of things of a domain.
    pub fn vars_of(&self, subject: Domain) -> impl Iterator<Item = (VarId, &Var)> {
        let all = self.vars.iter().enumerate().map(|(at, var)| (VarId(at as u16), var));
        all.filter(move |(_, var)| var.subject == subject)
    }

    /// The facts that assign a list value to things of a domain.
    pub fn facts_of_list(&self, subject: Domain, list: u16) -> impl Iterator<Item = FactId> {
        let all = self.facts_of(subject);
        all.filter(move |(_, fact)| fact.ty.domain() == Some(Domain::List(list))).map(|(fact, _)| fact)
    }

    /// The variables that assign a list value to things of a domain.
    pub fn vars_of_list(&self, subject: Domain, list: u16) -> impl Iterator<Item = VarId> {
        let all = self.vars_of(subject);
        all.filter(move |(_, var)| var.ty.domain() == Some(Domain::List(list))).map(|(var, _)| var)
    }

    /// The arc of facing with this name.
    pub fn arc_named(&self, name: &str) -> Option<u16> {
        let facing = self.facing.as_ref()?;
        facing.arcs.iter().position(|arc| arc.name == name).map(|at| at as u16)
    }

    /// Whether a mode of this kind gives this fact.
    pub fn gives_in_a_mode(&self, kind: u16, fact: FactId) -> bool {
        let modes = &self.kinds[usize::from(kind)].modes;
        modes.iter().any(|mode| self.modes[usize::from(*mode)].facts.iter().any(|(other, _)| *other == fact))
    }

    /// A required fact of pieces that neither this kind nor a mode of it gives: a piece of it cannot be created in play.
    pub fn lacks_a_fact(&self, kind: u16) -> Option<FactId> {
        let own = &self.kinds[usize::from(kind)].facts;
        let lacks = |at: &usize| {
            let fact = &self.facts[*at];
            let is_required = fact.subject == Domain::Piece && fact.default.is_none();
            let is_given = own.get(*at).is_some_and(|value| *value != Value::None);
            is_required && !is_given && !self.gives_in_a_mode(kind, FactId(*at as u16))
        };
        (0..self.facts.len()).find(lacks).map(|at| FactId(at as u16))
    }

    /// True if a kind is `family` or belongs to it.
    #[inline]
    pub fn is_of(&self, kind: u16, family: u16) -> bool {
        self.kinds[family as usize].members.has(kind)
    }

    /// The fixed number of members of a domain. Pieces are counted by the state.
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
            Domain::Edge => self.board.edges.len(),
            Domain::Zone => self.zones.len(),
            Domain::Purse => self.purses.len(),
            Domain::Offer => self.offers.len(),
            Domain::Step => self.steps.len(),
            Domain::List(list) => self.lists[list as usize].members.len(),
        }
    }
}
