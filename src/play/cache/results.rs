//! Cached results of derived words, quantities, walks, offers and invariants.
//!
//! A result stays valid until something changes that was read to find it: a thing in a column of the state. Things
//! share 128 bits, so on large boards a result may be dropped too early, never too late. Columns that are not divided
//! into things (cards, scopes, purses) change as a whole.
//!
//! The cache never changes what happens: a test plays games with and without it and compares them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::value::Value;

use super::changes::Changes;
use super::entry::{Cached, Item, KINDS, Reads, Watcher, bit_of};
use super::graph::{GraphKey, MovementGraph, Scratch};
use super::item::{ItemCache, Key};
use super::tracker::ReadTracker;
use crate::play::store::line::{Gate, Offset, gates};
use crate::play::store::source::Source;
use crate::play::store::state::{Layout, NOWHERE, PieceState, State};
use crate::play::store::world::{Read, World};
use crate::play::viewer::label::Labels;
use crate::play::viewer::secret::Secret;

/// The cache holds movement graphs for this many groups of walkers.
const MOST_CLASSES: usize = 1 << 9;
/// And this many graphs for each group, one for each combination of marks.
const MOST_VARIANTS: usize = 1 << 5;
/// The cache of a play.
#[derive(Debug, Default)]
pub struct Cache {
    /// What has changed in the state, and when.
    changes: Changes,
    /// What was read so far for the result that is being computed.
    pub(super) reads: Cell<Reads>,
    /// The results of all items, grouped by kind.
    items: Vec<ItemCache>,
    /// The index of the first item of each kind.
    begins: [usize; KINDS],
    /// The funding sources of each purse, by side.
    purses: Vec<Vec<SourcesCell>>,
    /// Spaces by the names that a side uses.
    places: RefCell<Places>,
    /// The labels of all pieces, until the roster or a piece changes.
    labels: RefCell<Option<Rc<Labels>>>,
    on: bool,
    /// True while evaluation runs on another state, whose results are not stored.
    suspended: Cell<bool>,
    /// The part in which the state looked at differs from the cached one, while that is known. Results that read nothing
    /// of it hold in both.
    differs: Cell<Option<Reads>>,
    /// Tracks reads for the search of a walk.
    pub(super) tracker: ReadTracker,
    /// Lines by offset, on hexes or squares; they never change.
    lines: RefCell<Lines>,
    /// Counts changes of the roster: new or removed pieces, other modes.
    rosters: Cell<u32>,
    /// The movement graphs.
    graphs: RefCell<Graphs>,
    /// A copy of the state, in which walkers are placed elsewhere.
    scratch: RefCell<Cached<Box<Scratch>>>,
    /// The base state, to which play keeps returning.
    base: RefCell<Option<Base>>,
    /// True if all changes since the state was last replaced started from the base state.
    from_base: Cell<bool>,
}

/// A state to which play keeps returning: bots and odds try one continuation after another from it.
#[derive(Debug)]
struct Base {
    state: State,
    layout: Arc<Layout>,
}

/// The funding sources of a purse for one side.
type SourcesCell = RefCell<Cached<Rc<[Source]>>>;

/// The gates of a line, by offset and kind of grid.
type Lines = FxHashMap<(Offset, bool), Rc<[Gate]>>;

/// The movement graphs of each group of walkers, one for each combination of marks.
type Graphs = FxHashMap<GraphKey, Vec<Rc<RefCell<MovementGraph>>>>;

/// Spaces by the viewing side and the name.
type Places = FxHashMap<(u16, Box<str>), Rc<[u16]>>;

impl Cache {
    /// An empty cache.
    pub fn new(game: &Game) -> Self {
        let item_cache = |reads: u128| ItemCache::new(reads, game.sides.len());
        let heavy = |reads: u128, light: bool| item_cache(if light { 1 << column::NEVER } else { reads });
        let kinds: [Vec<ItemCache>; KINDS] = [
            game.words.iter().map(|item| heavy(item.reads, item.light)).collect(),
            game.quantities.iter().map(|item| heavy(item.reads, item.light)).collect(),
            game.offers.iter().map(|item| item_cache(item.reads)).collect(),
            game.invariants.iter().map(|rule| item_cache(rule.reads)).collect(),
            game.walks.iter().map(|walk| item_cache(walk.reads)).collect(),
            vec![item_cache(game.reads_of_steps())],
        ];
        let mut begins = [0; KINDS];
        for (kind, items) in kinds.iter().enumerate().take(KINDS - 1) {
            begins[kind + 1] = begins[kind] + items.len();
        }
        // Sources that are never kept have no cells.
        let by_side = |reads: u128| match reads & 1 << column::NEVER {
            0 => game.sides.iter().map(|_| RefCell::default()).collect(),
            _ => Vec::new(),
        };
        Cache {
            items: kinds.into_iter().flatten().collect(),
            begins,
            purses: game.purses.iter().map(|item| by_side(item.reads)).collect(),
            on: true,
            ..Cache::none(game)
        }
    }

