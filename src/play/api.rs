//! What scripts do: reading through the words of the game, changing through the door, asking through the oracle.
//!
//! The script engine calls these functions for everything a script says; nothing here knows Rhai.

use smallvec::SmallVec;

use crate::model::api::{Api, Effect};
use crate::model::id::*;
use crate::model::node::Term;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::{Share, Value};

use super::eval::equal;
use super::pure::{Measure, measured};
use super::question::{Answer, Kind, Question};
use super::run::{Act, Cx, Stop};
use super::state::NOWHERE;
use super::world::Fault;

fn bad<T>(message: impl Into<String>) -> Act<T> {
    Err(Stop::Fault(Box::new(Fault::new(message))))
}

/// A closure of a script that is called back.
pub type Callback<'c> = &'c mut dyn FnMut(Value) -> Act<Value>;

/// A limit of a split: `first`, `least`, `most` of the map that a script gives.
#[derive(Default)]
pub struct Limits<'c> {
    /// What must be served first.
    pub first: Option<Value>,
    /// The least it gets before others get anything.
    pub least: Option<i64>,
    /// What each can take.
    pub most: Option<Callback<'c>>,
}

/// What a word says of a thing or a set: a question, a filter, a gathering.
pub fn get(cx: &Cx<'_>, term: Term, negated: bool, of: &Value) -> Act<Value> {
    if let (Term::Quantity(id), Value::Ref(_)) = (term, of) {
        if cx.run.borrow().log.kept {
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
                super::world::fault("this is asked of nothing: write `?.`, or give another value with `??`")
            }
        }
        Value::Row(domain, row) if is_question(world.game, term) => {
            let kept = world.filter(term, negated, *domain, of.bits())?;
            Ok(Value::Row(*domain, row.iter().copied().filter(|index| kept.has(*index)).collect()))
        }
        other => match world.as_set(other) {
            Some((domain, set)) if is_question(world.game, term) => {
                Ok(Value::Set(domain, world.filter(term, negated, domain, set)?))
            }
            Some((domain, set)) => world.gather(term, domain, &set),
            None => super::world::fault(format!("a word asked of {}", other.describe())),
        },
    })
}

/// Whether a word answers yes or no, and so filters sets.
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

/// Members of a set whose word has this value.
pub fn select(cx: &Cx<'_>, term: Term, of: &Value, value: &Value) -> Act<Value> {
    cx.look(|world| match world.as_set(of) {
        Some((domain, set)) => Ok(Value::Set(domain, world.select(term, domain, &set, value)?)),
        None => super::world::fault(format!("a filter of {}", of.describe())),
    })
}

/// The printed value of a fact.
pub fn printed(cx: &Cx<'_>, fact: FactId, of: &Value) -> Act<Value> {
    cx.look(|world| match of {
        Value::Ref(thing) => Ok(world.fact(fact, *thing)),
        other => super::world::fault(format!("a printed value of {}", other.describe())),
    })
}

/// What is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A variable or flag; `true`: through its opposite.
    Var(VarId, bool),
    /// The slot of a piece.
    Slot,
    /// The mode of a piece.
    Mode,
    /// The direction in which a piece faces.
    Facing,
}

/// An assignment to a thing, or to each member of a set in order.
pub fn set(cx: &Cx<'_>, target: Target, of: &Value, value: &Value) -> Act<()> {
    for thing in of.members() {
        match target {
            Target::Var(var, negated) => {
                let value = if negated { Value::Flag(!value.is_yes()) } else { value.clone() };
                cx.write(var, thing, value)?;
            }
            Target::Slot => cx.set_slot(thing.index, value)?,
            Target::Mode => cx.set_mode(thing.index, value)?,
            Target::Facing => cx.set_facing(thing.index, value)?,
        }
    }
    Ok(())
}

/// A derived word with any number of arguments.
pub fn word(cx: &Cx<'_>, word: WordId, negated: bool, args: &[Value]) -> Act<Value> {
    cx.look(|world| {
        let value = world.word_with(word, args)?;
        Ok(if negated { Value::Flag(!value.is_yes()) } else { value })
    })
}

/// A quantity. Its ledger is kept for `why` when the log is.
pub fn quantity(cx: &Cx<'_>, quantity: QuantityId, args: &[Value]) -> Act<Value> {
    if let crate::model::clause::Base::Dice(dice) = &cx.game.quantities[quantity.at()].base {
        // What the dice show stands behind the arguments, as where the number begins.
        let shown = Value::Int(cx.roll_as(dice)?);
        let args: Vec<Value> = args.iter().cloned().chain([shown]).collect();
        return noted(cx, quantity, &args);
    }
    noted(cx, quantity, args)
}

