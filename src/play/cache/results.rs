//! Kept results of derived words, quantities, walks, offers and invariants.
//!
//! A result stays known until something changes that was looked at when it was found: a column of the state, and in it
//! one of the things. Things are told apart by 128 bits, so on large boards a result may be forgotten too early, never
//! too late. What has no things (cards, scopes, purses) counts as changed all together.
//!
//! A cache and nothing else: a play with a cache and one without behave the same, and a test holds them to it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::game::{Game, column};
use crate::model::id::*;
use crate::model::set::BitSet;
use crate::model::value::Value;

use super::changes::Changes;
use super::dependency::{Dependency, Outer, Tracker};
use super::graph::{GraphKey, MovementGraph, Scratch};
use super::item::{ItemCache, Key, put};
use super::kept::{KINDS, Kept, Of, Parts, Watch, bit_of};
use crate::play::store::line::{Gate, Offset, gates};
use crate::play::store::source::Source;
use crate::play::store::state::{Layout, State};
use crate::play::store::world::World;
use crate::play::viewer::label::Labels;
use crate::play::viewer::secret::Secret;

/// For so many classes of walkers what the ground allows is kept.
const MOST_CLASSES: usize = 1 << 9;
/// And for each so often, as what is looked at differs: in as many turns, for as many walkers.
const MOST_VARIANTS: usize = 1 << 5;
/// Kept results.
#[derive(Debug)]
pub struct Cache {
    /// What has changed in the state, and when.
    changes: Changes,
    /// What has been looked at since the innermost result that is not known yet was asked for.
    seen: Cell<Parts>,
    /// Where results stand: those of words, then those of quantities and so on.
    items: Vec<ItemCache>,
    /// Where the items of each kind of thing begin.
    begins: [usize; KINDS],
    /// What purses could give.
    purses: Vec<Purse>,
    /// Spaces by what a side calls them.
    places: RefCell<Places>,
    /// The labels of all pieces, until other pieces are there or some are changed.
    labels: RefCell<Option<Rc<Labels>>>,
    on: bool,
    /// Whether what is looked at is a scratch state: nothing that is found there is kept.
    imagining: Cell<bool>,
    /// What a walk wants to know of what is looked at.
    tracker: Tracker,
    /// Lines by their offset, on hexes or squares; they never change.
    lines: RefCell<Lines>,
    /// How often other pieces were there, or pieces in another mode.
    rosters: Cell<u32>,
    /// What is the same for all walkers of a class.
    graphs: RefCell<Graphs>,
    /// A copy of the state for walkers to be imagined in.
    scratch: RefCell<Kept<Box<Scratch>>>,
    /// The state to which play comes back.
    home: RefCell<Option<Home>>,
    /// Whether all that has happened since another state was put in place began at home.
    from_home: Cell<bool>,
}

/// A state to which play comes back: the position in which one thing after the other is tried.
#[derive(Debug)]
struct Home {
    state: State,
    layout: Arc<Layout>,
}

/// The gates of a line by its offset, on hexes or squares.
type Lines = FxHashMap<(Offset, bool), Rc<[Gate]>>;

/// The movement graphs of each class of walkers: one for each combination of marks.
type Graphs = FxHashMap<GraphKey, Vec<Rc<RefCell<MovementGraph>>>>;

/// Spaces by whose name for them it is.
type Places = FxHashMap<(u16, Box<str>), Rc<[u16]>>;

/// What one purse could give.
#[derive(Debug)]
struct Purse {
    /// Whether that can be kept at all.
    open: bool,
    by_side: RefCell<Vec<Kept<Rc<[Source]>>>>,
}

