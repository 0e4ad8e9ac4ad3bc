//! Read access to a state: words, facts and variables.

use std::hash::{Hash, Hasher};

use crate::model::game::{Game, ListOrigin, column};
use crate::model::id::*;
use crate::model::node::{Node, Term};
use crate::model::set::BitSet;
use crate::model::types::Type;
use crate::model::value::{Amount, Value};
use crate::source::Span;

use super::active::ActiveClauses;
use super::effort::Effort;
use super::index::Index;
use super::lasting::runs_as;
use super::locals::{Locals, fill};
use super::state::{Layout, NOWHERE, State};
use crate::play::cache::entry::Item;
use crate::play::cache::results::Cache;
use crate::play::viewer::place_names::Viewer;
use crate::play::viewer::veil::Veil;
use crate::play::watch::observer::Observer;
use crate::play::watch::trace::Trace;

/// A fault: an error in the rules that shows only in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The mistake, in one line.
    pub message: String,
    /// Its place in the source.
    pub span: Option<Span>,
    /// The chain of calls, and help.
    pub notes: Vec<String>,
    /// The number of calls, even if the notes omit some.
    pub calls: usize,
    /// True if it is not an error in the rules, but something laid out by hand that does not fit.
    pub table: bool,
    /// True if the message quotes the next entry of the journal, which does not fit. It may be hidden from a player.
    pub quotes: bool,
    /// The space where the rule fails, if it is about a space or a piece.
    pub space: Option<u16>,
}

impl Fault {
    /// A fault without a place yet.
    pub fn new(message: impl Into<String>) -> Self {
        Fault {
            message: message.into(),
            span: None,
            notes: Vec::new(),
            calls: 0,
            table: false,
            quotes: false,
            space: None,
        }
    }

    /// Marks the fault as caused by something laid out by hand.
    #[must_use]
    pub fn of_the_table(mut self) -> Self {
        self.table = true;
        self
    }

    /// Marks the message as one that quotes the next entry of the journal.
    #[must_use]
    pub fn quoting(mut self) -> Self {
        self.quotes = true;
        self
    }

    /// Sets the place, unless a more exact one is known.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

/// A result of reading.
pub type Read<T> = Result<T, Box<Fault>>;

/// Shorthand for a fault.
pub fn fault<T>(message: impl Into<String>) -> Read<T> {
    Err(Box::new(Fault::new(message)))
}

/// Everything needed to read a state.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The readings of rulings that apply: those in force, or others for comparison.
    pub readings: &'a [u16],
    /// Where variables are stored.
    pub layout: &'a Layout,
    /// The state.
    pub state: &'a State,
    /// Sets derived from it.
    pub index: &'a Index,
    /// Cached results.
    pub cache: &'a Cache,
    /// The clauses that can apply at all.
    pub active: &'a ActiveClauses,
    /// The acting side, if it is not that of the innermost scope: to evaluate another side's offers.
    pub acting: Option<u16>,
    /// The old value of a variable, inside hooks on its change.
    pub old: Option<&'a Value>,
    /// The effort that rules may still spend.
    pub effort: &'a Effort,
    /// The numbers to be traced.
    pub trace: &'a Trace,
    /// The observer.
    pub observer: &'a Observer,
    /// Whose names for places are used in texts.
    pub viewer: Viewer,
    /// What lies face down for the viewer.
    pub veil: Option<&'a Veil>,
}

impl<'a> World<'a> {
    /// The acting side.
    pub fn me(&self) -> Option<u16> {
        self.acting.or_else(|| self.state.me())
    }

