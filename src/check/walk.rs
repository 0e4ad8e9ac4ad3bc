//! Walks: parameters and permissions first; steps when words and quantities are known.

use crate::model::game::Param;
use crate::model::id::{Domain, WalkId};
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::walk::{Change, Condition, Varied, Walk, WalkStep};
use crate::source::plain;
use crate::syntax::ast::{self, ItemKind};

use super::builder::{Frame, GameBuilder};
use super::env::Local;
use super::error;
use super::expr::warn_of_range;
use super::gather::Gathered;
use super::noun;
use super::purse::{payers, purse_named};
use super::quantity::add_permission;
use crate::model::names::Symbol;

/// Declares walks by name, so that expressions can use them, with `may_WALK` and the `may` of each step.
pub(crate) fn declare_walks(builder: &mut GameBuilder, items: &Gathered) {
    for (entry, item) in items.each(|kind| if let ItemKind::Walk(it) = kind { Some(it) } else { None }) {
        let name = builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        let params = noun::params(builder, &item.params);
        if !matches!(params.first().map(|param| param.ty), Some(Type::One(Domain::Piece, _))) {
            builder.report(error::unfit("the first parameter of a walk is the piece that moves", item.name.span));
        }
        let purse = item.pays.as_ref().and_then(|name| purse_of_pieces(builder, name));
        let id = WalkId(builder.game.walks.len() as u16);
        let mut asked = params.clone();
        asked.push(Param::new("to", Type::One(Domain::Space, false)));
        let permission = add_permission(builder, &name, asked.clone(), entry.span);
        builder.game.permissions[permission.at()].cites = cites.clone();
        let steps = item
            .steps
            .iter()
            .map(|step| {
                let step_name = plain(&step.name.text);
                let permission = add_permission(builder, &format!("{name}.{step_name}"), asked.clone(), step.span);
                let step_cites = builder.cites(&step.cites);
                builder.game.permissions[permission.at()].cites =
                    if step_cites.is_empty() { cites.clone() } else { step_cites.clone() };
                WalkStep { name: step_name, permission, cites: step_cites, span: step.span, ..WalkStep::default() }
            })
            .collect();
        builder.symbol(&name, Symbol::Walk(id));
        builder.game.walks.push(Walk {
            name,
            to: params.len() as u16,
            locals: params.len() as u16 + 1,
            params,
            halves: purse.is_some_and(|purse| builder.game.purses[purse.at()].halves),
            purse,
            least: item.least,
            steps,
            permission,
            doc: entry.doc.cloned(),
            cites,
            span: entry.span,
            ..Walk::default()
        });
    }
}

/// The purse that pays for the steps; it must belong to pieces.
fn purse_of_pieces(builder: &mut GameBuilder, name: &ast::Name) -> Option<crate::model::id::PurseId> {
    let found = purse_named(builder, &name.text, &[Domain::Piece]);
    if found.is_none() {
        let names = payers(builder, &[Domain::Piece]);
        builder.report(error::unknown("purse of pieces", name, &names));
    }
    found
}

/// Fills in the variables, steps and ends of all walks.
pub(crate) fn fill_walks(builder: &mut GameBuilder, items: &Gathered) {
    let walks: Vec<&ast::Walk> =
        items.each(|kind| if let ItemKind::Walk(it) = kind { Some(it) } else { None }).map(|(_, it)| it).collect();
    for (at, item) in walks.into_iter().enumerate() {
        let mut frame = Frame::of(&builder.game.walks[at].params.clone());
        // Asked before the walker goes: there is no `to` yet.
        for via in &item.via {
            builder.cites(&via.cites);
            let spaces = builder.expression(&mut frame, &via.spaces, Some(Type::Set(Domain::Space)));
            builder.game.walks[at].via.push(spaces);
        }
        frame.push(&Param::new("to", Type::One(Domain::Space, false)));
        let mut varies: Vec<Varied> = item.varies.iter().filter_map(|name| varied(builder, name)).collect();
        // A piece that enters a space stands in the first of its named slots, on the way as well.
        let slot = builder.game.board.named_slots.as_ref().map(|named| Varied::Var(named.var));
        varies.extend(slot.filter(|slot| !varies.contains(slot)));
        builder.game.walks[at].varies.clone_from(&varies);
        let every = fill_sets(builder, &mut frame, item, &item.every, at);
        for (number, step) in item.steps.iter().enumerate() {
            let mut filled = fill_step(builder, &mut frame, item, step, (at, number));
            if filled.to.is_some() {
                let own: Vec<usize> = filled.sets.iter().map(|change| change.of).collect();
                filled.sets.extend(every.iter().filter(|change| !own.contains(&change.of)).cloned());
            }
            builder.game.walks[at].steps[number] = filled;
        }
        if let Some(end) = &item.end {
            builder.cites(&end.cites);
            let when = end.when.as_ref().map(|when| builder.expression(&mut frame, when, Some(Type::Flag)));
            let price = end.pays.as_ref().map(|pays| builder.expression(&mut frame, pays, Some(Type::Int(true))));
            let walk = &mut builder.game.walks[at];
            if let Some(price) = &price {
                walk.halves = matches!(price.ty, Type::Half(_));
            }
            (walk.end, walk.price) = (when, price);
        }
        let walk = &mut builder.game.walks[at];
        walk.locals = frame.needed;
        walk.splits = walk.to > 1 && walk.steps.iter().all(|step| splits(walk, step));
    }
}

