//! State: variables and flags, terrains and weathers, with defaults and lifetimes.

use crate::model::game::{Game, ListOrigin, Nature, Param, Var, column};
use crate::model::id::{Domain, Ref, ScopeId, VarId};
use crate::model::node::{Expr, Node};
use crate::model::types::Type;
use crate::model::value::{Faces, Value};
use crate::source::{Span, plain};
use crate::syntax::ast::{self, Body, ItemKind, ScopePath, StateKind, Text};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::gather::{Entry, Gathered};
use super::noun;
use super::value;
use crate::model::names::Symbol;

/// A state declaration with its variables; default, lifetime and body are read later.
pub(crate) struct PendingState<'a> {
    /// The variables.
    pub(crate) vars: Vec<VarId>,
    /// The declaration.
    pub(crate) item: &'a ast::StateDecl,
}

/// Declares variables and flags in written order, then terrains, then weathers.
pub(crate) fn declare_state<'a>(builder: &mut GameBuilder, items: &Gathered<'a>) -> Vec<PendingState<'a>> {
    let mut pending = Vec::new();
    for (entry, item) in items.each(|kind| if let ItemKind::State(it) = kind { Some(it) } else { None }) {
        pending.extend(declare_one(builder, entry, item));
    }
    // State of things that lives while a sequence runs. The other state of a sequence belongs to its runs.
    for (entry, item) in items.each(|kind| if let ItemKind::Sequence(it) = kind { Some(it) } else { None }) {
        for state in &item.state {
            let entry = Entry { doc: state.doc.as_ref(), span: state.span, ..entry };
            pending.extend(declare_one(builder, entry, state));
        }
    }
    for nature in [Nature::Terrain, Nature::Weather] {
        declare_nature(builder, items, nature);
    }
    pending
}

fn declare_one<'a>(builder: &mut GameBuilder, entry: Entry, item: &'a ast::StateDecl) -> Option<PendingState<'a>> {
    let subject = item.subject.as_ref().and_then(|subject| noun::subject(builder, subject))?;
    let cites = builder.cites(&item.cites);
    let (ty, range) = type_of(builder, &item.kind);
    let mut vars = Vec::new();
    for name in item.kind.names() {
        let opposite = match &item.kind {
            StateKind::Flag { opposite, .. } => opposite.as_ref(),
            StateKind::Var { .. } => None,
        };
        for name in std::iter::once(name).chain(opposite) {
            super::reserved::spell(builder, name);
        }
        let spelt = plain(&name.text);
        if let Some(earlier) = builder.game.vars.iter().find(|var| var.subject == subject && var.name == spelt) {
            let problem = error::member_twice(name, earlier.span, true);
            builder.report(problem);
            continue;
        }
        let var = Var {
            name: spelt,
            opposite: opposite.map(|opposite| plain(&opposite.text)),
            subject,
            ty,
            range,
            glyph: item.body.as_ref().and_then(|body| body.glyph.as_ref()).map(Text::plain),
            quiet: item.quiet,
            title: builder.titled(None, name),
            doc: entry.doc.cloned(),
            cites: cites.clone(),
            span: name.span,
            ..Var::default()
        };
        vars.push(add_var(builder, var));
    }
    Some(PendingState { vars, item })
}

/// The type of a variable or flag, and the range of its numbers.
pub(crate) fn type_of(builder: &mut GameBuilder, kind: &StateKind) -> (Type, Option<(i64, i64)>) {
    match kind {
        StateKind::Flag { .. } => (Type::Flag, None),
        StateKind::Var { ty, .. } => {
            let read = noun::read_type(builder, ty);
            (read.ty, read.range)
        }
    }
}

