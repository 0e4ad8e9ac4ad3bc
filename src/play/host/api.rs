//! What scripts can do: read by the words of the game, change through the door, ask through the oracle.
//!
//! Script engines call these functions. Nothing here depends on Rhai. This file implements the words of the game; the
//! entries of the API table are in `entry`.

mod entry;
mod secretly;

use crate::model::game::{Game, Param, Shift};
use crate::model::id::*;
use crate::model::node::{Operator, Target, Term};
use crate::model::outcome::Outcome;
use crate::model::types::Type;
use crate::model::value::Value;

use super::run::{Act, Cx, Stop};
use crate::play::answers::log::Event;
use crate::play::movement::ground::{self, given};
use crate::play::store::world::fault;
use crate::play::viewer::place_names::Viewer;

pub use entry::{Callback, Gauge, Limits, call, fill, measure, measure_by, split, text};
pub use secretly::secretly;

fn bad<T>(message: impl Into<String>) -> Act<T> {
    Err(Stop::fault(message))
}

/// A word of a thing or set: a question, a filter or a gathering.
pub fn get(cx: &Cx<'_>, term: Term, negated: bool, of: &Value) -> Act<Value> {
    if let (Term::Quantity(id), Value::Ref(_)) = (term, of) {
        if cx.run.borrow().log.explains() {
            return quantity(cx, id, std::slice::from_ref(of));
        }
    }
    cx.look(|world| match of {
        Value::Ref(thing) => {
            let value = world.get(term, *thing)?;
            Ok(if negated { Value::Flag(!value.is_yes()) } else { value })
        }
        Value::None => {
            if is_question(world.game, term) {
                Ok(Value::Flag(negated))
            } else {
                fault("this is `none`: use `?.`, or give a default with `??`")
            }
        }
        other => match other.as_set() {
            Some(_) if is_question(world.game, term) => world.filter_value(term, negated, other),
            Some(_) => world.gather(term, other),
            None => fault(format!("{} has no such property", other.describe())),
        },
    })
}

/// Whether a word is a yes/no question, and so filters sets.
pub fn is_question(game: &crate::model::game::Game, term: Term) -> bool {
    match term {
        Term::Fact(fact) => game.facts[fact.at()].ty == Type::Flag,
        Term::Var(var) => game.vars[var.at()].ty == Type::Flag,
        Term::Word(word) => game.words[word.at()].form == crate::model::game::WordForm::Is,
        Term::Kind(_) | Term::Mode(_) | Term::Noun(_) | Term::Region(_) => true,
        Term::Quantity(_)
        | Term::Zone(_)
        | Term::Box(_)
        | Term::Grid(_)
        | Term::Line(_)
        | Term::Purse(_)
        | Term::Facing
        | Term::Arc(_) => false,
    }
}

/// The members of a set whose word has this value.
pub fn select(cx: &Cx<'_>, term: Term, of: &Value, value: &Value) -> Act<Value> {
    cx.look(|world| world.select_value(term, of, value))
}

/// The printed value of a fact.
pub fn printed(cx: &Cx<'_>, fact: FactId, of: &Value) -> Act<Value> {
    cx.look(|world| world.printed(fact, of))
}

/// Assigns to a thing, or to each member of a set in order. With an operator, each old value is combined with the new
/// one.
pub fn set(cx: &Cx<'_>, target: Target, operator: Option<Operator>, of: &Value, value: &Value) -> Act<()> {
    if of.is_none() {
        let var = |var: VarId| cx.game.vars.get(var.at());
        let name = match target {
            Target::Var(id, false) => var(id).map(|var| var.name.as_str()),
            Target::Var(id, true) => var(id).and_then(|var| var.opposite.as_deref()),
            Target::Slot => Some("slot"),
            Target::Mode => Some("mode"),
            Target::Facing => Some("facing"),
        };
        return bad(format!("cannot set `{}`: its owner is `none`", name.unwrap_or_default()));
    }
    for thing in of.members() {
        match (target, operator) {
            (Target::Var(var, _), Some(operator)) => {
                let new = cx.look(|world| {
                    let world = world.through(Viewer::Later);
                    world.operate(operator, world.var(var, thing), value.clone())
                })?;
                cx.write(var, thing, new)?;
            }
            (Target::Var(var, negated), None) => {
                let value = if negated { Value::Flag(!value.is_yes()) } else { value.clone() };
                cx.write(var, thing, value)?;
            }
            (Target::Slot, _) => cx.set_slot(thing.index, value)?,
            (Target::Mode, _) => cx.set_mode(thing.index, value)?,
            (Target::Facing, _) => cx.set_facing(thing.index, value)?,
        }
    }
    Ok(())
}

/// Fails if an argument is of another domain than its parameter. Scripts of Rhai have no types.
fn fit(params: &[Param], args: &[Value]) -> Act<()> {
    let misfit = |(param, arg): (&Param, &Value)| arg.misfit(param.ty.domain()?);
    match params.iter().zip(args).find_map(misfit) {
        Some(problem) => bad(problem),
        None => Ok(()),
    }
}

/// A derived word with any number of arguments.
pub fn word(cx: &Cx<'_>, word: WordId, negated: bool, args: &[Value]) -> Act<Value> {
    fit(&cx.game.words[word.at()].params, args)?;
    cx.look(|world| {
        let value = world.word_with(word, args)?;
        Ok(if negated { Value::Flag(!value.is_yes()) } else { value })
    })
}

