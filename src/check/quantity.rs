//! Quantities, rolls and permissions: their parameters, bases and names. Clauses are attached later.

use crate::model::clause::{Base, DiceRead, DiceSpec, Permission, Quantity};
use crate::model::game::{Param, VERBS};
use crate::model::id::{Domain, PermissionId, QuantityId};
use crate::model::node::{Expr, Node, Term};
use crate::model::types::Type;
use crate::model::value::Value;
use crate::source::{Span, plain};
use crate::syntax::ast::{self, ItemKind, Keep, Local};

use super::builder::{Frame, GameBuilder};
use super::error;
use super::expr::is_fraction;
use super::gather::Gathered;
use super::noun;
use super::value;
use crate::model::names::{Symbol, named};

/// Declares the signatures of all quantities, rolls and permissions, and the permissions of the built-in verbs.
pub(crate) fn declare_quantities(builder: &mut GameBuilder, items: &Gathered) {
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Quantity(item) => {
                let params = noun::params(builder, &item.params);
                let shown = builder.titled(item.title.as_ref(), &item.name);
                let id = add_quantity(builder, &item.name.text, shown, params, entry.span);
                declare_name(builder, &item.name, id);
                let cites: Vec<ast::Cite> = item.cites.iter().chain(&item.base_cites).cloned().collect();
                let cites = builder.cites(&cites);
                let halves = item.purse.as_ref().is_some_and(|purse| counts_in_halves(builder, purse));
                let shown = item.shown.is_some_and(|span| may_be_shown(builder, item, id, span));
                let slot = &mut builder.game.quantities[id.at()];
                slot.cites = cites;
                slot.halves = halves;
                slot.shown = shown;
                slot.doc = entry.doc.cloned();
            }
            ItemKind::Roll(item) => {
                let params = noun::params(builder, &item.params);
                let shown = builder.titled(item.title.as_ref(), &item.name);
                let id = add_quantity(builder, &item.name.text, shown, params, entry.span);
                declare_name(builder, &item.name, id);
                let cites = builder.cites(&item.cites);
                let spec = dice(builder, item.dice);
                let slot = &mut builder.game.quantities[id.at()];
                slot.base = Base::Dice(spec);
                slot.cites = cites;
                slot.doc = entry.doc.cloned();
            }
            ItemKind::May(item) => {
                let name = builder.declare(&item.name);
                let params = noun::params(builder, &item.params);
                let id = add_permission(builder, &name, params, entry.span);
                builder.game.permissions[id.at()].cites = builder.cites(&item.cites);
            }
            _ => {}
        }
    }
    let unit = || param_of(Domain::Piece, "unit");
    let to = || param_of(Domain::Space, "to");
    let from = Param { ty: Type::One(Domain::Space, true), ..param_of(Domain::Space, "from") };
    let steps = Param::new("steps", Type::Int(true));
    let span = Span::default();
    let [enter, leave, pass, stay, place] = VERBS;
    builder.game.verbs.enter = add_permission(builder, enter, vec![unit(), to(), steps.clone()], span);
    builder.game.verbs.leave = add_permission(builder, leave, vec![unit(), from], span);
    builder.game.verbs.pass = add_permission(builder, pass, vec![unit(), to(), steps.clone()], span);
    builder.game.verbs.stay = add_permission(builder, stay, vec![unit(), to(), steps], span);
    builder.game.verbs.place = add_permission(builder, place, vec![unit(), to()], span);
}

fn param_of(domain: Domain, name: &str) -> Param {
    Param::new(name, Type::One(domain, false))
}

