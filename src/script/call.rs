//! `f(a, b)`: procedures, offers, quantities, permissions, tables, functions, links, words, and entries of the API.

use rhai::Dynamic;

use crate::model::api::{Api, Form, TABLE};
use crate::model::game::{Game, Param};
use crate::model::id::*;
use crate::model::sequence::ScopeKind;
use crate::model::types::Type;
use crate::model::value::Value;
use crate::play::Act;
use crate::play::api;

use super::host::Call;
use super::method::wanted;
use super::property::bad;
use super::value::{Looked, to_dynamic, to_value_in};

/// What can be called by one name with so many arguments.
#[derive(Clone, Copy)]
enum Callee {
    Happen(ScopeId),
    Quantity(QuantityId),
    Permission(PermissionId),
    Table(TableId, bool),
    Function(FunctionId),
    Link(LinkId),
    Word(WordId, bool),
    Api(Api),
}

/// A name that is called.
pub(super) struct Function {
    callee: Callee,
    wanted: Vec<Option<Domain>>,
}

impl Function {
    /// What this name means with so many arguments; nothing if the game has no such thing.
    pub(super) fn new(game: &Game, name: &str, args: usize) -> Option<Self> {
        let count = |params: &[Param]| params.len() == args;
        let domains = |params: &[Param]| params.iter().map(|param| param.ty.domain()).collect();
        let scope = game.scopes.iter().position(|scope| {
            scope.name == name
                && count(&scope.params)
                && matches!(scope.kind, ScopeKind::Procedure(_) | ScopeKind::Offer(_))
        });
        if let Some((at, scope)) = scope.and_then(|at| Some((at, game.scopes.get(at)?))) {
            return Some(Function { callee: Callee::Happen(ScopeId(at as u16)), wanted: domains(&scope.params) });
        }
        if let Some((at, function)) =
            game.functions.iter().enumerate().find(|(_, function)| function.name == name && count(&function.params))
        {
            return Some(Function {
                callee: Callee::Function(FunctionId(at as u16)),
                wanted: domains(&function.params),
            });
        }
        if let Some((at, quantity)) =
            game.quantities.iter().enumerate().find(|(_, quantity)| quantity.name == name && count(&quantity.params))
        {
            return Some(Function {
                callee: Callee::Quantity(QuantityId(at as u16)),
                wanted: domains(&quantity.params),
            });
        }
        let word = game
            .words
            .iter()
            .enumerate()
            .find(|(_, word)| (word.name == name || word.opposite.as_deref() == Some(name)) && count(&word.params));
        if let Some((at, word)) = word {
            return Some(Function {
                callee: Callee::Word(WordId(at as u16), word.name != name),
                wanted: domains(&word.params),
            });
        }
        if let Some(asked) = name.strip_prefix("may_")
            && let Some((at, permission)) =
                game.permissions.iter().enumerate().find(|(_, one)| one.name == asked && count(&one.params))
        {
            return Some(Function {
                callee: Callee::Permission(PermissionId(at as u16)),
                wanted: domains(&permission.params),
            });
        }
        if let Some((at, table)) =
            game.tables.iter().enumerate().find(|(_, table)| table.name == name && table.axes.len() == args)
        {
            let wanted = table.axes.iter().map(|axis| axis.ty.domain()).collect();
            return Some(Function { callee: Callee::Table(TableId(at as u16), !table.gives.is_empty()), wanted });
        }
        if args == 2
            && let Some(at) = game.board.links.iter().position(|link| link.name == name)
        {
            return Some(Function {
                callee: Callee::Link(LinkId(at as u16)),
                wanted: vec![Type::One(Domain::Space, false).domain(); 2],
            });
        }
        let entry = TABLE.iter().find(|entry| {
            let (most, optional) = (entry.wants.len(), entry.optional as usize);
            entry.form == Form::Function && entry.name == name && (most - optional..=most).contains(&args)
        })?;
        Some(Function {
            callee: Callee::Api(entry.api),
            wanted: entry.wants.iter().map(|wants| wanted(*wants)).collect(),
        })
    }

    /// The call.
    pub(super) fn call(&self, call: &Call<'_>, args: &[&mut Dynamic]) -> Act<Dynamic> {
        let wanted = self.wanted.iter().copied().chain(std::iter::repeat(None));
        let args: Vec<Value> = args.iter().zip(wanted).map(|(arg, wanted)| to_value_in(arg, wanted)).collect();
        let cx = call.cx;
        let value = match self.callee {
            Callee::Happen(scope) => api::happen(cx, scope, &args)?,
            Callee::Quantity(quantity) => api::quantity(cx, quantity, &args)?,
            Callee::Permission(permission) => api::may(cx, permission, &args)?,
            Callee::Table(table, true) => return Ok(Dynamic::from(Looked(table, args.into()))),
            Callee::Table(table, false) => api::table(cx, table, &args, None)?,
            Callee::Function(function) => api::function(cx, function, &args)?,
            Callee::Link(link) => api::linked(cx, link, &args)?,
            Callee::Word(word, negated) => api::word(cx, word, negated, &args)?,
            Callee::Api(entry) => api::call(cx, entry, &args)?,
        };
        Ok(to_dynamic(value))
    }
}

/// What happens where a name is called that nothing bears; the checker has said so long before.
pub(super) fn unknown(name: &str) -> Act<Dynamic> {
    bad(format!("nothing called `{name}` takes these arguments"))
}
