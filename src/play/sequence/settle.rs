//! Settled play: rules that apply whenever nothing else happens, and invariants (language reference, 3.22).

use smallvec::SmallVec;

use crate::model::game::{Invariant, Whenever};
use crate::model::id::NounId;
use crate::model::node::{Compiled, Node};
use crate::model::set::BitSet;
use crate::model::value::Value;

use crate::play::cache::entry::{Item, Watcher};
use crate::play::host::run::{Act, Cx, Run, Stop};
use crate::play::store::world::{Fault, Read, World};
use crate::play::watch::meeting::{Met, Order};
use crate::play::watch::observer::Asked;

/// After this many rounds the rules are reported as undoing each other for ever.
const MOST_ROUNDS: usize = 200;

/// The case of a rule: a member of its noun, or nothing if it has none.
type Case = SmallVec<[Value; 1]>;

/// A condition that is evaluated whenever play has settled.
struct Watched<'r> {
    /// The cache item of its cases, if they are cached.
    kept: Option<Item>,
    each: Option<NounId>,
    condition: &'r Node,
    at_once: &'r Compiled,
    locals: u16,
}

impl Watched<'_> {
    fn holds(&self, world: &World<'_>, case: &[Value]) -> Read<bool> {
        let find = || world.test(self.condition, &mut world.locals(case, self.locals));
        match self.kept {
            Some(of) => Ok(world.cached(of, case, || Ok(Value::Flag(find()?)))?.is_yes()),
            None => find(),
        }
    }

    /// True if it still holds for a case, whose thing may have left play or the noun.
    fn still_holds(&self, world: &World<'_>, case: &[Value]) -> Read<bool> {
        if let (Some(noun), Some(thing)) = (self.each, case.first().and_then(Value::as_ref)) {
            if !world.of_noun(noun, world.all(thing.domain))?.has(thing.index) {
                return Ok(false);
            }
        }
        self.holds(world, case)
    }

    /// The members of its noun for which it holds, or does not hold.
    fn members(&self, world: &World<'_>, noun: NounId, wanted: bool) -> Read<BitSet> {
        let domain = world.game.nouns[noun.at()].domain;
        let all = world.of_noun(noun, world.all(domain))?;
        let holding = match self.kept {
            None => world.holding(self.at_once, self.condition, self.locals, domain, all.clone())?,
            Some(of) => {
                let (mut holding, rest) = world.answered(of, domain, all.clone());
                for index in rest.iter() {
                    if self.holds(world, &[Value::member(domain, index)])? {
                        holding.insert(index);
                    }
                }
                holding
            }
        };
        Ok(if wanted { holding } else { all.minus(&holding) })
    }

    /// The cases in which it holds, or does not hold.
    fn cases(&self, world: &World<'_>, wanted: bool) -> Read<SmallVec<[Case; 2]>> {
        let mut cases = SmallVec::new();
        match self.each {
            None if self.holds(world, &[])? == wanted => cases.push(Case::new()),
            None => {}
            Some(noun) => {
                let domain = world.game.nouns[noun.at()].domain;
                let found = self.members(world, noun, wanted)?;
                cases.extend(found.iter().map(|index| Case::from([Value::member(domain, index)])));
            }
        }
        Ok(cases)
    }
}

/// True if a rule that reads these columns must be evaluated after these changes.
fn concerns(touched: u128, reads: u128) -> bool {
    touched & reads != 0 || touched == u128::MAX
}

fn watched(rule: &Whenever) -> Watched<'_> {
    Watched { kept: None, each: rule.each, condition: &rule.condition, at_once: &rule.at_once, locals: rule.locals }
}

/// An invariant, which is one of the game's by this number.
fn upheld(at: usize, rule: &Invariant) -> Watched<'_> {
    Watched {
        kept: (!rule.light).then_some(Item::Invariant(at)),
        each: rule.each,
        condition: &rule.condition,
        at_once: &rule.at_once,
        locals: rule.locals,
    }
}

/// Notes which rules of settled play apply together with this one.
#[cold]
fn meet(world: &World<'_>, at: usize) -> Read<()> {
    let (rules, meetings) = (&world.game.whenevers, &world.observer.meetings);
    let holds = |at: usize| -> Read<bool> {
        let rule = &rules[at];
        Ok(world.is_read(rule.under) && !meetings.aside(|| watched(rule).cases(world, true))?.is_empty())
    };
    if !holds(at)? {
        return Ok(());
    }
    for other in (0..rules.len()).filter(|other| *other != at) {
        if holds(other)? {
            let (first, second) = (&rules[at.min(other)], &rules[at.max(other)]);
            meetings.note(Met { first: first.span, second: second.span, order: Order::Unknown });
        }
    }
    Ok(())
}

