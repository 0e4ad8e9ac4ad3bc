//! Quantities, rolls and permissions: their parameters, bases and names. Clauses are attached later.

use crate::model::clause::{Base, DiceRead, DiceSpec, Permission, Quantity};
use crate::model::game::Param;
use crate::model::id::{Domain, PermissionId, QuantityId};
use crate::model::node::{Expr, Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Keep, Local};

use super::error;
use super::gather::Gathered;
use super::maker::{Frame, Maker};
use super::noun;
use super::value;
use crate::model::names::Symbol;

/// Declares the signatures of all quantities, rolls and permissions, and the permissions of the built-in verbs.
pub(crate) fn declare_quantities(maker: &mut Maker, items: &Gathered) {
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Quantity(item) => {
                let params = noun::params(maker, &item.params);
                let shown = maker.titled(item.title.as_ref(), &item.name);
                let id = add_quantity(maker, &item.name.text, shown, params, entry.span);
                declare_name(maker, &item.name, id);
                let cites: Vec<ast::Cite> = item.cites.iter().chain(&item.base_cites).cloned().collect();
                let cites = maker.cites(&cites);
                let halves = item.purse.as_ref().is_some_and(|purse| counts_in_halves(maker, purse));
                let shown = item.shown.is_some_and(|span| may_be_shown(maker, item, id, span));
                let slot = &mut maker.game.quantities[id.at()];
                slot.cites = cites;
                slot.halves = halves;
                slot.shown = shown;
                slot.doc = entry.doc.cloned();
            }
            ItemKind::Roll(item) => {
                let params = noun::params(maker, &item.params);
                let shown = maker.titled(item.title.as_ref(), &item.name);
                let id = add_quantity(maker, &item.name.text, shown, params, entry.span);
                declare_name(maker, &item.name, id);
                let cites = maker.cites(&item.cites);
                let spec = dice(maker, item.dice);
                let slot = &mut maker.game.quantities[id.at()];
                slot.base = Base::Dice(spec);
                slot.cites = cites;
                slot.doc = entry.doc.cloned();
            }
            ItemKind::May(item) => {
                let name = maker.declare(&item.name);
                let params = noun::params(maker, &item.params);
                let id = add_permission(maker, &name, params, entry.span);
                maker.game.permissions[id.at()].cites = maker.cites(&item.cites);
            }
            _ => {}
        }
    }
    let unit = || param_of(Domain::Piece, "unit");
    let to = || param_of(Domain::Space, "to");
    let from = Param { ty: Type::One(Domain::Space, true), ..param_of(Domain::Space, "from") };
    let steps = Param { name: "steps".to_owned(), noun: None, ty: Type::Int(true) };
    let span = Span::default();
    maker.game.verbs.enter = add_permission(maker, "enter", vec![unit(), to(), steps.clone()], span);
    maker.game.verbs.leave = add_permission(maker, "leave", vec![unit(), from], span);
    maker.game.verbs.pass = add_permission(maker, "pass", vec![unit(), to(), steps.clone()], span);
    maker.game.verbs.stay = add_permission(maker, "stay", vec![unit(), to(), steps], span);
    maker.game.verbs.place = add_permission(maker, "place", vec![unit(), to()], span);
}

fn param_of(domain: Domain, name: &str) -> Param {
    Param { name: name.to_owned(), noun: None, ty: Type::One(domain, false) }
}

/// Adds a quantity with base 0.
pub(crate) fn add_quantity(maker: &mut Maker, name: &str, shown: String, params: Vec<Param>, span: Span) -> QuantityId {
    let id = QuantityId(maker.game.quantities.len() as u16);
    maker.game.quantities.push(Quantity {
        name: crate::source::plain(name),
        title: shown,
        locals: params.len() as u16,
        params,
        halves: false,
        shown: false,
        lets: Vec::new(),
        base: Base::Node(Node::new(Expr::Const(Value::Int(0)), Type::Int(false), span)),
        modifiers: Vec::new(),
        reads: 0,
        light: false,
        least: None,
        cites: Vec::new(),
        doc: None,
        span,
    });
    id
}

/// True if the status can display the quantity: it must belong to a side or to the game. Otherwise an error is
/// reported.
fn may_be_shown(maker: &mut Maker, item: &ast::Quantity, id: QuantityId, span: Span) -> bool {
    let tells = match maker.game.quantities[id.at()].params.as_slice() {
        [] => true,
        [one] => matches!(one.ty, Type::One(Domain::Side, _)),
        _ => false,
    };
    if !tells {
        let name = &item.name.text;
        maker.report(
            crate::diagnostic::Diagnostic::error("wrong-value", format!("`{name}` cannot be shown in the status"))
                .at(span, "only a number of a side, or of the game, is shown")
                .help(format!("declare it as `{name}(side)` or `{name}()`, or leave `shown` out")),
        );
    }
    tells
}

/// True if the purse named by a quantity is counted in halves.
fn counts_in_halves(maker: &mut Maker, name: &ast::Name) -> bool {
    let spelt = crate::source::plain(&name.text);
    let found = maker.game.purses.iter().find(|purse| purse.name == spelt).map(|purse| purse.halves);
    if found.is_none() && spelt != "int" {
        let names: Vec<String> = maker.game.purses.iter().map(|purse| purse.name.clone()).collect();
        maker.report(error::unknown("purse", &name.text, name.span, names.iter().map(String::as_str)));
    }
    found.unwrap_or(false)
}