    /// A cache that stores nothing. It is cheap to make.
    pub(in crate::play) fn none(game: &Game) -> Self {
        Cache { tracker: ReadTracker::new(game), ..Cache::default() }
    }

    /// Evaluates something on another state than the cached one. Reads are recorded, but no result is stored, except
    /// while [`Cache::differ`] says in what the states differ.
    pub fn uncached<T>(&self, look: impl FnOnce() -> T) -> T {
        let before = (self.suspended.replace(true), self.differs.take());
        let found = look();
        self.suspended.set(before.0);
        self.differs.set(before.1);
        found
    }

    /// From now on, until [`Cache::uncached`] ends, the state looked at differs from the cached one in what these reads
    /// would meet, and in nothing else.
    pub(in crate::play) fn differ(&self, reads: Reads) {
        if self.suspended.get() {
            self.differs.set(Some(reads));
        }
    }

    /// True if what was read is the same in the state looked at and in the cached one.
    fn is_same(&self, reads: Reads) -> bool {
        !self.suspended.get() || self.differs.get().is_some_and(|differs| !differs.meet(reads))
    }

    /// True if the cache stores results.
    pub(in crate::play) fn is_on(&self) -> bool {
        self.on
    }

    fn keeps(&self) -> bool {
        self.on && !self.suspended.get()
    }

    /// True if results may be looked up and stored, at least those for which [`Cache::is_same`] holds. A claim sees each
    /// read, and so needs each evaluation.
    fn keeps_some(&self) -> bool {
        self.on && (!self.suspended.get() || self.differs.get().is_some() && !self.tracker.is_active())
    }

    /// Turns the cache off, to test that it makes no difference.
    pub fn off(&mut self) {
        self.on = false;
    }

    /// A cache that stores nothing but records which secrets are read.
    pub(in crate::play) fn watching_secrets(game: &Game) -> Self {
        let mut cache = Cache::none(game);
        cache.tracker.watch_secrets(game);
        cache
    }

    /// True if reads of secrets are recorded.
    pub(in crate::play) fn watches_secrets(&self) -> bool {
        self.tracker.watches_secrets()
    }

    /// Takes the secrets read so far, and puts others in their place.
    pub(in crate::play) fn swap_secrets_read(&self, before: BTreeSet<Secret>) -> BTreeSet<Secret> {
        self.tracker.swap_secrets_read(before)
    }

    #[inline]
    fn item_cache(&self, of: Item) -> &ItemCache {
        let (kind, at) = of.place();
        &self.items[self.begins[kind] + at]
    }

    /// Records that anything in this column may have changed.
    pub fn touch(&self, column: u8) {
        self.change(column, u128::MAX);
    }

    /// Records that these things have changed in this column.
    pub fn touch_things(&self, column: u8, things: &[Ref]) {
        let bits = things.iter().fold(0, |all, thing| all | bit_of(*thing));
        self.change(column, if bits == 0 { u128::MAX } else { bits });
    }

    fn change(&self, column: u8, things: u128) {
        if column == column::ROSTER {
            self.forget_piece_data();
        }
        if self.changes.add(column, things) {
            self.forget_all();
        }
    }

    /// The columns that changed since the rules of settled play last ran, or since invariants were last checked.
    pub(in crate::play) fn changed_columns(&self, by: Watcher) -> u128 {
        // Without a cache every rule is evaluated, so that tests can compare both.
        if self.on { self.changes.changed_columns(by) } else { u128::MAX }
    }

    /// Marks all changes so far as checked.
    pub(in crate::play) fn mark_checked(&self, by: Watcher) {
        self.changes.mark_checked(by);
    }