impl World<'_> {
    /// In how many cases invariants do not hold here. One that fails to evaluate counts as a case.
    pub(in crate::play) fn broken_invariants(&self) -> usize {
        let rules = self.game.invariants.iter().enumerate();
        rules.map(|(at, rule)| upheld(at, rule).cases(self, false).map_or(1, |cases| cases.len())).sum()
    }
}

impl Run {
    /// True if play has settled, this play checks invariants, and what one of them reads has changed.
    pub(super) fn has_to_watch(&self) -> bool {
        let touched = || self.live.cache().changed_columns(Watcher::Invariants) & self.game.invariants_read;
        !self.state().unsettled && self.watchful && (touched() != 0 || self.observer.is_on())
    }
}

impl Cx<'_> {
    /// Applies the rules of settled play until none applies.
    pub fn settle(&self) -> Act<()> {
        let mut last = None;
        for _ in 0..MOST_ROUNDS {
            let mut quiet = true;
            let before = self.run.borrow().live.cache().changed_columns(Watcher::Rules);
            self.run.borrow().live.cache().mark_checked(Watcher::Rules);
            let rules = if before & self.game.rules_read == 0 { &[] } else { self.game.whenevers.as_slice() };
            for (at, rule) in rules.iter().enumerate() {
                // Nothing that this rule reads has changed since it last did not apply.
                if !concerns(before | self.run.borrow().live.cache().changed_columns(Watcher::Rules), rule.reads) {
                    continue;
                }
                if !self.look(|world| Ok(world.is_read(rule.under)))? {
                    continue;
                }
                let watched = watched(rule);
                let told = |applied: &bool| Some(Value::Flag(*applied));
                if self.run.borrow().observer.meetings.wanted() {
                    self.look(|world| meet(world, at))?;
                }
                if self.observed(|| Asked::whenever(rule), &[], told, || self.apply(rule, &watched))? {
                    quiet = false;
                    last = Some(rule.span);
                }
            }
            if quiet {
                self.run.borrow_mut().live.set_unsettled(false);
                return Ok(());
            }
        }
        let mut fault = Fault::new("these `whenever` rules undo each other endlessly");
        fault.span = last;
        Err(Stop::Fault(Box::new(fault)))
    }

    /// Carries out a rule in every case in which it applies; returns true if there was any.
    fn apply(&self, rule: &Whenever, watched: &Watched<'_>) -> Act<bool> {
        let mut applied = false;
        for case in self.look(|world| watched.cases(world, true))? {
            // An earlier case may have settled this one too.
            if !self.look(|world| watched.still_holds(world, &case))? {
                continue;
            }
            applied = true;
            self.run.borrow().observer.note(&rule.cites);
            self.call(rule.script, &case)?;
            if self.look(|world| watched.still_holds(world, &case))? {
                let text = "this rule still applies after it was carried out: it would never settle";
                return Err(Stop::fault(text).at(rule.span));
            }
        }
        Ok(applied)
    }

    /// Checks the invariants.
    pub fn watch(&self) -> Act<()> {
        let broken = self.look(|world| {
            let touched = world.cache.changed_columns(Watcher::Invariants);
            for (at, rule) in self.game.invariants.iter().enumerate() {
                world.observer.note(&rule.cites);
                if !concerns(touched, rule.reads) {
                    continue;
                }
                if let Some(case) = upheld(at, rule).cases(world, false)?.first() {
                    let whose = case.first().map(|thing| format!(" for {}", world.show(thing)));
                    let text = format!("the invariant `{}` does not hold{}", rule.name, whose.unwrap_or_default());
                    let unmet = world.unmet(&rule.condition, &mut world.locals(case, rule.locals))?;
                    let unmet = unmet.unwrap_or_default();
                    let thing = case.first().or(unmet.member.as_ref()).and_then(Value::as_ref);
                    let space = thing.and_then(|thing| world.space_of(thing));
                    return Ok(Some(Fault { notes: unmet.notes, space, ..Fault::new(text).at(rule.span) }));
                }
            }
            world.cache.mark_checked(Watcher::Invariants);
            Ok(None)
        })?;
        broken.map_or(Ok(()), |fault| Err(Stop::Fault(Box::new(fault))))
    }
}
