//! Settled play: rules that apply whenever nothing else happens, and what must always hold (language reference, 3.22).

use smallvec::SmallVec;

use crate::model::id::NounId;
use crate::model::node::Node;
use crate::model::value::Value;

use super::memo::Of;
use super::run::{Act, Cx, Stop};
use super::world::{Fault, Read, World};

/// How often the rules may be gone through before they are taken to undo each other for ever.
const MOST_ROUNDS: usize = 200;

/// What a rule is about at once: a member of its noun, or nothing where it has none.
type Case = SmallVec<[Value; 1]>;

/// A condition that is looked at whenever play has settled.
struct Watched<'r> {
    /// Of one case.
    of: Of,
    /// Of all of them together: that nothing is as asked.
    all: Of,
    each: Option<NounId>,
    condition: &'r Node,
    locals: u16,
}

impl Watched<'_> {
    fn holds(&self, world: &World<'_>, case: &[Value]) -> Read<bool> {
        let find = || Ok(Value::Flag(world.eval_alone(self.condition, case, self.locals)?.is_yes()));
        Ok(world.kept(self.of, case, find)?.is_yes())
    }

    /// The members of its noun for which it holds, or for which it does not.
    fn members(&self, world: &World<'_>, noun: NounId, wanted: bool) -> Read<SmallVec<[Case; 2]>> {
        let domain = world.game.nouns[noun.at()].domain;
        let all = world.of_noun(noun, world.all(domain))?;
        let (holding, unknown) = world.memo.flags(self.of, domain, &all);
        let mut found = if wanted { holding } else { all.minus(&holding).minus(&unknown) };
        for index in unknown.iter() {
            if self.holds(world, &[Value::member(domain, index)])? == wanted {
                found.insert(index);
            }
        }
        Ok(found.iter().map(|index| Case::from([Value::member(domain, index)])).collect())
    }

    /// The cases in which it holds, or in which it does not. That there are none is kept.
    fn cases(&self, world: &World<'_>, wanted: bool) -> Read<SmallVec<[Case; 2]>> {
        let Some(noun) = self.each else {
            let found = self.holds(world, &[])? == wanted;
            return Ok(found.then(Case::new).into_iter().collect());
        };
        let none = || Ok(Value::Flag(self.members(world, noun, wanted)?.is_empty()));
        if world.kept(self.all, &[], none)?.is_yes() {
            return Ok(SmallVec::new());
        }
        self.members(world, noun, wanted)
    }
}

impl Cx<'_> {
    /// Looks at the rules of settled play until none applies.
    pub fn settle(&self) -> Act<()> {
        let mut last = None;
        for _ in 0..MOST_ROUNDS {
            let mut quiet = true;
            for (at, rule) in self.game.whenevers.iter().enumerate() {
                let (of, all) = (Of::Whenever(at), Of::NoWhenever(at));
                let watched = Watched { of, all, each: rule.each, condition: &rule.condition, locals: rule.locals };
                for case in self.look(|world| watched.cases(world, true))? {
                    // An earlier one may have settled this one too.
                    if !self.look(|world| watched.holds(world, &case))? {
                        continue;
                    }
                    quiet = false;
                    last = Some(rule.span);
                    self.run.borrow().witness.note(&rule.cites);
                    self.call(rule.script, &case)?;
                    if self.look(|world| watched.holds(world, &case))? {
                        let text = "this rule still applies after it was carried out: it would never settle";
                        return Err(Stop::Fault(Box::new(Fault::new(text).at(rule.span))));
                    }
                }
            }
            if quiet {
                self.run.borrow_mut().state.unsettled = false;
                return Ok(());
            }
        }
        let mut fault = Fault::new("these `whenever` rules undo each other endlessly");
        fault.span = last;
        Err(Stop::Fault(Box::new(fault)))
    }

    /// Tests the invariants, if this play is a watchful one.
    pub fn watch(&self) -> Act<()> {
        if !self.run.borrow().watchful {
            return Ok(());
        }
        let broken = self.look(|world| {
            for (at, rule) in self.game.invariants.iter().enumerate() {
                let (of, all) = (Of::Invariant(at), Of::AllInvariant(at));
                world.witness.note(&rule.cites);
                let watched = Watched { of, all, each: rule.each, condition: &rule.condition, locals: rule.locals };
                if let Some(case) = watched.cases(world, false)?.first() {
                    let whose = case.first().map(|thing| format!(" for {}", world.show(thing)));
                    let text = format!("the invariant `{}` does not hold{}", rule.name, whose.unwrap_or_default());
                    return Ok(Some(Fault::new(text).at(rule.span)));
                }
            }
            Ok(None)
        })?;
        broken.map_or(Ok(()), |fault| Err(Stop::Fault(Box::new(fault))))
    }
}