/// A number that a script asks for; how it came about is taken down if the log is kept.
fn noted(cx: &Cx<'_>, quantity: QuantityId, args: &[Value]) -> Act<Value> {
    if !cx.run.borrow().log.kept {
        return cx.look(|world| world.quantity_value(quantity, args));
    }
    let (number, ledger) = cx.look(|world| world.deeper(|world| world.explain(quantity, args)))?;
    cx.run.borrow_mut().note_number(quantity, args, number, ledger);
    cx.look(|world| Ok(world.as_value(quantity, number)))
}

/// Whether something is permitted.
pub fn may(cx: &Cx<'_>, permission: PermissionId, args: &[Value]) -> Act<Value> {
    cx.look(|world| Ok(Value::Flag(world.may(permission, args)?)))
}

/// A table, looked up.
pub fn table(cx: &Cx<'_>, table: TableId, args: &[Value], column: Option<u16>) -> Act<Value> {
    cx.look(|world| world.table(table, args, column))
}

/// Whether a link joins two spaces.
pub fn linked(cx: &Cx<'_>, link: LinkId, args: &[Value]) -> Act<Value> {
    cx.look(|world| match args {
        [Value::Ref(a), Value::Ref(b)] => Ok(Value::Flag(world.linked(link, *a, *b)?)),
        _ => Ok(Value::Flag(false)),
    })
}

/// A pure function.
pub fn function(cx: &Cx<'_>, function: FunctionId, args: &[Value]) -> Act<Value> {
    cx.look(|world| world.call(function, args))
}

/// Every member of a noun.
pub fn members(cx: &Cx<'_>, noun: NounId) -> Act<Value> {
    cx.look(|world| world.members(noun))
}

/// A procedure, or an offer called free.
pub fn happen(cx: &Cx<'_>, scope: ScopeId, args: &[Value]) -> Act<Value> {
    cx.happen(scope, args)
}

/// A parameter of a running scope, its number (`turn.number`) or its side.
pub fn scope_property(cx: &Cx<'_>, scope: ScopeId, name: &str) -> Act<Value> {
    let run = cx.run.borrow();
    let Some(frame) = run.state.frame(scope) else { return Ok(Value::None) };
    let item = &cx.game.scopes[scope.at()];
    if let Some(at) = item.params.iter().position(|param| param.name == name) {
        return Ok(frame.params.get(at).cloned().unwrap_or(Value::None));
    }
    match name {
        "number" => Ok(Value::Int(frame.count)),
        "side" => Ok(Value::optional(Domain::Side, frame.side)),
        _ => {
            let message = format!("`{}` has no `{name}`", item.name);
            drop(run);
            bad(message)
        }
    }
}

/// What a bare name means while play runs: `me`, `winner`, running scopes, constants of the game.
pub fn name(cx: &Cx<'_>, name: &str) -> Option<Value> {
    let run = cx.run.borrow();
    let world = run.world();
    let side = |side: Option<u16>| side.map(|side| Value::Ref(Ref::side(side)));
    match name {
        "me" | "my" => return side(world.me()),
        "mine" => return world.me().map(|side| Value::Set(Domain::Piece, world.index.of_side[side as usize].clone())),
        "theirs" => {
            let me = world.me()?;
            let own = &world.index.of_side[me as usize];
            return Some(Value::Set(Domain::Piece, world.index.all.minus(own)));
        }
        "game" => return Some(Value::Ref(Ref::GAME)),
        "winner" => {
            return Some(Value::optional(Domain::Side, world.state.outcome.and_then(|outcome| outcome.winner)));
        }
        "none" => return Some(Value::None),
        "old" => return world.old.cloned(),
        _ => {}
    }
    for frame in run.state.stack.iter().rev() {
        let scope = &cx.game.scopes[frame.scope.at()];
        if scope.name == name {
            return Some(Value::Scope(frame.scope));
        }
    }
    if let Some(value) = cx.game.globals.get(name) {
        return Some(value.clone());
    }
    // The things of running steps are bare inside them.
    for frame in run.state.stack.iter().rev() {
        let scope = &cx.game.scopes[frame.scope.at()];
        if let Some(at) = scope.params.iter().position(|param| param.name == name) {
            return frame.params.get(at).cloned();
        }
    }
    None
}