impl Cache {
    /// An empty cache.
    pub fn new(game: &Game) -> Self {
        let item_cache = |reads: u128| ItemCache::new(reads, game.sides.len());
        let heavy = |reads: u128, light: bool| item_cache(if light { 1 << column::NEVER } else { reads });
        let kinds: [Vec<ItemCache>; KINDS] = [
            game.words.iter().map(|item| heavy(item.reads, item.light)).collect(),
            game.quantities.iter().map(|item| heavy(item.reads, item.light)).collect(),
            game.offers.iter().map(|item| item_cache(item.reads)).collect(),
            game.offers.iter().map(|item| item_cache(item.choice_reads)).collect(),
            game.invariants.iter().map(|rule| item_cache(rule.reads)).collect(),
            game.walks.iter().map(|walk| item_cache(walk.reads)).collect(),
        ];
        let mut begins = [0; KINDS];
        for (kind, items) in kinds.iter().enumerate().take(KINDS - 1) {
            begins[kind + 1] = begins[kind] + items.len();
        }
        let purse = |reads: u128| Purse { open: reads & 1 << column::NEVER == 0, by_side: RefCell::default() };
        Cache {
            items: kinds.into_iter().flatten().collect(),
            begins,
            purses: game.purses.iter().map(|item| purse(item.reads)).collect(),
            on: true,
            ..Cache::none(game)
        }
    }

    /// A cache that never keeps results: it has no room for any, so it is made in no time.
    pub(in crate::play) fn none(game: &Game) -> Self {
        Cache {
            changes: Changes::default(),
            seen: Cell::new(Parts::NONE),
            items: Vec::new(),
            begins: [0; KINDS],
            purses: Vec::new(),
            places: RefCell::default(),
            labels: RefCell::default(),
            on: false,
            imagining: Cell::new(false),
            tracker: Tracker::new(game),
            lines: RefCell::default(),
            rosters: Cell::new(0),
            graphs: RefCell::default(),
            scratch: RefCell::new(Kept::NOTHING),
            home: RefCell::default(),
            from_home: Cell::new(false),
        }
    }

    /// Runs something that looks at another state than the one whose results are kept: whoever needs it has looked at
    /// what it looks at, but nothing found there is kept.
    pub fn imagine<T>(&self, look: impl FnOnce() -> T) -> T {
        let before = self.imagining.replace(true);
        let found = look();
        self.imagining.set(before);
        found
    }

    /// Whether anything is kept at all.
    pub(in crate::play) fn is_on(&self) -> bool {
        self.on
    }

    fn keeps(&self) -> bool {
        self.on && !self.imagining.get()
    }

    /// Keeps nothing from now on, for those who want to know whether keeping makes a difference.
    pub fn off(&mut self) {
        self.on = false;
    }

    /// A cache that never keeps anything, and takes down which facts and variables are looked at that may be hidden.
    pub(in crate::play) fn watching_secrets(game: &Game) -> Self {
        let mut cache = Cache::none(game);
        cache.tracker.watch_secrets(game);
        cache
    }

    /// Whether it takes that down.
    pub(in crate::play) fn watches_secrets(&self) -> bool {
        self.tracker.watches_secrets()
    }

    /// What has been looked at of that, in exchange for what had been before.
    pub(in crate::play) fn swap_met(&self, before: BTreeSet<Secret>) -> BTreeSet<Secret> {
        self.tracker.swap_met(before)
    }

    #[inline]
    fn item_cache(&self, of: Of) -> &ItemCache {
        let (kind, at) = of.place();
        &self.items[self.begins[kind] + at]
    }

    /// Anything in this column may have changed.
    pub fn touch(&self, column: u8) {
        self.change(column, u128::MAX);
    }

    /// Something about these things has changed in this column.
    pub fn touch_things(&self, column: u8, things: &[Ref]) {
        let bits = things.iter().fold(0, |all, thing| all | bit_of(*thing));
        self.change(column, if bits == 0 { u128::MAX } else { bits });
    }

    fn change(&self, column: u8, things: u128) {
        if column == column::ROSTER {
            self.forget_of_pieces();
        }
        if self.changes.add(column, things) {
            self.forget_all();
        }
    }

    /// The columns that have changed since rules of settled play, or invariants, were looked at last.
    pub(in crate::play) fn touched(&self, by: Watch) -> u128 {
        // A play that keeps nothing looks at every rule, so that a test can tell whether keeping makes a difference.
        if self.on { self.changes.touched(by) } else { u128::MAX }
    }

    /// From now on what has changed until here counts as looked at.
    pub(in crate::play) fn looked_over(&self, by: Watch) {
        self.changes.looked_over(by);
    }