/// Adds a quantity with base 0.
pub(crate) fn add_quantity(
    builder: &mut GameBuilder,
    name: &str,
    shown: String,
    params: Vec<Param>,
    span: Span,
) -> QuantityId {
    let id = QuantityId(builder.game.quantities.len() as u16);
    builder.game.quantities.push(Quantity {
        name: plain(name),
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
fn may_be_shown(builder: &mut GameBuilder, item: &ast::Quantity, id: QuantityId, span: Span) -> bool {
    let tells = match builder.game.quantities[id.at()].params.as_slice() {
        [] => true,
        [one] => matches!(one.ty, Type::One(Domain::Side, _)),
        _ => false,
    };
    if !tells {
        let name = &item.name.text;
        builder.report(
            crate::diagnostic::Diagnostic::error("wrong-value", format!("`{name}` cannot be shown in the status"))
                .at(span, "only a number of a side, or of the game, is shown")
                .help(format!("declare it as `{name}(side)` or `{name}()`, or leave `shown` out")),
        );
    }
    tells
}

/// True if the purse named by a quantity is counted in halves.
fn counts_in_halves(builder: &mut GameBuilder, name: &ast::Name) -> bool {
    if plain(&name.text) == "int" && named(&builder.game.purses, &name.text).is_none() {
        return false;
    }
    let purse = builder.known("purse", name, |game| &game.purses);
    purse.is_some_and(|purse| builder.game.purses[purse.at()].halves)
}

/// Declares the name; with one parameter the quantity is also a word of that thing.
fn declare_name(builder: &mut GameBuilder, name: &ast::Name, id: QuantityId) {
    let quantity = &builder.game.quantities[id.at()];
    let spelt = quantity.name.clone();
    let domain = match quantity.params.as_slice() {
        [param] => match param.ty {
            Type::One(domain, _) => Some(domain),
            _ => None,
        },
        _ => None,
    };
    builder.declare(name);
    if let Some(domain) = domain {
        builder.term(&spelt, domain, Term::Quantity(id));
    }
    builder.symbol(&spelt, Symbol::Quantity(id));
}

/// Adds a permission without clauses, called as `may_NAME`.
pub(crate) fn add_permission(builder: &mut GameBuilder, name: &str, params: Vec<Param>, span: Span) -> PermissionId {
    let id = PermissionId(builder.game.permissions.len() as u16);
    builder.symbol(&format!("may_{name}"), Symbol::Permission(id));
    builder.game.permissions.push(Permission {
        name: name.to_owned(),
        locals: params.len() as u16,
        params,
        span,
        ..Permission::default()
    });
    id
}

/// The dice as written; a die with as many faces as the game's own shows the same values.
pub(crate) fn dice(builder: &mut GameBuilder, dice: ast::Dice) -> DiceSpec {
    let (low, high) = builder.game.die;
    let own = high - low + 1 == i64::from(dice.faces);
    let (low, high) = if own { (low, high) } else { (1, i64::from(dice.faces)) };
    if dice.faces == 0 || dice.count == 0 || dice.count > 100 || high > i64::from(i8::MAX) {
        builder.report(error::unfit("dice are 1 to 100, with 1 to 127 faces", dice.span));
    }
    builder.faces = Some(builder.faces.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
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
pub(crate) fn fill_quantities(builder: &mut GameBuilder, items: &Gathered) {
    for entry in &items.entries {
        match entry.kind {
            ItemKind::Quantity(item) => {
                let Some(id) = named(&builder.game.quantities, &item.name.text) else { continue };
                let mut frame = Frame::of(&builder.game.quantities[id.at()].params.clone());
                let lets = fill_lets(builder, &mut frame, &item.locals);
                let base = match &item.base {
                    Some(base) => {
                        let node = builder.expression(&mut frame, base, Some(Type::Int(true)));
                        whole_only(builder, id, &node, base);
                        Some(Base::Node(node))
                    }
                    None => fact_base(builder, id, item),
                };
                builder.quantity_frames.insert(id, frame.clone());
                let quantity = &mut builder.game.quantities[id.at()];
                quantity.lets = lets;
                quantity.locals = frame.needed;
                if let Some(base) = base {
                    quantity.base = base;
                }
            }
            ItemKind::May(item) => {
                let Some(id) = named(&builder.game.permissions, &item.name.text) else { continue };
                let mut frame = Frame::of(&builder.game.permissions[id.at()].params.clone());
                let lets = fill_lets(builder, &mut frame, &item.locals);
                builder.permission_frames.insert(id, frame.clone());
                let permission = &mut builder.game.permissions[id.at()];
                permission.lets = lets;
                permission.locals = frame.needed;
            }
            _ => {}
        }
    }
}

/// Fills in inner names, in the slots after the parameters; each sees those before it.
fn fill_lets(builder: &mut GameBuilder, frame: &mut Frame, locals: &[Local]) -> Vec<(u16, Node)> {
    let mut lets = Vec::new();
    for local in locals {
        builder.cites(&local.cites);
        let node = builder.expression(frame, &local.value, None);
        let slot = frame.push(&Param::new(plain(&local.name.text), node.ty));
        lets.push((slot, node));
    }
    lets
}

/// Reports a half in a number of a quantity that does not count in halves.
pub(crate) fn whole_only(builder: &mut GameBuilder, id: QuantityId, node: &Node, text: &ast::ExprText) {
    let quantity = &builder.game.quantities[id.at()];
    if !quantity.halves && is_fraction(node) {
        let problem = error::whole_only(&quantity.name, text);
        builder.report(problem);
    }
}

fn fact_base(builder: &mut GameBuilder, id: QuantityId, item: &ast::Quantity) -> Option<Base> {
    // `base = 3` reads as a name for a value.
    if let Some(named) = item.locals.iter().find(|local| local.name.text == "base") {
        let problem = crate::diagnostic::Diagnostic::error("syntax", "the start value takes no sign")
            .at(named.name.span, "read as a name for a value")
            .help(format!("write `base {}`", named.value.text.trim()));
        builder.report(problem);
        return None;
    }
    let name = &item.name;
    let first = builder.game.quantities[id.at()].params.first().and_then(|param| param.ty.domain());
    let fact = first.and_then(|domain| value::fact_named(builder, domain, &name.text));
    if fact.is_none() {
        builder.report(
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