/// Declares the name; with one parameter the quantity is also a word of that thing.
fn declare_name(maker: &mut Maker, name: &ast::Name, id: QuantityId) {
    let quantity = &maker.game.quantities[id.at()];
    let spelt = quantity.name.clone();
    let domain = match quantity.params.as_slice() {
        [param] => match param.ty {
            Type::One(domain, _) => Some(domain),
            _ => None,
        },
        _ => None,
    };
    maker.declare(name);
    if let Some(domain) = domain {
        maker.term(&spelt, domain, Term::Quantity(id));
    }
    maker.symbol(&spelt, Symbol::Quantity(id));
}

/// Adds a permission without clauses, called as `may_NAME`.
pub(crate) fn add_permission(maker: &mut Maker, name: &str, params: Vec<Param>, span: Span) -> PermissionId {
    let id = PermissionId(maker.game.permissions.len() as u16);
    maker.symbol(&format!("may_{name}"), Symbol::Permission(id));
    maker.game.permissions.push(Permission {
        name: name.to_owned(),
        locals: params.len() as u16,
        params,
        lets: Vec::new(),
        forbids: Vec::new(),
        lets_from: 0,
        counts_steps: false,
        reads: 0,
        light: false,
        cites: Vec::new(),
        span,
    });
    id
}

/// The dice as written; a die with as many faces as the game's own shows the same values.
pub(crate) fn dice(maker: &mut Maker, dice: ast::Dice) -> DiceSpec {
    let (low, high) = maker.game.die;
    let own = high - low + 1 == i64::from(dice.faces);
    let (low, high) = if own { (low, high) } else { (1, i64::from(dice.faces)) };
    if dice.faces == 0 || dice.count == 0 || dice.count > 100 || high > i64::from(i8::MAX) {
        maker.report(error::unfit("dice are 1 to 100, with 1 to 127 faces", dice.span));
    }
    DiceSpec {
        count: u8::try_from(dice.count).unwrap_or(u8::MAX),
        low,
        high,
        read: match dice.keep {
            Keep::Sum => DiceRead::Sum,
            Keep::Highest => DiceRead::Highest,
            Keep::Lowest => DiceRead::Lowest,
        },
    }
}

/// Fills in names and bases of quantities, and names of permissions.
pub(crate) fn fill_quantities(maker: &mut Maker, items: &Gathered) {
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Quantity(item) => {
                let Some(id) = quantity_named(maker, &item.name.text) else { continue };
                let mut frame = Frame::of(&maker.game.quantities[id.at()].params.clone());
                let lets = fill_lets(maker, &mut frame, &item.locals);
                let base = match &item.base {
                    Some(base) => Some(Base::Node(maker.expression(&mut frame, base, Some(Type::Int(true))))),
                    None => fact_base(maker, id, &item.name),
                };
                maker.quantity_frames.insert(id, frame.clone());
                let quantity = &mut maker.game.quantities[id.at()];
                quantity.lets = lets;
                quantity.locals = frame.needed;
                if let Some(base) = base {
                    quantity.base = base;
                }
            }
            ItemKind::May(item) => {
                let Some(id) = permission_named(maker, &item.name.text) else { continue };
                let mut frame = Frame::of(&maker.game.permissions[id.at()].params.clone());
                let lets = fill_lets(maker, &mut frame, &item.locals);
                maker.permission_frames.insert(id, frame.clone());
                let permission = &mut maker.game.permissions[id.at()];
                permission.lets = lets;
                permission.locals = frame.needed;
            }
            _ => {}
        }
    }
}

/// Fills in inner names, in the slots after the parameters; each sees those before it.
fn fill_lets(maker: &mut Maker, frame: &mut Frame, locals: &[Local]) -> Vec<(u16, Node)> {
    let mut lets = Vec::new();
    for local in locals {
        maker.cites(&local.cites);
        let node = maker.expression(frame, &local.value, None);
        let slot = frame.push(&Param { name: crate::source::plain(&local.name.text), noun: None, ty: node.ty });
        lets.push((slot, node));
    }
    lets
}

fn fact_base(maker: &mut Maker, id: QuantityId, name: &ast::Name) -> Option<Base> {
    let first = maker.game.quantities[id.at()].params.first().and_then(|param| param.ty.domain());
    let fact = first.and_then(|domain| value::fact_named(maker, domain, &name.text));
    if fact.is_none() {
        maker.report(
            crate::diagnostic::Diagnostic::error(
                "quantity-without-base",
                format!("the quantity `{}` has no start value", name.text),
            )
            .at(name.span, "neither a `base` nor a fact of this name")
            .help("write `base 0`, or declare the fact with `has`"),
        );
    }
    fact.map(Base::Fact)
}

/// The quantity with this name; cost quantities of offers are not found.
pub(crate) fn quantity_named(maker: &Maker, name: &str) -> Option<QuantityId> {
    let spelt = crate::source::plain(name);
    maker.game.quantities.iter().position(|quantity| quantity.name == spelt).map(|index| QuantityId(index as u16))
}

/// The permission with this name: a `may`, a built-in verb, or an offer.
pub(crate) fn permission_named(maker: &Maker, name: &str) -> Option<PermissionId> {
    let spelt = crate::source::plain(name);
    maker
        .game
        .permissions
        .iter()
        .position(|permission| permission.name == spelt)
        .map(|index| PermissionId(index as u16))
}