/// A set's entry that takes a word or a closure of a script.
pub fn measure(cx: &Cx<'_>, api: Api, of: &Value, term: Option<Term>, callback: Option<Callback<'_>>) -> Act<Value> {
    match (term, callback) {
        (Some(term), _) => cx.look(|world| world.measure(api, of, Measure::<Box<Fault>>::Term(term))),
        (None, Some(callback)) => {
            // The closure may read the state itself, so the values are asked for first.
            let items = cx.look(|world| Ok(world.in_order(of)))?;
            let mut answers: SmallVec<[Value; 8]> = SmallVec::new();
            for item in items.iter().filter(|_| api != Api::ShutBy) {
                answers.push(callback(item.clone())?);
                let decided = match api {
                    Api::SomeOf => answers.last().is_some_and(Value::is_yes),
                    Api::AllOf => !answers.last().is_some_and(Value::is_yes),
                    _ => false,
                };
                if decided {
                    break;
                }
            }
            let mut at = 0;
            if api == Api::ShutBy {
                // What is asked of are the spaces of the gates, as they come.
                let spaces: Vec<Value> = items.iter().flat_map(|gate| gate.members()).map(Value::Ref).collect();
                let answers = spaces.iter().cloned().map(&mut *callback).collect::<Act<Vec<Value>>>()?;
                return cx.look(|world| {
                    let mut known = |space: Value| -> Result<Value, Box<Fault>> {
                        let at = spaces.iter().position(|one| *one == space);
                        Ok(at.map_or(Value::None, |at| answers[at].clone()))
                    };
                    world.measure(api, of, Measure::Closure(&mut known))
                });
            }
            cx.look(|world| {
                let mut next = |_: Value| -> Result<Value, Box<Fault>> {
                    let answer = answers.get(at).cloned().unwrap_or(Value::None);
                    at += 1;
                    Ok(answer)
                };
                world.measure(api, of, Measure::Closure(&mut next))
            })
        }
        (None, None) => bad(format!("`{}` needs a word in quotes, or a closure", api.entry().name)),
    }
}

/// A split of a number over a set, with its limits.
pub fn split(cx: &Cx<'_>, side: &Value, prompt: &str, number: i64, over: &Value, limits: Limits<'_>) -> Act<Value> {
    let Some(side) = side.as_ref() else { return bad("nobody is asked") };
    let items = over.members();
    if number <= 0 || items.is_empty() {
        return Ok(Value::Shares(std::sync::Arc::from([])));
    }
    let mut most = limits.most;
    let mut rows: Vec<(Ref, i64)> = Vec::with_capacity(items.len());
    for item in &items {
        let limit = match &mut most {
            Some(most) => most(Value::Ref(*item))?.int().unwrap_or(number),
            None => number,
        };
        rows.push((*item, limit.clamp(0, number)));
    }
    let room: i64 = rows.iter().map(|(_, most)| most).sum();
    let number = number.min(room);
    if number == 0 {
        return Ok(Value::Shares(std::sync::Arc::from([])));
    }
    let first = limits.first.as_ref().and_then(Value::as_ref).filter(|first| items.contains(first));
    let first = first.map(|first| (first, limits.least.unwrap_or(0)));
    let forced = match rows.as_slice() {
        [_] => Some(vec![number]),
        _ if number == room => Some(rows.iter().map(|(_, most)| *most).collect()),
        _ => match first {
            Some((first, least)) if least >= number => {
                Some(rows.iter().map(|(one, _)| if *one == first { number } else { 0 }).collect())
            }
            _ => None,
        },
    };
    let parts: Vec<i64> = match forced {
        Some(parts) => parts,
        None => {
            let kind = Kind::Split { number, over: rows.clone(), first };
            let question = Question { seats: vec![side.index], prompt: prompt.to_owned(), kind };
            match cx.ask(question)? {
                Answer::Split(parts) => parts,
                _ => Vec::new(),
            }
        }
    };
    let shares = rows.iter().zip(parts).filter(|(_, n)| *n > 0);
    Ok(Value::Shares(shares.map(|((on, _), count)| Share { on: *on, count }).collect()))
}

fn thing(args: &[Value], at: usize) -> Act<Ref> {
    match args.get(at) {
        Some(Value::Ref(thing)) => Ok(*thing),
        Some(Value::None) | None => bad("something is missing here: the value is nothing"),
        Some(other) => bad(format!("one thing is needed here, not {}", other.describe())),
    }
}

fn int(args: &[Value], at: usize) -> Act<i64> {
    match args.get(at) {
        Some(Value::Int(n)) => Ok(*n),
        Some(other) => bad(format!("a number is needed here, not {}", other.describe())),
        None => bad("a number is missing here"),
    }
}

fn text(args: &[Value], at: usize) -> String {
    match args.get(at) {
        Some(Value::Text(text)) => text.to_string(),
        _ => String::new(),
    }
}

