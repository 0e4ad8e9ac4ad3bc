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

/// The members of a noun, or one argument list without arguments.
type Things = SmallVec<[SmallVec<[Value; 1]>; 8]>;

fn things(world: &World<'_>, each: Option<NounId>) -> Read<Things> {
    Ok(match each {
        Some(noun) => {
            let members = world.members(noun)?;
            world.in_order(&members).into_iter().map(|thing| SmallVec::from_iter([thing])).collect()
        }
        None => SmallVec::from_iter([SmallVec::new()]),
    })
}

fn holds(world: &World<'_>, of: Of, condition: &Node, args: &[Value], locals: u16) -> Read<bool> {
    let held = world.kept(of, args, || Ok(Value::Flag(world.eval_alone(condition, args, locals)?.is_yes())))?;
    Ok(held.is_yes())
}

impl Cx<'_> {
    /// Looks at the rules of settled play until none applies.
    pub fn settle(&self) -> Act<()> {
        for _ in 0..MOST_ROUNDS {
            let mut quiet = true;
            for (at, rule) in self.game.whenevers.iter().enumerate() {
                let applies = |args: &[Value]| {
                    self.look(|world| holds(world, Of::Whenever(at), &rule.condition, args, rule.locals))
                };
                let concerned = self.look(|world| {
                    let mut found = Things::new();
                    for args in things(world, rule.each)? {
                        if holds(world, Of::Whenever(at), &rule.condition, &args, rule.locals)? {
                            found.push(args);
                        }
                    }
                    Ok(found)
                })?;
                for args in concerned {
                    // An earlier one may have settled this one too.
                    if !applies(&args)? {
                        continue;
                    }
                    quiet = false;
                    self.scripts.call(rule.script, &args)?;
                    if applies(&args)? {
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
        Err(Stop::Fault(Box::new(Fault::new("play does not settle: rules of `whenever` undo each other for ever"))))
    }

    /// Tests the invariants, if this play is a watchful one.
    pub fn watch(&self) -> Act<()> {
        if !self.run.borrow().watchful {
            return Ok(());
        }
        let broken = self.look(|world| {
            for (at, rule) in self.game.invariants.iter().enumerate() {
                for args in things(world, rule.each)? {
                    if !holds(world, Of::Invariant(at), &rule.condition, &args, rule.locals)? {
                        let whose = args.first().map(|thing| format!(" for {}", world.show(thing)));
                        let text = format!("the invariant `{}` does not hold{}", rule.name, whose.unwrap_or_default());
                        return Ok(Some(Fault::new(text).at(rule.span)));
                    }
                }
            }
            Ok(None)
        })?;
        broken.map_or(Ok(()), |fault| Err(Stop::Fault(Box::new(fault))))
    }
}
