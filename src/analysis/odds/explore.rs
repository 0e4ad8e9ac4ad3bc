//! Runs an action on a second play, once for each combination of chance and choices, and sums the results.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use crate::analysis::bots::Random;
use crate::model::game::Game;
use crate::model::id::OfferId;
use crate::model::sequence::Phase;
use crate::model::value::Value;
use crate::play::journal::{Entry, Journal};
use crate::play::log::Event;
use crate::play::question::Answer;
use crate::play::state::{Frame, Layout, State};
use crate::play::{Beginning, Play, Read, Run, Stop, native};

use super::counted::only_counts;
use super::dist::{Dist, Mix};
use super::outcome::{Before, Outcome};
use super::tape::{Fork, Tape, Teller, Throws};
use super::{Asked, Deed, MOST_WORK, Made, Policy, Progress, Stopped, Wanted};

/// The number of outcomes between two calls of `keep_going`.
const EVERY: u64 = 64;

/// A settled position from which play continues.
#[derive(Clone)]
struct Start {
    state: State,
    journal: Journal,
    /// The action to take first, if known.
    act: Option<(OfferId, Vec<Value>)>,
    /// The number of requested answers used so far.
    used: usize,
}

/// The result of a run.
enum Leaf {
    /// The end of the action.
    End(u32),
    /// A later position at which play can continue in several ways.
    On(Box<Start>),
}

/// A fork with the results of the ways explored so far.
#[derive(Default)]
struct Level {
    mix: Mix,
    /// For a choice by the policy `best`: the result of each way.
    each: Vec<Rc<Dist>>,
    /// The rolls played, with the result and number of outcomes of each.
    played: Vec<(usize, Rc<Dist>, u64)>,
    /// The number of outcomes counted before the current way began.
    ends: u64,
}

/// The exploration of one action.
pub(super) struct Explorer<'k> {
    game: Arc<Game>,
    layout: Arc<Layout>,
    play: Play,
    tape: Rc<RefCell<Tape>>,
    before: Before,
    /// The depth of the sequence of play where the action begins, and the phase there.
    depth: usize,
    phase: Phase,
    /// True if what follows the action, up to the next decision, belongs to it.
    on: bool,
    pub(super) outcomes: IndexSet<Outcome>,
    worth: Vec<Vec<i64>>,
    /// The log lines.
    pub(super) lines: IndexSet<String>,
    /// The cases: the answers listed.
    pub(super) cases: IndexSet<Vec<Made>>,
    /// The cached results of positions.
    known: FxHashMap<(u64, usize), Rc<Dist>>,
    /// The choices made as best.
    pub(super) chosen: IndexSet<Made>,
    /// The number of outcomes, including those counted together with similar ones.
    pub(super) ways: u64,
    /// The number of outcomes played.
    leaves: u64,
    most: u64,
    /// True if the rules only count dice.
    only_counts: bool,
    keep_going: &'k mut dyn FnMut(Progress) -> bool,
    first: Start,
    /// The only expression to evaluate at the end.
    wanted: Option<Wanted>,
}

/// The number of frames below the action in progress: below the offer that waits for what it started, or else below the
/// innermost sequence.
fn below_action(game: &Game, stack: &[Frame]) -> Option<usize> {
    let waits = stack.iter().position(|frame| frame.offer.is_some());
    waits.or_else(|| stack.iter().rposition(|frame| game.scopes[frame.scope.at()].is_sequence()))
}

