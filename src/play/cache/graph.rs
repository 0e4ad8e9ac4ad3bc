//! What is the same for all walkers of a kind, side and mode that are alike in what was looked at: where the steps of a walk
//! lead from each place and what they cost, as far as the ground decides it, and which spaces let such walkers in.
//!
//! Places are numbered as they are found: a space with the values of what varies. A search then works with numbers only.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::model::game::column;
use crate::model::id::*;
use crate::model::value::Value;

use super::dependency::Looked;
use super::kept::{Kept, Parts};
use super::results::Cache;
use crate::play::store::index::Index;
use crate::play::store::state::State;
use crate::play::store::world::World;

/// Values of what varies, in the order of the walk, as they stand in cells of a state.
pub(in crate::play) type Variation = SmallVec<[i32; 4]>;

/// More crossings than this are too many to keep.
const MOST_CROSSINGS: usize = 1 << 15;

/// So many variations are looked at one after the other.
const HANDFUL: usize = 16;

/// For whom a movement graph may be the same. What else was looked at to find it stands in its marks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GraphKey {
    /// The walk.
    pub walk: WalkId,
    /// The kind of the walker.
    pub kind: u16,
    /// Its side, which may not be the one it began with.
    pub side: u8,
    /// Which of its modes shows.
    pub mode: u8,
    /// Who acts.
    pub me: Option<u16>,
    /// What else the walk is asked with.
    pub other: Option<Ref>,
}

/// What was looked at to find something, and is compared before that is used for another walker or at another time.
#[derive(Clone, Debug, PartialEq)]
enum Mark {
    /// How a scope runs.
    Scope(ScopeId, u64),
    /// A fact of the walker.
    Fact(FactId, Value),
    /// A variable of the walker that does not vary on its way.
    Own(VarId, Value),
    /// The name of the walker.
    Name(Option<u16>),
    /// What a word without parameters says; nothing where it cannot be found.
    Word(WordId, Option<Value>),
}

impl Mark {
    /// The same mark for this walker now.
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

    /// Whether it depends on which scopes run.
    fn is_scope(&self) -> bool {
        matches!(self, Mark::Scope(..) | Mark::Word(..))
    }
}

/// The steps from a place.
#[derive(Debug, Default)]
pub(in crate::play) struct Steps {
    /// Those that are the same for all such walkers.
    pub(in crate::play) known: Vec<Edge>,
    /// Those that depend on the walker or on others.
    pub(in crate::play) asked: Vec<Asked>,
    /// Whether they were found with the conditions that mention arguments of the walk after the walker.
    pub(in crate::play) whole: bool,
}

/// A step to a place, for a price.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) struct Edge {
    /// The number of the place.
    pub(in crate::play) to: u32,
    /// Its space.
    pub(in crate::play) space: u16,
    /// Which step of the walk.
    pub(in crate::play) step: u8,
    /// What it costs.
    pub(in crate::play) price: i64,
}

/// A step that must be asked each time.
#[derive(Debug)]
pub(in crate::play) struct Asked {
    /// Which step of the walk.
    pub(in crate::play) step: u8,
    /// The space to which it leads.
    pub(in crate::play) space: u16,
    /// The choice of the step.
    pub(in crate::play) choice: Value,
}

/// A space with the values of what varies.
#[derive(Debug)]
pub(in crate::play) struct Crossing {
    pub(in crate::play) space: u16,
    /// The number of the values.
    pub(in crate::play) variation: u16,
    /// The steps from here, if they are known for all such walkers.
    pub(in crate::play) steps: Option<Rc<Steps>>,
}

/// A state in which a walker is imagined to stand elsewhere.
#[derive(Debug)]
pub struct Scratch {
    pub(in crate::play) state: State,
    pub(in crate::play) index: Index,
    /// The place at which it stands.
    pub(in crate::play) at: u32,
}

/// What is known for one class of walkers.
#[derive(Debug)]
pub struct MovementGraph {
    crossings: Vec<Crossing>,
    numbers: FxHashMap<(u16, u16), u32>,
    variations: Vec<Variation>,
    /// Where those stand that are not among the first.
    others: FxHashMap<Variation, usize>,
    /// Whether a space lets them in, as long as the same pieces stand there.
    verdicts: Vec<Kept<bool>>,
    /// How often the pieces had changed when that was found.
    rosters: u32,
    /// What was looked at to find all this.
    ground: Kept<()>,
    /// What was looked at and may be otherwise.
    marks: Vec<Mark>,
}

impl Default for MovementGraph {
    fn default() -> Self {
        MovementGraph {
            crossings: Vec::new(),
            numbers: FxHashMap::default(),
            variations: Vec::new(),
            others: FxHashMap::default(),
            verdicts: Vec::new(),
            rosters: 0,
            ground: Kept::NOTHING,
            marks: Vec::new(),
        }
    }
}