fn declare_nature(builder: &mut GameBuilder, items: &Gathered, nature: Nature) {
    let of_nature = items.each(move |kind| match (kind, nature) {
        (ItemKind::Terrain(it), Nature::Terrain) | (ItemKind::Weather(it), Nature::Weather) => Some(it),
        _ => None,
    });
    let subject = if nature == Nature::Terrain { Domain::Space } else { Domain::Game };
    for (entry, item) in of_nature {
        builder.declare(&item.name);
        let cites = builder.cites(&item.cites);
        // The list of terrains (or weathers) always has the member, because both use the same index.
        let name = plain(&item.name.text);
        let var = Var {
            name: name.clone(),
            subject,
            ty: Type::Flag,
            glyph: item.body.glyph.as_ref().map(Text::plain),
            nature,
            title: builder.titled(item.title.as_ref(), &item.name),
            doc: entry.doc.cloned(),
            cites,
            span: item.name.span,
            ..Var::default()
        };
        let var = add_var(builder, var);
        builder.symbol(&name, Symbol::Flag(var));
        let (all, origin) = match nature {
            Nature::Terrain => (&mut builder.game.terrains, ListOrigin::Terrains),
            _ => (&mut builder.game.weathers, ListOrigin::Weathers),
        };
        let index = all.len() as u16;
        all.push(var);
        if let Some(domain) = builder.game.list_of(origin) {
            let value = Value::Ref(Ref::new(domain, index));
            builder.symbol(&name, Symbol::Value(value, Type::One(domain, false)));
        }
    }
}

/// Fills in the facts of terrains and weathers, lists and sides.
pub(crate) fn fill_terrains(builder: &mut GameBuilder, items: &Gathered) {
    for origin in [ListOrigin::Terrains, ListOrigin::Weathers] {
        let Some(list) = builder.game.lists.iter().position(|list| list.origin == origin) else { continue };
        let of_origin = items.each(move |kind| match (kind, origin) {
            (ItemKind::Terrain(it), ListOrigin::Terrains) | (ItemKind::Weather(it), ListOrigin::Weathers) => Some(it),
            _ => None,
        });
        let bodies: Vec<(usize, &Body, Span)> =
            of_origin.enumerate().map(|(index, (_, item))| (index, &item.body, item.name.span)).collect();
        for (index, body, span) in bodies {
            fill_member(builder, list, index, &body.facts, span);
        }
    }
    for (list, (_, values)) in items.lists().enumerate() {
        for (index, value) in values.into_iter().enumerate() {
            let words = value.body.as_ref().map_or(&[][..], |body| &body.facts);
            fill_member(builder, list, index, words, value.name.span);
        }
    }
}

/// Fills in the facts of a value of a list.
pub(crate) fn fill_member(builder: &mut GameBuilder, list: usize, member: usize, words: &[ast::Word], span: Span) {
    let domain = Domain::List(list as u16);
    let mut facts = vec![None; builder.game.facts.len()];
    value::read_facts(builder, domain, words, &mut facts);
    let complete = complete(
        builder,
        domain,
        facts,
        &|builder: &GameBuilder| builder.game.lists[list].members[member].title.clone(),
        span,
    );
    if let Some(slot) = builder.game.lists.get_mut(list).and_then(|list| list.members.get_mut(member)) {
        slot.facts = complete;
    }
}

/// The facts completed with their defaults; missing required facts are reported.
pub(crate) fn complete(
    builder: &mut GameBuilder,
    subject: Domain,
    given: Vec<Option<Value>>,
    of: &dyn Fn(&GameBuilder) -> String,
    span: Span,
) -> Vec<Value> {
    let mut report = |builder: &mut GameBuilder, fact: usize| {
        let fact = &builder.game.facts[fact];
        let problem = error::missing_fact(&fact.name, &format!("`{}`", of(builder)), span, fact.span);
        builder.report(problem);
    };
    complete_with(builder, subject, given, &mut report)
}

/// The facts completed with their defaults; each required fact that is missing goes to `report`, by its index.
pub(crate) fn complete_with(
    builder: &mut GameBuilder,
    subject: Domain,
    given: Vec<Option<Value>>,
    report: &mut dyn FnMut(&mut GameBuilder, usize),
) -> Vec<Value> {
    let mut facts = Vec::with_capacity(given.len());
    for (index, value) in given.into_iter().enumerate() {
        let fact = &builder.game.facts[index];
        if value.is_none() && fact.subject == subject && fact.default.is_none() {
            report(builder, index);
        }
        facts.push(value.unwrap_or_else(|| super::kind::default_of(&builder.game.facts[index], subject)));
    }
    facts
}