    /// A kept result, if nothing has changed that was looked at to find it.
    #[inline]
    pub(in crate::play) fn still<'k, T>(&self, kept: &'k mut Kept<T>) -> Option<&'k T> {
        self.changes.still(kept)
    }

    /// Empties the cache.
    pub fn forget_all(&self) {
        self.graphs.borrow_mut().clear();
        self.leave_home();
        self.begin_anew(u128::MAX);
    }

    /// Another state of the same play stands here, which differs in these columns. What was found of the ground without a
    /// look at them holds in both; if it is the home state, what was found of that holds again.
    pub(in crate::play) fn forget_state(&self, now: &State, layout: &Arc<Layout>, unlike: u128) {
        self.begin_anew(unlike);
        let is_home = |home: &Home| home.state == *now && Arc::ptr_eq(&home.layout, layout);
        self.from_home.set(self.home.borrow().as_ref().is_some_and(is_home));
    }

    /// The same for a state to which play will come back: what is found of it is kept until another state is home.
    pub(in crate::play) fn come_home(&self, now: &State, layout: &Arc<Layout>, unlike: u128) {
        self.forget_state(now, layout, unlike);
        if !self.from_home.get() {
            self.leave_home();
            self.home.replace(Some(Home { state: now.clone(), layout: layout.clone() }));
            self.from_home.set(true);
        }
    }

    fn leave_home(&self) {
        if self.home.replace(None).is_some() {
            self.items.iter().for_each(ItemCache::clear_home);
        }
        self.from_home.set(false);
    }

    /// Whether all that has happened since another state was put in place began at home.
    #[inline]
    pub(in crate::play) fn is_from_home(&self) -> bool {
        self.from_home.get()
    }

    /// Whether what depends on these parts is still as it was at home, where all began.
    pub(in crate::play) fn is_as_at_home(&self, parts: Parts) -> bool {
        !self.changes.have_been(parts, 0)
    }

    /// A result that was found at home, if it still holds.
    pub(in crate::play) fn still_at_home<T: Clone>(&self, kept: &Kept<T>) -> Option<Kept<T>> {
        self.is_as_at_home(kept.parts).then(|| Kept { at: self.changes.now(), ..kept.clone() })
    }

    /// Nothing is known of the state that stands here now, which differs from the last one in these columns.
    fn begin_anew(&self, unlike: u128) {
        self.graphs.borrow_mut().retain(|_, variants| {
            variants.retain(|one| one.borrow_mut().outlasts(self, unlike));
            !variants.is_empty()
        });
        self.scratch.replace(Kept::NOTHING);
        self.changes.begin_anew();
        self.items.iter().for_each(ItemCache::clear);
        self.forget_of_pieces();
    }

    fn forget_of_pieces(&self) {
        self.labels.replace(None);
        self.purses.iter().for_each(|purse| purse.by_side.borrow_mut().clear());
        self.rosters.set(self.rosters.get().wrapping_add(1));
    }

    /// Whoever finds something now looks at these.
    #[inline]
    pub(in crate::play) fn note(&self, parts: Parts) {
        self.seen.set(self.seen.get().and(parts));
    }

    /// Begins to ask what is looked at; see [`Tracker`]. Gives what [`Cache::tracked`] needs.
    pub(in crate::play) fn track(&self, what: Dependency) -> (Outer, Parts) {
        (self.tracker.begin(what), self.begin())
    }

    /// What has become of the question that was asked, and what has been looked at since; the question ends.
    pub(in crate::play) fn tracked(&self, (outer, parts): (Outer, Parts)) -> (Dependency, Parts) {
        (self.tracker.end(outer), self.end(parts))
    }

    /// The answers about what is looked at.
    pub(in crate::play) fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// The movement graph of a class of walkers, for this one as it is now. It holds only what is still true.
    pub(in crate::play) fn graph(&self, key: GraphKey, world: &World<'_>, walker: u16) -> Rc<RefCell<MovementGraph>> {
        if !self.on {
            return Rc::default();
        }
        let mut all = self.graphs.borrow_mut();
        if all.len() >= MOST_CLASSES {
            all.clear();
        }
        let variants = all.entry(key).or_default();
        variants.retain(|one| one.borrow_mut().holds(self));
        if let Some(found) = variants.iter().find(|one| one.borrow().is_for(world, walker)) {
            found.borrow_mut().heed_roster(self.rosters.get());
            return found.clone();
        }
        if variants.len() >= MOST_VARIANTS {
            variants.remove(0);
        }
        let new = Rc::new(RefCell::new(MovementGraph::begun(self, self.rosters.get())));
        variants.push(new.clone());
        new
    }

    /// Whether what is looked at is only imagined: a walker stands elsewhere.
    pub(in crate::play) fn imagines(&self) -> bool {
        self.imagining.get()
    }

    /// A copy of the state, if nothing has changed since it was made; none for a walk that is asked from within another
    /// one, whose state is another.
    pub(in crate::play) fn scratch(&self) -> Option<Box<Scratch>> {
        if self.imagines() {
            return None;
        }
        let kept = self.scratch.replace(Kept::NOTHING);
        kept.value.filter(|_| kept.at == self.changes.now())
    }

    /// Keeps a copy of the state until anything changes.
    pub(in crate::play) fn keep_scratch(&self, scratch: Box<Scratch>) {
        if self.imagines() {
            return;
        }
        self.scratch.replace(self.known(scratch, Parts::NONE));
    }

    /// A result that is known from now on, with what was looked at to find it.
    pub(in crate::play) fn known<T>(&self, value: T, parts: Parts) -> Kept<T> {
        Kept { value: Some(value), parts, at: self.changes.now() }
    }

    /// Whoever finds something now looks at how a piece stands there: where it faces.
    #[inline]
    pub fn see_facing(&self, piece: Ref) {
        self.tracker.facing(piece);
        self.see(column::PIECES, piece);
    }

    /// The gates of a line of this offset.
    pub(in crate::play) fn gates(&self, offset: Offset, hexes: bool) -> Rc<[Gate]> {
        let mut lines = self.lines.borrow_mut();
        lines.entry((offset, hexes)).or_insert_with(|| gates(offset, hexes).into()).clone()
    }

    /// Whoever finds something now looks at this thing in this column.
    #[inline]
    pub fn see(&self, column: u8, thing: Ref) {
        self.tracker.thing(column, thing);
        self.note(Parts { columns: 1 << column, things: bit_of(thing) });
    }

    /// Whoever finds something now looks at this fact, which never changes.
    #[inline]
    pub fn see_fact(&self, fact: FactId, of: Ref) {
        self.tracker.fact(fact, of);
    }

    /// Whoever finds something now looks at this fact of all of these.
    pub(in crate::play) fn see_facts(&self, fact: FactId, domain: Domain, set: &BitSet) {
        self.tracker.facts(fact, domain, set);
    }

    /// Whoever finds something now looks at all of these in this column.
    #[inline]
    pub fn see_all(&self, column: u8, domain: Domain, set: &BitSet) {
        self.tracker.all(column, domain, set);
        let bits = set.words().iter().fold(0, |all, word| all | word);
        let things = match domain {
            Domain::Piece => u128::from(bits),
            Domain::Space => u128::from(bits) << 64,
            _ => 0,
        };
        self.note(Parts { columns: 1 << column, things });
    }

    /// Whoever finds something now looks at everything that may change about these things.
    pub fn see_everything_of(&self, things: &[Ref]) {
        self.tracker.anything();
        let columns = !(1 << column::SCOPES | 1 << column::CARDS);
        let cards = things.iter().any(|thing| thing.domain == Domain::Card);
        let columns = if cards { 1 << column::CARDS } else { columns };
        self.note(Parts { columns, things: things.iter().fold(0, |all, thing| all | bit_of(*thing)) });
    }

    /// Whoever finds something now looks at this column, which has no things of its own.
    #[inline]
    pub fn see_column(&self, column: u8) {
        self.tracker.column(column);
        self.note(Parts { columns: 1 << column, things: 0 });
    }

    /// Whoever finds something now looks at this column of everything.
    pub fn see_all_of(&self, column: u8) {
        self.tracker.anything();
        self.note(Parts { columns: 1 << column, things: u128::MAX });
    }

    /// The result that is being found depends on how a ruling is read; that never changes in a play.
    #[inline]
    pub fn see_readings(&self) {
        self.note(Parts::column(column::READINGS));
    }

    /// Finds something, and whether it could be another thing under other readings of rulings.
    pub(in crate::play) fn hangs_on_readings<T>(&self, find: impl FnOnce() -> T) -> (T, bool) {
        let outer = self.begin();
        let found = find();
        (found, self.end(outer).columns >> column::READINGS & 1 == 1)
    }

    /// Whoever finds something now looks at whether and how this scope runs.
    #[inline]
    pub fn see_scope(&self, scope: ScopeId) {
        self.tracker.scope(scope);
        self.note(Parts { columns: 1 << column::SCOPES, things: 0 });
    }

    /// The result that is being found depends on which piece bears a name; that never changes.
    #[inline]
    pub fn see_name(&self) {
        self.tracker.name();
    }

    /// Finds what a word without parameters says; the result that is being found depends on that word.
    #[inline]
    pub fn see_word<T>(&self, word: WordId, find: impl FnOnce() -> T) -> T {
        self.tracker.word(word, find)
    }

    /// Whoever finds something now looks at which pieces there are.
    #[inline]
    pub fn see_roster(&self) {
        self.tracker.roster();
    }

    /// The kept result for these arguments, asked by this side; if it is not known, the key under which it can be kept,
    /// or none if it cannot.
    ///
    /// # Errors
    /// When it is not known.
    #[inline]
    pub fn find(&self, of: Of, me: impl FnOnce() -> Option<u16>, args: &[Value]) -> Result<Value, Option<Key>> {
        if !self.keeps() {
            return Err(None);
        }
        let item_cache = self.item_cache(of);
        if !item_cache.open {
            return Err(None);
        }
        let Some(key) = item_cache.key(me, args) else { return Err(None) };
        let Some((value, parts)) = item_cache.get(key, self) else { return Err(Some(key)) };
        self.note(parts);
        Ok(value)
    }

    /// What is looked at from now on belongs to a result that is being found; gives back what belonged to the one that
    /// needs it.
    #[inline]
    pub fn begin(&self) -> Parts {
        self.seen.replace(Parts::NONE)
    }

    /// What has been looked at since [`Cache::begin`] belongs to the result that needs it as well.
    #[inline]
    fn end(&self, outer: Parts) -> Parts {
        let parts = self.seen.get();
        self.seen.set(parts.and(outer));
        parts
    }

    /// Keeps a result that was not known. Between this and the question nothing may have changed.
    pub fn keep(&self, of: Of, key: Key, outer: Parts, value: &Value) {
        let item_cache = self.item_cache(of);
        let kept =
            Kept { value: Some(value.clone()), parts: self.end(outer).and(item_cache.always), at: self.changes.now() };
        item_cache.put(key, kept, self);
    }

    /// What a purse of a side could give, if it is known.
    pub(in crate::play) fn sources(&self, purse: PurseId, side: u16) -> Option<Rc<[Source]>> {
        if !self.keeps() {
            return None;
        }
        let mut by_side = self.purses[purse.at()].by_side.borrow_mut();
        let kept = by_side.get_mut(usize::from(side))?;
        let value = self.still(kept).cloned()?;
        self.note(kept.parts);
        Some(value)
    }

    /// Keeps what a purse of a side could give.
    pub(in crate::play) fn keep_sources(&self, purse: PurseId, side: u16, outer: Parts, found: &Rc<[Source]>) {
        let kept = Kept { value: Some(found.clone()), parts: self.end(outer), at: self.changes.now() };
        let purse = self.purses.get(purse.at()).filter(|purse| purse.open && self.keeps());
        if let Some(purse) = purse {
            put(&mut purse.by_side.borrow_mut(), usize::from(side), kept);
        }
    }

    /// The spaces that a side calls so; names never change.
    pub fn places(&self, side: u16, words: &str, find: impl FnOnce() -> Vec<u16>) -> Rc<[u16]> {
        let mut places = self.places.borrow_mut();
        let key = (side, Box::from(words));
        places.entry(key).or_insert_with(|| find().into()).clone()
    }

    /// The labels of all pieces. While they are being found nobody has one: a label may name another piece.
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