/// Whether an expression mentions one of these slots.
fn mentions(node: &Node, slots: std::ops::Range<u16>) -> bool {
    node.any(|node| matches!(node.expr, Expr::Local(slot) if slots.contains(&slot)))
}

/// Whether only conditions of a step mention arguments after the walker, and none of these mentions its choice.
fn splits(walk: &Walk, step: &WalkStep) -> bool {
    let found = step.each.iter().map(|(_, set)| set).chain(&step.to).chain(&step.pays);
    let found = found.chain(step.sets.iter().map(|change| &change.value));
    let choice = step.each.as_ref().map_or(u16::MAX, |(slot, _)| *slot);
    found.into_iter().all(|node| !mentions(node, 1..walk.to))
        && step.of_arguments(false).all(|(_, condition)| !mentions(condition, choice..u16::MAX))
}

/// A piece variable that differs between ways, or the facing.
fn varied(builder: &mut GameBuilder, name: &ast::Name) -> Option<Varied> {
    let spelt = plain(&name.text);
    if spelt == "facing" && builder.game.facing.is_some() {
        return Some(Varied::Facing);
    }
    let of_pieces = |var: &crate::model::game::Var| var.subject == Domain::Piece && !var.ty.is_wide();
    let found = builder.game.vars.iter().position(|var| var.name == spelt && of_pieces(var));
    match found {
        Some(at) => Some(Varied::Var(crate::model::id::VarId(at as u16))),
        None => {
            let mut names: Vec<String> =
                builder.game.vars.iter().filter(|var| of_pieces(var)).map(|var| var.name.clone()).collect();
            names.push("facing".to_owned());
            builder.report(error::unknown("variable of pieces", name, &names));
            None
        }
    }
}

/// A step of a walk, by their places, with all that its text says.
fn fill_step(
    builder: &mut GameBuilder,
    frame: &mut Frame,
    item: &ast::Walk,
    step: &ast::WalkStep,
    (walk, number): (usize, usize),
) -> WalkStep {
    let to_slot = builder.game.walks[walk].to;
    let params = frame.locals.len();
    let each = step.each.as_ref().map(|(name, set)| {
        warn_of_range(builder, set);
        let set = builder.expression(frame, set, None);
        let ty = match (&set.expr, set.ty) {
            (Expr::Array(items), _) => items.first().map_or(Type::Any, |item| item.ty),
            (_, Type::Set(domain)) => crate::model::reading::member_type(domain),
            _ => Type::Any,
        };
        (frame.bind(Local::param(plain(&name.text), ty)), set)
    });
    let to = step.to.as_ref().map(|to| builder.expression(frame, to, Some(Type::Set(Domain::Space))));
    let mut when_here = Vec::new();
    let mut when = Vec::new();
    if let Some(text) = &step.when {
        let node = builder.expression(frame, text, Some(Type::Flag));
        for part in node.parts() {
            let here = !mentions(part, to_slot..u16::MAX);
            let part = Condition { of_arguments: mentions(part, 1..to_slot), node: part.clone() };
            if here { when_here.push(part) } else { when.push(part) }
        }
    }
    let pays = step.pays.as_ref().map(|pays| builder.expression(frame, pays, Some(Type::Int(true))));
    let sets = fill_sets(builder, frame, item, &step.sets, walk);
    let under = super::subject::under(builder, step.under.as_ref());
    frame.locals.truncate(params);
    let declared = builder.game.walks[walk].steps[number].clone();
    WalkStep { each, to, when_here, when, pays, sets, under, ..declared }
}

/// Fills in the changes of steps: the index of the varied variable, and the new value.
fn fill_sets(
    builder: &mut GameBuilder,
    frame: &mut Frame,
    item: &ast::Walk,
    written: &[ast::WalkSets],
    walk: usize,
) -> Vec<Change> {
    let mut sets = Vec::new();
    for set in written {
        let spelt = plain(&set.name.text);
        let Some(place) = item.varies.iter().position(|name| plain(&name.text) == spelt) else {
            let names: Vec<&str> = item.varies.iter().map(|name| name.text.as_str()).collect();
            builder.report(error::unknown("variable that this walk varies", &set.name, names));
            continue;
        };
        let wanted = match builder.game.walks[walk].varies.get(place) {
            Some(Varied::Facing) => Type::One(Domain::Direction, false),
            Some(Varied::Var(var)) => builder.game.vars[var.at()].ty,
            None => continue,
        };
        let value = builder.expression(frame, &set.value, Some(wanted));
        let here = !mentions(&value, builder.game.walks[walk].to..u16::MAX);
        sets.push(Change { of: place, value, here });
    }
    sets
}