/// An entry of the API table.
pub fn call(cx: &Cx<'_>, api: Api, args: &[Value]) -> Act<Value> {
    if measured(api) {
        return bad(format!("`{}` needs a word in quotes, or a closure", api.entry().name));
    }
    if api.entry().effect == Effect::Pure {
        return cx.look(|world| world.pure(api, args));
    }
    Ok(match api {
        Api::RollOne => Value::Int(cx.roll(1)?.first().map_or(0, |face| i64::from(*face))),
        Api::Roll => Value::Dice(cx.roll(int(args, 0)?)?),
        Api::Random => {
            let Some((domain, set)) = cx.look(|world| Ok(args.get(1).and_then(|set| world.as_set(set))))? else {
                return bad("one of a set is drawn, and this is no set");
            };
            cx.draw_lot(&text(args, 0), &set, domain)?
        }
        Api::Draw => {
            let side = thing(args, 0)?.index;
            let count = int(args, 1)?;
            let scope = cx.game.builtin.draw;
            let params = [args[0].clone()];
            let around = &cx.game.scopes[scope.at()];
            cx.hooks(&around.before, &params)?;
            let drawn = cx.draw(side, count)?;
            cx.hooks(&around.after, &params)?;
            drawn
        }
        Api::Discard => {
            for card in args.first().map(Value::members).unwrap_or_default() {
                cx.discard(card.index);
            }
            Value::None
        }
        Api::Move => {
            let zone = ZoneId(thing(args, 1)?.index);
            for card in args.first().map(Value::members).unwrap_or_default() {
                let mut run = cx.run.borrow_mut();
                run.move_card(card.index, zone);
                run.state.unsettled = true;
            }
            Value::None
        }
        Api::Shuffle => {
            let (side, from, into) = (thing(args, 0)?.index, thing(args, 1)?.index, thing(args, 2)?.index);
            let mut run = cx.run.borrow_mut();
            for card in run.world().zone(ZoneId(from), side).iter() {
                run.move_card(card, ZoneId(into));
            }
            run.state.unsettled = true;
            Value::None
        }
        Api::Choose | Api::MayChoose => {
            let side = thing(args, 0)?.index;
            let items = cx.look(|world| Ok(args.get(2).map(|of| world.in_order(of)).unwrap_or_default()))?;
            let optional = api == Api::MayChoose;
            if items.is_empty() && !optional {
                return bad(format!("there is nothing to choose from: {}", text(args, 1)));
            }
            cx.choose(side, &text(args, 1), items.into_vec(), optional)?
        }
        Api::Pick => {
            let side = thing(args, 0)?.index;
            let (domain, of) = match cx.look(|world| Ok(args.get(2).and_then(|of| world.as_set(of))))? {
                Some((domain, set)) => (domain, set.iter().map(|index| Ref::new(domain, index)).collect::<Vec<_>>()),
                None => (Domain::Piece, Vec::new()),
            };
            let count = of.len() as i64;
            let (least, most) = (int(args, 3)?.clamp(0, count), int(args, 4)?.clamp(0, count));
            let picked = if most == 0 {
                Vec::new()
            } else if least == count {
                of
            } else {
                let kind = Kind::Several { of, least: least as u16, most: most as u16 };
                match cx.ask(Question { seats: vec![side], prompt: text(args, 1), kind })? {
                    Answer::Several(picked) => picked,
                    _ => Vec::new(),
                }
            };
            Value::set(domain, picked.into_iter().map(|one| one.index))
        }
        Api::Split => {
            split(cx, &args[0], &text(args, 1), int(args, 2)?, args.get(3).unwrap_or(&Value::None), Limits::default())?
        }
        Api::Number => {
            let (side, from, to) = (thing(args, 0)?.index, int(args, 2)?, int(args, 3)?);
            if from >= to {
                return Ok(Value::Int(from));
            }
            let kind = Kind::Number { from, to };
            match cx.ask(Question { seats: vec![side], prompt: text(args, 1), kind })? {
                Answer::Number(n) => Value::Int(n),
                _ => Value::Int(from),
            }
        }
        Api::Yes => {
            let side = thing(args, 0)?.index;
            match cx.ask(Question { seats: vec![side], prompt: text(args, 1), kind: Kind::YesNo })? {
                Answer::Yes(yes) => Value::Flag(yes),
                _ => Value::Flag(false),
            }
        }
        Api::Act => {
            let side = thing(args, 0)?.index;
            // An offer that is being carried out is named like its scope.
            let offer = |value: &Value| match value {
                Value::Ref(offer) => Some(OfferId(offer.index)),
                Value::Scope(scope) => match cx.game.scopes[scope.at()].kind {
                    ScopeKind::Offer(offer) => Some(offer),
                    ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Procedure(_) => None,
                },
                _ => None,
            };
            let offers: Vec<OfferId> = match args.get(1) {
                Some(Value::Array(items)) => items.iter().filter_map(offer).collect(),
                Some(other) => other.members().into_iter().map(|offer| OfferId(offer.index)).collect(),
                None => Vec::new(),
            };
            Value::Flag(cx.act(side, &offers, args.get(2).and_then(Value::as_ref))?)
        }
        Api::MayPay => {
            let (side, purse, amount) = (thing(args, 0)?.index, PurseId(thing(args, 1)?.index), int(args, 3)?);
            let payee = args.get(2).and_then(Value::as_ref);
            if !cx.look(|world| world.can_pay(purse, side, payee, amount, &[]))? {
                return Ok(Value::Flag(false));
            }
            let who = match payee {
                Some(payee) => cx.look(|world| Ok(format!(" for {}", world.title(payee))))?,
                None => String::new(),
            };
            let prompt = format!("Spend {amount} {}{who}?", cx.game.purses[purse.at()].title);
            match cx.ask(Question { seats: vec![side], prompt, kind: Kind::YesNo })? {
                Answer::Yes(true) => Value::Flag(cx.pay(purse, side, payee, amount, &[])?),
                _ => Value::Flag(false),
            }
        }
        Api::Spend => {
            let (side, purse) = (thing(args, 0)?.index, PurseId(thing(args, 2)?.index));
            let most = cx.look(|world| world.most_payable(purse, side))?;
            if most <= 0 {
                return Ok(Value::Int(0));
            }
            let kind = Kind::Number { from: 0, to: most };
            let amount = match cx.ask(Question { seats: vec![side], prompt: text(args, 1), kind })? {
                Answer::Number(n) => n,
                _ => 0,
            };
            cx.pay(purse, side, None, amount, &[])?;
            Value::Int(amount)
        }
        Api::Place => {
            let to = thing(args, 1)?.index;
            for piece in args.first().map(Value::members).unwrap_or_default() {
                cx.place(piece.index, to)?;
            }
            Value::None
        }
        Api::Follow => {
            let piece = thing(args, 0)?.index;
            let way = super::follow::as_way(args.get(1).unwrap_or(&Value::None))?;
            let company: Vec<u16> =
                args.get(2).map(Value::members).unwrap_or_default().iter().map(|other| other.index).collect();
            cx.follow(piece, &way, &company)?;
            Value::None
        }
        Api::Flip => {
            for piece in args.first().map(Value::members).unwrap_or_default() {
                cx.flip(piece.index)?;
            }
            Value::None
        }
        Api::Remove => {
            for piece in args.first().map(Value::members).unwrap_or_default() {
                cx.place(piece.index, NOWHERE)?;
            }
            Value::None
        }
        Api::Put => {
            let (kind, side, space) = (thing(args, 0)?.index, thing(args, 1)?.index, thing(args, 2)?.index);
            let piece = cx.run.borrow_mut().new_piece(kind, side)?;
            cx.place(piece, space)?;
            Value::Ref(Ref::piece(piece))
        }
        Api::Cancel => {
            // A response cancels the scope around it: the one it stands before.
            let mut run = cx.run.borrow_mut();
            let depth = run.state.stack.len();
            let responding = run.state.stack.last().is_some_and(|frame| frame.offer.is_some());
            let at = if responding { depth.checked_sub(2) } else { depth.checked_sub(1) };
            if let Some(frame) = at.and_then(|at| run.state.stack.get_mut(at)) {
                frame.cancelled = true;
            }
            Value::None
        }
        Api::SkipTo => {
            cx.run.borrow_mut().skip_to = Some(StepId(thing(args, 0)?.index));
            Value::None
        }
        Api::Finish => {
            let winner = args.first().and_then(Value::as_ref).map(|side| side.index);
            let level = args.get(1).and_then(Value::as_ref).map(|level| level.index);
            return Err(cx.finish(winner, level));
        }
        Api::Say => {
            let said = text(args, 0);
            cx.run.borrow_mut().note(|_| super::log::Event::Said(said), None);
            Value::None
        }
        other => return bad(format!("`{}` cannot be used here", other.entry().name)),
    })
}

/// Whether two values are equal, for the script engine's `==`.
pub fn same(a: &Value, b: &Value) -> bool {
    equal(a, b)
}
