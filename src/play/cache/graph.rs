//! The movement graph: where the steps of a walk lead from each space and what they cost, as far as the terrain decides
//! it. All walkers of one kind, side and mode share a graph, as long as all other reads are equal.
//!
//! A vertex is a space with the values of all variables that the walk varies. Vertices are numbered in order of
//! discovery, so that a search works with numbers only.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;

use super::entry::{Cached, Reads};
use super::results::Cache;
use super::tracker::ReadSet;
use crate::play::store::index::Index;
use crate::play::store::state::State;
use crate::play::store::world::World;

/// The values of the varied variables, in the order of the walk, as stored in the cells of a state.
pub(in crate::play) type Variation = SmallVec<[i32; 4]>;

/// A graph with more vertices than this is dropped.
const MOST_VERTICES: usize = 1 << 15;

/// Up to this many variations are searched one by one.
const HANDFUL: usize = 16;

/// The walkers that may share a movement graph. Further conditions are the graph's marks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphKey {
    /// The walk.
    pub walk: WalkId,
    /// The kind of the walker.
    pub kind: u16,
    /// Its current side.
    pub side: u8,
    /// Its current mode.
    pub mode: u8,
    /// The acting side.
    pub me: Option<u16>,
    /// The further arguments of the walk.
    pub others: SmallVec<[Value; 1]>,
}

/// A value that was read while the graph was built. It must be the same for another walker, or at another time, for the
/// graph to be used.
#[derive(Clone, Debug, PartialEq)]
enum Mark {
    /// The state of a scope.
    Scope(ScopeId, u64),
    /// A fact of the walker.
    Fact(FactId, Value),
    /// A variable of the walker that the walk does not vary.
    Own(VarId, Value),
    /// The name of the walker.
    Name(Option<u16>),
    /// The value of a word without parameters; `None` if it failed.
    Word(WordId, Option<Value>),
}

impl Mark {
    /// The current value for this walker.
    fn now(&self, world: &World<'_>, walker: u16) -> Mark {
        let piece = Ref::piece(walker);
        match *self {
            Mark::Scope(scope, _) => Mark::Scope(scope, world.scope_mark(scope)),
            Mark::Fact(fact, _) => Mark::Fact(fact, world.fact(fact, piece).clone()),
            Mark::Own(var, _) => Mark::Own(var, world.var(var, piece)),
            Mark::Word(word, _) => Mark::Word(word, world.word_with(word, &[]).ok()),
            Mark::Name(_) => Mark::Name(world.layout.uniques.get(usize::from(walker)).copied().flatten()),
        }
    }

    /// True if it depends on the running scopes.
    fn is_scope(&self) -> bool {
        matches!(self, Mark::Scope(..) | Mark::Word(..))
    }
}

/// The steps from a vertex.
#[derive(Debug, Default)]
pub(in crate::play) struct Steps {
    /// Steps that are the same for all walkers that share the graph.
    pub(in crate::play) fixed: Vec<Edge>,
    /// Steps that depend on the walker or on other pieces.
    pub(in crate::play) dynamic: Vec<DynamicStep>,
    /// True if conditions on the further arguments of the walk were evaluated too.
    pub(in crate::play) complete: bool,
}

/// A step to a vertex, with its price.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Edge {
    /// The number of the vertex.
    pub(in crate::play) to: u32,
    /// Its space.
    pub(in crate::play) space: u16,
    /// The index of the step in the walk.
    pub(in crate::play) step: u8,
    /// What it costs.
    pub(in crate::play) price: i64,
}

/// A step that must be evaluated each time.
#[derive(Debug)]
pub(in crate::play) struct DynamicStep {
    /// The index of the step in the walk.
    pub(in crate::play) step: u8,
    /// The space to which it leads.
    pub(in crate::play) space: u16,
    /// The value chosen by the step.
    pub(in crate::play) choice: Value,
}

/// A space with the values of the varied variables.
#[derive(Debug)]
pub(in crate::play) struct Vertex {
    pub(in crate::play) space: u16,
    /// The index of those values.
    pub(in crate::play) variation: u16,
    /// The steps from here, once they are known.
    pub(in crate::play) steps: Option<Rc<Steps>>,
}

/// A copy of the state in which a walker can be placed elsewhere.
#[derive(Debug)]
pub struct Scratch {
    pub(in crate::play) state: State,
    pub(in crate::play) index: Index,
    /// The search place at which the walker stands.
    pub(in crate::play) at: u32,
}

/// The movement graph of one group of walkers.
#[derive(Debug, Default)]
pub struct MovementGraph {
    vertices: Vec<Vertex>,
    numbers: FxHashMap<(u16, u16), u32>,
    variations: Vec<Variation>,
    /// The indices of variations beyond the first few.
    others: FxHashMap<Variation, usize>,
    /// Whether each occupied space can be entered, as long as its pieces stay the same.
    entries: Vec<Cached<bool>>,
    /// Whether each space can be entered while it is empty, and what was read to find out. Moves leave this valid, and
    /// a new game does.
    empty: Cached<Vec<Option<(bool, Reads)>>>,
    /// The roster count at which `entries` were found.
    rosters: u32,
    /// Everything that was read to find the graph.
    reads: Cached<()>,
    /// Values that must match for a walker to use the graph.
    marks: Vec<Mark>,
}

impl MovementGraph {
    /// An empty graph, at this roster count.
    pub(in crate::play) fn new(cache: &Cache, rosters: u32) -> Self {
        MovementGraph { reads: cache.entry((), Reads::NONE), rosters, ..MovementGraph::default() }
    }