/// A quantity. Its ledger is logged for `why`, if the log is kept.
pub fn quantity(cx: &Cx<'_>, quantity: QuantityId, args: &[Value]) -> Act<Value> {
    fit(&cx.game.quantities[quantity.at()].params, args)?;
    if let crate::model::clause::Base::Dice(dice) = &cx.game.quantities[quantity.at()].base {
        // The result of the dice is passed as the last argument.
        let shown = Value::Int(cx.roll_as(dice)?);
        let args: Vec<Value> = args.iter().cloned().chain([shown]).collect();
        return noted(cx, quantity, &args);
    }
    noted(cx, quantity, args)
}

/// A number that a script asks for. Its ledger is logged, if the log is kept.
fn noted(cx: &Cx<'_>, quantity: QuantityId, args: &[Value]) -> Act<Value> {
    if !cx.run.borrow().log.explains() {
        return cx.look(|world| world.quantity_value(quantity, args));
    }
    let (number, ledger) = cx.look(|world| world.deeper(|world| world.explain(quantity, args)))?;
    cx.run.borrow_mut().note_computed(Event::Counted(quantity, args.to_vec(), number, ledger));
    cx.look(|world| Ok(world.as_value(quantity, number)))
}

/// Whether something is permitted.
pub fn may(cx: &Cx<'_>, permission: PermissionId, args: &[Value]) -> Act<Value> {
    fit(&cx.game.permissions[permission.at()].params, args)?;
    cx.look(|world| Ok(Value::Flag(world.may(permission, args)?)))
}

/// A table, looked up.
pub fn table(cx: &Cx<'_>, table: TableId, args: &[Value], column: Option<u16>) -> Act<Value> {
    for axis in &cx.game.tables[table.at()].axes {
        if let Some(Shift::Quantity(quantity, places)) = &axis.shift {
            noted(cx, *quantity, &given(places, args))?;
        }
    }
    let found = cx.look(|world| world.table(table, args, column))?;
    if cx.run.borrow().log.explains() {
        cx.note_look_up(table, args)?;
    }
    Ok(found)
}

/// One of several results of a look-up.
pub fn result(game: &Game, table: TableId, results: &Value, column: u16) -> Value {
    ground::result(&game.tables[table.at()], results, column)
}

/// Whether a link joins two spaces.
pub fn linked(cx: &Cx<'_>, link: LinkId, args: &[Value]) -> Act<Value> {
    cx.look(|world| Ok(Value::Flag(world.linked(link, args)?)))
}

/// A pure function.
pub fn function(cx: &Cx<'_>, function: FunctionId, args: &[Value]) -> Act<Value> {
    fit(&cx.game.functions[function.at()].params, args)?;
    cx.look(|world| world.call(function, args))
}

/// Runs a procedure, or an offer called by a script.
pub fn happen(cx: &Cx<'_>, scope: ScopeId, args: &[Value]) -> Act<Value> {
    fit(&cx.game.scopes[scope.at()].params, args)?;
    cx.happen(scope, args)
}

/// A parameter of a running scope, or a variable of a run, its number (`turn.number`), the value that names its turn
/// (`turn.season`) or its side.
pub fn scope_property(cx: &Cx<'_>, scope: ScopeId, name: &str) -> Act<Value> {
    let run = cx.run.borrow();
    let Some(frame) = run.state().frame(scope) else { return Ok(Value::None) };
    let item = &cx.game.scopes[scope.at()];
    if let Some((at, _)) = item.member(name) {
        return Ok(frame.params.get(usize::from(at)).cloned().unwrap_or(Value::None));
    }
    match name {
        "number" => Ok(Value::Int(frame.count)),
        "side" => Ok(Value::optional(Domain::Side, frame.side)),
        _ => {
            if let Some((list, _)) = cx.game.turns_of(scope).filter(|(_, named)| *named == name) {
                return Ok(cx.game.turn_in(list, frame.count).map_or(Value::None, Value::Ref));
            }
            let message = format!("`{}` has no `{name}`", item.name);
            drop(run);
            bad(message)
        }
    }
}

/// A word of a sequence; `None` if it has no such word.
///
/// # Errors
/// When the word is faulty.
pub fn sequence_word(cx: &Cx<'_>, scope: ScopeId, name: &str, args: &[Value]) -> Act<Option<Value>> {
    let mut words = cx.game.scopes[scope.at()].words.iter();
    let found = words.find_map(|id| {
        let item = &cx.game.words[id.at()];
        let negated = item.opposite.as_deref() == Some(name);
        (negated || item.name == name).then_some((*id, negated))
    });
    found.map(|(id, negated)| word(cx, id, negated, args)).transpose()
}

/// The value of a bare name at run time: `me`, `winner`, running scopes, constants.
pub fn name(cx: &Cx<'_>, name: &str) -> Option<Value> {
    let run = cx.run.borrow();
    let world = run.world();
    let side = |side: Option<u16>| side.map(|side| Value::Ref(Ref::side(side)));
    match name {
        "me" | "my" => return side(world.me()),
        "mine" => {
            return world.me().map(|side| {
                Value::Set(Domain::Piece, world.index.of_side[side as usize].intersection(&world.index.present))
            });
        }
        "theirs" => {
            let me = world.me()?;
            let own = &world.index.of_side[me as usize];
            return Some(Value::Set(Domain::Piece, world.index.present.minus(own)));
        }
        "game" => return Some(Value::Ref(Ref::GAME)),
        "winner" => {
            return Some(Value::optional(Domain::Side, world.state.outcome.as_ref().and_then(Outcome::winner)));
        }
        "none" => return Some(Value::None),
        "old" => return world.old.cloned(),
        _ => {}
    }
    for frame in run.state().stack.iter().rev() {
        let scope = &cx.game.scopes[frame.scope.at()];
        if scope.name == name {
            return Some(Value::Scope(frame.scope));
        }
    }
    if let Some(value) = cx.game.globals.get(name) {
        return Some(value.clone());
    }
    None
}