    /// The same world with this side acting.
    pub fn acting(self, side: u16) -> World<'a> {
        World { acting: Some(side), ..self }
    }

    /// Reads another state in the same layout, with a cache of its own.
    pub(in crate::play) fn in_state<T>(&self, state: &State, read: impl FnOnce(&World<'_>) -> T) -> T {
        let (index, cache) = (Index::new(self.game, state), Cache::new(self.game));
        read(&World { state, index: &index, cache: &cache, ..*self })
    }

    /// Whether a reading of a ruling is in force. `None` always is.
    #[inline]
    pub fn is_read(&self, under: Option<(RulingId, u16)>) -> bool {
        let Some((ruling, reading)) = under else { return true };
        self.trace.meet(ruling);
        self.cache.record_rulings();
        self.readings[ruling.at()] == reading
    }

    /// All members of a domain, including pieces out of play.
    pub fn ever(&self, domain: Domain) -> BitSet {
        if domain == Domain::Piece {
            self.cache.record_roster();
            return self.index.all.clone();
        }
        self.all(domain)
    }

    /// All members of a domain; of pieces, those in play.
    pub fn all(&self, domain: Domain) -> BitSet {
        match domain {
            Domain::Piece => {
                self.cache.record_roster();
                self.index.present.clone()
            }
            // Those that point at corners are asked for on purpose.
            Domain::Direction => BitSet::first_n(self.game.board.sides()),
            other => BitSet::first_n(self.game.count(other)),
        }
    }

    /// The value of a fact. For pieces, that of the mode, or else the printed one.
    pub fn fact(&self, fact: FactId, of: Ref) -> &'a Value {
        self.cache.record_fact(fact, of);
        let values = match of.domain {
            Domain::Piece => {
                let piece = &self.state.pieces[of.index as usize];
                return self.layout.fact(self.game, fact, of.index, piece);
            }
            Domain::Kind => &self.game.kinds[of.index as usize].facts,
            Domain::Side => &self.game.side_facts[of.index as usize],
            Domain::Game => &self.game.game_facts,
            Domain::Space => &self.game.space_facts[of.index as usize],
            Domain::Link => &self.game.board.links[of.index as usize].facts,
            Domain::Edge => &self.game.board.edges[of.index as usize].facts,
            Domain::Card => &self.game.card_defs[self.game.cards[of.index as usize].def as usize].facts,
            Domain::List(list) => &self.game.lists[list as usize].members[of.index as usize].facts,
            _ => return &Value::None,
        };
        values.get(fact.at()).unwrap_or(&Value::None)
    }

    /// A printed value of what an expression gives.
    pub(in crate::play) fn printed(&self, fact: FactId, of: &Value) -> Read<Value> {
        match of {
            Value::Ref(thing) => Ok(self.fact(fact, *thing).clone()),
            other => fault(format!("a printed value of {}", other.describe())),
        }
    }

    /// The value of a variable of one thing.
    pub fn var(&self, var: VarId, of: Ref) -> Value {
        self.cache.record(self.game.vars[var.at()].column, of);
        self.state.var(self.game, self.layout, var, of.index)
    }

    /// The cell of a variable that is not a flag, unless it is absent.
    #[inline]
    pub(in crate::play) fn cell(&self, var: VarId, of: Ref) -> Option<i32> {
        self.cache.record(self.game.vars[var.at()].column, of);
        self.state.cell(self.layout, var, of.index)
    }

    /// The value of a word with one argument.
    pub fn get(&self, term: Term, of: Ref) -> Read<Value> {
        Ok(match term {
            Term::Fact(fact) => self.fact(fact, of).clone(),
            Term::Var(var) => self.var(var, of),
            Term::Word(word) => return self.word(word, of),
            Term::Quantity(quantity) => return self.property(quantity, of),
            Term::Kind(kind) => match of.domain {
                Domain::Kind => Value::Flag(self.game.is_of(of.index, kind)),
                _ => Value::Flag(self.is_of_kind(of.index, kind)),
            },
            Term::Mode(mode) => {
                let modes = &self.game.kinds[usize::from(self.kind_of(of.index))].modes;
                let name = |mode: u16| self.game.modes[mode as usize].alike;
                let own = modes.get(usize::from(self.mode_of(of.index)));
                Value::Flag(own.is_some_and(|one| name(*one) == name(mode)))
            }
            Term::Noun(noun) => Value::Flag(self.is_noun(noun, of)?),
            Term::Zone(zone) => Value::Set(Domain::Card, self.zone(zone, of.index)),
            Term::Box(name) => Value::Ref(Ref::space(self.game.board.boxes[name as usize].spaces[of.index as usize])),
            Term::Grid(grid) => match self.space_of(of) {
                Some(space) if self.game.board.grids[grid.at()].spaces.has(space) => Value::Ref(Ref::space(space)),
                _ => Value::None,
            },
            Term::Line(list) => self.line_of(list, of).map_or(Value::None, Value::Ref),
            Term::Purse(purse) => {
                let halves = self.game.purses[purse.at()].halves;
                let left = self.left_of(purse, of.index)?;
                left.map_or(Value::None, |grains| Amount { grains, halves }.value())
            }
            Term::Facing => {
                self.cache.record_facing(of);
                Value::Ref(Ref::direction(u16::from(self.state.pieces[of.index as usize].facing)))
            }
            Term::Arc(arc) => match self.space_of(of) {
                Some(space) => {
                    self.cache.record_facing(of);
                    let facing = u16::from(self.state.pieces[of.index as usize].facing);
                    self.arc(arc, space, facing)
                }
                None => Value::Set(Domain::Space, BitSet::new()),
            },
            Term::Region(region) => match self.space_of(of) {
                Some(space) => Value::Flag(self.game.board.regions[region.at()].spaces.has(space)),
                None => Value::Flag(false),
            },
        })
    }

    /// The cards of a side in a zone.
    pub fn zone(&self, zone: ZoneId, side: u16) -> BitSet {
        self.cache.record_column(column::CARDS);
        let Some(spot) = self.game.spot(zone, Some(side)) else { return BitSet::new() };
        let cards = &self.index.at_spot[usize::from(spot)];
        if self.game.decks[self.game.zones[zone.at()].deck.at()].per_side {
            cards.intersection(&self.index.cards_of_side[side as usize])
        } else {
            cards.clone()
        }
    }

    /// The innermost running scope with this name: for a family, any of its members; for a play of a card, its
    /// resolution.
    pub fn frame(&self, scope: ScopeId) -> Option<&super::state::Frame> {
        self.cache.record_scope(scope);
        self.state.stack.iter().rev().find(|frame| runs_as(self.game, frame, scope))
    }

    /// A number that identifies the state of a scope: acting side, parameters and count; 0 if it is not running.
    pub(in crate::play) fn scope_mark(&self, scope: ScopeId) -> u64 {
        let Some(frame) = self.frame(scope) else { return 0 };
        let mut hasher = rustc_hash::FxHasher::default();
        (1u8, frame.scope, frame.offer, frame.side, frame.count, &frame.params, &frame.locals).hash(&mut hasher);
        hasher.finish()
    }

    /// The column, row or terrain of a thing, or the weather of the game.
    pub fn line_of(&self, list: ListId, of: Ref) -> Option<Ref> {
        if self.game.lists[list.at()].origin == ListOrigin::Weathers {
            return self.first_up(&self.game.weathers, Ref::GAME).map(|at| Ref::new(Domain::List(list.0), at));
        }
        self.space_of(of).and_then(|space| self.line(list, space))
    }

    /// The index of the first of these flags that a thing has. Later ones do not matter.
    fn first_up(&self, flags: &[VarId], of: Ref) -> Option<u16> {
        flags.iter().position(|flag| self.flag(*flag, of)).map(|at| at as u16)
    }

    /// The column, row or terrain of a space.
    pub fn line(&self, list: ListId, space: u16) -> Option<Ref> {
        let index = if self.game.lists[list.at()].origin == ListOrigin::Terrains {
            // The terrain of a space is the first it has.
            self.first_up(&self.game.terrains, Ref::space(space))?
        } else {
            let (grid, column, row) = self.game.board.spaces[space as usize].cell?;
            let grid = &self.game.board.grids[grid.at()];
            match list {
                list if list == grid.columns => column,
                list if list == grid.rows => row,
                _ => return None,
            }
        };
        Some(Ref::new(Domain::List(list.0), index))
    }

    /// The space of a piece, or the space itself.
    #[inline]
    pub fn space_of(&self, of: Ref) -> Option<u16> {
        match of.domain {
            Domain::Space => Some(of.index),
            Domain::Piece => {
                self.cache.record(column::PIECES, of);
                let space = self.state.pieces[of.index as usize].space;
                (space != NOWHERE).then_some(space)
            }
            _ => None,
        }
    }

    /// Records that a result depends on who owns cards, in games where that changes.
    pub(in crate::play) fn record_owners(&self) {
        if !self.game.spots.is_empty() {
            self.cache.record_column(column::CARDS);
        }
    }

    /// The side of a thing.
    pub fn side_of(&self, of: Ref) -> Option<u16> {
        match of.domain {
            Domain::Piece => Some(u16::from(self.state.pieces[of.index as usize].side)),
            Domain::Side => Some(of.index),
            Domain::Card => {
                self.record_owners();
                self.game.owner_of(of.index, self.state.cards[of.index as usize].spot)
            }
            Domain::Space => self.game.board.spaces[of.index as usize].side_box.map(|(_, side)| side),
            _ => None,
        }
    }

    /// A cached result, or a newly computed one.
    #[inline]
    pub fn cached(&self, of: Item, args: &[Value], find: impl FnOnce() -> Read<Value>) -> Read<Value> {
        match self.cache.lookup(of, || self.me(), args) {
            Ok(value) => Ok(value),
            Err(Some(key)) => self.cache.compute(of, key, find),
            Err(None) => find(),
        }
    }

    /// Of these things, those for which a yes/no item is known to be yes, and those for which it must be found. An
    /// observer sees it found for all.
    pub(in crate::play) fn answered(&self, of: Item, domain: Domain, set: BitSet) -> (BitSet, BitSet) {
        let (mut yes, mut rest) = (BitSet::new(), set);
        if !self.observer.is_on() {
            for index in rest.clone().iter() {
                if let Ok(found) = self.cache.lookup(of, || self.me(), &[Value::member(domain, index)]) {
                    rest.remove(index);
                    if found.is_yes() {
                        yes.insert(index);
                    }
                }
            }
        }
        (yes, rest)
    }

    /// Evaluates a node with these arguments.
    pub fn eval_alone(&self, node: &Node, args: &[Value], slots: u16) -> Read<Value> {
        let mut locals = Locals::new();
        fill(&mut locals, args, slots);
        self.eval(node, &mut locals)
    }

    /// The value with which a variable of a thing begins.
    pub fn default_of(&self, var: VarId, of: Ref) -> Read<Value> {
        let item = &self.game.vars[var.at()];
        match &item.default {
            Some(node) => self.eval_alone(node, &[Value::Ref(of)], item.locals),
            None if item.ty == Type::Flag => Ok(Value::Flag(false)),
            None => Ok(Value::None),
        }
    }
}