/// Adds a variable, in a column of the state. Its default comes later.
pub(super) fn add_var(builder: &mut GameBuilder, var: Var) -> VarId {
    let index = builder.game.vars.len();
    let column = column::FIRST_VAR + (index % (128 - column::FIRST_VAR as usize)) as u8;
    builder.game.vars.push(Var { locals: 1, column, ..var });
    VarId(index as u16)
}

/// Fills in defaults and lifetimes. Scopes and words must be known.
pub(crate) fn fill_state(builder: &mut GameBuilder, pending: &[PendingState]) {
    for state in pending {
        let during: Vec<ScopeId> = state.item.during.iter().filter_map(|path| scope_named(builder, path)).collect();
        for &var in &state.vars {
            for &scope in &during {
                builder.game.scopes[scope.at()].vars.push(var);
            }
            builder.game.vars[var.at()].during = during.clone();
            let declared = &builder.game.vars[var.at()];
            let (ty, range, called) = (declared.ty, declared.range, declared.name.clone());
            let (default, locals) = match &state.item.default {
                Some(default) => {
                    let subject = builder.game.vars[var.at()].subject;
                    let name = bearer_name(&builder.game, subject).unwrap_or("");
                    let bearer = Param::new(name, Type::One(subject, false));
                    let mut frame = Frame { scopes: during.clone(), ..Frame::of(&[bearer]) };
                    let node = builder.default(&mut frame, default, (&called, ty, range));
                    if let Expr::Const(value) = &node.expr {
                        let halves = value.twice().filter(|_| matches!(ty, Type::Half(_))).map(Value::Half);
                        let held = halves.as_ref().unwrap_or(value);
                        if !held.can_be_held() {
                            builder.report(error::not_held(held, node.span));
                        }
                    }
                    (Some(node), frame.needed)
                }
                None => {
                    if needs_value(ty) {
                        let span = builder.game.vars[var.at()].span;
                        builder.report(error::begins_with_nothing(&called, ty, span));
                    }
                    (zero(ty, range, state.item.span), 1)
                }
            };
            let slot = &mut builder.game.vars[var.at()];
            slot.default = default;
            slot.locals = locals;
        }
    }
}

/// True if a variable of this type needs a value to begin with: it is never `none`, and nothing is its zero.
pub(crate) fn needs_value(ty: Type) -> bool {
    matches!(ty, Type::One(_, false) | Type::Text | Type::Way(false))
}

/// The initial value without a default: false, zero or none; with a range, the number nearest to zero.
pub(crate) fn zero(ty: Type, range: Option<(i64, i64)>, span: Span) -> Option<Node> {
    let value = match ty {
        Type::Flag => Value::Flag(false),
        Type::Int(false) => Value::Int(range.map_or(0, |(low, high)| 0.clamp(low, high))),
        Type::Half(false) => Value::Half(0),
        Type::Set(domain) => Value::set(domain, []),
        Type::Dice => Value::Dice(Faces::new()),
        _ => Value::None,
    };
    Some(Node::new(Expr::Const(value), ty, span))
}

/// The name of the bearer in defaults and bodies.
pub(crate) fn bearer_name(game: &Game, subject: Domain) -> Option<&str> {
    match subject {
        Domain::List(list) => game.lists.get(usize::from(list)).map(|list| list.name.as_str()),
        Domain::Piece => Some("piece"),
        Domain::Space => Some("space"),
        Domain::Side => Some("side"),
        Domain::Card => Some("card"),
        Domain::Link => Some("link"),
        Domain::Edge => Some("edge"),
        _ => None,
    }
}

/// The scope that a path names; an unknown one is reported.
pub(crate) fn scope_named(builder: &mut GameBuilder, path: &ScopePath) -> Option<ScopeId> {
    // A sequence's step may be named with the sequence: `siege.assault`.
    let name = path.names.last()?;
    let found = builder.scopes.get(&plain(&name.text)).copied();
    if found.is_none() {
        let names: Vec<String> = builder.scopes.keys().cloned().collect();
        let problem = error::unknown("scope", (&path.text(), path.span), &names);
        let is_play = builder.game.offers.iter().any(|offer| offer.play.as_deref() == Some(plain(&name.text).as_str()));
        let help = "plays of cards have this name; the scope of every play is `resolve(card)`";
        builder.report(problem.help_if(is_play.then_some(help)));
    }
    found
}