    /// The cached value, if nothing it read has changed.
    #[inline]
    pub(in crate::play) fn valid<'k, T>(&self, kept: &'k mut Cached<T>) -> Option<&'k T> {
        self.changes.valid(kept)
    }

    /// Clears the cache.
    pub fn forget_all(&self) {
        self.graphs.borrow_mut().clear();
        self.drop_base();
        self.reset(u128::MAX);
    }

    /// Another state of the same play replaces this one; the two differ in the columns `unlike`. Movement graphs that
    /// do not read those columns stay. If the new state is the base state, results found there are valid again.
    pub(in crate::play) fn replace_state(&self, now: &State, layout: &Arc<Layout>, unlike: u128) {
        self.reset(unlike);
        let is_base = |base: &Base| base.state == *now && Arc::ptr_eq(&base.layout, layout);
        self.from_base.set(self.base.borrow().as_ref().is_some_and(is_base));
    }

    /// The same, and makes the new state the base: results found in it are stored until another base is set.
    pub(in crate::play) fn set_base(&self, now: &State, layout: &Arc<Layout>, unlike: u128) {
        self.replace_state(now, layout, unlike);
        if !self.from_base.get() {
            self.drop_base();
            self.base.replace(Some(Base { state: now.clone(), layout: layout.clone() }));
            self.from_base.set(true);
        }
    }

    /// Play has been set up. In a series, what an earlier play found out from here holds again, unless it read a column
    /// in which the two differ. The first play becomes the base of those that follow.
    pub(in crate::play) fn set_out(&self, now: &State, game: &Game, layout: &Arc<Layout>) {
        let is_alike = |base: &&Base| Arc::ptr_eq(&base.layout, layout) && base.state.pieces.len() == now.pieces.len();
        let base = self.base.borrow();
        let Some(base) = base.as_ref().filter(is_alike) else {
            drop(base);
            return self.set_base(now, layout, 0);
        };
        self.reset(0);
        // Pieces are compared one by one.
        let unlike = base.state.columns_unlike(now, game, layout) & !(1 << column::PIECES | 1 << column::ROSTER);
        (0..128).filter(|column| unlike >> column & 1 == 1).for_each(|column| self.touch(column));
        let pieces = (0..).zip(base.state.pieces.iter().zip(&now.pieces));
        for (piece, (other, own)) in pieces.filter(|(_, (other, own))| other != own) {
            let things = [Ref::piece(piece), Ref::space(other.space), Ref::space(own.space)];
            self.touch_things(column::PIECES, &things);
            // Most of them stand elsewhere, and are what they were.
            let moved = PieceState { space: own.space, slot: own.slot, facing: own.facing, ..*other };
            if moved != *own || [other.space, own.space].contains(&NOWHERE) {
                self.touch(column::ROSTER);
            }
        }
        self.from_base.set(true);
    }

    fn drop_base(&self) {
        if self.base.replace(None).is_some() {
            self.items.iter().for_each(ItemCache::clear_base);
        }
        self.from_base.set(false);
    }

    /// True if all changes since the state was last replaced started from the base state.
    #[inline]
    pub(in crate::play) fn starts_at_base(&self) -> bool {
        self.from_base.get()
    }

    /// True if nothing in these reads has changed since the base state.
    pub(in crate::play) fn unchanged_since_base(&self, reads: Reads) -> bool {
        !self.changes.any_since(reads, 0)
    }

    /// A result of the base state, if it is still valid.
    pub(in crate::play) fn valid_at_base<T: Clone>(&self, kept: &Cached<T>) -> Option<Cached<T>> {
        self.unchanged_since_base(kept.reads).then(|| Cached { at: self.changes.now(), ..kept.clone() })
    }

    /// Drops everything that may differ in a new state. `unlike`: the columns in which it differs.
    fn reset(&self, unlike: u128) {
        self.graphs.borrow_mut().retain(|_, variants| {
            variants.retain(|one| one.borrow_mut().survives(self, unlike));
            !variants.is_empty()
        });
        self.scratch.take();
        self.changes.reset();
        self.items.iter().for_each(ItemCache::clear);
        self.forget_piece_data();
    }

    fn forget_piece_data(&self) {
        self.labels.replace(None);
        self.purses.iter().flatten().for_each(|kept| drop(kept.take()));
        self.rosters.set(self.rosters.get().wrapping_add(1));
    }

    /// The movement graph for this walker, with outdated ones removed.
    pub(in crate::play) fn graph(&self, key: GraphKey, world: &World<'_>, walker: u16) -> Rc<RefCell<MovementGraph>> {
        if !self.on {
            return Rc::default();
        }
        let mut all = self.graphs.borrow_mut();
        if all.len() >= MOST_CLASSES {
            all.clear();
        }
        let variants = all.entry(key).or_default();
        variants.retain(|one| one.borrow_mut().is_valid(self));
        if let Some(found) = variants.iter().find(|one| one.borrow().matches(world, walker)) {
            found.borrow_mut().refresh_roster(self.rosters.get());
            return found.clone();
        }
        if variants.len() >= MOST_VARIANTS {
            variants.remove(0);
        }
        let new = Rc::new(RefCell::new(MovementGraph::new(self, self.rosters.get())));
        variants.push(new.clone());
        new
    }

    /// True while evaluation runs on another state, with a walker placed elsewhere.
    pub(in crate::play) fn is_suspended(&self) -> bool {
        self.suspended.get()
    }

    /// A copy of the state, if it is still equal; none inside another walk, which runs on a different state.
    pub(in crate::play) fn scratch(&self) -> Option<Box<Scratch>> {
        if self.is_suspended() {
            return None;
        }
        let kept = self.scratch.take();
        kept.value.filter(|_| kept.at == self.changes.now())
    }

    /// Stores a copy of the state until anything changes.
    pub(in crate::play) fn store_scratch(&self, scratch: Box<Scratch>) {
        if self.is_suspended() {
            return;
        }
        self.scratch.replace(self.entry(scratch, Reads::NONE));
    }

    /// An entry with this value and these reads, valid from now on.
    pub(in crate::play) fn entry<T>(&self, value: T, reads: Reads) -> Cached<T> {
        Cached { value: Some(value), reads, at: self.changes.now() }
    }

    /// The gates of a line with this offset.
    pub(in crate::play) fn gates(&self, offset: Offset, hexes: bool) -> Rc<[Gate]> {
        let mut lines = self.lines.borrow_mut();
        lines.entry((offset, hexes)).or_insert_with(|| gates(offset, hexes).into()).clone()
    }

    /// Looks up the result for these arguments, for the acting side `me`. If it is not cached, the error is the key
    /// under which it can be stored, if there is one.
    ///
    /// # Errors
    /// When it is not known.
    #[inline]
    pub fn lookup(&self, of: Item, me: impl FnOnce() -> Option<u16>, args: &[Value]) -> Result<Value, Option<Key>> {
        if !self.keeps_some() {
            return Err(None);
        }
        let item_cache = self.item_cache(of);
        if !item_cache.open {
            return Err(None);
        }
        let Some(key) = item_cache.key(me, args) else { return Err(None) };
        match item_cache.get(key, self) {
            Some((value, reads)) if self.is_same(reads) => {
                self.add_reads(reads);
                Ok(value)
            }
            _ => Err(Some(key)),
        }
    }

    /// Computes a result, and stores it if it holds in the cached state. Nothing may change meanwhile.
    ///
    /// # Errors
    /// What `find` returns.
    pub fn compute(&self, of: Item, key: Key, find: impl FnOnce() -> Read<Value>) -> Read<Value> {
        let (found, reads) = self.reading(find);
        let (value, item_cache) = (found?, self.item_cache(of));
        let reads = reads.and(item_cache.always);
        if self.is_same(reads) {
            item_cache.put(key, self.entry(value.clone(), reads), self);
        }
        Ok(value)
    }

    /// The cell for the funding sources of a side's purse, if they are ever kept.
    pub(in crate::play) fn sources(&self, purse: PurseId, side: u16) -> Option<&SourcesCell> {
        self.purses.get(purse.at())?.get(usize::from(side))
    }

    /// The value in a cell, or a newly found one, which is put there.
    ///
    /// # Errors
    /// What `find` returns.
    pub(in crate::play) fn kept<T: Clone>(
        &self,
        cell: Option<&RefCell<Cached<T>>>,
        find: impl FnOnce() -> Read<T>,
    ) -> Read<T> {
        let cell = cell.filter(|_| self.keeps());
        if let Some(mut kept) = cell.map(RefCell::borrow_mut) {
            let reads = kept.reads;
            if let Some(value) = self.valid(&mut kept) {
                self.add_reads(reads);
                return Ok(value.clone());
            }
        }
        let (found, reads) = self.reading(find);
        let found = found?;
        if let Some(cell) = cell {
            cell.replace(self.entry(found.clone(), reads));
        }
        Ok(found)
    }

    /// The spaces with this name for a side. Names never change.
    pub fn places(&self, side: u16, words: &str, find: impl FnOnce() -> Vec<u16>) -> Rc<[u16]> {
        let mut places = self.places.borrow_mut();
        let key = (side, Box::from(words));
        places.entry(key).or_insert_with(|| find().into()).clone()
    }

    /// The labels of all pieces. While they are computed no piece has one, because a label may contain another piece's.
    pub fn labels(&self, find: impl FnOnce() -> Labels) -> Rc<Labels> {
        if let Some(known) = self.labels.borrow().as_ref() {
            return known.clone();
        }
        self.labels.replace(Some(Rc::default()));
        let found = Rc::new(find());
        self.labels.replace(Some(found.clone()));
        found
    }
}