    /// True if nothing the graph depends on has changed, and it is not full.
    pub(in crate::play) fn is_valid(&mut self, cache: &Cache) -> bool {
        cache.valid(&mut self.reads).is_some() && self.vertices.len() < MOST_VERTICES
    }

    /// True if all marks have the same values for this walker now.
    pub(in crate::play) fn matches(&self, world: &World<'_>, walker: u16) -> bool {
        world.observer.aside(|| self.marks.iter().all(|mark| mark.now(world, walker) == *mark))
    }

    /// True if the graph also holds in a state that differs in these columns. Resets its time, because the clock
    /// restarts.
    pub(in crate::play) fn survives(&mut self, cache: &Cache, unlike: u128) -> bool {
        let survives = self.is_valid(cache) && self.reads.reads.columns & unlike == 0;
        self.reads.at = 0;
        self.entries.clear();
        if cache.valid(&mut self.empty).is_none() || self.empty.reads.columns & unlike != 0 {
            self.empty = Cached::default();
        }
        self.empty.at = 0;
        survives
    }

    /// Forgets which spaces can be entered, if the pieces have changed.
    pub(in crate::play) fn refresh_roster(&mut self, rosters: u32) {
        if self.rosters != rosters {
            self.entries.clear();
            self.rosters = rosters;
        }
    }

    /// The number of a vertex, which is added if it is new.
    pub(in crate::play) fn number(&mut self, space: u16, varied: &Variation) -> u32 {
        // Most walks have few variations; comparing each is fastest.
        let first = self.variations.iter().take(HANDFUL).position(|one| one == varied);
        let variation = match first.or_else(|| self.others.get(varied).copied()) {
            Some(at) => at,
            None => {
                let at = self.variations.len();
                self.variations.push(varied.clone());
                if at >= HANDFUL {
                    self.others.insert(varied.clone(), at);
                }
                at
            }
        } as u16;
        let next = self.vertices.len() as u32;
        let number = *self.numbers.entry((space, variation)).or_insert(next);
        if number == next {
            self.vertices.push(Vertex { space, variation, steps: None });
        }
        number
    }

    /// The vertex with this number.
    pub(in crate::play) fn vertex(&self, number: u32) -> &Vertex {
        &self.vertices[number as usize]
    }

    /// The values of the varied variables at a vertex.
    pub(in crate::play) fn varied(&self, number: u32) -> &Variation {
        &self.variations[usize::from(self.vertices[number as usize].variation)]
    }

    /// The number of vertices.
    pub(in crate::play) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Everything that was read to find the edges.
    pub(in crate::play) fn reads(&self) -> Reads {
        self.with_scopes(self.reads.reads)
    }

    /// Marks track the scopes themselves; results that use the graph depend on the whole column.
    fn with_scopes(&self, reads: Reads) -> Reads {
        if self.marks.iter().any(Mark::is_scope) { reads.and(Reads::column(column::SCOPES)) } else { reads }
    }

    /// Stores the steps from a vertex.
    pub(in crate::play) fn set_steps(&mut self, number: u32, steps: &Rc<Steps>, reads: Reads) {
        self.vertices[number as usize].steps = Some(steps.clone());
        self.reads.reads = self.reads.reads.and(reads.without(1 << column::SCOPES));
    }

    /// Adds marks for what was read for a walker. `own`: variables of walkers that the walk does not vary.
    pub(in crate::play) fn add_marks(&mut self, world: &World<'_>, walker: u16, own: &[VarId], read_set: &ReadSet) {
        let scopes = read_set.scopes.iter().map(|scope| Mark::Scope(*scope, 0));
        let facts = read_set.facts.iter().map(|fact| Mark::Fact(*fact, Value::None));
        let own = own.iter().filter(|var| read_set.own >> world.game.vars[var.at()].column & 1 == 1);
        let own = own.map(|var| Mark::Own(*var, Value::None));
        let name = read_set.named.then_some(Mark::Name(None));
        let words = read_set.words.iter().map(|word| Mark::Word(*word, None));
        for mark in scopes.chain(facts).chain(own).chain(name).chain(words) {
            let mark = world.observer.aside(|| mark.now(world, walker));
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
        }
    }

    /// Whether a space can be entered, if that is known, and what was read to find out. `is_empty`: no piece is there.
    pub(in crate::play) fn entry(&mut self, cache: &Cache, space: u16, is_empty: bool) -> Option<(bool, Reads)> {
        let at = usize::from(space);
        let (free, reads) = if is_empty {
            cache.valid(&mut self.empty)?.get(at).copied().flatten()?
        } else {
            let kept = self.entries.get_mut(at)?;
            let free = *cache.valid(kept)?;
            (free, kept.reads)
        };
        Some((free, self.with_scopes(reads)))
    }

    /// Stores whether a space can be entered.
    pub(in crate::play) fn set_entry(
        &mut self,
        cache: &Cache,
        space: u16,
        is_empty: bool,
        (free, reads): (bool, Reads),
    ) {
        let (at, reads) = (usize::from(space), reads.without(1 << column::SCOPES));
        if !is_empty {
            if self.entries.len() <= at {
                self.entries.resize(at + 1, Cached::default());
            }
            self.entries[at] = cache.entry(free, reads);
            return;
        }
        if cache.valid(&mut self.empty).is_none() {
            self.empty = cache.entry(Vec::new(), Reads::NONE);
        }
        self.empty.reads = self.empty.reads.and(reads.without(1 << column::PIECES));
        if let Some(empty) = &mut self.empty.value {
            if empty.len() <= at {
                empty.resize(at + 1, None);
            }
            empty[at] = Some((free, reads));
        }
    }
}