impl MovementGraph {
    /// One of which nothing is known yet, among pieces that have changed so often.
    pub(in crate::play) fn begun(cache: &Cache, rosters: u32) -> Self {
        MovementGraph { ground: cache.known((), Parts::NONE), rosters, ..MovementGraph::default() }
    }

    /// Whether nothing has changed that was looked at to find it, and there is room for more.
    pub(in crate::play) fn holds(&mut self, cache: &Cache) -> bool {
        cache.still(&mut self.ground).is_some() && self.crossings.len() < MOST_CROSSINGS
    }

    /// Whether all that was looked at is the same for this walker now.
    pub(in crate::play) fn is_for(&self, world: &World<'_>, walker: u16) -> bool {
        world.observer.aside(|| self.marks.iter().all(|mark| mark.now(world, walker) == *mark))
    }

    /// Whether it holds in a state that differs from this one in these columns. The clock begins anew with that.
    pub(in crate::play) fn outlasts(&mut self, cache: &Cache, unlike: u128) -> bool {
        let outlasts = self.holds(cache) && self.ground.parts.columns & unlike == 0;
        self.ground.at = 0;
        self.verdicts.clear();
        outlasts
    }

    /// Forgets which spaces let walkers in, if the pieces have changed since that was found.
    pub(in crate::play) fn heed_roster(&mut self, rosters: u32) {
        if self.rosters != rosters {
            self.verdicts.clear();
            self.rosters = rosters;
        }
    }

    /// The number of a place.
    pub(in crate::play) fn number(&mut self, space: u16, varied: &Variation) -> u32 {
        // Most walks have a handful of variations, for which a look at each is fastest.
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
        let next = self.crossings.len() as u32;
        let number = *self.numbers.entry((space, variation)).or_insert(next);
        if number == next {
            self.crossings.push(Crossing { space, variation, steps: None });
        }
        number
    }

    /// A place.
    pub(in crate::play) fn crossing(&self, number: u32) -> &Crossing {
        &self.crossings[number as usize]
    }

    /// The values of what varies at a place.
    pub(in crate::play) fn varied(&self, number: u32) -> &Variation {
        &self.variations[usize::from(self.crossings[number as usize].variation)]
    }

    /// How many places there are.
    pub(in crate::play) fn len(&self) -> usize {
        self.crossings.len()
    }

    /// What has been looked at to find the edges.
    pub(in crate::play) fn ground(&self) -> Parts {
        self.with_scopes(self.ground.parts)
    }

    /// Whether scopes still run as they did is known apart; whoever uses what was found depends on them.
    fn with_scopes(&self, parts: Parts) -> Parts {
        if self.marks.iter().any(Mark::is_scope) { parts.and(Parts::column(column::SCOPES)) } else { parts }
    }

    /// The steps from a place are known for all such walkers.
    pub(in crate::play) fn learn(&mut self, number: u32, steps: &Rc<Steps>, parts: Parts) {
        self.crossings[number as usize].steps = Some(steps.clone());
        self.ground.parts = self.ground.parts.and(parts.without(1 << column::SCOPES));
    }

    /// This has been looked at for a walker. `own`: the variables of walkers that do not vary.
    pub(in crate::play) fn heed(&mut self, world: &World<'_>, walker: u16, own: &[VarId], looked: &Looked) {
        let scopes = looked.scopes.iter().map(|scope| Mark::Scope(*scope, 0));
        let facts = looked.facts.iter().map(|fact| Mark::Fact(*fact, Value::None));
        let own = own.iter().filter(|var| looked.own >> world.game.vars[var.at()].column & 1 == 1);
        let own = own.map(|var| Mark::Own(*var, Value::None));
        let name = looked.named.then_some(Mark::Name(None));
        let words = looked.words.iter().map(|word| Mark::Word(*word, None));
        for mark in scopes.chain(facts).chain(own).chain(name).chain(words) {
            let mark = world.observer.aside(|| mark.now(world, walker));
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
        }
    }

    /// Whether a space lets such walkers in, if it is known, with what was looked at to find it.
    pub(in crate::play) fn verdict(&mut self, cache: &Cache, space: u16) -> Option<(bool, Parts)> {
        let kept = self.verdicts.get_mut(usize::from(space))?;
        let free = *cache.still(kept)?;
        let parts = kept.parts;
        Some((free, self.with_scopes(parts)))
    }

    /// It is known whether a space lets such walkers in.
    pub(in crate::play) fn learn_verdict(&mut self, cache: &Cache, space: u16, free: bool, parts: Parts) {
        let at = usize::from(space);
        if self.verdicts.len() <= at {
            self.verdicts.resize(at + 1, Kept::NOTHING);
        }
        self.verdicts[at] = cache.known(free, parts.without(1 << column::SCOPES));
    }
}