impl<'k> Explorer<'k> {
    pub(super) fn new(
        asked: &Asked<'_>,
        most: u64,
        keep_going: &'k mut dyn FnMut(Progress) -> bool,
    ) -> Result<Explorer<'k>, Stopped> {
        let game = asked.play.game().clone();
        let mut play = Play::new(&game, &Beginning::of_game(&game), 0, false, native::make).map_err(Stopped::Faulty)?;
        let tape = Rc::new(RefCell::new(Tape::new(
            asked.policy,
            asked.deed.seat,
            asked.then.to_vec(),
            asked.numbers,
            most as usize,
        )));
        let (layout, first, before) = asked.play.look(|run| {
            let state = asked.from.unwrap_or(run.state()).clone();
            let mut start = Start { state, journal: ahead(run, &asked.deed), act: None, used: 0 };
            hide(&game, &mut start.state, asked.hidden);
            // What the action has done so far is no result of the answer that is asked for now.
            let mut now = match &run.pending {
                // A deal of cards alone has the same pieces and variables.
                Some(pending) if run.world().veil(asked.deed.seat).is_none() => pending.state.clone(),
                _ => start.state.clone(),
            };
            hide(&game, &mut now, asked.hidden);
            let layout = run.live.layout();
            let (layout, [state, now]) = layout.with_more_room(&game, [start.state, now]);
            let before = Before::new(&run.world(), &now);
            (layout, Start { state, ..start }, before)
        });
        play.adjust(|run| {
            run.live.set_layout(layout.clone());
            run.oracle = Box::new(Teller(tape.clone()));
            // Invariants are checked where the game itself is played.
            run.watchful = false;
            run.log.kept = true;
            run.log.words_only = true;
            run.trace.dice.begin();
        });
        let only_counts = only_counts(&game);
        let mut first = first;
        let phase = first.state.stack.last().map_or(Phase::Body, |frame| frame.phase);
        if phase == Phase::Act && !first.state.unsettled {
            // A known action is taken directly, without enumerating the alternatives.
            if let Some(Entry::Answer { silent: None, answer: Answer::Act(offer, values), .. }) =
                first.journal.entries.first()
            {
                first.act = Some((*offer, values.clone()));
                first.journal.entries.remove(0);
                first.journal.silent_before = 0;
            }
        }
        let on = matches!(asked.deed.answer, Answer::Pass) && asked.deed.settled;
        // A question within an action: the action ends where what it started ends.
        let within = (phase != Phase::Act && !asked.deed.settled).then(|| below_action(&game, &first.state.stack));
        let (depth, phase) = match within.flatten() {
            Some(below) => (below, Phase::After),
            None => (first.state.stack.len(), phase),
        };
        Ok(Explorer {
            depth,
            phase,
            on,
            game,
            layout,
            play,
            tape,
            before,
            outcomes: IndexSet::new(),
            worth: Vec::new(),
            lines: IndexSet::new(),
            cases: IndexSet::from([Vec::new()]),
            known: FxHashMap::default(),
            chosen: IndexSet::new(),
            ways: 0,
            leaves: 0,
            most,
            only_counts,
            keep_going,
            first,
            wanted: asked.wanted.cloned(),
        })
    }

    /// The distribution of all results of the action.
    pub(super) fn explore(&mut self) -> Result<Rc<Dist>, Stopped> {
        let first = self.first.clone();
        self.from(&first)
    }

    /// Plays the action once at random.
    pub(super) fn sample(&mut self, seed: u64) -> Result<Dist, Stopped> {
        self.tape.borrow_mut().random = Some(Random::new(seed));
        let first = self.first.clone();
        let (leaf, lines) = self.once(&first)?;
        match leaf {
            Leaf::End(outcome) => Ok(Dist::sure(outcome).after(&lines)),
            Leaf::On(_) => Err(Stopped::TooMany),
        }
    }

    /// The tape, with what it recorded.
    pub(super) fn tape(&self) -> std::cell::Ref<'_, Tape> {
        self.tape.borrow()
    }

    /// The distribution of all results of a position.
    fn from(&mut self, start: &Start) -> Result<Rc<Dist>, Stopped> {
        // Each position has its own forks.
        let outer = {
            let mut tape = self.tape.borrow_mut();
            (std::mem::take(&mut tape.forks), std::mem::take(&mut tape.ways), tape.at)
        };
        let found = self.all_ways(start);
        let mut tape = self.tape.borrow_mut();
        (tape.forks, tape.ways, tape.at) = outer;
        found
    }

    fn all_ways(&mut self, start: &Start) -> Result<Rc<Dist>, Stopped> {
        let mut levels: Vec<Level> = Vec::new();
        let mut ends = 0;
        loop {
            let (leaf, lines) = self.once(start)?;
            let ends_here = matches!(leaf, Leaf::End(_));
            let dist = match leaf {
                Leaf::End(outcome) => {
                    self.counted()?;
                    ends += 1;
                    Dist::sure(outcome)
                }
                Leaf::On(next) => (*self.further(&next)?).clone(),
            };
            let mut dist = Rc::new(dist.after(&lines));
            let begun = ends - u64::from(ends_here);
            levels.resize_with(self.tape.borrow().forks.len(), || Level { ends: begun, ..Level::default() });
            loop {
                let Some(mut level) = levels.pop() else { return Ok(dist) };
                let (fork, mut way) = {
                    let tape = self.tape.borrow();
                    (tape.forks[levels.len()].clone(), tape.ways[levels.len()])
                };
                self.add(&mut level, &fork, way, dist.clone())?;
                if let Fork::Throw(throws) = &fork {
                    level.played.push((way, dist, ends - level.ends));
                    // A roll that nothing evaluated so far distinguishes from one already played has the same result.
                    while let Some((alike, count)) = self.played_alike(&level, throws, way + 1) {
                        way += 1;
                        self.add(&mut level, &fork, way, alike)?;
                        self.ways += count;
                        ends += count;
                    }
                }
                level.ends = ends;
                way += 1;
                let mut tape = self.tape.borrow_mut();
                if way < fork.ways() {
                    tape.ways[levels.len()] = way;
                    tape.forks.truncate(levels.len() + 1);
                    tape.ways.truncate(levels.len() + 1);
                    levels.push(level);
                    break;
                }
                tape.forks.truncate(levels.len());
                tape.ways.truncate(levels.len());
                drop(tape);
                dist = self.closed(level, &fork)?;
            }
        }
    }

    /// The results of a later position. Equal positions are evaluated once.
    fn further(&mut self, next: &Start) -> Result<Rc<Dist>, Stopped> {
        let mut state = next.state.clone();
        // The amount of chance already used does not affect the results.
        state.chance.clear();
        let key = (state.digest(), next.used);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = self.from(next)?;
        self.known.insert(key, found.clone());
        Ok(found)
    }

    /// The result and number of outcomes of an equivalent roll that was already played, if any.
    fn played_alike(&self, level: &Level, throws: &Throws, way: usize) -> Option<(Rc<Dist>, u64)> {
        let faces = throws.0.get(way).filter(|_| self.only_counts)?;
        self.play.look(|run| {
            let alike = |played: &&(usize, Rc<Dist>, u64)| run.trace.dice.are_alike(&throws.0[played.0], faces);
            level.played.iter().find(alike).map(|(_, dist, ends)| (dist.clone(), *ends))
        })
    }

    /// Adds the result of one way of a fork.
    fn add(&mut self, level: &mut Level, fork: &Fork, way: usize, dist: Rc<Dist>) -> Result<(), Stopped> {
        let added = match fork {
            Fork::Chance(weights) => level.mix.add(&dist, weights[way], weights[way]),
            Fork::Throw(throws) => level.mix.add(&dist, throws.1[way], throws.1[way]),
            Fork::Choice(choice) => match self.policy() {
                Policy::Spread => level.mix.add(&dist, 1, 1),
                Policy::Best => {
                    level.each.push(dist);
                    Some(())
                }
                Policy::Each => {
                    let dist = self.labelled(&dist, &choice.made(way))?;
                    level.mix.add(&dist, 1, 0)
                }
            },
        };
        added.ok_or(Stopped::TooFine)
    }

    /// The result of a fork, once all its ways are known.
    fn closed(&mut self, level: Level, fork: &Fork) -> Result<Rc<Dist>, Stopped> {
        let Fork::Choice(choice) = fork else { return level.mix.done().map(Rc::new).ok_or(Stopped::TooFine) };
        if self.policy() != Policy::Best {
            return level.mix.done().map(Rc::new).ok_or(Stopped::TooFine);
        }
        let worth = &self.worth;
        let own = |outcome: u32| worth[outcome as usize].get(usize::from(choice.seat)).copied().unwrap_or(0);
        let means = level.each.iter().map(|dist| dist.mean(own).ok_or(Stopped::TooFine));
        let means = means.collect::<Result<Vec<_>, _>>()?;
        let mut way = 0;
        for (at, mean) in means.iter().enumerate() {
            if mean.compare(&means[way]) == std::cmp::Ordering::Greater {
                way = at;
            }
        }
        let any_is_as_good = means.iter().all(|mean| mean.compare(&means[way]) == std::cmp::Ordering::Equal);
        let mut dist = (*level.each[way]).clone();
        let made = Made { any_is_as_good, ..choice.made(way) };
        dist.chosen.insert(0, self.chosen.insert_full(made).0 as u32);
        Ok(Rc::new(dist))
    }

    /// The same outcomes, in cases that begin with this answer.
    fn labelled(&mut self, dist: &Dist, made: &Made) -> Result<Dist, Stopped> {
        /// The maximum number of cases to list.
        const MOST_CASES: usize = 500;
        let mut named: FxHashMap<u32, u32> = FxHashMap::default();
        let mut labelled = Dist { total: dist.total, ..Dist::default() };
        for (into, from) in [(&mut labelled.rows, &dist.rows), (&mut labelled.lines, &dist.lines)] {
            for ((case, key), weight) in from {
                let case = *named.entry(*case).or_insert_with(|| {
                    let behind = self.cases[*case as usize].iter().cloned();
                    let whole: Vec<Made> = std::iter::once(made.clone()).chain(behind).collect();
                    self.cases.insert_full(whole).0 as u32
                });
                into.push(((case, *key), *weight));
            }
        }
        if self.cases.len() > MOST_CASES {
            return Err(Stopped::Cases);
        }
        Ok(labelled)
    }

    fn policy(&self) -> Policy {
        self.tape.borrow().policy
    }

    /// The work so far, in units of effort.
    pub(super) fn work(&self) -> u64 {
        self.play.look(|run| run.effort.spent())
    }

    /// Counts an outcome.
    fn counted(&mut self) -> Result<(), Stopped> {
        self.leaves += 1;
        self.ways += 1;
        if self.leaves > self.most || self.work() > MOST_WORK {
            return Err(Stopped::TooMany);
        }
        if self.leaves.is_multiple_of(EVERY) && !(self.keep_going)(Progress { leaves: self.leaves, exact: true }) {
            return Err(Stopped::ByHand);
        }
        Ok(())
    }

    /// True if the action has ended at this settled point.
    fn has_ended(&self, run: &Run) -> bool {
        if self.on || run.state().unsettled {
            return false;
        }
        let depth = run.state().stack.len();
        match self.phase {
            Phase::Turn => {
                let turns = run.state().stack.last().is_some_and(|frame| frame.phase == Phase::Turn);
                depth < self.depth || depth == self.depth && turns
            }
            _ => depth <= self.depth,
        }
    }

    /// Plays on from a position, following the tape, to the end or to the first later position with its own forks. Also
    /// returns the log lines.
    fn once(&mut self, start: &Start) -> Result<(Leaf, Vec<u32>), Stopped> {
        {
            let mut tape = self.tape.borrow_mut();
            tape.at = 0;
            tape.used = start.used;
        }
        let journal = start.journal.clone();
        let state = start.state.clone();
        self.play.adjust(|run| {
            run.restore(state);
            run.journal = journal;
            run.pending = None;
            run.idle = 0;
            run.log.entries.clear();
            run.effort.refill();
        });
        let mut act = start.act.as_ref();
        let mut begun = false;
        loop {
            let samples = self.tape.borrow().random.is_some();
            let mut before = None;
            if begun {
                if self.play.look(|run| self.has_ended(run)) {
                    break;
                }
                if !samples {
                    let tape = self.tape.borrow();
                    let (state, lines) = self.play.look(|run| (run.state().clone(), run.log.entries.len()));
                    before = Some((state, lines, tape.at, tape.used));
                }
            }
            begun = true;
            let result = match act.take() {
                Some((offer, values)) => self.play.cx().advance_with(*offer, values),
                None => self.play.cx().advance(),
            };
            if let Some(trouble) = self.tape.borrow_mut().trouble.take() {
                return Err(trouble);
            }
            if let Some((state, lines, at, used)) = before {
                let mut tape = self.tape.borrow_mut();
                if tape.forks.len() > at {
                    tape.forks.truncate(at);
                    tape.ways.truncate(at);
                    let start = Start { state, journal: Journal::default(), act: None, used };
                    drop(tape);
                    let lines = self.lines_of(lines);
                    return Ok((Leaf::On(Box::new(start)), lines));
                }
            }
            match result {
                Ok(()) => {}
                Err(Stop::Finished | Stop::Ask) => break,
                Err(Stop::Fault(fault)) => return Err(Stopped::Faulty(fault)),
            }
        }
        let found: Read<(Outcome, Vec<i64>)> = self.play.look(|run| {
            let Some(wanted) = &self.wanted else {
                let outcome = self.before.outcome(&self.game, &self.layout, run.state());
                let worth = self.before.worth(&self.game, &self.layout, run.state());
                return Ok((outcome, worth));
            };
            let world = run.world();
            let world = world.acting(wanted.side);
            // Whole numbers are one value, whether counted in halves or not.
            let value = match world.eval(&wanted.node, &mut world.locals(&wanted.values, wanted.slots))? {
                Value::Half(twice) if twice % 2 == 0 => Value::Int(twice / 2),
                value => value,
            };
            let worth = wanted.worth(self.game.sides.len(), &value);
            Ok((Outcome { value: Some(value), ..Outcome::default() }, worth))
        });
        let (outcome, worth) = found.map_err(Stopped::Faulty)?;
        let (at, is_new) = self.outcomes.insert_full(outcome);
        if is_new {
            self.worth.push(worth);
        }
        let lines = self.lines_of(usize::MAX);
        Ok((Leaf::End(at as u32), lines))
    }

    /// The first log lines of this run, without duplicates: headings and the lines under them.
    fn lines_of(&mut self, most: usize) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        let lines = &mut self.lines;
        self.play.look(|run| {
            let mut headings: Vec<(u16, &str)> = Vec::new();
            for entry in run.log.entries.iter().take(most) {
                let text = match &entry.event {
                    Event::Scope(_, text) if !text.is_empty() => {
                        headings.retain(|(depth, _)| *depth < entry.depth);
                        headings.push((entry.depth, text));
                        text.clone()
                    }
                    Event::Said(text) if !text.is_empty() => {
                        let heading = headings.iter().rev().find(|(depth, _)| *depth <= entry.depth);
                        heading.map_or_else(|| text.clone(), |(_, heading)| format!("{heading}: {text}"))
                    }
                    Event::Tried(what, needed, came) => {
                        let came = if *came { "yes" } else { "no" };
                        format!("{what} ({needed}): {came}")
                    }
                    _ => continue,
                };
                let line = lines.insert_full(text).0 as u32;
                if !found.contains(&line) {
                    found.push(line);
                }
            }
        });
        found.sort_unstable();
        found
    }
}

/// The journal entries ahead of the pending question, then the answer under examination.
fn ahead(run: &Run, deed: &Deed) -> Journal {
    let journal = &run.journal;
    let mut entries = journal.entries.get(journal.used..).unwrap_or_default().to_vec();
    let silent = deed.window.then_some(journal.silent_before);
    entries.push(Entry::Answer { seat: deed.seat, silent, answer: deed.answer.clone(), text: String::new() });
    Journal { entries, used: 0, silent: journal.silent, silent_before: journal.silent_before, kept: false }
}

/// Returns cards that the side may not see to the pile they came from, so that no result depends on them.
fn hide(game: &Game, state: &mut State, hidden: &[u16]) {
    for card in hidden {
        let deck = game.card_defs[usize::from(game.cards[usize::from(*card)].def)].deck;
        if let (Some(zone), Some(own)) = (game.decks[deck.at()].zones.first(), state.cards.get_mut(usize::from(*card)))
        {
            own.spot = zone.0;
        }
    }
}
