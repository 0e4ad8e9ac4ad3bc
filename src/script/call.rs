//! Calls `f(a, b)`: procedures, offers, quantities, permissions, tables, functions, links, words, and API entries.

use rhai::Dynamic;

use crate::model::api::{Api, Form, TABLE};
use crate::model::game::{Game, Param};
use crate::model::id::*;
use crate::model::offer::Offer;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::Act;
use crate::play::api;

use super::host::Call;
use super::property::bad;
use super::value::{Looked, to_dynamic, to_value_in};

/// What a name called with a given number of arguments refers to.
#[derive(Clone, Copy)]
enum Callee {
    Happen(ScopeId),
    Quantity(QuantityId),
    Permission(PermissionId),
    /// The permission of an offer, whose arguments are placed in slots.
    Offered(PermissionId, OfferId),
    Table(TableId, bool),
    Function(FunctionId),
    Link(LinkId),
    Walk(WalkId),
    Word(WordId, bool),
    Api(Api),
}

/// A called name.
pub(super) struct Function {
    callee: Callee,
    wanted: Vec<Option<Domain>>,
}

impl Function {
    /// The callee of this name with this number of arguments. None if the game has none.
    pub(super) fn new(game: &Game, name: &str, args: usize) -> Option<Self> {
        let all = callees(game, name);
        let exact = all.iter().find(|(_, types)| types.len() == args);
        // Trailing optional arguments may be omitted.
        let shorter =
            || all.iter().find(|(_, types)| types.iter().skip(args).all(|ty| ty.is_optional()) && types.len() > args);
        if let Some((callee, types)) = exact.or_else(shorter) {
            return Some(Function { callee: *callee, wanted: types.iter().map(|ty| ty.domain()).collect() });
        }
        let entry = TABLE.iter().find(|entry| {
            let (most, optional) = (entry.wants.len(), entry.optional as usize);
            entry.form == Form::Function && entry.name == name && (most - optional..=most).contains(&args)
        })?;
        let wanted = entry.wants.iter().take(args).map(|wants| wants.domain()).collect();
        Some(Function { callee: Callee::Api(entry.api), wanted })
    }

    /// Calls it.
    pub(super) fn call(&self, call: &Call<'_>, args: &[&mut Dynamic]) -> Act<Dynamic> {
        let mut args: Vec<Value> =
            args.iter().zip(&self.wanted).map(|(arg, wanted)| to_value_in(arg, *wanted)).collect();
        args.resize(self.wanted.len(), Value::None);
        let cx = call.cx;
        let value = match self.callee {
            Callee::Happen(scope) => api::happen(cx, scope, &args)?,
            Callee::Quantity(quantity) => api::quantity(cx, quantity, &args)?,
            Callee::Permission(permission) => api::may(cx, permission, &args)?,
            Callee::Offered(permission, offer) => {
                api::may(cx, permission, &cx.game.offers[offer.at()].in_slots(args, Value::None))?
            }
            Callee::Table(table, true) => {
                return Ok(Dynamic::from(Looked(table, api::table(cx, table, &args, None)?)));
            }
            Callee::Table(table, false) => api::table(cx, table, &args, None)?,
            Callee::Function(function) => api::function(cx, function, &args)?,
            Callee::Link(link) => api::linked(cx, link, &args)?,
            Callee::Walk(walk) => cx.look(|world| world.ways_of(walk, &args))?,
            Callee::Word(word, negated) => api::word(cx, word, negated, &args)?,
            Callee::Api(entry) => api::call(cx, entry, &args)?,
        };
        Ok(to_dynamic(value))
    }
}

/// Every callee of this name with the types of its arguments, in look-up order.
fn callees(game: &Game, name: &str) -> Vec<(Callee, Vec<Type>)> {
    let types = |params: &[Param]| params.iter().map(|param| param.ty).collect::<Vec<Type>>();
    let called = |offer: &Offer| offer.called_types(&game.scopes).unwrap_or_default();
    let mut found = Vec::new();
    for (at, scope) in game.scopes.iter().enumerate().filter(|(_, scope)| scope.name == name) {
        match scope.kind {
            ScopeKind::Procedure(_) => found.push((Callee::Happen(ScopeId(at as u16)), types(&scope.params))),
            ScopeKind::Offer(offer) => {
                found.push((Callee::Happen(ScopeId(at as u16)), called(&game.offers[offer.at()])))
            }
            ScopeKind::Builtin | ScopeKind::Step(_) | ScopeKind::Sequence(_) => {}
        }
    }
    for (at, function) in game.functions.iter().enumerate().filter(|(_, function)| function.name == name) {
        found.push((Callee::Function(FunctionId(at as u16)), types(&function.params)));
    }
    for (at, quantity) in game.quantities.iter().enumerate().filter(|(_, quantity)| quantity.name == name) {
        found.push((Callee::Quantity(QuantityId(at as u16)), types(&quantity.params)));
    }
    for (at, word) in game.words.iter().enumerate().filter(|(_, word)| word.bare) {
        if word.name == name || word.opposite.as_deref() == Some(name) {
            found.push((Callee::Word(WordId(at as u16), word.name != name), types(&word.params)));
        }
    }
    if let Some(asked) = name.strip_prefix("may_") {
        for (at, permission) in game.permissions.iter().enumerate().filter(|(_, permission)| permission.name == asked) {
            let id = PermissionId(at as u16);
            match game.offers.iter().position(|offer| offer.permission == id) {
                Some(offer) => found.push((Callee::Offered(id, OfferId(offer as u16)), called(&game.offers[offer]))),
                None => found.push((Callee::Permission(id), types(&permission.params))),
            }
        }
    }
    for (at, table) in game.tables.iter().enumerate().filter(|(_, table)| table.name == name) {
        found.push((Callee::Table(TableId(at as u16), !table.gives.is_empty()), table.params()));
    }
    for (at, walk) in game.walks.iter().enumerate().filter(|(_, walk)| walk.name == name) {
        found.push((Callee::Walk(WalkId(at as u16)), types(&walk.params)));
    }
    if let Some(at) = game.board.links.iter().position(|link| link.name == name) {
        found.push((Callee::Link(LinkId(at as u16)), vec![Type::One(Domain::Space, false); 2]));
    }
    found
}

/// The fault for calling an unknown name. The checker normally reports it first.
pub(super) fn unknown(name: &str) -> Act<Dynamic> {
    bad(format!("no function `{name}` takes these arguments"))
}
